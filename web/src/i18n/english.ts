/** The built-in English labels: the fallback when the server's labels fail (I18N-07), and the list of keys. */
import activities from "../../../labels/en/activities.json";
import addons from "../../../labels/en/addons.json";
import brand from "../../../labels/en/brand.json";
import card from "../../../labels/en/card.json";
import confirmation from "../../../labels/en/confirmation.json";
import editing from "../../../labels/en/editing.json";
import errors from "../../../labels/en/errors.json";
import events from "../../../labels/en/events.json";
import extras from "../../../labels/en/extras.json";
import information from "../../../labels/en/information.json";
import instant from "../../../labels/en/instant.json";
import manage from "../../../labels/en/manage.json";
import measuring from "../../../labels/en/measuring.json";
import packages from "../../../labels/en/packages.json";
import payment from "../../../labels/en/payment.json";
import points from "../../../labels/en/points.json";
import rooms from "../../../labels/en/rooms.json";
import search from "../../../labels/en/search.json";
import shell from "../../../labels/en/shell.json";
import summary from "../../../labels/en/summary.json";

export const english = {
  ...shell,
  ...search,
  ...rooms,
  ...packages,
  ...addons,
  ...points,
  ...summary,
  ...information,
  ...payment,
  ...confirmation,
  ...instant,
  ...card,
  ...errors,
  ...manage,
  ...brand,
  ...editing,
  ...activities,
  ...events,
  ...extras,
  ...measuring,
};

type Plural = "zero" | "one" | "two" | "few" | "many" | "other";
type WithoutPlural<K> = K extends `${infer Base}_${Plural}` ? Base : K;

/** Every label by name. A label with plural forms (`lbl_nights_one`, `lbl_nights_other`) goes by `lbl_nights`. */
export type LabelKey = WithoutPlural<keyof typeof english>;

/** Labels as the server sends them: a flat map. */
export type Labels = Readonly<Record<string, string>>;
