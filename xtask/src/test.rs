//! `cargo xtask test`: everything that has to hold before a change lands; CI runs exactly this.

use std::time::Instant;

use anyhow::{Context, bail};
use xshell::{Shell, cmd};

/// System packages the build and the tests need: the program that shows it is there, the package.
const SYSTEM: &[(&str, &str)] = &[("cc", "gcc"), ("git", "git")];

pub(crate) fn run(shell: &Shell) -> anyhow::Result<()> {
    step("tools", || install_missing(shell))?;
    step("formatting", || Ok(cmd!(shell, "cargo fmt --all --check").run()?))?;
    step("clippy", || Ok(cmd!(shell, "cargo clippy --workspace --all-targets -- -D warnings").run()?))?;
    step("tidy", || crate::tidy::run(shell, false))?;
    let has_nextest =
        cmd!(shell, "cargo nextest --version").quiet().ignore_stdout().ignore_stderr().run().is_ok();
    step("tests", || {
        if has_nextest {
            cmd!(shell, "cargo nextest run --workspace --no-fail-fast").run()?;
        } else {
            cmd!(shell, "cargo test --workspace --all-targets").run()?;
        }
        Ok(())
    })?;
    step("documentation tests", || Ok(cmd!(shell, "cargo test --workspace --doc").run()?))?;
    step("reproduce", || reproduce(shell))?;
    println!("\neverything holds");
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    println!("\n== {name}");
    let start = Instant::now();
    work().with_context(|| format!("{name} failed"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Installs the system packages that are missing, as root; otherwise says which.
fn install_missing(shell: &Shell) -> anyhow::Result<()> {
    let is_there = |program: &str| {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&paths).any(|directory| directory.join(program).is_file())
    };
    let missing: Vec<&str> =
        SYSTEM.iter().filter(|(program, _)| !is_there(program)).map(|&(_, package)| package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let is_root = cmd!(shell, "id -u").quiet().read().is_ok_and(|user| user.trim() == "0");
    if !is_root || !is_there("apt-get") {
        bail!("please install: apt-get install {}", missing.join(" "));
    }
    cmd!(shell, "apt-get update -q").run()?;
    cmd!(shell, "apt-get install -q -y --no-install-recommends {missing...}").run()?;
    Ok(())
}

/// Settles every claim that takes under a minute. Claims still `missing` do not fail; a refused
/// certificate does.
fn reproduce(shell: &Shell) -> anyhow::Result<()> {
    let command = cmd!(shell, "cargo run --package hissho-cli --bin hissho -- reproduce --each 60s");
    let output = command.ignore_status().output()?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    match output.status.code() {
        Some(0 | 3) => Ok(()),
        code => {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            bail!("hissho reproduce ended with {code:?}: a certificate was refused")
        }
    }
}
