//! Statements about connections as text, in the notation of the papers' figures, proved by search
//! and certified.
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
//! A row has one sign per column, so nothing can float: `.` a cell outside, which counts as
//! White's, `o` a White stone (the same), `- * + ^` an empty cell of the carrier, a capital an
//! empty cell with a name, any other small letter a Black stone with that name. Rows left out are
//! all outside. `minimal` claims that no cell of the carrier can be left out. A `case` states what
//! holds after White has taken all cells before the arrow and Black those behind it: a node of a
//! sigma-connection's tree. In `FORMULA => FORMULA` the first is proved by search and the second
//! follows from it. `by SE2, SC2 turn mirror 13` says that the claim follows from these lemmas side
//! by side, each as drawn or moved.
//!
//! `ab A B : FORMULA` states the AB-property (of the claim unless a formula is given): White A is
//! answered by Black B, White B by a cell that leaves A superfluous. `ab A B : FORMULA => MORE`
//! states besides what a player gains by it: both answers secure MORE too, the second with the help
//! of A.

use std::collections::BTreeMap;

use hissho_certificate::Claim;
use hissho_certificate::hex::{self, Connection, Derivation, Formula, Geometry, Motion, Step};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use hissho_solve::hex::ledger::renumbered;
use hissho_solve::hex::lemma_search::{LemmaQuestion, LemmaVerdict, Minimality, decide, decide_minimal};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::limits::{Limits, Meter, Stop};

use super::refutation::refute;
use crate::{Certified, Fault};

/// The lemmas that come with the program: name and text.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("S", include_str!("../../data/hex/s.lemma")),
    ("S-edge", include_str!("../../data/hex/s-edge.lemma")),
    ("T", include_str!("../../data/hex/t.lemma")),
    ("fig3", include_str!("../../data/hex/fig3.lemma")),
    ("fig4", include_str!("../../data/hex/fig4.lemma")),
    ("fig12", include_str!("../../data/hex/fig12.lemma")),
    ("fig21", include_str!("../../data/hex/fig21.lemma")),
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
    /// What is to be proved by search, if `formula` is to follow from it.
    pub from: Option<Formula>,
    /// Lemmas the statement follows from.
    pub by: Vec<Use>,
    /// Is the carrier claimed to be minimal?
    pub minimal: bool,
    /// Does Black move first, at a cell the search has to find?
    pub black_first: bool,
}

/// The use of a lemma that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Its name.
    pub name: String,
    /// How it is moved, one motion after the other.
    pub motions: Vec<Motion>,
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

