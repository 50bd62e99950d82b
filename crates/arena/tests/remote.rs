//! Games that are described to other machines are the same as here.

use sanban_arena::remote::{GamesTask, OpeningsTask};
use sanban_arena::{Contest, Openings};
use sanban_core::Rules;
use sanban_engine::Spec;
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
