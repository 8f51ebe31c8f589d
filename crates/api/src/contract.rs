//! The contract's own texts, and the page that shows it.

use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse};
use utoipa::OpenApi as _;
use utoipa::openapi::content::Content;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{OpenApi, Ref};

use crate::limits::UNCOUNTED;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Portico", description = "The guest's front door to a hotel: availability, booking, cards. Amounts are decimal numbers with the currency's digits, dates hotel-local, instants RFC 3339 with offset.", license(name = "Apache-2.0", identifier = "Apache-2.0")),
    tags(
        (name = "property", description = "What a hotel is, and its texts"),
        (name = "brand", description = "The hotels of a brand, and from what each is to be had"),
        (name = "availability", description = "What can be booked, and why the rest cannot"),
        (name = "booking", description = "From an empty batch to confirmed rooms"),
        (name = "activities", description = "What the hotel does with guests, from the calendar to a booked one"),
        (name = "events", description = "Spaces for meetings and parties"),
        (name = "cards", description = "The card form and its token"),
        (name = "members", description = "Who is signed in to the hotel's programme"),
        (name = "manage", description = "A guest's own reservation"),
        (name = "operations", description = "For those who run the server")
    )
)]
struct Base;

/// Title, tags and ways to sign in.
pub fn base() -> OpenApi {
    let mut api = Base::openapi();
    let bearer = |text: &str| {
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(text)).build())
    };
    let components = api.components.get_or_insert_default();
    components.add_security_scheme("booking_secret", bearer("The `token` that the creation of the batch answered"));
    components.add_security_scheme("operator_key", bearer("The operator key of the server"));
    api
}

/// Adds the refusals that are the same for every call: an address or a body that cannot be understood (400), a body that
/// stalls (408), is too large (413) or no JSON (415), too many calls (429), a server that is too busy or has no database
/// just now (503).
pub fn with_common_refusals(mut api: OpenApi) -> OpenApi {
    for (path, item) in &mut api.paths.paths {
        let calls = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for call in calls.into_iter().flatten() {
            let has_body = call.request_body.is_some();
            let mut refuse = |status: &str, text: &str| {
                let content = Content::new(Some(Ref::from_schema_name("ProblemBody")));
                let response = ResponseBuilder::new().description(text).content("application/problem+json", content);
                call.responses.responses.entry(status.to_owned()).or_insert_with(|| response.build().into());
            };
            if !UNCOUNTED.contains(&path.as_str()) {
                refuse("429", "TOO_MANY; `Retry-After` says how many seconds to wait");
            }
            let away = "TIMED_OUT: the server is too busy, or its database away; `Retry-After` says in how many seconds \
                to try again";
            refuse("503", away);
            if has_body {
                refuse("400", "BAD_REQUEST, BAD_FIELD");
                refuse("408", "BODY_TIMED_OUT");
                refuse("413", "TOO_LARGE");
                refuse("415", "MEDIA_TYPE");
            } else if call.parameters.as_ref().is_some_and(|parameters| !parameters.is_empty()) {
                refuse("400", "BAD_FIELD");
            }
        }
    }
    api
}

/// Gives every call a name of its own, `get_v4_properties_property_id`, for generated clients.
pub fn name_calls(api: &mut OpenApi) {
    for (path, item) in &mut api.paths.paths {
        let words: Vec<&str> = path.split(['/', '-', '{', '}', '.']).filter(|word| !word.is_empty()).collect();
        let calls =
            [("get", &mut item.get), ("post", &mut item.post), ("put", &mut item.put), ("delete", &mut item.delete)];
        for (method, call) in calls {
            if let Some(call) = call {
                call.operation_id = Some(format!("{method}_{}", words.join("_")));
            }
        }
    }
}

const PAGE_CSP: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

/// `GET /docs`: the contract as a page, without any script.
pub async fn page() -> impl IntoResponse {
    let api = crate::openapi();
    let mut rows = String::new();
    for (path, item) in &api.paths.paths {
        let calls = [("GET", &item.get), ("POST", &item.post), ("PUT", &item.put), ("DELETE", &item.delete)];
        for (method, call) in calls.into_iter().filter_map(|(method, call)| call.as_ref().map(|call| (method, call))) {
            let summary = call.summary.as_deref().unwrap_or("");
            let text = call.description.as_deref().unwrap_or("");
            let escape = crate::first_screen::escape;
            rows += &format!(
                "<section><h2><code>{method} {}</code></h2><p><b>{}</b> {}</p></section>",
                escape(path),
                escape(summary),
                escape(text)
            );
        }
    }
    let page = Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Portico API</title><h1>Portico API</h1><p>The whole contract with all shapes: <a href=\"/openapi.json\">openapi.json</a>.</p>{rows}"
    ));
    ([(header::CONTENT_SECURITY_POLICY, PAGE_CSP)], page)
}
