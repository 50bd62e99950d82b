//! A game being played.

use super::texts;
use super::view::{Turn, View, seat, touch};
use crate::timer::timer;
use crate::{catalogues, records::read_record};
use crate::{language, refused, value};
use sanban_core::clock::TimeControl;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::messages;
use sanban_core::player::Player;
use sanban_core::rejection::common;
use sanban_core::{GameInfo, Rejection, Seat};
use sanban_engine::Spec;
use sanban_games::registry;
use serde::Serialize;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Who sits at a side. */
export interface Side {
  /** What the side is called. */
  player: string;
  /** What whoever sits there is called. */
  name: string;
  spec: string;
  person: boolean;
  /** Milliseconds left on the clock. */
  left: number | null;
}
/** A game and all that is to be seen of it. */
export interface GameView extends View {
  game: string;
  rules: string;
  sides: Side[];
  turns: Turn[];
  mayChangeSides: boolean;
  canUndo: boolean;
  canRedo: boolean;
  result: string | null;
}
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameView {
    #[serde(flatten)]
    view: View,
    game: &'static str,
    rules: String,
    sides: [Side; 2],
    turns: Vec<Turn>,
    may_change_sides: bool,
    can_undo: bool,
    can_redo: bool,
    result: Option<String>,
}

#[derive(Serialize)]
struct Side {
    player: String,
    name: String,
    spec: String,
    person: bool,
    left: Option<f64>,
}

/// A game being played on the page.
#[wasm_bindgen]
pub struct Game {
    playing: LocalGame,
}

