//! Reading requests so that every refusal is a problem answer that names the field.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use jiff::civil::Date;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use crate::error::{Code, Problem};
use crate::objects::Objects;

/// A JSON body. Unknown members are ignored (API-28).
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Problem> {
        let media = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        if !media.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/json") {
            return Err(Problem::new(Code::MediaType));
        }
        let bytes = whole_body(request, state, BODY_TIME).await?;
        read_json(&bytes).map(Json)
    }
}

/// A JSON body that may be missing altogether.
pub struct MaybeJson<T>(pub Option<T>);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for MaybeJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<MaybeJson<T>, Problem> {
        let bytes = whole_body(request, state, BODY_TIME).await?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(MaybeJson(None));
        }
        read_json(&bytes).map(|value| MaybeJson(Some(value)))
    }
}

/// How long a body may take to arrive; less than an answer may take, so that whoever stalls is told why.
const BODY_TIME: Duration = Duration::from_secs(20);

async fn whole_body<S: Send + Sync>(request: Request, state: &S, time: Duration) -> Result<Bytes, Problem> {
    let arrived = tokio::time::timeout(time, Bytes::from_request(request, state)).await;
    arrived.map_err(|_| Code::BodyTimedOut)?.map_err(|refused| {
        Problem::new(match refused.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            _ => Code::BadRequest,
        })
    })
}

/// The fields of a form that a page of ours sends.
pub struct Form(pub Query);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Form, Problem> {
        let bytes = whole_body(request, state, BODY_TIME).await?;
        Ok(Form(Query(form_urlencoded::parse(&bytes).into_owned().collect())))
    }
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    parse(bytes).map_err(|Malformed { code, field, words }| Problem::new(code).with_field(field, words))
}

/// Why a body is none of what a call takes: where, and in words for whoever wrote it.
#[derive(Debug)]
struct Malformed {
    code: Code,
    field: String,
    words: String,
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Malformed> {
    let no_json = |said: serde_json::Error| Malformed {
        code: Code::BadRequest,
        field: "body".into(),
        words: format!("not JSON: {said}"),
    };
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(Objects(&mut json)).map_err(|error| {
        let path = error.path().to_string();
        let said = error.into_inner();
        match said.classify() {
            serde_json::error::Category::Data => of_another_kind(path, &said),
            _ => no_json(said),
        }
    })?;
    json.end().map_err(no_json)?;
    Ok(value)
}

/// The parser says it in the names of Rust's types and with a place in the text, `invalid type: string "x", expected u32
/// at line 1 column 32`; of what was found nothing is repeated.
fn of_another_kind(path: String, said: &serde_json::Error) -> Malformed {
    let said = said.to_string();
    let said = said.rsplit_once(" at line ").map_or(&*said, |(said, _)| said);
    let in_part = said.strip_prefix(IN_PART).and_then(|rest| rest.split_once(": "));
    let (path, said) = in_part.map_or((path, said), |(member, said)| (member.to_owned(), said));
    let named = |prefix: &str| said.strip_prefix(prefix)?.strip_suffix('`');
    let member = |name: &str| if path == "." { name.to_owned() } else { format!("{path}.{name}") };
    let (field, words) = match (named("missing field `"), named("duplicate field `")) {
        (Some(name), _) => (member(name), "is missing".to_owned()),
        (_, Some(name)) => (member(name), "is there twice".to_owned()),
        _ if path == "." => ("body".to_owned(), expected(said)),
        _ => (path, expected(said)),
    };
    Malformed { code: Code::BadField, field, words }
}

const IN_PART: &str = "in part ";

/// For `#[serde(flatten, deserialize_with = "part")]`: what is wrong with a member of the part is told with its name, which
/// serde loses, since it sets what is flattened aside and reads it by itself.
pub fn part<'de, T: Deserialize<'de>, D: Deserializer<'de>>(flattened: D) -> Result<T, D::Error> {
    serde_path_to_error::deserialize(Objects(flattened)).map_err(|error| match error.path().to_string() {
        path if path == "." => error.into_inner(),
        path => D::Error::custom(format!("{IN_PART}{path}: {}", error.into_inner())),
    })
}

