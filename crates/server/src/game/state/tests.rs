//! The rules of a game between people, without a network.

use super::decide::MAX_EVENTS_PER_GAME;
use super::*;
use crate::game::view::{EventView, PieView, StateView};
use crate::game::{Caller, Command};

const GRACE: u64 = 60_000;

/// A game with a clock that tests move.
struct TestGame {
    state: GameState,
    log: Vec<LogEntry>,
    now: u64,
    away: [Option<u64>; 2],
}

fn seat_taken(seat: Seat, id: &str) -> Event {
    Event::SeatTaken { seat, player: PlayerRef::Person(id.into()) }
}

fn moved(seat: Seat, text: &str, spent: u64) -> Event {
    Event::Moved { seat, r#move: text.into(), spent }
}

/// The first moves of a game of Jeson Mor.
const MOVES: [&str; 6] = ["a1b3", "a9b7", "b1a3", "b9a7", "c1d3", "c9d7"];

impl TestGame {
    fn new(config: GameConfig) -> TestGame {
        let log = vec![LogEntry { number: 1, at: 0, command: None, event: Event::Created(config.into()) }];
        let state = GameState::replay("game", &log).unwrap();
        let mut game = TestGame { state, log, now: 0, away: [None, None] };
        game.commit(seat_taken(Seat::FIRST, "ana").into());
        game
    }

    /// A game with both players at the board.
    fn started(config: GameConfig) -> TestGame {
        let mut game = TestGame::new(config);
        game.command("bo", Command::Join).unwrap();
        game
    }

    fn commit(&mut self, decision: Decision) {
        let number =
            |(place, event)| LogEntry { number: self.state.last_event + place, at: self.now, command: None, event };
        let entries: Vec<LogEntry> = (1..).zip(decision.events).map(number).collect();
        self.state = self.state.after(&entries, decision.board, self.now).unwrap();
        self.log.extend(entries);
    }

    fn decide(&self, who: &str, command: &Command) -> Result<Decision, &'static str> {
        let caller = Caller { id: who.into(), has_account: who.starts_with("account") };
        let absence = Absence { away_since: self.away, grace_ms: GRACE };
        self.state.decide(&caller, command, self.now, absence).map_err(|error| error.own_code())
    }

    fn command(&mut self, who: &str, command: Command) -> Result<Vec<Event>, &'static str> {
        let decision = self.decide(who, &command)?;
        let events = decision.events.clone();
        self.commit(decision);
        Ok(events)
    }

    fn play(&mut self, who: &str, text: &str) -> Result<Vec<Event>, &'static str> {
        let after = self.state.turns();
        self.command(who, Command::Move { r#move: text.into(), after })
    }

    /// Plays the first moves.
    fn play_first(&mut self, count: usize) {
        for (turn, text) in MOVES.iter().enumerate().take(count) {
            self.play(["ana", "bo"][turn % 2], text).unwrap();
        }
    }

    fn view(&self) -> StateView {
        self.state.view(self.now, [true, true], None)
    }

    fn left(&self) -> [u64; 2] {
        self.view().status.clock.unwrap().left
    }

    fn result(&self) -> Option<&'static str> {
        self.state.result().map(GameResult::text)
    }

    fn result_and_reason(&self) -> (Option<&'static str>, Option<&str>) {
        (self.result(), self.state.reason())
    }

    /// The state that the log leads to.
    fn replayed(&self) -> GameState {
        GameState::replay("game", &self.log).unwrap()
    }

    /// Checks that replaying the log gives the same state.
    fn check_log(&self) {
        let mut replayed = self.replayed();
        replayed.resume(self.now);
        let view = |state: &GameState| {
            let mut view = state.view(0, [false; 2], None);
            view.status.clock = None;
            serde_json::to_value(&view).unwrap()
        };
        assert_eq!(view(&self.state), view(&replayed));
        assert_eq!(self.state.clock.left(), replayed.clock.left());
        assert_eq!(self.state.seats, replayed.seats);
    }
}

