//! The limit that an answer is measured against: the same web framework answering as many ready bytes.
//!
//! `limit HOST:PORT` answers `GET /{bytes}`.

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

static READY: [u8; 1 << 20] = [b' '; 1 << 20];

#[tokio::main]
async fn main() -> Result<()> {
    let host = std::env::args().nth(1).context("limit HOST:PORT")?;
    let app = Router::new().route(
        "/{bytes}",
        get(|Path(bytes): Path<usize>| async move {
            ([(CONTENT_TYPE, "application/json")], &READY[..bytes.min(READY.len())])
        }),
    );
    let listener = tokio::net::TcpListener::bind(host).await?;
    let listener = axum::serve::ListenerExt::tap_io(listener, |tcp| {
        let _ = tcp.set_nodelay(true);
    });
    axum::serve(listener, app).await?;
    Ok(())
}
