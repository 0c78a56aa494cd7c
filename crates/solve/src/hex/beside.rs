//! A bridge kept beside the rest: what is proved after its completion holds while it is open.
//!
//! When the loser intrudes into a bridge between two groups the winner takes its other cell, and nothing has changed but
//! that the groups are joined. If the proof of the position that follows uses the new stone for nothing else, it needs no
//! stone: the rest of the board promises what, *with the two groups joined*, is a win, the bridge promises that they
//! are, and the and-rule puts both together. The papers draw their trees so; answers inside a bridge are no nodes.
//!
//! With x and y the ends of the bridge, a promise `a-b` that needs them joined becomes `a-b`, or `a-x and y-b`, or
//! `a-y and x-b`. A promise that a stone is joined to an edge, or two stones are, is kept in the same way. Whether the changed steps still follow is left to [`hissho_certificate::hex`]: where the stone was needed
//! for something else they do not.
//!
//! Cost: one look at each step; a step that needs the bridge has three times the disjuncts, with three ends seven times.

use hissho_certificate::hex::{Formula, Geometry, Promise, Statement, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::derivation::{Ledger, renumbered, statements_of, written_out};
use super::links::Lattice;

/// An open bridge between two groups, or a group and an edge.
struct Bridge {
    /// A stone of each group, or the edge.
    ends: [Cell; 2],
    /// The two cells, the stone on the second.
    cells: [Cell; 2],
}

/// What is kept beside the rest: a promise that some points, stones or an edge, are joined.
#[derive(Clone, Debug)]
pub struct Link {
    /// The points.
    pub ends: CellSet,
    /// Stones that join them in the proof that is given.
    pub stones: CellSet,
    /// The empty cells that the promise needs, those of the stones included.
    pub carrier: CellSet,
    /// The steps of the promise.
    pub steps: Vec<Step>,
}

impl Bridge {
    fn link(&self) -> Link {
        let ends: CellSet = self.ends.into_iter().collect();
        let joined = Formula::Joined(self.ends[0], self.ends[1]);
        let mut steps: Vec<Step> = self
            .cells
            .iter()
            .map(|&cell| Step::Link { stones: ends.with(cell), formula: joined.clone() })
            .collect();
        let parts = self.cells.iter().enumerate().map(|(number, &cell)| (Some(cell), number)).collect();
        steps.push(Step::Or { parts, stones: CellSet::EMPTY, formula: Some(joined) });
        let carrier = self.cells.into_iter().collect();
        Link { ends, stones: CellSet::of(self.cells[1]), carrier, steps }
    }
}

/// The open bridges between different groups of `own`, and between them and the edges, each with either cell for stone.
pub fn bridges(lattice: &Lattice, own: u128, empty: u128) -> Vec<Link> {
    let edges = lattice.geometry.edges();
    let mut found = Vec::new();
    for one in CellSet(own).cells() {
        let group = group_of(lattice, own, one);
        let stones = lattice.bridges[usize::from(one.0)].iter().copied();
        let stones = stones.filter(|&(other, _)| other > one.0 && own >> other & 1 == 1);
        let to_edges = edges.into_iter().zip(lattice.edge_bridges[usize::from(one.0)]);
        let to_edges = to_edges.map(|(edge, between)| (edge.0, between));
        for (other, between) in stones.chain(to_edges).filter(|bridge| group >> bridge.0 & 1 == 0) {
            let mut cells = CellSet(between).cells();
            if between & !empty == 0
                && let (Some(first), Some(second)) = (cells.next(), cells.next())
            {
                let ends = [one, Cell(other)];
                found.push(Bridge { ends, cells: [first, second] }.link());
                found.push(Bridge { ends, cells: [second, first] }.link());
            }
        }
    }
    found
}

/// Cells of an area that join the stones to the edge, as few as can be.
pub fn way_to(geometry: &Geometry, edge: Cell, from: CellSet, area: CellSet) -> Option<CellSet> {
    let mut ways: Vec<(Cell, CellSet)> = from.cells().map(|cell| (cell, CellSet::EMPTY)).collect();
    let mut seen = from;
    let mut at = 0;
    while let Some(&(cell, way)) = ways.get(at) {
        if geometry.near(edge).contains(cell) {
            return Some(way);
        }
        let next = geometry.near(cell).and(area).minus(seen);
        ways.extend(next.cells().map(|next| (next, way.with(next))));
        seen = seen.or(next);
        at += 1;
    }
    None
}

fn group_of(lattice: &Lattice, own: u128, stone: Cell) -> u128 {
    let edges = lattice.geometry.edges();
    let own = edges.into_iter().fold(own, |all, edge| all | 1 << edge.0);
    let (mut group, mut more) = (0u128, 1u128 << stone.0);
    while more != 0 {
        group |= more;
        let around = CellSet(more).cells().fold(0, |all, cell| all | lattice.near[usize::from(cell.0)]);
        more = around & own & !group;
    }
    group
}

/// Given the steps of a win that may need the stones of the link: the steps of the win with the link instead of the
/// stones, and what they establish; `None` if the stones are needed for more than the link.
pub fn kept_beside(geometry: &Geometry, steps: &[Step], link: &Link) -> Option<(Vec<Step>, Statement)> {
    let ends = link.ends;
    let steps = written_out(geometry, steps).ok()?;
    let statements = statements_of(geometry, &steps).ok()?;
    let uses = |number: usize| !statements[number].stones.is_disjoint(link.stones);
    let swapped = |stones: CellSet| stones.minus(link.stones).or(ends);
    let weaker = |formula: &Formula| simplified(weakened(formula, ends, link.stones));
    let mut held = Held { geometry, ledger: Ledger::default(), statements: vec![] };
    let mut places: Vec<usize> = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut step = renumbered(step, |part| places[part]);
        if uses(number) {
            match &mut step {
                Step::Link { stones, formula }
                | Step::And { stones, formula, .. }
                | Step::Or { stones, formula: Some(formula), .. } => {
                    (*stones, *formula) = (swapped(*stones), weaker(formula));
                }
                Step::Or { parts, stones, formula: None } => {
                    *stones = swapped(*stones);
                    let Step::Or { parts: before, .. } = &steps[number] else { return None };
                    // All parts of it promise the same.
                    for (part, &(_, old)) in parts.iter_mut().zip(before) {
                        let Promise::Formula(formula) = &statements[old].promise else { return None };
                        if !uses(old) {
                            let (parts, formula) = (vec![part.1], weaker(formula));
                            part.1 = held.add(Step::And { parts, stones: ends, formula })?;
                        }
                    }
                }
                _ => {}
            }
        }
        places.push(held.add(step)?);
    }
    let mut last = *places.last()?;
    if uses(steps.len() - 1) {
        let mut kept: Vec<usize> = Vec::with_capacity(link.steps.len());
        for step in &link.steps {
            kept.push(held.add(renumbered(step, |part| kept[part]))?);
        }
        let (parts, formula) = (vec![*kept.last()?, last], Formula::win(geometry));
        last = held.add(Step::And { parts, stones: CellSet::EMPTY, formula })?;
    }
    let statement = held.statements.swap_remove(last);
    (statement.promise == Promise::Formula(Formula::win(geometry)))
        .then(|| (held.ledger.extract(last), statement))
}

