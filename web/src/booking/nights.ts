/** What a price is made of, night by night: from the breakdown answer or from a folio, in one shape. Pure. */
import type { BreakdownEntry, Folio, NightBreakdown } from "../api";
import { sumMoney } from "../i18n";
import type { Names } from "./names";

/** The charges of a folio by night, named in the guest's language; `room` is what the room itself is called. */
export function nightsOfFolio(folio: Folio, room: string, names: Names): NightBreakdown[] {
  const dates = [...new Set(folio.charges.map((charge) => charge.date))];
  return dates.map((date) => {
    const charges = folio.charges.filter((charge) => charge.date === date);
    return {
      date,
      breakdown: charges.map(
        (charge): BreakdownEntry => ({
          code: charge.charge_type_code,
          name:
            charge.charge_type_code === "ROOM"
              ? room
              : names.field("CHARGE", charge.charge_type_code, "name", charge.charge_type_label),
          amount: charge.amount,
          taxes: charge.taxes.map((tax) => ({
            tax_type_id: tax.tax_type_id,
            name: names.field("CHARGE", tax.tax_type_id, "name", tax.name),
            amount: tax.amount,
            inclusive: tax.inclusive,
          })),
        }),
      ),
      total: sumMoney(
        charges.map((charge) => charge.net_value),
        folio.currency,
      ),
    };
  });
}
