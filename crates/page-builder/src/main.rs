//! Makes the files of the web page: the WebAssembly modules with their JavaScript bindings, the modules and styles of
//! `web/`, and the first page with its boards.
//!
//! `sanban-page-builder ROOT OUT` reads `web/` in the project's folder `ROOT` and the compiled modules `rules.wasm` and
//! `engine.wasm` in `OUT`, and writes to `OUT`: the files, each plain and compressed, and `page.rs`, the table through which
//! the server embeds them. The server's build script runs it. It is a program of its own, so that builds without the page
//! don't compile what only the page needs.

mod first_page;
mod preloads;

use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// The compiled WebAssembly modules.
const MODULES: [&str; 2] = ["rules", "engine"];

/// Entries of `web/` that are not part of the page.
const EXCLUDED: [&str; 6] =
    ["README.md", "tests", "node_modules", "package.json", "tsconfig.json", "tsconfig.worker.json"];

/// Type declarations: the type check reads them, browsers don't.
const DECLARATIONS: &str = ".d.ts";

type Files = BTreeMap<String, Vec<u8>>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [root, out] = &args[..] else { return Err("usage: sanban-page-builder ROOT OUT".into()) };
    watch(&root.join("web"))?;
    let mut files = Files::new();
    for name in MODULES {
        let bindings = out.join(name);
        generate_bindings(name, &fs::read(bindings.with_extension("wasm"))?, &bindings)?;
        read_folder(&bindings, "wasm/", &mut files)?;
    }
    read_folder(&root.join("web"), "", &mut files)?;
    first_page::insert(&mut files)?;
    first_page::draw_start_boards(&mut files)?;
    preloads::insert(&mut files)?;
    list_files_in_service_worker(&mut files)?;
    write_table(out, &files)
}

/// Tells cargo, through the build script's output, to build the page again when a part of it changes. Not `web/` as a whole,
/// since its tests are no part of the page. A new entry of `web/` is noticed when a file that is watched loads it.
fn watch(web: &Path) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(web)? {
        let entry = entry?;
        if !is_excluded(&entry.file_name().to_string_lossy()) {
            println!("cargo::rerun-if-changed={}", entry.path().display());
        }
    }
    Ok(())
}

fn is_excluded(name: &str) -> bool {
    EXCLUDED.contains(&name) || name.starts_with('.')
}

/// Writes a module with its JavaScript bindings to a folder, unless they are there already.
fn generate_bindings(name: &str, wasm: &[u8], folder: &Path) -> Result<(), Box<dyn Error>> {
    let stamp = folder.with_extension("hash");
    let hash = hash(wasm);
    if fs::read_to_string(&stamp).is_ok_and(|made| made == hash) {
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_bytes(name, wasm.to_vec()).out_name(name).web(true)?.typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)?;
    Ok(fs::write(stamp, hash)?)
}

/// Reads the files in a folder, recursively, under the names by which the page loads them.
fn read_folder(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_excluded(&name) {
            continue;
        }
        if entry.path().is_dir() {
            read_folder(&entry.path(), &format!("{prefix}{name}/"), files)?;
        } else {
            files.insert(format!("{prefix}{name}"), fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Writes the list of files into the service worker, and a version that changes whenever one of them does.
fn list_files_in_service_worker(files: &mut Files) -> Result<(), Box<dyn Error>> {
    const NAME: &str = "service-worker.js";
    let version = hash(&*files);
    let listed = files.keys().filter(|name| *name != NAME && !name.ends_with(DECLARATIONS));
    let names: Vec<String> = listed.map(|name| format!("\"{name}\"")).collect();
    replace_once(files, NAME, "[/* files */]", &format!("[{}]", names.join(", ")))?;
    replace_once(files, NAME, "/* version */", &version)
}

/// Replaces a placeholder in a file, which must contain it once.
fn replace_once(files: &mut Files, name: &str, placeholder: &str, value: &str) -> Result<(), Box<dyn Error>> {
    let file = files.get_mut(name).ok_or_else(|| format!("web/ has no {name}"))?;
    let text = str::from_utf8(file)?;
    if text.matches(placeholder).count() != 1 {
        return Err(format!("{name} must contain {placeholder} once").into());
    }
    *file = text.replace(placeholder, value).into_bytes();
    Ok(())
}

/// Writes the files, plain and compressed, and the table that embeds them.
fn write_table(out: &Path, files: &Files) -> Result<(), Box<dyn Error>> {
    let folder = out.join("files");
    fs::create_dir_all(&folder)?;
    let mut table = String::from("Ok(&[\n");
    for (number, (name, bytes)) in files.iter().enumerate() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(bytes)?;
        let plain = folder.join(number.to_string());
        let compressed = plain.with_extension("gz");
        fs::write(&plain, bytes)?;
        fs::write(&compressed, gzip.finish()?)?;
        let tag = format!("\"{}\"", hash(bytes));
        writeln!(
            table,
            "File {{ name: {name:?}, bytes: include_bytes!({plain:?}), gzip: include_bytes!({compressed:?}), etag: {tag:?} }},"
        )?;
    }
    Ok(fs::write(out.join("page.rs"), table + "])")?)
}

fn hash(value: &(impl Hash + ?Sized)) -> String {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
