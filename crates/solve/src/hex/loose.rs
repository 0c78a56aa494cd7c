//! A board on which the stone of a bridge is nothing but the link between the bridge's ends.
//!
//! What is proved after a bridge was completed can be kept beside the open bridge where the new stone is used for the link
//! alone ([`super::beside`]). Of the six cells around the stone two are the ends, one is the other cell of the bridge, and
//! two touch an end themselves; only the sixth, the *loose* cell, is touched by the stone and neither end. So the board to
//! search on is the one on which stone and loose cell do not touch. For the loser the cells on both sides of that place touch
//! instead: a full board still has exactly one winner, and [`super::search`] decides who it is.
//!
//! What was proved on the real board holds there unless it needs the touch, or cells are captured only because the stone
//! joins the ends. What is proved there holds on the real board.
//!
//! Cost: two lattices for each stone, and one look at each step that is taken over.

use std::sync::Arc;

use hissho_certificate::hex::{Formula, Geometry, Promise, Statement, Step, entails};
use hissho_rules::hex::{Cell, CellSet};

use super::beside::Link;
use super::derivation::{Ledger, parts_of, renumbered};
use super::joint::cut;
use super::links::Lattice;
use super::ready::Ready;

/// The stone of a bridge and the cell that it alone touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loose {
    stone: Cell,
    /// What it joins.
    ends: CellSet,
    /// The loose cell.
    pub cell: Cell,
    /// The cells that touch both.
    sides: [Cell; 2],
}

impl Loose {
    /// Of a bridge; `None` for any other link, and near the border where every cell touches an end.
    pub fn of(geometry: &Geometry, link: &Link) -> Option<Loose> {
        let one = |cells: CellSet| cells.cells().next().filter(|_| cells.len() == 1);
        let stone = one(link.stones).filter(|_| link.carrier.len() == 2 && link.ends.len() == 2)?;
        let board = geometry.size.all();
        let by_ends =
            link.ends.cells().fold(link.ends.or(link.carrier), |all, end| all.or(geometry.near(end)));
        let cell = one(geometry.near(stone).and(board).minus(by_ends))?;
        let sides: Vec<Cell> = geometry.near(stone).and(geometry.near(cell)).and(board).cells().collect();
        Some(Loose { stone, ends: link.ends, cell, sides: sides.try_into().ok()? })
    }

    /// Can a board be changed in both places? Not where a third cell would touch both.
    pub fn is_apart(&self, other: &Loose) -> bool {
        let place = |loose: &Loose| loose.sides.into_iter().fold(CellSet::of(loose.stone), CellSet::with);
        let place = |loose: &Loose| place(loose).with(loose.cell);
        place(self).and(place(other)).len() < 3
    }

    /// The board as the winner and as the loser have it. Which cells are dead or captured is decided so that it holds both
    /// with the touch and without the stone.
    pub fn lattices(&self, [own, other]: &[Lattice; 2]) -> [Lattice; 2] {
        let on = |of: &Lattice, near| Lattice::with_goal(of.geometry.clone(), of.goal.clone(), near);
        let (mut parted, mut joined) = (own.near.clone(), other.near.clone());
        cut(&mut parted, self.stone, self.cell);
        let [one, two] = self.sides;
        joined[usize::from(one.0)] |= 1 << two.0;
        joined[usize::from(two.0)] |= 1 << one.0;
        let (around, loose) = (own.around.clone(), own.loose | 1 << self.stone.0);
        [Lattice { around, loose, ..on(own, parted) }, on(other, joined)]
    }

    /// Might something among these points need the touch?
    fn matters(&self, points: CellSet) -> bool {
        points.contains(self.stone) && points.contains(self.cell)
    }

    /// The lemmas that do not need the touch.
    pub fn ready(&self, ready: &[Ready]) -> Arc<[Ready]> {
        let points = |one: &Ready| one.ends.into_iter().fold(one.stones.or(one.carrier), CellSet::with);
        ready.iter().filter(|one| !self.matters(points(one))).cloned().collect()
    }

    /// Does the formula follow without the touch?
    fn entails(&self, geometry: &Geometry, stones: CellSet, given: &[&Formula], wanted: &Formula) -> bool {
        let touching = geometry.near(self.stone).and(stones).without(self.cell);
        let links = Formula::And(touching.cells().map(|cell| Formula::Joined(self.stone, cell)).collect());
        let mut given = given.to_vec();
        if !touching.is_empty() {
            given.push(&links);
        }
        entails(geometry, stones.without(self.stone), &given, wanted)
    }

