//! A strategy written as patterns, turned into steps.
//!
//! A pattern is a numbered list of places with branches: whichever of these places the opponent
//! takes, Black answers there, and what is left falls apart into smaller patterns, each lying on
//! some of the places (Yang, Liao and Pawlak, On a decomposition method for finding winning
//! strategies in Hex, 2001). What a pattern keeps is not written down; it is found here from below.
//! A branch has every combination of outcomes of its parts, a pattern has all outcomes of its
//! branches (`outcome`), and the branches are the `or` rule of [`hissho_certificate::hex`].
//!
//! Such files have slips: parts that share a cell, cells nobody answers, a stone that is not there.
//! Nothing is taken on trust. Where the branches that are in order leave a cell unanswered, an
//! answer is searched for inside the pattern ([`super::lemma_search`]); a position of the whole
//! board that its parts do not win is given to [`super::search`], which knows everything proved so
//! far, with twice the effort in each round. So a strategy with slips is a set of hints: it says
//! which positions are worth solving.
//!
//! Cost: one visit per pattern, place and stones around it, some thousand in the files known, and
//! the searches.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use hissho_certificate::hex::{Formula, Geometry, Motion, Step};
use hissho_rules::hex::{Cell, CellSet, Player, Position};
use rustc_hash::FxHashMap;

use super::board::EVERYTHING;
use super::ledger::{Ledger, statements_of, thin_out};
use super::lemma_search::{LemmaQuestion, answer};
use super::search::HexSearch;
use crate::limits::{Limits, Meter, Stop};
use crate::progress::Progress;

pub mod outcome;

use outcome::{JoinOutcome, promise, weakest};

/// A strategy: patterns by number, each with its branches. The first is meant for the position in
/// question.
pub type Patterns = BTreeMap<usize, Vec<PatternBranch>>;

/// What to do when the opponent takes one of some places of a pattern. Places count from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternBranch {
    /// The places the opponent takes.
    pub opponent: Vec<usize>,
    /// The answer.
    pub reply: usize,
    /// Patterns that are left, each with the places it lies on.
    pub parts: Vec<(usize, Vec<usize>)>,
}

/// How many places the branches of a pattern speak of.
pub fn places(branches: &[PatternBranch]) -> usize {
    let spoken = |branch: &PatternBranch| {
        let parts = branch.parts.iter().flat_map(|(_, places)| places);
        parts.chain(&branch.opponent).chain([&branch.reply]).max().map_or(0, |last| last + 1)
    };
    branches.iter().map(spoken).max().unwrap_or(0)
}

/// What became of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Patterns on cells, with the stones around them.
    pub places: usize,
    /// Answers inside patterns that were searched for.
    pub mended: usize,
    /// Positions of the whole board that were searched.
    pub solved: usize,
    /// Does it win? If not, White does.
    pub wins: bool,
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the strategy {}: {} patterns in place, {} answers inside patterns and {} whole positions searched for",
            if self.wins { "wins" } else { "does not win" },
            self.places,
            self.mended,
            self.solved
        )
    }
}

/// Nodes to spend on a missing answer inside a pattern.
const MENDING: u64 = 1_000;

/// Nodes to spend on one whole position in the first round.
const FIRST_EFFORT: u64 = 1_000;

/// With so many nodes to spend, a position with several parts is also followed into their branches.
const SPLIT_EFFORT: u64 = 16_000;

/// Promises with more outcomes than this are given up: the checker multiplies them out.
const MOST_OUTCOMES: usize = 16;

/// Combinations of outcomes of the parts of a branch that the checker looks at.
const MOST_COMBINATIONS: usize = 256;

