//! The booking side of the card vault: signed calls, and the seal that makes a card's data trustworthy when the page
//! brings it back at commit. A card number never passes through here (CARD-11).

use std::time::Duration;

use jiff::Timestamp;
use reqwest::{Method, RequestBuilder, StatusCode};
use secrecy::SecretString;
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;
use vault::client::{
    ANSWERED_PATH, APP_ID_HEADER, Authorise, BANK_PATH, BankPage, CARD_AT_PROVIDER_PATH, Caller, CardAtProvider,
    CardData, CardStatus, EXCHANGE_PATH, Exchange, FORGET_PATH, FRAMES_PATH, Forget, Forgotten, FrameSession, GiveBack,
    GivenBack, Link, OFFERS_PATH, OfferLink, OpenFrame, PAYMENTS_PATH, Payment, ProviderCard, REFUNDS_PATH,
    SETTLE_PATH, SIGNATURE_HEADER, STATUS_PATH, Settle, VaultProblem, seal_page, sign,
};

use crate::error::{Answer, Code, Problem};

/// How long the vault may take; less than a guest's own call, so that there is time to say so.
const PATIENCE: Duration = Duration::from_secs(15);

/// Where the vault is and how calls to it are signed.
#[derive(Clone)]
pub struct VaultClient {
    http: reqwest::Client,
    /// Base of calls from server to server.
    url: String,
    /// Origin as browsers see it.
    origin: String,
    app_id: String,
    /// Empty when there is none.
    key: SecretString,
}

impl VaultClient {
    /// `key` is shared with the vault; without one every call fails with "Key not present" (ERR-16).
    pub fn new(url: &str, origin: &str, app_id: &str, key: Option<String>) -> VaultClient {
        VaultClient {
            http: reqwest::Client::new(),
            url: url.trim_end_matches('/').to_owned(),
            origin: origin.trim_end_matches('/').to_owned(),
            app_id: app_id.to_owned(),
            key: key.unwrap_or_default().into(),
        }
    }

    /// Origin of the card frame as browsers see it.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Asks for a card form on a page of this origin.
    ///
    /// # Errors
    /// 422 when the vault does not take the origin, 502 when it cannot be reached.
    pub async fn open_frame(
        &self,
        page_origin: &str,
        property_id: i64,
        locale: &str,
        now: Timestamp,
    ) -> Answer<FrameSession> {
        let open = OpenFrame { page_origin: page_origin.to_owned(), property_id, locale: locale.to_owned() };
        self.post(FRAMES_PATH, &open, now).await
    }

    /// Changes a payment key for the card's data.
    ///
    /// # Errors
    /// 402 declined, 422 expired, 422 for a key that is none, used or too old, 502 when the vault cannot be reached.
    pub async fn exchange(
        &self,
        property_id: i64,
        payment_key: &str,
        session_key: &str,
        now: Timestamp,
    ) -> Answer<CardData> {
        let exchange =
            Exchange { property_id, payment_key: payment_key.to_owned(), session_key: session_key.to_owned() };
        self.post(EXCHANGE_PATH, &exchange, now).await
    }

