//! `cargo xtask bench NAME`: runs `crates/*/examples/bench_NAME.rs` on a release build; `build` measures the build itself.
//!
//! A benchmark prints the figures itself, side by side with what it is compared to in the same
//! run: ratios are stable where seconds are not.

use std::time::Instant;

use anyhow::{Context, bail};
use xshell::{Shell, cmd};

pub(crate) fn run(shell: &Shell, arguments: &[&str]) -> anyhow::Result<()> {
    let benches = list(shell)?;
    let names: Vec<&str> = benches.iter().map(|(_, name)| name.as_str()).chain(["build"]).collect();
    let [wanted, rest @ ..] = arguments else {
        println!("benchmarks: {}", names.join(", "));
        return Ok(());
    };
    if *wanted == "build" {
        return build(shell);
    }
    let Some((package, name)) = benches.iter().find(|(_, name)| name == wanted) else {
        bail!("there is no benchmark `{wanted}`; the benchmarks are: {}", names.join(", "));
    };
    let example = format!("bench_{name}");
    cmd!(shell, "cargo run --release --package {package} --example {example} -- {rest...}").run()?;
    Ok(())
}

/// From an empty target directory to the first answer, in CPU seconds: what a new user waits for.
/// The crates of others are fetched before the count begins.
fn build(shell: &Shell) -> anyhow::Result<()> {
    let directory = crate::target().join("bench-build");
    shell.remove_path(&directory)?;
    cmd!(shell, "cargo fetch --locked").quiet().run()?;
    let (cpu, start) = (cpu_seconds()?, Instant::now());
    let build = cmd!(shell, "cargo build --locked --offline --release --bin hissho --timings");
    build.env("CARGO_TARGET_DIR", &directory).run()?;
    let program = directory.join("release/hissho");
    cmd!(shell, "{program} value wythoff 6,10").run()?;
    let megabytes = std::fs::metadata(&program)?.len() as f64 / 1e6;
    println!(
        "{:.0} CPU seconds, {:.0} seconds of waiting, a program of {megabytes:.1} MB",
        cpu_seconds()? - cpu,
        start.elapsed().as_secs_f64()
    );
    println!("by crate: {}", directory.join("cargo-timings/cargo-timing.html").display());
    Ok(())
}

/// CPU seconds of all processes that this one has started and that have ended.
fn cpu_seconds() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").context("Linux counts CPU time there")?;
    // After the name in brackets: fields 16 and 17 are the children's ticks in user and system mode.
    let (_, rest) = text.rsplit_once(')').context("a name in brackets")?;
    let ticks: f64 = rest.split_whitespace().skip(13).take(2).filter_map(|n| n.parse::<f64>().ok()).sum();
    Ok(ticks / 100.0)
}

/// Every benchmark: its package and its name.
fn list(shell: &Shell) -> anyhow::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for member in shell.read_dir("crates")? {
        let Ok(files) = shell.read_dir(member.join("examples")) else {
            continue;
        };
        let package = format!("hissho-{}", member.file_name().unwrap_or_default().to_string_lossy());
        for file in files {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if let Some(name) = stem.strip_prefix("bench_") {
                found.push((package.clone(), name.to_owned()));
            }
        }
    }
    found.sort();
    Ok(found)
}
