//! Every kind of certificate is described, so that a stranger can write a checker.

use std::path::Path;

#[test]
fn every_kind_has_a_page_and_a_line_in_the_index() {
    let formats = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats"));
    let index = std::fs::read_to_string(formats.join("README.md")).unwrap();
    for kind in hissho_certificate::kinds() {
        assert!(formats.join(format!("{kind}.md")).is_file(), "docs/formats/{kind}.md is missing");
        assert!(
            index.contains(&format!("[{kind}]({kind}.md)")),
            "docs/formats/README.md does not list {kind}"
        );
    }
}
