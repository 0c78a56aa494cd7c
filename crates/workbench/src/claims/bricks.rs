//! Brick buildings: C1, C2, C3, C14, C15, C16.
//!
//! Towers (n bricks in n storeys) have a formula that the checker establishes for every n. Small
//! counts are recounted whole by the checker; larger ones are computed, with the small pieces
//! recounted, and come from proofs/.

use hissho_certificate::Claim;
use hissho_certificate::bricks::buildings::{self, BuildingCount, Scope};
use hissho_certificate::bricks::towers::Towers;
use hissho_rules::bricks::{Brick, MAX_SIDE, Profile};
use hissho_solve::bricks::{Question, count};
use hissho_solve::checkpoint::Forget;

use super::printed::{printed, printed_one};
use super::{Part, Settling, Table};
use crate::Accepted;
use crate::bricks::tower_certificate;

/// From this number of bricks on the certificate is kept in proofs/.
const KEPT_FROM: u32 = 6;

/// Pieces with at most so many buildings are recounted by the checker: up to five bricks all of
/// them, a matter of seconds.
fn recount(bricks: u32) -> u128 {
    if bricks <= 5 { u128::MAX } else { 200_000 }
}

/// The ids settled here, and how.
pub(super) const TABLE: Table = &[
    ("C1", towers_of_2x4),
    ("C2", towers_of_all_bricks),
    ("C3", all_buildings),
    ("C14", one_brick_on_the_ground),
    ("C15", |settling| vec![one_and_two(settling)]),
    ("C16", company_figures),
];

fn brick(p: u32, q: u32) -> Brick {
    Brick::new(p, q).expect("sides within the limits")
}

/// Makes the certificate of a count.
fn make(brick: Brick, bricks: u32, scope: Scope, settling: &Settling<'_>) -> Result<String, String> {
    let question = Question { brick, bricks, scope, recount: recount(bricks) };
    let claim =
        count(&question, settling.limits, settling.watch, &Forget).map_err(|error| error.to_string())?;
    buildings::write(&claim).map_err(|error| error.to_string())
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

/// A statement about towers, settled by the formula the checker establishes: `fails` says where it
/// is false, if it is.
fn of_towers(
    settling: &Settling<'_>,
    (p, q): (u32, u32),
    establish: fn(String, &Accepted, String) -> Part,
    statement: String,
    fails: impl FnOnce(&Towers) -> Option<String>,
) -> Part {
    match settling.make_and_check(|| tower_text(p, q)) {
        Ok((proof, evidence)) => match towers(proof.claim(), p, q).map(fails) {
            Some(None) => establish(statement, &proof, evidence),
            Some(Some(counterexample)) => Part::refuted(statement, &proof, counterexample, evidence),
            None => Part::refused(statement, "the certificate is about another brick"),
        },
        Err(failure) => failure.part(statement),
    }
}

/// A statement about a count, settled by the certificate: `fails` says where it is false, if it is.
fn of_buildings(
    settling: &Settling<'_>,
    (n, scope): (u32, &Scope),
    statement: String,
    fails: impl FnOnce(&BuildingCount) -> Option<String>,
) -> Part {
    match settling.make_and_check(|| make(brick(2, 4), n, scope.clone(), settling)) {
        Ok((proof, evidence)) => match buildings(proof.claim(), 2, 4, n, scope).map(fails) {
            Some(None) => Part::established(statement, &proof, evidence),
            Some(Some(counterexample)) => Part::refuted(statement, &proof, counterexample, evidence),
            None => Part::refused(statement, "the certificate is about another count"),
        },
        Err(failure) => failure.part(statement),
    }
}

/// "n bricks make so many", when it is not as printed.
fn unlike(n: u32, printed: u128, found: Option<u128>) -> Option<String> {
    (found != Some(printed)).then(|| format!("{n} bricks make {}", spelled(found)))
}

fn spelled(count: Option<u128>) -> String {
    count.map_or("more than 128 bits hold".to_owned(), |count| count.to_string())
}

/// C1: theorem 5 and example 6.
fn towers_of_2x4(settling: &Settling<'_>) -> Vec<Part> {
    let base: Vec<u64> = printed("theorem-5");
    let statement = format!(
        "theorem 5: n bricks 2×4 in n storeys make ({}^(n-1) + {}^(n-1)) / 2 buildings, for every n",
        base[0], base[1]
    );
    let formula = of_towers(settling, (2, 4), Part::established, statement, |t| {
        (base != [t.on, t.centred]).then(|| format!("{} and {} raised to n - 1", t.on, t.centred))
    });
    let table: Vec<u128> = printed("towers-2x4");
    let statement = format!("example 6: for n = 1 to {} these are {}", table.len(), join(&table));
    let table = of_towers(settling, (2, 4), Part::established, statement, |t| {
        (1..).zip(&table).find_map(|(n, &printed)| unlike(n, printed, t.count(n)))
    });
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
            // Theorem 7 speaks of all p and q; here it is established brick by brick.
            of_towers(settling, (p, q), Part::checked_on_range, statement, |t| {
                ((t.on, t.centred) != (u64::from(on), centred)).then(|| t.to_string())
            })
        })
        .collect()
}

