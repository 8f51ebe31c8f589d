/** One activity at a time: pictures, what it is, who comes and what that costs (ACT-09 to ACT-14). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useRef } from "react";
import { ApiProblem, activityPrice, hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext } from "../booking/go";
import { queries } from "../booking/queries";
import { Carousel } from "../booking/rooms/Carousel";
import { usePhone } from "../booking/wide";
import { useI18n } from "../i18n";
import { useProblemWords } from "../shell/problem-words";
import { Button, Notice, Own, Picture, Prose, Skeleton, Stepper } from "../ui";
import { Frame } from "./Frame";
import { NoImage } from "./SelectActivity";
import { PriceLines } from "./Summary";
import { pathOf } from "./steps";
import { useActivity } from "./useActivity";
import { useCalendar } from "./useCalendar";
import { dayOf, useActivityWords } from "./words";
import "../booking/rooms/rooms.css";

/** A number of the address within its bounds. */
const numberIn = (text: string | null, least: number) => {
  const number = Number(text ?? "");
  return Number.isInteger(number) && number >= least && number <= 999 ? number : least;
};

export function ActivityDetails() {
  const { t, day } = useI18n();
  const { property, query } = useBooking();
  const { navigate, withQuery } = useContext(GoContext);
  const { state, begin } = useActivity();
  const words = useActivityWords();
  const problemWords = useProblemWords();
  const phone = usePhone();
  const wanted = query.get("activity") ?? "";
  const party = { adults: numberIn(query.get("adults"), 1), children: numberIn(query.get("children"), 0) };
  const date = dayOf(wanted);
  const calendar = useCalendar(property.id, date, date);
  const { adults, children } = party;
  // what this guest holds of the same time is free for them
  const own = state.access;
  const asked = useQuery(
    {
      queryKey: ["activity-price", property.id, wanted, adults, children, own?.id],
      queryFn: ({ signal }) => activityPrice(property.id, wanted, { adults, children }, own, signal),
      placeholderData: keepPreviousData,
      staleTime: 0,
      // a form that is come back to is asked for anew
      gcTime: 0,
    },
    queries,
  );

  const instance = calendar.data?.dates[0]?.activities.find(({ id }) => id === wanted);
  const template =
    calendar.data?.activity_templates.find(({ id }) => id === instance?.activity_template_id) ?? null;
  // a choice of this time that was sent and not answered: its places may be held, and are found by sending it once more
  const sent = state.key !== null && state.chosen?.instance.id === wanted ? state.party : null;
  const isSent = sent?.adults === adults && sent.children === children;
  const gone = hasCode(asked.error, "PLACES_GONE");
  const again = isSent && gone ? state.price : null;
  // it has the places for fewer people too, and with those that are free for more, once it is answered
  const free = (gone && asked.error instanceof ApiProblem && asked.error.body.capacity_left) || 0;
  const fits = sent !== null && adults + children <= sent.adults + sent.children + free;
  const { chosen, price: told } = state;
  const find = gone && !again && fits && chosen && told ? () => begin(chosen, sent, told) : null;
  const waiting = state.start.kind === "waiting";
  const pressed = useRef(false);
  useEffect(() => {
    if (find || !pressed.current) return;
    // the button goes once they are found, and the focus would with it
    pressed.current = false;
    if (document.activeElement === document.body)
      document.querySelector("main")?.focus({ preventScroll: true });
  });
  const price = again ?? (asked.isError ? undefined : asked.data);
  const refused = !again && asked.error instanceof ApiProblem ? asked.error : null;
  // a price that is on its way says nothing of who else can come
  const settled = price && !asked.isPlaceholderData && price.adults === adults && price.children === children;
  const left = settled ? price.capacity_left : 0;
  const choose = (change: Partial<typeof party>) => {
    const next = { ...party, ...change };
    navigate(
      `${pathOf("activity-details")}?${withQuery({ adults: String(next.adults), children: String(next.children) })}`,
      { replace: true },
    );
  };
  const elsewhere = (
    <Button look="line" onClick={() => navigate(pathOf("select-activity"))}>
      {t("lbl_choose_another_time")}
    </Button>
  );

  const loading = (
    <Frame step="activity-details">
      <div className="waiting" role="status">
        <span className="vh">{t("lbl_activities_loading")}</span>
        <Skeleton block="18rem" />
        <Skeleton block="6rem" />
      </div>
    </Frame>
  );
  if (calendar.isPending) return loading;
  if (!instance) {
    // it takes place, and nobody else can book it any more: its guest goes on with the places that are theirs
    const held = own && chosen?.instance.id === wanted && state.start.kind === "done" ? state.party : null;
    const isHeld =
      hasCode(asked.error, "ACTIVITY_CLOSED") && held?.adults === adults && held.children === children;
    const onward = isHeld && { label: t("lbl_next"), onPress: () => navigate(pathOf("guest-information")) };
    if (!calendar.isError && asked.isPending) return loading;
    return (
      <Frame step="activity-details" next={onward || undefined}>
        <Notice tone="warn" role="alert" className="spaced">
          <p>
            {calendar.isError
              ? t("lbl_activities_not_loaded")
              : (hasCode(asked.error, "ACTIVITY_CLOSED") && problemWords(asked.error)) ||
                t("lbl_activity_unknown")}
          </p>
          {calendar.isError ? (
            <Button look="line" onClick={() => void calendar.refetch()}>
              {t("lbl_retry")}
            </Button>
          ) : (
            elsewhere
          )}
        </Notice>
      </Frame>
    );
  }

  const name = words.name(instance.activity_template_id, instance.name);
  const images = words.images(template);
  const tooMany = hasCode(refused, "PLACES_GONE") ? (refused.body.capacity_left ?? 0) : null;

  const next = {
    label: t("lbl_next"),
    busy: asked.isFetching && !settled,
    disabled: !settled,
    onPress: () => {
      if (!settled) return;
      begin({ instance, template }, party, price);
      navigate(pathOf("guest-information"));
    },
  };
  const card = (
    <section className="bill activity-bill" aria-label={t("lbl_activity_yours")}>
      <div className="what">
        <span>{day(instance.date, "long")}</span>
        <b>{words.hours(instance)}</b>
        {settled && (
          <span role="status">
            {left > 0 ? t("lbl_places_left", { count: left }) : t("lbl_places_none_left")}
          </span>
        )}
      </div>
      <div className="counts">
        <div>
          <span>{t("lbl_adults")}</span>
          <Stepper
            label={t("lbl_adults")}
            value={adults}
            min={1}
            max={Math.max(adults + left, sent?.adults ?? 0)}
            onChange={(value) => choose({ adults: value })}
          />
        </div>
        <div>
          <span>{t("lbl_children")}</span>
          <Stepper
            label={t("lbl_children")}
            value={children}
            min={0}
            max={Math.max(children + left, sent?.children ?? 0)}
            onChange={(value) => choose({ children: value })}
          />
        </div>
      </div>
      {refused && (
        <Notice tone="warn" role="alert">
          <p>
            {find
              ? t(waiting ? "lbl_activity_holding" : "lbl_no_answer")
              : (problemWords(refused) ?? t("lbl_activity_price_not_loaded"))}
          </p>
          {!find && tooMany !== null && tooMany > 0 && <p>{t("lbl_places_left", { count: tooMany })}</p>}
          <p className="ways">
            {find && (
              <Button
                look="line"
                busy={waiting}
                onClick={() => {
                  pressed.current = true;
                  find();
                }}
              >
                {t("lbl_retry")}
              </Button>
            )}
            {hasCode(refused, "PLACES_GONE", "ACTIVITY_CLOSED", "ACTIVITY_UNKNOWN") ? (
              elsewhere
            ) : (
              <Button look="line" onClick={() => void asked.refetch()}>
                {t("lbl_retry")}
              </Button>
            )}
          </p>
        </Notice>
      )}
      {!refused && !price && <Skeleton block="9rem" />}
      {price && (
        <div aria-busy={!settled}>
          <PriceLines price={price} />
        </div>
      )}
    </section>
  );

  return (
    <Frame step="activity-details" next={next} aside={card}>
      <article className="activity-details">
        <Own as="h1" className="serif title">
          {name}
        </Own>
        {images.length === 0 && <NoImage />}
        {images.length > 0 && phone && <Carousel pictures={images} name={name} />}
        {images.length > 0 && !phone && (
          <ul className={images.length > 1 ? "gallery many" : "gallery"}>
            {images.map((image, index) => (
              <li key={image.url}>
                <Picture {...image} sizes="40vw" first={index === 0} />
              </li>
            ))}
          </ul>
        )}
        {template && (
          <section aria-labelledby="overview-title" className="overview">
            <h2 className="serif" id="overview-title">
              {t("lbl_activity_overview")}
            </h2>
            <Prose html={words.overview(template)} />
          </section>
        )}
      </article>
    </Frame>
  );
}
