//! The texts of the hotel in its other languages.

use std::collections::{BTreeMap, BTreeSet};

use domain::hotel::Translation;

use crate::desk::{Desk, Thing};
use crate::format::hotel::HotelFile;
use crate::format::translation::{
    ActivityTexts, AddonTexts, AmenityTexts, DescriptionText, DiscountTexts, HotelTexts, NameText, NamedTexts,
    RoomTexts, TranslationFile,
};
use crate::mistake::{Place, listed};
use crate::papers::Papers;
use crate::pictures::Gallery;
use crate::text::clean_html;
use crate::values::{Line, Prose};

pub(crate) fn build(
    desk: &mut Desk<'_>,
    gallery: &Gallery<'_>,
    hotel: &HotelFile,
    papers: &Papers,
) -> Vec<Translation> {
    let mut translations = Vec::new();
    for (path, texts) in &papers.translations {
        let languages = languages(hotel, papers, path);
        if languages.is_empty() {
            for_nobody(desk, hotel, path);
        }
        for language in languages {
            write(desk, gallery, hotel, papers, (path, texts), language, &mut translations);
        }
    }
    if desk.whole("hotel.toml", "/languages") {
        // The hotel's own language stands in its own files, also where it is named twice.
        let own = hotel.languages.first().map(|language| &language.code.0);
        for language in hotel.languages.iter().filter(|language| Some(&language.code.0) != own) {
            let read = papers.paths.iter().any(|path| fits(path, &language.code.0));
            if !read {
                let words = format!(
                    "expected translations/{}.toml for a language that the pages are offered in, found none",
                    language.code.0
                );
                desk.say(&language.at, "code", words);
            }
        }
    }
    translations
}

/// Writes the texts of one file for one language.
fn write(
    desk: &mut Desk<'_>,
    gallery: &Gallery<'_>,
    hotel: &HotelFile,
    papers: &Papers,
    (path, texts): (&str, &TranslationFile),
    language: &str,
    out: &mut Vec<Translation>,
) {
    let mut paper = Paper { desk, path, language, out };
    paper.write("hotel", "PROPERTY", &hotel.code.0, texts.hotel.texts());
    paper.table("room_types", "ROOM_TYPE", Thing::RoomType, &texts.room_types, RoomTexts::texts);
    paper.table("rate_plans", "RATE_CODE", Thing::RatePlan, &texts.rate_plans, NamedTexts::texts);
    paper.table("charges", "CHARGE", Thing::Charge, &texts.charges, NameText::texts);
    paper.table(
        "cancellation_policies",
        "CANCELLATION_POLICY",
        Thing::CancellationPolicy,
        &texts.cancellation_policies,
        DescriptionText::texts,
    );
    paper.table("guarantee_types", "GUARANTEE_TYPE", Thing::GuaranteeType, &texts.guarantee_types, NamedTexts::texts);
    paper.table("amenities", "AMENITY", Thing::Amenity, &texts.amenities, AmenityTexts::texts);
    paper.table("discounts", "DISCOUNT", Thing::Discount, &texts.discounts, DiscountTexts::texts);
    paper.table("companies", "COMPANY", Thing::Company, &texts.companies, NameText::texts);
    paper.table("groups", "GROUP", Thing::Group, &texts.groups, NameText::texts);
    paper.table("packages", "PACKAGE", Thing::Package, &texts.packages, NamedTexts::texts);
    // On the bill it stands among the charges, and no charge has its code.
    paper.table("charge_types", "CHARGE", Thing::ChargeType, &texts.charge_types, NameText::texts);
    paper.table("addons", "CHARGE", Thing::Addon, &texts.addons, AddonTexts::name);
    for (code, entry) in &texts.addons {
        paper.write(&format!("addons/{code}"), "ADDON", code, entry.texts());
    }
    paper.table("activities", "ACTIVITY", Thing::Activity, &texts.activities, ActivityTexts::texts);
    paper.table("event_types", "EVENT_TYPE", Thing::EventType, &texts.event_types, NameText::texts);
    paper.table("arrangements", "ARRANGEMENT", Thing::Arrangement, &texts.arrangements, NamedTexts::texts);
    let plans = &texts.price_plans;
    paper.table("price_plans", "SPACE_PRICE_PLAN", Thing::SpacePricePlan, plans, NamedTexts::texts);
    paper.table("spaces", "SPACE", Thing::Space, &texts.spaces, NamedTexts::texts);
    paper.table("event_items", "EVENT_ITEM", Thing::EventItem, &texts.event_items, NameText::texts);
    let packages = &texts.event_packages;
    paper.table("event_packages", "EVENT_PACKAGE", Thing::EventPackage, packages, NameText::texts);
    paper.pictures(&texts.pictures, hotel, papers, gallery);
}

