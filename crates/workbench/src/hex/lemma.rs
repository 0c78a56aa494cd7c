//! Statements about connections as text, in the notation of the papers' figures, proved by search and certified.
//!
//! ```text
//! # Figure 13
//! lemma SC2
//! board 8 8
//! claim t-x
//! minimal
//! 1: . . . . - - - -
//! 2:  . . . . - - - .
//! 3:   . . . . - x . .
//! case 51 -> 52 : t-x and t-52
//! ```
//!
//! A row has one sign per column, so nothing can float: `.` a cell outside, which counts as White's, `o` a White
//! stone (the same), `- * + ^` an empty cell of the carrier, a capital an empty cell with a name, any other small
//! letter a Black stone with that name. Rows left out are all outside. `minimal` claims that no cell of the carrier
//! can be left out. A `case` states what holds after White has taken all cells before the arrow and Black those
//! behind it: a node of a sigma-connection's tree. `ab A B` states the AB-property: White A is answered by Black B,
//! White B by a cell that leaves A superfluous.

use std::collections::BTreeMap;

use certificate::connection::{self, Connection, Derivation, Formula, Geometry};
use certificate::{Claim, Context};
use rules::hex::{Cell, CellSet, Player, Position, Size};
use solve::hex::promise::{Minimality, Question, Verdict, decide, decide_minimal};
use solve::hex::search::Search;
use solve::limits::{Meter, Stop};

/// The lemmas that come with the program: name and text.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("S", include_str!("../../data/hex/s.lemma")),
    ("S-edge", include_str!("../../data/hex/s-edge.lemma")),
    ("T", include_str!("../../data/hex/t.lemma")),
    ("fig3", include_str!("../../data/hex/fig3.lemma")),
    ("fig4", include_str!("../../data/hex/fig4.lemma")),
    ("SC1", include_str!("../../data/hex/sc1.lemma")),
    ("SC2", include_str!("../../data/hex/sc2.lemma")),
    ("SE1", include_str!("../../data/hex/se1.lemma")),
    ("SE2", include_str!("../../data/hex/se2.lemma")),
    ("prop5", include_str!("../../data/hex/prop5.lemma")),
    ("prop6", include_str!("../../data/hex/prop6.lemma")),
];

/// One statement of a lemma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// How the text names it: `claim`, `case 36 -> 27`, `ab A B`.
    pub title: String,
    /// Black's stones, edges included.
    pub stones: CellSet,
    /// The empty cells.
    pub carrier: CellSet,
    /// What Black can make true.
    pub formula: Formula,
    /// Is the carrier claimed to be minimal?
    pub minimal: bool,
    /// Does Black move first, at a cell the search has to find?
    pub black_first: bool,
}

/// A lemma as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// Its name.
    pub name: String,
    /// The board.
    pub size: Size,
    /// The claim first, then cases.
    pub statements: Vec<Statement>,
}

/// Where and why a text was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct LemmaError {
    /// From 1; 0 for the text as a whole.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// Reads a lemma.
