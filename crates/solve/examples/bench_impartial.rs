//! Speed of the table engine beside a plain per-cell scan, in one run: `cargo xtask bench impartial [SIZE [LARGE]]`.
//!
//! SIZE (4000) is the side of the tables in memory; LARGE (20000, 0 to leave it out) that of the table streamed to a file.
//! Rates on one thread are per second of processor time, which a busy machine distorts less than the clock; the ratio
//! of two threads to one is by the clock.

use std::io::{Cursor, Read, Write};
use std::time::Instant;

use hissho_certificate::impartial::grundy_box::{self, GrundyBox};
use hissho_certificate::{Context, SideFiles};
use hissho_rules::language::Game;
use hissho_rules::name::{Component, GameName};
use hissho_solve::impartial::{self, RowSink, Values};
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::progress::Silent;

/// Games whose tables are made from their text.
const GAMES: &[&str] =
    &["queen", "dragon-king", "dragon-horse", "chocolate(1)", "chocolate(3)", "wythoff(3)", "rook"];

fn main() {
    let number = |at: usize, otherwise| std::env::args().nth(at).map_or(Some(otherwise), |s| s.parse().ok());
    let (Some(size), Some(large)) = (number(1, 4000usize), number(2, 20_000usize)) else {
        eprintln!("usage: bench_impartial [SIZE [LARGE]]");
        std::process::exit(2);
    };
    let plain = scan(size);
    println!("{:<42} {:>9.3} M cells/s", format!("queen {size}², plain scan of some rows"), plain / 1e6);
    let mut queen = 0.0;
    for name in GAMES {
        let rate = rate(name, size);
        queen = if *name == "queen" { rate } else { queen };
        println!(
            "{:<42} {:>9.2} M cells/s {:>6.0} x scan {:>5.2} x queen",
            format!("{name} {size}², one thread"),
            rate / 1e6,
            rate / plain,
            rate / queen
        );
    }
    for name in ["queen", "chocolate(1)"] {
        let [one, two] = [1, 2].map(|threads| {
            let times = (0..3).map(|_| stream(name, size, threads, None).1);
            times.fold(f64::MAX, f64::min)
        });
        println!("{:<42} {:>9.2} x one", format!("{name} {size}², two threads, by the clock"), one / two);
    }
    check_beside_making("queen", size);
    check_beside_making("dragon-king", size);
    for code in ["0.77", "0.6"] {
        let game = hissho_rules::impartial::octal::Octal::parse(code).unwrap();
        let cpu = cpu_seconds();
        let values = impartial::octal_values(&game, 1_000_000, &Limits::default(), &Silent).unwrap();
        let seconds = cpu_seconds() - cpu;
        let label = format!("{code} to 10^6 heaps, greatest {}", values.iter().max().unwrap());
        println!("{label:<42} {seconds:>9.2} s");
    }
    if large > 0 {
        let path = std::env::temp_dir().join(format!("bench_impartial_{}.table", std::process::id()));
        // From here on the peak of memory counts anew.
        let is_fresh = std::fs::write("/proc/self/clear_refs", "5").is_ok();
        let file = std::fs::File::create(&path).expect("a temporary file");
        let (cells, wall, cpu) = stream("queen", large, 1, Some(file));
        let _ = std::fs::remove_file(&path);
        println!(
            "{:<42} {:>9.2} M cells/s ({:.2} by the clock), peak memory {}",
            format!("queen {large}², to a file, one thread"),
            cells as f64 / cpu / 1e6,
            cells as f64 / wall / 1e6,
            if is_fresh { peak_memory() } else { "not known".to_owned() }
        );
    }
}

fn named(name: &str) -> Game {
    let mut parts = GameName::parse(name).unwrap().resolve(&|_| Err(String::new())).unwrap();
    let Component::Numbers(game) = parts.remove(0) else { unreachable!("all of these are games on numbers") };
    *game
}

/// Takes rows, counts the positions, and perhaps writes them.
struct Rows {
    positions: u64,
    file: Option<std::fs::File>,
}

impl RowSink for Rows {
    fn rows(&mut self, _: usize, rows: Values) -> Result<(), Stop> {
        let Values::U16(values) = rows else { unreachable!("these tables are narrow") };
        self.positions += values.iter().map(|&v| u64::from(v != u16::MAX)).sum::<u64>();
        if let Some(file) = &mut self.file {
            let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
            file.write_all(&bytes).expect("the disk takes the table");
        }
        Ok(())
    }
}

