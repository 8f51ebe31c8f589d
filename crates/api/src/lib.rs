//! Portico over HTTP. This file is the table of contents: every address, in one place.

mod access;
mod activity_bookings;
mod address_lines;
mod address_rules;
mod app;
mod asked;
mod batches;
mod boards;
mod brands;
mod by_hotel;
mod calendars;
mod cancelling;
mod clock;
mod error;
mod events;
mod exchange;
mod extract;
mod extras;
mod first_screen;
mod fragments;
pub mod gateway;
mod guests;
mod jobs;
mod kept_cards;
mod labels;
mod letters;
mod limits;
mod locales;
mod mail;
mod member_points;
mod members;
pub mod metrics;
mod objects;
mod payment_links;
mod payments;
mod refunds;
pub mod routes;
mod secret;
mod static_files;
mod stay_change;
mod tags;
mod vault;
mod wire;
mod write;

use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use app::{App, MapTiles, Settings};
pub use clock::Clock;
pub use error::{Code, Problem};
pub use jobs::{Background, tick};
pub use kept_cards::forget as forget_cards;
pub use letter::Fonts;
pub use limits::OPERATOR_KEY;
pub use locales::foreign_labels;
pub use mail::{Post, PostError, send_due as send_mails};
pub use members::password::hash as hash_password;
pub use secret::{Opens, Secret};
pub use tags::https_origin;
pub use vault::VaultClient;

use crate::routes as r;

/// Largest body of a guest's call, in bytes.
const GUEST_BODY: usize = 256 * 1024;
/// Largest import: a hotel with its pictures.
const IMPORT_BODY: usize = 64 * 1024 * 1024;

fn documented() -> OpenApiRouter<App> {
    let told_at_start = OpenApiRouter::new()
        .routes(routes!(r::property::get))
        .routes(routes!(r::language::get))
        .routes(routes!(r::dynamic_fields::get))
        .routes(routes!(r::brand::get))
        .routes(routes!(r::currencies::get))
        .routes(routes!(r::address_rules::get))
        .layer(CompressionLayer::new());
    // Worked out for each question, so they are packed quickly rather than well. An answer with a secret in it is never
    // packed, as its length would tell of the secret.
    let searched = OpenApiRouter::new()
        .routes(routes!(r::rates::get))
        .routes(routes!(r::brand::lowest))
        .routes(routes!(r::rooming::get))
        .routes(routes!(r::packages::applicable))
        .routes(routes!(r::packages::breakdown))
        .routes(routes!(r::suggested_rooms::post))
        .routes(routes!(r::addons::get))
        .routes(routes!(r::calendar::get))
        .routes(routes!(r::activities::calendar::get))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest));
    OpenApiRouter::with_openapi(contract::base())
        .merge(told_at_start)
        .merge(searched)
        .routes(routes!(r::discounts::get))
        .routes(routes!(r::check_mop::get))
        .routes(routes!(r::members::user::get))
        .routes(routes!(r::booking::new_batch::post))
        .routes(routes!(r::booking::search_address::get))
        .routes(routes!(r::booking::read_batch::get))
        .routes(routes!(r::booking::set_rate::post, r::booking::set_rate::delete))
        .routes(routes!(r::booking::company::post))
        .routes(routes!(r::booking::include_addon::post))
        .routes(routes!(r::booking::folio::get))
        .routes(routes!(r::booking::loyalty_points::slider_view))
        .routes(routes!(r::booking::loyalty_points::post))
        .routes(routes!(r::booking::guarantee_types::get))
        .routes(routes!(r::booking::add_guest::post_to_session))
        .routes(routes!(r::booking::add_guest::post_to_batch))
        .routes(routes!(r::booking::commit::post))
        .routes(routes!(r::payment_links::status))
        .routes(routes!(r::gateway_events::post))
        .routes(routes!(r::activities::price::get))
        .routes(routes!(r::activities::new_booking::post))
        .routes(routes!(r::activities::basic_info::post))
        .routes(routes!(r::activities::payment_method::post))
        .routes(routes!(r::activities::confirm::post))
        .routes(routes!(r::events::list::get))
        .routes(routes!(r::events::new_event::post))
        .routes(routes!(r::events::read::get))
        .routes(routes!(r::events::basic_data::post))
        .routes(routes!(r::events::sub_events::post))
        .routes(routes!(r::events::packages::post))
        .routes(routes!(r::events::contact::post))
        .routes(routes!(r::events::guarantee::post))
        .routes(routes!(r::events::confirm::post))
        .routes(routes!(r::events::search_company::get))
        .routes(routes!(r::cards::init))
        .routes(routes!(r::cards::token))
        .routes(routes!(r::cards::status))
        .routes(routes!(r::manage::find::get))
        .routes(routes!(r::manage::cancel::consent))
        .routes(routes!(r::manage::cancel::put))
        .routes(routes!(r::manage::cancel_extra::put))
        .routes(routes!(r::manage::update_guest::put))
        .routes(routes!(r::manage::add_guarantee::post))
        .routes(routes!(r::manage::status::put))
        .routes(routes!(r::manage::forget_guest::get, r::manage::forget_guest::delete))
        .routes(routes!(r::manage::refunds::get, r::manage::refunds::put))
        .routes(routes!(r::letter::get))
        .routes(routes!(r::calendar_file::get))
        .routes(routes!(r::health::alive))
        .routes(routes!(r::health::ready))
        .route(r::members::SIGN_IN, get(r::members::sign_in::begin).post(r::members::sign_in::form))
        .layer(RequestBodyLimitLayer::new(GUEST_BODY))
        .merge(OpenApiRouter::new().routes(routes!(r::operator::import)).layer(RequestBodyLimitLayer::new(IMPORT_BODY)))
        .layer(DefaultBodyLimit::disable())
}

