//! The store in one SQLite file.

use super::writer::Writer;
use super::{Alive, Chapter, Leader, Listed, Order, Person, Rated, Store, StoreError, Stored, Wanted, migrations};
use crate::rating::Rating;
use crate::round::{Entry, Event, Pace, Seated, Summary};
use async_trait::async_trait;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, QueryBuilder, Row, SqliteConnection, SqlitePool};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file's name in its folder.
const FILE: &str = "sanban.db";
/// How many may read at a time.
const READERS: u32 = 4;

/// How much of the file each connection keeps in memory: half a MiB, since what is read is small and the system keeps the rest.
const CACHE: &str = "-512";

/// The store.
pub struct Sqlite {
    path: PathBuf,
    writer: Writer,
    readers: SqlitePool,
}

impl Sqlite {
    /// Opens the store in a folder, which is made if it is not there.
    pub async fn open(folder: &Path) -> Stored<Sqlite> {
        let cannot = |error: std::io::Error| StoreError(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(cannot)?;
        let path = folder.join(FILE);
        let options = options(&path).create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
        let mut connection = options.connect().await?;
        migrations::migrate(&mut connection).await?;
        Sqlite::with(path, connection).await
    }

    /// Opens a store that is there already, to read it; a server may be using it.
    pub async fn open_existing(folder: &Path) -> Stored<Sqlite> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Err(StoreError(format!("{}: there are no games of a server here", folder.display())));
        }
        let mut connection = options(&path).connect().await?;
        migrations::check(&mut connection).await?;
        Sqlite::with(path, connection).await
    }

    async fn with(path: PathBuf, connection: SqliteConnection) -> Stored<Sqlite> {
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options(&path)).await?;
        Ok(Sqlite { path, writer: Writer::start(connection), readers })
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    // Whatever is committed is on the disk, also if the power fails.
    SqliteConnectOptions::new()
        .filename(path)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .pragma("cache_size", CACHE)
        // A disk that is slow for a moment is nothing to tell of; the metrics have how long writing takes.
        .disable_statement_logging()
}

fn person(row: &SqliteRow) -> Person {
    Person { id: row.get("id"), name: row.get("name"), settings: row.get("settings"), since: moment(row, "since") }
}

fn moment(row: &SqliteRow, column: &str) -> u64 {
    row.get::<i64, _>(column).try_into().unwrap_or_default()
}

fn rating(row: &SqliteRow) -> Rating {
    Rating { rating: row.get("rating"), deviation: row.get("deviation"), volatility: row.get("volatility") }
}

/// What came of reading a text that we wrote ourselves.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> Stored<T> {
    serde_json::from_str(text).map_err(|error| StoreError(format!("{error} in {text}")))
}

fn write<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it can be written as JSON")
}

/// The name in the form in which two may not be the same.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

async fn append(connection: &mut SqliteConnection, chapters: Vec<Chapter>) -> Result<(), sqlx::Error> {
    for Chapter { game, entries, summary, people, rated } in chapters {
        for Entry { number, at, command, event } in &entries {
            let (player, command) = command.as_ref().map(|(player, command)| (player, command)).unzip();
            sqlx::query("INSERT INTO events (game, number, at, player, command, event) VALUES (?, ?, ?, ?, ?, ?)")
                .bind(&game)
                .bind(number)
                .bind(*at as i64)
                .bind(player)
                .bind(command)
                .bind(write(event))
                .execute(&mut *connection)
                .await?;
        }
        let computer = summary.seats.iter().flatten().any(|seated| seated.computer.is_some());
        let live = Pace::parse(&summary.pace).is_some_and(Pace::is_live);
        // A guest may just have become somebody else.
        sqlx::query(
            "INSERT INTO games (id, kind, state, open, live, computer, first, second, result, begun, changed, summary)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce((SELECT merged FROM players WHERE id = ?7), ?7),
               coalesce((SELECT merged FROM players WHERE id = ?8), ?8), ?9, ?10, ?11, ?12)
             ON CONFLICT (id) DO UPDATE SET state = excluded.state, first = excluded.first, second = excluded.second,
               result = excluded.result, changed = excluded.changed, summary = excluded.summary",
        )
        .bind(&game)
        .bind(&summary.game)
        .bind(&summary.state)
        .bind(summary.open)
        .bind(live)
        .bind(computer)
        .bind(&people[0])
        .bind(&people[1])
        .bind(&summary.result)
        .bind(summary.begun as i64)
        .bind(summary.changed as i64)
        .bind(write(&summary))
        .execute(&mut *connection)
        .await?;
        if let (Some(score), [Some(first), Some(second)]) = (rated, &people) {
            rate(connection, &summary, [first, second], score).await?;
        }
    }
    Ok(())
}