pub fn parse(text: &str) -> Result<Lemma, LemmaError> {
    let mut name = None;
    let mut size = None;
    let mut claim = None;
    let mut minimal = false;
    let mut names: BTreeMap<String, Cell> = BTreeMap::new();
    let (mut black, mut carrier, mut seen) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
    let mut later = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let fail = |reason: String| LemmaError { line, reason };
        let content = raw.split('#').next().unwrap_or("").trim();
        let (keyword, rest) =
            content.split_once(' ').map_or((content, ""), |(word, rest)| (word, rest.trim()));
        match keyword {
            "" => {}
            "lemma" => name = Some(rest.to_owned()),
            "minimal" if rest.is_empty() => minimal = true,
            "claim" => claim = Some((line, rest)),
            "case" | "ab" => later.push((line, keyword, rest)),
            "board" => {
                let sides: Vec<usize> =
                    rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                let [columns, rows] = sides[..] else {
                    return Err(fail(format!("`{content}`: write `board COLUMNS ROWS`")));
                };
                size = Some(Size::new(columns, rows).map_err(|error| fail(error.to_string()))?);
            }
            _ => {
                let row: Option<i32> = keyword.strip_suffix(':').and_then(|row| row.parse().ok());
                let (Some(row), Some(size)) = (row, size) else {
                    return Err(fail(format!(
                        "`{content}` is no line of a lemma: after `board` come `claim`, `minimal`, rows such as \
                         `3: . - x`, `case` and `ab`"
                    )));
                };
                let signs: Vec<&str> = rest.split_whitespace().collect();
                if !(1..=size.rows() as i32).contains(&row) || signs.len() != size.columns() {
                    return Err(fail(format!(
                        "row {row} with {} signs: the board has {} rows of {} cells",
                        signs.len(),
                        size.rows(),
                        size.columns()
                    )));
                }
                for (column, sign) in signs.iter().enumerate() {
                    let cell = size.at(column as i32 + 1, row).expect("on the board by the test above");
                    if seen.contains(cell) {
                        return Err(fail(format!("row {row} stands twice")));
                    }
                    seen = seen.with(cell);
                    match sign.as_bytes() {
                        b"." | b"o" => continue,
                        b"-" | b"*" | b"+" | b"^" => carrier = carrier.with(cell),
                        [letter] if letter.is_ascii_uppercase() => {
                            carrier = carrier.with(cell);
                            insert(&mut names, sign, cell).map_err(fail)?;
                        }
                        [letter] if letter.is_ascii_lowercase() && !b"tblr".contains(letter) => {
                            black = black.with(cell);
                            insert(&mut names, sign, cell).map_err(fail)?;
                        }
                        _ => {
                            return Err(fail(format!(
                                "`{sign}`: a cell is one of . o - * + ^, a letter or a capital"
                            )));
                        }
                    }
                }
            }
        }
    }
    let whole = |reason: &str| LemmaError { line: 0, reason: reason.to_owned() };
    let size = size.ok_or_else(|| whole("there is no line `board COLUMNS ROWS`"))?;
    let (line, claim) = claim.ok_or_else(|| whole("there is no line `claim FORMULA`"))?;
    let geometry = Geometry::new(size, Player::Black);
    let edges: CellSet = geometry.edges().into_iter().collect();
    let point = |word: &str| names.get(word).copied().or_else(|| geometry.point(word));
    let formula_at = |line: usize, text: &str| {
        Formula::parse(text, &point).map_err(|error| LemmaError { line, reason: error.to_string() })
    };
    let formula = formula_at(line, claim)?;
    let mut statements = Vec::new();
    let mut state = |line: usize, mut one: Statement| {
        one.stones = one.stones.or(one.formula.points().and(edges));
        let missing = one.formula.points().minus(one.stones);
        if missing.is_empty() {
            statements.push(one);
            return Ok(());
        }
        let reason = format!("the formula speaks of {}, where Black has no stone", geometry.names(missing));
        Err(LemmaError { line, reason })
    };
    let base = Statement {
        title: "claim".into(),
        stones: black.or(formula.points().and(edges)),
        carrier,
        formula,
        minimal,
        black_first: false,
    };
    state(line, base.clone())?;
    for (line, keyword, rest) in later {
        let fail = |reason: String| LemmaError { line, reason };
        let cells = |text: &str| {
            let of_carrier = |word: &str| {
                let cell = point(word).filter(|cell| carrier.contains(*cell));
                cell.ok_or_else(|| fail(format!("`{word}` is not a cell of the carrier")))
            };
            text.split_whitespace().map(of_carrier).collect::<Result<CellSet, _>>()
        };
        if keyword == "ab" {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let [a, b] = words[..] else {
                return Err(fail("write `ab A B` with two cells of the carrier".into()));
            };
            let both = cells(rest)?;
            let answer = base.stones.or(cells(b)?);
            let left = carrier.minus(both);
            let title = format!("AB-property: White {a} is answered by Black {b}");
            state(line, Statement { title, stones: answer, carrier: left, minimal: false, ..base.clone() })?;
            let title = format!("AB-property: White {b} is answered so that {a} is superfluous");
            state(
                line,
                Statement { title, carrier: left, minimal: false, black_first: true, ..base.clone() },
            )?;
            continue;
        }
        let parts = rest.split_once("->").and_then(|(white, rest)| Some((white, rest.split_once(':')?)));
        let Some((white, (replies, formula))) = parts else {
            return Err(fail("write `case CELLS -> CELLS : FORMULA`".into()));
        };
        let (taken, replies) = (cells(white)?, cells(replies)?);
        if !taken.is_disjoint(replies) {
            return Err(fail("a cell stands on both sides of the arrow".into()));
        }
        let one = Statement {
            title: format!("case {}", rest.split_once(':').map_or(rest, |(head, _)| head).trim()),
            stones: black.or(replies),
            carrier: carrier.minus(taken).minus(replies),
            formula: formula_at(line, formula)?,
            minimal: false,
            black_first: false,
        };
        state(line, one)?;
    }
    Ok(Lemma { name: name.unwrap_or_else(|| "lemma".into()), size, statements })
}

