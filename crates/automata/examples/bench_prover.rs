//! `cargo xtask bench prover [NAME…]`: the prover's benchmark, each job in a process of its own.
//!
//! For each job: CPU seconds and peak memory of a cold process that reads the rules, proves, and (third column) writes and checks the
//! certificate. CPU time is that of the process, from /proc, so other work on the machine hardly changes it.

use std::process::Command;

use automata::{Budget, Verdict, prove};
use certificate::automata::{Automatic, check, write};

/// Name, rules file or formula, parameters, numeration, bound in CPU seconds for proving.
type Job = (&'static str, &'static str, &'static [(&'static str, u64)], &'static str, f64);

const KING: &str = include_str!("../../../games/dragon-king.game");
const HORSE: &str = include_str!("../../../games/dragon-horse.game");
const RYUO: &str = include_str!("../../../games/ryuo.game");
const WYTHOFF: &str = include_str!("../../../games/wythoff.game");
const CHOCOLATE_EVEN: &str = "game chocolate\nparam k = 2\nposition y, z where k*y <= z\nmove y' < y, z' = z\n\
    move z' < z, y' = min(y, z' div k)\nclaim grundy = y xor z\n";
const CUBE: &str =
    "not exists i, n . n >= 1 and forall j . j < 2*n implies thue_morse(i + j) = thue_morse(i + j + n)";

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
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--bench")).collect();
    if let [flag, name] = &arguments[..]
        && flag == "--job"
    {
        return run(JOBS.iter().find(|job| job.0 == *name).expect("a job of the list"));
    }
    println!(
        "{:<12} {:>9} {:>7} {:>8} {:>9} {:>7} {:>10} {:>8}",
        "job", "prove s", "limit", "check s", "peak", "states", "bytes", "MB"
    );
    for job in JOBS.iter().filter(|job| arguments.is_empty() || arguments.iter().any(|a| a == job.0)) {
        let me = std::env::current_exe().expect("this program has a path");
        let output = Command::new(me).args(["--job", job.0]).output().expect("it can be run again");
        print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    }
}

fn run(&(name, text, parameters, system, limit): &Job) {
    let claim = if text.starts_with("game ") || text.starts_with('#') {
        let parameters = parameters.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Automatic::Claim { rules: text.to_owned(), parameters, claim: 0 }
    } else {
        Automatic::Formula { text: text.to_owned(), holds: true }
    };
    let report =
        prove(&claim, system.parse().expect("a known system"), Budget::default()).expect("within the budget");
    let proving = cpu_seconds();
    let Verdict::Proved(evidence) = report.verdict else { panic!("{name} refuted: {:?}", report.verdict) };
    let memory = peak_megabytes();
    let text = write(&claim, &evidence);
    let written = cpu_seconds();
    check(claim, &evidence).expect("the checker accepts");
    let checking = cpu_seconds() - written;
    let (bytes, peak, states) = (text.len(), report.peak, report.states);
    println!(
        "{name:<12} {proving:>9.3} {limit:>7.2} {checking:>8.3} {peak:>9} {states:>7} {bytes:>10} {memory:>8.1}"
    );
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
