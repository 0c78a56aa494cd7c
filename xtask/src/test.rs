//! `cargo xtask test`: everything that has to hold before a change lands; CI runs exactly this.
//!
//! It has parts, each with the system packages it needs. A part whose packages cannot be installed runs nothing, names
//! them, and the whole ends with an error.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::agree::{self, Extent};
use crate::install::{Needed, install};

/// A part of the tests.
struct Part {
    name: &'static str,
    needs: &'static [Needed],
    run: fn(&Shell) -> anyhow::Result<()>,
    /// What `test all` adds.
    long: fn(&Shell) -> anyhow::Result<()>,
}

const PARTS: &[Part] = &[
    Part { name: "core", needs: &[("cc", "gcc"), ("git", "git")], run: core, long: packages },
    Part {
        name: "page",
        needs: &[("cc", "gcc"), ("node", "nodejs"), ("gzip", "gzip")],
        run: page,
        long: |_| Ok(()),
    },
    Part {
        name: "formal",
        needs: &[("make", "make"), ("coqc", "coq"), ("ocamlopt", "ocaml-nox")],
        run: formal,
        long: |shell| step("coqchk", || Ok(cmd!(shell, "make -C formal coqchk").run()?)),
    },
    Part {
        name: "second",
        needs: &[("cc", "gcc"), ("node", "nodejs"), ("zstd", "zstd")],
        run: second,
        long: |shell| step("agreement on all kept proofs", || agree::run(shell, Extent::All, "")),
    },
];

pub(crate) fn run(shell: &Shell, wanted: &[&str]) -> anyhow::Result<()> {
    let is_long = wanted == ["all"];
    if let Some(unknown) = wanted.iter().find(|name| !is_long && PARTS.iter().all(|part| part.name != **name))
    {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        bail!("there is no part `{unknown}`; the parts are: {}, all", names.join(", "));
    }
    let mut left_out = Vec::new();
    for part in PARTS.iter().filter(|part| is_long || wanted.is_empty() || wanted.contains(&part.name)) {
        if let Err(error) = install(shell, part.needs) {
            left_out.push(format!("{}: {error}", part.name));
            continue;
        }
        (part.run)(shell)?;
        if is_long {
            (part.long)(shell)?;
        }
    }
    if !left_out.is_empty() {
        bail!("not run:\n{}", left_out.join("\n"));
    }
    println!("\neverything holds");
    Ok(())
}

fn core(shell: &Shell) -> anyhow::Result<()> {
    step("formatting", || Ok(cmd!(shell, "cargo fmt --all --check").run()?))?;
    step("clippy", || {
        Ok(cmd!(shell, "cargo clippy --workspace --all-features --all-targets -- -D warnings").run()?)
    })?;
    step("tidy", || crate::tidy::run(shell, false))?;
    let has_nextest =
        cmd!(shell, "cargo nextest --version").quiet().ignore_stdout().ignore_stderr().run().is_ok();
    // What the tests make is given to the second checker too.
    let made = agree::made_by_tests();
    shell.remove_path(&made)?;
    let keeping = shell.push_env("HISSHO_CERTIFICATES", &made);
    step("tests", || {
        if has_nextest {
            cmd!(shell, "cargo nextest run --workspace --all-features --no-fail-fast").run()?;
        } else {
            cmd!(shell, "cargo test --workspace --all-features --all-targets").run()?;
        }
        Ok(())
    })?;
    drop(keeping);
    step("documentation tests", || Ok(cmd!(shell, "cargo test --workspace --all-features --doc").run()?))?;
    step("reproduce", || reproduce(shell))
}

fn second(shell: &Shell) -> anyhow::Result<()> {
    step("second checker", || Ok(cmd!(shell, "node --test second/test.js").run()?))?;
    let made = agree::made_by_tests();
    if !shell.path_exists(&made) {
        step("certificates that tests make", || {
            let test = cmd!(shell, "cargo test --quiet --package hissho-certificate --package hissho-prover");
            Ok(test.env("HISSHO_CERTIFICATES", &made).run()?)
        })?;
    }
    step("agreement", || agree::run(shell, Extent::Small, ""))
}

