//! Where windows of code come from: the pinned packages, any folder, or a small corpus that is built in.
//!
//! The packages are the twelve repositories of SWE-bench Verified as wheels; they are fetched by the user's own pip,
//! read as archives and never installed. None of their text is kept by this project.

mod fetch;
mod load;
mod packages;
mod sample;

pub use fetch::fetch;
pub use packages::{PACKAGES, Pinned};
pub use sample::{DENSEST, Window};

use crate::units::LineNo;

/// Sources to sample windows from.
#[derive(Clone, Debug)]
pub struct Corpus {
    name: String,
    packages: Vec<Package>,
}

/// Files that are drawn together with one weight.
#[derive(Clone, Debug)]
struct Package {
    name: String,
    weight: usize,
    files: Vec<SourceFile>,
}

/// A file as LF text, with the offsets of its lines.
#[derive(Clone, Debug)]
struct SourceFile {
    path: String,
    text: String,
    /// Where each line begins, and the end of the text.
    starts: Vec<u32>,
}

impl SourceFile {
    fn new(path: String, text: String) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).filter_map(|at| u32::try_from(at + 1).ok()));
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        if starts.last() != Some(&end) {
            starts.push(end);
        }
        Self { path, text, starts }
    }

    fn lines(&self) -> usize {
        self.starts.len() - 1
    }

    /// Lines `first..first + count`, counted from 0.
    fn window(&self, first: usize, count: usize) -> &str {
        &self.text[self.starts[first] as usize..self.starts[first + count] as usize]
    }
}

impl Corpus {
    /// How it is called in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its packages: name, files and lines.
    pub fn survey(&self) -> impl Iterator<Item = (&str, usize, usize)> {
        self.packages.iter().map(|package| {
            let lines = package.files.iter().map(SourceFile::lines).sum();
            (package.name.as_str(), package.files.len(), lines)
        })
    }

    /// Lines of the longest file.
    pub fn longest(&self) -> usize {
        self.packages.iter().flat_map(|package| &package.files).map(SourceFile::lines).max().unwrap_or(0)
    }
}

/// The number of a line, counted from 0 here and from 1 in its file.
fn line_no(line: usize) -> LineNo {
    LineNo::new(line as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_between_line_feeds_with_or_without_a_last_one() {
        for (text, lines) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)] {
            assert_eq!(SourceFile::new(String::new(), text.into()).lines(), lines, "{text:?}");
        }
        assert_eq!(SourceFile::new(String::new(), "a\nb\nc\n".into()).window(1, 2), "b\nc\n");
    }
}
