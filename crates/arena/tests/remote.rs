//! Games that are described to other machines are the same as here.

use sanban_arena::remote::{GamesTask, OpeningsTask, SelfPlayTask, check_training_games};
use sanban_arena::selfplay::{self, PlayedPosition, SelfPlayConfig};
use sanban_arena::{Contest, Openings};
use sanban_core::Rules;
use sanban_engine::Spec;
use sanban_engine::evaluation::{self, Evaluation};
use sanban_games::registry;
use std::sync::atomic::AtomicBool;

/// A tournament with an odd number of games, so that some pairs have one.
fn contest(openings: &str) -> Contest {
    let info = registry::find("jesonmor").unwrap();
    let rules = Rules::parse(info, "size=5").unwrap();
    let spec = |text: &str| (text.to_string(), Spec::parse(text, info).unwrap());
    let openings = match openings {
        "random" => Openings::Random(2),
        "unfiltered" => Openings::Unfiltered(3),
        book => Openings::read_book(book, &rules).unwrap(),
    };
    Contest {
        rules,
        position: None,
        contestants: ["mcts:nodes=30", "level:2", "engine:nodes=300"].map(spec).into(),
        pairings: vec![[0, 1], [0, 2], [1, 2]],
        games: 5,
        openings,
        seed: 11,
        concurrency: 2,
    }
}

#[test]
fn tasks_give_the_same_records() {
    let stop = AtomicBool::new(false);
    for openings in ["random", "unfiltered", "b1c3\nc1d3 c5d3\nd1c3"] {
        let contest = contest(openings);
        let mut expected = Vec::new();
        let tallies = contest.run(&[], &stop, &mut |result, _| {
            expected.push(result.clone());
            true
        });
        expected.sort_by_key(|result| result.number);
        let (finished, rest) = expected.split_at(3);
        let mut standings = contest.standings(finished);
        let mut played = Vec::new();
        for numbers in contest.unfinished_pairs(finished) {
            let records = GamesTask::new(&contest, &numbers).play(&stop).unwrap().unwrap();
            for result in contest.read_results(&records, &numbers).unwrap() {
                standings.add(&result);
                played.push(result.record.text());
            }
        }
        assert_eq!(played, rest.iter().map(|result| result.record.text()).collect::<Vec<_>>(), "{openings}");
        assert_eq!(standings.tallies(), tallies.unwrap(), "{openings}");
    }
}

#[test]
fn rejects_unsafe_and_unsound_tasks() {
    let sound = GamesTask::new(&contest("random"), &[0, 1]);
    let code = |change: &dyn Fn(&mut GamesTask)| {
        let mut task = sound.clone();
        change(&mut task);
        task.play(&AtomicBool::new(false)).err().map(|rejection| rejection.code.id)
    };
    assert_eq!(code(&|_| {}), None);
    let player = |name: &'static str| move |task: &mut GamesTask| task.contestants[2] = name.into();
    assert_eq!(code(&player("uci:sh -c true")), Some("remote-program"));
    assert_eq!(code(&player("engine:nodes=5,eval=/etc/hostname")), Some("remote-file"));
    assert_eq!(code(&player("engine:nodes=5,threads=4")), Some("remote-threads"));
    assert_eq!(code(&player("mcts:nodes=5,hash=60000")), Some("remote-hash"));
    assert_eq!(code(&|task| task.pairings.clear()), Some("bad-task"));
    assert_eq!(code(&|task| task.pairings[1][0] = 3), Some("bad-task"));
    assert_eq!(code(&|task| task.numbers = vec![0, 2]), Some("bad-task"));
    assert_eq!(code(&|task| task.numbers = vec![u32::MAX]), Some("bad-task"));
    assert_eq!(code(&|task| task.openings = OpeningsTask::Random(1_000_000)), Some("bad-task"));
    assert_eq!(code(&|task| task.openings = OpeningsTask::Line(Some("nonsense".into()), vec![])), Some("position"));
}

/// The game's network with another bias of its output.
fn other_network(rules: &Rules) -> Vec<u8> {
    let mut network = evaluation::own_network(rules).unwrap().to_vec();
    network.truncate(network.len() - 4);
    let bias = network.len() - 4;
    network[bias..].copy_from_slice(&1_000_000_i32.to_le_bytes());
    network.extend(crc32fast::hash(&network).to_le_bytes());
    network
}

