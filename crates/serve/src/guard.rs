//! What every request has to pass, and what every response says to the browser.
//!
//! A page of a stranger may make a browser send requests here under a name that leads to this machine (DNS rebinding): the
//! `Host` must be the address that is listened on. It may post forms: a question must be JSON and come from our own page.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Server;

/// Nothing from anywhere else, no inline script or style; WebAssembly is allowed.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; \
                      object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The names under which a server may be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Hosts(SocketAddr);

impl Hosts {
    /// Those of the address that is listened on.
    pub fn of(address: SocketAddr) -> Hosts {
        Hosts(address)
    }

    /// Whether `host` is one of them. Listening on every address, any address will do, but no name.
    pub fn include(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.0.port()) {
            return false;
        }
        let own = self.0.ip();
        if name.eq_ignore_ascii_case("localhost") {
            return own.is_loopback() || own.is_unspecified();
        }
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        name.parse::<IpAddr>().is_ok_and(|address| own.is_unspecified() || address == own)
    }
}

/// Lets a request pass, or says what is wrong with it.
pub(crate) async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let mut response = match fault(&server.shared.hosts, request.method(), request.headers()) {
        Some((status, reason)) => (status, reason).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let mut say =
        |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    say(header::CONTENT_SECURITY_POLICY, POLICY);
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(header::REFERRER_POLICY, "no-referrer");
    say(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    say(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

fn fault(hosts: &Hosts, method: &Method, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or("");
    if !hosts.include(host) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "this is not the address that is listened on\n"));
    }
    if method != Method::POST {
        return None;
    }
    let is_ours = text(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
    if !is_ours || headers.get(header::ORIGIN).is_some_and(|origin| origin.to_str().is_err()) {
        return Some((StatusCode::FORBIDDEN, "questions are taken from this page alone\n"));
    }
    let kind = text(header::CONTENT_TYPE).unwrap_or("");
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "a question is application/json\n"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_that_is_listened_on_is_a_host() {
        let hosts = |address: &str| Hosts::of(address.parse().unwrap());
        let here = hosts("127.0.0.1:7777");
        for (host, is_one) in [
            ("127.0.0.1:7777", true),
            ("localhost:7777", true),
            ("LocalHost:7777", true),
            ("127.0.0.1", false),
            ("127.0.0.1:7778", false),
            ("127.0.0.2:7777", false),
            ("evil.example:7777", false),
            ("", false),
        ] {
            assert_eq!(here.include(host), is_one, "{host}");
        }
        assert!(hosts("0.0.0.0:80").include("192.168.1.7"));
        assert!(hosts("0.0.0.0:7777").include("192.168.1.7:7777"));
        assert!(!hosts("0.0.0.0:7777").include("rebound.example:7777"));
        assert!(hosts("[::1]:7777").include("[::1]:7777") && !hosts("[::1]:7777").include("[::1]"));
    }
}