/// What a file is for: `ar_AE` of `translations/ar_AE.toml`, `ar` of `translations/ar.toml`.
fn stem(path: &str) -> Option<&str> {
    path.strip_prefix("translations/")?.strip_suffix(".toml")
}

/// Whether a file is for a language: `translations/ar_AE.toml`, or `translations/ar.toml` for any Arabic.
fn fits(path: &str, code: &str) -> bool {
    stem(path).is_some_and(|stem| stem == code || code.split_once('_').is_some_and(|(language, _)| language == stem))
}

/// The hotel's languages but its first, whose texts stand in its other files.
fn others(hotel: &HotelFile) -> impl Iterator<Item = &str> {
    hotel.languages.iter().skip(1).map(|language| language.code.0.as_str())
}

/// The hotel's other languages that a file is for: one that has a file of its own reads no general one.
fn languages<'h>(hotel: &'h HotelFile, papers: &Papers, path: &str) -> BTreeSet<&'h str> {
    let has_own = |code: &str| papers.paths.iter().any(|other| stem(other) == Some(code));
    others(hotel).filter(|code| fits(path, code) && (stem(path) == Some(code) || !has_own(code))).collect()
}

/// Notes the mistake of a file that no language reads.
fn for_nobody(desk: &mut Desk<'_>, hotel: &HotelFile, path: &str) {
    if !desk.whole("hotel.toml", "/languages") {
        return;
    }
    let place = Place { file: path.to_owned(), pointer: String::new() };
    let of_its_kind: Vec<&str> = others(hotel).filter(|code| fits(path, code)).collect();
    let words = match of_its_kind.as_slice() {
        [] => format!(
            "expected a file for one of the other languages in hotel.toml ({}), found one for none of them",
            listed(others(hotel))
        ),
        [one] => format!("expected one file for {one}, found a second beside translations/{one}.toml"),
        _ => "expected a language that has no file of its own to read it, found none".to_owned(),
    };
    desk.say(&place, "", words);
}

/// Field name, words, and whether they are prose (HTML).
type Texts<'t> = Vec<(&'static str, Text<'t>)>;

enum Text<'t> {
    Plain(&'t str),
    Prose(&'t Prose),
}

fn plain<'t>(name: &'static str, text: &'t Option<impl AsRef<str>>) -> Option<(&'static str, Text<'t>)> {
    text.as_ref().map(|t| (name, Text::Plain(t.as_ref())))
}

fn prose<'t>(name: &'static str, text: &'t Option<Prose>) -> Option<(&'static str, Text<'t>)> {
    text.as_ref().map(|t| (name, Text::Prose(t)))
}

impl HotelTexts {
    fn texts(&self) -> Texts<'_> {
        let all = [
            plain("name", &self.name),
            plain("tagline", &self.tagline),
            plain("address", &self.address),
            plain("city", &self.city),
            plain("state", &self.state),
            prose("additional_details", &self.additional_details),
            prose("pet_policy", &self.pet_policy),
            prose("guarantee_policy", &self.guarantee_policy),
            prose("refund_policy", &self.refund_policy),
            prose("cancellation_policy", &self.cancellation_policy),
        ];
        all.into_iter().flatten().collect()
    }
}

impl RoomTexts {
    fn texts(&self) -> Texts<'_> {
        let all = [
            plain("name", &self.name),
            plain("description", &self.description),
            prose("additional_details", &self.additional_details),
            plain("view", &self.view),
        ];
        all.into_iter().flatten().collect()
    }
}

impl NamedTexts {
    fn texts(&self) -> Texts<'_> {
        [plain("name", &self.name), plain("description", &self.description)].into_iter().flatten().collect()
    }
}

impl AddonTexts {
    /// On the bill it stands among the charges, as what packages contain does.
    fn name(&self) -> Texts<'_> {
        plain("name", &self.name).into_iter().collect()
    }

    fn texts(&self) -> Texts<'_> {
        [plain("description", &self.description), plain("group", &self.group)].into_iter().flatten().collect()
    }
}

impl ActivityTexts {
    fn texts(&self) -> Texts<'_> {
        let all =
            [plain("name", &self.name), plain("description", &self.description), prose("overview", &self.overview)];
        all.into_iter().flatten().collect()
    }
}

impl NameText {
    fn texts(&self) -> Texts<'_> {
        plain("name", &self.name).into_iter().collect()
    }
}

impl DescriptionText {
    fn texts(&self) -> Texts<'_> {
        plain("description", &self.description).into_iter().collect()
    }
}

impl DiscountTexts {
    fn texts(&self) -> Texts<'_> {
        [plain("name", &self.name), plain("restriction", &self.restriction)].into_iter().flatten().collect()
    }
}

impl AmenityTexts {
    fn texts(&self) -> Texts<'_> {
        [plain("name", &self.name), plain("group", &self.group)].into_iter().flatten().collect()
    }
}

