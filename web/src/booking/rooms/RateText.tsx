import { useState } from "react";
import type { Availability, RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Own, plainText } from "../../ui";
import { useBooking } from "../BookingProvider";
import { cut } from "./offers";
import { RateDetails } from "./RateDetails";
import { useRateName } from "./useRateName";
import { useRoomsAtOnce } from "./useRoomsAtOnce";

/** What a rate is, cut to fit, and the button that tells all of it (ROOMS-25). */
export function RateText(props: {
  rate: RateOffer;
  /** Whose rate it is, for the button's name; null where it stands for every room. */
  roomName: string | null;
  answer: Availability;
  /** A longer text is cut (ROOMS-30). */
  max: number;
}) {
  const { rate, roomName, answer, max } = props;
  const { t, facts } = useI18n();
  const { names } = useBooking();
  const atOnce = useRoomsAtOnce();
  const [open, setOpen] = useState(false);
  const name = useRateName()(rate, answer);
  const html = names.field("RATE_CODE", rate.id, "additional_details", rate.additional_details ?? "");
  const text = plainText(html);
  return (
    <>
      {text && <Own as="span">{cut(text, max) ?? text}</Own>}{" "}
      <button type="button" className="more" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("lbl_rate_details")}
        <span className="vh">: {facts([roomName, name])}</span>
      </button>
      {open && (
        <RateDetails
          rate={rate}
          title={facts([roomName, name])}
          html={html}
          answer={answer}
          times={roomName === null ? null : atOnce}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
