//! The registry: lists games, finds one by name, opens sessions.

use sanban_core::record::Record;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, GameSession, Heuristics, Rules, Seat, Session};

/// Whether to prefer small code to speed, as for a browser that downloads it. Games then use fewer specialised types.
pub const OPTIMIZE_FOR_SIZE: bool = cfg!(target_arch = "wasm32");

/// A generic operation on a game type that is known only at run time. It is compiled for each game type.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the operation with `G`, the game type for these rules.
    fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output;
}

/// The metadata that a game's folder decides, with defaults for everything else.
macro_rules! folder_info {
    ($folder:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $folder, ".rs"))
    };
}

/// Declares the list of games, and the function that finds a game's type.
macro_rules! registry {
    ($($game:ident)*) => {
        /// The metadata of all games.
        pub const GAMES: &[&GameInfo] = &[$(&crate::$game::INFO),*];

        /// Runs a visitor with the game type for these rules.
        pub fn visit<V: Visitor>(rules: &Rules, visitor: V) -> V::Output {
            match rules.info().id {
                $(stringify!($game) => crate::$game::visit(rules, visitor),)*
                id => unreachable!("{id} is not in the list"),
            }
        }
    };
}

for_each_game!(registry);

/// The games for players, without drafts.
pub fn offered() -> impl Iterator<Item = &'static GameInfo> + Clone {
    GAMES.iter().copied().filter(|info| !info.draft)
}

/// The metadata of the game with an id.
pub fn find(id: &str) -> Result<&'static GameInfo, Rejection> {
    let known = || offered().map(|info| info.id).collect::<Vec<_>>().join(", ");
    GAMES.iter().copied().find(|info| info.id == id).ok_or_else(|| common::UNKNOWN_GAME.with(&[&id, &known()]))
}

/// Opens a game with these rules, from the start or from a position's text.
pub fn open(rules: Rules, position: Option<&str>) -> Result<Box<dyn Session>, Rejection> {
    struct Open<'a>(Option<&'a str>);
    impl Visitor for Open<'_> {
        type Output = Result<Box<dyn Session>, Rejection>;
        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            Ok(Box::new(GameSession::<G>::new(rules.clone(), self.0)?))
        }
    }
    visit(&rules, Open(position))
}

/// The text of the start position with this player to move.
pub fn start_position(rules: &Rules, to_move: Seat) -> Result<String, Rejection> {
    let session = open(rules.clone(), None)?;
    let mut setup = session.setup();
    setup.set_to_move(to_move);
    Ok(session.setup_text(&setup))
}

/// Reads a record and makes it canonical. Also returns the game at its end.
pub fn read_record(text: &str) -> Result<(Record, Box<dyn Session>), Rejection> {
    let mut record = Record::parse(text)?;
    let id = record.tag("Game").ok_or_else(|| common::RECORD_NO_GAME.with(&[]))?;
    let in_tag = |tag: &'static str| move |r: Rejection| common::RECORD_TAG.with(&[&tag]).because(vec![r]);
    let info = find(id).map_err(in_tag("Game"))?;
    let rules = Rules::parse(info, record.tag("Rules").unwrap_or("")).map_err(in_tag("Rules"))?;
    let mut session = open(rules, record.tag("Position")).map_err(in_tag("Position"))?;
    record.check(&mut *session)?;
    Ok((record, session))
}