    /// Deletes a card that nothing refers to; whether it is gone, now or before.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn forget(&self, property_id: i64, token: &str, now: Timestamp) -> Answer<bool> {
        let forget = Forget { property_id, token: token.to_owned() };
        let Forgotten { forgotten } = self.post(FORGET_PATH, &forget, now).await?;
        Ok(forgotten)
    }

    /// Where a card form stands (API-49); the form is the vault's own id, letters, digits and hyphens.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn form_status(&self, form: &str, now: Timestamp) -> Answer<CardStatus> {
        let path = format!("{STATUS_PATH}?requestId={form}");
        self.call(self.request(Method::GET, &path), now).await?.map_err(Problem::from)
    }

    /// Asks for a form that never was: whether a vault answers there, and takes our signature.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn greet(&self, now: Timestamp) -> Answer<Result<(), Refused>> {
        let path = format!("{STATUS_PATH}?requestId={}", Uuid::nil());
        Ok(match self.call::<CardStatus>(self.request(Method::GET, &path), now).await? {
            Err(refused) if refused.code() != "SESSION_UNKNOWN" => Err(refused),
            _ => Ok(()),
        })
    }

    /// Asks the vault's bank to set an amount aside.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn authorise(&self, asked: &Authorise, now: Timestamp) -> Answer<Result<Payment, Refused>> {
        self.call(self.request(Method::POST, PAYMENTS_PATH).json(asked), now).await
    }

    /// Asks the vault for a page that a guest pays on.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn offer(&self, asked: &OfferLink, now: Timestamp) -> Answer<Result<Link, Refused>> {
        self.call(self.request(Method::POST, OFFERS_PATH).json(asked), now).await
    }

    /// Asks the vault for what its payment provider calls a card, for one payment.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn card_at_provider(
        &self,
        asked: &CardAtProvider,
        now: Timestamp,
    ) -> Answer<Result<ProviderCard, Refused>> {
        self.call(self.request(Method::POST, CARD_AT_PROVIDER_PATH).json(asked), now).await
    }

    /// Address of a page of the vault's that shows the bank's; `None` without a key to seal it with.
    pub fn bank_page(&self, page: &BankPage) -> Option<String> {
        let sealed = seal_page(&self.key, page).ok()?;
        Some(format!("{}{BANK_PATH}?page={sealed}", self.origin))
    }

    /// Where a provider leads a guest back to, in a language such as `ar_AE`.
    pub fn answered_url(&self, language: &str) -> String {
        format!("{}{ANSWERED_PATH}?lang={language}", self.origin)
    }

    /// Takes or gives up what was set aside.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn settle(&self, asked: &Settle, now: Timestamp) -> Answer<Result<Payment, Refused>> {
        self.call(self.request(Method::POST, SETTLE_PATH).json(asked), now).await
    }

    /// Gives back part of what was taken.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn give_back(&self, asked: &GiveBack, now: Timestamp) -> Answer<Result<GivenBack, Refused>> {
        self.call(self.request(Method::POST, REFUNDS_PATH).json(asked), now).await
    }

    /// How a payment stands.
    ///
    /// # Errors
    /// 502 when the vault cannot be reached.
    pub async fn payment(&self, property_id: i64, key: &str, now: Timestamp) -> Answer<Result<Payment, Refused>> {
        let path = format!("{PAYMENTS_PATH}?propertyId={property_id}&paymentKey={key}");
        self.call(self.request(Method::GET, &path), now).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize, now: Timestamp) -> Answer<T> {
        self.call(self.request(Method::POST, path).json(body), now).await?.map_err(Problem::from)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url)).timeout(PATIENCE)
    }

    /// Signs and sends a call; what the vault refuses in its own words is no error of ours.
    async fn call<T: DeserializeOwned>(&self, request: RequestBuilder, now: Timestamp) -> Answer<Result<T, Refused>> {
        let unreachable = |error: reqwest::Error| {
            tracing::error!(error = %error.without_url(), "the card vault cannot be reached");
            Problem::new(Code::Vault)
        };
        let caller = Caller {
            user_agent: "portico".to_owned(),
            app_id: self.app_id.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            username: "booking".to_owned(),
        };
        let signature = sign(&self.key, &caller, now).map_err(|error| {
            tracing::error!(%error, "a call to the card vault cannot be signed");
            Problem::new(Code::Vault).with_detail(error.to_string())
        })?;
        let request = request.header(APP_ID_HEADER, &self.app_id).header(SIGNATURE_HEADER, signature);
        let answer = request.send().await.map_err(unreachable)?;
        let status = answer.status();
        if status.is_success() {
            return answer.json().await.map(Ok).map_err(unreachable);
        }
        Ok(Err(Refused { status, problem: answer.json().await.ok() }))
    }
}

/// What the vault refused.
#[derive(Debug)]
pub struct Refused {
    pub status: StatusCode,
    problem: Option<VaultProblem>,
}

impl Refused {
    /// The vault's own code; empty when it gave none.
    pub fn code(&self) -> &str {
        self.problem.as_ref().map_or("", |problem| problem.code.as_str())
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        let Refused { status, problem } = refused;
        let code = problem.as_ref().map_or("", |problem| problem.code.as_str());
        match code {
            "CARD_DECLINED" => Code::CardDeclined.into(),
            "CARD_EXPIRED" => Code::CardExpired.into(),
            "PAYMENT_KEY_UNKNOWN" | "PAYMENT_KEY_USED" | "PAYMENT_KEY_EXPIRED" => Problem::new(Code::Unacceptable)
                .with_field("payment_key", problem.map_or_else(String::new, |p| p.message)),
            _ if status.is_client_error() && status != StatusCode::UNAUTHORIZED && status != StatusCode::FORBIDDEN => {
                let message = problem.map_or_else(|| "is not accepted".to_owned(), |problem| problem.message);
                Problem::new(Code::Unacceptable).with_field("body", message)
            }
            _ => {
                tracing::error!(%status, code, "the card vault refused a call");
                Code::Vault.into()
            }
        }
    }
}
