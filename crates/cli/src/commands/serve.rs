//! `hissho serve`: the page with the native engine behind it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use hissho_serve::{Allowed, Listener, Server, qr_code};

use crate::exit::Exit;
use crate::session::Session;

/// Memory of the tables that are kept between questions.
const SHELF: usize = 256 << 20;

/// Show the page in a browser, with this program behind it.
///
/// Questions that take long are answered one at a time with all cores but one; small ones never wait for them. Only
/// this machine reaches the page unless --listen names another address; then the address is printed as a QR code too.
/// Ctrl-C ends it.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArguments {
    /// Address and port to listen on; 0.0.0.0:7777 lets everyone on the network in
    #[arg(long, value_name = "ADDRESS", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7777))]
    listen: SocketAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(arguments: &ServeArguments, session: &Session) -> anyhow::Result<Exit> {
    let listener = Listener::bind(arguments.listen)?;
    let given = session.limits();
    let usual = Allowed::default();
    let allowed = Allowed {
        cores: given.threads,
        heavy_time: given.time.unwrap_or(usual.heavy_time),
        heavy_memory: session.memory().unwrap_or(usual.heavy_memory),
        ..usual
    };
    let store = session.another_store().keeping(SHELF);
    let server = Server::new(store, listener.hosts(), allowed, session.cancel());
    let url = listener.url();
    session.remark(format_args!("the page is at {url} (Ctrl-C ends it)"));
    if listener.is_open_to_others() {
        session.remark("everyone on this network can open it and ask questions");
        if let Some(code) = qr_code(&url) {
            session.remark(code.trim_end());
        }
    }
    if arguments.open && !open(&url) {
        session.remark(format_args!("no browser was found to open {url}"));
    }
    hissho_serve::run(&server, listener)?;
    Ok(Exit::Answered)
}

/// Hands the address to the system's browser; false if there is nothing to hand it to.
fn open(url: &str) -> bool {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = if cfg!(windows) { Command::new("explorer") } else { Command::new(program) };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
