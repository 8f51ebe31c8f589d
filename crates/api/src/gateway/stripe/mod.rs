//! Stripe: PaymentIntents that are authorised with the order and captured by what becomes of it, Checkout for payments by
//! link.
//!
//! Under each of our keys there is one payment at Stripe. What is asked is written down first (`store::gateway_payments`)
//! and sent with the key as Stripe's idempotency key, so that the same can be asked again after an answer that was lost,
//! and comes to the same payment. A key that was given up is closed first, here and, where Stripe has never heard of it, at
//! Stripe: what comes late by it finds it closed. What had been made before is found, or asked for again, and cancelled.
//!
//! Card numbers do not come here: the vault sends one to Stripe and answers what Stripe calls the card.

mod amount;
mod client;
mod refunds;
mod webhook;

use std::sync::atomic::{AtomicI64, Ordering};

use domain::booking::ChargedCard;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use secrecy::SecretString;
use store::gateway_payments::{self, Asked};
use store::refunds::Refund as OwedRefund;
use store::{Conn, Db, Durability, StoreError};
use vault::client::{BankPage, CardAtProvider};

use self::amount::to_stripe;
use self::client::{Client, Form, List, PaidIntent, PaymentIntent, Refused, Session, encoded};
use super::{Charge, Gateway, Heard, NoAnswer, Offer, Said, SaidOfRefund, Standing};
use crate::clock::Clock;
use crate::vault::VaultClient;

pub use self::client::API_URL;

/// Stripe opens no page for less than half an hour from when it is asked, which may be the link's last minute; a page that
/// is open for longer than its link is closed with it.
const LEAST_OPEN_MORE: SignedDuration = SignedDuration::from_mins(35);

/// After so long an account has let go of what was set aside and nobody took.
const LETS_GO: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Pays at Stripe.
pub struct Stripe {
    client: Client,
    db: Db,
    clock: Clock,
    vault: VaultClient,
    webhook_secret: Option<SecretString>,
    /// The last minute in which it was told that an event was not Stripe's.
    told: AtomicI64,
}

/// How the account at Stripe is reached.
#[derive(Debug, Clone)]
pub struct Account {
    /// [`API_URL`], or what stands in for it.
    pub url: String,
    /// `sk_..` or `rk_..`.
    pub secret_key: SecretString,
    /// `whsec_..`; without one nothing is listened to, and everything is asked for.
    pub webhook_secret: Option<SecretString>,
}

impl Stripe {
    /// With an account, and a vault that changes card tokens for Stripe's names.
    pub fn new(account: Account, db: Db, clock: Clock, vault: VaultClient) -> Stripe {
        let client = Client::new(&account.url, account.secret_key);
        Stripe { client, db, clock, vault, webhook_secret: account.webhook_secret, told: AtomicI64::new(0) }
    }

    async fn find(&self, property_id: i64, key: &str) -> Result<Option<Asked>, NoAnswer> {
        gateway_payments::find(&self.db, property_id, key).await.map_err(stored)
    }