/// Follows the strategy from the position, White to move, until it is settled whether it wins;
/// `search`, which works within `meter`, learns what is proved.
pub fn derive(
    patterns: &Patterns,
    position: &Position,
    search: &mut HexSearch<'_>,
    meter: &Meter,
    progress: &dyn Progress,
) -> Result<Reading, Stop> {
    let geometry = Geometry::new(position.size, Player::Black);
    let edges: CellSet = geometry.edges().into_iter().collect();
    let mut reader = PatternReader::new(&geometry, patterns, search, meter);
    let first = patterns.keys().next().copied().unwrap_or(0);
    let cells: Vec<Cell> = position.empty().cells().collect();
    let stones = position.stones(Player::Black).or(edges);
    loop {
        let whole = reader.whole(vec![(first, cells.clone())], stones)?;
        if let WholeBoard::Won(_) | WholeBoard::Lost = whole {
            let wins = matches!(whole, WholeBoard::Won(_));
            let PatternReader { places, mended, solved, .. } = reader;
            return Ok(Reading { places: places.len(), mended, solved, wins });
        }
        let all = reader.wholes.len();
        reader.wholes.retain(|_, whole| !matches!(whole, WholeBoard::Open));
        let open = all - reader.wholes.len();
        progress.note(&format!(
            "{open} of {all} whole positions of the strategy are open after {} nodes for each",
            reader.effort
        ));
        reader.effort = reader.effort.saturating_mul(2);
    }
}

/// A pattern and the cells it lies on.
type PlacedPattern = (usize, Vec<Cell>);

/// What a pattern keeps at a place.
#[derive(Debug)]
struct KeptPromise {
    carrier: CellSet,
    /// At least one of these comes about.
    outcomes: Vec<JoinOutcome>,
    step: usize,
    /// Is this as much as its branches promise?
    in_order: bool,
}

/// What is known about patterns that are all that is left of the board.
#[derive(Clone, Debug)]
enum WholeBoard {
    /// Black wins.
    Won(Rc<KeptPromise>),
    /// White wins.
    Lost,
    /// Not settled by the effort so far.
    Open,
}

/// What became of a branch of a whole position.
enum TriedBranch {
    Wins(PatternAnswer),
    Loses,
    Open,
}

/// An answer in a pattern and what it leads to.
#[derive(Clone, Debug)]
struct PatternAnswer {
    reply: Option<Cell>,
    /// The answer and the empty cells needed after it.
    area: CellSet,
    outcomes: Vec<JoinOutcome>,
    proof: AnswerProof,
    in_order: bool,
}

#[derive(Clone, Debug)]
enum AnswerProof {
    /// These steps side by side, or what they are after half a turn.
    Parts { steps: Vec<usize>, turned: bool },
    /// A finished step.
    Step(usize),
}

/// What is known of the patterns of a strategy.
struct PatternReader<'a, 's> {
    geometry: &'a Geometry,
    patterns: &'a Patterns,
    meter: &'a Meter,
    search: &'a mut HexSearch<'s>,
    win: JoinOutcome,
    ledger: Ledger,
    /// By pattern, cells and stones around them.
    places: FxHashMap<(PlacedPattern, CellSet), Option<Rc<KeptPromise>>>,
    /// By the parts that are left of the board, and Black's stones.
    wholes: FxHashMap<(Vec<PlacedPattern>, CellSet), WholeBoard>,
    /// Nodes to spend on one whole position.
    effort: u64,
    mended: usize,
    solved: usize,
}

impl<'a, 's> PatternReader<'a, 's> {
    /// Nothing is known yet.
    fn new(
        geometry: &'a Geometry,
        patterns: &'a Patterns,
        search: &'a mut HexSearch<'s>,
        meter: &'a Meter,
    ) -> PatternReader<'a, 's> {
        PatternReader {
            win: JoinOutcome::win(geometry),
            geometry,
            patterns,
            meter,
            search,
            ledger: Ledger::default(),
            places: FxHashMap::default(),
            wholes: FxHashMap::default(),
            effort: FIRST_EFFORT,
            mended: 0,
            solved: 0,
        }
    }

    /// What the pattern keeps on these cells among these stones.
    fn place(&mut self, part: &PlacedPattern, stones: CellSet) -> Result<Option<Rc<KeptPromise>>, Stop> {
        let place = (part.clone(), stones);
        if let Some(known) = self.places.get(&place) {
            return Ok(known.clone());
        }
        self.meter.spend(1)?;
        // A pattern that leads to itself keeps nothing.
        self.places.insert(place.clone(), None);
        let kept = self.keep(part, stones)?.map(Rc::new);
        self.places.insert(place, kept.clone());
        Ok(kept)
    }

