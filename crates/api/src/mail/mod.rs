//! E-mails to guests: owed in the transaction of what they tell, written and sent afterwards by whichever server takes
//! them first, tried again with growing pauses (`store::mails`). `post` carries them, `confirmation` writes those of stays,
//! `extra` those of activities and events.

mod confirmation;
mod extra;
mod post;

use std::collections::BTreeMap;

use domain::booking::Reservation;
use domain::guest::Guest;
use jiff::{SignedDuration, Timestamp};
use lettre::Message;
use rand::RngExt;
use store::mails::{self, Ended, MOST_TRIES, Mail};
use store::{Conn, Durability, StoreError};

use crate::app::App;
use crate::error::Answer;
use crate::extras::{self, Told};
use post::Sending;
pub use post::{Post, PostError};

/// Mails of one round; the next follows at once as long as there are more.
const AT_ONCE: i64 = 20;

/// The pause after a try: a minute, then twice as long each time, six hours at most.
fn pause(tries: i64) -> SignedDuration {
    let minutes = 1_i64 << tries.clamp(0, 9);
    SignedDuration::from_mins(minutes.min(6 * 60))
}

/// What is owed for stays that were booked, changed or given back, or whose guest's address was mended: one mail for each
/// address among their guests, with all the rooms of that guest. A guest who gave none gets none.
pub fn owed(reservations: &[Reservation], language: Option<&str>, now: Timestamp) -> Vec<Mail> {
    let mut by_guest: BTreeMap<String, Vec<&Reservation>> = BTreeMap::new();
    for reservation in reservations {
        if let Some(email) = reached_at(reservation) {
            by_guest.entry(email).or_default().push(reservation);
        }
    }
    let mail = |rooms: Vec<&Reservation>| Mail {
        property_id: rooms[0].property_id,
        mail_id: uuid::Builder::from_random_bytes(rand::rng().random()).into_uuid(),
        confirmation_nos: rooms.iter().map(|room| room.confirmation_no.clone()).collect(),
        language: language.map(str::to_owned),
        tries: 0,
        created_at: now,
    };
    by_guest.into_values().map(mail).collect()
}

/// Rooms with the same of it share a mail; `None` for a guest who gave no address that a mail can reach.
pub fn reached_at(reservation: &Reservation) -> Option<String> {
    reachable(&reservation.guest)
}

/// Nothing is ever found under `.invalid` (RFC 6761): a replay's guests are there.
fn reachable(guest: &Guest) -> Option<String> {
    guest.email.as_ref().map(|email| email.to_lowercase()).filter(|email| !email.ends_with(".invalid"))
}

/// The address that the mails of a guest go to; empty where none does.
pub fn written_to(guest: Option<&Guest>) -> String {
    guest.and_then(reachable).unwrap_or_default()
}

/// What is owed for an activity or an event that was booked or given back; `None` where no mails are sent, or its guest
/// gave no address.
pub fn owed_for_extra(app: &App, told: &Told<'_>) -> Option<Mail> {
    app.settings.post.as_ref()?;
    let number = told.confirmation_no?;
    reachable(told.guest?)?;
    Some(Mail {
        property_id: told.property_id,
        mail_id: uuid::Builder::from_random_bytes(rand::rng().random()).into_uuid(),
        confirmation_nos: vec![number.to_owned()],
        language: told.language.map(str::to_owned),
        tries: 0,
        created_at: app.clock.now(),
    })
}

/// Sends what is due, for a test that does not want to wait; answers how many were tried. Two servers never try one
/// mail at the same time: the one that has claimed it is the only one until its pause is over.
///
/// # Errors
/// When the database fails; the next call goes on.
pub async fn send_due(app: &App) -> Answer<usize> {
    let Some(post) = &app.settings.post else { return Ok(0) };
    let mut tried = 0;
    for mail in mails::due(&app.db, app.clock.now(), AT_ONCE).await? {
        // From now on: those before it may have taken their time.
        let tries = mail.tries % MOST_TRIES;
        if !claim(app, &mail, app.clock.now() + pause(tries)).await? {
            continue;
        }
        tried += 1;
        // Tells a transport's own words to nobody: they often name the address.
        let ended = match sending(app, post, &mail).await {
            Sending::Done => Some(Ended::Sent),
            Sending::Refused(why) => {
                tracing::warn!(mail_id = %mail.mail_id, why, "a mail was refused for good and is given up");
                Some(Ended::GivenUp)
            }
            Sending::Needless => Some(Ended::Needless),
            Sending::NotNow(why) if tries + 1 >= MOST_TRIES => {
                tracing::warn!(mail_id = %mail.mail_id, why, tries = tries + 1, "a mail is given up");
                Some(Ended::GivenUp)
            }
            Sending::NotNow(why) => {
                tracing::info!(mail_id = %mail.mail_id, why, tries = tries + 1, "a mail is tried again later");
                None
            }
        };
        if let Some(ended) = ended {
            end(app, mail, ended).await?;
        }
    }
    Ok(tried)
}

async fn sending(app: &App, post: &Post, mail: &Mail) -> Sending {
    match written(app, mail).await {
        Ok(Written::Message(message)) => post.send(*message).await,
        Ok(Written::ToNobody) => Sending::Refused("no address that a mail can be sent to"),
        Ok(Written::Needless) => Sending::Needless,
        Err(problem) => {
            tracing::error!(mail_id = %mail.mail_id, code = problem.code().as_str(), "a mail could not be written");
            Sending::NotNow("it could not be written")
        }
    }
}

/// A mail as it is when its time has come.
enum Written {
    Message(Box<Message>),
    /// There is no address that it can go to or come from.
    ToNobody,
    /// What it was to confirm is given back, and the mail that was owed with that says so; or its guest is forgotten.
    Needless,
}

impl From<Option<Message>> for Written {
    fn from(message: Option<Message>) -> Written {
        message.map_or(Written::ToNobody, |message| Written::Message(Box::new(message)))
    }
}

async fn written(app: &App, mail: &Mail) -> Answer<Written> {
    if let [number] = &mail.confirmation_nos[..]
        && let Some(extra) = extras::find(app, mail.property_id, number).await?
    {
        return extra::message(app, mail, &extra).await;
    }
    confirmation::message(app, mail).await
}

async fn claim(app: &App, mail: &Mail, next_try_at: Timestamp) -> Answer<bool> {
    let mail = mail.clone();
    let claimed = app.db.write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let mail = mail.clone();
        Box::pin(async move { mails::claim(conn, &mail, next_try_at).await })
    });
    Ok(claimed.await?)
}

async fn end(app: &App, mail: Mail, ended: Ended) -> Answer<()> {
    let written = app.db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let mail = mail.clone();
        Box::pin(async move { mails::end(conn, &mail, ended).await })
    });
    Ok(written.await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_six_hours() {
        let minutes: Vec<i64> = (0..MOST_TRIES).map(|tries| pause(tries).as_mins()).collect();
        assert_eq!(minutes[..5], [1, 2, 4, 8, 16]);
        assert!(minutes.windows(2).all(|pair| pair[0] <= pair[1]));
        assert_eq!(minutes.last(), Some(&360));
        let days = minutes.iter().sum::<i64>() / 60 / 24;
        assert!((1..=3).contains(&days), "{days} days");
    }
}
