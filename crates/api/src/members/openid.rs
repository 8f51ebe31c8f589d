//! Signing in at a provider of OpenID Connect: the authorization code flow with PKCE, by the `openidconnect` crate.
//!
//! What belongs to one sign-in (state, nonce, verifier) is derived from a random id in a cookie, so nothing is stored
//! until the provider has said who somebody is. The provider's own description and keys are asked for each time: signing
//! in is rare, and a changed key is noticed at once.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use domain::member::{Member, MemberAddress};
use futures_util::future::BoxFuture;
use openidconnect::core::{CoreAuthenticationFlow, CoreClient, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey};
use openidconnect::{
    AccessTokenHash, AdditionalClaims, AsyncHttpClient, AuthorizationCode, ClaimsVerificationError, ClientId,
    ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl,
    JsonWebKey, JwsSigningAlgorithm, LogoutRequest, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier,
    PostLogoutRedirectUrl, ProviderMetadataWithLogout, RedirectUrl, RequestTokenError, Scope, StandardClaims,
    StandardErrorResponse, TokenResponse, UserInfoClaims, UserInfoError,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use vault::https::Https;

/// How long a provider may take for one answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why somebody could not sign in, for the log; nothing in it is said by or about the member.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Nobody answered, or not as a provider does.
    #[error("the provider cannot be asked for {0}: {1}")]
    Provider(&'static str, String),
    /// What was answered is not for us, not for this sign-in, or not from the provider, or it knows no such sign-in.
    #[error("the provider's answer is refused: {0}")]
    Refused(String),
}

/// Speaks to providers.
#[derive(Default)]
pub struct Providers(Https);

/// What a hotel says about its provider, with the secret that its files do not hold.
pub struct Asked<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub secret: Option<String>,
    pub scopes: &'a [String],
    /// Where the provider sends the guest back to; registered with it.
    pub redirect_uri: &'a str,
}

/// What belongs to one sign-in.
pub struct Once {
    pub state: String,
    pub nonce: String,
    /// 64 characters.
    pub verifier: String,
}

type Found =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// What a provider may say beyond the standard (docs/OPERATIONS.md).
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Ours {
    account_number: Option<Value>,
    allow_redeem_points: Option<Value>,
    redeemable_points: Option<Value>,
}

impl AdditionalClaims for Ours {}

type About = UserInfoClaims<Ours, CoreGenderClaim>;

impl<'c> AsyncHttpClient<'c> for Providers {
    type Error = std::io::Error;
    type Future = BoxFuture<'c, Result<HttpResponse, std::io::Error>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        // http is for a provider on this machine: no hotel's file names another.
        Box::pin(self.0.send(request, PATIENCE))
    }
}

/// Asks about a member, and reads what can be read.
struct Lenient<'p>(&'p Providers);

impl<'c> AsyncHttpClient<'c> for Lenient<'_> {
    type Error = std::io::Error;
    type Future = BoxFuture<'c, Result<HttpResponse, std::io::Error>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async { Ok(readable(self.0.call(request).await?)) })
    }
}

impl Providers {
    async fn describe(&self, issuer: &str) -> Result<ProviderMetadataWithLogout, Failure> {
        let failed = |error: String| Failure::Provider("its description", error);
        let issuer = IssuerUrl::new(issuer.to_owned()).map_err(|error| failed(error.to_string()))?;
        let described = ProviderMetadataWithLogout::discover_async(issuer, self).await;
        described.map_err(|error| failed(causes(&error)))
    }

    async fn client(&self, asked: &Asked<'_>) -> Result<Found, Failure> {
        let described = self.describe(asked.issuer).await?;
        let redirect = RedirectUrl::new(asked.redirect_uri.to_owned());
        let redirect = redirect.map_err(|error| Failure::Provider("a sign-in", error.to_string()))?;
        let client_id = ClientId::new(asked.client_id.to_owned());
        let secret = asked.secret.clone().map(ClientSecret::new);
        Ok(CoreClient::from_provider_metadata(described, client_id, secret).set_redirect_uri(redirect))
    }

