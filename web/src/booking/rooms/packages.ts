/** Packages: what the address asks for, what a rate comes with, and how their names are cut. Pure. */
import type { Availability, Package, RateOffer } from "../../api";
import { sumMoney } from "../../i18n";
import type { Names } from "../names";

/** A package's name is cut to so many characters with two dots, its description to so many (SEARCH-37). */
const NAME_MAX = 17;
export const PACKAGE_TEXT_MAX = 150;

/** What `package_type` or `package_id` asks for: every package, or one by its id or code (SEARCH-35). */
export type PackageWish = { every: true } | { every: false; code: string };

export function packageWish(query: URLSearchParams): PackageWish | null {
  const asked = query.get("package_type") || query.get("package_id");
  if (!asked) return null;
  return asked === "ALL" ? { every: true } : { every: false, code: asked };
}

/** The one package that the server is asked for alone; several are looked for among every rate. */
export function packageAlone(query: URLSearchParams): string | undefined {
  const wish = query.get("package_type") ? null : packageWish(query);
  return wish && !wish.every ? wish.code : undefined;
}

const grants = (wish: PackageWish, found: Pick<Package, "id" | "code">) =>
  wish.every || wish.code === found.id || wish.code === found.code;

/** Ids of the packages asked for that some rate of the answer comes with: the hotel may have more of them. */
export function onOffer(answer: Availability, wish: PackageWish): Set<string> {
  const sold = new Set(answer.rate_details.flatMap((room) => room.rate_codes.map((rate) => rate.package_id)));
  const wanted = answer.packages.filter((found) => grants(wish, found) && sold.has(found.id));
  return new Set(wanted.map((found) => found.id));
}

/** The answer with the rates that were asked for alone; as it is when there are none (SEARCH-35, SEARCH-36). */
export function onlyPackages(answer: Availability, wish: PackageWish | null): Availability {
  if (!wish) return answer;
  const ids = onOffer(answer, wish);
  if (ids.size === 0) return answer;
  const rate_details = answer.rate_details
    .map((room) => ({
      ...room,
      rate_codes: room.rate_codes.filter((rate) => rate.package_id !== null && ids.has(rate.package_id)),
    }))
    .filter((room) => room.rate_codes.length > 0);
  return { ...answer, rate_details };
}

/** A package with its texts in the guest's language. */
export function named(found: Package, names: Names): Package {
  const field = (name: "name" | "description" | "cover_photo_alt") =>
    names.field("PACKAGE", found.id, name, found[name] ?? "");
  return {
    ...found,
    name: field("name"),
    description: field("description"),
    cover_photo_alt: field("cover_photo_alt") || null,
  };
}

/** The package that a rate comes with. */
export function packageOf(rate: Pick<RateOffer, "package_id">, answer: Availability): Package | null {
  return answer.packages.find((found) => found.id === rate.package_id) ?? null;
}

export interface Content {
  code: string;
  name: string;
  /** In the stay, for one room, with every tax. */
  amount: number;
}

/** What a package contains, with what it costs in the stay (PRICE-07). */
export function contentsOf(id: string, answer: Availability, currency: string): Content[] {
  return answer.package_charge_types
    .filter((content) => content.package_id === id)
    .map(({ code, name, charges }) => ({
      code,
      name,
      amount: sumMoney(
        charges.map((charge) => charge.net_value),
        currency,
      ),
    }));
}

/** A name that is too long ends in two dots. */
export function cutName(name: string): string {
  const letters = [...name];
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX).join("").trimEnd()}..` : name;
}

/** A door's number: four characters and more are cut to three with two dots (ROOMS-31). */
export function unitLabel(number: string): string {
  const letters = [...number];
  return letters.length >= 4 ? `${letters.slice(0, 3).join("")}..` : number;
}
