use crate::{Judgement, assert_same};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::{Rules, Seat};
use sanban_games::{jinli::INFO, registry};
use std::collections::BTreeMap;

type Square = (i32, i32);

#[derive(Clone)]
struct Reference {
    size: i32,
    pieces: BTreeMap<Square, char>,
    to_move: char,
    stones: BTreeMap<char, i32>,
    score: BTreeMap<char, i32>,
    turn: u32,
    lift: bool,
    target: i32,
    gift: bool,
}

fn name((col, row): Square) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

fn other(colour: char) -> char {
    if colour == 'y' { 'r' } else { 'y' }
}

fn adjacent(a: Square, b: Square) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

impl Reference {
    fn squares(&self) -> Vec<Square> {
        (0..self.size).flat_map(|row| (0..self.size).map(move |col| (col, row))).collect()
    }

    fn is_empty(&self, (col, row): Square) -> bool {
        (0..self.size).contains(&col) && (0..self.size).contains(&row) && !self.pieces.contains_key(&(col, row))
    }

    fn text(&self) -> String {
        let row = |row: i32| {
            let mut text = String::new();
            let mut run = 0;
            for col in 0..self.size {
                match self.pieces.get(&(col, row)) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            text += &run.to_string();
                        }
                        run = 0;
                        text.push(*piece);
                    }
                }
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        let rows: Vec<String> = (0..self.size).rev().map(row).collect();
        let (stones, score) = (&self.stones, &self.score);
        format!(
            "{} {} {} {} {} {} {}{}",
            rows.join("/"),
            self.to_move,
            stones[&'y'],
            stones[&'r'],
            score[&'y'],
            score[&'r'],
            self.turn,
            if self.lift { " lift" } else { "" }
        )
    }

    fn ended(mut self, lift: bool) -> String {
        self.to_move = other(self.to_move);
        self.turn += 1;
        self.lift = lift;
        self.text()
    }

    /// The turns of the player to move, without passes.
    fn turns(&self) -> BTreeMap<String, String> {
        let me = self.to_move;
        let mut turns = BTreeMap::new();
        if self.lift {
            for stone in self.squares().into_iter().filter(|s| self.pieces.get(s) == Some(&'o')) {
                let mut lifted = self.clone();
                lifted.lift = false;
                lifted.pieces.remove(&stone);
                *lifted.stones.get_mut(&other(me)).unwrap() += 1;
                turns.extend(lifted.turns().into_iter().map(|(text, end)| (format!("-{}/{text}", name(stone)), end)));
            }
            return turns;
        }
        for from in self.squares().into_iter().filter(|s| self.pieces.get(s) == Some(&me)) {
            for to in self.squares().into_iter().filter(|&s| self.is_empty(s)) {
                let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                let straight = (from.0 - to.0) % 2 == 0 && (from.1 - to.1) % 2 == 0;
                let jump = straight && adjacent(from, middle) && self.pieces.get(&middle) == Some(&'o');
                if !(adjacent(from, to) || jump && adjacent(middle, to)) {
                    continue;
                }
                let mut moved = self.clone();
                moved.pieces.remove(&from);
                moved.pieces.insert(to, me);
                let koi = moved.pieces.iter().filter(|(s, p)| **p != 'o' && adjacent(**s, to)).count();
                *moved.score.get_mut(&me).unwrap() += koi as i32;
                let text = format!("{}{}", name(from), name(to));
                if jump && !adjacent(from, to) || self.stones[&me] == 0 {
                    turns.insert(text, moved.ended(false));
                    continue;
                }
                for drop in moved.squares().into_iter().filter(|&s| moved.is_empty(s)) {
                    let mut dropped = moved.clone();
                    dropped.pieces.insert(drop, 'o');
                    *dropped.stones.get_mut(&me).unwrap() -= 1;
                    let emptied = dropped.stones[&me] == 0;
                    turns.insert(format!("{text}/{}", name(drop)), dropped.ended(self.gift && emptied));
                }
            }
        }
        turns
    }

    fn judgement(&self) -> Judgement {
        let player = |colour| if colour == 'y' { "yellow" } else { "red" };
        for colour in [other(self.to_move), self.to_move] {
            if self.score[&colour] >= self.target {
                return Judgement { moves: BTreeMap::new(), result: Some(format!("{} (points)", player(colour))) };
            }
        }
        let turns = self.turns();
        if !turns.is_empty() {
            return Judgement { moves: turns, result: None };
        }
        let mut passed = self.clone();
        passed.to_move = other(self.to_move);
        passed.lift = false;
        if passed.turns().is_empty() {
            let winner = match self.score[&'y'].cmp(&self.score[&'r']) {
                std::cmp::Ordering::Greater => "yellow",
                std::cmp::Ordering::Less => "red",
                std::cmp::Ordering::Equal => "draw",
            };
            return Judgement { moves: BTreeMap::new(), result: Some(format!("{winner} (both blocked)")) };
        }
        Judgement { moves: [("--".to_string(), self.clone().ended(false))].into(), result: None }
    }
}

