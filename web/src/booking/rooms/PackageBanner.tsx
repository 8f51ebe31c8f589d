import { useQuery } from "@tanstack/react-query";
import { type Availability, applicablePackages, type Package } from "../../api";
import { useI18n } from "../../i18n";
import { Notice, Own } from "../../ui";
import { useBooking } from "../BookingProvider";
import { queries } from "../queries";
import { agesOf, type SearchRoom } from "../search-data";
import { atRates, cut } from "./offers";
import { cutName, named, onlyPackages, onOffer, PACKAGE_TEXT_MAX, packageWish } from "./packages";
import "./packages.css";

/** For a link to packages: those that can be had in a stay, asked beside its rooms; undefined when it asks for none. */
export function usePackages(stay: SearchRoom): { packages: Package[] | undefined; pending: boolean } {
  const { property, query } = useBooking();
  const { adults, children } = stay.persons;
  const ask = {
    check_in_date: stay.checkIn,
    check_out_date: stay.checkOut,
    number_of_persons: adults,
    number_of_children: children,
    children_ages: agesOf(stay.persons).join() || undefined,
  };
  const wanted = packageWish(query) !== null;
  const { data, isPending } = useQuery(
    {
      queryKey: ["packages", property.id, ask],
      queryFn: ({ signal }) => applicablePackages(property.id, ask, signal),
      enabled: wanted,
    },
    queries,
  );
  return { packages: wanted ? data : undefined, pending: wanted && isPending };
}

/**
 * Above the rooms of a link to packages: those that can be had, or that there is no such package (SEARCH-35, SEARCH-36).
 * Which there are, the list says: what `packages` was asked for knows no number of rooms, no code and no points.
 */
export function PackageBanner(props: { answer: Availability; packages: Package[] | undefined }) {
  const { answer, packages } = props;
  const { t } = useI18n();
  const { query, names } = useBooking();
  const wish = packageWish(query);
  if (!wish) return null;
  const ids = onOffer(answer, wish);
  if (ids.size === 0) {
    return (
      <Notice tone="warn" role="alert" className="trouble">
        {t("lbl_no_package_found")}
      </Notice>
    );
  }
  // a link to rates, too, lists no others; that it lists none, the list says
  const rates = { rateIds: query.get("rate_id"), rateCode: query.get("rate_code") };
  const listed = onOffer(atRates(onlyPackages(answer, wish), rates), wish);
  const shown = packages?.filter((found) => listed.has(found.id)).map((found) => named(found, names));
  if (!shown?.length) return null;
  return (
    <ul className="packages" aria-label={t("lbl_packages")}>
      {shown.map((found) => (
        <li key={found.id} className="card">
          {found.cover_photo && (
            <img
              src={found.cover_photo_small ?? found.cover_photo}
              alt={found.cover_photo_alt ?? ""}
              width={800}
              height={533}
              loading="lazy"
              decoding="async"
            />
          )}
          <div>
            <Own as="h2" className="serif" title={found.name}>
              {cutName(found.name)}
            </Own>
            <Own>{cut(found.description, PACKAGE_TEXT_MAX) ?? found.description}</Own>
          </div>
        </li>
      ))}
    </ul>
  );
}
