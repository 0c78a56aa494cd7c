//! `cargo +nightly fuzz run all`: the first byte says which reader gets the others.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some((first, rest)) = bytes.split_first() {
        let target = &hissho_fuzz::TARGETS[usize::from(*first) % hissho_fuzz::TARGETS.len()];
        (target.read)(rest);
    }
});

#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this target needs cargo-fuzz; `cargo run --release` changes known texts instead");
}
