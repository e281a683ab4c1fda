//! `grep` and `rg`: searches, except where they print a stretch of one file (context, or every line).

use super::super::Numbering;
use super::super::files::Entry;
use super::super::shell::{Arg, Shell, Status};
use super::super::stream::{Item, Kind, Stream};
use super::options::Options;
use super::regexes::{Dialect, Matching, compile};
use super::slices::Ran;
use regex::bytes::Regex;

const GREP_LONG: [&str; 14] = [
    "after-context",
    "before-context",
    "context",
    "regexp",
    "file",
    "max-count",
    "include",
    "exclude",
    "exclude-dir",
    "label",
    "directories",
    "devices",
    "binary-files",
    "group-separator",
];
const RG_LONG: [&str; 22] = [
    "after-context",
    "before-context",
    "context",
    "regexp",
    "file",
    "max-count",
    "glob",
    "iglob",
    "type",
    "type-not",
    "max-depth",
    "max-filesize",
    "threads",
    "sort",
    "sortr",
    "color",
    "colors",
    "max-columns",
    "replace",
    "encoding",
    "engine",
    "type-add",
];

/// What a search was asked to print.
struct Query {
    patterns: Option<Vec<Regex>>,
    /// Every line matches.
    trivial: bool,
    before: u64,
    after: u64,
    numbers: bool,
    inverted: bool,
    limit: Option<u64>,
}

impl Query {
    fn has_context(&self) -> bool {
        self.before + self.after > 0
    }
}

impl Shell<'_> {
    /// `grep`, `egrep`, `fgrep`, `rg`.
    pub(super) fn grep(&mut self, name: &str, args: &[Arg], stdin: Stream) -> Ran {
        let ripgrep = name == "rg";
        let options = if ripgrep {
            Options::parse(args, "ABCefmgtTdjMrE", &RG_LONG)
        } else {
            Options::parse(args, "ABCefmdD", &GREP_LONG)
        };
        if options.has(&["version", "V", "help"]) {
            return (Stream::opaque(Kind::Misc), Status::Success);
        }
        let mut operands = options.operands.clone();
        let mut patterns = options.values(&["e", "regexp"]);
        let listed = ripgrep && options.has(&["files", "type-list"]);
        let first = if patterns.is_empty() && !options.has(&["f", "file"]) && !listed && !operands.is_empty() {
            Some(operands.remove(0))
        } else {
            None
        };
        patterns.extend(first.as_ref().map(Option::as_deref));
        let patterns: Option<Vec<String>> = patterns.into_iter().map(|text| text.map(str::to_owned)).collect();
        let from_stdin = operands.is_empty() && (!ripgrep || !stdin.is_empty()) && !options.has(&["r", "R"]);
        let kind_of_stdin = stdin.kind;
        // A search of what another command printed is part of that command, unless it printed source.
        let kind = if from_stdin && kind_of_stdin == Kind::Misc && !stdin.is_empty() { Kind::Misc } else { Kind::Hits };
        let summary = options.has(&[
            "l",
            "L",
            "c",
            "q",
            "o",
            "quiet",
            "silent",
            "count",
            "files-with-matches",
            "files-without-match",
            "only-matching",
            "files",
            "count-matches",
            "json",
            "r",
            "replace",
        ]) && (ripgrep || !options.has(&["r"]) || options.has(&["l", "L", "c", "q", "o"]));
        let recursive = !from_stdin
            && (operands.is_empty()
                || (!ripgrep && options.has(&["r", "R", "recursive", "dereference-recursive"]))
                || operands.iter().flatten().any(|path| self.entry(path) == Some(Entry::Folder)));
        let silent = options.has(&["q", "quiet", "silent"]);
        let known = query(name, &options, patterns.as_deref());
        let single = operands.len() <= 1;
        let shows_source =
            (known.has_context() && single || known.trivial) && !known.inverted && !summary && !recursive;
        if recursive || listed {
            return (if silent { Stream { kind, ..Stream::empty() } } else { Stream::opaque(kind) }, Status::Unknown);
        }
        let inputs = self.inputs(&operands, stdin);
        let failed = inputs.failed;
        if failed && inputs.streams.is_empty() {
            return (Stream { kind: Kind::Hits, ..Stream::empty() }, Status::Failure);
        }
        let named = !options.has(&["h", "no-filename", "I"]) && (!single || options.has(&["H", "with-filename"]));
        let mut out = Stream { kind, ..Stream::empty() };
        let mut matched = Some(false);
        for (_, stream) in &inputs.streams {
            let source = shows_source && stream.kind == Kind::Source;
            let kind = if source { Kind::Source } else { kind };
            match search(&known, stream, named) {
                Some((mut found, any)) => {
                    matched = matched.map(|sum| sum || any);
                    found.kind = kind;
                    out.append(found);
                }
                None => {
                    if !(stream.is_empty() || stream.kind == Kind::Misc && stream.count() == Some(0)) {
                        matched = None;
                        out.append(Stream::opaque(kind));
                    }
                }
            }
            if source {
                out.kind = Kind::Source;
            }
        }
        let status = matched.map_or(Status::Unknown, Status::of);
        out.doubtful |= failed || options.unknown;
        if silent {
            return (Stream { kind, ..Stream::empty() }, status);
        }
        if summary {
            let kind = if kind == Kind::Misc { Kind::Misc } else { Kind::Hits };
            // A count is printed even when it is nought.
            let nothing =
                matched == Some(false) && options.only(&["o", "l", "n", "only-matching", "files-with-matches"]);
            return (if nothing { Stream { kind, ..Stream::empty() } } else { Stream::opaque(kind) }, status);
        }
        // Colours are asked for by name or not at all.
        if options.value(&["color", "colour"]) == Some("always")
            || options.has(&[
                "heading",
                "p",
                "pretty",
                "column",
                "vimgrep",
                "b",
                "byte-offset",
                "T",
                "initial-tab",
                "Z",
                "null",
                "U",
                "multiline",
                "M",
                "max-columns",
                "trim",
                "passthru",
            ])
        {
            out = out.altered();
        }
        (out, status)
    }
}

