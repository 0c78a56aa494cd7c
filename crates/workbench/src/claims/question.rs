//! The question `claims`: what became of the claims of the source documents.

use std::fmt;
use std::time::Duration;

use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Entry, Part, Settled, Settling, entries, settle, theorems};
use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Named, Theorem, Verdict, Watch, named_theorems};

/// What became of these claims?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Ids such as `C5`, parts such as `D6.v`, or letters for all ids of one source; all when none
    /// is given.
    #[serde(default)]
    pub ids: Vec<String>,
    /// List them with their statements and settle nothing.
    #[serde(default)]
    pub list: bool,
    /// Make every certificate anew, also those that are kept.
    #[serde(default)]
    pub fresh: bool,
    /// Hand over every certificate that is made.
    #[serde(default)]
    pub certificates: bool,
    /// Build formal/ first, and count its theorems too.
    #[serde(default)]
    pub formal: bool,
}

/// The claims, each with its verdict.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettledClaims {
    /// In the order of the sources.
    pub claims: Vec<SettledClaim>,
    /// Whether the work was stopped before all of them were settled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

/// What became of a claim.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettledClaim {
    /// A letter for the source and a number.
    pub id: String,
    /// The claim in a few words.
    pub title: String,
    /// The whole statement as printed.
    pub statement: String,
    /// The document it is from.
    pub source: String,
    /// The weakest verdict among the parts; none if it was only listed.
    pub verdict: Option<Verdict>,
    /// What the verdict rests on, in a few words.
    pub evidence: String,
    /// How long it took, certificates made and checked included.
    pub seconds: f64,
    /// Each part.
    pub parts: Vec<SettledPart>,
    /// The theorems of formal/ about it.
    #[serde(default)]
    pub theorems: Vec<AboutTheorem>,
}

/// Where a theorem stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TheoremName {
    /// Its name.
    pub name: String,
    /// Its file in formal/.
    pub file: String,
}

/// A theorem that is named beside a claim.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AboutTheorem {
    /// Where it stands.
    #[serde(flatten)]
    pub at: TheoremName,
    /// The part of the claim, or the parameters, that it covers.
    pub covers: String,
    /// The sentence of the source.
    pub sentence: String,
    /// The statement in Coq.
    pub statement: String,
    /// Whether it was built in this run and is among the parts.
    pub counted: bool,
}

/// What became of a part of a claim.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettledPart {
    /// The part's own id: the claim's, a dot, and letters.
    pub part: String,
    /// What is said.
    pub statement: String,
    /// What became of it.
    pub verdict: Verdict,
    /// Where it fails, if it was refuted.
    pub counterexample: Option<String>,
    /// What the verdict rests on.
    pub evidence: String,
    /// The digest of the certificate it rests on.
    pub certificate: Option<String>,
    /// The theorems it rests on, beside a certificate or alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub theorems: Vec<TheoremName>,
    /// Whether a certificate was refused on the way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
}

/// a, b, …, z, aa, ab, …
pub fn part_name(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => part_name(more - 1) + &last.to_string(),
    }
}

/// A claim that is asked for, with the part if only one is.
struct Asked<'a> {
    entry: Entry,
    parts: Vec<&'a str>,
}

impl Claims {
    /// The entries that the ids name, in the order of the sources.
    fn asked(&self) -> Result<Vec<Asked<'_>>, Fault> {
        let split = |name: &'_ str| match name.split_once('.') {
            Some((id, part)) => (id.to_owned(), Some(part.to_owned())),
            None => (name.to_owned(), None),
        };
        let names = |name: &str, entry: &Entry| {
            let (id, _) = split(name);
            entry.id.eq_ignore_ascii_case(&id)
                || (name.len() == 1 && entry.id[..1].eq_ignore_ascii_case(name))
        };
        let all = entries();
        if let Some(unknown) = self.ids.iter().find(|name| !all.iter().any(|entry| names(name, entry))) {
            return Err(Fault::bad_input(format_args!(
                "there is no claim `{unknown}`: the ids go from A1 to E9, a letter means all of its ids, \
                 D6.v is one part"
            ))
            .in_field("ids"));
        }
        let asked = all.into_iter().filter_map(|entry| {
            let by: Vec<&String> = self.ids.iter().filter(|name| names(name, &entry)).collect();
            if by.is_empty() && !self.ids.is_empty() {
                return None;
            }
            let parts: Option<Vec<&str>> =
                by.iter().map(|name| name.split_once('.').map(|(_, part)| part)).collect();
            Some(Asked { entry, parts: parts.unwrap_or_default() })
        });
        Ok(asked.collect())
    }
}

