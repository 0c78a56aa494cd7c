//! `cargo +nightly fuzz run rules_language`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hissho_fuzz::rules_language(bytes));

#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this target needs cargo-fuzz; `cargo run --release` changes known texts instead");
}
