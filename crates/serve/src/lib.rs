//! The page with the native engine behind it: the files of the site, and `POST /api/ask`, which is the one door.
//!
//! Nothing of a request reaches the file system: files are those that were compiled in, found by their whole name. Every
//! question has a time and a memory bound, and at most so many are answered at once ([`lanes`]). A question is answered by
//! lines of JSON ([`asking`]); who goes away has stopped it.

mod asking;
mod guard;
mod lanes;
mod listener;
mod site;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::middleware;
use axum::routing::{get, post};
use hissho_store::Store;
use hissho_workbench::Cancel;
use serde_json::{Value, json};

pub use guard::Hosts;
pub use lanes::Allowed;
pub use listener::{Listener, qr_code};

/// What all requests share.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    lanes: lanes::Lanes,
    hosts: Hosts,
    stop: Cancel,
}

impl Server {
    /// A server of answers from `store`, for requests to one of `hosts`. `stop` ends it.
    pub fn new(store: Store, hosts: Hosts, allowed: Allowed, stop: Cancel) -> Server {
        let lanes = lanes::Lanes::new(allowed);
        Server { shared: Arc::new(Shared { store, lanes, hosts, stop }) }
    }

    /// Everything that can be requested.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/api/ask", post(asking::ask))
            .route("/api/about", get(about))
            .fallback(get(site::file))
            .layer(middleware::from_fn_with_state(self.clone(), guard::guard))
            .with_state(self.clone())
    }
}

/// Who made the request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// What this server is and can do.
async fn about(State(server): State<Server>) -> axum::Json<Value> {
    let Allowed { heavy_time, cores, .. } = server.shared.lanes.allowed;
    axum::Json(json!({
        "name": "hissho",
        "version": env!("CARGO_PKG_VERSION"),
        "cores": cores,
        "seconds": heavy_time.as_secs(),
        "library": server.shared.store.library().is_some(),
        "engine": site::find("engine.wasm").is_some(),
    }))
}

/// How long a stopping server waits for the answers that are on their way.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until `stop` is set, then lets running questions say what they have found.
pub fn run(server: &Server, listener: Listener) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        // Questions run on blocking threads, and checkers may walk deep.
        .thread_stack_size(8 << 20)
        .enable_all()
        .build()?;
    runtime.block_on(listener::serve(server.router(), listener, server.shared.stop.clone(), FAREWELL))?;
    runtime.shutdown_timeout(FAREWELL);
    Ok(())
}
