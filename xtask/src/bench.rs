//! `cargo xtask bench NAME`: runs `crates/*/examples/bench_NAME.rs` on a release build.
//!
//! A benchmark prints the figures itself, side by side with what it is compared to in the same
//! run: ratios are stable where seconds are not.

use anyhow::bail;
use xshell::{Shell, cmd};

pub(crate) fn run(shell: &Shell, arguments: &[&str]) -> anyhow::Result<()> {
    let benches = list(shell)?;
    let names: Vec<&str> = benches.iter().map(|(_, name)| name.as_str()).collect();
    let [wanted, rest @ ..] = arguments else {
        println!("benchmarks: {}", names.join(", "));
        return Ok(());
    };
    let Some((package, name)) = benches.iter().find(|(_, name)| name == wanted) else {
        bail!("there is no benchmark `{wanted}`; the benchmarks are: {}", names.join(", "));
    };
    let example = format!("bench_{name}");
    cmd!(shell, "cargo run --release --package {package} --example {example} -- {rest...}").run()?;
    Ok(())
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
