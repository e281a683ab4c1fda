//! What is drawn: files, directories and standard input, the lines of them, and what the bytes are meant as.

use super::failure::Failure;
use super::{values, walk};
use crate::document::{Document, DocumentError, Highlight, Language, Options, Whitespace};
use crate::font;
use crate::source::{self, InputKind, Limits, Source, SourceError};
use crate::units::{Cols, LineNo, LineRange};
use anyhow::{Context as _, anyhow};
use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

/// Most files of one run; a directory with more is likely not what was meant.
const MOST_FILES: usize = 2_000;

/// Arguments that say what is drawn.
#[derive(Debug, clap::Args)]
pub(super) struct Input {
    /// Files to draw, in this order; `dir/` stands for the files in it, ignore files honoured; standard input when
    /// absent or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draw only the lines from A to B, both included; may be given several times
    #[arg(short, long, value_name = "A:B", value_parser = values::lines)]
    lines: Vec<LineRange>,
    /// Number of the first line of the input
    #[arg(long, value_name = "N", value_parser = values::start_line)]
    start_line: Option<LineNo>,
    /// Name for language and caption, for standard input
    #[arg(long, value_name = "FILE")]
    name: Option<String>,
    /// Language to highlight as [default: found from name and content]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// What the input is
    #[arg(long = "input", value_name = "KIND", default_value = "auto")]
    kind: Kind,
    /// Cells from one tab stop to the next
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..=16))]
    tab_width: u32,
    /// Mark tabs and trailing blanks
    #[arg(long)]
    show_whitespace: bool,
}

/// What the input is, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Source, or on standard input numbered lines where there is no doubt
    Auto,
    /// Source, as it is
    Source,
    /// What a program wrote for a terminal
    Terminal,
    /// A unified or combined diff
    Diff,
    /// Lines as `cat -n`, `nl -ba` or `grep -n` print them
    Numbered,
    /// Several files as `head` prints them, behind `==> name <==`
    Headers,
}

/// Where bytes come from.
enum Origin {
    Stdin,
    File(PathBuf),
    /// Found in a directory: what is no text there is left out rather than refused.
    Found(PathBuf),
}

impl Input {
    /// How documents are built, for what else depends on it.
    pub(super) fn options(&self, highlight: Highlight) -> Options {
        let language = match (&self.language, self.kind) {
            (Some(name), _) => Language::Named(name.clone()),
            (None, Kind::Diff) => Language::Named("diff".to_owned()),
            (None, _) => Language::Auto,
        };
        Options {
            tab_width: Cols::new(self.tab_width),
            language,
            highlight,
            start_line: self.start_line.unwrap_or(LineNo::new(1)),
            whitespace: if self.show_whitespace { Whitespace::Marked } else { Whitespace::Hidden },
            coverage: font::covers,
            ..Options::default()
        }
    }

    /// Reads everything and builds one document of it. The second value tells what was left out, a remark a line.
    pub(super) fn document(&self, highlight: Highlight) -> Result<(Document, Vec<String>), Failure> {
        let options = self.options(highlight);
        let mut remarks = Vec::new();
        let mut documents = Vec::new();
        let origins = self.origins(&mut remarks)?;
        let several = origins.len() > 1;
        if several && (!self.lines.is_empty() || self.start_line.is_some() || self.name.is_some()) {
            return Err(Failure::usage(anyhow!(
                "--lines, --start-line and --name are for one file; {} are given",
                origins.len()
            )));
        }
        for origin in origins {
            let sources = match (self.sources(&origin), &origin) {
                (Ok(sources), _) => sources,
                (Err(failure), Origin::Found(_)) => {
                    remarks.push(format!("left out: {failure}"));
                    continue;
                }
                (Err(failure), _) => return Err(failure),
            };
            for source in sources {
                documents.push(Document::build_ranges(&source, &options, &self.lines).map_err(
                    |error| match error {
                        DocumentError::UnknownLanguage { .. } => Failure::usage(error),
                        error => Failure::input(error),
                    },
                )?);
            }
        }
        let document = Document::join(documents).ok_or_else(|| Failure::input(anyhow!("no file with text to draw")))?;
        Ok((document, remarks))
    }