#[test]
fn tasks_give_the_same_training_games() {
    let rules = Rules::official(registry::find("jinli").unwrap());
    let stop = &AtomicBool::new(false);
    let own = Evaluation::named("network", &rules).unwrap();
    let other = Evaluation::from_file(other_network(&rules), &rules).unwrap();
    let mut played = Vec::new();
    for (evaluation, travels) in
        [(Evaluation::Default, false), (own, false), (Evaluation::terms(&rules), true), (other, true)]
    {
        let config =
            SelfPlayConfig { rules: &rules, evaluation: &evaluation, nodes: 60, plies: 6, threads: 1, seed: 4 };
        let task = SelfPlayTask::new(&config, 16, 3);
        assert_eq!(task.evaluation.is_some(), travels);
        let games = task.play(stop).unwrap().unwrap();
        assert_eq!(Some(&games), selfplay::play_numbers(&config, 16..19, stop).as_ref());
        assert_eq!(check_training_games(&rules, &games, 3), Ok(()));
        played.push(games);
    }
    assert_eq!(played[0], played[1], "the own network is the default");
    assert!(played[1] != played[2] && played[1] != played[3], "the evaluations differ");
    let rules = &Rules::parse(registry::find("jesonmor").unwrap(), "size=5").unwrap();
    let config = SelfPlayConfig { rules, evaluation: &Evaluation::Default, nodes: 60, plies: 6, threads: 1, seed: 4 };
    let games = SelfPlayTask::new(&config, 0, 2).play(stop).unwrap();
    assert!(games.is_some() && games == selfplay::play_numbers(&config, 0..2, stop));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(SelfPlayTask::new(&config, 0, 2).play(stop), Ok(None));
}

#[test]
fn rejects_training_games_with_unsafe_evaluations() {
    let [jinli, jesonmor] = ["jinli", "jesonmor"].map(|id| Rules::official(registry::find(id).unwrap()));
    let task = |rules: &Rules, evaluation: Evaluation| {
        let config = SelfPlayConfig { rules, evaluation: &evaluation, nodes: 20, plies: 6, threads: 1, seed: 4 };
        SelfPlayTask::new(&config, 0, 1)
    };
    let sound = task(&jinli, Evaluation::from_file(other_network(&jinli), &jinli).unwrap());
    let code = |change: &dyn Fn(&mut SelfPlayTask)| {
        let mut task = sound.clone();
        change(&mut task);
        task.play(&AtomicBool::new(false)).err().map(|rejection| rejection.code.id)
    };
    assert_eq!(code(&|_| {}), None);
    assert_eq!(code(&|task| task.evaluation = Some("../weights".into())), Some("bad-task"));
    assert_eq!(code(&|task| task.evaluation = Some("/etc/hostnam".into())), Some("unknown-term"));
    assert_eq!(
        code(&|task| task.evaluation.as_mut().unwrap().replace_range(40_000..40_002, "zz")),
        Some("network-damaged")
    );
    let other = task(&jesonmor, Evaluation::from_file(other_network(&jesonmor), &jesonmor).unwrap());
    assert_eq!(code(&|task| task.evaluation = other.evaluation.clone()), Some("network-rules"));
    assert!(code(&|task| task.rules = "nonsense=1".into()).is_some());
    assert_eq!(code(&|task| task.plies = 101), Some("bad-task"));
    assert_eq!(code(&|task| task.games = 1001), Some("bad-task"));
}

#[test]
fn rejects_training_games_that_cannot_have_been_played() {
    let rules = Rules::official(registry::find("jinli").unwrap());
    let config =
        SelfPlayConfig { rules: &rules, evaluation: &Evaluation::Default, nodes: 20, plies: 6, threads: 1, seed: 4 };
    let games = SelfPlayTask::new(&config, 0, 2).play(&AtomicBool::new(false)).unwrap().unwrap();
    let is_rejected = |change: &dyn Fn(&mut Vec<Vec<PlayedPosition>>)| {
        let mut games = games.clone();
        change(&mut games);
        check_training_games(&rules, &games, 2).is_err()
    };
    assert!(!is_rejected(&|_| {}));
    assert!(is_rejected(&|games| drop(games.pop())));
    assert!(is_rejected(&|games| games[1][0].text = "nonsense".into()));
    assert!(is_rejected(&|games| games[1][0].result = 0.7));
}
