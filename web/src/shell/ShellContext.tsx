import { createContext, type ReactNode, use } from "react";
import type { LoggedInUser, Property } from "../api";

/** What header, popup and footer know. */
export interface Shell {
  /** With its texts in the guest's language. */
  property: Property;
  user: LoggedInUser | null;
  /** What is in the menu of a member who is signed in. */
  userMenu: ReactNode;
  /** Where Home leads; nothing without a safe `url`, but from an event. */
  homeUrl: string | null | false;
  /** Where the error popup's Home leads; null reloads the page. */
  popupUrl: string | null;
  onSearchReservation: boolean;
  /** Opens the reservation look-up. */
  searchReservation: () => void;
  language: string;
  /** Another language is on its way. */
  turning: boolean;
  changeLanguage: (code: string) => void;
  /** The currency that prices are shown in. */
  currency: string;
  /** Whether it can be changed now: not any more when something is booked. */
  changesCurrency: boolean;
  /** The booking starts over (CUR-02). */
  changeCurrency: (code: string) => void;
  /** Asks anew whether the hotel may measure; null where it would not. */
  askConsent: (() => void) | null | false;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error("useShell outside of the shell");
  return shell;
}
