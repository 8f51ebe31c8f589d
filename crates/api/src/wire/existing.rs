//! A booked stay that is being changed, and what the change comes to (EDIT-02, EDIT-03).

use domain::board::Board;
use domain::booking::{Choice, Existing};
use domain::deal::Mop;
use domain::transport::Transport;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::booking::{currency_of, name_of_plan, name_of_room};
use super::deal::{CompanyName, DiscountName, GroupBlock, Opened, mop};
use super::found::{PaymentSource, RefundTo};

/// The stay as it is booked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExistingReservation {
    #[schema(example = "1HKQ2M4X7TB")]
    pub confirmation_no: String,
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub room_type_id: String,
    pub room_type_name: String,
    pub rate_code_id: String,
    pub rate_code_name: String,
    pub package_id: Option<String>,
    /// In the hotel's own language, as it was called when it was booked.
    pub package_name: Option<String>,
    /// The door that the guest chose.
    pub room_unit_number: Option<String>,
    pub number_of_adults: u8,
    pub number_of_children: u8,
    /// One for each child.
    pub children_ages: Vec<u8>,
    /// ISO 4217.
    pub currency: String,
    pub total_amount: f64,
    /// What of it was paid.
    pub paid_amount: f64,
    /// Code of the guarantee type that makes it sure.
    pub guarantee_type_id: Option<String>,
    /// The card that does; it goes on doing so unless the commit names another (PAY-05).
    pub payment_source: Option<PaymentSource>,
    /// Whether it was changed or cancelled since this change began, which cannot be made then. Told by who reads the batch
    /// again.
    pub changed_elsewhere: bool,
    /// Rides with the hotel's car.
    pub transportations: Vec<Transport>,
    pub discount: Option<DiscountName>,
    pub company: Option<CompanyName>,
    pub group_block: GroupBlock,
    /// Who pays: GUEST or COMPANY.
    #[schema(value_type = String, example = "GUEST")]
    pub mop: Mop,
}

impl ExistingReservation {
    /// As it was when the change began.
    pub fn new(existing: &Existing, board: &Board) -> ExistingReservation {
        let (reservation, hotel) = (&existing.reservation, board.hotel());
        let agreed = &reservation.agreed;
        let decimal = |minor| currency_of(agreed, board).to_decimal_f64(minor);
        let Opened { discount, company, group_block } = Opened::agreed(agreed);
        ExistingReservation {
            confirmation_no: reservation.confirmation_no.clone(),
            check_in_date: agreed.stay.arrival(),
            check_out_date: agreed.stay.departure(),
            room_type_id: agreed.room_type.clone(),
            room_type_name: name_of_room(hotel, agreed),
            rate_code_id: agreed.rate_plan.clone(),
            rate_code_name: name_of_plan(hotel, agreed),
            package_id: agreed.package.as_ref().map(|package| package.code.clone()),
            package_name: agreed.package.as_ref().map(|package| package.name.clone()),
            room_unit_number: agreed.unit.clone(),
            number_of_adults: agreed.party.adults(),
            number_of_children: agreed.party.children(),
            children_ages: agreed.party.child_ages().to_vec(),
            currency: agreed.currency.clone(),
            total_amount: decimal(agreed.total()),
            paid_amount: decimal(reservation.paid()),
            guarantee_type_id: reservation.guarantee.as_ref().map(|guarantee| guarantee.guarantee_type.clone()),
            payment_source: reservation.card().map(PaymentSource::of),
            changed_elsewhere: false,
            transportations: reservation.transportations.clone(),
            discount,
            company,
            group_block,
            mop: mop(agreed),
        }
    }
}

/// What changing a stay to a chosen room comes to, in the property's currency.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StayChangeAmounts {
    pub old_total: f64,
    /// With everything that was added.
    pub new_total: f64,
    /// `new_total` less `old_total`; below zero for a cheaper stay.
    pub difference: f64,
    /// What of the old stay was paid.
    pub paid: f64,
    /// Due with the change: taken from the card, or asked for by the hotel where none pays it.
    pub due_now: f64,
    /// Goes back with the change.
    pub refund: f64,
    /// The cards that it goes to, as far as they are known; once it went, none that did not take it.
    pub refund_to: Vec<RefundTo>,
    /// What is then left to be paid on later days or at the hotel.
    pub due_later: f64,
    /// What cancelling the old stay would cost at this moment: so much stays with the hotel, and so much at least costs
    /// cancelling the new one.
    pub penalty: f64,
    /// What of it stays with the hotel beyond what the new stay costs.
    pub kept: f64,
    /// What the hotel had asked for itself under the old terms, as far as it counts; it is not asked for again. `paid` +
    /// `asked_before` + `due_now` - `refund` - `kept` + `due_later` is the new total, unless a company pays that.
    pub asked_before: f64,
}

impl StayChangeAmounts {
    /// Of a choice; `None` for what is booked anew.
    pub fn of(choice: &Choice, board: &Board) -> Option<StayChangeAmounts> {
        let change = choice.change?;
        let decimal = |minor| currency_of(choice, board).to_decimal_f64(minor);
        Some(StayChangeAmounts {
            old_total: decimal(change.old_total),
            new_total: decimal(choice.total()),
            difference: decimal(choice.total() - change.old_total),
            paid: decimal(change.paid),
            due_now: decimal(choice.due_now()),
            refund: decimal(change.refund),
            refund_to: RefundTo::all(&choice.back_to, currency_of(choice, board)),
            due_later: decimal(choice.dues.later + choice.dues.at_hotel),
            penalty: decimal(change.owed),
            kept: decimal(change.kept),
            asked_before: decimal(change.asked_before),
        })
    }
}
