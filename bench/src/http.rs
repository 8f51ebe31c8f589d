//! A keep-alive HTTP/1.1 client that costs little, so that the load does not measure itself.

use anyhow::{Context, Result, bail};
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
            if let Some(head) = find(&self.buffer, b"\r\n\r\n") {
                let text = std::str::from_utf8(&self.buffer[..head])?;
                let status = text.get(9..12).and_then(|digits| digits.parse().ok()).context("no status")?;
                let length = text
                    .lines()
                    .filter_map(|line| line.split_once(':'))
                    .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
                    .and_then(|(_, value)| value.trim().parse::<usize>().ok())
                    .unwrap_or(0);
                let begin = head + 4;
                while self.buffer.len() < begin + length {
                    self.read().await?;
                }
                return Ok(Answer { status, body: self.buffer[begin..begin + length].to_vec() });
            }
            self.read().await?;
        }
    }

    async fn read(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server hung up");
        }
        Ok(())
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}
