//! What operators stand between: numbers, names, calls, brackets, `if`, quantifiers, and the slopes
//! in `floor`.

use super::DEEPEST_NESTING;
use super::error::{LanguageError, Span, nearest};
use super::expression::{COMPARISON, Meaning, NOT, Node, RESERVED, Reader, Sort, XOR, compare};
use super::lexer::Kind;
use super::quadratic::{Quadratic, QuadraticError};
use super::syntax::{Formula, Term};

impl Reader<'_> {
    /// Arithmetic with `phi`, `mu(s)`, `sqrt(n)` and `/`, as it may stand inside `floor`.
    pub(super) fn slope(
        &self,
        operator: &str,
        sign: Span,
        left: Node,
        right: Node,
    ) -> Result<Sort, LanguageError> {
        let span = left.span.to(right.span);
        let wrong = |error: QuadraticError| {
            self.error(
                span,
                match error {
                    QuadraticError::MixedRoots => {
                        "these numbers have different square roots; a multiplier must be rational or quadratic, with one square root"
                    }
                    QuadraticError::DivisionByZero => "division by zero",
                    QuadraticError::TooLarge => "the numerator or denominator is too large",
                },
            )
        };
        let part = |node: Node| -> Result<(Option<Term>, Quadratic), LanguageError> {
            Ok(match node.sort {
                Sort::Slope(q) => (None, q),
                Sort::Sloped(t, q) => (Some(t), q),
                Sort::Number(Term::Number(n)) => (None, Quadratic::natural(n).map_err(wrong)?),
                Sort::Number(t) => (Some(t), Quadratic::natural(1).map_err(wrong)?),
                Sort::Truth(_) => {
                    return Err(self.error(node.span, "this is a condition; a number is needed"));
                }
            })
        };
        let ((t, p), (u, q)) = (part(left)?, part(right)?);
        let term = match (operator, t, u) {
            ("*", t, None) => t.map(|t| (t, p.times(q))),
            ("*", None, Some(u)) => Some((u, p.times(q))),
            ("/", t, None) => t.map(|t| (t, p.over(q))),
            ("+" | "-", None, None) => None,
            _ => {
                let error = self.error(
                    sign,
                    format!(
                        "`{operator}` cannot join these: `floor` takes one term times a constant such as phi"
                    ),
                );
                return Err(error.help("write `x div 2` for a whole quotient, or floor(i * (1 + 1/phi))"));
            }
        };
        if let Some((t, q)) = term {
            return Ok(Sort::Sloped(t, q.map_err(wrong)?));
        }
        let q = match operator {
            "+" => p.plus(q),
            "-" => p.plus(q.negate()),
            "*" => p.times(q),
            _ => p.over(q),
        };
        Ok(Sort::Slope(q.map_err(wrong)?))
    }

    pub(super) fn primary(&mut self) -> Result<Node, LanguageError> {
        let span = self.here();
        let kind = self.kind().clone();
        let number = |term| Node { sort: Sort::Number(term), span, depth: 1 };
        match kind {
            Kind::Number(n) => {
                self.advance();
                Ok(number(Term::Number(n)))
            }
            Kind::Sign("(") => {
                self.advance();
                let inner = self.expression(0)?;
                if !self.peek_is(0, ")") {
                    let line = LanguageError::new(self.text, span, "").line;
                    return Err(self.unexpected(&format!("`)` for the `(` of line {line}")));
                }
                self.advance();
                Ok(Node { span: span.to(self.before()), depth: inner.depth + 1, ..inner })
            }
            Kind::Sign("-") => Err(self
                .error(span, "numbers here are never negative")
                .help("write `a - b`; where it would go below zero the move does not exist")),
            Kind::Word(word, primed) if primed || !RESERVED.contains(&word.as_str()) => {
                self.advance();
                if !primed && self.peek_is(0, "(") {
                    if word == "min" || word == "max" {
                        return self.special(&word, span);
                    }
                    return self.call(&word, span);
                }
                self.name(&word, primed, span).map(number)
            }
            Kind::Word(word, _) => {
                self.advance();
                self.special(&word, span)
            }
            _ => Err(self.unexpected("a number, a variable or `(`")),
        }
    }

    fn name(&mut self, word: &str, primed: bool, span: Span) -> Result<Term, LanguageError> {
        let meaning = self.scope.iter().rev().find(|(name, _)| name == word).map(|(_, m)| m.clone());
        match (meaning, primed) {
            (Some(Meaning::Number(value)), false) => Ok(Term::Number(value)),
            (Some(Meaning::Variable(v)), false) | (Some(Meaning::Coordinate(v, _)), false) => {
                Ok(Term::Variable(v))
            }
            (Some(Meaning::Coordinate(_, after)), true) if self.primes_allowed => {
                self.primes_seen.push(after);
                Ok(Term::Variable(after))
            }
            (Some(Meaning::Coordinate(..)), true) => Err(self.error(
                span,
                format!("`{word}'` is the value after a move and can stand only in a `move` line"),
            )),
            (Some(_), true) => {
                Err(self.error(span, format!("`{word}` is not a coordinate, so there is no `{word}'`")))
            }
            (None, _) => Err(self.unknown(word, primed, span)),
        }
    }

    fn unknown(&self, word: &str, primed: bool, span: Span) -> LanguageError {
        let known: Vec<&str> = self.scope.iter().map(|(name, _)| name.as_str()).collect();
        let error = self.error(span, format!("unknown variable `{word}`"));
        match nearest(word, known.iter().copied()) {
            Some(meant) => error.help(format!("did you mean `{meant}{}`?", if primed { "'" } else { "" })),
            None if known.is_empty() => error,
            None => error.help(format!("known here: {}", known.join(", "))),
        }
    }

    /// A function supplied from outside.
    fn call(&mut self, word: &str, span: Span) -> Result<Node, LanguageError> {
        let Some(function) = self.functions.iter().find(|f| f.name == word).cloned() else {
            let known =
                self.functions.iter().map(|f| f.name.as_str()).chain(["floor", "min", "max", "mu", "sqrt"]);
            let error = self.error(span, format!("unknown function `{word}`"));
            return Err(match nearest(word, known) {
                Some(meant) => error.help(format!("did you mean `{meant}`?")),
                None => error,
            });
        };
        let (arguments, depth) = self.arguments()?;
        let span = span.to(self.before());
        if arguments.len() != function.arity {
            let message = format!("`{word}` takes {} arguments, {} given", function.arity, arguments.len());
            return Err(self.error(span, message));
        }
        Ok(Node { sort: Sort::Number(Term::Call(word.to_owned(), arguments)), span, depth: depth + 1 })
    }

    fn arguments(&mut self) -> Result<(Vec<Term>, usize), LanguageError> {
        self.expect("(")?;
        let (mut arguments, mut depth) = (Vec::new(), 0);
        loop {
            let node = self.expression(0)?;
            depth = depth.max(node.depth);
            arguments.push(self.number(node, "as an argument")?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok((arguments, depth))
    }

    /// An expression that begins with a word of the language.
    fn special(&mut self, word: &str, span: Span) -> Result<Node, LanguageError> {
        match word {
            "true" => Ok(Node { sort: Sort::Truth(Formula::True), span, depth: 1 }),
            "false" => Ok(Node { sort: Sort::Truth(Formula::False), span, depth: 1 }),
            "not" => {
                let inner = self.expression(NOT)?;
                let (whole, depth) = (span.to(inner.span), inner.depth + 1);
                let formula = self.truth(inner, "after `not`")?.negated();
                Ok(Node { sort: Sort::Truth(formula), span: whole, depth })
            }
            "min" | "max" => {
                let (arguments, depth) = self.arguments()?;
                let (whole, depth) = (span.to(self.before()), depth + arguments.len());
                if depth > DEEPEST_NESTING {
                    return Err(self.too_deep(whole));
                }
                let join = |a, b| match (word, Box::new(a), Box::new(b)) {
                    ("min", a, b) => Term::Min(a, b),
                    (_, a, b) => Term::Max(a, b),
                };
                let term = arguments.into_iter().reduce(join).unwrap_or(Term::Number(0));
                Ok(Node { sort: Sort::Number(term), span: whole, depth })
            }
            "if" => {
                let condition = self.expression(0)?;
                self.expect_word("then")?;
                let yes = self.expression(XOR)?;
                self.expect_word("else")?;
                let no = self.expression(XOR)?;
                let (whole, depth) = (span.to(no.span), condition.depth.max(yes.depth).max(no.depth) + 1);
                let condition = self.truth(condition, "after `if`")?;
                let (yes, no) = (self.number(yes, "after `then`")?, self.number(no, "after `else`")?);
                let term = match condition {
                    Formula::True => yes,
                    Formula::False => no,
                    condition => Term::If(Box::new(condition), Box::new(yes), Box::new(no)),
                };
                Ok(Node { sort: Sort::Number(term), span: whole, depth })
            }
            "exists" | "forall" => self.quantifier(word == "exists", span),
            "phi" | "mu" | "sqrt" => self.quadratic(word, span),
            "floor" => self.floor(span),
            _ => {
                self.at -= 1;
                Err(self.unexpected("a number, a variable or `(`"))
            }
        }
    }

    /// `exists i, j <= n . F`.
    fn quantifier(&mut self, is_exists: bool, span: Span) -> Result<Node, LanguageError> {
        let outside = self.scope.len();
        let (mut bound, mut deepest) = (Vec::new(), 0);
        loop {
            let name = self.plain_name("a variable")?;
            let limit = match self.operator() {
                Some((sign @ ("<" | "<="), _)) => {
                    self.advance();
                    let node = self.expression(COMPARISON + 1)?;
                    deepest = deepest.max(node.depth);
                    Some((sign, self.number(node, "here")?))
                }
                _ => None,
            };
            let variable = self.fresh(&name);
            self.scope.push((name, Meaning::Variable(variable)));
            let limit = limit.map(|(sign, term)| compare(sign, Term::Variable(variable), term));
            bound.push((variable, limit));
            if !self.take(",") {
                break;
            }
        }
        if !self.take(".") && !self.take(":") {
            return Err(self.unexpected("`.` after the quantified variables"));
        }
        let body = self.expression(0)?;
        let (whole, depth) = (span.to(body.span), body.depth.max(deepest) + 3 * bound.len());
        if depth > DEEPEST_NESTING {
            return Err(self.too_deep(whole));
        }
        let mut formula = self.truth(body, "after the quantifier")?;
        for (variable, limit) in bound.into_iter().rev() {
            formula = match (is_exists, limit) {
                (true, None) => Formula::Exists(variable, Box::new(formula)),
                (true, Some(limit)) => Formula::Exists(variable, Box::new(Formula::and(limit, formula))),
                (false, None) => Formula::Forall(variable, Box::new(formula)),
                (false, Some(limit)) => {
                    Formula::Forall(variable, Box::new(Formula::Implies(Box::new(limit), Box::new(formula))))
                }
            };
        }
        self.scope.truncate(outside);
        Ok(Node { sort: Sort::Truth(formula), span: whole, depth })
    }

    /// `phi`, `mu(s)` or `sqrt(n)`.
    fn quadratic(&mut self, word: &str, span: Span) -> Result<Node, LanguageError> {
        let (mut argument, mut depth) = (1, 0);
        if word != "phi" {
            let arguments;
            (arguments, depth) = self.arguments()?;
            let [Term::Number(n)] = arguments[..] else {
                let message = format!("`{word}` takes one number or parameter");
                return Err(self.error(span.to(self.before()), message));
            };
            argument = n;
        }
        let whole = span.to(self.before());
        let number =
            if word == "sqrt" { Quadratic::root(argument) } else { Quadratic::metallic_mean(argument) };
        match number {
            Ok(q) if argument > 0 => Ok(Node { sort: Sort::Slope(q), span: whole, depth: depth + 1 }),
            _ => {
                let most = if word == "sqrt" { "2^40" } else { "100000" };
                Err(self.error(whole, format!("the argument of `{word}` must lie between 1 and {most}")))
            }
        }
    }

    fn floor(&mut self, span: Span) -> Result<Node, LanguageError> {
        self.expect("(")?;
        let inner = self.expression(0)?;
        self.expect(")")?;
        let (whole, depth) = (span.to(self.before()), inner.depth + 1);
        let (term, slope) = match inner.sort {
            Sort::Number(term) => {
                return Ok(Node { sort: Sort::Number(term), span: whole, depth });
            }
            Sort::Sloped(term, slope) => (term, slope),
            Sort::Slope(slope) => (Term::Number(1), slope),
            Sort::Truth(_) => {
                return Err(self.error(inner.span, "this is a condition; a number is needed in `floor`"));
            }
        };
        if !slope.is_positive() {
            return Err(self.error(inner.span, "the slope in `floor` must be greater than 0"));
        }
        Ok(Node { sort: Sort::Number(Term::Floor(Box::new(term), slope)), span: whole, depth })
    }
}
