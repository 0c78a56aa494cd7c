//! `cargo xtask mutants [FILE...] [K/N]`: change the checkers in small ways and see that a test notices; with K/N only
//! every N-th change to the files on which most hangs, from the K-th on.
//!
//! The files on which soundness hangs most are changed in every way cargo-mutants knows; of all others a sample, the same
//! each time. A change that no test notices is a missing refusal, or is listed with its reason in docs/mutants.md.
//!
//! It takes hours, so it is arranged to be quick: what is committed is copied into the target directory and changed there;
//! each crate's tests become one program; only tests near the changed file run, and the first that fails ends the run.

use std::path::{Path, PathBuf};

use anyhow::bail;
use xshell::{Shell, cmd};

/// Files that are changed together, and the tests that should notice.
struct Group {
    name: &'static str,
    files: &'static [&'static str],
    /// The crates with the tests.
    tested: &'static [&'static str],
    /// Which tests, for nextest.
    tests: &'static str,
    /// Which directory of refusals they look at.
    kind: &'static str,
}

/// The files on which soundness hangs most, each with the tests near it.
const CORE: &[Group] = &[
    Group {
        name: "automata",
        files: &["crates/certificate/src/laws/automaton.rs", "crates/certificate/src/laws/obligations.rs"],
        tested: &["hissho-certificate", "hissho-prover"],
        tests: "test(/^refusals::|^truth::|^undefined::/)",
        kind: "automatic",
    },
    Group {
        name: "connection",
        files: &["crates/certificate/src/hex/step.rs"],
        tested: &["hissho-certificate"],
        tests: "test(/^refusals::|^hex::/)",
        kind: "connection",
    },
    Group {
        name: "evaluate",
        files: &["crates/rules/src/language/evaluate.rs"],
        tested: &["hissho-rules", "hissho-certificate"],
        tests: "package(hissho-rules) or test(/^refusals::|^laws::|^grundy_box::/)",
        kind: "",
    },
    Group {
        name: "response",
        files: &["crates/certificate/src/infinite_four/response.rs"],
        tested: &["hissho-certificate"],
        tests: "test(/^refusals::|^infinite_four::/)",
        kind: "response",
    },
    Group {
        name: "strategy",
        files: &["crates/certificate/src/line_games.rs"],
        tested: &["hissho-certificate"],
        tests: "test(/^refusals::|^line_games::/)",
        kind: "strategy",
    },
];

/// All other files of the trusted crates.
const OTHERS: Group = Group {
    name: "others",
    files: &["crates/certificate/src/**/*.rs", "crates/rules/src/**/*.rs"],
    tested: &["hissho-rules", "hissho-certificate"],
    tests: "all()",
    kind: "",
};

/// Of the changes to the others every so many-th is tried: about 400.
const SAMPLE: &str = "0/11";

/// How the copy is built: quickly, and fast enough for the tests.
const PROFILE: &str = "
[profile.mutants]
inherits = \"dev\"
debug = false
incremental = true

[profile.mutants.package.hissho-rules]
opt-level = 1

[profile.mutants.package.hissho-certificate]
opt-level = 1
";

