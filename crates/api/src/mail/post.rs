//! Who carries mails: a server that speaks SMTP, or a folder, for a house that only wants to look at them.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use lettre::transport::smtp;
use lettre::{AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::time::timeout;

/// Longer than this nobody waits for a mail server; much shorter than the first pause between two tries.
const PATIENCE: Duration = Duration::from_secs(20);
/// For a whole mail: less than the minute for which its first try is claimed.
const LONGEST: Duration = Duration::from_secs(50);

/// A way for mails to leave the house. Cheap to clone; its `Debug` has no password.
#[derive(Clone)]
pub struct Post(Way);

#[derive(Clone)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(AsyncFileTransport<Tokio1Executor>),
}

/// How a try ended, with a reason that names nobody.
pub enum Sending {
    Done,
    NotNow(&'static str),
    Refused(&'static str),
    /// There is nothing left to say.
    Needless,
}

/// An address of a mail server that cannot be understood.
#[derive(Debug, thiserror::Error)]
#[error("expected an address such as smtps://NAME:PASSWORD@mail.example or smtp://mail.example:587?tls=required")]
pub struct PostError;

impl Post {
    /// Through a mail server: `smtps://` for TLS from the first byte, `smtp://...?tls=required` for STARTTLS, `smtp://`
    /// alone for none of it, within one's own walls. Name and password are percent-encoded.
    ///
    /// # Errors
    /// When the address cannot be understood. The error does not repeat it: there is a password in it.
    pub fn smtp(address: &str) -> Result<Post, PostError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(address).map_err(|_| PostError)?;
        Ok(Post(Way::Smtp(transport.timeout(Some(PATIENCE)).build())))
    }

    /// Into a folder, each mail a file `ID.eml` that mail programs open.
    pub fn folder(folder: PathBuf) -> Post {
        Post(Way::Folder(AsyncFileTransport::new(folder)))
    }

    pub(super) async fn send(&self, message: Message) -> Sending {
        let names = message.envelope().from().into_iter().chain(message.envelope().to());
        let beyond_ascii = names.into_iter().any(|address| !address.user().is_ascii());
        match &self.0 {
            Way::Smtp(server) => match timeout(LONGEST, server.send(message)).await {
                Ok(Ok(_)) => Sending::Done,
                Ok(Err(error)) if beyond_ascii && error.is_client() => {
                    Sending::Refused("the mail server takes no names beyond ASCII before the @ (SMTPUTF8)")
                }
                Ok(Err(error)) => judged(&error),
                Err(_) => Sending::NotNow("the mail server takes too long"),
            },
            Way::Folder(folder) => match folder.send(message).await {
                Ok(_) => Sending::Done,
                Err(_) => Sending::NotNow("the folder cannot be written to"),
            },
        }
    }
}

/// What is refused for good is not tried again, except for refusals of ourselves: a password that is wrong today is
/// mended tomorrow, and so is who may send for a domain.
fn judged(error: &smtp::Error) -> Sending {
    let of_us = |code| matches!(code, 530 | 534 | 535 | 538 | 554) || names_the_sender(error);
    match error.status().map_or(0, u16::from) {
        code if error.is_permanent() && of_us(code) => Sending::NotNow("the mail server refuses us"),
        _ if error.is_permanent() => Sending::Refused("the mail server refuses the mail"),
        _ if error.is_transient() => Sending::NotNow("the mail server is busy"),
        _ if error.is_client() => Sending::NotNow("the mail server offers no TLS, or no sign-in that we know"),
        _ if error.is_tls() => Sending::NotNow("no secure connection with the mail server"),
        _ => Sending::NotNow("the mail server cannot be reached"),
    }
}

/// Whether the answer begins with an enhanced code (RFC 3463) of what a server lets us do or of our own address. Which
/// command it answers the library does not tell, so a plain 550 or 553 says nothing of it.
fn names_the_sender(error: &smtp::Error) -> bool {
    let words = error.source().map(ToString::to_string).unwrap_or_default();
    let code = words.split_whitespace().next().unwrap_or_default();
    code.starts_with("5.7.") || matches!(code, "5.1.7" | "5.1.8")
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Way::Smtp(_) => "Post(smtp)",
            Way::Folder(_) => "Post(folder)",
        })
    }
}
