//! Words on the standard output.

use std::fmt::Arguments;
use std::io::{ErrorKind, Result, Write, stdout};

/// Prints a line for whoever reads it; that nobody reads on (`| head -1`) ends no work and is no error.
macro_rules! say {
    ($($line:tt)*) => { $crate::say::line(format_args!($($line)*)) };
}
pub(crate) use say;

/// What [`say!`] does.
///
/// # Errors
/// When the output cannot be written for another reason, such as a full disk.
pub fn line(line: Arguments<'_>) -> Result<()> {
    match writeln!(stdout(), "{line}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
