//! A `portico serve` of our own: started on a free port, killed without warning or asked to stop.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::http::Connection;

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

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

impl Server {
    /// Starts a server on a database with its keys in `folder`, and waits until it is ready.
    ///
    /// # Errors
    /// When it ends at once or is not ready in ten seconds.
    pub async fn start(database: &str, folder: &Path, clock: Option<&str>) -> Result<Server> {
        let host = format!("127.0.0.1:{}", free_port()?);
        let vault = format!("127.0.0.1:{}", free_port()?);
        let mut command = Command::new(binary());
        command
            .args(["serve", "--listen", &host, "--vault-listen", &vault, "--database", database])
            .arg("--vault-database")
            .arg(format!("sqlite:{}", folder.join("vault.db").display()))
            .arg("--data-dir")
            .arg(folder)
            // The load comes from one address.
            .args(["--requests-per-minute", "0"])
            .env("PORTICO_OPERATOR_KEY", "bench")
            .stdout(Stdio::null())
            .stderr(Stdio::inherit());
        if let Some(clock) = clock {
            command.args(["--clock", clock]);
        }
        let child = command.spawn().with_context(|| format!("{} does not start", binary().display()))?;
        let mut server = Server { child, host };
        for _ in 0..1000 {
            if let Some(status) = server.child.try_wait()? {
                bail!("the server ended at once: {status}");
            }
            if server.is_ready().await {
                return Ok(server);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        bail!("the server was not ready in ten seconds")
    }

    async fn is_ready(&self) -> bool {
        let Ok(mut connection) = Connection::open(&self.host).await else { return false };
        connection.send("GET", "/readyz", "", "").await.is_ok_and(|answer| answer.status == 200)
    }

    /// Ends it as a power cut would.
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
