//! A running game, behind an object-safe trait for any front end.

pub mod clock;
pub mod ending;
pub mod local_game;
pub mod pie_rule;
pub mod player;
pub mod study;
pub mod turn_input;

use crate::board_setup::BoardSetup;
use crate::game::{Game, GameExt, Turn};
use crate::info::GameInfo;
use crate::move_marks::{self, MoveMark};
use crate::move_text;
use crate::outcome::{Outcome, Reason, Seat};
use crate::perft;
use crate::phrase::Phrase;
use crate::progress::{self, Progress, Touch};
use crate::rejection::{Rejection, common};
use crate::rules::Rules;
use crate::scene::Scene;
use crate::square::Square;
use crate::traps;
use rand::{Rng, RngExt};

/// A running game of any kind. It is always between turns; the front end keeps the touches of a partly entered turn.
pub trait Session: Send + Sync {
    /// The game's metadata.
    fn info(&self) -> &'static GameInfo;
    /// The rules in effect.
    fn rules(&self) -> &Rules;
    /// Whether the position is the game's standard start.
    fn is_at_start(&self) -> bool;
    /// The position in the notation of the game; opening a game from it continues without the moves so far.
    fn position_text(&self) -> String;
    /// The text of the position that this session started from.
    fn start_text(&self) -> &str;
    /// The canonical texts of the moves played since the start.
    fn played(&self) -> &[String];
    /// The squares to mark for the last move; none at the start.
    fn last_squares(&self) -> Vec<Square>;
    /// What the last move did to the board, by steps: see [`MoveMark`]. Nothing at the start.
    fn last_move_marks(&self) -> Vec<(usize, MoveMark)>;
    /// What a typed move would do to the board, by steps, if it is legal: see [`MoveMark`]. Steps that were entered are left out.
    fn move_marks(&self, text: &str, entered: &[Touch]) -> Result<Vec<(usize, MoveMark)>, Rejection>;
    /// The last move in words, a phrase for each step; none at the start.
    fn describe_last_move(&self) -> Vec<Phrase>;
    /// A typed move in words, a phrase for each step; none if it is not legal.
    fn describe_move(&self, text: &str) -> Vec<Phrase>;
    /// Why to play a move, as clauses, the most important first; none if it is not legal.
    fn move_reasons(&self, text: &str) -> Vec<Phrase>;
    /// The player to move.
    fn to_move(&self) -> Seat;
    /// How the game ended, if it has. The game's own result comes before draws by repetition and limits.
    fn outcome(&self) -> Option<Outcome>;
    /// The canonical texts of all legal moves in byte order. Ignores draws.
    fn moves(&self) -> Vec<String>;
    /// The canonical text of a typed move, if it is legal.
    fn canonical_move(&self, text: &str) -> Result<String, Rejection>;
    /// The touches of a typed move, if it is legal. [`Session::play_touches`] plays it without parsing it again.
    fn parse_move(&self, text: &str) -> Result<Vec<Touch>, Rejection>;
    /// The part of a typed move that must match the solution of a puzzle: its canonical text without finishing steps.
    fn puzzle_answer(&self, text: &str) -> Result<String, Rejection>;
    /// All legal moves, each with its puzzle answer.
    fn puzzle_answers(&self) -> Vec<(String, String)>;
    /// A legal move, chosen uniformly at random.
    fn random_move(&self, rng: &mut dyn Rng) -> String;
    /// A key that the position shares with its mirror images and rotations.
    fn symmetry_key(&self) -> u64;
    /// How many turns are left before a limit draws the game, and which limit that is; `None` without a limit.
    fn limit(&self) -> Option<(u32, Reason)>;
    /// Plays a typed move and returns its canonical text. A rejected move leaves the game unchanged.
    fn play(&mut self, text: &str) -> Result<String, Rejection>;
    /// Plays the turn that these touches complete and returns its canonical text. A rejected turn leaves the game unchanged.
    fn play_touches(&mut self, touches: &[Touch]) -> Result<String, Rejection>;
    /// The state of a turn's entry after these touches.
    fn progress(&self, touches: &[Touch]) -> Progress;
    /// The touches that may come next and lose at once, whatever the rest of the turn: see [`traps`].
    fn losing_touches(&self, touches: &[Touch]) -> Vec<Touch>;
    /// What to draw.
    fn scene(&self) -> Scene;
    /// The position as a setup that can be edited.
    fn setup(&self) -> BoardSetup;
    /// The text of a setup of this game, valid or not. Opening a game from it rejects an invalid one with all reasons.
    fn setup_text(&self, setup: &BoardSetup) -> String;
    /// Perft for each move; `depth` is at least 1. Calls `done` with each count as soon as it is known.
    fn divide(&self, depth: u32, threads: usize, done: &mut dyn FnMut(&str, u64)) -> Vec<(String, u64)>;
    /// A classic player's move.
    fn classic_move(&self, player: &str, rng: &mut dyn Rng) -> Result<String, Rejection>;
    /// A classic player's evaluation of the position for a seat.
    fn classic_value(&self, player: &str, seat: Seat) -> Result<f64, Rejection>;
    /// Turns off draws by repetition and limits.
    fn ignore_draws(&mut self);
    /// A copy of the game that can continue differently.
    fn fork(&self) -> Box<dyn Session>;
    /// A copy of the game after its first `turns` moves; all of them if it has fewer.
    fn fork_at(&self, turns: usize) -> Box<dyn Session>;
}

