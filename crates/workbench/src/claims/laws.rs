//! Laws for every position and every number: what the prover establishes of the claims C4, C7, C10
//! to C13 and D1 to D7.
//!
//! Each part names one closed statement; a family is settled one parameter at a time and says
//! which.

use hissho_certificate::Claim;
use hissho_certificate::laws::numeration::Numeration;
use hissho_certificate::laws::{Automatic, one_line, write};
use hissho_prover::{Budget, Verdict as Decision, prove};
use hissho_solve::limits::Limits;

use super::{Part, Settling, Table};
use crate::Fault;
use crate::laws::{LawGame, Settings, discover, heaps_text, not_falling, systems};

const WYTHOFF: &str = include_str!("../../../../games/wythoff.game");
const ROOK: &str = include_str!("../../../../games/rook.game");
const HORSE: &str = include_str!("../../../../games/dragon-horse.game");
const KING: &str = include_str!("../../../../games/dragon-king.game");
const RYUO: &str = include_str!("../../../../games/ryuo.game");
const CHOCOLATE: &str = include_str!("../../../../games/chocolate.game");
const RECTANGLE: &str = include_str!("../../../../games/chocolate-rectangle.game");

/// Staircase chocolate with odd k: one closed form for every odd k that was tried.
const ODD_STAIRCASE: &str = "grundy = if (y + z) mod 2 = 0 then z + (y + 1) div 2 \
    else z - (y + 1) div 2 - (max((k + 1)*y + (if y mod 2 = 0 then 2*k - 1 else k), z) - z) div (2*k)";

/// Theorem 6.1: number, remainders by 2 of y and z, and what is printed for such positions.
const THEOREM_6_1: [(u32, u32, u32, &str); 8] = [
    (16, 0, 0, "2*q + p"),
    (17, 1, 0, "2*q - p - 1 - (max(2*p + 1, q) - q)"),
    (18, 0, 1, "2*q + 1 - p - (max(2*p, q) - q)"),
    (19, 1, 1, "2*q + p + 2"),
    (20, 0, 0, "3*p + 2*r"),
    (21, 1, 0, "p + 2*r - 1 - (max(p + 1, r) - r)"),
    (22, 0, 1, "p + 2*r + 1 - (max(p, r) - r)"),
    (23, 1, 1, "3*p + 2*r + 2"),
];

/// The ids settled here, and how.
pub(super) const TABLE: Table = &[
    ("C4", nim),
    ("C7", sums),
    ("C10", thue_morse),
    ("C11", fibonacci),
    ("C12", |s| vec![wythoff(1, s)]),
    ("C13", |s| (1..=8).flat_map(|m| metallic(m, s)).collect()),
    ("D1", |s| vec![law("rook: the value is x xor y, at every position", ROOK, &[], None, s)]),
    ("D2", horse),
    ("D3", king),
    ("D4", |s| vec![law("rectangular chocolate is nim, at every position", RECTANGLE, &[], None, s)]),
    ("D5", |s| (1..=4).map(|half| even_staircase(2 * half, s)).collect()),
    ("D6", theorem_6_1),
    ("D7", odd_staircases),
];

/// A claim of a rules text, or one added to it, holds at every position.
fn law(
    statement: impl Into<String>,
    rules: &str,
    parameters: &[(&str, u64)],
    claim: Option<&str>,
    s: &Settling<'_>,
) -> Part {
    let statement = statement.into();
    match claim_of(rules, parameters, claim) {
        Ok((claim, system)) => decide(statement, &claim, system, s),
        Err(fault) => Part::missing(statement, fault.message),
    }
}

fn claim_of(
    rules: &str,
    parameters: &[(&str, u64)],
    claim: Option<&str>,
) -> Result<(Automatic, Numeration), Fault> {
    let mut game = LawGame::new(rules, parameters).map_err(Fault::bad_input)?;
    if let Some(claim) = claim {
        game = game.with_claim(claim).map_err(Fault::bad_input)?;
    }
    let last = game.game.claims.len().checked_sub(1);
    let number = last.ok_or_else(|| Fault::bad_input("the text makes no claim"))?;
    let system = systems::of_claim(&game.game.claims[number].body)?;
    Ok((game.claim(number), system))
}

/// A closed formula, or a printed step of a proof written as one (`forall n . …`): proved, or
/// refuted with the smallest counterexample, which is found and never given. The numeration system
/// is the one its words and irrational multiples need.
pub(super) fn formula(statement: &str, text: &str, s: &Settling<'_>) -> Part {
    let claim = Automatic::Formula { text: one_line(text), holds: true };
    let statement = format!("{statement}: {text}");
    match systems::of_formula(text) {
        Ok(system) => decide(statement, &claim, system, s),
        Err(fault) => Part::missing(statement, fault.message),
    }
}

