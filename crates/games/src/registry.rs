//! What can be done with the list of games: going through it, finding a game in it, opening one.

use sanban_core::record::Record;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, GameSession, Heuristics, Rules, Session};

/// Whether little code is wanted, as in a browser, which must be sent it: games then do with fewer types of their own, at
/// the price of some speed.
pub const COMPACT: bool = cfg!(target_arch = "wasm32");

/// Something to be done with a game whose type is known only at run time, so that what is done is compiled for each
/// type by itself.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with game type `G`, the one for these rules.
    fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output;
}

/// Declares a module for each folder of a game and makes the list of them. `cargo fmt` does not see modules that a macro
/// declares, so their files are named to `rustfmt` by themselves; see `CONTRIBUTING.md`.
macro_rules! games {
    ($($game:ident)*) => {
        $(pub mod $game;)*

        /// The facts of all games.
        pub const GAMES: &[&sanban_core::GameInfo] = &[$(&$game::INFO),*];

        /// Hands the type of the game that these are rules of to a visitor.
        pub fn visit<V: $crate::registry::Visitor>(rules: &sanban_core::Rules, visitor: V) -> V::Output {
            $(if rules.info().id == $game::INFO.id {
                return $game::visit(rules, visitor);
            })*
            unreachable!("rules are made from the facts of a game in the list")
        }
    };
}

pub use crate::{GAMES, visit};

/// The games that players are shown.
pub fn offered() -> impl Iterator<Item = &'static GameInfo> {
    GAMES.iter().copied().filter(|f| !f.teaching)
}

/// The facts of the game with a name.
pub fn find(id: &str) -> Result<&'static GameInfo, Rejection> {
    let known = || offered().map(|f| f.id).collect::<Vec<_>>().join(", ");
    GAMES.iter().copied().find(|f| f.id == id).ok_or_else(|| common::UNKNOWN_GAME.with(&[&id, &known()]))
}

/// Opens a game under these rules, from the start or from a position's text.
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

/// Reads what somebody pasted: a record, moves, or the text of a position. What does not name its game is of the one with
/// these rules, or a position of another one.
pub fn read_pasted(text: &str, rules: &Rules) -> Result<(Record, Box<dyn Session>), Rejection> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let checked = |record: Record, mut session: Box<dyn Session>| {
        let mut record = record;
        record.check(&mut *session).map(|()| (record, session))
    };
    let record = Record::parse(text);
    if text.starts_with('[') || record.as_ref().is_ok_and(|record| record.tag("Game").is_some()) {
        return read_record(text);
    }
    let here = open(rules.clone(), Some(text));
    let elsewhere = || offered().find_map(|info| open(Rules::official(info), Some(text)).ok());
    let rejection = match here {
        Ok(session) => return checked(Record::unfinished(), session),
        Err(rejection) => rejection,
    };
    if let Some(session) = elsewhere() {
        return checked(Record::unfinished(), session);
    }
    let is_numbered = text.split_whitespace().next().is_some_and(|word| word.contains('.'));
    match record.and_then(|record| checked(record, open(rules.clone(), None)?)) {
        Ok(read) if !read.0.line.moves.is_empty() => Ok(read),
        Err(why) if is_numbered => Err(why),
        // Only what looks like a position is told what is wrong with it as one.
        _ if text.contains('/') => Err(rejection),
        _ => Err(common::NOT_PASTED.with(&[])),
    }
}

/// Reads a record, which comes back canonical, and the game at its end.
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
