//! Pages as files, with the truth they ought to show.

use crate::eval::EvalError;
use crate::units::{LineNo, Px};
use std::fs;
use std::path::{Path, PathBuf};

/// Pages and their truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// A name that tells the sheet from all others of a run.
    pub name: String,
    /// Folder of the pages; every PNG in it is one, in natural order of names.
    pub folder: PathBuf,
    /// The source lines shown, in reading order.
    pub truth: Vec<String>,
    /// The number of the first line where the pages show numbers.
    pub first_line: Option<LineNo>,
    /// Whether blank lines show their number too. In the flow layout they are left out.
    pub blank_numbers: bool,
    /// Where newspaper columns begin, in pixels, but for the first.
    pub cuts: Vec<Px>,
    /// Row pitch, where known.
    pub pitch: Option<Px>,
}

impl Sheet {
    /// A folder of pages made by any tool, with a file of the lines they show.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of_folder(folder: &Path, truth: &Path, first_line: Option<LineNo>) -> Result<Self, EvalError> {
        let text = fs::read_to_string(truth).map_err(EvalError::io(truth))?;
        let name = folder.file_name().map_or_else(|| "pages".to_owned(), |name| name.to_string_lossy().into_owned());
        let truth = text.lines().map(str::to_owned).collect();
        Ok(Self {
            name,
            folder: folder.to_owned(),
            truth,
            first_line,
            blank_numbers: true,
            cuts: Vec::new(),
            pitch: None,
        })
    }

    /// The pages in order.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn pages(&self) -> Result<Vec<PathBuf>, EvalError> {
        let entries = fs::read_dir(&self.folder).map_err(EvalError::io(&self.folder))?;
        let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut pages: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "png")).collect();
        pages.sort_by_cached_key(|path| natural(&path.to_string_lossy()));
        Ok(pages)
    }

    /// The lines as the OCR scorer takes them: each with the number it shows and a tab where there are numbers.
    pub(super) fn numbered(&self) -> String {
        let line = |(at, text): (usize, &String)| match self.first_line {
            Some(first) if self.blank_numbers || !text.trim().is_empty() => {
                format!("{}\t{text}\n", first.get() + at as u64)
            }
            Some(_) => "\t\n".to_owned(),
            None => format!("{text}\n"),
        };
        self.truth.iter().enumerate().map(line).collect::<Vec<_>>().concat()
    }

    /// Source characters with their line ends.
    pub fn source_chars(&self) -> u64 {
        self.truth.iter().map(|line| line.chars().count() as u64 + 1).sum()
    }
}

/// A key under which page-2 comes before page-10: runs of digits by length first.
fn natural(name: &str) -> Vec<(usize, String)> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let mut digits = false;
    for c in name.chars() {
        match parts.last_mut() {
            Some((_, part)) if digits == c.is_ascii_digit() => part.push(c),
            _ => parts.push((0, c.to_string())),
        }
        digits = c.is_ascii_digit();
    }
    for (length, part) in &mut parts {
        if part.starts_with(|c: char| c.is_ascii_digit()) {
            *length = part.trim_start_matches('0').len();
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_come_in_natural_order() {
        let mut names = ["page-10.png", "page-2.png", "page-1.png"];
        names.sort_by_key(|name| natural(name));
        assert_eq!(names, ["page-1.png", "page-2.png", "page-10.png"]);
    }
}
