//! `hissho infinite-four play`: the responder answers whatever is dropped.

use std::io::{BufRead, IsTerminal};

use anyhow::{Context as _, ensure};
use hissho_certificate::infinite_four::response;
use hissho_rules::infinite_four::{Stone, parse_stones, write_stones};
use hissho_solve::infinite_four::opponents::{Course, Outcome, duel, numbered};
use hissho_solve::infinite_four::responder::Responder;
use hissho_workbench::picture::infinite_four::View;
use serde_json::json;

use super::load;
use crate::exit::Exit;
use crate::session::Session;

/// Play against a strategy.
///
/// Columns are read from standard input, one a line. With --moves, --games or --against nothing is
/// read: the moves given, random opponents, or another strategy play.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArguments {
    /// A named strategy, a strategy file, or a certificate
    #[arg(value_name = "NAME|FILE")]
    strategy: String,
    /// Your columns in order, as in "1 -1 2"
    #[arg(long, allow_hyphen_values = true, value_name = "COLUMNS")]
    moves: Option<String>,
    /// Let another strategy play; the first must be X's, this one O's
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// Moves of both sides in a game against a strategy
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    plies: u32,
    /// Let so many random and greedy opponents play
    #[arg(long)]
    games: Option<u32>,
    /// The moves of each of these opponents
    #[arg(long, default_value_t = 2_000)]
    length: u32,
    /// The seed of their dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn play(arguments: &PlayArguments, session: &Session) -> anyhow::Result<Exit> {
    let loaded = load(&arguments.strategy)?;
    let (claim, strategy) = &loaded;
    if let Err(error) =
        response::check(claim.clone(), strategy, &hissho_certificate::Context::default().account)
    {
        session.remark(format_args!("this strategy is refused: {error}"));
        let playable = matches!(error, response::ResponseError::OpenLine { .. });
        ensure!(playable, "{}: cannot be played: {error}", arguments.strategy);
    }
    if let Some(other) = &arguments.against {
        return against(arguments, &loaded, &load(other)?, session);
    }
    if let Some(games) = arguments.games {
        return opponents(arguments, games, &loaded, session);
    }
    let mut responder = Responder::new(claim, strategy, 2, None);
    let mut record: Vec<Stone> = claim.stones.clone();
    record.extend(strategy.opening.map(|column| Stone { side: claim.responder, column }));
    let given =
        arguments.moves.as_deref().map(|moves| moves.split([' ', ',']).filter(|word| !word.is_empty()));
    let terminal = std::io::stdin().is_terminal() && given.is_none();
    let mut text = String::new();
    let mut replies = Vec::new();
    let mut over = None;
    let input: Box<dyn Iterator<Item = String>> = match given {
        Some(words) => Box::new(words.map(str::to_owned)),
        None => Box::new(std::io::stdin().lock().lines().map_while(Result::ok)),
    };
    if terminal {
        session.remark(format_args!(
            "{} answers; you are {}. Type a column, or end with Ctrl-D.",
            claim.responder,
            claim.responder.other()
        ));
    }
    for word in input {
        let column = word_to_column(&word)?;
        let Some(column) = column else { continue };
        let reply = responder.answer(column).map_err(|error| anyhow::anyhow!("{word}: {error}"))?;
        record.push(Stone { side: claim.responder.other(), column });
        let Some(reply) = reply else {
            over = Some("you made a four");
            text += &format!("{}{column}: you made a four\n", claim.responder.other());
            break;
        };
        record.push(Stone { side: claim.responder, column: reply.column });
        let gadget = gadget(&responder, column);
        let line = format!(
            "{}{column} {}{}: {} ({gadget})",
            claim.responder.other(),
            claim.responder,
            reply.column,
            reply.why
        );
        if terminal {
            session.remark(format_args!("{line}\n{}", board(&responder)));
        }
        text += &line;
        text.push('\n');
        replies.push(
            json!({"move": column, "reply": reply.column, "why": reply.why.to_string(), "gadget": gadget}),
        );
        if responder.position.four_at_top(reply.column).is_some() {
            over = Some("the responder made a four");
            text += "the responder made a four\n";
            break;
        }
    }
    session.answer(
        || json!({"strategy": arguments.strategy, "record": write_stones(&record), "replies": replies, "over": over}),
        || format!("{text}\n{}\nrecord {}\n", board(&responder), write_stones(&record)),
    )?;
    Ok(Exit::Answered)
}

/// A column number, or `X3`; nothing for an empty line.
fn word_to_column(word: &str) -> anyhow::Result<Option<i64>> {
    let word = word.trim();
    if word.is_empty() {
        return Ok(None);
    }
    let stone = if word.starts_with(['X', 'O', 'x', 'o']) { word.to_owned() } else { format!("X{word}") };
    let stones = parse_stones(&stone).map_err(|error| anyhow::anyhow!("{word}: {error}"))?;
    ensure!(stones.len() == 1, "{word}: one column at a time");
    Ok(Some(stones[0].column))
}

