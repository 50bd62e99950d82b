//! Makes the page's files: builds the games and the engine for the browser, adds the modules and styles of `web/`, and lists
//! them all so that they can be part of the binary.

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
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

/// The two parts that are built from one crate, with their features: what the page itself needs, and what thinks in its
/// worker.
const PARTS: [(&str, &str); 2] = [("rules", ""), ("engine", "engine")];

/// The profile that they are built with.
const PROFILE: &str = "web";

/// What is in the page's folder but not part of the page.
const LEFT_OUT: [&str; 6] =
    ["README.md", "tests", "node_modules", "package.json", "tsconfig.json", "tsconfig.worker.json"];

/// How the names of files end that only say of which types things are: whoever checks the page's modules reads them, but
/// no browser does.
const TYPES: &str = ".d.ts";

type Files = BTreeMap<String, Vec<u8>>;

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    for crate_of_page in ["core", "games", "engine", "wasm"] {
        println!("cargo::rerun-if-changed={}", root.join("crates").join(crate_of_page).display());
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", root.join(file).display());
    }
    // One by one, since what is left out may change without a new page; a new file is named by an old one.
    for entry in fs::read_dir(root.join("web"))? {
        let entry = entry?;
        if !is_left_out(&entry.file_name().to_string_lossy()) {
            println!("cargo::rerun-if-changed={}", entry.path().display());
        }
    }

    let mut files = Files::new();
    for (name, features) in PARTS {
        build_part(&root, &out, name, features, &mut files)?;
    }
    read_folder(&root.join("web"), "", &mut files)?;
    name_files_to_service_worker(&mut files)?;
    write_list(&out, &files)
}

/// Builds a part for the browser, with its JavaScript side.
fn build_part(root: &Path, out: &Path, name: &str, features: &str, files: &mut Files) -> Result<(), Box<dyn Error>> {
    // Beside the target folder of this build, which is locked while it runs; all profiles share it.
    let target = out.ancestors().find(|folder| folder.ends_with("build")).and_then(|build| build.parent()?.parent());
    let target = target.ok_or("the target folder")?.join("web");
    let mut cargo = Command::new(std::env::var_os("CARGO").ok_or("cargo")?);
    cargo.current_dir(root).args(["build", "--locked", "-p", "sanban-wasm", "--target", "wasm32-unknown-unknown"]);
    cargo.arg("--target-dir").arg(&target).args(["--profile", PROFILE, "--features", features]);
    // What is meant for this build does not fit the browser's.
    for variable in ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER"] {
        cargo.env_remove(variable);
    }
    for (variable, _) in std::env::vars_os() {
        if variable.to_string_lossy().starts_with("CARGO_PROFILE_") {
            cargo.env_remove(variable);
        }
    }
    if !cargo.status()?.success() {
        return Err(
            "the page's part could not be built; `rustup target add wasm32-unknown-unknown` may be missing".into()
        );
    }
    let built = target.join("wasm32-unknown-unknown").join(PROFILE).join("sanban_wasm.wasm");
    let made = out.join(name);
    let mut bindgen = Bindgen::new();
    bindgen.input_path(built).out_name(name).web(true)?.typescript(true).generate(&made)?;
    read_folder(&made, "wasm/", files)
}

fn is_left_out(name: &str) -> bool {
    LEFT_OUT.contains(&name) || name.starts_with('.')
}

/// Reads what is in a folder, under the names that the page has for it.
fn read_folder(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_left_out(&name) {
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

/// Tells the service worker which files there are, and a version that is new whenever one of them is.
fn name_files_to_service_worker(files: &mut Files) -> Result<(), Box<dyn Error>> {
    const NAME: &str = "service-worker.js";
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let version = format!("{:016x}", hasher.finish());
    let worker = String::from_utf8(files.remove(NAME).ok_or("the service worker")?)?;
    let needed = files.keys().filter(|name| !name.ends_with(TYPES));
    let names: Vec<String> = needed.map(|name| format!("\"{name}\"")).collect();
    let told = worker.replace("[/* files */]", &format!("[{}]", names.join(", "))).replace("/* version */", &version);
    if told.matches(&version).count() != 1 || told == worker {
        return Err("the service worker has no place for the files or the version".into());
    }
    files.insert(NAME.to_string(), told.into_bytes());
    Ok(())
}

/// Writes the files, and a table of them in Rust.
fn write_list(out: &Path, files: &Files) -> Result<(), Box<dyn Error>> {
    let folder = out.join("site");
    let mut list = String::from("&[\n");
    for (number, (name, bytes)) in files.iter().enumerate() {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes)?;
        let plain = folder.join(number.to_string());
        fs::create_dir_all(&folder)?;
        fs::write(&plain, bytes)?;
        fs::write(plain.with_extension("gz"), packed.finish()?)?;
        writeln!(
            list,
            "File {{ name: {name:?}, bytes: include_bytes!({:?}), packed: include_bytes!({:?}), tag: \"\\\"{:016x}\\\"\" }},",
            plain,
            plain.with_extension("gz"),
            hasher.finish()
        )?;
    }
    fs::write(out.join("files.rs"), list + "]")?;
    Ok(())
}
