//! Words on the standard output, and on the one for what is wrong.

use std::fmt::Arguments;
use std::fs::File;
use std::io::{ErrorKind, Result, Write, stderr, stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;

/// Prints a line for whoever reads it; that nobody reads on (`| head -1`) ends no work and is no error.
macro_rules! say {
    ($($line:tt)*) => { $crate::say::line(format_args!($($line)*)) };
}
pub(crate) use say;

/// Prints a line on the standard error about something that is wrong. Where nobody reads it there is nobody to tell.
macro_rules! complain {
    ($($line:tt)*) => { $crate::say::complaint(format_args!($($line)*)) };
}
pub(crate) use complain;

/// What [`say!`] does.
///
/// # Errors
/// When the output cannot be written for another reason, such as a full disk.
pub fn line(line: Arguments<'_>) -> Result<()> {
    heard(writeln!(stdout(), "{line}")).map(drop)
}

/// Prints text as it is; false when nobody reads on.
///
/// # Errors
/// As [`line`].
pub fn text(text: &[u8]) -> Result<bool> {
    let mut output = stdout();
    heard(output.write_all(text).and_then(|()| output.flush()))
}

fn heard(written: Result<()>) -> Result<bool> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) if error.raw_os_error() == Some(HUNG_UP) && is_device() => Ok(false),
        written => written.map(|()| true),
    }
}

/// Whether the output is a terminal or was one until it was closed, and no file whose disk fails.
fn is_device() -> bool {
    let output = stdout().as_fd().try_clone_to_owned().map(File::from);
    output.and_then(|output| output.metadata()).is_ok_and(|output| output.file_type().is_char_device())
}

/// `EIO`: of a terminal that it was closed.
const HUNG_UP: i32 = 5;

/// What [`complain!`] does.
pub fn complaint(line: Arguments<'_>) {
    let _ = writeln!(stderr(), "{line}");
}
