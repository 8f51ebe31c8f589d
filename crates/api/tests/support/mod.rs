//! A server of the test's own: real router, real database, imported hotel, a clock that the test sets, and a client
//! that holds every answer against the contract.

pub mod browser;
pub mod client;
pub mod contract;
pub mod gateway;
pub mod hotel;
pub mod log;
pub mod mail_server;
pub mod steps;
pub mod stripe;

use std::sync::Arc;

use api::gateway::Gateway;
use api::gateway::sandbox::Sandbox;
use api::gateway::stripe::{Account, Stripe};
use api::{App, Clock, Post, Secret, Settings, VaultClient};
use domain::hotel::Bundle;
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::nights::{self, NightError, Span, Step};
use store::refunds::{self, Refund, State};
use store::{Conn, Db, Durability, StoreError, exchange_rates, properties, reservations};
use test_postgres::TestPostgres;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

pub use client::{Answer, Client};
pub use hotel::HotelFiles;
pub use log::Log;
pub use stripe::StripeStandIn;

/// Opens `/operator`.
pub const OPERATOR: &str = "the operator key of these tests";
/// Where browsers reach the pages of these tests.
pub const PAGE: &str = "https://page.example";
const SERVICE_KEY: &str = "the service key of these tests";
const VAULT_APP: &str = "booking";

/// The morning that every case begins on.
pub fn morning() -> Timestamp {
    "2026-12-01T09:00:00Z".parse().expect("an instant")
}

/// A server with its database; folder and database live as long as it.
pub struct House {
    pub app: App,
    pub clock: Clock,
    pub client: Client,
    /// Where the database files of booking side and vault are, on SQLite.
    pub folder: tempfile::TempDir,
    /// Origin of the vault; empty without one.
    pub vault: String,
    /// What stands in for Stripe, where money is taken there.
    pub stripe: Option<Arc<StripeStandIn>>,
    address: String,
}

/// Nights that somebody else has locked.
pub struct Lock {
    end: watch::Sender<bool>,
    locking: JoinHandle<Result<(), NightError>>,
}

impl Lock {
    pub async fn end(self) {
        self.end.send(true).expect("the lock");
        self.locking.await.expect("no panic").expect_err("it is undone");
    }
}

impl House {
    /// On SQLite, without a vault.
    pub async fn sqlite() -> House {
        House::on(None, false).await
    }

    /// On SQLite, with settings other than the usual.
    pub async fn with(settings: Settings) -> House {
        let folder = tempfile::tempdir().expect("a folder");
        let address = format!("sqlite:{}", folder.path().join("booking.db").display());
        let clock = Clock::standing_at(morning());
        let operator_key = settings.operator_key.clone().or_else(|| Some(OPERATOR.to_owned()));
        let settings = Settings { operator_key, ..settings };
        let db = Db::open(&address).await.expect("a database");
        let app =
            App::new(db, clock.clone(), Secret::new([7; 32]), VaultClient::new("", "", VAULT_APP, None), settings);
        House { client: Client::new(app.clone()), app, clock, folder, vault: String::new(), stripe: None, address }
    }

    /// On a database of its own: SQLite, or that of the address. `vault` starts a card vault on a free port.
    pub async fn on(address: Option<String>, vault: bool) -> House {
        House::paid(address, vault.then_some(None), false).await
    }

    /// The same with a vault, where money is taken at Stripe.
    pub async fn at_stripe(address: Option<String>) -> House {
        House::paid(address, Some(None), true).await
    }

    /// The same with the vault's own database named too.
    pub async fn with_vault_on(address: String, vault_database: String) -> House {
        House::paid(Some(address), Some(Some(vault_database)), false).await
    }

    /// `vault` starts a card vault: on a file of its own, or on the database that is named.
    async fn paid(address: Option<String>, vault: Option<Option<String>>, at_stripe: bool) -> House {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address.unwrap_or_else(|| format!("sqlite:{}", folder.path().join("booking.db").display()));
        let clock = Clock::standing_at(morning());
        let stripe = match at_stripe {
            true => Some(Arc::new(StripeStandIn::start(clock.clone()).await)),
            false => None,
        };
        let origin = match vault {
            Some(database) => {
                let file = || format!("sqlite:{}", folder.path().join("vault.db").display());
                start_vault(database.unwrap_or_else(file), &clock, stripe.as_deref()).await
            }
            None => String::new(),
        };
        let app = open(&address, &clock, &origin, stripe.as_deref(), None).await;
        House { client: Client::new(app.clone()), app, clock, folder, vault: origin, stripe, address }
    }

