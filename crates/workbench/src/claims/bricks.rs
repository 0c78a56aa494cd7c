//! Brick buildings: C1, C2, C3, C14, C15, C16.
//!
//! Towers (n bricks in n storeys) have a formula that the checker establishes for every n. Small counts are recounted whole
//! by the checker; larger ones are computed, with the small pieces recounted, and come from proofs/.

use certificate::Claim;
use certificate::bricks::{self, BuildingCount, Scope};
use certificate::towers::Towers;
use rules::brick::{Brick, MAX_SIDE, Profile};
use solve::brick::{Question, count};
use solve::checkpoint::Forget;

use super::{Part, Settling};
use crate::brick::tower_certificate;

/// The ids settled here.
pub(super) const IDS: &[&str] = &["C1", "C2", "C3", "C14", "C15", "C16"];

/// The printed numbers of towers of 2×4 bricks, n = 1 to 8 (example 6).
const PRINTED_TOWERS: [u128; 8] = [1, 24, 1060, 48672, 2238736, 102981504, 4737148480, 217908828672];

/// The printed numbers of all buildings of 2×4 bricks, n = 1 to 7 (figure 7).
const PRINTED_BUILDINGS: [u128; 7] = [1, 24, 1560, 119580, 10166403, 915103765, 85747377755];

/// From this number of bricks on the certificate is kept in proofs/.
const KEPT_FROM: u32 = 6;

/// Pieces with at most so many buildings are recounted by the checker: up to five bricks all of them, a matter of seconds.
fn recount(bricks: u32) -> u128 {
    if bricks <= 5 { u128::MAX } else { 200_000 }
}

pub(super) fn settle(id: &str, settling: &Settling<'_>) -> Vec<Part> {
    match id {
        "C1" => towers_of_2x4(settling),
        "C2" => towers_of_all_bricks(settling),
        "C3" => all_buildings(settling),
        "C14" => one_brick_on_the_ground(settling),
        "C15" => vec![one_and_two(settling)],
        "C16" => company_figures(settling),
        _ => Vec::new(),
    }
}

fn brick(p: u32, q: u32) -> Brick {
    Brick::new(p, q).expect("sides within the limits")
}

/// Makes the certificate of a count.
fn make(brick: Brick, bricks: u32, scope: Scope, settling: &Settling<'_>) -> Result<String, String> {
    let question = Question { brick, bricks, scope, recount: recount(bricks) };
    let claim =
        count(&question, settling.limits, settling.progress, &Forget).map_err(|error| error.to_string())?;
    bricks::write(&claim).map_err(|error| error.to_string())
}

/// Whether `claim` is about these buildings; then the claim itself.
fn buildings<'c>(claim: &'c Claim, p: u32, q: u32, bricks: u32, scope: &Scope) -> Option<&'c BuildingCount> {
    match claim {
        Claim::Buildings(found)
            if found.brick == brick(p, q) && found.bricks == bricks && found.scope == *scope =>
        {
            Some(found)
        }
        _ => None,
    }
}

fn towers(claim: &Claim, p: u32, q: u32) -> Option<&Towers> {
    match claim {
        Claim::Towers(found) if found.brick == brick(p, q) => Some(found),
        _ => None,
    }
}

fn tower_text(p: u32, q: u32) -> Result<String, String> {
    Ok(tower_certificate(brick(p, q)))
}

/// C1: theorem 5 and example 6.
fn towers_of_2x4(settling: &Settling<'_>) -> Vec<Part> {
    let formula = settling.certify_if(
        "theorem 5: n bricks 2×4 in n storeys make (46^(n-1) + 2^(n-1)) / 2 buildings, for every n",
        |claim| towers(claim, 2, 4).is_some_and(|t| (t.on, t.centred) == (46, 2)),
        || tower_text(2, 4),
    );
    let table = settling.certify_if(
        format!("example 6: for n = 1 to 8 these are {}", join(&PRINTED_TOWERS)),
        |claim| {
            towers(claim, 2, 4).is_some_and(|t| (1..).zip(PRINTED_TOWERS).all(|(n, x)| t.count(n) == Some(x)))
        },
        || tower_text(2, 4),
    );
    vec![formula, table]
}