fn expected(said: &str) -> String {
    // What was found may have these words in it too.
    let Some((_, kind)) = said.rsplit_once(", expected ") else {
        return if said.contains("UUID") { "expected a UUID" } else { "cannot be understood" }.to_owned();
    };
    let kind = match kind {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "string or map" | "variant identifier" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        kind if kind.starts_with("struct ") => "an object",
        kind if kind.contains("UUID") => "a UUID",
        kind => kind,
    };
    format!("expected {kind}")
}

/// The places of an address, such as `{property_id}`.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(places)) => Ok(Path(places)),
            Err(PathRejection::FailedToDeserializePathParams(failed)) => Err(match failed.into_kind() {
                ErrorKind::ParseErrorAtKey { key, expected_type, .. } if expected_type.starts_with('i') => {
                    Problem::field(key, "expected a whole number")
                }
                ErrorKind::ParseErrorAtKey { key, .. } | ErrorKind::InvalidUtf8InPathParam { key } => {
                    Problem::field(key, "cannot be understood")
                }
                // The only place of a call with one place is the hotel.
                _ => Problem::field("property_id", "expected a whole number"),
            }),
            Err(_) => Err(Code::NotFound.into()),
        }
    }
}

/// The query of an address, read by name. A name that comes twice must say the same: nobody could know which counts.
pub struct Query(Vec<(String, String)>);

/// More than any call has; each is compared with each.
const MOST_PARAMETERS: usize = 100;

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Query, Problem> {
        let query = Query::parse(parts.uri.query().unwrap_or(""));
        if query.0.len() > MOST_PARAMETERS {
            return Err(Problem::field("query", format!("has more than {MOST_PARAMETERS} parameters")));
        }
        let twice = query.0.iter().find(|(name, value)| query.0.iter().any(|(n, other)| n == name && other != value));
        match twice {
            Some((name, _)) => Err(Problem::field(name.as_str(), "is there twice and says two things")),
            None => Ok(query),
        }
    }
}

