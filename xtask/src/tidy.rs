//! `cargo xtask tidy`: the architecture as code.
//!
//! Every **Invariant:** line of ARCHITECTURE.md that a program can check is checked here: the
//! direction of dependencies, what the trusted crates may use, their size, that every file says
//! what it is, and that no file grows beyond one idea.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;
use xshell::{Shell, cmd};

/// Each crate with the crates of ours it may depend on. Nothing points back.
const DIRECTION: &[(&str, &[&str])] = &[
    ("hissho-rules", &[]),
    ("hissho-certificate", &["hissho-rules"]),
    ("hissho-prover", &["hissho-rules", "hissho-certificate"]),
    ("hissho-solve", &["hissho-rules", "hissho-certificate"]),
    ("hissho-workbench", &["hissho-rules", "hissho-certificate", "hissho-prover", "hissho-solve"]),
    ("hissho-page", &["hissho-workbench"]),
    // From here on no solver and no prover: whoever shows answers asks for them through the door.
    ("hissho-store", &["hissho-certificate", "hissho-workbench"]),
    ("hissho-serve", &["hissho-store", "hissho-workbench"]),
    ("hissho-python", &["hissho-store", "hissho-workbench"]),
    ("hissho-cli", &["hissho-rules", "hissho-serve", "hissho-store", "hissho-workbench"]),
    ("hissho-testkit", &[]),
    ("xtask", &[]),
];

/// What the trusted crates may use from outside.
const TRUSTED: &[(&str, &[&str])] =
    &[("hissho-rules", &[]), ("hissho-certificate", &["thiserror", "sha2", "ruzstd"])];

/// The trusted files by what they let a reader believe. Every trusted file is in one row.
const READING: &[(&str, &[&str])] = &[
    (
        "anything at all",
        &[
            "certificate/src/lib.rs",
            "certificate/src/proved.rs",
            "certificate/src/claim.rs",
            "certificate/src/kinds.rs",
            "certificate/src/context.rs",
            "certificate/src/refusal.rs",
            "certificate/src/verdict.rs",
            "certificate/src/text.rs",
            "certificate/src/file.rs",
            "certificate/src/bin",
            "rules/src/lib.rs",
            "rules/src/account.rs",
        ],
    ),
    (
        "a period of a heap game",
        &[
            "certificate/src/impartial/mod.rs",
            "certificate/src/impartial/grundy_period.rs",
            "certificate/src/impartial/octal_period.rs",
            "rules/src/impartial",
        ],
    ),
    (
        "a table of Grundy values",
        &[
            "certificate/src/impartial/grundy_box.rs",
            "certificate/src/impartial/grundy_rays.rs",
            "certificate/src/rules_text.rs",
            "rules/src/language",
            "rules/src/name.rs",
        ],
    ),
    (
        "a formula on a finite box or for every position (with the rules language above)",
        &["certificate/src/laws"],
    ),
    (
        "a fact about words or a game record",
        &[
            "certificate/src/words.rs",
            "certificate/src/words",
            "certificate/src/records.rs",
            "certificate/src/records",
            "rules/src/words.rs",
            "rules/src/records.rs",
        ],
    ),
    ("a connection or a win in Hex", &["certificate/src/hex", "rules/src/hex.rs"]),
    (
        "a strategy for infinite Connect-Four",
        &["certificate/src/infinite_four", "rules/src/infinite_four.rs"],
    ),
    (
        "a strategy for Otrio, Qubic or Connect-Four",
        &["certificate/src/line_games.rs", "rules/src/line_games"],
    ),
    ("a count of brick buildings", &["certificate/src/bricks", "rules/src/bricks.rs"]),
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
    crate::tidy_code::check(shell, &mut faults)?;
    named_paths(shell, &mut faults)?;
    comments(shell, &mut faults)?;
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
    let metadata = cmd!(shell, "cargo metadata --no-deps --format-version 1").quiet().read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    crate::dependencies::unused(shell, &metadata, faults)?;
    crate::dependencies::licences(shell, faults)?;
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
                faults.push(format!("{name} depends on {other}: dependencies run one way (ARCHITECTURE.md)"));
            }
            let trusted = TRUSTED.iter().find(|(package, _)| *package == name);
            if let Some((_, outside)) = trusted
                && !is_ours
                && !is_for_tests
                && !outside.contains(&other)
            {
                faults.push(format!("{name} uses {other}: a trusted crate may use only {outside:?}"));
            }
        }
    }
    Ok(())
}

