//! Derivations as they grow: steps with what each needs, and the extraction of the part a
//! conclusion rests on.
//!
//! Both searches of this folder write steps of [`hissho_certificate::hex`] into a [`Ledger`] while
//! they run. Equal steps are kept once. At the end only the steps below the conclusion are handed
//! over, renumbered.

use hissho_certificate::hex::{Geometry, Motion, Statement, Step, StepError};
use hissho_rules::hex::{Cell, CellSet};
use rustc_hash::FxHashMap;

use super::board::{EVERYTHING, leave_out};

/// A statement's place in a ledger, with the two sets every search needs at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The owner's stones that are needed, edges left out.
    pub stones: CellSet,
    /// The empty cells that are needed.
    pub carrier: CellSet,
    /// The number of the step.
    pub step: usize,
}

/// All steps of one owner found so far.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    steps: Vec<Step>,
    known: FxHashMap<Step, usize>,
}

impl Ledger {
    /// The number of `step`, which is added unless it is there already.
    pub fn add(&mut self, step: Step) -> usize {
        let steps = &mut self.steps;
        *self.known.entry(step).or_insert_with_key(|step| {
            steps.push(step.clone());
            steps.len() - 1
        })
    }
    /// Adds a whole derivation; the places of its steps.
    pub fn add_all(&mut self, steps: &[Step]) -> Vec<usize> {
        let mut places = Vec::with_capacity(steps.len());
        for step in steps {
            let place = self.add(renumbered(step, |part| places[part]));
            places.push(place);
        }
        places
    }
    /// All steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }
    /// Is there no step yet?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
    /// The steps below `conclusion`, renumbered, the conclusion last.
    pub fn extract(&self, conclusion: usize) -> Vec<Step> {
        self.extract_all(&[conclusion]).0
    }
    /// Copies a step and those below it to another ledger; its place there.
    pub fn copy(&self, step: usize, to: &mut Ledger) -> usize {
        let mut places: FxHashMap<usize, usize> = FxHashMap::default();
        let mut open = vec![step];
        while let Some(&number) = open.last() {
            let step = &self.steps[number];
            let missing = open.len();
            open.extend(parts_of(step).filter(|part| !places.contains_key(part)));
            if open.len() == missing {
                open.pop();
                places.insert(number, to.add(renumbered(step, |part| places[&part])));
            }
        }
        places[&step]
    }
    /// The steps below all the `conclusions`, and the new numbers of these.
    pub fn extract_all(&self, conclusions: &[usize]) -> (Vec<Step>, Vec<usize>) {
        let mut needed = vec![false; self.steps.len()];
        conclusions.iter().for_each(|&number| needed[number] = true);
        for number in (0..self.steps.len()).rev() {
            if needed[number] {
                parts_of(&self.steps[number]).for_each(|part| needed[part] = true);
            }
        }
        let mut place = vec![usize::MAX; self.steps.len()];
        let mut steps: Vec<Step> = Vec::new();
        for number in (0..self.steps.len()).filter(|&number| needed[number]) {
            place[number] = steps.len();
            steps.push(renumbered(&self.steps[number], |part| place[part]));
        }
        let numbers = conclusions.iter().map(|&number| place[number]).collect();
        (steps, numbers)
    }
}

/// What every step of a derivation establishes, in order; refused at the first that does not
/// follow.
pub fn statements_of(geometry: &Geometry, steps: &[Step]) -> Result<Vec<Statement>, StepError> {
    let mut statements = Vec::with_capacity(steps.len());
    for step in steps {
        statements.push(step.apply(geometry, None, &statements)?);
    }
    Ok(statements)
}

