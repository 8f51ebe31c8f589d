//! The files of one hotel, from a folder or from a request.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::DirEntry;
use std::io;
use std::path::Path;

use crate::codes::is_locale;
use crate::papers::NAMES;

/// The files of one hotel: path within its folder (with `/` between the parts) to content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Files {
    /// Reads a hotel's folder: its `.toml` files, those in `translations/`, and everything in `pictures/`.
    /// Other files and folders, and names that begin with a dot, are left alone. A file whose name looks like a slip for
    /// one that is not there (`taxes.toml.txt`, `Taxes`) comes along, for the mistake to be told and not passed over.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read; so where a folder, or a link to nothing, has the name of a file.
    pub fn read_dir(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let mut files = Self::default();
        let found = names(path)?;
        for name in &found {
            let slip = || meant(name).is_some_and(|meant| !found.contains(meant)) && path.join(name).is_file();
            if name.ends_with(".toml") || slip() {
                files.add(path, name.clone())?;
            }
        }
        for (folder, wanted) in [("translations", ".toml"), ("pictures", "")] {
            let inside = path.join(folder);
            if inside.is_dir() {
                for name in names(&inside)?.iter().filter(|name| name.ends_with(wanted)) {
                    if !wanted.is_empty() || inside.join(name).is_file() {
                        files.add(path, format!("{folder}/{name}"))?;
                    }
                }
            }
        }
        Ok(files)
    }

    /// What of a hotel's folder nothing reads although it looks like a part of the hotel, each with the name that was
    /// probably meant: tables, other data, and TOML under another ending. Texts, pictures and what editors leave behind
    /// are for people.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn unread(&self, path: impl AsRef<Path>) -> io::Result<Vec<String>> {
        let mut unread = Vec::new();
        for folder in ["", "translations/"] {
            let inside = path.as_ref().join(folder);
            if inside.is_dir() {
                let found =
                    names(&inside)?.into_iter().filter(|name| is_data(name)).map(|name| format!("{folder}{name}"));
                unread.extend(found.filter(|name| !self.0.contains_key(name)).map(|name| name.clone() + &near(&name)));
            }
        }
        Ok(unread)
    }

    fn add(&mut self, folder: &Path, name: String) -> io::Result<()> {
        let bytes = std::fs::read(folder.join(&name))
            .map_err(|error| io::Error::new(error.kind(), format!("{name} cannot be read: {error}")))?;
        self.0.insert(name, bytes);
        Ok(())
    }
}

/// What is in a folder, without the names that begin with a dot.
fn names(folder: &Path) -> io::Result<BTreeSet<String>> {
    let name = |entry: io::Result<DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let mut names = std::fs::read_dir(folder)?.map(name).collect::<io::Result<BTreeSet<String>>>()?;
    names.retain(|name| !name.starts_with('.'));
    Ok(names)
}

/// The file that a name with another ending, or in other letters, was meant for.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    let lower = name.trim().to_lowercase();
    NAMES.into_iter().filter(|known| *known != name).find(|known| {
        let ending = known.strip_suffix(".toml").and_then(|stem| lower.strip_prefix(stem));
        // Windows hides the second ending; one letter is dropped or swapped.
        ending.is_some_and(|ending| ["", ".toml.txt"].contains(&ending) || strsim::osa_distance(ending, ".toml") <= 1)
    })
}

fn is_data(name: &str) -> bool {
    let lower = name.to_lowercase();
    let endings = [".toml", ".toml.txt", ".csv", ".tsv", ".ods", ".numbers", ".xls", ".xlsx", ".json", ".yaml", ".yml"];
    // A spreadsheet's lock begins so.
    !name.starts_with("~$") && endings.into_iter().any(|ending| lower.ends_with(ending))
}

/// ` (did you mean ...?)` with the name that a file of another kind was probably meant for, else nothing.
fn near(path: &str) -> String {
    let stem = path.split('.').next().unwrap_or_default();
    let lower = stem.to_lowercase();
    let distance = |known: &&str| strsim::osa_distance(&lower, known.trim_end_matches(".toml"));
    let meant = match stem.strip_prefix("translations/") {
        Some(language) => is_locale(language).then(|| format!("{stem}.toml")),
        None => NAMES.into_iter().min_by_key(distance).filter(|known| distance(known) <= 2).map(str::to_owned),
    };
    meant.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default()
}

impl<P: Into<String>, B: Into<Vec<u8>>> FromIterator<(P, B)> for Files {
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        Self(files.into_iter().map(|(path, bytes)| (path.into(), bytes.into())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for name in names {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            std::fs::write(path, name).expect("a file");
        }
        folder
    }

    fn read(folder: &tempfile::TempDir) -> Vec<String> {
        Files::read_dir(folder.path()).expect("files").0.into_keys().collect()
    }

    #[test]
    fn a_folder_gives_its_files_and_leaves_others_alone() {
        let folder = folder(&[
            "hotel.toml",
            "README.md",
            ".hidden.toml",
            "hotel.toml.bak",
            "taxes.toml.bak",
            "members.csv",
            "events.pdf",
            "rooms/plan.pdf",
            "pictures/raw/a.tiff",
            "translations/ar_AE.toml",
            "translations/notes.txt",
            "pictures/a.webp",
        ]);
        assert_eq!(read(&folder), ["hotel.toml", "pictures/a.webp", "translations/ar_AE.toml"]);
        assert!(Files::read_dir(folder.path().join("nowhere")).is_err());
    }

    #[test]
    fn a_table_that_nothing_reads_is_named() {
        let folder = folder(&[
            "hotel.toml",
            "taxes.csv",
            "tax.json",
            "prices.2027.xlsx",
            "Rates.toml.txt",
            "translations/fr_CH.TOML",
            "translations/fr_CH.toml",
            "translations/texts.csv",
            // What nobody takes for a part of the hotel.
            "README.md",
            "LICENSE",
            ".rates.csv",
            "~$prices.xlsx",
            "rates.toml~",
            "rates.toml.bak",
            "notes.txt",
            "events.pdf",
            "rooms/plan.csv",
            "pictures/list.csv",
        ]);
        let files = Files::read_dir(folder.path()).expect("files");
        assert_eq!(
            files.unread(folder.path()).expect("a folder"),
            [
                "prices.2027.xlsx",
                "tax.json (did you mean taxes.toml?)",
                "taxes.csv (did you mean taxes.toml?)",
                "translations/fr_CH.TOML (did you mean translations/fr_CH.toml?)",
                "translations/texts.csv",
            ]
        );
    }

    #[test]
    fn a_name_with_a_slip_is_not_passed_over() {
        for name in ["taxes.toml.txt", "taxes.tolm", "taxes.TOML", "Taxes.toml", "taxes.tml", "taxes", "taxes.toml "] {
            assert_eq!(
                read(&folder(&["hotel.toml", name])),
                BTreeSet::from(["hotel.toml", name]).into_iter().collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let a_folder = folder(&["hotel.toml", "taxes.toml/notes.txt"]);
        let a_link = folder(&["hotel.toml"]);
        std::os::unix::fs::symlink("nowhere", a_link.path().join("taxes.toml")).expect("a link");
        for folder in [a_folder, a_link] {
            let error = Files::read_dir(folder.path()).expect_err("no file").to_string();
            assert!(error.starts_with("taxes.toml cannot be read: "), "{error}");
        }
    }
}
