//! Thinking beside the screen: a thread of its own makes the computer's moves, finds hints and judges positions, so that the
//! screen never waits for it.

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

/// Memory for judging and hints, in mebibytes.
const HASH: u32 = 64;

/// What is to be thought about.
enum Task {
    /// The computer's move at a seat.
    Move(Seat, u64),
    Hint,
    /// How good the position is, told again and again for so long.
    Judge(Duration),
}

struct Job {
    number: u64,
    task: Task,
    session: Box<dyn Session>,
    stop: Arc<AtomicBool>,
}

/// What was thought.
pub enum News {
    /// What a search has found so far.
    Thought(Report),
    /// The computer's move.
    Chosen(Result<String, Rejection>),
    /// What the engine would play.
    Hinted(Hint),
    /// How good the position is for the player to move.
    Judged(Score),
    /// It was judged long enough.
    Done,
}

/// The thread that thinks, about one thing at a time.
pub struct Mind {
    jobs: Option<Sender<Job>>,
    news: Receiver<(u64, News)>,
    thread: Option<JoinHandle<()>>,
    /// The job that was given last.
    number: u64,
    stop: Arc<AtomicBool>,
}

impl Mind {
    /// A mind for games by these rules, in which the computer sits where there is a player.
    pub fn new(rules: &Rules, seats: [Option<Spec>; 2]) -> Result<Self, Rejection> {
        let [first, second] = seats.map(|seat| seat.map(|spec| Player::new(&spec, rules)).transpose());
        let (jobs, work) = channel();
        let (tell, news) = channel();
        let mut thinking = Thinking { players: [first?, second?], rules: rules.clone(), engine: None, tell };
        let thread = std::thread::spawn(move || {
            while let Ok(job) = work.recv() {
                thinking.work(&job);
            }
        });
        Ok(Mind { jobs: Some(jobs), news, thread: Some(thread), number: 0, stop: Arc::default() })
    }

    fn begin(&mut self, task: Task, session: &dyn Session) {
        self.drop_it();
        self.number += 1;
        self.stop = Arc::default();
        let job = Job { number: self.number, task, session: session.fork(), stop: self.stop.clone() };
        // The thread ends only when it is given no more jobs.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// Begins to think about the computer's move, and about nothing else any more.
    pub fn choose(&mut self, seat: Seat, session: &dyn Session, seed: u64) {
        self.begin(Task::Move(seat, seed), session);
    }

    /// Begins to look for a hint.
    pub fn hint(&mut self, session: &dyn Session) {
        self.begin(Task::Hint, session);
    }

    /// Begins to judge a position for so long.
    pub fn judge(&mut self, session: &dyn Session, time: Duration) {
        self.begin(Task::Judge(time), session);
    }

    /// Makes do with what has been found.
    pub fn cut_short(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Forgets what is being thought about: there will be no news of it.
    pub fn drop_it(&mut self) {
        self.cut_short();
        self.number += 1;
    }

    /// What is new about what was begun last.
    pub fn news(&mut self) -> Option<News> {
        loop {
            let (number, news) = self.news.try_recv().ok()?;
            if number == self.number {
                return Some(news);
            }
        }
    }
}

impl Drop for Mind {
    fn drop(&mut self) {
        self.cut_short();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, that has been told.
            let _ = thread.join();
        }
    }
}

/// What the thread has.
struct Thinking {
    players: [Option<Player>; 2],
    rules: Rules,
    engine: Option<Box<dyn Searcher>>,
    tell: Sender<(u64, News)>,
}

impl Thinking {
    fn work(&mut self, job: &Job) {
        let stop = &*job.stop;
        let go_on = || !stop.load(Ordering::Relaxed);
        let tell = self.tell.clone();
        // Nobody listens any more if the screen is gone.
        let tell = |news: News| drop(tell.send((job.number, news)));
        let session = &*job.session;
        match job.task {
            Task::Move(seat, seed) => {
                let Some(player) = &mut self.players[seat.index()] else { return };
                let chosen = player.choose(session, seed, &go_on, &mut |report, _| {
                    tell(News::Thought(report.clone()));
                });
                tell(News::Chosen(chosen));
            }
            Task::Hint => tell(News::Hinted(hint(self.engine(), session, &go_on))),
            Task::Judge(time) => {
                let engine = self.engine();
                engine.set_position(session, 1, 0);
                let limits = Limits { time: Some(time), ..Limits::default() };
                let start = Instant::now();
                think(engine, limits, &|| start.elapsed(), &go_on, &mut |report| {
                    tell(News::Judged(report.lines[0].score));
                });
                tell(News::Done);
            }
        }
    }

    fn engine(&mut self) -> &mut dyn Searcher {
        let rules = &self.rules;
        &mut **self.engine.get_or_insert_with(|| engine(rules, 1, HASH))
    }
}
