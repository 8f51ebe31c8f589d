/** What belongs to a stay that is being cancelled: the guest says what goes with it; the rest stays booked. */
import { useState } from "react";
import { cancelExtra, type FoundExtra, type FoundReservation, findReservation } from "../api";
import { isUnclear } from "../booking/payment/refusal";
import { splitInstant, useI18n } from "../i18n";
import { Checkbox, Own } from "../ui";

export interface CancelToo {
  /** What can still be cancelled. */
  extras: readonly FoundExtra[];
  chosen: readonly string[];
  /** Of each that was ticked or unticked, which it was. */
  said: readonly (readonly [number: string, goes: boolean])[];
  choose: (number: string, wanted: boolean) => void;
  /** Cancels what was chosen; answers the names of what still stands, and of what may. */
  cancel: () => Promise<{ kept: string[]; unknown: string[] }>;
}

/** Whether it stands, after its cancelling failed; null where that is not known. */
async function stands(request_id: string, error: unknown): Promise<boolean | null> {
  // it may have been done though the answer did not come through
  const now = await findReservation({ request_id }).catch(() => null);
  if (now && "extra" in now) return now.extra.status !== "CANCELLED";
  return isUnclear(error) ? null : true;
}

/**
 * `rooms` are those that are being cancelled; what belongs to the booking belongs to each of its rooms. `before` is what
 * its guest has said when they asked for it last.
 */
export function useCancelToo(
  found: FoundReservation | null,
  rooms: readonly string[],
  before: CancelToo["said"] = [],
): CancelToo {
  const { language } = useI18n();
  const extras = (found?.extras ?? []).filter(({ extra }) => extra.cancellation.allowed);
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(() => new Map(before));
  // what costs nothing to cancel goes with the last room, unless its guest wants to keep it
  const last = (found?.rooms ?? []).every(
    ({ conf_num, status }) => status === "CANCELLED" || rooms.includes(conf_num),
  );
  const goes = ({ conf_num, extra }: FoundExtra) =>
    said.get(conf_num) ?? (last && extra.cancellation.penalty === 0);
  const chosen = extras.filter(goes).map(({ conf_num }) => conf_num);
  return {
    extras,
    chosen,
    said: [...said],
    choose: (number, wanted) => setSaid((before) => new Map(before).set(number, wanted)),
    async cancel() {
      const kept: string[] = [];
      const unknown: string[] = [];
      for (const { conf_num, request_token, extra } of extras) {
        if (!chosen.includes(conf_num)) continue;
        await cancelExtra(request_token, extra.cancellation.penalty, language).catch(async (error) => {
          const still = await stands(request_token, error);
          if (still === null) unknown.push(extra.name);
          else if (still) kept.push(extra.name);
        });
      }
      return { kept, unknown };
    },
  };
}

/** `busy`: it is on its way to be cancelled. */
export function CancelTooChoice({ too, busy }: { too: CancelToo; busy: boolean }) {
  const { t, day, money } = useI18n();
  if (too.extras.length === 0) return null;
  return (
    <fieldset className="card cancel-too">
      <legend className="vh">{t("lbl_cancel_too")}</legend>
      <p aria-hidden="true">
        <b>{t("lbl_cancel_too")}</b>
      </p>
      <p className="small quiet">{t("lbl_cancel_too_say")}</p>
      {too.extras.map(({ conf_num, extra }) => {
        const { penalty, refund } = extra.cancellation;
        const { company } = extra;
        const amount = money(penalty, extra.currency);
        const paid = company
          ? t("lbl_cancel_too_costs_by", { amount, company })
          : t("lbl_cancel_too_costs", { amount });
        const costs = penalty > 0 ? paid : "";
        const back = refund > 0 ? t("lbl_comes_back", { amount: money(refund, extra.currency) }) : "";
        return (
          <Checkbox
            key={conf_num}
            checked={too.chosen.includes(conf_num)}
            readOnly={busy}
            onChange={(wanted) => too.choose(conf_num, wanted)}
          >
            <Own as="b">{extra.name}</Own>{" "}
            <small>
              {[day(splitInstant(extra.from).day, "weekday"), costs || back || t("lbl_cancel_too_free")].join(
                " · ",
              )}
            </small>
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
