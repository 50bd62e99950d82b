//! One running game, for any front end.

pub mod clock;
pub mod local_game;
pub mod player;
pub mod study;

use crate::board_setup::BoardSetup;
use crate::game::{Game, GameExt, Turn};
use crate::info::GameInfo;
use crate::outcome::{Outcome, Reason, Seat};
use crate::perft;
use crate::progress::{self, Progress, Touch};
use crate::rejection::{Rejection, common};
use crate::rules::Rules;
use crate::scene::Scene;
use rand::{Rng, RngExt};

/// A running game of any kind. It is always between turns; what is entered of a turn is the front end's to keep.
pub trait Session: Send + Sync {
    /// The game's facts.
    fn info(&self) -> &'static GameInfo;
    /// The rules it is played by.
    fn rules(&self) -> &Rules;
    /// Whether the position is the game's start, as if no move had been made.
    fn is_at_start(&self) -> bool;
    /// The text of the position.
    fn position_text(&self) -> String;
    /// The text of the position that the game was begun from.
    fn start_text(&self) -> &str;
    /// The canonical texts of the moves played since.
    fn played(&self) -> &[String];
    /// The player to move.
    fn to_move(&self) -> Seat;
    /// How the game ended, if it has: its own result first, then draws by repetition and limits.
    fn outcome(&self) -> Option<Outcome>;
    /// The canonical texts of all legal moves in byte order. Draws are ignored.
    fn moves(&self) -> Vec<String>;
    /// The canonical text of a move that a person typed, if it is legal.
    fn canonical_move(&self, text: &str) -> Result<String, Rejection>;
    /// What a move that a person typed has to have in common with the solution of a puzzle: its canonical text without the
    /// steps that only round it off.
    fn choice(&self, text: &str) -> Result<String, Rejection>;
    /// All legal moves, each with its [`choice`](Session::choice).
    fn choices(&self) -> Vec<(String, String)>;
    /// A legal move, chosen uniformly at random.
    fn random_move(&self, rng: &mut dyn Rng) -> String;
    /// A key that the position shares with its mirror images and rotations.
    fn symmetry_key(&self) -> u64;
    /// How many turns may still be played before a limit draws the game, and which limit; nothing without a limit.
    fn limit(&self) -> Option<(u32, Reason)>;
    /// Plays a move that a person typed and gives its canonical text; the game is unchanged if it is refused.
    fn play(&mut self, text: &str) -> Result<String, Rejection>;
    /// What may be said of these touches, entered in this position.
    fn progress(&self, touches: &[Touch]) -> Progress;
    /// What to draw.
    fn scene(&self) -> Scene;
    /// The position as a setup, to be changed by hand.
    fn setup(&self) -> BoardSetup;
    /// The text of a setup of this game, possible or not; a game opened from it is refused with every reason against it.
    fn setup_text(&self, setup: &BoardSetup) -> String;
    /// Perft for each move; `depth` at least 1. `done` is told each as soon as it is counted.
    fn divide(&self, depth: u32, threads: usize, done: &mut dyn FnMut(&str, u64)) -> Vec<(String, u64)>;
    /// A classic player's move.
    fn classic_move(&self, player: &str, rng: &mut dyn Rng) -> Result<String, Rejection>;
    /// A classic player's evaluation of the position for a seat.
    fn classic_value(&self, player: &str, seat: Seat) -> Result<f64, Rejection>;
    /// From now on the game is not drawn by repetition or a limit.
    fn ignore_draws(&mut self);
    /// The same game once more, to be continued differently.
    fn fork(&self) -> Box<dyn Session>;
    /// The same game where it began.
    fn fork_from_start(&self) -> Box<dyn Session>;
}

/// A game on the table: the session of one particular game.
#[derive(Clone)]
pub struct GameSession<G: Game> {
    game: G,
    rules: Rules,
    start_text: String,
    played: Vec<String>,
    begun: G::Position,
    position: G::Position,
    /// The keys of all positions that have stood between turns, the present one last.
    history: Vec<u64>,
    draws: bool,
}