impl Ask for Claims {
    type Facts = SettledClaims;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<SettledClaims>, Fault> {
        let asked = self.asked()?;
        let built = match self.formal && !self.list {
            true => Theorem::of(&watch.build_formal(limits)?),
            false => Vec::new(),
        };
        let (mut claims, mut made) = (Vec::new(), Vec::new());
        let mut stopped = false;
        for (number, Asked { entry, parts }) in asked.iter().enumerate() {
            if self.list {
                claims.push(told(&Settled { entry: *entry, parts: Vec::new() }, Duration::ZERO, &[]));
                continue;
            }
            watch.begin(&format!("{} of {}: {} {}", number + 1, asked.len(), entry.id, entry.title), 0);
            let start = limits.pulse.elapsed();
            let mut settling = Settling::new(entry.id, desk, limits, watch);
            settling.fresh = self.fresh;
            if self.certificates {
                settling = settling.keeping_certificates();
            }
            let settled = theorems::count(settle(*entry, &settling), &built);
            if limits.pulse.is_cancelled() {
                // What this one lacks it lacks because it was stopped.
                stopped = true;
                break;
            }
            let mut claim = told(&settled, limits.pulse.elapsed() - start, &built);
            claim.keep_only(parts)?;
            claims.push(claim);
            made.extend(settling.into_made());
        }
        Ok(Told::from(SettledClaims { claims, stopped }).with(made))
    }
}

fn told(settled: &Settled, time: Duration, built: &[Theorem]) -> SettledClaim {
    let Entry { id, title, statement, source } = settled.entry;
    let parts = settled.parts.iter().enumerate().map(|(number, part)| SettledPart {
        part: format!("{id}.{}", part_name(number)),
        statement: part.statement().to_owned(),
        verdict: part.verdict(),
        counterexample: part.counterexample().map(str::to_owned),
        evidence: part.evidence().to_owned(),
        certificate: part.certificate().map(str::to_owned),
        theorems: part.theorems().iter().map(TheoremName::from).collect(),
        refused: part.has_refusal(),
    });
    let about = |named: Named| AboutTheorem {
        at: TheoremName::from(&named),
        covers: named.covers.to_owned(),
        sentence: named.sentence.to_owned(),
        statement: named.statement.to_owned(),
        counted: built.iter().any(|theorem| *theorem.named() == named),
    };
    SettledClaim {
        id: id.to_owned(),
        title: title.to_owned(),
        statement: statement.to_owned(),
        source: source.to_owned(),
        verdict: (!settled.parts.is_empty()).then(|| settled.verdict()),
        evidence: evidence(&settled.parts),
        seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
        parts: parts.collect(),
        theorems: named_theorems().filter(|named| named.claim == id).map(about).collect(),
    }
}

impl From<&Named> for TheoremName {
    fn from(named: &Named) -> TheoremName {
        TheoremName { name: named.name.to_owned(), file: named.file.to_owned() }
    }
}

/// What the verdict of the whole claim rests on, in a few words.
fn evidence(parts: &[Part]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.evidence().to_owned(),
        parts => {
            let counts = counted(parts.iter().map(Part::verdict));
            format!("{} parts: {counts}", parts.len())
        }
    }
}

/// How many ended how, the strongest first.
fn counted(verdicts: impl Iterator<Item = Verdict>) -> String {
    let mut verdicts: Vec<Verdict> = verdicts.collect();
    verdicts.sort_by(|a, b| b.cmp(a));
    let groups = verdicts.chunk_by(|a, b| a == b);
    groups.map(|group| format!("{} {}", group.len(), group[0])).collect::<Vec<_>>().join(", ")
}

