//! `cargo xtask mutants [FILE...] [K/N]`: change the checkers in small ways and see that a test notices; with K/N only
//! every N-th change, from the K-th on.
//!
//! The files on which soundness hangs most are changed in every way cargo-mutants knows; of all others a sample, the same
//! each time. A change that no test notices is a missing refusal, or is listed with its reason in docs/mutants.md.
//!
//! What is committed is copied into the target directory. All changes are compiled into one program ([`together`]), and each
//! test is run once unchanged to see which changes it reaches. Then each change is tried on the tests that reach it, the
//! shortest first, until one fails: about a second for a change, where compiling it alone took a minute.

mod together;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::bail;
use serde_json::Value;
use together::{Change, Source};
use xshell::{Shell, cmd};

/// The files on which soundness hangs most.
const CORE: &[&str] = &[
    "crates/certificate/src/hex/step.rs",
    "crates/certificate/src/infinite_four/response.rs",
    "crates/certificate/src/laws/automaton.rs",
    "crates/certificate/src/laws/obligations.rs",
    "crates/certificate/src/line_games.rs",
    "crates/rules/src/language/evaluate.rs",
];

/// Of the changes to the other files every so many-th is tried.
const SAMPLE: usize = 11;

/// The crates whose tests are run.
const TESTED: &[&str] = &["rules", "certificate", "prover"];

/// The test that can look at one kind of certificate at a time, by `HISSHO_REFUSALS`.
const REFUSALS: &str = "refusals::every_certificate_of_the_collection_is_refused_for_the_reason_in_its_name";

/// How the copy is built.
const PROFILE: &str = "
[profile.mutants]
inherits = \"dev\"
debug = false

[profile.mutants.package.hissho-rules]
opt-level = 1

[profile.mutants.package.hissho-certificate]
opt-level = 1
";

/// Says whether a change is chosen, and writes down which changes are reached.
const MUTATED: &str = r#"
#[doc(hidden)]
#[allow(missing_docs)]
pub fn mutated(number: usize) -> bool {
    use std::io::Write;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    static CHOSEN: LazyLock<usize> = LazyLock::new(|| {
        std::env::var("HISSHO_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX)
    });
    static LIST: LazyLock<Option<std::ffi::OsString>> = LazyLock::new(|| std::env::var_os("HISSHO_REACHED"));
    static REACHED: [AtomicBool; 8192] = [const { AtomicBool::new(false) }; 8192];
    if let Some(list) = &*LIST
        && !REACHED[number].swap(true, Ordering::Relaxed)
        && let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(list)
    {
        let _ = file.write_all(format!("{number}\n").as_bytes());
    }
    *CHOSEN == number
}
"#;

/// A test, run unchanged.
struct Test {
    program: PathBuf,
    directory: PathBuf,
    name: String,
    /// For [`REFUSALS`]: the kind it looks at.
    kind: String,
    time: Duration,
    reached: BTreeSet<usize>,
}

/// How a trial ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// A test failed.
    Noticed,
    /// A test did not end in ten times its time and 20 seconds more.
    Endless,
    /// The tests that reach the change pass.
    Missed,
    /// No test reaches it.
    Unreached,
    /// It does not compile, or not beside the original.
    NotCompiled,
}

impl Outcome {
    const ALL: [(Self, &str); 5] = [
        (Self::Noticed, "noticed"),
        (Self::Endless, "endless"),
        (Self::Missed, "missed"),
        (Self::Unreached, "unreached"),
        (Self::NotCompiled, "not compiled"),
    ];
}

