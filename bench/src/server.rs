//! A `portico serve` of our own: on a port that the system gives it, killed without warning or asked to stop.

use std::io::{BufRead, BufReader, copy, sink};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};

/// A running server. Dropping it kills it.
pub struct Server {
    child: Child,
    /// `127.0.0.1:port`.
    pub host: String,
}

/// The binary to measure: `PORTICO`, or the release build beside this program.
pub fn binary() -> PathBuf {
    if let Ok(path) = std::env::var("PORTICO") {
        return PathBuf::from(path);
    }
    let own = std::env::current_exe().unwrap_or_default();
    own.with_file_name("portico")
}

impl Server {
    /// Starts a server on a database with its keys in `folder`; answers once it listens.
    ///
    /// # Errors
    /// When it ends before.
    pub async fn start(database: &str, folder: &Path, clock: Option<&str>) -> Result<Server> {
        // The system gives the ports: one that was looked for beforehand could be taken by then.
        let free = "127.0.0.1:0";
        let mut command = Command::new(binary());
        command
            .args(["serve", "--listen", free, "--vault-listen", free, "--database", database])
            .arg("--vault-database")
            .arg(format!("sqlite:{}", folder.join("vault.db").display()))
            .arg("--data-dir")
            .arg(folder)
            // The load comes from one address.
            .args(["--requests-per-minute", "0"])
            .env("PORTICO_OPERATOR_KEY", "the-key-of-the-bench")
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        if let Some(clock) = clock {
            command.args(["--clock", clock]);
        }
        let mut child = command.spawn().with_context(|| format!("{} does not start", binary().display()))?;
        let output = child.stdout.take().context("its output is ours")?;
        // Owned from here on, so that a server that says nothing is ended too.
        let mut server = Server { child, host: String::new() };
        server.host = tokio::task::spawn_blocking(move || printed_address(output)).await??;
        Ok(server)
    }

    /// Kills its process: what the system was given stays written, unlike in a power cut.
    ///
    /// # Errors
    /// When it is gone already.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address that a server prints as soon as it listens. What it prints later is not read, but has to go somewhere.
fn printed_address(output: ChildStdout) -> Result<String> {
    let mut output = BufReader::new(output);
    let mut line = String::new();
    output.read_line(&mut line)?;
    let host = line.trim().rsplit_once("http://").map(|(_, host)| host.to_owned());
    std::thread::spawn(move || copy(&mut output, &mut sink()));
    host.context("the server ended before it listened")
}
