//! Number games on finite boxes: every printed statement is written as a formula, or kept as the
//! printed table, and evaluated.
//!
//! A statement that is true is *checked*; one that is false is *refuted* with the first place where
//! it fails, and its repair stands below it as a statement of its own. Nothing here says which is
//! which: the checker evaluates the formula. The laws for all positions are settled beside these by
//! the prover.

mod bounded_nim;
mod statements;

use hissho_certificate::Claim;
use hissho_certificate::impartial::grundy_box;
use hissho_certificate::laws::evaluation::{self, Evaluation, FunctionDefinition, What};
use hissho_rules::Account;
use hissho_rules::language::plain;
use hissho_rules::name::{Component, GameName};
use hissho_solve::impartial;

use super::{Part, Settling, Table};
use crate::impartial::box_claim;

/// The ids settled here: each has rows below.
pub(super) const TABLE: Table = &[
    ("C4", rows),
    ("C5", bounded_nim::parts),
    ("C6", rows),
    ("C7", rows),
    ("C8", rows),
    ("C12", rows),
    ("C13", rows),
    ("C17", rows),
    ("C18", rows),
    ("C19", rows),
    ("D1", rows),
    ("D2", rows),
    ("D3", rows),
    ("D4", rows),
    ("D5", rows),
    ("D6", rows),
    ("D8", rows),
];

/// One statement of a source.
pub(super) struct Row {
    pub(super) id: &'static str,
    /// In words.
    pub(super) statement: &'static str,
    /// Functions of the formula: name, what it gives, of which game.
    pub(super) functions: &'static [(&'static str, What, &'static str)],
    /// The statement as a formula.
    pub(super) formula: &'static str,
}

/// A table as printed.
struct Printed {
    id: &'static str,
    statement: &'static str,
    game: &'static str,
    /// Rows of numbers, a point where there is no position.
    table: &'static str,
    /// Whether the printed rows are the table's columns.
    is_turned: bool,
}

const PRINTED: &[Printed] = &[
    Printed {
        id: "C6",
        statement: "the printed 7 x 7 table of energies of nim with two piles",
        game: "heaps(0,0)",
        table: include_str!("../../../data/tables/nim-two-piles.txt"),
        is_turned: false,
    },
    Printed {
        id: "C12",
        statement: "the printed 11 x 11 table of energies of Wythoff's game",
        game: "wythoff",
        table: include_str!("../../../data/tables/wythoff.txt"),
        is_turned: false,
    },
    Printed {
        id: "D1",
        statement: "the queen's table is the table printed for Wythoff's game (fig. 8 itself is lost)",
        game: "queen",
        table: include_str!("../../../data/tables/wythoff.txt"),
        is_turned: false,
    },
    Printed {
        id: "D6",
        statement: "the printed table of the staircase bar with k = 1, rows 0 to 18 (fig. 21; figs 22 and 23 are parts of it)",
        game: "chocolate(1)",
        table: include_str!("../../../data/tables/chocolate-1.txt"),
        is_turned: true,
    },
];

/// The rows about the id being settled.
fn rows(settling: &Settling<'_>) -> Vec<Part> {
    let id = settling.id();
    let printed =
        PRINTED.iter().filter(|printed| printed.id == id).map(|printed| settle_printed(printed, settling));
    let rows = statements::ROWS.iter().filter(|row| row.id == id).map(|row| settle_row(row, settling));
    printed.chain(rows).collect()
}

/// Has the statement evaluated by the checker.
fn settle_row(row: &Row, settling: &Settling<'_>) -> Part {
    let made = settling.make_and_check(|| {
        let functions = row.functions.iter().map(definition).collect::<Result<Vec<_>, String>>()?;
        let formula = row.formula.split_whitespace().collect::<Vec<_>>().join(" ");
        let found = evaluation::evaluate(&functions, &formula, &Account::unlimited())
            .map_err(|error| error.to_string())?;
        Ok::<_, String>(evaluation::write(&Evaluation { functions, formula, counterexample: found }))
    });
    let (proof, evidence) = match made {
        Ok(made) => made,
        Err(failure) => return failure.part(row.statement),
    };
    let Claim::Evaluation(claim) = proof.claim() else {
        return Part::refused(row.statement, "the certificate establishes another claim");
    };
    let means_this = claim.formula.split_whitespace().eq(row.formula.split_whitespace())
        && row.functions.iter().map(definition).collect::<Result<Vec<_>, _>>().as_ref()
            == Ok(&claim.functions);
    match &claim.counterexample {
        _ if !means_this => Part::refused(row.statement, "the certificate establishes another claim"),
        None => Part::established(row.statement, &proof, evidence),
        Some(at) => {
            let place = place(row.formula, at);
            Part::refuted(row.statement, &proof, place, evidence)
        }
    }
}

/// `a = 3, b = 4`: the variables of the `forall` in front.
fn place(formula: &str, at: &[u64]) -> String {
    let front = formula
        .trim()
        .strip_prefix("forall")
        .and_then(|rest| rest.split_once('.'))
        .map_or("", |(front, _)| front);
    let names = front.split(',').filter_map(|part| part.split_whitespace().next());
    let all: Vec<String> = names.zip(at).map(|(name, value)| format!("{name} = {value}")).collect();
    match (all.is_empty(), formula.starts_with("exists")) {
        (false, _) => all.join(", "),
        (true, true) => "no numbers make it true".to_owned(),
        (true, false) => "the numbers it names".to_owned(),
    }
}

