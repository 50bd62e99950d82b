//! Random games with every preset and every value of every option.

use crate::{Subject, read};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::game::MAX_TURN_STEPS;
use sanban_core::messages::{LANGUAGES, find};
use sanban_core::move_text::{MAX_MOVE_LENGTH, format_touches};
use sanban_core::record::{Line, Move, Record};
use sanban_core::{
    BoardSetup, Game, GameExt, GameInfo, GameSession, Heuristics, HeuristicsExt, Outcome, Rules, Seat, Session, Touch,
    Turn, Values, perft, progress,
};
use sanban_games::registry::Visitor;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of moves for which the whole tree of touches is checked.
const MAX_MOVES_FOR_ENTRY_TREE: usize = 1500;

/// The presets of a game, the official rules with each value of each option, and the rules in the game's `rulesets.txt`.
pub fn rulesets<S: Subject>() -> Vec<Rules> {
    let info = S::INFO;
    let mut texts: Vec<String> = info.presets.iter().map(|p| p.name.to_string()).collect();
    for option in info.options {
        match option.values {
            Values::Words(words) => texts.extend(words.iter().map(|w| format!("{}={w}", option.key))),
            Values::Numbers { from, to, step } => {
                texts.extend((from..=to).step_by(step.into()).map(|n| format!("{}={n}", option.key)));
            }
        }
    }
    let extra = read::<S>("tests/rulesets.txt");
    texts.extend(extra.lines().map(str::to_string));
    let mut rules: Vec<Rules> = Vec::new();
    for text in texts {
        let parsed = Rules::parse(info, &text).unwrap();
        if !rules.contains(&parsed) {
            rules.push(parsed);
        }
    }
    rules
}

/// The positions of the game's perft counts with these rules: special cases that random play seldom reaches.
fn known_positions<S: Subject>(rules: &Rules) -> Vec<String> {
    let counts = read::<S>("tests/perft.txt");
    let lines = counts.lines().filter(|l| !l.starts_with('#')).map(|l| l.split('|').map(str::trim).collect::<Vec<_>>());
    let lines = lines.filter(|f| f.len() == 3 && f[1] != "start");
    let has_these_rules = |text: &str| Rules::parse(rules.info(), text).unwrap() == *rules;
    lines.filter(|f| has_these_rules(f[0])).map(|f| f[1].to_string()).collect()
}

struct Suite {
    seed: u64,
    known_positions: Vec<String>,
}

impl Visitor for Suite {
    type Output = ();

    fn visit<G: Heuristics>(self, rules: &Rules) {
        let game = G::new(rules);
        let checker = Checker { game: &game, info: G::INFO, context: format!("{} {}", G::INFO.id, rules.text()) };
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let is_large = game.board().len() > 121;
        let mut starts = vec![game.start()];
        starts.extend(self.known_positions.iter().map(|text| game.parse_position(text).expect("a position")));
        for start in starts {
            for _ in 0..if is_large { 1 } else { 3 } {
                checker.check_random_game(start, if is_large { 20 } else { 120 }, &mut rng);
            }
            checker.check_perft(&start);
        }
        checker.check_records(rules, &mut rng);
    }
}

struct Checker<'a, G: Heuristics> {
    game: &'a G,
    info: &'static GameInfo,
    context: String,
}

