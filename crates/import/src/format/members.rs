//! `members.toml`: who may sign in.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::mistake::Place;
use crate::values::{Code, Country, Email, Line, PasswordHash, Phone, Url};

/// The hotel's programme, and where its members sign in: at a provider, or at the hotel itself.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "members.toml")]
pub(crate) struct MembersFile {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Code of the programme.
    pub program: Code,
    /// Points that a member earns for each unit of the hotel's currency that a stay is paid with in money; credited the
    /// day after the departure.
    #[serde(default)]
    #[schemars(range(max = 10000))]
    pub points_per_unit: u32,
    /// A provider of OpenID Connect.
    pub openid: Option<OpenIdEntry>,
    /// Members whom the hotel lists itself. They sign in with their e-mail address and a password.
    pub directory: Option<Vec<ListedEntry>>,
}

/// Where members sign in. A secret of the client is no part of a hotel's files: the server reads it from its data_dir.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct OpenIdEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// As the provider writes it; /.well-known/openid-configuration is found below it.
    pub issuer: Url,
    pub client_id: Line,
    /// What is asked for besides openid; profile, email, phone and address when left out.
    #[serde(default = "scopes")]
    pub scopes: Vec<Line>,
    /// Where members look after their data.
    pub profile_url: Option<Url>,
}

fn scopes() -> Vec<Line> {
    ["profile", "email", "phone", "address"].map(|scope| Line(scope.to_owned())).into()
}

/// A member.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ListedEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub account_number: Code,
    /// Typed to sign in.
    pub email: Email,
    /// What `portico hash-password` prints.
    pub password_hash: PasswordHash,
    pub first_name: Line,
    pub middle_name: Option<Line>,
    pub last_name: Line,
    pub phone: Option<Phone>,
    pub address: Option<Line>,
    pub city: Option<Line>,
    pub state: Option<Line>,
    pub zip_code: Option<Line>,
    pub country: Option<Country>,
    /// Whether they may pay with their points.
    #[serde(default = "super::yes")]
    pub allow_redeem_points: bool,
    /// What the member's account begins with when they first log in; later changes here change nothing any more.
    #[serde(default)]
    #[schemars(range(max = 100000000))]
    pub points: u32,
}
