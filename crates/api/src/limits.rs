//! How many requests one address may send: generous for browsing, narrow where a call costs us something or could be
//! used to guess. Each kind of call has a budget of its own for a minute, which refills steadily.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Mutex, Once, PoisonError};

use axum::Extension;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::deal::typed;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::app::App;
use crate::clock::Clock;
use crate::error::{Answer, Code, Problem};
use crate::routes::manage::Guesses;
use crate::routes::members::{SIGN_IN, SIGN_OUT, SIGNED_IN};
use crate::routes::{operator, policy_pages};

/// Carries the operator key on a guest's call, which is then not counted: `portico replay`.
pub const OPERATOR_KEY: HeaderName = HeaderName::from_static("operator-key");

/// Health is always told. A provider may tell much at once; what is not signed costs a look at it, and a line of the log a
/// minute.
pub const UNCOUNTED: [&str; 3] = ["/healthz", "/readyz", "/public/gateway/events"];

type Budget = RateLimiter<IpAddr, DashMapStateStore<IpAddr>, Clock, NoOpMiddleware<Nanos>>;

/// What is left to every address that asked lately.
pub struct Limits {
    browse: Budget,
    begin: Budget,
    card: Budget,
    password: Budget,
    /// Look-ups of reservations, which count by number too.
    pub guesses: Guesses,
    /// By the address that gave codes that open nothing.
    wrong_codes: Mutex<HashMap<IpAddr, WrongCodes>>,
    /// Whether it was said that the proxy does not tell whom it asks for.
    untold: Once,
}

struct WrongCodes {
    /// The second of [`Clock::passed`] at which the last of them is forgotten.
    forgotten: i64,
    /// The last of them, and its hotel: who gives it again learns nothing.
    last: (i64, String),
}

/// So many codes that open nothing may one address give.
const WRONG_CODES: i64 = 30;
/// Seconds after which one of them is forgotten.
const FORGOTTEN_AFTER: i64 = 60;

/// Whom a request counts for; there where anybody is counted.
#[derive(Debug, Clone, Copy)]
pub struct Caller(pub IpAddr);

impl Limits {
    /// With so many calls a minute for browsing; the narrow budgets are parts of it.
    pub fn new(browsing: NonZeroU32, clock: &Clock) -> Limits {
        let part = |part: u32| {
            let quota = Quota::per_minute(NonZeroU32::new(browsing.get() / part).unwrap_or(NonZeroU32::MIN));
            RateLimiter::new(quota, DashMapStateStore::default(), clock.clone())
        };
        Limits {
            browse: part(1),
            begin: part(20),
            card: part(40),
            password: part(60),
            guesses: Guesses::new(clock),
            wrong_codes: Mutex::default(),
            untold: Once::new(),
        }
    }

    /// The budget that a call is taken from.
    fn of(&self, method: &Method, route: &str) -> Option<&Budget> {
        if UNCOUNTED.contains(&route) {
            return None;
        }
        Some(match route {
            "/v4/properties/{property_id}/booking-engine/new-batch-booking" if method == Method::POST => &self.begin,
            "/v4/properties/{property_id}/web/new-activity-booking" => &self.begin,
            "/v4/properties/{property_id}/web/new-event" => &self.begin,
            // A row at the vault, for anybody.
            "/v4/properties/{property_id}/payments/hpc/init" => &self.begin,
            "/v4/properties/{property_id}/payments/hpc/token" => &self.card,
            // Another address is sent a mail.
            "/enterprise/v4/web/update-guest" => &self.begin,
            // A password can be guessed at.
            SIGN_IN if method == Method::POST => &self.password,
            // Each makes us ask the hotel's provider.
            SIGN_IN | SIGNED_IN | SIGN_OUT => &self.begin,
            _ => &self.browse,
        })
    }

    /// Forgets addresses whose budgets are full again.
    pub fn forget(&self, clock: &Clock) {
        for budget in [&self.browse, &self.begin, &self.card, &self.password] {
            budget.retain_recent();
        }
        self.guesses.forget();
        self.wrong_codes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, wrong| wrong.forgotten > clock.passed());
    }
}

/// Looks up what a code opens at a hotel: only one that opens nothing is counted, and not again when it is repeated, as
/// pages do. Whoever gave too many of these is told nothing of a right one either, or it could still be guessed.
///
/// # Errors
/// 429, and what the look-up says.
pub fn opened<T>(
    app: &App,
    caller: Option<Extension<Caller>>,
    (property_id, code): (i64, &str),
    look_up: impl FnOnce() -> Answer<Option<T>>,
) -> Answer<Option<T>> {
    let Some((limits, Extension(Caller(address)))) = app.limits.as_ref().zip(caller) else { return look_up() };
    let now = app.clock.passed();
    // Held until it is counted: nobody tries many at once.
    let mut wrong = limits.wrong_codes.lock().unwrap_or_else(PoisonError::into_inner);
    let given = (property_id, typed(code).unwrap_or_default());
    let before = wrong.get(&address);
    if before.is_some_and(|before| before.last == given) {
        return look_up();
    }
    let forgotten = before.map_or(now, |before| now.max(before.forgotten));
    if forgotten - now > (WRONG_CODES - 1) * FORGOTTEN_AFTER {
        return Err(Code::TooMany.into());
    }
    let opened = look_up()?;
    if opened.is_none() {
        wrong.insert(address, WrongCodes { forgotten: forgotten + FORGOTTEN_AFTER, last: given });
    }
    Ok(opened)
}