/// Proves or refutes; either way the checker has the word.
fn decide(statement: String, claim: &Automatic, system: Numeration, s: &Settling<'_>) -> Part {
    let meter = s.limits.start();
    let stop = || meter.spend(0).is_err();
    let report = match prove(claim, system, Budget { stop: &stop, ..Budget::default() }) {
        Ok(report) => report,
        Err(reason) => return Part::missing(statement, reason.to_string()),
    };
    match report.verdict {
        Decision::Proved(evidence) => s.certify(statement, &Claim::Automatic(claim.clone()), || {
            Ok::<_, String>(write(claim, &evidence))
        }),
        Decision::NotFalling(_, fails, _) => Part::missing(statement, not_falling(&Claim::Automatic(fails))),
        Decision::Refuted(failure, fails, evidence) => {
            let place: Vec<String> =
                failure.witness.iter().map(|(name, v)| format!("{name} = {v}")).collect();
            match s.make_and_check(|| Ok::<_, String>(write(&fails, &evidence))) {
                Ok((proof, evidence)) if *proof.claim() == Claim::Automatic(fails.clone()) => {
                    let counterexample = format!("{}: not so that {}", place.join(", "), failure.condition);
                    Part::refuted(statement, &proof, counterexample, evidence)
                }
                Ok((proof, _)) => {
                    Part::refused(statement, format!("it establishes another claim: {}", proof.claim()))
                }
                Err(failure) => failure.part(statement),
            }
        }
    }
}

fn nim(s: &Settling<'_>) -> Vec<Part> {
    let mut parts: Vec<Part> = (2..=8)
        .map(|n| {
            let names: Vec<String> = (1..=n).map(|i| format!("a{i}")).collect();
            let claim = format!("losing = {} = 0", names.join(" xor "));
            let statement =
                format!("nim with {n} piles: the P-positions are those with xor 0, at every position");
            law(statement, &heaps_text(&vec![0; n]), &[], Some(&claim), s)
        })
        .collect();
    parts.push(formula(
        "Theorem 17 for three piles: of the moves in the first pile exactly a -> a xor s wins, where that is smaller",
        "forall a, b, c, d . d < a implies (d xor b xor c = 0 iff d = a xor (a xor b xor c))",
        s,
    ));
    parts
}

fn sums(s: &Settling<'_>) -> Vec<Part> {
    let one = |claim: &str, statement: &str| law(statement, &heaps_text(&[3]), &[], Some(claim), s);
    let three = |claim: &str, statement: &str| law(statement, &heaps_text(&[0, 3, 5]), &[], Some(claim), s);
    vec![
        one("grundy = a1 mod 3", "Example 26 as printed: with at most 3 taken, E(a) = a mod 3"),
        one("grundy = a1 mod 4", "Example 26 repaired: with at most 3 taken, E(a) = a mod 4"),
        three(
            "grundy = a1 xor (a2 mod 3) xor (a3 mod 5)",
            "Example 27 as printed: in the sum of a free pile and piles with at most 3 and 5 taken, E = a xor (b mod 3) xor (c mod 5)",
        ),
        three(
            "grundy = a1 xor (a2 mod 4) xor (a3 mod 6)",
            "Example 27 repaired: E = a xor (b mod 4) xor (c mod 6), so that E(4, 5, 6) = 5, at every position",
        ),
        law(
            "Example 24: the energy of three-pile nim is the xor of the piles, at every position",
            &heaps_text(&[0, 0, 0]),
            &[],
            Some("grundy = a1 xor a2 xor a3"),
            s,
        ),
    ]
}

fn thue_morse(s: &Settling<'_>) -> Vec<Part> {
    let f = |statement: &str, text: &str| formula(statement, text, s);
    vec![
        cube_free(s),
        f(
            "it has no overlap either",
            "not exists i, n . n >= 1 and forall j . j <= n implies thue_morse(i + j) = thue_morse(i + j + n)",
        ),
        f(
            "binary digits and recurrence (and substitution 0 -> 01, 1 -> 10) agree",
            "thue_morse(0) = 0 and forall n . thue_morse(2*n) = thue_morse(n) and thue_morse(2*n + 1) + thue_morse(n) = 1",
        ),
        f(
            "binary digits and concatenation agree: what follows the first 2^m symbols is their complement",
            "forall n, i . is_power(2, n) = 1 and i < n implies thue_morse(n + i) + thue_morse(i) = 1",
        ),
    ]
}

