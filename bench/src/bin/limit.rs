//! The limit that an answer is measured against: the same web framework answering as many ready bytes.
//!
//! `limit BYTES` prints the address it listens on and answers every path, so that the load generator asks both sides
//! the same questions and spends the same time on them.

use std::io::Write;

use anyhow::{Context, Result};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use tokio::net::TcpListener;

static READY: [u8; 1 << 20] = [b' '; 1 << 20];

#[tokio::main]
async fn main() -> Result<()> {
    let bytes: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).context("limit BYTES")?;
    let ready = READY.get(..bytes).context("at most a mebibyte")?;
    let app = Router::new().fallback(move || async move { ([(CONTENT_TYPE, "application/json")], ready) });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let mut out = std::io::stdout();
    writeln!(out, "{}", listener.local_addr()?)?;
    out.flush()?;
    let listener = axum::serve::ListenerExt::tap_io(listener, |tcp| {
        let _ = tcp.set_nodelay(true);
    });
    axum::serve(listener, app).await?;
    Ok(())
}
