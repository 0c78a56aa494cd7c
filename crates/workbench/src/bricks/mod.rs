//! Brick buildings: the questions, the count, and what the checker says of it.
//!
//! ```
//! use hissho_solve::limits::Limits;
//! use hissho_workbench::{Alone, Desk, Question};
//!
//! let question: Question = serde_json::from_str(r#"{"buildings":{"p":2,"q":4,"n":2}}"#)?;
//! let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
//! assert_eq!(answer.document()["count"], "24");
//! assert_eq!(answer.document()["verdict"], "checked");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod building_count;
mod flat;
mod single_buildings;

pub use building_count::{BuildingNumbers, Buildings, CountedBuildings, Formula, UnfinishedCount};
pub use flat::{FlatBuildings, FlatNumbers};
pub use single_buildings::{DrawBuildings, DrawnBuilding, DrawnBuildings, PlacedBrick};

use std::collections::BTreeMap;

use hissho_certificate::bricks::buildings;
use hissho_certificate::bricks::buildings::{BuildingCount, Counts, Scope};
use hissho_certificate::bricks::towers::{self, Towers};
use hissho_certificate::{Claim, Refusal};
use hissho_rules::bricks::{Brick, BrickError, Profile};
use hissho_solve::bricks::{CountError, Question, count, count_by_growing};
use hissho_solve::checkpoint::Checkpoint;
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;

use crate::{Certified, Fault};

/// Towers up to this many bricks are also grown one by one when their formula is asked for.
const GROWN_TOWERS: u32 = 5;

/// Which of the buildings in scope are counted, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Up to shifts and rotation.
    Free,
    /// Up to shifts only.
    Fixed,
    /// Those brought back by a half turn.
    Half {
        /// Up to shifts only.
        fixed: bool,
    },
    /// Those brought back by a quarter turn; turning them makes no difference.
    Quarter,
}

impl Measure {
    /// The number that `counts` gives.
    pub fn of(self, counts: &Counts) -> Option<u128> {
        match self {
            Measure::Free => counts.free(),
            Measure::Fixed => Some(counts.fixed),
            Measure::Half { fixed: true } => Some(counts.half),
            Measure::Half { fixed: false } => Some(counts.half.checked_add(counts.quarter)? / 2),
            Measure::Quarter => Some(counts.quarter),
        }
    }
}

/// A count that the checker accepted.
#[derive(Debug)]
pub struct CheckedCount {
    /// The certificate.
    pub proof: Certified,
    /// The sums over all profiles in scope.
    pub total: Counts,
    /// The sums for each number of storeys that buildings can have.
    pub by_height: BTreeMap<usize, Counts>,
    /// Each profile.
    pub by_profile: Vec<(Profile, Counts)>,
    /// The formula for towers, if the question was about them.
    pub tower: Option<TowerFormula>,
}

