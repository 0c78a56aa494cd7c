//! From obligations to a verdict: every formula becomes an automaton, by joins and projections in a
//! greedy order.
//!
//! A block "some values of v… satisfy all of these" is computed by eliminating one variable at a
//! time: the variable whose parts have the smallest product is chosen, its parts are joined
//! (cheapest pair first), and it is projected away. An obligation needs no projection of the
//! variables its reader knows: it is met when the conjunction accepts nothing, and otherwise the
//! least accepted tuple is the counterexample.
//!
//! Out: the claim and evidence of [`hissho_certificate::laws`], or the counterexample. Ends always;
//! how large automata become is bounded only by the [`Budget`].

use hissho_certificate::laws::automaton::{Automaton, Relation};
use hissho_certificate::laws::formula::{Body, Formula, Obligation};
use hissho_certificate::laws::numeration::Numeration;
use hissho_certificate::laws::obligations::{Condition, Problem};
use hissho_certificate::laws::{Automatic, AutomaticError, Evidence, Operation, allowed_words, instance};

use crate::GaveUp;
use crate::floors;
use crate::kernel::{self, Budget, account, solutions};

/// What the prover found out about a claim.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every obligation is met.
    Proved(Evidence),
    /// An obligation is not met: the claim that the first claim fails there, and the evidence for
    /// it.
    Refuted(Failure, Automatic, Evidence),
    /// The game is at fault, not the law: a move does not lower the measure. The claim that says
    /// so, and the evidence for it.
    NotFalling(Failure, Automatic, Evidence),
}

/// An obligation that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What should have held.
    pub condition: String,
    /// Where it does not: variables with names and values, the least such.
    pub witness: Vec<(String, u128)>,
}

/// A verdict and what it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// States of the minimal automaton of the law, the dead one included; of the statement, for
    /// formulas.
    pub states: usize,
    /// Most states explored in one step.
    pub peak: usize,
    /// The automaton of the law, over the coordinates and the value.
    pub law: Option<Automaton>,
}

/// Decides `claim`, writing numbers in `system`.
pub fn prove(claim: &Automatic, system: Numeration, budget: Budget<'_>) -> Result<Report, GaveUp> {
    let problem = |floors: &[Automaton]| claim.problem(system, floors, &account());
    let (problem, floors) = match (problem(&[]), system) {
        (Err(AutomaticError::Unavailable { what: "floor", .. }), Numeration::Ostrowski(period)) => {
            let floors = floors::automata(period)?;
            (problem(&floors)?, floors)
        }
        (problem, _) => (problem?, Vec::new()),
    };
    let mut engine = Engine::new(system, budget);
    let uses = problem.uses(&problem.obligations);
    let mut of_definition: Vec<Vec<Operation>> = Vec::new();
    for (number, definition) in problem.definitions.iter().enumerate() {
        let relation = match &definition.body {
            _ if uses[number] == 0 => Relation::truth(),
            Body::Formula(formula) => engine.relation(formula)?,
            Body::Given(automaton) => {
                Relation::new(automaton, &definition.parameters, system.digits(), &account())?
            }
        };
        engine.definitions.push((definition.parameters.clone(), relation));
        of_definition.push(std::mem::take(&mut engine.steps));
    }
    let law = problem.law.map(|law| &engine.definitions[law].1);
    let mut states = law.map_or(0, |law| law.automaton.states());
    let law = law.filter(|law| !law.negated).map(|law| law.automaton.clone());
    for lemma in &problem.lemmas {
        if engine.obligation(lemma)?.is_satisfiable() {
            let condition = lemma.condition.words(None);
            return Err(GaveUp::Cannot(AutomaticError::NotMet { condition }));
        }
    }
    let of_lemmas = std::mem::take(&mut engine.steps);
    let mut of_obligations: Vec<Operation> = Vec::new();
    // Position by position, the least failure over all obligations is the first wrong value; a
    // fault of the game comes before all.
    let mut least: Option<(Vec<u128>, Broken)> = None;
    for (number, obligation) in problem.obligations.iter().enumerate() {
        let is_about_the_game = matches!(obligation.condition, Condition::Falls(_));
        if !is_about_the_game && least.as_ref().is_some_and(|(_, broken)| broken.is_about_the_game) {
            break;
        }
        let last = engine.obligation(obligation)?;
        let steps = std::mem::take(&mut engine.steps);
        if states == 0 {
            states = last.automaton.states();
        }
        if last.is_satisfiable() {
            let (key, values) = counterexample(obligation, &last, system);
            if least.as_ref().is_none_or(|(best, _)| key < *best) {
                let broken = Broken { number, is_about_the_game, values, steps: steps.clone() };
                least = Some((key, broken));
            }
        }
        of_obligations.extend(steps);
    }
    let steps = |problem: &Problem, obligations: &[Obligation], last: Vec<Operation>| -> Vec<Operation> {
        let uses = problem.uses(obligations);
        let definitions = of_definition.iter().zip(uses).filter(|(_, uses)| *uses > 0);
        definitions.flat_map(|(steps, _)| steps.clone()).chain(of_lemmas.clone()).chain(last).collect()
    };
    let verdict = match least {
        None => {
            let steps = steps(&problem, &problem.obligations, of_obligations);
            Verdict::Proved(Evidence { system, floors, steps })
        }
        Some((_, Broken { number, is_about_the_game, values, steps: last })) => {
            let steps = steps(&problem, &problem.obligations[number..=number], last);
            let (_, condition, names) = claim.conditions()?.swap_remove(number);
            let failure =
                Failure { condition, witness: names.into_iter().zip(values.iter().copied()).collect() };
            let fails = Automatic::Fails { of: Box::new(claim.clone()), condition: number, values };
            let evidence = Evidence { system, floors, steps };
            match is_about_the_game {
                true => Verdict::NotFalling(failure, fails, evidence),
                false => Verdict::Refuted(failure, fails, evidence),
            }
        }
    };
    Ok(Report { verdict, states, peak: engine.peak, law })
}

