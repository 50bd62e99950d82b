//! The methods that enter turns, shared by games, lessons, puzzles and studies. They return whether they completed a turn.

use super::view::parse_touch;
use crate::to_js_error;
use sanban_core::{Rejection, TurnInput, TurnInputExt};
use wasm_bindgen::prelude::*;

/// Picks a square, or `@` for the supply.
pub fn touch(input: &mut impl TurnInput, target: &str) -> Result<bool, JsError> {
    let Some(touch) = parse_touch(target, input.session().scene().board) else { return Ok(false) };
    convert_error(input, |input| input.touch(touch))
}

/// Picks up the piece on a square to drag it.
pub fn grab(input: &mut impl TurnInput, square: &str) -> Result<bool, JsError> {
    let Some(touch) = parse_touch(square, input.session().scene().board) else { return Ok(false) };
    convert_error(input, |input| input.grab(touch))
}

/// Enters typed steps or a whole turn.
pub fn enter(input: &mut impl TurnInput, text: &str) -> Result<bool, JsError> {
    convert_error(input, |input| input.enter(text))
}

/// Ends a turn that may end or continue.
pub fn end_turn(input: &mut impl TurnInput) -> Result<bool, JsError> {
    convert_error(input, |input| input.end_turn())
}

/// Plays a whole turn.
pub fn play(input: &mut impl TurnInput, text: &str) -> Result<(), JsError> {
    convert_error(input, |input| input.play(text))
}

/// The squares that can be picked next and lose at once, and `@` for the supply.
pub fn losing_touches(input: &impl TurnInput) -> Vec<String> {
    input.losing_touches().iter().map(ToString::to_string).collect()
}

/// The touches of a partly entered turn, as a text for [`enter`].
pub fn entered_text(input: &impl TurnInput) -> String {
    let touches: Vec<String> = input.touches().iter().map(ToString::to_string).collect();
    touches.join(" ")
}

fn convert_error<I: TurnInput, T>(
    input: &mut I,
    perform: impl FnOnce(&mut I) -> Result<T, Rejection>,
) -> Result<T, JsError> {
    let info = input.session().info();
    perform(input).map_err(to_js_error(Some(info)))
}
