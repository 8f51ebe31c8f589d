import { useEffect, useMemo, useState } from "react";
import { api, type Currency } from "../api";
import { useI18n } from "../i18n";
import { SearchList, Skeleton } from "../ui";
import { useShell } from "./ShellContext";

/** The currencies that there is a rate for, each with code, name and symbol (HEAD-04, CUR-05). */
export default function CurrencyList({ onChosen }: { onChosen: () => void }) {
  const { t, locale } = useI18n();
  const { property, currency, changeCurrency } = useShell();
  const [currencies, setCurrencies] = useState<readonly Currency[] | "loading" | "failed">("loading");
  useEffect(() => {
    api.currencies(property.id).then(
      (answer) => setCurrencies(answer.currencies),
      () => setCurrencies("failed"),
    );
  }, [property.id]);
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
        <Skeleton block="12rem" />
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
      options={options}
      value={currency}
      onChoose={(code) => {
        onChosen();
        if (code !== currency) changeCurrency(code);
      }}
    />
  );
}
