/** The call of the list of currencies, apart from the others so that it loads with the list. */
import { at } from "./calls";
import { call } from "./client";
import type { Currency } from "./types";

/** What prices can be shown in; asked for when the menu opens. */
export const listCurrencies = (property: number) =>
  call<{ currencies: Currency[] }>(at(property, "/currencies"), { quiet: true });
