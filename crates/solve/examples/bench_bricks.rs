//! Times the counter: `cargo xtask bench bricks`, or for one case
//! `cargo run --release -p hissho-solve --example bench_bricks -- P Q N [PROFILE]`. VERBOSE=1 names each part,
//! CERT=FILE keeps the certificate of the last count, its pieces of up to 200,000 buildings left to the checker.

use std::time::Instant;

use hissho_certificate::bricks::buildings::Scope;
use hissho_rules::bricks::{Brick, Profile};
use hissho_solve::bricks::{Question, count};
use hissho_solve::checkpoint::Forget;
use hissho_solve::limits::Limits;
use hissho_solve::progress::{Progress, Silent};

struct Notes(Instant);

impl Progress for Notes {
    fn begin(&self, what: &str, total: u64) {
        eprintln!("{:8.2} {total:>9} {what}", self.0.elapsed().as_secs_f64());
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
    let sizes = arguments.get(2).map_or(1..=8, |_| number(2, 0)..=number(2, 0));
    let verbose = std::env::var_os("VERBOSE").is_some();
    for bricks in sizes {
        let scope = arguments
            .get(3)
            .map_or(Scope::All, |text| Scope::Profile(Profile::parse(text).expect("a profile")));
        let question = Question { brick, bricks, scope, recount: 200_000 };
        let started = Instant::now();
        let notes = Notes(started);
        let progress: &dyn Progress = if verbose { &notes } else { &Silent };
        let claim = count(&question, &Limits::default(), progress, &Forget).expect("no limit was set");
        let seconds = started.elapsed().as_secs_f64();
        if let Some(path) = std::env::var_os("CERT") {
            let text = hissho_certificate::bricks::buildings::write(&claim).expect("it fits");
            std::fs::write(path, text).expect("the file can be written");
        }
        let total = claim.total().expect("it fits");
        println!(
            "{brick} n = {bricks}: {} (fixed {}, half turn {}, quarter turn {}) in {:.3} s",
            claim.count().expect("it fits"),
            total.fixed,
            total.half,
            total.quarter,
            seconds
        );
    }
}
