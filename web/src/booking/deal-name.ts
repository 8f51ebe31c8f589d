/** The name of the guest's code in the language that is shown now (I18N-02): the server knows it under the code alone. */
import { useQuery } from "@tanstack/react-query";
import { availability } from "../api";
import { useI18n } from "../i18n";
import { useBooking } from "./BookingProvider";
import { askedWith } from "./deal";
import { queries } from "./queries";

/** As it was told when the code was typed, until it is known in another language; nothing without a code. */
export function useDealName(): string | undefined {
  const { property, state } = useBooking();
  const { language } = useI18n();
  const { deal, search } = state;
  const found = useQuery(
    {
      queryKey: ["deal-name", property.id, deal, search, language],
      queryFn: async () => {
        const { discount, company, group_block } = await availability(property.id, {
          check_in_date: search?.checkIn ?? "",
          check_out_date: search?.checkOut ?? "",
          number_of_rooms: search?.rooms.length ?? 1,
          number_of_persons: 1,
          number_of_children: 0,
          ...askedWith(deal),
          language_code: language,
        });
        return discount?.name ?? company?.name ?? group_block.group_name;
      },
      enabled: deal !== null && search !== null && deal.language !== language,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queries,
  );
  return found.data ?? deal?.name;
}
