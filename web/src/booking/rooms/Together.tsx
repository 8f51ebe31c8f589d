import type { Availability, Rooming } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Money, Own } from "../../ui";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
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
  /** Beneath a heading of their own where there are several. */
  as?: "h2" | "h3";
}) {
  const { title, diff, answer, offer, as: Title = "h3" } = props;
  const { take, busy } = props.taking;
  const { t, range } = useI18n();
  const { names, state, shownCurrency: currency } = useBooking();
  const words = useStayWords();
  const types = new Map(answer.room_types.map((type) => [type.id, type.name]));
  const rates = new Map(answer.rate_codes.map((rate) => [rate.id, rate.name]));
  const moves = new Set(offer.parts.map((part) => part.stay.checkIn)).size > 1;
  return (
    <article className="card together">
      <div className="w">
        <span className="diff">{diff}</span>
        <Title className="serif">{title}</Title>
        <ul>
          {counted(offer.parts).map(({ count, part }, index) => {
            const room = names.room(part.room_type_id, types.get(part.room_type_id) ?? part.room_type_id);
            const rate = names.rate(part.rate_code_id, rates.get(part.rate_code_id) ?? "");
            return (
              <li key={`${part.room_type_id}/${part.stay.checkIn}/${index}`}>
                <b>{count > 1 ? t("lbl_times_room", { count, room }) : <Own as="span">{room}</Own>}</b>
                <span>
                  {moves
                    ? range(part.stay.checkIn, part.stay.checkOut, "short")
                    : words.guests(part.stay.persons)}
                  {" · "}
                  <Own as="span">{rate}</Own>
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
        <div className="end">
          <div className="price">
            <b>
              <Money amount={offer.shown} currency={currency} />
            </b>
          </div>
          <Button
            look="soft"
            busy={busy}
            disabled={state.inProgress !== null && !busy}
            onClick={() => void take(offer)}
          >
            {t("lbl_take_these_rooms")}
          </Button>
        </div>
      </div>
    </article>
  );
}

/** For a search of several rooms: the cheapest way for all of these people, as one choice. */
export function Together(props: { answer: Availability; rooming: Rooming; taking: Taking }) {
  const { answer, rooming, taking } = props;
  const { t } = useI18n();
  const { state } = useBooking();
  const words = useStayWords();
  const group = groupOf(state.search);
  const first = state.search?.rooms[0];
  if (!group || !first) return null;
  const { number_of_persons, number_of_children } = group;
  const people = words.guests({ adults: number_of_persons, children: number_of_children });
  return (
    <TogetherCard
      as="h2"
      title={t("lbl_together")}
      diff={people}
      answer={answer}
      taking={taking}
      offer={roomingPackage(rooming, first)}
    />
  );
}