    fn origins(&self, remarks: &mut Vec<String>) -> Result<Vec<Origin>, Failure> {
        let mut origins = Vec::new();
        for path in &self.files {
            if path.as_os_str() == "-" {
                origins.push(Origin::Stdin);
            } else if path.is_dir() {
                let shown = printable(path);
                if !path.as_os_str().as_encoded_bytes().ends_with(b"/") {
                    let cure = anyhow!("{shown} is a directory; write {shown}/ to draw the files in it");
                    return Err(Failure::input(cure));
                }
                let cannot = |error| Failure::input(anyhow!("cannot read {shown}: {error}"));
                let (files, unread) = walk::files(path, MOST_FILES).map_err(cannot)?;
                if files.is_empty() {
                    return Err(Failure::input(anyhow!("{shown} has no file that is not ignored or hidden")));
                }
                origins.extend(files.into_iter().map(Origin::Found));
                remarks.extend(unread.iter().map(|error| format!("left out: {}", source::chars::printable(error))));
            } else {
                origins.push(Origin::File(path.clone()));
            }
            if origins.len() > MOST_FILES {
                let count = format!("more than {MOST_FILES} files to draw; name fewer, or a smaller directory");
                return Err(Failure::input(anyhow!(count)));
            }
        }
        if origins.is_empty() {
            origins.push(Origin::Stdin);
        }
        Ok(origins)
    }

    fn sources(&self, origin: &Origin) -> Result<Vec<Source>, Failure> {
        let limits = Limits::default();
        let is_headed = self.kind == Kind::Headers;
        // Reading may stop where the last range ends; its numbers count from the first line's. Lines of a terminal
        // are not those of its output, nor are numbers that came along.
        let may_stop = matches!(self.kind, Kind::Auto | Kind::Source | Kind::Diff);
        let start = self.start_line.map_or(0, |line| line.get() - 1);
        let last = self.lines.iter().map(|range| range.last()).max().filter(|_| may_stop);
        let last = last.map(|last| LineNo::new(last.get().saturating_sub(start).max(1)));
        let (read, name) = match origin {
            Origin::Stdin if io::stdin().is_terminal() => {
                return Err(Failure::usage(anyhow!("no input: name a file or pipe source in")));
            }
            Origin::Stdin => (source::read(io::stdin().lock(), None, last, &limits), self.name.clone()),
            Origin::File(path) | Origin::Found(path) => {
                let shown = printable(path);
                let mut file =
                    File::open(path).with_context(|| format!("cannot read {shown}")).map_err(Failure::input)?;
                refuse_huge(&mut file, &shown, last, &limits)?;
                let name = self.name.clone().unwrap_or_else(|| path.to_string_lossy().into_owned());
                (source::read(file, Some(&shown), last, &limits), Some(name))
            }
        };
        let read = read.map_err(Failure::input)?;
        if is_headed {
            let pieces = source::split_heads(&read.bytes);
            return pieces
                .into_iter()
                .map(|(head, bytes)| Source::decode(bytes.to_vec(), head.as_deref().or(name.as_deref()), &limits))
                .collect::<Result<_, _>>()
                .map_err(Failure::input);
        }
        let kind = if self.kind == Kind::Terminal { InputKind::Terminal } else { InputKind::Source };
        let source = Source::decode_as(kind, read.bytes, name.as_deref(), &limits).map_err(Failure::input)?;
        let source = if read.whole { source } else { source.partly_read() };
        let source = match (self.kind, origin) {
            (Kind::Numbered, _) => source.unnumbered().map_err(Failure::input)?,
            (Kind::Auto, Origin::Stdin) if self.start_line.is_none() => source.surely_unnumbered().unwrap_or(source),
            _ => source,
        };
        Ok(vec![source])
    }
}

/// A file whose size alone is over the limit is refused before it is read, unless a range may end the reading early.
fn refuse_huge(file: &mut File, shown: &str, last: Option<LineNo>, limits: &Limits) -> Result<(), Failure> {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    if length <= limits.bytes.get() || last.is_some() {
        return Ok(());
    }
    // A binary file is refused as what it is.
    let mut start = Vec::new();
    let read = file.take(64 << 10).read_to_end(&mut start);
    let error = match read.map(|_| Source::decode(start, Some(shown), limits)) {
        Ok(Err(binary @ SourceError::Binary { .. })) => binary,
        _ => SourceError::TooManyBytes { name: shown.to_owned(), limit: limits.bytes },
    };
    Err(Failure::input(error))
}

fn printable(path: &Path) -> String {
    source::chars::printable(&path.to_string_lossy())
}
