/** Which spaces are free: kind, day, times and people, and the spaces that fit (EVENT-08 to EVENT-24). */
import { useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import { ApiProblem, eventSpaces, eventTypes, hasCode, type SpaceOffer, type SpacePlan } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { ConversionNote } from "../booking/ConversionNote";
import { ByItself, ForStay } from "../booking/ForStay";
import { GoContext, useHere } from "../booking/go";
import { useInSight } from "../booking/in-sight";
import { useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { Button, Notice, Skeleton, say } from "../ui";
import { Arrange } from "./Arrange";
import { Filters, FiltersBar } from "./Filters";
import { Frame } from "./Frame";
import { SpaceCard } from "./SpaceCard";
import { daysOf, type EventSearch, instantOf, parametersOf, searchOf } from "./search";
import { pathOf } from "./steps";
import { isGone, useEvent } from "./useEvent";

/** How long a guest may go on changing before the spaces are asked for (EVENT-08). */
const PAUSE_MS = 300;

export function SelectSpace({ above }: { above?: string | undefined }) {
  const { t, language, locale } = useI18n();
  const { property, query, conversion } = useBooking();
  const { navigate, withQuery } = useContext(GoContext);
  const here = useHere();
  const { access, event, expired, end, readAgain, basket, belongs, leaveStay, begin, take } = useEvent();
  const failureWords = useFailureWords();
  const [chosen, setChosen] = useState<{ space: SpaceOffer; plan: SpacePlan } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const told = useInSight(refused);

  const types = useQuery({
    queryKey: ["event-types", property.id, language],
    queryFn: ({ signal }) => eventTypes(property.id, language, signal),
  });
  const days = daysOf(property.business_day.date, basket);
  const search = searchOf(query, days);
  // an address that names no kind is no wish for another than the one whose space is held
  const known = (wanted: string | null | undefined) => types.data?.find(({ id }) => id === wanted)?.id;
  const type = known(search.type) ?? known(access?.eventType) ?? types.data?.[0]?.id ?? null;

  // once for each kind of event (EVENT-08)
  const begun = access?.eventType === type ? access : null;
  const [unbegun, setUnbegun] = useState(false);
  const beginning = useRef(false);
  useEffect(() => {
    if (!type || begun || unbegun || beginning.current) return;
    beginning.current = true;
    begin(type)
      .catch(() => setUnbegun(true))
      .finally(() => {
        beginning.current = false;
      });
  }, [type, begun, unbegun, begin]);

  const asked = `${search.date} ${search.from} ${search.to}`;
  const settled = useSettled(asked);
  const [date = "", from = "", to = ""] = settled.split(" ");
  const spaces = useQuery({
    // one event may go on as another kind
    queryKey: ["event-spaces", property.id, begun?.event_id, begun?.eventType, settled, language, conversion],
    queryFn: async ({ signal }) => {
      if (!begun) throw new Error("no event");
      const zone = property.time_zone;
      const times = { name: "", from: instantOf(date, from, zone), to: instantOf(date, to, zone) };
      const shown = { language_code: language, conversion_currency: conversion };
      return (await eventSpaces(property.id, begun, times, shown, signal)).client_visible_data;
    },
    enabled: begun !== null,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const gone = isGone(spaces.error);
  useEffect(() => {
    if (gone) end();
  }, [gone, end]);
  // it came through without its guest having heard of it, or in another window: that is shown
  const booked = hasCode(spaces.error, "ALREADY_COMMITTED");
  useEffect(() => {
    if (booked) readAgain();
  }, [booked, readAgain]);

  const collator = new Intl.Collator(locale);
  const fitting = (spaces.data?.availability ?? [])
    .filter(
      ({ space_capacity, calendars }) =>
        space_capacity >= search.persons && calendars.some(({ price_plans }) => price_plans.length > 0),
    )
    .sort((one, other) => collator.compare(one.space_name, other.space_name));
  const found = spaces.data ? t("lbl_spaces_found", { count: fitting.length }) : "";
  useEffect(() => {
    if (found) say(found);
  }, [found]);

  function change(next: Partial<EventSearch>) {
    setRefused(null);
    const parameters = parametersOf({ ...search, type, ...next });
    navigate(`${pathOf("select-space")}?${withQuery(parameters)}`, { replace: true });
  }

  /** Takes the space; the guest goes on only when it is theirs (EVENT-07, EVENT-24). */
  async function book(arrangement: string | null) {
    if (!chosen) return;
    setBusy(true);
    setRefused(null);
    const zone = property.time_zone;
    try {
      await take({
        canRemove: true,
        sub_events: [
          {
            start_date: instantOf(search.date, search.from, zone),
            end_date: instantOf(search.date, search.to, zone),
            date: search.date,
            space_id: chosen.space.space_id,
            id: event?.sub_events[0]?.sub_event_id ?? null,
            details: {
              instructions: null,
              event_setup_type_id: null,
              addons: [],
              sub_event_id: null,
              name: null,
              selected_space_price_plan_id: chosen.plan.id,
              space_arrangement_id: arrangement,
              number_of_persons: search.persons,
              remarks: null,
            },
          },
        ],
      });
      if (here()) navigate(pathOf("select-package"));
    } catch (error) {
      setChosen(null);
      if (!isGone(error)) setRefused(error);
      void spaces.refetch();
    } finally {
      setBusy(false);
    }
  }

  const refusal = spaces.error instanceof ApiProblem ? (spaces.error.body.errors ?? []) : [];
  const past = refusal.some(({ field }) => field === "from");
  // what the page offers ends after it begins, but not by a clock that jumps over the hour
  const skipped = !past && refusal.some(({ field }) => field === "to");
  // nobody is left before a screen that says nothing
  const failed = types.isError || unbegun || (spaces.isError && !past && !skipped && !gone && !booked);
  const filters = { search: { ...search, type }, types: types.data ?? [], days, onChange: change };
  return (
    <Frame step="select-space">
      <section aria-labelledby="events-title" className="select-space">
        <h1 className="serif title" id="events-title">
          {t("lbl_events_title")}
        </h1>
        <p className="quiet">{t("lbl_events_intro")}</p>
        {basket ? <ForStay basket={basket} onLeave={leaveStay} /> : <ByItself belongs={belongs} />}
        {expired && (
          <Notice tone="warn" role="alert" className="spaced">
            {t("lbl_event_expired")}
          </Notice>
        )}
        {above && (
          <Notice tone="warn" role="alert" className="spaced">
            {above}
          </Notice>
        )}
        {types.data?.length === 0 ? (
          <Notice className="spaced">{t("lbl_no_events")}</Notice>
        ) : (
          <>
            <Filters {...filters} />
            <FiltersBar {...filters} />
            {refused !== null && (
              <Notice ref={told} tone="warn" role="alert" className="spaced">
                {failureWords(refused)}
              </Notice>
            )}
            {(past || skipped) && (
              <Notice tone="warn" role="status">
                {t(past ? "lbl_event_time_past" : "lbl_event_time_skipped")}
              </Notice>
            )}
            {failed && (
              <Notice tone="warn" role="alert">
                <p>{t("lbl_spaces_not_loaded")}</p>
                <Button
                  look="line"
                  onClick={() => {
                    setUnbegun(false);
                    void (types.isError ? types.refetch() : begun && spaces.refetch());
                  }}
                >
                  {t("lbl_retry")}
                </Button>
              </Notice>
            )}
            {!failed && (types.isPending || spaces.isPending) && (
              <div className="waiting" role="status">
                <span className="vh">{t("lbl_spaces_loading")}</span>
                <Skeleton block="14rem" />
                <Skeleton block="14rem" />
              </div>
            )}
            {spaces.data && fitting.length === 0 && <Notice>{t("lbl_no_spaces")}</Notice>}
            {fitting.length > 0 && <ConversionNote conversion={spaces.data?.conversion} />}
            <ul className="space-list">
              {fitting.map((space) => (
                <li key={space.space_id}>
                  <SpaceCard
                    space={space}
                    currency={spaces.data?.currency ?? property.currency}
                    conversion={spaces.data?.conversion?.currency ?? null}
                    old={settled !== asked}
                    onBook={(plan) => setChosen({ space, plan })}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {chosen && (
          <Arrange
            space={chosen.space}
            persons={search.persons}
            busy={busy}
            onChoose={(arrangement) => void book(arrangement)}
            onClose={() => setChosen(null)}
          />
        )}
      </section>
    </Frame>
  );
}

/** What was chosen last, once nothing has changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