/// The closed formula beside the count.
#[derive(Debug)]
pub struct TowerFormula {
    /// Its certificate.
    pub proof: Certified,
    /// What the formula gives.
    pub count: u128,
}

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BricksError {
    /// The count was not made.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The question makes no sense.
    #[error(transparent)]
    Rules(#[from] BrickError),
    /// The checker refused the count.
    #[error("the checker refused the count: {0}")]
    Refused(#[from] Refusal),
    /// Two ways to count disagree.
    #[error("{first} by one way of counting, {second} by another: please report this")]
    Disagreement {
        /// The count.
        first: u128,
        /// The formula, or growing one by one.
        second: u128,
    },
}

impl From<BricksError> for Fault {
    fn from(error: BricksError) -> Fault {
        match error {
            BricksError::Count(CountError::Stopped { stop, .. }) => stop.into(),
            BricksError::Count(CountError::TooLarge | CountError::TooWide) => Fault::too_large(error),
            BricksError::Refused(_) | BricksError::Disagreement { .. } => Fault::refused(error),
            BricksError::Count(_) | BricksError::Rules(_) => Fault::bad_input(error),
        }
    }
}

/// Counts, has the count checked, and for towers compares it with the formula.
pub fn count_and_check(
    question: &Question,
    limits: &Limits,
    progress: &dyn Progress,
    checkpoint: &dyn Checkpoint,
) -> Result<CheckedCount, BricksError> {
    let claim = count(question, limits, progress, checkpoint)?;
    let fits = |_| CountError::TooLarge;
    let proof = Certified::check(buildings::write(&claim).map_err(fits)?, limits)?;
    of_accepted(question, &claim, proof, limits)
}

/// The numbers of an accepted count.
fn of_accepted(
    question: &Question,
    claim: &BuildingCount,
    proof: Certified,
    limits: &Limits,
) -> Result<CheckedCount, BricksError> {
    let fits = |_| CountError::TooLarge;
    let by_profile = claim.profiles().map_err(fits)?;
    let total = claim.total().map_err(fits)?;
    let mut by_height: BTreeMap<usize, Counts> = BTreeMap::new();
    for (profile, counts) in by_profile.iter().filter(|(_, counts)| counts.fixed > 0) {
        let sum = by_height.entry(profile.height()).or_default();
        *sum = sum.plus(counts).ok_or(CountError::TooLarge)?;
    }
    let tower = match question.scope {
        Scope::Storeys(storeys) if storeys as u32 == question.bricks => {
            Some(tower(question, &total, limits)?)
        }
        _ => None,
    };
    Ok(CheckedCount { proof, total, by_height, by_profile, tower })
}

/// The formula for towers, which must agree with the count, and with growing where that is quick.
fn tower(question: &Question, total: &Counts, limits: &Limits) -> Result<TowerFormula, BricksError> {
    let (brick, bricks) = (question.brick, question.bricks);
    let counted = total.free().ok_or(CountError::TooLarge)?;
    let agree = |first: u128, second: u128| {
        if first == second { Ok(()) } else { Err(BricksError::Disagreement { first, second }) }
    };
    let proof = Certified::check(tower_certificate(brick), limits)?;
    let formula = match proof.claim() {
        Claim::Towers(towers) => towers.count(bricks),
        _ => None,
    };
    let formula = formula.ok_or(CountError::TooLarge)?;
    agree(counted, formula)?;
    agree(counted, printed_formula(brick, bricks).ok_or(CountError::TooLarge)?)?;
    if bricks <= GROWN_TOWERS && brick.long() <= 4 {
        let profile = Profile::new(vec![1; bricks as usize])?;
        agree(total.fixed, count_by_growing(brick, &profile, limits)?)?;
    }
    Ok(TowerFormula { proof, count: formula })
}

/// The certificate of the formula for towers of a brick.
pub fn tower_certificate(brick: Brick) -> String {
    let (on, centred) = towers::placements(brick);
    towers::write(&Towers { brick, on, centred })
}

/// The formulas of the lecture as printed: theorem 7 for p < q, exercise 8 for p = q.
pub fn printed_formula(brick: Brick, bricks: u32) -> Option<u128> {
    let (p, q) = (i128::from(brick.short()), i128::from(brick.long()));
    let power = |base: i128| base.checked_pow(bricks.checked_sub(1)?);
    let count = if brick.is_square() {
        (power((2 * p - 1) * (2 * p - 1))?.checked_add(3)?) / 4
    } else {
        let a = power(p * p + q * q + 6 * p * q - 4 * p - 4 * q + 2)?;
        let b = if (q - p) % 2 == 0 { power(2)? } else { 1 };
        a.checked_add(b)? / 2
    };
    u128::try_from(count).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use hissho_solve::checkpoint::Forget;
    use hissho_solve::progress::Silent;

    #[test]
    fn towers_agree_with_their_formula_for_every_small_brick() {
        for (p, q) in [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (7, 8), (8, 8)] {
            let brick = Brick::new(p, q).unwrap();
            for bricks in 1..=3 {
                let question =
                    Question { brick, bricks, scope: Scope::Storeys(bricks as usize), recount: 100_000 };
                let found = count_and_check(&question, &Limits::default(), &Silent, &Forget).unwrap();
                assert_eq!(found.tower.unwrap().count, found.total.free().unwrap());
            }
        }
    }

    #[test]
    fn the_measures_of_four_bricks_are_the_known_ones() {
        let question =
            Question { brick: Brick::new(2, 4).unwrap(), bricks: 4, scope: Scope::All, recount: 1_000 };
        let found = count_and_check(&question, &Limits::default(), &Silent, &Forget).unwrap();
        let of = |measure: Measure| measure.of(&found.total);
        assert_eq!(of(Measure::Free), Some(119_580));
        assert_eq!(of(Measure::Fixed), Some(477_950));
        assert_eq!(of(Measure::Half { fixed: false }), Some(185));
        assert_eq!(of(Measure::Quarter), Some(0));
        assert_eq!(found.by_height[&2].free(), Some(11_707));
        assert_eq!(Verdict::established(&found.proof), Verdict::COMPUTED);
    }
}