    fn keep(
        &mut self,
        (number, cells): &PlacedPattern,
        stones: CellSet,
    ) -> Result<Option<KeptPromise>, Stop> {
        let patterns = self.patterns;
        let touching = JoinOutcome::touching(self.geometry, stones);
        let mut candidates: Vec<PatternAnswer> = Vec::new();
        for branch in patterns.get(number).into_iter().flatten() {
            let Some(&reply) = cells.get(branch.reply) else { continue };
            let candidate = self.and_of_parts(reply, &parts_of(branch, cells), stones)?;
            candidates.extend(candidate.filter(|candidate| !candidate.outcomes.contains(&touching)));
        }
        let (mut chosen, others): (Vec<PatternAnswer>, Vec<PatternAnswer>) =
            candidates.iter().cloned().partition(|candidate| candidate.in_order);
        let mut in_order = true;
        if common(&chosen).is_empty() {
            strengthen(&mut chosen);
        } else {
            let goal = outcomes_of(&chosen);
            let keeps = |candidate: &&PatternAnswer| {
                candidate.outcomes.iter().all(|strong| goal.iter().any(|weak| strong.implies(weak)))
            };
            chosen.extend(others.iter().filter(keeps).cloned());
            while !chosen.is_empty()
                && let Some(cell) = common(&chosen).cells().next()
            {
                let Some(candidate) = self.mend(cells, stones, &goal, cell)? else { break };
                chosen.push(candidate);
            }
            if !common(&chosen).is_empty() {
                in_order = false;
                chosen = candidates;
                strengthen(&mut chosen);
            }
        }
        let outcomes = outcomes_of(&chosen);
        if !common(&chosen).is_empty() || outcomes.len() > MOST_OUTCOMES {
            return Ok(None);
        }
        let (carrier, step) = self.combine(chosen, stones, &outcomes);
        Ok(Some(KeptPromise { carrier, outcomes, step, in_order }))
    }

    /// Where a reply leads that leaves these parts (`None`: a part on places that are not there);
    /// the parts that are not in order are left out.
    fn and_of_parts(
        &mut self,
        reply: Cell,
        parts: &[Option<PlacedPattern>],
        stones: CellSet,
    ) -> Result<Option<PatternAnswer>, Stop> {
        let with_reply = stones.with(reply);
        let mut used = CellSet::EMPTY;
        let mut outcomes = vec![JoinOutcome::touching(self.geometry, with_reply)];
        let (mut steps, mut combinations, mut in_order) = (Vec::new(), 1, true);
        for part in parts {
            let kept = match part {
                Some(part) => {
                    let around = |near: CellSet, &cell: &Cell| near.or(self.geometry.near(cell)).with(cell);
                    let around = part.1.iter().fold(CellSet::EMPTY, around);
                    self.place(part, with_reply.and(around))?
                }
                None => None,
            };
            let is_disjoint = |kept: &Rc<KeptPromise>| kept.carrier.minus(with_reply).is_disjoint(used);
            let Some(kept) = kept.filter(is_disjoint) else {
                in_order = false;
                continue;
            };
            in_order &= kept.in_order;
            combinations *= kept.outcomes.len();
            used = used.or(kept.carrier.minus(with_reply));
            steps.push(kept.step);
            let both = outcomes.iter().flat_map(|one| kept.outcomes.iter().map(|other| one.and(other)));
            outcomes = weakest(both.map(|outcome| outcome.about(self.geometry, with_reply)));
        }
        let outcomes = weakest(outcomes.iter().map(|outcome| outcome.about(self.geometry, stones)));
        if combinations > MOST_COMBINATIONS || outcomes.len() > MOST_OUTCOMES {
            return Ok(None);
        }
        let proof = AnswerProof::Parts { steps, turned: false };
        Ok(Some(PatternAnswer { reply: Some(reply), area: used.with(reply), outcomes, proof, in_order }))
    }

