//! The files of one hotel, from a folder or from a request.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::DirEntry;
use std::io;
use std::path::Path;

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
