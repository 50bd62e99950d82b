use crate::{Judgement, assert_same};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::{Rules, Seat};
use sanban_games::{jesonmor::INFO, registry};
use std::collections::BTreeMap;

type Square = (i32, i32);

#[derive(Clone)]
struct Reference {
    size: i32,
    goal: &'static str,
    knights: BTreeMap<Square, char>,
    to_move: char,
    quiet: u32,
    number: u32,
}

fn name((col, row): Square) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

fn other(player: char) -> char {
    if player == 'w' { 'b' } else { 'w' }
}

fn attacks(a: Square, b: Square) -> bool {
    let (cols, rows) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    cols * rows == 2
}

impl Reference {
    fn centre(&self) -> Square {
        (self.size / 2, self.size / 2)
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..self.size).rev() {
            let mut text = String::new();
            let mut run = 0;
            for col in 0..=self.size {
                let knight = self.knights.get(&(col, row));
                if run > 0 && (knight.is_some() || col == self.size) {
                    text += &run.to_string();
                    run = 0;
                }
                match knight {
                    Some('w') => text.push('N'),
                    Some(_) => text.push('n'),
                    None => run += 1,
                }
            }
            rows.push(text);
        }
        format!("{} {} - - {} {}", rows.join("/"), self.to_move, self.quiet, self.number)
    }

    /// The moves with the positions after them, and whether the move itself wins under `leave`.
    fn moves(&self) -> Vec<(String, Reference, bool)> {
        let mut moves = Vec::new();
        let mine = self.knights.iter().filter(|(_, k)| **k == self.to_move);
        for (&from, _) in mine {
            for (cols, rows) in (-2..=2).flat_map(|cols| (-2..=2).map(move |rows| (cols, rows))) {
                let to = (from.0 + cols, from.1 + rows);
                let on_board = (0..self.size).contains(&to.0) && (0..self.size).contains(&to.1);
                if !on_board || !attacks(from, to) || self.knights.get(&to) == Some(&self.to_move) {
                    continue;
                }
                let mut next = self.clone();
                next.knights.remove(&from);
                let captured = next.knights.insert(to, self.to_move).is_some();
                next.quiet = if captured { 0 } else { self.quiet + 1 };
                next.number += u32::from(self.to_move == 'b');
                next.to_move = other(self.to_move);
                let left = self.goal == "leave" && from == self.centre();
                moves.push((format!("{}{}", name(from), name(to)), next, left));
            }
        }
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves
    }

    fn result(&self) -> Option<(char, &'static str)> {
        for player in ['w', 'b'] {
            if !self.knights.values().any(|&k| k == player) {
                return Some((other(player), "last knight captured"));
            }
        }
        let on_centre = self.knights.get(&self.centre()).copied();
        match self.goal {
            "hold" => on_centre.filter(|&k| k == self.to_move).map(|k| (k, "held the centre")),
            "reach" => on_centre.map(|k| (k, "reached the centre")),
            _ => None,
        }
    }

    fn judgement(&self) -> Judgement {
        let name = |player| if player == 'w' { "white" } else { "black" };
        let result = self.result().map(|(winner, reason)| format!("{} ({reason})", name(winner)));
        let moves = if result.is_some() { Vec::new() } else { self.moves() };
        Judgement { moves: moves.into_iter().map(|(text, end, _)| (text, end.text())).collect(), result }
    }

    fn value(&self, a: char) -> i64 {
        let mut value = 0;
        let near = |player: char| {
            self.knights.iter().filter(|(s, k)| **k == player && attacks(**s, self.centre())).count() as i64
        };
        for (&square, &knight) in &self.knights {
            let sign = if knight == a { -1 } else { 1 };
            value += 100 * sign;
            value += if attacks(square, self.centre()) { 500 * sign } else { 0 };
            for (&attacker, &by) in &self.knights {
                value += if knight == a && by != a && attacks(attacker, square) { 500 } else { 0 };
            }
        }
        match self.knights.get(&self.centre()) {
            Some(&k) if k != a => value + 100_000,
            Some(_) if near(a) >= near(other(a)) => value - 100_000,
            Some(_) => value + 100_000,
            None => value,
        }
    }

    fn greedy(&self) -> String {
        let me = self.to_move;
        let moves = self.moves();
        let wins = |(_, end, left): &&(String, Reference, bool)| *left || end.result().is_some_and(|(w, _)| w == me);
        let winning = moves.iter().find(wins);
        let least = moves.iter().map(|(_, end, _)| end.value(me)).min().unwrap();
        winning.or_else(|| moves.iter().find(|(_, end, _)| end.value(me) == least)).unwrap().0.clone()
    }
}

