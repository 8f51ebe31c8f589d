import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { api, hearFailures, raise, useFailure } from "../api";
import { BookingProvider, useBooking } from "../booking/BookingProvider";
import { stepOfPath } from "../booking/flow";
import { GoContext } from "../booking/go";
import { namesFrom } from "../booking/names";
import { hasOpenOrder, hasOpenSideOrder } from "../booking/payment/ordered";
import { ORDER } from "../booking/state";
import { GuestsLanguage, I18nProvider, intlTag, loadBuiltIn, localeEntry, rememberLanguage } from "../i18n";
import { Boundary, Broken } from "../shell/Boundary";
import { ErrorPopup } from "../shell/ErrorPopup";
import { Footer } from "../shell/Footer";
import { Header } from "../shell/Header";
import { IncompleteLink, NoHotel } from "../shell/Incomplete";
import { Loader } from "../shell/Loader";
import { measures } from "../shell/measures";
import { hotelInAddress, loaderPicture, returnUrl } from "../shell/params";
import { part } from "../shell/part";
import { ScreenSkeleton } from "../shell/ScreenSkeleton";
import { SessionWatch } from "../shell/SessionWatch";
import { type Shell, ShellContext } from "../shell/ShellContext";
import { holders } from "../shell/staying";
import { LiveRegion, Skeleton } from "../ui";
import { adopt, currentAddress, navigate, useAddress, useHashPath, withQuery } from "./address";
import { BookingRoutes, prefetchStep } from "./BookingRoutes";
import { type Beginning, begin, loadTracking } from "./start";

/** Nobody waits for it, and a blocker may keep it away: the page stays as it is. */
const Tracking = part(loadTracking, null, (load) => load());
const OtherRoutes = part(
  async () => {
    const routes = await import("./OtherRoutes");
    await routes.prefetch(currentAddress().path);
    return routes;
  },
  <ScreenSkeleton />,
);
const UserMenu = part(() => import("../booking/member/UserMenu"), <Skeleton block="9rem" />);
const BrandPage = part(() => import("../brand/BrandPage"), <Loader picture={null} name={null} />);

const going = {
  navigate,
  withQuery: (changes: Readonly<Record<string, string | null>>) => withQuery(currentAddress(), changes),
};

/** Screens that are not of booking rooms, and what is none. */
const otherPaths = /^\/(?!booking)./;
const onSearchReservation = (path: string) => path === "/search-reservation";

/** The whole page: start-up, then header, routed screen, popup. */
export function App() {
  const { query, path } = useAddress();
  const ofBrand = path === "/brand";
  const hotel = hotelInAddress(query, path);
  useEffect(() => {
    if (ofBrand) return adopt();
    const marketing = document.querySelector<HTMLMetaElement>('meta[name="portico-marketing-url"]')?.content;
    if (!hotel && marketing) window.location.replace(marketing);
  }, [hotel, ofBrand]);
  if (ofBrand) {
    return (
      <Boundary instead={<BrokenPage />}>
        <GoContext value={going}>
          <BrandPage code={query.get("brand_code")} query={query} />
        </GoContext>
      </Boundary>
    );
  }
  if (!hotel) return <BrokenLink />;
  return <Hotel key={hotel.property_id} id={hotel.property_id} code={hotel.pc} />;
}

function BrokenPage() {
  return (
    <GuestsLanguage>
      <Broken />
    </GuestsLanguage>
  );
}

/** In the guest's language: no hotel has told its own. */
function BrokenLink() {
  return (
    <GuestsLanguage>
      <IncompleteLink />
    </GuestsLanguage>
  );
}

type Phase = { name: "starting" } | { name: "ready"; beginning: Beginning } | { name: "failed" };

function Hotel({ id, code }: { id: string; code: string }) {
  const { query, path } = useAddress();
  const [phase, setPhase] = useState<Phase>({ name: "starting" });
  const [loader, setLoader] = useState(true);
  const failure = useFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: start-up runs once for a hotel, with the query it was opened with
  useEffect(() => {
    const deaf = hearFailures(() => onSearchReservation(window.location.hash.slice(1)));
    // what the address leads to comes meanwhile
    if (otherPaths.test(path)) void OtherRoutes.prefetch();
    else prefetchStep(path.slice("/booking/".length));
    begin(id, query, () => setLoader(false))
      .then((beginning) => startTransition(() => setPhase({ name: "ready", beginning })))
      .catch(() => setPhase({ name: "failed" }));
    return deaf;
  }, [id]);

  if (loader || phase.name === "starting") {
    return <Loader picture={loaderPicture(query, window.location.origin)} name={query.get("pn")} />;
  }
  if (phase.name === "failed") {
    return (
      <GuestsLanguage>
        {/* the popup says it all; what it does not speak of the page says */}
        {failure ? <ErrorPopup popupUrl={null} /> : <NoHotel />}
      </GuestsLanguage>
    );
  }
  // one hotel's code with another's number: nobody shall book in the wrong house
  if (code && phase.beginning.property.code !== code) return <BrokenLink />;
  return <Ready beginning={phase.beginning} />;
}

