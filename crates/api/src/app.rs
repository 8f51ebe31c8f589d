//! What every handler can reach.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::HeaderName;
use futures_util::stream::{self, StreamExt};
use letter::Fonts;
use serde::Serialize;
use store::Db;
use utoipa::ToSchema;

use crate::batches::Batches;
use crate::boards::{Boards, LOADED_AT_ONCE, NoBoard, Property};
use crate::brands::Brands;
use crate::clock::Clock;
use crate::error::Answer;
use crate::exchange::Rates;
use crate::gateway::Gateway;
use crate::gateway::sandbox::Sandbox;
use crate::jobs::UnderWay;
use crate::limits::Limits;
use crate::mail::Post;
use crate::members::openid::Providers;
use crate::secret::Secret;
use crate::tags::https_origin;
use crate::vault::VaultClient;

/// The running application. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an application.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub secret: Secret,
    pub boards: Boards,
    pub brands: Brands,
    pub rates: Rates,
    pub batches: Batches,
    pub under_way: UnderWay,
    pub vault: VaultClient,
    /// Takes money from cards.
    pub gateway: Arc<dyn Gateway>,
    pub providers: Providers,
    /// `None` when nobody is limited.
    pub limits: Option<Limits>,
    pub settings: Settings,
}

/// Tiles of somebody else beneath a brand's map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MapTiles {
    #[schema(example = "https://tiles.example/{z}/{x}/{y}.png")]
    pub url: String,
    /// Whose they are, to be said on the map.
    pub credit: String,
}

impl MapTiles {
    /// Where they come from; `None` of an address that does not name one host (`{s}.tiles.example`).
    pub fn origin(&self) -> Option<String> {
        https_origin(self.url.split("/{").next()?)
    }
}

/// Settings that the handlers read; see docs/OPERATIONS.md for where they come from.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where a guest is led whose link names no hotel (START-02); `None` is a neutral page of ours.
    pub marketing_url: Option<String>,
    /// The conversion pixel of hotels with a `sojern_id` (ANALYTICS-11); `None` is no pixel.
    pub conversion_pixel_url: Option<String>,
    /// What lies beneath a brand's map; `None` is coasts alone, which ask nobody outside.
    pub map_tiles: Option<MapTiles>,
    /// Where the secrets of hotels' sign-in clients are, `openid-CODE.secret`; `None`: no client has one.
    pub data_dir: Option<PathBuf>,
    /// Minutes that a hold lives after the last call on its batch (SESSION-04).
    pub hold_minutes: u16,
    /// Days after which an exchange rate converts no price any more (CUR-08).
    pub max_rate_age: u16,
    /// Opens `/operator`; `None` closes it.
    pub operator_key: Option<String>,
    /// Calls a minute that one address may spend on browsing; other budgets are parts of it. `None`: no limits.
    pub requests_per_minute: Option<NonZeroU32>,
    /// The header in which a proxy before us tells the guest's address; `None`: the connection tells it.
    pub client_address_header: Option<HeaderName>,
    /// Whether requests are counted, for [`crate::metrics`].
    pub count_requests: bool,
    /// Carries mails to guests; `None` sends none, and none are owed.
    pub post: Option<Post>,
    /// What letters are set in where the program's own fonts do not do; `None` where they do.
    pub letter_fonts: Option<Arc<Fonts>>,
    /// Origins of our pages as browsers see them, in their spelling; no other page may show a card form.
    pub page_origins: Vec<String>,
}

impl Settings {
    /// Whether every guest comes over TLS.
    pub fn is_secure(&self) -> bool {
        !self.page_origins.is_empty() && self.page_origins.iter().all(|origin| origin.starts_with("https://"))
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            marketing_url: None,
            conversion_pixel_url: None,
            map_tiles: None,
            data_dir: None,
            hold_minutes: 30,
            max_rate_age: domain::exchange::MAX_AGE,
            operator_key: None,
            requests_per_minute: None,
            client_address_header: None,
            count_requests: false,
            post: None,
            letter_fonts: None,
            page_origins: Vec::new(),
        }
    }
}

impl App {
    /// Puts the parts together; nothing is read yet. Money is taken at the vault's sandbox bank.
    pub fn new(db: Db, clock: Clock, secret: Secret, vault: VaultClient, settings: Settings) -> App {
        let gateway = Arc::new(Sandbox::new(vault.clone(), clock.clone()));
        App::paid_by(gateway, db, clock, secret, vault, settings)
    }

    /// The same with a gateway of the caller's.
    pub fn paid_by(
        gateway: Arc<dyn Gateway>,
        db: Db,
        clock: Clock,
        secret: Secret,
        vault: VaultClient,
        settings: Settings,
    ) -> App {
        App(Arc::new(Parts {
            boards: Boards::new(clock.now()),
            brands: Brands::default(),
            rates: Rates::default(),
            batches: Batches::default(),
            under_way: UnderWay::default(),
            providers: Providers::default(),
            limits: settings.requests_per_minute.map(|browsing| Limits::new(browsing, &clock)),
            db,
            clock,
            secret,
            vault,
            gateway,
            settings,
        }))
    }

    /// The property of an address, its board loaded.
    ///
    /// # Errors
    /// 404 when there is none, 500 when it cannot be read.
    pub async fn property(&self, property_id: i64) -> Answer<Arc<Property>> {
        Ok(self.boards.load(&self.db, property_id).await?)
    }

    /// Loads those of these properties that are not in memory, some at a time, each on whichever core is free; what was
    /// begun is gone through with when the caller has gone. Whoever then asks for one that cannot be loaded is told.
    pub async fn load(&self, property_ids: Vec<i64>) {
        let missing: Vec<i64> = property_ids.into_iter().filter(|id| self.boards.known(*id).is_none()).collect();
        let load = |property_id| {
            let app = self.clone();
            tokio::spawn(async move {
                if let Err(NoBoard::Store(error)) = app.boards.load(&app.db, property_id).await {
                    tracing::error!(property_id, %error, "a hotel of a brand could not be loaded");
                }
            })
        };
        stream::iter(missing).map(load).buffer_unordered(LOADED_AT_ONCE).for_each(|_| async {}).await;
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromRef<App> for Clock {
    fn from_ref(app: &App) -> Clock {
        app.clock.clone()
    }
}
