//! The store: what the server keeps. [`Sqlite`] is the default, for one process; several can share [`Postgres`]. A store in memory
//! serves tests. Every implementation passes the conformance suite in `conformance.rs`.

#[cfg(test)]
mod conformance;
mod copy;
mod files;
mod folder_lock;
mod health;
mod json;
#[cfg(test)]
pub mod memory;
mod ownership;
mod postgres;
mod sqlite;
#[cfg(test)]
#[path = "../../tests/common"]
mod test_support {
    #[allow(dead_code, reason = "integration tests use it too")]
    pub mod postgres;
    pub mod skip;
}

pub use copy::{Copied, copy};
pub use folder_lock::FolderLock;
pub use health::StoreHealth;
pub use ownership::{Claim, LEASE_TIME, LocalLocks, NEW_GAME_FENCE, Ownership, StoreLock};
pub use postgres::Postgres;
pub use sqlite::Sqlite;

use crate::game::{GameSummary, LogEntry, Phase, TimeControl};
use crate::rating::Rating;
use crate::time::Uptime;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why the store could not do something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Another writer was faster. Read and decide again.
    Conflict(Conflict),
    /// There is no such game or player.
    NotFound(Missing),
    /// The store cannot be read or written now.
    Unavailable(String),
    /// Another server has started on the same store. This one can't write any more.
    Superseded,
    /// The store's files were deleted, replaced or damaged while the server used them.
    FilesLost(String),
    /// The write could not be confirmed: it may have happened or not.
    UnknownOutcome(String),
}

impl StoreError {
    /// Whether the store can't be used after this error.
    pub fn is_fatal(&self) -> bool {
        matches!(self, StoreError::Superseded | StoreError::FilesLost(_) | StoreError::UnknownOutcome(_))
    }
}

/// What another writer changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// The game's log has other events at these numbers, or the command was applied before.
    Event,
    /// The player's rating has changed since it was read.
    Rating,
    /// The name is taken, or the player has an account already.
    Account,
    /// Another node owns the game.
    Owner,
}

/// What wasn't found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    Game,
    Player,
    Token,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict(Conflict::Event) => f.write_str("the log of the game has changed meanwhile"),
            StoreError::Conflict(Conflict::Rating) => f.write_str("the rating has changed meanwhile"),
            StoreError::Conflict(Conflict::Account) => f.write_str("the name is taken"),
            StoreError::Conflict(Conflict::Owner) => f.write_str("another server has taken the game over"),
            StoreError::NotFound(Missing::Game) => f.write_str("there is no such game"),
            StoreError::NotFound(Missing::Player) => f.write_str("there is no such player"),
            StoreError::NotFound(Missing::Token) => f.write_str("there is no such token"),
            StoreError::Unavailable(why) => f.write_str(why),
            StoreError::FilesLost(why) => f.write_str(why),
            StoreError::UnknownOutcome(why) => write!(f, "a write could not be confirmed: {why}"),
            StoreError::Superseded => f.write_str("another server has started on the same data"),
        }
    }
}

impl std::error::Error for StoreError {}

pub type StoreResult<T> = Result<T, StoreError>;

/// The number of the last event by which somebody can enter a game: it is created, and both seats are taken.
const MAX_ENTERING_EVENT: u32 = 3;

/// The SHA-256 digest of a session token.
pub type TokenDigest = [u8; 32];

/// A player: a guest, or the owner of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub id: String,
    /// The account's name; guests have none.
    pub name: Option<String>,
    /// The account's settings as JSON.
    pub settings: String,
    /// When the player was created, in milliseconds since 1970.
    pub created_at: u64,
    /// Whether a program plays for the account: it has API tokens.
    pub is_bot: bool,
}

/// A token with which a program plays for an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiToken {
    pub id: String,
    /// What the owner calls it.
    pub label: String,
    /// In milliseconds since 1970.
    pub created_at: u64,
}

/// A player's account with the hash of its passphrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    pub player: Player,
    pub passphrase_hash: String,
}

/// The name and passphrase of a new account.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: String,
    /// The form of the name by which the account is found. It must be unique.
    pub name_key: String,
    /// What the name looks like. No other account's may look the same.
    pub skeleton: String,
    pub passphrase_hash: String,
}

/// Events to append to the log of a game, with what follows from them.
#[derive(Clone, Debug)]
pub struct EventBatch {
    pub game: String,
    /// The fencing number of the claim under which they are appended; [`NEW_GAME_FENCE`] for a new game.
    pub fence: u64,
    pub entries: Vec<LogEntry>,
    /// What lists show of the game from now on.
    pub summary: GameSummary,
    /// The ids of the people in the seats.
    pub people: [Option<String>; 2],
    pub is_live: bool,
    pub has_computer: bool,
    /// Whether a node has to have the game in memory, also if nobody watches it: time runs, or the computer is to move.
    pub needs_actor: bool,
    /// When the player to move runs out of time in a game with days per turn, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// The ratings that change.
    pub ratings: Vec<RatingChange>,
}