    /// Writes what is asked, unless the key stands already; answers what stands.
    async fn begin(&self, property_id: i64, key: &str, form: &Form) -> Result<Asked, NoAnswer> {
        let row =
            Asked { property_id, payment_key: key.to_owned(), asked: encoded(form), reference: None, closed: false };
        let now = self.clock.now();
        self.db
            .write_one::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                let row = row.clone();
                Box::pin(async move { gateway_payments::begin(conn, &row, now).await })
            })
            .await
            .map_err(stored)?;
        self.find(property_id, key).await?.ok_or(NoAnswer)
    }

    async fn refer(&self, row: &Asked, reference: &str) -> Result<(), NoAnswer> {
        let (row, reference, now) = (row.clone(), reference.to_owned(), self.clock.now());
        self.db
            .write_one::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                let (row, reference) = (row.clone(), reference.clone());
                Box::pin(async move {
                    gateway_payments::refer(conn, row.property_id, &row.payment_key, &reference, now).await
                })
            })
            .await
            .map_err(stored)
    }

    /// The payment of what was asked: by its name, else by asking the same again.
    async fn intent(&self, row: &Asked) -> client::Said<PaymentIntent> {
        if let Some(reference) = &row.reference {
            return self.client.get(&format!("payment_intents/{reference}")).await?.map(Ok).map_err(|_| NoAnswer);
        }
        let said = match row.closed {
            true => self.given_up(row).await?,
            false => self.client.post("payment_intents", row.asked.clone(), Some(&idempotency_key(row))).await?,
        };
        // A card that is declined is told as an error that carries the payment.
        let said = match said {
            Ok(intent) => Ok(intent),
            Err(Refused { payment_intent: Some(intent), .. }) => Ok(intent),
            Err(refused) => Err(refused),
        };
        if let Ok(intent) = &said {
            self.refer(row, &intent.id).await?;
        }
        Ok(said)
    }

    /// What was made under a key that is given up. Where none is found Stripe may have forgotten the key, or not index the
    /// payment yet, or never have heard of it: only one that it remembers is asked by the same form again. So the key is
    /// used for a payment without a card first. That is made where none was, and what comes late by the key is refused.
    async fn given_up(&self, row: &Asked) -> client::Said<PaymentIntent> {
        if let Some(intent) = self.made(row).await? {
            return Ok(Ok(intent));
        }
        let key = idempotency_key(row);
        match self.client.post_first("payment_intents", without_card(&row.asked), Some(&key)).await? {
            Err(refused) if refused.is_about_the_key() => {
                self.client.post("payment_intents", row.asked.clone(), Some(&key)).await
            }
            said => Ok(said),
        }
    }

    /// The payment that carries our key, if Stripe finds one: not those of the last minute.
    async fn made(&self, row: &Asked) -> Result<Option<PaymentIntent>, NoAnswer> {
        let Asked { property_id, payment_key, .. } = row;
        let query = format!("metadata['property_id']:'{property_id}' AND metadata['payment_key']:'{payment_key}'");
        let query = encoded(&vec![("query".to_owned(), query)]);
        // Refused where Stripe cannot search.
        let found = self.client.get::<List<PaymentIntent>>(&format!("payment_intents/search?{query}")).await?;
        Ok(found.ok().and_then(|found| found.data.into_iter().next()))
    }

    async fn standing(&self, row: &Asked, page_origin: Option<&str>) -> Said {
        if is_link(row) {
            return self.link_standing(row).await;
        }
        match self.intent(row).await? {
            Ok(intent) => self.read(&intent, page_origin).await,
            // Stripe does not take it at all: nothing was set aside.
            Err(refused) if refused.is_about_the_amount() => Ok(Standing::NotTaken),
            Err(_) => Ok(Standing::Declined),
        }
    }

    async fn read(&self, intent: &PaymentIntent, page_origin: Option<&str>) -> Said {
        Ok(match intent.status.as_str() {
            "requires_capture" => Standing::Authorised,
            "succeeded" => Standing::Captured,
            "canceled" => Standing::Voided,
            // The bank said no, at once or after its page.
            "requires_payment_method" => Standing::Declined,
            "requires_action" => {
                let redirect = intent.next_action.as_ref().and_then(|next| next.redirect_to_url.as_ref());
                let url = redirect.and_then(|redirect| redirect.url.clone()).ok_or(NoAnswer)?;
                match page_origin {
                    // Stripe's page is shown within one of the vault's, which the paying page may show.
                    Some(page_origin) => Standing::Challenge(self.bank_page(url, page_origin)?),
                    None => Standing::Challenge(url),
                }
            }
            // `processing`: nobody knows yet.
            _ => return Err(NoAnswer),
        })
    }

    fn bank_page(&self, url: String, page_origin: &str) -> Result<String, NoAnswer> {
        self.vault.bank_page(&BankPage { url, page_origin: page_origin.to_owned() }).ok_or(NoAnswer)
    }

    async fn link_standing(&self, row: &Asked) -> Said {
        // Nobody pays on a page whose name nobody has heard: it was shown to nobody.
        let Some(reference) = &row.reference else { return Ok(Standing::Offered) };
        let session = self.session(reference).await?.map_err(|_| NoAnswer)?;
        let intent = match &session.payment_intent {
            Some(id) => match self.client.get::<PaymentIntent>(&format!("payment_intents/{id}")).await? {
                Ok(intent) => Some(intent.status),
                Err(_) => return Err(NoAnswer),
            },
            None => None,
        };
        Ok(match (intent.as_deref(), session.status.as_deref()) {
            (Some("requires_capture"), _) => Standing::Authorised,
            (Some("succeeded"), _) => Standing::Captured,
            (Some("canceled"), _) | (_, Some("expired")) => Standing::Voided,
            _ => Standing::Offered,
        })
    }

    /// The page of an offer: by its name, else by asking the same again.
    async fn page(&self, row: &Asked) -> client::Said<Session> {
        if let Some(reference) = &row.reference {
            return self.session(reference).await;
        }
        let said =
            self.client.post::<Session>("checkout/sessions", row.asked.clone(), Some(&idempotency_key(row))).await?;
        if let Ok(session) = &said {
            self.refer(row, &session.id).await?;
        }
        Ok(said)
    }

    async fn session(&self, reference: &str) -> client::Said<Session> {
        self.client.get(&format!("checkout/sessions/{reference}")).await
    }

    /// The payment's own name: of a link that of the payment behind it, once there is one. Refused where its page is.
    async fn intent_id(&self, row: &Asked) -> client::Said<Option<String>> {
        Ok(Ok(match &row.reference {
            Some(reference) if is_link(row) => {
                return Ok(self.session(reference).await?.map(|session| session.payment_intent));
            }
            Some(reference) => Some(reference.clone()),
            None if is_link(row) => None,
            None => self.intent(row).await?.ok().map(|intent| intent.id),
        }))
    }

    /// Closes a page to pay on, and cancels what was paid by it. One that is still being made is no answer yet.
    async fn close_link(&self, row: &Asked) -> Said {
        let id = match self.page(row).await? {
            Ok(session) => session.id,
            Err(refused) if row.reference.is_some() => return self.let_go(row, &refused).await,
            // There is none.
            Err(_) => return Ok(Standing::Voided),
        };
        // Refused when it is paid or over: then it is asked how it stands.
        let _ = self.client.post::<Session>(&format!("checkout/sessions/{id}/expire"), String::new(), None).await?;
        let row = Asked { reference: Some(id), ..row.clone() };
        match self.link_standing(&row).await? {
            Standing::Authorised => self.turn(&row, "cancel").await,
            Standing::Offered => Err(NoAnswer),
            ended => Ok(ended),
        }
    }

    /// Captures or cancels, and answers where the payment stands then.
    async fn turn(&self, row: &Asked, to: &str) -> Said {
        let id = match self.intent_id(row).await? {
            Ok(Some(id)) => id,
            Ok(None) => return Ok(if row.closed { Standing::Voided } else { Standing::Unknown }),
            Err(refused) => return self.let_go(row, &refused).await,
        };
        // Without an idempotency key: done once it is done, and a refusal says where it stands.
        let said =
            self.client.post::<PaymentIntent>(&format!("payment_intents/{id}/{to}"), String::new(), None).await?;
        match said {
            Ok(intent) => self.read(&intent, None).await,
            Err(Refused { payment_intent: Some(intent), .. }) => self.read(&intent, None).await,
            Err(refused) => self.let_go(row, &refused).await,
        }
    }

    /// What the account does not know is another's, which nobody asks any more: given up once that one has let it go by
    /// itself. Not before, as a key that is wrong for a while must lose nothing.
    async fn let_go(&self, row: &Asked, refused: &Refused) -> Said {
        if !refused.is_about_an_unknown_object() {
            return Err(NoAnswer);
        }
        match gateway_payments::closed_at(&self.db, row.property_id, &row.payment_key).await.map_err(stored)? {
            Some(at) if self.clock.now().duration_since(at) >= LETS_GO => Ok(Standing::Voided),
            _ => Err(NoAnswer),
        }
    }
}