impl Reference {
    /// The most points that a player could score if it were to move, and the target squares of those moves.
    fn best_scores(&self, colour: char) -> (i32, Vec<Square>) {
        let mut reference = self.clone();
        reference.to_move = colour;
        reference.lift = false;
        reference.stones = [('y', 0), ('r', 0)].into();
        let points_scored = |end: &String| {
            let fields: Vec<&str> = end.split(' ').collect();
            fields[if colour == 'y' { 4 } else { 5 }].parse::<i32>().unwrap() - self.score[&colour]
        };
        let turns = reference.turns();
        let best = turns.values().map(points_scored).max().unwrap_or(0);
        let text = |t: &str| (i32::from(t.as_bytes()[2] - b'a'), i32::from(t.as_bytes()[3] - b'1'));
        (best, turns.iter().filter(|(_, end)| points_scored(end) == best).map(|(t, _)| text(t)).collect())
    }

    /// Whether `greedy` could play this turn, after any lift.
    fn greedy_could(&self, turn: &str) -> bool {
        let square = |t: &str| (i32::from(t.as_bytes()[0] - b'a'), i32::from(t.as_bytes()[1] - b'1'));
        let (from, to) = (square(turn), square(&turn[2..]));
        let mut moved = self.clone();
        moved.pieces.remove(&from);
        moved.pieces.insert(to, self.to_move);
        let replies = moved.best_scores(other(self.to_move)).1;
        let drop_fits =
            turn.split_once('/').is_none_or(|(_, drop)| replies.is_empty() || replies.contains(&square(drop)));
        self.best_scores(self.to_move).1.contains(&to) && drop_fits
    }
}

fn random_position(rng: &mut ChaCha8Rng) -> (Rules, Reference) {
    let size = rng.random_range(5..=9).min(rng.random_range(5..=9));
    let stones = rng.random_range(1..=20);
    let target = rng.random_range(1..=30);
    let gift = rng.random_bool(0.5);
    let rules = format!("size={size},stones={stones},target={target},gift={}", if gift { "on" } else { "off" });
    let mut reference = Reference {
        size,
        pieces: BTreeMap::new(),
        to_move: *['y', 'r'].choose(rng).unwrap(),
        stones: [('y', rng.random_range(0..=stones.min(2))), ('r', 0)].into(),
        score: [('y', rng.random_range(0..=target)), ('r', rng.random_range(0..=target))].into(),
        turn: rng.random_range(1..500),
        lift: false,
        target,
        gift,
    };
    let left = 2 * stones - reference.stones[&'y'];
    *reference.stones.get_mut(&'r').unwrap() = rng.random_range(0..=left.min(2));
    let on_board = left - reference.stones[&'r'];
    let mut squares = reference.squares();
    squares.shuffle(rng);
    if rng.random_bool(0.4) {
        // Everything in one corner, so that koi are blocked.
        squares.sort_by_key(|s| s.0.max(s.1));
        let crowd = squares.len().min(4 + on_board as usize);
        squares[..crowd].shuffle(rng);
    }
    let mut pieces = vec!['o'; (on_board as usize).min(squares.len() - 4)];
    if rng.random_bool(0.5) {
        pieces.truncate(rng.random_range(0..=pieces.len()));
    }
    for colour in ['y', 'y', 'r', 'r'] {
        pieces.insert(rng.random_range(0..=pieces.len()), colour);
    }
    reference.pieces = squares.into_iter().zip(pieces).collect();
    let has_stones = reference.pieces.values().any(|&p| p == 'o');
    reference.lift = gift && has_stones && reference.stones[&other(reference.to_move)] == 0 && rng.random_bool(0.7);
    (Rules::parse(&INFO, &rules).unwrap(), reference)
}

#[test]
fn jin_li_agrees_with_the_reference() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut passes, mut blocked, mut lifts, mut stuck_lifts) = (0, 0, 0, 0);
    for _ in 0..1200 {
        let (rules, reference) = random_position(&mut rng);
        let judgement = reference.judgement();
        let passing = judgement.moves.contains_key("--");
        passes += u32::from(passing);
        stuck_lifts += u32::from(passing && reference.lift);
        blocked += u32::from(judgement.result.as_ref().is_some_and(|r| r.contains("blocked")));
        lifts += u32::from(reference.lift && !judgement.moves.is_empty());
        if judgement.moves.len() < 3000 {
            assert_same(&rules, &reference.text(), &judgement);
            if judgement.result.is_none() && !passing {
                let mut session = registry::open(rules, Some(&reference.text())).unwrap();
                session.ignore_draws();
                let chosen = session.classic_move("greedy", &mut rng).unwrap();
                let mut reference = reference.clone();
                let turn = match chosen.strip_prefix('-').and_then(|rest| rest.split_once('/')) {
                    Some((stone, turn)) => {
                        reference.pieces.retain(|s, _| name(*s) != stone);
                        turn
                    }
                    None => &chosen,
                };
                assert!(reference.greedy_could(turn), "{chosen}: {}", reference.text());
                let valued =
                    session.classic_value("greedy", if reference.to_move == 'y' { Seat::SECOND } else { Seat::FIRST });
                if !reference.lift {
                    assert_eq!(
                        valued,
                        Ok(f64::from(reference.best_scores(other(reference.to_move)).0)),
                        "{}",
                        reference.text()
                    );
                }
            }
        }
    }
    // The random positions cover the special cases.
    let found = [passes, blocked, lifts, stuck_lifts];
    assert!(passes >= 10 && blocked >= 1 && lifts >= 50, "passes, blocked, lifts, passes of a lift: {found:?}");
}
