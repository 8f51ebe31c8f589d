//! The faces of the letter, and which font is asked first for which script.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::{FontContext, FontFamily, FontFamilyName};

use crate::Direction;
use crate::setting::{Face, Setter};

/// The fonts that letters are set in. Made once (a few milliseconds), shared by all letters.
pub struct Fonts {
    setter: Mutex<Setter>,
    more: usize,
}

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../fonts/", $name, ".ttf")))),*]
    };
}

/// Name and bytes of every font; the names say face and script (`fonts/README.md` says where they come from).
const EMBEDDED: &[(&str, &[u8])] = embedded![
    "serif-latin",
    "serif-latin-ext",
    "serif-vietnamese",
    "serif-cyrillic",
    "serif-greek",
    "serif-hebrew",
    "serif-arabic",
    "sans-latin-regular",
    "sans-latin-ext-regular",
    "sans-vietnamese-regular",
    "sans-cyrillic-regular",
    "sans-cyrillic-ext-regular",
    "sans-greek-regular",
    "sans-hebrew-regular",
    "sans-arabic-regular",
    "sans-devanagari-regular",
    "sans-latin-strong",
    "sans-latin-ext-strong",
    "sans-vietnamese-strong",
    "sans-cyrillic-strong",
    "sans-cyrillic-ext-strong",
    "sans-greek-strong",
    "sans-hebrew-strong",
    "sans-arabic-strong",
    "sans-signs-regular",
    "sans-okina-regular",
    "sans-sign-baht-regular",
    "sans-sign-dram-regular",
];

impl Fonts {
    /// The fonts of this crate.
    pub fn embedded() -> Self {
        Self::with([])
    }

    /// The fonts of this crate, and more (the bytes of TTF, OTF or TTC files) for the scripts that it lacks. They are
    /// asked in this order, and last. A file that is no font is passed over.
    pub fn with(more: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let mut register = |name: &str, bytes: Arc<dyn AsRef<[u8]> + Send + Sync>| {
            let rename = FontInfoOverride { family_name: Some(name), ..FontInfoOverride::default() };
            !collection.register_fonts(Blob::new(bytes), Some(rename)).is_empty()
        };
        for (name, bytes) in EMBEDDED {
            register(name, Arc::new(*bytes));
        }
        let more: Vec<String> = more
            .into_iter()
            .enumerate()
            .filter_map(|(i, bytes)| {
                let name = format!("more-{i}");
                register(&name, Arc::new(bytes)).then_some(name)
            })
            .collect();
        let context = FontContext { collection, source_cache: SourceCache::default() };
        Fonts { more: more.len(), setter: Mutex::new(Setter::new(context, more)) }
    }

    /// How many of the files that it was made with are fonts.
    pub fn more(&self) -> usize {
        self.more
    }

    /// The one typesetter; letters are set one after the other, at a few milliseconds each.
    pub(crate) fn setter(&self) -> MutexGuard<'_, Setter> {
        // A letter that panicked leaves nothing behind but caches.
        self.setter.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Fonts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fonts").field("more", &self.more).finish_non_exhaustive()
    }
}

/// The fonts of a face in the order in which they are asked. The letter's own script comes first, so that spaces and
/// brackets come from it.
pub(crate) fn family(face: Face, direction: Direction, more: &[String]) -> FontFamily<'static> {
    let (prefix, suffix) = match face {
        Face::Serif => ("serif-", ""),
        Face::Sans => ("sans-", "-regular"),
        Face::Strong => ("sans-", "-strong"),
    };
    let of_face = |name: &&str| name.starts_with(prefix) && name.ends_with(suffix);
    let mut names: Vec<&str> = EMBEDDED.iter().map(|(name, _)| *name).filter(of_face).collect();
    if direction == Direction::Rtl {
        names.sort_by_key(|name| !(name.contains("arabic") || name.contains("hebrew")));
    }
    // What a face lacks comes from the plain one: it knows most scripts. Letters of Persian are in the serif alone.
    names.extend(EMBEDDED.iter().map(|(name, _)| *name).filter(|name| name.ends_with("-regular")));
    names.extend(EMBEDDED.iter().map(|(name, _)| *name).filter(|name| name.starts_with("serif-")));
    let named = |name: String| FontFamilyName::Named(Cow::Owned(name));
    FontFamily::List(Cow::Owned(names.into_iter().map(str::to_owned).chain(more.iter().cloned()).map(named).collect()))
}
