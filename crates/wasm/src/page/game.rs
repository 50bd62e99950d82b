//! A game on the page.

use super::view::{PositionView, TurnView, seat, turns};
use super::{open_session, turn_input};
use crate::records::read_record;
use crate::timer::timer;
use crate::{game_message, language, to_js, to_js_error};
use sanban_core::clock::TimeControl;
use sanban_core::ending::Ending;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::player::Player;
use sanban_core::rejection::common;
use sanban_core::{GameInfo, Rejection, Seat, TurnInput, TurnInputExt, speech};
use sanban_engine::{Spec, levels};
use serde::Serialize;
use std::time::Duration;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A game as its page shows it.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct GameView {
    #[serde(flatten)]
    position_view: PositionView,
    sides: [SideView; 2],
    turns: Vec<TurnView>,
    can_swap_sides: bool,
    can_undo: bool,
    can_redo: bool,
    /// The seat of the only person.
    reader: Option<u8>,
    /// The last move in words, without the player's name.
    last_move_in_words: String,
    /// How the game ended, once it is over.
    ending: Option<EndingView>,
    /// The name of the next stronger opponent of the only person.
    next_level: Option<String>,
}

/// How a game ended, in words.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct EndingView {
    /// Who won, without a full stop.
    headline: String,
    /// Why, as a sentence.
    reason: String,
    /// The final score, in games with points.
    score: Option<String>,
    /// All of it in one line.
    sentence: String,
}

/// A side of a game and its player.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct SideView {
    /// The name of the side.
    player: String,
    /// The name of the player.
    name: String,
    spec: String,
    is_human: bool,
    /// The milliseconds left on the clock.
    time_left: Option<f64>,
}

/// A game as a list shows it.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct GameSummary {
    game: &'static str,
    rules: String,
    position: String,
    /// The names of the players, by seat.
    names: [String; 2],
    turn_count: usize,
    result: Option<String>,
}

/// A game on the page.
#[wasm_bindgen]
pub struct Game {
    local: LocalGame,
}

#[wasm_bindgen]
impl Game {
    /// Begins a game from a position, or from the start if it is empty. Each seat has a player, `human` or a computer player,
    /// and a name. `clock` is a time control such as `5m+3s`, or empty.
    #[allow(clippy::too_many_arguments)]
    pub fn begin(
        game: &str,
        rules: &str,
        position: &str,
        specs: Vec<String>,
        names: Vec<String>,
        pie: bool,
        clock: &str,
        seed: u32,
        date: &str,
    ) -> Result<Game, JsError> {
        let session = open_session(game, rules, position)?;
        let info = session.info();
        let control = match clock {
            "" => None,
            text => {
                let rejection = || to_js_error(None)(common::BAD_CLOCK.with(&[&text]));
                Some(TimeControl::parse(text).ok_or_else(rejection)?)
            }
        };
        let player = |index: usize| {
            let spec = specs.get(index).map_or("human", String::as_str);
            let player = Player::new(spec, names.get(index).map(String::as_str));
            check_player(&player, info).map(|()| player).map_err(to_js_error(Some(info)))
        };
        let seats = [player(0)?, player(1)?];
        let config = LocalGameConfig { session, date: date.to_string(), seats, pie, control, seed: seed.into(), timer };
        Ok(Game { local: LocalGame::new(config) })
    }

    /// Resumes a saved game, or any other record.
    pub fn resume(record: &str) -> Result<Game, JsError> {
        let (record, session) = read_record(record)?;
        let info = session.info();
        let local = LocalGame::resume(record, session, timer);
        for seat in [Seat::FIRST, Seat::SECOND] {
            check_player(local.player(seat), info).map_err(to_js_error(Some(info)))?;
        }
        Ok(Game { local })
    }

    /// A new game with the same settings and swapped sides.
    pub fn rematch(&self, seed: u32, date: &str) -> Game {
        Game { local: self.local.rematch(date.to_string(), seed.into(), timer) }
    }

    /// A rematch against the next stronger opponent; null if there is none.
    #[wasm_bindgen(js_name = nextLevel)]
    pub fn next_level(&self, seed: u32, date: &str) -> Option<Game> {
        let opponent = self.next_opponent()?;
        let mut game = self.rematch(seed, date);
        let person = game.local.reader()?;
        game.local.set_player(person.other(), opponent);
        Some(game)
    }