#[test]
fn accepts_only_legal_moves_of_the_player_to_move() {
    let mut game = TestGame::new(GameConfig::test(""));
    assert_eq!(game.play("ana", "a1b3"), Err("not-begun"));
    assert_eq!(game.play("eve", "a1b3"), Err("not-a-player"));
    game.command("bo", Command::Join).unwrap();
    assert_eq!(game.play("bo", "a9b7"), Err("not-your-turn"));
    assert_eq!(game.play("eve", "a1b3"), Err("not-a-player"));
    assert!(game.play("ana", "a1a2").is_err_and(|code| code != "not-your-turn"));
    game.play("ana", "a1b3").unwrap();
    let stale = Command::Move { r#move: "a1b3".into(), after: 0 };
    assert_eq!(game.command("ana", stale), Err("moved-on"));
    assert_eq!(game.state.session().played(), ["a1b3"]);
    game.check_log();
}

#[test]
fn seats_two_different_people_and_only_accounts_in_rated_games() {
    let mut game = TestGame::new(GameConfig::test(""));
    assert_eq!(game.command("ana", Command::Join), Err("your-own-game"));
    game.command("bo", Command::Join).unwrap();
    assert_eq!(game.command("eve", Command::Join), Err("no-free-seat"));
    let mut rated = TestGame::new(GameConfig { rated: true, ..GameConfig::test("") });
    assert_eq!(rated.command("guest", Command::Join), Err("rated-needs-account"));
    rated.command("account", Command::Join).unwrap();
    rated.check_log();
}

#[test]
fn cancels_waiting_games_and_games_in_their_first_turns() {
    let mut game = TestGame::new(GameConfig::test(""));
    assert_eq!(game.command("bo", Command::Withdraw), Err("not-a-player"));
    game.command("ana", Command::Withdraw).unwrap();
    assert_eq!(game.command("bo", Command::Join), Err("round-over"));
    assert_eq!(game.result(), Some("none"));
    let mut game = TestGame::started(GameConfig::test(""));
    assert_eq!(game.command("ana", Command::Withdraw), Err("already-joined"));
    game.play_first(1);
    game.command("bo", Command::Resign).unwrap();
    assert_eq!(game.result(), Some("none"), "both sides have not moved");
    let mut game = TestGame::started(GameConfig::test(""));
    game.play_first(2);
    game.command("bo", Command::Resign).unwrap();
    assert_eq!(game.result_and_reason(), (Some("1-0"), Some("resignation")));
    assert_eq!(game.play("ana", "b1a3"), Err("round-over"));
    game.check_log();
}

#[test]
fn charges_all_turns_but_the_first_of_each_side() {
    let mut game = TestGame::started(GameConfig::test("1m+2s"));
    game.now = 100_000;
    assert_eq!(game.state.deadline(), None, "the first turns are free");
    game.play_first(2);
    assert_eq!(game.left(), [60_000, 60_000]);
    game.now += 10_000;
    assert_eq!(game.left(), [50_000, 60_000]);
    assert_eq!(game.state.deadline(), Some(160_000));
    game.play("ana", MOVES[2]).unwrap();
    assert_eq!(game.left(), [52_000, 60_000]);
    game.now += 59_999;
    assert_eq!(game.state.flag_fall(game.now), None);
    game.now += 1;
    assert!(
        matches!(game.state.flag_fall(game.now), Some(Event::Ended { winner: Some(Seat::FIRST), ref reason }) if reason == "time")
    );
    game.check_log();
}

#[test]
fn resets_the_days_for_each_turn() {
    const DAY: u64 = 24 * 3600 * 1000;
    let mut game = TestGame::started(GameConfig::test("2d"));
    game.now = DAY;
    assert_eq!(game.left(), [DAY, 2 * DAY]);
    game.play_first(1);
    assert_eq!(game.left(), [2 * DAY, 2 * DAY]);
    game.now += 2 * DAY;
    assert!(game.state.flag_fall(game.now).is_some());
}

#[test]
fn charges_no_time_while_the_server_is_down() {
    let mut game = TestGame::started(GameConfig::test("1m"));
    game.play_first(2);
    // It thinks for 10 s, the server notes after 9 s that it runs, goes, and comes back an hour later with another clock.
    let mut again = game.replayed();
    let event = again.interrupted(0, 9_000).unwrap();
    assert_eq!(event, Event::Interrupted { spent: 9_000 });
    let number = again.last_event + 1;
    again.apply(&LogEntry { number, at: 3_600_000, command: None, event }, None, Some(5)).unwrap();
    again.resume(5);
    assert_eq!(again.time_left(5), [51_000, 60_000]);
    assert_eq!(again.deadline(), Some(51_005));
    // It goes once more, a second later.
    let event = again.interrupted(3_600_000, 3_601_000).unwrap();
    assert_eq!(event, Event::Interrupted { spent: 1_000 });
    // And comes and goes within a turn before it has noted that it runs.
    let mut twice = game.replayed();
    // The second time it takes a while until it can be reached.
    for (since, until, back) in [(0, 0, 100_000), (100_500, 100_510, 200_000)] {
        let event = twice.interrupted(since, until).unwrap();
        twice.apply(&LogEntry { number: twice.last_event + 1, at: back, command: None, event }, None, Some(0)).unwrap();
    }
    assert_eq!(twice.spent(0), 10);
    // However long ago it was, nobody has lost when it comes back.
    let mut late = game.replayed();
    let event = late.interrupted(0, 10_000_000).unwrap();
    late.apply(&LogEntry { number, at: 0, command: None, event }, None, Some(0)).unwrap();
    late.resume(0);
    assert_eq!(late.flag_fall(0), None);
    assert_eq!(TestGame::started(GameConfig::test("")).replayed().interrupted(0, 9_000), None);
}

#[test]
fn charges_nothing_while_a_turn_is_held() {
    let mut game = TestGame::started(GameConfig::test("10s"));
    game.play_first(2);
    // A move arrives after 4 s and can't be stored. Until it can have been repeated, nothing more is charged.
    game.now = 4_000;
    game.state.hold(game.now, 14_000);
    assert_eq!(game.state.deadline(), Some(20_000));
    game.now = 13_000;
    assert!(game.state.is_held(game.now));
    assert_eq!((game.left(), game.view().status.clock.unwrap().running), ([6_000, 10_000], None));
    assert_eq!(game.play("ana", MOVES[2]).unwrap(), [moved(Seat::FIRST, MOVES[2], 4_000)]);
    assert!(!game.state.is_held(game.now), "the next turn is charged");
    // A turn that waits for its player after a restart can also be resumed early.
    let mut game = TestGame::started(GameConfig::test("10s"));
    game.play_first(2);
    game.state.resume(20_000);
    assert_eq!((game.state.deadline(), game.state.flag_fall(29_999)), (Some(30_000), None));
    game.state.resume(5_000);
    assert_eq!((game.state.deadline(), game.state.spent(6_000)), (Some(15_000), 1_000));
}

#[test]
fn returns_measured_network_delay() {
    let mut game = TestGame::started(GameConfig::test("10s"));
    game.play_first(2);
    game.now = 3_000;
    assert_eq!(game.state.returnable_lag(80, game.now), 80);
    assert_eq!(game.state.returnable_lag(9_000, game.now), 500, "at most 500 ms a move");
    assert_eq!(game.state.returnable_lag(80, 30), 30, "no more than the turn took");
    game.state.return_lag(Seat::FIRST, 500);
    assert_eq!(game.state.returnable_lag(9_000, game.now), 100, "the budget refills by 100 ms a move");
    game.play("ana", MOVES[2]).unwrap();
    assert_eq!(game.state.returnable_lag(9_000, game.now + 1_000), 500, "each player has a budget");
}

#[test]
fn draws_by_agreement() {
    let mut game = TestGame::started(GameConfig::test(""));
    game.play_first(2);
    assert_eq!(game.command("bo", Command::AcceptDraw), Err("no-offer"));
    game.command("ana", Command::OfferDraw).unwrap();
    assert_eq!(game.command("ana", Command::OfferDraw), Err("offered-already"));
    assert_eq!(game.command("ana", Command::AcceptDraw), Err("no-offer"));
    game.command("bo", Command::DeclineDraw).unwrap();
    assert_eq!(game.view().status.draw, None);
    assert_eq!(game.command("ana", Command::OfferDraw), Err("offered-already"), "once in a turn is enough");
    game.play("ana", MOVES[2]).unwrap();
    game.command("ana", Command::OfferDraw).unwrap();
    game.play("bo", MOVES[3]).unwrap();
    assert_eq!(game.view().status.draw, None, "moving declines the offer");
    game.command("ana", Command::OfferDraw).unwrap();
    game.play("ana", MOVES[4]).unwrap();
    assert_eq!(game.view().status.draw, Some(Seat::FIRST), "moving doesn't withdraw one's own offer");
    game.command("bo", Command::OfferDraw).unwrap();
    assert_eq!(game.result_and_reason(), (Some("1/2-1/2"), Some("agreement")));
    game.check_log();
}

#[test]
fn takes_turns_back_by_agreement() {
    let mut game = TestGame::started(GameConfig::test(""));
    assert_eq!(game.command("ana", Command::RequestTakeback), Err("nothing-to-take-back"));
    game.play_first(3);
    assert_eq!(game.command("bo", Command::AllowTakeback), Err("no-offer"));
    game.command("bo", Command::RequestTakeback).unwrap();
    assert_eq!(game.command("bo", Command::RequestTakeback), Err("offered-already"));
    game.command("ana", Command::DeclineTakeback).unwrap();
    assert_eq!(game.view().status.takeback, None);
    assert_eq!(game.command("bo", Command::RequestTakeback), Err("offered-already"), "once in a turn is enough");
    game.command("ana", Command::RequestTakeback).unwrap();
    game.command("bo", Command::AllowTakeback).unwrap();
    game.play("ana", MOVES[2]).unwrap();
    game.command("bo", Command::RequestTakeback).unwrap();
    game.command("ana", Command::AllowTakeback).unwrap();
    assert_eq!(game.state.session().played(), &MOVES[..1], "the other side's turn goes with it");
    game.play("bo", MOVES[1]).unwrap();
    game.command("bo", Command::RequestTakeback).unwrap();
    game.play("ana", MOVES[2]).unwrap();
    assert_eq!(game.view().status.takeback, None, "moving declines the request");
    game.check_log();
}

#[test]
fn lets_the_second_player_swap_sides_after_the_first_turn() {
    let pie = GameConfig { pie: true, ..GameConfig::test("") };
    let mut game = TestGame::started(pie.clone());
    assert_eq!(game.command("bo", Command::SwapSides), Err("no-pie"));
    game.play_first(1);
    assert!(matches!(game.view().status.pie, PieView::MustChoose));
    assert_eq!(game.command("ana", Command::SwapSides), Err("no-pie"));
    game.command("ana", Command::OfferDraw).unwrap();
    game.command("ana", Command::RequestTakeback).unwrap();
    game.command("bo", Command::SwapSides).unwrap();
    assert_eq!((game.state.seat_of("bo"), game.state.seat_of("ana")), (Some(Seat::FIRST), Some(Seat::SECOND)));
    assert_eq!(game.command("ana", Command::AcceptDraw), Err("no-offer"), "offers end when sides are swapped");
    assert_eq!(game.command("bo", Command::AllowTakeback), Err("no-offer"));
    game.play("ana", MOVES[1]).unwrap();
    assert_eq!(game.command("ana", Command::SwapSides), Err("no-pie"));
    game.play("bo", MOVES[2]).unwrap();
    game.command("bo", Command::RequestTakeback).unwrap();
    game.command("ana", Command::AllowTakeback).unwrap();
    game.command("ana", Command::RequestTakeback).unwrap();
    game.command("bo", Command::AllowTakeback).unwrap();
    assert_eq!(game.command("bo", Command::RequestTakeback), Err("nothing-to-take-back"), "swapped sides stay swapped");
    game.check_log();
    let mut game = TestGame::started(pie);
    game.play_first(1);
    let events = game.play("bo", MOVES[1]).unwrap();
    assert!(
        matches!(events[..], [Event::SidesKept { seat: Seat::SECOND }, Event::Moved { .. }]),
        "who moves has left the sides"
    );
    game.check_log();
}

#[test]
fn lets_players_claim_games_of_absent_opponents() {
    let mut game = TestGame::started(GameConfig::test("5m"));
    game.play_first(2);
    assert_eq!(game.command("bo", Command::Claim), Err("not-away"));
    game.away = [Some(10_000), None];
    game.now = 10_000 + GRACE - 1;
    assert_eq!(game.command("bo", Command::Claim), Err("not-away"));
    game.now += 1;
    assert_eq!(game.command("ana", Command::Claim), Err("not-away"));
    game.command("bo", Command::Claim).unwrap();
    assert_eq!(game.result_and_reason(), (Some("0-1"), Some("abandonment")));
    let mut game = TestGame::started(GameConfig::test("5m"));
    game.play_first(2);
    game.away = [None, Some(0)];
    game.now = 2 * GRACE;
    game.play("ana", MOVES[2]).unwrap();
    game.now += GRACE - 1;
    assert_eq!(game.command("ana", Command::Claim), Err("not-away"), "only the player to move can be claimed against");
    game.now += 1;
    game.command("ana", Command::Claim).unwrap();
    let mut early = TestGame::started(GameConfig::test("5m"));
    early.play_first(1);
    early.away = [None, Some(0)];
    early.now = GRACE;
    early.command("ana", Command::Claim).unwrap();
    assert_eq!(early.result(), Some("none"), "nothing has been played");
    for pace in ["", "3d"] {
        let mut slow = TestGame::started(GameConfig::test(pace));
        slow.play_first(2);
        slow.away = [Some(0), None];
        slow.now = 10 * GRACE;
        assert_eq!(slow.command("bo", Command::Claim), Err("not-away"), "not a live game");
    }
}

#[test]
fn starts_a_rematch_with_swapped_sides_when_both_ask() {
    let mut game = TestGame::started(GameConfig::test("1m"));
    game.play_first(2);
    assert_eq!(game.command("ana", Command::Rematch), Err("round-not-over"));
    game.command("ana", Command::Resign).unwrap();
    game.command("ana", Command::Rematch).unwrap();
    assert_eq!(game.command("ana", Command::Rematch), Err("offered-already"));
    assert_eq!(game.command("eve", Command::Rematch), Err("not-a-player"));
    let decision = game.decide("bo", &Command::Rematch).unwrap();
    let (id, events) = decision.rematch.as_ref().unwrap();
    let id = id.clone();
    assert_eq!(events[1..], [seat_taken(Seat::FIRST, "bo"), seat_taken(Seat::SECOND, "ana")]);
    game.commit(decision);
    assert_eq!(game.view().status.next, Some(id));
    assert_eq!(game.command("bo", Command::Rematch), Err("offered-already"));
    game.check_log();
}

#[test]
fn computer_allows_takebacks_and_rematches_but_no_draws() {
    let mut game = TestGame::new(GameConfig::test(""));
    game.commit(Event::SeatTaken { seat: Seat::SECOND, player: PlayerRef::Computer("level:1".into()) }.into());
    game.play("ana", MOVES[0]).unwrap();
    assert_eq!(game.state.computer_to_move(), Some("level:1"));
    let decision = game.state.make_move(Seat::SECOND, MOVES[1], 1, 0).unwrap();
    game.commit(decision);
    assert_eq!(game.command("ana", Command::OfferDraw), Err("computer-plays-on"));
    assert_eq!(game.command("ana", Command::RequestTakeback).unwrap(), [Event::TakenBack { turns: 2, spent: 0 }]);
    game.play_first(1);
    let decision = game.state.make_move(Seat::SECOND, MOVES[1], 1, 0).unwrap();
    game.commit(decision);
    game.command("ana", Command::Resign).unwrap();
    assert!(game.decide("ana", &Command::Rematch).unwrap().rematch.is_some());
}

#[test]
fn keeps_used_time_used_after_takebacks() {
    let mut game = TestGame::started(GameConfig::test("1m+10s"));
    game.play_first(3);
    assert_eq!(game.left(), [70_000, 60_000]);
    // Bo thinks, and allows Ana to take her turn back.
    game.now += 5_000;
    game.command("ana", Command::RequestTakeback).unwrap();
    assert_eq!(
        game.command("bo", Command::RequestTakeback),
        Err("offered-already"),
        "the opponent's request needs an answer first"
    );
    game.command("bo", Command::AllowTakeback).unwrap();
    assert_eq!(game.left(), [60_000, 55_000]);
    // Ana thinks, and takes two turns back once more.
    game.play("ana", MOVES[2]).unwrap();
    game.play("bo", MOVES[3]).unwrap();
    assert_eq!(game.left(), [70_000, 65_000]);
    game.now += 7_000;
    game.command("ana", Command::RequestTakeback).unwrap();
    game.command("bo", Command::AllowTakeback).unwrap();
    assert_eq!(game.left(), [53_000, 55_000]);
    game.check_log();
}

#[test]
fn leaves_at_least_a_second_after_takebacks() {
    let mut game = TestGame::started(GameConfig::test("10s+10s"));
    game.play_first(3);
    game.play("bo", MOVES[3]).unwrap();
    game.now += 19_000;
    game.command("ana", Command::RequestTakeback).unwrap();
    game.command("bo", Command::AllowTakeback).unwrap();
    assert_eq!(game.left(), [1_000, 10_000]);
}

#[test]
fn writes_records_that_can_be_read() {
    let mut game = TestGame::started(GameConfig::test("1m"));
    game.play_first(4);
    game.command("bo", Command::Resign).unwrap();
    let text = game.state.record(["Ana", "?"]);
    let (record, session) = registry::read_record(&text).unwrap();
    assert_eq!(session.played(), &MOVES[..4]);
    let tag = |name| record.tag(name).unwrap();
    assert_eq!((tag("White"), tag("Termination"), tag("Clock")), ("Ana", "resignation", "1m"));
    assert_eq!(record.result, "1-0");
    assert!(text.contains("[%clk 1:00]"), "{text}");
}

#[test]
fn validates_and_canonicalizes_configurations() {
    let checked = |config: GameConfig| validate(config).map_err(|error| error.own_code());
    assert_eq!(checked(GameConfig { rules: "size=9".into(), ..GameConfig::test("") }).unwrap().rules, "");
    assert_eq!(checked(GameConfig { game: "chess".into(), ..GameConfig::test("") }), Err("unknown-game"));
    assert!(checked(GameConfig { rules: "size=x".into(), ..GameConfig::test("") }).is_err());
    assert!(checked(GameConfig { position: Some("nonsense".into()), ..GameConfig::test("") }).is_err());
}

#[test]
fn follows_guests_who_become_accounts() {
    let mut game = TestGame::started(GameConfig::test(""));
    game.play_first(2);
    game.state.rename_player(Seat::SECOND, "account bo".into());
    assert_eq!((game.state.seat_of("bo"), game.state.seat_of("account bo")), (None, Some(Seat::SECOND)));
    assert!(!game.state.is_one_person());
    game.state.rename_player(Seat::FIRST, "account bo".into());
    assert!(game.state.is_one_person());
}

#[test]
fn keeps_the_time_of_the_end() {
    let mut game = TestGame::started(GameConfig::test(""));
    game.play_first(2);
    game.now = 7;
    game.command("ana", Command::Resign).unwrap();
    game.now = 9;
    game.command("ana", Command::Rematch).unwrap();
    assert_eq!(game.state.changed_at, 7);
}

#[test]
fn limits_the_number_of_events() {
    let mut game = TestGame::started(GameConfig::test(""));
    game.play_first(2);
    while game.state.last_event < MAX_EVENTS_PER_GAME {
        game.commit(Event::Interrupted { spent: 0 }.into());
    }
    assert_eq!(game.play("ana", MOVES[2]), Err("too-long"));
    assert_eq!(game.command("bo", Command::OfferDraw), Err("too-long"));
    game.command("ana", Command::Resign).unwrap();
}

#[test]
fn rejects_logs_with_illegal_moves() {
    let mut game = TestGame::started(GameConfig::test(""));
    game.commit(Event::Moved { seat: Seat::FIRST, r#move: "a1b3".into(), spent: 0 }.into());
    let mut log = game.log.clone();
    let entry = log.last_mut().unwrap();
    entry.event = Event::Moved { seat: Seat::FIRST, r#move: "a1a9".into(), spent: 0 };
    assert!(GameState::replay("game", &log).is_err());
    assert!(GameState::replay("game", &[]).is_err());
}

#[test]
fn keeps_the_seed_secret() {
    let event = Event::Created(GameConfig { seed: 77, ..GameConfig::test("") }.into());
    assert!(serde_json::to_string(&event).unwrap().contains("77"), "the store has it");
    assert!(!serde_json::to_string(&EventView::from(&event)).unwrap().contains("seed"));
}

#[test]
fn shows_events_as_they_are_stored() {
    let mut game = TestGame::started(GameConfig { pie: true, seed: 0, ..GameConfig::test("1m") });
    game.play_first(4);
    game.command("bo", Command::OfferDraw).unwrap();
    game.command("ana", Command::DeclineDraw).unwrap();
    game.command("bo", Command::RequestTakeback).unwrap();
    game.command("ana", Command::DeclineTakeback).unwrap();
    game.command("ana", Command::Resign).unwrap();
    game.command("ana", Command::Rematch).unwrap();
    game.command("bo", Command::Rematch).unwrap();
    for LogEntry { event, .. } in &game.log {
        let view = serde_json::to_value(EventView::from(event)).unwrap();
        assert_eq!(view, serde_json::to_value(event).unwrap());
    }
}