impl Gateway for Stripe {
    fn authorise<'a>(&'a self, charge: &'a Charge) -> BoxFuture<'a, Said> {
        async move {
            let row = match self.find(charge.property_id, &charge.key).await? {
                Some(row) => row,
                None => {
                    let asked = CardAtProvider {
                        property_id: charge.property_id,
                        token: charge.card_token.clone(),
                        payment_key: charge.key.clone(),
                    };
                    let card = match self.vault.card_at_provider(&asked, self.clock.now()).await {
                        Ok(Ok(card)) => card.payment_method,
                        // A card that the vault has no more, or that Stripe does not take, pays nothing.
                        Ok(Err(refused)) if matches!(refused.code(), "CARD_UNKNOWN" | "CARD_DECLINED") => {
                            return Ok(Standing::Declined);
                        }
                        Ok(Err(refused)) => {
                            let code = refused.code();
                            tracing::warn!(status = %refused.status, code, "the card vault did not name a card to charge");
                            return Err(NoAnswer);
                        }
                        Err(_) => return Err(NoAnswer),
                    };
                    self.begin(charge.property_id, &charge.key, &self.intent_form(charge, &card)).await?
                }
            };
            if row.closed {
                return Ok(Standing::Voided);
            }
            self.standing(&row, Some(&charge.page_origin)).await
        }
        .boxed()
    }

