//! A PostgreSQL server of the tests' own: made in a temporary folder, reached through a Unix socket,
//! ended and deleted when dropped. No test ever touches a server that it did not start.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A running server. Dropping it ends it.
pub struct TestPostgres {
    folder: tempfile::TempDir,
}

impl TestPostgres {
    /// Makes a cluster with `initdb` and starts it. `durable` keeps fsync on, for crash tests and benches.
    ///
    /// # Errors
    /// When the server programs are missing or do not start.
    pub fn start(durable: bool) -> io::Result<TestPostgres> {
        let folder = tempfile::Builder::new().prefix("portico-pg-").tempdir()?;
        // The server refuses to run as root, so it runs as `postgres`, who must be able to enter the folder.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let data = folder.path().join("data");
        fs::create_dir(&data)?;
        if is_root() {
            run(Command::new("chown").args(["-R", "postgres:postgres"]).arg(folder.path()))?;
        }
        run(as_postgres(&program("initdb")?)
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(&data))?;
        let sync = if durable { "on" } else { "off" };
        let options = format!(
            "-k {} -c listen_addresses= -c max_connections=200 -c fsync={sync} -c shared_buffers=128MB",
            folder.path().display()
        );
        let server = TestPostgres { folder };
        // `-w` waits until the server takes connections.
        run(server.control()?.args(["-w", "-l", "/dev/null", "-o", &options, "start"]))?;
        Ok(server)
    }

    fn control(&self) -> io::Result<Command> {
        let mut command = as_postgres(&program("pg_ctl")?);
        command.arg("-D").arg(self.folder.path().join("data")).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command)
    }

    /// Kills the server without warning, as a power cut would, and starts it again.
    ///
    /// # Errors
    /// When it does not come up.
    pub fn crash_and_restart(&self) -> io::Result<()> {
        run(self.control()?.args(["-w", "-m", "immediate", "-l", "/dev/null", "restart"]))
    }

    /// A new empty database of that name (lower-case letters, digits, `_`) and its address.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn database(&self, name: &str) -> io::Result<String> {
        run(Command::new(program("createdb")?)
            .args(["-U", "postgres", "-h"])
            .arg(self.folder.path())
            .arg(name)
            .current_dir("/"))?;
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        Ok(format!("postgres://postgres@{socket}/{name}"))
    }

    /// Path of a program of the same version, such as `pgbench`.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn program(&self, name: &str) -> io::Result<PathBuf> {
        program(name)
    }

    /// Folder of the server's socket, for `psql` and `pgbench`.
    pub fn socket(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for TestPostgres {
    fn drop(&mut self) {
        if let Ok(mut control) = self.control() {
            // At once: its folder is thrown away with it.
            let _ = run(control.args(["-w", "-m", "immediate", "stop"]));
        }
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0\n"))
}

fn as_postgres(program: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir("/");
    command
}

/// Debian keeps the server's programs off the PATH, one folder per major version.
fn program(name: &str) -> io::Result<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> =
        versions.map(|version| version.path().join("bin").join(name)).filter(|path| path.exists()).collect();
    found.sort();
    found.pop().ok_or_else(|| io::Error::new(ErrorKind::NotFound, format!("{name}: install the package postgresql")))
}

fn run(command: &mut Command) -> io::Result<()> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?}: {status}"))) }
}