impl<G: Game> GameSession<G> {
    /// A game from the start, or from a position's text.
    pub fn new(rules: Rules, position: Option<&str>) -> Result<Self, Rejection> {
        let game = G::new(&rules);
        let position = match position {
            None => game.start(),
            Some(text) => game.parse_position(text).map_err(|reasons| common::POSITION.with(&[]).because(reasons))?,
        };
        let history = vec![game.key(&position)];
        let start_text = game.position_text(&position);
        Ok(GameSession { game, rules, start_text, played: Vec::new(), begun: position, position, history, draws: true })
    }

    fn drawn(&self) -> Option<Reason> {
        let now = self.history.last();
        let times = self.history.iter().filter(|&key| Some(key) == now).count();
        let repeated = (times >= 3 && self.rules.is_on("repetition")).then_some(Reason::REPETITION);
        repeated.or_else(|| self.game.limit_reached(&self.position)).filter(|_| self.draws)
    }

    fn reject_if_over(&self) -> Result<(), Rejection> {
        self.outcome().map_or(Ok(()), |outcome| Err(common::GAME_OVER.with(&[&outcome.reason])))
    }

    fn known_classic(&self, player: &str) -> Result<(), Rejection> {
        let info = G::INFO;
        let known = info.classics.contains(&player);
        let rejection = || common::UNKNOWN_CLASSIC.with(&[&player, &info.name, &info.classics.join(", ")]);
        known.then_some(()).ok_or_else(rejection)
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

    fn to_move(&self) -> Seat {
        self.game.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.position_outcome(&self.position).or_else(|| self.drawn().map(Outcome::draw))
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves(&self.position).into_iter().map(|(text, _)| text).collect()
    }

    fn canonical_move(&self, text: &str) -> Result<String, Rejection> {
        self.reject_if_over()?;
        let turn = self.game.parse_move(&self.position, text)?;
        Ok(self.game.move_text(&self.position, &turn))
    }

    fn choice(&self, text: &str) -> Result<String, Rejection> {
        self.reject_if_over()?;
        let turn = self.game.parse_move(&self.position, text)?;
        Ok(self.game.choice_text(&self.position, &turn))
    }

    fn choices(&self) -> Vec<(String, String)> {
        let moves = self.game.moves(&self.position).into_iter();
        moves.map(|(text, turn)| (text, self.game.choice_text(&self.position, &turn))).collect()
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
        let text = self.game.move_text(&self.position, &turn);
        self.position = self.game.after(&self.position, &turn);
        self.history.push(self.game.key(&self.position));
        self.played.push(text.clone());
        Ok(text)
    }

    fn progress(&self, touches: &[Touch]) -> Progress {
        let progress = progress::progress(&self.game, &self.position, touches);
        match self.reject_if_over() {
            Ok(()) => progress,
            // Draws are the session's to know: the position alone would let the game go on.
            Err(over) => Progress {
                text: String::new(),
                complete: None,
                begun: 0,
                next: Vec::new(),
                refused: (!touches.is_empty()).then_some((0, over)),
                scene: self.scene(),
            },
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
        self.known_classic(player)?;
        self.reject_if_over()?;
        let turn = self.game.classic_move(player, &self.position, rng);
        Ok(self.game.move_text(&self.position, &turn))
    }

    fn classic_value(&self, player: &str, seat: Seat) -> Result<f64, Rejection> {
        self.known_classic(player)?;
        let value = self.game.classic_value(player, &self.position, seat);
        value.ok_or_else(|| common::NO_EVALUATION.with(&[&player]))
    }

    fn ignore_draws(&mut self) {
        self.draws = false;
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn fork_from_start(&self) -> Box<dyn Session> {
        let history = self.history[..1].to_vec();
        Box::new(GameSession { played: Vec::new(), position: self.begun, history, ..self.clone() })
    }
}
