import type { Brand } from "../api";
import { useI18n } from "../i18n";
import { CurrencyChoice } from "../shell/CurrencyList";
import { HeaderMenu } from "../shell/HeaderMenu";
import { Own, SearchList } from "../ui";
import "../shell/header.css";

/** The languages that pages without a hotel speak. */
const LANGUAGES = ["en", "de", "fr", "ar", "he"] as const;

const nameOf = (language: string) =>
  new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;

/** Mark and name of the brand, the language, the currency, and Login where the brand has one (BRAND-01, BRAND-02). */
export function BrandHeader(props: {
  brand: Brand | null;
  /** Another language is on its way. */
  turning: boolean;
  changeLanguage: (language: string) => void;
  /** Whose currencies prices can be shown in. */
  speakers: readonly number[];
  /** In which currency prices are shown; null is each hotel's own. */
  currency: string | null;
  changeCurrency: (code: string | null) => void;
}) {
  const { brand, turning, changeLanguage, speakers, currency, changeCurrency } = props;
  const { t, language } = useI18n();
  return (
    <header className="head for-brand" aria-busy={turning}>
      <div className="page">
        <div className="brand">
          {brand?.image_url && <img src={brand.image_url} alt="" width={34} height={34} />}
          {brand && <Own as="b">{brand.name}</Own>}
        </div>
        <nav aria-label={t("lbl_menu")}>
          {speakers.length > 0 && (
            <HeaderMenu
              label={t("lbl_currency")}
              shown={currency ?? t("lbl_brand_own_currency")}
              inDrawer={false}
            >
              {(chosen) => (
                <CurrencyChoice
                  properties={speakers}
                  currency={currency ?? ""}
                  first={{ value: "", label: t("lbl_brand_own_currency") }}
                  onChoose={(code) => {
                    chosen();
                    if (code !== (currency ?? "")) changeCurrency(code || null);
                  }}
                />
              )}
            </HeaderMenu>
          )}
          <HeaderMenu label={t("lbl_language")} icon="globe" shown={nameOf(language)} inDrawer={false}>
            {(chosen) => (
              <SearchList
                label={t("lbl_language")}
                options={LANGUAGES.map((code) => ({
                  value: code,
                  label: nameOf(code),
                  lang: code,
                  words: code,
                }))}
                value={language}
                onChoose={(code) => {
                  chosen();
                  changeLanguage(code);
                }}
              />
            )}
          </HeaderMenu>
          {brand?.login_url && <a href={brand.login_url}>{t("lbl_brand_login")}</a>}
        </nav>
      </div>
    </header>
  );
}
