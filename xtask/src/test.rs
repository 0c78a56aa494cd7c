//! `cargo xtask test`: everything that has to hold before a change lands; CI runs exactly this.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;
use xshell::{Shell, cmd};

/// System packages the build and the tests need: the program that shows it is there, the package.
const SYSTEM: &[(&str, &str)] = &[("cc", "gcc"), ("git", "git")];

pub(crate) fn run(shell: &Shell) -> anyhow::Result<()> {
    step("tools", || install_missing(shell))?;
    step("formatting", || Ok(cmd!(shell, "cargo fmt --all --check").run()?))?;
    step("clippy", || Ok(cmd!(shell, "cargo clippy --workspace --all-targets -- -D warnings").run()?))?;
    step("tidy", || crate::tidy::run(shell, false))?;
    let has_nextest =
        cmd!(shell, "cargo nextest --version").quiet().ignore_stdout().ignore_stderr().run().is_ok();
    step("tests", || {
        if has_nextest {
            cmd!(shell, "cargo nextest run --workspace --no-fail-fast").run()?;
        } else {
            cmd!(shell, "cargo test --workspace --all-targets").run()?;
        }
        Ok(())
    })?;
    step("documentation tests", || Ok(cmd!(shell, "cargo test --workspace --doc").run()?))?;
    step("reproduce", || reproduce(shell))?;
    println!("\neverything holds");
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    println!("\n== {name}");
    let start = Instant::now();
    work().with_context(|| format!("{name} failed"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Installs the system packages that are missing, as root; otherwise says which.
fn install_missing(shell: &Shell) -> anyhow::Result<()> {
    let is_there = |program: &str| {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&paths).any(|directory| directory.join(program).is_file())
    };
    let missing: Vec<&str> =
        SYSTEM.iter().filter(|(program, _)| !is_there(program)).map(|&(_, package)| package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let is_root = cmd!(shell, "id -u").quiet().read().is_ok_and(|user| user.trim() == "0");
    if !is_root || !is_there("apt-get") {
        bail!("please install: apt-get install {}", missing.join(" "));
    }
    cmd!(shell, "apt-get update -q").run()?;
    cmd!(shell, "apt-get install -q -y --no-install-recommends {missing...}").run()?;
    Ok(())
}

/// Settles every claim that takes under a minute. Claims still `missing` do not fail; a refused
/// certificate does, and so does a list of errata that says anything else than the verdicts.
fn reproduce(shell: &Shell) -> anyhow::Result<()> {
    let command = cmd!(shell, "cargo run --package hissho-cli --bin hissho -- reproduce --json");
    let output = command.ignore_status().output()?;
    if !matches!(output.status.code(), Some(0 | 3)) {
        print!("{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        bail!("hissho reproduce ended with {:?}: a certificate was refused", output.status.code());
    }
    let document: Value = serde_json::from_slice(&output.stdout)?;
    let claims = document["claims"].as_array().context("no list of claims")?;
    let word = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let mut refuted = BTreeSet::new();
    for claim in claims {
        let (id, verdict) = (word(&claim["id"]), word(&claim["verdict"]));
        println!(
            "{id:4} {verdict:9} {:8.2} s  {}",
            claim["seconds"].as_f64().unwrap_or(0.0),
            word(&claim["evidence"])
        );
        let parts = claim["parts"].as_array().into_iter().flatten();
        if parts.into_iter().any(|part| part["verdict"] == "refuted") {
            refuted.insert(id);
        }
    }
    let errata = shell.read_file("docs/errata.md")?;
    // Up to the heading of the slips that are no statements of their own.
    let statements = errata.split("\n## ").next().unwrap_or("");
    let listed: BTreeSet<String> = statements
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .filter(|id| claims.iter().any(|claim| claim["id"] == *id))
        .map(str::to_owned)
        .collect();
    if listed != refuted {
        let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
            a.difference(b).cloned().collect::<Vec<_>>().join(" ")
        };
        bail!(
            "docs/errata.md and the verdicts differ: listed and not refuted: {}; refuted and not listed: {}",
            only(&listed, &refuted),
            only(&refuted, &listed)
        );
    }
    Ok(())
}