/// The lines of a lemma, before its statements are made of them.
#[derive(Default)]
struct Drawn<'t> {
    name: Option<String>,
    size: Option<Size>,
    /// The claim, what it is by, and the cases, each with its line.
    claim: Option<(usize, &'t str)>,
    by: Option<(usize, &'t str)>,
    later: Vec<(usize, &'t str, &'t str)>,
    minimal: bool,
    names: BTreeMap<String, Cell>,
    black: CellSet,
    carrier: CellSet,
    seen: CellSet,
}

impl<'t> Drawn<'t> {
    /// Reads one line without its comment.
    fn read(&mut self, line: usize, content: &'t str) -> Result<(), String> {
        let (keyword, rest) =
            content.split_once(' ').map_or((content, ""), |(word, rest)| (word, rest.trim()));
        match keyword {
            "" => {}
            "lemma" => self.name = Some(rest.to_owned()),
            "minimal" if rest.is_empty() => self.minimal = true,
            "claim" => self.claim = Some((line, rest)),
            "by" => self.by = Some((line, rest)),
            "case" | "ab" => self.later.push((line, keyword, rest)),
            "board" => {
                let sides: Vec<usize> =
                    rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                let [columns, rows] = sides[..] else {
                    return Err(format!("`{content}`: write `board COLUMNS ROWS`"));
                };
                self.size = Some(Size::new(columns, rows).map_err(|error| error.to_string())?);
            }
            _ => {
                let row: Option<i32> = keyword.strip_suffix(':').and_then(|row| row.parse().ok());
                let (Some(row), Some(size)) = (row, self.size) else {
                    return Err(format!(
                        "`{content}` is no line of a lemma: after `board` come `claim`, `minimal`, `by`, rows such \
                         as `3: . - x`, `case` and `ab`"
                    ));
                };
                self.row(size, row, rest)?;
            }
        }
        Ok(())
    }

    /// Reads the signs of a row.
    fn row(&mut self, size: Size, row: i32, signs: &str) -> Result<(), String> {
        let signs: Vec<&str> = signs.split_whitespace().collect();
        if !(1..=size.rows() as i32).contains(&row) || signs.len() != size.columns() {
            return Err(format!(
                "row {row} with {} signs: the board has {} rows of {} cells",
                signs.len(),
                size.rows(),
                size.columns()
            ));
        }
        for (column, sign) in signs.iter().enumerate() {
            let cell = size.at(column as i32 + 1, row).expect("on the board by the test above");
            if self.seen.contains(cell) {
                return Err(format!("row {row} stands twice"));
            }
            self.seen = self.seen.with(cell);
            match sign.as_bytes() {
                b"." | b"o" => continue,
                b"-" | b"*" | b"+" | b"^" => self.carrier = self.carrier.with(cell),
                [letter] if letter.is_ascii_uppercase() => {
                    self.carrier = self.carrier.with(cell);
                    insert(&mut self.names, sign, cell)?;
                }
                [letter] if letter.is_ascii_lowercase() && !b"tblr".contains(letter) => {
                    self.black = self.black.with(cell);
                    insert(&mut self.names, sign, cell)?;
                }
                _ => {
                    return Err(format!("`{sign}`: a cell is one of . o - * + ^, a letter or a capital"));
                }
            }
        }
        Ok(())
    }
}

/// The statements of a lemma in the making.
struct Stated<'d> {
    geometry: Geometry,
    names: &'d BTreeMap<String, Cell>,
    carrier: CellSet,
    statements: Vec<Statement>,
}

/// A formula, and what it is to follow from.
type Formulas = (Formula, Option<Formula>);

