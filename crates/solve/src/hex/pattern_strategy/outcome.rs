//! Outcomes: the ways in which the stones around a region may end up joined.
//!
//! A region that promises one of several outcomes promises the formula that has them as disjuncts,
//! so what a proof keeps can be worked out from its parts instead of being guessed. Outcomes are
//! compared by what they join; of two, the one that joins less is the *weaker*, and a promise is
//! only as good as its weakest outcomes.
//!
//! Cost: every operation is a few passes over sets of points, of which there are seldom more than
//! ten.

use hissho_certificate::hex::{Formula, Geometry};
use hissho_rules::hex::CellSet;

/// Which points are joined to which.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JoinOutcome {
    /// Invariant: disjoint sets of two points or more, in order.
    classes: Vec<CellSet>,
}

impl JoinOutcome {
    /// All points of each set are joined.
    pub fn joining(sets: impl IntoIterator<Item = CellSet>) -> JoinOutcome {
        let mut classes: Vec<CellSet> = Vec::new();
        for mut set in sets {
            classes.retain(|class| {
                let is_disjoint = class.is_disjoint(set);
                set = if is_disjoint { set } else { set.or(*class) };
                is_disjoint
            });
            classes.push(set);
        }
        classes.retain(|class| class.len() > 1);
        classes.sort_unstable();
        JoinOutcome { classes }
    }

    /// How these points are joined as they stand.
    pub fn touching(geometry: &Geometry, points: CellSet) -> JoinOutcome {
        JoinOutcome::joining(points.cells().map(|point| geometry.near(point).and(points).with(point)))
    }

    /// The edges are joined. What else is joined then does not matter.
    pub fn win(geometry: &Geometry) -> JoinOutcome {
        JoinOutcome::joining([geometry.edges().into_iter().collect()])
    }

    /// Both come about.
    pub fn and(&self, other: &JoinOutcome) -> JoinOutcome {
        JoinOutcome::joining(self.classes.iter().chain(&other.classes).copied())
    }

    /// What it says about some of the points; a win stays nothing but a win.
    pub fn about(&self, geometry: &Geometry, points: CellSet) -> JoinOutcome {
        let win = JoinOutcome::win(geometry);
        if self.implies(&win) {
            return win;
        }
        JoinOutcome::joining(self.classes.iter().map(|&class| class.and(points)))
    }

    /// The same with every point moved.
    pub fn moved(&self, motion: impl Fn(CellSet) -> CellSet) -> JoinOutcome {
        JoinOutcome::joining(self.classes.iter().map(|&class| motion(class)))
    }

    /// Is everything joined that is joined in `weaker`?
    pub fn implies(&self, weaker: &JoinOutcome) -> bool {
        weaker.classes.iter().all(|class| self.classes.iter().any(|own| class.is_subset(*own)))
    }

    /// The promise of this outcome among stones of which some touch already.
    fn formula(&self, geometry: &Geometry, touching: &JoinOutcome) -> Formula {
        if self.implies(&JoinOutcome::win(geometry)) {
            return Formula::win(geometry);
        }
        let mut joins = Vec::new();
        for &class in &self.classes {
            let groups = touching.classes.iter().filter(|group| !group.is_disjoint(class));
            let grouped = groups.clone().fold(CellSet::EMPTY, |all, &group| all.or(group));
            let singles = class.minus(grouped).cells();
            let ends = groups.filter_map(|group| group.cells().next()).chain(singles);
            let ends: Vec<_> = ends.collect();
            joins.extend(ends.iter().skip(1).map(|&end| Formula::Joined(ends[0], end)));
        }
        one_or(joins, Formula::And)
    }
}

/// Of several outcomes those of which none implies another.
pub fn weakest(outcomes: impl IntoIterator<Item = JoinOutcome>) -> Vec<JoinOutcome> {
    let mut all: Vec<JoinOutcome> = outcomes.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    let needless = |one: &JoinOutcome| all.iter().any(|other| other != one && one.implies(other));
    all.iter().filter(|one| !needless(one)).cloned().collect()
}

/// The promise that one of the outcomes comes about, among stones that touch as in `touching`.
pub fn promise(geometry: &Geometry, outcomes: &[JoinOutcome], touching: &JoinOutcome) -> Formula {
    one_or(outcomes.iter().map(|outcome| outcome.formula(geometry, touching)).collect(), Formula::Or)
}

fn one_or(parts: Vec<Formula>, several: impl Fn(Vec<Formula>) -> Formula) -> Formula {
    match <[Formula; 1]>::try_from(parts) {
        Ok([one]) => one,
        Err(parts) => several(parts),
    }
}
