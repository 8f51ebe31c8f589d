/**
 * Holds the page's shapes to the contract: every field that `types.ts` names is in the generated schema, and plain
 * values have the same type there. Nothing of this is in the build; `npm run types` fails when the two part.
 *
 * The page keeps shapes of its own because the schema cannot say what the page relies on, for instance that a field
 * which may be null is always there.
 */
import type { components } from "./schema.gen";
import type * as page from "./types";

type Schema = components["schemas"];
type Wide<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;

/** Names of the fields in which a shape of the page differs from the schema's. */
type Parting<Ours, Theirs> = {
  [K in keyof Ours]-?: K extends keyof Theirs
    ? NonNullable<Ours[K]> extends string | number | boolean
      ? Wide<NonNullable<Theirs[K]>> extends Wide<NonNullable<Ours[K]>>
        ? never
        : K
      : never
    : K;
}[keyof Ours];

type Agrees<Parted extends never> = Parted;

// left out: what only later areas fill (packages) and what single problems add to the common ones
export type Contract = [
  Agrees<Parting<page.Property, Schema["PropertyDetails"]>>,
  Agrees<Parting<page.WebsiteConfig, Schema["WebsiteSettings"]>>,
  Agrees<Parting<page.RoomType, Schema["RoomTypeDetails"]>>,
  Agrees<Parting<page.Picture, Schema["Image"]>>,
  Agrees<Parting<page.LanguageOption, Schema["PropertyLanguage"]>>,
  Agrees<Parting<page.Locale, Schema["Locale"]>>,
  Agrees<Parting<page.Currency, Schema["Currency"]>>,
  Agrees<Parting<page.Conversion, Schema["ConversionTerms"]>>,
  Agrees<Parting<page.DynamicField, Schema["DynamicField"]>>,
  Agrees<Parting<page.AddressRules, Schema["AddressRules"]>>,
  Agrees<Parting<page.Availability, Schema["Availability"]>>,
  Agrees<Parting<page.RoomOffer, Schema["RoomOffer"]>>,
  Agrees<Parting<page.RateOffer, Schema["RateCode"]>>,
  Agrees<Parting<page.PriceSummary, Schema["PriceSummaryAmounts"]>>,
  Agrees<Parting<page.UnavailableRoom, Schema["UnavailableRoom"]>>,
  Agrees<Parting<page.Reason, Schema["ReasonDetail"]>>,
  Agrees<Parting<page.NearestStay, Schema["NearestStay"]>>,
  Agrees<Parting<page.CalendarDay, Schema["Day"]>>,
  Agrees<Parting<page.BookingProfile, Schema["BookingProfile"]>>,
  Agrees<Parting<page.ResumedBatch, Schema["BookingProfile"]>>,
  Agrees<Parting<page.SelectedRoom, Schema["SelectedRoom"]>>,
  Agrees<Parting<Omit<page.SetRateBody, "package_id">, Schema["SetRate"]>>,
  Agrees<Parting<page.Folio, Schema["FolioAnswer"]>>,
  Agrees<Parting<page.Charge, Schema["Charge"]>>,
  Agrees<Parting<page.Tax, Schema["Tax"]>>,
  Agrees<Parting<page.Guest, Schema["Guest"]>>,
  Agrees<Parting<page.GuaranteeType, Schema["AvailableGuarantee"]>>,
  Agrees<Parting<page.GuaranteeDetails, Schema["GuaranteeDetails"]>>,
  Agrees<Parting<page.DiscountCheck, Schema["DiscountCheck"]>>,
  Agrees<Parting<Omit<page.CompanyPays, "company_pays">, Schema["CompanyPays"]>>,
  Agrees<Parting<page.GroupBlock, Schema["GroupBlock"]>>,
  Agrees<Parting<page.CommitBody, Schema["CommitBody"]>>,
  Agrees<Parting<page.ConfirmedRoom, Schema["ConfirmedRoom"]>>,
  Agrees<Parting<page.CardToken, Schema["CardToken"]>>,
  Agrees<Parting<Omit<page.ProblemBody, "quotes" | "night" | "reasons">, Schema["ProblemBody"]>>,
];
