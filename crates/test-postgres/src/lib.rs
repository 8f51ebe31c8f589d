//! A PostgreSQL server of the tests' own: made in a temporary folder, reached through a Unix socket,
//! ended and deleted when dropped. What a killed test left behind is cleared away by the next that starts one; no test
//! touches a server that another is using.

use std::fs;
use std::io::{self, ErrorKind};
use std::net::Ipv4Addr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::thread;

/// A folder's name goes on with the process whose server it is.
const FOLDER: &str = "portico-pg-";

/// Seconds that starting and ending may take on a busy machine; `pg_ctl` gives up after 60.
const PATIENCE: &str = "600";

/// How a cluster is made.
const CLUSTER: [&str; 5] = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"];

/// A longer folder would leave no room for the socket's name: its whole path may have 107 bytes.
const LONGEST_FOLDER: usize = 60;

/// A running server. Dropping it ends it.
pub struct TestPostgres {
    folder: tempfile::TempDir,
}

impl TestPostgres {
    /// Makes a cluster and starts it. `durable` keeps fsync on, for crash tests and benches.
    ///
    /// # Errors
    /// When the server programs are missing or do not start.
    pub fn start(durable: bool) -> io::Result<TestPostgres> {
        let sync = if durable { "on" } else { "off" };
        let server = TestPostgres::make()?;
        server.begin(&format!("-c listen_addresses= -c fsync={sync} -c shared_buffers=128MB"))?;
        Ok(server)
    }

    /// The same, taking nobody but over TLS, with the address of a database and the path of the certificate that it shows,
    /// that of [`own_address`].
    ///
    /// # Errors
    /// As [`TestPostgres::start`]; without `openssl`, which Debian's PostgreSQL brings along.
    pub fn start_with_tls() -> io::Result<(TestPostgres, String, PathBuf)> {
        let server = TestPostgres::make()?;
        let data = server.folder.path().join("data");
        let host = own_address();
        let certificate = data.join("server.crt");
        run(as_postgres(Path::new("openssl"))
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
            .args(["-subj", "/CN=test", "-addext", &format!("subjectAltName=IP:{host}")])
            .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
            .arg(data.join("server.key"))
            .arg("-out")
            .arg(&certificate)
            .stderr(Stdio::null()))?;
        fs::write(data.join("pg_hba.conf"), "hostssl all all 127.0.0.0/8 trust\n")?;
        server.begin(&format!("-c listen_addresses={host} -c port={OWN_PORT} -c ssl=on -c fsync=off"))?;
        Ok((server, format!("postgres://postgres@{host}:{OWN_PORT}/postgres"), certificate))
    }

    /// A cluster that is not started yet.
    fn make() -> io::Result<TestPostgres> {
        let usual = std::env::temp_dir();
        let parent = if usual.as_os_str().len() > LONGEST_FOLDER { PathBuf::from("/tmp") } else { usual };
        clear_after_the_killed(&parent);
        let folder = tempfile::Builder::new().prefix(&format!("{FOLDER}{}-", process::id())).tempdir_in(parent)?;
        // The server refuses to run as root, so it runs as `postgres`, who must be able to enter the folder.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        if is_root() {
            run(Command::new("chown").arg("postgres:postgres").arg(folder.path()))?;
        }
        make_cluster(folder.path())?;
        Ok(TestPostgres { folder })
    }

    fn begin(&self, options: &str) -> io::Result<()> {
        let socket = self.folder.path().display();
        self.control(&["-o", &format!("-k {socket} -c max_connections=200 {options}"), "start"])
    }

    /// Starts or ends the server and waits until that is done. An error carries the server's log.
    fn control(&self, arguments: &[&str]) -> io::Result<()> {
        control(self.folder.path(), arguments).map_err(|error| io::Error::other(format!("{error}\n{}", self.log())))
    }

    fn log(&self) -> String {
        fs::read_to_string(log_of(self.folder.path())).unwrap_or_default()
    }

    /// Kills the server without warning, as a power cut would, and starts it again.
    ///
    /// # Errors
    /// When it does not come up.
    pub fn crash_and_restart(&self) -> io::Result<()> {
        self.control(&["-m", "immediate", "restart"])
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

/// An address of this machine alone that no other test has, which runs in another process: one that cannot say which port the
/// system gave it listens there at a port that it knows. A free port that is looked for first may be another's by then.
pub fn own_address() -> Ipv4Addr {
    // All of 127.0.0.0/8 is the machine itself on Linux, where a process has 22 bits.
    let [_, high, middle, low] = process::id().to_be_bytes();
    Ipv4Addr::new(127, 64 | high, middle, low)
}

/// A port of [`own_address`], none of those that the system gives.
pub const OWN_PORT: u16 = 21_937;

/// Makes an empty cluster in `folder`'s `data`: copied from the first that a program of this build made in the same way,
/// since making one takes a second of processor, and every test that needs a server is a process of its own.
fn make_cluster(folder: &Path) -> io::Result<()> {
    let initdb = program("initdb")?;
    let version = Command::new(&initdb).arg("--version").output()?.stdout;
    let mut way = format!("{}{}", String::from_utf8_lossy(&version), CLUSTER.concat());
    way.retain(|letter| letter.is_ascii_alphanumeric());
    let beside = std::env::current_exe()?.parent().map(Path::to_path_buf).unwrap_or_default();
    let first = beside.join(way);
    let data = folder.join("data");
    if first.exists() {
        return copy(&first, &data);
    }
    run(as_postgres(&initdb).args(CLUSTER).arg("-D").arg(&data))?;
    // Under its name only once it is whole, and only once: others may be making theirs at the same time.
    let whole = tempfile::tempdir_in(&beside)?;
    copy(&data, &whole.path().join("data"))?;
    match fs::rename(whole.path().join("data"), &first) {
        Err(error) if !first.exists() => Err(error),
        _ => Ok(()),
    }
}

/// Copies a folder with its owners, which Rust's own library cannot.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    run(Command::new("cp").arg("-a").arg(from).arg(to))
}

