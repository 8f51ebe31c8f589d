import { useI18n } from "../i18n";
import { SearchList } from "../ui";
import { useShell } from "./ShellContext";

/** The languages that the hotel offers (HEAD-05, I18N-08); found by their English names too. */
export default function LanguageList({ onChosen }: { onChosen: () => void }) {
  const { t } = useI18n();
  const { property, language, changeLanguage } = useShell();
  const options = property.property_languages.map(({ language_code, language_name, locale }) => ({
    value: language_code,
    label: language_name,
    lang: language_code.replace("_", "-"),
    words: [language_code, locale?.langName, locale?.langNative, locale?.countryName].join(" "),
  }));
  return (
    <SearchList
      label={t("lbl_language")}
      options={options}
      value={language}
      onChoose={(code) => {
        onChosen();
        changeLanguage(code);
      }}
    />
  );
}