    fn offer<'a>(&'a self, offer: &'a Offer) -> BoxFuture<'a, Result<Option<String>, NoAnswer>> {
        async move {
            let row = self.begin(offer.property_id, &offer.key, &self.session_form(offer)).await?;
            if row.closed {
                return Err(NoAnswer);
            }
            let session = match self.page(&row).await? {
                Ok(session) => session,
                Err(_) if row.reference.is_some() => return Err(NoAnswer),
                Err(_) => return Ok(None),
            };
            // Who gave it up while its page was made closes the page; nobody is to be shown it until then.
            if self.find(offer.property_id, &offer.key).await?.is_none_or(|row| row.closed) {
                return Err(NoAnswer);
            }
            session.url.map(Some).ok_or(NoAnswer)
        }
        .boxed()
    }

    fn capture<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        async move {
            match self.find(property_id, key).await? {
                Some(row) if !row.asked.is_empty() => self.turn(&row, "capture").await,
                Some(_) => Ok(Standing::Voided),
                None => Ok(Standing::Unknown),
            }
        }
        .boxed()
    }

    fn void<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        async move {
            let (closed, now) = (key.to_owned(), self.clock.now());
            self.db
                .write_one::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                    let key = closed.clone();
                    Box::pin(async move { gateway_payments::close(conn, property_id, &key, now).await })
                })
                .await
                .map_err(stored)?;
            let row = self.find(property_id, key).await?.ok_or(NoAnswer)?;
            if row.asked.is_empty() {
                return Ok(Standing::Voided);
            }
            if is_link(&row) {
                return self.close_link(&row).await;
            }
            self.turn(&row, "cancel").await
        }
        .boxed()
    }

    fn refund<'a>(&'a self, refund: &'a OwedRefund) -> BoxFuture<'a, SaidOfRefund> {
        self.give_back(refund).boxed()
    }

    fn refund_status<'a>(&'a self, refund: &'a OwedRefund) -> BoxFuture<'a, SaidOfRefund> {
        self.given_back(refund).boxed()
    }

    fn card_of_link<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Option<ChargedCard>> {
        async move {
            let row = self.find(property_id, key).await.ok()??;
            let id = self.intent_id(&row).await.ok()?.ok()??;
            let path = format!("payment_intents/{id}?expand[]=payment_method");
            let intent = self.client.get::<PaidIntent>(&path).await.ok()?.ok()?;
            intent.payment_method?.card.map(client::CardOfMethod::charged)
        }
        .boxed()
    }

    fn status<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        async move {
            match self.find(property_id, key).await? {
                None => Ok(Standing::Unknown),
                Some(row) if row.asked.is_empty() => Ok(Standing::Voided),
                Some(row) => self.standing(&row, None).await,
            }
        }
        .boxed()
    }

    fn hear(&self, signature: Option<&str>, body: &[u8]) -> Heard {
        let Some(secret) = &self.webhook_secret else { return Heard::Nobody };
        let now = self.clock.now();
        if !webhook::is_signed(secret, signature.unwrap_or_default(), body, now) {
            // Anybody may call, as often as they like. What has no signature at all was not Stripe's.
            let minute = now.as_second() / 60;
            if signature.is_some() && self.told.swap(minute, Ordering::Relaxed) != minute {
                tracing::warn!("an event with a signature that does not count");
            }
            return Heard::Refused;
        }
        webhook::heard(body)
    }
}