    /// An answer to `cell` inside a pattern that keeps the goal, if the search finds one.
    fn mend(
        &mut self,
        cells: &[Cell],
        stones: CellSet,
        goal: &[JoinOutcome],
        cell: Cell,
    ) -> Result<Option<PatternAnswer>, Stop> {
        let formula = self.promise(goal, stones);
        let carrier: CellSet = cells.iter().copied().collect();
        let question = LemmaQuestion { geometry: self.geometry, stones, carrier, formula: &formula };
        let effort = Limits { nodes: Some(MENDING), ..Limits::default() }.start();
        let found = answer(&question, CellSet::of(cell), &effort);
        self.meter.look()?;
        let Ok(Some((reply, carrier, steps))) = found else { return Ok(None) };
        self.mended += 1;
        let area = reply.map_or(carrier, |reply| carrier.with(reply));
        let proof = AnswerProof::Step(self.take_over(&steps));
        Ok(Some(PatternAnswer { reply, area, outcomes: goal.to_vec(), proof, in_order: true }))
    }

    /// Does Black win where these parts are left, White moving first and owning all other cells?
    fn whole(&mut self, parts: Vec<PlacedPattern>, stones: CellSet) -> Result<WholeBoard, Stop> {
        let place = (parts, stones);
        if let Some(known) = self.wholes.get(&place) {
            return Ok(known.clone());
        }
        // A position that leads to itself is not won by that; what it leaves unanswered is searched
        // for.
        self.wholes.insert(place.clone(), WholeBoard::Lost);
        let whole = self.settle(&place.0, stones)?;
        if let WholeBoard::Won(kept) = &whole {
            let steps = self.ledger.extract(kept.step);
            self.search.learn(Player::Black, &steps).expect("every step of the ledger follows");
        }
        self.wholes.insert(place, whole.clone());
        Ok(whole)
    }

    fn settle(&mut self, parts: &[PlacedPattern], stones: CellSet) -> Result<WholeBoard, Stop> {
        let patterns = self.patterns;
        let all: CellSet = parts.iter().flat_map(|(_, cells)| cells).copied().collect();
        let symmetric = parts.len() == 1 && self.turned(all) == all && self.turned(stones) == stones;
        let mut candidates: Vec<PatternAnswer> = Vec::new();
        let mut waiting = CellSet::EMPTY;
        for (place, (number, cells)) in parts.iter().enumerate() {
            let others = parts.iter().enumerate().filter(|&(other, _)| other != place);
            let others: Vec<Option<PlacedPattern>> = others.map(|(_, part)| Some(part.clone())).collect();
            for branch in patterns.get(number).into_iter().flatten() {
                let Some(&reply) = cells.get(branch.reply) else { continue };
                let taken = branch.opponent.iter().filter_map(|&place| cells.get(place)).copied();
                let taken: CellSet = taken.collect();
                let parts = [&others[..], &parts_of(branch, cells)].concat();
                match self.try_whole(reply, &parts, stones, all.minus(taken).without(reply))? {
                    TriedBranch::Wins(candidate) => {
                        candidates.extend(symmetric.then(|| self.turn(&candidate)));
                        candidates.push(candidate);
                    }
                    // Each of the cells alone may still have an answer.
                    TriedBranch::Loses => {}
                    TriedBranch::Open => {
                        waiting = waiting.or(taken);
                        waiting = if symmetric { waiting.or(self.turned(taken)) } else { waiting };
                    }
                }
            }
        }
        loop {
            let open = common(&candidates).and(all);
            if open.is_empty() {
                break;
            }
            let Some(cell) = open.minus(waiting).cells().next() else { return Ok(WholeBoard::Open) };
            match self.solve(all.without(cell), stones, Player::Black)? {
                (WholeBoard::Won(kept), reply) => {
                    let candidate = won(reply, &kept);
                    candidates.extend(symmetric.then(|| self.turn(&candidate)));
                    candidates.push(candidate);
                }
                (WholeBoard::Lost, _) => return Ok(WholeBoard::Lost),
                (WholeBoard::Open, _) => waiting = waiting.with(cell),
            }
        }
        let outcomes = vec![self.win.clone()];
        let (carrier, step) = self.combine(candidates, stones, &outcomes);
        Ok(WholeBoard::Won(Rc::new(KeptPromise { carrier, outcomes, step, in_order: true })))
    }