/// The engine as WebAssembly gives the answers of the same code without it.
fn page(shell: &Shell) -> anyhow::Result<()> {
    let mut engine = Default::default();
    step("engine as WebAssembly", || {
        engine = crate::wasm::run(shell)?;
        Ok(())
    })?;
    step("the same answers with and without WebAssembly", || crate::wasm::compare(shell, &engine))
}

/// Each library as a package that builds alone, and what others say about the crates we use.
fn packages(shell: &Shell) -> anyhow::Result<()> {
    step("packages", || {
        let libraries = ["rules", "certificate", "prover", "solve", "workbench", "store"];
        let named = libraries.iter().flat_map(|name| ["--package".to_owned(), format!("hissho-{name}")]);
        Ok(cmd!(shell, "cargo package --locked --allow-dirty {named...}").run()?)
    })?;
    for (tool, arguments) in [("cargo-machete", &["machete"][..]), ("cargo-deny", &["deny", "check"])] {
        step(tool, || {
            if cmd!(shell, "{tool} --version").quiet().ignore_stdout().ignore_stderr().run().is_err() {
                cmd!(shell, "cargo install --locked {tool}").run()?;
            }
            Ok(cmd!(shell, "cargo {arguments...}").run()?)
        })?;
    }
    Ok(())
}

fn formal(shell: &Shell) -> anyhow::Result<()> {
    step("theorems", || Ok(cmd!(shell, "make -C formal -j2").run()?))?;
    step("theorems among the claims", || count_theorems(shell))
}

/// What `reproduce --formal` has to say: claims that are proved for every parameter, and those of which a printed part is false.
const BY_THEOREM: [(&str, &str); 7] = [
    ("B11", "proved"),
    ("C4", "proved"),
    ("C5", "proved"),
    ("C7", "refuted"),
    ("C12", "proved"),
    ("C13", "refuted"),
    ("D5", "proved"),
];

/// The theorems, just built, count in a run that asks for them.
fn count_theorems(shell: &Shell) -> anyhow::Result<()> {
    let ids = BY_THEOREM.map(|(id, _)| id);
    let run = cmd!(
        shell,
        "cargo run --quiet --package hissho-cli --bin hissho -- reproduce --json --formal {ids...}"
    );
    let document: Value = serde_json::from_str(&run.read()?)?;
    for (claim, (id, verdict)) in document["claims"].as_array().context("no claims")?.iter().zip(BY_THEOREM) {
        let theorems = claim["theorems"].as_array().context("no theorems")?;
        let parts = claim["parts"].as_array().context("no parts")?;
        let alone: Vec<&Value> = parts
            .iter()
            .filter(|part| part["certificate"].is_null() && !part["theorems"].is_null())
            .collect();
        println!("{id:4} {}: {}, {} theorems", claim["verdict"], claim["evidence"], theorems.len());
        let is_counted = theorems.iter().all(|theorem| {
            let is_part = |part: &&Value| {
                let at = &part["theorems"][0];
                part["verdict"] == "proved" && at["name"] == theorem["name"] && at["file"] == theorem["file"]
            };
            theorem["counted"] == true && alone.iter().any(is_part)
        });
        if claim["id"] != id || claim["verdict"] != verdict || theorems.is_empty() || !is_counted {
            bail!("{id} should be {verdict}, with each of its theorems a proved part: {claim}");
        }
    }
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    println!("\n== {name}");
    let start = Instant::now();
    work().with_context(|| format!("{name} failed"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Settles every claim. Claims still `missing` do not fail; a refused
/// certificate does, and so does a list of errata that says anything else than the verdicts.
fn reproduce(shell: &Shell) -> anyhow::Result<()> {
    let made = agree::made_by_tests().join("claims");
    let command = cmd!(
        shell,
        "cargo run --release --package hissho-cli --bin hissho -- reproduce --json --keep {made}"
    );
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
