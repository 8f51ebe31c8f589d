//! An activity or an event by e-mail: its letter in the guest's language, and the day for a calendar beside it. Written
//! when it is sent, so it says how the booking stands then: booked, or given back.

use store::mails::{self, Mail};

use super::Written;
use super::confirmation::{envelope, links};
use crate::app::App;
use crate::error::Answer;
use crate::extras::Extra;
use crate::extras::calendar::entries;
use crate::extras::giving_back::{Cost, refund_of};
use crate::letters::extra::compose;
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::routes::calendar_file::file_of;

/// The mail as it goes out; what was given back is told once.
///
/// # Errors
/// When the database fails.
pub async fn message(app: &App, mail: &Mail, extra: &Extra) -> Answer<Written> {
    let property = app.property(mail.property_id).await?;
    let (board, now, language) = (&property.board, app.clock.now(), mail.language.as_deref());
    let guest = match extra.told().guest {
        _ if extra.is_forgotten() => return Ok(Written::Needless),
        None => return Ok(Written::ToNobody),
        Some(guest) => guest,
    };
    if let Some(at) = extra.cancelled_at()
        && mails::is_told_later(&app.db, mail, extra.confirmation_no(), at).await?
    {
        return Ok(Written::Needless);
    }
    let texts = Texts::new(board.hotel(), language);
    let words = Words::of_language(texts.language());
    let refund = refund_of(app, extra).await?;
    let letter = compose(board, (extra, refund.as_ref()), None, (now, board.time_zone().to_datetime(now)), language);
    // It is looked at there and given back; who wants it otherwise asks the house.
    let manage = if Cost::of(extra, now).allowed { "lbl_view_booking" } else { "lbl_your_reservation" };
    let links = links(app, (&texts, &words), (extra.confirmation_no(), guest), manage);
    let written = letter::Mail { letters: vec![letter], links: vec![links], ..letter::Mail::default() };
    let days = file_of(entries(&property, extra, language, now)).to_string();
    Ok(envelope((mail, now), (&texts, &words), guest, &written, ("booking.ics", days)).into())
}