#[wasm_bindgen]
impl Game {
    /// Begins a game: from a position, or from the start if there is none. Each seat has a player, `human` or one of the
    /// computer's, and a name; `clock` is as in `5m+3s` or empty.
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
        let rules = texts::rules(game, rules)?;
        let info = rules.info();
        let control = match clock {
            "" => None,
            text => {
                let bad = || refused(None)(common::BAD_CLOCK.with(&[&text]));
                Some(TimeControl::parse(text).ok_or_else(bad)?)
            }
        };
        let player = |at: usize| {
            let spec = specs.get(at).map_or("human", String::as_str);
            let player = Player::new(spec, names.get(at).map(String::as_str));
            check(&player, info).map(|()| player)
        };
        let seats = [player(0), player(1)];
        let [Ok(first), Ok(second)] = seats else {
            let rejection = seats.into_iter().find_map(Result::err).expect("one was refused");
            return Err(refused(Some(info))(rejection));
        };
        let position = Some(position).filter(|text| !text.is_empty());
        let session = registry::open(rules, position).map_err(refused(Some(info)))?;
        let setup = LocalGameConfig {
            session,
            date: date.to_string(),
            seats: [first, second],
            pie,
            control,
            seed: seed.into(),
            timer,
        };
        Ok(Game { playing: LocalGame::new(setup) })
    }

    /// Goes on with a record, one that was kept or any other.
    pub fn resume(record: &str) -> Result<Game, JsError> {
        let (record, session) = read_record(record)?;
        let info = session.info();
        let playing = LocalGame::resume(record, session, timer);
        for seat in [Seat::FIRST, Seat::SECOND] {
            check(playing.player(seat), info).map_err(refused(Some(info)))?;
        }
        Ok(Game { playing })
    }

    /// The same game once more, with the sides swapped.
    pub fn rematch(&self, seed: u32, date: &str) -> Game {
        Game { playing: self.playing.rematch(date.to_string(), seed.into(), timer) }
    }

    /// All that is to be seen.
    #[wasm_bindgen(unchecked_return_type = "GameView")]
    pub fn view(&self, flipped: bool) -> JsValue {
        let playing = &self.playing;
        let session = playing.session();
        let info = session.info();
        let view = View::new(session, &playing.progress(), playing.touches(), flipped);
        let first = self.first_ply();
        let turns = session.played().iter().enumerate().map(|(at, text)| Turn::new(first + at, text));
        value(&GameView {
            view: view.ended(info, playing.outcome()),
            game: info.id,
            rules: session.rules().text(),
            sides: [Seat::FIRST, Seat::SECOND].map(|seat| self.side(seat)),
            turns: turns.collect(),
            may_change_sides: playing.may_change_sides(),
            can_undo: playing.can_undo(),
            can_redo: playing.can_redo(),
            result: playing.result_text(language()),
        })
    }

    /// The position after so many turns.
    #[wasm_bindgen(js_name = viewAt, unchecked_return_type = "View")]
    pub fn view_at(&self, turns: usize, flipped: bool) -> JsValue {
        let session = self.playing.session();
        let mut then = session.fork_from_start();
        for text in session.played().iter().take(turns) {
            then.play(text).expect("it was legal before");
        }
        value(&View::new(&*then, &then.progress(&[]), &[], flipped))
    }

    /// Points at something. Whether that made a turn.
    pub fn touch(&mut self, at: &str) -> Result<bool, JsError> {
        let info = self.info();
        let board = self.playing.session().scene().board;
        let Some(touch) = touch(at, board) else { return Ok(false) };
        self.playing.touch(touch).map_err(refused(Some(info)))
    }

    /// Enters what was typed. Whether that made a turn.
    pub fn enter(&mut self, text: &str) -> Result<bool, JsError> {
        let info = self.info();
        self.playing.enter(text).map_err(refused(Some(info)))
    }

    /// Plays a whole turn.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        let info = self.info();
        self.playing.play(text).map_err(refused(Some(info)))
    }

    /// Ends a turn that may end or go on. Whether it could.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(&mut self) -> Result<bool, JsError> {
        let info = self.info();
        self.playing.end_turn().map_err(refused(Some(info)))
    }

    /// Takes a step of the turn back. Whether there was one.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self) -> bool {
        self.playing.take_back()
    }

    /// Takes turns back, up to the last one that a person made. Whether there was any.
    pub fn undo(&mut self) -> bool {
        self.playing.undo()
    }

    /// Makes turns again that were taken back. Whether there was any.
    pub fn redo(&mut self) -> bool {
        self.playing.redo()
    }

    /// Gives the game up for a side.
    pub fn resign(&mut self, at: u8) {
        self.playing.resign(seat(at));
    }

    /// Ends the game as a server has told: with a result and a reason as records write them. What the rules say counts more.
    #[wasm_bindgen(js_name = endAs)]
    pub fn end_as(&mut self, result: &str, reason: &str) -> Result<(), JsError> {
        let mut record = self.playing.saved_record();
        record.result = result.to_string();
        record.set_tag("Termination", reason);
        *self = Game::resume(&record.text())?;
        Ok(())
    }

    /// Changes the sides.
    #[wasm_bindgen(js_name = changeSides)]
    pub fn change_sides(&mut self) {
        self.playing.change_sides();
    }

    /// Leaves the sides as they are.
    #[wasm_bindgen(js_name = leaveSides)]
    pub fn leave_sides(&mut self) {
        self.playing.leave_sides();
    }

    /// Lets the time of the player to move run. Whether it has just run out.
    pub fn tick(&mut self) -> bool {
        self.playing.tick()
    }

    /// What a side has left on the clock, in milliseconds.
    pub fn left(&self, at: u8) -> Option<f64> {
        self.playing.time_left(seat(at)).map(milliseconds)
    }

    /// What makes the chance of the next turn repeatable.
    pub fn seed(&self) -> f64 {
        (self.playing.seed() % (1 << 52)) as f64
    }

    /// The record of the game as others read it.
    pub fn record(&self) -> String {
        self.playing.record().text()
    }

    /// The record with all that is needed to go on.
    pub fn kept(&self) -> String {
        self.playing.saved_record().text()
    }
}

impl Game {
    fn info(&self) -> &'static GameInfo {
        self.playing.session().info()
    }

    fn first_ply(&self) -> usize {
        usize::from(self.playing.session().fork_from_start().to_move() == Seat::SECOND)
    }

    fn side(&self, seat: Seat) -> Side {
        let info = self.info();
        let player = self.playing.player(seat);
        Side {
            player: messages::say(&catalogues(info.messages), language(), info.players[seat.index()], &[]),
            name: self.playing.name(seat, language()),
            spec: player.spec.clone(),
            person: player.is_human(),
            left: self.playing.time_left(seat).map(milliseconds),
        }
    }
}

/// Whether there is such a player.
fn check(player: &Player, info: &GameInfo) -> Result<(), Rejection> {
    if player.is_human() { Ok(()) } else { Spec::parse(&player.spec, info).map(drop) }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
