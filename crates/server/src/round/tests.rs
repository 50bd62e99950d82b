//! Every rule of a game between people, without a network.

use super::*;

const GRACE: u64 = 60_000;

/// A game with a clock that goes only when it is told to.
struct Trial {
    round: Round,
    ticks: u64,
    away: [Option<u64>; 2],
}

fn asker(id: &str) -> Asker {
    Asker { id: id.into(), account: id.starts_with("account") }
}

fn setup(pace: &str) -> Setup {
    Setup {
        game: "jesonmor".into(),
        rules: String::new(),
        position: None,
        pace: pace.into(),
        pie: false,
        rated: false,
        open: true,
        seed: 1,
    }
}

fn person(seat: u8, id: &str) -> Event {
    Event::Sat { seat, player: Sitter::Person(id.into()) }
}

/// The turns of a game of Jeson Mor, as far as a test needs them.
const TURNS: [&str; 6] = ["a1b3", "a9b7", "b1a3", "b9a7", "c1d3", "c9d7"];

impl Trial {
    fn new(setup: Setup) -> Trial {
        let entry = Entry { number: 1, at: 0, command: None, event: Event::Created(setup.into()) };
        let round = Round::replay("game", vec![entry]).unwrap();
        let mut trial = Trial { round, ticks: 0, away: [None, None] };
        trial.happen(person(0, "ana").into(), None);
        trial
    }

    /// With both players at the board.
    fn begun(setup: Setup) -> Trial {
        let mut trial = Trial::new(setup);
        trial.tell("bo", Command::Join).unwrap();
        trial
    }

    fn happen(&mut self, decision: Decision, command: Option<(String, String)>) {
        for event in decision.events {
            let number = self.round.number + 1;
            let entry = Entry { number, at: self.ticks, command: command.clone(), event };
            self.round.apply(entry, Some(self.ticks)).unwrap();
        }
    }

    fn decide(&self, who: &str, command: &Command) -> Result<Decision, &'static str> {
        let now = Moment { wall: self.ticks, ticks: self.ticks };
        let decided = self.round.decide(&asker(who), command, now, self.away, GRACE, || "next".into());
        decided.map_err(|refused| refused.code())
    }

    fn tell(&mut self, who: &str, command: Command) -> Result<Vec<Event>, &'static str> {
        let decision = self.decide(who, &command)?;
        let events = decision.events.clone();
        let id = format!("command {}", self.round.number);
        self.happen(decision, Some((who.into(), id)));
        Ok(events)
    }

    fn turn(&mut self, who: &str, text: &str) -> Result<Vec<Event>, &'static str> {
        let after = self.round.session().played().len();
        self.tell(who, Command::Move { r#move: text.into(), after })
    }

    /// Makes the first turns, by turns.
    fn turns(&mut self, count: usize) {
        for (ply, text) in TURNS.iter().enumerate().take(count) {
            self.turn(["ana", "bo"][ply % 2], text).unwrap();
        }
    }

    fn state(&self) -> StateView {
        self.round.state(self.ticks, [true, true], None)
    }

    fn left(&self) -> [u64; 2] {
        self.state().clock.unwrap().left
    }

    /// The game as its log tells it.
    fn again(&self) -> Round {
        Round::replay("game", self.round.log.clone()).unwrap()
    }

    /// What the log alone tells is what has happened.
    fn check_log(&self) {
        let mut again = self.again();
        again.go_on(self.ticks);
        let mut here = self.round.state(0, [false; 2], None);
        here.clock = None;
        let mut there = again.state(0, [false; 2], None);
        there.clock = None;
        assert_eq!(serde_json::to_value(&here).unwrap(), serde_json::to_value(&there).unwrap());
        assert_eq!(self.round.left, again.left);
        assert_eq!(self.round.seats, again.seats);
    }
}

