//! The one connection that writes. Writes that wait together are committed together, so that many games share one
//! `fsync`. Each is answered when it is durable.

use super::epoch::Epoch;
use super::file_guard::FileGuard;
use super::open::primary_code;
use super::{FILE_NAME, execute};
use crate::log::log_throttled;
use crate::store::{Conflict, StoreError, StoreHealth, StoreResult};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use prometheus_client::metrics::gauge::Gauge;
use sqlx::SqliteConnection;
use std::sync::{Mutex, PoisonError};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How many writes can wait.
const MAX_QUEUED_WRITES: usize = 4096;
/// How many writes are committed together.
const MAX_BATCH_SIZE: usize = 512;

/// Sends writes to the connection that writes.
pub struct Writer {
    jobs: mpsc::Sender<Box<dyn Write>>,
    stop: CancellationToken,
    /// Ends with the connection, when everything that waited is written.
    task: Mutex<Option<JoinHandle<SqliteConnection>>>,
    queue_length: Gauge,
}

/// A write, with where to send its result.
#[async_trait]
trait Write: Send {
    async fn run(&mut self, connection: &mut SqliteConnection) -> StoreResult<()>;
    fn finish(self: Box<Self>, result: StoreResult<()>);
}

struct WriteJob<F, T> {
    work: Option<F>,
    value: Option<T>,
    reply: oneshot::Sender<StoreResult<T>>,
}

#[async_trait]
impl<F, T> Write for WriteJob<F, T>
where
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, StoreResult<T>> + Send,
    T: Send,
{
    async fn run(&mut self, connection: &mut SqliteConnection) -> StoreResult<()> {
        if let Some(work) = self.work.take() {
            self.value = Some(work(connection).await?);
        }
        Ok(())
    }

    fn finish(self: Box<Self>, result: StoreResult<()>) {
        let WriteJob { value, reply, .. } = *self;
        let result = result.and_then(|()| value.ok_or_else(|| StoreError::Unavailable("the write did not run".into())));
        // The caller may have gone. The write stays.
        let _ = reply.send(result);
    }
}

impl Writer {
    /// Starts writing on a connection in an epoch, and keeps `health` and `queue_length` up to date.
    pub fn start(
        connection: SqliteConnection,
        epoch: Epoch,
        guard: Option<FileGuard>,
        health: StoreHealth,
        queue_length: Gauge,
    ) -> Writer {
        let (jobs, mut queue) = mpsc::channel::<Box<dyn Write>>(MAX_QUEUED_WRITES);
        let (length, stop) = (queue_length.clone(), CancellationToken::new());
        let mut writing = WritingConnection { connection, epoch, guard, health };
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            loop {
                let first = tokio::select! {
                    biased;
                    first = queue.recv() => first,
                    // Nothing waits.
                    () = stopped.cancelled() => None,
                };
                let Some(first) = first else { return writing.connection };
                let mut batch = vec![first];
                while batch.len() < MAX_BATCH_SIZE
                    && let Ok(next) = queue.try_recv()
                {
                    batch.push(next);
                }
                length.dec_by(batch.len() as i64);
                writing.write_batch(batch).await;
            }
        });
        Writer { jobs, stop, task: Mutex::new(Some(task)), queue_length }
    }

    /// Writes everything that waits, and gives the connection back. `None` if it has stopped already.
    pub async fn stop(&self) -> Option<SqliteConnection> {
        self.stop.cancel();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        task?.await.ok()
    }

    /// Runs a write in a transaction. It is durable when this returns.
    pub async fn write<T, F>(&self, work: F) -> StoreResult<T>
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(WriteJob { work: Some(work), value: None, reply });
        self.queue_length.inc();
        if let Err(error) = self.jobs.try_send(job) {
            self.queue_length.dec();
            let is_full = matches!(error, TrySendError::Full(_));
            let why = if is_full { "too many writes are waiting" } else { "the writer has stopped" };
            return Err(StoreError::Unavailable(why.into()));
        }
        answer.await.map_err(|_| StoreError::Unavailable("the writer has stopped".into()))?
    }
}

