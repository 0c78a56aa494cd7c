//! `hissho prove`: decides the claims of a rules text for every position, or a formula about numbers.

use std::path::PathBuf;

use anyhow::{Context, bail};
use hissho_certificate::laws::numeration::Numeration;
use hissho_rules::name::GameName;
use hissho_workbench::laws::{Answer, LawGame, LawReport, Settings, prove_claim, prove_formula};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

/// What to prove.
#[derive(Debug, clap::Args)]
pub(crate) struct ProveArguments {
    /// A game with its parameters: dragon-king, 'wythoff(s=2)', 'nim(4)', or a file my.game
    #[arg(required_unless_present = "formula")]
    game: Option<String>,
    /// A claim to decide instead of those in the text: 'grundy = x xor y', 'losing = x = y'
    #[arg(long, value_name = "TEXT", conflicts_with = "formula")]
    claim: Option<String>,
    /// A closed formula about numbers to decide, with no game
    #[arg(long, value_name = "TEXT", conflicts_with = "game")]
    formula: Option<String>,
    /// How numbers are written: msd_2, lsd_2, msd_3, fib, mu_2, ost_1_2; chosen by the claim when not given
    #[arg(long, value_name = "NAME")]
    numeration: Option<String>,
    /// Give up when an automaton has more states than this
    #[arg(long, value_name = "N")]
    states: Option<usize>,
    /// Write the certificate here
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The numeration system asked for.
pub(super) fn numeration(name: Option<&str>) -> anyhow::Result<Option<Numeration>> {
    name.map(|name| name.parse().with_context(|| "--numeration".to_owned())).transpose()
}

/// The game as one rules text.
pub(super) fn law_game(name: &str) -> anyhow::Result<LawGame> {
    let load = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
    let components = GameName::parse(name)?.resolve(&load)?;
    match LawGame::of_components(&components) {
        Some(game) => Ok(game),
        None => bail!("`{name}`: laws are proved for one game on numbers, or for a sum of heaps"),
    }
}

pub(crate) fn run(arguments: &ProveArguments, session: &Session) -> anyhow::Result<Exit> {
    let settings = Settings {
        limits: session.limits(),
        states: arguments.states,
        system: numeration(arguments.numeration.as_deref())?,
    };
    let mut title = None;
    let mut reports: Vec<LawReport> = Vec::new();
    if let Some(formula) = &arguments.formula {
        reports.push(prove_formula(formula, &settings));
    } else if let Some(name) = &arguments.game {
        let mut game = law_game(name)?;
        let mut first = 0;
        if let Some(claim) = &arguments.claim {
            game = game.with_claim(claim).map_err(|error| anyhow::anyhow!(error.render("--claim")))?;
            first = game.game.claims.len() - 1;
        }
        if game.game.claims.len() == first {
            bail!("`{name}` makes no claim; add one with --claim 'grundy = …', or try `hissho discover`");
        }
        title = Some(game.game.title());
        if arguments.output.is_some() && game.game.claims.len() - first > 1 {
            bail!("`{name}` makes several claims; choose one with --claim to write its certificate");
        }
        for number in first..game.game.claims.len() {
            reports.push(prove_claim(&game, number, &settings));
        }
    }
    if let Some(reason) = reports.iter().find_map(|report| match &report.answer {
        Answer::Cannot(reason) => Some(reason),
        _ => None,
    }) {
        bail!("{reason}");
    }
    let mut written = None;
    if let (Some(path), [report]) = (&arguments.output, &reports[..])
        && let Some(certificate) = &report.certificate
    {
        hissho_store::write_certificate(path, certificate)?;
        written = Some(path.display().to_string());
    }
    session.answer(
        || json!({ "game": title, "claims": reports.iter().map(|r| report_json(r, written.as_deref())).collect::<Vec<_>>() }),
        || reports.iter().map(|r| report_text(r, title.as_deref(), written.as_deref())).collect(),
    )?;
    Ok(match () {
        () if reports.iter().any(|r| matches!(r.answer, Answer::GaveUp(_))) => Exit::GaveUp,
        () if reports.iter().any(|r| matches!(r.answer, Answer::Refuted { .. })) => Exit::Refuted,
        () => Exit::Answered,
    })
}

fn report_json(report: &LawReport, written: Option<&str>) -> Value {
    let mut value = json!({
        "kind": report.kind,
        "claim": report.claim,
        "verdict": "proved",
        "counterexample": Value::Null,
        "condition": Value::Null,
        "states": report.states,
        "peak": report.peak,
        "numeration": report.system.map(|system| system.to_string()),
        "certificate": written,
    });
    match &report.answer {
        Answer::Proved(_) => {}
        Answer::Refuted { counterexample, condition, detail, .. } => {
            value["verdict"] = json!("refuted");
            value["condition"] = json!(condition);
            value["detail"] = json!(detail);
            let place: serde_json::Map<String, Value> = counterexample
                .iter()
                .map(|(name, v)| (name.clone(), u64::try_from(*v).map_or(json!(v.to_string()), |v| json!(v))))
                .collect();
            value["counterexample"] = Value::Object(place);
        }
        Answer::GaveUp(reason) | Answer::Cannot(reason) => {
            value["verdict"] = json!("gave-up");
            value["reason"] = json!(reason);
        }
    }
    value
}

fn report_text(report: &LawReport, title: Option<&str>, written: Option<&str>) -> String {
    let name = title.map_or(String::new(), |title| format!("{title}: "));
    let claim = report.claim.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = match &report.answer {
        Answer::Proved(_) => {
            let every = if report.kind == "formula" && title.is_none() { "" } else { " for every position" };
            let system = report.system.map_or(String::new(), |system| format!(", numbers in {system}"));
            format!("{name}{claim}\n  proved{every}; {} states{system}\n", report.states)
        }
        Answer::Refuted { counterexample, condition, detail, .. } => {
            let place: Vec<String> = counterexample.iter().map(|(name, v)| format!("{name} = {v}")).collect();
            let place = if place.is_empty() { String::new() } else { format!(" at {}", place.join(", ")) };
            let detail = detail.as_ref().map_or(String::new(), |detail| format!("\n  {detail}"));
            format!("{name}{claim}\n  refuted{place}: not so that {condition}{detail}\n")
        }
        Answer::GaveUp(reason) | Answer::Cannot(reason) => format!("{name}{claim}\n  {reason}\n"),
    };
    if let Some(path) = written {
        text.push_str(&format!("  certificate: {path}\n"));
    }
    text
}
