//! The bus over NATS. It uses what version 2.9 of the server has.

use super::{Bus, BusError, BusMessage, BusResult, NatsAddress, Subscription};
use crate::log::log_throttled;
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, RequestErrorKind};
use async_trait::async_trait;
use futures_util::StreamExt;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout_at};

/// How often a silent connection is checked. After two checks without an answer, it counts as lost.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// How long an attempt to connect may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long to wait before the next attempt to connect.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);

/// A connection to a NATS server, which is opened again whenever it is lost.
pub struct NatsBus {
    client: Client,
    connected: watch::Receiver<bool>,
}

impl NatsBus {
    /// Connects to a server, such as `nats://127.0.0.1:4222` or `nats://USER:PASSWORD@bus.example.org:4222`. `name` is how the
    /// server's monitoring shows this connection.
    pub async fn connect(url: &str, name: &str) -> BusResult<NatsBus> {
        let address = NatsAddress::parse(url).map_err(BusError::Rejected)?;
        NatsBus::open(&address, name, true).await.map_err(|error| BusError::Rejected(reason(&error, &address)))
    }

    /// Connects to a server. If it can't be reached, this connects later. If it rejects the credentials, this is an error.
    pub async fn connect_or_retry(url: &str, name: &str) -> BusResult<NatsBus> {
        let address = NatsAddress::parse(url).map_err(BusError::Rejected)?;
        let deadline = Instant::now() + CONNECT_TIMEOUT;
        let failure = match NatsBus::open(&address, name, true).await {
            Ok(bus) => return Ok(bus),
            Err(error) if is_rejection(&error) => return Err(BusError::Rejected(reason(&error, &address))),
            Err(error) => error,
        };
        let failed = |error| BusError::Rejected(reason(&error, &address));
        let bus = NatsBus::open(&address, name, false).await.map_err(failed)?;
        let mut connected = bus.connected();
        if timeout_at(deadline, connected.wait_for(|connected| *connected)).await.is_err() {
            tracing::warn!(error = %failure, "the bus can't be reached yet");
        }
        Ok(bus)
    }

    async fn open(address: &NatsAddress, name: &str, waits: bool) -> Result<NatsBus, ConnectError> {
        let (sender, connected) = watch::channel(waits);
        let options = if waits { ConnectOptions::new() } else { ConnectOptions::new().retry_on_initial_connect() };
        let options = address.authenticate(options);
        let options = options
            .name(name)
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECT_TIMEOUT)
            .reconnect_delay_callback(|_| RECONNECT_DELAY)
            .max_reconnects(None)
            .event_callback(move |event| {
                let sender = sender.clone();
                async move {
                    let is_connected = match event {
                        Event::Connected => true,
                        Event::Disconnected | Event::Closed | Event::LameDuckMode => false,
                        event => {
                            // It is reported at every attempt to connect again.
                            log_throttled!(warn, %event, "the bus reports a problem");
                            return;
                        }
                    };
                    // The first connection is reported, too, and changes nothing.
                    sender.send_if_modified(|connected| std::mem::replace(connected, is_connected) != is_connected);
                }
            });
        Ok(NatsBus { client: options.connect(address.server()).await?, connected })
    }

    /// The client, for what only NATS has.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The client would queue messages until it is connected again. They would be outdated by then.
    fn check_connected(&self) -> BusResult<()> {
        if *self.connected.borrow() { Ok(()) } else { Err(BusError::Disconnected) }
    }
}

/// Whether a server can be reached, but doesn't let this client in.
fn is_rejection(error: &ConnectError) -> bool {
    matches!(error.kind(), ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication)
}

/// Why there is no connection.
fn reason(error: &ConnectError, address: &NatsAddress) -> String {
    if is_rejection(error) { address.rejection().into() } else { error.to_string() }
}

#[async_trait]
impl Bus for NatsBus {
    async fn publish(&self, subject: &str, payload: Vec<u8>) -> BusResult<()> {
        self.check_connected()?;
        let published = self.client.publish(subject.to_string(), payload.into()).await;
        published.map_err(|error| BusError::Rejected(error.to_string()))
    }

    async fn request(&self, subject: &str, payload: Vec<u8>, timeout: Duration) -> BusResult<Vec<u8>> {
        self.check_connected()?;
        let request = async_nats::Request::new().payload(payload.into()).timeout(Some(timeout));
        let mut connected = self.connected.clone();
        tokio::select! {
            answer = self.client.send_request(subject.to_string(), request) => match answer {
                Ok(message) => Ok(message.payload.to_vec()),
                Err(error) => Err(match error.kind() {
                    RequestErrorKind::TimedOut => BusError::Timeout,
                    RequestErrorKind::NoResponders => BusError::NoReceiver,
                    _ => BusError::Rejected(error.to_string()),
                }),
            },
            // Its answer is lost.
            _ = connected.wait_for(|connected| !connected) => Err(BusError::Timeout),
        }
    }

    async fn subscribe(&self, subject: &str) -> BusResult<Subscription> {
        let subscribed = self.client.subscribe(subject.to_string()).await;
        let mut messages = subscribed.map_err(|error| BusError::Rejected(error.to_string()))?;
        let (sender, receiver) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                let reply_to = message.reply.map(|subject| subject.to_string());
                if sender.send(BusMessage { payload: message.payload.to_vec(), reply_to }).is_err() {
                    return;
                }
            }
        });
        Ok(receiver)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.clone()
    }
}
