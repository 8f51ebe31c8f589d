//! Refunds at Stripe. One is found by our key in its metadata, and asked for only where none of that key lives: Stripe
//! forgets idempotency keys after a day, and a refund may be on its way for longer and come back even later.

use domain::money::Currency;
use store::gateway_payments::Asked;
use store::refunds::Refund as Owed;

use super::Stripe;
use super::amount::to_stripe;
use super::client::{Form, List, PaymentIntent, Refund, Refused, Said, encoded};
use crate::gateway::{NoAnswer, RefundStanding, SaidOfRefund};

/// Why a refund comes back that would come back again: the card is no more, the guest gets the money by a dispute, or
/// somebody has taken it back at Stripe.
const FOR_GOOD: [&str; 7] = [
    "expired_or_canceled_card",
    "lost_or_stolen_card",
    "charge_for_pending_refund_disputed",
    "merchant_request",
    "canceled",
    "charge_disputed",
    "refund_disputed_payment",
];

impl Stripe {
    /// Asks for a refund that is not there yet, and answers how it stands.
    pub(super) async fn give_back(&self, owed: &Owed) -> SaidOfRefund {
        let Some(row) = self.find(owed.property_id, &owed.payment_key()).await? else {
            return Ok(RefundStanding::PaymentUnknown);
        };
        let intent = match self.paid_by(&row).await? {
            Ok(Some(intent)) if intent.status == "succeeded" => intent,
            // What was set aside is the guest's again: nothing was taken that could go back.
            Ok(Some(intent)) if intent.status == "canceled" => return Ok(RefundStanding::Given),
            // A refund that is asked for earlier is refused, and stays so for as long as Stripe remembers its key.
            Ok(_) => return Ok(RefundStanding::NotYet),
            Err(refused) if refused.is_about_an_unknown_object() => return Ok(RefundStanding::PaymentUnknown),
            Err(_) => return Err(NoAnswer),
        };
        let refunds = self.refunds_of(&intent.id).await?;
        if let Some(standing) = standing(owed, &refunds) {
            return Ok(standing);
        }
        let currency = Currency::of(&owed.currency).ok_or(NoAnswer)?;
        let (due, left) = (part(currency, &refunds, owed.amount), left(&intent, &refunds));
        if due > left {
            let Owed { property_id, reservation_id, version, .. } = owed;
            tracing::warn!(property_id, %reservation_id, version, due, left, "more went back at Stripe than was asked for here: no more than what is left goes back");
        }
        let amount = due.min(left);
        if amount == 0 {
            // Nothing is left, or less than the smallest amount that Stripe counts.
            return Ok(RefundStanding::Given);
        }
        let form: Form = [
            ("payment_intent", intent.id),
            ("amount", amount.to_string()),
            ("metadata[property_id]", owed.property_id.to_string()),
            ("metadata[refund_key]", owed.key()),
            ("metadata[refund_try]", owed.failures.to_string()),
            ("metadata[refund_owed]", owed.amount.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        // Under one key Stripe repeats what it said, a refusal too.
        let key = format!("{}-{}.{}", owed.property_id, owed.key(), owed.failures);
        match self.client.post::<Refund>("refunds", encoded(&form), Some(&key)).await? {
            Ok(refund) => Ok(said(&refund)),
            // Somebody has given all of it back at Stripe just now.
            Err(Refused { code: Some(code), .. }) if code == "charge_already_refunded" => Ok(RefundStanding::Given),
            Err(Refused { code, kind, .. }) => Ok(came_back(code.unwrap_or(kind))),
        }
    }

    /// How a refund stands that was asked for before.
    pub(super) async fn given_back(&self, owed: &Owed) -> SaidOfRefund {
        let Some(row) = self.find(owed.property_id, &owed.payment_key()).await? else { return Err(NoAnswer) };
        let intent = self.intent_id(&row).await?.ok().flatten().ok_or(NoAnswer)?;
        Ok(standing(owed, &self.refunds_of(&intent).await?).unwrap_or(RefundStanding::NotYet))
    }

    /// The payment that a refund is of.
    async fn paid_by(&self, row: &Asked) -> Said<Option<PaymentIntent>> {
        match self.intent_id(row).await? {
            Ok(Some(id)) => Ok(self.client.get(&format!("payment_intents/{id}")).await?.map(Some)),
            Ok(None) => Ok(Ok(None)),
            Err(refused) => Ok(Err(refused)),
        }
    }

    /// Every refund of a payment, the newest first.
    async fn refunds_of(&self, intent: &str) -> Result<Vec<Refund>, NoAnswer> {
        let mut all: Vec<Refund> = Vec::new();
        loop {
            let after = all.last().map(|last| format!("&starting_after={}", last.id)).unwrap_or_default();
            let path = format!("refunds?payment_intent={intent}&limit=100{after}");
            let page = self.client.get::<List<Refund>>(&path).await?.map_err(|_| NoAnswer)?;
            let ends = !page.has_more || page.data.is_empty();
            all.extend(page.data);
            if ends {
                return Ok(all);
            }
        }
    }
}

/// What of a payment can still go back, in Stripe's units: what somebody gave back at Stripe itself is gone too.
fn left(intent: &PaymentIntent, refunds: &[Refund]) -> i64 {
    (intent.amount_received - living(refunds).map(|refund| refund.amount).sum::<i64>()).max(0)
}

fn living(refunds: &[Refund]) -> impl Iterator<Item = &Refund> {
    refunds.iter().filter(|refund| !matches!(said(refund), RefundStanding::CameBack { .. }))
}

/// What is due of a refund, in Stripe's units. Stripe took the whole payment rounded down once: parts that were rounded
/// down each would leave coins of a payment that goes back whole. So each brings what has gone back to what it has to be by
/// then, whichever of those before it came back meanwhile; one that Stripe cannot count leaves no trace there, and later
/// ones do not make up for it. `owed` is in minor units, as is what each refund says of itself.
fn part(currency: &Currency, refunds: &[Refund], owed: i64) -> i64 {
    let ours = |refund: &Refund| Some((refund.metadata.get("refund_owed")?.parse::<i64>().ok()?, refund.amount));
    let (before, given) =
        living(refunds).filter_map(ours).fold((0, 0), |(before, given), (owed, asked)| (before + owed, given + asked));
    (to_stripe(currency, before + owed) - given).max(0)
}

/// How a refund stands among those of its payment: one of its key that lives is it, whichever try it was; else that of its
/// last try.
fn standing(owed: &Owed, refunds: &[Refund]) -> Option<RefundStanding> {
    let (key, last) = (owed.key(), owed.failures.to_string());
    let ours = || refunds.iter().filter(|refund| refund.metadata.get("refund_key") == Some(&key));
    let lives = ours().find(|refund| !matches!(said(refund), RefundStanding::CameBack { .. }));
    lives.or_else(|| ours().find(|refund| refund.metadata.get("refund_try") == Some(&last))).map(said)
}

fn said(refund: &Refund) -> RefundStanding {
    match refund.status.as_deref() {
        Some("succeeded") => RefundStanding::Given,
        Some("failed") => came_back(refund.failure_reason.clone().unwrap_or_else(|| "failed".to_owned())),
        Some("canceled") => came_back("canceled".to_owned()),
        // `pending`, which may take days.
        _ => RefundStanding::OnItsWay,
    }
}

fn came_back(why: String) -> RefundStanding {
    let may_help = !FOR_GOOD.contains(&why.as_str());
    RefundStanding::CameBack { why, may_help }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refund(status: &str, owed: i64, amount: i64) -> Refund {
        let metadata = json!({"refund_owed": owed.to_string()});
        serde_json::from_value(json!({"id": "re_1", "amount": amount, "status": status, "metadata": metadata}))
            .expect("a refund")
    }

    // Three rooms of 279.789 dinars, of which Stripe took 839.360 in all.
    #[test]
    fn what_goes_back_in_parts_is_what_was_taken() {
        for (code, owed) in [
            ("KWD", [279_789, 279_789, 279_789]),
            ("OMR", [5, 9_999, 1_234]),
            ("TND", [100_001, 100_009, 7]),
            ("USD", [19_601, 3, 777]),
            ("JPY", [8_201, 1, 12_000]),
        ] {
            let currency = Currency::of(code).expect("a currency");
            let taken = to_stripe(currency, owed.iter().sum());
            let mut refunds = vec![refund("failed", 50_000, 50_000)];
            let ask = |refunds: &mut Vec<Refund>, owed: i64| {
                // Nothing is asked for of one that Stripe cannot count.
                match part(currency, refunds, owed) {
                    0 => {}
                    amount => refunds.insert(0, refund("pending", owed, amount)),
                }
            };
            let back = |refunds: &[Refund]| {
                let living = refunds.iter().filter(|refund| refund.status.as_deref() == Some("pending"));
                living.map(|refund| refund.amount).sum::<i64>()
            };
            for amount in owed {
                ask(&mut refunds, amount);
            }
            assert_eq!(back(&refunds), taken, "{code}");
            // One that came back is asked for again, and Stripe has that much.
            for at in 0..refunds.len() - 1 {
                let mut refunds = refunds.clone();
                refunds[at].status = Some("failed".to_owned());
                let owed = refunds[at].metadata["refund_owed"].parse().expect("an amount");
                ask(&mut refunds, owed);
                assert_eq!(back(&refunds), taken, "{code}, {at} again");
            }
        }
    }
}
