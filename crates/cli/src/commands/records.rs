//! `hissho records`: what repeats in a game record, and when each rule fires.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hissho_certificate::records::{self, RepetitionClaim, RepetitionFact};
use hissho_rules::records::RecordPosition;
use hissho_solve::records::{Rule, Trace, move_runs, perpetual_checker_moved_first, repeated_positions};
use hissho_workbench::picture::board;
use hissho_workbench::records::{Format, Game, RecordGame, examples, read_games};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

/// Repetitions in a game record: KIF, KI2, CSA, USI (shogi) or PGN (chess).
///
/// Prints each position that occurs more than once with the move numbers after which it stands, when each repetition
/// rule first applies, and which blocks of moves are played twice or more in a row. In chess moves are numbered by
/// half-moves. A file may hold many games; they are read one at a time.
#[derive(Debug, clap::Args)]
pub(crate) struct RecordsArguments {
    /// The record, or - for standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["example", "thue_morse"])]
    file: Option<PathBuf>,
    /// A built-in record: yonenaga-tanigawa, figure-12, euwe
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    example: Option<String>,
    /// Play this many blocks of four moves in the order of the Thue-Morse word: figure 12, or --example euwe
    #[arg(long, value_name = "BLOCKS", conflicts_with = "file", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    thue_morse: Option<u64>,
    /// The notation: kif, csa, usi, pgn; told by the name or the first line when not given
    #[arg(long, value_name = "NAME", value_parser = format)]
    format: Option<Format>,
    /// Ask about this rule only; may be given several times
    #[arg(long, value_name = "RULE", value_parser = rule)]
    rule: Vec<Rule>,
    /// Draw the position after this move, or the last one
    #[arg(long, value_name = "MOVE", num_args = 0..=1)]
    board: Option<Option<u64>>,
    /// Look at this game of the file only, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Write the drawing (SVG) here; or, with one --rule, the certificate
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn format(name: &str) -> Result<Format, String> {
    let found = Format::ALL.iter().find(|(_, other)| *other == name);
    found.map(|(format, _)| *format).ok_or_else(|| "the formats are kif (KI2 too), csa, usi, pgn".to_owned())
}

fn rule(name: &str) -> Result<Rule, String> {
    let found = Rule::ALL.iter().find(|(_, other)| *other == name);
    let all = || Rule::ALL.map(|(_, name)| name).join(", ");
    found.map(|(rule, _)| *rule).ok_or_else(|| format!("the rules are {}", all()))
}

pub(crate) fn run(arguments: &RecordsArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(path) = &arguments.file {
        return of_file(path, arguments, session);
    }
    let name = arguments.example.as_deref().unwrap_or("figure-12");
    let Some(game) = examples::example(name, arguments.thue_morse.unwrap_or(16)) else {
        let names = examples::NAMES.map(|(name, _)| name).join(", ");
        bail!("--example {name}: the built-in records are {names}");
    };
    let game = game.with_context(|| format!("--example {name}"))?;
    one(&game, name, arguments, session)
}

/// One game, asked about or drawn.
fn one(game: &Game, name: &str, arguments: &RecordsArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(number) = arguments.board {
        draw(game, number, arguments.output.as_deref(), session)?;
    } else {
        if let Some(path) = &arguments.output {
            let [rule] = arguments.rule[..] else {
                bail!("-o writes the certificate of one rule (--rule NAME), or a drawing (--board)");
            };
            hissho_store::write_certificate(path, &certificate_text(game, rule)?)?;
        }
        session.answer(|| to_json(game, arguments), || to_text(game, name, arguments))?;
    }
    Ok(Exit::Answered)
}

fn of_file(path: &Path, arguments: &RecordsArguments, session: &Session) -> anyhow::Result<Exit> {
    let name = path.display().to_string();
    let format = arguments.format.or_else(|| Format::of_name(&name));
    let input: Box<dyn std::io::Read> = if name == "-" {
        Box::new(std::io::stdin())
    } else {
        let file = File::open(path).with_context(|| format!("{name}: cannot be read"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            bail!("{name}: it is a directory, a record is needed");
        }
        Box::new(file)
    };
    let mut games =
        read_games(BufReader::with_capacity(1 << 16, input), format).with_context(|| name.clone())?;
    if let Some(number) = arguments.game {
        let mut seen = 0;
        while let Some(game) = games.next().transpose().with_context(|| name.clone())? {
            seen += 1;
            if seen == number {
                return one(&game, &name, arguments, session);
            }
        }
        bail!("{name}: --game {number}, but there are {seen} games");
    }
    let Some(first) = games.next().transpose().with_context(|| name.clone())? else {
        bail!("{name}: there is no game in it");
    };
    let second = games.next();
    if second.is_none() {
        return one(&first, &name, arguments, session);
    }
    if arguments.board.is_some() || arguments.output.is_some() {
        bail!("{name}: there are several games; choose one with --game N");
    }
    many(&name, first, second.into_iter().chain(games), arguments, session)
}

/// Several games, each reported as it is read. JSON stays one document, also when a later game is damaged.
fn many(
    name: &str,
    first: Game,
    rest: impl Iterator<Item = Result<Game, hissho_workbench::records::RecordError>>,
    arguments: &RecordsArguments,
    session: &Session,
) -> anyhow::Result<Exit> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut failure = None;
    if session.is_json() {
        write!(out, "{{\"games\":[")?;
    }
    for (number, game) in std::iter::once(Ok(first)).chain(rest).enumerate() {
        match game {
            Ok(game) if session.is_json() => {
                let comma = if number == 0 { "" } else { "," };
                write!(out, "{comma}{}", to_json(&game, arguments))?;
            }
            Ok(game) => {
                writeln!(out, "{}", to_text(&game, &format!("{name}, game {}", number + 1), arguments))?
            }
            Err(error) => {
                failure = Some(anyhow::Error::new(error).context(format!("{name}, game {}", number + 1)))
            }
        }
    }
    if session.is_json() {
        let error = failure.as_ref().map(|error| format!("{error:#}"));
        writeln!(out, "],\"error\":{}}}", json!(error))?;
    }
    out.flush()?;
    failure.map_or(Ok(Exit::Answered), Err)
}

/// The rules to ask about: those given, or those of the game.
fn rules(game: &Game, arguments: &RecordsArguments) -> Vec<Rule> {
    match (&arguments.rule[..], game.game) {
        ([], RecordGame::Shogi) => vec![Rule::Sennichite1983, Rule::SennichiteOld, Rule::PerpetualCheck],
        ([], RecordGame::Chess) => vec![Rule::GermanChess, Rule::FideThreefold, Rule::FideFivefold],
        (chosen, _) => chosen.to_vec(),
    }
}

/// Who moved first in the record, and who second.
fn sides(game: &Game) -> [&'static str; 2] {
    let second_field = game.start.split(' ').nth(1).unwrap_or("");
    match (game.game, second_field) {
        (RecordGame::Shogi, "w") | (RecordGame::Chess, "w") => ["White", "Black"],
        _ => ["Black", "White"],
    }
}

/// What happens when the rule fires.
fn outcome(rule: Rule, game: &Game, trace: &Trace) -> String {
    match rule {
        Rule::SennichiteOld => {
            "the same moves a third time in a row, back in the same position: no result".to_owned()
        }
        Rule::Sennichite1983 if Rule::PerpetualCheck.fires_at(trace).is_some() => {
            "the fourth occurrence, by perpetual check".to_owned()
        }
        Rule::Sennichite1983 => "the fourth occurrence: no result".to_owned(),
        Rule::PerpetualCheck => {
            let first = perpetual_checker_moved_first(trace).unwrap_or(true);
            format!("{} gave check throughout and loses", sides(game)[usize::from(!first)])
        }
        Rule::GermanChess => "the same moves a third time in a row: a draw".to_owned(),
        Rule::FideThreefold => "the third occurrence: a draw if claimed".to_owned(),
        Rule::FideFivefold => "the fifth occurrence: a draw".to_owned(),
    }
}

/// A move with its number, as people write it.
fn label(game: &Game, ply: usize) -> String {
    if ply == 0 {
        return "the start".to_owned();
    }
    let shown = &game.moves[ply - 1].shown;
    let number = game.number(ply);
    match game.game {
        RecordGame::Shogi => format!("{number} {shown}"),
        RecordGame::Chess => {
            let dots = if number % 2 == 1 { "." } else { "..." };
            format!("{}{dots} {shown}", number.div_ceil(2))
        }
    }
}

fn to_json(game: &Game, arguments: &RecordsArguments) -> Value {
    let trace = game.trace();
    let numbers = |plies: &[usize]| plies.iter().map(|&ply| game.number(ply)).collect::<Vec<u64>>();
    let repeated: Vec<Value> = repeated_positions(&trace)
        .iter()
        .map(|found| json!({"occurrences": found.plies.len(), "moves": numbers(&found.plies)}))
        .collect();
    let rules: Vec<Value> = rules(game, arguments)
        .iter()
        .map(|rule| match rule.fires_at(&trace) {
            Some(ply) => json!({
                "rule": rule.name(), "fires_at": game.number(ply), "move": label(game, ply), "outcome": outcome(*rule, game, &trace),
            }),
            None => json!({"rule": rule.name(), "fires_at": null}),
        })
        .collect();
    let repetitions: Vec<Value> = move_runs(&trace)
        .iter()
        .map(|run| {
            json!({
                "from": game.number(run.start + 1),
                "to": game.number(run.end),
                "period": run.period,
                "times": run.power(),
                "returns": trace.positions[run.start] == trace.positions[run.start + run.period],
            })
        })
        .collect();
    json!({
        "plies": game.moves.len(),
        "distinct_positions": game.distinct_positions(),
        "repeated": repeated,
        "rules": rules,
        "game": game.game.to_string(),
        "start": game.start,
        "first_move": game.first_number,
        "repetitions": repetitions,
        "headers": game.headers.iter().map(|(key, value)| json!([key, value])).collect::<Vec<_>>(),
        "ending": game.ending,
    })
}

fn to_text(game: &Game, name: &str, arguments: &RecordsArguments) -> String {
    let trace = game.trace();
    let plies = game.moves.len();
    let mut text = format!(
        "{name}: {}, {plies} moves ({} to {}), {} different positions\n",
        game.game,
        game.first_number,
        game.number(plies),
        game.distinct_positions()
    );
    const MOST: usize = 12;
    let repeated = repeated_positions(&trace);
    if repeated.is_empty() {
        text += "no position occurs twice\n";
    }
    for found in repeated.iter().take(MOST) {
        let numbers: Vec<String> =
            found.plies.iter().take(MOST).map(|&ply| game.number(ply).to_string()).collect();
        let dots = if found.plies.len() > MOST { " …" } else { "" };
        text += &format!("position  {} times, after moves {}{dots}\n", found.plies.len(), numbers.join(" "));
    }
    if repeated.len() > MOST {
        text += &format!("position  … and {} more that repeat\n", repeated.len() - MOST);
    }
    for rule in rules(game, arguments) {
        match rule.fires_at(&trace) {
            Some(ply) => {
                text += &format!(
                    "rule      {:<16} after {}: {}\n",
                    rule.name(),
                    label(game, ply),
                    outcome(rule, game, &trace)
                );
            }
            None => text += &format!("rule      {:<16} does not apply\n", rule.name()),
        }
    }
    let runs = move_runs(&trace);
    for run in runs.iter().take(MOST) {
        let returns = trace.positions[run.start] == trace.positions[run.start + run.period];
        text += &format!(
            "moves     {} to {}: the same {} moves {} times in a row, {}\n",
            game.number(run.start + 1),
            game.number(run.end),
            run.period,
            run.power(),
            if returns { "returning each time" } else { "not returning" }
        );
    }
    if runs.len() > MOST {
        text += &format!("moves     … and {} more repetitions\n", runs.len() - MOST);
    }
    if let Some(ending) = &game.ending {
        text += &format!("ending    {ending}\n");
    }
    text
}

fn draw(game: &Game, number: Option<u64>, output: Option<&Path>, session: &Session) -> anyhow::Result<()> {
    let ply = match number {
        Some(number) => game.ply(number).with_context(|| {
            let last = game.number(game.moves.len());
            format!(
                "--board {number}: the moves are {} to {last}; {} is the start",
                game.first_number,
                game.first_number - 1
            )
        })?,
        None => game.moves.len(),
    };
    let position = game.board(ply).expect("ply is in the game");
    match output {
        Some(path) if path.as_os_str() != "-" => {
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
                bail!("-o {}: boards need letters, which PNG pictures are drawn without; use .svg", path.display());
            }
            hissho_store::write_whole(path, board::to_svg(position).as_bytes())?;
            let file = path.display().to_string();
            session.answer(|| json!({ "picture": file }), String::new)
        }
        _ => session.answer(
            || json!({"after": label(game, ply), "position": position.text(), "svg": board::to_svg(position)}),
            || format!("after {}\n{}", label(game, ply), board::to_text(position)),
        ),
    }
}

/// The certificate that says when the rule fires, or that it does not.
fn certificate_text(game: &Game, rule: Rule) -> anyhow::Result<String> {
    let trace = game.trace();
    let ply = rule.fires_at(&trace);
    let fact = match rule {
        Rule::SennichiteOld => RepetitionFact::OldRule { ply },
        Rule::Sennichite1983 => RepetitionFact::Occurs { count: 4, ply },
        Rule::FideThreefold => RepetitionFact::Occurs { count: 3, ply },
        Rule::FideFivefold => RepetitionFact::Occurs { count: 5, ply },
        Rule::GermanChess if ply.is_none() => RepetitionFact::Powers { copies: 3, at: Vec::new() },
        Rule::GermanChess => {
            bail!("--rule german-chess: a certificate is written only when it does not apply")
        }
        Rule::PerpetualCheck => bail!("--rule perpetual-check: the checker's model does not know check"),
    };
    let claim = RepetitionClaim {
        start: RecordPosition::parse(game.game, &game.start)?,
        moves: game.moves.iter().map(|played| played.text.clone()).collect(),
        fact,
    };
    let text = records::write(&claim);
    hissho_certificate::check(&text, &hissho_certificate::Context::default())
        .context("the checker does not accept it")?;
    Ok(text)
}