/// The session of a game type.
#[derive(Clone)]
pub struct GameSession<G: Game> {
    game: G,
    rules: Rules,
    start_text: String,
    played: Vec<String>,
    /// The steps of all moves since the start, one after another: a list for each move would take several times the memory.
    steps: Vec<G::Step>,
    start: G::Position,
    position: G::Position,
    /// The position before the last move, and its steps.
    last_turn: Option<(G::Position, Turn<G::Step>)>,
    /// The keys of all positions between turns, the current one last.
    history: Vec<u64>,
    has_draws: bool,
}

impl<G: Game> GameSession<G> {
    /// Opens a game from the start, or from a position's text.
    pub fn new(rules: Rules, position: Option<&str>) -> Result<Self, Rejection> {
        let game = G::new(&rules);
        let position = match position {
            None => game.start(),
            Some(text) => game.parse_position(text).map_err(|reasons| common::POSITION.with(&[]).because(reasons))?,
        };
        let history = vec![game.key(&position)];
        let start_text = game.position_text(&position);
        let (start, played, steps) = (position, Vec::new(), Vec::new());
        let (last_turn, has_draws) = (None, true);
        Ok(GameSession { game, rules, start_text, played, steps, start, position, last_turn, history, has_draws })
    }

    /// Why the game is drawn by repetition or a limit, if it is.
    fn draw_reason(&self) -> Option<Reason> {
        self.draw_reason_after(&self.history[..self.history.len() - 1], &self.position)
    }

    /// Why a position draws the game after the positions with these keys, if it does.
    fn draw_reason_after(&self, earlier: &[u64], position: &G::Position) -> Option<Reason> {
        let key = self.game.key(position);
        let occurrences = earlier.iter().filter(|&&earlier| earlier == key).count();
        let repetition = (occurrences >= 2 && self.rules.is_on("repetition")).then_some(Reason::REPETITION);
        repetition.or_else(|| self.game.limit_reached(position)).filter(|_| self.has_draws)
    }

    /// Plays a legal turn and returns its canonical text.
    fn play_turn(&mut self, turn: Turn<G::Step>) -> String {
        let text = self.game.move_text(&self.position, &turn);
        self.apply_turn(turn);
        self.history.push(self.game.key(&self.position));
        self.played.push(text.clone());
        text
    }

