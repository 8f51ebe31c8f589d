/**
 * The countries of the world: ISO 3166-1 alpha-2 codes and XK (Kosovo), whose addresses have rules too; their names
 * from the guest's own browser (I18N-11).
 */

const codes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";

export const COUNTRY_CODES: readonly string[] = codes.split(" ");

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In the guest's language. */
  name: string;
}

/** The name of a country in a language; the code itself where the browser knows none. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "region", fallback: "code" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** All countries with their names, in the alphabetical order of that language. */
export function countries(locale: string): Country[] {
  let names: Intl.DisplayNames | null = null;
  try {
    names = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  } catch {
    // an old browser: the codes stand for themselves
  }
  const list = COUNTRY_CODES.map((code) => ({ code, name: names?.of(code) ?? code }));
  const collator = new Intl.Collator(locale);
  return list.sort((a, b) => collator.compare(a.name, b.name));
}

/** A place's name in the guest's script, and beside it what else it is called. */
export function placeName(name: string, native: string | null | undefined, locale: string) {
  const other = native && native !== name ? native : undefined;
  return other && inScriptOf(locale, other) && !inScriptOf(locale, name)
    ? { label: other, aside: name }
    : { label: name, aside: other };
}

function inScriptOf(locale: string, name: string): boolean {
  const script = new Intl.Locale(locale).maximize().script ?? "Latn";
  try {
    return new RegExp(`\\p{Script=${script}}`, "u").test(name);
  } catch {
    // a script that is made of several, as the Japanese one, is no property of a letter
    return false;
  }
}