pub(crate) fn run(shell: &Shell, words: &[&str]) -> anyhow::Result<()> {
    if cmd!(shell, "cargo mutants --version").quiet().ignore_stdout().ignore_stderr().run().is_err() {
        cmd!(shell, "cargo install --locked cargo-mutants").run()?;
    }
    let tree = copy(shell)?;
    let _there = shell.push_dir(&tree);
    let changes = changes(shell, words)?;
    let compiled = compile(shell, &tree, &changes)?;
    let tests = measure(shell, &tree)?;
    println!("{} changes, {} of them compiled, {} tests", changes.len(), compiled.len(), tests.len());
    let mut counts: BTreeMap<(&str, Outcome), usize> = BTreeMap::new();
    let mut missed = Vec::new();
    // Every file has its share when a run is cut short.
    let mut order: Vec<usize> = (0..changes.len()).collect();
    order.sort_by_key(|number| (number % 7, *number));
    for number in order {
        let change = &changes[number];
        let (outcome, by) = match compiled.contains(&number) {
            true => attempt(number, &tests)?,
            false => (Outcome::NotCompiled, ""),
        };
        let word = Outcome::ALL.iter().find(|(one, _)| *one == outcome).map_or("", |(_, word)| word);
        println!("{word}\t{}\t{by}", change.name);
        *counts.entry((&change.file, outcome)).or_default() += 1;
        if matches!(outcome, Outcome::Missed | Outcome::Unreached) {
            missed.push(without_place(&change.name));
        }
    }
    for file in counts.keys().map(|(file, _)| *file).collect::<BTreeSet<_>>() {
        let of = |outcome| counts.get(&(file, outcome)).copied().unwrap_or(0);
        let figures = Outcome::ALL.map(|(outcome, word)| format!("{word} {}", of(outcome)));
        println!("{file}: {}", figures.join(", "));
    }
    // A line number moves with every edit; what is listed is the file and the change.
    let reasons = shell.read_file(crate::workspace().join("docs/mutants.md"))?;
    missed.retain(|line| !reasons.contains(line));
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
    for krate in TESTED {
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

/// The changes that are to be tried: those of files that the words name, or of all; of some files a sample.
fn changes(shell: &Shell, words: &[&str]) -> anyhow::Result<Vec<Change>> {
    let part = |word: &str| {
        let (k, n) = word.split_once('/')?;
        Some((k.parse::<usize>().ok()?, n.parse::<usize>().ok()?.max(1)))
    };
    let (first, step) = words.iter().copied().find_map(part).unwrap_or((0, 1));
    let names: Vec<&&str> = words.iter().filter(|word| part(word).is_none()).collect();
    let files = ["--file", "crates/certificate/src/**/*.rs", "--file", "crates/rules/src/**/*.rs"];
    let list = cmd!(shell, "cargo mutants --workspace --list --json {files...}").quiet().read()?;
    let all: Vec<Value> = serde_json::from_str(&list)?;
    let all = all.iter().map(Change::read).collect::<Result<Vec<_>, _>>()?;
    let is_core = |file: &str| CORE.contains(&file);
    let is_wanted = |file: &str| {
        let is_named = |name: &&&str| file.contains(**name) || (**name == "others" && !is_core(file));
        names.is_empty() || names.iter().any(is_named)
    };
    let (core, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|change| is_core(&change.file));
    let all = core.into_iter().chain(others.into_iter().step_by(SAMPLE));
    Ok(all.filter(|change| is_wanted(&change.file)).skip(first).step_by(step).collect())
}

/// Puts the changes into the copy, and returns those that compile.
fn compile(shell: &Shell, tree: &Path, changes: &[Change]) -> anyhow::Result<BTreeSet<usize>> {
    let mut by_file: BTreeMap<&str, Vec<(usize, &Change)>> = BTreeMap::new();
    for (number, change) in changes.iter().enumerate() {
        by_file.entry(&change.file).or_default().push((number, change));
    }
    let root = "crates/rules/src/lib.rs";
    by_file.entry(root).or_default();
    let mut sources = Vec::new();
    for (file, changes) in &by_file {
        let mut text = shell.read_file(tree.join(file))?;
        if *file == root {
            text += MUTATED;
        }
        sources.push(Source::new(PathBuf::from(file), text, changes)?);
    }
    let packages = TESTED.iter().flat_map(|name| ["--package".to_owned(), format!("hissho-{name}")]);
    let packages: &Vec<String> = &packages.collect();
    loop {
        for source in &mut sources {
            let is_rules = source.path.starts_with("crates/rules");
            let text = source.render(if is_rules { "crate::mutated" } else { "::hissho_rules::mutated" });
            shell.write_file(tree.join(&source.path), text)?;
        }
        let check = cmd!(shell, "cargo check --quiet --profile mutants {packages...} --message-format json");
        let said = check.env("CARGO_TARGET_DIR", tree.with_file_name("target")).ignore_status().read()?;
        let errors = errors(&said)?;
        if errors.is_empty() {
            break;
        }
        let mut left_out = 0;
        for Error { places, .. } in &errors {
            for (file, line) in places {
                let source = sources.iter_mut().find(|source| source.path == Path::new(file));
                let out = source.map_or(0, |source| source.leave_out(*line).len());
                left_out += out;
                if out > 0 {
                    break;
                }
            }
        }
        if left_out == 0 {
            bail!(
                "the changed copy does not compile:\n{}",
                errors.iter().map(|error| error.message.as_str()).collect::<String>()
            );
        }
    }
    Ok(sources.iter().flat_map(Source::numbers).collect())
}

/// An error and the files and lines it is about, the place itself first.
struct Error {
    places: Vec<(String, usize)>,
    message: String,
}

/// The errors in what the compiler said.
fn errors(said: &str) -> anyhow::Result<Vec<Error>> {
    let mut errors = Vec::new();
    for line in said.lines() {
        let value: Value = serde_json::from_str(line)?;
        let message = &value["message"];
        if value["reason"] != "compiler-message" || message["level"] != "error" {
            continue;
        }
        let mut spans: Vec<&Value> = message["spans"].as_array().into_iter().flatten().collect();
        spans.sort_by_key(|span| span["is_primary"] != true);
        let place = |span: &&Value| {
            Some((span["file_name"].as_str()?.to_owned(), span["line_start"].as_u64()? as usize))
        };
        let places: Vec<_> = spans.iter().filter_map(place).collect();
        if !places.is_empty() {
            errors
                .push(Error { places, message: message["rendered"].as_str().unwrap_or_default().to_owned() });
        }
    }
    Ok(errors)
}

/// Builds the tests and runs each once, unchanged; the shortest first.
fn measure(shell: &Shell, tree: &Path) -> anyhow::Result<Vec<Test>> {
    let mut tests = Vec::new();
    let list = tree.with_file_name("reached");
    let refusals = shell.read_dir(tree.join("crates/certificate/tests/refusals"))?;
    let kinds = refusals.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let kinds: Vec<String> = kinds.collect();
    for krate in TESTED {
        let package = format!("hissho-{krate}");
        let how = ["--profile", "mutants", "--no-run", "--message-format", "json"];
        let build = cmd!(shell, "cargo test --quiet --package {package} {how...}");
        let said = build.env("CARGO_TARGET_DIR", tree.with_file_name("target")).read()?;
        for line in said.lines() {
            let value: Value = serde_json::from_str(line)?;
            let (Some(program), true) =
                (value["executable"].as_str(), value["profile"]["test"] == Value::Bool(true))
            else {
                continue;
            };
            let names = cmd!(shell, "{program} --list --format terse").quiet().read()?;
            for name in names.lines().filter_map(|line| line.strip_suffix(": test")) {
                let kinds: Vec<String> = match *krate == "certificate" && name == REFUSALS {
                    true => kinds.clone(),
                    false => vec![String::new()],
                };
                tests.extend(kinds.into_iter().map(|kind| Test {
                    program: program.into(),
                    directory: tree.join("crates").join(krate),
                    name: name.to_owned(),
                    kind,
                    time: Duration::from_secs(600),
                    reached: BTreeSet::new(),
                }));
            }
        }
    }
    for test in &mut tests {
        shell.remove_path(&list)?;
        let start = Instant::now();
        let passed = run_test(test, ("HISSHO_REACHED", list.as_os_str()))?;
        test.time = start.elapsed();
        anyhow::ensure!(passed == Some(true), "{} fails unchanged", test.name);
        let reached = std::fs::read_to_string(&list).unwrap_or_default();
        test.reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
    }
    tests.sort_by_key(|test| test.time);
    Ok(tests)
}

/// Runs the tests that reach a change until one fails.
fn attempt(number: usize, tests: &[Test]) -> anyhow::Result<(Outcome, &str)> {
    let mut outcome = Outcome::Unreached;
    for test in tests.iter().filter(|test| test.reached.contains(&number)) {
        outcome = match run_test(test, ("HISSHO_MUTANT", number.to_string().as_ref()))? {
            Some(true) => Outcome::Missed,
            Some(false) => Outcome::Noticed,
            None => Outcome::Endless,
        };
        if outcome != Outcome::Missed {
            return Ok((outcome, &test.name));
        }
    }
    Ok((outcome, ""))
}

/// Whether the test passes; nothing if it does not end. It may use 4 GB.
fn run_test(test: &Test, variable: (&str, &std::ffi::OsStr)) -> anyhow::Result<Option<bool>> {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 4000000; exec \"$0\" --exact \"$1\""])
        .args([test.program.as_os_str(), test.name.as_ref()])
        .current_dir(&test.directory)
        .env("HISSHO_REFUSALS", &test.kind)
        .env(variable.0, variable.1)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let end = Instant::now() + test.time * 10 + Duration::from_secs(20);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
