//! What is logged.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Everything that is logged.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// From warnings on, of what runs on this thread, until the guard is let go.
    pub fn of_this_thread() -> (Log, DefaultGuard) {
        let log = Log::default();
        let logger = tracing_subscriber::fmt().with_max_level(LevelFilter::WARN).with_ansi(false);
        let guard = tracing::subscriber::set_default(logger.with_writer(log.clone()).finish());
        (log, guard)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("the log")).into_owned()
    }

    /// Whether all of these stand in one line of it.
    pub fn says(&self, words: &[&str]) {
        let text = self.text();
        let said = text.lines().any(|line| words.iter().all(|word| line.contains(word)));
        assert!(said, "{words:?} stand in no line: {text}");
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("the log").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}
