/** What takes place on a day, and which of it can be booked (ACT-04 to ACT-08). */
import { useContext, useEffect, useState } from "react";
import type { ActivityInstance, ActivityTemplate } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { hasDay } from "../booking/basket";
import { ForStay } from "../booking/ForStay";
import { GoContext } from "../booking/go";
import { inAYear } from "../booking/in-a-year";
import { addDays, isDay, useI18n } from "../i18n";
import { Button, Icon, Money, Notice, Own, Picture, Skeleton, say } from "../ui";
import { DayField } from "../ui/DayField";
import { ActivityDays } from "./ActivityDays";
import { pathOf } from "./steps";
import { useActivity } from "./useActivity";
import { useCalendar } from "./useCalendar";
import { cut, useActivityWords } from "./words";

/** In so many days at a time the next one with something to do is looked for. */
const DAYS_AT_ONCE = 60;

export function SelectActivity() {
  const { t, day } = useI18n();
  const { property, query } = useBooking();
  const { navigate, withQuery } = useContext(GoContext);
  const first = property.business_day.date;
  const last = inAYear(first);
  const asked = query.get("date");
  const { basket, leaveStay } = useActivity();
  const fallback = basket && basket.from > first ? basket.from : first;
  const date = isDay(asked) && asked >= first && asked <= last ? asked : fallback;
  // the days of the stay at first, and all of them when they are asked for
  const [everyDay, setEveryDay] = useState(false);
  const ofStay = basket && hasDay(basket, date) ? basket : null;
  const within = everyDay ? null : ofStay;
  const [picked, setPicked] = useState(date);
  const { data, isError, isPending, refetch } = useCalendar(property.id, date, date);
  const listed = (data?.dates[0]?.activities ?? [])
    .filter(({ capacity_left }) => capacity_left > 0)
    .sort((one, other) => one.starts_at.localeCompare(other.starts_at));
  const found = data ? t("lbl_activities_found", { count: listed.length }) : "";

  useEffect(() => setPicked(date), [date]);
  useEffect(() => {
    if (found) say(found);
  }, [found]);

  const show = (wanted: string) => navigate(`${pathOf("select-activity")}?${withQuery({ date: wanted })}`);
  const choose = ({ id }: ActivityInstance) =>
    navigate(`${pathOf("activity-details")}?${withQuery({ date, activity: id })}`);

  return (
    <section aria-labelledby="activities-title" className="select-activity">
      <h1 className="serif title" id="activities-title">
        {t("lbl_activities")}
      </h1>
      <p className="quiet">{t("lbl_activities_intro")}</p>
      {ofStay && <ForStay basket={ofStay} onLeave={leaveStay} />}
      <form
        className="choose"
        onSubmit={(event) => {
          event.preventDefault();
          if (picked === date) void refetch();
          else show(picked);
        }}
      >
        <DayField label={t("lbl_activity_date")} value={picked} onChange={setPicked}>
          {(pick) => (
            <>
              <ActivityDays
                value={picked}
                key={String(within !== null)}
                first={within && within.from > first ? within.from : first}
                last={within && within.to < last ? within.to : last}
                onPick={pick}
              />
              {within && (
                <Button look="line" wide onClick={() => setEveryDay(true)}>
                  {t("lbl_other_days")}
                </Button>
              )}
            </>
          )}
        </DayField>
        <Button type="submit" size="big">
          {t("lbl_search")}
        </Button>
      </form>
      <h2 className="serif on-day">{t("lbl_activities_on", { day: day(date, "long") })}</h2>
      {isPending && (
        <div className="waiting" role="status">
          <span className="vh">{t("lbl_activities_loading")}</span>
          <Skeleton block="9rem" />
          <Skeleton block="9rem" />
        </div>
      )}
      {isError && (
        <Notice tone="warn" role="alert">
          <p>{t("lbl_activities_not_loaded")}</p>
          <Button look="line" onClick={() => void refetch()}>
            {t("lbl_retry")}
          </Button>
        </Notice>
      )}
      {data && listed.length === 0 && <Nothing after={date} last={last} onShow={show} />}
      <ul className="activity-list">
        {listed.map((instance) => (
          <li key={instance.id}>
            <ActivityCard
              instance={instance}
              template={
                data?.activity_templates.find(({ id }) => id === instance.activity_template_id) ?? null
              }
              currency={data?.currency ?? property.currency}
              onBook={() => choose(instance)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nothing on this day, and the way to the next one on which there is something. */
function Nothing({ after, last, onShow }: { after: string; last: string; onShow: (day: string) => void }) {
  const { t } = useI18n();
  return (
    <Notice>
      <p>{t("lbl_no_activities")}</p>
      <NextDay from={addDays(after, 1)} last={last} onShow={onShow} />
    </Notice>
  );
}

/** The first day with something to do, from a day on: looked for as long as there are days. */
function NextDay({ from, last, onShow }: { from: string; last: string; onShow: (day: string) => void }) {
  const { t, day } = useI18n();
  const { property } = useBooking();
  const until = addDays(from, DAYS_AT_ONCE - 1);
  const ahead = useCalendar(property.id, from, until < last ? until : last, from <= last);
  if (!ahead.data) return null;
  const next = ahead.data.dates.find(({ activities }) =>
    activities.some(({ capacity_left }) => capacity_left > 0),
  )?.date;
  if (!next) return <NextDay from={addDays(until, 1)} last={last} onShow={onShow} />;
  return (
    <Button look="line" onClick={() => onShow(next)}>
      {t("lbl_next_activity_day", { day: day(next, "weekdayLong") })}
    </Button>
  );
}

function ActivityCard(props: {
  instance: ActivityInstance;
  template: ActivityTemplate | null;
  currency: string;
  onBook: () => void;
}) {
  const { instance, template, currency, onBook } = props;
  const { t, money, facts } = useI18n();
  const words = useActivityWords();
  const [image] = words.images(template);
  const name = words.name(instance.activity_template_id, instance.name);
  const { base_price, from_total } = instance.activity_price;
  return (
    <article className="card activity-card" aria-label={name}>
      {image ? <Picture {...image} sizes="(max-width: 48rem) 100vw, 16rem" /> : <NoImage />}
      <div className="words">
        <Own as="h3" className="serif">
          {name}
        </Own>
        <Own>{cut(words.description(instance.activity_template_id, instance.description))}</Own>
        <p className="when">
          <span className="nowrap">{words.hours(instance)}</span>
          <span className="quiet">{t("lbl_places_left", { count: instance.capacity_left })}</span>
        </p>
      </div>
      <div className="price">
        <small>{t("lbl_starts_from")}</small>
        <b>
          <Money amount={base_price} currency={currency} />
        </b>
        {from_total !== base_price && (
          <small>{t("lbl_with_taxes_and_fees", { amount: money(from_total, currency) })}</small>
        )}
        <Button onClick={onBook} aria-label={`${t("lbl_book_now")}: ${facts([name, words.hours(instance)])}`}>
          {t("lbl_book_now")}
        </Button>
      </div>
    </article>
  );
}

/** In the place of a picture. */
export function NoImage() {
  const { t } = useI18n();
  return (
    <div className="no-image" role="img" aria-label={t("lbl_no_image")}>
      <Icon name="view" />
    </div>
  );
}
