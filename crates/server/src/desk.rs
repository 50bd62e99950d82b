//! One game at a time, and one thing after another in it: a desk has a game, hears what is asked of it, writes down what follows
//! and tells everybody who watches.

use crate::computer;
use crate::hall::Hall;
use crate::outbox::Outbox;
use crate::refusal::{self, Refused};
use crate::round::{Asker, Command, Decision, End, Entry, Event, Moment, Round, Seated, Sitter, StateView, Summary};
use crate::secret;
use crate::store::{Alive, Chapter};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use utoipa::ToSchema;

/// How many questions may wait at a desk.
const QUEUE: usize = 64;
/// How long the desk of a game that is over waits for anything before it is put away, in milliseconds.
const IDLE_OVER: u64 = 5_000;
/// How long it waits before it tries again to write something down.
const AGAIN: Duration = Duration::from_millis(500);

/// What a desk is asked.
pub enum Ask {
    /// To carry out a command. The answer is the number of the last event that it made.
    /// It counts from the tick at which it came, however long it had to wait.
    Command { asker: Asker, id: String, command: Command, came: u64, answer: oneshot::Sender<Result<u32, Refused>> },
    /// To tell a connection everything from now on, and what it has missed.
    Watch { outbox: Outbox, player: Option<String>, have: u32, answer: oneshot::Sender<()> },
    /// Not to tell it any more.
    Unwatch { connection: u64 },
    /// How the game stands.
    Look { player: Option<String>, after: u32, answer: oneshot::Sender<Look> },
    /// For the game's record.
    Record { answer: oneshot::Sender<String> },
    /// The computer has chosen a move in a turn, or could not.
    Thought { turn: u32, r#move: Option<String> },
    /// To look anew who these players are, if they play here.
    Renew { players: Vec<String> },
}

/// How a game stands.
pub struct Look {
    pub summary: Summary,
    pub state: StateView,
    /// What has happened since.
    pub updates: Vec<Update>,
}

/// Something that happened, as it is told. Of old ones only the last has a state.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Update {
    pub number: u32,
    pub at: u64,
    pub event: Event,
    pub state: Option<StateView>,
}

/// The way to a desk.
#[derive(Clone)]
pub struct DeskHandle {
    pub asks: mpsc::Sender<Ask>,
    /// The number of the last event.
    pub number: watch::Receiver<u32>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Told<'a> {
    Watched {
        game: &'a str,
        summary: &'a Summary,
        state: &'a StateView,
    },
    Update {
        game: &'a str,
        #[serde(flatten)]
        update: &'a Update,
    },
    Present {
        game: &'a str,
        present: [bool; 2],
        claim: Option<u8>,
    },
}

struct Watcher {
    outbox: Outbox,
    player: Option<String>,
}

/// A desk.
pub struct Desk {
    hall: Arc<Hall>,
    round: Round,
    seats: [Option<Seated>; 2],
    watchers: Vec<Watcher>,
    /// Since when each player has not been here.
    away: [Option<u64>; 2],
    /// In which turn the computer is thinking, and what ends that.
    thinking: Option<(u32, AbortHandle)>,
    /// Whether it has to be looked anew who the players are.
    stale: bool,
    /// Whether it has been told that somebody may claim the game.
    claim_told: bool,
    /// When something was last asked.
    asked: u64,
    asks: mpsc::Receiver<Ask>,
    own: mpsc::WeakSender<Ask>,
    number: watch::Sender<u32>,
}

impl Desk {
    /// A desk for the game that these entries tell of, and the way to it. It is silent, and no time is charged, until it runs.
    pub async fn new(hall: Arc<Hall>, id: &str, entries: Vec<Entry>) -> Result<(Desk, DeskHandle), Refused> {
        let round = Round::replay(id, entries)?;
        let ticks = hall.now().ticks;
        let (sender, asks) = mpsc::channel(QUEUE);
        let (number, numbers) = watch::channel(round.number);
        let mut desk = Desk {
            hall,
            round,
            seats: [None, None],
            watchers: Vec::new(),
            away: [Some(ticks); 2],
            thinking: None,
            stale: false,
            claim_told: false,
            asked: ticks,
            asks,
            own: sender.downgrade(),
            number,
        };
        desk.renew().await?;
        Ok((desk, DeskHandle { asks: sender, number: numbers }))
    }

