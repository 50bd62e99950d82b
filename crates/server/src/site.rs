//! The page's files, which are part of the binary.

use std::io;
use std::path::Path;

/// A file of the page.
#[derive(Debug)]
pub struct File {
    /// Its name, with the folders that it is in.
    pub name: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    /// The same, packed by gzip.
    pub packed: &'static [u8],
    /// What is different whenever the file is, as HTTP writes it.
    pub tag: &'static str,
}

/// All of them.
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file that a request for a path is for: a folder means its index.
pub fn find(path: &str) -> Option<&'static File> {
    let path = path.trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    FILES.iter().find(|file| file.name == name)
}

impl File {
    /// What kind of file it is, as HTTP writes it.
    pub fn kind(&self) -> &'static str {
        match self.name.rsplit_once('.').map_or("", |(_, ending)| ending) {
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

/// Writes the page into a folder, which is made if it is not there. Any web server can serve it, under any path.
pub fn write(folder: &Path) -> io::Result<()> {
    for file in FILES {
        let path = folder.join(file.name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, file.bytes)?;
    }
    Ok(())
}