    /// Where the guest signs in.
    ///
    /// # Errors
    /// When the provider cannot be asked.
    pub async fn sign_in_url(&self, asked: &Asked<'_>, once: Once) -> Result<String, Failure> {
        let client = self.client(asked).await?;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(once.verifier));
        let (state, nonce) = (once.state, once.nonce);
        let (url, _, _) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .add_scopes(asked.scopes.iter().cloned().map(Scope::new))
            .set_pkce_challenge(challenge)
            .url();
        Ok(url.into())
    }

    /// Who signed in: the code is changed for tokens, the identity token checked (signature, issuer, audience, time,
    /// nonce), and the provider asked about its subject.
    ///
    /// # Errors
    /// When the provider cannot be asked, or what it answers is not for this sign-in.
    pub async fn member(&self, asked: &Asked<'_>, code: String, once: Once) -> Result<Member, Failure> {
        let client = self.client(asked).await?;
        let refused = |error: &dyn std::error::Error| Failure::Refused(causes(error));
        let tokens = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| Failure::Provider("tokens", error.to_string()))?
            .set_pkce_verifier(PkceCodeVerifier::new(once.verifier))
            .request_async(self)
            .await
            .map_err(|error| no_tokens(&error))?;
        let token = tokens.id_token().ok_or_else(|| Failure::Refused("no identity token".to_owned()))?;
        let verifier = client.id_token_verifier();
        let claims = token.claims(&verifier, &Nonce::new(once.nonce)).map_err(|error| refused(&error))?;
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = token.signing_alg().map_err(|error| refused(&error))?;
            // The client's secret signs too, and is no key that the provider tells.
            let secret = asked.secret.as_ref().filter(|_| algorithm.uses_shared_secret());
            let shared = secret.map(|secret| CoreJsonWebKey::new_symmetric(secret.as_bytes().to_vec()));
            let key = match &shared {
                Some(key) => key,
                None => token.signing_key(&verifier).map_err(|error| refused(&error))?,
            };
            let found = AccessTokenHash::from_token(tokens.access_token(), algorithm, key);
            if found.map_err(|error| refused(&error))? != *expected {
                return Err(Failure::Refused("the access token is another one's".to_owned()));
            }
        }
        let about: About = client
            .user_info(tokens.access_token().to_owned(), Some(claims.subject().to_owned()))
            .map_err(|error| Failure::Provider("the member", error.to_string()))?
            .request_async(&Lenient(self))
            .await
            .map_err(|error| Failure::Provider("the member", no_member(&error)))?;
        member(&about)
    }

    /// Where signing in ends at the provider too; `None` for one that has no such place. The address says nothing about
    /// the member: no token goes into it.
    ///
    /// # Errors
    /// When the provider cannot be asked.
    pub async fn sign_out_url(&self, asked: &Asked<'_>, signed_out_uri: &str) -> Result<Option<String>, Failure> {
        let described = self.describe(asked.issuer).await?;
        let Some(end) = described.additional_metadata().end_session_endpoint.clone() else { return Ok(None) };
        let back = PostLogoutRedirectUrl::new(signed_out_uri.to_owned());
        let request = LogoutRequest::from(end)
            .set_client_id(ClientId::new(asked.client_id.to_owned()))
            .set_post_logout_redirect_uri(back.map_err(|error| Failure::Provider("a sign-out", error.to_string()))?);
        Ok(Some(request.http_get_url().into()))
    }
}

/// An error with what caused it.
fn causes(error: &dyn std::error::Error) -> String {
    let inner = std::iter::successors(error.source(), |error| error.source());
    inner.fold(error.to_string(), |text, error| format!("{text}: {error}"))
}

/// Said in the place of a parser's words, which repeat what could not be read: it may be about the member.
const UNREADABLE: &str = "its answer cannot be read";

fn no_tokens(error: &RequestTokenError<std::io::Error, StandardErrorResponse<CoreErrorResponseType>>) -> Failure {
    let why = match error {
        RequestTokenError::Parse(..) => UNREADABLE.to_owned(),
        RequestTokenError::ServerResponse(refusal) => {
            // Its description is in the provider's own words, and may name the member.
            let says = registered(refusal.error().as_ref());
            let why = format!("it says {says}");
            if says == "invalid_grant" {
                // The code is none of its own, or too old: nothing is wrong with the provider.
                return Failure::Refused(why);
            }
            why
        }
        _ => causes(error),
    };
    Failure::Provider("tokens", why)
}

fn no_member(error: &UserInfoError<std::io::Error>) -> String {
    match error {
        UserInfoError::Parse(_) => UNREADABLE.to_owned(),
        UserInfoError::ClaimsVerification(ClaimsVerificationError::InvalidSubject(_)) => {
            "its answer is about somebody else".to_owned()
        }
        _ => causes(error),
    }
}

