import { useQuery } from "@tanstack/react-query";
import { type Availability, findRooming } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Money, Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { queries } from "../queries";
import { useStayWords } from "../stay-words";
import { timesRooms } from "./offers";
import { counted, groupOf, roomingPackage } from "./together";
import type { Package, Taking } from "./useTakeTogether";

/** Several rooms as one choice: which, for whom, what all of them cost, one button. */
export function TogetherCard(props: {
  title: string;
  diff: string;
  answer: Availability;
  offer: Package;
  taking: Taking;
}) {
  const { title, diff, answer, offer } = props;
  const { take, busy, trouble } = props.taking;
  const { t, range } = useI18n();
  const { names, shownCurrency: currency } = useBooking();
  const words = useStayWords();
  const types = new Map(answer.room_types.map((type) => [type.id, type.name]));
  const rates = new Map(answer.rate_codes.map((rate) => [rate.id, rate.name]));
  const moves = new Set(offer.parts.map((part) => part.stay.checkIn)).size > 1;
  return (
    <article className="card together">
      <div className="w">
        <span className="diff">{diff}</span>
        <h3 className="serif">{title}</h3>
        <ul>
          {counted(offer.parts).map(({ count, part }) => {
            const room = names.room(part.room_type_id, types.get(part.room_type_id) ?? part.room_type_id);
            const rate = names.rate(part.rate_code_id, rates.get(part.rate_code_id) ?? "");
            return (
              <li key={`${part.room_type_id}/${part.stay.checkIn}/${words.guests(part.stay.persons)}`}>
                <b>{count > 1 ? t("lbl_times_room", { count, room }) : room}</b>
                <span>
                  {moves
                    ? range(part.stay.checkIn, part.stay.checkOut, "short")
                    : words.guests(part.stay.persons)}
                  {" · "}
                  {rate}
                </span>
                <div className="cancel">
                  <CancellationText
                    cancellation={timesRooms(part.cancellation, count)}
                    currency={currency}
                    arrival={part.stay.checkIn}
                  />
                </div>
              </li>
            );
          })}
        </ul>
        {trouble && (
          <Notice tone="bad" role="alert">
            {t(trouble === "changed" ? "lbl_together_changed" : "lbl_together_gone")}
          </Notice>
        )}
        <div className="end">
          <div className="price">
            <b>
              <Money amount={offer.shown} currency={currency} />
            </b>
          </div>
          <Button look="soft" busy={busy} onClick={() => void take(offer)}>
            {t("lbl_take_these_rooms")}
          </Button>
        </div>
      </div>
    </article>
  );
}

/** For a search of several rooms: the cheapest way for all of these people, as one choice. */
export function Together({ answer, taking }: { answer: Availability; taking: Taking }) {
  const { t } = useI18n();
  const { property, state, facts, conversion } = useBooking();
  const words = useStayWords();
  const group = groupOf(state.search);
  // a code has prices of its own, room by room, and these rooms are for money alone
  const wanted = group !== null && state.selected.length === 0 && !state.deal && !facts.bookWithPoints;
  const found = useQuery(
    {
      queryKey: ["availability", property.id, "rooming", group, conversion],
      queryFn: ({ signal }) =>
        group
          ? findRooming(property.id, { ...group, conversion_currency: conversion }, undefined, signal)
          : { rooming: null, conversion: null },
      enabled: wanted,
      staleTime: 30_000,
    },
    queries,
  );
  const first = state.search?.rooms[0];
  const rooming = found.data?.rooming;
  if (!rooming || !first || !wanted || rooming.rooms.length !== group?.number_of_rooms) return null;
  const { number_of_persons, number_of_children } = group;
  const people = words.guests({ adults: number_of_persons, children: number_of_children });
  return (
    <TogetherCard
      title={t("lbl_together")}
      diff={people}
      answer={answer}
      taking={taking}
      offer={roomingPackage(rooming, first)}
    />
  );
}
