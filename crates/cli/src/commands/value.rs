//! `hissho value`: one position of an impartial game.

use std::path::PathBuf;

use hissho_workbench::impartial::tables::{self, Format, Mark, View};
use hissho_workbench::impartial::{self, Explained, Law, Outcome, Sum, Valued};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

/// The Grundy value of a position, who wins, and every winning move.
///
/// GAME is a name with parameters (wythoff(s=2), nim(3), chocolate(k=3), 0.77), a `.game` file, or a sum of games
/// (heap + heap(max=3)); POSITION is its numbers with commas.
#[derive(Debug, clap::Args)]
pub(crate) struct ValueArguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The position, such as 6,10
    #[arg(value_name = "POSITION")]
    position: String,
    /// Show the options by kind of move with their values, then the mex
    #[arg(long)]
    explain: bool,
    /// The player who cannot move wins
    #[arg(long, conflicts_with_all = ["explain", "certificate"])]
    misere: bool,
    /// With --explain: draw the table with the options marked (svg or png)
    #[arg(long, value_name = "FILE", requires = "explain")]
    picture: Option<PathBuf>,
    /// For a position beyond any table: write the certificate of the law that gave the answer
    #[arg(long, value_name = "CERT")]
    certificate: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ValueArguments, session: &Session) -> anyhow::Result<Exit> {
    let sum = Sum::named(&arguments.game)?;
    let position = sum.parse_position(&arguments.position)?;
    let valued =
        match impartial::value(&sum, &position, arguments.misere, session.limits(), session.progress()) {
            Ok(valued) => valued,
            Err(error) => return give_up(session, &sum, &position, error),
        };
    if let Some(path) = &arguments.certificate {
        let mut proofs = valued.laws.iter().filter_map(|law| law.certificate.as_ref());
        let (Some(proof), None) = (proofs.next(), proofs.next()) else {
            anyhow::bail!(
                "--certificate: this answer does not come from one proved law; \
                 `hissho table GAME SIZE… --certificate` certifies values"
            );
        };
        hissho_store::write_certificate(path, proof)?;
    }
    let explained = match arguments.explain {
        true => impartial::explain(&sum, &position, session.limits(), session.progress())?,
        false => Vec::new(),
    };
    if let Some(file) = &arguments.picture {
        draw(&sum, &position, &explained, file, session)?;
    }
    session.answer(
        || to_json(&sum, &position, &valued, &explained),
        || to_text(&sum, &position, &valued, &explained),
    )?;
    Ok(Exit::Answered)
}

/// A limit is an answer of its own; anything else is bad input.
pub(super) fn give_up(
    session: &Session,
    sum: &Sum,
    position: &[u64],
    error: impartial::ImpartialError,
) -> anyhow::Result<Exit> {
    if !error.is_giving_up() {
        return Err(error.into());
    }
    session.answer(
        || json!({"game": sum.name, "position": position, "grundy": null, "outcome": "gave-up", "moves": [], "reason": error.to_string()}),
        || format!("gave up: {error}"),
    )?;
    Ok(Exit::GaveUp)
}

fn to_json(sum: &Sum, position: &[u64], valued: &Valued, explained: &[Explained]) -> Value {
    let moves: Vec<&Vec<u64>> = valued.moves.iter().map(|m| &m.to).collect();
    let words: Vec<&String> = valued.moves.iter().map(|m| &m.words).collect();
    let mut answer = json!({
        "game": sum.name,
        "position": position,
        "grundy": valued.grundy,
        "outcome": valued.outcome.letter(),
        "moves": moves,
        "moves_in_words": words,
    });
    if !valued.laws.is_empty() {
        let (proved, tested): (Vec<&Law>, Vec<&Law>) =
            valued.laws.iter().partition(|law| law.checked_to.is_none());
        answer["laws"] = proved.iter().map(|law| json!(law.text)).collect();
        let tested = tested.iter().map(|law| json!({"claim": law.text, "checked_to": law.checked_to}));
        answer["conjectures"] = tested.collect();
        answer["moves_are_listed"] = json!(false);
    }
    if !explained.is_empty() {
        let parts = explained.iter().map(|part| {
            let groups = part.groups.iter().map(|group| {
                let options: Vec<Value> =
                    group.options.iter().map(|(to, value)| json!({"to": to, "grundy": value})).collect();
                json!({"kind": group.name, "options": options})
            });
            json!({"game": part.game, "position": part.position, "groups": groups.collect::<Vec<_>>(), "mex": part.value})
        });
        answer["explained"] = Value::Array(parts.collect());
    }
    answer
}

