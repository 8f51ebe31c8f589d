//! A bank with somebody who watches each call to it, before it is made and after it was answered: a test can
//! do something there, or let the server die there by never answering.

use std::sync::Arc;

use api::gateway::{Charge, Gateway, NoAnswer, Offer, Said, SaidOfRefund};
use domain::booking::ChargedCard;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use store::refunds::Refund;
use tokio::sync::Notify;

/// Where a payment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    BeforeAuthorise,
    AfterAuthorise,
    BeforeCapture,
    AfterCapture,
    BeforeVoid,
    AfterVoid,
    BeforeRefund,
    AfterRefund,
    BeforeStatus,
    AfterStatus,
}

/// Is called at every point.
pub type Watcher = Box<dyn Fn(Point) -> BoxFuture<'static, ()> + Send + Sync>;

/// The watched bank.
pub struct Watched {
    pub bank: Arc<dyn Gateway>,
    pub watcher: Watcher,
}

/// A watcher who stops everything at a point, and says that it was reached.
pub fn dies_at(point: Point) -> (Watcher, Arc<Notify>) {
    let reached = Arc::new(Notify::new());
    let tell = Arc::clone(&reached);
    let watcher: Watcher = Box::new(move |at| {
        if at != point {
            return std::future::ready(()).boxed();
        }
        tell.notify_one();
        std::future::pending().boxed()
    });
    (watcher, reached)
}

impl Watched {
    fn around<'a>(&'a self, before: Point, after: Point, call: BoxFuture<'a, Said>) -> BoxFuture<'a, Said> {
        async move {
            (self.watcher)(before).await;
            let said = call.await;
            (self.watcher)(after).await;
            said
        }
        .boxed()
    }
}

impl Gateway for Watched {
    fn authorise<'a>(&'a self, charge: &'a Charge) -> BoxFuture<'a, Said> {
        self.around(Point::BeforeAuthorise, Point::AfterAuthorise, self.bank.authorise(charge))
    }

    fn offer<'a>(&'a self, offer: &'a Offer) -> BoxFuture<'a, Result<Option<String>, NoAnswer>> {
        self.bank.offer(offer)
    }

    fn capture<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        self.around(Point::BeforeCapture, Point::AfterCapture, self.bank.capture(property_id, key))
    }

    fn void<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        self.around(Point::BeforeVoid, Point::AfterVoid, self.bank.void(property_id, key))
    }

    fn refund<'a>(&'a self, refund: &'a Refund) -> BoxFuture<'a, SaidOfRefund> {
        async move {
            (self.watcher)(Point::BeforeRefund).await;
            let said = self.bank.refund(refund).await;
            (self.watcher)(Point::AfterRefund).await;
            said
        }
        .boxed()
    }

    fn refund_status<'a>(&'a self, refund: &'a Refund) -> BoxFuture<'a, SaidOfRefund> {
        self.bank.refund_status(refund)
    }

    fn card_of_link<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Option<ChargedCard>> {
        self.bank.card_of_link(property_id, key)
    }

    fn status<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said> {
        self.around(Point::BeforeStatus, Point::AfterStatus, self.bank.status(property_id, key))
    }
}
