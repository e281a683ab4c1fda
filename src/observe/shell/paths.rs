//! Paths as a command names them: resolved against the folder it runs in, opened, and matched by globs.

use super::super::files::Entry;
use super::super::stream::{Kind, SourceFile, Stream};
use super::{Shell, glob};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// The most names one glob looks at.
const MAX_NAMES: usize = 20_000;
/// The most bytes one command line is followed through.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// What a path leads to.
#[derive(Debug)]
pub(in crate::observe) enum Opened {
    /// A file, or a stream that stands for one.
    Stream(Stream),
    Folder,
    /// `/dev/null`.
    Nothing,
    Missing,
    /// A device, an unreadable or too large file, or an unknown folder.
    Unknown,
}

/// The path without `.` and `..`, by its text alone: as the shell's own `cd` sees it.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

impl Shell<'_> {
    /// The path an argument names; `None` when the folder is unknown.
    pub(in crate::observe) fn resolve(&self, arg: &str) -> Option<PathBuf> {
        let path = Path::new(arg);
        if path.is_absolute() {
            return Some(normal(path));
        }
        Some(normal(&self.env.cwd.as_ref()?.join(path)))
    }

    pub(in crate::observe) fn entry(&self, arg: &str) -> Option<Entry> {
        self.context.files.entry(&self.resolve(arg)?)
    }

    /// The name a window carries: relative to the root where it lies below it.
    fn shown(&self, path: &Path) -> String {
        let root = normal(self.context.root);
        let path = path.strip_prefix(&root).unwrap_or(path);
        let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/").replace("//", "/")
    }

    /// Opens an argument for reading.
    pub(in crate::observe) fn open(&mut self, arg: &str) -> Opened {
        if let Some(stream) = self.substitutions.get(arg) {
            return Opened::Stream(stream.clone());
        }
        let Some(path) = self.resolve(arg) else { return Opened::Unknown };
        if path == Path::new("/dev/null") {
            return Opened::Nothing;
        }
        match self.context.files.entry(&path) {
            None => Opened::Missing,
            Some(Entry::Folder) => Opened::Folder,
            Some(Entry::Other) => Opened::Unknown,
            Some(Entry::File) => {
                if let Some(file) = self.opened.get(&path) {
                    let file = file.clone();
                    return Opened::Stream(self.stream_of(&path, &file));
                }
                if self.bytes_read > MAX_BYTES {
                    return Opened::Unknown;
                }
                let Some(bytes) = self.context.files.read(&path) else { return Opened::Unknown };
                self.bytes_read += bytes.len();
                let file = Rc::new(SourceFile::new(self.shown(&path), None, bytes));
                self.opened.insert(path.clone(), file.clone());
                Opened::Stream(self.stream_of(&path, &file))
            }
        }
    }

    /// The content of a file as a stream of its lines.
    pub(in crate::observe) fn source(&mut self, path: &Path, rev: Option<String>, bytes: Vec<u8>) -> Stream {
        let file = Rc::new(SourceFile::new(self.shown(path), rev, bytes));
        self.stream_of(path, &file)
    }

    fn stream_of(&mut self, path: &Path, file: &Rc<SourceFile>) -> Stream {
        let part = self.next_part();
        let mut stream = Stream::file(file.clone(), part);
        if is_patch(path, file.bytes()) {
            self.forbid_render("a patch is applied from its exact text");
            stream.kind = Kind::Misc;
        } else if is_environment(path) && !path.starts_with(normal(self.context.root)) {
            return Stream::opaque(Kind::Misc);
        } else if stream.is_empty() {
            stream.kind = Kind::Misc;
        }
        stream
    }

    /// Whether a change to this path is a change of the repository.
    pub(in crate::observe) fn is_repository_path(&self, arg: &str) -> bool {
        let Some(path) = self.resolve(arg) else {
            // Relative to an unknown folder: most likely the repository.
            return true;
        };
        path.starts_with(normal(self.context.root)) || !(is_system(&path) || is_scratch(&path))
    }

    /// The top folder of the repository the command runs in.
    pub(in crate::observe) fn top(&self, from: &Path) -> Option<PathBuf> {
        from.ancestors().find(|folder| self.context.files.entry(&folder.join(".git")).is_some()).map(Path::to_owned)
    }

    /// The existing paths that a pattern, cut at its slashes, names; sorted by bytes.
    pub(super) fn matching_paths(&mut self, parts: &[&[(char, bool)]]) -> Option<Vec<String>> {
        let mut found = vec![String::new()];
        for (index, part) in parts.iter().enumerate() {
            let text: String = part.iter().map(|&(c, _)| c).collect();
            let tokens = glob::pattern(part);
            let last = index + 1 == parts.len();
            if !glob::is_special(&tokens) {
                for path in &mut found {
                    path.push_str(&text);
                    if !last {
                        path.push('/');
                    }
                }
                continue;
            }
            let mut next = Vec::new();
            for base in &found {
                let folder = self.resolve(if base.is_empty() { "." } else { base })?;
                let Some(names) = self.context.files.names(&folder) else { continue };
                for name in names {
                    // A leading dot must be asked for.
                    if name.starts_with('.') && !text.starts_with('.') || !glob::matches(&tokens, &name) {
                        continue;
                    }
                    next.push(if last { format!("{base}{name}") } else { format!("{base}{name}/") });
                }
                if next.len() > MAX_NAMES {
                    return None;
                }
            }
            found = next;
        }
        found.retain(|path| self.resolve(path).is_some_and(|path| self.context.files.entry(&path).is_some()));
        found.sort();
        if !is_order_certain(&found) {
            self.order_doubt = true;
        }
        Some(found)
    }
}

/// Whether sorting by bytes and by a natural language's rules agree.
pub(in crate::observe) fn is_order_certain(sorted: &[String]) -> bool {
    let key = |name: &String| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    sorted.windows(2).all(|pair| key(&pair[0]) < key(&pair[1]))
}

fn is_scratch(path: &Path) -> bool {
    ["/tmp", "/var/tmp", "/dev"].iter().any(|scratch| path.starts_with(scratch))
}

/// Files that tell about the machine.
fn is_environment(path: &Path) -> bool {
    ["/etc", "/proc", "/sys", "/dev", "/run"].iter().any(|folder| path.starts_with(folder))
}

fn is_system(path: &Path) -> bool {
    ["/etc", "/usr", "/var", "/proc", "/sys", "/dev", "/lib", "/bin", "/run"]
        .iter()
        .any(|folder| path.starts_with(folder))
}

fn is_patch(path: &Path, bytes: &[u8]) -> bool {
    let named = path.extension().is_some_and(|extension| extension == "patch" || extension == "diff");
    named
        || bytes.starts_with(b"diff --git ")
        || (bytes.starts_with(b"--- ") && bytes.windows(5).take(4096).any(|w| w == b"\n+++ "))
}
