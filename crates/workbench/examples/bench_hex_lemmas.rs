//! The lemmas of the sigma-connection paper: `cargo xtask bench hex_lemmas`, or with names `-- SC1
//! SE2`.
//!
//! For each lemma: CPU seconds of this process (one thread) for the search, the certificate and its
//! check of every statement (the claim, that no cell can be left out, all cases), positions looked
//! into, steps and bytes of the claim's certificate; then the sum.

use hissho_solve::limits::Limits;
use hissho_workbench::hex::lemma::{BUILT_IN, LemmaOutcome, built_in, parse, prove};

/// What the kernel has counted for this process, so that other work on the machine hardly changes
/// it.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux counts CPU time there");
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).expect("nanoseconds come first") / 1e9
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&str> = match &given[..] {
        [] => BUILT_IN.iter().map(|&(name, _)| name).collect(),
        given => given.iter().map(String::as_str).collect(),
    };
    let (mut seconds, mut nodes, mut refused) = (0.0, 0, 0);
    for name in names {
        let lemma = parse(built_in(name).expect("the name of a lemma")).expect("a lemma that can be read");
        let meter = Limits::default().start();
        let start = cpu_seconds();
        let mut of_claim = None;
        for (index, one) in lemma.statements.iter().enumerate() {
            match prove(lemma.size, one, index == 0, &meter) {
                Ok(LemmaOutcome::Proved { certificate, minimal, steps, .. }) => {
                    of_claim.get_or_insert((
                        steps,
                        certificate.text().lines().count(),
                        certificate.size(),
                        minimal,
                    ));
                }
                other => {
                    refused += 1;
                    println!("{name}, {}: {other:?}", one.title);
                }
            }
        }
        let taken = cpu_seconds() - start;
        let (steps, lines, bytes, minimal) = of_claim.unwrap_or_default();
        let minimal = if minimal == Some(true) { ", no cell can be left out" } else { "" };
        println!(
            "{name}: {taken:.3} s, {} positions, {} statements; the claim: {steps} steps, {lines} lines, {bytes} bytes{minimal}",
            meter.spent(),
            lemma.statements.len(),
        );
        seconds += taken;
        nodes += meter.spent();
    }
    println!("in all: {seconds:.3} s, {nodes} positions, {refused} statements not proved");
}
