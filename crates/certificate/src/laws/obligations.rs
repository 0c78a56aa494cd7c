//! What has to be shown for a claim to hold at every position, derived from the rules text.
//!
//! Every obligation is a condition that nothing may satisfy. A move leads from a position of the
//! domain to a position of the domain.
//! * The measure falls: no move keeps or raises it. It is a natural number, so play ends and the
//!   Grundy value exists.
//! * `grundy = g`: g is *total* and *functional*; *no move keeps the value*; *every smaller value
//!   is reachable*. By induction over the measure, g is then the mex of its options everywhere.
//! * `losing = P`: *no move stays inside* P, and *every position outside has a move in*.
//!
//! Where floors of irrational multiples occur, the certificate brings automata for the functions
//! `h_r(i) = floor(i / beta_r)`, one for each term `c_r` of the period, where `beta_r = [c_r;
//! c_{r+1}, …]`. Since `beta_r = c_r + 1/beta_{r+1}`, `g beta_r < i` exactly when `g = 0 < i` or
//! `c_r g + h_{r+1}(g) < i`; so `g = h_r(i)` exactly when `g = 0` or *`c_r g + h_{r+1}(g) < i`*,
//! and *`c_r (g + 1) + h_{r+1}(g + 1) ≥ i`*. What is *total* and has these two properties is `h_r`,
//! by induction over `i`: the first gives `g < i`, so `h_{r+1}(g)` is known, and the second is
//! about a smaller number than `i` or, for `g + 1 ≥ i`, says nothing that is needed: `i beta_r > i`
//! anyway.

use hissho_rules::Account;
use hissho_rules::language::{self, ClaimBody, Comparison, Game, Statement, Term, Variable};

use super::AutomaticError as Error;
use super::automaton::Automaton;
use super::formula::{Body, Definition, Formula, Linear, Obligation};
use super::numeration::Numeration;
use super::translation::{Environment, Translation};

/// What one obligation says. Moves are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The measure falls with this move.
    Falls(usize),
    /// There is a value.
    HasValue,
    /// This move does not keep the value.
    Changes(usize),
    /// There is only one value.
    OneValue,
    /// Every smaller value is reached.
    Reaches,
    /// This move does not lead from losing to losing.
    Leaves(usize),
    /// Every other position has a move to a losing one.
    Loses,
    /// The formula is true, at every position if there is a game.
    Holds,
    /// About the numeration system: there is a floor, none is too large, none too small.
    Floor,
}

/// What a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The Grundy value.
    Grundy,
    /// Where the player to move loses.
    Losing,
    /// A formula at every position.
    Formula,
}

impl Law {
    /// What a claim is about.
    pub fn of(body: &ClaimBody) -> Law {
        match body {
            ClaimBody::Grundy(_) => Law::Grundy,
            ClaimBody::Losing(_) => Law::Losing,
            ClaimBody::Formula(_) => Law::Formula,
        }
    }

    /// The conditions for it in a game with so many moves, in the order of the obligations.
    pub fn conditions(self, moves: usize) -> Vec<Condition> {
        let falls = (0..moves).map(Condition::Falls);
        match self {
            Law::Grundy => falls
                .chain([Condition::HasValue])
                .chain((0..moves).map(Condition::Changes))
                .chain([Condition::OneValue, Condition::Reaches])
                .collect(),
            Law::Losing => falls.chain((0..moves).map(Condition::Leaves)).chain([Condition::Loses]).collect(),
            Law::Formula => vec![Condition::Holds],
        }
    }
}

impl Condition {
    /// The condition in words.
    pub fn words(self, game: Option<&Game>) -> String {
        let text = |number: usize| game.map_or("", |game| game.moves[number].text.as_str());
        match self {
            Condition::Falls(number) => format!("the measure falls with move `{}`", text(number)),
            Condition::HasValue => "there is a value".into(),
            Condition::Changes(number) => format!("no move `{}` keeps the value", text(number)),
            Condition::OneValue => "there is only one value".into(),
            Condition::Reaches => "every smaller value is reached".into(),
            Condition::Leaves(number) => format!("no move `{}` leads from losing to losing", text(number)),
            Condition::Loses => "every other position has a move to a losing one".into(),
            Condition::Holds if game.is_some() => "the formula holds at every position".into(),
            Condition::Holds => "the statement holds".into(),
            Condition::Floor => "the automata for floors give floors".into(),
        }
    }