fn insert(names: &mut BTreeMap<String, Cell>, name: &str, cell: Cell) -> Result<(), String> {
    match names.insert(name.to_owned(), cell) {
        None => Ok(()),
        Some(_) => Err(format!("the name `{name}` stands twice")),
    }
}

/// What became of a statement.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It holds: certificate, whether the carrier is known to be minimal, cells that can each be left out.
    Proved {
        /// The text of the certificate.
        certificate: String,
        /// Is every cell of the carrier needed?
        minimal: Option<bool>,
        /// Cells that can each be left out.
        superfluous: CellSet,
        /// Steps of the proof.
        steps: usize,
    },
    /// It fails; White's first move, if one is needed.
    Refuted(Option<Cell>),
    /// A limit was reached.
    Stopped(Stop),
}

/// Proves or refutes one statement. The certificate is accepted by the checker before it is handed over.
pub fn prove(size: Size, one: &Statement, with_minimality: bool, meter: &Meter) -> Result<Outcome, String> {
    let attempt = attempt(size, one, with_minimality || one.minimal, meter);
    let (claim, derivation, minimal, superfluous) = match attempt {
        Ok(Attempt::Holds(claim, derivation, minimal, superfluous)) => {
            (claim, derivation, minimal, superfluous)
        }
        Ok(Attempt::Fails(first)) => return Ok(Outcome::Refuted(first)),
        Err(stop) => return Ok(Outcome::Stopped(stop)),
    };
    let certificate = connection::write(&claim, &derivation);
    let proved =
        certificate::check(&certificate, &Context::default()).map_err(|refusal| refusal.to_string())?;
    if *proved.claim() != Claim::Connection(claim) {
        return Err("the certificate proves another claim".into());
    }
    Ok(Outcome::Proved { certificate, minimal, superfluous, steps: derivation.steps.len() })
}

enum Attempt {
    Holds(Connection, Derivation, Option<bool>, CellSet),
    Fails(Option<Cell>),
}

