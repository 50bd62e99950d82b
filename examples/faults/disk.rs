//! The faults of disk and wall clock, which the library of `preload.c` causes in the server's process.

use crate::client::Failure;
use crate::random::Random;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

const LIBRARY_SOURCE: &str = include_str!("preload.c");
/// What a disk writes at once.
const SECTOR: u64 = 512;

/// What the library does, in the order of its fields.
#[derive(Clone, Copy, Default)]
pub struct Control {
    pub wall_offset_ms: i64,
    pub sync_delay_ms: i64,
    pub write_delay_ms: i64,
    /// One in so many fails; 0 for none.
    pub sync_failures: i64,
    pub write_failures: i64,
    pub is_full: bool,
}

/// The library with its files. Without a C compiler there is none.
pub struct Disk {
    library: Option<PathBuf>,
    folder: PathBuf,
    control: Mutex<Control>,
}

impl Disk {
    /// Builds the library in a folder.
    pub fn new(folder: &Path) -> Result<Disk, Failure> {
        let (source, library) = (folder.join("preload.c"), folder.join("preload.so"));
        std::fs::write(&source, LIBRARY_SOURCE)?;
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).args(["-ldl", "-lpthread"]);
        let is_built = cfg!(target_os = "linux") && compiler.stdin(Stdio::null()).status().is_ok_and(|s| s.success());
        std::fs::create_dir_all(folder.join("undo"))?;
        let disk = Disk { library: is_built.then_some(library), folder: folder.into(), control: Mutex::default() };
        disk.set(|_| {})?;
        Ok(disk)
    }

    /// Whether there can be faults of the disk and the clock.
    pub fn has_library(&self) -> bool {
        self.library.is_some()
    }

    /// The folder of the server's data.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The variables of a process whose disk and clock have faults.
    pub fn variables(&self) -> Vec<(&'static str, PathBuf)> {
        let Some(library) = &self.library else { return Vec::new() };
        vec![
            ("LD_PRELOAD", library.clone()),
            ("FAULTS_DATA", self.data()),
            ("FAULTS_CONTROL", self.folder.join("control")),
            ("FAULTS_UNDO", self.folder.join("undo")),
        ]
    }

    /// Changes what happens from now on.
    pub fn set(&self, change: impl FnOnce(&mut Control)) -> Result<(), Failure> {
        let mut control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut control);
        let Control { wall_offset_ms, sync_delay_ms, write_delay_ms, sync_failures, write_failures, is_full } =
            *control;
        let fields = [wall_offset_ms, sync_delay_ms, write_delay_ms, sync_failures, write_failures, i64::from(is_full)];
        let bytes: Vec<u8> = fields.iter().flat_map(|field| field.to_ne_bytes()).collect();
        // In place, since processes have mapped the file.
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        Ok(options.open(self.folder.join("control"))?.write_all(&bytes)?)
    }

    /// Repairs the disk. The clock stays as it is.
    pub fn heal(&self) -> Result<(), Failure> {
        self.set(|control| *control = Control { wall_offset_ms: control.wall_offset_ms, ..Control::default() })
    }

    /// Does what a power failure may do: of every sector that was written since the last fsync, any earlier content may be
    /// on the disk. Nothing may be running. Returns how many sectors changed.
    pub fn lose_power(&self, random: &mut Random) -> Result<usize, Failure> {
        let mut changed = 0;
        for entry in std::fs::read_dir(self.folder.join("undo"))? {
            let undo = entry?.path();
            if let Some(name) = undo.file_name() {
                changed += tear(&self.data().join(name), &parse_undo(&std::fs::read(&undo)?)?, random)?;
            }
            std::fs::remove_file(undo)?;
        }
        match std::fs::remove_file(self.data().join("sanban.db-shm")) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(changed),
        }
    }
}

/// Bytes that were overwritten or cut off.
struct Undo {
    offset: u64,
    bytes: Vec<u8>,
    /// The length of the file before.
    size: u64,
}

fn parse_undo(mut text: &[u8]) -> Result<Vec<Undo>, Failure> {
    let mut entries = Vec::new();
    let number = |text: &mut &[u8]| -> Result<u64, Failure> {
        let mut bytes = [0; 8];
        text.read_exact(&mut bytes)?;
        Ok(u64::from_ne_bytes(bytes))
    };
    // A kill may have cut the last entry short: then its write has not happened.
    while let (Ok(offset), Ok(length), Ok(size)) = (number(&mut text), number(&mut text), number(&mut text)) {
        let mut bytes = vec![0; length as usize];
        if text.read_exact(&mut bytes).is_err() {
            break;
        }
        entries.push(Undo { offset, bytes, size });
    }
    Ok(entries)
}

/// Restores an earlier content in a random selection of sectors.
fn tear(path: &Path, entries: &[Undo], random: &mut Random) -> Result<usize, Failure> {
    let Some(first) = entries.first() else { return Ok(0) };
    let mut file = match OpenOptions::new().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        file => file?,
    };
    // Sectors whose last content stays; earlier contents can't come back.
    let mut kept = HashSet::new();
    let mut changed = 0;
    // Sometimes the disk wrote nearly nothing, and sometimes nearly all.
    let odds = random.pick(&[2, 2, 8]);
    let keeps_most = random.one_in(2);
    for Undo { offset, bytes, .. } in entries.iter().rev() {
        let mut start = 0;
        while start < bytes.len() {
            let at = offset + start as u64;
            let end = bytes.len().min(start + (SECTOR - at % SECTOR) as usize);
            if !kept.contains(&(at / SECTOR)) {
                if random.one_in(odds) == keeps_most {
                    restore(&mut file, at, &bytes[start..end])?;
                    changed += 1;
                } else {
                    kept.insert(at / SECTOR);
                }
            }
            start = end;
        }
    }
    let has_kept_growth = kept.iter().any(|sector| (sector + 1) * SECTOR > first.size);
    if !has_kept_growth && file.metadata()?.len() > first.size {
        file.set_len(first.size)?;
    }
    Ok(changed)
}

fn restore(file: &mut File, offset: u64, bytes: &[u8]) -> Result<(), Failure> {
    file.seek(SeekFrom::Start(offset))?;
    Ok(file.write_all(bytes)?)
}
