//! How we work: `cargo xtask test`, `tidy`, `bench NAME`.

mod bench;
mod test;
mod tidy;

use anyhow::bail;
use xshell::Shell;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test           install what the tests need, then everything below and all tests (what CI runs)
  tidy [--fix]   check the architecture: dependencies, trusted code, file heads, sizes
  bench NAME     run a benchmark on a release build; without NAME, list them";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let shell = Shell::new()?;
    shell.change_dir(workspace());
    match words.as_slice() {
        ["test"] => test::run(&shell),
        ["tidy"] => tidy::run(&shell, false),
        ["tidy", "--fix"] => tidy::run(&shell, true),
        ["bench", rest @ ..] => bench::run(&shell, rest),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("{USAGE}"),
    }
}

/// The root of the workspace: the directory above this crate.
fn workspace() -> std::path::PathBuf {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    std::path::Path::new(&manifest).parent().map(ToOwned::to_owned).unwrap_or_default()
}