/// Steps that follow, with what each establishes.
struct Held<'a> {
    geometry: &'a Geometry,
    ledger: Ledger,
    statements: Vec<Statement>,
}

impl Held<'_> {
    /// The place of a step, if it follows.
    fn add(&mut self, step: Step) -> Option<usize> {
        let statement = step.apply(self.geometry, None, &self.statements).ok()?;
        let place = self.ledger.add(step);
        if place == self.statements.len() {
            self.statements.push(statement);
        }
        Some(place)
    }
}

/// What is left of a promise when the ends are joined only beside it; the stones joined them before.
fn weakened(formula: &Formula, ends: CellSet, stones: CellSet) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| weakened(part, ends, stones)).collect();
    match formula {
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Joined(a, b) => {
            let is_end = |point: Cell| ends.contains(point) || stones.contains(point);
            let to_ends = |point: Cell| ends.cells().map(move |end| Formula::Joined(end, point));
            let (a, b) = (*a, *b);
            match (is_end(a), is_end(b)) {
                (true, true) => Formula::Or(ends.cells().map(|end| Formula::Joined(end, end)).collect()),
                (true, false) => Formula::Or(to_ends(b).collect()),
                (false, true) => Formula::Or(to_ends(a).collect()),
                (false, false) => {
                    let by = |from: Cell| {
                        let others = ends.without(from).cells();
                        others.map(move |to| {
                            Formula::And(vec![Formula::Joined(a, from), Formula::Joined(to, b)])
                        })
                    };
                    Formula::Or(
                        [Formula::Joined(a, b)].into_iter().chain(ends.cells().flat_map(by)).collect(),
                    )
                }
            }
        }
    }
}