/// The gadget around a column, by the zone heights between the follow-up columns on both sides.
fn gadget(responder: &Responder<'_>, column: i64) -> String {
    let pattern = responder.pattern();
    let (first, last) = pattern.core();
    let infinite = pattern.board() == hissho_rules::infinite_four::Board::INFINITE;
    let exists = |column: i64| infinite || (first..=last).contains(&column);
    let is_zone = |column: i64| exists(column) && pattern.zone_height(column) > 0;
    if !is_zone(column) {
        return "a follow-up column".to_owned();
    }
    let start = (1..8).map(|step| column - step).find(|&column| !is_zone(column)).unwrap_or(column - 8) + 1;
    let end = (1..8).map(|step| column + step).find(|&column| !is_zone(column)).unwrap_or(column + 8) - 1;
    let word: String = (start..=end).map(|column| pattern.zone_height(column).to_string()).collect();
    let ground = hissho_rules::infinite_four::Cell { column: start, row: 1 };
    let inside = pattern.partner(ground).is_some_and(|(partner, _)| (start..=end).contains(&partner.column));
    let name = match (word.as_str(), inside) {
        ("2112", true) => "CUP",
        ("2112", false) => "Slided-CUP",
        ("212", _) => "half a GLASS",
        _ => "the core",
    };
    format!("{name}, columns {start} to {end}")
}

fn board(responder: &Responder<'_>) -> String {
    let position = &responder.position;
    let low = position.occupied().next().unwrap_or(0) - 3;
    let high = position.occupied().next_back().unwrap_or(0).min(low + 36) + 3;
    let (first, last) = responder.pattern().core();
    let infinite = responder.pattern().board() == hissho_rules::infinite_four::Board::INFINITE;
    let shown = if infinite { (low, high) } else { (first, last) };
    let rows = position.occupied().map(|column| position.height(column)).max().unwrap_or(0) + 1;
    View::new(responder.pattern(), position, shown, rows.min(40), None).text()
}

type Loaded = (response::Response, response::Strategy);

fn against(arguments: &PlayArguments, x: &Loaded, o: &Loaded, session: &Session) -> anyhow::Result<Exit> {
    let fits = x.0.stones.len() == 1 && o.0.stones.is_empty() && o.0.responder != x.0.responder;
    ensure!(fits, "the first strategy must be one of X with one stone, the second one of O without stones");
    let Some((record, position)) = duel(x, o, arguments.plies as usize) else {
        anyhow::bail!("the game ended before {} moves", arguments.plies);
    };
    let fours = position.occupied().filter(|&column| position.four_at_top(column).is_some()).count();
    let responder = Responder::new(&x.0, &x.1, 0, None);
    let low = position.occupied().next().unwrap_or(0);
    let high = position.occupied().next_back().unwrap_or(0).min(low + 40);
    let rows = position.occupied().map(|column| position.height(column)).max().unwrap_or(0);
    let view = View::new(responder.pattern(), &position, (low, high), rows.min(20), None);
    session.answer(
        || json!({"record": write_stones(&record), "fours": fours}),
        || format!("{}\n\n{}\nfours: {fours}\n", write_stones(&record), view.text()),
    )?;
    Ok(Exit::Answered)
}

fn opponents(
    arguments: &PlayArguments,
    games: u32,
    loaded: &Loaded,
    session: &Session,
) -> anyhow::Result<Exit> {
    let (claim, strategy) = loaded;
    let meter = session.limits().start();
    let mut course = Course::new(claim, strategy, 2).context("a tree of replies is not played this way")?;
    let mut counts = [0u32; 4];
    let mut played = 0;
    for game in 0..games {
        if meter.look().is_err() {
            break;
        }
        let (opponent, reach, mut dice) = numbered(arguments.seed.wrapping_add(u64::from(game)));
        let outcome = course.play(opponent, arguments.length as usize, reach, &mut dice);
        counts[outcome as usize] += 1;
        played += 1;
    }
    let [goes_on, won, lost, no_reply] = [Outcome::GoesOn, Outcome::Won, Outcome::Lost, Outcome::NoReply]
        .map(|outcome| counts[outcome as usize]);
    session.answer(
        || json!({"strategy": arguments.strategy, "games": played, "moves": arguments.length, "goes_on": goes_on, "won": won, "lost": lost, "no_reply": no_reply}),
        || format!("{played} games of {} moves: {goes_on} go on, {won} won, {lost} lost, {no_reply} without a reply\n", arguments.length),
    )?;
    Ok(match (played < games, lost + no_reply) {
        (_, 1..) => Exit::Refuted,
        (true, _) => Exit::GaveUp,
        _ => Exit::Answered,
    })
}
