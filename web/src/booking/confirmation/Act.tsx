/** What one may want next once something is booked, and the ways there. */
import { use, useState } from "react";
import { findReservation, hasCode } from "../../api";
import { useI18n } from "../../i18n";
import { useFailureWords } from "../../shell/failure-words";
import { Icon, type IconName, Notice, Own } from "../../ui";
import { useBooking } from "../BookingProvider";
import { GoContext, useHere } from "../go";
import { keepLookUp } from "../looked-up";
import { deviceTime, paperAddress } from "./addresses";

/** Something that one may want next, behind an address. */
export function Act(props: {
  icon: IconName;
  href: string;
  title: string;
  text: string;
  newWindow?: boolean;
  download?: boolean;
}) {
  const { icon, href, title, text, newWindow, download } = props;
  return (
    <a
      href={href}
      download={download || undefined}
      {...(newWindow ? { target: "_blank", rel: "noopener noreferrer" } : {})}
    >
      <Icon name={icon} />
      <span>
        {title}
        <Own as="small">{text}</Own>
      </span>
    </a>
  );
}

/** The way to what was booked, looked up as the guest would with number and name (CONF-04). */
export function useDetails() {
  const { property } = useBooking();
  const { navigate } = use(GoContext);
  const here = useHere();
  const failureWords = useFailureWords();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** Whether it is open by then. */
  async function open(booked: { confirmation_no: string; last_name: string }): Promise<boolean> {
    const { confirmation_no: conf_num, last_name } = booked;
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      const found = await findReservation({ conf_num, last_name, property_code: property.code });
      if (!here()) return false;
      keepLookUp(property.id, found);
      navigate("/search-reservation-result");
      return true;
    } catch (error) {
      if (!here()) return false;
      // the name may be another by now; whatever else is wrong, what was confirmed stays in sight
      if (hasCode(error, "RESERVATION_UNKNOWN")) navigate("/search-reservation");
      else setFailure(error);
      setBusy(false);
      return false;
    }
  }
  /** For its button, which does nothing while it is busy. */
  return { open, busy: busy || undefined, problem: failure !== null ? failureWords(failure) : null };
}

/** Why the way there leads nowhere just now. */
export function NoDetails({ problem }: { problem: string | null }) {
  return (
    problem && (
      <Notice tone="warn" role="alert">
        {problem}
      </Notice>
    )
  );
}

/** Addresses of the letter and the calendar file of an activity or an event, in the guest's language. */
export function useExtraPapers() {
  const { language } = useI18n();
  const { origin } = window.location;
  return (extra: { letter_url: string; calendar_url: string; currency: string }) => ({
    letter: paperAddress(
      extra.letter_url,
      { device_time: deviceTime(new Date()), currency: extra.currency, language },
      origin,
    ),
    calendar: paperAddress(extra.calendar_url, { language }, origin),
  });
}
