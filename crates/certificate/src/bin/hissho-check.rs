//! The stand-alone checker: accepts or refuses certificates, and depends on nothing else.
//!
//! `hissho-check [OPTIONS] CERT…` prints one line per file. Options stand before the first file.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use hissho_certificate::file::report;
use hissho_certificate::{Allowance, Verdict, printable};

const USAGE: &str = "\
usage: hissho-check [OPTIONS] [--] CERT...

Checks certificates of game results, plain or zstd-compressed.

options, before the first file:
  --steps N     the steps one check may use
  --memory N    the memory one check may use, in bytes (K, M, G may follow)
  --verbose     print the steps used too
  --help        print this, alone
  --version     print the version, alone

The exit code is the first that occurs of
  2  a file cannot be read
  1  one is refused
  3  the check of one gave up: it needs more steps or memory
  4  one is a count that was added up, but not proved
  0  all are accepted";

/// What the words before the files ask for.
struct Options {
    allowance: Allowance,
    verbose: bool,
    files: Vec<OsString>,
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match arguments.as_slice() {
        [only] if only == "--help" || only == "-h" => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        [only] if only == "--version" || only == "-V" => {
            println!("hissho-check {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let options = match read_options(arguments) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("hissho-check: {}\n\n{USAGE}", printable(&message));
            return ExitCode::from(2);
        }
    };
    // What a failing check has to say is in its verdict.
    std::panic::set_hook(Box::new(|_| {}));
    let mut verdicts = Vec::new();
    for file in &options.files {
        let found = report(Path::new(file), options.allowance);
        let said = found.claim.or(found.reason).unwrap_or_default();
        let steps = if options.verbose { format!(" [{} steps]", found.steps) } else { String::new() };
        let name = printable(&file.to_string_lossy());
        println!("{name}: {}: {said}{steps}", found.verdict.word());
        verdicts.push(found.verdict);
    }
    ExitCode::from(Verdict::exit_code_of_all(verdicts))
}

/// Reads the options, up to the first file or `--`.
fn read_options(arguments: Vec<OsString>) -> Result<Options, String> {
    let mut options = Options { allowance: Allowance::default(), verbose: false, files: Vec::new() };
    let mut rest = arguments.into_iter();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy().into_owned();
        let mut number = |what: &str| {
            let value = rest.next().ok_or(format!("{what} needs a number"))?;
            let value = value.to_string_lossy().into_owned();
            read_number(&value).ok_or(format!("{what} needs a number, found `{value}`"))
        };
        match text.as_str() {
            "--steps" => options.allowance.steps = number("--steps")?,
            "--memory" => options.allowance.memory = number("--memory")?,
            "--verbose" | "-v" => options.verbose = true,
            "--" => break,
            "--help" | "-h" | "--version" | "-V" => return Err(format!("{text} stands alone")),
            _ if text.starts_with('-') && text.len() > 1 => {
                return Err(format!("unknown option `{text}`; a file of that name goes after `--`"));
            }
            _ => {
                options.files.push(word);
                break;
            }
        }
    }
    options.files.extend(rest);
    if options.files.is_empty() {
        return Err("no certificate is named".to_owned());
    }
    Ok(options)
}

/// A number of steps or bytes: `500000`, `2G`.
fn read_number(text: &str) -> Option<u64> {
    let units = [("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000), ("", 1)];
    units.iter().find_map(|(unit, factor)| {
        let digits = text.strip_suffix(unit)?;
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<u64>().ok()?.checked_mul(*factor)).flatten()
    })
}
