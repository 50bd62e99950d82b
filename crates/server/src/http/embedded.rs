//! The web page's files, embedded in the binary.

use crate::error::MESSAGES;
use sanban_core::messages;
use std::io;
use std::path::Path;

/// A file of the page.
#[derive(Debug)]
pub struct File {
    /// Its path from the page's root.
    pub name: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
    /// Its contents, compressed with gzip.
    pub gzip: &'static [u8],
    /// Its entity tag, as HTTP writes it.
    pub etag: &'static str,
}

/// Why a build doesn't include the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingPage {
    /// `SANBAN_PAGE=0` was set.
    Disabled,
    /// Debug builds leave it out unless `SANBAN_PAGE=1` is set.
    DebugBuild,
    /// The compiler had no WebAssembly target.
    NoTarget,
    /// The page did not compile.
    BuildFailed,
}

/// The page's files, or why this build has none.
pub const PAGE: Result<&[File], MissingPage> = include!(concat!(env!("OUT_DIR"), "/page.rs"));

impl MissingPage {
    /// Why the page is missing, how to include it, and what works without it.
    pub fn paragraphs(self, language: &str) -> [String; 3] {
        let (reason, remedy) = match self {
            MissingPage::Disabled => ("page-missing-disabled", "page-remedy-disabled"),
            MissingPage::DebugBuild => ("page-missing-debug", "page-remedy-debug"),
            MissingPage::NoTarget => ("page-missing-target", "page-remedy-target"),
            MissingPage::BuildFailed => ("page-missing-failed", "page-remedy-failed"),
        };
        [reason, remedy, "page-works-without"].map(|key| messages::say(&[MESSAGES], language, key, &[]))
    }

    /// Why the page is missing and how to include it.
    pub fn notice(self, language: &str) -> String {
        let [reason, remedy, _] = self.paragraphs(language);
        format!("{reason} {remedy}")
    }
}

/// The file that a request path names; a folder means its index.
pub fn find(files: &'static [File], path: &str) -> Option<&'static File> {
    let path = path.trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    files.iter().find(|file| file.name == name)
}

impl File {
    /// Its content type, as HTTP writes it.
    pub fn content_type(&self) -> &'static str {
        match self.name.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "wasm" => "application/wasm",
            "webmanifest" => "application/manifest+json",
            "json" => "application/json",
            _ => "text/plain; charset=utf-8",
        }
    }
}

/// Writes files into a folder, which is created if needed. Any web server can serve them, under any path.
pub fn write(files: &[File], folder: &Path) -> io::Result<()> {
    for file in files {
        let path = folder.join(file.name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, file.bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::messages::LANGUAGES;

    #[test]
    fn explains_every_missing_page_in_every_language() {
        use MissingPage::{BuildFailed, DebugBuild, Disabled, NoTarget};
        for missing in [Disabled, DebugBuild, NoTarget, BuildFailed] {
            let [english, portuguese] = LANGUAGES.map(|language| missing.paragraphs(language));
            for (english, portuguese) in english.iter().zip(&portuguese) {
                assert!(!english.starts_with("page-") && english != portuguese, "{missing:?}: {english}");
            }
            assert!(missing.notice("en").contains("rustup target add wasm32-unknown-unknown"), "{missing:?}");
        }
    }
}
