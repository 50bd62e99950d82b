//! Saved games: each in its own file, written after every change, so that no game is lost however the program ends.

use crate::codes;
use crate::failure::{Failure, Result};
use crate::files::{cannot_read, cannot_write, replace};
use crate::language::say_common;
use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The file of a saved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The name that players use, such as `jinli-3`.
    pub id: String,
    path: PathBuf,
    /// The file's content when this process last read or wrote it.
    content: Option<String>,
    /// The file's version when this process last read or wrote it.
    version: Option<FileVersion>,
}

/// Tells whether a file has changed without reading it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FileVersion {
    modified: SystemTime,
    length: u64,
    /// Every save replaces the file, so its inode changes even within the resolution of `modified`.
    inode: u64,
}

impl FileVersion {
    /// The version of a file; `None` if the system doesn't tell when it was modified.
    fn new(metadata: &Metadata) -> Option<Self> {
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let inode = 0;
        Some(FileVersion { modified: metadata.modified().ok()?, length: metadata.len(), inode })
    }
}

/// The folder of saved games.
fn games_folder() -> Result<PathBuf> {
    Ok(data_folder()?.join("games"))
}

/// The folder of all program data: `SANBAN_DATA` if set, else the system's usual place.
pub fn data_folder() -> Result<PathBuf> {
    let from_environment = std::env::var_os("SANBAN_DATA").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let usual = || directories::ProjectDirs::from("", "", "sanban").map(|folders| folders.data_dir().to_path_buf());
    from_environment.or_else(usual).ok_or_else(|| Failure::from(codes::NO_DATA_FOLDER.with(&[])))
}

/// Checks that games can be saved.
pub fn check_writable() -> Result {
    let folder = games_folder()?;
    let check = || fs::create_dir_all(&folder).and_then(|()| tempfile::tempfile_in(&folder));
    check().map(|_| ()).map_err(|error| cannot_write(&folder, &error))
}

/// Creates an empty file for a new game, under the next free number.
pub fn create(game: &str) -> Result<SavedGame> {
    let folder = games_folder()?;
    fs::create_dir_all(&folder).map_err(|error| cannot_write(&folder, &error))?;
    let number = |saved: &SavedGame| saved.id.rsplit_once('-').filter(|(name, _)| *name == game)?.1.parse::<u32>().ok();
    let mut next = list()?.iter().filter_map(number).max().unwrap_or(0) + 1;
    loop {
        let saved = SavedGame::new(&folder, &format!("{game}-{next}"));
        // Another process may have taken the number.
        match OpenOptions::new().write(true).create_new(true).open(&saved.path) {
            Ok(file) => {
                let version = file.metadata().ok().and_then(|metadata| FileVersion::new(&metadata));
                return Ok(SavedGame { content: Some(String::new()), version, ..saved });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => next += 1,
            Err(error) => return Err(cannot_write(&saved.path, &error)),
        }
    }
}

/// All saved games, the most recent first.
pub fn list() -> Result<Vec<SavedGame>> {
    let folder = games_folder()?;
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(cannot_read(&folder, &error)),
    };
    let mut games = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // An empty file belongs to a game that never got to its first save.
        if let (Some(id), Ok(metadata)) = (name.strip_suffix(".txt"), entry.metadata())
            && metadata.len() > 0
        {
            games.push((metadata.modified().ok(), SavedGame::new(&folder, id)));
        }
    }
    games.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.id.cmp(&a.1.id)));
    Ok(games.into_iter().map(|(_, saved)| saved).collect())
}

/// The saved game with this id.
pub fn find(id: &str) -> Result<SavedGame> {
    let games = list()?;
    let some: Vec<&str> = games.iter().take(5).map(|saved| saved.id.as_str()).collect();
    let rejection = match some.is_empty() {
        true => codes::NO_SAVED_GAMES.with(&[]),
        false => codes::NO_SUCH_SAVED_GAME.with(&[&id, &some.join(", ")]),
    };
    games.iter().find(|saved| saved.id == id).cloned().ok_or_else(|| rejection.into())
}

