//! The damage harness: no checker may accept a certificate that was tampered with.
//!
//! [`damage`] takes an accepted certificate and changes every element in it in every way it
//! knows: numbers moved by one, zeroed and blown up, words dropped, doubled and exchanged, lines
//! dropped, doubled, exchanged, cut off and turned round. Each changed text is *signed again*, so
//! that the checker cannot hide behind the digest. What is still accepted is handed back as a
//! list of survivors: a test demands that the list is empty, or shows for each survivor why the
//! change was meaningless.
//!
//! Cost: a certificate of `w` words in `l` lines gives about `8 w + 4 l` changed texts; past
//! [`MOST`] an evenly spread sample of them is taken, the same on every run.

use std::collections::BTreeSet;
use std::hash::Hasher;

use sha2::{Digest, Sha256};

/// The most changed texts tried for one certificate.
pub const MOST: usize = 4_000;

/// The lines that stand for themselves at the start of every certificate: version and kind.
const HEAD_LINES: usize = 2;

/// A changed certificate that was still accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor<C> {
    /// What was changed and where, for people.
    pub change: String,
    /// The changed text, properly signed.
    pub text: String,
    /// What the checker accepted it as.
    pub accepted: C,
}

/// Changes `certificate` in every way and returns the changes that `check` still accepts.
///
/// # Panics
///
/// When the certificate itself is refused, when a change that is not signed again is accepted, or
/// when there was nothing to change: a harness that tries nothing shows nothing.
pub fn damage<C>(certificate: &str, check: impl Fn(&str) -> Option<C>) -> Vec<Survivor<C>> {
    damage_at_most(MOST, certificate, check)
}

/// As [`damage`], trying at most `most` changes.
pub fn damage_at_most<C>(
    most: usize,
    certificate: &str,
    check: impl Fn(&str) -> Option<C>,
) -> Vec<Survivor<C>> {
    assert!(check(certificate).is_some(), "the undamaged certificate is refused");
    keep(certificate);
    let lines: Vec<&str> = certificate.lines().collect();
    let body = &lines[..lines.len() - 1];
    let changes = changes_of(body);
    assert!(!changes.is_empty(), "nothing in the certificate could be changed");
    let stride = changes.len().div_ceil(most);
    let mut survivors = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        if index % stride != 0 {
            continue;
        }
        let changed = change.apply(body);
        if changed.iter().map(String::as_str).eq(body.iter().copied()) {
            continue;
        }
        if index % 16 == 0 {
            let unsigned = changed.join("\n") + "\n" + lines[lines.len() - 1] + "\n";
            assert!(check(&unsigned).is_none(), "{change:?} was accepted under the old digest");
        }
        let text = sign(&changed);
        if (index / stride).is_multiple_of(KEPT_ONE_IN) {
            keep(&text);
        }
        if let Some(accepted) = check(&text) {
            survivors.push(Survivor { change: format!("{change:?}"), text, accepted });
        }
    }
    survivors
}

/// The SHA-256 digest of `bytes` in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Of the damaged certificates every so many-th is kept.
const KEPT_ONE_IN: usize = 37;

/// Larger certificates are not kept.
const LARGEST_KEPT: usize = 60_000;

/// Writes the certificate, true or damaged, into the directory `HISSHO_CERTIFICATES`, if one is given: another checker
/// should say the same of it (`cargo xtask test second`).
pub fn keep(certificate: &str) {
    let Some(directory) = std::env::var_os("HISSHO_CERTIFICATES") else { return };
    if certificate.len() <= LARGEST_KEPT {
        let digest = Sha256::digest(certificate.as_bytes());
        let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let path = std::path::Path::new(&directory).join(name + ".cert");
        let kept = std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(path, certificate));
        kept.expect("the directory HISSHO_CERTIFICATES can be written");
    }
}

/// The lines as a text that ends with their true digest. For forging certificates in tests.
pub fn sign<S: AsRef<str>>(lines: &[S]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.as_ref());
        text.push('\n');
    }
    let digest = Sha256::digest(text.as_bytes());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    text + "sha256 " + &digest + "\n"
}

/// The lines of `certificate` without its digest, to be changed and signed again.
pub fn unsigned(certificate: &str) -> Vec<String> {
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    lines.pop();
    lines
}

/// One way to change a certificate. Lines and words are counted from 0.
#[derive(Clone, Debug)]
enum Change {
    ReplaceWord { line: usize, word: usize, with: String },
    DropWord { line: usize, word: usize },
    DoubleWord { line: usize, word: usize },
    ExchangeWords { line: usize, word: usize },
    DropLine { line: usize },
    DoubleLine { line: usize },
    ExchangeLines { line: usize },
    CutAfter { line: usize },
    TurnRound,
    AppendLine { with: String },
}

/// Every change of the lines after the head.
fn changes_of(lines: &[&str]) -> Vec<Change> {
    let mut changes = vec![Change::TurnRound, Change::AppendLine { with: "0".to_owned() }];
    let vocabulary: BTreeSet<&str> = lines.iter().flat_map(|line| line.split(' ')).take(64).collect();
    for (line, text) in lines.iter().enumerate().skip(HEAD_LINES) {
        changes.push(Change::DropLine { line });
        changes.push(Change::DoubleLine { line });
        changes.push(Change::ExchangeLines { line });
        changes.push(Change::CutAfter { line });
        for (word, found) in text.split(' ').enumerate() {
            changes.push(Change::DropWord { line, word });
            changes.push(Change::DoubleWord { line, word });
            changes.push(Change::ExchangeWords { line, word });
            for with in replacements(found, &vocabulary) {
                changes.push(Change::ReplaceWord { line, word, with });
            }
        }
    }
    changes
}