/// The step with the numbers it refers to changed.
pub fn renumbered(step: &Step, number: impl Fn(usize) -> usize) -> Step {
    let mut step = step.clone();
    match &mut step {
        Step::And { parts, .. } => parts.iter_mut().for_each(|part| *part = number(*part)),
        Step::Or { parts, .. } => parts.iter_mut().for_each(|(_, part)| *part = number(*part)),
        Step::Capture { part, .. } | Step::Move { part, .. } => *part = number(*part),
        Step::Link { .. } | Step::Bar { .. } => {}
    }
    step
}

/// The steps a step refers to.
pub fn parts_of(step: &Step) -> impl Iterator<Item = usize> {
    let parts: Vec<usize> = match step {
        Step::And { parts, .. } => parts.clone(),
        Step::Or { parts, .. } => parts.iter().map(|&(_, part)| part).collect(),
        Step::Capture { part, .. } | Step::Move { part, .. } => vec![*part],
        Step::Link { .. } | Step::Bar { .. } => vec![],
    };
    parts.into_iter()
}

/// The derivation of the last step with every statement that was moved derived where it is: no
/// `Move` is left.
pub fn written_out(geometry: &Geometry, steps: &[Step]) -> Result<Vec<Step>, StepError> {
    let mut copy = WrittenOut { geometry, steps, ledger: Ledger::default(), places: FxHashMap::default() };
    match steps.len().checked_sub(1) {
        Some(last) => copy.of(last, &[]).map(|place| copy.ledger.extract(place)),
        None => Ok(vec![]),
    }
}

struct WrittenOut<'a> {
    geometry: &'a Geometry,
    steps: &'a [Step],
    ledger: Ledger,
    /// Where the copy of a step after some motions is.
    places: FxHashMap<(usize, Vec<Motion>), usize>,
}

impl WrittenOut<'_> {
    /// The place of a step's copy after the motions, in order.
    fn of(&mut self, number: usize, motions: &[Motion]) -> Result<usize, StepError> {
        let key = (number, motions.to_vec());
        if let Some(&place) = self.places.get(&key) {
            return Ok(place);
        }
        let place = match &self.steps[number] {
            Step::Move { part, motion } => {
                let motions: Vec<Motion> = [motion].into_iter().chain(motions).copied().collect();
                self.of(*part, &motions)?
            }
            step => {
                let mut places = FxHashMap::default();
                for part in parts_of(step) {
                    places.insert(part, self.of(part, motions)?);
                }
                let step = renumbered(step, |part| places[&part]);
                let step = self.moved(step, motions).ok_or(StepError::OffBoard)?;
                self.ledger.add(step)
            }
        };
        self.places.insert(key, place);
        Ok(place)
    }

    fn moved(&self, mut step: Step, motions: &[Motion]) -> Option<Step> {
        let image =
            |cell: Cell| motions.iter().try_fold(cell, |cell, motion| motion.image(self.geometry, cell));
        // An edge that the statement does not use has no image under some motions.
        let all = |points: CellSet| points.cells().filter_map(image).collect::<CellSet>();
        match &mut step {
            Step::Link { stones, formula } | Step::And { stones, formula, .. } => {
                (*stones, *formula) = (all(*stones), formula.moved(&image)?);
            }
            Step::Or { parts, stones, formula } => {
                *stones = all(*stones);
                for reply in parts.iter_mut().filter_map(|part| part.0.as_mut()) {
                    *reply = image(*reply)?;
                }
                if let Some(formula) = formula {
                    *formula = formula.moved(&image)?;
                }
            }
            Step::Capture { pair, .. } => {
                for cell in pair {
                    *cell = image(*cell)?;
                }
            }
            Step::Bar { stones } => *stones = all(*stones),
            Step::Move { .. } => {}
        }
        Some(step)
    }
}

/// Leaves out parts of an `or` that are not needed: the areas of the rest still have no common
/// cell. Large areas are given up first, so that the carrier of the result stays small.
pub fn thin_out<T>(parts: &mut Vec<T>, area: impl Fn(&T) -> CellSet) {
    parts.sort_by_key(|part| area(part).len());
    leave_out(parts, 1, EVERYTHING, area);
}
