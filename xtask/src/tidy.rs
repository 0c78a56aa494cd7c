//! `cargo xtask tidy`: the architecture as code.
//!
//! Every **Invariant:** line of ARCHITECTURE.md that a program can check is checked here: the
//! direction of dependencies, what the trusted crates may use, their size, that every file says
//! what it is, and that no file grows beyond one idea.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;
use xshell::{Shell, cmd};

/// Each crate with the crates of ours it may depend on. Nothing points back.
const DIRECTION: &[(&str, &[&str])] = &[
    ("hissho-rules", &[]),
    ("hissho-certificate", &["hissho-rules"]),
    ("hissho-automata", &["hissho-rules", "hissho-certificate"]),
    ("hissho-solve", &["hissho-rules", "hissho-certificate"]),
    (
        "hissho-store",
        &[
            "hissho-rules",
            "hissho-certificate",
            "hissho-automata",
            "hissho-solve",
        ],
    ),
    (
        "hissho-workbench",
        &[
            "hissho-rules",
            "hissho-certificate",
            "hissho-automata",
            "hissho-solve",
            "hissho-store",
        ],
    ),
    (
        "hissho-cli",
        &[
            "hissho-rules",
            "hissho-certificate",
            "hissho-automata",
            "hissho-solve",
            "hissho-store",
            "hissho-workbench",
        ],
    ),
    ("hissho-testkit", &[]),
    ("xtask", &[]),
];

/// What the trusted crates may use from outside.
const TRUSTED: &[(&str, &[&str])] = &[
    ("hissho-rules", &[]),
    ("hissho-certificate", &["thiserror", "sha2", "ruzstd"]),
];

/// Test helpers, allowed among the development dependencies of every crate.
const TESTKIT: &str = "hissho-testkit";

/// The longest file that needs no reason.
const LONGEST: usize = 800;

pub(crate) fn run(shell: &Shell, fix: bool) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    dependencies(shell, &mut faults)?;
    files(shell, &mut faults)?;
    sizes(shell, fix, &mut faults)?;
    if faults.is_empty() {
        println!("tidy");
        return Ok(());
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    bail!("{} faults", faults.len());
}

/// The direction of dependencies, and what the trusted crates use.
fn dependencies(shell: &Shell, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let metadata = cmd!(shell, "cargo metadata --no-deps --format-version 1")
        .quiet()
        .read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    for package in metadata["packages"].as_array().context("packages")? {
        let name = package["name"].as_str().context("name")?;
        let Some((_, allowed)) = DIRECTION.iter().find(|(package, _)| *package == name) else {
            faults.push(format!("{name}: not in the list of crates in xtask/src/tidy.rs"));
            continue;
        };
        for dependency in package["dependencies"].as_array().context("dependencies")? {
            let other = dependency["name"].as_str().context("dependency name")?;
            let is_ours = DIRECTION.iter().any(|(package, _)| *package == other);
            let is_for_tests = dependency["kind"].as_str() == Some("dev");
            if is_ours && !allowed.contains(&other) && !(is_for_tests && other == TESTKIT) {
                faults.push(format!(
                    "{name} depends on {other}: dependencies run one way (ARCHITECTURE.md)"
                ));
            }
            let trusted = TRUSTED.iter().find(|(package, _)| *package == name);
            if let Some((_, outside)) = trusted
                && !is_ours
                && !is_for_tests
                && !outside.contains(&other)
            {
                faults.push(format!(
                    "{name} uses {other}: a trusted crate may use only {outside:?}"
                ));
            }
        }
    }
    Ok(())
}

/// Head comments, lengths, `forbid(unsafe_code)`, and that no file names a place of one machine.
fn files(shell: &Shell, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let listed = cmd!(shell, "git ls-files --cached --others --exclude-standard")
        .quiet()
        .read()?;
    for name in listed.lines() {
        let path = Path::new(name);
        let is_text = path.extension().is_some_and(|extension| {
            ["rs", "md", "toml", "game", "cff", "ftl"]
                .iter()
                .any(|known| extension == *known)
        });
        let Ok(text) = shell.read_file(path) else { continue };
        if is_text && name != "xtask/src/tidy.rs" {
            for place in ["/work/", "/root/", "/home/"] {
                if let Some(line) = text.lines().position(|line| line.contains(place)) {
                    faults.push(format!("{name}:{}: a path of one machine ({place})", line + 1));
                }
            }
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        if !text.starts_with("//!") {
            faults.push(format!("{name}:1: no head comment; a file opens with its idea"));
        }
        let lines = text.lines().count();
        let has_reason = text
            .lines()
            .take(40)
            .any(|line| line.starts_with("//! Long because"));
        if lines > LONGEST && !has_reason {
            faults.push(format!(
                "{name}: {lines} lines; split it, or say `//! Long because …` at its top"
            ));
        }
    }
    for (package, _) in TRUSTED {
        let name = package.trim_start_matches("hissho-");
        let root = format!("crates/{name}/src/lib.rs");
        if !shell.read_file(&root)?.contains("#![forbid(unsafe_code)]") {
            faults.push(format!("{root}: #![forbid(unsafe_code)] is missing"));
        }
    }
    Ok(())
}

/// The sizes of the trusted crates as ARCHITECTURE.md states them, within one part in twenty.
fn sizes(shell: &Shell, fix: bool, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let mut text = shell.read_file("ARCHITECTURE.md")?;
    let before = text.clone();
    let mut counted = BTreeMap::new();
    for (package, _) in TRUSTED {
        let name = package.trim_start_matches("hissho-");
        counted.insert(name, code_lines(shell, Path::new(&format!("crates/{name}/src")))?);
    }
    for (name, lines) in counted {
        let marker = format!("Size of `{name}`: ");
        let Some(at) = text.find(&marker).map(|at| at + marker.len()) else {
            faults.push(format!("ARCHITECTURE.md: no line `{marker}N lines`"));
            continue;
        };
        let end = text[at..].find(" lines").map_or(text.len(), |length| at + length);
        let stated: usize = text[at..end].replace(',', "").parse().unwrap_or(0);
        if fix {
            text.replace_range(at..end, &with_commas(lines));
        } else if stated.abs_diff(lines) * 20 > lines {
            faults.push(format!(
                "ARCHITECTURE.md says {name} has {stated} lines, it has {lines}: cargo xtask tidy --fix"
            ));
        }
    }
    if text != before {
        shell.write_file("ARCHITECTURE.md", text)?;
    }
    Ok(())
}

/// Lines of the files below `directory` that are neither blank nor comments, test modules aside.
fn code_lines(shell: &Shell, directory: &Path) -> anyhow::Result<usize> {
    let mut lines = 0;
    for path in shell.read_dir(directory)? {
        if path.is_dir() {
            lines += code_lines(shell, &path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = shell.read_file(&path)?;
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
            let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
            lines += code.lines().filter(is_code).count();
        }
    }
    Ok(lines)
}

fn with_commas(number: usize) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{thousands},{:03}", number % 1000),
    }
}
