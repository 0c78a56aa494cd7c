//! Every command shown in the README and in the manual is run, and prints what is shown there.
//!
//! They are run from the root of the repository, so a page can name `games/dragon-king.game` as a
//! reader in a checkout would. Pages show what is printed, without the marks of the test tool;
//! examples that need such marks, faults above all, are in `tests/examples`.

use std::path::PathBuf;

/// The pages with examples, but for those of `docs/manual`.
const PAGES: [&str; 3] = ["README.md", "README.ja.md", "docs/hex-trees.md"];

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn the_examples_of_the_readme_and_the_manual_print_what_they_show() {
    std::env::set_current_dir(root()).unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").env("HISSHO_LIBRARY", "none");
    for page in PAGES {
        cases.case(page);
    }
    cases.case("docs/manual/*.md").case("crates/cli/tests/examples/*.md");
    cases.run();
}

#[test]
fn no_page_shows_a_mark_of_the_test_tool() {
    let mut pages: Vec<PathBuf> = PAGES.iter().map(|page| root().join(page)).collect();
    let manual = std::fs::read_dir(root().join("docs/manual")).unwrap();
    pages.extend(manual.map(|entry| entry.unwrap().path()));
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for (number, line) in text.lines().enumerate() {
            let is_mark = line.starts_with("? ") || line == "..." || line.contains("[..]");
            assert!(!is_mark, "{}:{}: {line}", page.display(), number + 1);
        }
    }
}