#[cfg(test)]
impl SavedGame {
    /// A file that doesn't exist.
    pub fn for_tests(id: &str) -> Self {
        SavedGame::new(Path::new(""), id)
    }
}

/// Checks the new name of a saved game.
pub fn check_name(id: &str) -> Result<(), String> {
    let is_valid = !id.is_empty() && id.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
    match is_valid {
        false => Err(say_common("saved-bad-name", &[])),
        true if find(id).is_ok() => Err(say_common("saved-name-taken", &[("id", id)])),
        true => Ok(()),
    }
}

impl SavedGame {
    fn new(folder: &Path, id: &str) -> Self {
        SavedGame { id: id.to_string(), path: folder.join(format!("{id}.txt")), content: None, version: None }
    }

    /// When the game was saved, to the minute in local time; empty if the system doesn't tell.
    pub fn saved_at(&self) -> String {
        let modified = fs::metadata(&self.path).and_then(|metadata| metadata.modified()).ok();
        let time = modified.and_then(|modified| jiff::Timestamp::try_from(modified).ok());
        let local = time.map(|time| time.to_zoned(jiff::tz::TimeZone::system()));
        local.map_or(String::new(), |local| local.strftime("%Y-%m-%d %H:%M").to_string())
    }

    /// Deletes the game.
    pub fn delete(self) -> Result {
        fs::remove_file(&self.path).map_err(|error| cannot_write(&self.path, &error))
    }

    /// Gives the game another name. See [`check_name`].
    pub fn rename(self, id: &str) -> Result {
        let path = self.path.with_file_name(format!("{id}.txt"));
        fs::rename(&self.path, &path).map_err(|error| cannot_write(&path, &error))
    }

    /// Reads the file.
    pub fn read(&mut self) -> Result<String> {
        // The version is taken first: a change in between makes the next save read the file again.
        self.version = self.current_version();
        let text = fs::read_to_string(&self.path).map_err(|error| cannot_read(&self.path, &error))?;
        self.content = Some(text.clone());
        Ok(text)
    }

    /// Replaces the file's content. Returns false, and changes nothing, if another process has written to the file.
    pub fn write(&mut self, text: &str) -> Result<bool> {
        if self.content.as_deref() == Some(text) {
            return Ok(true);
        }
        if self.was_changed_elsewhere() {
            return Ok(false);
        }
        let metadata = replace(&self.path, text)?;
        self.version = metadata.and_then(|metadata| FileVersion::new(&metadata));
        self.content = Some(text.to_string());
        Ok(true)
    }

    /// Whether the file's content is no longer what this process knows. Reads the file only if its version has changed. A
    /// deleted file counts as unchanged: there is nothing to lose.
    fn was_changed_elsewhere(&self) -> bool {
        let Some(content) = &self.content else { return false };
        let current = self.current_version();
        if current.is_some() && current == self.version {
            return false;
        }
        fs::read_to_string(&self.path).is_ok_and(|text| text != *content)
    }

    fn current_version(&self) -> Option<FileVersion> {
        fs::metadata(&self.path).ok().and_then(|metadata| FileVersion::new(&metadata))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_files_changed_elsewhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut saved = SavedGame::new(folder.path(), "jinli-1");
        let mut write = |text: &str| saved.write(text).map_err(|failure| failure.sentence);
        assert_eq!(write("one"), Ok(true));
        assert_eq!(write("two"), Ok(true));
        let path = folder.path().join("jinli-1.txt");
        // A rewrite with the same content is no change.
        replace(&path, "two").unwrap_or_else(|failure| panic!("{}", failure.sentence));
        assert_eq!(write("three"), Ok(true));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "three");
        // Other content of the same length is a change, and stays.
        replace(&path, "other").unwrap_or_else(|failure| panic!("{}", failure.sentence));
        assert_eq!(write("four"), Ok(false));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "other");
        // A deleted file is written again.
        fs::remove_file(&path).expect("a file");
        assert_eq!(write("four"), Ok(true));
    }
}
