//! `hissho infinite-four list`, `search`, `win` and `handicap`: what can be found.

use std::path::PathBuf;

use anyhow::ensure;
use hissho_certificate::{Context, infinite_four::forced_win, infinite_four::response};
use hissho_rules::infinite_four::{Board, Position, Side, Stone, write_stones};
use hissho_solve::infinite_four::handicap::{
    Effort, Handicap, Tree, describe, find_static, find_tree, settle,
};
use hissho_solve::infinite_four::library::NAMED;
use hissho_solve::infinite_four::search::{find_core, static_strategy};
use hissho_solve::infinite_four::threats::{FindWinError, find_win};
use hissho_solve::infinite_four::words::Words;
use serde_json::{Value, json};

use super::{columns, keep, side, stones};
use crate::exit::Exit;
use crate::session::Session;

/// List the words of zone heights of a period.
///
/// A word is given as digits, once up to rotation and reflection; words that repeat a shorter one are
/// among them. Without a period, the named strategies are listed.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
    /// The period
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=200))]
    period: Option<u32>,
    /// List every period up to the given one
    #[arg(long, requires = "period")]
    up_to: bool,
    /// Also give the pairings of each word: the smallest ones, up to symmetry
    #[arg(long, requires = "period")]
    pairings: bool,
}

pub(crate) fn list(arguments: &ListArguments, session: &Session) -> anyhow::Result<Exit> {
    let Some(period) = arguments.period else {
        let about = |text: &str| text.lines().next().unwrap_or("").trim_start_matches("# ").to_owned();
        session.answer(
            || json!({"strategies": NAMED.iter().map(|(name, text)| json!({"name": name, "about": about(text)})).collect::<Vec<_>>()}),
            || NAMED.iter().map(|(name, text)| format!("{name:<24} {}\n", about(text))).collect(),
        )?;
        return Ok(Exit::Answered);
    };
    let words = Words::new();
    let meter = session.limits().start();
    let mut answers = Vec::new();
    let mut text = String::new();
    let first = if arguments.up_to { 1 } else { period };
    for period in first..=period {
        let Ok(found) = words.of_period(period as usize, &meter) else {
            session.remark(format_args!("gave up at period {period}"));
            return Ok(Exit::GaveUp);
        };
        text += &format!("period {period}: {} words\n", found.len());
        let mut pairings = Vec::new();
        for word in &found {
            text += &format!("  {word}\n");
            if arguments.pairings {
                let choices: Vec<Vec<String>> = words
                    .pairings(word, 100)
                    .iter()
                    .map(|pairs| {
                        pairs.iter().map(|pair| format!("{}-{}", pair.cells[0], pair.cells[1])).collect()
                    })
                    .collect();
                for choice in &choices {
                    text += &format!("    {}\n", choice.join(" "));
                }
                pairings.push(choices);
            }
        }
        let mut answer = json!({"period": period, "words": found});
        if arguments.pairings {
            answer["pairings"] = json!(pairings);
        }
        answers.push(answer);
    }
    session.answer(
        || {
            if arguments.up_to { json!({"periods": answers}) } else { answers.pop().unwrap_or(Value::Null) }
        },
        || text,
    )?;
    Ok(Exit::Answered)
}

/// Look for a strategy against given stones.
///
/// The responder is to move, unless --to-move says otherwise. Outside the core there are CUPs. A static strategy is
/// looked for; with --tree also trees of replies with static strategies at the leaves, for one core after the other.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArguments {
    /// The stones, as in "X0 X3"
    #[arg(long, value_parser = stones, allow_hyphen_values = true)]
    stones: std::vec::Vec<Stone>,
    /// Who shall never lose
    #[arg(long, value_parser = side)]
    responder: Side,
    /// Who moves next
    #[arg(long, value_parser = side)]
    to_move: Option<Side>,
    /// Columns of the core beyond the stones on each side
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(i64).range(0..=30))]
    reach: i64,
    /// Only this core, as in -5..5
    #[arg(long, value_parser = columns, allow_hyphen_values = true, value_name = "FIRST..LAST")]
    core: Option<(i64, i64)>,
    /// If no static strategy is found, look for trees: so many positions for each core
    #[arg(long, value_name = "NODES")]
    tree: Option<u64>,
    /// Columns with so many stones are answered on top in a tree
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=12))]
    settled: u32,
    /// Write the certificate to this file
    #[arg(long, short, value_name = "CERT")]
    output: Option<PathBuf>,
}

