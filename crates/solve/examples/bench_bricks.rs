//! Times the counter: `cargo run --release --example bench_bricks -- P Q N [PROFILE…]`.
use rules::brick::{Brick, Profile};
use solve::brick::{Counts, count};
use solve::checkpoint::Forget;
use solve::limits::Limits;
use solve::progress::{Progress, Silent};

struct Notes(std::time::Instant);

impl Progress for Notes {
    fn begin(&self, what: &str, total: u64) {
        eprintln!("{:8.2}   {total} {what}", self.0.elapsed().as_secs_f64());
    }
    fn advance(&self, _: u64) {}
    fn note(&self, remark: &str) {
        eprintln!("{:8.2} {remark}", self.0.elapsed().as_secs_f64());
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u32| arguments.get(i).map_or(default, |a| a.parse().expect("a number"));
    let brick = Brick::new(number(0, 2), number(1, 4)).expect("a brick");
    let sizes = arguments.get(2).map_or(1..=7, |_| number(2, 0)..=number(2, 0));
    let verbose = std::env::var_os("VERBOSE").is_some();
    for n in sizes {
        let profiles: Vec<Profile> = match arguments.get(3..) {
            Some(given) if !given.is_empty() => given
                .iter()
                .map(|p| Profile::parse(p).expect("a profile"))
                .collect(),
            _ => Profile::all(n).expect("a number of bricks"),
        };
        let started = std::time::Instant::now();
        let notes = Notes(started);
        let progress: &dyn Progress = if verbose { &notes } else { &Silent };
        let counts =
            count(brick, &profiles, &Limits::default(), progress, &Forget).expect("no limit was set");
        let sum = |of: fn(&Counts) -> u128| counts.iter().map(of).sum::<u128>();
        println!(
            "{brick} n = {n}: {} (fixed {}, half turn {}, quarter turn {}) in {:.3} s",
            sum(Counts::free),
            sum(|c| c.fixed),
            sum(|c| c.half),
            sum(|c| c.quarter),
            started.elapsed().as_secs_f64()
        );
    }
}
