//! Outcomes: the ways in which the stones around a region may end up joined.
//!
//! A region that promises one of several outcomes promises the formula that has them as disjuncts, so what a proof
//! keeps can be worked out from its parts instead of being guessed. Outcomes are compared by what they join; of two, the
//! one that joins less is the *weaker*, and a promise is only as good as its weakest outcomes.
//!
//! Cost: every operation is a few passes over sets of points, of which there are seldom more than ten.

use hissho_certificate::hex::{Formula, Geometry};
use hissho_rules::hex::CellSet;

/// Which points are joined to which.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// Invariant: disjoint sets of two points or more, in order.
    classes: Vec<u128>,
}

impl Outcome {
    /// All points of each set are joined.
    pub fn joining(sets: impl IntoIterator<Item = CellSet>) -> Outcome {
        let mut classes: Vec<u128> = Vec::new();
        for CellSet(mut set) in sets {
            classes.retain(|class| {
                let meets = class & set != 0;
                set |= if meets { *class } else { 0 };
                !meets
            });
            classes.push(set);
        }
        classes.retain(|class| class.count_ones() > 1);
        classes.sort_unstable();
        Outcome { classes }
    }

    /// How these points are joined as they stand.
    pub fn touching(geometry: &Geometry, points: CellSet) -> Outcome {
        Outcome::joining(points.cells().map(|point| geometry.near(point).and(points).with(point)))
    }

    /// The edges are joined. What else is joined then does not matter.
    pub fn win(geometry: &Geometry) -> Outcome {
        Outcome::joining([geometry.edges().into_iter().collect()])
    }

    /// Both come about.
    pub fn and(&self, other: &Outcome) -> Outcome {
        Outcome::joining(self.classes.iter().chain(&other.classes).map(|&class| CellSet(class)))
    }

    /// What it says about some of the points; a win stays nothing but a win.
    pub fn about(&self, geometry: &Geometry, points: CellSet) -> Outcome {
        let win = Outcome::win(geometry);
        if self.implies(&win) {
            return win;
        }
        Outcome::joining(self.classes.iter().map(|&class| CellSet(class).and(points)))
    }

    /// The same with every point moved.
    pub fn moved(&self, motion: impl Fn(CellSet) -> CellSet) -> Outcome {
        Outcome::joining(self.classes.iter().map(|&class| motion(CellSet(class))))
    }

    /// Is everything joined that is joined in `weaker`?
    pub fn implies(&self, weaker: &Outcome) -> bool {
        weaker.classes.iter().all(|class| self.classes.iter().any(|own| class & !own == 0))
    }

    /// The promise of this outcome among stones of which some touch already.
    fn formula(&self, geometry: &Geometry, touching: &Outcome) -> Formula {
        if self.implies(&Outcome::win(geometry)) {
            return Formula::win(geometry);
        }
        let mut joins = Vec::new();
        for &class in &self.classes {
            let groups = touching.classes.iter().filter(|&&group| group & class != 0);
            let grouped = groups.clone().fold(0, |all, group| all | group);
            let singles = CellSet(class & !grouped).cells();
            let ends = groups.filter_map(|&group| CellSet(group).cells().next()).chain(singles);
            let ends: Vec<_> = ends.collect();
            joins.extend(ends.iter().skip(1).map(|&end| Formula::Joined(ends[0], end)));
        }
        one_or(joins, Formula::And)
    }
}

/// Of several outcomes those of which none implies another.
pub fn weakest(outcomes: impl IntoIterator<Item = Outcome>) -> Vec<Outcome> {
    let mut all: Vec<Outcome> = outcomes.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    let needless = |one: &Outcome| all.iter().any(|other| other != one && one.implies(other));
    all.iter().filter(|one| !needless(one)).cloned().collect()
}

/// The promise that one of the outcomes comes about, among stones that touch as in `touching`.
pub fn promise(geometry: &Geometry, outcomes: &[Outcome], touching: &Outcome) -> Formula {
    one_or(outcomes.iter().map(|outcome| outcome.formula(geometry, touching)).collect(), Formula::Or)
}

fn one_or(parts: Vec<Formula>, several: impl Fn(Vec<Formula>) -> Formula) -> Formula {
    match <[Formula; 1]>::try_from(parts) {
        Ok([one]) => one,
        Err(parts) => several(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_certificate::hex::entails;
    use hissho_rules::hex::{Cell, Player, Size};
    use proptest::prelude::*;

    fn set(points: &[u8]) -> CellSet {
        points.iter().map(|&point| Cell(point)).collect()
    }

    #[test]
    fn of_two_outcomes_the_weaker_one_counts() {
        let strong = Outcome::joining([set(&[0, 1]), set(&[1, 2]), set(&[5, 7])]);
        let weak = Outcome::joining([set(&[0, 2])]);
        let other = Outcome::joining([set(&[0, 5])]);
        assert!(strong.implies(&weak) && !weak.implies(&strong));
        assert_eq!(weakest([strong.clone(), weak.clone()]), std::slice::from_ref(&weak));
        assert_eq!(weakest([strong, other.clone(), weak.clone()]), [weak, other]);
    }

    proptest! {
        /// `implies` is what the checker calls entailment.
        #[test]
        fn an_outcome_implies_what_its_formula_entails(
            strong in prop::collection::vec((0u8..25, 0u8..25), 1..5),
            weak in prop::collection::vec((0u8..25, 0u8..25), 1..3),
        ) {
            let geometry = Geometry::new(Size::new(5, 5).unwrap(), Player::Black);
            let outcome = |pairs: &[(u8, u8)]| Outcome::joining(pairs.iter().map(|&(a, b)| set(&[a, b])));
            let (strong, weak) = (outcome(&strong), outcome(&weak));
            let points: CellSet = strong.and(&weak).classes.iter().fold(CellSet::EMPTY, |all, &class| all.or(CellSet(class)));
            let touching = Outcome::touching(&geometry, points);
            let full = strong.and(&touching);
            let says = |outcome: &Outcome| promise(&geometry, std::slice::from_ref(&outcome.and(&touching)), &touching);
            prop_assume!(full != touching);
            let given = says(&strong);
            prop_assert_eq!(
                full.implies(&weak),
                entails(&geometry, points, &[&given], &says(&weak))
            );
        }
    }
}
