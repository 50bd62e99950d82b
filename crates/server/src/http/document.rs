//! The page's HTML document as the server sends it: the file `index.html` with a mark that people can play each other here.

use super::embedded::PAGE;
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::LazyLock;

/// The file.
pub const FILE: &str = "index.html";

/// Where it takes what only the server adds.
const PLACEHOLDER: &str = "<!-- server -->";

/// Tells the page that this is a Sanban server and not a plain file host.
const MARK: &str = "<meta name=\"sanban-server\" content=\"1\">";

/// A document, ready to be sent.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its text.
    pub bytes: Bytes,
    /// Its text, compressed with gzip.
    pub gzip: Bytes,
    /// Its entity tag, as HTTP writes it.
    pub etag: String,
}

/// The document of the home page; empty if this build doesn't include the page.
pub static HOME: LazyLock<Document> = LazyLock::new(|| {
    let file = PAGE.ok().and_then(|files| files.iter().find(|file| file.name == FILE));
    let text = file.map_or("", |file| str::from_utf8(file.bytes).expect("HTML is text"));
    Document::new(text.replace(PLACEHOLDER, MARK))
});

impl Document {
    fn new(text: String) -> Document {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(text.as_bytes()).expect("writing to memory");
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let etag = format!("\"{:016x}\"", hasher.finish());
        Document { gzip: gzip.finish().expect("writing to memory").into(), bytes: text.into(), etag }
    }
}
