//! Compares what players sent and received with what the store has.

use crate::client::Client;
use crate::games::{Game, request};
use crate::player::{Choice, History};
use crate::timeline::{Cause, Timeline};
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// The most that a player with a clock may be charged for time in which the server could not serve.
pub const MAX_OVERCHARGE_MS: i64 = 500;
/// How much less than they took players may be charged in a turn without faults: the network delay that is returned, and the
/// precision of clocks.
const MAX_UNDERCHARGE_MS: i64 = 700;
/// How long a fault may affect clocks after its end.
const AFTERMATH: Duration = Duration::from_secs(2);
/// The first turn of each side is free with a clock.
const FREE_TURNS: usize = 2;

/// What the checks have found so far.
#[derive(Default)]
pub struct Totals {
    pub games: u64,
    /// Acknowledged moves that were found in the store.
    pub moves: u64,
    /// In games with a clock.
    pub largest_overcharge_ms: i64,
    /// In games with days per turn.
    pub largest_days_overcharge_ms: i64,
    pub ended_on_time: u64,
}

/// A game that was checked to its end: its log must stay as it is.
pub struct FinishedGame {
    pub id: String,
    digest: u64,
}

/// Reads a game's log from the server.
pub async fn read_log(address: SocketAddr, id: &str) -> Vec<Value> {
    let mut client = Client::new(address, None);
    let log = request(&mut client, "GET", &format!("/api/games/{id}/events"), &Value::Null).await;
    log["updates"].as_array().cloned().unwrap_or_default()
}

/// Checks a game. Returns what has to stay if it is over.
pub async fn check_game(
    address: SocketAddr,
    game: &Game,
    timeline: &Timeline,
    totals: &mut Totals,
) -> Result<Option<FinishedGame>, String> {
    if let Some(violation) = game.violation() {
        return Err(violation);
    }
    // Players and the spectator first: what they know must be in the store already.
    let is_over = game.connected().all(|player| player.history().over_at.is_some());
    let known: Vec<History> = game.connected().map(|player| player.history().clone()).collect();
    let log = read_log(address, &game.id).await;
    for history in &known {
        check_history(&log, history)?;
    }
    let watched = game.spectator.history().events.len();
    if is_over && watched != log.len() {
        return Err(format!("the spectator received {watched} of {} updates", log.len()));
    }
    let histories = game.players.each_ref().map(|player| player.history());
    check_moves(&log, [&histories[0], &histories[1]])?;
    let turns = Turns { game, log: &log, histories: [&histories[0], &histories[1]], timeline };
    let mut checked = game.checked_turns.lock().unwrap_or_else(PoisonError::into_inner);
    totals.moves += turns.check(&mut checked, totals)?;
    if !is_over {
        return Ok(None);
    }
    totals.games += 1;
    turns.check_end(totals)?;
    Ok(Some(FinishedGame { id: game.id.clone(), digest: digest(&log) }))
}

/// Fails if the log of a finished game has changed.
pub async fn check_finished(address: SocketAddr, game: &FinishedGame) -> Result<(), String> {
    let log = read_log(address, &game.id).await;
    if digest(&log) == game.digest { Ok(()) } else { Err("the log has changed since the game was over".into()) }
}

fn digest(log: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for update in log {
        (update["number"].as_u64(), update["at"].as_u64(), update["event"].to_string()).hash(&mut hasher);
    }
    hasher.finish()
}

/// The moves in a log, with their events.
fn moves_of(log: &[Value]) -> impl Iterator<Item = (&str, &Value)> {
    log.iter().map(|update| &update["event"]).filter_map(|event| Some((event["move"].as_str()?, event)))
}

/// Compares what a player knew before the log was read with the log.
fn check_history(log: &[Value], history: &History) -> Result<(), String> {
    if let Some(place) = (1..).zip(log).find(|(number, update)| update["number"] != *number as u64) {
        return Err(format!("the log has update {} in place {}", place.1["number"], place.0));
    }
    for (number, event) in &history.events {
        let stored = log.get(*number as usize - 1).map(|update| &update["event"]);
        if stored != Some(event) {
            return Err(format!("a player received {event} as update {number}, but the store has {stored:?}"));
        }
    }
    for (number, moves) in &history.states {
        if let Some(part) = log.get(..*number as usize)
            && !moves_of(part).map(|(text, _)| text).eq(moves.iter().map(String::as_str))
        {
            return Err(format!("a player received the moves {moves:?} at update {number}"));
        }
    }
    for (turn, choice) in &history.choices {
        check_acknowledgement(log, *turn, choice)?;
    }
    Ok(())
}

/// An acknowledged move is in the log, in its place, under the number that was acknowledged.
fn check_acknowledgement(log: &[Value], turn: usize, choice: &Choice) -> Result<(), String> {
    if let Some(code) = choice.rejected.as_ref().filter(|code| *code != "round-over") {
        return Err(format!("the move {} of turn {turn} was rejected with {code}", choice.text));
    }
    let Some((number, _)) = choice.acknowledged else { return Ok(()) };
    let event = |number: u64| log.get((number as usize).wrapping_sub(1)).map(|update| &update["event"]);
    // The last move is acknowledged with the number of the event that ends the game.
    let ends = event(number).is_some_and(|event| event["type"] == "ended");
    let moved = event(if ends { number - 1 } else { number });
    let stored = moves_of(log).nth(turn);
    match (moved, stored) {
        (Some(moved), Some((text, stored))) if moved == stored && text == choice.text => Ok(()),
        _ => Err(format!(
            "{} was acknowledged as turn {turn} in update {number}, but the store has {moved:?}",
            choice.text
        )),
    }
}

