/** A brand's page: all its hotels for a stay, as a list and on a map (ROUTE-12, BRAND-01 to BRAND-20). */
import { useEffect, useState } from "react";
import { api } from "../api";
import { GuestsLanguage, I18nProvider, type Labels, languageCookie, loadBuiltIn, localeEntry } from "../i18n";
import { labelledLanguage } from "../i18n/GuestsLanguage";
import { loadFonts } from "../shell/fonts";
import { IncompleteLink } from "../shell/Incomplete";
import { LiveRegion } from "../ui";
import { BrandScreen } from "./BrandScreen";
import { localToday } from "./today";
import "./brand.css";

export default function BrandPage({ code, query }: { code: string | null; query: URLSearchParams }) {
  if (!code) {
    return (
      <GuestsLanguage>
        <IncompleteLink />
      </GuestsLanguage>
    );
  }
  return <Speaking key={code} code={code} query={query} />;
}

/** In the guest's language: that of the cookie, else the browser's first that we label. */
function Speaking({ code, query }: { code: string; query: URLSearchParams }) {
  const [language, setLanguage] = useState(() =>
    labelledLanguage([languageCookie(), ...navigator.languages]),
  );
  const [words, setWords] = useState<{ language: string; labels: Labels } | null>(null);
  const [today] = useState(localToday);
  useEffect(() => {
    let wanted = true;
    const labels = api.labels("BOOKING_ENGINE", language).catch(loadBuiltIn);
    void Promise.all([labels, loadFonts(localeEntry(language).dir)]).then(([labels]) => {
      if (!wanted) return;
      document.documentElement.lang = language;
      document.documentElement.dir = localeEntry(language).dir;
      setWords({ language, labels });
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  return (
    words && (
      <I18nProvider {...words} today={today}>
        <BrandScreen
          code={code}
          query={query}
          turning={words.language !== language}
          changeLanguage={setLanguage}
        />
        <LiveRegion />
      </I18nProvider>
    )
  );
}
