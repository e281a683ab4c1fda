//! Reading a corpus: wheels with their weights, a folder with one weight, or the small one that is built in.

use super::fetch::is_complete;
use super::packages::{PACKAGES, Pinned};
use super::{Corpus, Package, SourceFile};
use crate::eval::EvalError;
use crate::source::{Limits, Source};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Our own code, for tests and first tries: the OCR scorer, the font tool and a ledger.
const BUILT_IN: [(&str, &str); 5] = [
    ("ocr_score.py", include_str!("../../../eval/ocr/ocr_score.py")),
    ("selftest.py", include_str!("../../../eval/ocr/selftest.py")),
    ("grid_lab.py", include_str!("../../../eval/ocr/grid_lab.py")),
    ("ledger.py", include_str!("../../../eval/corpus/ledger.py")),
    ("make_fonts.py", include_str!("../../../fonts/make_fonts.py")),
];

/// Files larger than this are data, not code that anyone reads.
const LARGEST_FILE: u64 = 8 << 20;

impl Corpus {
    /// The small corpus that is built in.
    pub fn built_in() -> Self {
        let file = |&(path, text): &(&str, &str)| SourceFile::new(path.to_owned(), text.to_owned());
        let files = BUILT_IN.iter().map(file).collect();
        Self { name: "built-in".to_owned(), packages: vec![Package { name: "codeshot".to_owned(), weight: 1, files }] }
    }

    /// The corpus in a folder: the pinned wheels when they all lie in it, else its files with one of the extensions.
    ///
    /// # Errors
    /// When the folder or a wheel cannot be read, or there is nothing in it.
    pub fn open(folder: &Path, extensions: &[String]) -> Result<Self, EvalError> {
        if is_complete(folder) { Self::wheels(folder) } else { Self::folder(folder, extensions) }
    }

    fn wheels(folder: &Path) -> Result<Self, EvalError> {
        let packages: Result<Vec<_>, _> = PACKAGES.par_iter().map(|pinned| wheel(folder, pinned)).collect();
        Ok(Self { name: "SWE-bench Verified packages".to_owned(), packages: packages? })
    }

    fn folder(folder: &Path, extensions: &[String]) -> Result<Self, EvalError> {
        let mut paths = Vec::new();
        walk(folder, extensions, &mut paths)?;
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let bytes = fs::read(&path).map_err(EvalError::io(&path))?;
            let shown = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
            files.extend(source_file(shown, bytes));
        }
        if files.is_empty() {
            return Err(EvalError::NoSources { path: folder.to_owned(), extensions: extensions.join(", ") });
        }
        let name = folder.file_name().map_or_else(|| "folder".to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Self { name: name.clone(), packages: vec![Package { name, weight: 1, files }] })
    }
}

/// The `.py` files of a wheel, in the order of their names.
fn wheel(folder: &Path, pinned: &Pinned) -> Result<Package, EvalError> {
    let path = folder.join(pinned.wheel);
    let broken = |source| EvalError::Wheel { path: path.clone(), source };
    let file = File::open(&path).map_err(EvalError::io(&path))?;
    let mut archive = zip::ZipArchive::new(file).map_err(broken)?;
    let names = archive.file_names().map(|name| name.map(std::borrow::Cow::into_owned));
    let mut names = names.collect::<Result<Vec<String>, _>>().map_err(broken)?;
    names.retain(|name| is_python(name));
    names.sort_unstable();
    let mut files = Vec::with_capacity(names.len());
    for name in names {
        let entry = archive.by_name(&name).map_err(broken)?;
        let mut bytes = Vec::new();
        entry.take(LARGEST_FILE).read_to_end(&mut bytes).map_err(EvalError::io(&path))?;
        files.extend(source_file(name, bytes));
    }
    Ok(Package { name: pinned.name.to_owned(), weight: pinned.instances, files })
}

fn is_python(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "py")
}

/// A file as text; `None` for what no reader would be shown (binary, undecodable, empty).
fn source_file(path: String, bytes: Vec<u8>) -> Option<SourceFile> {
    let source = Source::decode(bytes, Some(&path), &Limits::default()).ok()?;
    let clean = source.bad_bytes().is_empty() && source.lines() > 0;
    clean.then(|| SourceFile::new(path, source.text().to_owned()))
}

/// Collects the files of a folder that have one of the extensions; hidden names and links are passed over.
fn walk(folder: &Path, extensions: &[String], found: &mut Vec<PathBuf>) -> Result<(), EvalError> {
    for entry in fs::read_dir(folder).map_err(EvalError::io(folder))? {
        let entry = entry.map_err(EvalError::io(folder))?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(EvalError::io(folder))?);
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let wanted = path.extension().is_some_and(|have| extensions.iter().any(|want| have == want.as_str()));
        if kind.is_dir() {
            walk(&path, extensions, found)?;
        } else if kind.is_file() && wanted && entry.metadata().is_ok_and(|facts| facts.len() <= LARGEST_FILE) {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_files_of_the_extension_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("b")).expect("made");
        for (name, text) in [("b/x.py", "1\n2\n"), ("a.py", "1\n"), ("a.rs", "1\n"), (".hidden.py", "1\n")] {
            fs::write(folder.path().join(name), text).expect("written");
        }
        let corpus = Corpus::open(folder.path(), &["py".to_owned()]).expect("a corpus");
        let paths: Vec<&str> = corpus.packages[0].files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!((paths, corpus.longest()), (vec!["a.py", "b/x.py"], 2));
        let error = Corpus::open(folder.path(), &["go".to_owned()]).expect_err("no such files");
        assert!(error.to_string().contains("extension go"), "{error}");
    }

    #[test]
    fn the_built_in_corpus_has_windows_of_500_lines() {
        let corpus = Corpus::built_in();
        assert!(corpus.longest() >= 500);
        assert!(corpus.survey().map(|(_, _, lines)| lines).sum::<usize>() >= 1_300);
    }
}
