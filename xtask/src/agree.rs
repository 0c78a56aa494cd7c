//! `cargo xtask agree`: the checkers say the same of every certificate, file by file.
//!
//! The checkers share no code: `hissho-check`; the second checker in `second/`, written from the pages of docs/formats; and
//! where it was built `formal/hissho-formal-check`, whose core is proved correct, for the kinds it reads. They read the same
//! plain text; a kept proof is unpacked for them. They may differ in one way: where one gives up, another may decide.
//! Looked at are the kept proofs, the collection of refusals, the corpus of fuzzing, and what the tests made (see
//! [`made_by_tests`]), true and damaged.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;
use xshell::{Shell, cmd};

/// Which kept proofs are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Those of at most [`SMALL`] bytes.
    Small,
    /// All.
    All,
}

/// Kept proofs of at most this size are part of the ordinary tests.
const SMALL: u64 = 60_000;

/// So many small certificates are given to a checker at once.
const BATCH: usize = 100;

/// Compares the checkers.
pub(crate) fn run(shell: &Shell, extent: Extent, filter: &str) -> anyhow::Result<()> {
    cmd!(shell, "cargo build --quiet --release --package hissho-certificate").run()?;
    let first = crate::target().join("release/hissho-check");
    let scratch = shell.create_temp_dir()?;
    let formal = Path::new("formal/hissho-formal-check");
    let has_formal = shell.path_exists(formal);
    let (mut compared, mut by_formal, mut different) = (0, 0, Vec::new());
    let (packed, plain): (Vec<PathBuf>, Vec<PathBuf>) = certificates(shell, extent, filter)?
        .into_iter()
        .partition(|path| path.extension().is_some_and(|e| e == "zst"));
    for batch in packed.chunks(1).chain(plain.chunks(BATCH)) {
        let files =
            batch.iter().map(|path| unpack(shell, path, scratch.path())).collect::<Result<Vec<_>, _>>()?;
        let a = verdicts_of_program(shell, &first, &files)?;
        let b = verdicts_of_second(shell, &files)?;
        let c = match has_formal {
            true => verdicts_of_program(shell, formal, &files)?,
            false => vec![String::new(); files.len()],
        };
        for (at, path) in batch.iter().enumerate() {
            let (a, b, c) = (&a[at], &b[at], &c[at]);
            // Formats of version 2 are not read by the checkers proved correct.
            let is_newer = std::fs::read(&files[at])?.starts_with(b"hissho-certificate 2\n");
            let is_read = !is_newer && matches!(c.as_str(), "accepted" | "refused");
            compared += 1;
            by_formal += usize::from(is_read);
            let differ = |a: &str, b: &str| a != b && a != "gave-up" && b != "gave-up";
            if differ(a, b) || (is_read && differ(a, c)) {
                different.push(format!("{}: hissho-check {a}, second {b}, formal {c}", path.display()));
            }
        }
    }
    if compared == 0 {
        bail!("no certificate was compared");
    }
    if !different.is_empty() {
        bail!(
            "of {compared} certificates the checkers differ on {}:\n{}",
            different.len(),
            different.join("\n")
        );
    }
    println!("{compared} certificates, {by_formal} of them read by the checkers proved correct: they agree");
    Ok(())
}

/// Where the tests put the certificates they make, true and damaged: those of the damage harness, by `HISSHO_CERTIFICATES`,
/// and those of `hissho reproduce`, by `--keep`.
pub(crate) fn made_by_tests() -> PathBuf {
    crate::workspace().join(crate::target()).join("certificates")
}

/// All certificates, by name.
fn certificates(shell: &Shell, extent: Extent, filter: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut directories = ["proofs", "crates/certificate/tests/refusals", "fuzz/corpus/certificates"]
        .map(PathBuf::from)
        .to_vec();
    directories.extend(Some(made_by_tests()).filter(|made| shell.path_exists(made)));
    while let Some(directory) = directories.pop() {
        for path in shell.read_dir(&directory)? {
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                directories.push(path);
            } else if (name.ends_with(".cert") || name.ends_with(".cert.zst"))
                && name.contains(filter)
                // Made to use up a checker's steps, which are its own affair.
                && !name.contains("/Exhausted")
                && (extent == Extent::All || std::fs::metadata(&path)?.len() <= SMALL)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A plain text of the certificate.
fn unpack(shell: &Shell, path: &Path, scratch: &Path) -> anyhow::Result<PathBuf> {
    if path.extension().is_none_or(|extension| extension != "zst") {
        return Ok(path.to_owned());
    }
    let plain = scratch.join("plain.cert");
    cmd!(shell, "zstd -q -d -f -o {plain} {path}").quiet().run()?;
    Ok(plain)
}

/// The word after each file's name in what a program prints.
fn verdicts_of_program(shell: &Shell, program: &Path, files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let output = cmd!(shell, "{program} {files...}").quiet().ignore_status().read()?;
    let mut lines = output.lines();
    let verdict = |file: &PathBuf| {
        let name = format!("{}: ", file.display());
        let rest = lines.find_map(|line| line.strip_prefix(&name)).context("no verdict was printed")?;
        Ok(rest.split(':').next().unwrap_or("").to_owned())
    };
    files.iter().map(verdict).collect()
}

/// The verdicts in the JSON document of the second checker.
fn verdicts_of_second(shell: &Shell, files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let output = cmd!(shell, "node --stack-size=4000 second/hissho-second.js --json {files...}")
        .quiet()
        .ignore_status()
        .read()?;
    let document: Value = serde_json::from_str(&output).context("the second checker printed no document")?;
    let all = document["files"].as_array().context("no list of files")?;
    let verdict = |one: &Value| Ok(one["verdict"].as_str().context("no verdict")?.to_owned());
    anyhow::ensure!(all.len() == files.len(), "the second checker left out a file");
    all.iter().map(verdict).collect()
}
