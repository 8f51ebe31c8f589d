import { useState } from "react";
import { useI18n } from "../../i18n";
import { Dialog, Money, Own } from "../../ui";
import { useBooking } from "../BookingProvider";
import { NightByNight } from "../NightByNight";
import { StayTotal } from "../StayTotal";
import type { BillSum } from "./bill";

/** The button that tells what the bill is made of. */
export function BillDetails(props: { bill: BillSum; currency: string }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="more" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("lbl_price_details")}
      </button>
      {open && <Details {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The bill with every night, fee and tax by name and amount (PRICE-06, SUMM-03). */
function Details(props: { bill: BillSum; currency: string; onClose: () => void }) {
  const { bill, currency, onClose } = props;
  const { t } = useI18n();
  const { names } = useBooking();
  return (
    <Dialog wide title={t("lbl_price_details")} onClose={onClose}>
      <div className="price-details">
        {bill.rooms.map(({ room, made, total }) => (
          <section key={room.session_id}>
            <Own as="h3">{names.room(room.room_type_id, room.room_type_name)}</Own>
            <NightByNight nights={made} currency={currency} />
            {bill.rooms.length > 1 && (
              <dl className="lines sums">
                <div>
                  <dt>
                    <b>{t("lbl_total")}</b>
                  </dt>
                  <dd>
                    <Money amount={total} currency={currency} />
                  </dd>
                </div>
              </dl>
            )}
          </section>
        ))}
        <StayTotal amount={bill.total} currency={currency} />
      </div>
    </Dialog>
  );
}
