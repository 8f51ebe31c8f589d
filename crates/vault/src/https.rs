//! Calls to others over TLS, with the roots that browsers trust: to payment providers, and for the booking side to
//! providers of sign-ins.

use std::io;
use std::time::Duration;

use axum::http::{Request, Response};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// Largest answer, in bytes.
const LARGEST: usize = 256 * 1024;

/// A client that keeps its connections.
pub struct Https(Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl Default for Https {
    fn default() -> Https {
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())
            .unwrap_or_else(|_| unreachable!("ring has the versions of TLS that rustls asks for"))
            // http is for what stands on this machine.
            .https_or_http()
            .enable_http1()
            .build();
        Https(Client::builder(TokioExecutor::new()).build(connector))
    }
}

impl Https {
    /// Asks, and waits so long for the whole answer.
    ///
    /// # Errors
    /// When nobody answers in time, or too much.
    pub async fn send(&self, request: Request<Vec<u8>>, patience: Duration) -> io::Result<Response<Vec<u8>>> {
        let asked = async {
            let answer = self.0.request(request.map(|body| Full::new(Bytes::from(body)))).await?;
            let (parts, body) = answer.into_parts();
            let body = Limited::new(body, LARGEST).collect().await?.to_bytes();
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(Response::from_parts(parts, body.to_vec()))
        };
        let answered = tokio::time::timeout(patience, asked).await;
        answered.map_err(|_| io::ErrorKind::TimedOut)?.map_err(io::Error::other)
    }
}
