//! Cards at the vault that nothing refers to any more: their batch ran out, the guest left, or gave another one later.
//! Each is written down when the page is told of it, and looked at until the vault has forgotten it.

use domain::booking::{Batch, Status};
use jiff::{SignedDuration, Timestamp};
use store::cards::{self, KeptCard};
use store::{Conn, Durability, StoreError, batches, reservations};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Answer, Code, Problem};

/// When a card is looked at first: long after the last moment at which the page may bring it back.
const FIRST_LOOK: SignedDuration = SignedDuration::from_hours(24);
/// When one that something refers to is looked at again.
const NEXT_LOOK: SignedDuration = SignedDuration::from_hours(24 * 7);
/// How many are looked at in one go.
const AT_ONCE: i64 = 100;

/// Writes down a card before the page is told of it.
///
/// # Errors
/// 422 for one that was typed for something else. When the database fails: the vault is asked to forget the card then,
/// since nobody else will.
pub async fn write_down(app: &App, property_id: i64, token: &str, typed_for: Uuid, now: Timestamp) -> Answer<()> {
    let card = KeptCard { property_id, token: token.to_owned(), typed_for };
    let written = look_at(app, &card, now + FIRST_LOOK).await;
    if written.is_err()
        && let Err(problem) = app.vault.forget(property_id, token, now).await
    {
        tracing::error!(code = problem.code().as_str(), "a card that could not be written down stays in the vault");
    }
    match written? {
        true => Ok(()),
        false => Err(Problem::new(Code::Unacceptable).with_detail("This card was typed for another booking.")),
    }
}

/// Asks the vault to forget every card that nothing refers to. One whose answer is lost is asked for again in the next
/// round, and so is the rest when the vault cannot be reached.
///
/// # Errors
/// When the database fails, or the vault cannot be reached.
pub async fn forget(app: &App) -> Answer<()> {
    let now = app.clock.now();
    loop {
        let due = cards::due(&app.db, now, AT_ONCE).await?;
        if due.is_empty() {
            return Ok(());
        }
        for card in due {
            let rooms = match rooms_of(app, &card).await {
                // It would be the first again in each round, and keep all others at the vault.
                Err(error @ StoreError::Corrupt { .. }) => {
                    tracing::error!(property_id = card.property_id, %error, "a card stays at the vault: nobody knows who refers to it");
                    look_at(app, &card, now + NEXT_LOOK).await?;
                    continue;
                }
                rooms => rooms?,
            };
            let gone = !cards::is_referred_to(&app.db, &card, &rooms).await?
                && app.vault.forget(card.property_id, &card.token, now).await?;
            if gone {
                app.db
                    .write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
                        let card = card.clone();
                        Box::pin(async move { cards::forget(conn, &card).await })
                    })
                    .await?;
            } else {
                look_at(app, &card, now + NEXT_LOOK).await?;
            }
        }
    }
}

/// Confirmation numbers of the rooms that were booked or changed with the batch that a card was typed for, or of those
/// that were booked with the reservation that it was: it may hold them too.
async fn rooms_of(app: &App, card: &KeptCard) -> Result<Vec<String>, StoreError> {
    let booked_with = reservations::batch_of(&app.db, card.property_id, card.typed_for).await?;
    let batch = batches::find::<Batch>(&app.db, card.property_id, booked_with.unwrap_or(card.typed_for)).await?;
    Ok(match batch.map(|batch| batch.state.status) {
        Some(Status::Committed { confirmation_nos, .. }) => confirmation_nos,
        Some(Status::Open) | None => Vec::new(),
    })
}

async fn look_at(app: &App, card: &KeptCard, at: Timestamp) -> Answer<bool> {
    let card = card.clone();
    let written = app
        .db
        .write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let card = card.clone();
            Box::pin(async move { cards::look_at(conn, &card, at).await })
        })
        .await?;
    Ok(written)
}
