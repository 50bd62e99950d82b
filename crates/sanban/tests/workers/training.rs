//! Training games on workers, for `selfplay` and `tune`.

use super::nats::NatsServer;
use super::{AnnouncedWorker, NatsClient, Running, Worker, fingerprint, finished, sanban};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Training games that are saved in a file.
fn self_play(positions: u32, file: &Path, more: &[&str]) -> Command {
    let mut command = sanban();
    command.args("selfplay jinli --nodes 60 --plies 6 --seed 4 --positions".split(' ')).arg(positions.to_string());
    command.arg("--out").arg(file).args(more);
    command
}

fn run(command: &mut Command) -> String {
    finished(&Running::start(command).wait())
}

fn read(file: &Path) -> Vec<u8> {
    std::fs::read(file).unwrap_or_default()
}

fn wait_for_size(file: &Path, size: usize) {
    while read(file).len() < size {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Files of an evaluation: weights, and a network that isn't the game's own.
fn evaluations(folder: &Path) -> [PathBuf; 2] {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src/jinli");
    let weights = read(&game.join("weights.txt"));
    let mut network = read(&game.join("weights.network"));
    network.truncate(network.len() - 4);
    let bias = network.len() - 4;
    network[bias..].copy_from_slice(&1_000_000_i32.to_le_bytes());
    network.extend(crc32fast::hash(&network).to_le_bytes());
    [("weights", weights), ("network", network)].map(|(name, content)| {
        let file = folder.join(name);
        std::fs::write(&file, content).expect("a file");
        file
    })
}

#[test]
fn training_games_give_the_same_file() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let _workers = [Worker::start(&nats), Worker::start(&nats)];
    let mut files = Vec::new();
    let files_of_evaluations = evaluations(folder.path()).map(|file| file.display().to_string());
    for evaluation in
        [None, Some("network"), Some("tuned")].into_iter().chain(files_of_evaluations.iter().map(|f| Some(&**f)))
    {
        let options: Vec<&str> = evaluation.into_iter().flat_map(|evaluation| ["--eval", evaluation]).collect();
        let [local, remote] = ["local", "remote"].map(|name| folder.path().join(format!("{name}{}", files.len())));
        let expected = run(&mut self_play(5000, &local, &options));
        let bus = nats.url();
        assert_eq!(run(&mut self_play(5000, &remote, &[&options[..], &["--bus", &bus]].concat())), expected);
        assert!(read(&local).len() > 300_000 && read(&remote) == read(&local), "the files differ: {evaluation:?}");
        files.push(read(&local));
    }
    let content = |index: usize| &files[index][200..];
    assert!(content(1) != content(2) && content(1) != content(4), "the evaluations play differently");
}

#[test]
fn training_games_continue_after_an_interruption_and_the_death_of_a_worker() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let [local, remote] = ["local", "remote"].map(|name| folder.path().join(name));
    let bus = ["--bus", &nats.url()];
    let expected = run(&mut self_play(20_000, &local, &[]));
    let whole = read(&local);
    let (mut victim, _other) = (Worker::start(&nats), Worker::start(&nats));
    let playing = Running::start(&mut self_play(20_000, &remote, &bus));
    wait_for_size(&remote, whole.len() / 8);
    playing.interrupt();
    let printed = finished(&playing.wait());
    assert!(printed.starts_with("The file has ") && printed.contains(" of 20000 positions."), "{printed}");
    let part = read(&remote);
    assert!(part.len() < whole.len() && whole.starts_with(&part), "complete chunks in their order");
    let playing = Running::start(&mut self_play(20_000, &remote, &bus));
    wait_for_size(&remote, part.len() + whole.len() / 8);
    victim.process.kill().expect("it runs");
    victim.process.wait().expect("it ends");
    assert!(read(&remote).len() < whole.len(), "the worker was killed too late");
    assert_eq!(finished(&playing.wait()), expected);
    assert!(read(&remote) == whole, "the files differ");
}

#[test]
fn training_games_are_only_for_workers_of_the_same_search_and_name_no_files() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("positions");
    let bus = ["--bus", &nats.url()];
    let other = AnnouncedWorker::start(&nats, 1000, "1");
    let output = self_play(5000, &file, &bus).output().expect("it runs");
    let error = String::from_utf8(output.stderr).expect("text");
    let expected = "sanban: The workers run another version of the search. Update them or this program.\n";
    assert_eq!((output.status.code(), &*error), (Some(1), expected));
    drop(other);
    let _worker = Worker::start(&nats);
    let engine = fingerprint(&nats);
    let [weights, _] = evaluations(folder.path());
    let file = folder.path().join("others");
    let mut listener = NatsClient::connect(&nats);
    listener.subscribe("sanban.jobs.game");
    run(&mut self_play(100, &file, &[&bus[..], &["--eval", weights.to_str().expect("text")]].concat()));
    let job = listener.wait_for_message();
    assert!(job.contains(&format!(r#""requirements":{{"engine":{engine},"speed":null}}"#)), "{job}");
    assert!(job.contains(r#""evaluation":"#) && !job.contains(folder.path().to_str().expect("text")), "{job}");
}

/// Tuning from samples that are saved in a file.
fn tune(positions: u32, data: &Path, more: &[&str]) -> Command {
    let mut command = sanban();
    command.args("tune jesonmor --nodes 200 --seed 3 --positions".split(' ')).arg(positions.to_string());
    command.arg("--data").arg(data).arg("--out").arg(data.with_extension("weights")).args(more);
    command
}

fn text(file: &Path) -> String {
    String::from_utf8(read(file)).expect("text")
}

#[test]
fn tunes_from_the_same_positions() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let _workers = [Worker::start(&nats), Worker::start(&nats)];
    let [local, remote] = ["local", "remote"].map(|name| folder.path().join(name));
    run(&mut tune(200, &local, &[]));
    run(&mut tune(200, &remote, &["--bus", &nats.url()]));
    assert!(text(&local).lines().count() >= 200);
    assert_eq!(text(&local), text(&remote));
}

#[test]
fn tuning_continues_after_an_interruption() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let _worker = Worker::start(&nats);
    let [local, remote] = ["local", "remote"].map(|name| folder.path().join(name));
    let bus = ["--bus", &nats.url()];
    let playing = Running::start(&mut tune(20_000, &remote, &bus));
    wait_for_size(&remote, 1000);
    playing.interrupt();
    let printed = finished(&playing.wait());
    let part = text(&remote);
    let count = part.lines().count();
    assert!(count < 20_000 && printed.contains(&format!("{count} of 20000 positions")), "{printed}");
    // Here and on the worker, tuning continues with the same games.
    std::fs::write(&local, &part).expect("a file");
    let target = count as u32 + 200;
    assert_eq!(run(&mut tune(target, &remote, &bus)), run(&mut tune(target, &local, &[])));
    assert!(text(&remote).starts_with(&part) && text(&remote).lines().count() >= count + 200);
    assert!(text(&remote) == text(&local), "the positions differ");
}