/// Positions, seconds by the clock and seconds of processor time.
fn stream(name: &str, size: usize, threads: usize, file: Option<std::fs::File>) -> (u64, f64, f64) {
    let game = named(name);
    let limits = Limits { threads, ..Limits::default() };
    let mut sink = Rows { positions: 0, file };
    let (start, cpu) = (Instant::now(), cpu_seconds());
    impartial::stream(&game, &[size, size], &limits, &Silent, &mut sink).unwrap();
    (sink.positions, start.elapsed().as_secs_f64(), cpu_seconds() - cpu)
}

/// Positions per second of processor time on one thread, over at least half a second.
fn rate(name: &str, size: usize) -> f64 {
    let (mut positions, mut seconds) = (0, 0.0);
    while seconds < 0.5 {
        let (more, _, cpu) = stream(name, size, 1, None);
        positions += more;
        seconds += cpu;
    }
    positions as f64 / seconds
}

struct OneFile(Vec<u8>);

impl SideFiles for OneFile {
    fn open(&self, _: &str) -> std::io::Result<Box<dyn Read>> {
        Ok(Box::new(Cursor::new(self.0.clone())))
    }
}

/// The checker's pass over a table, beside making it; both on one thread.
fn check_beside_making(name: &str, size: usize) {
    let game = named(name);
    let limits = Limits { threads: 1, ..Limits::default() };
    let (mut making, mut checking, mut all_checking) = (0.0, 0.0, 0.0);
    for _ in 0..3 {
        let cpu = cpu_seconds();
        let table = impartial::table(&game, &[size, size], &limits, &Silent).unwrap();
        making += cpu_seconds() - cpu;
        let (rules, parameters) = hissho_certificate::rules_text::of(&game);
        let claim = GrundyBox {
            rules,
            parameters,
            shape: table.shape.clone(),
            values: (0..table.values.len()).filter_map(|i| table.values.get(i)).collect(),
        };
        let (text, _, bytes) = grundy_box::write_with_side_file(&claim);
        let cpu = cpu_seconds();
        grundy_box::check(claim, &hissho_rules::Account::unlimited()).expect("the table is right");
        checking += cpu_seconds() - cpu;
        let files = OneFile(bytes);
        let cpu = cpu_seconds();
        hissho_certificate::check(&text, &Context { side_files: &files, ..Context::default() })
            .expect("right");
        all_checking += cpu_seconds() - cpu;
    }
    println!(
        "{:<42} {:>9.2} x making ({:.2} with reading and digest)",
        format!("{name} {size}², checking the table"),
        checking / making,
        all_checking / making
    );
}

/// Cells per second of the obvious program at this size: for each cell of some rows walk its three rays and mark what is met.
fn scan(n: usize) -> f64 {
    let table = impartial::table(&named("queen"), &[n, n], &Limits::default(), &Silent).unwrap();
    let Values::U16(table) = table.values else { unreachable!("these tables are narrow") };
    let mut mark = vec![0u32; 3 * n];
    let (mut cells, mut stamp) = (0, 0);
    let cpu = cpu_seconds();
    for x in (n / 40..n).step_by(n / 20) {
        for y in 0..n {
            stamp += 1;
            for t in 1..=x {
                mark[table[(x - t) * n + y] as usize] = stamp;
            }
            for t in 1..=y {
                mark[table[x * n + y - t] as usize] = stamp;
            }
            for t in 1..=x.min(y) {
                mark[table[(x - t) * n + y - t] as usize] = stamp;
            }
            let value = mark.iter().position(|&m| m != stamp).unwrap_or(0);
            assert_eq!(value, usize::from(table[x * n + y]), "the engine and the scan agree");
            cells += 1;
        }
    }
    f64::from(cells) / (cpu_seconds() - cpu)
}

/// Processor time of this process so far (user and system, to a hundredth), or the clock where that cannot be read.
fn cpu_seconds() -> f64 {
    let ticks = std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    });
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    ticks.map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

/// The most memory this process has used at once.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("not known");
    line.trim().to_owned()
}