/// What a provider may say instead of doing as it is asked (RFC 6749, OpenID Connect Core 3.1.2.6).
const REGISTERED: [&str; 19] = [
    "access_denied",
    "account_selection_required",
    "consent_required",
    "interaction_required",
    "invalid_client",
    "invalid_grant",
    "invalid_request",
    "invalid_request_object",
    "invalid_request_uri",
    "invalid_scope",
    "login_required",
    "registration_not_supported",
    "request_not_supported",
    "request_uri_not_supported",
    "server_error",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_grant_type",
    "unsupported_response_type",
];

/// An error's code for the log, which takes no text of others.
pub fn registered(code: &str) -> &'static str {
    REGISTERED.into_iter().find(|known| *known == code).unwrap_or("an error of its own")
}

/// The client's secret of a hotel: `openid-CODE.secret` in the data directory, read when it is needed so that a new one
/// counts at once. `None` for a client that has none.
///
/// # Errors
/// When the file is there and cannot be read.
pub async fn client_secret(folder: Option<&Path>, code: &str) -> std::io::Result<Option<String>> {
    let Some(folder) = folder else { return Ok(None) };
    match tokio::fs::read_to_string(folder.join(format!("openid-{code}.secret"))).await {
        Ok(text) => Ok(told(&text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// An answer about a member without the claims that cannot be read: one of them would make the rest unreadable too.
fn readable(answer: HttpResponse) -> HttpResponse {
    answer.map(|body| {
        let Ok(mut claims) = serde_json::from_slice::<Map<String, Value>>(&body) else { return body };
        claims.retain(|name, claim| {
            let alone = json!({"sub": "", name.as_str(): claim});
            serde_json::from_value::<StandardClaims<CoreGenderClaim>>(alone).is_ok()
        });
        Value::from(claims).to_string().into_bytes()
    })
}

/// # Errors
/// Where points are told that cannot be read: the account begins with them once. Where an account number is, or who it is:
/// under another name a second account would begin.
fn member(about: &About) -> Result<Member, Failure> {
    /// The form that is in no language in particular.
    macro_rules! named {
        ($claim:ident) => {
            about.$claim().and_then(|claim| claim.get(None)).and_then(|text| told(text))
        };
    }
    let user_id = about.subject().to_string();
    let ours = about.additional_claims();
    let unreadable = |claim: &str| Failure::Refused(format!("{claim} cannot be read"));
    if told(&user_id).is_none() {
        return Err(unreadable("sub"));
    }
    let account_number = account_number(ours.account_number.as_ref()).ok_or_else(|| unreadable("account_number"))?;
    let opening_points = points(ours.redeemable_points.as_ref()).ok_or_else(|| unreadable("redeemable_points"))?;
    let (first_name, middle_name, last_name) = (named!(given_name), named!(middle_name), named!(family_name));
    let account_number = account_number.unwrap_or_else(|| user_id.clone());
    let whole = [&first_name, &last_name].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    Ok(Member {
        display_name: named!(name)
            .or_else(|| told(&whole))
            .or_else(|| about.preferred_username().and_then(|name| told(name)))
            .unwrap_or_else(|| account_number.clone()),
        account_number,
        user_id,
        allow_redeem_points: is_allowed(ours.allow_redeem_points.as_ref()),
        opening_points,
        first_name,
        middle_name,
        last_name,
        email: about.email().and_then(|email| told(email)),
        phone: about.phone_number().and_then(|phone| told(phone)),
        address: about.address().map(|address| MemberAddress {
            address: address.street_address.as_ref().and_then(|text| told(text)),
            city: address.locality.as_ref().and_then(|text| told(text)),
            state: address.region.as_ref().and_then(|text| told(text)),
            zip_code: address.postal_code.as_ref().and_then(|text| told(text)),
            country: address.country.as_ref().and_then(|text| country(text)),
        }),
    })
}

/// Text, or a whole number however it is written; `Some(None)` where nothing is said.
fn account_number(claim: Option<&Value>) -> Option<Option<String>> {
    match claim {
        None | Some(Value::Null) => Some(None),
        Some(Value::String(text)) => (!text.contains('\0')).then(|| told(text)),
        Some(Value::Number(number)) => {
            let written = number.to_string();
            let whole = written.strip_suffix(".0").unwrap_or(&written);
            // Beyond it the one that was written is not known any more.
            const LAST: f64 = 9_007_199_254_740_991.0;
            if number.is_f64() && number.as_f64().is_none_or(|read| read > LAST) {
                return None;
            }
            whole.bytes().all(|digit| digit.is_ascii_digit()).then(|| Some(whole.to_owned()))
        }
        Some(_) => None,
    }
}

/// Whatever is said and is not yes means no: a programme that speaks of it keeps somebody from it.
fn is_allowed(claim: Option<&Value>) -> bool {
    match claim {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.trim().eq_ignore_ascii_case("true"),
        Some(claim) => *claim == Value::Bool(true),
    }
}

/// Whole ones, also where they are written as text; none where nothing is said, or fewer than none.
fn points(claim: Option<&Value>) -> Option<u32> {
    let written = match claim {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(claim) => claim.to_string(),
    };
    let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
    match whole.strip_prefix('-') {
        _ if !part.bytes().all(|digit| digit.is_ascii_digit()) => None,
        None if written.is_empty() => Some(0),
        None => whole.parse().ok(),
        Some(below) => below.parse::<u32>().ok().map(|_| 0),
    }
}

/// Text that says something; PostgreSQL keeps none with U+0000.
fn told(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty() && !text.contains('\0'))
}

/// Providers may write a country's name, or two letters of their own; only its code can be filled in.
fn country(text: &str) -> Option<String> {
    told(text).map(|text| text.to_ascii_uppercase()).filter(|code| import::is_country(code))
}

#[cfg(test)]
mod tests {
    use openidconnect::SubjectIdentifier;
    use openidconnect::core::CoreIdTokenClaims;

    use super::*;

    fn member_of(said: &Value) -> Member {
        read(said).expect("a member")
    }

    fn read(said: &Value) -> Result<Member, Failure> {
        let answer = readable(HttpResponse::new(said.to_string().into_bytes()));
        member(&About::from_json::<std::io::Error>(answer.body(), None).expect("readable"))
    }

    #[test]
    fn a_claim_that_cannot_be_read_counts_as_not_said() {
        let plain = member_of(&json!({"sub": "maya", "name": "Maya"}));
        for (claim, said) in [
            ("email_verified", json!("true")),
            ("email_verified", json!("surely")),
            ("updated_at", json!("2026-11-28T12:00:00.000Z")),
            ("updated_at", json!("yesterday")),
            ("address", json!("3 Chandler Row, Portland ME 04101")),
            ("address", json!({"street_address": "3 Chandler Row", "postal_code": 4101})),
            ("phone_number", json!(12_075_550_142_u64)),
            ("given_name", json!(["Maya"])),
            ("locale", json!({})),
            ("iss", json!("https://login.example")),
            ("account_number", json!(null)),
            ("account_number", json!(" ")),
            ("allow_redeem_points", json!(null)),
            ("redeemable_points", json!(null)),
        ] {
            assert_eq!(member_of(&json!({"sub": "maya", "name": "Maya", claim: said})), plain, "{claim}: {said}");
        }
    }

    // The guest form is filled in with it, and knows no others.
    #[test]
    fn a_country_is_one_that_there_is() {
        let country = |said: &str| {
            let maya = member_of(&json!({"sub": "maya", "address": {"locality": "Portland", "country": said}}));
            maya.address.and_then(|address| address.country)
        };
        for said in ["US", "us", " Us "] {
            assert_eq!(country(said).as_deref(), Some("US"), "{said}");
        }
        for said in ["UK", "ZZ", "AC", "USA", "United States", "Å", ""] {
            assert_eq!(country(said), None, "{said}");
        }
    }

    // Under another name the same member would begin a second account, with the points a second time.
    #[test]
    fn an_account_number_that_cannot_be_read_signs_nobody_in() {
        for said in [json!({}), json!([1042]), json!(false), json!(1042.5), json!(-1042), json!(1e30), json!("10\0")] {
            let refused = read(&json!({"sub": "maya", "account_number": said})).expect_err("refused");
            assert_eq!(refused.to_string(), "the provider's answer is refused: account_number cannot be read");
        }
        for said in [json!(1042), json!(1042.0), json!("1042"), json!(" 1042 ")] {
            assert_eq!(member_of(&json!({"sub": "maya", "account_number": said})).account_number, "1042", "{said}");
        }
    }

    #[test]
    fn text_that_a_database_does_not_keep_counts_as_not_said() {
        let plain = member_of(&json!({"sub": "maya", "family_name": "Roux"}));
        assert_eq!(member_of(&json!({"sub": "maya", "family_name": "Roux", "given_name": "Ma\0ya"})), plain);
        let refused = read(&json!({"sub": "ma\0ya"})).expect_err("refused");
        assert_eq!(refused.to_string(), "the provider's answer is refused: sub cannot be read");
    }

    #[test]
    fn points_are_read_from_text_too() {
        let maya = member_of(&json!({"sub": "maya", "redeemable_points": "1200", "allow_redeem_points": "false"}));
        assert_eq!((maya.opening_points, maya.allow_redeem_points), (1200, false));
        let maya = member_of(&json!({"sub": "maya", "redeemable_points": 1200.0, "allow_redeem_points": "True"}));
        assert_eq!((maya.opening_points, maya.allow_redeem_points), (1200, true));
        for (said, whole) in
            [(json!(12.5), 12), (json!("12.50"), 12), (json!(-50), 0), (json!("-0.5"), 0), (json!(" "), 0)]
        {
            assert_eq!(member_of(&json!({"sub": "maya", "redeemable_points": said})).opening_points, whole, "{said}");
        }
    }

    #[test]
    fn what_cannot_be_read_of_points_gives_none_away() {
        for said in [json!(false), json!("False"), json!("perhaps"), json!(0), json!("no"), json!([])] {
            assert!(!member_of(&json!({"sub": "maya", "allow_redeem_points": said})).allow_redeem_points, "{said}");
        }
        // The account begins with them once: it is not opened with less.
        for said in [json!("many"), json!("1,200"), json!("1.2k"), json!([1200]), json!("-")] {
            let refused = read(&json!({"sub": "maya", "redeemable_points": said})).expect_err("refused");
            assert_eq!(refused.to_string(), "the provider's answer is refused: redeemable_points cannot be read");
        }
    }

    #[test]
    fn whom_an_answer_is_about_has_to_be_said() {
        for said in [json!({"name": "Maya"}), json!({"sub": 7, "name": "Maya"})] {
            let answer = readable(HttpResponse::new(said.to_string().into_bytes()));
            assert!(About::from_json::<std::io::Error>(answer.body(), None).is_err(), "{said}");
        }
    }

    #[test]
    fn a_failure_repeats_nothing_about_the_member() {
        let from =
            |body: &str| About::from_json::<std::io::Error>(body.as_bytes(), Some(&SubjectIdentifier::new("m".into())));
        let (address, other) = (r#"{"sub": "m", "address": "3 Chandler Row"}"#, r#"{"sub": "maya@guest.example"}"#);
        for body in [address, other] {
            let why = no_member(&from(body).expect_err("refused"));
            assert!(!why.contains("Chandler") && !why.contains("maya"), "{why}");
        }
        let refusal = |code: &str| {
            let description = Some("maya@guest.example has no role".to_owned());
            let code = serde_json::from_value(json!(code)).expect("a code");
            no_tokens(&RequestTokenError::ServerResponse(StandardErrorResponse::new(code, description, None)))
        };
        let says = |code: &str| refusal(code).to_string();
        assert_eq!(says("maya@guest.example"), "the provider cannot be asked for tokens: it says an error of its own");
        assert_eq!(says("invalid_client"), "the provider cannot be asked for tokens: it says invalid_client");
        // A code that it did not give is the request's fault.
        assert_eq!(says("invalid_grant"), "the provider's answer is refused: it says invalid_grant");
        let token = serde_path_to_error::deserialize::<_, Ours>(json!("3 Chandler Row")).expect_err("no claims");
        let unreadable = no_tokens(&RequestTokenError::Parse(token, Vec::new())).to_string();
        assert_eq!(unreadable, format!("the provider cannot be asked for tokens: {UNREADABLE}"));
    }

    #[tokio::test]
    async fn a_secret_that_cannot_be_read_is_not_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let secret = || client_secret(Some(folder.path()), "HARB");
        assert_eq!(secret().await.expect("no file"), None);
        let file = folder.path().join("openid-HARB.secret");
        std::fs::write(&file, " the quay\n").expect("a file");
        assert_eq!(secret().await.expect("a file").as_deref(), Some("the quay"));
        std::fs::write(&file, [0xff]).expect("a file");
        assert!(secret().await.is_err());
    }

    #[test]
    fn an_identity_token_may_write_truth_and_time_as_text() {
        let claims = json!({"iss": "https://login.example", "sub": "maya", "aud": "harbour-house", "exp": 2, "iat": 1,
            "email_verified": "true", "phone_number_verified": "false", "updated_at": "2026-11-28T12:00:00.000Z"});
        let claims = serde_json::from_value::<CoreIdTokenClaims>(claims).expect("readable");
        assert_eq!(claims.email_verified(), Some(true));
    }
}
