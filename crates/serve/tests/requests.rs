//! What the server answers, without a socket: files, questions, and everything that is refused.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use hissho_serve::{Allowed, Hosts, Server};
use hissho_store::Store;
use hissho_workbench::Cancel;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

const HOST: &str = "127.0.0.1:7777";

fn allowed() -> Allowed {
    Allowed { body: 1 << 20, heavy_time: Duration::from_secs(20), ..Allowed::default() }
}

fn server(allowed: Allowed) -> Server {
    Server::new(Store::fresh(), Hosts::of(HOST.parse().unwrap()), allowed, Cancel::default())
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).header(header::HOST, HOST).body(Body::empty()).unwrap()
}

fn post(text: String) -> Request<Body> {
    Request::post("/api/ask")
        .header(header::HOST, HOST)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONTENT_LENGTH, text.len())
        .body(Body::from(text))
        .unwrap()
}

/// Status and the last line, which is the answer or the fault.
async fn last_line(server: &Server, request: Request<Body>) -> (StatusCode, Value) {
    let response = server.router().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let line = text.lines().last().unwrap_or("");
    (status, serde_json::from_str(line).unwrap_or_else(|_| json!(line)))
}

#[tokio::test]
async fn the_page_is_there_and_says_what_a_browser_may_load() {
    let server = server(allowed());
    let response = server.router().oneshot(get("/")).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe-inline"), "{policy}");
    let page = response.into_body().collect().await.unwrap().to_bytes();
    assert!(page.starts_with(b"<!doctype html>"));
    let (status, about) = last_line(&server, get("/api/about")).await;
    assert_eq!((status, about["name"].as_str()), (StatusCode::OK, Some("hissho")));
}

#[tokio::test]
async fn no_path_leads_to_a_file_that_was_not_compiled_in() {
    let server = server(allowed());
    for path in
        ["/../Cargo.toml", "/..%2fCargo.toml", "/tests/server.mjs", "/etc/passwd", "//index.html/.", "/api/"]
    {
        let (status, _) = last_line(&server, get(path)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_question_is_answered_and_a_fault_says_where() {
    let server = server(allowed());
    let question = json!({ "value": { "game": "wythoff", "position": [6, 10] } });
    let (status, last) = last_line(&server, post(question.to_string())).await;
    assert_eq!((status, last["answer"]["outcome"].as_str()), (StatusCode::OK, Some("P")), "{last}");
    let unknown = json!({ "value": { "game": "wythof", "position": [6, 10] } });
    let (status, last) = last_line(&server, post(unknown.to_string())).await;
    assert_eq!((status, last["fault"]["kind"].as_str()), (StatusCode::OK, Some("bad-input")), "{last}");
}

#[tokio::test]
async fn broken_deep_and_huge_questions_are_refused_with_a_reason() {
    let server = server(allowed());
    let deep = format!("{{\"value\":{}", "[".repeat(100_000));
    for text in ["", "{", "null", "{\"value\":{}}", "{\"nothing\":{}}", &deep] {
        let (status, last) = last_line(&server, post(text.to_owned())).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{last}");
        assert_eq!(last["fault"]["kind"], "bad-input");
    }
    let (status, last) = last_line(&server, post(" ".repeat((1 << 20) + 1))).await;
    assert_eq!((status, last["fault"]["kind"].as_str()), (StatusCode::PAYLOAD_TOO_LARGE, Some("too-large")));
    let mut unmeasured = post("{}".to_owned());
    unmeasured.headers_mut().remove(header::CONTENT_LENGTH);
    assert_eq!(last_line(&server, unmeasured).await.0, StatusCode::LENGTH_REQUIRED);
}

#[tokio::test]
async fn other_hosts_other_origins_and_forms_are_refused() {
    let server = server(allowed());
    let question = json!({ "value": { "game": "nim(2)", "position": [1, 1] } }).to_string();
    let with = |name: header::HeaderName, value: &'static str| {
        let mut request = post(question.clone());
        request.headers_mut().insert(name, value.parse().unwrap());
        request
    };
    for (name, value, status) in [
        (header::HOST, "evil.example:7777", StatusCode::MISDIRECTED_REQUEST),
        (header::HOST, "127.0.0.1:80", StatusCode::MISDIRECTED_REQUEST),
        (header::ORIGIN, "http://evil.example", StatusCode::FORBIDDEN),
        (header::ORIGIN, "null", StatusCode::FORBIDDEN),
        (header::CONTENT_TYPE, "text/plain", StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (header::ORIGIN, "http://127.0.0.1:7777", StatusCode::OK),
        (header::CONTENT_TYPE, "application/json; charset=utf-8", StatusCode::OK),
    ] {
        assert_eq!(last_line(&server, with(name.clone(), value)).await.0, status, "{name} {value}");
    }
}

#[tokio::test]
async fn a_client_with_too_many_questions_is_turned_away() {
    let server = server(Allowed { questions_of_one: 0, ..allowed() });
    let question = json!({ "value": { "game": "nim(2)", "position": [1, 1] } });
    let (status, last) = last_line(&server, post(question.to_string())).await;
    assert_eq!((status, last["fault"]["kind"].as_str()), (StatusCode::TOO_MANY_REQUESTS, Some("too-large")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_questions_are_answered_while_a_large_one_runs_and_leaving_stops_it() {
    let server = server(Allowed { quick_time: Duration::from_millis(50), ..allowed() });
    let large = json!({ "buildings": { "p": 2, "q": 4, "n": 8 } }).to_string();
    let heavy = server.router().oneshot(post(large.clone())).await.unwrap();
    let mut lines = heavy.into_body();
    let first = lines.frame().await.unwrap().unwrap().into_data().unwrap();
    let first: Value = serde_json::from_slice(&first).unwrap();
    assert_eq!(first, json!({ "waiting": "heavy" }), "it did not fit into the quick lane");
    let small = json!({ "value": { "game": "wythoff", "position": [3, 5] } }).to_string();
    for _ in 0..20 {
        assert_eq!(last_line(&server, post(small.clone())).await.1["answer"]["outcome"], "P");
    }
    // The client leaves; the next large question gets the lane long before the first would have ended.
    drop(lines);
    let next = server.router().oneshot(post(large)).await.unwrap();
    let mut lines = next.into_body();
    let begun = async {
        while let Some(Ok(frame)) = lines.frame().await {
            let line: Value = serde_json::from_slice(&frame.into_data().unwrap()).unwrap();
            if line.get("begin").is_some() {
                return true;
            }
        }
        false
    };
    assert!(tokio::time::timeout(Duration::from_secs(10), begun).await.unwrap_or(false));
}
