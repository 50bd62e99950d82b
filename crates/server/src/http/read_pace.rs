//! Limits how fast bytes are read from a connection. A client that sends faster waits, as with a slow network.
//!
//! It covers what messages don't show, such as empty fragments.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

const BYTES_PER_SECOND: i64 = 64 * 1024;
const BYTE_BURST: i64 = 256 * 1024;
/// How long to wait for more bytes to be allowed, so that they aren't read one by one.
const PAUSE: Duration = Duration::from_millis(50);

/// Turns the limit of one connection on. Requests are limited by their number, WebSockets by their bytes.
#[derive(Clone, Default)]
pub struct ReadPace(Arc<AtomicBool>);

impl ReadPace {
    pub fn limit(&self) {
        self.0.store(true, Relaxed);
    }
}

/// A stream whose reads are limited once its [`ReadPace`] says so.
pub struct PacedStream<S> {
    stream: S,
    pace: ReadPace,
    /// How many bytes may be read now. One read may exceed it.
    allowed: i64,
    refilled_at: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl<S> PacedStream<S> {
    pub fn new(stream: S, pace: ReadPace) -> PacedStream<S> {
        PacedStream { stream, pace, allowed: BYTE_BURST, refilled_at: Instant::now(), pause: None }
    }

    fn refill(&mut self) {
        let now = Instant::now();
        let earned = (now - self.refilled_at).as_millis() as i64 * BYTES_PER_SECOND / 1000;
        if earned > 0 {
            self.allowed = (self.allowed + earned).min(BYTE_BURST);
            self.refilled_at = now;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PacedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.pace.0.load(Relaxed) {
            return Pin::new(&mut this.stream).poll_read(cx, buf);
        }
        this.refill();
        while this.allowed <= 0 {
            let pause = this.pause.get_or_insert_with(|| Box::pin(sleep(PAUSE)));
            ready!(pause.as_mut().poll(cx));
            this.pause = None;
            this.refill();
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        this.allowed -= (buf.filled().len() - before) as i64;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PacedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    /// How many bytes can be read from an endless stream in a time.
    async fn read_for(stream: &mut PacedStream<tokio::io::Repeat>, time: Duration) -> usize {
        let (end, mut buffer, mut count) = (Instant::now() + time, [0; 1000], 0);
        while let Ok(read) = tokio::time::timeout_at(end, stream.read(&mut buffer)).await {
            count += read.unwrap();
        }
        count
    }

    #[tokio::test(start_paused = true)]
    async fn reads_no_faster_than_the_pace() {
        let pace = ReadPace::default();
        let mut stream = PacedStream::new(tokio::io::repeat(7), pace.clone());
        let mut buffer = vec![0; 10 * BYTE_BURST as usize];
        stream.read_exact(&mut buffer).await.unwrap();
        assert!(buffer.iter().all(|byte| *byte == 7), "there is no limit at first");
        pace.limit();
        let (burst, rate) = (BYTE_BURST as usize, BYTES_PER_SECOND as usize);
        let first = read_for(&mut stream, Duration::from_millis(1)).await;
        assert!((burst..burst + 2000).contains(&first), "{first}");
        let later = read_for(&mut stream, Duration::from_secs(10)).await;
        assert!((9 * rate..11 * rate).contains(&later), "{later}");
    }
}
