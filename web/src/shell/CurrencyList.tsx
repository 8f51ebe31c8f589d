import { useEffect, useMemo, useState } from "react";
import { type Currency, listCurrencies } from "../api";
import { useI18n } from "../i18n";
import { SearchList, type SearchOption, Skeleton } from "../ui";
import { useShell } from "./ShellContext";

/** The currencies that some of these hotels have a rate for, each with code, name and symbol (HEAD-04, CUR-05). */
export function CurrencyChoice(props: {
  properties: readonly number[];
  currency: string;
  /** Stands before them. */
  first?: SearchOption;
  onChoose: (code: string) => void;
}) {
  const { properties, currency, first, onChoose } = props;
  const { t, locale } = useI18n();
  const [currencies, setCurrencies] = useState<readonly Currency[] | "loading" | "failed">("loading");
  const asked = properties.join();
  useEffect(() => {
    let left = false;
    void Promise.allSettled(asked.split(",").map((id) => listCurrencies(Number(id)))).then((answers) => {
      if (left) return;
      const found = answers.flatMap((one) => (one.status === "fulfilled" ? one.value.currencies : []));
      const each = new Map(found.map((one) => [one.code, one]));
      const sorted = [...each.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
      setCurrencies(sorted.length > 0 ? sorted : "failed");
    });
    return () => {
      left = true;
    };
  }, [asked]);
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "currency" });
    return typeof currencies === "string"
      ? []
      : currencies.map((one) => ({
          value: one.code,
          lead: one.code,
          label: names.of(one.code) ?? one.name,
          aside: one.symbol === one.code ? one.symbol_native : one.symbol,
          words: `${one.name} ${one.name_plural}`,
        }));
  }, [currencies, locale]);
  if (currencies === "loading") {
    return (
      <div role="status">
        <span className="vh">{t("lbl_loading")}</span>
        <Skeleton className="currencies" />
      </div>
    );
  }
  if (currencies === "failed") {
    return (
      <p className="waiting quiet small" role="status">
        {t("lbl_no_answer")}
      </p>
    );
  }
  return (
    <SearchList
      label={t("lbl_currency")}
      options={first ? [first, ...options] : options}
      value={currency}
      onChoose={onChoose}
    />
  );
}

/** In which currency this hotel's prices are shown (HEAD-04). */
export default function CurrencyList({ onChosen }: { onChosen: () => void }) {
  const { property, currency, changeCurrency } = useShell();
  return (
    <CurrencyChoice
      properties={[property.id]}
      currency={currency}
      onChoose={(code) => {
        onChosen();
        if (code !== currency) changeCurrency(code);
      }}
    />
  );
}
