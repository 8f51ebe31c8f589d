import { useId } from "react";
import type { BookedAddon } from "../api";
import { useI18n } from "../i18n";
import { byQuantity } from "./added";
import { useAddedWords } from "./added-words";

/** What was added to a booked room. */
export function AddedToRoom(props: {
  addons: readonly BookedAddon[];
  stay: { check_in_date: string; check_out_date: string };
}) {
  const { addons, stay } = props;
  const { t } = useI18n();
  const words = useAddedWords(stay);
  const heading = useId();
  if (addons.length === 0) return null;
  return (
    <div className="small added">
      <b id={heading}>{t("lbl_added_to_room")}</b>
      <ul aria-labelledby={heading}>
        {byQuantity(addons).map((line) => (
          <li key={`${line.id} ${line.quantity}`}>
            {[words.times(line), words.when(line)].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
    </div>
  );
}