pub(crate) fn run(shell: &Shell, rest: &[&str]) -> anyhow::Result<()> {
    for (command, package) in [("mutants", "cargo-mutants"), ("nextest", "cargo-nextest")] {
        let is_there = cmd!(shell, "cargo {command} --version").quiet().ignore_stdout().ignore_stderr().run();
        if is_there.is_err() {
            cmd!(shell, "cargo install --locked {package}").run()?;
        }
    }
    let tree = copy(shell)?;
    let _there = shell.push_dir(&tree);
    let (parts, rest): (Vec<&str>, Vec<&str>) =
        rest.iter().partition(|word| word.contains('/') && word.starts_with(|c: char| c.is_ascii_digit()));
    let part: Vec<&str> =
        parts.iter().flat_map(|part| ["--shard", part, "--sharding", "round-robin"]).collect();
    let core: Vec<&str> = CORE.iter().flat_map(|group| group.files).copied().collect();
    let mut missed = Vec::new();
    for group in CORE {
        let wanted = |file: &&&str| rest.is_empty() || rest.iter().any(|part| file.contains(part));
        let mut files: Vec<&str> =
            group.files.iter().filter(wanted).flat_map(|file| ["--file", file]).collect();
        if !files.is_empty() {
            files.extend(&part);
            missed.extend(change(shell, &tree, group, &files)?);
        }
    }
    if rest.is_empty() || rest.contains(&"others") {
        let files = OTHERS.files.iter().flat_map(|file| ["--file", file]);
        let sample = ["--shard", SAMPLE, "--sharding", "round-robin"];
        let arguments = files.chain(core.iter().flat_map(|file| ["--exclude", file])).chain(sample);
        missed.extend(change(shell, &tree, &OTHERS, &arguments.collect::<Vec<_>>())?);
    }
    let reasons = shell.read_file(crate::workspace().join("docs/mutants.md"))?;
    // A line number moves with every edit; what is listed is the file and the change.
    missed.retain(|line| !reasons.contains(&without_place(line)));
    if !missed.is_empty() {
        bail!("no test notices, and docs/mutants.md does not say why:\n{}", missed.join("\n"));
    }
    Ok(())
}

/// `FILE: CHANGE` of `FILE:LINE:COLUMN: CHANGE`.
fn without_place(line: &str) -> String {
    let (place, change) = line.split_once(": ").unwrap_or((line, ""));
    format!("{}: {change}", place.split(':').next().unwrap_or(place))
}

/// Copies what is committed; the tests of each crate become one program.
fn copy(shell: &Shell) -> anyhow::Result<PathBuf> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::workspace().join("target"), PathBuf::from);
    let tree = target.join("mutants/tree");
    shell.remove_path(&tree)?;
    cmd!(shell, "git clone --quiet . {tree}").run()?;
    let manifest = tree.join("Cargo.toml");
    shell.write_file(&manifest, shell.read_file(&manifest)? + PROFILE)?;
    for krate in ["certificate", "rules", "automata"] {
        let tests = tree.join("crates").join(krate).join("tests");
        let mut all = "//! All tests of the crate.\n".to_owned();
        for path in shell.read_dir(&tests)? {
            if let (Some(name), true) = (path.file_stem(), path.extension().is_some_and(|e| e == "rs")) {
                let name = name.to_string_lossy();
                all += &format!("#[path = \"{name}.rs\"]\nmod {name};\n");
            }
        }
        shell.write_file(tests.join("mutants.rs"), all)?;
        let manifest = tests.with_file_name("Cargo.toml");
        let one = shell.read_file(&manifest)?.replacen("[package]\n", "[package]\nautotests = false\n", 1);
        shell.write_file(&manifest, one + "\n[[test]]\nname = \"mutants\"\n")?;
    }
    Ok(tree)
}

/// Tries the changes, and returns those that no test noticed.
fn change(shell: &Shell, tree: &Path, group: &Group, changes: &[&str]) -> anyhow::Result<Vec<String>> {
    let Group { name, tested, tests, kind, .. } = group;
    let output = tree.with_file_name(name);
    shell.remove_path(&output)?;
    shell.create_dir(&output)?;
    let packages = tested.join(",");
    let how =
        ["--workspace", "--in-place", "--baseline", "skip", "--timeout", "120", "--build-timeout", "600"];
    let with = ["--test-tool", "nextest", "--profile", "mutants"];
    let target = tree.with_file_name("target");
    let command = cmd!(
        shell,
        "cargo mutants {how...} {with...} --test-package {packages} {changes...} --output {output} -- -E {tests}"
    );
    // Ends with an error when something was missed; the lists say what.
    command.env("CARGO_TARGET_DIR", target).env("HISSHO_REFUSALS", kind).ignore_status().run()?;
    let missed = shell.read_file(output.join("mutants.out/missed.txt"))?;
    Ok(missed.lines().map(str::to_owned).collect())
}
