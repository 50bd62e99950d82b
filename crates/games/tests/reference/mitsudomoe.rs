use crate::{Judgement, assert_same};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::{Rules, Seat};
use sanban_games::{mitsudomoe::INFO, registry};
use std::collections::BTreeMap;

type Square = (i32, i32);

#[derive(Clone)]
struct Reference {
    size: i32,
    /// Rings as `w` and `b` from the bottom up, and perhaps a ball `W` or `B`.
    stacks: BTreeMap<Square, String>,
    to_move: char,
    supply: BTreeMap<char, i32>,
    turn: u32,
    goal_lock: bool,
    passive_loss: bool,
    either: bool,
}

fn name((col, row): Square) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

fn other(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

impl Reference {
    fn squares(&self) -> Vec<Square> {
        (0..self.size).flat_map(|row| (0..self.size).map(move |col| (col, row))).collect()
    }

    fn ball(&self, at: Square) -> Option<char> {
        self.stacks[&at].chars().last().filter(char::is_ascii_uppercase).map(|c| c.to_ascii_lowercase())
    }

    fn top_ring(&self, at: Square) -> Option<char> {
        self.stacks[&at].chars().rfind(char::is_ascii_lowercase)
    }

    fn home(&self, colour: char) -> [Square; 3] {
        let last = self.size - 1;
        if colour == 'w' { [(0, 0), (0, 1), (1, 0)] } else { [(last, last), (last, last - 1), (last - 1, last)] }
    }

    fn at_goal(&self, at: Square) -> bool {
        self.ball(at).is_some_and(|colour| self.home(other(colour)).contains(&at))
    }

    fn take(&mut self, at: Square) -> char {
        self.stacks.get_mut(&at).unwrap().pop().unwrap()
    }

    fn put(&mut self, at: Square, piece: char) {
        self.stacks.get_mut(&at).unwrap().push(piece);
    }

    fn text(&self) -> String {
        let row = |row: i32| {
            let mut cells: Vec<String> = Vec::new();
            let mut empty = 0;
            let flush = |empty: &mut i32, cells: &mut Vec<String>| {
                match *empty {
                    0 => {}
                    1 => cells.push("x".into()),
                    n => cells.push(format!("x{n}")),
                }
                *empty = 0;
            };
            for col in 0..self.size {
                let stack = &self.stacks[&(col, row)];
                if stack.is_empty() {
                    empty += 1;
                } else {
                    flush(&mut empty, &mut cells);
                    cells.push(stack.clone());
                }
            }
            flush(&mut empty, &mut cells);
            cells.join(",")
        };
        let rows: Vec<String> = (0..self.size).rev().map(row).collect();
        format!("{} {} {} {} {}", rows.join("/"), self.to_move, self.supply[&'w'], self.supply[&'b'], self.turn)
    }

    fn ring_steps(&self) -> Vec<(String, Reference)> {
        let me = self.to_move;
        let mut steps = Vec::new();
        let mut sources = vec![None];
        sources.extend(self.squares().into_iter().map(Some));
        for source in sources {
            for to in self.squares() {
                if self.ball(to).is_some() || source == Some(to) {
                    continue;
                }
                let mut next = self.clone();
                let text = match source {
                    None if self.supply[&me] > 0 => {
                        *next.supply.get_mut(&me).unwrap() -= 1;
                        format!("@{}", name(to))
                    }
                    Some(from) if self.stacks[&from].ends_with(me) => {
                        next.take(from);
                        format!("{}{}", name(from), name(to))
                    }
                    _ => continue,
                };
                next.put(to, me);
                steps.push((text, next));
            }
        }
        steps
    }

    /// Ball steps with the balls they vault over.
    fn ball_steps(&self) -> Vec<(String, Reference, Vec<Square>)> {
        let me = self.to_move;
        let mut steps = Vec::new();
        for from in self.squares().into_iter().filter(|&s| self.ball(s) == Some(me)) {
            if self.goal_lock && self.at_goal(from) {
                continue;
            }
            for (dc, dr) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let mut to = (from.0 + dc, from.1 + dr);
                let mut over = Vec::new();
                while self.stacks.contains_key(&to) && self.ball(to).is_some() {
                    over.push(to);
                    to = (to.0 + dc, to.1 + dr);
                }
                if !self.stacks.contains_key(&to) || self.top_ring(to) != Some(me) {
                    continue;
                }
                over.retain(|&s| self.ball(s) != Some(me));
                if self.goal_lock && over.iter().any(|&s| self.at_goal(s)) {
                    continue;
                }
                let mut next = self.clone();
                let ball = next.take(from);
                next.put(to, ball);
                steps.push((format!("{}{}", name(from), name(to)), next, over));
            }
        }
        steps
    }

    /// Adds all ways to relocate with their texts.
    fn relocations(&self, over: &[Square], text: String, found: &mut Vec<(String, Reference)>) {
        if over.is_empty() {
            found.push((text, self.clone()));
            return;
        }
        for (i, &from) in over.iter().enumerate() {
            let colour = self.ball(from).unwrap();
            for to in self.squares() {
                if to != from && self.ball(to).is_none() && self.top_ring(to) == Some(colour) {
                    let mut next = self.clone();
                    let ball = next.take(from);
                    next.put(to, ball);
                    let mut rest = over.to_vec();
                    rest.remove(i);
                    next.relocations(&rest, format!("{text}/{}{}", name(from), name(to)), found);
                }
            }
        }
    }

    fn moves(&self) -> BTreeMap<String, String> {
        // By ring step, ball step and position: the smallest text.
        let mut turns: BTreeMap<(String, String, String), String> = BTreeMap::new();
        let mut add = |ring: &str, ball: &str, text: String, mut end: Reference| {
            end.to_move = other(end.to_move);
            end.turn += 1;
            let entry = turns.entry((ring.into(), ball.into(), end.text())).or_insert_with(|| text.clone());
            if text < *entry {
                *entry = text;
            }
        };
        let mut with_ball = |ring: &str, after_ring: &Reference| {
            for (ball, after_ball, over) in after_ring.ball_steps() {
                let mut found = Vec::new();
                after_ball.relocations(&over, format!("{ring}/{ball}"), &mut found);
                found.into_iter().for_each(|(text, end)| add(ring, &ball, text, end));
            }
        };
        for (ring, after_ring) in self.ring_steps() {
            with_ball(&ring, &after_ring);
        }
        if self.either {
            with_ball("", self);
            for (ring, after_ring) in self.ring_steps() {
                add(&ring, "", ring.clone(), after_ring);
            }
        }
        turns.into_iter().map(|((_, _, end), text)| (text, end)).collect()
    }

    fn judgement(&self) -> Judgement {
        let name = |colour| if colour == 'w' { "white" } else { "black" };
        let mover = other(self.to_move);
        let fills_goal = |colour| self.home(other(colour)).iter().all(|&s| self.ball(s) == Some(colour));
        let result = match () {
            _ if self.turn <= 1 => None,
            _ if fills_goal(mover) => Some((mover, "goal squares filled")),
            _ if fills_goal(self.to_move) => Some((self.to_move, "goal squares filled")),
            _ if self.passive_loss && self.home(mover).iter().all(|&s| self.ball(s).is_some()) => {
                Some((self.to_move, "home full"))
            }
            _ => None,
        };
        let moves = if result.is_some() { BTreeMap::new() } else { self.moves() };
        let result = result.or_else(|| moves.is_empty().then_some((mover, "no legal turn")));
        Judgement { moves, result: result.map(|(winner, reason)| format!("{} ({reason})", name(winner))) }
    }
}