function Ready({ beginning }: { beginning: Beginning }) {
  const { query } = useAddress();
  const [language, setLanguage] = useState(beginning.language);
  const [labels, setLabels] = useState(beginning.labels);
  const [fields, setFields] = useState(beginning.dynamicFields);
  const [turning, setTurning] = useState(false);
  const { property } = beginning;
  const names = useMemo(() => namesFrom(fields), [fields]);
  const named = useMemo(() => names.property(property), [names, property]);

  // before anything is painted: a page that turns round afterwards moves under the guest's eyes
  useLayoutEffect(() => {
    // the language of the words: a screen reader has to pronounce the label set, whatever the locale is called
    document.documentElement.lang = intlTag(language);
    document.documentElement.dir = localeEntry(language).dir;
  }, [language]);

  const turn = useRef(0);
  // I18N-02: labels and dynamic fields anew, then all at once, so that the page never speaks two languages. Without an
  // answer it goes on in the one that it has, and the popup says so
  const changeLanguage = useCallback(
    (code: string) => {
      turn.current += 1;
      const mine = turn.current;
      const asked = [
        api.labels(property.website_config.app_id, localeEntry(code).labels),
        code === property.language ? [] : api.dynamicFields(property.id, code, true),
      ] as const;
      setTurning(true);
      void Promise.all(asked)
        .then(
          ([nextLabels, nextFields]) => {
            // of two choices the later one counts, not the slower answer
            if (turn.current !== mine) return;
            rememberLanguage(code);
            setLabels(nextLabels);
            setFields(nextFields);
            setLanguage(code);
          },
          (problem) => turn.current === mine && raise(problem),
        )
        .finally(() => turn.current === mine && setTurning(false));
    },
    [property],
  );

  // what a language lacks is said in English; that set comes once the page stands
  useEffect(() => {
    const timer = setTimeout(() => void loadBuiltIn(), 3_000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <I18nProvider language={language} labels={labels} today={property.business_day.date}>
      <GoContext value={going}>
        <BookingProvider
          property={property}
          query={query}
          user={beginning.user}
          names={names}
          initial={beginning.booking}
        >
          <Screen
            property={named}
            user={beginning.user}
            language={language}
            turning={turning}
            changeLanguage={changeLanguage}
          />
        </BookingProvider>
      </GoContext>
      <LiveRegion />
    </I18nProvider>
  );
}

/** Header, routed screen and popup around the booking. */
function Screen(props: Pick<Shell, "property" | "user" | "language" | "turning" | "changeLanguage">) {
  const { property } = props;
  const { query, path } = useAddress();
  const { state, shownCurrency, changeCurrency } = useBooking();
  const failure = useFailure();
  const home = useMemo(() => returnUrl(query, property), [query, property]);
  const measured = measures(property);
  const [asked, setAsked] = useState(false);
  const [begun] = useState(state);
  const other = otherPaths.test(path);
  // what is ordered is not given back for another currency; for the moment of an order the header stays as it is
  const open = hasOpenOrder(state);
  const ordering = state.inProgress === ORDER;
  useLayoutEffect(() => {
    // the server cannot know the screen: its first one is for the search alone
    if (other) document.getElementById("first-screen")?.remove();
  }, [other]);
  const shell: Shell = {
    ...props,
    userMenu: <UserMenu />,
    // from an event to its first screen (EVENT-04)
    homeUrl: home.link ?? (/^.ev/.test(path) && `#/events?${query}`),
    popupUrl: home.popup,
    onSearchReservation: onSearchReservation(path),
    searchReservation: () => navigate("/search-reservation"),
    currency: shownCurrency,
    changesCurrency:
      !/^.(?!booking|events|abs)./.test(path) && !state.outcome?.rooms.length && (ordering || !open),
    changeCurrency: (code) => {
      if (open) return;
      changeCurrency(code);
      // what a link asked for is not asked for any more, on the way back neither
      const query = `?${going.withQuery({ currency: null })}`;
      navigate(path + query, { replace: true });
      if (!other) navigate(`/booking/search${query}`);
    },
    askConsent: measured && (() => setAsked(true)),
  };
  return (
    <ShellContext value={shell}>
      {!property.website_config.hide_menus_on_booking_engine && <Header />}
      <Boundary at={path}>
        <Router hook={useHashPath}>
          <Switch>
            <Route path="/booking/:step?/*?">
              {(params) => <Booking step={params.step ?? ""} child={params["*"] ?? ""} />}
            </Route>
            <Route path={otherPaths}>
              <OtherRoutes path={path} />
            </Route>
            <Route>
              <Redirect to="/booking/search" replace />
            </Route>
          </Switch>
        </Router>
      </Boundary>
      {measured && (
        <Boundary instead={null}>
          <Tracking path={path} begun={begun} asked={asked} onAnswered={() => setAsked(false)} />
        </Boundary>
      )}
      <Footer />
      <Session path={path} />
      {failure && <ErrorPopup popupUrl={home.popup} />}
    </ShellContext>
  );
}

/** The session's end, with the batch and whatever else a stay prolongs. What is booked does not end with it. */
function Session({ path }: { path: string }) {
  const { property, state, facts } = useBooking();
  const { batch, selected, outcome } = state;
  const booked = Boolean(outcome?.rooms.length);
  // an event or activity may be booked beside a stay that is
  if (/^.(events|activities)/.test(path) ? path.endsWith("/confirmation") : booked) return null;
  return (
    <SessionWatch
      // what was ordered may be booked by now
      waits={() => hasOpenOrder(state) || hasOpenSideOrder(property.id)}
      onStay={() => {
        // reading it is enough; one that is gone already is found out by the next step
        if (batch && (selected[0] || facts.editing) && !booked)
          void api.batch(property.id, batch).catch(() => undefined);
        for (const hold of holders) hold();
      }}
    />
  );
}

/** `/booking` and what is not one of its screens go to its first screen. */
function Booking({ step, child }: { step: string; child: string }) {
  if (!stepOfPath(step)) return <Redirect to="/booking/search" replace />;
  return <BookingRoutes path={step} child={child} />;
}
