//! Games kept on disk, each in a file of its own: what was played can be gone on with, whatever ended the program.

use crate::commands::{unreadable, unwritable};
use crate::failure::Failure;
use sanban_core::rejection::common;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A kept game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What a person calls it, such as `jinli-3`.
    pub id: String,
    path: PathBuf,
    /// What is in the file, as far as is known here.
    known: Option<String>,
}

/// The folder of the games: under `SANBAN_DATA` if it is set, else where the system keeps the data of programs.
fn folder() -> Result<PathBuf, Failure> {
    Ok(data()?.join("games"))
}

/// The folder of everything that is kept.
pub fn data() -> Result<PathBuf, Failure> {
    let set = std::env::var_os("SANBAN_DATA").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let own = || directories::ProjectDirs::from("", "", "sanban").map(|folders| folders.data_dir().to_path_buf());
    set.or_else(own).ok_or_else(|| Failure::from(common::NO_DATA_FOLDER.with(&[])))
}

/// Makes room for a new game of a kind, under the next number.
pub fn begin(game: &str) -> Result<Kept, Failure> {
    let folder = folder()?;
    fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    let number = |kept: &Kept| kept.id.rsplit_once('-').filter(|(of, _)| *of == game)?.1.parse::<u32>().ok();
    let mut next = list()?.iter().filter_map(number).max().unwrap_or(0) + 1;
    loop {
        let kept = at(&folder, &format!("{game}-{next}"));
        // Another process may have begun one meanwhile.
        match OpenOptions::new().write(true).create_new(true).open(&kept.path) {
            Ok(_) => return Ok(Kept { known: Some(String::new()), ..kept }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => next += 1,
            Err(error) => return Err(unwritable(&kept.path, &error)),
        }
    }
}

fn at(folder: &Path, id: &str) -> Kept {
    Kept { id: id.to_string(), path: folder.join(format!("{id}.txt")), known: None }
}

/// The kept games, the one played last first.
pub fn list() -> Result<Vec<Kept>, Failure> {
    let folder = folder()?;
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(&folder, &error)),
    };
    let mut games = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // A file without anything in it is of a game that did not get as far as its first board.
        if let (Some(id), Ok(info)) = (name.strip_suffix(".txt"), entry.metadata())
            && info.len() > 0
        {
            games.push((info.modified().ok(), at(&folder, id)));
        }
    }
    games.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.id.cmp(&a.1.id)));
    Ok(games.into_iter().map(|(_, kept)| kept).collect())
}

/// The kept game that is called so.
pub fn find(id: &str) -> Result<Kept, Failure> {
    let known = list()?;
    let some: Vec<&str> = known.iter().take(5).map(|kept| kept.id.as_str()).collect();
    let rejection = match some.is_empty() {
        true => common::NOTHING_KEPT.with(&[]),
        false => common::NOT_KEPT.with(&[&id, &some.join(", ")]),
    };
    known.iter().find(|kept| kept.id == id).cloned().ok_or_else(|| rejection.into())
}

impl Kept {
    /// Its text.
    pub fn read(&mut self) -> Result<String, Failure> {
        let text = fs::read_to_string(&self.path).map_err(|error| unreadable(&self.path, &error))?;
        self.known = Some(text.clone());
        Ok(text)
    }

    /// Puts a text in place of the one that was kept; not if another program has put one there meanwhile. Whether it did.
    pub fn write(&mut self, text: &str) -> Result<bool, Failure> {
        if self.known.as_deref() == Some(text) {
            return Ok(true);
        }
        // A file that is gone has nothing in it to be lost.
        if self.known.is_some() && fs::read_to_string(&self.path).is_ok_and(|there| self.known != Some(there)) {
            return Ok(false);
        }
        replace(&self.path, text)?;
        self.known = Some(text.to_string());
        Ok(true)
    }
}

/// Puts a text in place of a file's: at no moment is there neither.
pub fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    // Another program may be about to do the same.
    let new = path.with_extension(format!("new-{}", std::process::id()));
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    });
    written.map_err(|error| unwritable(path, &error))
}
