//! The question `lemma`: statements about connections, proved, and whether a cell of the carrier
//! can be left out.

use hissho_certificate::hex::Geometry;
use hissho_rules::hex::{Cell, Player};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lemma::{self, LemmaOutcome};
use crate::answer::{Ending, Findings, Told};
use crate::check::NamedFile;
use crate::question::Ask;
use crate::{Certified, Desk, Fault, Verdict, Watch};

/// Do these lemmas hold, and can no cell of their carriers be left out?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LemmaQuestion {
    /// Lemmas by name (`S`, `SC1`, …, or `all` alone), or their texts.
    pub lemmas: Vec<LemmaText>,
    /// Do not look whether cells of the carrier can be left out, unless the lemma claims it.
    #[serde(default)]
    pub no_minimal: bool,
}

/// A lemma in a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum LemmaText {
    /// One that comes with the program.
    Name(String),
    /// A text in the notation of the figures.
    Text(NamedFile),
}

/// What became of the lemmas: one as it is, several in a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ProvedLemmas {
    /// Several.
    Several {
        /// In the order of the question.
        lemmas: Vec<ProvedLemma>,
    },
    /// One.
    One(ProvedLemma),
}

/// What became of a lemma.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProvedLemma {
    /// Its name.
    pub lemma: String,
    /// What became of its claim, as for each part.
    pub verdict: Verdict,
    /// Whether no cell of the carrier can be left out.
    pub minimal: bool,
    /// Where the certificate of the claim was written.
    pub certificate: Option<String>,
    /// The claim and its cases.
    pub parts: Vec<LemmaPart>,
}

/// What became of one statement of a lemma.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LemmaPart {
    /// How the text names it.
    pub statement: String,
    /// What Black can make true.
    pub formula: String,
    /// `proved`; `refuted` if a win of White shows that it fails, `computed` if it fails by the
    /// search's word alone; `open` if it does not follow from what it is said to follow from; or
    /// `gave-up`.
    pub verdict: Verdict,
    /// Whether no cell of the carrier can be left out, if that was looked at.
    pub minimal: Option<bool>,
    #[serde(skip)]
    note: String,
    /// Whether it claims that no cell can be left out, and one can.
    #[serde(skip)]
    fails_minimality: bool,
    /// Whether it fails.
    #[serde(skip)]
    fails: bool,
}

impl Ask for LemmaQuestion {
    type Facts = ProvedLemmas;
    const IS_KEPT: bool = false;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<ProvedLemmas>, Fault> {
        let all = || lemma::BUILT_IN.iter().map(|&(name, _)| LemmaText::Name(name.to_owned())).collect();
        let texts: Vec<LemmaText> = match &self.lemmas[..] {
            [LemmaText::Name(word)] if word == "all" => all(),
            given => given.to_vec(),
        };
        let (mut lemmas, mut certified) = (Vec::new(), Vec::new());
        for text in &texts {
            let (proved, certificate) = self.prove(text, limits)?;
            lemmas.push(proved);
            certified.extend(certificate);
        }
        let facts = match <[ProvedLemma; 1]>::try_from(lemmas) {
            Ok([one]) => ProvedLemmas::One(one),
            Err(lemmas) => ProvedLemmas::Several { lemmas },
        };
        Ok(Told::from(facts).with(certified))
    }
}