impl Drop for TestPostgres {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("PostgreSQL's log:\n{}", self.log());
        }
        // At once: its folder is thrown away with it.
        let _ = self.control(&["-m", "immediate", "stop"]);
    }
}

fn log_of(folder: &Path) -> PathBuf {
    folder.join("data/server.log")
}

fn control(folder: &Path, arguments: &[&str]) -> io::Result<()> {
    let mut command = as_postgres(&program("pg_ctl")?);
    // `-w` waits until the server takes connections, or takes none any more.
    command.args(["-w", "-t", PATIENCE, "-D"]).arg(folder.join("data")).arg("-l").arg(log_of(folder)).args(arguments);
    run(command.stderr(Stdio::null()))
}

/// Ends servers whose tests were killed before they could, and deletes their folders.
fn clear_after_the_killed(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(FOLDER)).and_then(|rest| rest.split_once('-'));
        let Some((owner, _)) = owner else { continue };
        let lives = Command::new("kill").args(["-0", owner]).stderr(Stdio::null()).status();
        if lives.is_ok_and(|status| !status.success()) {
            let _ = control(&entry.path(), &["-m", "immediate", "stop"]);
            let _ = fs::remove_dir_all(entry.path());
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

/// A program of the newest server that is installed, so that all are of one version.
fn program(name: &str) -> io::Result<PathBuf> {
    let folder = newest(Path::new("/usr/lib/postgresql")).or_else(on_the_path);
    let program = folder.map(|folder| folder.join(name)).filter(|program| program.exists());
    program.ok_or_else(|| io::Error::new(ErrorKind::NotFound, format!("{name}: install the package postgresql")))
}

/// Debian keeps the server's programs off the PATH, one folder per major version.
fn newest(versions: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(versions).into_iter().flatten().flatten().map(|version| version.path());
    let number = |version: &PathBuf| -> Vec<u32> {
        let name = version.file_name().unwrap_or_default().to_string_lossy();
        name.split('.').map(|part| part.parse().unwrap_or(0)).collect()
    };
    versions.filter(|version| has_server(&version.join("bin"))).max_by_key(number).map(|version| version.join("bin"))
}

fn on_the_path() -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).find(|folder| has_server(folder))
}

/// `scripts/setup` asks the same.
fn has_server(folder: &Path) -> bool {
    folder.join("initdb").exists()
}

fn run(command: &mut Command) -> io::Result<()> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?}: {status}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_server_by_number_has_the_programs() -> io::Result<()> {
        let versions = tempfile::tempdir()?;
        for (version, program) in [("9.6", "initdb"), ("10", "initdb"), ("17", "initdb"), ("18", "createdb")] {
            let bin = versions.path().join(version).join("bin");
            fs::create_dir_all(&bin)?;
            fs::write(bin.join(program), "")?;
        }
        assert_eq!(newest(versions.path()), Some(versions.path().join("17/bin")));
        assert_eq!(newest(&versions.path().join("none")), None);
        Ok(())
    }
}
