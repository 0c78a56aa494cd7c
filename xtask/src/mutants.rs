//! `cargo xtask mutants`: change the checkers in small ways and see that a test notices.
//!
//! The files on which soundness hangs most are changed in every way cargo-mutants knows; of all others a sample. A
//! change that no test notices is a missing refusal, or is listed with its reason in docs/mutants.md.

use xshell::{Shell, cmd};

/// The files on which soundness hangs most.
const CORE: &[&str] = &[
    "crates/certificate/src/hex/step.rs",
    "crates/certificate/src/laws/automaton.rs",
    "crates/certificate/src/laws/obligations.rs",
    "crates/certificate/src/line_games.rs",
    "crates/certificate/src/infinite_four/response.rs",
    "crates/rules/src/language/evaluate.rs",
];

/// Of the other changes one in so many is tried.
const SAMPLE: &str = "0/10";

pub(crate) fn run(shell: &Shell, rest: &[&str]) -> anyhow::Result<()> {
    if cmd!(shell, "cargo mutants --version").quiet().ignore_stdout().ignore_stderr().run().is_err() {
        cmd!(shell, "cargo install --locked cargo-mutants").run()?;
    }
    let packages = ["--test-package", "hissho-certificate,hissho-rules"];
    if rest.is_empty() {
        let core: Vec<&str> = CORE.iter().flat_map(|file| ["--file", file]).collect();
        cmd!(shell, "cargo mutants --in-place --baseline skip --timeout 120 {packages...} {core...}")
            .run()?;
        let others: Vec<&str> = CORE.iter().flat_map(|file| ["--exclude", file]).collect();
        let trusted = ["--package", "hissho-certificate", "--package", "hissho-rules"];
        cmd!(shell, "cargo mutants --in-place --baseline skip --timeout 120 {packages...} {trusted...} {others...} --shard {SAMPLE}")
            .run()?;
    } else {
        let files: Vec<&str> = rest.iter().flat_map(|file| ["--file", file]).collect();
        cmd!(shell, "cargo mutants --in-place --baseline skip --timeout 120 {packages...} {files...}")
            .run()?;
    }
    Ok(())
}
