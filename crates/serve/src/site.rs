//! The files of the page, compiled in and found by their whole name.

use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Name and contents, sorted by name.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The contents of a file.
pub(crate) fn find(name: &str) -> Option<&'static [u8]> {
    let at = FILES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(FILES[at].1)
}

/// Answers with a file of the page.
pub(crate) async fn file(uri: Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    match find(name) {
        Some(contents) => {
            ([(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")], Body::from(contents))
                .into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("ftl" | "txt" | "game") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_its_parts_are_compiled_in_and_those_of_developers_are_not() {
        for name in
            ["index.html", "hissho.css", "ask.js", "messages/en.ftl", "messages/ja.ftl", "second/check.js"]
        {
            assert!(find(name).is_some(), "{name}");
        }
        assert!(
            FILES.iter().all(|(name, _)| !name.starts_with("tests/") && !name.starts_with("node_modules/"))
        );
        assert!(FILES.is_sorted_by_key(|(name, _)| name));
    }
}
