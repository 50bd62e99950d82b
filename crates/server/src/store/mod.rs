//! What the server keeps.

mod migrations;
mod sqlite;
mod writer;

pub use sqlite::Sqlite;

use crate::rating::Rating;
use crate::round::{Entry, Summary};
use async_trait::async_trait;
use std::fmt;
use std::path::Path;

/// Why something could not be kept or found.
#[derive(Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// What comes of asking a store.
pub type Stored<T> = Result<T, StoreError>;

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The name that the server has for them.
    pub id: String,
    /// The name that they chose: whoever has one has an account.
    pub name: Option<String>,
    /// What they keep here.
    pub settings: String,
    /// Since when they are known.
    pub since: u64,
}

/// What is added to the log of a game, with what follows from it.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The game.
    pub game: String,
    /// What happened.
    pub entries: Vec<Entry>,
    /// What lists show of it now.
    pub summary: Summary,
    /// The persons at the seats.
    pub people: [Option<String>; 2],
    /// The score of the first player, if ratings change by it.
    pub rated: Option<f64>,
}

/// Which games are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only those of this player.
    pub player: Option<String>,
    /// Only this game.
    pub kind: Option<String>,
    /// Only those that are `waiting`, `running` or `over`.
    pub state: Option<String>,
    /// Only those that anybody may find: not those that are played by a link.
    pub listed: bool,
    /// Only those that are played at once, or only others.
    pub live: Option<bool>,
    /// In which order.
    pub order: Order,
    /// Only those that come after this one in the list: when it was changed or begun, and its name.
    pub after: Option<(u64, String)>,
    /// How many at most.
    pub limit: u32,
}

/// An order of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The one that was changed last first.
    #[default]
    LastChanged,
    /// The one that was begun first first: what happens meanwhile changes nothing.
    FirstBegun,
}

/// A game as lists show it, with the persons at its seats.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What lists show.
    pub summary: Summary,
    /// The persons.
    pub people: [Option<String>; 2],
}

/// The place of a player among those of a game.
#[derive(Clone, Debug)]
pub struct Leader {
    /// Who.
    pub name: String,
    /// How strong.
    pub rating: Rating,
    /// After how many rated games.
    pub games: u32,
}

/// A rating after one of the games.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Which game.
    pub kind: String,
    /// When.
    pub at: u64,
    /// How strong.
    pub rating: Rating,
}

/// A time in which the server ran, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alive {
    /// When it could be reached.
    pub since: u64,
    /// Until when it is known to have run.
    pub until: u64,
}

/// Where everything is kept. What changes something has been written to the disk when it returns.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Adds to the logs of games, all of it or nothing.
    async fn append(&self, chapters: Vec<Chapter>) -> Stored<()>;
    /// The log of a game; empty if there is none.
    async fn log(&self, game: &str) -> Stored<Vec<Entry>>;
    /// The games that are wanted, the one that was changed last first.
    async fn games(&self, wanted: &Wanted) -> Stored<Vec<Listed>>;
    /// The game that a player has set up by a command of this name.
    async fn set_up_by(&self, player: &str, command: &str) -> Stored<Option<String>>;
    /// How many unfinished games a player has, and how many of them with the computer.
    async fn unfinished(&self, player: &str) -> Stored<(u32, u32)>;

    /// Adds a guest with a secret.
    async fn add_guest(&self, id: &str, digest: [u8; 32], at: u64) -> Stored<Person>;
    /// Whoever has a secret.
    async fn by_secret(&self, digest: [u8; 32]) -> Stored<Option<Person>>;
    /// Whoever the server has a name for, as part of the account they have become.
    async fn person(&self, id: &str) -> Stored<Option<Person>>;
    /// The account of a name, and what its passphrase was made into.
    async fn account(&self, name: &str) -> Stored<Option<(Person, String)>>;
    /// Makes a guest an account, unless the name is taken. Whether it was free.
    async fn make_account(&self, id: &str, name: &str, passphrase: &str) -> Stored<bool>;
    /// Adds a secret of a player.
    async fn add_secret(&self, id: &str, digest: [u8; 32], at: u64) -> Stored<()>;
    /// Forgets a secret.
    async fn drop_secret(&self, digest: [u8; 32]) -> Stored<()>;
    /// Gives the games of a guest to an account.
    async fn merge(&self, guest: &str, account: &str) -> Stored<()>;
    /// Keeps what a player wants kept.
    async fn keep_settings(&self, id: &str, settings: &str) -> Stored<()>;

    /// The rating of a player in a game, if there is one.
    async fn rating(&self, player: &str, kind: &str) -> Stored<Option<Rating>>;
    /// All ratings that a player has had, in their order.
    async fn ratings(&self, player: &str) -> Stored<Vec<Rated>>;
    /// How many games a player has won, drawn and lost.
    async fn tally(&self, player: &str) -> Stored<[u32; 3]>;
    /// The strongest players of a game.
    async fn leaders(&self, kind: &str, limit: u32) -> Stored<Vec<Leader>>;

    /// Notes that the server has been reached since a moment, and runs at another.
    async fn mark_alive(&self, alive: Alive) -> Stored<()>;
    /// When it was last known to run.
    async fn last_alive(&self) -> Stored<Option<Alive>>;
    /// Copies everything to a file as it stands at one moment.
    async fn copy(&self, path: &Path) -> Stored<()>;
    /// How many changes wait to be written.
    fn waiting(&self) -> usize;
}