    pub fn view(&self, flipped: bool) -> Ts<GameView> {
        let local = &self.local;
        let session = local.session();
        to_js(&GameView {
            position_view: PositionView::of_input(local, flipped),
            sides: [Seat::FIRST, Seat::SECOND].map(|seat| self.side(seat)),
            turns: turns(session),
            can_swap_sides: local.can_swap_sides(),
            can_undo: local.can_undo(),
            can_redo: local.can_redo(),
            reader: local.reader().map(|seat| seat.0),
            last_move_in_words: self.last_move_in_words(),
            ending: local.ending(language()).map(EndingView::from),
            next_level: self.next_opponent().map(|player| self.display_name(&player)),
        })
    }

    /// How the game ended, addressed to the player at a seat; null while it goes on.
    #[wasm_bindgen(js_name = endingFor)]
    pub fn ending_for(&self, number: u8) -> Option<Ts<EndingView>> {
        let session = self.local.session();
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| self.local.name(seat, language()));
        let outcome = self.local.outcome()?;
        let reader = Some(seat(number));
        let ending = Ending::new(session.rules(), language(), outcome, &names, reader, &session.scene());
        Some(to_js(&EndingView::from(ending)))
    }

    /// The last move in words, without the player's name; empty at the start.
    #[wasm_bindgen(js_name = lastMoveInWords)]
    pub fn last_move_in_words(&self) -> String {
        let session = self.local.session();
        let mover = session.to_move().other();
        speech::move_in_words(session.info(), language(), &session.describe_last_move(), mover)
    }

    /// The position after a number of turns.
    #[wasm_bindgen(js_name = viewAt)]
    pub fn view_at(&self, turns: usize, flipped: bool) -> Ts<PositionView> {
        to_js(&PositionView::of_session(&*self.local.session().fork_at(turns), flipped))
    }

    pub fn summary(&self) -> Ts<GameSummary> {
        let session = self.local.session();
        to_js(&GameSummary {
            game: session.info().id,
            rules: session.rules().text(),
            position: session.position_text(),
            names: [Seat::FIRST, Seat::SECOND].map(|seat| self.local.name(seat, language())),
            turn_count: session.played().len(),
            result: self.local.ending(language()).map(|ending| ending.sentence()),
        })
    }

    /// The id of the game's rules.
    #[wasm_bindgen(getter)]
    pub fn id(&self) -> String {
        self.info().id.to_string()
    }

    /// The moves played so far.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        self.local.session().played().to_vec()
    }

    #[wasm_bindgen(getter, js_name = lastMove)]
    pub fn last_move(&self) -> Option<String> {
        self.local.session().played().last().cloned()
    }

    /// The seat to move.
    #[wasm_bindgen(getter, js_name = toMove)]
    pub fn to_move(&self) -> u8 {
        self.local.session().to_move().0
    }

    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.local.outcome().is_some()
    }

    /// The partly entered turn, as a text for `enter`.
    #[wasm_bindgen(getter, js_name = enteredText)]
    pub fn entered_text(&self) -> String {
        turn_input::entered_text(&self.local)
    }

    /// The name of the player at a seat.
    #[wasm_bindgen(js_name = playerName)]
    pub fn player_name(&self, number: u8) -> String {
        self.local.name(seat(number), language())
    }

    /// Whether a person plays at a seat.
    #[wasm_bindgen(js_name = isHuman)]
    pub fn is_human(&self, number: u8) -> bool {
        self.local.player(seat(number)).is_human()
    }

    /// The squares that can be picked next and lose at once, in a game against one of the weakest levels.
    #[wasm_bindgen(js_name = losingTouches)]
    pub fn losing_touches(&self) -> Vec<String> {
        if self.local.warns_of_traps() { turn_input::losing_touches(&self.local) } else { Vec::new() }
    }

    /// Picks a square, or `@` for the supply. Returns whether that completed a turn.
    pub fn touch(&mut self, target: &str) -> Result<bool, JsError> {
        turn_input::touch(&mut self.local, target)
    }

    /// Picks up the piece on a square to drag it. Returns whether that completed a turn.
    pub fn grab(&mut self, square: &str) -> Result<bool, JsError> {
        turn_input::grab(&mut self.local, square)
    }

    /// Enters typed steps or a whole turn. Returns whether that completed a turn.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        turn_input::enter(&mut self.local, text)
    }

    /// Plays a whole turn.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        turn_input::play(&mut self.local, text)
    }

    /// Ends a turn that may end or continue. Returns whether it may end here.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        turn_input::end_turn(&mut self.local)
    }

    /// Undoes the last step of the partly entered turn. Returns whether there was one.
    #[wasm_bindgen(js_name = undoStep)]
    pub fn undo_step(&mut self) -> bool {
        self.local.undo_step()
    }

    /// Undoes turns back to a person's last one. Returns whether there was anything to undo.
    pub fn undo(&mut self) -> bool {
        self.local.undo()
    }

    /// Redoes undone turns. Returns whether there were any.
    pub fn redo(&mut self) -> bool {
        self.local.redo()
    }

    /// Resigns for a seat.
    pub fn resign(&mut self, number: u8) {
        self.local.resign(seat(number));
    }

    /// Ends the game with a result and a reason from the server, as records write them. A result by the rules comes first.
    #[wasm_bindgen(js_name = setResult)]
    pub fn set_result(&mut self, result: &str, reason: &str) -> Result<(), JsError> {
        let mut record = self.local.saved_record();
        record.result = result.to_string();
        record.set_tag("Termination", reason);
        *self = Game::resume(&record.text())?;
        Ok(())
    }

    /// Swaps the sides by the pie rule.
    #[wasm_bindgen(js_name = swapSides)]
    pub fn swap_sides(&mut self) {
        self.local.swap_sides();
    }

    /// Declines to swap sides.
    #[wasm_bindgen(js_name = declineSwap)]
    pub fn decline_swap(&mut self) {
        self.local.decline_swap();
    }

    /// Runs the clock of the player to move. Returns whether it has just run out.
    pub fn tick(&mut self) -> bool {
        self.local.tick()
    }

    /// The milliseconds left on the clock of a seat.
    #[wasm_bindgen(js_name = timeLeft)]
    pub fn time_left(&self, number: u8) -> Option<f64> {
        self.local.time_left(seat(number)).map(to_milliseconds)
    }

    /// The seed for random choices of the next turn.
    #[wasm_bindgen(getter)]
    pub fn seed(&self) -> f64 {
        (self.local.seed() % (1 << 52)) as f64
    }

    /// The record for others to read.
    pub fn record(&self) -> String {
        self.local.record().text()
    }

    /// The record with everything that `resume` needs.
    #[wasm_bindgen(js_name = savedRecord)]
    pub fn saved_record(&self) -> String {
        self.local.saved_record().text()
    }
}

