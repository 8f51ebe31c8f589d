//! Pictures: they are there, they are what their name says, and what is used of them goes into the bundle.

use std::collections::BTreeMap;

use domain::hotel::{Media, Picture};
use imagesize::ImageType;

use crate::desk::Desk;
use crate::files::Files;
use crate::format::hotel::PictureEntry;
use crate::mistake::{Place, nearest};

/// Collects the pictures that the files speak of.
pub(crate) struct Gallery<'f> {
    files: &'f Files,
    used: BTreeMap<String, Media>,
}

impl<'f> Gallery<'f> {
    pub(crate) fn new(files: &'f Files) -> Self {
        Self { files, used: BTreeMap::new() }
    }

    /// A photograph with its small version, if there is one.
    pub(crate) fn picture(&mut self, desk: &mut Desk<'_>, entry: &PictureEntry) -> Picture {
        let name = entry.file.0.clone();
        let (width, height) = match self.bytes(&name) {
            None => {
                self.absent(desk, &entry.at, "file", &name);
                (0, 0)
            }
            Some(bytes) => size(&name, bytes).unwrap_or_else(|words| {
                desk.say(&entry.at, "file", words);
                (0, 0)
            }),
        };
        self.take(&name);
        let small = name.rsplit_once('.').map(|(stem, kind)| format!("{stem}-800.{kind}"));
        let small = small.filter(|small| self.bytes(small).is_some());
        if let Some(words) = small.as_ref().and_then(|small| size(small, self.bytes(small)?).err()) {
            desk.say(&entry.at, "file", words);
        }
        Picture {
            small: small.filter(|small| self.take(small)),
            alt: desk.plain(&entry.at, "alt", &entry.alt),
            name,
            width,
            height,
        }
    }

    /// A logo, which may be a drawing.
    pub(crate) fn logo(&mut self, desk: &mut Desk<'_>, place: &Place, field: &str, name: &str) {
        match self.bytes(name) {
            None => self.absent(desk, place, field, name),
            Some(bytes) if bytes.len() > MOST_BYTES => desk.say(place, field, too_large(name, bytes)),
            Some(bytes) if name.ends_with(".svg") => {
                if let Err(found) = drawing(bytes) {
                    desk.say(place, field, format!("expected a plain drawing (SVG) in pictures/{name}, found {found}"));
                }
            }
            Some(bytes) => {
                if let Err(words) = size(name, bytes) {
                    desk.say(place, field, words);
                }
            }
        }
        self.take(name);
    }

    /// Whether such a picture is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.bytes(name).is_some()
    }

    pub(crate) fn into_media(self) -> Vec<Media> {
        self.used.into_values().collect()
    }

    fn bytes(&self, name: &str) -> Option<&'f [u8]> {
        self.files.0.get(&format!("pictures/{name}")).map(Vec::as_slice)
    }

    fn take(&mut self, name: &str) -> bool {
        let Some(bytes) = self.bytes(name) else {
            return false;
        };
        self.used.entry(name.to_owned()).or_insert_with(|| Media {
            name: name.to_owned(),
            content_type: content_type(name).to_owned(),
            bytes: bytes.to_vec(),
        });
        true
    }

    fn absent(&self, desk: &mut Desk<'_>, place: &Place, field: &str, name: &str) {
        let there: Vec<&str> = self.files.0.keys().filter_map(|path| path.strip_prefix("pictures/")).collect();
        desk.say(
            place,
            field,
            format!(
                "expected the name of a picture in pictures/, found {name:?}, which is not there{}",
                nearest(name, there)
            ),
        );
    }
}

/// Of one picture: more is a photograph as a camera makes it, which takes telephones half a minute.
const MOST_BYTES: usize = 10_000_000;
/// Of its width and of its height: what is larger some browsers do not show.
const MOST_PIXELS: u32 = 20_000;

fn too_large(name: &str, bytes: &[u8]) -> String {
    let tenths = bytes.len().div_ceil(MOST_BYTES / 100);
    let found = format!("{}.{}", tenths / 10, tenths % 10);
    format!("expected a picture of at most 10 MB in pictures/{name}, found one of {found} MB")
}

