//! Who writes: on SQLite one writer for all, on PostgreSQL one for the steps of bookings of some properties, and everything
//! else for itself.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::{Connection, Executor, PgPool, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::{Conn, Durability, Pooled, Retryable, begin, commit, on, roll_back};
use crate::changes::{BatchChange, Outcome, together};
use crate::error::{StoreError, is_unreachable};
use crate::nights::NightError;

/// Figure: how many writes shared one transaction.
pub const WRITE_GROUP_SIZE: &str = "portico_write_group_size";

/// How many writes share one transaction at most.
pub(super) const GROUP: usize = 128;

/// How long the next steps wait for those before them.
const PATIENCE: Duration = Duration::from_millis(500);

pub(super) async fn write_alone<T, E, W>(pool: PgPool, work: W) -> Result<T, E>
where
    W: for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<T, E>>,
    E: From<StoreError> + Retryable,
{
    let mut tries = 0;
    loop {
        tries += 1;
        let mut conn = Conn::Postgres(begin(&pool).await.map_err(StoreError::from)?);
        let worked = work(&mut conn).await;
        let Conn::Postgres(open) = conn else { unreachable!("opened as a transaction above") };
        let result = match worked {
            Ok(value) => commit(open).await.map(|()| value).map_err(|e| StoreError::of_commit(Arc::new(e)).into()),
            Err(error) => {
                roll_back(open).await;
                Err(error)
            }
        };
        match result {
            Err(error) if tries < 10 && error.store_error().is_some_and(StoreError::is_conflict) => {}
            result => return result,
        }
    }
}

/// A write that waits for its turn, whatever it answers.
pub(super) trait Queued: Send {
    fn durability(&self) -> Durability;
    /// Runs the work and keeps its result; false when it failed.
    fn run<'c>(&'c mut self, conn: &'c mut Conn) -> BoxFuture<'c, bool>;
    /// What can be written together with others of its kind.
    fn change(&mut self) -> Option<&mut WaitingChange> {
        None
    }
    /// Hands over the result, or the reason why it could not be committed.
    fn finish(self: Box<Self>, commit: Result<(), Arc<sqlx::Error>>);
}

pub(super) struct Work<T, E, W> {
    work: W,
    durability: Durability,
    result: Option<Result<T, E>>,
    done: oneshot::Sender<Result<T, E>>,
}

impl<T, E, W> Work<T, E, W> {
    pub(super) fn new(durability: Durability, work: W, done: oneshot::Sender<Result<T, E>>) -> Work<T, E, W> {
        Work { work, durability, result: None, done }
    }
}

impl<T, E, W> Queued for Work<T, E, W>
where
    W: for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + Sync,
    T: Send,
    E: From<StoreError> + Retryable + Send,
{
    fn durability(&self) -> Durability {
        self.durability
    }

    fn run<'c>(&'c mut self, conn: &'c mut Conn) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let run = AssertUnwindSafe((self.work)(conn)).catch_unwind().await;
            let result = run.unwrap_or_else(|_| Err(StoreError::Panicked.into()));
            let ok = result.is_ok();
            self.result = Some(result);
            ok
        })
    }

    fn finish(self: Box<Self>, commit: Result<(), Arc<sqlx::Error>>) {
        answer(self.done, self.result, commit);
    }
}

/// A step of a booking that waits for its turn.
pub(super) struct WaitingChange {
    change: Arc<BatchChange>,
    durability: Durability,
    result: Option<Result<Outcome, NightError>>,
    done: oneshot::Sender<Result<Outcome, NightError>>,
}

impl WaitingChange {
    pub(super) fn new(
        durability: Durability,
        change: BatchChange,
        done: oneshot::Sender<Result<Outcome, NightError>>,
    ) -> WaitingChange {
        WaitingChange { change: Arc::new(change), durability, result: None, done }
    }
}

impl Queued for WaitingChange {
    fn durability(&self) -> Durability {
        self.durability
    }

    fn run<'c>(&'c mut self, conn: &'c mut Conn) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let run = AssertUnwindSafe(self.change.write(conn)).catch_unwind().await;
            let result = run.unwrap_or_else(|_| Err(StoreError::Panicked.into()));
            let ok = result.is_ok();
            self.result = Some(result);
            ok
        })
    }

    fn change(&mut self) -> Option<&mut WaitingChange> {
        Some(self)
    }

    fn finish(self: Box<Self>, commit: Result<(), Arc<sqlx::Error>>) {
        answer(self.done, self.result, commit);
    }
}

