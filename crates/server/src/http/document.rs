//! The page's HTML document as the server sends it: the file `index.html` with what links to it show.

use super::embedded::PAGE;
use super::previews::Preview;
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The file.
pub const FILE: &str = "index.html";

/// Where it takes what only the server adds.
const PLACEHOLDER: &str = "<!-- server -->";

/// Tells the page that this is a Sanban server and not a plain file host, so that its addresses are paths. Files are found from
/// the root, whatever the path is.
const MARK: &str = "<base href=\"/\">\n    <meta name=\"sanban-server\" content=\"1\">";

/// The first parts of the paths of pages, as in `web/pages/pages.js`.
const PAGES: [&str; 18] = [
    "account", "analysis", "editor", "game", "games", "leaders", "learn", "lesson", "lobby", "new", "play", "player",
    "puzzle", "puzzles", "rules", "settings", "table", "watch",
];

/// How many documents are kept. They differ in language, host name and game.
const MAX_DOCUMENTS: usize = 64;

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

/// Whether a path belongs to a page.
pub fn is_page(path: &str) -> bool {
    PAGES.contains(&first_part(path))
}

fn first_part(path: &str) -> &str {
    path.trim_start_matches('/').split('/').next().unwrap_or_default()
}

/// The document with a preview, at an origin such as `https://example.org`.
pub fn document(preview: &Preview, origin: &str) -> Document {
    static DOCUMENTS: LazyLock<Mutex<HashMap<String, Document>>> = LazyLock::new(Mutex::default);
    let tags = preview.tags(origin);
    let known = || DOCUMENTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(document) = known().get(&tags) {
        return document.clone();
    }
    let file = PAGE.ok().and_then(|files| files.iter().find(|file| file.name == FILE));
    let text = file.map_or("", |file| str::from_utf8(file.bytes).expect("HTML is text"));
    let document = Document::new(text.replace(PLACEHOLDER, &format!("{MARK}{tags}")));
    let mut documents = known();
    if documents.len() >= MAX_DOCUMENTS {
        documents.clear();
    }
    documents.insert(tags, document.clone());
    document
}

impl Document {
    fn new(text: String) -> Document {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(text.as_bytes()).expect("writing to memory");
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let etag = format!("\"{:016x}\"", hasher.finish());
        Document { gzip: gzip.finish().expect("writing to memory").into(), bytes: text.into(), etag }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_pages() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/pages/pages.js");
        let source = std::fs::read_to_string(file).expect("the page's source");
        let (_, table) = source.split_once("export const pages = {").expect("the table of pages");
        let (table, _) = table.split_once("\n};").expect("its end");
        let keys = table.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':').map(|(key, _)| key));
        let mut pages: Vec<&str> = keys.filter(|key| key.chars().all(char::is_alphanumeric)).collect();
        pages.retain(|page| *page != "home");
        pages.sort_unstable();
        assert_eq!(pages, PAGES);
        assert!(is_page("/game/x") && is_page("/settings") && !is_page("/") && !is_page("/gam"));
    }
}
