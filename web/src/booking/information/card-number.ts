/** Digits as cards and the languages of our pages write them: where each run of ten begins. */
const ZEROES = [0x30, 0x660, 0x6f0, 0xff10];

function digit(sign: string): number | null {
  const code = sign.codePointAt(0) ?? 0;
  const zero = ZEROES.find((first) => code >= first && code < first + 10);
  return zero === undefined ? null : code - zero;
}

/** How numbers begin that issuers give out, by how long they are. */
const ISSUED = /^(?:4\d{12}|3[0689]\d{12}|3[47]\d{13}|[2-6]\d{15}|[3-6]\d{16,18})$/;

function isCardNumber(digits: readonly number[]): boolean {
  if (!ISSUED.test(digits.join(""))) return false;
  // every other digit from the last one but one counts twice (ISO/IEC 7812-1)
  const sum = digits.reduceRight((before, one, at) => {
    const weighted = (digits.length - at) % 2 === 0 ? one * 2 : one;
    return before + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Whether a text has a card's number in it, as the server reads it too: 13 to 19 digits in groups of four or more (the
 * last may be shorter), with spaces or hyphens between. What follows a `+` is a telephone number.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = Array.from(text, (sign) => digit(sign) ?? sign).join("");
  for (const run of plain.matchAll(/(\+?)(\d+(?:[ \u00a0\u202f\-\u2010-\u2013]+\d+)*)/g)) {
    const groups = (run[2] ?? "").split(/\D+/);
    for (let from = run[1] ? 1 : 0; from < groups.length; from++) {
      const number: number[] = [];
      for (const group of groups.slice(from)) {
        number.push(...Array.from(group, Number));
        if (isCardNumber(number)) return true;
        if (group.length < 4 || number.length > 19) break;
      }
    }
  }
  return false;
}