    /// Does a reply win that leaves these parts, and at most these cells?
    fn try_whole(
        &mut self,
        reply: Cell,
        parts: &[Option<PlacedPattern>],
        stones: CellSet,
        left: CellSet,
    ) -> Result<TriedBranch, Stop> {
        if let Some(candidate) = self.and_of_parts(reply, parts, stones)?
            && candidate.outcomes == std::slice::from_ref(&self.win)
        {
            return Ok(TriedBranch::Wins(candidate));
        }
        let with_reply = stones.with(reply);
        let in_place: Option<Vec<PlacedPattern>> = parts.iter().cloned().collect();
        let whole = match in_place {
            Some(parts) if parts.len() == 1 => self.whole(parts, with_reply)?,
            parts => match (self.solve(left, with_reply, Player::White)?.0, parts) {
                (WholeBoard::Open, Some(parts)) if self.effort >= SPLIT_EFFORT => {
                    self.whole(parts, with_reply)?
                }
                (whole, _) => whole,
            },
        };
        Ok(match whole {
            WholeBoard::Won(kept) => TriedBranch::Wins(won(Some(reply), &kept)),
            WholeBoard::Lost => TriedBranch::Loses,
            WholeBoard::Open => TriedBranch::Open,
        })
    }

    /// Who wins on these cells, White owning all others, and Black's move.
    fn solve(
        &mut self,
        carrier: CellSet,
        stones: CellSet,
        to_move: Player,
    ) -> Result<(WholeBoard, Option<Cell>), Stop> {
        let size = self.geometry.size;
        let black = stones.and(size.all());
        let white = size.all().minus(black).minus(carrier);
        let position =
            Position::set_up(size, black, white, to_move).expect("a cell is Black's, White's or empty");
        let left = self.meter.left();
        self.meter.refill(self.effort.min(left));
        let solution = self.search.solve(&position);
        let left = left.saturating_sub(self.meter.spent());
        self.meter.refill(left);
        let solution = match solution {
            Ok(solution) if solution.winner == Player::Black => solution,
            Ok(_) => return Ok((WholeBoard::Lost, None)),
            Err(Stop::Nodes) if left > 0 => return Ok((WholeBoard::Open, None)),
            Err(stop) => return Err(stop),
        };
        self.solved += 1;
        let steps = &solution.evidence.steps;
        let statements = statements_of(self.geometry, steps).expect("every step of a solution follows");
        let carrier = statements.last().map_or(CellSet::EMPTY, |last| last.carrier);
        let kept = KeptPromise {
            carrier,
            outcomes: vec![self.win.clone()],
            step: self.take_over(steps),
            in_order: true,
        };
        Ok((WholeBoard::Won(Rc::new(kept)), solution.winning_move))
    }

    /// The `or` of candidates that answer every cell; its carrier and its step.
    fn combine(
        &mut self,
        mut chosen: Vec<PatternAnswer>,
        stones: CellSet,
        outcomes: &[JoinOutcome],
    ) -> (CellSet, usize) {
        thin_out(&mut chosen, |candidate| candidate.area);
        let carrier = chosen.iter().fold(CellSet::EMPTY, |all, candidate| all.or(candidate.area));
        let formula = self.promise(outcomes, stones);
        let parts: Vec<(Option<Cell>, usize)> =
            chosen.iter().map(|one| (one.reply, self.derive(one, stones, &formula))).collect();
        // A win that was turned joins the second edge to the first: the step has to say that it is
        // the same.
        let turned = |one: &PatternAnswer| matches!(one.proof, AnswerProof::Parts { turned: true, .. });
        let formula = chosen.iter().any(turned).then_some(formula);
        (carrier, self.ledger.add(Step::Or { parts, stones, formula }))
    }

