//! `POST /api/ask`: a question as JSON, answered by lines of JSON.
//!
//! Lines while it goes on: `{"waiting":"heavy"}`, `{"begin":WHAT,"total":N}`, `{"done":N}`, `{"note":TEXT}`, `{"seconds":N}`
//! every other second. The last line is `{"answer":…}`, with certificates and files in full, or `{"fault":…}`.
//! A client that reads slowly misses lines of progress and never holds up the work.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_core::Stream;
use hissho_store::Clock;
use hissho_workbench::{
    Answer, Cancel, Checkpoint, Ending, Fault, FaultKind, Limits, NotKept, Outside, Place, Progress, Pulse,
    Question, Watch,
};
use http_body_util::{BodyExt, Limited};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::lanes::{Allowed, SMALL_BODY};
use crate::{Peer, Server};

/// Lines that wait for a client to read them.
const LINES: usize = 32;
/// A line of progress at most so often.
const EVERY: Duration = Duration::from_millis(100);
/// Time in which a question must have arrived.
const ARRIVAL: Duration = Duration::from_secs(20);

/// Answers a question.
pub(crate) async fn ask(State(server): State<Server>, request: Request) -> Response {
    let peer = request.extensions().get::<Peer>();
    let client = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    let lanes = &server.shared.lanes;
    let busy = || refuse(StatusCode::TOO_MANY_REQUESTS, "too many questions at once: ask again in a moment");
    let Some(place) = lanes.enter(client) else { return busy() };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let Some(length) = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok()) else {
        return refuse(StatusCode::LENGTH_REQUIRED, "a question says its length");
    };
    let most = lanes.allowed.body;
    if length > most {
        let message = format!("the question has {length} bytes; at most {most} are taken");
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, &message);
    }
    let large = match length > SMALL_BODY {
        true => match lanes.large_bodies.clone().try_acquire_owned() {
            Ok(permit) => Some(permit),
            Err(_) => return busy(),
        },
        false => None,
    };
    let body = Limited::new(request.into_body(), most).collect();
    let Ok(Ok(body)) = tokio::time::timeout(ARRIVAL, body).await else {
        return refuse(StatusCode::REQUEST_TIMEOUT, "the question did not arrive");
    };
    let question: Question = match serde_json::from_slice(&body.to_bytes()) {
        Ok(question) => question,
        Err(error) => return lines(&json!({ "fault": unreadable(&error) }), StatusCode::BAD_REQUEST),
    };
    let (lines, receiver) = mpsc::channel(LINES);
    let cancel = Cancel::default();
    let stream = Lines { receiver, cancel: cancel.clone() };
    tokio::spawn(async move {
        answer(&server, question, client, cancel, lines).await;
        drop((place, large));
    });
    (
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")],
        Body::from_stream(stream),
    )
        .into_response()
}

/// Puts the question in the quick lane, and in the heavy one if it needs more.
async fn answer(
    server: &Server,
    question: Question,
    client: IpAddr,
    cancel: Cancel,
    lines: mpsc::Sender<Bytes>,
) {
    let shared = &server.shared;
    let (lanes, allowed) = (&shared.lanes, shared.lanes.allowed);
    let question = Arc::new(question);
    let Ok(turn) = lanes.quick.acquire().await else { return };
    let limits = quick(&allowed);
    let quick = put(server, &question, limits, &cancel, None).await;
    drop(turn);
    if cancel.is_cancelled() || shared.stop.is_cancelled() {
        return;
    }
    let told = match quick {
        told if !is_giving_up(&told) => told,
        _ => {
            let Some(_place) = lanes.enter_heavy(client) else {
                let fault =
                    Fault::too_large("the question is large, and too many large ones wait: ask again later");
                let _ = lines.send(line(&json!({ "fault": fault }))).await;
                return;
            };
            let _ = lines.try_send(line(&json!({ "waiting": "heavy" })));
            let alive = tokio::spawn(tell_time(lines.clone()));
            let turn = tokio::select! {
                turn = lanes.heavy.acquire() => turn,
                // Whoever went away while waiting does not wait.
                () = lines.closed() => { alive.abort(); return }
            };
            let told = put(server, &question, heavy(&allowed), &cancel, Some(&lines)).await;
            drop(turn);
            alive.abort();
            told
        }
    };
    let document = match told {
        Ok(answer) => json!({ "answer": answer.whole() }),
        Err(fault) => json!({ "fault": fault }),
    };
    let _ = lines.send(line(&document)).await;
}