/// Theorem 36.
pub(super) fn cube_free(s: &Settling<'_>) -> Part {
    formula(
        "Theorem 36: the Thue-Morse word has no cube",
        "not exists i, n . n >= 1 and forall j . j < 2*n implies thue_morse(i + j) = thue_morse(i + j + n)",
        s,
    )
}

fn fibonacci(s: &Settling<'_>) -> Vec<Part> {
    let f = |statement: &str, text: &str| formula(statement, text, s);
    vec![
        f(
            "Definition 37 (the i-th 0 stands where the line crosses x = i, after i - 1 others and floor(i/phi) ones) gives the word",
            "forall n . n >= 1 implies (fibonacci_word(n) = 0 iff exists i . i >= 1 and n = i + floor(i*(1/phi)))",
        ),
        f(
            "Definition 38: after the first |G(m+1)| symbols the first |G(m)| symbols come again",
            "fibonacci_word(1) = 0 and fibonacci_word(2) = 1 and forall u, v, i . is_fibonacci(u) = 1 and is_fibonacci(v) = 1 and u < v \
             and (forall w . is_fibonacci(w) = 1 and u < w implies v <= w) and 1 <= i and i <= u implies fibonacci_word(v + i) = fibonacci_word(i)",
        ),
        f(
            "Proposition 40 (1), by induction: the count of ones starts at 0 and grows by f(n)",
            "floor(1*(1/(1 + phi))) = 0 and forall n . n >= 1 implies floor((n + 1)*(1/(1 + phi))) = floor(n*(1/(1 + phi))) + fibonacci_word(n)",
        ),
        f(
            "Proposition 40 (2), by induction: the count of zeros starts at 0 and grows by 1 - f(n)",
            "floor(1*(1/phi)) = 0 and forall n . n >= 1 implies floor((n + 1)*(1/phi)) + fibonacci_word(n) = floor(n*(1/phi)) + 1",
        ),
        f(
            "Proposition 40 (5)",
            "forall n . n >= 1 implies fibonacci_word(n) + floor((n + 1)*phi) = 2 + floor(n*phi)",
        ),
        f(
            "Proposition 42 (1): the zeros stand at floor(i phi)",
            "forall n . n >= 1 implies (fibonacci_word(n) = 0 iff exists i . i >= 1 and n = floor(i*phi))",
        ),
        f(
            "Proposition 42 (2): the ones stand at floor(i phi^2)",
            "forall n . n >= 1 implies (fibonacci_word(n) = 1 iff exists i . i >= 1 and n = floor(i*(1 + phi)))",
        ),
        f("Proposition 42 (3)", "forall i . floor(i*(1 + phi)) = floor(i*phi) + i"),
        f(
            "the k and l split the positive integers",
            "forall n . n >= 1 implies ((exists i . i >= 1 and n = floor(i*phi)) iff not exists i . i >= 1 and n = floor(i*(1 + phi)))",
        ),
    ]
}

fn wythoff(m: u64, s: &Settling<'_>) -> Part {
    let statement = format!(
        "s = {m}: the P-positions of {} are exactly (0, 0), (k_i, l_i), (l_i, k_i)",
        if m == 1 {
            "Wythoff's game".to_owned()
        } else {
            format!("the {m}-th Wythoff game, amounts differing by less than {m},")
        }
    );
    law(statement, WYTHOFF, &[("s", m)], None, s)
}

fn metallic(m: u64, s: &Settling<'_>) -> Vec<Part> {
    let word = format!(
        "forall n . n >= 1 implies (metallic_word({m}, n) = 0 iff exists i . i >= 1 and n = i + floor(i*(1/mu({m}))))"
    );
    let beatty = format!(
        "forall i . floor(i*(1 + mu({m}))) = floor(i*(1 + 1/mu({m}))) + {m}*i and floor(i*(1 + 1/mu({m}))) = i + floor(i*(1/mu({m})))"
    );
    let ones = format!(
        "forall n . n >= 1 implies (metallic_word({m}, n) = 1 iff exists i . i >= 1 and n = floor(i*(1 + mu({m}))))"
    );
    vec![
        formula(
            &format!("s = {m}: the cutting sequence of y = x/mu is the fixed point of 0 -> 0..01, 1 -> 0"),
            &word,
            s,
        ),
        formula(&format!("s = {m}: Proposition 48 (2), the ones"), &ones, s),
        formula(&format!("s = {m}: Proposition 48 (1) and (3)"), &beatty, s),
        wythoff(m, s),
    ]
}

