//! Rules of `cargo xtask tidy` about the code itself, read line by line: what a public function may return,
//! what a type may be called, how long a function may be.

use std::collections::BTreeMap;

use xshell::{Shell, cmd};

/// Names that stand for one notion in several subjects; the module carries the adjective, as in
/// `hex::Position` and `infinite_four::Position`.
const OF_EACH_SUBJECT: [&str; 6] = ["Board", "Cell", "Formula", "Position", "Solver", "Strategy"];

/// The longest function that needs no reason.
const LONGEST_FUNCTION: usize = 100;

/// All of these rules, for the sources of the crates.
pub(crate) fn check(shell: &Shell, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let listed = cmd!(shell, "git ls-files --cached --others --exclude-standard crates").quiet().read()?;
    let mut types = BTreeMap::new();
    for name in listed.lines().filter(|name| name.ends_with(".rs") && name.contains("/src/")) {
        let Ok(text) = shell.read_file(name) else { continue };
        let lines: Vec<&str> = text.lines().collect();
        string_errors(name, &lines, faults);
        long_functions(name, &lines, faults);
        let package = name.split('/').nth(1).unwrap_or_default();
        for (line, found) in public_types(&lines) {
            types.entry((package.to_owned(), found)).or_insert_with(Vec::new).push(format!("{name}:{line}"));
        }
    }
    for ((package, found), places) in types {
        if places.len() > 1 && !OF_EACH_SUBJECT.contains(&found.as_str()) {
            faults.push(format!("{package}: `{found}` is the name of two types: {}", places.join(" and ")));
        }
    }
    Ok(())
}

/// A public function fails with a type of its own, not with a text.
fn string_errors(file: &str, lines: &[&str], faults: &mut Vec<String>) {
    for (at, line) in lines.iter().enumerate() {
        if !line.trim_start().starts_with("pub ") || name_of_function(line).is_none() {
            continue;
        }
        let end = lines[at..].iter().position(|line| line.ends_with('{') || line.ends_with(';'));
        let signature = lines[at..=at + end.unwrap_or(0)].join(" ");
        let returned = signature.rsplit_once("->").map_or("", |(_, returned)| returned);
        if returned.contains("Result<") && returned.contains(", String>") {
            faults.push(format!("{file}:{}: an error is a type, not a String", at + 1));
        }
    }
}

/// The types that lines declare for everybody, with the number of the line.
fn public_types<'l>(lines: &'l [&'l str]) -> impl Iterator<Item = (usize, String)> + 'l {
    lines.iter().enumerate().filter_map(|(at, line)| {
        let rest = line.trim_start().strip_prefix("pub ")?;
        let words = ["struct ", "enum ", "trait ", "type ", "union "];
        let rest = words.iter().find_map(|word| rest.strip_prefix(word))?;
        let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric()).collect();
        // Inside an `impl` or a trait it belongs to that.
        (!line.starts_with("        ") && !rest.is_empty()).then_some((at + 1, name))
    })
}

/// A function is short, or the comment before it says `Long because`.
fn long_functions(file: &str, lines: &[&str], faults: &mut Vec<String>) {
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = name_of_function(line) else { continue };
        let indent = &line[..line.len() - line.trim_start().len()];
        let close = format!("{indent}}}");
        let end =
            lines[at..].iter().position(|line| *line == close || (line.ends_with(';') && *line == lines[at]));
        let length = end.map_or(0, |end| end + 1);
        let mut before = lines[..at].iter().rev().take_while(|line| {
            let line = line.trim_start();
            line.starts_with("//") || line.starts_with("#[")
        });
        if length > LONGEST_FUNCTION && !before.any(|line| line.contains("Long because")) {
            faults.push(format!(
                "{file}:{}: `{name}` has {length} lines; split it, or say `Long because …` before it",
                at + 1
            ));
        }
    }
}

/// The name of the function that begins on this line.
fn name_of_function(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    for word in ["pub(crate) ", "pub(super) ", "pub ", "const ", "async ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let rest = rest.strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_no_error() {
        let text = "pub fn read(\n    text: &str,\n) -> Result<u8, String> {\n}\nfn inside() -> Result<u8, String> {\n}\n\
                    pub fn with(load: &dyn Fn(&str) -> Result<u8, String>) -> Result<u8, Wrong> {\n}\n";
        let mut faults = Vec::new();
        string_errors("a.rs", &text.lines().collect::<Vec<_>>(), &mut faults);
        assert_eq!(faults, ["a.rs:1: an error is a type, not a String"]);
    }

    #[test]
    fn a_long_function_says_why() {
        let body = "    work();\n".repeat(100);
        let long = format!(
            "fn long() {{\n{body}}}\n/// Long because it is one table.\nfn told() {{\n{body}}}\nfn short() {{\n}}\n"
        );
        let mut faults = Vec::new();
        long_functions("a.rs", &long.lines().collect::<Vec<_>>(), &mut faults);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with("a.rs:1: `long` has 102 lines"), "{faults:?}");
    }

    #[test]
    fn types_are_found_where_they_are_declared() {
        let text = "pub struct One(u8);\npub(crate) struct Two;\nimpl One {\n    pub type Three = u8;\n}\npub enum Four<T> {}\n";
        let found: Vec<String> =
            public_types(&text.lines().collect::<Vec<_>>()).map(|(_, name)| name).collect();
        assert_eq!(found, ["One", "Three", "Four"]);
    }
}