/// An obligation that something satisfies.
struct Broken {
    number: usize,
    is_about_the_game: bool,
    /// The values of its named variables.
    values: Vec<u128>,
    steps: Vec<Operation>,
}

/// The least counterexample, and what it is compared by.
fn counterexample(obligation: &Obligation, last: &Relation, system: Numeration) -> (Vec<u128>, Vec<u128>) {
    let coordinates = obligation.named.len() - obligation.condition.more().len();
    let values = solutions::least(last, &obligation.named, coordinates, system).unwrap_or_default();
    let position = &values[..coordinates.min(values.len())];
    let key = match position {
        [] => vec![u128::MAX],
        _ => [vec![position.iter().sum()], position.to_vec()].concat(),
    };
    (key, values)
}

/// Computes relations and records every step.
pub(crate) struct Engine<'a> {
    system: Numeration,
    budget: Budget<'a>,
    /// Parameters and relation of each definition so far.
    pub definitions: Vec<(Vec<u32>, Relation)>,
    /// The evidence so far.
    pub steps: Vec<Operation>,
    /// Most states explored in one step.
    pub peak: usize,
}

impl<'a> Engine<'a> {
    /// An engine with no definitions.
    pub(crate) fn new(system: Numeration, budget: Budget<'a>) -> Engine<'a> {
        Engine { system, budget, definitions: Vec::new(), steps: Vec::new(), peak: 0 }
    }

    /// Where `formula` holds.
    pub(crate) fn relation(&mut self, formula: &Formula) -> Result<Relation, GaveUp> {
        let digits = self.system.digits();
        match formula {
            Formula::Atom(atom, variables) => {
                Ok(Relation::new(&atom.automaton(self.system, &account())?, variables, digits, &account())?)
            }
            Formula::Call(number, arguments) => {
                let (parameters, relation) = &self.definitions[*number];
                Ok(instance((parameters, relation), arguments, digits, &account())?)
            }
            Formula::Not(inner) => {
                let mut relation = self.relation(inner)?;
                relation.negated = !relation.negated;
                Ok(relation)
            }
            Formula::Exists(bound, parts) => self.block(bound, parts, bound.clone()),
        }
    }

    fn obligation(&mut self, obligation: &Obligation) -> Result<Relation, GaveUp> {
        let forget = obligation.bound.iter().copied().filter(|v| !obligation.named.contains(v)).collect();
        self.block(&obligation.bound, &obligation.parts, forget)
    }

    /// The conjunction of `parts` with the variables `forget` projected away.
    fn block(&mut self, bound: &[u32], parts: &[Formula], mut forget: Vec<u32>) -> Result<Relation, GaveUp> {
        let mut pool = Pool { parts: Vec::new() };
        for part in parts {
            pool.parts.push(Some(self.relation(part)?));
        }
        pool.parts.extend(allowed_words(bound, parts, self.system, &account())?.into_iter().map(Some));
        if pool.parts.is_empty() {
            return Ok(Relation::truth());
        }
        // Variables that occur nowhere are gone already.
        forget.retain(|v| pool.with(*v).next().is_some());
        while !forget.is_empty() {
            let cost = |&v: &u32| pool.cost(&pool.with(v).collect::<Vec<_>>(), self.system.digits());
            let (at, _) = (forget.iter().enumerate())
                .map(|(at, v)| (at, cost(v)))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .expect("there is a variable left");
            let variable = forget.swap_remove(at);
            let with = pool.with(variable).collect();
            let part = self.join_all(&mut pool, with)?;
            let source = pool.parts[part].take().expect("it was just made");
            let most_first = self.system.most_first();
            let place = source.variables.binary_search(&variable).expect("it uses the variable");
            let (relation, numbers, explored) =
                kernel::project(&source, place, self.system.digits(), most_first, self.budget)?;
            self.record(Operation::Forget(variable, numbers), explored);
            pool.parts.push(Some(relation));
        }
        let left = (0..pool.parts.len()).filter(|&at| pool.parts[at].is_some()).collect();
        let last = self.join_all(&mut pool, left)?;
        Ok(pool.parts[last].take().expect("it is the only part left"))
    }

    /// Joins the given parts, cheapest pair first, and returns where the result stands.
    fn join_all(&mut self, pool: &mut Pool, mut parts: Vec<usize>) -> Result<usize, GaveUp> {
        let digits = self.system.digits();
        while parts.len() > 1 {
            let mut best = (f64::INFINITY, 0, 1);
            for i in 0..parts.len() {
                for j in i + 1..parts.len() {
                    let cost = pool.cost(&[parts[i], parts[j]], digits);
                    if cost < best.0 {
                        best = (cost, i, j);
                    }
                }
            }
            let (_, i, j) = best;
            let (b, a) = (parts.swap_remove(j), parts.swap_remove(i));
            let (a, b) = (a.min(b), a.max(b));
            let (first, second) = (pool.parts[a].take(), pool.parts[b].take());
            let (Some(first), Some(second)) = (first, second) else { unreachable!("parts are used once") };
            let (relation, numbers, explored) = kernel::join(&first, &second, digits, self.budget)?;
            self.record(Operation::Join(a, b, numbers), explored);
            parts.push(pool.parts.len());
            pool.parts.push(Some(relation));
        }
        Ok(parts[0])
    }

    fn record(&mut self, operation: Operation, explored: usize) {
        self.peak = self.peak.max(explored);
        self.steps.push(operation);
    }
}

/// The parts of a block, as the checker numbers them.
struct Pool {
    parts: Vec<Option<Relation>>,
}

impl Pool {
    /// The parts that use `variable`.
    fn with(&self, variable: u32) -> impl Iterator<Item = usize> + '_ {
        let uses =
            move |part: &Option<Relation>| part.as_ref().is_some_and(|r| r.variables.contains(&variable));
        self.parts.iter().enumerate().filter(move |(_, part)| uses(part)).map(|(at, _)| at)
    }

    /// Logarithm of the work to be feared from joining these parts: states of the product times
    /// letters.
    fn cost(&self, parts: &[usize], digits: usize) -> f64 {
        let relations = parts.iter().filter_map(|&at| self.parts[at].as_ref());
        let mut variables: Vec<u32> = Vec::new();
        let mut states = 0.0;
        for relation in relations {
            states += (relation.automaton.states() as f64).ln();
            variables.extend(&relation.variables);
        }
        variables.sort_unstable();
        variables.dedup();
        states + variables.len() as f64 * (digits as f64).ln()
    }
}
