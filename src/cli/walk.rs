//! The files of a directory.

use std::path::{Path, PathBuf};

/// The files under `root`, sorted by path, up to `most` and one; and a remark for each entry that could not be read.
pub(super) fn files(root: &Path, most: usize) -> Result<(Vec<PathBuf>, Vec<String>), String> {
    let (mut files, mut remarks) = (Vec::new(), Vec::new());
    let mut left = vec![root.to_path_buf()];
    while let Some(path) = left.pop() {
        match std::fs::read_dir(&path) {
            Ok(entries) => {
                for entry in entries.flatten() {
                    let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
                    match entry.file_type() {
                        Ok(kind) if kind.is_dir() && !is_hidden => left.push(entry.path()),
                        Ok(kind) if kind.is_file() && !is_hidden => files.push(entry.path()),
                        _ => {}
                    }
                }
            }
            Err(error) if path == root => return Err(error.to_string()),
            Err(error) => remarks.push(error.to_string()),
        }
        if files.len() > most {
            break;
        }
    }
    files.sort();
    Ok((files, remarks))
}