    /// The steps of a derivation that hold without the touch, with what each establishes.
    pub fn unaffected(&self, geometry: &Geometry, steps: &[Step], statements: &[Statement]) -> Vec<Step> {
        let mut ledger = Ledger::default();
        let mut places: Vec<Option<usize>> = Vec::with_capacity(steps.len());
        for (number, step) in steps.iter().enumerate() {
            let holds = parts_of(step).all(|part| places[part].is_some())
                && self.holds(geometry, step, &statements[number], statements);
            let place = holds
                .then(|| ledger.add(renumbered(step, |part| places[part].expect("all parts are there"))));
            places.push(place);
        }
        ledger.steps().to_vec()
    }

    /// Does the step that establishes the statement do so without the touch?
    fn holds(&self, geometry: &Geometry, step: &Step, statement: &Statement, earlier: &[Statement]) -> bool {
        let formula_of = |number: usize| match &earlier[number].promise {
            Promise::Formula(formula) => Some(formula),
            Promise::Barred => None,
        };
        let Promise::Formula(wanted) = &statement.promise else { return false };
        match step {
            Step::Link { stones, formula } => {
                !self.matters(*stones) || self.entails(geometry, *stones, &[], formula)
            }
            Step::And { parts, formula, .. } => {
                let given: Option<Vec<&Formula>> = parts.iter().map(|&part| formula_of(part)).collect();
                !self.matters(statement.stones)
                    || given.is_some_and(|given| self.entails(geometry, statement.stones, &given, formula))
            }
            Step::Or { parts, .. } => parts.iter().all(|&(_, part)| {
                let stones = statement.stones.or(earlier[part].stones);
                let given = formula_of(part);
                given == Some(wanted)
                    || !self.matters(stones)
                    || given.is_some_and(|given| self.entails(geometry, stones, &[given], wanted))
            }),
            Step::Capture { part, pair } => {
                let Statement { stones, carrier, promise } = earlier[*part].clone();
                if !stones.contains(self.stone) {
                    return true;
                }
                let stones = stones.without(self.stone).or(self.ends);
                let without = Statement { stones, carrier: carrier.minus(self.ends), promise };
                let again = Step::Capture { part: 0, pair: *pair };
                !pair.contains(&self.stone) && again.apply(geometry, None, &[without]).is_ok()
            }
            Step::Move { .. } | Step::Bar { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::apart::Apart;
    use crate::hex::beside::{bridges, kept_beside};
    use crate::hex::derivation::statements_of;
    use crate::hex::length::Sigma;
    use crate::hex::search::Search;
    use crate::limits::Limits;
    use hissho_rules::hex::{Player, Position, Size};
    use proptest::prelude::*;

    fn geometry(side: usize, owner: Player) -> Geometry {
        Geometry::new(Size::new(side, side).unwrap(), owner)
    }

    fn set(geometry: &Geometry, names: &str) -> CellSet {
        names.split_whitespace().map(|name| geometry.point(name).unwrap()).collect()
    }

    /// The bridge between the first two stones with its stone on the third.
    fn link(geometry: &Geometry, names: [&str; 3]) -> Link {
        let [one, two, stone] = names.map(|name| geometry.point(name).unwrap());
        let own = CellSet::of(one).with(two);
        let empty = geometry.size.all().minus(own);
        let mut links = bridges(&Lattice::new(geometry.clone()), own.0, empty.0);
        links.retain(|link| link.ends == own && link.stones == CellSet::of(stone));
        links.pop().unwrap()
    }

    #[test]
    fn one_cell_is_touched_by_the_stone_alone() {
        let geometry = geometry(9, Player::Black);
        for (names, cell, sides) in [(["55", "63", "64"], "74", "73 65"), (["55", "63", "54"], "44", "53 45")]
        {
            let loose = Loose::of(&geometry, &link(&geometry, names)).unwrap();
            assert_eq!(geometry.name(loose.cell), cell);
            assert_eq!(loose.sides.into_iter().collect::<CellSet>(), set(&geometry, sides));
        }
        let [first, second] = [["55", "63", "64"], ["55", "63", "54"]]
            .map(|names| Loose::of(&geometry, &link(&geometry, names)).unwrap());
        assert!(first.is_apart(&second) && !first.is_apart(&first));
        // At the edge every cell around the stone touches an end.
        let own = set(&geometry, "52");
        let empty = geometry.size.all().minus(own);
        for link in bridges(&Lattice::new(geometry.clone()), own.0, empty.0) {
            assert_eq!(Loose::of(&geometry, &link), None);
        }
    }

    #[test]
    fn steps_that_need_the_touch_are_left_out() {
        let geometry = geometry(9, Player::Black);
        let loose = Loose::of(&geometry, &link(&geometry, ["55", "63", "64"])).unwrap();
        let joined =
            |a: &str, b: &str| Formula::Joined(geometry.point(a).unwrap(), geometry.point(b).unwrap());
        let touch = |names: &str, formula: Formula| Step::Link { stones: set(&geometry, names), formula };
        let steps = [
            touch("63 64 74", joined("63", "74")),
            touch("63 64 65", joined("63", "65")),
            // With another way round the touch is not needed.
            touch("63 64 73 74", joined("63", "74")),
            Step::And { parts: vec![0], stones: CellSet::EMPTY, formula: joined("63", "74") },
            Step::And { parts: vec![1], stones: set(&geometry, "74"), formula: joined("65", "63") },
            Step::And { parts: vec![1], stones: set(&geometry, "74"), formula: joined("63", "63") },
        ];
        let statements = statements_of(&geometry, &steps).unwrap();
        let mut kept: Vec<Step> = [1, 2, 4, 5].map(|number| steps[number].clone()).into();
        for step in &mut kept[2..] {
            *step = renumbered(step, |_| 0);
        }
        assert_eq!(loose.unaffected(&geometry, &steps, &statements), kept);
    }

    /// A position with an open bridge, and one with its stone.
    fn position(geometry: &Geometry, signs: &[u8], link: &Link) -> ([CellSet; 2], [CellSet; 2]) {
        let of = |wanted: u8| -> CellSet {
            let cells = signs.iter().enumerate().filter(|(_, sign)| **sign == wanted);
            cells.map(|(cell, _)| Cell(cell as u8)).collect()
        };
        let own = of(0).or(link.ends).minus(link.carrier).and(geometry.size.all());
        let other = of(1).minus(own).or(link.carrier);
        ([own, other], [own.or(link.stones), other.minus(link.stones)])
    }

    fn lattices(geometry: &Geometry) -> [Lattice; 2] {
        let opponent = Geometry::new(geometry.size, geometry.owner.other());
        [geometry.clone(), opponent].map(Lattice::new)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn what_falls_apart_without_the_touch_is_won_by_its_steps(
            signs in prop::collection::vec(0u8..8, 36),
            upper in any::<bool>(),
            black in any::<bool>(),
        ) {
            let geometry = geometry(6, if black { Player::Black } else { Player::White });
            let names = if black { ["43", "35", "44", "34"] } else { ["34", "53", "44", "43"] };
            let link = link(&geometry, [names[0], names[1], names[if upper { 3 } else { 2 }]]);
            let loose = Loose::of(&geometry, &link).unwrap();
            let (_, [own, other]) = position(&geometry, &signs, &link);
            let meter = Limits::default().start();
            let apart = Apart::new(geometry.clone(), (&meter, 100), Sigma::up_to(None, geometry.size));
            let mut apart = apart.again_on(loose.lattices(&lattices(&geometry)));
            if let Some(parts) = apart.parts(own, other, 100).unwrap() {
                let mut ledger = Ledger::default();
                apart.derive(&parts, &mut ledger);
                let statement = statements_of(&geometry, ledger.steps()).unwrap().pop().unwrap();
                prop_assert_eq!(statement.promise, Promise::Formula(Formula::win(&geometry)));
                prop_assert!(statement.carrier.is_disjoint(own.or(other)));
            }
        }

        #[test]
        fn a_win_without_the_touch_is_one_beside_the_open_bridge(
            signs in prop::collection::vec(0u8..6, 36),
            upper in any::<bool>(),
        ) {
            let geometry = geometry(6, Player::Black);
            let link = link(&geometry, ["43", "35", if upper { "34" } else { "44" }]);
            let loose = Loose::of(&geometry, &link).unwrap();
            let ([own, other], [black, white]) = position(&geometry, &signs, &link);
            let meter = Limits::default().start();
            let mut search = Search::for_goals(loose.lattices(&lattices(&geometry)), &meter);
            let position = Position::set_up(geometry.size, black, white, Player::White).unwrap();
            let solution = search.solve(&position).unwrap();
            if solution.winner == Player::Black {
                let steps = &solution.evidence.steps;
                let Some((_, statement)) = kept_beside(&geometry, steps, &link) else {
                    // With an end more it may take more stones to see that a pair is captured.
                    let captures = steps.iter().any(|step| matches!(step, Step::Capture { .. }));
                    prop_assert!(captures);
                    return Ok(());
                };
                prop_assert!(statement.stones.and(geometry.size.all()).is_subset(own));
                prop_assert!(statement.carrier.is_subset(geometry.size.all().minus(other).or(link.carrier)));
            }
        }
    }
}