impl governor::clock::Clock for Clock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::from(u64::try_from(self.passed()).unwrap_or(0).saturating_mul(1_000_000_000))
    }
}

/// Lets a request pass, or answers 429 with `Retry-After` in seconds.
pub async fn check(State(app): State<App>, route: MatchedPath, mut request: Request, next: Next) -> Response {
    let Some(limits) = &app.limits else { return next.run(request).await };
    let Some(budget) = limits.of(request.method(), route.as_str()) else { return next.run(request).await };
    let connection = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let trusted = app.settings.client_address_header.as_ref();
    let address = address(request.headers(), trusted, connection, &limits.untold);
    request.extensions_mut().insert(Caller(address));
    let Err(refused) = budget.check_key(&address) else { return next.run(request).await };
    let shown = request.headers().get(OPERATOR_KEY).and_then(|key| key.to_str().ok());
    if operator::is_key(&app, shown) {
        return next.run(request).await;
    }
    let wait = refused.wait_time_from(governor::clock::Clock::now(&app.clock));
    // What a browser goes to as a page is answered as one.
    let mut answer = match route.as_str() {
        path @ (SIGN_IN | SIGNED_IN | SIGN_OUT) => {
            let title = if path == SIGN_OUT { "lbl_log_out" } else { "lbl_log_in" };
            policy_pages::alone(request.headers(), StatusCode::TOO_MANY_REQUESTS, title, "lbl_wait_a_moment")
        }
        _ => Problem::new(Code::TooMany).into_response(),
    };
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
    answer
}

/// Whom a request counts for: what the proxy says in the header that it is trusted to set, else the other end of the
/// connection. Of several the last counts, which the proxy itself added. One line has 2^64 addresses of IPv6: they
/// count as one. Where the proxy says nothing, all guests behind it count as one too: that is logged once.
fn address(headers: &HeaderMap, trusted: Option<&HeaderName>, connection: Option<IpAddr>, untold: &Once) -> IpAddr {
    let told = trusted.and_then(|name| {
        let last = headers.get_all(name).iter().next_back();
        let told = last.and_then(|value| read(value.to_str().ok()?.rsplit(',').next()?.trim()));
        if told.is_none() {
            let words = "a call came without an address in the header of the proxy: such guests count as one";
            untold.call_once(|| tracing::warn!(header = %name, "{words}"));
        }
        told
    });
    match told.or(connection).map(|address: IpAddr| address.to_canonical()) {
        Some(IpAddr::V6(address)) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        Some(address) => address,
        None => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    }
}

/// Some proxies add the port, and brackets around an address of IPv6.
fn read(told: &str) -> Option<IpAddr> {
    let bare = told.strip_prefix('[').and_then(|told| told.strip_suffix(']')).unwrap_or(told);
    bare.parse().ok().or_else(|| told.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_trusted_header_tells_whom_a_request_counts_for() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("198.51.100.7, 203.0.113.9"));
        headers.append("x-real-ip", HeaderValue::from_static("192.0.2.1"));
        let socket: IpAddr = "127.0.0.1".parse().expect("an address");
        let of = |trusted: Option<&'static str>| {
            address(&headers, trusted.map(HeaderName::from_static).as_ref(), Some(socket), &Once::new()).to_string()
        };
        assert_eq!(of(None), "127.0.0.1");
        // What stands before the proxy's own entry can be made up by anybody.
        assert_eq!(of(Some("x-forwarded-for")), "203.0.113.9");
        assert_eq!(of(Some("x-real-ip")), "192.0.2.1");
        assert_eq!(of(Some("forwarded-by-nobody")), "127.0.0.1");
    }

    #[test]
    fn a_proxy_may_tell_the_port_too_and_is_named_when_it_tells_nothing() {
        let trusted = HeaderName::from_static("x-forwarded-for");
        let of = |told: Option<&'static str>| {
            let headers = told.map(|told| (trusted.clone(), HeaderValue::from_static(told))).into_iter().collect();
            let (connection, untold) = ("127.0.0.1".parse().ok(), Once::new());
            let address = address(&headers, Some(&trusted), connection, &untold).to_string();
            (!untold.is_completed()).then_some(address)
        };
        for (told, whom) in [
            ("198.51.100.7, 203.0.113.9:1001", "203.0.113.9"),
            ("[2001:db8::1]:443", "2001:db8::"),
            ("[2001:db8::1]", "2001:db8::"),
            ("2001:db8::1", "2001:db8::"),
        ] {
            assert_eq!(of(Some(told)).as_deref(), Some(whom), "{told}");
        }
        for untold in [None, Some("203.0.113.9:"), Some("unknown"), Some("203.0.113.9, ")] {
            assert_eq!(of(untold), None, "{untold:?}");
        }
    }

    #[test]
    fn one_line_is_one_guest() {
        let of = |text: &str| {
            address(&HeaderMap::new(), None, Some(text.parse().expect("an address")), &Once::new()).to_string()
        };
        assert_eq!(of("2001:db8:1:2:aaaa::1"), of("2001:db8:1:2:bbbb::2"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:203.0.113.9"), "203.0.113.9");
    }
}
