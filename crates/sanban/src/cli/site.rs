//! `sanban site`: writes the web page as files.

use crate::failure::{Failure, Result};
use crate::files::cannot_write;
use crate::language::{current, say_common};
use crate::output::print;
use sanban_server::embedded::{self, PAGE};
use std::path::Path;

pub fn run(folder: &Path) -> Result {
    let files = PAGE.map_err(|missing| Failure { status: 1, sentence: missing.notice(current()) })?;
    embedded::write(files, folder).map_err(|error| cannot_write(folder, &error))?;
    print(&(say_common("site-written", &[("folder", &folder.display().to_string())]) + "\n"))
}