/// Width and height of a photograph, or what is wrong with it.
fn size(name: &str, bytes: &[u8]) -> Result<(u32, u32), String> {
    let wanted = match name.rsplit('.').next() {
        Some("webp") => ImageType::Webp,
        Some("png") => ImageType::Png,
        Some("svg") => return Err("expected a photograph (webp, png or jpg), found a drawing".to_owned()),
        _ => ImageType::Jpeg,
    };
    let wrong = || format!("expected a picture as its name says in pictures/{name}, found something else");
    if imagesize::image_type(bytes).map_err(|_| wrong())? != wanted {
        return Err(wrong());
    }
    if bytes.len() > MOST_BYTES {
        return Err(too_large(name, bytes));
    }
    if !is_whole(&wanted, bytes) {
        return Err(format!("expected a whole picture in pictures/{name}, found one that is cut off"));
    }
    let size = imagesize::blob_size(bytes).map_err(|_| wrong())?;
    match (u32::try_from(size.width), u32::try_from(size.height)) {
        (Ok(width @ 1..=MOST_PIXELS), Ok(height @ 1..=MOST_PIXELS)) => Ok((width, height)),
        (Ok(0), _) | (_, Ok(0)) => Err(wrong()),
        _ => Err(format!(
            "expected a picture of at most {MOST_PIXELS} x {MOST_PIXELS} pixels in pictures/{name}, found one of {} x {}",
            size.width, size.height
        )),
    }
}

/// Whether a picture goes on to its end, which says nothing of what is between. Cameras write more behind it.
fn is_whole(kind: &ImageType, bytes: &[u8]) -> bool {
    match kind {
        ImageType::Webp => {
            let length = bytes.get(4..8).and_then(|length| length.try_into().ok()).map_or(u32::MAX, u32::from_le_bytes);
            bytes.len() as u64 >= u64::from(length) + 8
        }
        ImageType::Png => bytes.windows(8).any(|chunk| chunk == b"IEND\xaeB`\x82"),
        _ => {
            // Segments up to the first scan: a thumbnail in one of them has an end of its own.
            let mut rest = bytes.get(2..);
            while let Some([0xff, kind, high, low, ..]) = rest {
                if *kind == 0xda {
                    break;
                }
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest = rest.and_then(|rest| rest.get(2 + length..));
            }
            rest.is_some_and(|scans| scans.windows(2).any(|pair| pair == [0xff, 0xd9]))
        }
    }
}

/// A drawing that only draws: opened by itself, an SVG file is a document of our origin and could run scripts or load
/// what it likes.
fn drawing(bytes: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "something else".to_owned())?;
    let document = roxmltree::Document::parse(text).map_err(|error| format!("something else ({error})"))?;
    if document.root_element().tag_name().name() != "svg" {
        return Err("something else".to_owned());
    }
    for element in document.descendants().filter(|node| node.is_element()) {
        let name = element.tag_name().name();
        if ["script", "foreignObject", "style", "iframe", "object", "embed", "a", "set", "handler"].contains(&name)
            || name.starts_with("animate")
        {
            return Err(format!("<{name}> in it"));
        }
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value().trim());
            let elsewhere =
                name == "href" && !value.starts_with('#') || value.contains("url(") && !value.contains("url(#");
            if name.to_lowercase().starts_with("on") || elsewhere {
                return Err(format!("{name}={value:?} in it"));
            }
        }
    }
    Ok(())
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("webp") => "image/webp",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        _ => "image/jpeg",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_only_draws() {
        let svg =
            |inside: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inside}</svg>");
        assert_eq!(drawing(svg("<path d=\"M0 0h9\" fill=\"url(#g)\"/>").as_bytes()), Ok(()));
        for bad in [
            "<script>alert(1)</script>",
            "<path onload=\"alert(1)\"/>",
            "<image href=\"https://elsewhere.example/x.png\"/>",
            "<style>@import 'https://elsewhere.example/x.css'</style>",
            "<path fill=\"url(https://elsewhere.example/x)\"/>",
            "<foreignObject/>",
        ] {
            assert!(drawing(svg(bad).as_bytes()).is_err(), "{bad}");
        }
        assert!(drawing(b"<html/>").is_err() && drawing(b"\xff").is_err());
    }
}