/// Words to put in the place of `found`.
fn replacements(found: &str, vocabulary: &BTreeSet<&str>) -> Vec<String> {
    if let Ok(number) = found.parse::<i128>() {
        let near = [number - 1, number + 1, 0, 1 << 64, -1];
        return near.iter().filter(|&&other| other != number).map(ToString::to_string).collect();
    }
    let next_word = vocabulary.range(found..).nth(1).or(vocabulary.first());
    let mut others: Vec<String> = next_word.map(|word| (*word).to_owned()).into_iter().collect();
    // One character moved to its neighbour, at the start and at the end of the word.
    let characters: Vec<char> = found.chars().collect();
    for at in [0, characters.len().saturating_sub(1)] {
        if let Some(neighbour) = characters.get(at).and_then(|&c| char::from_u32(c as u32 ^ 1)) {
            let mut flipped = characters.clone();
            flipped[at] = neighbour;
            let flipped: String = flipped.into_iter().collect();
            if !flipped.contains('\n') {
                others.push(flipped);
            }
        }
    }
    others.retain(|other| other != found);
    others.dedup();
    others
}

impl Change {
    fn apply(&self, lines: &[&str]) -> Vec<String> {
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        match *self {
            Change::ReplaceWord { line, word, ref with } => {
                in_words(&mut lines[line], |words| words[word].clone_from(with));
            }
            Change::DropWord { line, word } => in_words(&mut lines[line], |words| {
                words.remove(word);
            }),
            Change::DoubleWord { line, word } => {
                in_words(&mut lines[line], |words| words.insert(word, words[word].clone()));
            }
            Change::ExchangeWords { line, word } => in_words(&mut lines[line], |words| {
                if word + 1 < words.len() {
                    words.swap(word, word + 1);
                }
            }),
            Change::DropLine { line } => {
                lines.remove(line);
            }
            Change::DoubleLine { line } => lines.insert(line, lines[line].clone()),
            Change::ExchangeLines { line } => {
                if line + 1 < lines.len() {
                    lines.swap(line, line + 1);
                }
            }
            Change::CutAfter { line } => lines.truncate(line + 1),
            Change::TurnRound => lines[HEAD_LINES..].reverse(),
            Change::AppendLine { ref with } => lines.push(with.clone()),
        }
        lines
    }
}

fn in_words(line: &mut String, change: impl FnOnce(&mut Vec<String>)) {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    change(&mut words);
    *line = words.join(" ");
}

/// `text` and then `zeros` digits `0` as one zstd frame with its checksum, whatever its size in a few kilobytes.
pub fn zstd(text: &[u8], zeros: u64) -> Vec<u8> {
    let mut frame = zstd_frame(text, zeros, true);
    let mut hash = twox_hash::XxHash64::with_seed(0);
    hash.write(text);
    let block = [b'0'; 1 << 12];
    for _ in 0..zeros / (1 << 12) {
        hash.write(&block);
    }
    hash.write(&block[..(zeros % (1 << 12)) as usize]);
    frame.extend(&hash.finish().to_le_bytes()[..4]);
    frame
}

/// `text` as one zstd frame that has no checksum.
pub fn zstd_without_checksum(text: &[u8]) -> Vec<u8> {
    zstd_frame(text, 0, false)
}

/// The frame without the bytes of its checksum.
fn zstd_frame(text: &[u8], zeros: u64, has_checksum: bool) -> Vec<u8> {
    const LONGEST: u64 = 1 << 17;
    // Frame head: magic, no content size, window of 8 MiB.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, u8::from(has_checksum) << 2, 13 << 3];
    let mut block = |byte: u8, length: u64, last: bool| {
        // Block head: last-block bit, type 1 (run length), size.
        let head = u32::from(last) | 1 << 1 | (length as u32) << 3;
        frame.extend(&head.to_le_bytes()[..3]);
        frame.push(byte);
    };
    for run in text.chunk_by(|a, b| a == b) {
        block(run[0], run.len() as u64, false);
    }
    for _ in 0..zeros / LONGEST {
        block(b'0', LONGEST, false);
    }
    block(b'0', zeros % LONGEST, true);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts any signed text whose third line is an even number.
    fn lax_checker(text: &str) -> Option<u64> {
        let lines = unsigned(text);
        if sign(&lines) != text || lines.len() != 3 {
            return None;
        }
        lines[2].parse::<u64>().ok().filter(|number| number % 2 == 0)
    }

    #[test]
    fn a_checker_that_looks_away_is_found_out() {
        let survivors = damage(&sign(&["head", "kind", "6"]), lax_checker);
        assert!(survivors.iter().any(|survivor| survivor.accepted == 0), "{survivors:?}");
    }

    #[test]
    #[should_panic(expected = "the undamaged certificate is refused")]
    fn a_refused_certificate_is_no_basis() {
        damage(&sign(&["head", "kind", "7"]), lax_checker);
    }
}
