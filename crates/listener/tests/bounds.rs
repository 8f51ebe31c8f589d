//! Whoever holds a connection for nothing loses it, and everybody else is served.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::routing::get;
use listener::Bounds;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const BOUNDS: Bounds = Bounds {
    connections: 1,
    head: Duration::from_millis(50),
    answer: Duration::from_millis(50),
    stop: Duration::from_secs(60),
};

async fn start(bounds: Bounds, router: Router) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let tcp = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = tcp.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(listener::serve(tcp, bounds, router, async {
        let _ = stopped.await;
    }));
    (address, stop, server)
}

fn router() -> Router {
    Router::new().route("/", get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() }))
}

/// Everything that comes until the other side closes.
async fn to_the_end(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    // A server that closes while more was sent may reset the connection.
    let _ = stream.read_to_end(&mut text).await;
    String::from_utf8_lossy(&text).into_owned()
}

#[tokio::test]
async fn half_a_head_is_not_waited_for() {
    let (address, _stop, _server) = start(BOUNDS, router()).await;
    let mut slow = TcpStream::connect(address).await.expect("a connection");
    slow.write_all(b"GET / HTTP/1.1\r\nHost: a").await.expect("a write");
    // The only place is taken until the server gives up on it.
    let mut next = TcpStream::connect(address).await.expect("a connection");
    next.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.expect("a write");
    let told = to_the_end(&mut next).await;
    assert!(told.starts_with("HTTP/1.1 200") && told.ends_with("127.0.0.1"), "{told}");
    assert!(!to_the_end(&mut slow).await.contains("200"));
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let (address, _stop, _server) = start(BOUNDS, router()).await;
    let mut idle = TcpStream::connect(address).await.expect("a connection");
    assert_eq!(to_the_end(&mut idle).await, "");
}

/// More than the system keeps for a connection on both sides.
const LONG: usize = 1 << 26;

#[tokio::test]
async fn an_answer_that_nobody_reads_is_not_waited_for() {
    let router = router().route("/long", get(|| async { vec![b'a'; LONG] }));
    let (address, _stop, _server) = start(BOUNDS, router).await;
    let mut deaf = TcpStream::connect(address).await.expect("a connection");
    deaf.write_all(b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n").await.expect("a write");
    // The only place is taken until the server gives up on it.
    let mut next = TcpStream::connect(address).await.expect("a connection");
    next.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.expect("a write");
    assert!(to_the_end(&mut next).await.starts_with("HTTP/1.1 200"));
    assert!(to_the_end(&mut deaf).await.len() < LONG);
}

#[tokio::test]
async fn what_is_under_way_is_answered_before_the_server_stops() {
    let (entered, mut inside) = tokio::sync::mpsc::channel::<()>(1);
    let (go_on, wait) = tokio::sync::watch::channel(false);
    let slow = get(move || async move {
        let _ = entered.send(()).await;
        let _ = wait.clone().wait_for(|go| *go).await;
        "done"
    });
    let bounds = Bounds { connections: 2, head: Duration::from_secs(60), ..BOUNDS };
    let (address, stop, server) = start(bounds, Router::new().route("/", slow)).await;
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.expect("a write");
    let mut idle = TcpStream::connect(address).await.expect("a connection");
    inside.recv().await.expect("the request");
    stop.send(()).expect("a server");
    assert_eq!(to_the_end(&mut idle).await, "", "nothing is under way there");
    go_on.send(true).expect("a handler");
    assert!(to_the_end(&mut stream).await.ends_with("done"));
    server.await.expect("an end");
}
