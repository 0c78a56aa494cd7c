//! The checker of kind `automatic`: works out definitions, lemmas and obligations in their order,
//! step by step.
//!
//! Each block of a formula becomes one relation: its parts are joined and its variables forgotten
//! as the steps say. A relation that was used up is given back to the account at once, a definition
//! after its last use.

use hissho_rules::Account;

use super::automaton::{Automaton, Relation};
use super::formula::{Body, Formula, Obligation};
use super::numeration::{Atom, Numeration};
use super::obligations::Condition;
use super::operations::{join, project};
use super::{Automatic, AutomaticError, Evidence, Operation};
use crate::Proved;

/// Checks `evidence` for `claim`.
pub fn check(
    claim: Automatic,
    evidence: &Evidence,
    account: &Account,
) -> Result<Proved<Automatic>, AutomaticError> {
    let Evidence { system, floors, steps } = evidence;
    for automaton in floors {
        check_given(automaton, *system, account)?;
    }
    let problem = claim.problem(*system, floors, account)?;
    let (obligations, values) = match &claim {
        Automatic::Fails { of, condition, values } => {
            let conditions = of.conditions()?;
            let Some((_, _, names)) = conditions.get(*condition) else {
                let (condition, count) = (*condition, conditions.len());
                return Err(AutomaticError::NoSuchCondition { condition, count });
            };
            if names.len() != values.len() {
                return Err(AutomaticError::NoWitness);
            }
            (&problem.obligations[*condition..=*condition], Some(values))
        }
        _ => (problem.obligations.as_slice(), None),
    };
    let uses = problem.uses(obligations);
    let mut checker =
        Checker { system: *system, account, uses, definitions: Vec::new(), steps: steps.iter() };
    for (number, definition) in problem.definitions.iter().enumerate() {
        let relation = match &definition.body {
            _ if checker.uses[number] == 0 => None,
            Body::Formula(formula) => Some(checker.relation(formula)?),
            Body::Given(automaton) => {
                Some(Relation::new(automaton, &definition.parameters, system.digits(), account)?)
            }
        };
        checker.definitions.push((definition.parameters.clone(), relation));
    }
    for (number, obligation) in problem.lemmas.iter().chain(obligations).enumerate() {
        let last = checker.block(&obligation.bound, &obligation.named, &obligation.parts)?;
        match values {
            Some(values) if number == problem.lemmas.len() => {
                check_witness(&last, obligation, values, *system)?;
            }
            _ if last.is_satisfiable() => {
                let mut names = claim.conditions()?.into_iter();
                let words = names.find(|(one, ..)| *one == obligation.condition).map(|(_, words, _)| words);
                let condition = words.unwrap_or_else(|| Condition::Floor.words(None));
                return Err(AutomaticError::NotMet { condition });
            }
            _ => {}
        }
        checker.discard(&last);
    }
    match checker.steps.len() {
        0 => Ok(Proved::by_check(claim)),
        left => Err(AutomaticError::LeftOver(left)),
    }
}

/// An automaton that the certificate brings along: its parts fit together, it has one spelling, and
/// it speaks about numbers.
pub(super) fn check_given(
    automaton: &Automaton,
    system: Numeration,
    account: &Account,
) -> Result<(), AutomaticError> {
    account.charge_product(automaton.room(), 8)?;
    if !automaton.is_consistent(system.digits()) {
        return Err(AutomaticError::BadTable);
    }
    if !automaton.is_canonical(account)? {
        return Err(AutomaticError::NotCanonical);
    }
    if !automaton.ignores_zeros(system.most_first(), system.period()) {
        return Err(AutomaticError::CountsZeros);
    }
    Ok(())
}

/// Checks that `values` of the named variables satisfy the condition; nothing depends on those that
/// are not in `last`.
fn check_witness(
    last: &Relation,
    obligation: &Obligation,
    values: &[u128],
    system: Numeration,
) -> Result<(), AutomaticError> {
    let value = |variable| {
        let at = obligation.named.iter().position(|named| named == variable);
        at.map_or(0, |at| values[at])
    };
    let values: Vec<u128> = last.variables.iter().map(value).collect();
    let word = system.word(&values).ok_or(AutomaticError::TooLarge)?;
    if last.holds_at(last.automaton.run(word)) { Ok(()) } else { Err(AutomaticError::NoWitness) }
}

/// The relation of a definition with other variables.
pub fn instance(
    (parameters, relation): (&[u32], &Relation),
    arguments: &[u32],
    digits: usize,
    account: &Account,
) -> Result<Relation, AutomaticError> {
    let place = |v: &u32| parameters.iter().position(|p| p == v).expect("a definition uses its parameters");
    let arguments: Vec<u32> = relation.variables.iter().map(|v| arguments[place(v)]).collect();
    let mut instance = Relation::new(&relation.automaton, &arguments, digits, account)?;
    instance.negated = relation.negated;
    Ok(instance)
}

