//! The web server. It serves the page from inside the binary, connects people who play each other, and writes the page as files
//! for other servers.

mod accept;
mod api;
pub mod assets;
mod computer;
mod desk;
pub mod embedded;
pub mod export;
mod hall;
mod limits;
mod metrics;
mod outbox;
mod rating;
mod refusal;
mod round;
mod secret;
pub mod serve;
pub mod settings;
mod store;

pub use serve::serve;
pub use settings::Settings;
pub use store::StoreError;