/// Head comments, lengths, `forbid(unsafe_code)`, and that no file names a place of one machine.
fn files(shell: &Shell, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let listed = cmd!(shell, "git ls-files --cached --others --exclude-standard").quiet().read()?;
    for name in listed.lines() {
        let path = Path::new(name);
        let is_text = path.extension().is_some_and(|extension| {
            ["rs", "md", "toml", "game", "cff", "ftl"].iter().any(|known| extension == *known)
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
        let has_reason = text.lines().take(40).any(|line| line.starts_with("//! Long because"));
        if lines > LONGEST && !has_reason {
            faults.push(format!("{name}: {lines} lines; split it, or say `//! Long because …` at its top"));
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

/// The sizes of the trusted code as ARCHITECTURE.md states them: its table, line by line, within
/// one part in twenty.
fn sizes(shell: &Shell, fix: bool, faults: &mut Vec<String>) -> anyhow::Result<()> {
    const START: &str = "<!-- sizes: written by cargo xtask tidy --fix -->\n";
    const END: &str = "<!-- end of sizes -->";
    let text = shell.read_file("ARCHITECTURE.md")?;
    let start = text.find(START).context("ARCHITECTURE.md has no table of sizes")? + START.len();
    let end = start + text[start..].find(END).context("the table of sizes does not end")?;
    let counted = reading(shell)?;
    if fix {
        let mut table = String::from("| to believe | read | lines |\n|---|---|---:|\n");
        for (what, paths, lines) in &counted {
            let paths: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
            table += &format!("| {what} | {} | {} |\n", paths.join(", "), with_commas(*lines));
        }
        shell.write_file("ARCHITECTURE.md", format!("{}{table}{}", &text[..start], &text[end..]))?;
        return Ok(());
    }
    for (what, _, lines) in &counted {
        let row = text[start..end].lines().find(|line| line.starts_with(&format!("| {what} |")));
        let stated = row.and_then(|row| row.trim_end_matches(" |").rsplit(' ').next());
        let stated: usize = stated.and_then(|number| number.replace(',', "").parse().ok()).unwrap_or(0);
        if stated.abs_diff(*lines) * 20 > *lines {
            faults.push(format!(
                "ARCHITECTURE.md says {stated} lines for {what}, there are {lines}: cargo xtask tidy --fix"
            ));
        }
    }
    Ok(())
}

/// What there is to read: what it lets one believe, the files, their lines of code.
fn reading(shell: &Shell) -> anyhow::Result<Vec<(String, Vec<String>, usize)>> {
    let mut counted = Vec::new();
    let mut seen = 0;
    for (what, paths) in READING {
        let mut lines = 0;
        for path in *paths {
            lines += code_lines(shell, &Path::new("crates").join(path))?;
        }
        seen += lines;
        counted.push(((*what).to_owned(), paths.iter().map(|&path| path.to_owned()).collect(), lines));
    }
    let mut whole = 0;
    for (package, _) in TRUSTED {
        let name = package.trim_start_matches("hissho-");
        let lines = code_lines(shell, Path::new(&format!("crates/{name}/src")))?;
        whole += lines;
        counted.push((format!("all of `{name}`"), vec![format!("{name}/src")], lines));
    }
    anyhow::ensure!(
        seen == whole,
        "the list READING in xtask/src/tidy.rs has {seen} lines of trusted code, there are {whole}: add the new file"
    );
    Ok(counted)
}

/// Lines of the file or of the files below `directory` that are neither blank nor comments, test
/// modules aside.
fn code_lines(shell: &Shell, directory: &Path) -> anyhow::Result<usize> {
    let mut lines = 0;
    let is_folder = shell.current_dir().join(directory).is_dir();
    for path in if is_folder { shell.read_dir(directory)? } else { vec![directory.to_owned()] } {
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

/// Every path that ARCHITECTURE.md names exists.
fn named_paths(shell: &Shell, faults: &mut Vec<String>) -> anyhow::Result<()> {
    const FOLDERS: [&str; 7] = ["crates/", "docs/", "proofs/", "games/", "second/", "formal/", "xtask/"];
    for (line, text) in (1..).zip(shell.read_file("ARCHITECTURE.md")?.lines()) {
        let quoted = text.split('`').skip(1).step_by(2);
        for name in quoted.filter(|name| FOLDERS.iter().any(|folder| name.starts_with(folder))) {
            if !shell.path_exists(name) {
                faults.push(format!("ARCHITECTURE.md:{line}: there is no `{name}`"));
            }
        }
    }
    Ok(())
}

/// The crates whose comments keep to [`COMMENT_WIDTH`].
const COMMENTED: [&str; 3] = ["crates/rules", "crates/certificate", "crates/workbench"];

/// The most characters of a line that is a comment.
const COMMENT_WIDTH: usize = 100;

/// Comments have short lines.
fn comments(shell: &Shell, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let listed =
        cmd!(shell, "git ls-files --cached --others --exclude-standard {COMMENTED...}").quiet().read()?;
    for name in listed.lines().filter(|name| name.ends_with(".rs")) {
        let Ok(text) = shell.read_file(name) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            let width = line.chars().count();
            if line.trim_start().starts_with("//") && width > COMMENT_WIDTH {
                faults.push(format!(
                    "{name}:{number}: a comment of {width} characters; at most {COMMENT_WIDTH} a line"
                ));
            }
        }
    }
    Ok(())
}