/// Writes steps of bookings together and keeps their results; false when all must be undone.
async fn write_together(conn: &mut Conn, waiting: &mut [&mut WaitingChange]) -> bool {
    let changes: Vec<Arc<BatchChange>> = waiting.iter().map(|one| Arc::clone(&one.change)).collect();
    let changes: Vec<&BatchChange> = changes.iter().map(|change| &**change).collect();
    // Whatever the reason, each is written alone then and answers for itself.
    let outcomes = match AssertUnwindSafe(together(conn, &changes)).catch_unwind().await {
        Ok(Ok(Some(outcomes))) => outcomes,
        Ok(Ok(None)) => return false,
        failed => {
            let error = failed.ok().and_then(Result::err).unwrap_or(StoreError::Panicked);
            tracing::warn!(%error, steps = changes.len(), "steps of bookings are written one by one");
            return false;
        }
    };
    for (one, outcome) in waiting.iter_mut().zip(outcomes) {
        one.result = Some(Ok(outcome));
    }
    true
}

/// A writer of steps of bookings on PostgreSQL. Those of one property share a transaction: it may be sharded.
pub(super) async fn change_in_groups(on_disk: PgPool, soon: PgPool, mut queue: mpsc::Receiver<WaitingChange>) {
    let mut waiting: Vec<WaitingChange> = Vec::with_capacity(GROUP);
    while queue.recv_many(&mut waiting, GROUP).await > 0 {
        let mut properties: BTreeMap<i64, Vec<WaitingChange>> = BTreeMap::new();
        for one in waiting.drain(..) {
            properties.entry(one.change.batch.property_id).or_default().push(one);
        }
        let change = |group| tokio::spawn(change_group(on_disk.clone(), soon.clone(), group));
        let groups = futures_util::future::join_all(properties.into_values().map(change));
        // Those whose nights are locked go on by themselves.
        let _ = tokio::time::timeout(PATIENCE, groups).await;
    }
}

async fn change_group(on_disk: PgPool, soon: PgPool, mut group: Vec<WaitingChange>) {
    metrics::histogram!(WRITE_GROUP_SIZE).record(group.len() as f64);
    let pool = |durability| if durability == Durability::OnDisk { &on_disk } else { &soon };
    // One sync puts the whole log on disk, with every group that was committed without one before.
    let any_on_disk = group.iter().any(|one| one.durability == Durability::OnDisk);
    let durability = if any_on_disk { Durability::OnDisk } else { Durability::Soon };
    let together = if group.len() > 1 { change_together(pool(durability), &mut group).await } else { Ok(false) };
    if let Ok(false) = together {
        let alone = group.into_iter().map(|one| async move {
            let run = AssertUnwindSafe(change_alone(pool(one.durability), one.change)).catch_unwind().await;
            let result = run.unwrap_or_else(|_| Err(StoreError::Panicked.into()));
            answer(one.done, Some(result), Ok(()));
        });
        futures_util::future::join_all(alone).await;
    } else {
        let commit = together.map(drop).map_err(Arc::new);
        group.into_iter().for_each(|one| answer(one.done, one.result, commit.clone()));
    }
}

/// False when it could not be done so: nothing is written then. With an error it is not known.
async fn change_together(pool: &PgPool, group: &mut [WaitingChange]) -> Result<bool, sqlx::Error> {
    let mut conn = match begin(pool).await {
        Ok(open) => Conn::Postgres(open),
        Err(error) if is_unreachable(&error) => return Ok(false),
        Err(error) => return Err(error),
    };
    let written = write_together(&mut conn, &mut group.iter_mut().collect::<Vec<_>>()).await;
    let Conn::Postgres(open) = conn else { unreachable!("opened as a transaction above") };
    if written {
        commit(open).await?;
    } else {
        roll_back(open).await;
    }
    Ok(written)
}