pub(crate) fn search(arguments: &SearchArguments, session: &Session) -> anyhow::Result<Exit> {
    let meter = session.limits().start();
    let (given, responder) = (&arguments.stones, arguments.responder);
    let position = Position::of(Board::INFINITE, given)?;
    let span = position.occupied().next_back().unwrap_or(0) - position.occupied().next().unwrap_or(0);
    ensure!(span <= 200, "the stones are {span} columns apart, at most 200 are searched");
    let waits = arguments.to_move.is_some_and(|side| side != responder);
    let found = if waits || arguments.core.is_some() {
        one_core(arguments, &position, waits, &meter)
    } else {
        find_static(given, responder, arguments.reach, &meter)
    };
    let found = found.and_then(|found| match (found, arguments.tree) {
        (None, Some(nodes)) => tree(arguments, nodes, &position, waits, session),
        (found, _) => Ok(found),
    });
    let found = match found {
        Ok(found) => found,
        Err(stop) => {
            session.remark(format_args!("gave up: {stop}"));
            return Ok(Exit::GaveUp);
        }
    };
    let Some((claim, strategy)) = found else {
        session.answer(
            || json!({"stones": write_stones(given), "responder": responder.to_string(), "verdict": "none", "certificate": null}),
            || format!("no static strategy found for {responder} within reach {}\n", arguments.reach),
        )?;
        return Ok(Exit::Answered);
    };
    let text = response::write(&claim, &strategy);
    let proved = hissho_certificate::check(&text, &Context::default())?;
    let kept = keep(arguments.output.as_ref(), &text, session)?;
    let body = response::write_body(&claim, &strategy);
    session.answer(
        || {
            json!({
                "stones": write_stones(given), "responder": responder.to_string(), "verdict": "accepted",
                "claim": proved.claim().to_string(), "strategy": body, "certificate": kept,
            })
        },
        || format!("# accepted: {}\n{body}", proved.claim()),
    )?;
    Ok(Exit::Answered)
}

type Found = Result<Option<(response::Response, response::Strategy)>, hissho_solve::limits::Stop>;

/// Searches trees of replies.
fn tree(
    arguments: &SearchArguments,
    nodes: u64,
    position: &Position,
    waits: bool,
    session: &Session,
) -> Found {
    let low = position.occupied().next().unwrap_or(0);
    let high = position.occupied().next_back().unwrap_or(0);
    let openings: Vec<Option<i64>> =
        if waits { vec![None] } else { (low - 2..=high + 2).map(Some).collect() };
    let effort = Effort { reach: arguments.reach, cores: usize::MAX, nodes, settled: arguments.settled };
    let (stones, responder) = (&arguments.stones, arguments.responder);
    match find_tree(stones, responder, &openings, arguments.core, effort, session.limits())? {
        Tree::Found(found) => Ok(Some(*found)),
        Tree::None { refuted, unfinished, stuck } => {
            session.remark(format_args!(
                "no tree for {refuted} cores and first replies, {unfinished} unfinished after {nodes} positions"
            ));
            if let Some(stuck) = stuck {
                session.remark(format_args!("held up at {}, {responder} to move", describe(&stuck)));
            }
            Ok(None)
        }
    }
}

/// Searches with the opponent to move, or with one core only.
fn one_core(
    arguments: &SearchArguments,
    position: &Position,
    waits: bool,
    meter: &hissho_solve::limits::Meter,
) -> Found {
    let low = position.occupied().next().unwrap_or(0);
    let high = position.occupied().next_back().unwrap_or(0);
    let reach = arguments.reach;
    let cores: Vec<(i64, i64)> = match arguments.core {
        Some(core) if core.0 <= low && high <= core.1 => vec![core],
        Some(_) => Vec::new(),
        None => (0..=2 * reach)
            .flat_map(|sum| (0..=sum).map(move |left| (left, sum - left)))
            .filter(|(left, right)| *left <= reach && *right <= reach)
            .map(|(left, right)| (low - left, high + right))
            .collect(),
    };
    for (first, last) in cores {
        let openings: Vec<Option<i64>> = if waits { vec![None] } else { (first..=last).map(Some).collect() };
        for opening in openings {
            let mut position = position.clone();
            if let Some(column) = opening {
                let _ = position.drop_stone(Stone { side: arguments.responder, column });
            }
            if let Some(core) = find_core(&position, arguments.responder, first, last, meter)? {
                return Ok(Some(static_strategy(
                    &arguments.stones,
                    arguments.responder,
                    opening,
                    first,
                    last,
                    core,
                )));
            }
        }
    }
    Ok(None)
}

