//! The question `record`: what repeats in a game record, and when each rule applies.
//!
//! The games of a file are read one at a time; beside the text one game is in memory, unless the
//! games are to be part of the answer.

use std::collections::BTreeMap;
use std::io::{self, Write};

use hissho_certificate::records::{self, RepetitionClaim, RepetitionFact};
use hissho_rules::records::RecordPosition;
use hissho_solve::limits::Limits;
use hissho_solve::records::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::report::{RecordedGame, chosen, label};
use super::{Game, Notation, RecordError, examples, read_games};
use crate::answer::{Attachment, Ending, Findings, Told};
use crate::check::NamedFile;
use crate::outlet::Outlet;
use crate::picture::board;
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Place, Verdict, Watch};

/// The largest file that is read.
pub const LARGEST_RECORD: u64 = 1 << 30;

/// The most blocks that an example plays.
const MOST_BLOCKS: u64 = 1_000_000;

/// What repeats in a game record: KIF, KI2, CSA, USI (shogi) or PGN (chess).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordQuestion {
    /// The record. It may hold many games.
    #[serde(default)]
    pub file: Option<NamedFile>,
    /// In place of a file: `yonenaga-tanigawa`, `figure-12` or `euwe`.
    #[serde(default)]
    pub example: Option<String>,
    /// How many blocks an endless example plays, in the order of the Thue-Morse word; 16 when not
    /// given.
    #[serde(default)]
    pub thue_morse: Option<u64>,
    /// The notation; told by the name or the first line when not given.
    #[serde(default)]
    pub notation: Option<Notation>,
    /// Only these rules; those of the game when none is given.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Only this game of the file, counted from 1.
    #[serde(default)]
    pub game: Option<u64>,
    /// Show the position after this move instead.
    #[serde(default)]
    pub board: Option<BoardAfter>,
    /// Draw that position as a file: `svg`.
    #[serde(default)]
    pub picture: Option<String>,
    /// Certify when the one rule applies, or that it does not.
    #[serde(default)]
    pub certificate: bool,
    /// Of all games together: how many, and in how many each rule applies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub summary: bool,
    /// Of several games: report on them in a file that is written while they are read.
    #[serde(default)]
    pub report: Option<ReportFormat>,
}

/// After which move a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoardAfter {
    /// After the last.
    Last,
    /// After the move with this number; the number before the first is the start.
    #[serde(untagged)]
    Move(u64),
}

/// How several games are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportFormat {
    /// For people.
    Text,
    /// The document that the answer would be.
    Json,
}

/// What a record says.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)] // there is one of it
pub enum Recorded {
    /// Of one game.
    Game(RecordedGame),
    /// One position.
    Board(RecordedBoard),
    /// Of several games.
    Games(RecordedGames),
}

/// A position of a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordedBoard {
    /// The move before it, with its number.
    pub after: String,
    /// As SFEN or FEN.
    pub position: String,
    /// The drawing.
    pub svg: String,
    /// The board with letters.
    #[serde(default)]
    pub board: String,
}

/// What the games of a file say.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RecordedGames {
    /// Each game; absent if a report was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<RecordedGame>>,
    /// What is wrong with the first game that could not be read.
    pub error: Option<String>,
    /// What is wrong with each game that could not be read, as far as there is room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// How many games could not be read.
    #[serde(default)]
    pub unreadable: u64,
    /// How many games were read.
    #[serde(default)]
    pub count: u64,
    /// What they have in common, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<RecordSummary>,
    /// `gave-up`, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What the games of a file have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordSummary {
    /// Moves of all games.
    pub plies: u64,
    /// For each rule, how many games it applies in and the first of them.
    pub rules: BTreeMap<String, RuleCount>,
    /// How the records say the games ended, and how often.
    pub endings: BTreeMap<String, u64>,
}

/// In how many games a rule applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleCount {
    /// How many.
    pub games: u64,
    /// The numbers of the first of them in the file.
    pub first: Vec<u64>,
}

impl RecordSummary {
    /// Most games that are named for a rule, and most different endings.
    const MOST: usize = 10;

