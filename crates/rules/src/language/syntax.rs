//! The syntax tree of the rules language, read alike by the table maker, the prover and the
//! checker.
//!
//! Every quantity is a natural number. Parameters are already replaced by their values and constant
//! parts are folded, so a tree holds only variables and numbers.
//!
//! **Undefined terms.** `a - b` has no value when `a < b`. A comparison one of whose terms has no
//! value is neither true nor false, and so is its negation (Kleene's three values): `and` is false
//! as soon as one part is false, `or` true as soon as one part is true, `exists` true with one
//! witness, `forall` false with one counterexample, `not` exchanges true and false. A move exists,
//! and a claim holds, only where its formula is *true*. Seen by a prover: bring negations down to
//! the comparisons, and read every comparison, negated or not, as "its terms have values that …".

use super::error::Span;
use super::quadratic::Quadratic;

/// A variable, as an index into [`Game::names`] (or [`Statement::names`]). In a game of dimension
/// `n` the coordinates are `0..n`, the primed coordinates `n..2n` in the same order, and quantified
/// variables come after, a new one for every quantifier: one that is quantified inside the body of
/// another has the larger index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub usize);

/// A natural number, or nothing where a subtraction goes below zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A constant.
    Number(u64),
    /// The value of a variable.
    Variable(Variable),
    /// `a + b`.
    Add(Box<Term>, Box<Term>),
    /// `a - b`; no value when `a < b`.
    Subtract(Box<Term>, Box<Term>),
    /// `k * a` for a constant `k`.
    Scale(u64, Box<Term>),
    /// `a div k`, rounded down. Invariant: `k > 0`.
    Divide(Box<Term>, u64),
    /// `a mod k`. Invariant: `k > 0`.
    Remainder(Box<Term>, u64),
    /// Addition without carry in base 2.
    Xor(Box<Term>, Box<Term>),
    /// The smaller of two.
    Min(Box<Term>, Box<Term>),
    /// The larger of two.
    Max(Box<Term>, Box<Term>),
    /// `if c then a else b`; the branch not taken may have no value.
    If(Box<Formula>, Box<Term>, Box<Term>),
    /// `floor(a * q)` for a positive quadratic number `q`.
    Floor(Box<Term>, Quadratic),
    /// A function supplied from outside, such as the Grundy value of a named game.
    Call(String, Vec<Term>),
}

/// How two terms are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always true.
    True,
    /// Never true.
    False,
    /// A comparison; neither true nor false when one side has no value.
    Compare(Comparison, Term, Term),
    /// Negation.
    Not(Box<Formula>),
    /// All of these; the empty list does not occur.
    And(Vec<Formula>),
    /// At least one of these; the empty list does not occur.
    Or(Vec<Formula>),
    /// `a implies b`, the same as `not a or b`.
    Implies(Box<Formula>, Box<Formula>),
    /// `a iff b`, the same as `(a and b) or (not a and not b)`.
    Iff(Box<Formula>, Box<Formula>),
    /// Some natural number makes it true. A bound `exists i < t . f` is written `exists i . i < t
    /// and f`.
    Exists(Variable, Box<Formula>),
    /// Every natural number makes it true. A bound `forall i < t . f` is written `forall i . i < t
    /// implies f`.
    Forall(Variable, Box<Formula>),
}

/// A game on a few natural numbers, with the values of its parameters put in.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The name on the `game` line.
    pub name: String,
    /// The comment above the `game` line.
    pub description: String,
    /// Parameters with the values used, in order of declaration.
    pub parameters: Vec<Parameter>,
    /// Number of coordinates.
    pub dimension: usize,
    /// Names by [`Variable`].
    pub names: Vec<String>,
    /// Which tuples of coordinates are positions; over the coordinates.
    pub domain: Formula,
    /// The moves; each over the coordinates and the primed coordinates.
    pub moves: Vec<Move>,
    /// The measure that every move must lower, over the coordinates: their sum unless `order` says
    /// otherwise.
    pub order: Term,
    /// Whether `order` was given in the text.
    pub order_is_given: bool,
    /// The claims, in order.
    pub claims: Vec<Claim>,
    /// The text this was read from.
    pub text: String,
}

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The value in the text.
    pub default: u64,
    /// The value in use.
    pub value: u64,
}

/// One `move` line.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The move as written, without the keyword.
    pub text: String,
    /// The comment beside it, such as "along the row".
    pub label: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// True for a position and the position after the move; whether that is in the domain is not
    /// part of it.
    pub condition: Formula,
}

/// One `claim` line.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The claim as written, without the keyword.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What is claimed.
    pub body: ClaimBody,
}