/// What a block starts from besides its parts: the words allowed for each of its variables.
pub fn allowed_words(
    bound: &[u32],
    parts: &[Formula],
    system: Numeration,
    account: &Account,
) -> Result<Vec<Relation>, AutomaticError> {
    if system.allows_all() {
        return Ok(Vec::new());
    }
    let mut variables: Vec<u32> = parts.iter().flat_map(Formula::free).chain(bound.iter().copied()).collect();
    account.charge_product(variables.len(), 64)?;
    variables.sort_unstable();
    variables.dedup();
    let valid = Atom::Valid.automaton(system, account)?;
    account.release::<u32>(valid.room());
    variables.iter().map(|&v| Relation::new(&valid, &[v], system.digits(), account)).collect()
}

struct Checker<'a> {
    system: Numeration,
    account: &'a Account,
    /// How often each definition is still to be used.
    uses: Vec<usize>,
    /// Parameters and relation of each definition so far, as long as it is to be used.
    definitions: Vec<(Vec<u32>, Option<Relation>)>,
    steps: std::slice::Iter<'a, Operation>,
}

impl Checker<'_> {
    /// The room of a relation that was used up is free again.
    fn discard(&self, relation: &Relation) {
        self.account.release::<u32>(relation.automaton.room());
    }

    fn relation(&mut self, formula: &Formula) -> Result<Relation, AutomaticError> {
        let digits = self.system.digits();
        match formula {
            Formula::Atom(atom, variables) => {
                let automaton = atom.automaton(self.system, self.account)?;
                let relation = Relation::new(&automaton, variables, digits, self.account)?;
                self.account.release::<u32>(automaton.room());
                Ok(relation)
            }
            Formula::Call(number, arguments) => {
                let (parameters, relation) = &self.definitions[*number];
                let relation = relation.as_ref().expect("it was made, because it is used");
                let instance = instance((parameters, relation), arguments, digits, self.account)?;
                self.uses[*number] -= 1;
                if self.uses[*number] == 0 {
                    self.discard(relation);
                    self.definitions[*number].1 = None;
                }
                Ok(instance)
            }
            Formula::Not(inner) => {
                let mut relation = self.relation(inner)?;
                relation.negated = !relation.negated;
                Ok(relation)
            }
            Formula::Exists(bound, parts) => self.block(bound, &[], parts),
        }
    }

    /// "Some values of `bound` satisfy all `parts`", where the variables `kept` remain.
    fn block(&mut self, bound: &[u32], kept: &[u32], parts: &[Formula]) -> Result<Relation, AutomaticError> {
        let (digits, account) = (self.system.digits(), self.account);
        let mut pool = Vec::new();
        for part in parts {
            pool.push(Some(self.relation(part)?));
        }
        pool.extend(allowed_words(bound, parts, self.system, account)?.into_iter().map(Some));
        let mut left = pool.len();
        let to_forget: Vec<u32> = bound.iter().copied().filter(|v| !kept.contains(v)).collect();
        loop {
            account.charge_product(pool.len() + to_forget.len(), 64)?;
            let last = if left == 1 { pool.iter().position(Option::is_some) } else { None };
            if let Some(last) =
                last.and_then(|at| pool[at].take_if(|r| !r.variables.iter().any(|v| to_forget.contains(v))))
            {
                return Ok(last);
            }
            if left == 0 {
                return Ok(Relation::truth());
            }
            let relation = match self.steps.next().ok_or(AutomaticError::TooFew)? {
                Operation::Join(a, b, numbers) => {
                    let mut take = |part: usize| {
                        let found = pool.get_mut(part).and_then(Option::take);
                        found.filter(|_| a < b).ok_or(AutomaticError::UsedUp { part })
                    };
                    let (a, b) = (take(*a)?, take(*b)?);
                    left -= 1;
                    let relation = join(&a, &b, numbers, digits, account)?;
                    self.discard(&a);
                    self.discard(&b);
                    relation
                }
                Operation::Forget(variable, numbers) => {
                    let mut uses = pool
                        .iter_mut()
                        .filter(|part| part.as_ref().is_some_and(|part| part.variables.contains(variable)));
                    let (Some(part), None, true) = (uses.next(), uses.next(), to_forget.contains(variable))
                    else {
                        return Err(AutomaticError::CannotForget { variable: *variable });
                    };
                    let part = part.take().expect("it uses the variable");
                    let place = part.variables.binary_search(variable).expect("it uses the variable");
                    let most_first = self.system.most_first();
                    let relation = project(&part, place, numbers, digits, most_first, account)?;
                    self.discard(&part);
                    relation
                }
            };
            pool.push(Some(relation));
        }
    }
}
