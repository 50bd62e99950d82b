//! Jobs for workers: a real NATS server, and workers in this process.

mod common;
mod nats;

use common::{Client, Server, settings};
use nats::NatsServer;
use sanban_server::Settings;
use sanban_server::bus::{Bus, BusError, NatsBus};
use sanban_server::jobs::tasks::{self, MoveTask, ReviewTask};
use sanban_server::jobs::{JobClass, JobClient, JobContext, JobHandle, JobQueue, JobRunner, Requirements, Worker};
use sanban_server::jobs::{WorkerEvent, WorkerList};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// What the jobs of a test do.
#[derive(Default)]
struct Runner {
    /// The jobs that began, in order.
    began: Mutex<Vec<String>>,
    cancelled: Mutex<Vec<String>>,
}

impl JobRunner for Runner {
    fn run(&self, kind: &str, task: Value, context: &JobContext) -> Result<Option<Value>, String> {
        self.began.lock().unwrap().push(kind.to_string());
        match kind {
            tasks::MOVE if task.is_object() => {
                Ok(serde_json::from_value::<MoveTask>(task).unwrap().run(context)?.map(Value::String))
            }
            tasks::REVIEW if task.is_object() => {
                Ok(serde_json::from_value::<ReviewTask>(task).unwrap().run(context)?.map(|review| json!(review)))
            }
            "stuck" => {
                context.set_progress(json!("half"));
                while context.keep_going() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                self.cancelled.lock().unwrap().push(kind.to_string());
                Ok(None)
            }
            "bad" => Err("this can't be done".into()),
            "large" => Ok(Some(json!("x".repeat(2_000_000)))),
            "panic" => panic!("a bug"),
            _ => Ok(Some(task)),
        }
    }
}

/// A worker that answers nothing.
struct Silent;

impl JobRunner for Silent {
    fn run(&self, _: &str, _: Value, context: &JobContext) -> Result<Option<Value>, String> {
        while context.keep_going() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(None)
    }
}

/// A worker with one thread.
struct RunningWorker {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Vec<WorkerEvent>>,
}

impl RunningWorker {
    async fn start(nats: &NatsServer, runner: Arc<dyn JobRunner>) -> RunningWorker {
        let queue = JobQueue::connect(&nats.url(), "test").await.unwrap();
        let worker = Worker::new(queue, runner, 1, 1000, 7);
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(async move {
            let events = Mutex::new(Vec::new());
            let stopped = async { drop(stopped.await) };
            worker.run(stopped, |event| events.lock().unwrap().push(event)).await.unwrap();
            events.into_inner().unwrap()
        });
        RunningWorker { stop, ended }
    }

    async fn stop(self) -> Vec<WorkerEvent> {
        self.stop.send(()).unwrap();
        tokio::time::timeout(Duration::from_secs(3), self.ended).await.expect("it ends at once").unwrap()
    }
}

async fn client(nats: &NatsServer) -> JobClient {
    JobClient::new(JobQueue::connect(&nats.url(), "test").await.unwrap()).await.unwrap()
}

async fn post(client: &JobClient, class: JobClass, kind: &str) -> JobHandle {
    client.post(class, kind, &kind, Requirements::default()).await.unwrap()
}

async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn takes_jobs_of_higher_classes_first() {
    let Some(nats) = NatsServer::start() else { return };
    let client = client(&nats).await;
    let mut jobs = Vec::new();
    for (class, kind) in [
        (JobClass::Game, "game-1"),
        (JobClass::Review, "review-1"),
        (JobClass::Game, "game-2"),
        (JobClass::Move, "move-1"),
        (JobClass::Move, "move-2"),
    ] {
        jobs.push((kind, post(&client, class, kind).await));
    }
    let runner = Arc::new(Runner::default());
    let worker = RunningWorker::start(&nats, runner.clone()).await;
    for (kind, job) in jobs {
        assert_eq!(job.result().await, Ok(json!(kind)));
    }
    assert_eq!(*runner.began.lock().unwrap(), ["move-1", "move-2", "review-1", "game-1", "game-2"]);
    worker.stop().await;
}

