import { useI18n } from "../i18n";

/** An amount that never breaks and never mixes with the text around it. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const { money } = useI18n();
  return <bdi className="num">{money(amount, currency)}</bdi>;
}