impl SettledClaim {
    /// The claim as the source prints it, with the statements in Coq beside it.
    pub fn as_printed(&self) -> String {
        let mut out = format!("{:4} {}\n     {}\n", self.id, self.title, self.statement);
        for theorem in &self.theorems {
            out += &format!("     {theorem}\n       {}\n", theorem.statement);
        }
        out
    }

    /// Leaves out the parts that were not asked for; all of them were if none is named.
    fn keep_only(&mut self, names: &[&str]) -> Result<(), Fault> {
        if names.is_empty() {
            return Ok(());
        }
        let of = |part: &SettledPart| part.part.rsplit('.').next().unwrap_or_default().to_owned();
        if let Some(unknown) = names.iter().find(|name| !self.parts.iter().any(|part| of(part) == **name)) {
            let last = part_name(self.parts.len().saturating_sub(1));
            return Err(Fault::bad_input(format_args!(
                "{} has no part `{unknown}`: they go from a to {last}",
                self.id
            ))
            .in_field("ids"));
        }
        self.parts.retain(|part| names.contains(&of(part).as_str()));
        self.verdict = self.parts.iter().map(|part| part.verdict).min();
        self.evidence = match &self.parts[..] {
            [only] => only.evidence.clone(),
            parts => format!("{} parts: {}", parts.len(), counted(parts.iter().map(|part| part.verdict))),
        };
        Ok(())
    }
}

impl fmt::Display for AboutTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "theorem {}, formal/{} [{}]", self.at.name, self.at.file, self.covers)
    }
}

impl SettledClaims {
    /// How many claims ended how, and how long they took.
    pub fn summary(&self) -> String {
        let counts = counted(self.claims.iter().filter_map(|claim| claim.verdict));
        let seconds: f64 = self.claims.iter().map(|claim| claim.seconds).sum();
        let stopped = if self.stopped { "; stopped before the others" } else { "" };
        let claims = self.claims.len();
        format!("{claims} claims: {counts}; {seconds:.1} s, certificates made and checked{stopped}")
    }
}

impl Findings for SettledClaims {
    fn text(&self) -> String {
        let mut out = String::new();
        for claim in &self.claims {
            let Some(verdict) = claim.verdict else {
                out += &claim.as_printed();
                continue;
            };
            out += &format!("{:4} {verdict:9} {} ({})\n", claim.id, claim.title, claim.evidence);
            for part in claim.parts.iter().filter(|_| claim.parts.len() > 1) {
                out += &format!("  {:6} {:9} {}\n", part.part, part.verdict, part.statement);
            }
            for theorem in claim.theorems.iter().filter(|theorem| !theorem.counted) {
                out += &format!("  {theorem}, not built in this run\n");
            }
        }
        if self.claims.iter().any(|claim| claim.verdict.is_some()) {
            out += &format!("\n{}\n", self.summary());
        }
        out
    }

    fn ending(&self) -> Ending {
        let is_listed = |claim: &SettledClaim| claim.verdict.is_none();
        let is_settled = |claim: &SettledClaim| claim.verdict.is_some_and(Verdict::is_settled);
        if self.claims.iter().flat_map(|claim| &claim.parts).any(|part| part.refused) {
            Ending::Refuted
        } else if !self.stopped && self.claims.iter().all(|claim| is_listed(claim) || is_settled(claim)) {
            Ending::Answered
        } else {
            Ending::GaveUp
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(asked: &[&str]) -> Result<Vec<String>, Fault> {
        let claims = Claims { ids: asked.iter().map(|&id| id.to_owned()).collect(), ..Claims::default() };
        Ok(claims.asked()?.iter().map(|asked| format!("{}{:?}", asked.entry.id, asked.parts)).collect())
    }

    #[test]
    fn ids_letters_and_parts_are_understood() {
        assert_eq!(ids(&["d6.v", "D6.b", "C5"]).unwrap(), ["C5[]", "D6[\"v\", \"b\"]"]);
        assert_eq!(ids(&["d"]).unwrap().len(), 8);
        assert!(ids(&["C5", "Z9"]).unwrap_err().message.contains("`Z9`"));
    }

    #[test]
    fn the_names_of_parts_go_on_after_z() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(part_name), ["a", "z", "aa", "ab", "zz", "aaa"]);
    }
}