    /// A second server process on the same database: its own pool, boards and memory of batches.
    pub async fn twin(&self) -> House {
        self.beside(open(&self.address, &self.clock, &self.vault, self.stripe.as_deref(), None).await)
    }

    /// The same, where money is taken at the vault's sandbox bank.
    pub async fn at_the_sandbox(&self) -> House {
        self.beside(open(&self.address, &self.clock, &self.vault, None, None).await)
    }

    /// The same, where money is taken at an account at Stripe of its own, which its vault has no key of.
    pub async fn at_another_account(&self) -> House {
        let stripe = Arc::new(StripeStandIn::start(self.clock.clone()).await);
        let app = open(&self.address, &self.clock, &self.vault, Some(&stripe), None).await;
        House { stripe: Some(stripe), ..self.beside(app) }
    }

    /// The same, where the vault cannot be reached.
    pub async fn without_its_vault(&self) -> House {
        let db = Db::open(&self.address).await.expect("a database");
        let vault = VaultClient::new("http://127.0.0.1:1", &self.vault, VAULT_APP, Some(SERVICE_KEY.to_owned()));
        self.beside(App::new(db, self.clock.clone(), Secret::new([7; 32]), vault, settings()))
    }

    /// Whether the vault knows a card, of which the page was told this token. It is charged to find out.
    pub async fn vault_knows(&self, told: &serde_json::Value) -> bool {
        let asked = vault::client::Authorise {
            property_id: hotel::ID,
            payment_key: format!("probe-{}", self.clock.now().as_nanosecond()),
            token: vault_token(told),
            amount: 1,
            currency: "EUR".to_owned(),
            shown_amount: "EUR 0.01".to_owned(),
            page_origin: PAGE.to_owned(),
        };
        let answer = vault_client(&self.vault).authorise(&asked, self.clock.now()).await.expect("an answer");
        match answer {
            Ok(_) => true,
            Err(refused) => {
                // Two cards under one key: the second is known, and not charged.
                assert!(["CARD_UNKNOWN", "PAYMENT_DIFFERS"].contains(&refused.code()), "{refused:?}");
                refused.code() == "PAYMENT_DIFFERS"
            }
        }
    }

    /// Tokens of the cards that are to be forgotten by then when nothing refers to them.
    pub async fn cards_to_look_at(&self, hours: i64) -> Vec<String> {
        let by = self.clock.now() + SignedDuration::from_hours(hours);
        let due = store::cards::due(&self.app.db, by, 100).await.expect("the cards");
        due.into_iter().map(|card| card.token).collect()
    }

    /// The same with somebody who watches its payments.
    pub async fn watched(&self, watcher: gateway::Watcher) -> House {
        let db = Db::open(&self.address).await.expect("a database");
        let bank = bank(&db, &self.clock, &self.vault, self.stripe.as_deref());
        let gateway = Arc::new(gateway::Watched { bank, watcher });
        let (secret, vault) = (Secret::new([7; 32]), vault_client(&self.vault));
        self.beside(App::paid_by(gateway, db, self.clock.clone(), secret, vault, settings()))
    }

    fn beside(&self, app: App) -> House {
        House {
            client: Client::new(app.clone()),
            app,
            clock: self.clock.clone(),
            folder: tempfile::tempdir().expect("a folder"),
            vault: self.vault.clone(),
            stripe: self.stripe.clone(),
            address: self.address.clone(),
        }
    }

    /// The same, with a way for mails.
    pub async fn with_post(self, post: Post) -> House {
        let app = open(&self.address, &self.clock, &self.vault, self.stripe.as_deref(), Some(post)).await;
        House { client: Client::new(app.clone()), app, ..self }
    }

