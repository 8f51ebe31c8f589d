//! Members of a hotel's programme (ROLE-01): who somebody is that signed in, and where a hotel's members do.

use serde::{Deserialize, Serialize};

use crate::hotel::Code;

/// A hotel's programme. A hotel without one has no sign-in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Members {
    /// `loyalty_program_id` of every member.
    pub program: Code,
    /// Points that a member earns for each unit of the hotel's currency that a stay is paid with in money.
    #[serde(default)]
    pub points_per_unit: u32,
    pub sign_in: SignIn,
}

/// Where members sign in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SignIn {
    /// At a provider of OpenID Connect.
    OpenId {
        /// Exactly as the provider writes it in its tokens.
        issuer: String,
        client_id: String,
        /// Asked for besides `openid`.
        scopes: Vec<String>,
        /// Where members look after their data (HEAD-08).
        profile_url: Option<String>,
    },
    /// At the hotel itself, which lists them.
    Directory { members: Vec<Listed> },
}

/// A member whom the hotel itself lists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// What is typed to sign in: the primary address, in small letters.
    pub email: String,
    /// Argon2id in the PHC string format.
    pub password_hash: String,
    pub member: Member,
}

/// Somebody who signed in, as far as is known (GUEST-07).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Unlike that of any other member of the programme.
    pub account_number: String,
    /// The provider's own name for them; never reused for another.
    pub user_id: String,
    pub display_name: String,
    /// Whether the programme lets them pay with points (ROLE-02).
    pub allow_redeem_points: bool,
    /// What the member's account begins with, the first time that they sign in here.
    #[serde(default)]
    pub opening_points: u32,
    pub first_name: Option<String>,
    pub middle_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    /// With its dial code.
    pub phone: Option<String>,
    pub address: Option<MemberAddress>,
}

/// Where a member lives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberAddress {
    /// Street and number; several lines where there are.
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
}