/// The connection that writes.
struct WritingConnection {
    connection: SqliteConnection,
    epoch: Epoch,
    guard: Option<FileGuard>,
    health: StoreHealth,
}

/// SQLite's result code of a failed read, write or `fsync`.
const IO_ERROR: i32 = 10;
/// SQLite's result codes of damaged files.
const CORRUPT: i32 = 11;
const NOT_A_DATABASE: i32 = 26;

impl WritingConnection {
    async fn write_batch(&mut self, mut batch: Vec<Box<dyn Write>>) {
        let result = match self.health.fatal() {
            Some(error) => Err(error),
            None => {
                self.health.begin_write();
                let result = self.try_batch(&mut batch).await;
                self.health.end_write(has_failed(&result));
                result
            }
        };
        match result {
            Ok(results) => batch.into_iter().zip(results).for_each(|(job, result)| job.finish(result)),
            Err(error) => {
                if error.is_fatal() {
                    self.health.set_fatal(error.clone());
                }
                log_throttled!(error, %error, "cannot write to the store");
                batch.into_iter().for_each(|job| job.finish(Err(error.clone())));
            }
        }
    }

    /// Commits a batch in one transaction. A write that fails is rolled back without the others.
    async fn try_batch(&mut self, batch: &mut [Box<dyn Write>]) -> StoreResult<Vec<StoreResult<()>>> {
        let result = self.run_transaction(batch).await;
        if result.is_err() {
            // There may be nothing to roll back.
            let _ = execute(&mut self.connection, "ROLLBACK").await;
        }
        result
    }

    async fn run_transaction(&mut self, batch: &mut [Box<dyn Write>]) -> StoreResult<Vec<StoreResult<()>>> {
        let connection = &mut self.connection;
        let mut results = Vec::with_capacity(batch.len());
        self.guard.as_mut().map_or(Ok(()), FileGuard::check)?;
        // Several statements at once, since each call is a round trip to SQLite's thread.
        execute_all(connection, "BEGIN IMMEDIATE; SAVEPOINT job").await?;
        // In the transaction, so that no other server can start between the check and the commit.
        self.epoch.check(connection).await?;
        for job in batch {
            if !results.is_empty() {
                execute_all(connection, "RELEASE job; SAVEPOINT job").await?;
            }
            let result = job.run(connection).await;
            if let Err(error) = &result
                && error.is_fatal()
            {
                return Err(error.clone());
            }
            if result.is_err() {
                execute(connection, "ROLLBACK TO job").await?;
            }
            results.push(result);
        }
        execute_all(connection, "RELEASE job; COMMIT").await.map_err(|error| match primary_code(&error) {
            // What is on disk is known only after the file is opened again.
            Some(IO_ERROR) => StoreError::UnknownOutcome(error.to_string()),
            _ => error.into(),
        })?;
        // Nothing counts as written that went to a file which has gone.
        self.guard.as_mut().map_or(Ok(()), FileGuard::check)?;
        Ok(results)
    }
}

/// Executes statements without arguments, one after the other.
async fn execute_all(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(sql).execute(connection).await.map(|_| ())
}

/// Whether the store failed, also if only for one of the writes. A conflict is no failure.
fn has_failed(result: &StoreResult<Vec<StoreResult<()>>>) -> bool {
    let is_failure = |result: &StoreResult<()>| matches!(result, Err(StoreError::Unavailable(_)));
    result.as_ref().map_or(true, |results| results.iter().any(is_failure))
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match primary_code(&error) {
            Some(CORRUPT | NOT_A_DATABASE) => StoreError::FilesLost(format!("{FILE_NAME} is damaged: {error}")),
            _ => StoreError::Unavailable(error.to_string()),
        }
    }
}

/// Maps a violated unique constraint to a conflict.
pub fn or_conflict(conflict: Conflict) -> impl Fn(sqlx::Error) -> StoreError {
    move |error| match error.as_database_error() {
        Some(database) if database.is_unique_violation() => StoreError::Conflict(conflict),
        _ => error.into(),
    }
}