#[tokio::test]
async fn cancels_jobs_that_nobody_awaits() {
    let Some(nats) = NatsServer::start() else { return };
    let (client, other_client) = (client(&nats).await, client(&nats).await);
    let runner = Arc::new(Runner::default());
    let _worker = RunningWorker::start(&nats, runner.clone()).await;
    let stuck = post(&client, JobClass::Move, "stuck").await;
    let (unwanted, wanted) = (post(&client, JobClass::Move, "a").await, post(&client, JobClass::Move, "b").await);
    let mut progress = stuck.progress();
    progress.wait_for(|progress| *progress == Some(json!("half"))).await.unwrap();
    drop((stuck, unwanted));
    assert_eq!(wanted.result().await, Ok(json!("b")));
    assert_eq!(*runner.cancelled.lock().unwrap(), ["stuck"]);
    assert_eq!(*runner.began.lock().unwrap(), ["stuck", "b"], "a waiting job that nobody awaits doesn't begin");
    // A requester that has gone altogether.
    let stuck = post(&other_client, JobClass::Move, "stuck").await;
    until(|| runner.began.lock().unwrap().len() == 3).await;
    std::mem::forget(stuck);
    drop(other_client);
    until(|| runner.cancelled.lock().unwrap().len() == 2).await;
}

#[tokio::test]
async fn reports_jobs_that_fail() {
    let Some(nats) = NatsServer::start() else { return };
    let client = client(&nats).await;
    let _worker = RunningWorker::start(&nats, Arc::new(Runner::default())).await;
    assert_eq!(post(&client, JobClass::Game, "bad").await.result().await, Err("this can't be done".into()));
    assert!(post(&client, JobClass::Game, "panic").await.result().await.unwrap_err().contains("panic"));
    let too_large = BusError::TooLarge.to_string();
    assert_eq!(post(&client, JobClass::Game, "large").await.result().await, Err(too_large));
    let large = client.post(JobClass::Game, "fine", &"x".repeat(2_000_000), Requirements::default()).await;
    assert_eq!(large.err(), Some(BusError::TooLarge));
    assert_eq!(post(&client, JobClass::Game, "fine").await.result().await, Ok(json!("fine")));
}

#[tokio::test]
async fn leaves_jobs_alone_that_are_not_for_this_worker() {
    let Some(nats) = NatsServer::start() else { return };
    let client = client(&nats).await;
    let runner = Arc::new(Runner::default());
    let queue = JobQueue::connect(&nats.url(), "test").await.unwrap();
    let _worker = RunningWorker::start(&nats, runner.clone()).await;
    // Another version, another search, another speed, and no job at all.
    let bus = queue.bus().client();
    bus.publish("sanban.jobs.move", r#"{"version":2,"id":"a"}"#.into()).await.unwrap();
    bus.publish("sanban.jobs.move", "nonsense".into()).await.unwrap();
    let other_engine = Requirements { engine: Some(8), ..Requirements::default() };
    let other_speed = Requirements { speed: Some([2000, 3000]), ..Requirements::default() };
    let _other_engine = client.post(JobClass::Move, "engine", &(), other_engine).await.unwrap();
    let _other_speed = client.post(JobClass::Move, "speed", &(), other_speed).await.unwrap();
    let fitting = Requirements { engine: Some(7), speed: Some([900, 1100]) };
    assert!(client.post(JobClass::Move, "fitting", &(), fitting).await.unwrap().result().await.is_ok());
    assert_eq!(*runner.began.lock().unwrap(), ["fitting"]);
    // All but the nonsense stay in the queue for others.
    while queue.length().await.unwrap() != 3 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until the server knows the subscriptions of a connection, whose messages it handles in order.
async fn wait_for_subscriptions(bus: &NatsBus) {
    let mut echoes = bus.subscribe("echo").await.unwrap();
    bus.publish("echo", Vec::new()).await.unwrap();
    echoes.recv().await.unwrap();
}

#[tokio::test]
async fn takes_results_without_a_version_and_ignores_those_of_a_later_one() {
    let Some(nats) = NatsServer::start() else { return };
    let client = client(&nats).await;
    let worker = NatsBus::connect(&nats.url(), "test").await.unwrap();
    let mut jobs = worker.subscribe("sanban.jobs.game").await.unwrap();
    wait_for_subscriptions(&worker).await;
    let waiting = post(&client, JobClass::Game, "game").await;
    let job: Value = serde_json::from_slice(&jobs.recv().await.unwrap().payload).unwrap();
    let send = async |mut message: Value| {
        message["job"] = job["id"].clone();
        let timeout = Duration::from_millis(300);
        worker.request(job["reply_to"].as_str().unwrap(), message.to_string().into(), timeout).await
    };
    let later = send(json!({"version": 2, "type": "result", "result": "later"})).await;
    assert_eq!(later, Err(BusError::Timeout), "nobody can answer what can't be understood");
    let reply = send(json!({"type": "result", "result": "earlier"})).await.unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&reply).unwrap(), json!({"version": 1, "is_awaited": true}));
    assert_eq!(waiting.result().await, Ok(json!("earlier")));
}

