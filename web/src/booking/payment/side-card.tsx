/** The card form of an event or an activity: where it stands, what goes wrong with it, and that it stands alone. */
import { type ReactNode, useRef, useState } from "react";
import type { CardBooking } from "../../api";
import type { CardToken } from "../../api/types";
import { CardToCome } from "../../card/CardToCome";
import { CardProblem } from "../../card/exchange";
import { type CardHandle, CardHost } from "../../card/host";
import { useI18n } from "../../i18n";
import { useOwnPage } from "../../shell/strangers";
import { Notice, say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useInSight } from "../in-sight";
import { CardNotice } from "./CardNotice";
import { useSideFrame } from "./side-frame";
import "./payment.css";

export interface SideCard {
  /** Puts the card into the vault; throws `CardProblem`. */
  submit: () => Promise<CardToken>;
  /** Shows what went wrong: with the card, or else; null for nothing. */
  refuse: (problem: unknown) => void;
  /** An empty form in the place of the one that was sent. */
  anew: () => void;
  /** What went wrong, brought into sight; `words` says what is no card's fault, in the language of the moment. */
  notices: (words: (problem: unknown) => ReactNode) => ReactNode;
  /** In its place before it can be shown. */
  toCome: () => ReactNode;
  /** The form itself; the page is loaded anew for it where it would stand beside a third party's code. */
  form: (booking: CardBooking) => ReactNode;
}

export function useSideCard(): SideCard {
  const { t } = useI18n();
  const { property } = useBooking();
  const card = useRef<CardHandle>(null);
  const size = useSideFrame();
  const [frame, setFrame] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);
  const ofCard = problem instanceof CardProblem ? problem : null;

  const told = useInSight(ofCard ? null : problem);
  const anew = () => setFrame((count) => count + 1);
  return {
    async submit() {
      say(t("lbl_checking_card"));
      if (!card.current) throw new CardProblem("SILENT");
      return card.current.submit();
    },
    refuse: setProblem,
    anew,
    notices: (words) =>
      ofCard ? (
        <CardNotice
          problem={ofCard}
          onNewCard={() => {
            setProblem(null);
            anew();
          }}
        />
      ) : (
        problem !== null && (
          <Notice ref={told} tone="bad" role="alert">
            {words(problem)}
          </Notice>
        )
      ),
    toCome: () => <CardToCome size={size} />,
    form: (booking) => (
      <Alone>
        <CardHost
          key={frame}
          ref={card}
          anew={frame > 0}
          property={property}
          booking={booking}
          today={property.business_day.date}
          size={size}
          onTyped={() => setProblem((before: unknown) => (isOfTyping(before) ? null : before))}
        />
      </Alone>
    ),
  };
}

/**
 * Nobody types a card beside a third party's code: the frame has a page to itself, which finds the booking again. Only
 * where the form is shown, since what is on its way to the server before then would be lost with the page.
 */
function Alone({ children }: { children: ReactNode }) {
  return useOwnPage() ? null : children;
}

/** What typing mends; a card that was declined stays declined until another one is sent. */
const isOfTyping = (problem: unknown) => problem instanceof CardProblem && problem.kind !== "DECLINED";
