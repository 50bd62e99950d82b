//! One connection does all writing. Changes that wait together are committed together, so that many games share one wait for the
//! disk; each is answered when it is there.

use super::{StoreError, Stored};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

/// How many changes may wait.
const QUEUE: usize = 4096;
/// How many are committed together at most.
const TOGETHER: usize = 512;

/// The one that writes.
pub struct Writer {
    jobs: mpsc::Sender<Box<dyn Job>>,
}

/// Something to be written.
#[async_trait]
trait Job: Send {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error>;
    fn finish(self: Box<Self>, result: Stored<()>);
}

struct Task<F, T> {
    work: Option<F>,
    made: Option<T>,
    done: oneshot::Sender<Stored<T>>,
}

#[async_trait]
impl<F, T> Job for Task<F, T>
where
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send,
    T: Send,
{
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        if let Some(work) = self.work.take() {
            self.made = Some(work(connection).await?);
        }
        Ok(())
    }

    fn finish(self: Box<Self>, result: Stored<()>) {
        let Task { made, done, .. } = *self;
        let made = result.and_then(|()| made.ok_or_else(|| StoreError("nothing was made".into())));
        // Whoever asked may have gone; it is written all the same.
        let _ = done.send(made);
    }
}

impl Writer {
    /// Begins to write.
    pub fn start(mut connection: SqliteConnection) -> Writer {
        let (jobs, mut waiting) = mpsc::channel::<Box<dyn Job>>(QUEUE);
        tokio::spawn(async move {
            while let Some(first) = waiting.recv().await {
                let mut batch = vec![first];
                while batch.len() < TOGETHER
                    && let Ok(next) = waiting.try_recv()
                {
                    batch.push(next);
                }
                write(&mut connection, batch).await;
            }
        });
        Writer { jobs }
    }

    /// Writes something; it is on the disk when this returns.
    pub async fn write<T, F>(&self, work: F) -> Stored<T>
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send + 'static,
        T: Send + 'static,
    {
        let (done, answer) = oneshot::channel();
        let job = Box::new(Task { work: Some(work), made: None, done });
        self.jobs.try_send(job).map_err(|_| StoreError("too much waits to be written".into()))?;
        answer.await.map_err(|_| StoreError("the writer has stopped".into()))?
    }

    /// How many changes wait.
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }
}

/// Writes changes in one transaction. One that fails does not harm the others.
async fn write(connection: &mut SqliteConnection, mut batch: Vec<Box<dyn Job>>) {
    let mut results: Vec<Stored<()>> = Vec::with_capacity(batch.len());
    let whole = async {
        statement(connection, "BEGIN IMMEDIATE").await?;
        for job in &mut batch {
            statement(connection, "SAVEPOINT job").await?;
            let result = job.run(connection).await;
            if result.is_err() {
                statement(connection, "ROLLBACK TO job").await?;
            }
            statement(connection, "RELEASE job").await?;
            results.push(result.map_err(StoreError::from));
        }
        statement(connection, "COMMIT").await
    };
    if let Err(error) = whole.await {
        tracing::error!(%error, "the store cannot be written to");
        // If there is nothing to roll back, that is fine too.
        let _ = statement(connection, "ROLLBACK").await;
        for job in batch {
            job.finish(Err(StoreError(error.to_string())));
        }
        return;
    }
    for (job, result) in batch.into_iter().zip(results) {
        job.finish(result);
    }
}

async fn statement(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(|_| ())
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError(error.to_string())
    }
}