fn random_position(rng: &mut ChaCha8Rng) -> (Rules, Reference) {
    let size = *[5, 7, 9, 9, 11, 13, 25].choose(rng).unwrap();
    let goal = *["leave", "hold", "reach"].choose(rng).unwrap();
    let rules = Rules::parse(&INFO, &format!("size={size},goal={goal}")).unwrap();
    let mut squares: Vec<Square> = (0..size).flat_map(|row| (0..size).map(move |col| (col, row))).collect();
    squares.shuffle(rng);
    if rng.random_bool(0.6) {
        // Around the centre, where the game is decided.
        squares.sort_by_key(|s| ((s.0 - size / 2).abs().max((s.1 - size / 2).abs()) - 1).max(1));
    }
    let most = rng.random_range(0..=size as usize);
    let white = rng.random_range(0..=most);
    let black = rng.random_range(0..=most).max(usize::from(white == 0));
    let players = vec!['w'; white].into_iter().chain(vec!['b'; black]);
    let mut players: Vec<char> = players.collect();
    if rng.random_bool(0.9) {
        players.shuffle(rng);
    }
    let knights = squares.into_iter().zip(players).collect();
    let reference = Reference {
        size,
        goal,
        knights,
        to_move: *['w', 'b'].choose(rng).unwrap(),
        quiet: rng.random_range(0..120),
        number: rng.random_range(1..300),
    };
    (rules, reference)
}

#[test]
fn jeson_mor_agrees_with_the_reference() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..1500 {
        let (rules, reference) = random_position(&mut rng);
        let judgement = reference.judgement();
        *reasons.entry(judgement.result.clone().unwrap_or_default()).or_default() += 1;
        assert_same(&rules, &reference.text(), &judgement);
        let mut session = registry::open(rules, Some(&reference.text())).unwrap();
        session.ignore_draws();
        if judgement.result.is_none() {
            let chosen = session.classic_move("greedy", &mut rng).unwrap();
            assert_eq!(chosen, reference.greedy(), "{} {}", reference.goal, reference.text());
        }
        let values = [Seat::FIRST, Seat::SECOND].map(|seat| session.classic_value("greedy", seat).unwrap() as i64);
        assert_eq!(values, ['w', 'b'].map(|player| reference.value(player)), "{}", reference.text());
        // Leaving the centre wins, although the position after it doesn't show it.
        if reference.goal == "leave" && judgement.result.is_none() {
            let moves = reference.moves();
            let (text, _, left) = moves.iter().find(|(_, _, left)| *left).unwrap_or(&moves[0]);
            session.play(text).unwrap();
            let won = session.outcome().is_some_and(|o| o.reason.0 == "left the centre");
            let took_last = session.outcome().is_some_and(|o| o.reason.0 == "last knight captured");
            assert_eq!(won, *left && !took_last, "{text}: {}", reference.text());
            if won {
                assert!(session.moves().is_empty());
                assert_eq!(session.outcome().unwrap().winner, Some(Seat(u8::from(reference.to_move == 'b'))));
            }
        }
    }
    assert!(reasons.len() >= 7 && reasons.values().all(|&n| n >= 5), "{reasons:?}");
}
