//! What `cargo xtask tidy` says about the crates of others: each is used where it is named, and its licence is one of a list.
//!
//! Use is read off the sources: a crate that nobody spells is not used. `cargo machete` says the same by its own means
//! (`cargo xtask test all`), and `cargo deny` reads the licences once more (deny.toml).

use std::path::Path;

use anyhow::Context;
use serde_json::Value;
use xshell::{Shell, cmd};

/// Licences under which a crate may be linked. MPL-2.0 asks for changed files only, and we change none.
const LICENCES: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "0BSD",
    "Zlib",
    "ISC",
    "CC0-1.0",
    "Unlicense",
    "Unicode-3.0",
    "MPL-2.0",
];

/// Dependencies that no source of their crate names.
pub(crate) fn unused(shell: &Shell, metadata: &Value, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let mut named = Vec::new();
    for package in metadata["packages"].as_array().context("packages")? {
        let name = package["name"].as_str().context("name")?;
        let manifest = package["manifest_path"].as_str().context("manifest path")?;
        let directory = Path::new(manifest).parent().context("a directory")?;
        for dependency in package["dependencies"].as_array().context("dependencies")? {
            let other = dependency["name"].as_str().context("dependency name")?;
            named.push(other.to_owned());
            let word = dependency["rename"].as_str().unwrap_or(other).replace('-', "_");
            let places: &[&str] = match dependency["kind"].as_str() {
                Some("dev") => &["src", "tests", "examples"],
                Some("build") => &["build.rs"],
                _ => &["src"],
            };
            let mut is_used = false;
            for place in places {
                is_used |= spells(shell, &directory.join(place), &word)?;
            }
            if !is_used {
                faults.push(format!("{name}: no source names its dependency {other}"));
            }
        }
    }
    let root = shell.read_file("Cargo.toml")?;
    let shared = root.split("[workspace.dependencies]\n").nth(1).and_then(|rest| rest.split("\n[").next());
    for line in shared.unwrap_or("").lines() {
        if let Some((name, _)) = line.split_once(" = ")
            && !named.iter().any(|other| other == name)
        {
            faults.push(format!("Cargo.toml: no crate uses {name}"));
        }
    }
    Ok(())
}

/// Whether the file, or a file below the directory, has `word` as the first word of a path.
fn spells(shell: &Shell, path: &Path, word: &str) -> anyhow::Result<bool> {
    if path.is_dir() {
        for entry in shell.read_dir(path)? {
            if spells(shell, &entry, word)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if path.extension().is_none_or(|extension| extension != "rs") || !path.exists() {
        return Ok(false);
    }
    let text = shell.read_file(path)?;
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    Ok(code.into_iter().any(|line| {
        line.match_indices(word).any(|(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let rest = &line[at + word.len()..];
            !line[..at].ends_with(is_part) && (rest.starts_with("::") || rest.starts_with(';'))
        })
    }))
}

/// Crates of others under a licence that is not on the list.
pub(crate) fn licences(shell: &Shell, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let metadata = cmd!(shell, "cargo metadata --locked --format-version 1").quiet().read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    for package in metadata["packages"].as_array().context("packages")? {
        let (name, version) = (&package["name"], &package["version"]);
        match package["license"].as_str() {
            Some(licence) if is_allowed(licence) => {}
            licence => faults.push(format!(
                "{name} {version}: its licence {} is not on the list of xtask/src/dependencies.rs",
                licence.unwrap_or("is not said and")
            )),
        }
    }
    Ok(())
}

/// Whether a licence expression (SPDX, or with the slash of old manifests) can be met from the list.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = words.as_slice();
    any_of(&mut words) && words.is_empty()
}

fn any_of(words: &mut &[&str]) -> bool {
    let mut met = all_of(words);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        met |= all_of(words);
    }
    met
}

fn all_of(words: &mut &[&str]) -> bool {
    let mut met = one(words);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        met &= one(words);
    }
    met
}

fn one(words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = any_of(words);
            let [")", rest @ ..] = *words else { return false };
            *words = rest;
            met
        }
        // An exception only gives more freedom.
        [licence, "WITH", _, rest @ ..] | [licence, rest @ ..] => {
            let met = LICENCES.contains(licence);
            *words = rest;
            met
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn an_expression_is_allowed_when_a_choice_of_it_is() {
        for licence in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "Apache-2.0 WITH LLVM-exception OR X"]
        {
            assert!(is_allowed(licence), "{licence}");
        }
        assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        for licence in ["GPL-3.0-or-later", "MIT AND AGPL-3.0-only", "(MIT", "", "MIT ISC"] {
            assert!(!is_allowed(licence), "{licence}");
        }
    }
}
