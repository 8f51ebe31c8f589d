//! `GET /healthz` (alive) and `/readyz` (the database answers).

use std::sync::Once;
use std::time::Duration;

use axum::extract::State;
use store::{StoreError, properties};

use crate::app::App;
use crate::error::{Answer, Code};

/// How long the database is waited for: less than whoever asks (a balancer) waits for us.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is said of it once: guests may go on booking, and whoever mends it has to know.
const LOST: &str = "the database's file was removed or replaced while it is open: what is written now is gone after the \
    next start";

/// Alive
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn alive() -> &'static str {
    "ok"
}

/// Ready
///
/// The database answers, boards can be made from it, and a file of SQLite still has its name.
#[utoipa::path(get, path = "/readyz", tag = "operations", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn ready(State(app): State<App>) -> Answer<String> {
    if !app.db.has_its_file() {
        static TOLD: Once = Once::new();
        TOLD.call_once(|| tracing::error!("{LOST}"));
        return Err(Code::TimedOut.into());
    }
    let properties = in_time(properties::revisions(&app.db), PATIENCE).await?.len();
    Ok(format!("ok, {properties} properties"))
}

async fn in_time<T>(asked: impl Future<Output = Result<T, StoreError>>, patience: Duration) -> Answer<T> {
    Ok(tokio::time::timeout(patience, asked).await.map_err(|_| Code::TimedOut)??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_that_does_not_answer_is_not_waited_for() {
        let silent = in_time(std::future::pending::<Result<(), _>>(), Duration::ZERO).await;
        assert_eq!(silent.err().map(|problem| problem.code()), Some(Code::TimedOut));
    }
}
