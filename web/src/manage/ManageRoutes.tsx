/** The screens of managing a booking, each on its own address (ROUTE-06). */
import { type ComponentType, useContext, useEffect, useRef } from "react";
import type { LookUp } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { STEP_PATH } from "../booking/flow";
import { GoContext } from "../booking/go";
import { isUntold } from "../booking/state";
import { WithQueries } from "../booking/WithQueries";
import { type LabelKey, useI18n } from "../i18n";
import { Button, Notice, Skeleton, say } from "../ui";
import { AddPayment } from "./AddPayment";
import { CancelReservation } from "./CancelReservation";
import { useCancelledHalfway } from "./cancelling";
import { CANCEL, FORM, isClosed, RESULT } from "./closed";
import { ErrorNotice } from "./ErrorNotice";
import { ExtraPage } from "./ExtraPage";
import { FindReservation } from "./FindReservation";
import { GuestDetails } from "./GuestDetails";
import { InView } from "./InView";
import { ReservationPage } from "./ReservationPage";
import { ReservationProvider, useReservation } from "./reservation";
import "./manage.css";

const screens: Record<string, { Screen: ComponentType; title: LabelKey }> = {
  "/search-reservation-result": { Screen: ReservationPage, title: "lbl_your_reservation" },
  [CANCEL]: { Screen: CancelReservation, title: "lbl_cancel_reservation" },
  "/guest-details": { Screen: GuestDetails, title: "lbl_modify_guest" },
  "/add-payment": { Screen: AddPayment, title: "lbl_add_payment" },
};

const ofExtra: (typeof screens)[string] = { Screen: ExtraPage, title: "lbl_your_reservation" };
export default function ManageRoutes({ path }: { path: string }) {
  const { property, query } = useBooking();
  const [number, link] = [query.get("conf_num"), query.get("link")];
  const mailed: LookUp | null =
    number && link ? { conf_num: number, link, property_code: property.code } : null;
  // a mail program may cut a long address off
  const cut = !mailed && (number ?? link) !== null && path !== FORM;
  return (
    <WithQueries>
      <ReservationProvider link={cut ? "cut" : mailed} path={path}>
        <Screens path={path} />
      </ReservationProvider>
    </WithQueries>
  );
}

function Screens({ path }: { path: string }) {
  const { t } = useI18n();
  const { property, names, query, state } = useBooking();
  const { navigate, withQuery } = useContext(GoContext);
  const { found, extra, reading, again, told, tell } = useReservation();
  // an activity or an event has one screen
  const screen = extra && screens[path] ? ofExtra : screens[path];
  const known = found ?? extra;
  const title = t(screen?.title ?? "lbl_search_reservation");
  const hotel = names.property(property).name;

  // how an order ended that its guest has not seen yet is shown, as on every screen of the booking; a mailed link is of a
  // reservation of its own
  const before = useRef(state.outcome?.seen || query.has("link") ? state.outcome : null);
  const ended = isUntold(state) && state.outcome !== before.current;
  useEffect(() => {
    if (ended) navigate(`/booking/${STEP_PATH.confirmation}`);
  }, [ended, navigate]);

  // what the e-mail's link brought is used up: it stays in no history; who has gone on meanwhile is not led back
  const used = known !== null && (query.has("conf_num") || query.has("link"));
  useEffect(() => {
    if (used) navigate(`${path}?${withQuery({ conf_num: null, link: null })}`, { replace: true });
  }, [used, path, navigate, withQuery]);

  // what was told on one screen is over on the next, before that one tells its own
  // biome-ignore lint/correctness/useExhaustiveDependencies: only moving on ends it
  useEffect(() => {
    if (told && told.at !== path) tell(null);
  }, [path]);

  // the wrapper's own address shows the form at its (ROUTE-05)
  const lost = path.endsWith("-wrapper") || (screen !== undefined && !known && reading === "gone");
  const cancelled = useCancelledHalfway(path);
  const closed = found !== null && (cancelled.over || isClosed(path, found.reservation_details));
  useEffect(() => {
    if (cancelled.telling) return;
    if (lost) navigate(FORM, { replace: true });
    // what is told on a screen that gives way goes along
    else if (closed && told?.at === path) tell({ ...told, at: RESULT });
    else if (closed) navigate(RESULT, { replace: true });
  }, [cancelled.telling, lost, closed, told, tell, path, navigate]);

  useEffect(() => {
    document.title = `${title} · ${hotel}`;
  }, [title, hotel]);

  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every screen begins at its top, with the focus
  useEffect(() => {
    window.scrollTo({ top: 0 });
    main.current?.focus({ preventScroll: true });
  }, [path]);

  const here = told?.at === path && !closed ? told : null;
  // of rooms of its own booking the words name which they are of
  const ofAnother =
    here?.of !== undefined &&
    known !== null &&
    ![known, ...(found?.rooms ?? [])].some(({ conf_num }) => conf_num === here.of);
  const words =
    here && (ofAnother ? t("lbl_told_of", { number: here.of ?? "", text: here.text }) : here.text);
  useEffect(() => {
    // an alert is read by itself, and so is what has the focus
    if (here && words && !here.refusal && !here.focus) say(words);
  }, [here, words]);

  function retry() {
    // the button goes: the focus stays with what comes in its place
    main.current?.focus({ preventScroll: true });
    void again();
  }

  const notice = here && !here.refusal && (
    <Notice tone={here.done ? "good" : "info"} className="told">
      {words}
    </Notice>
  );
  return (
    <main ref={main} tabIndex={-1} className="page manage">
      {here?.refusal && <ErrorNotice>{words}</ErrorNotice>}
      {here?.focus ? <InView of={here}>{notice}</InView> : notice}
      {!screen || lost ? (
        <FindReservation />
      ) : known && !closed ? (
        // a form is of the one that it was opened for
        <screen.Screen key={path === RESULT ? path : path + known.conf_num} />
      ) : reading === "failed" ? (
        // what had the focus is gone with what was shown
        <InView>
          <Notice tone="warn" role="alert">
            <p>{t("lbl_reservation_not_loaded")}</p>
            <Button look="line" onClick={retry}>
              {t("lbl_retry")}
            </Button>
          </Notice>
        </InView>
      ) : (
        <div className="waiting" role="status">
          <span className="vh">{t("lbl_loading")}</span>
          <Skeleton block="3rem" />
          <Skeleton block="14rem" />
          <Skeleton block="16rem" />
        </div>
      )}
    </main>
  );
}
