//! `GET /v4/website/users`: who is signed in, and where a guest signs in and out (API-11, DATA-10).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::member::{Member, SignIn};
use serde::Serialize;
use utoipa::ToSchema;

use super::{SIGN_IN, SIGN_OUT};
use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::Query;
use crate::secret::Opens;
use crate::{member_points, members};

/// The guest as the hotel's programme knows them; all of it null for somebody who is not signed in, but `login_url`.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct LoggedInUser {
    #[schema(example = "QC-1042")]
    pub account_number: Option<String>,
    pub user_id: Option<String>,
    #[schema(example = "Maya Lindqvist")]
    pub user_display_name: Option<String>,
    #[schema(example = "QUAY_CLUB")]
    pub loyalty_program_id: Option<String>,
    /// Whether points can be paid with: the programme lets the member, and the hotel sells rooms for points (ROLE-02).
    pub allow_redeem_points: bool,
    pub member_points: Option<MemberPoints>,
    /// Where to sign in; null for a hotel without members (HEAD-08, HEAD-09). `redirect_url` leads back.
    pub login_url: Option<String>,
    /// Where to sign out; `redirect_url` leads back (HEAD-10, HEAD-11).
    pub logout_url: Option<String>,
    pub profile_management_url: Option<String>,
    pub first_name: Option<String>,
    pub middle_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Vec<MemberEmail>,
    pub phone: Vec<MemberPhone>,
    pub address: Vec<MemberAddress>,
}

/// What a member has to spend.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberPoints {
    /// Beside what bookings hold that are not made yet.
    #[schema(example = 24000)]
    pub redeemable: i64,
}

/// An e-mail address of a member; the primary one is filled in (GUEST-08).
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberEmail {
    pub email: String,
    pub primary: bool,
}

/// A telephone number of a member, with its dial code.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberPhone {
    #[schema(example = "+12075550142")]
    pub phone: String,
    pub primary: bool,
}

/// An address of a member.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberAddress {
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    #[schema(example = "US")]
    pub country: Option<String>,
    pub primary: bool,
}

/// Who is signed in
///
/// The member whose session cookie comes with the call, at the hotel of `property_id`; other members of the query are
/// ignored. Nobody is signed in where `account_number` is null.
#[utoipa::path(get, path = "/v4/website/users", tag = "members",
    params(("property_id" = i64, Query)),
    responses((status = 200, body = LoggedInUser), (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, query: Query, headers: HeaderMap) -> Answer<Json<LoggedInUser>> {
    let property = app.property(query.number("property_id", None, 1, i64::MAX)?).await?;
    let hotel = property.board.hotel();
    let Some(programme) = members::programme(hotel) else { return Ok(Json(LoggedInUser::default())) };
    let property_id = hotel.property_id;
    let anonymous =
        LoggedInUser { login_url: Some(format!("{SIGN_IN}?property_id={property_id}")), ..LoggedInUser::default() };
    let Some(member) = members::signed_in(&app, &headers, hotel).await? else { return Ok(Json(anonymous)) };
    let points = member_points::redeemable(&app, property_id, &member).await?;
    let session = members::secret(&headers, property_id).unwrap_or_default();
    let proof = app.secret.token(&Opens::SignOut { property_id, session });
    Ok(Json(LoggedInUser {
        loyalty_program_id: Some(programme.program.clone()),
        allow_redeem_points: member_points::may_redeem(hotel, &member),
        member_points: Some(MemberPoints { redeemable: points }),
        logout_url: Some(format!("{SIGN_OUT}?property_id={property_id}&proof={proof}")),
        profile_management_url: match &programme.sign_in {
            SignIn::OpenId { profile_url, .. } => profile_url.clone(),
            SignIn::Directory { .. } => None,
        },
        ..known(member, anonymous)
    }))
}

/// What a member is known by.
fn known(member: Member, user: LoggedInUser) -> LoggedInUser {
    let primary = true;
    let address = |known: domain::member::MemberAddress| MemberAddress {
        address: known.address,
        city: known.city,
        state: known.state,
        zip_code: known.zip_code,
        country: known.country,
        primary,
    };
    LoggedInUser {
        account_number: Some(member.account_number),
        user_id: Some(member.user_id),
        user_display_name: Some(member.display_name),
        first_name: member.first_name,
        middle_name: member.middle_name,
        last_name: member.last_name,
        email: member.email.into_iter().map(|email| MemberEmail { email, primary }).collect(),
        phone: member.phone.into_iter().map(|phone| MemberPhone { phone, primary }).collect(),
        address: member.address.into_iter().map(address).collect(),
        ..user
    }
}
