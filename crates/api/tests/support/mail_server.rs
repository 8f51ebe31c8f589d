//! A mail server of the test's own: real SMTP on a free port, that keeps what it takes and refuses what it is told to.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use api::Post;
use mailin::{Action, Handler, Response, SessionBuilder, response};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A running server; ends with the runtime of the test.
#[derive(Clone)]
pub struct MailServer {
    address: SocketAddr,
    desk: Arc<Mutex<Desk>>,
}

#[derive(Default)]
struct Desk {
    taken: Vec<Vec<u8>>,
    /// What the next recipients are answered, the next one last.
    refusals: Vec<Response>,
    connections: usize,
}

impl MailServer {
    pub async fn start() -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let desk = Arc::new(Mutex::new(Desk::default()));
        let server = MailServer { address, desk };
        let clerk = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                tokio::spawn(clerk.clone().talk(stream, peer.ip()));
            }
        });
        server
    }

    /// The way to it; `more` is the query of its address.
    pub fn post(&self, more: &str) -> Post {
        Post::smtp(&format!("smtp://{}{more}", self.address)).expect("an address")
    }

    /// Answers the next recipient so, before those that were named earlier.
    pub fn refuse_next(&self, code: u16) {
        // As servers do, it repeats whom it was asked for.
        self.refuse_next_saying(code, &format!("<siobhan@guest.example>: not now ({code})"));
    }

    /// The same in words of its own.
    pub fn refuse_next_saying(&self, code: u16, words: &str) {
        self.with(|desk| desk.refusals.push(Response::custom(code, words.to_owned())));
    }

    /// Mails that were taken so far.
    pub fn taken(&self) -> Vec<Vec<u8>> {
        self.with(|desk| desk.taken.clone())
    }

    pub fn connections(&self) -> usize {
        self.with(|desk| desk.connections)
    }

    fn with<T>(&self, what: impl FnOnce(&mut Desk) -> T) -> T {
        what(&mut self.desk.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn talk(self, stream: TcpStream, peer: IpAddr) -> io::Result<()> {
        self.with(|desk| desk.connections += 1);
        let mut session = SessionBuilder::new("mail.test").build(peer, Clerk { server: self, mail: Vec::new() });
        let mut stream = BufReader::new(stream);
        stream.write_all(&session.greeting().buffer()?).await?;
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).await? > 0 {
            let answer = session.process(&line);
            if answer.action != Action::NoReply {
                stream.write_all(&answer.buffer()?).await?;
            }
            if answer.action == Action::Close {
                break;
            }
            line.clear();
        }
        Ok(())
    }
}

struct Clerk {
    server: MailServer,
    mail: Vec<u8>,
}

impl Handler for Clerk {
    fn rcpt(&mut self, _to: &str) -> Response {
        self.server.with(|desk| desk.refusals.pop()).unwrap_or(response::OK)
    }

    fn data(&mut self, part: &[u8]) -> io::Result<()> {
        self.mail.extend_from_slice(part);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        let mail = std::mem::take(&mut self.mail);
        self.server.with(|desk| desk.taken.push(mail));
        response::OK
    }
}
