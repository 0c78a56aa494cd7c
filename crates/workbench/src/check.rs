//! Whether certificates are accepted.

use hissho_certificate::file::{Report, report_bytes};
use hissho_certificate::{Allowance, Context, Verdict, printable};
use hissho_rules::Account;
use hissho_solve::limits::Limits;
use hissho_solve::parallel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Contents, Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// Are these certificates accepted?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The certificates, plain or zstd-compressed.
    pub files: Vec<NamedFile>,
    /// The files that they name by digest.
    #[serde(default)]
    pub beside: Vec<NamedFile>,
}

/// A file in a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NamedFile {
    /// What it is called.
    pub name: String,
    /// What is in it.
    #[serde(flatten)]
    pub contents: Contents,
}

/// What the checker says of each file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// The files in the order of the question.
    pub files: Vec<CheckedFile>,
}

/// What the checker says of one file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckedFile {
    /// Its name.
    pub file: String,
    /// `accepted`, `counted`, `refused` or `gave-up`.
    pub verdict: String,
    /// What is established.
    pub claim: Option<String>,
    /// The digest in its last line.
    pub digest: Option<String>,
    /// Why it is not accepted.
    pub reason: Option<String>,
}

impl CheckedFile {
    /// A report with the name of the file it is about.
    pub fn new(name: &str, report: Report) -> CheckedFile {
        let Report { verdict, claim, digest, reason, .. } = report;
        CheckedFile { file: printable(name), verdict: verdict.word().to_owned(), claim, digest, reason }
    }

    /// A file that could not be read.
    pub fn unreadable(name: &str, error: &dyn std::fmt::Display) -> CheckedFile {
        let reason = Some(printable(&format!("cannot be read: {error}")));
        let verdict = Verdict::Unreadable.word().to_owned();
        CheckedFile { file: printable(name), verdict, claim: None, digest: None, reason }
    }
}

impl Ask for Check {
    type Facts = Checked;
    const IS_KEPT: bool = false;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Checked>, Fault> {
        let standard = Allowance::default();
        let allowance = Allowance {
            steps: limits.steps.unwrap_or(standard.steps),
            memory: limits.memory.unwrap_or(standard.memory),
        };
        let beside = self.beside.iter().map(|file| (file.name.clone(), file.contents.as_bytes().to_vec()));
        let beside = beside.collect();
        let files = parallel::map(limits.threads, &self.files, |file| {
            let side_files = crate::certified::InMemory { beside: &beside, watch };
            let meter = limits.start();
            let account = Account::new(allowance.steps, allowance.memory);
            let account = account.asking(move || meter.look().is_ok());
            let context = Context { side_files: &side_files, account };
            CheckedFile::new(&file.name, report_bytes(file.contents.as_bytes(), &context, allowance))
        });
        Ok(Checked { files }.into())
    }
}

impl Findings for Checked {
    fn text(&self) -> String {
        let line = |found: &CheckedFile| {
            let said = found.claim.as_ref().or(found.reason.as_ref());
            format!("{}: {}: {}\n", found.file, found.verdict, said.map_or("", String::as_str))
        };
        self.files.iter().map(line).collect()
    }

    fn ending(&self) -> Ending {
        let verdicts = [
            (Verdict::Refused, Ending::Refuted),
            (Verdict::GaveUp, Ending::GaveUp),
            (Verdict::Counted, Ending::Counted),
        ];
        let occurs = |verdict: Verdict| self.files.iter().any(|file| file.verdict == verdict.word());
        let found = verdicts.into_iter().find(|(verdict, _)| occurs(*verdict));
        found.map_or(Ending::Answered, |(_, ending)| ending)
    }
}