impl Game {
    fn info(&self) -> &'static GameInfo {
        self.local.session().info()
    }

    /// The next stronger opponent of the only person.
    fn next_opponent(&self) -> Option<Player> {
        let opponent = self.local.player(self.local.reader()?.other());
        levels::next_level(&opponent.spec).map(|spec| Player::new(&spec, None))
    }

    fn display_name(&self, player: &Player) -> String {
        player.display_name(self.info(), Seat::FIRST, language())
    }

    fn side(&self, seat: Seat) -> SideView {
        let info = self.info();
        let player = self.local.player(seat);
        SideView {
            player: game_message(info, info.players[seat.index()]),
            name: self.local.name(seat, language()),
            spec: player.spec.clone(),
            is_human: player.is_human(),
            time_left: self.local.time_left(seat).map(to_milliseconds),
        }
    }
}

impl From<Ending> for EndingView {
    fn from(ending: Ending) -> Self {
        let sentence = ending.sentence();
        EndingView { headline: ending.headline, reason: ending.reason, score: ending.score, sentence }
    }
}

/// Rejects a computer player that doesn't exist.
fn check_player(player: &Player, info: &'static GameInfo) -> Result<(), Rejection> {
    if player.is_human() { Ok(()) } else { Spec::parse(&player.spec, info).map(drop) }
}

fn to_milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
