//! Being asked to stop: Ctrl-C, or the signal of a service manager.

use std::io;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// Whether this process was asked to stop. It listens from the moment it is made, and remembers: whoever waits hears of it,
/// also one who begins to wait after the signal. Several listeners of one process share one.
#[derive(Debug, Clone)]
pub struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Listens for the signals, which end the process by themselves until then.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn listen() -> io::Result<Stop> {
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let (tell, told) = watch::channel(false);
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            // Kept for who waits later.
            tell.send_replace(true);
        });
        Ok(Stop(told))
    }

    /// Ends once the process was asked.
    pub async fn asked(mut self) {
        // The task that tells ends only once it has told, or with the runtime.
        let _ = self.0.wait_for(|asked| *asked).await;
    }
}
