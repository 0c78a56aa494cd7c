//! `cargo xtask agree`: the checkers say the same of every certificate, file by file.
//!
//! The checkers share no code: `hissho-check`; the second checker in `second/`, written from the pages of docs/formats; and
//! where it was built `formal/hissho-formal-check`, whose core is proved correct, for the kinds it reads. They read the same
//! plain text; a kept proof is unpacked for them. They may differ in one way: where one gives up, another may decide.

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

/// Compares the checkers on the kept proofs and on the collection of refusals.
pub(crate) fn run(shell: &Shell, extent: Extent, filter: &str) -> anyhow::Result<()> {
    cmd!(shell, "cargo build --quiet --profile quick --package hissho-certificate").run()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let first = target.join("quick/hissho-check");
    let scratch = shell.create_temp_dir()?;
    let formal = Path::new("formal/hissho-formal-check");
    let has_formal = shell.path_exists(formal);
    let (mut compared, mut by_formal, mut different) = (0, 0, Vec::new());
    for path in certificates(shell, extent, filter)? {
        let plain = unpack(shell, &path, scratch.path())?;
        let a = verdict_of_program(shell, &first, &plain)?;
        let b = verdict_of_second(shell, &plain)?;
        let c = if has_formal { verdict_of_program(shell, formal, &plain)? } else { String::new() };
        let is_read = matches!(c.as_str(), "accepted" | "refused");
        compared += 1;
        by_formal += usize::from(is_read);
        let differ = |a: &str, b: &str| a != b && a != "gave-up" && b != "gave-up";
        if differ(&a, &b) || (is_read && differ(&a, &c)) {
            different.push(format!("{}: hissho-check {a}, second {b}, formal {c}", path.display()));
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

/// The kept proofs and the collection of refusals, by name.
fn certificates(shell: &Shell, extent: Extent, filter: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut directories = vec![PathBuf::from("proofs"), PathBuf::from("crates/certificate/tests/refusals")];
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

/// The word after the file's name in what a program prints.
fn verdict_of_program(shell: &Shell, program: &Path, file: &Path) -> anyhow::Result<String> {
    let output = cmd!(shell, "{program} {file}").quiet().ignore_status().read()?;
    let rest = output.strip_prefix(&format!("{}: ", file.display())).context("no verdict was printed")?;
    Ok(rest.split(':').next().unwrap_or("").to_owned())
}

/// The verdict in the JSON document of the second checker.
fn verdict_of_second(shell: &Shell, file: &Path) -> anyhow::Result<String> {
    let output = cmd!(shell, "node --stack-size=4000 second/hissho-second.js --json {file}")
        .quiet()
        .ignore_status()
        .read()?;
    let document: Value = serde_json::from_str(&output).context("the second checker printed no document")?;
    Ok(document["files"][0]["verdict"].as_str().context("no verdict")?.to_owned())
}