fn attempt(size: Size, one: &Statement, with_minimality: bool, meter: &Meter) -> Result<Attempt, Stop> {
    let geometry = Geometry::new(size, Player::Black);
    let holds = |stones: CellSet, carrier: CellSet, minimal: bool| Connection::Holds {
        size,
        owner: Player::Black,
        stones,
        carrier,
        formula: one.formula.clone(),
        minimal,
    };
    if one.black_first {
        // One stone more, wherever it helps.
        for cell in one.carrier.cells() {
            let (stones, carrier) = (one.stones.with(cell), one.carrier.without(cell));
            let question = Question { geometry: &geometry, stones, carrier, formula: &one.formula };
            if let Verdict::Holds(_, steps) = decide(&question, meter)? {
                let derivation = Derivation { steps, ..Derivation::default() };
                return Ok(Attempt::Holds(holds(stones, carrier, false), derivation, None, CellSet::EMPTY));
            }
        }
        return Ok(Attempt::Fails(None));
    }
    let claim = |minimal| holds(one.stones, one.carrier, minimal);
    if one.formula == Formula::win(&geometry) {
        // The edges: the search for winners, all other cells being White's.
        let black = one.stones.and(size.all());
        let white = size.all().minus(black).minus(one.carrier);
        let position = Position::set_up(size, black, white, Player::White).expect("disjoint by construction");
        let solution = Search::new(size, meter).solve(&position)?;
        return Ok(match solution.winner {
            Player::Black => Attempt::Holds(claim(false), solution.evidence, None, CellSet::EMPTY),
            Player::White => Attempt::Fails(solution.winning_move),
        });
    }
    let (stones, carrier) = (one.stones, one.carrier);
    let question = Question { geometry: &geometry, stones, carrier, formula: &one.formula };
    if !with_minimality {
        return Ok(match decide(&question, meter)? {
            Verdict::Holds(_, steps) => {
                let derivation = Derivation { steps, ..Derivation::default() };
                Attempt::Holds(claim(false), derivation, None, CellSet::EMPTY)
            }
            Verdict::Fails(first, _) => Attempt::Fails(first),
        });
    }
    Ok(match decide_minimal(&question, meter)? {
        Minimality::Minimal(derivation) => {
            Attempt::Holds(claim(true), derivation, Some(true), CellSet::EMPTY)
        }
        Minimality::Superfluous(cells, derivation) => {
            Attempt::Holds(claim(false), derivation, Some(false), cells)
        }
        Minimality::Fails(first, _) => Attempt::Fails(first),
    })
}

/// The built-in lemma of this name, in capitals or not.
pub fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::limits::Limits;

    #[test]
    fn every_built_in_lemma_is_read() {
        for (name, text) in BUILT_IN {
            assert_eq!(parse(text).unwrap().name, *name);
        }
    }

    #[test]
    fn small_lemmas_hold_with_all_their_cases() {
        for name in ["S", "S-edge", "T", "fig4", "SC2"] {
            let lemma = parse(built_in(name).unwrap()).unwrap();
            for one in &lemma.statements {
                let outcome = prove(lemma.size, one, false, &Limits::default().start()).unwrap();
                let Outcome::Proved { minimal, .. } = outcome else {
                    panic!("{name}: {}: {outcome:?}", one.title)
                };
                assert_eq!(minimal, one.minimal.then_some(true), "{name}: {}", one.title);
            }
        }
    }

    #[test]
    fn a_template_without_one_of_its_cells_is_refuted() {
        let text = built_in("T").unwrap().replace(". . . - - - - .", ". . . - - - . .");
        let lemma = parse(&text).unwrap();
        let outcome = prove(lemma.size, &lemma.statements[0], false, &Limits::default().start()).unwrap();
        assert!(matches!(outcome, Outcome::Refuted(Some(_))), "{outcome:?}");
    }

    #[test]
    fn bad_texts_are_refused_with_their_line() {
        for (text, line) in [
            ("claim x-b", 0),
            ("board 40 40", 1),
            ("board 3 3\n1: . .\nclaim t-b", 2),
            ("board 3 3\nfloating text\nclaim t-b", 2),
            ("board 3 3\n1: x x .\nclaim t-b", 2),
            ("board 3 3\n1: . x .\n1: . . .\nclaim x-b", 3),
            ("board 3 3\nclaim y-b", 2),
            ("board 3 3\nclaim 22-b", 2),
            ("board 3 3\n4: . . .\nclaim t-b", 2),
            ("board 3 3\n1: . x -\nclaim x-b\ncase 11 -> 31 : x-b", 4),
        ] {
            assert_eq!(parse(text).unwrap_err().line, line, "{text}");
        }
    }
}