    /// What the condition speaks of besides the coordinates.
    pub fn more(self) -> &'static [&'static str] {
        match self {
            Condition::Changes(_) => &["value"],
            Condition::OneValue | Condition::Reaches => &["value", "other"],
            _ => &[],
        }
    }

    /// Names of the variables of a counterexample in a game: the coordinates and what else the
    /// condition speaks of.
    pub fn names(self, game: &Game) -> Vec<String> {
        let coordinates = game.names[..game.dimension].iter().cloned();
        coordinates.chain(self.more().iter().map(|&name| name.to_owned())).collect()
    }
}

/// Definitions, and the conditions on them that nothing may satisfy.
pub struct Problem {
    /// The definitions, each using only those before it.
    pub definitions: Vec<Definition>,
    /// The definition of the law, if there is a game.
    pub law: Option<usize>,
    /// What makes the automata for floors what they are said to be.
    pub lemmas: Vec<Obligation>,
    /// What the claim says: it is true exactly when all of these are met.
    pub obligations: Vec<Obligation>,
}

impl Problem {
    /// How often each definition is used when these obligations, and the lemmas, are looked at;
    /// those of no use are not made.
    pub fn uses(&self, obligations: &[Obligation]) -> Vec<usize> {
        let mut uses = vec![0; self.definitions.len()];
        for part in self.lemmas.iter().chain(obligations).flat_map(|obligation| &obligation.parts) {
            part.for_each_call(&mut |number| uses[number] += 1);
        }
        for number in (0..uses.len()).rev() {
            if let (Body::Formula(body), true) = (&self.definitions[number].body, uses[number] > 0) {
                body.for_each_call(&mut |number| uses[number] += 1);
            }
        }
        uses
    }
}

/// What is claimed.
pub enum LawSubject<'a> {
    /// A claim about a game.
    Claim(&'a Game, &'a ClaimBody),
    /// The automaton over the coordinates and the value is the Grundy function of the game; or,
    /// over the coordinates alone, accepts exactly the positions where the player to move loses.
    Automaton(&'a Game, &'a Automaton),
    /// A closed formula; or, with `false`, its negation.
    Statement(&'a Statement, bool),
}

/// The obligations of `subject`, with numbers written in `system`; `floors` are the certificate's
/// automata for floors.
pub fn derive(
    subject: &LawSubject<'_>,
    system: Numeration,
    floors: &[Automaton],
    account: &Account,
) -> Result<Problem, Error> {
    let mut t = Translation::new(system, account);
    let mut lemmas = Vec::new();
    if !floors.is_empty() {
        self::floors(&mut t, floors, &mut lemmas)?;
    }
    let (law, obligations) = match subject {
        LawSubject::Statement(statement, holds) => (None, vec![of_statement(&mut t, statement, *holds)?]),
        LawSubject::Claim(game, body) => {
            let at = t.fresh_list(game.dimension);
            let names: Environment = game.coordinates().zip(at.iter().copied()).collect();
            let (parameters, law) = match body {
                ClaimBody::Grundy(term) => {
                    let value = t.fresh();
                    let parameters = [at, vec![value]].concat();
                    (parameters, t.equals(term, value, &names)?)
                }
                ClaimBody::Losing(formula) | ClaimBody::Formula(formula) => {
                    (at, t.formula(formula, true, &names)?)
                }
            };
            let law = t.define(parameters, Body::Formula(law));
            (Some(law), of_law(&mut t, game, law, Law::of(body))?)
        }
        LawSubject::Automaton(game, automaton) => {
            let about = match automaton.tracks.checked_sub(game.dimension) {
                Some(0) => Law::Losing,
                Some(1) => Law::Grundy,
                _ => {
                    return Err(Error::WrongTracks { found: automaton.tracks, needed: game.dimension + 1 });
                }
            };
            let parameters = t.fresh_list(automaton.tracks);
            let law = t.define(parameters, Body::Given((*automaton).clone()));
            (Some(law), of_law(&mut t, game, law, about)?)
        }
    };
    if !floors.is_empty() && !t.floor_is_used {
        return Err(Error::UnusedAutomata { found: floors.len() });
    }
    Ok(Problem { definitions: t.definitions, law, lemmas, obligations })
}

/// The names of the outermost variables of `forall x . forall y . …`, in order, and what follows
/// them.
pub fn outermost(statement: &Statement) -> (Vec<Variable>, &language::Formula) {
    let (mut variables, mut formula) = (Vec::new(), &statement.formula);
    while let language::Formula::Forall(variable, inner) = formula {
        variables.push(*variable);
        formula = inner;
    }
    (variables, formula)
}

