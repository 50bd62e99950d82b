//! The web server. It serves the page from inside the binary, connects people who play each other, and writes the page as files
//! for other servers.

mod accept;
mod api;
mod computer;
mod desk;
pub mod export;
mod hall;
mod limits;
mod metrics;
mod outbox;
pub mod page;
mod rating;
mod refusal;
mod round;
mod secret;
pub mod serve;
pub mod settings;
pub mod site;
mod store;

pub use serve::serve;
pub use settings::Settings;
pub use store::StoreError;
