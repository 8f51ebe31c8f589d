import { useState } from "react";
import { useI18n } from "../i18n";
import { Dialog, Icon, Own, Skeleton } from "../ui";
import { Boundary, NotLoaded } from "./Boundary";
import { HeaderMenu } from "./HeaderMenu";
import { part } from "./part";
import { useShell } from "./ShellContext";
import { ThereAndBack } from "./ThereAndBack";
import "./header.css";

const list = <Skeleton block="9rem" />;
const HotelDetails = part(() => import("./HotelDetails"), <Skeleton block="60vh" />);
const CurrencyList = part(() => import("./CurrencyList"), <Skeleton className="currencies" />);
const LanguageList = part(() => import("./LanguageList"), list);

/** Logo, name, address, and the menu: a row on desks, a drawer from the top on phones (HEAD-01 to HEAD-16). */
export function Header() {
  const { t, facts } = useI18n();
  const { property, turning } = useShell();
  const [open, setOpen] = useState<"menu" | "details" | null>(null);
  const address = facts([property.address, property.city]);
  const details = () => setOpen("details");
  return (
    <header className="head" aria-busy={turning}>
      <div className="page">
        <div className="brand">
          {property.business_logo && <img src={property.business_logo} alt="" width={34} height={34} />}
          <span>
            <Own as="b">{property.name}</Own>
            {address && <Own as="small">{address}</Own>}
          </span>
        </div>
        <nav aria-label={t("lbl_menu")}>
          <MenuItems onDetails={details} />
          <button
            type="button"
            className="burger icon-btn"
            aria-label={t("lbl_menu")}
            aria-haspopup="dialog"
            onClick={() => setOpen("menu")}
          >
            <Icon name="menu" />
          </button>
        </nav>
      </div>
      {open === "menu" && (
        <Dialog full title={<Own as="span">{property.name}</Own>} onClose={() => setOpen(null)}>
          <nav className="drawer" aria-label={t("lbl_menu")}>
            <MenuItems onDetails={details} onDone={() => setOpen(null)} inDrawer />
          </nav>
        </Dialog>
      )}
      {open === "details" && (
        <Dialog wide title={t("lbl_hotel_details")} onClose={() => setOpen(null)}>
          <Boundary instead={<NotLoaded />}>
            <HotelDetails />
          </Boundary>
        </Dialog>
      )}
    </header>
  );
}

function MenuItems(props: { onDetails: () => void; onDone?: () => void; inDrawer?: boolean }) {
  const { onDetails, onDone, inDrawer = false } = props;
  const { t } = useI18n();
  const { property, user, homeUrl, onSearchReservation, searchReservation, ...shell } = useShell();
  const config = property.website_config;
  const spoken = property.property_languages.find((one) => one.language_code === shell.language);
  return (
    <>
      {/* in the drawer only where it leads away (EVENT-04) */}
      {homeUrl && (!inDrawer || homeUrl[0] !== "#") && <a href={homeUrl}>{t("lbl_home")}</a>}
      <button type="button" aria-haspopup="dialog" onClick={onDetails}>
        {t("lbl_hotel_details")}
      </button>
      {config.enable_search_reservation && !onSearchReservation && (
        <button
          type="button"
          onClick={() => {
            onDone?.();
            searchReservation();
          }}
        >
          {t("lbl_search_reservation")}
        </button>
      )}
      {config.enable_multi_currency_support && shell.changesCurrency && (
        <HeaderMenu label={t("lbl_currency")} shown={shell.currency} inDrawer={inDrawer}>
          {(chosen) => <CurrencyList onChosen={onDone ?? chosen} />}
        </HeaderMenu>
      )}
      {config.enable_multi_language_support && property.property_languages.length > 1 && (
        <HeaderMenu
          label={t("lbl_language")}
          icon="globe"
          shown={spoken?.language_name ?? shell.language}
          inDrawer={inDrawer}
        >
          {(chosen) => <LanguageList onChosen={onDone ?? chosen} />}
        </HeaderMenu>
      )}
      {config.enable_loyalty_flow && !user?.account_number && user?.login_url && (
        <ThereAndBack href={user.login_url}>{t("lbl_log_in")}</ThereAndBack>
      )}
      {config.enable_loyalty_flow && user?.account_number && (
        <HeaderMenu label={t("lbl_account")} shown={user.user_display_name ?? ""} inDrawer={inDrawer}>
          {() => shell.userMenu}
        </HeaderMenu>
      )}
    </>
  );
}