#[test]
fn only_the_player_to_move_moves_and_only_legally() {
    let mut trial = Trial::new(setup(""));
    assert_eq!(trial.turn("ana", "a1b3"), Err("not-begun"));
    assert_eq!(trial.turn("eve", "a1b3"), Err("not-a-player"));
    trial.tell("bo", Command::Join).unwrap();
    assert_eq!(trial.turn("bo", "a9b7"), Err("not-your-turn"));
    assert_eq!(trial.turn("eve", "a1b3"), Err("not-a-player"));
    assert!(trial.turn("ana", "a1a2").is_err_and(|code| code != "not-your-turn"));
    trial.turn("ana", "a1b3").unwrap();
    let stale = Command::Move { r#move: "a1b3".into(), after: 0 };
    assert_eq!(trial.tell("ana", stale), Err("moved-on"));
    assert_eq!(trial.round.session().played(), ["a1b3"]);
    trial.check_log();
}

#[test]
fn seats_are_for_two_different_people_and_rated_ones_for_accounts() {
    let mut trial = Trial::new(setup(""));
    assert_eq!(trial.tell("ana", Command::Join), Err("your-own-game"));
    trial.tell("bo", Command::Join).unwrap();
    assert_eq!(trial.tell("eve", Command::Join), Err("no-free-seat"));
    let mut rated = Trial::new(Setup { rated: true, ..setup("") });
    assert_eq!(rated.tell("guest", Command::Join), Err("rated-needs-account"));
    rated.tell("account", Command::Join).unwrap();
    rated.check_log();
}

#[test]
fn a_waiting_game_can_be_withdrawn_and_a_young_one_called_off() {
    let mut trial = Trial::new(setup(""));
    assert_eq!(trial.tell("bo", Command::Withdraw), Err("not-a-player"));
    trial.tell("ana", Command::Withdraw).unwrap();
    assert_eq!(trial.tell("bo", Command::Join), Err("round-over"));
    assert_eq!(trial.round.result(), Some("none"));
    let mut trial = Trial::begun(setup(""));
    assert_eq!(trial.tell("ana", Command::Withdraw), Err("already-joined"));
    trial.turns(1);
    trial.tell("bo", Command::Resign).unwrap();
    assert_eq!(trial.round.result(), Some("none"), "both sides have not moved");
    let mut trial = Trial::begun(setup(""));
    trial.turns(2);
    trial.tell("bo", Command::Resign).unwrap();
    assert_eq!((trial.round.result(), trial.state().reason.as_deref()), (Some("1-0"), Some("resignation")));
    assert_eq!(trial.turn("ana", "b1a3"), Err("round-over"));
    trial.check_log();
}

#[test]
fn first_turns_are_free_and_the_others_are_charged() {
    let mut trial = Trial::begun(setup("1m+2s"));
    trial.ticks = 100_000;
    assert_eq!(trial.round.deadline(), None, "nobody knows when the other comes");
    trial.turns(2);
    assert_eq!(trial.left(), [60_000, 60_000]);
    trial.ticks += 10_000;
    assert_eq!(trial.left(), [50_000, 60_000]);
    assert_eq!(trial.round.deadline(), Some(160_000));
    trial.turn("ana", TURNS[2]).unwrap();
    assert_eq!(trial.left(), [52_000, 60_000]);
    trial.ticks += 59_999;
    assert_eq!(trial.round.flag(trial.ticks), None);
    trial.ticks += 1;
    assert!(
        matches!(trial.round.flag(trial.ticks), Some(Event::Ended { winner: Some(0), ref reason }) if reason == "time")
    );
    trial.check_log();
}

#[test]
fn days_are_given_anew_for_each_turn() {
    const DAY: u64 = 24 * 3600 * 1000;
    let mut trial = Trial::begun(setup("2d"));
    trial.ticks = DAY;
    assert_eq!(trial.left(), [DAY, 2 * DAY]);
    trial.turns(1);
    assert_eq!(trial.left(), [2 * DAY, 2 * DAY]);
    trial.ticks += 2 * DAY;
    assert!(trial.round.flag(trial.ticks).is_some());
}

#[test]
fn time_in_which_the_server_was_away_is_charged_to_nobody() {
    let mut trial = Trial::begun(setup("1m"));
    trial.turns(2);
    // It thinks for 10 s, the server notes after 9 s that it runs, goes, and comes back an hour later with another clock.
    let mut again = trial.again();
    let event = again.interrupted(0, 9_000).unwrap();
    assert_eq!(event, Event::Interrupted { spent: 9_000 });
    let number = again.number + 1;
    again.apply(Entry { number, at: 3_600_000, command: None, event }, Some(5)).unwrap();
    again.go_on(5);
    assert_eq!(again.state(5, [true; 2], None).clock.unwrap().left, [51_000, 60_000]);
    assert_eq!(again.deadline(), Some(51_005));
    // It goes once more, a second later.
    let event = again.interrupted(3_600_000, 3_601_000).unwrap();
    assert_eq!(event, Event::Interrupted { spent: 1_000 });
    // And comes and goes within a turn before it has noted that it runs.
    let mut twice = trial.again();
    // The second time it takes a while until it can be reached.
    for (since, until, back) in [(0, 0, 100_000), (100_500, 100_510, 200_000)] {
        let event = twice.interrupted(since, until).unwrap();
        twice.apply(Entry { number: twice.number + 1, at: back, command: None, event }, Some(0)).unwrap();
    }
    assert_eq!(twice.spent(0), 10);
    // However long ago it was, nobody has lost when it comes back.
    let mut late = trial.again();
    let event = late.interrupted(0, 10_000_000).unwrap();
    late.apply(Entry { number, at: 0, command: None, event }, Some(0)).unwrap();
    late.go_on(0);
    assert_eq!(late.flag(0), None);
    assert_eq!(Trial::begun(setup("")).again().interrupted(0, 9_000), None);
}

#[test]
fn draws_are_by_consent() {
    let mut trial = Trial::begun(setup(""));
    trial.turns(2);
    assert_eq!(trial.tell("bo", Command::AcceptDraw), Err("no-offer"));
    trial.tell("ana", Command::OfferDraw).unwrap();
    assert_eq!(trial.tell("ana", Command::OfferDraw), Err("offered-already"));
    assert_eq!(trial.tell("ana", Command::AcceptDraw), Err("no-offer"));
    trial.tell("bo", Command::DeclineDraw).unwrap();
    assert_eq!(trial.state().draw, None);
    assert_eq!(trial.tell("ana", Command::OfferDraw), Err("offered-already"), "once in a turn is enough");
    trial.turn("ana", TURNS[2]).unwrap();
    trial.tell("ana", Command::OfferDraw).unwrap();
    trial.turn("bo", TURNS[3]).unwrap();
    assert_eq!(trial.state().draw, None, "who moves on has declined");
    trial.tell("ana", Command::OfferDraw).unwrap();
    trial.turn("ana", TURNS[4]).unwrap();
    assert_eq!(trial.state().draw, Some(0), "an own turn does not take it back");
    trial.tell("bo", Command::OfferDraw).unwrap();
    assert_eq!((trial.round.result(), trial.state().reason.as_deref()), (Some("1/2-1/2"), Some("agreement")));
    trial.check_log();
}

#[test]
fn turns_are_given_back_by_consent() {
    let mut trial = Trial::begun(setup(""));
    assert_eq!(trial.tell("ana", Command::AskTakeback), Err("nothing-to-take-back"));
    trial.turns(3);
    assert_eq!(trial.tell("bo", Command::AllowTakeback), Err("no-offer"));
    trial.tell("bo", Command::AskTakeback).unwrap();
    assert_eq!(trial.tell("bo", Command::AskTakeback), Err("offered-already"));
    trial.tell("ana", Command::RefuseTakeback).unwrap();
    assert_eq!(trial.state().takeback, None);
    assert_eq!(trial.tell("bo", Command::AskTakeback), Err("offered-already"), "once in a turn is enough");
    trial.tell("ana", Command::AskTakeback).unwrap();
    trial.tell("bo", Command::AllowTakeback).unwrap();
    trial.turn("ana", TURNS[2]).unwrap();
    trial.tell("bo", Command::AskTakeback).unwrap();
    trial.tell("ana", Command::AllowTakeback).unwrap();
    assert_eq!(trial.round.session().played(), &TURNS[..1], "the other side's turn goes with it");
    trial.turn("bo", TURNS[1]).unwrap();
    trial.tell("bo", Command::AskTakeback).unwrap();
    trial.turn("ana", TURNS[2]).unwrap();
    assert_eq!(trial.state().takeback, None, "who moves on has refused");
    trial.check_log();
}

#[test]
fn the_second_player_may_change_sides_after_the_first_turn() {
    let pie = Setup { pie: true, ..setup("") };
    let mut trial = Trial::begun(pie.clone());
    assert_eq!(trial.tell("bo", Command::ChangeSides), Err("no-pie"));
    trial.turns(1);
    assert!(matches!(trial.state().pie, super::view::PieView::Asked));
    assert_eq!(trial.tell("ana", Command::ChangeSides), Err("no-pie"));
    trial.tell("ana", Command::OfferDraw).unwrap();
    trial.tell("ana", Command::AskTakeback).unwrap();
    trial.tell("bo", Command::ChangeSides).unwrap();
    assert_eq!((trial.round.seat_of("bo"), trial.round.seat_of("ana")), (Some(0), Some(1)));
    assert_eq!(trial.tell("ana", Command::AcceptDraw), Err("no-offer"), "an offer does not change sides");
    assert_eq!(trial.tell("bo", Command::AllowTakeback), Err("no-offer"));
    trial.turn("ana", TURNS[1]).unwrap();
    assert_eq!(trial.tell("ana", Command::ChangeSides), Err("no-pie"));
    trial.turn("bo", TURNS[2]).unwrap();
    trial.tell("bo", Command::AskTakeback).unwrap();
    trial.tell("ana", Command::AllowTakeback).unwrap();
    trial.tell("ana", Command::AskTakeback).unwrap();
    trial.tell("bo", Command::AllowTakeback).unwrap();
    assert_eq!(trial.tell("bo", Command::AskTakeback), Err("nothing-to-take-back"), "the changed sides stay");
    trial.check_log();
    let mut trial = Trial::begun(pie);
    trial.turns(1);
    let events = trial.turn("bo", TURNS[1]).unwrap();
    assert!(matches!(events[..], [Event::SidesLeft { seat: 1 }, Event::Moved { .. }]), "who moves has left the sides");
    trial.check_log();
}

#[test]
fn a_game_can_be_claimed_from_who_has_gone_away() {
    let mut trial = Trial::begun(setup("5m"));
    trial.turns(2);
    assert_eq!(trial.tell("bo", Command::Claim), Err("not-away"));
    trial.away = [Some(10_000), None];
    trial.ticks = 10_000 + GRACE - 1;
    assert_eq!(trial.tell("bo", Command::Claim), Err("not-away"));
    trial.ticks += 1;
    assert_eq!(trial.tell("ana", Command::Claim), Err("not-away"));
    trial.tell("bo", Command::Claim).unwrap();
    assert_eq!((trial.round.result(), trial.state().reason.as_deref()), (Some("0-1"), Some("abandonment")));
    let mut trial = Trial::begun(setup("5m"));
    trial.turns(2);
    trial.away = [None, Some(0)];
    trial.ticks = 2 * GRACE;
    trial.turn("ana", TURNS[2]).unwrap();
    trial.ticks += GRACE - 1;
    assert_eq!(trial.tell("ana", Command::Claim), Err("not-away"), "who is away in the other's turn harms nobody");
    trial.ticks += 1;
    trial.tell("ana", Command::Claim).unwrap();
    let mut early = Trial::begun(setup("5m"));
    early.turns(1);
    early.away = [None, Some(0)];
    early.ticks = GRACE;
    early.tell("ana", Command::Claim).unwrap();
    assert_eq!(early.round.end(), Some(&End::Withdrawn), "nothing has been played");
    for pace in ["", "3d"] {
        let mut slow = Trial::begun(setup(pace));
        slow.turns(2);
        slow.away = [Some(0), None];
        slow.ticks = 10 * GRACE;
        assert_eq!(slow.tell("bo", Command::Claim), Err("not-away"), "nobody waits at the board");
    }
}

#[test]
fn a_rematch_needs_both_and_swaps_the_sides() {
    let mut trial = Trial::begun(setup("1m"));
    trial.turns(2);
    assert_eq!(trial.tell("ana", Command::Rematch), Err("round-not-over"));
    trial.tell("ana", Command::Resign).unwrap();
    trial.tell("ana", Command::Rematch).unwrap();
    assert_eq!(trial.tell("ana", Command::Rematch), Err("offered-already"));
    assert_eq!(trial.tell("eve", Command::Rematch), Err("not-a-player"));
    let decision = trial.decide("bo", &Command::Rematch).unwrap();
    let (id, events) = decision.next.as_ref().unwrap();
    assert_eq!(id, "next");
    assert_eq!(events[1..], [person(0, "bo"), person(1, "ana")]);
    trial.happen(decision, None);
    assert_eq!(trial.state().next.as_deref(), Some("next"));
    assert_eq!(trial.tell("bo", Command::Rematch), Err("offered-already"));
    trial.check_log();
}

#[test]
fn the_computer_gives_turns_back_plays_again_and_offers_no_draws() {
    let mut trial = Trial::new(setup(""));
    trial.happen(Event::Sat { seat: 1, player: Sitter::Computer("level:1".into()) }.into(), None);
    trial.turn("ana", TURNS[0]).unwrap();
    assert_eq!(trial.round.computer_to_move(), Some("level:1"));
    let events = trial.round.make_move(1, TURNS[1], 1, 0).unwrap();
    trial.happen(events.into(), None);
    assert_eq!(trial.tell("ana", Command::OfferDraw), Err("computer-plays-on"));
    assert_eq!(trial.tell("ana", Command::AskTakeback).unwrap(), [Event::TakenBack { turns: 2, spent: 0 }]);
    trial.turns(1);
    let events = trial.round.make_move(1, TURNS[1], 1, 0).unwrap();
    trial.happen(events.into(), None);
    trial.tell("ana", Command::Resign).unwrap();
    assert!(trial.decide("ana", &Command::Rematch).unwrap().next.is_some());
}

#[test]
fn time_that_was_used_is_not_given_back_with_a_turn() {
    let mut trial = Trial::begun(setup("1m+10s"));
    trial.turns(3);
    assert_eq!(trial.state().clock.unwrap().left, [70_000, 60_000]);
    // Bo thinks, and allows Ana to take her turn back.
    trial.ticks += 5_000;
    trial.tell("ana", Command::AskTakeback).unwrap();
    assert_eq!(trial.tell("bo", Command::AskTakeback), Err("offered-already"), "a question stands");
    trial.tell("bo", Command::AllowTakeback).unwrap();
    assert_eq!(trial.state().clock.unwrap().left, [60_000, 55_000]);
    // Ana thinks, and takes two turns back once more.
    trial.turn("ana", TURNS[2]).unwrap();
    trial.turn("bo", TURNS[3]).unwrap();
    assert_eq!(trial.state().clock.unwrap().left, [70_000, 65_000]);
    trial.ticks += 7_000;
    trial.tell("ana", Command::AskTakeback).unwrap();
    trial.tell("bo", Command::AllowTakeback).unwrap();
    assert_eq!(trial.state().clock.unwrap().left, [53_000, 55_000]);
    trial.check_log();
}

#[test]
fn a_turn_that_is_taken_back_leaves_a_moment() {
    let mut trial = Trial::begun(setup("10s+10s"));
    trial.turns(3);
    trial.turn("bo", TURNS[3]).unwrap();
    trial.ticks += 19_000;
    trial.tell("ana", Command::AskTakeback).unwrap();
    trial.tell("bo", Command::AllowTakeback).unwrap();
    assert_eq!(trial.state().clock.unwrap().left, [1_000, 10_000]);
}

#[test]
fn commands_are_remembered_with_the_log() {
    let mut trial = Trial::begun(setup(""));
    trial.turns(1);
    let (player, id) = trial.round.log.last().unwrap().command.clone().unwrap();
    assert_eq!(trial.round.done(&player, &id), Some(trial.round.number));
    assert_eq!(trial.round.done("bo", &id), None, "ids are each player's own");
    trial.check_log();
}

#[test]
fn the_record_is_one_that_everybody_reads() {
    let mut trial = Trial::begun(setup("1m"));
    trial.turns(4);
    trial.tell("bo", Command::Resign).unwrap();
    let text = trial.round.record(["Ana", "?"]);
    let (record, session) = registry::read_record(&text).unwrap();
    assert_eq!(session.played(), &TURNS[..4]);
    let tag = |name| record.tag(name).unwrap();
    assert_eq!((tag("White"), tag("Termination"), tag("Clock")), ("Ana", "resignation", "1m"));
    assert_eq!(record.result, "1-0");
    assert!(text.contains("[%clk 1:00]"), "{text}");
}

#[test]
fn setups_are_kept_in_their_canonical_form() {
    let checked = |setup: Setup| checked(setup).map_err(|refused| refused.code());
    assert_eq!(checked(Setup { rules: "size=9".into(), ..setup("") }).unwrap().rules, "");
    assert_eq!(checked(setup("fast")), Err("bad-pace"));
    assert_eq!(checked(Setup { game: "chess".into(), ..setup("") }), Err("unknown-game"));
    assert!(checked(Setup { rules: "size=x".into(), ..setup("") }).is_err());
    assert!(checked(Setup { position: Some("nonsense".into()), ..setup("") }).is_err());
}

#[test]
fn a_guest_who_becomes_somebody_else_is_still_the_same_person() {
    let mut trial = Trial::begun(setup(""));
    trial.turns(2);
    let (_, id) = trial.round.log.last().unwrap().command.clone().unwrap();
    let number = trial.round.number;
    trial.round.rename(1, "account bo".into());
    assert_eq!((trial.round.seat_of("bo"), trial.round.seat_of("account bo")), (None, Some(1)));
    assert_eq!(trial.round.done("account bo", &id), Some(number), "what was asked before was asked by the same");
    assert!(!trial.round.is_one_person());
    trial.round.rename(0, "account bo".into());
    assert!(trial.round.is_one_person());
}

#[test]
fn what_happens_after_the_end_does_not_change_when_that_was() {
    let mut trial = Trial::begun(setup(""));
    trial.turns(2);
    trial.ticks = 7;
    trial.tell("ana", Command::Resign).unwrap();
    trial.ticks = 9;
    trial.tell("ana", Command::Rematch).unwrap();
    assert_eq!(trial.round.changed, 7);
}

#[test]
fn no_game_goes_on_for_ever() {
    let mut trial = Trial::begun(setup(""));
    trial.turns(2);
    while trial.round.log.len() < MOST_EVENTS {
        trial.happen(Event::Interrupted { spent: 0 }.into(), None);
    }
    assert_eq!(trial.turn("ana", TURNS[2]), Err("too-long"));
    assert_eq!(trial.tell("bo", Command::OfferDraw), Err("too-long"));
    trial.tell("ana", Command::Resign).unwrap();
}

#[test]
fn a_log_that_makes_no_sense_is_refused() {
    let mut trial = Trial::begun(setup(""));
    trial.happen(Event::Moved { seat: 0, r#move: "a1b3".into(), spent: 0 }.into(), None);
    let mut log = trial.round.log.clone();
    let entry = log.last_mut().unwrap();
    entry.event = Event::Moved { seat: 0, r#move: "a1a9".into(), spent: 0 };
    assert!(Round::replay("game", log).is_err());
    assert!(Round::replay("game", Vec::new()).is_err());
}

#[test]
fn chance_is_told_to_nobody() {
    let event = Event::Created(Setup { seed: 77, ..setup("") }.into());
    assert!(serde_json::to_string(&event).unwrap().contains("77"), "it is kept");
    assert!(!serde_json::to_string(&event.told()).unwrap().contains("seed"));
    assert_eq!(person(0, "ana").told(), person(0, "ana"));
}
