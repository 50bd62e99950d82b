//! The web server. It serves the page from inside the binary, and writes it as files for other servers.

pub mod serve;
pub mod site;

pub use serve::serve;