impl<G: Heuristics> Checker<'_, G> {
    /// Plays a random game and checks all of its positions.
    fn check_random_game(&self, start: G::Position, max_moves: usize, rng: &mut ChaCha8Rng) {
        let mut position = start;
        let mut previous_moves: Vec<String> = Vec::new();
        for _ in 0..max_moves {
            self.check_position(&position, &previous_moves, rng);
            let moves = self.game.moves(&position);
            previous_moves = moves.iter().map(|(text, _)| text.clone()).collect();
            let Some((_, turn)) = moves.choose(rng) else { break };
            position = self.game.position_after(&position, turn);
        }
        self.check_position(&position, &previous_moves, rng);
    }

    /// Checks the game's heuristics against its rules, at every step of a random turn.
    fn check_heuristics(&self, position: &G::Position, rng: &mut ChaCha8Rng) {
        let game = self.game;
        let weights: Vec<i32> = (0..G::weight_count()).map(|_| rng.random_range(-100..100)).collect();
        let mut at = *position;
        loop {
            let context = || format!("{} within {}", self.context, game.position_text(position));
            let (mut steps, mut codes) = (Vec::new(), BTreeSet::new());
            game.for_each_step(&at, |step| {
                steps.push(step);
                assert!(codes.insert(game.step_code(step)), "step codes are unique: {step:?} {}", context());
            });
            assert!(codes.last().is_none_or(|&code| code < (1 << 24) - 1), "codes are below 2^24 - 1: {}", context());
            let Some(&step) = steps.choose(rng) else { break };
            let mut search_steps = Vec::new();
            let left_out = game.for_each_search_step(&at, |step| search_steps.push(step));
            assert!(search_steps.iter().all(|step| steps.contains(step)), "search steps are legal: {}", context());
            let is_explained = search_steps.len() == steps.len() || left_out.is_some();
            assert!(is_explained, "steps that are left out have a proven result: {}", context());
            at = game.play(&at, step);
            if game.is_between_turns(&at) {
                break;
            }
        }
        if game.position_outcome(position).is_none() {
            let heuristics = |position: &G::Position| {
                let proven =
                    (game.static_result(position), game.must_respond(position), game.min_turns_to_win(position));
                (game.evaluate(position, &weights), proven)
            };
            let mover = game.to_move(position);
            let mut wins = false;
            game.for_each_move(position, |turn, next| {
                wins |= game.position_outcome(next).is_some_and(|outcome| outcome.winner == Some(mover));
                let end = turn.iter().position(|&step| game.is_finishing_step(step)).unwrap_or(turn.len());
                let are_last = turn[end..].iter().all(|&step| game.is_finishing_step(step));
                assert!(end > 0 && are_last, "finishing steps come last: {turn:?} {}", self.context);
            });
            let text = game.position_text(position);
            assert!(
                !wins || game.min_turns_to_win(position) == 1,
                "min_turns_to_win is a lower bound: {} at {text}",
                self.context
            );
            for symmetry in game.symmetries() {
                let image = game.transformed(position, symmetry);
                let context = format!("{symmetry:?} {} at {}", self.context, game.position_text(position));
                assert_eq!(heuristics(&image), heuristics(position), "heuristics are symmetric: {context}");
            }
        }
    }

    fn check_position(&self, position: &G::Position, previous_moves: &[String], rng: &mut ChaCha8Rng) {
        self.check_heuristics(position, rng);
        let game = self.game;
        let text = game.position_text(position);
        let context = &format!("{} at {text}", self.context);
        let result = game.position_outcome(position);
        if let Some(outcome) = result {
            let key = outcome.reason.key();
            assert!(find(&[self.info.messages], LANGUAGES[0], &key, &[]).is_some(), "a reason has a message");
        }
        let moves = game.moves(position);
        let texts: BTreeSet<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();

        assert!(game.is_between_turns(position), "{context}");
        assert_eq!(game.key(position), game.computed_key(position), "the key is updated correctly: {context}");
        assert_eq!(texts.len(), moves.len(), "moves have unique texts: {context}");
        let too_long = texts.iter().find(|text| text.chars().count() > MAX_MOVE_LENGTH);
        assert_eq!(too_long, None, "texts of moves can be read again: {context}");
        assert_eq!(game.count_moves(position), moves.len() as u64, "count of moves: {context}");
        assert_eq!(result.is_some(), moves.is_empty(), "there are no moves after the end: {context}");
        assert_eq!(perft::perft(game, position, 0), 1);

        let read = game.parse_position(&text).unwrap_or_else(|r| panic!("{r:?}: {context}"));
        assert_eq!(game.position_text(&read), text, "text of a position: {context}");
        assert_eq!(game.key(&read), game.key(position), "key of a read position: {context}");
        if result.is_none() {
            assert_eq!(read, *position, "{context}");
        }

        let mut ends: Vec<(u64, G::Position)> = Vec::new();
        game.for_each_move(position, |_, end| ends.push((game.key(end), *end)));
        ends.sort_by_key(|(key, _)| *key);
        for pair in ends.windows(2) {
            assert!(pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1, "two positions with one key: {context}");
        }

        self.check_setup(position, &moves, rng, context);
        self.check_steps(position, position, 1, context);
        self.check_classic_players(position, &texts, rng, context);
        self.check_symmetries(position, result, context);
        for (text, turn) in sample(&moves, rng).into_iter().chain(moves.first()) {
            assert_eq!(game.parse_move(position, text).as_ref(), Ok(turn), "text of a move: {context}");
            self.check_spellings(position, text, turn, context);
        }
        for text in sample(previous_moves, rng) {
            let accepted = game.parse_move(position, text).map(|turn| game.move_text(position, &turn)).ok();
            // If a turn may start with a later step, its leading slash is optional.
            let legal = texts.get(text.as_str()).or_else(|| texts.get(format!("/{text}").as_str()));
            assert_eq!(accepted.as_deref(), legal.copied(), "is {text} legal: {context}");
        }
        for text in sample(previous_moves, rng) {
            self.check_legal_or_rejected(position, &mutated(text, rng), &texts, context);
        }
        self.check_random_entry(position, &texts, result, rng, context);
        if moves.len() <= MAX_MOVES_FOR_ENTRY_TREE {
            self.check_entry_tree(position, &texts, context);
        }
    }

    /// Checks that a position survives a round trip through a setup, and that other setups are rejected only with the game's own
    /// codes.
    fn check_setup(
        &self,
        position: &G::Position,
        moves: &[(String, Turn<G::Step>)],
        rng: &mut ChaCha8Rng,
        context: &str,
    ) {
        let game = self.game;
        let scene = game.scene(position);
        let mut setup = game.setup(position);
        let text = game.setup_text(&setup);
        let read = game.parse_position(&text).unwrap_or_else(|r| panic!("{r:?} in {text}: {context}"));
        assert_eq!(game.scene(&read), scene, "{text}: {context}");
        // A finished game may look unfinished with the counters of a new game.
        if !moves.is_empty() {
            assert_eq!(game.moves(&read), moves, "{text}: {context}");
        }

        setup.clear();
        for (square, cell) in scene.board.squares().zip(&scene.cells) {
            cell.pieces.iter().for_each(|&piece| setup.place_piece(square, piece));
        }
        assert_eq!(game.setup_text(&setup), text, "put back piece by piece: {context}");

        for _ in 0..8 {
            self.change_setup(&mut setup, rng);
            let text = game.setup_text(&setup);
            match game.parse_position(&text) {
                Ok(read) => {
                    assert_eq!(game.setup(&read), setup, "{text}: {context}");
                    assert_eq!(game.position_text(&read), text, "{context}");
                }
                Err(reasons) => {
                    assert!(!reasons.is_empty(), "{text}: {context}");
                    let own = reasons.iter().all(|r| self.info.codes.contains(&r.code));
                    assert!(own, "{reasons:?} of {text}: {context}");
                }
            }
        }
    }

    /// Makes a random change to a setup.
    fn change_setup(&self, setup: &mut BoardSetup, rng: &mut ChaCha8Rng) {
        let board = setup.scene().board;
        let square = board.at(rng.random_range(0..board.len()));
        let seat = Seat(rng.random_range(0..self.info.players.len()) as u8);
        match rng.random_range(0..20) {
            0..=7 => setup.place_piece(square, *setup.palette().choose(rng).expect("a piece")),
            8..=13 => setup.remove_piece(square),
            14 | 15 => {
                if let Some(&counter) = setup.adjustable_counters().choose(rng) {
                    setup.set_counter(seat, counter.name, rng.random_range(0..=counter.count + 1));
                }
            }
            16 => setup.set_to_move(seat),
            17 | 18 => setup.toggle_notice(),
            _ => setup.clear(),
        }
    }

    /// Checks that every generated step can be completed, and that no step's touches are a prefix of another's.
    fn check_steps(&self, start: &G::Position, position: &G::Position, number: usize, context: &str) {
        assert!(number <= MAX_TURN_STEPS, "a turn has at most {MAX_TURN_STEPS} steps: {context}");
        let mut steps = Vec::new();
        self.game.for_each_step(position, |step| steps.push(step));
        let is_within_turn = !self.game.is_between_turns(position);
        assert!(!is_within_turn || !steps.is_empty(), "a turn that cannot be completed: {context}");
        assert!(!is_within_turn || self.game.immediate_outcome(position).is_none(), "decided within a turn: {context}");
        let mut touches: Vec<_> = steps.iter().map(|&step| self.game.touches(step)).collect();
        touches.sort();
        for pair in touches.windows(2) {
            assert!(pair[0].is_empty() || !pair[1].starts_with(&pair[0]), "{:?} and {:?}: {context}", pair[0], pair[1]);
        }
        for &step in steps.iter().take(40) {
            let next = self.game.play(position, step);
            assert_ne!(self.game.key(&next), self.game.key(position), "a step changes the key: {context}");
            if !self.game.is_between_turns(&next) {
                assert_eq!(self.game.to_move(&next), self.game.to_move(start), "same player within a turn: {context}");
                self.check_steps(start, &next, number + 1, context);
            }
        }
    }

    /// Checks that the classic players move legally, and deterministically with a seed.
    fn check_classic_players(
        &self,
        position: &G::Position,
        texts: &BTreeSet<&str>,
        rng: &mut ChaCha8Rng,
        context: &str,
    ) {
        if texts.is_empty() {
            return;
        }
        for player in self.info.classics {
            let seed = rng.random();
            let choose = || {
                let turn = self.game.classic_move(player, position, &mut ChaCha8Rng::seed_from_u64(seed));
                self.game.move_text(position, &turn)
            };
            let chosen = choose();
            assert!(texts.contains(chosen.as_str()), "{player} plays {chosen}: {context}");
            assert_eq!(chosen, choose(), "{player} under a seed: {context}");
        }
    }

    /// Checks that symmetries preserve moves and outcomes.
    fn check_symmetries(&self, position: &G::Position, result: Option<Outcome>, context: &str) {
        let after = |position: &G::Position, turn: &Turn<G::Step>| self.game.position_after(position, turn);
        for symmetry in self.game.symmetries() {
            let image = self.game.transformed(position, symmetry);
            let context = &format!("{symmetry:?}: {context}");
            assert_eq!(self.game.key(&image), self.game.computed_key(&image), "{context}");
            let swapped = |seat: Seat| if symmetry.swap { seat.other() } else { seat };
            let expected = result.map(|o| Outcome { winner: o.winner.map(swapped), ..o });
            assert_eq!(self.game.position_outcome(&image), expected, "{context}");
            assert_eq!(self.game.to_move(&image), swapped(self.game.to_move(position)), "{context}");
            let ends = |position: &G::Position, transform: bool| {
                let mut keys: Vec<u64> = Vec::new();
                self.game.for_each_move(position, |turn, _| {
                    let end = after(position, turn);
                    let end = if transform { self.game.transformed(&end, symmetry) } else { end };
                    keys.push(self.game.key(&end));
                });
                keys.sort();
                keys
            };
            if self.game.count_moves(position) <= MAX_MOVES_FOR_ENTRY_TREE as u64 {
                assert_eq!(ends(position, true), ends(&image, false), "{context}");
            }
        }
    }

    /// Checks that a move may be typed with separated squares, in capitals, and with letters and numbers exchanged.
    fn check_spellings(&self, position: &G::Position, text: &str, turn: &Turn<G::Step>, context: &str) {
        let mut at = *position;
        let mut touches: Vec<Touch> = Vec::new();
        for &step in turn {
            touches.extend(self.game.touches(step));
            at = self.game.play(&at, step);
        }
        let exchanged = |t: &Touch| match t {
            Touch::Square(s) => format!("{} {}", s.row + 1, char::from(b'A' + s.col)),
            Touch::Supply => "@".to_string(),
        };
        let exchanged: Vec<String> = touches.iter().map(exchanged).collect();
        if !touches.is_empty() {
            for typed in [format_touches(&touches), format_touches(&touches).to_uppercase(), exchanged.join(" , ")] {
                let read = self.game.parse_move(position, &typed);
                assert_eq!(read.as_ref(), Ok(turn), "{typed} for {text}: {context}");
            }
        }
        let progress = progress::progress(self.game, position, &touches);
        assert_eq!(progress.complete.as_deref(), Some(text), "{context}");
        assert_eq!(progress.rejection, None, "{context}");
    }

    fn check_legal_or_rejected(&self, position: &G::Position, text: &str, legal: &BTreeSet<&str>, context: &str) {
        match self.game.parse_move(position, text) {
            Ok(turn) => {
                let canonical = self.game.move_text(position, &turn);
                assert!(legal.contains(canonical.as_str()), "{text:?} read as {canonical}: {context}");
            }
            Err(rejection) => self.check_sentence(&rejection),
        }
    }

    fn check_sentence(&self, rejection: &sanban_core::Rejection) {
        let sentence = rejection.sentence(&[self.info.messages], LANGUAGES[0]);
        assert!(sentence.contains(' ') && sentence.ends_with('.'), "{}: {sentence}", rejection.code.id);
    }

    /// Enters random touches, and checks that the allowed ones are accepted and the others rejected with a reason.
    fn check_random_entry(
        &self,
        position: &G::Position,
        legal: &BTreeSet<&str>,
        result: Option<Outcome>,
        rng: &mut ChaCha8Rng,
        context: &str,
    ) {
        let board = self.game.board();
        let mut touches: Vec<Touch> = Vec::new();
        loop {
            let now = progress::progress(self.game, position, &touches);
            assert_eq!(now.rejection, None, "{touches:?}: {context}");
            assert_eq!(now.complete.is_none() && now.next.is_empty(), result.is_some(), "{touches:?}: {context}");
            if let Some(complete) = &now.complete {
                assert!(legal.contains(complete.as_str()), "{complete}: {context}");
            }
            let mut other = board.squares().map(Touch::Square).chain([Touch::Supply]).filter(|t| !now.next.contains(t));
            if let Some(wrong) = other.nth(rng.random_range(0..3)) {
                let tried: Vec<Touch> = touches.iter().copied().chain([wrong]).collect();
                let (at, rejection) = progress::progress(self.game, position, &tried).rejection.expect("rejected");
                assert_eq!(at, touches.len(), "{context}");
                self.check_sentence(&rejection);
            }
            match now.next.choose(rng) {
                Some(&next) => touches.push(next),
                None => break,
            }
        }
    }

    /// Checks that everything that can be entered, in any order, is a legal move with its smallest text, and that all legal moves
    /// can be entered.
    fn check_entry_tree(&self, position: &G::Position, legal: &BTreeSet<&str>, context: &str) {
        let mut spellings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        self.for_each_entered_turn(position, &mut Turn::new(), &mut |steps| {
            let canonical = self.game.canonical(position, steps);
            let (text, end) =
                (self.game.move_text(position, &canonical), self.game.position_after(position, &canonical));
            assert_eq!(end, self.game.position_after(position, steps), "{text}: {context}");
            spellings.entry(text).or_default().insert(self.game.move_text(position, steps));
        });
        assert!(spellings.keys().map(String::as_str).eq(legal.iter().copied()), "{context}");
        for (canonical, spellings) in &spellings {
            assert_eq!(spellings.first(), Some(canonical), "the smallest text: {context}");
        }
    }

    fn for_each_entered_turn(
        &self,
        position: &G::Position,
        turn: &mut Turn<G::Step>,
        emit: &mut impl FnMut(&Turn<G::Step>),
    ) {
        self.game.for_each_entry_step(position, |step| {
            let next = self.game.play(position, step);
            turn.push(step);
            if self.game.is_between_turns(&next) {
                emit(turn);
            } else {
                self.for_each_entered_turn(&next, turn, emit);
            }
            turn.pop();
        });
    }

    /// Checks that perft by steps, by moves and by divide agree.
    fn check_perft(&self, start: &G::Position) {
        fn by_moves<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
            let moves = game.moves(position);
            if depth == 1 {
                return moves.len() as u64;
            }
            moves.iter().map(|(_, turn)| by_moves(game, &game.position_after(position, turn), depth - 1)).sum()
        }
        for depth in 1..=3 {
            let nodes = perft::perft(self.game, start, depth);
            if nodes > 30_000 {
                break;
            }
            assert_eq!(by_moves(self.game, start, depth), nodes, "{}", self.context);
            let mut reported = 0;
            let divided = perft::divide(self.game, start, depth, 2, &mut |_, n| reported += n);
            assert_eq!(divided.iter().map(|(_, n)| n).sum::<u64>(), nodes, "{}", self.context);
            assert_eq!(reported, nodes, "{}", self.context);
        }
    }

    /// Checks the session's answers, random moves, symmetry key and limit against the game.
    fn check_session(&self, rules: &Rules, session: &GameSession<G>, moves: &[String], rng: &mut ChaCha8Rng) {
        let answers = session.puzzle_answers();
        assert!(answers.iter().map(|(text, _)| text).eq(moves), "{}", self.context);
        let (text, answer) = answers.choose(rng).unwrap();
        assert_eq!(session.puzzle_answer(text).as_ref(), Ok(answer), "{}", self.context);
        assert!(moves.contains(&session.random_move(rng)), "{}", self.context);
        let position = self.game.parse_position(&session.position_text()).unwrap();
        assert_eq!(session.limit(), self.game.limit(&position), "{}", self.context);
        for symmetry in self.game.symmetries() {
            let image = self.game.position_text(&self.game.transformed(&position, symmetry));
            let image = GameSession::<G>::new(rules.clone(), Some(&image)).unwrap();
            assert_eq!(image.symmetry_key(), session.symmetry_key(), "{symmetry:?} {}", self.context);
        }
    }

    fn check_same(&self, fork: &dyn Session, expected: &dyn Session) {
        assert_eq!(fork.position_text(), expected.position_text(), "{}", self.context);
        assert_eq!(fork.played(), expected.played(), "{}", self.context);
        assert_eq!(fork.last_squares(), expected.last_squares(), "{}", self.context);
        assert_eq!(fork.last_move_marks(), expected.last_move_marks(), "{}", self.context);
        assert_eq!(fork.outcome(), expected.outcome(), "{}", self.context);
    }

    /// Checks that records of random games survive a round trip, with comments and variations.
    fn check_records(&self, rules: &Rules, rng: &mut ChaCha8Rng) {
        let mut session = GameSession::<G>::new(rules.clone(), None).unwrap();
        let start: Box<dyn Session> = session.fork();
        let mut line = Line { comments: vec!["A random game.".into()], moves: vec![] };
        for number in 0..60 {
            let moves = session.moves();
            if session.outcome().is_some() {
                break;
            }
            self.check_session(rules, &session, &moves, rng);
            let mut played = Move { text: moves.choose(rng).unwrap().clone(), ..Move::default() };
            if number % 5 == 0 {
                played.comments = vec![format!("[%eval 0.{number}] So far.")];
                let text = moves.choose(rng).unwrap().clone();
                let variation = Move { text, ..Move::default() };
                played.variations = vec![Line { comments: vec![], moves: vec![variation] }];
            }
            let before = session.fork();
            assert_eq!(session.play(&played.text).as_ref(), Ok(&played.text));
            self.check_same(&*session.fork_at(number), &*before);
            line.moves.push(played);
        }
        self.check_same(&*session.fork_at(0), &*start);
        self.check_same(&*session.fork_at(usize::MAX), &session);
        let mut record = Record { line, result: "*".into(), ..Record::default() };
        record.set_tag("Date", "2026.11.15");
        record.set_tag("Annotator", "a \"quoted\" name");
        record.check(&mut *start.fork()).unwrap();
        let text = record.text();
        let mut read = Record::parse(&text).unwrap_or_else(|r| panic!("{r:?} in {text}"));
        let mut reopened = start.fork();
        read.check(&mut *reopened).unwrap_or_else(|r| panic!("{r:?} in {text}"));
        assert!(read.line == record.line && read.result == record.result, "{}", self.context);
        assert_eq!(read.text(), text, "{}", self.context);
        assert_eq!(reopened.position_text(), session.position_text(), "{}", self.context);
        assert_eq!(reopened.outcome(), session.outcome(), "{}", self.context);
    }
}

/// A text with a few random changes.
fn mutated(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        let letter = *['a', 'b', 'c', '1', '2', '3', '/', '-', '@', ' ', 'x', '9', 'é'].choose(rng).unwrap();
        let at = rng.random_range(0..=chars.len());
        match rng.random_range(0..3) {
            0 => chars.insert(at, letter),
            1 if at < chars.len() => chars[at] = letter,
            _ if at < chars.len() => drop(chars.remove(at)),
            _ => {}
        }
    }
    chars.into_iter().collect()
}

/// Up to thirty random items of a list.
fn sample<'a, T>(list: &'a [T], rng: &mut ChaCha8Rng) -> Vec<&'a T> {
    (0..list.len().min(30)).filter_map(|_| list.choose(rng)).collect()
}

/// Plays random games with all rules.
pub fn check<S: Subject>() {
    let rulesets = rulesets::<S>();
    std::thread::scope(|scope| {
        for (seed, rules) in (0..).zip(&rulesets) {
            scope.spawn(move || S::visit(rules, Suite { seed, known_positions: known_positions::<S>(rules) }));
        }
    });
}