async fn change_alone(pool: &PgPool, change: Arc<BatchChange>) -> Result<Outcome, NightError> {
    if change.is_one_statement() {
        // It needs no transaction around it, which saves two of three round trips.
        let mut conn = Conn::PostgresAlone(Pooled::idle(pool).await.map_err(StoreError::from)?);
        return Ok(change.write_batch(&mut conn).await?.then(Vec::new));
    }
    write_alone(pool.clone(), move |conn| {
        let change = Arc::clone(&change);
        Box::pin(async move { change.write(conn).await })
    })
    .await
}

/// Tells the caller how it ended: of what was written only once that is committed.
fn answer<T, E: From<StoreError>>(
    done: oneshot::Sender<Result<T, E>>,
    result: Option<Result<T, E>>,
    commit: Result<(), Arc<sqlx::Error>>,
) {
    let result = match (result, commit) {
        (Some(Ok(_)) | None, Err(error)) => Err(StoreError::of_commit(error).into()),
        (Some(result), _) => result,
        (None, Ok(())) => Err(StoreError::Closed.into()),
    };
    // Nobody may be waiting any more; the write stands all the same.
    let _ = done.send(result);
}

/// The one writer of a SQLite file.
///
/// A group first runs without savepoints, since nearly all writes succeed; when one fails, everything is undone and
/// the group runs again with a savepoint for each.
pub(super) async fn write_in_groups(pool: SqlitePool, mut queue: mpsc::Receiver<Box<dyn Queued>>) {
    let mut group: Vec<Box<dyn Queued>> = Vec::with_capacity(GROUP);
    // Kept from group to group: handing it back and taking it again would cost two calls of its thread.
    let mut kept = None;
    while queue.recv_many(&mut group, GROUP).await > 0 {
        metrics::histogram!(WRITE_GROUP_SIZE).record(group.len() as f64);
        let outcome = write_group(&pool, &mut kept, &mut group).await.map_err(Arc::new);
        if let Err(error) = &outcome {
            tracing::error!(%error, writes = group.len(), "a group of writes could not be committed");
        }
        for write in group.drain(..) {
            write.finish(outcome.clone());
        }
    }
}

async fn write_group(
    pool: &SqlitePool,
    kept: &mut Option<Conn>,
    group: &mut [Box<dyn Queued>],
) -> Result<(), sqlx::Error> {
    let mut conn = match kept.take() {
        Some(conn) => conn,
        None => Conn::Sqlite(pool.acquire().await?),
    };
    let committed = write_and_commit(&mut conn, group).await;
    match (&committed, conn) {
        (Ok(()), conn) => *kept = Some(conn),
        // A connection in an unknown state is not used again.
        (Err(_), Conn::Sqlite(conn)) => drop(conn.detach().close().await),
        (Err(_), _) => unreachable!("opened as SQLite above"),
    }
    committed
}

async fn write_and_commit(conn: &mut Conn, group: &mut [Box<dyn Queued>]) -> Result<(), sqlx::Error> {
    // One sync puts the whole log on disk, with every group that was committed without one before.
    let on_disk = group.iter().any(|write| write.durability() == Durability::OnDisk);
    let begin = if on_disk { BEGIN_FULL } else { BEGIN_NORMAL };
    run(conn, begin).await?;
    let all_well = write_all(conn, group).await;
    if !all_well {
        run(conn, "ROLLBACK").await?;
        run(conn, begin).await?;
        for write in group.iter_mut() {
            run(conn, "SAVEPOINT one").await?;
            if !write.run(conn).await {
                run(conn, "ROLLBACK TO one").await?;
            }
            run(conn, "RELEASE one").await?;
        }
    }
    run(conn, "COMMIT").await
}

/// Steps of bookings together, everything else one after the other; false when one of them failed.
async fn write_all(conn: &mut Conn, group: &mut [Box<dyn Queued>]) -> bool {
    let mut changes: Vec<&mut WaitingChange> = group.iter_mut().filter_map(|write| write.change()).collect();
    if changes.len() > 1 && !write_together(conn, &mut changes).await {
        return false;
    }
    for write in group.iter_mut() {
        let written = write.change().is_some_and(|change| change.result.is_some());
        if !written && !write.run(conn).await {
            return false;
        }
    }
    true
}

const BEGIN_FULL: &str = "PRAGMA synchronous = FULL; BEGIN IMMEDIATE";
const BEGIN_NORMAL: &str = "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE";