fn definition(&(name, what, game): &(&str, What, &str)) -> Result<FunctionDefinition, String> {
    let (rules, parameters) = rules_of(game)?;
    Ok(FunctionDefinition { name: name.to_owned(), what, rules, parameters })
}

/// Text and parameters of a game string; `heaps(0,3,5)` is a game on heaps with these limits, and
/// `A & B` a sum, as one text.
fn rules_of(game: &str) -> Result<(String, Vec<(String, u64)>), String> {
    if let Some(limits) = game.strip_prefix("heaps(").and_then(|rest| rest.strip_suffix(')')) {
        let limits: Result<Vec<u64>, _> = limits.split(',').map(str::parse).collect();
        return Ok((plain(&heaps(&limits.map_err(|e| e.to_string())?)), Vec::new()));
    }
    if let Some(text) = game.strip_prefix("text:") {
        return Ok((plain(text), Vec::new()));
    }
    let name = GameName::parse(game).map_err(|error| error.to_string())?;
    let parts = name.resolve(&|_| Err("no files here".to_owned())).map_err(|error| error.to_string())?;
    let [Component::Numbers(game)] = &parts[..] else {
        return Err(format!("{name} is not one game on numbers"));
    };
    Ok(hissho_certificate::rules_text::of(game))
}

/// Heaps from each of which at most so many may be taken; 0 means any number.
fn heaps(limits: &[u64]) -> String {
    let names: Vec<String> = (1..=limits.len()).map(|i| format!("a{i}")).collect();
    let mut text = format!("game heaps\nposition {}\n", names.join(", "));
    for (i, (name, limit)) in names.iter().zip(limits).enumerate() {
        let bound = if *limit == 0 { String::new() } else { format!(", {name} <= {name}' + {limit}") };
        let others = names.iter().enumerate().filter(|(j, _)| *j != i);
        let others: String = others.map(|(_, other)| format!(", {other}' = {other}")).collect();
        text += &format!("move {name}' < {name}{bound}{others}\n");
    }
    text
}

/// Has the box of a printed table certified and compares it with what is printed.
fn settle_printed(printed: &Printed, settling: &Settling<'_>) -> Part {
    let rows: Vec<Vec<Option<u32>>> = printed
        .table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split_whitespace().map(|word| word.parse().ok()).collect())
        .collect();
    let (height, width) = (rows.len(), rows.iter().map(Vec::len).max().unwrap_or(0));
    let shape = if printed.is_turned { [width, height] } else { [height, width] };
    let made = settling.make_and_check(|| {
        let (rules, parameters) = rules_of(printed.game)?;
        let parameters: Vec<(&str, u64)> = parameters.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        let game =
            hissho_rules::language::Game::parse(&rules, &parameters).map_err(|error| error.to_string())?;
        let table =
            impartial::table(&game, &shape, settling.limits, settling.watch).map_err(|e| e.to_string())?;
        Ok::<_, String>(grundy_box::write(&box_claim(&game, &table)))
    });
    let (proof, evidence) = match made {
        Ok(made) => made,
        Err(failure) => return failure.part(printed.statement),
    };
    let Claim::GrundyBox(found) = proof.claim() else {
        return Part::refused(printed.statement, "the certificate establishes another claim");
    };
    let expected = rules_of(printed.game);
    if found.shape != shape
        || expected.as_ref().map(|(text, set)| (text, set)) != Ok((&found.rules, &found.parameters))
    {
        return Part::refused(printed.statement, "the certificate establishes another claim");
    }
    let mut wrong = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for c in 0..width {
            let printed_value = row.get(c).copied().flatten();
            let at = if printed.is_turned { [c as u64, r as u64] } else { [r as u64, c as u64] };
            if found.value(&at) != printed_value {
                wrong.push((at[0] + at[1], at, printed_value, found.value(&at)));
            }
        }
    }
    let show = |value: Option<u32>| value.map_or("none".to_owned(), |value| value.to_string());
    match wrong.iter().min() {
        None => Part::established(printed.statement, &proof, evidence),
        Some((_, at, is, must_be)) => {
            let place = format!("({}, {}): printed {}, right {}", at[0], at[1], show(*is), show(*must_be));
            Part::refuted(printed.statement, &proof, place, evidence)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_about_the_ids_of_the_table_and_each_has_one() {
        let of_rows = super::statements::ROWS.iter().map(|row| row.id);
        let found: Vec<&str> = PRINTED.iter().map(|printed| printed.id).chain(of_rows).collect();
        assert!(found.iter().all(|id| TABLE.iter().any(|(listed, _)| listed == id)));
        // Bounded nim is settled by periods and has no rows.
        let by_rows = TABLE.iter().filter(|(id, _)| *id != "C5");
        assert!(by_rows.map(|(listed, _)| listed).all(|listed| found.contains(listed)));
    }
}
