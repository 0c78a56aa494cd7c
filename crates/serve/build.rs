//! Lists the files of the page for `src/site.rs`: site/, the messages, the second checker, and what `cargo xtask site` has
//! left in dist/ (the engine), if it has.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What lies in site/ for developers alone; and the kept proofs of dist/, which the library below has.
const NOT_SHIPPED: &[&str] =
    &["tests", "node_modules", "package.json", "package-lock.json", "README.md", "proofs"];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = BTreeMap::new();
    // Later ones win: what is in the source is newer than what was made from it.
    collect(&root.join("dist"), "", &mut files);
    collect(&root.join("second"), "second/", &mut files);
    collect(&root.join("crates/workbench/messages"), "messages/", &mut files);
    collect(&root.join("site"), "", &mut files);
    let mut table = String::from("&[\n");
    for (name, path) in files {
        let path = path.canonicalize().unwrap_or(path);
        println!("cargo::rerun-if-changed={}", path.display());
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("a string takes everything");
    }
    table.push_str("]\n");
    let out = std::env::var_os("OUT_DIR").expect("cargo says where to write");
    std::fs::write(Path::new(&out).join("files.rs"), table).expect("the list of files can be written");
}

/// Adds every file below `directory`; none if there is no such directory.
fn collect(directory: &Path, prefix: &str, files: &mut BTreeMap<String, PathBuf>) {
    // Also the time of a directory: a new file in it is to be seen.
    println!("cargo::rerun-if-changed={}", directory.display());
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || prefix.is_empty() && NOT_SHIPPED.contains(&name.as_str()) {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files);
        } else {
            files.insert(format!("{prefix}{name}"), path);
        }
    }
}