fn to_text(sum: &Sum, position: &[u64], valued: &Valued, explained: &[Explained]) -> String {
    let mut out = format!("{} at {}\n", sum.name, hissho_rules::language::tuple(position));
    for part in explained {
        if explained.len() > 1 {
            out += &format!("\n{} at {}\n", part.game, hissho_rules::language::tuple(&part.position));
        }
        for group in &part.groups {
            let values: Vec<String> = group.options.iter().map(|(_, value)| value.to_string()).collect();
            out += &format!("  {}\n", group.name);
            for (to, value) in &group.options {
                out += &format!("    {} has {value}\n", hissho_rules::language::tuple(to));
            }
            out += &format!("    values {{{}}}\n", values.join(", "));
        }
        let mut all: Vec<u32> = part.groups.iter().flat_map(|g| g.options.iter().map(|(_, v)| *v)).collect();
        all.sort_unstable();
        all.dedup();
        let all: Vec<String> = all.iter().map(u32::to_string).collect();
        out += &format!("  mex {{{}}} = {}\n", all.join(", "), part.value);
    }
    if explained.len() > 1 {
        let values: Vec<String> = explained.iter().map(|part| part.value.to_string()).collect();
        out += &format!("{} = {}\n", values.join(" xor "), valued.grundy.unwrap_or(0));
    }
    let who = match valued.outcome {
        Outcome::Previous => "the player to move loses (P-position)",
        Outcome::Next => "the player to move wins (N-position)",
    };
    match valued.grundy {
        Some(value) => out += &format!("Grundy value {value}: {who}\n"),
        None if valued.laws.is_empty() => out += &format!("misère play: {who}\n"),
        None => out += &format!("{who}\n"),
    }
    for law in &valued.laws {
        out += &match law.checked_to {
            None => format!("by a law proved for every position: {}\n", law.text),
            Some(side) => format!("by a conjecture, checked to {side}: {}\n", law.text),
        };
    }
    if !valued.moves.is_empty() {
        out += "winning moves:\n";
        for winning in &valued.moves {
            out += &format!("  {}, to {}\n", winning.words, hissho_rules::language::tuple(&winning.to));
        }
    }
    out
}

fn draw(
    sum: &Sum,
    position: &[u64],
    explained: &[Explained],
    file: &std::path::Path,
    session: &Session,
) -> anyhow::Result<()> {
    let [part] = explained else { anyhow::bail!("--picture is for one game, not a sum") };
    let shape: Vec<usize> = position.iter().map(|&p| p as usize + 1).collect();
    let table = impartial::table_of_sum(sum, &shape, session.limits(), session.progress())?;
    let mark = |at: &[u64], group: usize| match *at {
        [column] => Mark { row: 0, column: column as usize, group },
        [row, column, ..] => Mark { row: row as usize, column: column as usize, group },
        [] => Mark { row: 0, column: 0, group },
    };
    let options = part.groups.iter().enumerate();
    let mut marks: Vec<Mark> =
        options.flat_map(|(group, g)| g.options.iter().map(move |(to, _)| mark(to, group + 1))).collect();
    marks.push(mark(position, 0));
    let axes = super::table::axes(sum);
    let rows = 0..shape[0];
    let view = View { title: &sum.name, axes: &axes, table: &table, rows, only_losing: false, marks: &marks };
    let format =
        Format::of_file(file).filter(|f| matches!(f, Format::Svg | Format::Png)).unwrap_or(Format::Svg);
    hissho_store::write_whole(file, &tables::render(&view, format)?)?;
    Ok(())
}
