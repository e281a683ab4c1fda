//! Where pages are written, and how: to a temporary name first, then renamed, so none is ever half there.

use crate::document::{Document, File, Options, Shown};
use crate::encode::{DecodeError, Digest, FileEntry, PageEntry, PageRange, RiskyLine};
use crate::engine::{Page, Planned, text_of};
use crate::sheet::Sheet;
use crate::units::{Bytes, LineNo};
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
        let names: Vec<_> = document.files().iter().map(|file| (file.name(), file.language())).collect();
        let look = format!("{names:?} {:?} {:?} {}", options.highlight, options.whitespace, options.tab_width);
        let digest = Digest::default().with(text_of(document).as_bytes()).with(&plan).with(look.as_bytes()).hex();
        Self::Folder(std::env::temp_dir().join("codeshot").join(&digest[..16]))
    }

    /// The path of the exact values beside the pages.
    fn facts(&self) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join("facts.txt"),
            Self::File(file) => file.with_extension("facts.txt"),
        }
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

/// Writes the exact values beside the pages and says where.
pub(super) fn write_facts(target: &Target, text: &str) -> anyhow::Result<PathBuf> {
    let path = target.facts();
    let temporary = beside(&path);
    let written = write_new(&temporary, text.as_bytes()).and_then(|()| fs::rename(&temporary, &path));
    written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
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
            ranges: page.shown.iter().map(|&Shown { file, first, last }| PageRange { file, first, last }).collect(),
            caption: page.caption.clone(),
            visual_tokens: page.tokens,
            bytes: Bytes::new(page.png.len() as u64),
            pixels: page.pixels()?,
        })
    };
    pages.iter().zip(paths).map(entry).collect()
}

/// All source lines shown.
pub(super) fn ranges(document: &Document) -> Vec<(LineNo, LineNo)> {
    document.shown(0..document.lines()).into_iter().map(|shown| (shown.first, shown.last)).collect()
}

/// The manifest's entries for files.
pub(super) fn files(document: &Document, pages: &[Page]) -> Vec<FileEntry> {
    let mut all: Vec<Vec<(LineNo, LineNo)>> = vec![Vec::new(); document.files().len()];
    for Shown { file, first, last } in document.shown(0..document.lines()) {
        all[file].push((first, last));
    }
    let entry = |((at, file), line_ranges): ((usize, &File), Vec<(LineNo, LineNo)>)| {
        let on = || pages.iter().filter(|page| page.shown.iter().any(|shown| shown.file == at)).map(|page| page.number);
        FileEntry {
            name: file.name().map(ToOwned::to_owned),
            language: file.language().to_owned(),
            line_ranges,
            pages: on().next().zip(on().next_back()),
            facts: file.facts().clone(),
        }
    };
    document.files().iter().enumerate().zip(all).map(entry).collect()
}

/// The manifest's entries for lines that are easily misread.
pub(super) fn risky(document: &Document, sheet: &Sheet) -> Vec<RiskyLine> {
    let several = document.files().len() > 1;
    let entry = |&line: &usize| {
        let file = document.files().get(document.file_of(line)).filter(|_| several).and_then(File::name);
        Some(RiskyLine { file: file.map(ToOwned::to_owned), line: document.number(line)? })
    };
    sheet.risky.iter().filter_map(entry).collect()
}