    /// Writes down that the server was away, with how much of the turn had been used until then.
    pub async fn interrupted(&mut self, alive: Alive) {
        if let Some(event) = self.round.interrupted(alive.since, alive.until)
            && let Err(refused) = self.happen(vec![event].into(), None).await
        {
            tracing::error!(game = self.round.id, code = refused.code(), "cannot go on fairly");
        }
    }

    /// Works until nobody needs it.
    pub async fn run(mut self) {
        self.hall.metrics.desks.inc();
        let now = self.now();
        self.round.go_on(now);
        self.away = [Some(now); 2];
        self.call_off_if_one_person().await;
        self.think();
        while self.is_needed() {
            let wake = self.hall.instant(self.wake());
            tokio::select! {
                // Whatever came before time ran out counts.
                biased;
                ask = self.asks.recv() => match ask {
                    Some(ask) => self.answer(ask).await,
                    None => break,
                },
                () = tokio::time::sleep_until(wake) => self.look_at_clocks().await,
            }
        }
        self.call_off_if_abandoned().await;
        self.hall.metrics.desks.dec();
        self.hall.put_away(&self.round.id, &mut self.asks);
    }

    /// Calls a game off that nobody can play: one person has come to sit on both sides.
    async fn call_off_if_one_person(&mut self) {
        if self.round.is_one_person() && self.round.is_running() {
            self.call_off().await;
        }
    }

    /// Whether somebody waits for anybody who would play at once.
    fn is_live_seek(&self) -> bool {
        self.round.phase() == "waiting" && self.round.setup.open && self.round.pace.is_live()
    }

    /// When whoever waits has been away for too long.
    fn abandoned_at(&self) -> Option<u64> {
        let seat = usize::from(self.round.seats[0].is_none());
        self.away[seat].filter(|_| self.is_live_seek()).map(|since| since + self.grace())
    }

    /// Calls a game off that was to be played at once, and that everybody has left before both sides had moved.
    async fn call_off_if_abandoned(&mut self) {
        if self.is_live_seek() || self.round.has_hardly_begun() {
            self.call_off().await;
        }
    }

    async fn call_off(&mut self) {
        let seat = u8::from(self.round.seats[0].is_none());
        if let Err(refused) = self.happen(Event::Withdrawn { seat }.into(), None).await {
            tracing::error!(game = self.round.id, code = refused.code(), "cannot call the game off");
            // It is tried again, but not at once.
            tokio::time::sleep(AGAIN).await;
        }
    }

    fn now(&self) -> u64 {
        self.hall.now().ticks
    }

    /// Whether somebody watches, time runs, or something was asked lately.
    fn is_needed(&self) -> bool {
        let timed = self.round.deadline().is_some();
        timed || self.thinking.is_some() || !self.watchers.is_empty() || self.now() < self.asked + self.patience()
    }

    /// How long it waits for anything before its game is put away.
    fn patience(&self) -> u64 {
        if self.round.end().is_some() { IDLE_OVER } else { self.grace() }
    }

    /// When something has to be looked at, if nothing is asked before.
    fn wake(&self) -> u64 {
        let claim = self.round.claim(self.away, self.grace()).map(|(_, from)| from).filter(|_| !self.claim_told);
        let deadline = self.round.deadline().filter(|_| !self.hall.is_closing());
        // What could not be thought about or written down is tried again.
        let missing = self.round.computer_to_move().is_some() && self.thinking.is_none();
        let again = missing.then(|| self.now() + AGAIN.as_millis() as u64);
        let next = [deadline, claim, again, self.abandoned_at()].into_iter().flatten().min().unwrap_or(u64::MAX);
        next.min(self.now() + self.patience())
    }

    fn grace(&self) -> u64 {
        self.hall.settings.grace.as_millis() as u64
    }

    fn claimant(&self) -> Option<u8> {
        let now = self.now();
        self.round.claim(self.away, self.grace()).filter(|(_, from)| *from <= now).map(|(seat, _)| seat)
    }

