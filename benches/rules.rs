//! The time of perft and random playouts of each game.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sanban_benches::{Perft, Playouts, WORKLOADS, rules};
use sanban_games::registry::visit;
use std::hint::black_box;

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (id, text, depth) in WORKLOADS {
        let rules = rules(id, text);
        group.throughput(Throughput::Elements(visit(&rules, Perft(depth))));
        group.bench_function(id, |b| b.iter(|| visit(black_box(&rules), Perft(depth))));
    }
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts, elements are moves");
    for (id, text, _) in WORKLOADS {
        let rules = rules(id, text);
        group.throughput(Throughput::Elements(visit(&rules, Playouts(100))));
        group.bench_function(id, |b| b.iter(|| visit(black_box(&rules), Playouts(100))));
    }
}

criterion_group!(benches, perft, playouts);
criterion_main!(benches);
