//! A keep-alive HTTP/1.1 client that costs little, so that the load does not measure itself.

use anyhow::{Context, Result, bail};
use httparse::Status;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// One connection to a server.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    host: String,
}

/// Status and body of an answer.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Connection {
    /// Connects to `127.0.0.1:8080`.
    ///
    /// # Errors
    /// When nobody listens.
    pub async fn open(host: &str) -> Result<Connection> {
        let stream = TcpStream::connect(host).await.with_context(|| format!("{host} does not answer"))?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, buffer: Vec::with_capacity(32 * 1024), host: host.to_owned() })
    }

    /// Sends one request and reads its answer.
    ///
    /// # Errors
    /// When the connection breaks: the server may or may not have done what was asked.
    pub async fn send(&mut self, method: &str, path: &str, token: &str, body: &str) -> Result<Answer> {
        self.send_with(method, path, &format!("authorization: Bearer {token}"), body).await
    }

    /// The same with a header of the caller's in place of a booking's secret.
    ///
    /// # Errors
    /// As [`Connection::send`].
    pub async fn send_with(&mut self, method: &str, path: &str, header: &str, body: &str) -> Result<Answer> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{header}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        loop {
            self.read().await?;
            let Some((status, begin, length)) = head(&self.buffer)? else { continue };
            while self.buffer.len() < begin + length {
                self.read().await?;
            }
            return Ok(Answer { status, body: self.buffer[begin..begin + length].to_vec() });
        }
    }

    async fn read(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server hung up");
        }
        Ok(())
    }
}

/// Status, where the body begins and how long it is, once all of that is there.
fn head(buffer: &[u8]) -> Result<Option<(u16, usize, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut answer = httparse::Response::new(&mut headers);
    let Status::Complete(begin) = answer.parse(buffer)? else { return Ok(None) };
    let length = answer.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = length.map_or(Ok(0), |length| std::str::from_utf8(length.value)?.parse().context("no length"))?;
    Ok(Some((answer.code.context("no status")?, begin, length)))
}
