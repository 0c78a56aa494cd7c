//! A real server on a real socket: clients that are slow, that break off, that never ask; and a stop that ends it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use hissho_serve::{Allowed, Listener, Server};
use hissho_store::Store;
use hissho_workbench::Cancel;

fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn question(address: SocketAddr, body: &str) -> String {
    format!(
        "POST /api/ask HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[test]
fn the_server_outlives_rude_clients_and_stops_when_asked() {
    let listener = Listener::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    assert!(!listener.is_open_to_others());
    let url = listener.url();
    let address: SocketAddr = url.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let stop = Cancel::default();
    let allowed = Allowed { quick_time: Duration::from_millis(100), ..Allowed::default() };
    let server = Server::new(Store::fresh(), listener.hosts(), allowed, stop.clone());
    let running = thread::spawn(move || hissho_serve::run(&server, listener));
    let taken = Listener::bind(address).unwrap_err().to_string();
    assert!(taken.contains("is taken") && !taken.contains('\n'), "{taken}");

    let small = question(address, r#"{"value":{"game":"wythoff","position":[6,10]}}"#);
    let large = question(address, r#"{"buildings":{"p":2,"q":4,"n":9}}"#);
    let mut idle = Vec::new();
    for turn in 0..100 {
        // One that asks something large and leaves, one that says half a request and waits.
        let mut leaves = TcpStream::connect(address).unwrap();
        leaves.write_all(large.as_bytes()).unwrap();
        drop(leaves);
        if turn % 4 == 0 {
            let mut waits = TcpStream::connect(address).unwrap();
            waits.write_all(b"POST /api/ask HTTP/1.1\r\nHost: ").unwrap();
            idle.push(waits);
        }
    }
    let asked = Instant::now();
    for _ in 0..20 {
        let text = exchange(address, &small);
        assert!(text.starts_with("HTTP/1.1 200") && text.contains("\"outcome\":\"P\""), "{text}");
    }
    assert!(asked.elapsed() < Duration::from_secs(60), "others are served: {:?}", asked.elapsed());
    let wrong = exchange(address, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(wrong.starts_with("HTTP/1.1 421"), "{wrong}");
    stop.cancel();
    running.join().unwrap().unwrap();
    assert!(TcpStream::connect(address).is_err(), "it no longer listens");
}