/// C2: theorem 7 and exercise 8, for every brick up to 8×8 and every n.
fn towers_of_all_bricks(settling: &Settling<'_>) -> Vec<Part> {
    let sides = 1..=u32::from(MAX_SIDE);
    let pairs = sides.clone().flat_map(|p| sides.clone().filter(move |&q| p <= q).map(move |q| (p, q)));
    pairs
        .map(|(p, q)| {
            let same_parity = (q - p) % 2 == 0;
            let (on, centred) = match p == q {
                true => ((2 * p - 1) * (2 * p - 1), 1),
                false => (p * p + q * q + 6 * p * q + 2 - 4 * p - 4 * q, if same_parity { 2 } else { 1 }),
            };
            let statement = match (p == q, same_parity) {
                (true, _) => format!("exercise 8, {p}×{q}: ((2·{p}-1)^(2(n-1)) + 3) / 4 for every n"),
                (false, true) => format!("theorem 7, {p}×{q}: ({on}^(n-1) + 2^(n-1)) / 2 for every n"),
                (false, false) => format!("theorem 7, {p}×{q}: ({on}^(n-1) + 1) / 2 for every n"),
            };
            match settling.make_and_check(|| tower_text(p, q)) {
                Ok((proof, evidence)) => {
                    let holds = towers(proof.claim(), p, q)
                        .is_some_and(|t| (t.on, t.centred) == (u64::from(on), centred));
                    match holds {
                        // Theorem 7 speaks of all p and q; here it is established brick by brick.
                        true => Part::checked_on_range(statement, &proof, evidence),
                        false => Part::refuted(statement, &proof, proof.claim().to_string(), evidence),
                    }
                }
                Err(failure) => failure.part(statement),
            }
        })
        .collect()
}

/// C3: figure 7.
fn all_buildings(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts: Vec<Part> = (1..)
        .zip(PRINTED_BUILDINGS)
        .map(|(n, printed)| {
            let statement = format!("{n} bricks 2×4 make {printed} buildings");
            count_part(n, statement, move |count| printed == count, settling)
        })
        .collect();
    parts.push(Part::open(
        "there is probably no formula for the number of buildings",
        "no formula is known; counts are known up to ten bricks (OEIS A112389)",
    ));
    parts
}

/// The count of all buildings of n bricks 2×4, from proofs/ if it is large.
fn count_part(n: u32, statement: String, holds: impl Fn(u128) -> bool, settling: &Settling<'_>) -> Part {
    let means = |claim: &Claim| {
        buildings(claim, 2, 4, n, &Scope::All).and_then(|found| found.count().ok()).is_some_and(&holds)
    };
    let make = || make(brick(2, 4), n, Scope::All, settling);
    if n < KEPT_FROM {
        settling.certify_if(statement, means, make)
    } else {
        settling.from_proofs(statement, &format!("bricks-2x4-{n}.cert"), means, make)
    }
}

