//! Fuzzing without a nightly compiler: `cargo run --release [SECONDS [TARGET [DIRECTORY…]]]`, all
//! targets in turn if none is named.
//!
//! Known texts are changed at random and read. Certificates are changed with an eye to their
//! structure - numbers moved by one, zeroed and blown up, words and lines dropped, doubled,
//! exchanged and taken from another certificate of the kind - and signed again, so that the reader
//! gets past the digest. Other texts have pieces cut, doubled, exchanged, or replaced by bytes and
//! words of the rules language. A panic, a text that takes more than [`LONGEST`], or one that is accepted though brute
//! force finds its sentence false, is written to
//! `regressions/` and ends the run; such a file belongs into `corpus/`, which an ordinary test
//! replays.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hissho_certificate::text::digest_of;
use hissho_fuzz::{ACCEPTED, TARGETS, Target, files_below, known_texts};

/// No text may take longer.
const LONGEST: Duration = Duration::from_secs(20);

/// Larger files are no seeds.
const LARGEST: u64 = 20_000;

const WORDS: &[&str] = &[
    "game ",
    "param ",
    "position ",
    "move ",
    "claim ",
    "order ",
    "where ",
    "exists i . ",
    "forall j . ",
    "x'",
    "y'",
    " < ",
    " = ",
    " <= ",
    " div ",
    " mod ",
    " xor ",
    "min(",
    "max(",
    "floor(",
    "mu(",
    "phi",
    "(",
    ")",
    ",",
    "\n",
    "#",
    "0",
    "1",
    "18446744073709551615",
    "999999999999",
    "if ",
    " then ",
    " else ",
    "not ",
    " and ",
    " or ",
    " iff ",
    "\u{e9}",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "16",
    "255",
    "256",
    "65535",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "1000000000000",
];

/// What the last panic said.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// The text that is being read, and since when.
static READING: Mutex<Option<(Instant, Vec<u8>)>> = Mutex::new(None);

/// Marsaglia, Xorshift RNGs, 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(10);
    let wanted = arguments.get(1).map_or("all", String::as_str);
    let more = arguments.get(2..).unwrap_or(&[]);
    let targets: Vec<&'static Target> = TARGETS.iter().filter(|t| wanted == "all" || t.name == wanted).collect();
    if targets.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        println!("{wanted} is no target; there are all, {}", names.join(", "));
        std::process::exit(2);
    }
    std::panic::set_hook(Box::new(|panic| *LAST_PANIC.lock().expect("one thread") = panic.to_string()));
    for target in targets {
        run(target, Duration::from_secs(seconds), more);
    }
}

/// Changes and reads texts for so long.
fn run(target: &'static Target, time: Duration, more: &[String]) {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut corpus = known_texts(target);
    let own = format!("corpus/{}", target.name);
    let directories = target.seeds.iter().copied().chain([own.as_str()]).map(|name| home.join(name));
    for directory in directories.chain(more.iter().map(Into::into)) {
        corpus.extend(files_below(&directory, LARGEST).iter().filter_map(|path| std::fs::read(path).ok()));
    }
    assert!(!corpus.is_empty(), "{} has nothing to start from", target.name);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut count, mut slowest) = (0u64, Duration::ZERO);
    std::thread::spawn(|| watch(target));
    let end = Instant::now() + time;
    while Instant::now() < end {
        let mut text = random.one_of(&corpus).clone();
        // Half of the texts have one change: those are the nearest to being accepted.
        for _ in 0..=random.below(6) * random.below(2) {
            let other = random.below(corpus.len());
            text = match target.is_signed && random.below(8) > 0 {
                true => change_lines(&text, &corpus[other], &mut random),
                false => change_bytes(text, &corpus[other], &mut random),
            };
        }
        if target.is_signed {
            text = signed(&text);
        }
        let start = Instant::now();
        *READING.lock().expect("no panic while it is held") = Some((start, text.clone()));
        let result = std::panic::catch_unwind(|| (target.read)(&text));
        *READING.lock().expect("no panic while it is held") = None;
        if result.is_err() {
            keep(target, &text, "makes the reader panic");
        }
        slowest = slowest.max(start.elapsed());
        count += 1;
        // Some changed texts are changed again.
        if corpus.len() < 4000 && text.len() < 4000 && random.below(20) == 0 {
            corpus.push(text);
        }
    }
    println!(
        "{}: {count} texts read in {} s, none made the reader panic, the slowest took {:.2} s",
        target.name,
        time.as_secs(),
        slowest.as_secs_f64()
    );
    if target.is_signed {
        let [accepted, found_true] = ACCEPTED.each_ref().map(|count| count.load(Ordering::Relaxed));
        println!(
            "{}: {accepted} accepted, {found_true} of them found true by brute force, none false",
            target.name
        );
    }
}