    async fn look_at_clocks(&mut self) {
        self.drop_slow();
        if !self.hall.is_closing()
            && let Some(event) = self.round.flag(self.now())
            && self.happen(vec![event].into(), None).await.is_err()
        {
            // It is tried again, but not at once.
            tokio::time::sleep(AGAIN).await;
        }
        if self.abandoned_at().is_some_and(|at| at <= self.now()) {
            self.call_off().await;
        }
        if self.claimant().is_some() && !self.claim_told {
            self.claim_told = true;
            self.tell_present();
        }
        self.think();
    }

    async fn answer(&mut self, ask: Ask) {
        // That somebody logs in somewhere keeps no desk busy.
        if !matches!(ask, Ask::Renew { .. }) {
            self.asked = self.now();
        }
        self.drop_slow();
        if self.stale {
            self.look_who_plays().await;
        }
        let is_thought = matches!(ask, Ask::Thought { .. });
        match ask {
            Ask::Command { asker, id, command, came, answer } => {
                self.seen(&asker.id);
                let result = self.command(&asker, id, &command, came).await;
                // Whoever asked may have gone.
                let _ = answer.send(result);
            }
            Ask::Watch { outbox, player, have, answer } => {
                self.watch(outbox, player, have);
                let _ = answer.send(());
            }
            Ask::Unwatch { connection } => {
                self.watchers.retain(|watcher| watcher.outbox.id != connection);
                self.look_who_is_present();
            }
            Ask::Look { player, after, answer } => {
                if let Some(player) = &player {
                    self.seen(player);
                }
                let look = Look {
                    summary: self.summary(player.as_deref()),
                    state: self.state(),
                    updates: self.updates(after),
                };
                let _ = answer.send(look);
            }
            Ask::Record { answer } => {
                let names = self.seats.each_ref().map(crate::export::name);
                let _ = answer.send(self.round.record(names));
            }
            Ask::Thought { turn, r#move } => self.thought(turn, r#move).await,
            Ask::Renew { players } => {
                let people = self.round.people();
                if people.into_iter().flatten().any(|person| players.iter().any(|player| player == person)) {
                    self.look_who_plays().await;
                    self.call_off_if_one_person().await;
                    self.look_who_is_present();
                }
            }
        }
        // If it could not be done before. A thought that failed is not had again at once.
        if !is_thought {
            self.think();
        }
    }

    async fn command(&mut self, asker: &Asker, id: String, command: &Command, came: u64) -> Result<u32, Refused> {
        if *command != Command::Join && self.round.seat_of(&asker.id).is_none() {
            // It may be a guest of before.
            self.look_who_plays().await;
        }
        if let Some(number) = self.round.done(&asker.id, &id) {
            return Ok(number);
        }
        if matches!(command, Command::Join | Command::Rematch) {
            self.hall.refuse_too_many_games(&asker.id, self.round.has_computer()).await?;
        }
        let now = Moment { ticks: came, ..self.hall.now() };
        if !self.hall.is_closing()
            && let Some(event) = self.round.flag(now.ticks)
        {
            self.happen(vec![event].into(), None).await?;
        }
        let decision = self.round.decide(asker, command, now, self.away, self.grace(), secret::id)?;
        self.happen(decision, Some((asker.id.clone(), id))).await?;
        Ok(self.round.number)
    }

    /// Writes down what happens, lets it happen, and tells everybody.
    async fn happen(&mut self, decision: Decision, command: Option<(String, String)>) -> Result<(), Refused> {
        let Decision { events, next } = decision;
        let now = self.hall.now();
        let last = events.len();
        let joined = events.iter().any(|event| matches!(event, Event::Sat { .. } | Event::SidesChanged { .. }));
        let entries: Vec<Entry> = (1..)
            .zip(events)
            .map(|(place, event)| Entry {
                number: self.round.number + place,
                at: now.wall,
                command: command.clone().filter(|_| place as usize == last),
                event,
            })
            .collect();
        let was_over = self.round.end().is_some();
        let (turn, since) = (self.round.turn, self.round.since());
        let turns = entries.iter().filter(|entry| matches!(entry.event, Event::Moved { .. })).count();
        for entry in &entries {
            self.round.apply(entry.clone(), Some(now.ticks))?;
        }
        if joined {
            self.look_who_plays().await;
        }
        let mut chapters = vec![Chapter {
            game: self.round.id.clone(),
            entries,
            summary: self.summary(None),
            people: self.round.people().map(|id| id.map(String::from)),
            rated: self.score().filter(|_| self.round.setup.rated && !was_over),
        }];
        if let Some((id, events)) = next {
            let [first, second] = self.seats.clone();
            chapters.push(first_chapter(&id, events, [second, first], now.wall, None)?);
        }
        if let Err(error) = self.hall.store.append(chapters).await {
            tracing::error!(game = self.round.id, %error, "nothing was written");
            // Nobody has heard of it, so it has not happened.
            self.round.forget_last(last, since)?;
            self.look_who_plays().await;
            return Err(refusal::STORE_FAILED.into());
        }
        if self.round.turn != turn {
            // Nobody can think about a turn before hearing of the last one.
            self.round.go_on(self.now());
        }
        self.hall.metrics.turns.inc_by(turns as u64);
        self.claim_told = false;
        for update in self.updates(self.round.number - last as u32) {
            self.tell(&Told::Update { game: &self.round.id, update: &update });
        }
        // Nobody need wait for it.
        let _ = self.number.send(self.round.number);
        if joined || self.round.end().is_some() != was_over {
            self.hall.lobby_has_changed();
            let (game, kind) = (&self.round.id, &self.round.setup.game);
            tracing::info!(game, kind, state = self.round.phase(), result = self.round.result(), "a game has changed");
        }
        self.look_who_is_present();
        self.think();
        Ok(())
    }

    /// The score of the first player, if the game has a result.
    fn score(&self) -> Option<f64> {
        match self.round.end()? {
            End::Result { winner: Some(0), .. } => Some(1.0),
            End::Result { winner: Some(_), .. } => Some(0.0),
            End::Result { winner: None, .. } => Some(0.5),
            End::Withdrawn => None,
        }
    }

    fn summary(&self, player: Option<&str>) -> Summary {
        let yours = player.and_then(|player| self.round.seat_of(player));
        Summary { yours, ..self.round.summary(self.seats.clone()) }
    }

    fn state(&self) -> StateView {
        self.round.state(self.now(), self.present(), self.claimant())
    }

    /// What has happened after a number. Only the last has a state.
    fn updates(&self, after: u32) -> Vec<Update> {
        let new = self.round.log_after(after);
        let last = new.len().saturating_sub(1);
        let update = |(place, entry): (usize, &Entry)| Update {
            number: entry.number,
            at: entry.at,
            event: entry.event.told(),
            state: (place == last).then(|| self.state()),
        };
        new.iter().enumerate().map(update).collect()
    }

    /// Looks up who the players are by now, or does so next time.
    async fn look_who_plays(&mut self) {
        self.stale = self.renew().await.is_err();
    }

    async fn renew(&mut self) -> Result<(), Refused> {
        for seat in 0..2 {
            self.seats[seat] = match self.round.seats[seat].clone() {
                None => None,
                Some(Sitter::Computer(spec)) => Some(Seated::computer(spec)),
                Some(Sitter::Person(id)) => {
                    let Some(person) = self.hall.store.person(&id).await? else {
                        return Err(refusal::NO_SUCH_PLAYER.into());
                    };
                    let rating = self.hall.store.rating(&person.id, &self.round.setup.game).await?;
                    self.round.rename(seat, person.id);
                    Some(Seated::person(person.name, rating.map(|rating| rating.rating)))
                }
            };
        }
        Ok(())
    }

    fn watch(&mut self, outbox: Outbox, player: Option<String>, have: u32) {
        let game = &self.round.id;
        let (summary, state) = (&self.summary(player.as_deref()), &self.state());
        let watched = to_json(&Told::Watched { game, summary, state });
        // Whoever claims to have more than there is gets nothing, and the state tells how it is.
        let missed = self.updates(have);
        let missed = missed.iter().map(|update| to_json(&Told::Update { game, update }).into());
        let told = outbox.tell_all([watched.into()].into_iter().chain(missed));
        self.watchers.retain(|watcher| watcher.outbox.id != outbox.id);
        if told {
            self.watchers.push(Watcher { outbox, player });
        }
        self.look_who_is_present();
    }

    fn tell(&self, told: &Told<'_>) {
        let text: Arc<str> = to_json(told).into();
        for watcher in &self.watchers {
            // Who is too slow is dropped before the next question.
            watcher.outbox.tell(text.clone());
        }
    }

    fn drop_slow(&mut self) {
        self.watchers.retain(|watcher| !watcher.outbox.is_slow());
    }

    /// A player has asked something without watching.
    fn seen(&mut self, player: &str) {
        if let Some(seat) = self.round.seat_of(player)
            && let Some(since) = &mut self.away[usize::from(seat)]
        {
            *since = self.hall.now().ticks;
            self.claim_told = false;
        }
    }

    fn present(&self) -> [bool; 2] {
        [0, 1].map(|seat: usize| match &self.round.seats[seat] {
            Some(Sitter::Computer(_)) => true,
            Some(Sitter::Person(id)) => self.watchers.iter().any(|watcher| watcher.player.as_ref() == Some(id)),
            None => false,
        })
    }

    fn look_who_is_present(&mut self) {
        let (now, present) = (self.now(), self.present());
        let before = self.away.map(|away| away.is_none());
        for (away, here) in self.away.iter_mut().zip(present) {
            *away = if here { None } else { away.or(Some(now)) };
        }
        if before != present {
            self.claim_told = false;
            self.tell_present();
        }
        let here = self.round.phase() == "waiting" && present.contains(&true);
        self.hall.note_presence(&self.round.id, here.then(|| self.summary(None)));
    }

    fn tell_present(&self) {
        let (present, claim) = (self.present(), self.claimant());
        self.tell(&Told::Present { game: &self.round.id, present, claim });
    }

    /// Lets the computer think, if it is its turn, and think no more about what has passed.
    fn think(&mut self) {
        let turn = self.round.computer_to_move().map(|_| self.round.turn);
        if self.thinking.as_ref().map(|(turn, _)| *turn) == turn {
            return;
        }
        if let Some((_, task)) = self.thinking.take() {
            task.abort();
        }
        let (Some(turn), Some(spec)) = (turn, self.round.computer_to_move()) else { return };
        let Ok(spec) = computer::player(spec, self.round.info()) else { return };
        let (session, computer, own) = (self.round.session().fork(), self.hall.computer.clone(), self.own.clone());
        let seed = sanban_core::zobrist::mix(self.round.setup.seed ^ session.played().len() as u64);
        let task = self.hall.spawn(async move {
            let chosen = computer.choose(session, spec, seed).await;
            if let Some(own) = own.upgrade() {
                // A desk that is gone needs no move.
                let _ = own.send(Ask::Thought { turn, r#move: chosen }).await;
            }
        });
        self.thinking = Some((turn, task));
    }

    async fn thought(&mut self, turn: u32, chosen: Option<String>) {
        if self.thinking.as_ref().is_none_or(|(thinking, _)| *thinking != turn) {
            return;
        }
        self.thinking = None;
        let Some(chosen) = chosen else {
            // It is thought about again, but not at once.
            tracing::error!(game = self.round.id, "the computer found no move");
            return;
        };
        let turns = self.round.session().played().len();
        if let Ok(events) = self.round.make_move(self.round.to_move(), &chosen, turns, self.now()) {
            // What cannot be written down is thought about again.
            let _ = self.happen(events.into(), None).await;
        }
    }
}

/// The beginning of a game's log, and whose command it was, if that had a name.
pub fn first_chapter(
    id: &str,
    events: Vec<Event>,
    seats: [Option<Seated>; 2],
    at: u64,
    mut command: Option<(String, String)>,
) -> Result<Chapter, Refused> {
    let entries: Vec<Entry> =
        (1..).zip(events).map(|(number, event)| Entry { number, at, command: command.take(), event }).collect();
    let round = Round::replay(id, entries.clone())?;
    let people = round.people().map(|id| id.map(String::from));
    Ok(Chapter { game: id.to_string(), summary: round.summary(seats), people, entries, rated: None })
}

fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it can be written as JSON")
}