/// The contract as OpenAPI 3.1, made from the handlers.
pub fn openapi() -> OpenApi {
    let mut contract = contract::with_common_refusals(documented().split_for_parts().1);
    contract::name_calls(&mut contract);
    contract
}

/// Its text, written when it is first asked for: few ever do, and every start would wait for it.
static CONTRACT: LazyLock<String> = LazyLock::new(|| openapi().to_pretty_json().unwrap_or_default());

/// Everything that the server answers. Wrap it so that trailing slashes are cut before it routes.
pub fn router(app: App) -> Router {
    let documented = documented().split_for_parts().0;
    let mut router = documented
        .route("/", get(static_files::page).layer(CompressionLayer::new()))
        .route("/assets/{name}", get(static_files::asset))
        .route("/media/{property_id}/{name}", get(r::media::get))
        .route("/public/properties/{property_id}/terms", get(r::policy_pages::terms))
        .route("/public/properties/{property_id}/privacy", get(r::policy_pages::privacy))
        .route(r::members::SIGNED_IN, get(r::members::sign_in::signed_in))
        .route(r::members::SIGN_OUT, get(r::members::sign_out::begin))
        .route(r::members::SIGNED_OUT, get(r::members::sign_out::signed_out))
        .route("/welcome", get(r::policy_pages::welcome))
        .route("/openapi.json", get(|| async { ([("content-type", "application/json")], CONTRACT.as_str()) }))
        .route("/docs", get(contract::page))
        .fallback(elsewhere)
        .method_not_allowed_fallback(|| async { Problem::new(Code::WrongMethod) })
        .with_state(app.clone());
    if app.limits.is_some() {
        router = router.route_layer(from_fn_with_state(app.clone(), limits::check));
    }
    router = bounded(router, PATIENCE);
    if app.settings.count_requests {
        // Around all others, so that what fails or takes too long is counted too.
        router = router.layer(from_fn(metrics::request));
    }
    router
}

/// As long as a call may take to the head of its answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers in time, also for what fails. One layer of the router for all of them: each boxes every call once more.
fn bounded(router: Router, patience: Duration) -> Router {
    router.layer(
        ServiceBuilder::new()
            .map_response(static_files::with_security_headers)
            .layer(CatchPanicLayer::custom(|_| Problem::new(Code::Internal).into_response()))
            .map_response(in_our_form)
            .layer(from_fn_with_state(patience, in_time)),
    )
}

/// Gives up a call that takes too long.
async fn in_time(
    State(patience): State<Duration>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let answer = tokio::time::timeout(patience, next.run(request)).await;
    answer.unwrap_or_else(|_| {
        let path = route.as_ref().map(MatchedPath::as_str);
        tracing::error!(path, "a call took too long and was given up");
        Problem::new(Code::TimedOut).into_response()
    })
}

/// The documents also write calls without `properties/`: `/v4/1/booking-engine/...` is led to the one path that answers
/// it, with its method and body (API-29, API-56). Everything else is nowhere.
async fn elsewhere(uri: Uri) -> Response {
    let short = uri.path().strip_prefix("/v4/").and_then(|rest| rest.split_once('/'));
    let asked = |property: &str| !property.is_empty() && property.bytes().all(|digit| digit.is_ascii_digit());
    match short {
        Some((property, rest)) if asked(property) => {
            let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
            Redirect::permanent(&format!("/v4/properties/{property}/{rest}{query}")).into_response()
        }
        _ => Problem::new(Code::NotFound).into_response(),
    }
}

/// A call that said beforehand that its body is too large, in the form of every other refusal.
fn in_our_form(answer: Response) -> Response {
    let is_too_large = answer.status() == StatusCode::PAYLOAD_TOO_LARGE;
    if is_too_large { Problem::new(Code::TooLarge).into_response() } else { answer }
}

mod contract;

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn what_fails_or_takes_too_long_is_counted_too() {
        let figures = metrics::start().expect("the first in this process");
        let get_of = |path: &str| Request::get(path).body(Body::empty()).expect("a request");
        let router = Router::new()
            .route("/slow/{id}", get(std::future::pending::<()>))
            .route("/fails", get(|| async { unreachable!("a fault of ours") as () }));
        let router = bounded(router, Duration::ZERO).layer(from_fn(metrics::request));
        for (path, status) in [("/slow/1", 503), ("/fails", 500)] {
            let answer = router.clone().oneshot(get_of(path)).await.expect("an answer");
            assert_eq!(answer.status(), status);
        }
        let answer = figures.oneshot(get_of("/metrics")).await.expect("figures");
        let text = to_bytes(answer.into_body(), usize::MAX).await.expect("figures");
        for counted in ["route=\"/slow/{id}\",status=\"503\"} 1", "route=\"/fails\",status=\"500\"} 1"] {
            assert!(text.windows(counted.len()).any(|part| part == counted.as_bytes()), "{counted}");
        }
    }
}