/// A player's new rating after a rated game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingChange {
    pub player: String,
    /// The number of rated games with this one.
    pub games: u32,
    pub rating: Rating,
}

/// Which games to list.
#[derive(Clone, Debug, Default)]
pub struct GameQuery {
    /// Of this player.
    pub player: Option<String>,
    /// Of this kind, such as `jinli`.
    pub kind: Option<String>,
    pub phase: Option<Phase>,
    /// Only games that anybody may find, not those by a link.
    pub listed: bool,
    /// Only live games, or only others.
    pub live: Option<bool>,
    /// Only games against the computer.
    pub with_computer: bool,
    /// Only games on these terms.
    pub terms: Option<Terms>,
    pub order: Order,
    /// Only games after this one: the time that `order` sorts by, and the id.
    pub after: Option<(u64, String)>,
    pub limit: u32,
}

/// What has to be equal for two players to be paired.
#[derive(Clone, PartialEq, Debug)]
pub struct Terms {
    pub rules: String,
    pub position: Option<String>,
    pub time_control: TimeControl,
    pub pie: bool,
    pub rated: bool,
}

/// The order of a list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    #[default]
    LastChanged,
    LastCreated,
    FirstCreated,
    /// The last changed game of every creator first, then everybody's second, and so on. There are no further pages.
    ByTurns,
}

impl Order {
    /// The time of a game that this order sorts by.
    pub fn time(self, summary: &GameSummary) -> u64 {
        match self {
            Order::LastChanged | Order::ByTurns => summary.changed_at,
            Order::LastCreated | Order::FirstCreated => summary.created_at,
        }
    }
}

/// A game in a list. The names in the summary are up to date.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    pub summary: GameSummary,
    /// The ids of the people in the seats.
    pub people: [Option<String>; 2],
}

impl GameRow {
    /// Puts the players' current names into the summary, and whether they are bots.
    fn with_names(mut self, names: [(Option<String>, bool); 2]) -> GameRow {
        for ((seat, id), (name, is_bot)) in self.summary.seats.iter_mut().zip(&self.people).zip(names) {
            if let (Some(seat), Some(id)) = (seat, id) {
                seat.set_name(id, name);
                seat.bot = is_bot;
            }
        }
        self
    }
}

/// How many unfinished games a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unfinished {
    pub games: u32,
    pub with_computer: u32,
    /// Open games that wait for an opponent.
    pub seeks: u32,
}

/// A player's current rating in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlayerRating {
    pub rating: Rating,
    /// The number of rated games.
    pub games: u32,
}

/// A player's rating after a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPoint {
    pub kind: String,
    /// The id of the game.
    pub game: String,
    /// In milliseconds since 1970.
    pub at: u64,
    pub rating: Rating,
}

/// A place on the leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Leader {
    pub name: String,
    pub rating: Rating,
    pub games: u32,
}

/// A player's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// The size of a store's files, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileSizes {
    pub database: u64,
    /// What is not in the database file yet.
    pub log: u64,
}

