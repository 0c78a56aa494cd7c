//! `cargo run -p hissho-page --example ask < questions`: one question a line, one answer a line, without WebAssembly.

use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines of text");
        println!("{}", hissho_page::ask(&line, &hissho_workbench::Alone));
    }
}
