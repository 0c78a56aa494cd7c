//! `hissho words count`: how many words avoid a repetition.

use hissho_solve::words::avoid::{Avoid, count};
use serde_json::json;

use crate::exit::Exit;
use crate::session::Session;

/// How many words there are without cubes (or overlaps, or squares), for each length.
#[derive(Debug, clap::Args)]
pub(super) struct CountArguments {
    /// What to avoid
    #[arg(long, value_name = "WHAT", default_value = "cubes")]
    avoid: What,
    /// The size of the alphabet
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=26))]
    letters: u8,
    /// The longest words counted
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=60))]
    length: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum What {
    Squares,
    Overlaps,
    Cubes,
}

pub(super) fn run(arguments: &CountArguments, session: &Session) -> anyhow::Result<Exit> {
    let (avoid, what) = match arguments.avoid {
        What::Squares => (Avoid::Power(2), "squares"),
        What::Overlaps => (Avoid::Overlap, "overlaps"),
        What::Cubes => (Avoid::Power(3), "cubes"),
    };
    let meter = session.limits().start();
    let counts = match count(avoid, arguments.letters, arguments.length as usize, |n| meter.spend(n)) {
        Ok(counts) => counts,
        Err(stop) => {
            session.answer(
                || json!({"verdict": "gave-up", "reason": stop.to_string()}),
                || format!("gave up: {stop}"),
            )?;
            return Ok(Exit::GaveUp);
        }
    };
    session.answer(
        || {
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            json!({"avoid": what, "letters": arguments.letters, "counts": counts})
        },
        || {
            let rows = counts.iter().enumerate().map(|(length, number)| format!("{length:>4} {number}\n"));
            format!("length, words over {} letters without {what}\n", arguments.letters)
                + &rows.collect::<String>()
        },
    )?;
    Ok(Exit::Answered)
}
