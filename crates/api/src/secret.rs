//! Secrets that are derived, not stored: whoever knows the server's key can check them, nobody else can make them.

use domain::booking::Card;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// The server's key. Servers on one database share it.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret([REDACTED])")
    }
}

/// What a derived secret opens. Each kind has a name of its own, so that one never opens another.
#[derive(Debug, Clone, Copy)]
pub enum Opens<'a> {
    /// A batch and its sessions.
    Batch { property_id: i64, batch_id: Uuid },
    /// Letter and calendar file of one reservation, as long as its guest has this address; it is empty for one without.
    Letter { property_id: i64, confirmation_no: &'a str, email: &'a str },
    /// The look-up of one reservation from the link in the e-mail to this address.
    Link { property_id: i64, confirmation_no: &'a str, email: &'a str },
    /// Changes of one reservation, until the given second.
    Reservation { property_id: i64, confirmation_no: &'a str, until: i64 },
    /// A card's data on its way through the page, for one batch or reservation (`of`), until the given second.
    Card { property_id: i64, of: Uuid, until: i64, card: &'a Card },
    /// Asking where one card form stands.
    CardForm { property_id: i64, form: &'a str },
    /// One part of a sign-in that was begun with this id, until the given second, and leads back to this address.
    SignIn { part: &'a str, property_id: i64, id: Uuid, until: i64, back: &'a str },
    /// Ending one member's session.
    SignOut { property_id: i64, session: &'a str },
    /// The page that one payment of a booking is made on, and how it stands.
    Payment { property_id: i64, batch_id: Uuid, attempt: i64 },
    /// The batch id of a repeated creation.
    Repeat { property_id: i64, key: &'a str },
}

impl Secret {
    /// From 32 random bytes.
    pub fn new(key: [u8; 32]) -> Secret {
        Secret(key)
    }

    fn mac(&self, opens: &Opens<'_>) -> [u8; 32] {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.0)
            .unwrap_or_else(|_| unreachable!("HMAC takes any key length"));
        let text = match opens {
            Opens::Batch { property_id, batch_id } => format!("batch|{property_id}|{batch_id}"),
            Opens::Letter { property_id, confirmation_no, email } => {
                format!("letter|{property_id}|{confirmation_no}|{email}")
            }
            Opens::Link { property_id, confirmation_no, email } => {
                format!("link|{property_id}|{confirmation_no}|{email}")
            }
            Opens::Reservation { property_id, confirmation_no, until } => {
                format!("reservation|{property_id}|{confirmation_no}|{until}")
            }
            Opens::CardForm { property_id, form } => format!("card-form|{property_id}|{form}"),
            Opens::Card { property_id, of, until, card } => {
                format!("card|{property_id}|{of}|{until}|{}", serde_json::to_string(card).unwrap_or_default())
            }
            Opens::SignIn { part, property_id, id, until, back } => {
                format!("sign-in {part}|{property_id}|{id}|{until}|{back}")
            }
            Opens::SignOut { property_id, session } => format!("sign-out|{property_id}|{session}"),
            Opens::Payment { property_id, batch_id, attempt } => format!("payment|{property_id}|{batch_id}|{attempt}"),
            Opens::Repeat { property_id, key } => format!("repeat|{property_id}|{key}"),
        };
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// 32 letters and digits.
    pub fn token(&self, opens: &Opens<'_>) -> String {
        hex::encode(&self.mac(opens)[..16])
    }

    /// 64 letters and digits.
    pub fn long_token(&self, opens: &Opens<'_>) -> String {
        hex::encode(self.mac(opens))
    }

    /// Whether the text is that token, compared in constant time.
    pub fn opens(&self, opens: &Opens<'_>, token: &str) -> bool {
        self.token(opens).as_bytes().ct_eq(token.as_bytes()).into()
    }

    /// An id that the same question always gives.
    pub fn uuid(&self, opens: &Opens<'_>) -> Uuid {
        let mac = self.mac(opens);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&mac[..16]);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}