    fn add(&mut self, game: &Game, number: u64, rules: &[Rule]) {
        self.plies += game.moves.len() as u64;
        let trace = game.trace();
        for rule in chosen(game, rules) {
            let count = self.rules.entry(rule.name().to_owned()).or_default();
            if rule.fires_at(&trace).is_some() {
                count.games += 1;
                if count.first.len() < Self::MOST {
                    count.first.push(number);
                }
            }
        }
        let ending = game.ending.as_deref().unwrap_or("not said");
        let key =
            if self.endings.len() < 100 || self.endings.contains_key(ending) { ending } else { "other" };
        *self.endings.entry(key.to_owned()).or_default() += 1;
    }

    fn text(&self, games: &RecordedGames) -> String {
        let mut text =
            format!("{} games, {} moves, {} unreadable\n", games.count, self.plies, games.unreadable);
        for (rule, count) in &self.rules {
            let numbers: Vec<String> = count.first.iter().map(ToString::to_string).collect();
            let more = if count.games as usize > count.first.len() { ", …" } else { "" };
            let which =
                if numbers.is_empty() { String::new() } else { format!(": {}{more}", numbers.join(", ")) };
            text += &format!("{rule} applies in {} games{which}\n", count.games);
        }
        for (ending, count) in &self.endings {
            text += &format!("ended {ending}: {count}\n");
        }
        text
    }
}

/// Most games that cannot be read whose trouble is told.
const MOST_ERRORS: usize = 1000;

/// The rule with this name.
pub fn rule(name: &str) -> Result<Rule, Fault> {
    let found = Rule::ALL.iter().find(|(_, other)| *other == name);
    let all = || Rule::ALL.map(|(_, name)| name).join(", ");
    let wrong = || Fault::bad_input(format_args!("the rules are {}", all())).in_field("rules");
    found.map(|(rule, _)| *rule).ok_or_else(wrong)
}

impl Ask for RecordQuestion {
    type Facts = Recorded;

    // A file of 100 MB is read sooner than it is written down to be found again.
    const IS_KEPT: bool = false;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Recorded>, Fault> {
        let rules: Vec<Rule> = self.rules.iter().map(|name| rule(name)).collect::<Result<_, _>>()?;
        match &self.file {
            Some(_) if self.example.is_some() || self.thue_morse.is_some() => {
                Err(Fault::bad_input("a record or an example, not both").in_field("example"))
            }
            Some(file) => self.of_file(file, &rules, limits, watch),
            None => self.of_example(&rules, limits),
        }
    }

    /// A certified answer is found again: the record has to be read for it in any case.
    fn confirm(&self, kept: Recorded, certified: &[Certified], _: &Limits) -> Result<Recorded, Fault> {
        let is_certified = matches!(&kept, Recorded::Game(game) if game.claim.is_some());
        if is_certified || !certified.is_empty() { Err(other_claim()) } else { Ok(kept) }
    }
}

/// What is wrong with a record, in the file `name`.
fn fault(name: &str, error: &RecordError) -> Fault {
    let mut fault = Fault::bad_input(format_args!("{name}: {error}"));
    let line = Some(error.line as u64);
    fault.place = Some(Box::new(Place { of: name.to_owned(), line, column: None, start: None, end: None }));
    fault
}

impl RecordQuestion {
    fn of_example(&self, rules: &[Rule], limits: &Limits) -> Result<Told<Recorded>, Fault> {
        if self.example.is_none() && self.thue_morse.is_none() {
            return Err(Fault::bad_input("of what? Give a record or the name of an example").in_field("file"));
        }
        let name = self.example.as_deref().unwrap_or("figure-12");
        let blocks = self.thue_morse.unwrap_or(16);
        if blocks > MOST_BLOCKS {
            let most = format!("{blocks} blocks asked, at most {MOST_BLOCKS} are played");
            return Err(Fault::too_large(most).in_field("thue_morse"));
        }
        let game = examples::example(name, blocks).ok_or_else(|| {
            let names = examples::NAMES.map(|(name, _)| name).join(", ");
            let wanted = format!("--example {name}: the built-in records are {names}");
            Fault::bad_input(wanted).in_field("example")
        })?;
        let game = game.map_err(|error| fault(&format!("--example {name}"), &error))?;
        self.one(&game, name, rules, limits)
    }

