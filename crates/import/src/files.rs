//! The files of one hotel, from a folder or from a request.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The files of one hotel: path within its folder (with `/` between the parts) to content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Files {
    /// Reads a hotel's folder: its `.toml` files, those in `translations/`, and everything in `pictures/`.
    /// Other files and folders, and names that begin with a dot, are left alone.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn read_dir(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let mut files = Self::default();
        files.add(path, "", |name| name.ends_with(".toml"))?;
        for (folder, wanted) in [("translations", ".toml"), ("pictures", "")] {
            if path.join(folder).is_dir() {
                files.add(&path.join(folder), &format!("{folder}/"), |name| name.ends_with(wanted))?;
            }
        }
        Ok(files)
    }

    fn add(&mut self, folder: &Path, prefix: &str, wanted: impl Fn(&str) -> bool) -> io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') && wanted(&name) && entry.path().is_file() {
                self.0.insert(format!("{prefix}{name}"), std::fs::read(entry.path())?);
            }
        }
        Ok(())
    }
}

impl<P: Into<String>, B: Into<Vec<u8>>> FromIterator<(P, B)> for Files {
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        Self(files.into_iter().map(|(path, bytes)| (path.into(), bytes.into())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_files_and_leaves_others_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [
            "hotel.toml",
            "README.md",
            ".hidden.toml",
            "translations/ar_AE.toml",
            "translations/notes.txt",
            "pictures/a.webp",
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            std::fs::write(path, name).expect("a file");
        }
        let files = Files::read_dir(folder.path()).expect("files");
        let names: Vec<&str> = files.0.keys().map(String::as_str).collect();
        assert_eq!(names, ["hotel.toml", "pictures/a.webp", "translations/ar_AE.toml"]);
        assert!(Files::read_dir(folder.path().join("nowhere")).is_err());
    }
}