/// Changes the ratings of two players by a game of theirs.
async fn rate(
    connection: &mut SqliteConnection,
    summary: &Summary,
    players: [&String; 2],
    score: f64,
) -> Result<(), sqlx::Error> {
    let mut before = [(Rating::default(), 0); 2];
    for (player, before) in players.iter().zip(&mut before) {
        let row = sqlx::query("SELECT * FROM standings WHERE player = ? AND kind = ?")
            .bind(player)
            .bind(&summary.game)
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(row) = row {
            *before = (rating(&row), row.get::<i64, _>("games"));
        }
    }
    let after = Rating::after(before.map(|(rating, _)| rating), score);
    for ((player, after), (_, number)) in players.iter().zip(after).zip(before) {
        sqlx::query(
            "INSERT INTO ratings (player, kind, number, at, rating, deviation, volatility, game)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(player)
        .bind(&summary.game)
        .bind(number + 1)
        .bind(summary.changed as i64)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .bind(&summary.id)
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "INSERT INTO standings (player, kind, games, rating, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (player, kind) DO UPDATE SET games = excluded.games, rating = excluded.rating,
               deviation = excluded.deviation, volatility = excluded.volatility",
        )
        .bind(player)
        .bind(&summary.game)
        .bind(number + 1)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

#[async_trait]
impl Store for Sqlite {
    async fn append(&self, chapters: Vec<Chapter>) -> Stored<()> {
        self.writer.write(move |connection| Box::pin(append(connection, chapters))).await
    }

    async fn log(&self, game: &str) -> Stored<Vec<Entry>> {
        let rows = sqlx::query("SELECT * FROM events WHERE game = ? ORDER BY number")
            .bind(game)
            .fetch_all(&self.readers)
            .await?;
        let entry = |row: &SqliteRow| {
            let command: (Option<String>, Option<String>) = (row.get("player"), row.get("command"));
            let event: Event = read(row.get("event"))?;
            Ok(Entry { number: row.get("number"), at: moment(row, "at"), command: command.0.zip(command.1), event })
        };
        rows.iter().map(entry).collect()
    }

    async fn games(&self, wanted: &Wanted) -> Stored<Vec<Listed>> {
        let mut query = QueryBuilder::new(
            "SELECT games.*, one.name AS first_name, other.name AS second_name FROM games
             LEFT JOIN players AS one ON one.id = games.first LEFT JOIN players AS other ON other.id = games.second
             WHERE 1",
        );
        if let Some(player) = &wanted.player {
            query.push(" AND (games.first = ").push_bind(player).push(" OR games.second = ").push_bind(player);
            query.push(")");
        }
        if let Some(kind) = &wanted.kind {
            query.push(" AND games.kind = ").push_bind(kind);
        }
        if let Some(state) = &wanted.state {
            query.push(" AND games.state = ").push_bind(state);
        }
        if wanted.listed {
            query.push(" AND (games.open OR games.computer)");
        }
        if let Some(live) = wanted.live {
            query.push(" AND games.live = ").push_bind(live);
        }
        let (after, order) = match wanted.order {
            Order::LastChanged => (" AND (games.changed, games.id) < (", " ORDER BY games.changed DESC, games.id DESC"),
            Order::FirstBegun => (" AND (games.begun, games.id) > (", " ORDER BY games.begun, games.id"),
        };
        if let Some((moment, id)) = &wanted.after {
            query.push(after).push_bind(*moment as i64);
            query.push(", ").push_bind(id).push(")");
        }
        query.push(order).push(" LIMIT ").push_bind(wanted.limit);
        let rows = query.build().fetch_all(&self.readers).await?;
        let listed = |row: &SqliteRow| {
            let mut summary: Summary = read(row.get("summary"))?;
            for (seated, name) in summary.seats.iter_mut().zip(["first_name", "second_name"]) {
                let name: Option<String> = row.get(name);
                if let Some(Seated { name: shown, account, computer: None, .. }) = seated {
                    *account = name.is_some();
                    *shown = name;
                }
            }
            Ok(Listed { summary, people: [row.get("first"), row.get("second")] })
        };
        rows.iter().map(listed).collect()
    }

    async fn set_up_by(&self, player: &str, command: &str) -> Stored<Option<String>> {
        // A guest who has logged in since is the same player.
        let row = sqlx::query(
            "SELECT game FROM events WHERE player IN (SELECT id FROM players WHERE id = ?1 OR merged = ?1)
             AND command = ?2 AND number = 1",
        )
        .bind(player)
        .bind(command)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(|row| row.get("game")))
    }

    async fn unfinished(&self, player: &str) -> Stored<(u32, u32)> {
        let row = sqlx::query(
            "SELECT count(*) AS games, coalesce(sum(computer), 0) AS computers FROM games
             WHERE (first = ?1 OR second = ?1) AND state <> 'over'",
        )
        .bind(player)
        .fetch_one(&self.readers)
        .await?;
        Ok((row.get("games"), row.get("computers")))
    }

    async fn add_guest(&self, id: &str, digest: [u8; 32], at: u64) -> Stored<Person> {
        let person = Person { id: id.to_string(), name: None, settings: "{}".into(), since: at };
        let id = id.to_string();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO players (id, since) VALUES (?, ?)")
                        .bind(&id)
                        .bind(at as i64)
                        .execute(&mut *connection)
                        .await?;
                    add_secret(connection, &id, digest, at).await
                })
            })
            .await?;
        Ok(person)
    }

    async fn by_secret(&self, digest: [u8; 32]) -> Stored<Option<Person>> {
        let row = sqlx::query(
            "SELECT players.*, secrets.digest AS digest FROM secrets JOIN players ON players.id = secrets.player
             WHERE secrets.digest = ?",
        )
        .bind(&digest[..])
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.filter(|row| crate::secret::same(row.get("digest"), &digest)).as_ref().map(person))
    }

    async fn person(&self, id: &str) -> Stored<Option<Person>> {
        let row =
            sqlx::query("SELECT * FROM players WHERE id = (SELECT coalesce(merged, id) FROM players WHERE id = ?)")
                .bind(id)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.as_ref().map(person))
    }

    async fn account(&self, name: &str) -> Stored<Option<(Person, String)>> {
        let row = sqlx::query("SELECT * FROM players WHERE folded = ?")
            .bind(folded(name))
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| (person(&row), row.get("passphrase"))))
    }

    async fn make_account(&self, id: &str, name: &str, passphrase: &str) -> Stored<bool> {
        let (id, name, passphrase) = (id.to_string(), name.to_string(), passphrase.to_string());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let made = sqlx::query(
                    "UPDATE OR IGNORE players SET name = ?, folded = ?, passphrase = ? WHERE id = ? AND name IS NULL",
                )
                .bind(&name)
                .bind(folded(&name))
                .bind(passphrase)
                .bind(id)
                .execute(connection)
                .await?;
                    Ok(made.rows_affected() == 1)
                })
            })
            .await
    }

    async fn add_secret(&self, id: &str, digest: [u8; 32], at: u64) -> Stored<()> {
        let id = id.to_string();
        self.writer
            .write(move |connection| Box::pin(async move { add_secret(connection, &id, digest, at).await }))
            .await
    }

    async fn drop_secret(&self, digest: [u8; 32]) -> Stored<()> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM secrets WHERE digest = ?").bind(&digest[..]).execute(connection).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn merge(&self, guest: &str, account: &str) -> Stored<()> {
        let (guest, account) = (guest.to_string(), account.to_string());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let merged = sqlx::query("UPDATE players SET merged = ?2 WHERE id = ?1 AND name IS NULL")
                        .bind(&guest)
                        .bind(&account)
                        .execute(&mut *connection)
                        .await?;
                    // Who has got an account of their own meanwhile keeps everything.
                    if merged.rows_affected() == 0 {
                        return Ok(());
                    }
                    for sql in [
                        "UPDATE games SET first = ?2 WHERE first = ?1",
                        "UPDATE games SET second = ?2 WHERE second = ?1",
                        "DELETE FROM secrets WHERE player = ?1",
                    ] {
                        sqlx::query(sql).bind(&guest).bind(&account).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    async fn keep_settings(&self, id: &str, settings: &str) -> Stored<()> {
        let (id, settings) = (id.to_string(), settings.to_string());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE players SET settings = ? WHERE id = ?")
                        .bind(settings)
                        .bind(id)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    async fn rating(&self, player: &str, kind: &str) -> Stored<Option<Rating>> {
        let row = sqlx::query("SELECT * FROM standings WHERE player = ? AND kind = ?")
            .bind(player)
            .bind(kind)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.as_ref().map(rating))
    }

    async fn ratings(&self, player: &str) -> Stored<Vec<Rated>> {
        let rows = sqlx::query("SELECT * FROM ratings WHERE player = ? ORDER BY kind, number")
            .bind(player)
            .fetch_all(&self.readers)
            .await?;
        let rated = |row: &SqliteRow| Rated { kind: row.get("kind"), at: moment(row, "at"), rating: rating(row) };
        Ok(rows.iter().map(rated).collect())
    }

    async fn tally(&self, player: &str) -> Stored<[u32; 3]> {
        let row = sqlx::query(
            "SELECT count(*) FILTER (WHERE result = CASE WHEN first = ?1 THEN '1-0' ELSE '0-1' END) AS won,
               count(*) FILTER (WHERE result = '1/2-1/2') AS drawn,
               count(*) FILTER (WHERE result = CASE WHEN first = ?1 THEN '0-1' ELSE '1-0' END) AS lost
             FROM games WHERE (first = ?1 OR second = ?1) AND state = 'over'",
        )
        .bind(player)
        .fetch_one(&self.readers)
        .await?;
        Ok(["won", "drawn", "lost"].map(|column| row.get(column)))
    }

    async fn leaders(&self, kind: &str, limit: u32) -> Stored<Vec<Leader>> {
        let rows = sqlx::query(
            "SELECT players.name AS name, standings.* FROM standings JOIN players ON players.id = standings.player
             WHERE standings.kind = ? ORDER BY standings.rating - 2 * standings.deviation DESC LIMIT ?",
        )
        .bind(kind)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        let leader = |row: &SqliteRow| Leader { name: row.get("name"), rating: rating(row), games: row.get("games") };
        Ok(rows.iter().map(leader).collect())
    }

    async fn mark_alive(&self, Alive { since, until }: Alive) -> Stored<()> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO alive (one, since, until) VALUES (1, ?, ?)
                         ON CONFLICT (one) DO UPDATE SET since = excluded.since, until = excluded.until",
                    )
                    .bind(since as i64)
                    .bind(until as i64)
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    async fn last_alive(&self) -> Stored<Option<Alive>> {
        let row = sqlx::query("SELECT since, until FROM alive").fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map(|row| Alive { since: moment(row, "since"), until: moment(row, "until") }))
    }

    async fn copy(&self, path: &Path) -> Stored<()> {
        let target = path.to_str().ok_or_else(|| StoreError(format!("{}: no name of a file", path.display())))?;
        let mut connection = options(&self.path).connect().await?;
        sqlx::query("VACUUM INTO ?").bind(target).execute(&mut connection).await?;
        Ok(())
    }

    fn waiting(&self) -> usize {
        self.writer.waiting()
    }
}

async fn add_secret(connection: &mut SqliteConnection, id: &str, digest: [u8; 32], at: u64) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO secrets (digest, player, since) VALUES (?, ?, ?)")
        .bind(&digest[..])
        .bind(id)
        .bind(at as i64)
        .execute(connection)
        .await?;
    Ok(())
}
