import { useId, useState } from "react";
import { useI18n } from "../../i18n";
import { Button, Money, Notice, Own, Skeleton } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useGo } from "../go";
import { useInSight } from "../in-sight";
import { LeftOutAt } from "../LeftOut";
import { useStep } from "../wizard/step";
import { MemberAway } from "./MemberAway";
import { type Saving, usePoints } from "./usePoints";
import "./points.css";

/** How many points a member pays for each room with (POINTS-02, POINTS-03). */
export default function PointsStep() {
  const { t } = useI18n();
  const { state } = useBooking();
  const go = useGo();
  const points = usePoints();
  const [unsaved, setUnsaved] = useState<Exclude<Saving, "saved"> | null>(null);
  const none = points.sliders.length === 0;
  const saving = state.inProgress === "points";
  const told = useInSight(unsaved);

  useStep({
    next: async () => {
      if (none) return true;
      setUnsaved(null);
      const done = await points.save();
      if (done === "saved") return true;
      setUnsaved(done);
      return false;
    },
    loading: points.loading,
    rooms: points.rooms,
    busy: saving,
  });

  return (
    <section className="points-step">
      <h1 className="serif title">{t("lbl_points_title")}</h1>
      <LeftOutAt step="pointsRedemption" rooms={state.selected} />
      {(points.away || unsaved === "away") && (
        <div ref={told}>
          <MemberAway />
        </div>
      )}
      {unsaved === "failed" && (
        <Notice ref={told} tone="bad" role="alert">
          {t("lbl_points_not_saved")}
        </Notice>
      )}
      {none && (
        <Notice>
          <p>{t("lbl_points_with_money")}</p>
          <Button look="line" onClick={() => go("rooms")}>
            {t("lbl_points_choose_rooms")}
          </Button>
        </Notice>
      )}
      {points.failed && !points.away && (
        <Notice tone="warn" role="status">
          <p>{t("lbl_points_not_loaded")}</p>
          <Button look="line" busy={points.fetching} onClick={() => void points.retry()}>
            {t("lbl_retry")}
          </Button>
        </Notice>
      )}
      {!points.failed &&
        points.sliders.map((slider) => (
          <RoomPoints key={slider.room.session_id} slider={slider} held={saving} />
        ))}
      {!none && <p className="under">{t("lbl_points_come_back")}</p>}
    </section>
  );
}

function RoomPoints(props: {
  slider: ReturnType<typeof usePoints>["sliders"][number];
  /** What it says is being saved: it stays focusable, and as it is. */
  held: boolean;
}) {
  const { slider, held } = props;
  const { t, money } = useI18n();
  const { names, currency: own } = useBooking();
  const id = useId();
  const { room, view, options, option, place, move } = slider;
  const converted = option?.conversion_amount;
  const currency = converted === undefined ? own : (room.conversion?.currency ?? own);
  const amount = converted ?? option?.amount ?? 0;
  return (
    <section className="card pad points-room" aria-labelledby={`${id}-room`}>
      <Own as="h2" className="serif" id={`${id}-room`}>
        {names.room(room.room_type_id, room.room_type_name)}
      </Own>
      {!view && <Skeleton block="6rem" />}
      {view && !option && <p className="quiet">{t("lbl_points_used_elsewhere")}</p>}
      {option && (
        <>
          {options.length > 1 && (
            <>
              <label className="vh" htmlFor={id}>
                {t("lbl_points_slider")}
              </label>
              <input
                id={id}
                type="range"
                min={1}
                max={options.length}
                step={1}
                value={place}
                aria-valuetext={t("lbl_points_step_of", {
                  points: t("lbl_points_count", { count: option.points }),
                  amount: money(amount, currency),
                })}
                aria-disabled={held || undefined}
                onChange={(event) => {
                  if (!held) move(Number(event.target.value));
                }}
              />
            </>
          )}
          <dl>
            <div>
              <dt>{t("lbl_points_total")}</dt>
              <dd>{t("lbl_points_count", { count: option.points })}</dd>
            </div>
            <div>
              <dt>{t("lbl_amount_to_pay")}</dt>
              <dd>
                <Money amount={amount} currency={currency} />
              </dd>
            </div>
          </dl>
        </>
      )}
    </section>
  );
}