/// Ends the run when a text takes too long, endless ones included.
fn watch(target: &Target) {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let reading = READING.lock().expect("no panic while it is held").clone();
        if let Some((_, text)) = reading.filter(|(start, _)| start.elapsed() > LONGEST) {
            keep(target, &text, "takes too long");
        }
    }
}

/// Writes a text that does harm to `regressions/`, and ends the run.
fn keep(target: &Target, text: &[u8], what: &str) -> ! {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    let path = directory.join(format!("{}-{}", target.name, &digest_of(text)[..16]));
    let kept = std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, text));
    println!(
        "{}: a text {what}, {} ({kept:?})\n{}\n{}",
        target.name,
        path.display(),
        LAST_PANIC.lock().expect("no panic while it is held"),
        String::from_utf8_lossy(text)
    );
    std::process::exit(1);
}

/// The text with its true digest in place of the last line.
fn signed(text: &[u8]) -> Vec<u8> {
    let body = text.strip_suffix(b"\n").unwrap_or(text);
    let end = body.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut whole = text[..end].to_vec();
    whole.extend(format!("sha256 {}\n", digest_of(&text[..end])).bytes());
    whole
}

/// One change to a line or a word of a certificate; the last line is its digest.
fn change_lines(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let other = String::from_utf8_lossy(other);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let theirs: Vec<&str> = other.lines().collect();
    if lines.len() < 4 || theirs.len() < 4 {
        return text.into_owned().into_bytes();
    }
    let (at, to) = (2 + random.below(lines.len() - 3), 2 + random.below(lines.len() - 3));
    match random.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at].clone()),
        2 => lines.swap(at, to),
        // a line of another certificate, of the same kind more often than not
        3 if theirs[1] == lines[1] || random.below(8) == 0 => {
            lines.insert(at, theirs[2 + random.below(theirs.len() - 3)].to_owned());
        }
        _ => lines[at] = change_words(&lines[at], random),
    }
    (lines.join("\n") + "\n").into_bytes()
}

fn change_words(line: &str, random: &mut Random) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let (at, to) = (random.below(words.len()), random.below(words.len()));
    match random.below(6) {
        0 => drop(words.remove(at)),
        1 => words.insert(to, words[at].clone()),
        2 => words.swap(at, to),
        3 => words[at] = (*random.one_of(NUMBERS)).to_owned(),
        _ => words[at] = change_number(&words[at], random),
    }
    words.join(" ")
}

/// A number in the word moved by one or blown up; a letter exchanged where there is none.
fn change_number(word: &str, random: &mut Random) -> String {
    let digits: Vec<usize> =
        word.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    if digits.is_empty() {
        let mut letters: Vec<char> = word.chars().collect();
        if !letters.is_empty() {
            let (at, to) = (random.below(letters.len()), random.below(letters.len()));
            letters.swap(at, to);
        }
        return letters.into_iter().collect();
    }
    let start = *random.one_of(&digits);
    let end = word[start..].find(|c: char| !c.is_ascii_digit()).map_or(word.len(), |length| start + length);
    let number: u128 = word[start..end].parse().unwrap_or(0);
    let changed = match random.below(4) {
        0 => number.wrapping_add(1),
        1 => number.saturating_sub(1),
        2 => number.wrapping_mul(2),
        _ => number ^ 1 << random.below(6),
    };
    format!("{}{changed}{}", &word[..start], &word[end..])
}

/// One change to any bytes.
fn change_bytes(mut text: Vec<u8>, other: &[u8], random: &mut Random) -> Vec<u8> {
    let at = random.below(text.len() + 1);
    let end = (at + random.below(12)).min(text.len());
    match random.below(5) {
        0 => text.drain(at..end).for_each(drop),
        1 => text.splice(at..at, random.one_of(WORDS).bytes()).for_each(drop),
        2 => text.splice(at..end, [random.below(256) as u8]).for_each(drop),
        3 => {
            let piece = text[at..end].to_vec();
            text.splice(at..at, piece.repeat(1 + random.below(40))).for_each(drop);
        }
        _ => {
            let from = random.below(other.len() + 1);
            let to = (from + random.below(60)).min(other.len());
            text.splice(at..end, other[from..to].iter().copied()).for_each(drop);
        }
    }
    text
}
