//! The question `discover`: which law gives the values or the losing positions of a game? Found
//! from tables, then proved.

use hissho_certificate::Claim;
use hissho_certificate::laws::Automatic;
use hissho_certificate::laws::numeration::Numeration;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Finding, LawGame, Settings, discover, export, numeration};
use crate::answer::{Attachment, Ending, Findings, Told};
use crate::games::GameText;
use crate::picture::to_png;
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Verdict, Watch};

/// Which law does a game have?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Discover {
    /// The game; a sum of heaps counts as one game.
    pub game: GameText,
    /// How the automaton reads numbers: `msd_2`, `msd_3`, `fib`. Several are tried when not given.
    #[serde(default)]
    pub numeration: Option<String>,
    /// Side of the largest table to guess from.
    #[serde(default = "largest_table")]
    pub table: u64,
    /// Give up when an automaton has more states than this.
    #[serde(default)]
    pub states: Option<u64>,
    /// Draw the law's automaton: `svg` or `png`.
    #[serde(default)]
    pub picture: Option<String>,
    /// Hand over the law's automaton in Walnut's format.
    #[serde(default)]
    pub walnut: bool,
}

fn largest_table() -> u64 {
    8192
}

impl Discover {
    /// The question about this game, with nothing special asked for.
    pub fn new(game: GameText) -> Discover {
        let table = largest_table();
        Discover { game, numeration: None, table, states: None, picture: None, walnut: false }
    }
}

/// A law, or why there is none.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Discovered {
    /// The game.
    pub game: String,
    /// `proved` or `gave-up`.
    pub verdict: Verdict,
    /// The law: a claim of the rules language, or an automaton in words.
    pub law: Option<String>,
    /// States of the law's minimal automaton, the dead one included.
    pub states: Option<u64>,
    /// How the automaton reads numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numeration: Option<String>,
    /// Whether it gives every Grundy value, or only says which positions are lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gives_values: Option<bool>,
    /// Side of the table it was guessed from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u64>,
    /// How many guesses that fitted a table were refuted on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_guesses: Option<u64>,
    /// The file with the certificate, if one was written.
    pub certificate: Option<String>,
    /// Why nothing was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The guesses that were refuted, each with what was wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<String>,
}

impl Ask for Discover {
    type Facts = Discovered;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Discovered>, Fault> {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let system = numeration(self.numeration.as_deref())?;
        if let Some(format) =
            self.picture.as_ref().filter(|format| !["svg", "png"].contains(&format.as_str()))
        {
            let message = format!("picture `{format}`: a picture is svg or png");
            return Err(Fault::bad_input(message).in_field("picture"));
        }
        let settings = Settings { limits, states: self.states.map(size), system };
        let game = LawGame::of(&self.game)?;
        let discovery = discover(&game, size(self.table), &settings, watch);
        let mut facts = Discovered {
            game: game.game.title(),
            verdict: Verdict::GAVE_UP,
            law: None,
            states: None,
            numeration: None,
            gives_values: None,
            table: None,
            refuted_guesses: None,
            certificate: None,
            reason: None,
            guesses: discovery.refuted,
        };
        let Some(found) = discovery.finding else {
            facts.reason = Some(discovery.gave_up.unwrap_or_default());
            return Ok(facts.into());
        };
        facts.verdict = Verdict::established(&found.proof);
        facts.law = Some(law_text(&found));
        facts.states = Some(found.states as u64);
        facts.numeration = Some(found.system.to_string());
        facts.gives_values = Some(found.gives_values);
        facts.table = Some(found.table as u64);
        facts.refuted_guesses = Some(facts.guesses.len() as u64);
        let files = self.files(&found)?;
        Ok(Told { facts, certified: vec![found.proof], files })
    }

    fn confirm(
        &self,
        mut kept: Discovered,
        certified: &[Certified],
        _: &Limits,
    ) -> Result<Discovered, Fault> {
        let game = LawGame::of(&self.game)?;
        let [by] = certified else { return Err(other_claim()) };
        let Claim::Automatic(accepted) = by.claim() else { return Err(other_claim()) };
        let (law, gives_values) = match accepted {
            Automatic::Claim { rules, parameters, claim }
                if (rules, parameters) == (&game.rules, &game.parameters) =>
            {
                (claim.clone(), claim.starts_with("grundy"))
            }
            Automatic::Automaton { rules, parameters, system, automaton }
                if (rules, parameters) == (&game.rules, &game.parameters) =>
            {
                let gives_values = automaton.tracks > game.game.dimension;
                kept.states = Some(automaton.states() as u64);
                kept.numeration = Some(system.to_string());
                (automaton_text(gives_values, automaton.states(), *system), gives_values)
            }
            _ => return Err(other_claim()),
        };
        kept.game = game.game.title();
        kept.verdict = Verdict::established(by);
        (kept.law, kept.gives_values) = (Some(law), Some(gives_values));
        Ok(kept)
    }
}

impl Discover {
    /// The automaton as the question wants it.
    fn files(&self, found: &Finding) -> Result<Vec<Attachment>, Fault> {
        let Some(automaton) = &found.automaton else { return Ok(Vec::new()) };
        let mut files = Vec::new();
        if let Some(format) = &self.picture {
            let svg = export::svg(automaton, found.system);
            files.push(match format.as_str() {
                "png" => Attachment::bytes("png", to_png(&svg, 2.0).map_err(Fault::too_large)?),
                _ => Attachment::text("svg", svg),
            });
        }
        if self.walnut {
            files.push(Attachment::text("txt", export::walnut(automaton, found.system)));
        }
        Ok(files)
    }
}

fn law_text(found: &Finding) -> String {
    match &found.closed_form {
        Some(law) => law.clone(),
        None => automaton_text(found.gives_values, found.states, found.system),
    }
}

fn automaton_text(gives_values: bool, states: usize, system: Numeration) -> String {
    let what = if gives_values { "grundy values" } else { "losing positions" };
    format!("{what} by an automaton with {states} states reading {system}")
}

impl Findings for Discovered {
    fn text(&self) -> String {
        let game = &self.game;
        let (Some(law), Some(side)) = (&self.law, self.table) else {
            return format!("{game}: no law found; {}\n", self.reason.as_deref().unwrap_or_default());
        };
        let guesses = match self.refuted_guesses {
            None | Some(0) => String::new(),
            Some(n) => format!("; {n} guesses that fit the table were refuted on the way"),
        };
        let certificate =
            self.certificate.as_ref().map_or(String::new(), |path| format!("  certificate: {path}\n"));
        let verdict = self.verdict;
        format!(
            "{game}: {law}\n  {verdict} for every position; guessed from a table of side {side}{guesses}\n\
             {certificate}"
        )
    }

    fn ending(&self) -> Ending {
        if self.law.is_some() { Ending::Answered } else { Ending::GaveUp }
    }
}
