//! The confirmation of a booking as an e-mail: the letters of its rooms in the guest's language, the stay for a calendar
//! beside them.

use std::time::SystemTime;

use domain::booking::Reservation;
use domain::guest::Guest;
use jiff::Timestamp;
use letter::{Link, OfAll};
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart};
use lettre::{Address, Message};
use store::mails::{self, Mail};
use store::{Conn, Durability, StoreError, reservations};

use super::{Written, owed, reached_at};
use crate::app::App;
use crate::error::{Answer, Code};
use crate::letters::opened::Opened;
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::letters::{Material, compose};
use crate::routes::calendar_file::calendar;
use crate::routes::manage::link_address;
use crate::wire::booking::{letter_token, paper_address};

/// The mail as it goes out. It says how the stays stand now: what was given back meanwhile is confirmed to nobody, and told
/// once.
///
/// # Errors
/// When the database fails, or a reservation is gone.
pub async fn message(app: &App, mail: &Mail) -> Answer<Written> {
    let property = app.property(mail.property_id).await?;
    let (board, now) = (&property.board, app.clock.now());
    let hotel = board.hotel();
    let mut stays = Vec::with_capacity(mail.confirmation_nos.len());
    for number in &mail.confirmation_nos {
        let found = reservations::find::<Reservation>(&app.db, mail.property_id, number).await?;
        let stay = Opened::of(app, property.clone(), found.ok_or(Code::ReservationUnknown)?).await?;
        let told = match &stay.cancelled {
            Some(came_to) => mails::is_told_later(&app.db, mail, number, came_to.at).await?,
            None => false,
        };
        if !told && !stay.reservation.guest.is_forgotten() {
            stays.push(stay);
        }
    }
    if stays.is_empty() {
        return Ok(Written::Needless);
    }
    let Some(to) = stays.iter().find_map(|stay| reached_at(&stay.reservation)) else { return Ok(Written::ToNobody) };
    let (mut stays, elsewhere): (Vec<_>, Vec<_>) =
        stays.into_iter().partition(|stay| reached_at(&stay.reservation).as_ref() == Some(&to));
    if !elsewhere.is_empty() {
        leave_to_others(app, mail, &stays, &elsewhere).await?;
    }
    // What was given back meanwhile is left out, as long as anything stands.
    if stays.iter().any(|stay| stay.cancelled.is_none()) {
        stays.retain(|stay| stay.cancelled.is_none());
    }
    let guest = &stays[0].reservation.guest;
    let language = mail.language.as_deref();
    let texts = Texts::new(hotel, language);
    let words = Words::of_language(texts.language());
    let among_guests = stays.iter().any(|stay| stay.reservation.guest.full_name() != guest.full_name());
    let written = board.time_zone().to_datetime(now);
    let letter = |stay: &Opened| {
        compose(&Material { stay, others: &[], among_guests, logo_svg: None, exchange: None, now, written }, language)
    };
    let links = |stay: &Opened| {
        let (number, guest) = (&stay.reservation.confirmation_no, &stay.reservation.guest);
        links(app, (&texts, &words), (number, guest), stay.label_on_page())
    };
    let say = |key: &str| words.say(key, &[]);
    let written = letter::Mail {
        letters: stays.iter().map(letter).collect(),
        links: stays.iter().map(links).collect(),
        of_all: OfAll { title: say("lbl_mail_stays_title"), opening: say("lbl_mail_stays_opening") },
    };
    let days = calendar(&stays, language, now).to_string();
    Ok(envelope((mail, now), (&texts, &words), guest, &written, ("stay.ics", days)).into())
}