fn quick(allowed: &Allowed) -> Limits {
    Limits { time: Some(allowed.quick_time), memory: Some(allowed.quick_memory), ..Limits::default() }
}

fn heavy(allowed: &Allowed) -> Limits {
    Limits {
        time: Some(allowed.heavy_time),
        memory: Some(allowed.heavy_memory),
        threads: allowed.cores.saturating_sub(1).max(1),
        ..Limits::default()
    }
}

/// Whether more time may answer.
fn is_giving_up(told: &Result<Answer, Fault>) -> bool {
    match told {
        Ok(answer) => answer.ending() == Ending::GaveUp,
        Err(fault) => fault.is_giving_up(),
    }
}

/// Asks on a thread of its own.
async fn put(
    server: &Server,
    question: &Arc<Question>,
    limits: Limits,
    cancel: &Cancel,
    lines: Option<&mpsc::Sender<Bytes>>,
) -> Result<Answer, Fault> {
    let (server, question) = (server.clone(), question.clone());
    let clock = Clock::start(cancel.clone());
    let pulse = Pulse::of(Arc::new(Either { clock, stop: server.shared.stop.clone() }));
    let watch =
        Telling { pulse, lines: lines.cloned(), done: AtomicU64::new(0), told: Mutex::new(Instant::now()) };
    let work = move || server.shared.store.ask(&question, &limits, &watch);
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        // A question that broke its engine breaks nothing else.
        Err(Fault {
            kind: FaultKind::Refused,
            ..Fault::bad_input("the engine broke on this question; please report it")
        })
    })
}

/// The client's wish to stop, or the server's.
struct Either {
    clock: Clock,
    stop: Cancel,
}

impl Outside for Either {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.clock.is_cancelled() || self.stop.is_cancelled()
    }
}

/// Sends progress to the client, as far as it reads.
struct Telling {
    pulse: Pulse,
    lines: Option<mpsc::Sender<Bytes>>,
    done: AtomicU64,
    told: Mutex<Instant>,
}

impl Telling {
    fn tell(&self, document: &Value) {
        if let Some(lines) = &self.lines {
            // Half of the room stays free for the answer and what matters.
            if lines.capacity() > LINES / 2 {
                let _ = lines.try_send(line(document));
            }
        }
    }
}

impl Progress for Telling {
    fn begin(&self, what: &str, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.tell(&json!({ "begin": what, "total": total }));
    }

    fn advance(&self, units: u64) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() >= EVERY {
            *told = Instant::now();
            drop(told);
            self.tell(&json!({ "done": done }));
        }
    }

    fn note(&self, remark: &str) {
        self.tell(&json!({ "note": remark }));
    }
}

impl Checkpoint for Telling {
    fn load(&self, _key: &str) -> Option<String> {
        None
    }

    fn save(&self, _key: &str, _value: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

impl Watch for Telling {
    fn pulse(&self) -> Pulse {
        self.pulse.clone()
    }
}

/// Says every other second how long it has been: the client sees that we live, and we see when it has gone.
async fn tell_time(lines: mpsc::Sender<Bytes>) {
    let start = Instant::now();
    loop {
        tokio::time::sleep(Duration::from_secs(2)).await;
        let _ = lines.try_send(line(&json!({ "seconds": start.elapsed().as_secs() })));
    }
}

/// The lines of a response. Dropping them stops the question.
struct Lines {
    receiver: mpsc::Receiver<Bytes>,
    cancel: Cancel,
}

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|line| line.map(Ok))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

fn line(document: &Value) -> Bytes {
    let mut text = document.to_string();
    text.push('\n');
    text.into()
}

fn lines(document: &Value, status: StatusCode) -> Response {
    (status, [(header::CONTENT_TYPE, "application/x-ndjson")], line(document)).into_response()
}

fn refuse(status: StatusCode, message: &str) -> Response {
    lines(&json!({ "fault": Fault::too_large(message) }), status)
}

/// A text that is no question; the fault names the line and column.
fn unreadable(error: &serde_json::Error) -> Fault {
    let (line, column) = (Some(error.line() as u64), Some(error.column() as u64));
    let place = Place { of: "question".to_owned(), line, column, start: None, end: None };
    Fault { place: Some(Box::new(place)), ..Fault::bad_input(format_args!("question: {error}")) }
}
