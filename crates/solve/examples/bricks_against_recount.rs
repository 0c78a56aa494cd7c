//! Every profile of n bricks, counted by the solver and one by one by the checker's slow counter:
//! `cargo run --release -p hissho-solve --example bricks_against_recount -- P Q N [pieces]`. With `pieces` only what profiles are made of:
//! profiles without an inner storey of one brick, one of each mirror pair. Ends with an error at the first disagreement.

use std::time::Instant;

use hissho_certificate::bricks::buildings::{Scope, all_pieces};
use hissho_certificate::bricks::recount::recount;
use hissho_rules::Account;
use hissho_rules::bricks::{Brick, Profile};
use hissho_solve::bricks::{Question, count};
use hissho_solve::checkpoint::Forget;
use hissho_solve::limits::Limits;
use hissho_solve::parallel;
use hissho_solve::progress::Silent;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| arguments.get(i).and_then(|a| a.parse().ok()).expect("P Q N [pieces]");
    let brick = Brick::new(number(0), number(1)).expect("a brick");
    let bricks: u32 = number(2);
    let mut profiles = Profile::all(bricks).expect("a number of bricks");
    if arguments.get(3).is_some_and(|a| a == "pieces") {
        profiles = all_pieces(&profiles);
        profiles.retain(|piece| piece.bricks() == bricks);
    }
    let started = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let built = parallel::map(threads, &profiles, |profile| {
        let scope = Scope::Profile(profile.clone());
        let question = Question { brick, bricks, scope, recount: 0 };
        let fast = count(&question, &Limits::default(), &Silent, &Forget).expect("no limit was set");
        let fast = fast.total().expect("it fits");
        let slow = recount(brick, profile.storeys(), &Account::unlimited()).expect("no limit was set");
        assert_eq!(fast, slow, "{brick} {profile}");
        println!("{profile:>20} {:>12} {:>6} {:>3}  the same", slow.fixed, slow.half, slow.quarter);
        slow.fixed
    });
    let built: u128 = built.into_iter().sum();
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{} profiles of {bricks} bricks {brick}: {built} buildings, each built, in {seconds:.1} s",
        profiles.len()
    );
}
