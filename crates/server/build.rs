//! Embeds the web page in the server.
//!
//! Release builds include the page if the compiler can build for the browser. If it can't, and rustup manages the compiler,
//! the missing target is installed; if that fails, the build goes on without the page and says so. Debug builds leave the
//! page out. `SANBAN_PAGE=1` requires the page, `SANBAN_PAGE=0` leaves it out.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TARGET: &str = "wasm32-unknown-unknown";

/// The WebAssembly modules, with the features of `sanban-wasm` that each is built with: the page loads `rules`, its worker
/// loads `engine`.
const MODULES: [(&str, &str); 2] = [("rules", ""), ("engine", "engine")];

/// The longest wait for `rustup target add`.
const RUSTUP_TIMEOUT: Duration = Duration::from_secs(60);

/// Inputs of the page, relative to the project's folder. The page builder names those in `web/`.
const SOURCES: [&str; 7] =
    ["Cargo.toml", "Cargo.lock", "crates/core", "crates/games", "crates/engine", "crates/wasm", "crates/page-builder"];

/// Variables that are meant for the native build and would break or slow the page's.
const NATIVE_VARIABLES: [&str; 5] =
    ["CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SANBAN_PAGE");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let requested = env::var("SANBAN_PAGE").unwrap_or_default();
    let missing = match requested.as_str() {
        "0" => Some("Disabled"),
        "" if env::var("PROFILE")? == "debug" => Some("DebugBuild"),
        "" | "1" if !has_target(&out)? => {
            let remedy = format!("Run `rustup target add {TARGET}` and build again, or see docs/building.md.");
            if requested == "1" {
                println!("cargo::error=SANBAN_PAGE=1 needs the Rust target {TARGET}. {remedy}");
            } else {
                println!("cargo::warning=Building without the web page: the Rust target {TARGET} is missing. {remedy}");
            }
            Some("NoTarget")
        }
        "" | "1" => match build_page(&out) {
            Ok(()) => None,
            Err(error) if requested == "1" => return Err(error),
            Err(_) => {
                println!(
                    "cargo::warning=Building without the web page: it did not compile. SANBAN_PAGE=1 shows why; \
                     the next build tries again."
                );
                // A path that doesn't exist counts as changed.
                println!("cargo::rerun-if-changed={}", out.join("retry").display());
                Some("BuildFailed")
            }
        },
        other => return Err(format!("SANBAN_PAGE={other:?} isn't known. Use 0 or 1.").into()),
    };
    if let Some(reason) = missing {
        fs::write(out.join("page.rs"), format!("Err(MissingPage::{reason})"))?;
    }
    Ok(())
}

/// Checks that the compiler can build for the browser, and installs the target if rustup can.
fn has_target(out: &Path) -> Result<bool, Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").ok_or("cargo sets RUSTC")?;
    if can_compile(&rustc, out)? {
        return Ok(true);
    }
    if rustup_manages(&rustc) && add_target() && can_compile(&rustc, out)? {
        println!("cargo::warning=The Rust target {TARGET} was missing. `rustup target add {TARGET}` installed it.");
        return Ok(true);
    }
    // The folder that gains an entry with a new target. Cargo runs this script again once it changes.
    let libraries = print(&rustc, &["--print", "target-libdir", "--target", TARGET]);
    if let Some(targets) = libraries.as_deref().and_then(|libraries| Path::new(libraries).ancestors().nth(2)) {
        println!("cargo::rerun-if-changed={}", targets.display());
    }
    Ok(false)
}

/// Compiles and links an empty library, which takes the target's standard library and its linker.
fn can_compile(rustc: &OsString, out: &Path) -> Result<bool, Box<dyn Error>> {
    let source = out.join("empty.rs");
    fs::write(&source, "")?;
    let mut command = Command::new(rustc);
    command.args(["--crate-type", "cdylib", "--target", TARGET, "-o"]).arg(out.join("empty.wasm")).arg(source);
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
}

/// Whether the compiler is the one for which `rustup target add` installs targets.
fn rustup_manages(rustc: &OsString) -> bool {
    let sysroot = |rustc: &OsString| print(rustc, &["--print", "sysroot"]);
    let managed = print(&"rustup".into(), &["which", "rustc"]);
    managed.is_some_and(|managed| sysroot(&managed.into()).is_some_and(|root| sysroot(rustc) == Some(root)))
}

/// Runs `rustup target add` and gives up after [`RUSTUP_TIMEOUT`].
fn add_target() -> bool {
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]).stdin(Stdio::null()).stdout(Stdio::null());
    let Ok(mut rustup) = command.spawn() else { return false };
    let start = Instant::now();
    while start.elapsed() < RUSTUP_TIMEOUT {
        match rustup.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => sleep(Duration::from_millis(50)),
            Err(_) => return false,
        }
    }
    // It may have ended by itself in the meantime.
    let _ = rustup.kill();
    let _ = rustup.wait();
    false
}

/// The first line that a command prints, if it succeeds.
fn print(program: &OsString, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_string())
}

/// Compiles the WebAssembly modules and, at the same time, the program that makes the page of them; then runs it. Cargo
/// shares its job slots, so all of it compiles beside the native crates.
fn build_page(out: &Path) -> Result<(), Box<dyn Error>> {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let root = manifest.ancestors().nth(2).ok_or("the project's folder")?.to_path_buf();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    // Beside this build's own folder, which is locked while it runs. Debug and release builds share it.
    let target = out.ancestors().find(|folder| folder.ends_with("build")).and_then(|build| build.parent()?.parent());
    let target = target.ok_or("OUT_DIR is not in a target folder")?.join("web");
    let builder = |command| {
        let mut cargo = cargo(command, &root, &target.join("builder"));
        cargo.args(["-p", "sanban-page-builder", "--features", "program"]);
        cargo
    };
    let mut compiling = builder("build").spawn()?;
    let modules = MODULES.iter().try_for_each(|module| compile_module(module, &root, &target, out));
    let is_compiled = compiling.wait()?.success();
    modules?;
    if !is_compiled || !builder("run").arg("--").args([&root, out]).status()?.success() {
        return Err("sanban-page-builder failed".into());
    }
    Ok(())
}

/// A cargo command with a target folder of its own.
fn cargo(command: &str, root: &Path, target: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args([command, "--locked", "--target-dir"]).arg(target);
    // A build folder that is set for the native build is locked, too.
    cargo.env("CARGO_BUILD_BUILD_DIR", target);
    for (variable, _) in env::vars_os() {
        let name = variable.to_string_lossy();
        if NATIVE_VARIABLES.contains(&&*name) || name.starts_with("CARGO_PROFILE_") {
            cargo.env_remove(&variable);
        }
    }
    cargo
}

/// Compiles `sanban-wasm` with a module's features and copies it to `out`.
fn compile_module(
    (name, features): &(&str, &str),
    root: &Path,
    target: &Path,
    out: &Path,
) -> Result<(), Box<dyn Error>> {
    let mut cargo = cargo("build", root, target);
    cargo.args(["-p", "sanban-wasm", "--target", TARGET, "--profile", "web", "--features", features]);
    // Networks evaluate with vectors, which every browser has that is still updated.
    cargo.args(["--config", &format!("target.{TARGET}.rustflags = ['-Ctarget-feature=+simd128']")]);
    if !cargo.status()?.success() {
        return Err("sanban-wasm does not compile".into());
    }
    fs::copy(target.join(TARGET).join("web/sanban_wasm.wasm"), out.join(name).with_extension("wasm"))?;
    Ok(())
}
