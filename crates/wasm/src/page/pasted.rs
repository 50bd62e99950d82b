//! Texts that a player pastes.

use sanban_core::record::Record;
use sanban_core::{Rejection, Rules, Session};
use sanban_games::registry;

/// The rejections of pasted texts.
pub mod codes {
    sanban_core::codes! {
        malformed NOT_PASTED = "not-pasted" [];
    }
}

/// Reads pasted text: a record, moves, or a position. Text without a game's name is read with `rules`, and then as a position of
/// another game.
pub fn read_pasted(text: &str, rules: &Rules) -> Result<(Record, Box<dyn Session>), Rejection> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let check = |record: Record, mut session: Box<dyn Session>| {
        let mut record = record;
        record.check(&mut *session).map(|()| (record, session))
    };
    let record = Record::parse(text);
    if text.starts_with('[') || record.as_ref().is_ok_and(|record| record.tag("Game").is_some()) {
        return registry::read_record(text);
    }
    let other_game = || registry::offered().find_map(|info| registry::open(Rules::official(info), Some(text)).ok());
    let rejection = match registry::open(rules.clone(), Some(text)) {
        Ok(session) => return check(Record::unfinished(), session),
        Err(rejection) => rejection,
    };
    if let Some(session) = other_game() {
        return check(Record::unfinished(), session);
    }
    let is_numbered = text.split_whitespace().next().is_some_and(|word| word.contains('.'));
    match record.and_then(|record| check(record, registry::open(rules.clone(), None)?)) {
        Ok(read) if !read.0.line.moves.is_empty() => Ok(read),
        Err(why) if is_numbered => Err(why),
        // A slash suggests that the text was meant as a position.
        _ if text.contains('/') => Err(rejection),
        _ => Err(codes::NOT_PASTED.with(&[])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "[Game \"mitsudomoe\"]\n\n1. @c2/b1c2 *";

    fn jesonmor(options: &str) -> Rules {
        Rules::parse(registry::find("jesonmor").expect("a game"), options).expect("rules")
    }

    #[test]
    fn reads_pasted_records_moves_and_positions() {
        let official = jesonmor("");
        let pasted = |text: &str, rules: &Rules| {
            let (record, session) = read_pasted(text, rules)?;
            Ok((session.info().id, record.line.moves.len(), session.position_text()))
        };
        let of = |text: &str| pasted(text, &official).map_err(|rejection: Rejection| rejection.code.id);
        let position = "n8/9/9/9/9/9/9/9/8N w - - 0 1";
        assert_eq!(of(position), Ok(("jesonmor", 0, position.to_string())));
        assert_eq!(of(RECORD).map(|(game, moves, _)| (game, moves)), Ok(("mitsudomoe", 1)));
        assert_eq!(of("\u{feff} 1. a1b3 a9b7\n").map(|(game, moves, _)| (game, moves)), Ok(("jesonmor", 2)));
        assert_eq!(of("a1b3 a9b7").map(|(game, moves, _)| (game, moves)), Ok(("jesonmor", 2)));
        let koi = "r5r/7/7/7/7/7/y5y y 10 10 0 0 1";
        assert_eq!(of(koi), Ok(("jinli", 0, koi.to_string())), "of another game");
        let small = jesonmor("size=5");
        assert_eq!(pasted("n4/5/5/5/4N w - - 0 1", &small).unwrap().0, "jesonmor");
        assert_eq!(of("n4/5/5/5/4N w - - 0 1"), Err("position"));
        assert_eq!(of("1. a1b3 a9b8"), Err("move-refused"));
        assert_eq!(of("[Game \"chess\"]\n*"), Err("record-tag"));
        assert_eq!(of("n4/5/5/5/4N w"), Err("position"));
        assert_eq!(of(""), Err("not-pasted"));
        assert_eq!(of("hello"), Err("not-pasted"));
    }
}
