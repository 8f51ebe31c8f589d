//! The hotels of each brand in memory, as their files list them: a search of a brand asks the database nothing.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::brand::{Direction, Listing};
use store::brands::{self, Edition};
use store::{Db, StoreError};

use crate::error::{Answer, Code};

/// A brand that somebody asked for.
pub struct Brand {
    edition: Edition,
    /// By property id, at least one.
    pub hotels: Vec<Listing>,
    /// Each of them with where it stands, `None` where it has not said: what a search looks at of thousands of hotels lies
    /// close together.
    pub standing: Vec<(i64, Option<Direction>)>,
}

/// Every brand that was asked for.
#[derive(Default)]
pub struct Brands {
    loaded: RwLock<HashMap<String, Arc<Brand>>>,
}

impl Brands {
    /// A brand by its code.
    ///
    /// # Errors
    /// 404 when no hotel is of that brand.
    pub async fn find(&self, db: &Db, code: &str) -> Answer<Arc<Brand>> {
        // PostgreSQL does not even look for one.
        if code.contains('\0') {
            return Err(Code::BrandUnknown.into());
        }
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner).get(code).cloned();
        match loaded {
            Some(brand) => Ok(brand),
            None => self.load(db, code).await?.ok_or_else(|| Code::BrandUnknown.into()),
        }
    }

    async fn load(&self, db: &Db, code: &str) -> Result<Option<Arc<Brand>>, StoreError> {
        // The edition first: what is imported in between is found to be newer the next time.
        let edition = brands::edition(db, code).await?;
        let hotels = brands::find(db, code).await?;
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        if hotels.is_empty() {
            loaded.remove(code);
            return Ok(None);
        }
        let stands = |hotel: &Listing| (hotel.property_id, hotel.place.as_ref().map(Direction::of));
        let standing = hotels.iter().map(stands).collect();
        let brand = Arc::new(Brand { edition, hotels, standing });
        loaded.insert(code.to_owned(), Arc::clone(&brand));
        Ok(Some(brand))
    }

    /// Follows imports once; called every second.
    ///
    /// # Errors
    /// When the database fails; the next call catches up.
    pub async fn follow(&self, db: &Db) -> Result<(), StoreError> {
        let known: Vec<(String, Edition)> = {
            let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
            loaded.iter().map(|(code, brand)| (code.clone(), brand.edition)).collect()
        };
        for (code, edition) in known {
            if brands::edition(db, &code).await? != edition {
                self.load(db, &code).await?;
            }
        }
        Ok(())
    }
}
