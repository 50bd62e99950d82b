//! Instruction counts of perft and random playouts under valgrind, which are the same on every run, however busy the machine is.
//! Needs valgrind, and `gungraun-runner` in the version of gungraun in `benches/Cargo.lock`.
use gungraun::{library_benchmark, library_benchmark_group, main};
use sanban_benches::{Perft, Playouts, rules};
use sanban_games::registry::visit;

#[library_benchmark]
#[bench::mitsudomoe("mitsudomoe", "", 4)]
#[bench::jesonmor("jesonmor", "goal=hold", 4)]
#[bench::jinli("jinli", "", 3)]
fn perft(id: &str, text: &str, depth: u32) -> u64 {
    visit(&rules(id, text), Perft(depth))
}

#[library_benchmark]
#[bench::mitsudomoe("mitsudomoe", "")]
#[bench::jesonmor("jesonmor", "goal=hold")]
#[bench::jinli("jinli", "")]
fn playouts(id: &str, text: &str) -> u64 {
    visit(&rules(id, text), Playouts(20))
}

library_benchmark_group!(name = counted, benchmarks = [perft, playouts]);
main!(library_benchmark_groups = counted);
