//! The counter against published numbers, against the checker's slow counter, and after interruptions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hissho_certificate::bricks::buildings::{self, BuildingCount, Scope};
use hissho_certificate::bricks::recount::recount;
use hissho_certificate::{Context, check};
use hissho_rules::Account;
use hissho_rules::bricks::{Brick, Profile};
use hissho_solve::bricks::{CountError, Question, count, count_by_growing};
use hissho_solve::checkpoint::{Checkpoint, Forget, NotKept};
use hissho_solve::limits::{Cancel, Limits, Pulse, Stop};
use hissho_solve::progress::Silent;

fn ask(p: u32, q: u32, bricks: u32, scope: Scope) -> BuildingCount {
    let brick = Brick::new(p, q).unwrap();
    let question = Question { brick, bricks, scope, recount: 1_000 };
    count(&question, &Limits::default(), &Silent, &Forget).unwrap()
}

/// Lines `P Q SCOPE: counts for n = 1, 2, …`, each with its source.
const KNOWN: &str = include_str!("data/bricks.counts");

#[test]
fn counts_are_the_published_ones() {
    for line in KNOWN.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (head, counts) = line.split_once(':').unwrap();
        let head: Vec<&str> = head.split_whitespace().collect();
        let (p, q) = (head[0].parse().unwrap(), head[1].parse().unwrap());
        for (n, expected) in (1..).zip(counts.split_whitespace()) {
            let (scope, of): (_, fn(&BuildingCount) -> u128) = match head[2] {
                "all" => (Scope::All, |claim| claim.count().unwrap()),
                "base" => (Scope::OnBase, |claim| claim.count().unwrap()),
                "symmetric" => (Scope::All, |claim| {
                    let total = claim.total().unwrap();
                    (total.half + total.quarter) / 2
                }),
                "towers" => (Scope::Storeys(n as usize), |claim| claim.count().unwrap()),
                other => panic!("scope {other}"),
            };
            let claim = ask(p, q, n, scope);
            assert_eq!(of(&claim).to_string(), expected, "{p}×{q} {} n = {n}", head[2]);
            let text = buildings::write(&claim).unwrap();
            assert!(check(&text, &Context::default()).is_ok(), "{text}");
        }
    }
}

/// Storeys, buildings up to rotation, those symmetric under a half turn.
type Height = (usize, u128, u128);

#[test]
fn heights_of_five_and_six_bricks_add_up_as_published() {
    // Sums of the public table of refinements (LasseD/A112389): up to rotation, half-turn symmetric.
    let known: [(u32, &[Height]); 2] = [
        (5, &[(2, 298688, 942), (3, 3203175, 2030), (4, 4425804, 288), (5, 2238736, 16)]),
        (
            6,
            &[
                (2, 7946227, 1386),
                (3, 162216127, 7509),
                (4, 359949655, 6051),
                (5, 282010252, 704),
                (6, 102981504, 32),
            ],
        ),
    ];
    for (n, heights) in known {
        let profiles = ask(2, 4, n, Scope::All).profiles().unwrap();
        for &(height, free, half) in heights {
            let of_height = profiles.iter().filter(|(profile, _)| profile.height() == height);
            let (mut sum, mut symmetric) = (0, 0);
            for (_, counts) in of_height {
                sum += counts.free().unwrap();
                symmetric += counts.half / 2;
            }
            assert_eq!((sum, symmetric), (free, half), "{n} bricks, {height} storeys");
        }
    }
}

#[test]
fn every_small_profile_counts_the_same_with_the_slow_counter() {
    for (p, q, most) in [(2, 4, 4), (1, 2, 5), (2, 2, 5), (1, 3, 4), (1, 1, 6)] {
        let brick = Brick::new(p, q).unwrap();
        for n in 1..=most {
            for (profile, counts) in ask(p, q, n, Scope::All).profiles().unwrap() {
                let slow = recount(brick, profile.storeys(), &Account::unlimited()).unwrap();
                assert_eq!(counts, slow, "{brick} {profile}");
            }
        }
    }
}

/// The other profiles of five bricks are products of smaller pieces; `examples/bricks_against_recount.rs` builds those too.
#[test]
fn every_piece_of_five_bricks_counts_the_same_with_the_slow_counter() {
    let brick = Brick::new(2, 4).unwrap();
    let claim = ask(2, 4, 5, Scope::All);
    let pieces: Vec<_> = claim.pieces.iter().filter(|piece| piece.profile.bricks() == 5).collect();
    assert_eq!(pieces.len(), 5);
    for piece in pieces {
        let slow = recount(brick, piece.profile.storeys(), &Account::unlimited()).unwrap();
        assert_eq!(piece.counts, slow, "{}", piece.profile);
    }
}

#[test]
fn every_profile_of_five_bricks_counts_the_same_grown_one_by_one() {
    for (profile, counts) in ask(2, 4, 5, Scope::All).profiles().unwrap() {
        let grown = count_by_growing(Brick::new(2, 4).unwrap(), &profile, &Limits::default()).unwrap();
        assert_eq!(counts.fixed, grown, "{profile}");
    }
}

/// Keeps parts in memory and stops the work after some of them.
struct Interrupting {
    parts: Mutex<HashMap<String, String>>,
    saved: Mutex<usize>,
    stop_after: usize,
    cancel: Cancel,
}

impl Checkpoint for Interrupting {
    fn load(&self, key: &str) -> Option<String> {
        self.parts.lock().unwrap().get(key).cloned()
    }

    fn save(&self, key: &str, value: &str) -> Result<(), NotKept> {
        let before = self.parts.lock().unwrap().insert(key.to_owned(), value.to_owned());
        assert_eq!(before, None, "{key} was counted twice");
        let mut saved = self.saved.lock().unwrap();
        *saved += 1;
        if *saved == self.stop_after {
            self.cancel.cancel();
        }
        Ok(())
    }
}

#[test]
fn an_interrupted_count_goes_on_where_it_stopped() {
    let question = Question { brick: Brick::new(2, 4).unwrap(), bricks: 5, scope: Scope::All, recount: 0 };
    let whole = count(&question, &Limits::default(), &Silent, &Forget).unwrap();
    let mut parts = HashMap::new();
    let mut runs = 0;
    let resumed = loop {
        let cancel = Cancel::default();
        let limits = Limits { pulse: Pulse::of(Arc::new(cancel.clone())), ..Limits::default() };
        let checkpoint =
            Interrupting { parts: Mutex::new(parts), saved: Mutex::new(0), stop_after: 3, cancel };
        runs += 1;
        let result = count(&question, &limits, &Silent, &checkpoint);
        parts = checkpoint.parts.into_inner().unwrap();
        match result {
            Ok(claim) => break claim,
            Err(CountError::Stopped { stop, done, .. }) => {
                assert_eq!((stop, done), (Stop::Cancelled, 3 * runs));
            }
            Err(error) => panic!("{error}"),
        }
    };
    assert!(runs >= 3, "{runs}");
    assert_eq!(resumed, whole);
}

#[test]
fn limits_end_the_work_as_a_value() {
    let question = Question {
        brick: Brick::new(2, 4).unwrap(),
        bricks: 7,
        scope: Scope::Profile(Profile::parse("3,4").unwrap()),
        recount: 0,
    };
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let stopped = count(&question, &limits, &Silent, &Forget);
    assert!(matches!(stopped, Err(CountError::Stopped { stop: Stop::Nodes, .. })), "{stopped:?}");
}