    /// The step that a candidate gives the promise of its pattern.
    fn derive(&mut self, candidate: &PatternAnswer, stones: CellSet, formula: &Formula) -> usize {
        let (steps, turned) = match &candidate.proof {
            AnswerProof::Step(step) => return *step,
            AnswerProof::Parts { steps, turned } => (steps, turned),
        };
        if *turned {
            let back = |point| Motion::Turn.image(self.geometry, point);
            // A win is a win, whichever edge comes first.
            let formula = match *formula == Formula::win(self.geometry) {
                true => formula.clone(),
                false => formula.moved(&back).expect("every point has a half turn"),
            };
            let stones = self.turned(stones);
            let candidate = self.turn(candidate);
            let part = self.derive(&candidate, stones, &formula);
            return self.ledger.add(Step::Move { part, motion: Motion::Turn });
        }
        let stones = candidate.reply.map_or(stones, |reply| stones.with(reply));
        let formula = formula.clone();
        self.ledger.add(match &steps[..] {
            [] => Step::Link { stones, formula },
            _ => Step::And { parts: steps.clone(), stones, formula },
        })
    }

    fn promise(&self, outcomes: &[JoinOutcome], stones: CellSet) -> Formula {
        promise(self.geometry, outcomes, &JoinOutcome::touching(self.geometry, stones))
    }

    /// The candidate of a place that is its own half turn, turned.
    fn turn(&mut self, candidate: &PatternAnswer) -> PatternAnswer {
        let proof = match &candidate.proof {
            AnswerProof::Parts { steps, turned } => {
                AnswerProof::Parts { steps: steps.clone(), turned: !turned }
            }
            AnswerProof::Step(step) => {
                AnswerProof::Step(self.ledger.add(Step::Move { part: *step, motion: Motion::Turn }))
            }
        };
        PatternAnswer {
            reply: candidate.reply.map(|cell| self.geometry.size.turned(cell)),
            area: self.turned(candidate.area),
            outcomes: candidate.outcomes.iter().map(|one| one.moved(|set| self.turned(set))).collect(),
            proof,
            in_order: candidate.in_order,
        }
    }

    fn turned(&self, points: CellSet) -> CellSet {
        let points = points.and(self.geometry.all()).cells();
        points.filter_map(|point| Motion::Turn.image(self.geometry, point)).collect()
    }

    /// Adds the steps of a proof to the ledger; the place of its conclusion.
    fn take_over(&mut self, steps: &[Step]) -> usize {
        *self.ledger.add_all(steps).last().expect("a proof has a step")
    }
}

/// What a branch leaves; `None` for a part on places that the pattern does not have.
fn parts_of(branch: &PatternBranch, cells: &[Cell]) -> Vec<Option<PlacedPattern>> {
    let on = |places: &[usize]| places.iter().map(|&place| cells.get(place).copied()).collect::<Option<_>>();
    branch.parts.iter().map(|(number, places)| Some((*number, on(places)?))).collect()
}

fn won(reply: Option<Cell>, kept: &KeptPromise) -> PatternAnswer {
    let area = reply.map_or(kept.carrier, |reply| kept.carrier.with(reply));
    let proof = AnswerProof::Parts { steps: vec![kept.step], turned: false };
    PatternAnswer { reply, area, outcomes: kept.outcomes.clone(), proof, in_order: true }
}

/// Cells that every candidate needs.
fn common(candidates: &[PatternAnswer]) -> CellSet {
    candidates.iter().fold(EVERYTHING, |common, candidate| common.and(candidate.area))
}

fn outcomes_of(candidates: &[PatternAnswer]) -> Vec<JoinOutcome> {
    weakest(candidates.iter().flat_map(|candidate| candidate.outcomes.clone()))
}

/// Leaves out candidates that weaken what is kept, as long as every cell is answered.
fn strengthen(chosen: &mut Vec<PatternAnswer>) {
    let mut at = 0;
    while at < chosen.len() && chosen.len() > 1 {
        let before = outcomes_of(chosen);
        let candidate = chosen.remove(at);
        if !common(chosen).is_empty() || outcomes_of(chosen) == before {
            chosen.insert(at, candidate);
            at += 1;
        }
    }
}
