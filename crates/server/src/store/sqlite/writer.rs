//! The one connection that writes. Writes that wait together are committed together, so that many games share one
//! `fsync`. Each is answered when it is durable.

use crate::store::{Conflict, StoreError, StoreResult};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use prometheus_client::metrics::gauge::Gauge;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

/// How many writes can wait.
const MAX_QUEUED_WRITES: usize = 4096;
/// How many writes are committed together.
const MAX_BATCH_SIZE: usize = 512;

/// Sends writes to the connection that writes.
pub struct Writer {
    jobs: mpsc::Sender<Box<dyn Write>>,
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
    /// Starts writing on a connection, and keeps `queue_length` up to date.
    pub fn start(mut connection: SqliteConnection, queue_length: Gauge) -> Writer {
        let (jobs, mut queue) = mpsc::channel::<Box<dyn Write>>(MAX_QUEUED_WRITES);
        let length = queue_length.clone();
        tokio::spawn(async move {
            while let Some(first) = queue.recv().await {
                let mut batch = vec![first];
                while batch.len() < MAX_BATCH_SIZE
                    && let Ok(next) = queue.try_recv()
                {
                    batch.push(next);
                }
                length.dec_by(batch.len() as i64);
                write_batch(&mut connection, batch).await;
            }
        });
        Writer { jobs, queue_length }
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
        if self.jobs.try_send(job).is_err() {
            self.queue_length.dec();
            return Err(StoreError::Unavailable("too many writes are waiting".into()));
        }
        answer.await.map_err(|_| StoreError::Unavailable("the writer has stopped".into()))?
    }
}

/// Commits a batch in one transaction. A write that fails is rolled back without the others.
async fn write_batch(connection: &mut SqliteConnection, mut batch: Vec<Box<dyn Write>>) {
    let mut results: Vec<StoreResult<()>> = Vec::with_capacity(batch.len());
    let transaction = async {
        execute(connection, "BEGIN IMMEDIATE").await?;
        for job in &mut batch {
            execute(connection, "SAVEPOINT job").await?;
            let result = job.run(connection).await;
            if result.is_err() {
                execute(connection, "ROLLBACK TO job").await?;
            }
            execute(connection, "RELEASE job").await?;
            results.push(result);
        }
        execute(connection, "COMMIT").await
    };
    if let Err(error) = transaction.await {
        tracing::error!(%error, "cannot write to the store");
        // There may be nothing to roll back.
        let _ = execute(connection, "ROLLBACK").await;
        for job in batch {
            job.finish(Err(StoreError::Unavailable(error.to_string())));
        }
        return;
    }
    for (job, result) in batch.into_iter().zip(results) {
        job.finish(result);
    }
}

async fn execute(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(|_| ())
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Unavailable(error.to_string())
    }
}

/// Maps a violated unique constraint to a conflict.
pub fn or_conflict(conflict: Conflict) -> impl Fn(sqlx::Error) -> StoreError {
    move |error| match error.as_database_error() {
        Some(database) if database.is_unique_violation() => StoreError::Conflict(conflict),
        _ => error.into(),
    }
}
