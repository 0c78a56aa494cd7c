//! Terms and formulas, by precedence climbing: `iff`, `implies`, `or`, `and`, `not`, comparisons
//! (which may be chained: `a <= b < c`), `xor`, `+ -`, `* div mod`, each binding tighter than the
//! one before.
//!
//! What stands between the operators is read by [`super::primary`].
//!
//! One function reads both sorts, and every operator says what it needs when it gets the other
//! sort. Every node carries its depth as docs/rules-language.md counts it, so no text, however
//! long, builds a tree that a recursive reader could fall down; a tree has at most twice as many
//! nodes as the text has words, since only the middle of a chain is read twice.

use super::error::{LanguageError, Span};
use super::lexer::{Comment, Kind, LARGEST_NUMBER, Token, tokens};
use super::quadratic::Quadratic;
use super::syntax::{Comparison, Formula, Term, Variable};
use super::{DEEPEST_NESTING, Function};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A parameter's value.
    Number(u64),
    /// A coordinate and its value after the move.
    Coordinate(Variable, Variable),
    /// A quantified or free variable.
    Variable(Variable),
}

/// A position in the tokens, with the names known there.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    tokens: Vec<Token>,
    pub(super) comments: Vec<Comment>,
    pub(super) at: usize,
    /// Names by variable.
    pub(super) names: Vec<String>,
    pub(super) scope: Vec<(String, Meaning)>,
    pub(super) primes_allowed: bool,
    pub(super) primes_seen: Vec<Variable>,
    pub(super) functions: Vec<Function>,
    depth: usize,
}

/// A term or formula as read, with its place and depth.
pub(super) struct Node {
    pub(super) sort: Sort,
    pub(super) span: Span,
    pub(super) depth: usize,
}

pub(super) enum Sort {
    Number(Term),
    Truth(Formula),
    /// A quadratic irrational, which only `floor` can hold.
    Slope(Quadratic),
    /// A term times a slope, which only `floor` can hold.
    Sloped(Term, Quadratic),
}

/// Words with a meaning of their own, which name nothing else. (`min` and `max` have one only
/// before a bracket.)
pub(super) const RESERVED: &[&str] = &[
    "and", "or", "not", "implies", "iff", "xor", "div", "mod", "if", "then", "else", "exists", "forall",
    "floor", "phi", "mu", "sqrt", "true", "false", "where", "game", "param", "position", "move", "order",
    "claim", "grundy", "losing", "value", "other",
];
/// Functions with a fixed meaning somewhere, which a text cannot give another.
const FUNCTIONS: &[&str] = &[
    "min",
    "max",
    "bit",
    "thue_morse",
    "fibonacci_word",
    "metallic_word",
    "is_power",
    "is_fibonacci",
    "is_metallic",
];

/// Whether `name` may be given to a function: a plain word that means nothing else.
pub fn is_function_name(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !RESERVED.contains(&name)
        && !FUNCTIONS.contains(&name)
}

