//! The stand-alone checker: accepts or refuses certificates, and depends on nothing else.
//!
//! `hissho-check CERT…` prints one line per file and exits 0 when all are accepted, 1 when one is
//! refused, 2 when one cannot be read.

use std::path::Path;
use std::process::ExitCode;

use certificate::file::check_file;

const USAGE: &str = "usage: hissho-check CERT…\n\nChecks certificates of game results.\nExit 0: all accepted, 1: one refused, 2: one cannot be read.";

fn main() -> ExitCode {
    let paths: Vec<_> = std::env::args_os().skip(1).collect();
    if paths.iter().any(|path| path == "--help" || path == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    if paths.iter().any(|path| path == "--version" || path == "-V") {
        println!("hissho-check {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    if paths.is_empty() {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for path in paths {
        let path = Path::new(&path);
        match check_file(path) {
            Ok(proved) => println!("{}: accepted: {}", path.display(), proved.claim()),
            Err(error) => {
                println!("{}: refused: {error}", path.display());
                worst = worst.max(if error.is_unreadable() { 2 } else { 1 });
            }
        }
    }
    ExitCode::from(worst)
}
