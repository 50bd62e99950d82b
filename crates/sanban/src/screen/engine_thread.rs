//! The engine thread: chooses the computer's moves, finds hints and evaluates positions while the screen stays responsive.

use sanban_arena::Player;
use sanban_arena::player::hint;
use sanban_core::{Rejection, Rules, Seat, Session};
use sanban_engine::handle::{engine, think};
use sanban_engine::hint::Hint;
use sanban_engine::{Limits, Report, Score, Searcher, Spec};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The table size for evaluations and hints, in mebibytes.
const HASH_MIB: u32 = 64;

/// What a job computes.
enum Task {
    /// The move of the computer at a seat, with a seed.
    Move(Seat, u64),
    Hint,
    /// An evaluation, refined for this long.
    Evaluate(Duration),
}

struct Job {
    number: u64,
    task: Task,
    session: Box<dyn Session>,
    stop: Arc<AtomicBool>,
}

/// A result from the engine thread.
pub enum EngineEvent {
    /// The progress of the search for a move.
    Progress(Report),
    /// The computer's move.
    Move(Result<String, Rejection>),
    Hint(Hint),
    /// An evaluation for the player to move.
    Evaluation(Score),
    /// The last evaluation was final.
    EvaluationFinished,
}

/// A handle to the engine thread, which runs one job at a time.
pub struct EngineThread {
    jobs: Option<Sender<Job>>,
    events: Receiver<(u64, EngineEvent)>,
    thread: Option<JoinHandle<()>>,
    /// The number of the current job. Events of other jobs are dropped.
    number: u64,
    stop: Arc<AtomicBool>,
}

impl EngineThread {
    /// Starts a thread for games by these rules, with the given computer players.
    pub fn new(rules: &Rules, seats: [Option<Spec>; 2]) -> Result<Self, Rejection> {
        let [first, second] = seats.map(|seat| seat.map(|spec| Player::new(&spec, rules)).transpose());
        let (jobs, work) = channel();
        let (sender, events) = channel();
        let mut worker = Worker { players: [first?, second?], rules: rules.clone(), engine: None, events: sender };
        let thread = std::thread::spawn(move || {
            while let Ok(job) = work.recv() {
                worker.run(&job);
            }
        });
        Ok(EngineThread { jobs: Some(jobs), events, thread: Some(thread), number: 0, stop: Arc::default() })
    }

    fn start(&mut self, task: Task, session: &dyn Session) {
        self.cancel();
        self.number += 1;
        self.stop = Arc::default();
        let job = Job { number: self.number, task, session: session.fork(), stop: self.stop.clone() };
        // The thread lives as long as the sender.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// Starts choosing the computer's move. Cancels the current job, as do the other methods.
    pub fn choose_move(&mut self, seat: Seat, session: &dyn Session, seed: u64) {
        self.start(Task::Move(seat, seed), session);
    }

    /// Starts searching for a hint.
    pub fn find_hint(&mut self, session: &dyn Session) {
        self.start(Task::Hint, session);
    }

    /// Starts evaluating a position.
    pub fn evaluate(&mut self, session: &dyn Session, time: Duration) {
        self.start(Task::Evaluate(time), session);
    }

    /// Makes the current job finish with what it has found.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Cancels the current job. It sends no more events.
    pub fn cancel(&mut self) {
        self.stop();
        self.number += 1;
    }

    /// The next event of the current job, if any.
    pub fn next_event(&mut self) -> Option<EngineEvent> {
        loop {
            let (number, event) = self.events.try_recv().ok()?;
            if number == self.number {
                return Some(event);
            }
        }
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic.
            let _ = thread.join();
        }
    }
}

/// The state of the thread.
struct Worker {
    players: [Option<Player>; 2],
    rules: Rules,
    engine: Option<Box<dyn Searcher>>,
    events: Sender<(u64, EngineEvent)>,
}

impl Worker {
    fn run(&mut self, job: &Job) {
        let stop = &*job.stop;
        let keep_going = || !stop.load(Ordering::Relaxed);
        let events = self.events.clone();
        // Sending fails only if the screen is gone.
        let send = |event: EngineEvent| drop(events.send((job.number, event)));
        let session = &*job.session;
        match job.task {
            Task::Move(seat, seed) => {
                let Some(player) = &mut self.players[seat.index()] else { return };
                let choice = player.choose(session, seed, &keep_going, &mut |report, _| {
                    send(EngineEvent::Progress(report.clone()));
                });
                send(EngineEvent::Move(choice));
            }
            Task::Hint => send(EngineEvent::Hint(hint(self.engine(), session, &keep_going))),
            Task::Evaluate(time) => {
                let engine = self.engine();
                engine.set_position(session, 1, 0);
                let limits = Limits { time: Some(time), ..Limits::default() };
                let start = Instant::now();
                think(engine, limits, &|| start.elapsed(), &keep_going, &mut |report| {
                    send(EngineEvent::Evaluation(report.lines[0].score));
                });
                send(EngineEvent::EvaluationFinished);
            }
        }
    }

    fn engine(&mut self) -> &mut dyn Searcher {
        let rules = &self.rules;
        &mut **self.engine.get_or_insert_with(|| engine(rules, 1, HASH_MIB))
    }
}