impl Query {
    /// From the text after `?`.
    pub fn parse(text: &str) -> Query {
        Query(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// A text that is there and not empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(known, _)| known == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty())
    }

    /// All of it as the text of an address, save one name.
    pub fn without(&self, name: &str) -> String {
        let others = self.0.iter().filter(|(known, _)| known != name);
        form_urlencoded::Serializer::new(String::new()).extend_pairs(others).finish()
    }

    /// A text that must be there.
    ///
    /// # Errors
    /// When it is missing.
    pub fn needed(&self, name: &str) -> Result<&str, Problem> {
        self.text(name).ok_or_else(|| Problem::field(name, "is missing"))
    }

    /// A date `YYYY-MM-DD` that must be there.
    ///
    /// # Errors
    /// When it is missing or no such date.
    pub fn date(&self, name: &str) -> Result<Date, Problem> {
        date(name, self.needed(name)?)
    }

    /// A whole number within bounds, or the default.
    ///
    /// # Errors
    /// When it is no number or out of bounds.
    pub fn number(&self, name: &str, default: Option<i64>, min: i64, max: i64) -> Result<i64, Problem> {
        let Some(text) = self.text(name) else {
            return default.ok_or_else(|| Problem::field(name, "is missing"));
        };
        let number: i64 =
            text.parse().map_err(|_| Problem::field(name, format!("expected a whole number from {min} to {max}")))?;
        if (min..=max).contains(&number) {
            return Ok(number);
        }
        Err(Problem::field(name, format!("must lie between {min} and {max}")))
    }

    /// Ages of children, a comma list of whole numbers 0 to 17 (SEARCH-05).
    ///
    /// # Errors
    /// When one is not such a number.
    pub fn ages(&self, name: &str) -> Result<Vec<u8>, Problem> {
        let Some(text) = self.text(name) else { return Ok(Vec::new()) };
        text.split(',')
            .map(|age| match age.trim().parse::<u8>() {
                Ok(age) if age <= 17 => Ok(age),
                _ => Err(Problem::field(name, "expected ages from 0 to 17, separated by commas")),
            })
            .collect()
    }
}

/// A hotel-local date `YYYY-MM-DD`.
///
/// # Errors
/// A problem that names the field.
pub fn date(name: &str, text: &str) -> Result<Date, Problem> {
    let wrong = || Problem::field(name, "expected a date such as 2026-12-24");
    // Other ways to write a day are not understood by everybody who reads it after us.
    let dashed = text
        .bytes()
        .enumerate()
        .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() });
    if text.len() != 10 || !dashed {
        return Err(wrong());
    }
    text.parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use futures_util::stream;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code)] // they are read, and that is all
    struct Asked {
        rooms: u16,
        amount: f64,
        code: Option<String>,
        first: bool,
        guests: Vec<Guest>,
        host: Option<Guest>,
        way: Option<domain::transport::Way>,
        id: Option<uuid::Uuid>,
        #[serde(flatten, deserialize_with = "part")]
        seen: Seen,
    }

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code)] // as above
    struct Seen {
        total: Option<f64>,
        by: Option<Guest>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code)] // as above
    struct Guest {
        age: u8,
        name: String,
    }

    /// What is wrong with a body that differs in one member.
    fn wrong(member: &str, value: serde_json::Value) -> (String, String) {
        let mut body = serde_json::json!({"rooms": 1, "amount": 9.5, "first": true, "guests": []});
        body[member] = value;
        let Malformed { field, words, .. } = parse::<Asked>(body.to_string().as_bytes()).expect_err("it is wrong");
        (field, words)
    }

    // clause: ERR-18
    #[test]
    fn a_value_of_another_kind_is_told_in_plain_words() {
        use serde_json::json;
        let one = |value| json!([value]);
        for (member, value, field, message) in [
            ("rooms", json!("x"), "rooms", "expected a whole number from 0 to 65535"),
            ("rooms", json!(-1), "rooms", "expected a whole number from 0 to 65535"),
            ("rooms", json!(1.5), "rooms", "expected a whole number from 0 to 65535"),
            ("rooms", json!(null), "rooms", "expected a whole number from 0 to 65535"),
            ("amount", json!("9.50"), "amount", "expected a number"),
            ("code", json!(7), "code", "expected a text"),
            ("first", json!("yes"), "first", "expected true or false"),
            ("guests", json!({}), "guests", "expected a list"),
            ("guests", one(json!("Ada")), "guests[0]", "expected an object"),
            (
                "guests",
                one(json!({"age": 300, "name": "Ada"})),
                "guests[0].age",
                "expected a whole number from 0 to 255",
            ),
            ("guests", one(json!({"age": 30})), "guests[0].name", "is missing"),
            ("guests", one(json!([30, "Ada"])), "guests[0]", "expected an object"),
            ("guests", one(json!([])), "guests[0]", "expected an object"),
            ("host", json!([30, "Ada"]), "host", "expected an object"),
            ("way", json!("Sideways"), "way", "expected `Guest Pick-Up` or `Guest Drop-Off`"),
            ("id", json!(7), "id", "expected a UUID"),
            ("id", json!("x"), "id", "expected a UUID"),
            ("total", json!("in part id: x, expected y"), "total", "expected a number"),
            ("by", json!({"age": "x", "name": "Ada"}), "by.age", "expected a whole number from 0 to 255"),
            ("by", json!({"age": 30}), "by.name", "is missing"),
            ("by", json!([30, "Ada"]), "by", "expected an object"),
        ] {
            assert_eq!(wrong(member, value.clone()), (field.to_owned(), message.to_owned()), "{member} {value}");
        }
        for (body, field, message) in [
            ("[]", "body", "expected an object"),
            ("{\"rooms\": 1, \"rooms\": 2}", "rooms", "is there twice"),
            (
                "{\"rooms\": \", expected a rise at line 1 column 2\"}",
                "rooms",
                "expected a whole number from 0 to 65535",
            ),
        ] {
            let refused = parse::<Asked>(body.as_bytes()).expect_err("it is wrong");
            assert_eq!((&*refused.field, &*refused.words), (field, message), "{body}");
        }
    }

    #[tokio::test]
    async fn a_body_that_stalls_is_refused_as_such() {
        let begun = stream::once(async { Ok::<_, std::io::Error>("{\"guest_data\":") });
        let body = Body::from_stream(stream::StreamExt::chain(begun, stream::pending()));
        let refused = whole_body(Request::new(body), &(), Duration::ZERO).await.err();
        assert_eq!(refused.map(|problem| problem.code()), Some(Code::BodyTimedOut));
    }
}