/// Stays whose guests have another address by now get mails of their own.
async fn leave_to_others(app: &App, mail: &Mail, stays: &[Opened], elsewhere: &[Opened]) -> Answer<()> {
    let mine: Vec<String> = stays.iter().map(|stay| stay.reservation.confirmation_no.clone()).collect();
    let elsewhere: Vec<Reservation> = elsewhere.iter().map(|stay| stay.reservation.clone()).collect();
    let theirs = owed(&elsewhere, mail.language.as_deref(), mail.created_at);
    let mail = mail.clone();
    let written = app.db.write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let (mail, mine, theirs) = (mail.clone(), mine.clone(), theirs.clone());
        Box::pin(async move {
            let ours = mails::narrow(conn, &mail, &mine).await?;
            if ours {
                mails::insert(conn, &theirs.iter().collect::<Vec<_>>()).await?;
            }
            Ok(ours)
        })
    });
    // Another server has taken it over meanwhile, and sends it.
    if written.await? { Ok(()) } else { Err(Code::Busy.into()) }
}

/// What the guest can open: the letter of a number, and what is booked under it; `manage` says what can be done there.
pub(super) fn links(
    app: &App,
    (texts, words): (&Texts<'_>, &Words),
    (number, guest): (&str, &Guest),
    manage: &str,
) -> Vec<Link> {
    let hotel = texts.hotel;
    let origin = app.settings.page_origins.first().map_or("", String::as_str);
    let code = &texts.language().language_code;
    let token = letter_token(&app.secret, hotel.property_id, number, Some(guest));
    let paper = paper_address(hotel.property_id, number, &token, "confirmation-letter");
    let open =
        Link { words: words.say("lbl_mail_open_letter", &[]), address: format!("{origin}{paper}&language={code}") };
    let place = link_address(app, hotel, (number, guest), code);
    let manage = Link { words: words.say(manage, &[]), address: format!("{origin}{place}") };
    let managed = hotel.website_config.enable_search_reservation;
    [Some(open), Some(manage).filter(|_| managed)].into_iter().flatten().collect()
}

/// The mail around what it says, with a file for calendars; `None` when there is no address that it can go to or come
/// from.
pub(super) fn envelope(
    (mail, now): (&Mail, Timestamp),
    (texts, words): (&Texts<'_>, &Words),
    guest: &Guest,
    written: &letter::Mail,
    (name, days): (&str, String),
) -> Option<Message> {
    let hotel = texts.hotel;
    let from = hotel.mail_from.as_ref().unwrap_or(&hotel.email);
    let mailbox = |name: String, at: &str| address(at).map(|address| Mailbox::new(Some(on_one_line(&name)), address));
    let from = mailbox(texts.name().to_owned(), from)?;
    let to = mailbox(guest.full_name(), guest.email.as_deref().unwrap_or_default())?;
    let subject =
        words.say("lbl_mail_subject", &[("title", written.title()), ("hotel", &words.isolated(texts.name()))]);
    // Replies go to the house, whoever sends for it.
    let reply_to = mailbox(texts.name().to_owned(), &hotel.email).unwrap_or_else(|| from.clone());
    let file = ContentType::parse("text/calendar; charset=utf-8").unwrap_or(ContentType::TEXT_PLAIN);
    let body = MultiPart::mixed()
        .multipart(MultiPart::alternative_plain_html(written.text(), written.html()))
        .singlepart(Attachment::new(name.to_owned()).body(days, file));
    let message = Message::builder()
        .message_id(Some(format!("<{}@{}>", mail.mail_id, from.email.domain())))
        .date(SystemTime::from(now))
        .from(from)
        .reply_to(reply_to)
        .to(to)
        .subject(on_one_line(&subject))
        .multipart(body);
    message.ok()
}

/// No import takes a name of several lines any more, but one that is stored would end the round of all mails.
fn on_one_line(words: &str) -> String {
    words.replace(char::is_control, " ")
}

/// As every mail server can carry it: with its domain in ASCII letters.
fn address(text: &str) -> Option<Address> {
    let (local, domain) = text.rsplit_once('@')?;
    Address::new(local, idna::domain_to_ascii(domain).ok()?).ok()
}
