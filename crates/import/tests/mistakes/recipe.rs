//! The hotel of `docs/recipes/add-a-hotel.md`: the example that people read is the one that the tests try.

use import::{Files, Mistake, bundle};
use jiff::civil::{Date, date};

pub const TODAY: Date = date(2026, 11, 21);

/// The smallest picture: one transparent pixel.
pub const PIXEL: &[u8] = include_bytes!("pixel.webp");

/// The recipe as it is read.
pub fn page() -> String {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recipes/add-a-hotel.md");
    std::fs::read_to_string(page).expect("the recipe")
}

/// The files of the recipe, and the picture it speaks of.
pub fn hotel() -> Files {
    let mut files = Files::default();
    for block in page().split("\n```toml\n").collect::<Vec<_>>().windows(2) {
        let name = block[0].trim_end().lines().next_back().expect("a name before the block").trim_matches('`');
        let text = block[1].split_once("```").expect("the end of the block").0;
        files.0.insert(name.to_owned(), text.as_bytes().to_vec());
    }
    files.0.insert("pictures/house.webp".to_owned(), PIXEL.to_vec());
    files
}

/// The recipe's hotel with one text replaced.
pub fn changed(file: &str, from: &str, to: &str) -> Files {
    let mut files = hotel();
    change(&mut files, file, from, to);
    files
}

/// Replaces one text in one file.
pub fn change(files: &mut Files, file: &str, from: &str, to: &str) {
    let text = String::from_utf8(files.0[file].clone()).expect("text");
    assert!(text.contains(from), "{file} has no {from:?}");
    files.0.insert(file.to_owned(), text.replacen(from, to, 1).into_bytes());
}

/// The recipe's hotel with a room that no plan is sold for.
pub fn with_attic() -> Files {
    let attic = "[[room_types]]\ncode = \"ATTIC\"\nname = \"Attic\"\ndescription = \"Not let yet.\"\n\
        bed_type = \"SINGLE\"\ncategory = \"STANDARD\"\nmax_people = 1\ncount = 1\n\n[[room_types]]";
    changed("rooms.toml", "[[room_types]]", attic)
}

/// What is told about the files.
pub fn mistakes(files: &Files) -> Vec<Mistake> {
    bundle(files, TODAY).err().unwrap_or_default()
}

/// Checks that a change gives exactly this one mistake, at the line where `marker` stands.
#[track_caller]
pub fn one(file: &str, from: &str, to: &str, marker: &str, told: &str) {
    let files = changed(file, from, to);
    let text = String::from_utf8_lossy(&files.0[file]).into_owned();
    let line = 1 + text.lines().position(|l| l.contains(marker)).expect("the marker is in the file");
    let told_now: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert_eq!(told_now, [format!("{file}:{line}  {told}")]);
}