    fn of_file(
        &self,
        file: &NamedFile,
        rules: &[Rule],
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Told<Recorded>, Fault> {
        let name = &file.name;
        let wrong = |reason: String| Fault::bad_input(format_args!("{name}: {reason}"));
        let bytes = file.contents.as_bytes();
        if bytes.len() as u64 > LARGEST_RECORD {
            return Err(Fault::too_large(format_args!(
                "{name}: {} bytes, a record has at most {LARGEST_RECORD}",
                bytes.len()
            )));
        }
        let notation = self.notation.or_else(|| Notation::of_name(name));
        let broken = |error: RecordError| fault(name, &error);
        let mut games = read_games(bytes, notation).map_err(broken)?;
        if let Some(number) = self.game {
            let mut seen = 0;
            for game in games {
                seen += 1;
                if seen == number {
                    return self.one(&game.map_err(broken)?, name, rules, limits);
                }
            }
            return Err(wrong(format!("--game {number}, but there are {seen} games")).in_field("game"));
        }
        let first = games.next().ok_or_else(|| wrong("there is no game in it".to_owned()))?;
        let second = games.next();
        if second.is_none() && !self.summary {
            return self.one(&first.map_err(broken)?, name, rules, limits);
        }
        if self.board.is_some() || self.certificate {
            let wanted = "there are several games; choose one with --game N";
            return Err(wrong(wanted.to_owned()).in_field("game"));
        }
        let games = [Some(first), second].into_iter().flatten().chain(games);
        self.many(games, name, rules, limits, watch)
    }

    /// One game, asked about or drawn.
    fn one(&self, game: &Game, name: &str, rules: &[Rule], limits: &Limits) -> Result<Told<Recorded>, Fault> {
        if let Some(after) = self.board {
            return self.draw(game, after);
        }
        if self.picture.is_some() {
            return Err(
                Fault::bad_input("a picture is of one position: name it with `board`").in_field("picture")
            );
        }
        let mut report = RecordedGame::of(game, name.to_owned(), rules);
        let certified = match (self.certificate, rules) {
            (false, _) => None,
            (true, &[rule]) => Some(certify(game, rule, limits)?),
            (true, _) => {
                let wanted = "-o writes the certificate of one rule (--rule NAME), or a drawing (--board)";
                return Err(Fault::bad_input(wanted).in_field("certificate"));
            }
        };
        report.claim = certified.as_ref().map(|certified| certified.claim().to_string());
        Ok(Told::from(Recorded::Game(report)).with(certified))
    }

    fn draw(&self, game: &Game, after: BoardAfter) -> Result<Told<Recorded>, Fault> {
        let ply = match after {
            BoardAfter::Last => game.moves.len(),
            BoardAfter::Move(number) => game.ply(number).ok_or_else(|| {
                let (first, last) = (game.first_number, game.number(game.moves.len()));
                let wanted = format!("the moves are {first} to {last}; {} is the start", first - 1);
                Fault::bad_input(format_args!("--board {number}: {wanted}")).in_field("board")
            })?,
        };
        let position = game.board(ply).expect("ply is in the game");
        let svg = board::to_svg(position);
        let file = match self.picture.as_deref() {
            None => None,
            Some("svg") => Some(Attachment::text("svg", svg.clone())),
            Some(other) => {
                let why = "boards need letters, which PNG pictures are drawn without; use svg";
                return Err(Fault::bad_input(format_args!("picture {other}: {why}")).in_field("picture"));
            }
        };
        let facts = RecordedBoard {
            after: label(game, ply),
            position: position.text(),
            svg,
            board: board::to_text(position),
        };
        Ok(Told { files: file.into_iter().collect(), ..Told::from(Recorded::Board(facts)) })
    }

    /// Several games, each reported as it is read.
    fn many(
        &self,
        games: impl Iterator<Item = Result<Game, RecordError>>,
        name: &str,
        rules: &[Rule],
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Told<Recorded>, Fault> {
        let meter = limits.start();
        let mut facts = RecordedGames::default();
        let mut pile = Pile::new(self.report.filter(|_| !self.summary), watch);
        let mut summary = self.summary.then(RecordSummary::default);
        for (number, game) in (1..).zip(games) {
            let name = || format!("{name}, game {number}");
            match game {
                Ok(game) => {
                    match &mut summary {
                        Some(summary) => summary.add(&game, number, rules),
                        None => {
                            let told = RecordedGame::of(&game, name(), rules);
                            pile.add(told).map_err(Fault::bad_input)?;
                        }
                    }
                    facts.count += 1;
                    if let Err(stop) = meter.spend(game.moves.len() as u64) {
                        facts.verdict = Some(Verdict::GAVE_UP);
                        facts.reason = Some(stop.to_string());
                        break;
                    }
                }
                Err(error) => {
                    facts.unreadable += 1;
                    if facts.errors.len() < MOST_ERRORS {
                        facts.errors.push(format!("{}: {error}", name()));
                    }
                }
            }
        }
        facts.error = facts.errors.first().cloned();
        facts.summary = summary;
        let file = pile.finish(&mut facts).map_err(Fault::bad_input)?;
        Ok(Told { files: file.into_iter().collect(), ..Told::from(Recorded::Games(facts)) })
    }
}

/// Where the reports go: into the answer, or into a file.
enum Pile<'a> {
    Kept(Vec<RecordedGame>),
    Text(Outlet<'a>),
    Json { out: Outlet<'a>, is_first: bool },
}

impl<'a> Pile<'a> {
    fn new(report: Option<ReportFormat>, watch: &'a dyn Watch) -> Pile<'a> {
        match report {
            None => Pile::Kept(Vec::new()),
            Some(ReportFormat::Text) => Pile::Text(Outlet::new(watch)),
            Some(ReportFormat::Json) => Pile::Json { out: Outlet::new(watch), is_first: true },
        }
    }

    fn add(&mut self, game: RecordedGame) -> io::Result<()> {
        match self {
            Pile::Kept(games) => games.push(game),
            Pile::Text(out) => out.write_all((game.text() + "\n").as_bytes())?,
            Pile::Json { out, is_first } => {
                let before = if std::mem::take(is_first) { "{\"games\":[" } else { "," };
                out.write_all(format!("{before}{}", json!(game)).as_bytes())?;
            }
        }
        Ok(())
    }

    fn finish(self, facts: &mut RecordedGames) -> io::Result<Option<Attachment>> {
        match self {
            Pile::Kept(games) => {
                facts.games = facts.summary.is_none().then_some(games);
                Ok(None)
            }
            Pile::Text(out) => Ok(out.into_file("txt")),
            Pile::Json { mut out, is_first } => {
                let rest = json!(facts).to_string();
                let before = if is_first { "{\"games\":[" } else { "" };
                out.write_all(format!("{before}],{}\n", rest.trim_start_matches('{')).as_bytes())?;
                Ok(out.into_file("json"))
            }
        }
    }
}

/// The certificate that says when the rule applies, or that it does not.
fn certify(game: &Game, rule: Rule, limits: &Limits) -> Result<Certified, Fault> {
    let ply = rule.fires_at(&game.trace());
    let not_known = |reason: &str| {
        Err(Fault::bad_input(format_args!("--rule {}: {reason}", rule.name())).in_field("rules"))
    };
    let fact = match rule {
        Rule::SennichiteOld => RepetitionFact::OldRule { ply },
        Rule::Sennichite1983 => RepetitionFact::Occurs { count: 4, ply },
        Rule::FideThreefold => RepetitionFact::Occurs { count: 3, ply },
        Rule::FideFivefold => RepetitionFact::Occurs { count: 5, ply },
        Rule::GermanChess if ply.is_none() => RepetitionFact::Powers { copies: 3, at: Vec::new() },
        Rule::GermanChess => return not_known("a certificate is written only when it does not apply"),
        Rule::PerpetualCheck => return not_known("the checker's model does not know check"),
    };
    let claim = RepetitionClaim {
        start: RecordPosition::parse(game.game, &game.start).map_err(Fault::bad_input)?,
        moves: game.moves.iter().map(|played| played.text.clone()).collect(),
        fact,
    };
    Certified::check(records::write(&claim), limits).map_err(|refusal| {
        let mut fault = Fault::from(refusal);
        fault.message = format!("the checker does not accept it: {}", fault.message);
        fault
    })
}

impl Findings for Recorded {
    fn text(&self) -> String {
        match self {
            Recorded::Game(game) => game.text(),
            Recorded::Board(board) => format!("after {}\n{}", board.after, board.board),
            Recorded::Games(games) if games.summary.is_some() => {
                games.summary.as_ref().map_or(String::new(), |summary| summary.text(games))
            }
            Recorded::Games(games) => games.games.iter().flatten().map(|game| game.text() + "\n").collect(),
        }
    }

    fn ending(&self) -> Ending {
        match self {
            Recorded::Games(games) if games.reason.is_some() => Ending::GaveUp,
            _ => Ending::Answered,
        }
    }
}
