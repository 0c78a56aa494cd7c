//! `cargo xtask wasm`: the engine of the page (`crates/page`) as WebAssembly.
//!
//! With a toolchain that has the target, or can add it by rustup, that is one command of cargo. Otherwise Debian's packages
//! build it, the standard library with it: `rustc-web` and its fellows come without a compiled one.

use std::path::{Path, PathBuf};

use anyhow::Context;
use xshell::{Shell, cmd};

use crate::install::{Needed, install};

const TARGET: &str = "wasm32-unknown-unknown";

/// A file that shows that a package is there, and the package.
const DEBIAN: &[Needed] = &[
    ("/usr/share/cargo/bin/cargo", "cargo-web"),
    ("/usr/bin/rustc", "rustc-web"),
    ("/usr/share/doc/rust-web-src/copyright", "rust-web-src"),
    ("wasm-ld-19", "lld-19"),
];

/// Builds the engine; where it is, and how large.
pub(crate) fn run(shell: &Shell) -> anyhow::Result<PathBuf> {
    if has_target(shell) || cmd!(shell, "rustup target add {TARGET}").quiet().ignore_stderr().run().is_ok() {
        cmd!(shell, "cargo build --profile page --package hissho-page --target {TARGET}").run()?;
    } else {
        install(shell, DEBIAN)?;
        let build = cmd!(
            shell,
            "/usr/bin/cargo build --profile page --package hissho-page --target {TARGET}
             -Zbuild-std=std,panic_abort"
        );
        build
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19")
            .run()?;
    }
    let engine = crate::target().join(TARGET).join("page/hissho_page.wasm");
    let bytes = std::fs::metadata(&engine).context("the engine")?.len();
    let packed = cmd!(shell, "gzip -9 -c {engine}").quiet().output().map(|output| output.stdout.len());
    let packed = packed.map_or(String::new(), |bytes| format!(", {:.2} MB by gzip -9", bytes as f64 / 1e6));
    println!("{}: {:.2} MB{packed}", engine.display(), bytes as f64 / 1e6);
    Ok(engine)
}

/// The same questions with and without WebAssembly.
pub(crate) fn compare(shell: &Shell, engine: &Path) -> anyhow::Result<()> {
    let questions = shell.read_file("crates/page/tests/questions.jsonl")?;
    let native =
        cmd!(shell, "cargo run --quiet --package hissho-page --example ask").stdin(questions).read()?;
    let answers = crate::target().join("page-answers.jsonl");
    shell.write_file(&answers, native)?;
    cmd!(shell, "node crates/page/tests/compare.js {engine} {answers}").run()?;
    Ok(())
}

/// Whether the compiler that cargo uses has the target's standard library.
fn has_target(shell: &Shell) -> bool {
    let libraries =
        cmd!(shell, "rustc --print target-libdir --target {TARGET}").quiet().ignore_stderr().read();
    libraries.is_ok_and(|directory| Path::new(directory.trim()).is_dir())
}