/// C14: theorem 3, exercises 1 and 2, example 4.
fn one_brick_on_the_ground(settling: &Settling<'_>) -> Vec<Part> {
    let two = Profile::new(vec![1, 1]).expect("a profile");
    let scope = Scope::Profile(two);
    let on_two = |statement: &str, means: fn(u128, u128, u128) -> bool| {
        settling.certify_if(
            statement,
            |claim| {
                buildings(claim, 2, 4, 2, &scope).is_some_and(|found| match (found.total(), found.count()) {
                    // The ground brick is fixed lengthwise: half of all.
                    (Ok(total), Ok(count)) => means(total.fixed / 2, total.half / 2, count),
                    _ => false,
                })
            },
            || make(brick(2, 4), 2, scope.clone(), settling),
        )
    };
    let mut parts = vec![
        on_two(
            "exercises 1 and 2: two bricks 2×4 make 24 buildings, 46 with the lower brick fixed",
            |a, _, x| (a, x) == (46, 24),
        ),
        on_two("example 4: a = 46, b = 2 and 24 = (46 + 2) / 2", |a, b, x| {
            (a, b, x) == (46, 2, (46 + 2) / 2)
        }),
        on_two(
            "rule 2: turned copies are one building and mirror images two, which gives 24 of 92",
            |a, _, x| (2 * a, x) == (92, 24),
        ),
    ];
    for n in 2..=4u32 {
        let profiles = Profile::all(n).unwrap_or_default();
        for profile in profiles.into_iter().filter(|profile| profile.storeys()[0] == 1) {
            let scope = Scope::Profile(profile.clone());
            parts.push(settling.certify_if(
                format!("theorem 3, bricks per storey {profile}: x = (a + b) / 2"),
                |claim| {
                    buildings(claim, 2, 4, n, &scope).is_some_and(|found| {
                        match (found.total(), found.count()) {
                            (Ok(t), Ok(x)) => {
                                t.fixed % 2 == 0 && t.half % 2 == 0 && x == (t.fixed / 2 + t.half / 2) / 2
                            }
                            _ => false,
                        }
                    })
                },
                || make(brick(2, 4), n, scope.clone(), settling),
            ));
        }
    }
    parts
}

/// C15: one below two and two below one.
fn one_and_two(settling: &Settling<'_>) -> Part {
    let scope = Scope::Storeys(2);
    settling.certify_if(
        "three bricks 2×4 in two storeys: one below two and two below one are equally many (250 each)",
        |claim| {
            let profiles = buildings(claim, 2, 4, 3, &scope).and_then(|found| found.profiles().ok());
            let counts: Vec<Option<u128>> =
                profiles.iter().flatten().map(|(_, counts)| counts.free()).collect();
            counts == [Some(250), Some(250)]
        },
        || make(brick(2, 4), 3, scope.clone(), settling),
    )
}

/// C16: the figures of the brochures and the web page.
fn company_figures(settling: &Settling<'_>) -> Vec<Part> {
    let round = "six bricks 2×4 in six storeys make 102981500 buildings (brochure, until 2009)";
    let exact = match settling.make_and_check(|| tower_text(2, 4)) {
        Ok((proof, evidence)) => match towers(proof.claim(), 2, 4).and_then(|t| t.count(6)) {
            Some(102_981_500) => Part::established(round, &proof, evidence),
            Some(count) => {
                Part::refuted(round, &proof, format!("six bricks in six storeys make {count}"), evidence)
            }
            None => Part::refused(round, "the certificate is about another brick"),
        },
        Err(failure) => failure.part(round),
    };
    let series =
        "web page (figure 1): 24, 1060 and 915103765 buildings of 2, 3 and 6 bricks joined in any way";
    let mixed = match settling.make_and_check(|| make(brick(2, 4), 3, Scope::All, settling)) {
        Ok((proof, evidence)) => {
            match buildings(proof.claim(), 2, 4, 3, &Scope::All).and_then(|found| found.count().ok()) {
                Some(1060) => Part::established(series, &proof, evidence),
                Some(count) => Part::refuted(
                    series,
                    &proof,
                    format!("three bricks make {count}; 1060 of them have three storeys"),
                    evidence,
                ),
                None => Part::refused(series, "the certificate is about another count"),
            }
        }
        Err(failure) => failure.part(series),
    };
    let six = count_part(
        6,
        "six bricks 2×4 joined in any way make 915103765 buildings (brochure of 2009)".to_owned(),
        |count| count == 915_103_765,
        settling,
    );
    vec![exact, mixed, six]
}

fn join(numbers: &[u128]) -> String {
    numbers.iter().map(u128::to_string).collect::<Vec<_>>().join(", ")
}