/// The outermost variables of a universal statement are those a reader wants to see.
fn of_statement<'a>(
    t: &mut Translation<'a>,
    statement: &'a Statement,
    holds: bool,
) -> Result<Obligation, Error> {
    let (variables, inner) = if holds { outermost(statement) } else { (Vec::new(), &statement.formula) };
    let named = t.fresh_list(variables.len());
    let names = variables.into_iter().zip(named.iter().copied()).collect();
    let part = t.formula(inner, holds, &names)?.negated();
    Ok(Obligation::new(Condition::Holds, named.clone(), named, vec![part]))
}

/// The obligations of a law, in the order of [`Law::conditions`].
fn of_law<'a>(
    t: &mut Translation<'a>,
    game: &'a Game,
    law: usize,
    about: Law,
) -> Result<Vec<Obligation>, Error> {
    let at = t.fresh_list(game.dimension);
    let names = game.coordinates().zip(at.iter().copied()).collect();
    let domain = t.formula(&game.domain, true, &names)?;
    let domain = t.define(at, Body::Formula(domain));
    let mut rules = Rules { game, domain, law, about, reach: Vec::new() };
    if about != Law::Formula {
        rules.reach = (0..game.moves.len()).map(|number| rules.reach(t, number)).collect::<Result<_, _>>()?;
    }
    about.conditions(game.moves.len()).into_iter().map(|condition| rules.obligation(t, condition)).collect()
}

/// A move: the coordinates before and after it, and what must hold.
type MoveParts = (Vec<u32>, Vec<u32>, Vec<Formula>);

/// The rules of a game and a law as definitions.
struct Rules<'a> {
    game: &'a Game,
    domain: usize,
    law: usize,
    about: Law,
    /// For each move, over the coordinates (and a value): "the move leads to where the law holds".
    reach: Vec<usize>,
}

impl<'a> Rules<'a> {
    /// A move: the coordinates before and after, and what must hold. A coordinate that the move
    /// says is another's value is that other's variable.
    fn one_move(&self, t: &mut Translation<'a>, number: usize) -> Result<MoveParts, Error> {
        let game = self.game;
        let condition = &game.moves[number].condition;
        let from = t.fresh_list(game.dimension);
        let mut names: Environment = game.coordinates().zip(from.iter().copied()).collect();
        let parts = match condition {
            language::Formula::And(parts) => parts.as_slice(),
            single => std::slice::from_ref(single),
        };
        for coordinate in game.coordinates() {
            let primed = game.primed(coordinate);
            let same = parts.iter().find_map(|part| match part {
                language::Formula::Compare(Comparison::Equal, Term::Variable(a), Term::Variable(b))
                    if *a == primed =>
                {
                    names.get(b).copied()
                }
                _ => None,
            });
            let variable = same.unwrap_or_else(|| t.fresh());
            names.insert(primed, variable);
        }
        let to: Vec<u32> = game.coordinates().map(|c| names[&game.primed(c)]).collect();
        let condition = t.formula(condition, true, &names)?;
        let inside = [&from, &to].map(|position| Formula::Call(self.domain, position.clone()));
        Ok((from, to, [condition].into_iter().chain(inside).collect()))
    }

    fn reach(&self, t: &mut Translation<'a>, number: usize) -> Result<usize, Error> {
        let (from, to, mut parts) = self.one_move(t, number)?;
        let value = t.fresh_list(usize::from(self.about == Law::Grundy));
        let bound = to.iter().copied().filter(|v| !from.contains(v)).collect();
        parts.push(Formula::Call(self.law, [to, value.clone()].concat()));
        Ok(t.define([from, value].concat(), Body::Formula(Formula::some(bound, parts))))
    }

