//! How we work: `cargo xtask test`, `tidy`, `bench NAME`, `agree`, `mutants`, `wasm`.

mod agree;
mod bench;
mod dependencies;
mod install;
mod mutants;
mod test;
mod tidy;
mod tidy_code;
mod wasm;

use anyhow::bail;
use xshell::Shell;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [PART...]    install what the tests need, then run them (what CI runs); without PART, all of:
                      core      formatting, lints, architecture, tests, claims: needs cargo and cc alone
                      second    the second checker, and its agreement with the first: needs node
                      formal    the theorems and checkers in Coq: needs coq and ocaml
                      page      the engine as WebAssembly, against the same code without it: needs node
  test all          everything, and the long ones: all proofs by all checkers, coqchk, packages, cargo-deny, cargo-machete
  tidy [--fix]      check the architecture: dependencies, licences, trusted code, file heads, sizes
  bench NAME        run a benchmark on a release build; without NAME, list them; `build` measures the build itself
  wasm              build the engine of the page as WebAssembly
  agree [FILTER]    every kept proof by every checker, file by file
  mutants [FILTER]  change the checkers in small ways and see that a test notices (hours)";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let shell = Shell::new()?;
    shell.change_dir(workspace());
    match words.as_slice() {
        ["test", parts @ ..] => test::run(&shell, parts),
        ["tidy"] => tidy::run(&shell, false),
        ["tidy", "--fix"] => tidy::run(&shell, true),
        ["bench", rest @ ..] => bench::run(&shell, rest),
        ["agree"] => agree::run(&shell, agree::Extent::All, ""),
        ["agree", filter] => agree::run(&shell, agree::Extent::All, filter),
        ["wasm"] => wasm::run(&shell).map(|_| ()),
        ["mutants", rest @ ..] => mutants::run(&shell, rest),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("{USAGE}"),
    }
}

/// The directory of what cargo builds.
fn target() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), Into::into)
}

/// The root of the workspace: the directory above this crate.
fn workspace() -> std::path::PathBuf {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    std::path::Path::new(&manifest).parent().map(ToOwned::to_owned).unwrap_or_default()
}