    /// Imports a hotel through the operator's call.
    pub async fn import(&self, files: &HotelFiles) {
        let body = json!({"files": files.texts(), "binary_files": files.pictures()});
        self.client.post("/operator/v1/import", OPERATOR, &body).await.is(200);
    }

    /// Imports a hotel of `demo/` with its pictures.
    pub async fn import_demo(&self, name: &str) {
        self.import_demo_changed(name, |_| ()).await;
    }

    /// The same with something changed.
    pub async fn import_demo_changed(&self, name: &str, change: impl FnOnce(&mut Bundle)) {
        let folder = format!("{}/../../demo/{name}", env!("CARGO_MANIFEST_DIR"));
        let files = import::Files::read_dir(folder).expect("the files of the hotel");
        let today = "2026-12-01".parse().expect("a date");
        let mut bundle = import::bundle(&files, today).expect("a hotel without mistakes");
        change(&mut bundle);
        self.app
            .db
            .write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                let bundle = bundle.clone();
                Box::pin(async move { properties::save(conn, &bundle, morning()).await })
            })
            .await
            .expect("an import");
    }

    /// Imports exchange rates from the text of a file of the European Central Bank.
    pub async fn import_rates(&self, text: &str) {
        let days = import::exchange_rates("rates.csv", text.as_bytes()).expect("no mistakes");
        self.app
            .db
            .write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                let days = days.clone();
                Box::pin(async move { exchange_rates::save(conn, &days).await })
            })
            .await
            .expect("an import");
        api::tick(&self.app).await;
    }

    /// Lets minutes go by; the background work is done once at the end of them.
    pub async fn pass_minutes(&self, minutes: i64) {
        self.clock.pass(SignedDuration::from_mins(minutes));
        api::tick(&self.app).await;
    }

    /// Rooms held and sold, over all nights.
    pub async fn nights(&self) -> (i64, i64) {
        let sums = store::nights::sums(&self.app.db, hotel::ID).await.expect("the nights");
        (sums.held, sums.sold)
    }

    /// Locks the Kings of two nights, as an import or a backup does; on PostgreSQL.
    pub async fn lock_kings(&self, group: Option<&str>) -> Lock {
        let (locked, mut is_locked) = mpsc::channel(1);
        let (end, ends) = watch::channel(false);
        let (db, now, group) = (self.app.db.clone(), self.clock.now(), group.map(str::to_owned));
        let locking = tokio::spawn(async move {
            let lock = db.write::<(), NightError, _>(Durability::Soon, move |conn: &mut Conn| {
                let (locked, mut ends) = (locked.clone(), ends.clone());
                let (arrival, departure) = (date(2026, 12, 12), date(2026, 12, 14));
                let span = Span { room_type_id: "KING".into(), group: group.clone(), arrival, departure, rooms: 1 };
                Box::pin(async move {
                    nights::change(conn, Step::Take, hotel::ID, &span, now).await?;
                    let _ = locked.send(()).await;
                    let _ = ends.wait_for(|end| *end).await;
                    // Nothing is taken.
                    Err(NightError::PointsGone)
                })
            });
            lock.await
        });
        is_locked.recv().await.expect("the lock");
        Lock { end, locking }
    }

    /// The last refund of a stay comes back for good.
    pub async fn last_refund_comes_back(&self, number: &str) {
        let stay = reservations::find::<serde_json::Value>(&self.app.db, hotel::ID, number).await.expect("a read");
        self.last_refund_of_comes_back(stay.expect("the stay").reservation_id).await;
    }

    /// That of a stay, an activity or an event.
    pub async fn last_refund_of_comes_back(&self, booking_id: uuid::Uuid) {
        let back = refunds::of(&self.app.db, hotel::ID, booking_id).await.expect("a read").pop().expect("a refund");
        self.app
            .db
            .write::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
                let back = back.clone();
                let came_back = Refund { state: State::Failed, ..back.clone() };
                Box::pin(async move { refunds::turn(conn, &back, &came_back, back.act_at).await })
            })
            .await
            .expect("a write");
    }

    /// Reservations that stand, and those that were cancelled.
    pub async fn reservations(&self) -> (i64, i64) {
        let (all, standing) = store::reservations::count(&self.app.db, hotel::ID).await.expect("the reservations");
        (standing, all - standing)
    }
}

