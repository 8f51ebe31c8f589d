import { useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { ApiProblem, cancelConsent, cancelReservation } from "../api";
import { GoContext } from "../booking/go";
import { useProblemWords } from "../booking/problem-words";
import { useI18n } from "../i18n";
import { Button, Money, Notice, Skeleton } from "../ui";
import { CancelTooChoice, useCancelToo } from "./CancelToo";
import { ErrorNotice } from "./ErrorNotice";
import { useReservation } from "./reservation";

/** What cancelling costs and gives back, before it is done (MANAGE-22 to MANAGE-24). */
export function CancelReservation() {
  const { t, instant } = useI18n();
  const { navigate } = useContext(GoContext);
  const { found, leave } = useReservation();
  const problemWords = useProblemWords();
  const too = useCancelToo(found);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const token = found?.request_token ?? "";
  const consent = useQuery({
    queryKey: ["cancel-consent", token],
    queryFn: ({ signal }) => cancelConsent(token, signal),
    // what it costs now is asked now
    staleTime: 0,
    gcTime: 0,
  });
  const said = (error: unknown) => (error instanceof ApiProblem && problemWords(error)) || t("lbl_no_answer");

  async function cancel() {
    setBusy(true);
    setProblem(null);
    try {
      await cancelReservation(token);
      const kept = await too.cancel();
      leave(kept.length > 0 ? t("lbl_cancel_too_failed", { names: kept.join(", ") }) : t("lbl_cancel_done"));
      navigate("/search-reservation", { replace: true });
    } catch (error) {
      setProblem(said(error));
      setBusy(false);
    }
  }

  const refused = problem ?? (consent.error ? said(consent.error) : null);
  const { penalty, refund, free_until } = consent.data ?? {};
  return (
    <section className="narrow" aria-labelledby="cancel-title">
      <h1 className="serif title" id="cancel-title">
        {t("lbl_cancel_reservation")}
      </h1>
      <p>
        {t("lbl_confirmation_number")} <bdi dir="ltr">{found?.conf_num}</bdi>
      </p>
      {refused && <ErrorNotice>{refused}</ErrorNotice>}
      {consent.isPending && <Skeleton block="7rem" />}
      {penalty && refund && (
        <div className="card costs">
          <dl>
            <div>
              <dt>{t("lbl_hotel_keeps")}</dt>
              <dd>
                <Money amount={penalty.amount} currency={penalty.currency} />
              </dd>
            </div>
            <div>
              <dt>{t("lbl_you_get_back")}</dt>
              <dd>
                <Money amount={refund.amount} currency={refund.currency} />
              </dd>
            </div>
          </dl>
          {free_until && (
            <p className="small quiet">{t("lbl_free_until_short", { until: instant(free_until) })}</p>
          )}
        </div>
      )}
      <CancelTooChoice too={too} />
      <Notice tone="warn">{t("lbl_cancel_warning")}</Notice>
      <div className="actions">
        <Button look="danger" size="big" busy={busy} disabled={!penalty} onClick={() => void cancel()}>
          {t("lbl_cancel_reservation")}
        </Button>
        <Button look="line" size="big" onClick={() => navigate("/search-reservation-result")}>
          {t("lbl_go_back_to_reservation")}
        </Button>
      </div>
    </section>
  );
}
