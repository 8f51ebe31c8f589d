//! The sandbox bank of the card vault: pays by token, so that no card number comes near the booking side.

use domain::booking::ChargedCard;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use store::refunds::Refund;
use vault::client::{Authorise, GiveBack, OfferLink, Payment, PaymentState, Settle};

use super::{Charge, Gateway, NoAnswer, Offer, RefundStanding, Said, SaidOfRefund, Standing};
use crate::clock::Clock;
use crate::error::Answer;
use crate::vault::{Refused, VaultClient};

/// Pays at the vault's sandbox bank.
pub struct Sandbox {
    vault: VaultClient,
    clock: Clock,
}

impl Sandbox {
    /// At the bank of this vault.
    pub fn new(vault: VaultClient, clock: Clock) -> Sandbox {
        Sandbox { vault, clock }
    }

    fn settle<'a>(&'a self, property_id: i64, key: &'a str, to: PaymentState) -> BoxFuture<'a, Said> {
        let asked = Settle { property_id, payment_key: key.to_owned(), to };
        async move { said(self.vault.settle(&asked, self.clock.now()).await) }.boxed()
    }
}

impl Gateway for Sandbox {
    fn authorise<'a>(&'a self, charge: &'a Charge) -> BoxFuture<'a, Said> {
        let asked = Authorise {
            property_id: charge.property_id,
            payment_key: charge.key.clone(),
            token: charge.card_token.clone(),
            amount: charge.amount,
            currency: charge.currency.to_owned(),
            shown_amount: charge.shown_amount.clone(),
            page_origin: charge.page_origin.clone(),
        };
        async move { said(self.vault.authorise(&asked, self.clock.now()).await) }.boxed()
    }

    fn offer<'a>(&'a self, offer: &'a Offer) -> BoxFuture<'a, Result<Option<String>, NoAnswer>> {
        let asked = OfferLink {
            property_id: offer.property_id,
            payment_key: offer.key.clone(),
            request_id: offer.request_id.clone(),
            amount: offer.amount,
            currency: offer.currency.to_owned(),
            shown_amount: offer.shown_amount.clone(),
            payee: offer.payee.clone(),
            locale: offer.language.clone(),
            expires_at: offer.until.as_second(),
            page_origin: offer.page_origin.clone(),
        };
        async move {
            match self.vault.offer(&asked, self.clock.now()).await {
                Ok(Ok(link)) => Ok(Some(link.url)),
                Ok(Err(refused)) => {
                    tracing::warn!(status = %refused.status, code = refused.code(), "the bank did not offer a payment");
                    Err(NoAnswer)
                }
                Err(_) => Err(NoAnswer),
            }
        }
        .boxed()
    }

    fn capture<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        self.settle(property_id, key, PaymentState::Captured)
    }

    fn void<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        self.settle(property_id, key, PaymentState::Voided)
    }

    fn refund<'a>(&'a self, refund: &'a Refund) -> BoxFuture<'a, SaidOfRefund> {
        let asked = GiveBack {
            property_id: refund.property_id,
            payment_key: refund.payment_key(),
            refund_key: refund.key(),
            amount: refund.amount,
        };
        async move {
            match self.vault.give_back(&asked, self.clock.now()).await {
                Ok(Ok(answer)) if answer.given => Ok(RefundStanding::Given),
                Ok(Ok(_)) => Ok(RefundStanding::NotYet),
                Ok(Err(refused)) if refused.code() == "PAYMENT_UNKNOWN" => Ok(RefundStanding::PaymentUnknown),
                Ok(Err(refused)) => {
                    tracing::warn!(status = %refused.status, code = refused.code(), "the bank did not answer a refund");
                    Err(NoAnswer)
                }
                Err(_) => Err(NoAnswer),
            }
        }
        .boxed()
    }

    /// This bank gives at once, and nothing comes back: nobody has to ask it again.
    fn refund_status<'a>(&'a self, _refund: &'a Refund) -> BoxFuture<'a, SaidOfRefund> {
        std::future::ready(Err(NoAnswer)).boxed()
    }

    fn card_of_link<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Option<ChargedCard>> {
        async move {
            let payment = self.vault.payment(property_id, key, self.clock.now()).await.ok()?.ok()?;
            ChargedCard::read(payment.masked_card_number, payment.card_brand)
        }
        .boxed()
    }

    fn status<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        async move { said(self.vault.payment(property_id, key, self.clock.now()).await) }.boxed()
    }
}

fn said(answer: Answer<Result<Payment, Refused>>) -> Said {
    match answer {
        Ok(Ok(payment)) => Ok(match payment.state {
            PaymentState::Challenge => Standing::Challenge(payment.challenge_url.unwrap_or_default()),
            PaymentState::Offered => Standing::Offered,
            PaymentState::Authorised => Standing::Authorised,
            PaymentState::Captured => Standing::Captured,
            PaymentState::Voided => Standing::Voided,
            PaymentState::Declined => Standing::Declined,
        }),
        Ok(Err(refused)) if refused.code() == "PAYMENT_UNKNOWN" => Ok(Standing::Unknown),
        // A card that the vault has no more pays nothing.
        Ok(Err(refused)) if refused.code() == "CARD_UNKNOWN" => Ok(Standing::Declined),
        Ok(Err(refused)) => {
            tracing::warn!(status = %refused.status, code = refused.code(), "the bank did not answer a payment");
            Err(NoAnswer)
        }
        // Told to the log where it happened.
        Err(_) => Err(NoAnswer),
    }
}
