//! What is fuzzed: one function per reader of foreign text, which must return for any bytes, soon
//! and without a panic. A certificate that is accepted must also be true ([`truth`]).

pub mod truth;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use hissho_certificate::{Allowance, Context};
use hissho_rules::Account;
use hissho_rules::language::{Game, Moves, Statement, decode};
use hissho_rules::name::{BUILT_IN, GameName};
use hissho_workbench::records::{Notation, read_games};

/// Little enough for any text to end within a second or two.
const ALLOWANCE: Allowance = Allowance { steps: 20_000_000, memory: 64_000_000 };

/// A reader of foreign text.
pub struct Target {
    /// Its name on the command line, and of its directory in `corpus`.
    pub name: &'static str,
    /// Reads any bytes.
    pub read: fn(&[u8]),
    /// Whether texts are certificates: changed line by line and word by word, and signed again.
    pub is_signed: bool,
    /// Directories with texts to start from, beside `corpus/NAME`.
    pub seeds: &'static [&'static str],
}

/// Every reader.
pub const TARGETS: &[Target] = &[
    Target { name: "rules", read: rules_language, is_signed: false, seeds: &["../games"] },
    Target { name: "statements", read: statement, is_signed: false, seeds: &[] },
    Target { name: "names", read: game_name, is_signed: false, seeds: &[] },
    Target {
        name: "certificates",
        read: one_certificate,
        is_signed: true,
        seeds: &["../crates/certificate/tests/refusals"],
    },
    Target { name: "files", read: file, is_signed: false, seeds: &["../proofs"] },
    Target { name: "records", read: records, is_signed: false, seeds: &[] },
    Target { name: "sgf", read: sgf, is_signed: false, seeds: &[] },
];

/// The texts that a target starts from, besides files.
pub fn known_texts(target: &Target) -> Vec<Vec<u8>> {
    let texts: Vec<&str> = match target.name {
        "rules" => BUILT_IN.iter().map(|(_, text)| *text).collect(),
        "names" => {
            vec!["nim(3)", "wythoff(s=2)", "heap + heap(max=3)", "chocolate(3)", "otrio(forbidden=b2M)"]
        }
        "statements" => vec![
            "forall a, b . a + b = b + a",
            "exists i . x = floor(i*(1 + 1/mu(2))) and not (x mod 3 = 1 or x < 5)",
            "if x = 0 then 1 else x xor 3 = min(x, 7)",
        ],
        "sgf" => vec!["(;FF[4]GM[11]SZ[7];B[d4];W[e3];B[swap-pieces])", "(;SZ[5]AB[a1][b2]AW[c3];B[e5])"],
        "records" => vec![
            "position sfen 8k/6Gpl/8p/9/9/9/9/9/4K4 w Gg 1 moves G*2a G*3c 2a3b 3c3b",
            "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n",
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            "[Event \"?\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 1/2-1/2\n",
        ],
        _ => Vec::new(),
    };
    texts.into_iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Any bytes as a rules text: an answer or a message.
fn rules_language(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    match Game::parse(text, &[]) {
        Ok(game) => {
            let account = Account::new(10_000, 1 << 24);
            if let Ok(mut moves) = Moves::new(&game, &account) {
                let position: Vec<u64> = (0..game.dimension as u64).map(|i| 3 + i).collect();
                if moves.is_position(&position) == Ok(true) {
                    let _ = moves.options(&position);
                }
            }
        }
        Err(error) => assert!(!error.render("fuzz.game").is_empty()),
    }
}

fn statement(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    let _ = Statement::parse(text, &["x"], &[]);
}

fn game_name(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    if let Ok(name) = GameName::parse(text) {
        let _ = name.resolve(&|_| Err(String::new()));
    }
}

/// How many certificates were accepted, and how many of their sentences brute force found true.
pub static ACCEPTED: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// A certificate of any kind. What the checker says must be fit to be shown, and what it accepts must be true.
fn one_certificate(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let said = match hissho_certificate::check(text, &Context::new(ALLOWANCE)) {
        Ok(proved) => {
            ACCEPTED[0].fetch_add(1, Ordering::Relaxed);
            let truth = truth::is_true(proved.claim());
            assert!(truth != Some(false), "accepted, and false: {}", proved.claim());
            ACCEPTED[1].fetch_add(u64::from(truth == Some(true)), Ordering::Relaxed);
            proved.claim().to_string()
        }
        Err(refusal) => refusal.to_string(),
    };
    assert!(!said.contains(|c: char| c.is_control()), "a control character in {said:?}");
}

/// A certificate on disk, compressed or not.
fn file(bytes: &[u8]) {
    let directory = std::env::temp_dir().join(format!("hissho-fuzz-{}", std::process::id()));
    let path = directory.join("one.cert");
    std::fs::create_dir_all(&directory).expect("the directory for temporary files can be written");
    std::fs::write(&path, bytes).expect("the directory for temporary files can be written");
    let report = hissho_certificate::file::report(&path, ALLOWANCE);
    let reason = report.reason.unwrap_or_default();
    assert!(!reason.starts_with("the checker failed"), "{reason}");
}

/// Game records in every notation.
fn records(bytes: &[u8]) {
    let formats = Notation::ALL.iter().map(|(format, _)| Some(*format));
    for format in formats.chain([None]) {
        if let Ok(games) = read_games(bytes, format) {
            for game in games.take(100) {
                if let Err(error) = game {
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
}

fn sgf(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = hissho_workbench::hex::sgf::read(text);
}

/// The files below a directory of at most so many bytes, in order.
pub fn files_below(directory: &Path, most: u64) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(data) if data.is_dir() => open.push(entry.path()),
                Ok(data) if data.len() <= most => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