/// What a claim says. Each holds for every position of the domain.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimBody {
    /// `claim grundy = …`: the Grundy value, over the coordinates.
    Grundy(Term),
    /// `claim losing = …`: true exactly at the positions where the player to move loses.
    Losing(Formula),
    /// Any other formula, over the coordinates.
    Formula(Formula),
}

/// A formula on its own, with no game around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Names by [`Variable`]; the first `free` of them are free in the formula.
    pub names: Vec<String>,
    /// Number of free variables.
    pub free: usize,
    /// What is stated.
    pub formula: Formula,
    /// The text it was read from.
    pub text: String,
}

impl Game {
    /// The coordinates as variables.
    pub fn coordinates(&self) -> impl Iterator<Item = Variable> + use<> {
        (0..self.dimension).map(Variable)
    }

    /// The variable that holds `coordinate` after a move.
    pub fn primed(&self, coordinate: Variable) -> Variable {
        Variable(coordinate.0 + self.dimension)
    }

    /// The name with the parameters in use: `chocolate(k=3)`.
    pub fn title(&self) -> String {
        let set: Vec<String> = self.parameters.iter().map(|p| format!("{}={}", p.name, p.value)).collect();
        if set.is_empty() { self.name.clone() } else { format!("{}({})", self.name, set.join(", ")) }
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub enum FormulaPart<'t> {
    /// A term.
    Term(&'t Term),
    /// A formula.
    Formula(&'t Formula),
}

impl Term {
    /// Calls `visit` with every node.
    pub fn walk<'t>(&'t self, visit: &mut dyn FnMut(FormulaPart<'t>)) {
        visit(FormulaPart::Term(self));
        match self {
            Term::Number(_) | Term::Variable(_) => {}
            Term::Add(a, b) | Term::Subtract(a, b) | Term::Xor(a, b) | Term::Min(a, b) | Term::Max(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Term::Scale(_, a) | Term::Divide(a, _) | Term::Remainder(a, _) | Term::Floor(a, _) => {
                a.walk(visit);
            }
            Term::If(c, a, b) => {
                c.walk(visit);
                a.walk(visit);
                b.walk(visit);
            }
            Term::Call(_, arguments) => arguments.iter().for_each(|a| a.walk(visit)),
        }
    }

    /// Whether every variable in it, quantified ones included, satisfies `is_known`.
    pub fn only_uses(&self, is_known: impl Fn(Variable) -> bool) -> bool {
        let mut all = true;
        self.walk(&mut |part| match part {
            FormulaPart::Term(Term::Variable(v))
            | FormulaPart::Formula(Formula::Exists(v, _) | Formula::Forall(v, _)) => {
                all &= is_known(*v);
            }
            _ => {}
        });
        all
    }

    /// Whether an `if` stands in it.
    pub fn has_conditions(&self) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= matches!(part, FormulaPart::Formula(_)));
        found
    }
}

impl Formula {
    /// Calls `visit` with every node.
    pub fn walk<'t>(&'t self, visit: &mut dyn FnMut(FormulaPart<'t>)) {
        visit(FormulaPart::Formula(self));
        match self {
            Formula::True | Formula::False => {}
            Formula::Compare(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Formula::Not(a) | Formula::Exists(_, a) | Formula::Forall(_, a) => a.walk(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| p.walk(visit)),
            Formula::Implies(a, b) | Formula::Iff(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
        }
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.walk(&mut |_| size += 1);
        size
    }

    /// `a and b`, with constants folded away.
    pub fn and(a: Formula, b: Formula) -> Formula {
        match (a, b) {
            (Formula::False, _) | (_, Formula::False) => Formula::False,
            (Formula::True, other) | (other, Formula::True) => other,
            (Formula::And(mut parts), Formula::And(more)) => {
                parts.extend(more);
                Formula::And(parts)
            }
            (Formula::And(mut parts), other) => {
                parts.push(other);
                Formula::And(parts)
            }
            (a, b) => Formula::And(vec![a, b]),
        }
    }

    /// `a or b`, with constants folded away.
    pub fn or(a: Formula, b: Formula) -> Formula {
        match (a, b) {
            (Formula::True, _) | (_, Formula::True) => Formula::True,
            (Formula::False, other) | (other, Formula::False) => other,
            (Formula::Or(mut parts), Formula::Or(more)) => {
                parts.extend(more);
                Formula::Or(parts)
            }
            (Formula::Or(mut parts), other) => {
                parts.push(other);
                Formula::Or(parts)
            }
            (a, b) => Formula::Or(vec![a, b]),
        }
    }

    /// `not a`, with constants folded away.
    pub fn negated(self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }
}
