import { useMemo, useState } from "react";
import { api, type Currency } from "../api";
import { useI18n } from "../i18n";
import { Skeleton, say } from "../ui";
import { HeaderMenu } from "./HeaderMenu";
import { useShell } from "./ShellContext";

/** The currencies that there is a rate for, asked for when the menu opens (HEAD-04, CUR-05). */
export function CurrencyMenu({ inDrawer, onDone }: { inDrawer: boolean; onDone: (() => void) | undefined }) {
  const { t, locale } = useI18n();
  const { property, currency, changeCurrency } = useShell();
  const [currencies, setCurrencies] = useState<readonly Currency[] | "loading" | "failed">("loading");
  const options = useMemo(() => {
    if (currencies === "loading") return <Skeleton block="12rem" />;
    if (currencies === "failed") return <p className="quiet small">{t("lbl_no_answer")}</p>;
    const names = new Intl.DisplayNames(locale, { type: "currency" });
    return currencies.map((one) => ({
      value: one.code,
      lead: one.code,
      label: names.of(one.code) ?? one.name,
      aside: one.symbol === one.code ? one.symbol_native : one.symbol,
      words: `${one.name} ${one.name_plural}`,
    }));
  }, [currencies, locale, t]);
  const load = () => {
    if (typeof currencies !== "string") return;
    setCurrencies("loading");
    api.currencies(property.id).then(
      (answer) => setCurrencies(answer.currencies),
      () => setCurrencies("failed"),
    );
  };
  return (
    <HeaderMenu
      label={t("lbl_currency")}
      shown={currency}
      value={currency}
      options={options}
      inDrawer={inDrawer}
      onOpen={load}
      onChoose={(code) => {
        onDone?.();
        if (code === currency) return;
        changeCurrency(code);
        say(t("lbl_prices_in", { currency: code }));
      }}
    />
  );
}