/// Runs a case on a database of its own on each engine; PostgreSQL is started once for all of them.
macro_rules! on_both_engines {
    ($($case:ident)*) => {
        mod on_sqlite {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                super::$case(crate::support::House::on(None, super::VAULT).await).await;
            }
        )*}

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn on_postgres() {
            let server = crate::support::postgres();
            $(
                let address = server.database(stringify!($case)).expect("a database");
                $case(crate::support::House::on(Some(address), VAULT).await).await;
            )*
        }
    };
}
pub(crate) use on_both_engines;

/// Runs a case where money is taken at Stripe, on a database of its own on each engine.
macro_rules! at_stripe {
    ($($case:ident)*) => {
        mod at_stripe {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                super::$case(crate::support::House::at_stripe(None).await).await;
            }
        )*}

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn at_stripe_on_postgres() {
            let server = crate::support::postgres();
            $(
                let address = server.database(stringify!($case)).expect("a database");
                $case(crate::support::House::at_stripe(Some(address)).await).await;
            )*
        }
    };
}
pub(crate) use at_stripe;

/// The vault's own token of a card as the page was told it, without our seal.
pub fn vault_token(told: &serde_json::Value) -> String {
    told["token"].as_str().and_then(|sealed| sealed.split('.').next()).expect("a token").to_owned()
}

/// A PostgreSQL server of the test's own.
pub fn postgres() -> TestPostgres {
    TestPostgres::start(false).expect("a PostgreSQL server")
}

async fn open(address: &str, clock: &Clock, vault: &str, stripe: Option<&StripeStandIn>, post: Option<Post>) -> App {
    let db = Db::open(address).await.expect("a database");
    let settings = Settings { post, ..settings() };
    let bank = bank(&db, clock, vault, stripe);
    App::paid_by(bank, db, clock.clone(), Secret::new([7; 32]), vault_client(vault), settings)
}

/// Who takes the money: Stripe's stand-in, or the vault's sandbox.
fn bank(db: &Db, clock: &Clock, vault: &str, stripe: Option<&StripeStandIn>) -> Arc<dyn Gateway> {
    let Some(stripe) = stripe else { return Arc::new(Sandbox::new(vault_client(vault), clock.clone())) };
    let account = Account {
        url: stripe.origin.clone(),
        secret_key: stripe::SECRET_KEY.to_owned().into(),
        webhook_secret: Some(stripe::WEBHOOK_SECRET.to_owned().into()),
    };
    Arc::new(Stripe::new(account, db.clone(), clock.clone(), vault_client(vault)))
}

fn vault_client(vault: &str) -> VaultClient {
    let key = (!vault.is_empty()).then(|| SERVICE_KEY.to_owned());
    VaultClient::new(vault, vault, VAULT_APP, key)
}

fn settings() -> Settings {
    Settings { operator_key: Some(OPERATOR.to_owned()), page_origins: vec![PAGE.to_owned()], ..Settings::default() }
}

async fn start_vault(database: String, clock: &Clock, stripe: Option<&StripeStandIn>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    let clock = clock.clone();
    let config = vault::VaultConfig {
        database,
        public_origin: origin.clone(),
        key: "11".repeat(32).into(),
        key_id: "1".to_owned(),
        older_keys: Vec::new(),
        service_app_id: VAULT_APP.to_owned(),
        service_key: SERVICE_KEY.to_owned().into(),
        page_origins: Vec::new(),
        stripe: stripe
            .map(|at| vault::StripeAccess { url: at.origin.clone(), key: stripe::CARD_KEY.to_owned().into() }),
        clock: vault::Clock::new(move || clock.now()),
    };
    let opened = vault::open(config).await.expect("a vault");
    // Ends with the runtime of the test.
    tokio::spawn(vault::serve(listener, opened, std::future::pending()));
    origin
}

/// What goes or went back with one change of a reservation, by its version after it, in minor units.
pub async fn refunded(db: &store::Db, property_id: i64, reservation_id: uuid::Uuid, version: i64) -> i64 {
    let back = store::refunds::of_change(db, property_id, reservation_id, version).await.expect("the refunds");
    back.iter().map(|refund| refund.amount).sum()
}