/// C3: figure 7.
fn all_buildings(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts: Vec<Part> = (1..)
        .zip(printed("buildings-2x4"))
        .map(|(n, printed)| {
            count_part(n, format!("{n} bricks 2×4 make {printed} buildings"), printed, settling)
        })
        .collect();
    let next = parts.len() as u32 + 1;
    let listed = printed_one("buildings-2x4-oeis");
    let statement = format!("(beside the text) {next} bricks 2×4 make {listed} buildings, OEIS A112389");
    parts.push(count_part(next, statement, listed, settling));
    parts.push(Part::open(
        "there is probably no formula for the number of buildings",
        "no formula is known; counts are known up to ten bricks (OEIS A112389)",
    ));
    parts
}

/// The count of all buildings of n bricks 2×4, from proofs/ if it is large.
fn count_part(n: u32, statement: String, printed: u128, settling: &Settling<'_>) -> Part {
    let found = |claim: &BuildingCount| claim.count().ok();
    if n < KEPT_FROM {
        return of_buildings(settling, (n, &Scope::All), statement, |claim| unlike(n, printed, found(claim)));
    }
    let means =
        |claim: &Claim| buildings(claim, 2, 4, n, &Scope::All).and_then(found).is_some_and(|c| c == printed);
    let make = || make(brick(2, 4), n, Scope::All, settling);
    settling.from_proofs(statement, &format!("bricks/2x4/{n}.cert"), means, make)
}

/// C14: theorem 3, exercises 1 and 2, example 4.
fn one_brick_on_the_ground(settling: &Settling<'_>) -> Vec<Part> {
    let scope = Scope::Profile(Profile::new(vec![1, 1]).expect("a profile"));
    let numbers: Vec<u128> = printed("two-bricks-2x4");
    let &[a, b, x] = numbers.as_slice() else { return Vec::new() };
    // The ground brick is fixed lengthwise: half of all.
    let found = |claim: &BuildingCount| {
        let (total, count) = (claim.total().ok()?, claim.count().ok()?);
        Some((total.fixed / 2, total.half / 2, count))
    };
    let on_two = |statement: String, holds: &dyn Fn((u128, u128, u128)) -> bool| {
        of_buildings(settling, (2, &scope), statement, |claim| match found(claim) {
            Some(numbers) if holds(numbers) => None,
            numbers => Some(format!("a, b and x are {numbers:?}")),
        })
    };
    let mut parts = vec![
        on_two(
            format!("exercises 1 and 2: two bricks 2×4 make {x} buildings, {a} with the lower brick fixed"),
            &|found| (found.0, found.2) == (a, x),
        ),
        on_two(format!("example 4: a = {a}, b = {b} and {x} = ({a} + {b}) / 2"), &|found| {
            found == (a, b, x) && x == (a + b) / 2
        }),
        on_two(
            format!(
                "rule 2: turned copies are one building and mirror images two, which gives {x} of {}",
                2 * a
            ),
            &|found| (2 * found.0, found.2) == (2 * a, x),
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
    let statement = "three bricks 2×4 in two storeys: one below two and two below one are equally many";
    of_buildings(settling, (3, &Scope::Storeys(2)), statement.to_owned(), |claim| {
        let profiles = claim.profiles().unwrap_or_default();
        let counts: Vec<Option<u128>> = profiles.iter().map(|(_, counts)| counts.free()).collect();
        match counts[..] {
            [Some(one), Some(other)] if one == other => None,
            _ => Some(format!("they are {counts:?}")),
        }
    })
}

/// C16: the figures of the brochures and the web page.
fn company_figures(settling: &Settling<'_>) -> Vec<Part> {
    let profile: Vec<u128> = printed("company-profile");
    let &[old, new] = profile.as_slice() else { return Vec::new() };
    let statement = format!("six bricks 2×4 in six storeys make {old} buildings (told visitors, figure 8)");
    let storeys = of_towers(settling, (2, 4), Part::established, statement, |towers| {
        unlike(6, old, towers.count(6)).map(|found| format!("{found} in six storeys"))
    });
    let page: Vec<u128> = printed("web-page");
    let series: Vec<(u32, u128)> = page.chunks_exact(2).map(|pair| (pair[0] as u32, pair[1])).collect();
    let said: Vec<String> = series.iter().map(|(n, count)| format!("{n} bricks {count}")).collect();
    let statement = format!("web page (figure 1): joined in any way, {}", said.join(", "));
    // The smallest number of bricks for which it is not so, of those counted at once.
    let wrong = series.iter().filter(|(n, _)| *n < KEPT_FROM).map(|&(n, printed)| {
        of_buildings(settling, (n, &Scope::All), statement.clone(), |claim| {
            let profiles = claim.profiles().unwrap_or_default();
            let towers: Option<u128> = profiles
                .iter()
                .filter(|(profile, _)| profile.height() == n as usize)
                .map(|(_, counts)| counts.free())
                .sum();
            let found = unlike(n, printed, claim.count().ok())?;
            Some(format!("{found}; {} of them have {n} storeys", spelled(towers)))
        })
    });
    let mixed = wrong.into_iter().find(|part| part.counterexample().is_some());
    let page = mixed.unwrap_or_else(|| Part::open(statement.clone(), "the small counts are right"));
    let statement = format!("six bricks 2×4 joined in any way make {new} buildings (brochure of 2009)");
    let any_way = count_part(6, statement, new, settling);
    vec![storeys, page, any_way]
}

fn join(numbers: &[u128]) -> String {
    numbers.iter().map(u128::to_string).collect::<Vec<_>>().join(", ")
}
