//! Where pages are written, and how: to a temporary name first, then renamed, so none is ever half there.

use crate::document::{Document, Options};
use crate::encode::{DecodeError, Digest, PageEntry};
use crate::engine::{Page, Planned, text_of};
use crate::units::Bytes;
use anyhow::Context as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The places pages go to.
#[derive(Debug)]
pub(super) enum Target {
    /// A folder, made if need be.
    Folder(PathBuf),
    /// A file; several pages get `-1`, `-2`, ... before its extension.
    File(PathBuf),
}

impl Target {
    /// What `-o` names: a file when it ends in `.png` and is no folder.
    pub(super) fn given(path: PathBuf) -> Self {
        let png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        if png && !path.is_dir() { Self::File(path) } else { Self::Folder(path) }
    }

    /// A folder under the system's temporary directory, named by content and options.
    pub(super) fn temporary(document: &Document, planned: &Planned, options: &Options) -> Self {
        let plan = serde_json::to_vec(&planned.plan).unwrap_or_default();
        let look = format!("{} {:?} {:?}", document.language(), options.highlight, options.whitespace);
        let digest = Digest::default().with(text_of(document).as_bytes()).with(&plan).with(look.as_bytes()).hex();
        Self::Folder(std::env::temp_dir().join("codeshot").join(&digest[..16]))
    }

    /// The path of page `number` of `count`; numbers are padded so that names sort in page order.
    fn path(&self, number: usize, count: usize) -> PathBuf {
        let width = count.to_string().len();
        match self {
            Self::Folder(folder) => folder.join(format!("page-{number:0width$}.png")),
            Self::File(file) if count == 1 => file.clone(),
            Self::File(file) => {
                let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                file.with_file_name(format!("{stem}-{number:0width$}.png"))
            }
        }
    }
}

/// Writes all pages, or none: every page lies whole under a temporary name before the first is renamed.
pub(super) fn write(target: &Target, pages: &[Page]) -> anyhow::Result<Vec<PathBuf>> {
    let paths: Vec<PathBuf> = (1..=pages.len()).map(|number| target.path(number, pages.len())).collect();
    if let Target::Folder(folder) = target {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let temporary: Vec<PathBuf> = paths.iter().map(|path| beside(path)).collect();
    let written = write_all(&temporary, &paths, pages);
    if written.is_err() {
        for path in &temporary {
            // Best effort: the error that matters is the one returned.
            let _ = fs::remove_file(path);
        }
    }
    written.map(|()| paths)
}

fn write_all(temporary: &[PathBuf], paths: &[PathBuf], pages: &[Page]) -> anyhow::Result<()> {
    let cannot = |path: &Path| format!("cannot write {}", path.display());
    for ((temporary, path), page) in temporary.iter().zip(paths).zip(pages) {
        write_new(temporary, &page.png).with_context(|| cannot(path))?;
    }
    for (temporary, path) in temporary.iter().zip(paths) {
        fs::rename(temporary, path).with_context(|| cannot(path))?;
    }
    Ok(())
}

/// Writes a file that must not exist yet, so that a link planted under its name is not followed.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use io::Write as _;
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)
}

/// A name beside `path` that no other process of this machine uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

/// The manifest's entries for written pages.
pub(super) fn entries(pages: &[Page], paths: &[PathBuf]) -> Result<Vec<PageEntry>, DecodeError> {
    let entry = |(page, path): (&Page, &PathBuf)| {
        Ok(PageEntry {
            path: Some(path.display().to_string()),
            width: page.size.width,
            height: page.size.height,
            first_line: page.first_line,
            last_line: page.last_line,
            visual_tokens: page.tokens,
            bytes: Bytes::new(page.png.len() as u64),
            pixels: page.pixels()?,
        })
    };
    pages.iter().zip(paths).map(entry).collect()
}