#[tokio::test]
async fn jobs_stay_in_the_queue_until_their_results_are_confirmed() {
    let Some(nats) = NatsServer::start() else { return };
    let queue = JobQueue::connect(&nats.url(), "test").await.unwrap();
    let requester = NatsBus::connect(&nats.url(), "test").await.unwrap();
    let mut messages = requester.subscribe("sanban.results.test").await.unwrap();
    wait_for_subscriptions(&requester).await;
    let job = json!({
        "version": 1, "id": "a", "reply_to": "sanban.results.test", "requirements": {"engine": null, "speed": null},
        "kind": "game", "task": "game",
    });
    requester.publish("sanban.jobs.game", job.to_string().into()).await.unwrap();
    let _worker = RunningWorker::start(&nats, Arc::new(Runner::default())).await;
    // The requester answers everything but the first two results.
    let mut results = 0;
    while results < 3 {
        let message = tokio::time::timeout(Duration::from_secs(10), messages.recv()).await;
        let message = message.expect("the worker delivers the result again").unwrap();
        let content: Value = serde_json::from_slice(&message.payload).unwrap();
        if content["type"] == "result" {
            results += 1;
            assert_eq!(content["result"], "game");
            assert_eq!(queue.length().await.unwrap(), 1, "the job stays, {results} results were sent");
            if results < 3 {
                continue;
            }
        }
        requester.publish(&message.reply_to.unwrap(), br#"{"version":1,"is_awaited":true}"#.to_vec()).await.unwrap();
    }
    while queue.length().await.unwrap() != 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn posts_all_jobs_again_after_a_restart_of_the_bus() {
    let Some(mut nats) = NatsServer::start() else { return };
    let client = client(&nats).await;
    let mut jobs = Vec::new();
    for kind in ["one", "two", "three"] {
        jobs.push((kind, post(&client, JobClass::Game, kind).await));
    }
    nats.kill();
    nats.start_again();
    // No worker sets the queue up before the client does. This only looks at it.
    let queue = JobQueue::new(Arc::new(NatsBus::connect(&nats.url(), "test").await.unwrap()));
    let posted = async {
        while queue.length().await != Ok(3) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), posted).await.expect("all jobs are posted again");
    let _worker = RunningWorker::start(&nats, Arc::new(Runner::default())).await;
    for (kind, job) in jobs {
        assert_eq!(job.result().await, Ok(json!(kind)));
    }
}

#[tokio::test]
async fn hands_jobs_back_when_a_worker_stops() {
    let Some(nats) = NatsServer::start() else { return };
    let client = client(&nats).await;
    let workers = WorkerList::listen(&**JobQueue::connect(&nats.url(), "test").await.unwrap().bus()).await.unwrap();
    let first = RunningWorker::start(&nats, Arc::new(Silent)).await;
    until(|| workers.threads() == 1).await;
    let job = post(&client, JobClass::Game, "game").await;
    until(|| workers.alive().iter().any(|worker| worker.busy == 1)).await;
    let _second = RunningWorker::start(&nats, Arc::new(Runner::default())).await;
    until(|| workers.threads() == 2).await;
    let stopped = Instant::now();
    assert_eq!(first.stop().await, [WorkerEvent::Draining(1)]);
    assert_eq!(job.result().await, Ok(json!("game")));
    assert!(stopped.elapsed() < sanban_server::jobs::ACK_WAIT, "the job came back at once");
    until(|| workers.threads() == 1).await;
}

/// A game against a level, in which the computer begins.
async fn computer_moves(client: &mut Client, spec: &str) -> String {
    let game = client.create(json!({"game": "jesonmor", "opponent": spec, "seat": "second"})).await;
    while client.state(&game).await["moves"].as_array().is_none_or(Vec::is_empty) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    game
}

async fn metric(client: &mut Client, name: &str) -> u64 {
    let text = client.get("/metrics").await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
}

async fn server_with_worker(nats: &NatsServer, runner: Arc<dyn JobRunner>) -> (Server, Client, RunningWorker) {
    let server = Server::with(Settings { bus: nats.url().try_into().unwrap(), ..settings() }).await;
    let mut client = server.guest().await;
    let worker = RunningWorker::start(nats, runner).await;
    while metric(&mut client, "sanban_workers").await == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    (server, client, worker)
}

#[tokio::test]
async fn workers_choose_the_computers_moves() {
    let Some(nats) = NatsServer::start() else { return };
    let runner = Arc::new(Runner::default());
    let (mut server, mut client, worker) = server_with_worker(&nats, runner.clone()).await;
    computer_moves(&mut client, "level:2").await;
    assert_eq!(*runner.began.lock().unwrap(), ["move"]);
    assert_eq!(metric(&mut client, "sanban_jobs_sent_total").await, 1);
    assert_eq!(metric(&mut client, "sanban_jobs_answered_total").await, 1);
    assert_eq!(metric(&mut client, "sanban_jobs_fallen_back_total").await, 0);
    // Without workers, the server plays by itself.
    worker.stop().await;
    while metric(&mut client, "sanban_workers").await != 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    computer_moves(&mut client, "level:2").await;
    assert_eq!(metric(&mut client, "sanban_jobs_sent_total").await, 1);
    server.stop().await;
}

#[tokio::test]
async fn the_server_plays_if_no_worker_answers() {
    let Some(nats) = NatsServer::start() else { return };
    let (mut server, mut client, _worker) = server_with_worker(&nats, Arc::new(Silent)).await;
    computer_moves(&mut client, "level:2").await;
    assert_eq!(metric(&mut client, "sanban_jobs_answered_total").await, 0);
    assert_eq!(metric(&mut client, "sanban_jobs_fallen_back_total").await, 1);
    server.stop().await;
}

#[tokio::test]
async fn the_server_plays_at_once_while_all_workers_are_busy() {
    let Some(nats) = NatsServer::start() else { return };
    let (mut server, mut client, _worker) = server_with_worker(&nats, Arc::new(Runner::default())).await;
    let requester = self::client(&nats).await;
    let stuck = post(&requester, JobClass::Game, "stuck").await;
    while metric(&mut client, "sanban_worker_threads_free").await != 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    computer_moves(&mut client, "level:2").await;
    assert_eq!(metric(&mut client, "sanban_jobs_workers_busy_total").await, 1);
    assert_eq!(metric(&mut client, "sanban_jobs_answered_total").await, 0);
    assert_eq!(metric(&mut client, "sanban_jobs_fallen_back_total").await, 0, "it didn't wait for the worker");
    // Once the worker is free, it plays again.
    drop(stuck);
    while metric(&mut client, "sanban_worker_threads_free").await == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    computer_moves(&mut client, "level:2").await;
    assert_eq!(metric(&mut client, "sanban_jobs_answered_total").await, 1);
    assert_eq!(metric(&mut client, "sanban_jobs_workers_busy_total").await, 1);
    server.stop().await;
}

#[tokio::test]
async fn the_server_plays_without_its_bus() {
    let server =
        Server::with(Settings { bus: "nats://127.0.0.1:1".to_string().try_into().unwrap(), ..settings() }).await;
    computer_moves(&mut server.guest().await, "level:2").await;
}

/// Plays a game to its end by resigning, and reviews it.
async fn review_a_game(client: &mut Client) -> Value {
    let game = computer_moves(client, "level:1").await;
    let path = format!("/api/games/{game}/review");
    assert_eq!(client.post(&path, json!({})).await.code(), "round-not-over");
    assert_eq!(client.get(&path).await.code(), "no-such-review");
    assert_eq!(client.command(&game, json!({"type": "resign"})).await.status, 200);
    let started = client.post(&path, json!({})).await;
    assert_eq!(started.status, 202, "{started:?}");
    assert_eq!(started.json()["moves"], 1);
    loop {
        let status = client.get(&path).await.json();
        if status["state"] != "running" {
            assert_eq!(status["state"], "complete", "{status}");
            assert_eq!(client.post(&path, json!({})).await.status, 200, "it is still there");
            return status["review"].clone();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn reviews_games_on_workers_and_on_the_server() {
    let server = Server::start().await;
    let review = review_a_game(&mut server.guest().await).await;
    assert_eq!(review["rated"], 1);
    assert!(review["record"].as_str().unwrap().contains("[%eval "), "{review}");
    let rated = &review["moves"][0];
    assert!(rated["rating"].is_string() && rated["told"]["pt"]["score"].is_string(), "{review}");
    assert!(review["accuracy"][0].is_number() && review["accuracy"][1].is_null(), "{review}");
    let Some(nats) = NatsServer::start() else { return };
    let runner = Arc::new(Runner::default());
    let (mut server, mut client, _worker) = server_with_worker(&nats, runner.clone()).await;
    let review = review_a_game(&mut client).await;
    assert_eq!(review["rated"], 1);
    assert_eq!(*runner.began.lock().unwrap(), ["move", "review"]);
    server.stop().await;
}

#[tokio::test]
async fn players_have_one_review_at_a_time() {
    let Some(nats) = NatsServer::start() else { return };
    let (mut server, mut client, _worker) = server_with_worker(&nats, Arc::new(Silent)).await;
    let mut other = server.guest().await;
    let mut paths = Vec::new();
    for _ in 0..2 {
        let game = computer_moves(&mut client, "level:1").await;
        assert_eq!(client.command(&game, json!({"type": "resign"})).await.status, 200);
        paths.push(format!("/api/games/{game}/review"));
    }
    assert_eq!(client.post(&paths[0], json!({})).await.status, 202);
    assert_eq!(client.post(&paths[0], json!({})).await.status, 202, "the same review");
    let rejected = client.post(&paths[1], json!({})).await;
    assert_eq!((rejected.status, rejected.code().as_str()), (429, "too-many-reviews"));
    assert_eq!(other.post(&paths[1], json!({})).await.status, 202);
    assert_eq!(server.stranger().post(&paths[1], json!({})).await.status, 401);
    server.stop().await;
}

#[tokio::test]
async fn logs_in_with_the_credentials_in_the_address() {
    let user = ["--user", "ana", "--pass", "p@ss/w: 5%"];
    let needs = "it needs credentials, as in nats://USER:PASSWORD@HOST:PORT or nats://TOKEN@HOST:PORT";
    for (options, right, wrong, rejection) in [
        (&user[..], "ana:p%40ss%2Fw%3A%205%25", "ana:secret", "it rejects this user and password"),
        (&["--auth", "t0k+n"], "t0k%2Bn", "secret", "it rejects this token"),
    ] {
        let Some(nats) = NatsServer::start_with(options) else { return };
        let url = nats.url_with(right);
        let [bus, other] =
            [NatsBus::connect(&url, "a").await.unwrap(), NatsBus::connect_or_retry(&url, "b").await.unwrap()];
        let mut received = bus.subscribe("subject").await.unwrap();
        wait_for_subscriptions(&bus).await;
        other.publish("subject", b"hello".to_vec()).await.unwrap();
        assert_eq!(received.recv().await.unwrap().payload, b"hello");
        for (url, expected) in [(nats.url_with(wrong), rejection), (nats.url(), needs)] {
            let errors = [
                NatsBus::connect(&url, "a").await.err().unwrap(),
                NatsBus::connect_or_retry(&url, "b").await.err().unwrap(),
                JobQueue::connect(&url, "c").await.err().unwrap(),
            ];
            assert_eq!(errors.map(|error| error.to_string()), [expected; 3]);
        }
    }
}