impl Stripe {
    fn intent_form(&self, charge: &Charge, card: &str) -> Form {
        let amount = domain::money::Currency::of(charge.currency).map_or(0, |of| to_stripe(of, charge.amount));
        [
            ("amount", amount.to_string()),
            ("currency", charge.currency.to_lowercase()),
            ("capture_method", "manual".to_owned()),
            ("confirm", "true".to_owned()),
            ("payment_method", card.to_owned()),
            ("payment_method_types[0]", "card".to_owned()),
            ("return_url", self.vault.answered_url(&charge.language)),
            ("metadata[property_id]", charge.property_id.to_string()),
            ("metadata[payment_key]", charge.key.clone()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }

    fn session_form(&self, offer: &Offer) -> Form {
        let amount = domain::money::Currency::of(offer.currency).map_or(0, |of| to_stripe(of, offer.amount));
        let (property_id, key) = (offer.property_id.to_string(), offer.key.clone());
        [
            ("mode", "payment".to_owned()),
            ("line_items[0][quantity]", "1".to_owned()),
            ("line_items[0][price_data][currency]", offer.currency.to_lowercase()),
            ("line_items[0][price_data][unit_amount]", amount.to_string()),
            ("line_items[0][price_data][product_data][name]", offer.payee.clone()),
            ("payment_method_types[0]", "card".to_owned()),
            ("payment_intent_data[capture_method]", "manual".to_owned()),
            ("payment_intent_data[metadata][property_id]", property_id.clone()),
            ("payment_intent_data[metadata][payment_key]", key.clone()),
            ("metadata[property_id]", property_id),
            ("metadata[payment_key]", key),
            ("expires_at", (offer.until + LEAST_OPEN_MORE).as_second().to_string()),
            ("success_url", self.vault.answered_url(&offer.language)),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }
}

/// The same key at another hotel is another payment.
fn idempotency_key(row: &Asked) -> String {
    format!("{}-{}", row.property_id, row.payment_key)
}

/// The form of a payment that waits for a card: its bank is not asked.
fn without_card(asked: &str) -> String {
    let form = form_urlencoded::parse(asked.as_bytes()).into_owned();
    encoded(&form.filter(|(name, _)| !matches!(name.as_str(), "confirm" | "payment_method" | "return_url")).collect())
}

fn is_link(row: &Asked) -> bool {
    row.asked.starts_with("mode=")
}

fn stored(error: StoreError) -> NoAnswer {
    tracing::error!(%error, "what Stripe is asked could not be kept");
    NoAnswer
}