/// The formula as a choice between promises none of which follows from another, unless these are too many.
fn simplified(formula: Formula) -> Formula {
    let Some(choices) = choices(&formula) else { return formula };
    let all = |pairs: &Pairs| -> Formula {
        let mut pairs: Vec<Formula> = pairs.iter().map(|&(a, b)| Formula::Joined(a, b)).collect();
        if pairs.len() == 1 { pairs.remove(0) } else { Formula::And(pairs) }
    };
    // That a stone is joined to itself is true already.
    if choices.iter().any(Vec::is_empty) {
        return formula;
    }
    if choices.len() == 1 { all(&choices[0]) } else { Formula::Or(choices.iter().map(all).collect()) }
}

/// Pairs of points that are all joined.
type Pairs = Vec<(Cell, Cell)>;

/// The most choices that are looked at.
const CHOICES: usize = 256;

fn choices(formula: &Formula) -> Option<Vec<Pairs>> {
    let all = match formula {
        Formula::Joined(a, b) if a == b => vec![vec![]],
        Formula::Joined(a, b) => vec![vec![(*a, *b)]],
        Formula::Or(parts) => {
            let parts = parts.iter().map(choices).collect::<Option<Vec<_>>>()?;
            parts.concat()
        }
        Formula::And(parts) => {
            let mut all: Vec<Pairs> = vec![vec![]];
            for part in parts {
                let part = choices(part)?;
                if all.len() * part.len() > CHOICES {
                    return None;
                }
                let with = |mut one: Pairs, &pair: &(Cell, Cell)| {
                    if !follows(&one, &[pair]) {
                        one.push(pair);
                    }
                    one
                };
                let both = |one: &Pairs| {
                    part.iter().map(|two| two.iter().fold(one.clone(), with)).collect::<Vec<_>>()
                };
                all = weakest(all.iter().flat_map(both).collect());
            }
            all
        }
    };
    (all.len() <= CHOICES).then(|| weakest(all))
}

/// Leaves out what another choice follows from, and the later of two equals.
fn weakest(choices: Vec<Pairs>) -> Vec<Pairs> {
    let mut kept: Vec<Pairs> = Vec::new();
    for choice in choices {
        if kept.iter().any(|weaker| follows(&choice, weaker)) {
            continue;
        }
        kept.retain(|stronger| !follows(stronger, &choice));
        kept.push(choice);
    }
    kept
}

