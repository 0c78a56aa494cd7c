//! Speed of the table engine beside a plain per-cell scan: `cargo xtask bench grundy [SIZE]`.

use std::time::Instant;

use rules::name::{Component, GameName};
use solve::grundy::{self, RowSink, Values};
use solve::limits::{Limits, Stop};
use solve::progress::Silent;

/// Takes rows and keeps only a checksum.
#[derive(Default)]
struct Checksum {
    sum: u64,
    greatest: u32,
    cells: u64,
    file: Option<std::fs::File>,
}

impl RowSink for Checksum {
    fn rows(&mut self, _: usize, rows: Values) -> Result<(), Stop> {
        let Values::U16(values) = rows else { unreachable!("these tables are narrow") };
        for &v in values.iter().filter(|&&v| v != u16::MAX) {
            self.sum += u64::from(v);
            self.greatest = self.greatest.max(u32::from(v));
            self.cells += 1;
        }
        if let Some(file) = &mut self.file {
            use std::io::Write;
            let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
            file.write_all(&bytes).expect("the disk takes the table");
        }
        Ok(())
    }
}

fn main() {
    let size: usize = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(4000);
    let plain = scan(size);
    println!("plain scan of some rows of {size} x {size}  {:>9.3} M cells/s", plain / 1e6);
    for name in ["queen", "dragon-king", "dragon-horse", "chocolate(1)", "chocolate(3)", "wythoff(3)", "rook"]
    {
        for threads in [1, 2] {
            let rate = run(name, size, threads, false);
            println!(
                "{name:<14} {threads}  {size} x {size}  {:>9.2} M cells/s  {:>7.0} x scan",
                rate / 1e6,
                rate / plain
            );
        }
    }
    for code in ["0.77", "0.6"] {
        let game = rules::octal::Octal::parse(code).unwrap();
        let cpu = cpu_seconds();
        let values = grundy::octal_values(&game, 1_000_000, &Limits::default(), &Silent).unwrap();
        let seconds = cpu_seconds() - cpu;
        println!("{code} to 10^6 heaps: {seconds:.2} s, greatest {}", values.iter().max().unwrap());
    }
    if std::env::args().nth(2).is_some() {
        let rate = run("queen", 20_000, 1, true);
        println!("queen to disk  1  20000 x 20000  {:>9.2} M cells/s", rate / 1e6);
    }
}

/// Cells per second of CPU-bound work, the table handed over and dropped (or written to a file).
fn run(name: &str, size: usize, threads: usize, to_disk: bool) -> f64 {
    let mut parts = GameName::parse(name).unwrap().resolve(&|_| Err(String::new())).unwrap();
    let Component::Numbers(game) = parts.remove(0) else { unreachable!("all of these are games on numbers") };
    let limits = Limits { threads, ..Limits::default() };
    let mut sink = Checksum::default();
    let path = std::env::temp_dir().join("bench_grundy.table");
    if to_disk {
        sink.file = std::fs::File::create(&path).ok();
    }
    let (start, cpu) = (Instant::now(), cpu_seconds());
    grundy::stream(&game, &[size, size], &limits, &Silent, &mut sink).unwrap();
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    // On a busy machine one thread's processor time is what a quiet machine's clock would show.
    let seconds = if threads == 1 { cpu.max(0.01) } else { wall };
    if to_disk {
        let _ = std::fs::remove_file(&path);
    }
    eprintln!("  {name}: greatest {}, sum {}, {seconds:.3} s", sink.greatest, sink.sum);
    sink.cells as f64 / seconds
}

/// Cells per second of the obvious program at this size: for each cell of some rows walk its three rays and mark what is met.
fn scan(n: usize) -> f64 {
    let mut parts = GameName::parse("queen").unwrap().resolve(&|_| Err(String::new())).unwrap();
    let Component::Numbers(game) = parts.remove(0) else { unreachable!("a game on numbers") };
    let table = grundy::table(&game, &[n, n], &Limits::default(), &Silent).unwrap();
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
