/** A brand's page: all its hotels for a stay, as a list and on a map (ROUTE-12, BRAND-01 to BRAND-20). */
import { useEffect, useState } from "react";
import { api } from "../api";
import {
  GuestsLanguage,
  I18nProvider,
  type Labels,
  languageCookie,
  loadBuiltIn,
  localeEntry,
  rememberLanguage,
} from "../i18n";
import { labelledLanguage } from "../i18n/GuestsLanguage";
import { loadFonts } from "../shell/fonts";
import { IncompleteLink } from "../shell/Incomplete";
import { LiveRegion } from "../ui";
import { BrandScreen } from "./BrandScreen";
import { useToday } from "./today";
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
  const [silent, setSilent] = useState(false);
  const today = useToday();
  const spoken = words?.language;
  useEffect(() => {
    if (spoken === language) return;
    let wanted = true;
    const asked = api.labels("BOOKING_ENGINE", language);
    // once it speaks, a language that does not come leaves the page in its own
    const labels = spoken ? asked : asked.catch(loadBuiltIn);
    void Promise.all([labels, loadFonts(localeEntry(language).dir)]).then(
      ([labels]) => {
        if (!wanted) return;
        if (spoken) rememberLanguage(language);
        document.documentElement.lang = language;
        document.documentElement.dir = localeEntry(language).dir;
        setWords({ language, labels });
      },
      () => {
        if (!wanted || !spoken) return;
        setSilent(true);
        setLanguage(spoken);
      },
    );
    return () => {
      wanted = false;
    };
  }, [language, spoken]);
  return (
    words && (
      <I18nProvider {...words} today={today}>
        <BrandScreen
          code={code}
          query={query}
          today={today}
          turning={words.language !== language}
          silent={silent}
          changeLanguage={(next) => {
            setSilent(false);
            setLanguage(next);
          }}
        />
        <LiveRegion />
      </I18nProvider>
    )
  );
}
