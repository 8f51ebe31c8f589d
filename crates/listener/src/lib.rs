//! Accepts connections for the pages and for the card vault, within bounds: nobody keeps a connection for nothing.

mod patient;
mod stop;

use std::convert::Infallible;
use std::future::Future;
use std::net::{SocketAddr, ToSocketAddrs};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::{Service, ServiceExt};

use patient::Patient;
pub use stop::Stop;

/// An address to listen on: 127.0.0.1:8080, or a name of this machine with a port.
///
/// # Errors
/// In words for whoever gave it, when it is neither.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let found =
        text.to_socket_addrs().map_err(|_| "expected an address and a port such as 127.0.0.1:8080".to_owned())?;
    // A name often stands for both: browsers and proxies try the older one first.
    found.min_by_key(SocketAddr::is_ipv6).ok_or_else(|| format!("{text} has no address"))
}

/// What connections may take.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// At the same time; who comes next waits until one is free.
    pub connections: u32,
    /// For the head of a request, and for a connection to lie idle before it.
    pub head: Duration,
    /// For a guest to take some more of an answer.
    pub answer: Duration,
    /// For the requests under way when the server stops.
    pub stop: Duration,
}

impl Default for Bounds {
    /// As many connections as a third of the files that this process may open, since page and vault may share it with a
    /// database; the limit is raised first, as far as the machine lets us.
    fn default() -> Bounds {
        let files = rlimit::increase_nofile_limit(MOST_FILES).unwrap_or(1024);
        let connections = u32::try_from(files.min(MOST_FILES) / 3).unwrap_or(300);
        Bounds {
            connections,
            head: Duration::from_secs(20),
            answer: Duration::from_secs(60),
            stop: Duration::from_secs(30),
        }
    }
}

/// More are never asked for.
const MOST_FILES: u64 = 16_384;

/// What of an answer the machine takes ahead of the guest, in bytes; Linux takes twice as much. That a guest takes some of
/// it shows only once a third is free again: of what it would take by itself, a slow one needs minutes for that.
const AHEAD: usize = 128 * 1024;

/// Serves HTTP/1 until `stop` ends, then lets the requests under way finish. Handlers find the other side's address as
/// [`ConnectInfo<SocketAddr>`](ConnectInfo).
pub async fn serve<S>(tcp: TcpListener, bounds: Bounds, service: S, stop: impl Future<Output = ()>)
where
    S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    // Connections have it from the socket that they are accepted by.
    if let Err(error) = SockRef::from(&tcp).set_send_buffer_size(AHEAD) {
        tracing::warn!(%error, "slow guests may be taken for gone");
    }
    let mut http = http1::Builder::new();
    // The head's clock starts when a connection waits for one, so it bounds idle connections as well.
    http.timer(TokioTimer::new()).header_read_timeout(bounds.head);
    let free = Arc::new(Semaphore::new(bounds.connections as usize));
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let (stream, peer, place) = tokio::select! {
            () = stop.as_mut() => break,
            next = accept(&tcp, &free) => next,
        };
        let (http, service, mut stopped) = (http.clone(), service.clone(), stopped.clone());
        tokio::spawn(async move {
            let answer = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(ConnectInfo(peer));
                service.clone().oneshot(request)
            });
            let stream = TokioIo::new(Patient::new(stream, bounds.answer));
            let mut connection = pin!(http.serve_connection(stream, answer));
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                _ = stopped.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                // A guest who left, or a head that never came: nobody's fault here.
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    drop(tcp);
    let _ = stopping.send(());
    if tokio::time::timeout(bounds.stop, free.acquire_many(bounds.connections)).await.is_err() {
        tracing::warn!("some requests were still under way when the server stopped");
    }
}

/// The next connection, once there is a place for it.
async fn accept(tcp: &TcpListener, free: &Arc<Semaphore>) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let Ok(place) = Arc::clone(free).acquire_owned().await else { unreachable!("it is never closed") };
    loop {
        match tcp.accept().await {
            Ok((stream, peer)) => {
                // An answer is one write: waiting for more of it would only cost time.
                let _ = stream.set_nodelay(true);
                return (stream, peer, place);
            }
            Err(error) => {
                // Out of file descriptors, mostly: others must end first.
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}