impl Stated<'_> {
    fn point(&self, word: &str) -> Option<Cell> {
        self.names.get(word).copied().or_else(|| self.geometry.point(word))
    }

    fn formula(&self, text: &str) -> Result<Formula, String> {
        Formula::parse(text, &|word| self.point(word)).map_err(|error| error.to_string())
    }

    fn formulas(&self, text: &str) -> Result<Formulas, String> {
        match text.split_once("=>") {
            Some((from, text)) => Ok((self.formula(text)?, Some(self.formula(from)?))),
            None => Ok((self.formula(text)?, None)),
        }
    }

    /// Cells of the carrier.
    fn cells(&self, text: &str) -> Result<CellSet, String> {
        let of_carrier = |word: &str| {
            let cell = self.point(word).filter(|cell| self.carrier.contains(*cell));
            cell.ok_or_else(|| format!("`{word}` is not a cell of the carrier"))
        };
        text.split_whitespace().map(of_carrier).collect()
    }

    /// Adds a statement; the edges that it speaks of are stones.
    fn state(&mut self, mut one: Statement) -> Result<(), String> {
        let edges: CellSet = self.geometry.edges().into_iter().collect();
        let points = one.from.iter().fold(one.formula.points(), |points, from| points.or(from.points()));
        one.stones = one.stones.or(points.and(edges));
        let missing = points.minus(one.stones);
        if !missing.is_empty() {
            let names = self.geometry.names(missing);
            return Err(format!("the formula speaks of {names}, where Black has no stone"));
        }
        self.statements.push(one);
        Ok(())
    }

    /// `ab A B`, `ab A B : FORMULA` or `ab A B : FORMULA => MORE`.
    fn ab_property(&mut self, base: &Statement, rest: &str) -> Result<(), String> {
        let (ends, formulas) = rest.split_once(':').map_or((rest, None), |(ends, text)| (ends, Some(text)));
        let words: Vec<&str> = ends.split_whitespace().collect();
        let [a, b] = words[..] else {
            return Err("write `ab A B` or `ab A B : FORMULA` with two cells of the carrier".into());
        };
        let both = self.cells(ends)?;
        let stones = base.stones.or(self.cells(b)?);
        let (formula, more) = match formulas {
            None => (base.formula.clone(), None),
            // What stands before the arrow is the property, what stands behind it is gained.
            Some(text) => match self.formulas(text)? {
                (more, Some(formula)) => (formula, Some(more)),
                (formula, None) => (formula, None),
            },
        };
        let first = format!("AB-property: White {a} is answered by Black {b}");
        let second = format!("AB-property: White {b} is answered so that {a} is superfluous");
        let left = self.carrier.minus(both);
        let base = Statement { carrier: left, formula: formula.clone(), ..base.clone() };
        self.state(Statement { title: first.clone(), stones, ..base.clone() })?;
        self.state(Statement { title: second, black_first: true, ..base.clone() })?;
        if let Some(more) = more {
            let formula = Formula::And(vec![formula, more]);
            let base = Statement { formula, ..base };
            self.state(Statement { title: format!("{first}, which gains"), stones, ..base.clone() })?;
            let title = format!("AB-property: White {b} is answered so that {a} gains");
            let carrier = self.carrier.minus(self.cells(b)?);
            self.state(Statement { title, carrier, black_first: true, ..base })?;
        }
        Ok(())
    }

    /// `case CELLS -> CELLS : FORMULA`.
    fn case(&mut self, base: Statement, black: CellSet, rest: &str) -> Result<(), String> {
        let parts = rest.split_once("->").and_then(|(white, rest)| Some((white, rest.split_once(':')?)));
        let Some((white, (replies, formula))) = parts else {
            return Err("write `case CELLS -> CELLS : FORMULA`".into());
        };
        let (taken, replies) = (self.cells(white)?, self.cells(replies)?);
        let (formula, from) = self.formulas(formula)?;
        if !taken.is_disjoint(replies) {
            return Err("a cell stands on both sides of the arrow".into());
        }
        self.state(Statement {
            title: format!("case {}", rest.split_once(':').map_or(rest, |(head, _)| head).trim()),
            stones: black.or(replies),
            carrier: self.carrier.minus(taken).minus(replies),
            formula,
            from,
            ..base
        })
    }
}

/// Reads a lemma.
pub fn parse(text: &str) -> Result<Lemma, LemmaError> {
    let at = |line: usize| move |reason: String| LemmaError { line, reason };
    let mut drawn = Drawn::default();
    for (index, raw) in text.lines().enumerate() {
        let content = raw.split('#').next().unwrap_or("").trim();
        drawn.read(index + 1, content).map_err(at(index + 1))?;
    }
    let Drawn { name, size, claim, by, later, minimal, names, black, carrier, .. } = drawn;
    let whole = |reason: &str| LemmaError { line: 0, reason: reason.to_owned() };
    let size = size.ok_or_else(|| whole("there is no line `board COLUMNS ROWS`"))?;
    let (line, claim) = claim.ok_or_else(|| whole("there is no line `claim FORMULA`"))?;
    let geometry = Geometry::new(size, Player::Black);
    let mut stated = Stated { geometry, names: &names, carrier, statements: Vec::new() };
    let (formula, from) = stated.formulas(claim).map_err(at(line))?;
    let by = by.map_or(Ok(vec![]), |(line, text)| parse_uses(text, size).map_err(at(line)))?;
    let (title, stones, black_first) = ("claim".to_owned(), black, false);
    let base = Statement { title, stones, carrier, formula, from, by, minimal, black_first };
    stated.state(base.clone()).map_err(at(line))?;
    // Cases are proved by search, whatever the claim follows from.
    let base = Statement { from: None, by: vec![], minimal: false, ..base };
    for (line, keyword, rest) in later {
        let done = match keyword {
            "ab" => stated.ab_property(&base, rest),
            _ => stated.case(base.clone(), black, rest),
        };
        done.map_err(at(line))?;
    }
    Ok(Lemma { name: name.unwrap_or_else(|| "lemma".into()), size, statements: stated.statements })
}