/// Never from the statement cache: a pragma takes effect when it is prepared.
async fn run(conn: &mut Conn, statement: &'static str) -> Result<(), sqlx::Error> {
    on!(conn, |c| c.execute(sqlx::raw_sql(statement)).await.map(|_| ()))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use sqlx::PgConnection;
    use sqlx::postgres::PgPoolOptions;
    use test_postgres::TestPostgres;

    use super::*;
    use crate::db::{Db, begun, execute};

    /// Processes at the other end of connections that neither answer nor end them, as of a host that lost its power.
    #[derive(Default, Clone)]
    struct Silent(Arc<Mutex<Vec<i32>>>);

    impl Silent {
        /// Takes the one of this connection in.
        async fn fall(&self, conn: &mut Conn) {
            let (pid,): (i32,) =
                on!(conn, |c| sqlx::query_as("SELECT pg_backend_pid()").fetch_one(c).await).expect("its process");
            signal("-STOP", pid);
            self.0.lock().expect("processes").push(pid);
        }

        /// The same, and asks it something.
        fn ask<'c>(&self, conn: &'c mut Conn) -> BoxFuture<'c, Result<(), StoreError>> {
            let silent = self.clone();
            Box::pin(async move {
                silent.fall(conn).await;
                Ok(execute!(conn, sqlx::query("SELECT 1")).map(drop)?)
            })
        }
    }

    impl Drop for Silent {
        fn drop(&mut self) {
            if Arc::strong_count(&self.0) == 1 {
                self.0.lock().expect("processes").iter().for_each(|pid| signal("-CONT", *pid));
            }
        }
    }

    fn signal(name: &str, pid: i32) {
        let sent = std::process::Command::new("kill").args([name, &pid.to_string()]).status();
        assert!(sent.expect("a signal").success(), "{name} {pid}");
    }

    /// Each pool has one connection: what comes next finds one only where the silent one's place is free again.
    #[tokio::test]
    async fn a_database_that_falls_silent_is_not_waited_for_for_ever() {
        let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
        let db = Db::open_with(&server.database("silent").expect("a database"), 2).await.expect("a database");
        let silent = Silent::default();
        // In a transaction, and without one.
        let work = silent.clone();
        let told = db.write::<(), StoreError, _>(Durability::OnDisk, move |conn| work.ask(conn)).await;
        assert!(matches!(told, Err(StoreError::Unreachable(_))), "{told:?}");
        let work = silent.clone();
        let told = db.write_one::<(), StoreError, _>(Durability::OnDisk, move |conn| work.ask(conn)).await;
        assert!(matches!(told, Err(StoreError::Unreachable(_))), "{told:?}");
        // Right after its answer.
        let work = silent.clone();
        let told = db.write_one::<(), StoreError, _>(Durability::OnDisk, move |conn| {
            let silent = work.clone();
            Box::pin(async move {
                silent.fall(conn).await;
                Ok(())
            })
        });
        told.await.expect("an answer");
        // Nobody waits any more, as when a guest hangs up.
        let mut conn = db.read().await.expect("a connection");
        silent.fall(&mut conn).await;
        let read = async { execute!(&mut conn, sqlx::query("SELECT 1")) };
        assert!(read.now_or_never().is_none(), "it is under way");
        drop(conn);
        // Before a transaction begins; one that is told so late is undone all the same.
        let mut conn = db.read().await.expect("a connection");
        silent.fall(&mut conn).await;
        let Conn::PostgresAlone(alone) = conn else { panic!("PostgreSQL") };
        let told = begun(alone).await.err().expect("no answer");
        assert!(matches!(told, sqlx::Error::Io(_)), "{told:?}");
        let mut conn = db.read().await.expect("a connection");
        drop(silent);
        let open = "SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in%'";
        let (open,): (i64,) = on!(&mut conn, |c| sqlx::query_as(open).fetch_one(c).await).expect("a count");
        assert_eq!(open, 0);
    }

    #[tokio::test]
    async fn steps_that_cannot_begin_together_begin_alone() {
        let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
        let address = server.database("ended").expect("a database");
        let pool = PgPoolOptions::new().max_connections(1).test_before_acquire(false).connect(&address).await;
        let pool = pool.expect("a connection");
        let mut other = PgConnection::connect(&address).await.expect("a connection");
        let end = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
        other.execute(end).await.expect("an end");
        assert!(!change_together(&pool, &mut []).await.expect("nothing is unclear"));
    }
}