fn query(name: &str, options: &Options, patterns: Option<&[String]>) -> Query {
    let ripgrep = name == "rg";
    let dialect = if options.has(&["F", "fixed-strings"]) || name == "fgrep" {
        Dialect::Fixed
    } else if ripgrep || options.has(&["P", "perl-regexp"]) {
        Dialect::Perl
    } else if options.has(&["E", "extended-regexp"]) || name == "egrep" {
        Dialect::Extended
    } else {
        Dialect::Basic
    };
    let trivial =
        matches!(patterns, Some([text]) if matches!(text.as_str(), "" | "^" | "$" | ".*" | "^.*$" | "^.*" | ".*$"));
    let how = Matching {
        ignore_case: options.has(&["i", "ignore-case", "y"]),
        whole_words: options.has(&["w", "word-regexp"]),
        whole_lines: options.has(&["x", "line-regexp"]),
    };
    let trivial = trivial && !how.whole_words && !how.whole_lines && dialect != Dialect::Fixed
        || trivial && matches!(patterns, Some([text]) if text.is_empty());
    let smart = ripgrep && options.has(&["S", "smart-case"]);
    let compiled = patterns.and_then(|patterns| {
        let lines = patterns.iter().flat_map(|text| text.split('\n'));
        lines
            .map(|text| {
                let ignore_case = how.ignore_case || smart && !text.chars().any(char::is_uppercase);
                compile(text, dialect, Matching { ignore_case, ..how })
            })
            .collect::<Option<Vec<Regex>>>()
    });
    let compiled = if options.has(&["f", "file", "z", "null-data"]) { None } else { compiled };
    let lines = |names: &[&str]| -> Option<u64> { options.value(names).and_then(|value| value.parse().ok()) };
    let both = lines(&["C", "context", "#"]).unwrap_or(0);
    Query {
        patterns: compiled.filter(|patterns| !patterns.is_empty()),
        trivial,
        before: lines(&["B", "before-context"]).unwrap_or(both),
        after: lines(&["A", "after-context"]).unwrap_or(both),
        numbers: options.has(&["n", "line-number"]) && !options.has(&["N", "no-line-number"]),
        inverted: options.has(&["v", "invert-match"]),
        limit: lines(&["m", "max-count"]),
    }
}

/// The lines a search prints of one input, and whether there are any.
fn search(query: &Query, stream: &Stream, named: bool) -> Option<(Stream, bool)> {
    let items = stream.items()?;
    let patterns = query.patterns.as_ref()?;
    let mut hits = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if query.limit.is_some_and(|limit| hits.len() as u64 >= limit) {
            break;
        }
        let hit = match item {
            Item::Line(run, no) if run.numbering == Numbering::None && run.verbatim => {
                let line = run.file.line(*no);
                patterns.iter().any(|pattern| pattern.is_match(line))
            }
            item => {
                let line = item.printed()?;
                patterns.iter().any(|pattern| pattern.is_match(line.as_bytes()))
            }
        };
        if hit != query.inverted {
            hits.push(index);
        }
    }
    let mut out = stream.like();
    let (before, after) = (usize::try_from(query.before).ok()?, usize::try_from(query.after).ok()?);
    let mut next = 0;
    for &hit in &hits {
        let from = hit.saturating_sub(before).max(next);
        let to = hit.saturating_add(after).min(items.len() - 1);
        if query.has_context() && next > 0 && from > next {
            out.push(Item::Text("--"), Numbering::None, true);
        }
        for (index, item) in items.iter().enumerate().take(to + 1).skip(from) {
            let numbering = match item {
                Item::Line(run, no) => match (query.numbers, run.numbering) {
                    _ if named => Numbering::GrepPath,
                    (false, before) => before,
                    (true, Numbering::None) if *no == index as u64 + 1 => Numbering::Grep,
                    (true, _) => Numbering::Restarted,
                },
                Item::Text(_) => Numbering::None,
            };
            if let (Item::Text(text), true) = (item, query.numbers) {
                out.push(Item::Text(&format!("{}:{text}", index + 1)), numbering, true);
            } else {
                out.push(*item, numbering, true);
            }
        }
        next = next.max(to + 1);
    }
    Some((out, !hits.is_empty()))
}