/// Binding strength of the operators; a `not` binds tighter than `and`, a comparison tighter still.
pub(super) const NOT: u8 = 5;
pub(super) const COMPARISON: u8 = 6;
pub(super) const XOR: u8 = 7;

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, largest: usize, functions: &[Function]) -> Result<Self, LanguageError> {
        if text.len() > largest {
            let message = format!("the text has {} bytes; the limit is {largest}", text.len());
            return Err(LanguageError::new(text, Span { start: 0, end: 0 }, message));
        }
        let (tokens, comments) = tokens(text)?;
        let (names, scope) = (Vec::new(), Vec::new());
        Ok(Reader {
            text,
            tokens,
            comments,
            at: 0,
            names,
            scope,
            primes_allowed: true,
            primes_seen: Vec::new(),
            functions: functions.to_vec(),
            depth: 0,
        })
    }

    pub(super) fn fresh(&mut self, name: &str) -> Variable {
        self.names.push(name.to_owned());
        Variable(self.names.len() - 1)
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    pub(super) fn here(&self) -> Span {
        self.tokens[self.at].span
    }

    /// Place of the token last read.
    pub(super) fn before(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(super) fn starts_line(&self) -> bool {
        self.tokens[self.at].starts_line
    }

    pub(super) fn is_at_end(&self) -> bool {
        *self.kind() == Kind::End
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn next_is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Word(w, false) if w == word)
    }

    pub(super) fn peek_is(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.tokens.get(self.at + ahead), Some(Token { kind: Kind::Sign(s), .. }) if *s == sign)
    }

    pub(super) fn take(&mut self, sign: &str) -> bool {
        let found = self.peek_is(0, sign);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), LanguageError> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), LanguageError> {
        if !self.next_is_word(word) {
            return Err(self.unexpected(&format!("`{word}`")));
        }
        self.advance();
        Ok(())
    }

    pub(super) fn error(&self, span: Span, message: impl Into<String>) -> LanguageError {
        LanguageError::new(self.text, span, message)
    }

    /// "found …, expected …" at the next token.
    pub(super) fn unexpected(&self, expected: &str) -> LanguageError {
        let found = match self.kind() {
            Kind::Word(word, primed) => format!("`{word}{}`", if *primed { "'" } else { "" }),
            Kind::Number(n) => format!("`{n}`"),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end of the text".to_owned(),
        };
        self.error(self.here(), format!("found {found}, expected {expected}"))
    }

    pub(super) fn plain_name(&mut self, what: &str) -> Result<String, LanguageError> {
        let Kind::Word(name, false) = self.kind().clone() else {
            return Err(self.unexpected(what));
        };
        if RESERVED.contains(&name.as_str()) {
            return Err(
                self.error(self.here(), format!("`{name}` is a word of the language, expected {what}"))
            );
        }
        self.advance();
        Ok(name)
    }

    /// Formulas joined by commas, which mean `and`.
    pub(super) fn conjunction(&mut self) -> Result<Formula, LanguageError> {
        let mut all = self.formula()?;
        while self.take(",") {
            all = Formula::and(all, self.formula()?);
        }
        Ok(all)
    }

    pub(super) fn formula(&mut self) -> Result<Formula, LanguageError> {
        let node = self.expression(0)?;
        self.truth(node, "here")
    }

    pub(super) fn term(&mut self) -> Result<Term, LanguageError> {
        let node = self.expression(COMPARISON + 1)?;
        self.number(node, "here")
    }

    pub(super) fn truth(&self, node: Node, place: &str) -> Result<Formula, LanguageError> {
        match node.sort {
            Sort::Truth(formula) => Ok(formula),
            _ => Err(self
                .error(node.span, format!("this is a number; a condition is needed {place}"))
                .help("compare it with something, for example `… = 0`")),
        }
    }

    pub(super) fn number(&self, node: Node, place: &str) -> Result<Term, LanguageError> {
        match node.sort {
            Sort::Number(term) => Ok(term),
            Sort::Truth(_) => {
                let error = self.error(node.span, format!("this is a condition; a number is needed {place}"));
                Err(error.help("`if CONDITION then 1 else 0` makes a number of a condition"))
            }
            Sort::Slope(_) | Sort::Sloped(..) => Err(self
                .error(node.span, format!("this is not a whole number; one is needed {place}"))
                .help("round it down: floor(i * phi)")),
        }
    }

    /// Reads operators that bind at least as tightly as `strength`.
    pub(super) fn expression(&mut self, strength: u8) -> Result<Node, LanguageError> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            return Err(self.too_deep(self.here()));
        }
        let mut left = self.primary()?;
        self.check_depth(&left)?;
        while let Some((operator, binding)) = self.operator().filter(|&(_, binding)| binding >= strength) {
            let sign = self.here();
            self.advance();
            if binding == COMPARISON {
                left = self.comparison(left, operator, sign)?;
                self.check_depth(&left)?;
                continue;
            }
            let right_associative = operator == "implies";
            let right = self.expression(if right_associative { binding } else { binding + 1 })?;
            let (span, depth) = (left.span.to(right.span), left.depth.max(right.depth) + 1);
            left = Node { sort: self.combine(operator, sign, left, right)?, span, depth };
            self.check_depth(&left)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn check_depth(&self, node: &Node) -> Result<(), LanguageError> {
        if node.depth > DEEPEST_NESTING { Err(self.too_deep(node.span)) } else { Ok(()) }
    }

    pub(super) fn too_deep(&self, span: Span) -> LanguageError {
        self.error(span, format!("nested more than {DEEPEST_NESTING} deep"))
    }

    pub(super) fn operator(&self) -> Option<(&'static str, u8)> {
        let sign = match self.kind() {
            Kind::Sign(sign) => sign,
            Kind::Word(word, false) => word.as_str(),
            _ => return None,
        };
        [
            ("iff", 1),
            ("implies", 2),
            ("or", 3),
            ("and", 4),
            ("=", COMPARISON),
            ("!=", COMPARISON),
            ("<", COMPARISON),
            ("<=", COMPARISON),
            (">", COMPARISON),
            (">=", COMPARISON),
            ("xor", XOR),
            ("+", 8),
            ("-", 8),
            ("*", 9),
            ("/", 9),
            ("div", 9),
            ("mod", 9),
        ]
        .into_iter()
        .find(|(operator, _)| *operator == sign)
    }

    /// A comparison or a chain of them: `a <= b < c` is `a <= b and b < c`.
    fn comparison(&mut self, left: Node, first: &'static str, sign: Span) -> Result<Node, LanguageError> {
        let (mut span, mut depth) = (left.span, left.depth);
        let mut a = self.number(left, &format!("before `{first}`"))?;
        let (mut operator, mut all) = (first, Formula::True);
        loop {
            let right = self.expression(COMPARISON + 1)?;
            (span, depth) = (span.to(right.span), depth.max(right.depth));
            let b_span = right.span;
            let b = self.number(right, &format!("after `{operator}`"))?;
            all = Formula::and(all, compare(operator, a, b.clone()));
            match self.operator() {
                Some((next, COMPARISON)) if first != "!=" && next != "!=" => {
                    // It is copied, and copies within copies would grow without bound.
                    if b.has_conditions() {
                        return Err(
                            self.error(b_span, "the middle of a chain of comparisons cannot hold an `if`")
                        );
                    }
                    self.advance();
                    (a, operator) = (b, next);
                }
                Some((_, COMPARISON)) => {
                    return Err(
                        self.error(sign.to(self.here()), "`!=` cannot stand in a chain of comparisons")
                    );
                }
                _ => {
                    return Ok(Node { sort: Sort::Truth(all), span, depth: depth + 2 });
                }
            }
        }
    }

    fn combine(&self, operator: &str, sign: Span, left: Node, right: Node) -> Result<Sort, LanguageError> {
        let (before, after) = (format!("before `{operator}`"), format!("after `{operator}`"));
        if matches!(operator, "iff" | "implies" | "or" | "and") {
            let (a, b) = (self.truth(left, &before)?, self.truth(right, &after)?);
            return Ok(Sort::Truth(match operator {
                "and" => Formula::and(a, b),
                "or" => Formula::or(a, b),
                "implies" if a == Formula::True => b,
                "implies" if a == Formula::False => Formula::True,
                "implies" => Formula::Implies(Box::new(a), Box::new(b)),
                _ => Formula::Iff(Box::new(a), Box::new(b)),
            }));
        }
        let is_sloped = |n: &Node| matches!(n.sort, Sort::Slope(_) | Sort::Sloped(..));
        if operator == "/" || is_sloped(&left) || is_sloped(&right) {
            return self.slope(operator, sign, left, right);
        }
        let span = left.span.to(right.span);
        let (a, b) = (self.number(left, &before)?, self.number(right, &after)?);
        let fold = |value: Option<u64>| match value {
            Some(n) if n <= LARGEST_NUMBER => Ok(Sort::Number(Term::Number(n))),
            _ => Err(self.error(span, format!("this number is outside 0…{LARGEST_NUMBER}"))),
        };
        Ok(Sort::Number(match (operator, a, b) {
            ("+", Term::Number(a), Term::Number(b)) => return fold(a.checked_add(b)),
            ("-", Term::Number(a), Term::Number(b)) => return fold(a.checked_sub(b)),
            ("*", Term::Number(a), Term::Number(b)) => return fold(a.checked_mul(b)),
            ("xor", Term::Number(a), Term::Number(b)) => return fold(Some(a ^ b)),
            ("+", a, b) => Term::Add(Box::new(a), Box::new(b)),
            ("-", a, b) => Term::Subtract(Box::new(a), Box::new(b)),
            ("xor", a, b) => Term::Xor(Box::new(a), Box::new(b)),
            ("*", Term::Number(k), t) | ("*", t, Term::Number(k)) => Term::Scale(k, Box::new(t)),
            ("*", ..) => {
                let error = self.error(span, "`*` needs a number or a parameter on one side");
                return Err(error.help("the product of two variables is outside the language"));
            }
            (_, _, Term::Number(0)) => {
                return Err(self.error(span, format!("division by zero: `{operator}` by 0")));
            }
            ("div", Term::Number(a), Term::Number(b)) => return fold(Some(a / b)),
            ("mod", Term::Number(a), Term::Number(b)) => return fold(Some(a % b)),
            ("div", a, Term::Number(k)) => Term::Divide(Box::new(a), k),
            ("mod", a, Term::Number(k)) => Term::Remainder(Box::new(a), k),
            _ => {
                return Err(
                    self.error(span, format!("`{operator}` needs a number or a parameter on its right"))
                );
            }
        }))
    }
}

/// The comparison `a operator b`, folded when both are constants.
pub(super) fn compare(operator: &str, a: Term, b: Term) -> Formula {
    let (comparison, a, b) = match operator {
        "<" => (Comparison::Less, a, b),
        "<=" => (Comparison::AtMost, a, b),
        ">" => (Comparison::Less, b, a),
        ">=" => (Comparison::AtMost, b, a),
        _ => (Comparison::Equal, a, b),
    };
    let formula = match (&a, &b) {
        (Term::Number(x), Term::Number(y)) => {
            let holds = match comparison {
                Comparison::Equal => x == y,
                Comparison::Less => x < y,
                Comparison::AtMost => x <= y,
            };
            if holds { Formula::True } else { Formula::False }
        }
        _ => Formula::Compare(comparison, a, b),
    };
    if operator == "!=" { formula.negated() } else { formula }
}
