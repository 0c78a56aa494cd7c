//! `cargo xtask bench prover [NAME…]`: the prover's benchmark, each job in a process of its own.
//!
//! `cold`: CPU seconds of a process that reads the rules and proves, or discovers; a discovery
//! includes writing and checking its certificates. CPU time is that of the process, from /proc, so
//! other work on the machine hardly changes it. `again` and `check`: the best wall time of some
//! repetitions in the same process, of proving once more and of checking the evidence. `MB`: peak
//! memory, before the certificate is written.

use std::process::Command;
use std::time::Instant;

use hissho_certificate::laws::{Automatic, check, write};
use hissho_prover::{Budget, Verdict, prove};
use hissho_rules::Account;
use hissho_solve::limits::Limits;
use hissho_solve::progress::Silent;
use hissho_workbench::laws::{LawGame, Settings, discover};

/// Name, rules file or formula, parameters, numeration (`discover`: find a law), bound in CPU
/// seconds.
type Job = (&'static str, &'static str, &'static [(&'static str, u64)], &'static str, f64);

const KING: &str = include_str!("../../../games/dragon-king.game");
const HORSE: &str = include_str!("../../../games/dragon-horse.game");
const RYUO: &str = include_str!("../../../games/ryuo.game");
const WYTHOFF: &str = include_str!("../../../games/wythoff.game");
const CHOCOLATE: &str = include_str!("../../../games/chocolate.game");
const CHOCOLATE_EVEN: &str = "game chocolate\nparam k = 2\nposition y, z where k*y <= z\nmove y' < y, z' = z\n\
    move z' < z, y' = min(y, z' div k)\nclaim grundy = y xor z\n";
const CUBE: &str =
    "not exists i, n . n >= 1 and forall j . j < 2*n implies thue_morse(i + j) = thue_morse(i + j + n)";

/// Every number but 0 is floor(i √3) or floor(j (3 + √3)/2), and never both (Beatty).
const SQUARE_ROOT_OF_3: &str = "forall n . n >= 1 implies ((exists i . i >= 1 and n = floor(i*sqrt(3))) \
    iff not exists j . j >= 1 and n = floor(j*((3 + sqrt(3))/2)))";

const JOBS: &[Job] = &[
    (
        "nim4",
        "game nim\nposition a, b, c, d\nmove a' < a, b' = b, c' = c, d' = d\nmove a' = a, b' < b, c' = c, d' = d\n\
        move a' = a, b' = b, c' < c, d' = d\nmove a' = a, b' = b, c' = c, d' < d\nclaim losing = a xor b xor c xor d = 0\n",
        &[],
        "msd_2",
        0.05,
    ),
    ("king", KING, &[], "msd_2", 0.05),
    ("horse", HORSE, &[], "msd_2", 0.05),
    ("chocolate2", CHOCOLATE_EVEN, &[], "msd_2", 0.05),
    ("chocolate6", CHOCOLATE_EVEN, &[("k", 6)], "msd_2", 0.05),
    ("cube-free", CUBE, &[], "msd_2", 0.05),
    ("wythoff1", WYTHOFF, &[], "mu_1", 0.05),
    ("wythoff2", WYTHOFF, &[("s", 2)], "mu_2", 0.05),
    ("wythoff3", WYTHOFF, &[("s", 3)], "mu_3", 0.05),
    ("king-lsd", KING, &[], "lsd_2", 0.25),
    ("ryuo13", RYUO, &[("p", 13)], "msd_2", 0.15),
    ("wythoff5", WYTHOFF, &[("s", 5)], "mu_5", 2.0),
    ("wythoff8", WYTHOFF, &[("s", 8)], "mu_8", 2.0),
    ("sqrt3", SQUARE_ROOT_OF_3, &[], "ost_1_2", 2.0),
    ("chocolate3", CHOCOLATE, &[("k", 3)], "discover", 2.0),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--bench")).collect();
    if let [flag, name] = &arguments[..]
        && flag == "--job"
    {
        return run(JOBS.iter().find(|job| job.0 == *name).expect("a job of the list"));
    }
    println!(
        "{:<12} {:>7} {:>7} {:>9} {:>9} {:>8} {:>7} {:>10} {:>7}",
        "job", "cold s", "limit", "again ms", "check ms", "peak", "states", "bytes", "MB"
    );
    for job in JOBS.iter().filter(|job| arguments.is_empty() || arguments.iter().any(|a| a == job.0)) {
        let me = std::env::current_exe().expect("this program has a path");
        let output = Command::new(me).args(["--job", job.0]).output().expect("it can be run again");
        print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    }
}

fn run(&(name, text, parameters, system, limit): &Job) {
    if system == "discover" {
        return run_discovery(name, text, parameters, limit);
    }
    let claim = if text.starts_with("game ") || text.starts_with('#') {
        LawGame::new(text, parameters).expect("a game of the list").claim(0)
    } else {
        Automatic::Formula { text: text.to_owned(), holds: true }
    };
    let system = system.parse().expect("a known system");
    let decide = || prove(&claim, system, Budget::default()).expect("within the budget");
    let report = decide();
    let (cold, memory) = (cpu_seconds(), peak_megabytes());
    let Verdict::Proved(evidence) = report.verdict else { panic!("{name} refuted: {:?}", report.verdict) };
    let again = best(|| drop(decide()));
    let checking =
        best(|| drop(check(claim.clone(), &evidence, &Account::unlimited()).expect("the checker accepts")));
    let (bytes, peak, states) = (write(&claim, &evidence).len(), report.peak, report.states);
    println!(
        "{name:<12} {cold:>7.3} {limit:>7.2} {again:>9.3} {checking:>9.3} {peak:>8} {states:>7} {bytes:>10} {memory:>7.1}"
    );
}

fn run_discovery(name: &str, text: &str, parameters: &[(&str, u64)], limit: f64) {
    let game = LawGame::new(text, parameters).expect("a game of the list");
    let limits = Limits::default();
    let settings = Settings { limits: &limits, states: None, system: None };
    let found = discover(&game, 8192, &settings, &Silent).finding.expect("there is a law");
    let (cold, memory) = (cpu_seconds(), peak_megabytes());
    let (states, bytes) = (found.states, found.proof.size());
    println!(
        "{name:<12} {cold:>7.3} {limit:>7.2} {:>9} {:>9} {:>8} {states:>7} {bytes:>10} {memory:>7.1}",
        "", "", ""
    );
}

/// The least milliseconds of some runs.
fn best(run: impl Fn()) -> f64 {
    let once = || {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e3
    };
    let first = once();
    let more = if first < 50.0 { 9 } else { 2 };
    (0..more).fold(first, |best, _| best.min(once()))
}

/// CPU time of this process so far.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = stat.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(f64::NAN);
    nanoseconds / 1e9
}

fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}