/// The squares of a player's balls in a position's text.
fn balls(position: &str, ball: char) -> Vec<Square> {
    let rows: Vec<&str> = position.split(' ').next().unwrap().split('/').collect();
    let mut found = Vec::new();
    for (row, text) in (0..).zip(rows.iter().rev()) {
        let mut col = 0;
        for cell in text.split(',') {
            if cell.ends_with(ball) {
                found.push((col, row));
            }
            col += cell.strip_prefix('x').map_or(1, |run| run.parse().unwrap_or(1));
        }
    }
    found
}

impl Reference {
    fn progress_value(&self, position: &str, colour: char) -> i32 {
        let goal = self.home(other(colour));
        let walk = |(col, row): Square| if colour == 'w' { col + row } else { 2 * (self.size - 1) - col - row };
        let value = |s: Square| walk(s) + if goal.contains(&s) { 20 } else { 0 };
        balls(position, colour.to_ascii_uppercase()).into_iter().map(value).sum()
    }

    /// What `easy`, `medium` or `hard` plays, from the texts of the moves alone.
    fn choose(&self, level: &str, moves: &BTreeMap<String, String>) -> String {
        let me = self.to_move;
        // A text's parts: ring step, ball step, relocations.
        let parts = |text: &str| {
            let mut parts = text.splitn(3, '/').map(str::to_string);
            [parts.next().unwrap(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default()]
        };
        let has = |text: &str, i: usize| !parts(text)[i].is_empty();
        let mut list: Vec<(&String, &String)> = moves.iter().filter(|(t, _)| has(t, 0) && has(t, 1)).collect();
        if list.is_empty() {
            list = moves.iter().filter(|(t, _)| has(t, 1)).collect();
        }
        if list.is_empty() {
            list = moves.iter().collect();
        }
        let best_ball = |ring: &str, easy: bool| {
            let mut values: BTreeMap<String, i32> = BTreeMap::new();
            for (text, end) in list.iter().filter(|(t, _)| parts(t)[0] == ring) {
                values.insert(parts(text)[1].clone(), self.progress_value(end, me));
            }
            let values: Vec<(String, i32)> = values.into_iter().collect();
            let most = values.iter().map(|v| v.1).max().unwrap();
            let best = values.iter().position(|v| v.1 == most).unwrap();
            values[if easy && best > 0 { best - 1 } else { best }].clone()
        };
        let mut rings: Vec<String> = list.iter().map(|(t, _)| parts(t)[0].clone()).collect();
        rings.sort();
        rings.dedup();
        let mut ring = rings[0].clone();
        for candidate in rings {
            if best_ball(&candidate, level != "hard").1 > best_ball(&ring, level != "hard").1 {
                ring = candidate;
            }
        }
        let ball = best_ball(&ring, level == "easy").0;
        let same: Vec<_> = list.iter().filter(|(t, _)| parts(t)[0] == ring && parts(t)[1] == ball).collect();
        let least = same.iter().map(|(_, end)| self.progress_value(end, other(me))).min().unwrap();
        let worst = same.iter().position(|(_, end)| self.progress_value(end, other(me)) == least).unwrap();
        same[if level == "easy" && worst > 0 { worst - 1 } else { worst }].0.clone()
    }
}

/// Puts the three balls of the player not to move in a row between a ball and a ring of the player to move.
fn line_up(reference: &mut Reference, rng: &mut ChaCha8Rng) {
    let (me, them) = (reference.to_move, other(reference.to_move));
    let rows = rng.random_range(0..reference.size);
    let mut line: Vec<Square> = (0..5).map(|col| (col, rows)).collect();
    if rng.random_bool(0.5) {
        line.reverse();
    }
    let mut free: Vec<Square> = reference.squares().into_iter().filter(|s| !line.contains(s)).collect();
    free.shuffle(rng);
    reference.supply = [('w', 0), ('b', 0)].into();
    reference.stacks.values_mut().for_each(String::clear);
    for (&square, ring) in line.iter().zip([me, them, them, them, me]) {
        reference.put(square, ring);
    }
    let supply = rng.random_range(0..3);
    reference.supply.insert(me, supply);
    let others = free.iter().zip(vec![me; 6 - supply as usize]);
    let theirs = free.iter().rev().zip(vec![them; 5]);
    let placed: Vec<(Square, char)> = others.chain(theirs).map(|(&s, ring)| (s, ring)).collect();
    placed.iter().for_each(|&(square, ring)| reference.put(square, ring));
    for (&square, ball) in line[..4].iter().zip([me, them, them, them]) {
        reference.put(square, ball.to_ascii_uppercase());
    }
    let mut own: Vec<Square> = free.iter().copied().filter(|&s| reference.top_ring(s) == Some(me)).collect();
    own.shuffle(rng);
    own[..2].iter().for_each(|&square| reference.put(square, me.to_ascii_uppercase()));
}

/// A random position, concentrated on a few squares so that balls meet.
fn random_position(rng: &mut ChaCha8Rng) -> Option<(Rules, Reference)> {
    let size = *[5, 5, 5, 5, 6, 8].choose(rng)?;
    let [goal_lock, passive_loss, both] = [(); 3].map(|()| rng.random_bool(0.6));
    let word = |on: bool| if on { "on" } else { "off" };
    let rules = format!(
        "size={size},goal-lock={},passive-loss={},turn={}",
        word(goal_lock),
        word(passive_loss),
        if both { "both" } else { "either" }
    );
    let mut reference = Reference {
        size,
        stacks: BTreeMap::new(),
        to_move: *['w', 'b'].choose(rng)?,
        supply: [('w', rng.random_range(0..=4)), ('b', rng.random_range(0..=4))].into(),
        turn: rng.random_range(1..4),
        goal_lock,
        passive_loss,
        either: !both,
    };
    reference.stacks = reference.squares().into_iter().map(|s| (s, String::new())).collect();
    let mut squares = reference.squares();
    let mut homes: Vec<Square> = reference.home('w').into_iter().chain(reference.home('b')).collect();
    squares.shuffle(rng);
    homes.shuffle(rng);
    // Many positions are crowded in the corners.

    let crowd: Vec<Square> = match rng.random_range(0..3) {
        0 => homes.into_iter().chain(squares).take(rng.random_range(7..12)).collect(),
        1 => {
            let (col, row) = (rng.random_range(0..size - 2), rng.random_range(0..size - 2));
            squares.retain(|s| (s.0 - col - 1).abs() <= 2 && (s.1 - row - 1).abs() <= 1);
            squares
        }
        _ => squares,
    };
    let mut rings: Vec<char> = Vec::new();
    for colour in ['w', 'b'] {
        rings.extend(vec![colour; 8 - reference.supply[&colour] as usize]);
    }
    rings.shuffle(rng);
    for ring in rings {
        reference.put(*crowd.choose(rng)?, ring);
    }
    if rng.random_bool(0.1) {
        line_up(&mut reference, rng);
        return Some((Rules::parse(&INFO, &rules).unwrap(), reference));
    }
    for colour in ['w', 'b'] {
        let mut tops: Vec<Square> =
            reference.squares().into_iter().filter(|&s| reference.top_ring(s) == Some(colour)).collect();
        if tops.len() < 3 {
            return None;
        }
        tops.shuffle(rng);
        for &square in &tops[..3] {
            reference.put(square, colour.to_ascii_uppercase());
        }
    }
    Some((Rules::parse(&INFO, &rules).unwrap(), reference))
}

#[test]
fn mitsudomoe_agrees_with_the_reference() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut double, mut triple, mut over) = (0, 0, 0);
    let mut checked = 0;
    while checked < 150 {
        let Some((rules, reference)) = random_position(&mut rng) else { continue };
        let judgement = reference.judgement();
        let relocated = judgement.moves.keys().map(|text| text.matches('/').count()).max().unwrap_or(0);
        double += u32::from(relocated == 3);
        triple += u32::from(relocated == 4);
        over += u32::from(judgement.result.is_some());
        assert_same(&rules, &reference.text(), &judgement);
        if judgement.result.is_none() {
            let mut session = registry::open(rules, Some(&reference.text())).unwrap();
            session.ignore_draws();
            for level in ["easy", "medium", "hard"] {
                let chosen = session.classic_move(level, &mut rng).unwrap();
                assert_eq!(chosen, reference.choose(level, &judgement.moves), "{level}: {}", reference.text());
            }
            let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| session.classic_value("hard", seat).unwrap());
            assert_eq!([white, black], ['w', 'b'].map(|c| f64::from(reference.progress_value(&reference.text(), c))));
        }
        checked += 1;
    }
    // The random positions cover the special cases.
    assert!(double >= 5 && triple >= 5 && over >= 3, "{double} double, {triple} triple, {over} over");
}
