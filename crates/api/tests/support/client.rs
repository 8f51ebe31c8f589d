//! Asks the real router and looks at what it answers.

use api::App;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::{Layer, ServiceExt};
use tower_http::normalize_path::{NormalizePath, NormalizePathLayer};

use super::contract;

/// Speaks to one server. Every answer is held against the contract.
#[derive(Clone)]
pub struct Client(NormalizePath<Router>);

/// What a server answered.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    /// Null when it is no JSON.
    pub body: Value,
    pub text: String,
    asked: String,
}

impl Client {
    /// Wrapped as `portico serve` wraps it.
    pub fn new(app: App) -> Client {
        Client(NormalizePathLayer::trim_trailing_slash().layer(api::router(app)))
    }

    /// Sends any request.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let asked = format!("{method} {}", request.uri());
        let answer = self.0.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = answer.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let media = parts.headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
        if method != Method::HEAD {
            contract::check(&method, &path, parts.status.as_u16(), media, &text);
        }
        let body = serde_json::from_str(&text).unwrap_or_default();
        Answer { status: parts.status.as_u16(), headers: parts.headers, body, text, asked }
    }

    /// A call with a secret (none when empty) and a JSON body (none when null).
    pub async fn call(&self, method: Method, path: &str, secret: &str, body: &Value) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if !secret.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {secret}"));
        }
        let body = if body.is_null() {
            Body::empty()
        } else {
            request = request.header(header::CONTENT_TYPE, "application/json");
            Body::from(body.to_string())
        };
        self.send(request.body(body).expect("a request")).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, "", &Value::Null).await
    }

    pub async fn get_with(&self, path: &str, secret: &str) -> Answer {
        self.call(Method::GET, path, secret, &Value::Null).await
    }

    /// A page in HTML, such as a letter to be printed.
    pub async fn get_html(&self, path: &str) -> String {
        self.get_accepting("text/html", path).await.is(200).text
    }

    pub async fn get_accepting(&self, accept: &str, path: &str) -> Answer {
        let request = Request::builder().uri(path).header(header::ACCEPT, accept);
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    pub async fn post(&self, path: &str, secret: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, secret, body).await
    }

    pub async fn put(&self, path: &str) -> Answer {
        self.call(Method::PUT, path, "", &Value::Null).await
    }

    pub async fn delete(&self, path: &str, secret: &str) -> Answer {
        self.call(Method::DELETE, path, secret, &Value::Null).await
    }
}

impl Answer {
    /// With this status; answers itself.
    #[track_caller]
    pub fn is(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}: {}", self.asked, self.text);
        self
    }

    /// A refusal with this status and code; answers itself.
    #[track_caller]
    pub fn refuses(self, status: u16, code: &str) -> Answer {
        assert_eq!((self.status, self.body["code"].as_str()), (status, Some(code)), "{}: {}", self.asked, self.text);
        self
    }

    /// The fields that a refusal names.
    pub fn fields(&self) -> Vec<&str> {
        let errors = self.body["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
        errors.iter().filter_map(|error| error["field"].as_str()).collect()
    }
}
