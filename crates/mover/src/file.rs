//! What has to be true of a file before SQLite opens it, which passes over all of this in silence.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// Why a file of SQLite is not opened.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It, or its folder, cannot be made.
    #[error("{0} cannot be made: {1}")]
    Make(String, io::Error),
    /// SQLite would open it to read alone, and refuse each write later on.
    #[error("{0} cannot be written to: {1}")]
    ReadOnly(String, io::Error),
    /// SQLite would throw the log away.
    #[error(
        "{0} holds what was written last to {1}, which is missing or empty beside it: put that file back, or move the \
         log elsewhere to begin anew"
    )]
    LogAlone(String, String),
}

/// Looks at a file before it is opened for writing; one that is not there is no fault.
///
/// # Errors
/// [`FileError::ReadOnly`] of it, its folder or what lies beside it; [`FileError::LogAlone`].
pub fn check(path: &Path) -> Result<(), FileError> {
    if is_in_memory(path) {
        return Ok(());
    }
    let (file, log) = (real(path), log(path));
    let holds_something = |path: &Path| path.metadata().is_ok_and(|found| found.len() > 0);
    // In this order: whoever begins a new one at this moment writes the file before the log.
    if holds_something(&log) && !holds_something(&file) {
        let name = file.file_name().unwrap_or_default().display().to_string();
        return Err(FileError::LogAlone(log.display().to_string(), name));
    }
    for part in [folder(&file), &file, &log, &beside(path, "-shm")] {
        may_write(part).map_err(|error| FileError::ReadOnly(part.display().to_string(), error))?;
    }
    Ok(())
}

/// The same, and makes the file with its folder where it is not there, readable by its owner alone: it holds names and
/// addresses of guests, or their cards. SQLite gives its side files the same mode.
///
/// # Errors
/// As [`check`]; [`FileError::Make`].
pub fn make_ready(path: &Path) -> Result<(), FileError> {
    check(path)?;
    if is_in_memory(path) || path.exists() {
        return Ok(());
    }
    let not_made = |path: &Path| {
        let name = path.display().to_string();
        |error| FileError::Make(name, error)
    };
    fs::create_dir_all(folder(path)).map_err(not_made(folder(path)))?;
    let made = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path);
    made.map(drop).map_err(not_made(path))
}

/// Whether a file or folder can be written to; true where there is none.
///
/// # Errors
/// Why it cannot be.
pub fn may_write(path: &Path) -> io::Result<()> {
    match access(path, Access::WRITE_OK).map_err(io::Error::from) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(()),
        answered => answered,
    }
}

/// The log of a file, beside the file itself, wherever a link to it is.
pub fn log(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

/// A file that is open, by the name that it was opened with.
#[derive(Clone, Debug)]
pub struct Opened {
    path: PathBuf,
    is: (u64, u64),
}

impl Opened {
    /// The one that has this name now; `None` in memory.
    pub fn of(path: &Path) -> Option<Opened> {
        let is = path.metadata().ok().as_ref().map(identity)?;
        Some(Opened { path: path.to_owned(), is })
    }

    /// Whether it still has its name. What is written to one that was removed or replaced is lost when it is closed.
    pub fn has_its_name(&self) -> bool {
        self.path.metadata().is_ok_and(|found| identity(&found) == self.is)
    }
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

fn is_in_memory(path: &Path) -> bool {
    path.as_os_str().is_empty() || path.to_string_lossy().contains(":memory:")
}

/// The file itself, where links lead to it, also one that is not there. Links in a ring lead nowhere.
fn real(path: &Path) -> PathBuf {
    let mut leads_to = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = leads_to.read_link() else { break };
        leads_to = folder(&leads_to).join(to);
    }
    leads_to.canonicalize().unwrap_or(leads_to)
}

/// As many as the system follows.
const MOST_LINKS: usize = 40;

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = real(path).into_os_string();
    name.push(ending);
    name.into()
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