    /// Changes the position by a legal turn. The caller adds it to the history.
    fn apply_turn(&mut self, turn: Turn<G::Step>) {
        let base = self.position;
        self.position = self.game.position_after(&base, &turn);
        self.steps.extend_from_slice(&turn);
        self.last_turn = Some((base, turn));
    }

    fn reject_if_over(&self) -> Result<(), Rejection> {
        self.outcome().map_or(Ok(()), |outcome| Err(common::GAME_OVER.with(&[&outcome.reason])))
    }

    fn check_classic(&self, player: &str) -> Result<(), Rejection> {
        let info = G::INFO;
        let is_known = info.classics.contains(&player);
        let rejection = || common::UNKNOWN_CLASSIC.with(&[&player, &info.name, &info.classics.join(", ")]);
        is_known.then_some(()).ok_or_else(rejection)
    }
}

impl<G: Game> Session for GameSession<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn is_at_start(&self) -> bool {
        self.position == self.game.start()
    }

    fn position_text(&self) -> String {
        self.game.position_text(&self.position)
    }

    fn start_text(&self) -> &str {
        &self.start_text
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn last_squares(&self) -> Vec<Square> {
        let steps = self.last_turn.iter().flat_map(|(_, turn)| turn);
        steps.flat_map(|&step| self.game.marked_squares(step)).collect()
    }

    fn last_move_marks(&self) -> Vec<(usize, MoveMark)> {
        let last = self.last_turn.as_ref();
        last.map_or_else(Vec::new, |(base, turn)| move_marks::move_marks(&self.game, base, turn, &[]))
    }

    fn move_marks(&self, text: &str, entered: &[Touch]) -> Result<Vec<(usize, MoveMark)>, Rejection> {
        self.reject_if_over()?;
        let turn = self.game.parse_move(&self.position, text)?;
        Ok(move_marks::move_marks(&self.game, &self.position, &turn, entered))
    }

    fn describe_last_move(&self) -> Vec<Phrase> {
        let last = self.last_turn.as_ref();
        last.map_or_else(Vec::new, |(before, turn)| self.game.describe_move(before, turn))
    }

    fn describe_move(&self, text: &str) -> Vec<Phrase> {
        let turn = self.game.parse_move(&self.position, text);
        turn.map_or_else(|_| Vec::new(), |turn| self.game.describe_move(&self.position, &turn))
    }

    fn move_reasons(&self, text: &str) -> Vec<Phrase> {
        let turn = self.game.parse_move(&self.position, text);
        turn.map_or_else(|_| Vec::new(), |turn| self.game.move_reasons(&self.position, &turn))
    }

    fn to_move(&self) -> Seat {
        self.game.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.position_outcome(&self.position).or_else(|| self.draw_reason().map(Outcome::draw))
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves(&self.position).into_iter().map(|(text, _)| text).collect()
    }

    fn canonical_move(&self, text: &str) -> Result<String, Rejection> {
        self.reject_if_over()?;
        let turn = self.game.parse_move(&self.position, text)?;
        Ok(self.game.move_text(&self.position, &turn))
    }

    fn parse_move(&self, text: &str) -> Result<Vec<Touch>, Rejection> {
        self.reject_if_over()?;
        Ok(progress::parse_move(&self.game, &self.position, text)?.0)
    }

    fn puzzle_answer(&self, text: &str) -> Result<String, Rejection> {
        self.reject_if_over()?;
        let turn = self.game.parse_move(&self.position, text)?;
        Ok(self.game.puzzle_answer(&self.position, &turn))
    }

    fn puzzle_answers(&self) -> Vec<(String, String)> {
        let moves = self.game.moves(&self.position).into_iter();
        moves.map(|(text, turn)| (text, self.game.puzzle_answer(&self.position, &turn))).collect()
    }

    fn random_move(&self, rng: &mut dyn Rng) -> String {
        let mut chosen = Turn::new();
        let mut count = 0u32;
        self.game.for_each_move(&self.position, |turn, _| {
            count += 1;
            if rng.random_range(..count) == 0 {
                chosen = turn.clone();
            }
        });
        self.game.move_text(&self.position, &chosen)
    }

    fn symmetry_key(&self) -> u64 {
        let images = self.game.symmetries().into_iter().map(|s| self.game.transformed(&self.position, s));
        images.map(|image| self.game.key(&image)).min().expect("the identity is a symmetry")
    }

    fn limit(&self) -> Option<(u32, Reason)> {
        self.game.limit(&self.position)
    }

    fn play(&mut self, text: &str) -> Result<String, Rejection> {
        self.reject_if_over()?;
        let turn = self.game.parse_move(&self.position, text)?;
        Ok(self.play_turn(turn))
    }

    fn play_touches(&mut self, touches: &[Touch]) -> Result<String, Rejection> {
        self.reject_if_over()?;
        let text = move_text::format_touches(touches);
        let turn = progress::complete_turn(&self.game, &self.position, touches, &text)?;
        Ok(self.play_turn(turn))
    }

    fn progress(&self, touches: &[Touch]) -> Progress {
        match self.reject_if_over() {
            Ok(()) => progress::progress(&self.game, &self.position, touches),
            // Only the session knows of draws: by the position alone the game would continue.
            Err(over) => Progress {
                text: String::new(),
                complete: None,
                pending_touches: 0,
                next: Vec::new(),
                prompt: None,
                rejection: (!touches.is_empty()).then_some((0, over)),
                scene: self.scene(),
            },
        }
    }

    fn losing_touches(&self, touches: &[Touch]) -> Vec<Touch> {
        match self.outcome() {
            None => traps::losing_touches(&self.game, &self.position, touches, &|next| {
                self.draw_reason_after(&self.history, next).is_some()
            }),
            Some(_) => Vec::new(),
        }
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.position)
    }

    fn setup(&self) -> BoardSetup {
        self.game.setup(&self.position)
    }

    fn setup_text(&self, setup: &BoardSetup) -> String {
        self.game.setup_text(setup)
    }

    fn divide(&self, depth: u32, threads: usize, done: &mut dyn FnMut(&str, u64)) -> Vec<(String, u64)> {
        perft::divide(&self.game, &self.position, depth, threads, done)
    }

    fn classic_move(&self, player: &str, rng: &mut dyn Rng) -> Result<String, Rejection> {
        self.check_classic(player)?;
        self.reject_if_over()?;
        let turn = self.game.classic_move(player, &self.position, rng);
        Ok(self.game.move_text(&self.position, &turn))
    }

    fn classic_value(&self, player: &str, seat: Seat) -> Result<f64, Rejection> {
        self.check_classic(player)?;
        let value = self.game.classic_value(player, &self.position, seat);
        value.ok_or_else(|| common::NO_EVALUATION.with(&[&player]))
    }

    fn ignore_draws(&mut self) {
        self.has_draws = false;
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn fork_at(&self, turns: usize) -> Box<dyn Session> {
        let turns = turns.min(self.played.len());
        let mut fork = GameSession {
            game: self.game.clone(),
            rules: self.rules.clone(),
            start_text: self.start_text.clone(),
            played: self.played[..turns].to_vec(),
            steps: Vec::new(),
            start: self.start,
            position: self.start,
            last_turn: None,
            history: self.history[..=turns].to_vec(),
            has_draws: self.has_draws,
        };
        let mut steps = self.steps.iter();
        for _ in 0..turns {
            let (mut turn, mut at) = (Turn::new(), fork.position);
            for &step in steps.by_ref() {
                turn.push(step);
                at = self.game.play(&at, step);
                if self.game.is_between_turns(&at) {
                    break;
                }
            }
            fork.apply_turn(turn);
        }
        Box::new(fork)
    }
}