/// Reads `SE2, SC2 turn mirror 13`.
fn parse_uses(text: &str, size: Size) -> Result<Vec<Use>, String> {
    let one = |text: &str| {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or("");
        let lemma = built_in(name).ok_or_else(|| format!("`{name}` is no lemma of the program"))?;
        let lemma = parse(lemma).map_err(|error| format!("{name}: {error}"))?;
        if lemma.size != size {
            return Err(format!("{name} is drawn on a board of {}, this is one of {size}", lemma.size));
        }
        let mut motions = Vec::new();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i32>().ok());
            let motion = match word {
                "turn" => Some(Motion::Turn),
                "mirror" => number().map(Motion::Mirror),
                "shift" => number().zip(number()).map(|(columns, rows)| Motion::Shift(columns, rows)),
                _ => None,
            };
            let wanted = "write `turn`, `mirror K` or `shift COLUMNS ROWS` behind the name of a lemma";
            motions.push(motion.ok_or_else(|| format!("`{word}`: {wanted}"))?);
        }
        Ok(Use { name: lemma.name, motions })
    };
    text.split(',').map(one).collect()
}

fn insert(names: &mut BTreeMap<String, Cell>, name: &str, cell: Cell) -> Result<(), String> {
    match names.insert(name.to_owned(), cell) {
        None => Ok(()),
        Some(_) => Err(format!("the name `{name}` stands twice")),
    }
}

/// What became of a statement.
#[derive(Clone, Debug)]
pub enum LemmaOutcome {
    /// It holds: certificate, whether the carrier is known to be minimal, cells that can each be
    /// left out.
    Proved {
        /// The certificate.
        certificate: Certified,
        /// Is every cell of the carrier needed?
        minimal: Option<bool>,
        /// Cells that can each be left out.
        superfluous: CellSet,
        /// Steps of the proof.
        steps: usize,
    },
    /// It fails.
    Fails {
        /// White's first move, if one is needed.
        first: Option<Cell>,
        /// A win of White that shows it. Without one it is the search's word.
        by: Option<Certified>,
    },
    /// It does not follow from what it is said to follow from.
    NotShown,
    /// A limit was reached.
    Stopped(Stop),
}

