//! Random closed formulas with unbounded quantifiers and undefined terms, in two ways: as text,
//! with as few brackets as docs/rules-language.md allows, and as a value by the definition,
//! quantifiers running over an initial segment.

/// A small source of random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A term.
#[derive(Clone, Debug)]
pub(crate) enum T {
    Number(i64),
    Variable(usize),
    Two(&'static str, Box<T>, Box<T>),
    Times(i64, Box<T>),
    By(&'static str, Box<T>, i64),
    Call(&'static str, Vec<T>),
    If(Box<F>, Box<T>, Box<T>),
}

/// A formula.
#[derive(Clone, Debug)]
pub(crate) enum F {
    Compare(&'static str, T, T),
    Chain(T, T, T),
    Not(Box<F>),
    Two(&'static str, Box<F>, Box<F>),
    /// Whether `exists`, the variable, its bound.
    Quantified(bool, usize, Option<T>, Box<F>),
}

const NAMES: &[&str] = &["u", "v", "w", "x", "y", "z"];

/// A closed formula with at most `quantifiers` quantifiers inside one another.
pub(crate) fn closed(random: &mut Random, quantifiers: usize, has_xor: bool) -> F {
    formula(random, 0, 2, quantifiers, has_xor)
}

/// A formula in the first `known` variables.
#[allow(dead_code)]
pub(crate) fn open(random: &mut Random, known: usize, quantifiers: usize) -> F {
    formula(random, known, 2, quantifiers, true)
}

fn formula(random: &mut Random, known: usize, depth: u64, quantifiers: usize, has_xor: bool) -> F {
    let kind = if known == 0 { 7 } else { random.below(if depth == 0 { 2 } else { 9 }) };
    let sub = |random: &mut Random| Box::new(formula(random, known, depth - 1, quantifiers, has_xor));
    match kind {
        2 => F::Not(sub(random)),
        3..=6 => {
            let connective = ["and", "or", "implies", "iff"][kind as usize - 3];
            F::Two(connective, sub(random), sub(random))
        }
        7 | 8 if quantifiers > 0 => {
            let bound = (random.below(3) == 0).then(|| term(random, known, 1, has_xor));
            let body = formula(random, known + 1, depth.max(1), quantifiers - 1, has_xor);
            F::Quantified(random.below(2) == 0, known, bound, Box::new(body))
        }
        1 => F::Chain(plain(random, known), plain(random, known), plain(random, known)),
        _ => {
            let comparison = ["=", "!=", "<", "<=", ">", ">="][random.below(6) as usize];
            F::Compare(comparison, term(random, known, 2, has_xor), term(random, known, 2, has_xor))
        }
    }
}

/// A term without `if`.
fn plain(random: &mut Random, known: usize) -> T {
    match random.below(3) {
        0 => T::Number(random.below(7) as i64),
        1 => T::Variable(random.below(known as u64) as usize),
        _ => {
            let number = Box::new(T::Number(random.below(5) as i64));
            let sign = ["+", "-"][random.below(2) as usize];
            T::Two(sign, Box::new(T::Variable(random.below(known as u64) as usize)), number)
        }
    }
}

fn term(random: &mut Random, known: usize, depth: u64, has_xor: bool) -> T {
    let kind = if depth == 0 || known == 0 { random.below(2) } else { random.below(12) };
    let sub = |random: &mut Random| Box::new(term(random, known, depth - 1, has_xor));
    match kind {
        0 => T::Number(random.below(7) as i64),
        2 => T::Two("+", sub(random), sub(random)),
        3 | 4 => T::Two("-", sub(random), sub(random)),
        5 => T::Times(random.below(4) as i64, sub(random)),
        6 => T::By("div", sub(random), 1 + random.below(4) as i64),
        7 => T::By("mod", sub(random), 1 + random.below(4) as i64),
        8 if has_xor => T::Two("xor", sub(random), sub(random)),
        9 => T::Call("min", vec![*sub(random), *sub(random)]),
        10 => T::Call("max", vec![*sub(random), *sub(random), *sub(random)]),
        11 => {
            let condition = formula(random, known, 0, 0, has_xor);
            T::If(Box::new(condition), sub(random), sub(random))
        }
        _ if known == 0 => T::Number(random.below(7) as i64),
        _ => T::Variable(random.below(known as u64) as usize),
    }
}

/// The binding strength of an operator, as the page has it.
fn strength(operator: &str) -> u8 {
    match operator {
        "iff" => 1,
        "implies" => 2,
        "or" => 3,
        "and" => 4,
        "xor" => 7,
        "+" | "-" => 8,
        _ => 9,
    }
}

/// `text` of the given strength where `needed` is the least that needs no brackets.
fn bracketed(text: String, own: u8, needed: u8) -> String {
    if own < needed { format!("({text})") } else { text }
}

impl T {
    /// The term; `is_last` if nothing follows it before the next bracket or comma.
    fn text(&self, needed: u8, is_last: bool) -> String {
        match self {
            T::Number(n) => n.to_string(),
            T::Variable(v) => NAMES[*v].to_owned(),
            T::Two(sign, a, b) => {
                let own = strength(sign);
                // Inside brackets it is last.
                let last = is_last || own < needed;
                bracketed(format!("{} {sign} {}", a.text(own, false), b.text(own + 1, last)), own, needed)
            }
            T::Times(k, a) => {
                let last = is_last || 9 < needed;
                bracketed(format!("{k} * {}", a.text(10, last)), 9, needed)
            }
            T::By(sign, a, k) => bracketed(format!("{} {sign} {k}", a.text(9, false)), 9, needed),
            T::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| a.text(0, true)).collect();
                format!("{name}({})", arguments.join(", "))
            }
            T::If(c, a, b) => {
                let text =
                    format!("if {} then {} else {}", c.text(0, true), a.text(7, true), b.text(7, true));
                bracketed(text, if is_last { 10 } else { 0 }, 7.max(needed))
            }
        }
    }

    /// The value, by definition.
    fn value(&self, values: &mut Vec<i64>, range: i64) -> Option<i64> {
        match self {
            T::Number(n) => Some(*n),
            T::Variable(v) => Some(values[*v]),
            T::Two(sign, a, b) => {
                let (a, b) = (a.value(values, range)?, b.value(values, range)?);
                match *sign {
                    "+" => Some(a + b),
                    "-" => (a >= b).then(|| a - b),
                    _ => Some(a ^ b),
                }
            }
            T::Times(k, a) => Some(k * a.value(values, range)?),
            T::By("div", a, k) => Some(a.value(values, range)? / k),
            T::By(_, a, k) => Some(a.value(values, range)? % k),
            T::Call(name, arguments) => {
                let all: Option<Vec<i64>> = arguments.iter().map(|a| a.value(values, range)).collect();
                if *name == "min" { all?.into_iter().min() } else { all?.into_iter().max() }
            }
            T::If(c, a, b) => if c.truth(values, range)? { a } else { b }.value(values, range),
        }
    }
}

impl F {
    /// The formula as text.
    pub(crate) fn to_text(&self) -> String {
        self.text(0, true)
    }

    fn text(&self, needed: u8, is_last: bool) -> String {
        match self {
            F::Compare(sign, a, b) => {
                let last = is_last || 6 < needed;
                bracketed(format!("{} {sign} {}", a.text(7, false), b.text(7, last)), 6, needed)
            }
            F::Chain(a, b, c) => {
                let (a, b, c) = (a.text(7, false), b.text(7, false), c.text(7, true));
                bracketed(format!("{a} <= {b} < {c}"), 6, needed)
            }
            F::Not(a) => bracketed(format!("not {}", a.text(5, is_last || 5 < needed)), 5, needed),
            F::Two(sign, a, b) => {
                let own = strength(sign);
                let (left, right) = if *sign == "implies" { (own + 1, own) } else { (own, own + 1) };
                let last = is_last || own < needed;
                bracketed(format!("{} {sign} {}", a.text(left, false), b.text(right, last)), own, needed)
            }
            F::Quantified(is_exists, v, bound, body) => {
                let word = if *is_exists { "exists" } else { "forall" };
                let bound = bound.as_ref().map_or(String::new(), |b| format!(" <= {}", b.text(7, true)));
                let text = format!("{word} {}{bound} . {}", NAMES[*v], body.text(0, true));
                bracketed(text, if is_last { 10 } else { 0 }, needed.max(1))
            }
        }
    }

    /// Whether it is true or false, or neither, by Kleene's tables, quantifiers running up to
    /// `range`.
    pub(crate) fn truth(&self, values: &mut Vec<i64>, range: i64) -> Option<bool> {
        match self {
            F::Compare(sign, a, b) => {
                let (a, b) = (a.value(values, range)?, b.value(values, range)?);
                Some(match *sign {
                    "=" => a == b,
                    "!=" => a != b,
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    _ => a >= b,
                })
            }
            F::Chain(a, b, c) => {
                let parts = [F::Compare("<=", a.clone(), b.clone()), F::Compare("<", b.clone(), c.clone())];
                and(parts[0].truth(values, range), parts[1].truth(values, range))
            }
            F::Not(a) => a.truth(values, range).map(|a| !a),
            F::Two(sign, a, b) => {
                let (a, b) = (a.truth(values, range), b.truth(values, range));
                let not = |a: Option<bool>| a.map(|a| !a);
                match *sign {
                    "and" => and(a, b),
                    "or" => not(and(not(a), not(b))),
                    "implies" => not(and(a, not(b))),
                    _ => a.zip(b).map(|(a, b)| a == b),
                }
            }
            F::Quantified(is_exists, v, bound, body) => {
                let bound = bound.as_ref().map(|bound| bound.value(values, range));
                let mut all = Some(true);
                for value in 0..=range {
                    values.truncate(*v);
                    values.push(value);
                    // exists v <= t . f is exists v . v <= t and f; forall v <= t . f is forall v .
                    // v <= t implies f.
                    let body = body.truth(values, range);
                    let limit = bound.map_or(Some(true), |bound| bound.map(|bound| value <= bound));
                    let refuted = if *is_exists { and(limit, body) } else { and(limit, body.map(|b| !b)) };
                    all = and(all, refuted.map(|refuted| !refuted));
                }
                values.truncate(*v);
                if *is_exists { all.map(|all| !all) } else { all }
            }
        }
    }
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}
