//! `hissho prove`: decides the claims of a rules text for every position, or a formula about numbers.

use std::path::PathBuf;

use anyhow::bail;
use hissho_workbench::Facts;
use hissho_workbench::laws::Prove;

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
    states: Option<u64>,
    /// Write the certificate here
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ProveArguments, session: &Session) -> anyhow::Result<Exit> {
    let question = Prove {
        game: arguments.game.as_deref().map(|name| session.game(name)).transpose()?,
        claim: arguments.claim.clone(),
        formula: arguments.formula.clone(),
        numeration: arguments.numeration.clone(),
        states: arguments.states,
    };
    let mut answer = session.ask(question)?;
    let Facts::Prove(decided) = &mut answer.facts else { bail!("claims have another answer") };
    if let Some(path) = &arguments.output {
        let [claim] = &mut decided.claims[..] else {
            let name = arguments.game.as_deref().unwrap_or_default();
            bail!("`{name}` makes several claims; choose one with --claim to write its certificate");
        };
        if let [proof] = &answer.certified[..] {
            hissho_store::write_certified(path, proof)?;
            claim.certificate = Some(path.display().to_string());
        }
    }
    session.tell(&answer)
}
