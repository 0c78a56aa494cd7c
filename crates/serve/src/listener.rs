//! The socket: connections, each with bounds on time, until the server is to stop.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use hissho_workbench::{Cancel, Outside};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep};

use crate::{Hosts, Peer};

/// Connections at once.
const CONNECTIONS: usize = 1024;
/// Time in which a request must have said what it wants.
const HEADERS: Duration = Duration::from_secs(10);
/// Time in which a client must have taken something of what it is sent.
const PATIENCE: Duration = Duration::from_secs(30);

/// A socket that listens.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Listens on `address`, such as `127.0.0.1:7777`.
    pub fn bind(address: SocketAddr) -> anyhow::Result<Listener> {
        let socket = TcpListener::bind(address).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                let port = address.port();
                anyhow::anyhow!(
                    "port {port} is taken by another program; try --listen {}:{}",
                    address.ip(),
                    port.wrapping_add(1)
                )
            }
            io::ErrorKind::AddrNotAvailable => {
                anyhow::anyhow!("{} is not an address of this machine", address.ip())
            }
            _ => anyhow::anyhow!("cannot listen on {address}: {error}"),
        })?;
        let address = socket.local_addr().context("the address of a socket")?;
        Ok(Listener { socket, address })
    }

    /// The names under which it may be asked for.
    pub fn hosts(&self) -> Hosts {
        Hosts::of(self.address)
    }

    /// Whether others than this machine reach it.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// The address to type into a browser.
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            ip if ip.is_unspecified() => own_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }
}

/// The address under which others on the network see this machine: that of the way out. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that is kept for documentation (RFC 5737).
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// A text as a QR code, two rows of modules in a line of characters, for dark letters on light ground and the reverse.
pub fn qr_code(text: &str) -> Option<String> {
    let code = qrcode::QrCode::new(text).ok()?;
    let side = code.width();
    let is_dark = |x: usize, y: usize| {
        // Two modules of quiet zone on every side.
        let inside = (2..side + 2).contains(&x) && (2..side + 2).contains(&y);
        inside && code[(x - 2, y - 2)] == qrcode::Color::Dark
    };
    let mut out = String::new();
    for y in (0..side + 4).step_by(2) {
        for x in 0..side + 4 {
            // Light modules are drawn: most terminals have light letters on a dark ground.
            out.push(match (is_dark(x, y), is_dark(x, y + 1)) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            });
        }
        out.push('\n');
    }
    Some(out)
}

/// Accepts connections until `stop`, then waits for those that are left, but not for ever.
pub(crate) async fn serve(
    router: Router,
    listener: Listener,
    stop: Cancel,
    farewell: Duration,
) -> anyhow::Result<()> {
    listener.socket.set_nonblocking(true)?;
    let socket = tokio::net::TcpListener::from_std(listener.socket)?;
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(64 << 10);
    let graceful = hyper_util::server::graceful::GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            () = until(&stop) => break,
            accepted = accept(&socket, &connections) => accepted,
        };
        let Ok((stream, peer, permit)) = accepted else {
            // Out of file descriptors, or a client that left at once.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let io = TokioIo::new(Patient { stream, waits: None });
        let service = TowerToHyperService::new(router.clone().layer(axum::Extension(Peer(peer))));
        let connection = graceful.watch(builder.serve_connection(io, service));
        tokio::spawn(async move {
            // A client that breaks off is no error of ours.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(socket);
    let _ = tokio::time::timeout(farewell, graceful.shutdown()).await;
    Ok(())
}

async fn accept(
    socket: &tokio::net::TcpListener,
    connections: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit)> {
    let permit = connections.clone().acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = socket.accept().await?;
    Ok((stream, peer, permit))
}

/// Waits until `stop` is set.
async fn until(stop: &Cancel) {
    while !stop.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A stream whose reader has to take something now and then.
struct Patient {
    stream: TcpStream,
    waits: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn bounded<T>(&mut self, polled: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.waits = None;
            return polled;
        }
        let waits =
            self.waits.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + PATIENCE)));
        match waits.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.bounded(polled, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
