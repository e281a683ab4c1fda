//! Where pages that are told by path are kept: under the temporary folder, named by their content.

use crate::encode::Digest;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// Writes a page unless it is there already, and gives its path.
pub(in crate::cli) fn keep(png: &[u8]) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir().join("codeshot");
    fs::create_dir_all(&folder)?;
    let name = Digest::default().with(png).hex();
    let path = folder.join(format!("{}.png", &name[..16]));
    if fs::read(&path).is_ok_and(|there| there == png) {
        return Ok(path);
    }
    let part = folder.join(format!(".{}.{}.part", &name[..16], std::process::id()));
    // Must not exist yet, so that a link planted under its name is not followed.
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&part)?;
    let written = file.write_all(png).and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        // Best effort: the error that matters is the one returned.
        let _ = fs::remove_file(&part);
    }
    written.map(|()| path)
}