/// Are the second pairs joined if the first are?
fn follows(given: &[(Cell, Cell)], wanted: &[(Cell, Cell)]) -> bool {
    let mut groups: Vec<CellSet> = Vec::new();
    for &(a, b) in given {
        let pair = CellSet::of(a).with(b);
        let (touched, rest): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| !group.is_disjoint(pair));
        groups = rest;
        groups.push(touched.into_iter().fold(pair, CellSet::or));
    }
    wanted.iter().all(|&(a, b)| a == b || groups.iter().any(|group| group.contains(a) && group.contains(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::links::{Found, Links, Until};
    use hissho_rules::hex::{Player, Size};

    fn geometry(columns: usize, rows: usize) -> Geometry {
        Geometry::new(Size::new(columns, rows).unwrap(), Player::Black)
    }

    fn set(geometry: &Geometry, names: &str) -> CellSet {
        names.split_whitespace().map(|name| geometry.point(name).unwrap()).collect()
    }

    #[test]
    fn a_bridge_stays_open_beside_the_rest() {
        let geometry = geometry(5, 5);
        let own = set(&geometry, "42 34");
        let empty = geometry.size.all().minus(own);
        let lattice = Lattice::new(geometry.clone());
        let all = bridges(&lattice, own.0, empty.0);
        assert_eq!(all.len(), 6, "one between the stones, one to each edge, either way: {all:?}");
        let chain = set(&geometry, "41 51 33 43 25 35");
        for link in all {
            let mut links = Links::default();
            let rest = chain.minus(link.carrier);
            let found = links.build(&lattice, own.or(link.stones).0, rest.0, Until::Full);
            let Found::Full(id) = found else { panic!("a chain of bridges, not {found:?}") };
            let mut ledger = Ledger::default();
            let entry = links.derive(&lattice, id, &mut ledger);
            let (steps, statement) = kept_beside(&geometry, &ledger.extract(entry.step), &link).unwrap();
            assert_eq!(statements_of(&geometry, &steps).unwrap().last(), Some(&statement));
            assert_eq!((statement.stones.and(geometry.size.all()), statement.carrier), (own, chain));
        }
    }

    #[test]
    fn a_weakened_promise_is_a_choice_without_what_follows_from_another() {
        let geometry = geometry(9, 9);
        let point = |text: &str| geometry.point(text);
        let parse = |text: &str| Formula::parse(text, &point).unwrap();
        let simple = |text: &str| simplified(parse(text)).text(&geometry);
        assert_eq!(simple("(t-63 or t-55) or (t-63 and 55-b)"), "t-63 or t-55");
        assert_eq!(simple("(63-63 and t-55) or (63-55 and t-63)"), "t-55", "from the others it follows");
        assert_eq!(simple("(t-63 or t-55) and t-63"), "t-63");
        // What is true already stays as it is.
        assert_eq!(simple("63-63 or t-55"), "63-63 or t-55");
        let joined = |one: u8| Formula::Joined(Cell(one), Cell(one + 1));
        let many =
            Formula::And((0..9).map(|at| Formula::Or(vec![joined(4 * at), joined(4 * at + 2)])).collect());
        assert_eq!(simplified(many.clone()), many, "too many choices");
    }

    #[test]
    fn the_shortest_way_leads_through_the_area() {
        let geometry = geometry(5, 5);
        let edge = geometry.edges()[1];
        let way =
            |from: &str, area: &str| way_to(&geometry, edge, set(&geometry, from), set(&geometry, area));
        assert_eq!(way("33", "24 15"), Some(set(&geometry, "24 15")));
        assert_eq!(way("33", "34 44 45").map(CellSet::len), Some(3));
        assert_eq!(way("33", "34 44"), None);
        assert_eq!(way("33 35", "34"), Some(CellSet::EMPTY));
    }

    #[test]
    fn a_stone_that_is_needed_for_more_than_the_bridge_is_missed() {
        let geometry = geometry(3, 3);
        let [ends, cells] =
            [["12", "23"], ["13", "22"]].map(|pair| pair.map(|name| geometry.point(name).unwrap()));
        let win =
            |names: &str| Step::Link { stones: set(&geometry, names), formula: Formula::win(&geometry) };
        let link = Bridge { ends, cells }.link();
        // To 31 only the stone between leads, to 11 the end does.
        assert!(kept_beside(&geometry, &[win("t 31 22 23 b")], &link).is_none());
        assert!(kept_beside(&geometry, &[win("t 11 12 22 23 b")], &link).is_some());
        // Without the stone nothing has to be kept.
        let (steps, _) = kept_beside(&geometry, &[win("t 31 32 33 b")], &link).unwrap();
        assert_eq!(steps.len(), 1);
    }
}
