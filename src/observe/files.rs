//! The files a command would see, behind a small trait so that tests and hooks can stand in for the disk.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The largest file that is looked into; a bigger one stays text.
const MAX_FILE: u64 = 16 * 1024 * 1024;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A device, pipe or socket.
    Other,
}

/// Read access to what a command would see. Paths are absolute or relative to the process.
pub trait Files {
    /// What stands at `path`, symbolic links followed; `None` when there is nothing.
    fn entry(&self, path: &Path) -> Option<Entry>;
    /// The bytes of the file at `path`; `None` when it cannot be read or is too large to show.
    fn read(&self, path: &Path) -> Option<Vec<u8>>;
    /// The names in the folder at `path`, in any order; `None` when it is no folder.
    fn names(&self, path: &Path) -> Option<Vec<String>>;
    /// The bytes of `path` (relative to the top folder) at revision `rev` of the repository whose top folder is `top`.
    fn blob(&self, top: &Path, rev: &str, path: &str) -> Option<Vec<u8>>;
}

/// The real disk, and `git` for revisions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn entry(&self, path: &Path) -> Option<Entry> {
        let kind = fs::metadata(path).ok()?.file_type();
        Some(if kind.is_file() {
            Entry::File
        } else if kind.is_dir() {
            Entry::Folder
        } else {
            Entry::Other
        })
    }

    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        // Anything but a regular file could block for ever.
        let data = fs::metadata(path).ok()?;
        (data.is_file() && data.len() <= MAX_FILE).then(|| fs::read(path).ok()).flatten()
    }

    fn names(&self, path: &Path) -> Option<Vec<String>> {
        let names = fs::read_dir(path).ok()?;
        // A name that is not UTF-8 cannot be written in a command that reached us as a string.
        Some(names.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect())
    }

    fn blob(&self, top: &Path, rev: &str, path: &str) -> Option<Vec<u8>> {
        // A revision is an argument, never an option.
        if rev.starts_with('-') {
            return None;
        }
        let output = Command::new("git")
            .arg("-C")
            .arg(top)
            .args(["cat-file", "blob", &format!("{rev}:{path}")])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let fits = u64::try_from(output.stdout.len()).is_ok_and(|length| length <= MAX_FILE);
        (output.status.success() && fits).then_some(output.stdout)
    }
}