impl LemmaQuestion {
    /// Proves every statement of one lemma; the certificate is that of its claim.
    fn prove(&self, text: &LemmaText, limits: &Limits) -> Result<(ProvedLemma, Option<Certified>), Fault> {
        let (name, text) = match text {
            LemmaText::Name(name) => match lemma::built_in(name) {
                Some(text) => (name, text),
                None => {
                    let known: Vec<&str> = lemma::BUILT_IN.iter().map(|(name, _)| *name).collect();
                    let known = known.join(", ");
                    let message =
                        format!("`{name}` is neither a file nor a known lemma; the lemmas are: {known}");
                    return Err(Fault::bad_input(message).in_field("lemmas"));
                }
            },
            LemmaText::Text(file) => {
                let text = std::str::from_utf8(file.contents.as_bytes());
                (&file.name, text.map_err(|error| wrong(&file.name, &error))?)
            }
        };
        let lemma = lemma::parse(text).map_err(|error| wrong(name, &error))?;
        let geometry = Geometry::new(lemma.size, Player::Black);
        let meter = limits.start();
        let first_move = |first: Option<Cell>| {
            first.map_or(String::new(), |cell| format!(" by White {}", geometry.name(cell)))
        };
        let (mut parts, mut certified) = (Vec::new(), None);
        for (index, one) in lemma.statements.iter().enumerate() {
            let with_minimality = index == 0 && !self.no_minimal;
            let outcome = lemma::prove(lemma.size, one, with_minimality, &meter);
            let outcome = outcome.map_err(|error| wrong(name, &error))?;
            let fails = matches!(outcome, LemmaOutcome::Fails { .. });
            let (verdict, minimal, note) = match outcome {
                LemmaOutcome::Proved { minimal, superfluous, steps, certificate } => {
                    let verdict = Verdict::lemma(&certificate);
                    if index == 0 {
                        certified = Some(certificate);
                    }
                    let more = match minimal {
                        Some(true) => "; no cell can be left out".to_owned(),
                        Some(false) => format!("; each of {} can be left out", geometry.names(superfluous)),
                        None => String::new(),
                    };
                    (verdict, minimal, format!("proved in {steps} steps{more}"))
                }
                LemmaOutcome::Fails { first, by: Some(by) } => {
                    let (verdict, note) = (Verdict::refuted(&by), format!("refuted{}", first_move(first)));
                    if index == 0 {
                        certified = Some(by);
                    }
                    (verdict, None, note)
                }
                LemmaOutcome::Fails { first, by: None } => {
                    let note = format!("fails{}, as the search says", first_move(first));
                    (Verdict::COMPUTED, None, note)
                }
                LemmaOutcome::NotShown => {
                    (Verdict::OPEN, None, "does not follow from what it is said to follow from".to_owned())
                }
                LemmaOutcome::Stopped(stop) => (Verdict::GAVE_UP, None, format!("gave up: {stop}")),
            };
            parts.push(LemmaPart {
                statement: one.title.clone(),
                formula: one.formula.text(&geometry),
                verdict,
                minimal,
                note,
                fails,
                fails_minimality: one.minimal && minimal == Some(false),
            });
        }
        let claim = parts.first();
        let proved = ProvedLemma {
            lemma: lemma.name,
            verdict: claim.map_or(Verdict::MISSING, |claim| claim.verdict),
            minimal: claim.and_then(|claim| claim.minimal).unwrap_or(false),
            certificate: None,
            parts,
        };
        Ok((proved, certified))
    }
}

fn wrong(name: &str, error: &dyn std::fmt::Display) -> Fault {
    Fault::bad_input(format_args!("{name}: {error}")).in_field("lemmas")
}

impl ProvedLemmas {
    /// The lemmas in the order of the question.
    pub fn lemmas(&self) -> &[ProvedLemma] {
        match self {
            ProvedLemmas::One(one) => std::slice::from_ref(one),
            ProvedLemmas::Several { lemmas } => lemmas,
        }
    }
}

impl Findings for ProvedLemmas {
    fn text(&self) -> String {
        let of = |lemma: &ProvedLemma| {
            let line = |part: &LemmaPart| {
                format!("{} {}: {}: {}", lemma.lemma, part.statement, part.formula, part.note)
            };
            lemma.parts.iter().map(line).collect::<Vec<_>>()
        };
        self.lemmas().iter().flat_map(of).collect::<Vec<_>>().join("\n")
    }

    fn ending(&self) -> Ending {
        let of = |part: &LemmaPart| match part.verdict {
            Verdict::GAVE_UP | Verdict::OPEN => Ending::GaveUp,
            _ if part.fails || part.fails_minimality => Ending::Refuted,
            _ => Ending::Answered,
        };
        // The last that is not answered counts.
        let mut endings = self.lemmas().iter().flat_map(|lemma| &lemma.parts).map(of).rev();
        endings.find(|&ending| ending != Ending::Answered).unwrap_or(Ending::Answered)
    }
}
