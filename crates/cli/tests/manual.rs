//! Every command shown in the README and in the manual is run, and prints what is shown there.
//!
//! They are run from the root of the repository, so a page can name `games/dragon-king.game` as a
//! reader in a checkout would.

#[test]
fn the_examples_of_the_readme_and_the_manual_print_what_they_show() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").env("HISSHO_LIBRARY", "none");
    cases.case("README.md").case("README.ja.md").case("docs/manual/*.md");
    cases.run();
}