fn horse(s: &Settling<'_>) -> Vec<Part> {
    vec![
        law("Theorem 3.1: the dragon horse, at every position", HORSE, &[], None, s),
        found(
            "beyond the paper: a dragon horse with steps of up to 2 along row and column has a law, found and proved",
            "game horse-2\nposition x, y\nmove x' < x, y' < y, x - x' = y - y'\nmove x' < x, x <= x' + 2, y' = y\nmove x' = x, y' < y, y <= y' + 2\n",
            s,
        ),
    ]
}

fn king(s: &Settling<'_>) -> Vec<Part> {
    let mut parts = vec![law("Theorem 3.2: the dragon king, at every position", KING, &[], None, s)];
    for p in 2..=13 {
        let statement = format!(
            "beyond the paper: rook moves and both ways at once, fewer than {p} squares in all: (x + y) mod {p} + {p}((x div {p}) xor (y div {p}))"
        );
        parts.push(law(statement, RYUO, &[("p", p)], None, s));
    }
    parts.push(formula(
        "equation (15) as printed replaces (k - 1) xor (h - 1) by k xor h",
        "forall k, h . k >= 1 and h >= 1 implies (k - 1) xor (h - 1) = k xor h",
        s,
    ));
    parts
}

/// (16) to (19) as one law, then each formula on its own: the law with that formula where it
/// applies.
fn theorem_6_1(s: &Settling<'_>) -> Vec<Part> {
    let on_position = |text: &str| {
        let letter = |c: char| match c {
            'p' => "(y div 2)".to_owned(),
            'q' => "(z div 2)".to_owned(),
            'r' => "(z div 2 - y div 2)".to_owned(),
            other => other.to_string(),
        };
        text.chars().map(letter).collect::<String>()
    };
    let [even_even, odd_even, even_odd, odd_odd] = [0, 1, 2, 3].map(|at| on_position(THEOREM_6_1[at].3));
    let whole = format!(
        "(if z mod 2 = 0 then (if y mod 2 = 0 then {even_even} else {odd_even}) else (if y mod 2 = 0 then {even_odd} else {odd_odd}))"
    );
    let prove = |statement: String, value: &str| {
        law(statement, CHOCOLATE, &[("k", 1)], Some(&format!("grundy = {value}")), s)
    };
    let mut parts = vec![prove(
        "Theorem 6.1, (16) to (19), with p = y div 2 and q = z div 2: at every position of staircase chocolate with k = 1".to_owned(),
        &whole,
    )];
    for (number, y, z, text) in THEOREM_6_1 {
        let (plus_y, plus_z) = (["", " + 1"][y as usize], ["", " + 1"][z as usize]);
        let half = if number < 20 { "q" } else { "(p + r)" };
        let statement = format!(
            "({number}) where y <= z, for all p and the rest: G(2p{plus_y}, 2{half}{plus_z}) = {text}"
        );
        let formula = on_position(text);
        parts.push(prove(
            statement,
            &format!("if y mod 2 = {y} and z mod 2 = {z} then {formula} else {whole}"),
        ));
    }
    parts
}

fn even_staircase(k: u64, s: &Settling<'_>) -> Part {
    let statement = format!("staircase chocolate, k = {k}: the value is y xor z, at every position");
    law(statement, CHOCOLATE, &[("k", k)], Some("grundy = y xor z"), s)
}

fn odd_staircases(s: &Settling<'_>) -> Vec<Part> {
    let mut parts: Vec<Part> = [1, 3, 5, 7, 9, 11]
        .iter()
        .map(|&k| {
            let statement = format!("staircase chocolate, k = {k}, at every position: {ODD_STAIRCASE}");
            law(statement, CHOCOLATE, &[("k", k)], Some(ODD_STAIRCASE), s)
        })
        .collect();
    let text = CHOCOLATE.replace("param k = 1", "param k = 3");
    parts.push(found("staircase chocolate, k = 3: a law found from the rules alone, and proved", &text, s));
    parts
}

/// A law found from the rules alone.
fn found(statement: &str, rules: &str, s: &Settling<'_>) -> Part {
    let game = match LawGame::new(rules, &[]) {
        Ok(game) => game,
        Err(error) => return Part::missing(statement, error.to_string()),
    };
    let limits: &Limits = s.limits;
    let discovery = discover(&game, 4096, &Settings { limits, states: None, system: None }, s.watch);
    match discovery.finding {
        Some(found) => {
            let law = match (&found.closed_form, found.states) {
                (Some(law), _) => law.clone(),
                (None, states) => format!("an automaton with {states} states"),
            };
            let expected = found.proof.claim().clone();
            s.certify(format!("{statement}: {law}"), &expected, || {
                Ok::<_, String>(found.proof.text().to_owned())
            })
        }
        None => Part::open(statement, discovery.gave_up.unwrap_or_default()),
    }
}