/// Where the server keeps everything. Writes are durable when they return.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Whether the store works, for those who have to know at once.
    fn health(&self) -> StoreHealth;
    /// The size of its files; `None` if there are none.
    fn file_sizes(&self) -> Option<FileSizes>;
    /// Reads and writes, and checks that the files are still those that the server opened.
    async fn check(&self) -> StoreResult<()>;
    /// Writes everything that waits, and closes the store. Nothing can be read or written after that.
    async fn close(&self) -> StoreResult<()>;

    /// Waits until nobody else holds the lock with this name.
    async fn lock(&self, name: &str) -> StoreResult<StoreLock>;

    // A store that is shared implements the next seven. One that belongs to one process owns everything.

    /// The id of this node, if the store is shared with others.
    fn node(&self) -> Option<&str> {
        None
    }
    /// The ids of the nodes that are alive, in order.
    async fn living_nodes(&self) -> StoreResult<Vec<String>> {
        Ok(Vec::new())
    }
    /// Makes this node the owner of a game, unless another one that is alive owns it.
    async fn claim(&self, _game: &str) -> StoreResult<Claim> {
        Ok(Claim::Owned(Ownership::default()))
    }
    /// Gives up a game, unless it was claimed again.
    async fn release(&self, _game: &str, _fence: u64) -> StoreResult<()> {
        Ok(())
    }
    /// The games of these claims, with their fencing numbers, that were claimed again since.
    async fn lost_claims(&self, _claims: &[(String, u64)]) -> StoreResult<Vec<String>> {
        Ok(Vec::new())
    }
    /// Games that this node owns and that need an actor.
    async fn owned(&self) -> StoreResult<Vec<String>> {
        Ok(Vec::new())
    }
    /// Games that need an actor and whose owners aren't alive.
    async fn orphans(&self, _limit: u32) -> StoreResult<Vec<String>> {
        Ok(Vec::new())
    }

    /// Appends to the logs of games, all batches or none. The numbers must continue each log, rating changes must
    /// continue each player's count, and this node must own the games; otherwise it is a conflict. This node owns new games.
    async fn append(&self, batches: &[EventBatch]) -> StoreResult<()>;
    async fn log(&self, game: &str) -> StoreResult<Vec<LogEntry>>;
    async fn games(&self, query: &GameQuery) -> StoreResult<Vec<GameRow>>;
    /// The game that a player created or joined with this command, also from before they logged in, and the digest of the
    /// command.
    async fn find_entered(&self, player: &str, command: &str) -> StoreResult<Option<(String, Option<u64>)>>;
    async fn count_unfinished(&self, player: &str) -> StoreResult<Unfinished>;
    /// The creators of the open games of these players that wait for an opponent, once for each game. A guest stands for the
    /// account that they have logged in to.
    async fn seek_creators(&self, players: &[String]) -> StoreResult<Vec<String>>;

    async fn create_guest(&self, id: &str, token: TokenDigest, at: u64) -> StoreResult<Player>;
    async fn player_by_token(&self, token: TokenDigest) -> StoreResult<Option<Player>>;
    /// A player by id. For a guest who has logged in, it is the account.
    async fn player(&self, id: &str) -> StoreResult<Player>;
    async fn account(&self, name_key: &str) -> StoreResult<Account>;
    /// Turns a guest into an account.
    async fn create_account(&self, guest: &str, account: &NewAccount) -> StoreResult<()>;
    async fn add_token(&self, player: &str, token: TokenDigest, at: u64) -> StoreResult<()>;
    async fn remove_token(&self, token: TokenDigest) -> StoreResult<()>;
    /// Moves the games of a guest to an account, and removes the guest's tokens. A guest who has become an account
    /// meanwhile keeps everything.
    async fn merge_guest(&self, guest: &str, account: &str) -> StoreResult<()>;
    async fn set_settings(&self, player: &str, settings: &str) -> StoreResult<()>;

    async fn rating(&self, player: &str, kind: &str) -> StoreResult<Option<PlayerRating>>;
    /// All ratings that a player has had, by kind and time.
    async fn rating_history(&self, player: &str) -> StoreResult<Vec<RatingPoint>>;
    async fn tally(&self, player: &str) -> StoreResult<Tally>;
    /// The strongest players, by [`Rating::lower_bound`].
    async fn leaders(&self, kind: &str, limit: u32) -> StoreResult<Vec<Leader>>;

    /// The deadline of a running game with days per turn.
    async fn deadline(&self, game: &str) -> StoreResult<Option<u64>>;
    /// Games whose deadline has passed at a wall time, the earliest first.
    async fn overdue(&self, now: u64, limit: u32) -> StoreResult<Vec<String>>;

    /// Records that a server starts at a wall time, and moves all deadlines by the time since the last server ran, and by
    /// `grace_ms`. Returns when the last server ran. In a shared store, this begins the node's lease.
    async fn begin_run(&self, at: u64, grace_ms: u64) -> StoreResult<Option<Uptime>>;
    /// Records that the server runs, and moves all deadlines by `shift_ms`. In a shared store, this renews the node's
    /// lease. The time in which no node ran moves the deadlines there, and `shift_ms` doesn't count.
    async fn set_uptime(&self, uptime: Uptime, shift_ms: i64) -> StoreResult<()>;
    async fn uptime(&self) -> StoreResult<Option<Uptime>>;

    /// Replaces the hash of an account's passphrase.
    async fn set_passphrase(&self, player: &str, hash: &str) -> StoreResult<()>;
    /// When the player's sessions began, in milliseconds since 1970.
    async fn sessions(&self, player: &str) -> StoreResult<Vec<u64>>;
    /// Removes all session tokens of a player but one.
    async fn remove_tokens(&self, player: &str, except: Option<TokenDigest>) -> StoreResult<()>;
    /// Adds an API token. The account is a bot from now on.
    async fn add_api_token(&self, player: &str, token: &ApiToken, digest: TokenDigest) -> StoreResult<()>;
    async fn api_tokens(&self, player: &str) -> StoreResult<Vec<ApiToken>>;
    /// Removes an API token, and returns its digest. An account without tokens is no bot.
    async fn remove_api_token(&self, player: &str, id: &str) -> StoreResult<TokenDigest>;
    async fn player_by_api_token(&self, digest: TokenDigest) -> StoreResult<Option<Player>>;
    /// Makes the owner of an account anonymous, and removes their tokens. Nobody else can take the name.
    async fn close_account(&self, player: &str) -> StoreResult<()>;
    /// Everybody whose account was closed.
    async fn closed_accounts(&self) -> StoreResult<Vec<Player>>;
    /// Whether another program has changed the store since the last call, or may have before the first.
    async fn has_external_changes(&self) -> StoreResult<bool>;
}