/// Look for a win by threats alone.
#[derive(Debug, clap::Args)]
pub(crate) struct WinArguments {
    /// The stones, as in "X0O1X1O-1X-1O2"
    #[arg(long, value_parser = stones, allow_hyphen_values = true)]
    stones: std::vec::Vec<Stone>,
    /// Who shall win
    #[arg(long, value_parser = side, default_value = "X")]
    winner: Side,
    /// Who moves next; the winner when not given
    #[arg(long, value_parser = side)]
    to_move: Option<Side>,
    /// The most moves of the winner
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=40))]
    depth: u16,
    /// Write the certificate to this file
    #[arg(long, short, value_name = "CERT")]
    output: Option<PathBuf>,
}

pub(crate) fn win(arguments: &WinArguments, session: &Session) -> anyhow::Result<Exit> {
    let meter = session.limits().start();
    let to_move = arguments.to_move.unwrap_or(arguments.winner);
    let found =
        match find_win(&arguments.stones, to_move, arguments.winner, usize::from(arguments.depth), &meter) {
            Ok(found) => found,
            Err(FindWinError::Stop(stop)) => {
                session.remark(format_args!("gave up: {stop}"));
                return Ok(Exit::GaveUp);
            }
            Err(error) => return Err(error.into()),
        };
    let stones = write_stones(&arguments.stones);
    let Some((claim, line)) = found else {
        session.answer(
            || json!({"stones": stones, "verdict": "none", "line": null, "certificate": null}),
            || format!("no win by threats for {} in {} moves\n", arguments.winner, arguments.depth),
        )?;
        return Ok(Exit::Answered);
    };
    let text = forced_win::write(&claim, &line);
    let proved = hissho_certificate::check(&text, &Context::default())?;
    let kept = keep(arguments.output.as_ref(), &text, session)?;
    session.answer(
        || json!({"stones": stones, "verdict": "win", "line": write_stones(&line), "plies": line.len(), "certificate": kept}),
        || format!("{}\n{}\n", proved.claim(), write_stones(&line)),
    )?;
    Ok(Exit::Answered)
}

/// One handicap stone: X has stones in the columns 0 and D, and O is to move.
#[derive(Debug, clap::Args)]
pub(crate) struct HandicapArguments {
    /// Only this distance
    #[arg(long, short, value_parser = clap::value_parser!(i64).range(0..=40))]
    distance: Option<i64>,
    /// Columns of the core beyond the stones on each side
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(i64).range(1..=30))]
    reach: i64,
    /// Positions looked at for each core and first reply of a tree of replies; 0 for static strategies only
    #[arg(long, default_value_t = 100, value_name = "NODES")]
    tree: u64,
    /// Cores tried for trees of replies: each lets the tails lie in another way
    #[arg(long, default_value_t = 9)]
    cores: usize,
    /// Columns with so many stones are answered on top in a tree
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=12))]
    settled: u32,
    /// Write the certificates into this directory
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn handicap(arguments: &HandicapArguments, session: &Session) -> anyhow::Result<Exit> {
    let effort = Effort {
        reach: arguments.reach,
        cores: arguments.cores,
        nodes: arguments.tree,
        settled: arguments.settled,
    };
    let distances = match arguments.distance {
        Some(distance) => distance..=distance,
        None => 0..=12,
    };
    let (mut rows, mut text) = (Vec::new(), String::new());
    let mut exit = Exit::Answered;
    for distance in distances {
        let (verdict, note, kept) = match settle(distance, effort, session.limits()) {
            Err(stop) => {
                exit = Exit::GaveUp;
                ("open", format!("gave up: {stop}"), None)
            }
            Ok(Handicap::Open { stuck, tried }) => {
                let held_up = stuck.map_or_else(String::new, |position| {
                    format!("; held up at {}, O to move", describe(&position))
                });
                ("open", tried + &held_up, None)
            }
            Ok(Handicap::Draw(found)) => {
                let (claim, strategy) = *found;
                let certificate = response::write(&claim, &strategy);
                hissho_certificate::check(&certificate, &Context::default())?;
                let path =
                    arguments.output.as_ref().map(|folder| folder.join(format!("handicap-{distance}.cert")));
                let kept = keep(path.as_ref(), &certificate, session)?;
                let opening = strategy.opening.unwrap_or(0);
                let (first, last) = strategy.core;
                ("draw", format!("O{opening}, core {first} to {last}, certificate accepted"), kept)
            }
        };
        text += &format!("{distance:>2}  {verdict:<5} {note}\n");
        rows.push(json!({"distance": distance, "verdict": verdict, "certificate": kept, "note": note}));
    }
    session.answer(|| json!({ "distances": rows }), || text)?;
    Ok(exit)
}