/// One file of translations on its way out.
struct Paper<'p, 'm> {
    desk: &'p mut Desk<'m>,
    path: &'p str,
    language: &'p str,
    out: &'p mut Vec<Translation>,
}

impl Paper<'_, '_> {
    fn place(&self, pointer: String) -> Place {
        Place { file: self.path.to_owned(), pointer }
    }

    fn table<T>(
        &mut self,
        list: &str,
        object_type: &str,
        thing: Thing,
        entries: &BTreeMap<String, T>,
        texts: impl Fn(&T) -> Texts<'_>,
    ) {
        for (code, entry) in entries {
            let place = self.place(format!("/{list}"));
            self.desk.refer(&place, code, thing, code);
            self.write(&format!("{list}/{code}"), object_type, code, texts(entry));
        }
    }

    fn write(&mut self, pointer: &str, object_type: &str, code: &str, texts: Texts<'_>) {
        let place = self.place(format!("/{pointer}"));
        let mut fields = BTreeMap::new();
        for (name, text) in texts {
            let words = match text {
                Text::Plain(words) => self.desk.plain(&place, name, &words),
                Text::Prose(words) => clean_html(&words.0),
            };
            fields.insert(name.to_owned(), words);
        }
        self.add(object_type, code, fields);
    }

    /// Adds fields to the translation of an object.
    fn add(&mut self, object_type: &str, code: &str, fields: BTreeMap<String, String>) {
        if fields.is_empty() {
            return;
        }
        let same = |t: &&mut Translation| {
            t.language_code == self.language && t.object_type == object_type && t.object_code == code
        };
        match self.out.iter_mut().find(same) {
            Some(translation) => translation.fields.extend(fields),
            None => self.out.push(Translation {
                language_code: self.language.to_owned(),
                object_type: object_type.to_owned(),
                object_code: code.to_owned(),
                fields,
            }),
        }
    }

    /// What pictures show: `cover_photo_alt` of the property and of packages, `picture_alt` of add-ons, spaces and what goes
    /// with them, `images.0.alt` and so on of room types and activities.
    fn pictures(&mut self, alts: &BTreeMap<String, Line>, hotel: &HotelFile, papers: &Papers, gallery: &Gallery<'_>) {
        for (file, alt) in alts {
            let place = self.place("/pictures".to_owned());
            if !gallery.has(file) {
                self.desk.say(
                    &place,
                    file,
                    format!("expected the name of a picture in pictures/, found {file:?}, which is not there"),
                );
            }
            let alt = self.desk.plain(&place, file, alt);
            if hotel.cover_photo.as_ref().is_some_and(|p| p.file.0 == *file) {
                self.add("PROPERTY", &hotel.code.0, BTreeMap::from([("cover_photo_alt".to_owned(), alt.clone())]));
            }
            for package in papers.packages.iter().flat_map(|f| &f.packages) {
                if package.cover_photo.as_ref().is_some_and(|p| p.file.0 == *file) {
                    let field = BTreeMap::from([("cover_photo_alt".to_owned(), alt.clone())]);
                    self.add("PACKAGE", &package.code.0, field);
                }
            }
            for addon in papers.addons.iter().flat_map(|f| &f.addons) {
                if addon.picture.as_ref().is_some_and(|p| p.file.0 == *file) {
                    self.add("ADDON", &addon.code.0, BTreeMap::from([("picture_alt".to_owned(), alt.clone())]));
                }
            }
            for space in papers.events.iter().flat_map(|f| &f.spaces) {
                if space.picture.as_ref().is_some_and(|p| p.file.0 == *file) {
                    self.add("SPACE", &space.code.0, BTreeMap::from([("picture_alt".to_owned(), alt.clone())]));
                }
            }
            for package in papers.events.iter().flat_map(|f| &f.packages) {
                if package.picture.as_ref().is_some_and(|p| p.file.0 == *file) {
                    let field = BTreeMap::from([("picture_alt".to_owned(), alt.clone())]);
                    self.add("EVENT_PACKAGE", &package.code.0, field);
                }
            }
            for room in papers.rooms.iter().flat_map(|f| &f.room_types) {
                for (index, _) in room.pictures.iter().enumerate().filter(|(_, p)| p.file.0 == *file) {
                    let field = format!("images.{index}.alt");
                    self.add("ROOM_TYPE", &room.code.0, BTreeMap::from([(field, alt.clone())]));
                }
            }
            for activity in papers.activities.iter().flat_map(|f| &f.activities) {
                for (index, _) in activity.pictures.iter().enumerate().filter(|(_, p)| p.file.0 == *file) {
                    let field = format!("images.{index}.alt");
                    self.add("ACTIVITY", &activity.code.0, BTreeMap::from([(field, alt.clone())]));
                }
            }
        }
    }
}