/// Proves or refutes one statement. The certificate is accepted by the checker before it is handed
/// over.
pub fn prove(
    size: Size,
    one: &Statement,
    with_minimality: bool,
    meter: &Meter,
) -> Result<LemmaOutcome, Fault> {
    let attempt = attempt(size, one, with_minimality || one.minimal, meter);
    let (claim, derivation, minimal, superfluous) = match attempt {
        Ok(Attempt::Holds(claim, derivation, minimal, superfluous)) => {
            (claim, derivation, minimal, superfluous)
        }
        Ok(Attempt::Fails(first)) => {
            return Ok(match refute(size, one, meter) {
                Ok(None) if one.from.is_some() || !one.by.is_empty() => LemmaOutcome::NotShown,
                Ok(by) => LemmaOutcome::Fails { first, by },
                Err(stop) => LemmaOutcome::Stopped(stop),
            });
        }
        Err(stop) => return Ok(LemmaOutcome::Stopped(stop)),
    };
    let checked = Certified::check(hex::write(&claim, &derivation), &Limits::default());
    let certificate = checked.map_err(|refusal| match one.by.is_empty() {
        true => Fault::from(refusal),
        false => {
            Fault::refused(format_args!("the claim does not follow from the lemmas it is by: {refusal}"))
        }
    })?;
    if *certificate.claim() != Claim::Connection(claim) {
        return Err(Fault::refused("the certificate proves another claim"));
    }
    Ok(LemmaOutcome::Proved { certificate, minimal, superfluous, steps: derivation.steps.len() })
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
            let question = LemmaQuestion { geometry: &geometry, stones, carrier, formula: &one.formula };
            if let LemmaVerdict::Holds(_, steps) = decide(&question, meter)? {
                let derivation = Derivation { steps, ..Derivation::default() };
                return Ok(Attempt::Holds(holds(stones, carrier, false), derivation, None, CellSet::EMPTY));
            }
        }
        return Ok(Attempt::Fails(None));
    }
    let claim = |minimal| holds(one.stones, one.carrier, minimal);
    if !one.by.is_empty() {
        let Some(steps) = compose(size, one, meter)? else { return Ok(Attempt::Fails(None)) };
        let derivation = Derivation { steps, ..Derivation::default() };
        return Ok(Attempt::Holds(claim(false), derivation, None, CellSet::EMPTY));
    }
    if let Some(from) = &one.from {
        // The formula the other follows from is proved; that no cell can be left out is a matter of
        // the other.
        let first = Statement { formula: from.clone(), from: None, ..one.clone() };
        let Attempt::Holds(_, mut derivation, ..) = attempt(size, &first, false, meter)? else {
            return Ok(Attempt::Fails(None));
        };
        let parts = vec![derivation.steps.len() - 1];
        derivation.steps.push(Step::And { parts, stones: one.stones, formula: one.formula.clone() });
        if !with_minimality {
            return Ok(Attempt::Holds(claim(false), derivation, None, CellSet::EMPTY));
        }
        let whole = Statement { from: None, ..one.clone() };
        return Ok(match attempt(size, &whole, true, meter)? {
            Attempt::Holds(claim, found, minimal, superfluous) => {
                Attempt::Holds(claim, Derivation { steps: derivation.steps, ..found }, minimal, superfluous)
            }
            fails @ Attempt::Fails(_) => fails,
        });
    }
    if one.formula == Formula::win(&geometry) {
        // The edges: the search for winners, all other cells being White's.
        let black = one.stones.and(size.all());
        let white = size.all().minus(black).minus(one.carrier);
        let position = Position::set_up(size, black, white, Player::White).expect("disjoint by construction");
        let solution = HexSearch::new(size, meter).solve(&position)?;
        return Ok(match solution.winner {
            Player::Black => Attempt::Holds(claim(false), solution.evidence, None, CellSet::EMPTY),
            Player::White => Attempt::Fails(solution.winning_move),
        });
    }
    let (stones, carrier) = (one.stones, one.carrier);
    let question = LemmaQuestion { geometry: &geometry, stones, carrier, formula: &one.formula };
    if !with_minimality {
        return Ok(match decide(&question, meter)? {
            LemmaVerdict::Holds(_, steps) => {
                let derivation = Derivation { steps, ..Derivation::default() };
                Attempt::Holds(claim(false), derivation, None, CellSet::EMPTY)
            }
            LemmaVerdict::Fails(first, _) => Attempt::Fails(first),
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

/// The lemmas a statement follows from, each proved and moved, kept side by side; `None` if one of
/// them fails. Whether the statement does follow is for the checker to say.
fn compose(size: Size, one: &Statement, meter: &Meter) -> Result<Option<Vec<Step>>, Stop> {
    let (mut steps, mut parts) = (Vec::new(), Vec::new());
    for Use { name, motions } in &one.by {
        let lemma = parse(built_in(name).expect("known since it was read")).expect("tests read every lemma");
        let Attempt::Holds(_, derivation, ..) = attempt(size, &lemma.statements[0], false, meter)? else {
            return Ok(None);
        };
        let offset = steps.len();
        steps.extend(derivation.steps.iter().map(|step| renumbered(step, |part| part + offset)));
        for &motion in motions {
            steps.push(Step::Move { part: steps.len() - 1, motion });
        }
        parts.push(steps.len() - 1);
    }
    steps.push(Step::And { parts, stones: one.stones, formula: one.formula.clone() });
    Ok(Some(steps))
}

/// The built-in lemma of this name, in capitals or not.
pub fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_lemma_is_read() {
        for (name, text) in BUILT_IN {
            assert_eq!(parse(text).unwrap().name, *name);
        }
    }

    #[test]
    fn small_lemmas_hold_with_all_their_cases() {
        for name in ["S", "S-edge", "T", "fig4", "fig12", "fig21", "SC1", "SC2"] {
            let lemma = parse(built_in(name).unwrap()).unwrap();
            for one in &lemma.statements {
                let outcome = prove(lemma.size, one, false, &Limits::default().start()).unwrap();
                let LemmaOutcome::Proved { minimal, .. } = outcome else {
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
        let LemmaOutcome::Fails { first: Some(_), by: Some(by) } = &outcome else { panic!("{outcome:?}") };
        let Claim::Connection(Connection::Wins { position, winner }) = by.claim() else { panic!("{by:?}") };
        assert_eq!((position.to_move, *winner), (Player::White, Player::White));
        assert_eq!(position.empty(), lemma.statements[0].carrier);
    }

    fn text_of(proved: &LemmaOutcome) -> &str {
        let LemmaOutcome::Proved { certificate, .. } = proved else { panic!("{proved:?}") };
        certificate.text()
    }

    #[test]
    fn an_arrow_proves_the_first_formula_and_weakens_it_to_the_second() {
        let lemma = parse(built_in("fig21").unwrap()).unwrap();
        let meter = Limits::default().start();
        let proved = prove(lemma.size, &lemma.statements[0], false, &meter).unwrap();
        assert!(text_of(&proved).contains("\nformula 55-b and 35-b\n"), "{proved:?}");
        assert!(
            text_of(&proved).lines().any(|line| line.ends_with(": 55-b and 35-b") && line.starts_with("and"))
        );
        // The other way round nothing follows.
        let text = built_in("S").unwrap().replace("claim x-y", "claim x-y or t-x => x-y");
        let error = prove(lemma.size, &parse(&text).unwrap().statements[0], false, &meter).unwrap_err();
        assert!(error.message.contains("does not follow"), "{error}");
    }

    #[test]
    fn the_ab_property_fails_without_what_it_gains_by() {
        // Without 45 and 26, y is joined to nothing.
        let text =
            built_in("fig21").unwrap().replace(". . y - x o", ". . y . x o").replace(". - A z", ". . A z");
        let lemma = parse(&text).unwrap();
        let meter = Limits::default().start();
        let holds = |one: &Statement| {
            matches!(prove(lemma.size, one, false, &meter), Ok(LemmaOutcome::Proved { .. }))
        };
        let found: Vec<bool> =
            lemma.statements.iter().map(|one| holds(&Statement { minimal: false, ..one.clone() })).collect();
        assert_eq!(found, [false, true, true, false, false]);
    }

    #[test]
    fn a_lemma_by_others_is_their_composition() {
        let reflected = built_in("fig12").unwrap().replace("minimal\n", "by SC2 turn mirror 13\n");
        for text in [built_in("prop6").unwrap(), &reflected] {
            let lemma = parse(text).unwrap();
            let proved = prove(lemma.size, &lemma.statements[0], false, &Limits::default().start()).unwrap();
            assert!(text_of(&proved).lines().rev().nth(1).unwrap().starts_with("and "), "{text}");
        }
        let text = built_in("prop6").unwrap().replace("by SE2, fig3", "by SE2");
        let lemma = parse(&text).unwrap();
        let error = prove(lemma.size, &lemma.statements[0], false, &Limits::default().start()).unwrap_err();
        assert!(error.message.contains("does not follow from the lemmas"), "{error}");
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
            ("board 0 0", 1),
            ("board 8 8\nclaim t-b\nby SE9", 3),
            ("board 8 8\nclaim t-b\nby SE2 spin", 3),
            ("board 7 7\nclaim t-b\nby SE2", 3),
            ("board 3 3\n1: . x -\nclaim x-b\nab 31", 4),
            ("board 3 3\n1: . x -\nclaim x-b =>", 3),
        ] {
            assert_eq!(parse(text).unwrap_err().line, line, "{text}");
        }
    }
}