    fn obligation(&self, t: &mut Translation<'a>, condition: Condition) -> Result<Obligation, Error> {
        if let Condition::Falls(number) = condition {
            return self.falls(t, number);
        }
        let at = t.fresh_list(self.game.dimension);
        let more = t.fresh_list(condition.more().len());
        let law = |value: &[u32]| Formula::Call(self.law, [&at, value].concat());
        let reached = |value: &[u32], number: usize| Formula::Call(self.reach[number], [&at, value].concat());
        let mut parts = vec![Formula::Call(self.domain, at.clone())];
        match condition {
            Condition::HasValue => {
                let value = t.fresh();
                parts.push(Formula::some(vec![value], vec![law(&[value])]).negated());
            }
            Condition::Changes(number) => parts.extend([law(&more), reached(&more, number)]),
            Condition::OneValue => {
                parts.extend([law(&more[..1]), law(&more[1..]), less(t, more[1], more[0])?]);
            }
            Condition::Reaches => {
                parts.extend([law(&more[..1]), less(t, more[1], more[0])?]);
                parts.extend((0..self.reach.len()).map(|number| reached(&more[1..], number).negated()));
            }
            Condition::Leaves(number) => parts.extend([law(&[]), reached(&[], number)]),
            Condition::Loses => {
                parts.push(law(&[]).negated());
                parts.extend((0..self.reach.len()).map(|number| reached(&[], number).negated()));
            }
            Condition::Holds | Condition::Falls(_) | Condition::Floor => parts.push(law(&[]).negated()),
        }
        let named = [at, more].concat();
        Ok(Obligation::new(condition, named.clone(), named, parts))
    }

    /// The measure after the move is less than before it, both having values.
    fn falls(&self, t: &mut Translation<'a>, number: usize) -> Result<Obligation, Error> {
        let (from, to, mut parts) = self.one_move(t, number)?;
        let before = self.game.coordinates().zip(from.iter().copied()).collect();
        let after = self.game.coordinates().zip(to.iter().copied()).collect();
        let (old, new) = (t.fresh(), t.fresh());
        let old_is = t.equals(&self.game.order, old, &before)?;
        let new_is = t.equals(&self.game.order, new, &after)?;
        let falls = vec![old_is, new_is, less(t, new, old)?];
        parts.push(Formula::some(vec![old, new], falls).negated());
        let mut bound = [from.clone(), to].concat();
        bound.sort_unstable();
        bound.dedup();
        Ok(Obligation::new(Condition::Falls(number), from, bound, parts))
    }
}

/// `a < b`.
fn less(t: &mut Translation<'_>, a: u32, b: u32) -> Result<Formula, Error> {
    let form = Linear::variable(b).plus(-1, &Linear::variable(a))?.plus(-1, &Linear::number(1))?;
    t.linear(&form, false)
}

/// The given automata are the functions `h_r`.
fn floors(t: &mut Translation<'_>, automata: &[Automaton], out: &mut Vec<Obligation>) -> Result<(), Error> {
    let Numeration::Ostrowski(period) = t.system else {
        return Err(Error::Unavailable { what: "floor", system: t.system });
    };
    let terms = period.terms();
    if automata.len() != terms.len() {
        return Err(Error::WrongFloors { found: automata.len(), needed: terms.len() });
    }
    let first = t.definitions.len();
    for automaton in automata {
        if automaton.tracks != 2 {
            return Err(Error::WrongTracks { found: automaton.tracks, needed: 2 });
        }
        let parameters = t.fresh_list(2);
        t.define(parameters, Body::Given(automaton.clone()));
    }
    t.floor = Some(first);
    for (r, &c) in terms.iter().enumerate() {
        let [i, g, more, h]: [u32; 4] = std::array::from_fn(|_| t.fresh());
        let is = Formula::Call(first + r, vec![i, g]);
        let of_next = |g| Formula::Call(first + (r + 1) % terms.len(), vec![g, h]);
        // c g + h ≥ i.
        let reaches = |t: &mut Translation<'_>, g| {
            let sum = Linear::variable(h).plus(c.into(), &Linear::variable(g))?;
            t.linear(&sum.plus(-1, &Linear::variable(i))?, false)
        };
        let is_0 = t.linear(&Linear::variable(g), true)?;
        let next = Linear::variable(g).plus(1, &Linear::number(1))?.plus(-1, &Linear::variable(more))?;
        let next = t.linear(&next, true)?;
        let none = Formula::some(vec![g], vec![is.clone()]).negated();
        let too_large = vec![is.clone(), is_0.negated(), of_next(g), reaches(t, g)?];
        let too_small = vec![is, next, of_next(more), reaches(t, more)?.negated()];
        let mut add = |bound, parts| out.push(Obligation::new(Condition::Floor, Vec::new(), bound, parts));
        add(vec![i], vec![none]);
        add(vec![i, g, h], too_large);
        add(vec![i, g, more, h], too_small);
    }
    Ok(())
}
