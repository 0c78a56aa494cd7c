//! Times the word engine. Run with `cargo xtask bench words`.
//!
//! Each line: what, how many symbols, seconds of wall time. Nothing is certified here.

use std::hint::black_box;
use std::io;
use std::time::Instant;

use hissho_rules::words::Word;
use hissho_solve::words::access::Access;
use hissho_solve::words::avoid::{Avoid, count};
use hissho_solve::words::runs::summarise;
use hissho_solve::words::stream::{write_packed, write_text};

fn main() {
    for name in ["thue-morse", "fibonacci", "fibonacci(2)"] {
        let word: Word = name.parse().expect("a known name");
        let start = Instant::now();
        write_packed(&word, 1_000_000_000, &mut io::sink()).expect("a sink takes everything");
        println!("packed stream   {name:<14} 10^9    {:>8.4} s", start.elapsed().as_secs_f64());
    }
    for name in ["thue-morse", "fibonacci"] {
        let word: Word = name.parse().expect("a known name");
        let mut text = Vec::new();
        write_text(&word, 1 << 22, &mut text).expect("memory takes everything");
        let start = Instant::now();
        let summary = summarise(&text);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "runs            {name:<14} 2^22    {seconds:>8.4} s   {} runs, cube {:?}",
            summary.runs, summary.first_cube
        );
        let mut access = Access::new(&word);
        black_box(access.symbol(10u128.pow(18)));
        let start = Instant::now();
        for n in 0..100_000 {
            black_box(access.symbol(10u128.pow(18) + n));
        }
        println!("symbol 10^18    {name:<14}         {:>8.4} µs each", start.elapsed().as_secs_f64() * 10.0);
    }
    let start = Instant::now();
    let counts = count(Avoid::Power(3), 2, 36, |_| Ok::<_, ()>(())).expect("nothing stops it");
    println!(
        "cube-free words                0..=36  {:>8.4} s   {}",
        start.elapsed().as_secs_f64(),
        counts[36]
    );
}
