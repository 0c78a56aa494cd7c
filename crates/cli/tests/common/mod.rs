//! How the tests of the command line start the program.

use std::process::{Command, Output};

/// Runs `hissho` from the root of the repository.
pub(crate) fn hissho(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hissho"));
    command
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("HISSHO_LIBRARY", "none")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.output().unwrap()
}

/// What the program wrote.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
