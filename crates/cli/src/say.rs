//! Words on the standard output, and on the one for what is wrong.

use std::fmt::Arguments;
use std::io::{ErrorKind, Result, Write, stderr, stdout};

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
    match writeln!(stdout(), "{line}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe || error.raw_os_error() == Some(HUNG_UP) => Ok(()),
        written => written,
    }
}

/// `EIO`, of a terminal that was closed.
const HUNG_UP: i32 = 5;

/// What [`complain!`] does.
pub fn complaint(line: Arguments<'_>) {
    let _ = writeln!(stderr(), "{line}");
}