/// Every stored move was chosen by its player for its turn.
fn check_moves(log: &[Value], histories: [&History; 2]) -> Result<(), String> {
    for (turn, (text, event)) in moves_of(log).enumerate() {
        let seat = event["seat"].as_u64().unwrap_or_default() as usize % 2;
        match histories[seat].choices.get(&turn) {
            Some(choice) if choice.text == text && choice.rejected.is_none() => {}
            choice => return Err(format!("the store has {text} in turn {turn}, but the player chose {choice:?}")),
        }
    }
    Ok(())
}

/// The turns of a game and what was charged for them.
struct Turns<'a> {
    game: &'a Game,
    log: &'a [Value],
    histories: [&'a History; 2],
    timeline: &'a Timeline,
}

impl Turns<'_> {
    /// Checks the turns that have not been checked, and returns how many there are.
    fn check(&self, checked: &mut usize, totals: &mut Totals) -> Result<u64, String> {
        let mut new = 0;
        for (turn, (text, event)) in moves_of(self.log).enumerate().skip(*checked) {
            let seat = event["seat"].as_u64().unwrap_or_default() as usize % 2;
            let Some(choice) = self.histories[seat].choices.get(&turn) else { break };
            // Checked when the player knows that it was stored.
            let Some((_, acknowledged_at)) = choice.acknowledged else { break };
            let notified_at = self.histories[seat].notified_at[turn];
            let spent = event["spent"].as_i64().unwrap_or_default();
            let allowed = self.allowed_ms(seat, turn, notified_at, choice.sent_at, acknowledged_at);
            let has_days = self.game.pace.ends_with('d');
            let (largest, limit) = match has_days {
                true => (&mut totals.largest_days_overcharge_ms, crate::MAX_DAYS_OVERCHARGE_MS),
                false => (&mut totals.largest_overcharge_ms, MAX_OVERCHARGE_MS),
            };
            *largest = (*largest).max(spent - allowed);
            if spent - allowed > limit {
                return Err(format!("{spent} ms were charged for {text} in turn {turn}, but {allowed} ms were used"));
            }
            let is_charged = !self.game.pace.is_empty() && (turn >= FREE_TURNS || self.game.pace.ends_with('d'));
            let used = choice.sent_at.duration_since(notified_at).as_millis() as i64;
            let is_calm = || self.timeline.is_calm(notified_at - AFTERMATH, acknowledged_at);
            if is_charged && used - spent > MAX_UNDERCHARGE_MS && is_calm() {
                return Err(format!("only {spent} ms were charged for {text} in turn {turn}, but {used} ms were used"));
            }
            (*checked, new) = (turn + 1, new + 1);
        }
        Ok(new)
    }

    /// How much a player may be charged for a turn: from its notification until they sent a move, without the time
    /// in which the server could not serve, but with what the network took.
    fn allowed_ms(
        &self,
        seat: usize,
        turn: usize,
        notified_at: Instant,
        sent_at: Instant,
        answered_at: Instant,
    ) -> i64 {
        let used = sent_at.saturating_duration_since(notified_at);
        let outage = self.timeline.overlap(Cause::Server, notified_at, sent_at);
        let last_move = turn.checked_sub(1).and_then(|turn| self.histories[1 - seat].choices.get(&turn));
        let from = last_move.map_or(notified_at, |choice| choice.sent_at.min(notified_at));
        let network = self.timeline.overlap(Cause::Network, from, answered_at);
        (used.saturating_sub(outage) + network).as_millis() as i64
    }

    /// Checks how a game ended: by its rules, or by a clock that really ran out.
    fn check_end(&self, totals: &mut Totals) -> Result<(), String> {
        let last = &self.log.last().ok_or("the log is empty")?["event"];
        let reason = last["reason"].as_str().unwrap_or_default();
        if last["type"] != "ended" || ["resignation", "agreement", "abandonment"].contains(&reason) {
            return Err(format!("nobody asked for this end: {last}"));
        }
        if reason != "time" {
            return Ok(());
        }
        totals.ended_on_time += 1;
        let loser = 1 - last["winner"].as_u64().unwrap_or_default() as usize % 2;
        let turn = moves_of(self.log).count();
        let history = self.histories[loser];
        let over_at = history.over_at.unwrap_or_else(Instant::now);
        let notified_at = history.notified_at.get(turn).copied().unwrap_or(over_at);
        let sent_at = history.choices.get(&turn).map_or(over_at, |choice| choice.sent_at);
        let left = self.time_left(loser).ok_or("a game without a clock ended on time")?;
        let allowed = self.allowed_ms(loser, turn, notified_at, sent_at, over_at);
        totals.largest_overcharge_ms = totals.largest_overcharge_ms.max(left - allowed);
        if left - allowed > MAX_OVERCHARGE_MS {
            return Err(format!("a player with {left} ms left lost on time after {allowed} ms"));
        }
        Ok(())
    }

    /// What a player's clock showed at the beginning of the last turn.
    fn time_left(&self, seat: usize) -> Option<i64> {
        let (initial, increment) = self.game.pace.split_once('+').unwrap_or((self.game.pace, "0s"));
        let ms = |text: &str| {
            let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
            let unit = [("s", 1000), ("m", 60_000)].iter().find(|(name, _)| *name == unit)?.1;
            Some(number.parse::<i64>().ok()? * unit)
        };
        let (initial, increment) = (ms(initial)?, ms(increment)?);
        let charged = moves_of(self.log).skip(FREE_TURNS).filter(|(_, event)| event["seat"] == seat as u64);
        let change = |left: i64, event: &Value| (left - event["spent"].as_i64().unwrap_or_default()).max(0) + increment;
        Some(charged.fold(initial, |left, (_, event)| change(left, event)))
    }
}
