//! Programs that pass lines on: cat, head, tail, nl, pagers, and those that change lines in place.

use super::super::Numbering;
use super::super::shell::{Arg, Shell, Status};
use super::super::stream::{Kind, Seg, Stream};
use super::options::Options;

/// The result of a program.
pub(super) type Ran = (Stream, Status);

impl Shell<'_> {
    pub(super) fn cat(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let options = Options::parse(args, "", &[]);
        let inputs = self.inputs(&options.operands, stdin);
        let status = inputs.status();
        let stream = inputs.joined();
        let squeezes = options.has(&["s", "squeeze-blank"]);
        let shows =
            options.has(&["A", "e", "t", "v", "E", "T", "show-all", "show-ends", "show-tabs", "show-nonprinting"]);
        let mut stream = if squeezes || shows { stream.altered() } else { stream };
        if options.has(&["b", "number-nonblank"]) {
            stream = stream.dressed(Numbering::NlNonBlank, true);
        } else if options.has(&["n", "number"]) {
            stream = stream.numbered(Numbering::CatN, 1);
        }
        stream.doubtful |= options.unknown;
        (stream, status)
    }

    /// `head` and `tail`.
    pub(super) fn ends(&mut self, args: &[Arg], stdin: Stream, head: bool) -> Ran {
        let options = Options::parse(args, "nc", &["lines", "bytes"]);
        if !head && options.has(&["#"]) && options.operands.len() > 1 {
            self.note("tail takes its old form with one file only: an error");
            return (Stream::empty(), Status::Failure);
        }
        let inputs = self.inputs(&options.operands, stdin);
        let status = inputs.status();
        let known = options.only(&["n", "c", "lines", "bytes", "#", "q", "v", "quiet", "silent", "verbose"]);
        let count = options.value(&["n", "lines", "#"]).unwrap_or("10").to_owned();
        let bytes = options.value(&["c", "bytes"]);
        let headers =
            (inputs.streams.len() > 1 || inputs.failed && options.operands.len() > 1 || options.has(&["v", "verbose"]))
                && !options.has(&["q", "quiet", "silent"]);
        let mut out = Stream::empty();
        for (index, (name, stream)) in inputs.streams.iter().enumerate() {
            if headers {
                let mut lines = vec![format!("==> {name} <==")];
                if index > 0 {
                    lines.insert(0, String::new());
                }
                out.append(Stream::text(lines, stream.kind));
            }
            let end = match bytes {
                _ if !known => stream.blurred(),
                Some(bytes) => bytes.parse().map_or_else(|_| stream.blurred(), |bytes| byte_end(stream, bytes, head)),
                None => line_end(stream, &count, head).unwrap_or_else(|| stream.blurred()),
            };
            out.append(end);
        }
        out.doubtful |= inputs.failed;
        (out, status)
    }

    pub(super) fn nl(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let long = [
            "body-numbering",
            "number-width",
            "number-separator",
            "starting-line-number",
            "line-increment",
            "number-format",
        ];
        let options = Options::parse(args, "bdfhilnsvw", &long);
        let inputs = self.inputs(&options.operands, stdin);
        let status = inputs.status();
        let stream = inputs.joined();
        if stream
            .items()
            .is_some_and(|items| items.iter().any(|item| item.printed().is_some_and(|line| is_section(&line))))
        {
            return (stream.blurred(), status);
        }
        let plain = options.only(&["b", "body-numbering"]);
        let known = options.only(&[
            "b",
            "w",
            "s",
            "v",
            "n",
            "body-numbering",
            "number-width",
            "number-separator",
            "starting-line-number",
            "number-format",
        ]);
        let start = options.value(&["v", "starting-line-number"]).unwrap_or("1").parse();
        let stream = match (options.value(&["b", "body-numbering"]), start) {
            _ if !known => stream.dressed(Numbering::Restarted, true),
            (Some("a"), Ok(start)) => stream.numbered(if plain { Numbering::Nl } else { Numbering::NlCustom }, start),
            (Some("a"), Err(_)) => stream.dressed(Numbering::Restarted, true),
            _ => stream.dressed(Numbering::NlNonBlank, true),
        };
        (stream, status)
    }

    pub(super) fn tac(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let options = Options::parse(args, "s", &["separator"]);
        let inputs = self.inputs(&options.operands, stdin);
        let status = inputs.status();
        let stream = inputs.joined();
        let Some(items) = stream.items() else { return (stream.blurred(), status) };
        // Lines the wrong way round are no window.
        let mut out = stream.like();
        if items.iter().any(|item| matches!(item, super::super::stream::Item::Line(..))) {
            return (stream.blurred(), status);
        }
        items.into_iter().rev().for_each(|item| out.keep(item));
        (out, status)
    }

    pub(super) fn pager(&mut self, name: &str, args: &[Arg], stdin: Stream) -> Ran {
        let options = Options::parse(args, "", &[]);
        let operands: Vec<Arg> = options
            .operands
            .iter()
            .filter(|arg| !arg.as_deref().is_some_and(|arg| arg.starts_with('+')))
            .cloned()
            .collect();
        let inputs = self.inputs(&operands, stdin);
        let status = inputs.status();
        let several = inputs.streams.len() > 1;
        let from_file = !operands.is_empty();
        let mut stream = inputs.joined();
        let plain =
            name == "less" && operands.len() == options.operands.len() && options.only(&["R", "F", "X", "S", "r"]);
        if !from_file && !options.only(&["R", "F", "X", "S", "r"]) {
            stream.doubtful = true;
        }
        if from_file && (!plain || several) {
            // `more` prints a header for a file, other options may do as they like.
            let mut out = Stream::text(vec![String::new()], Kind::Misc);
            out.append(stream);
            out.doubtful = true;
            stream = out;
        }
        (stream, status)
    }

    pub(super) fn bat(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let long = [
            "line-range",
            "language",
            "theme",
            "style",
            "paging",
            "color",
            "decorations",
            "wrap",
            "tabs",
            "highlight-line",
            "file-name",
            "map-syntax",
            "terminal-width",
        ];
        let options = Options::parse(args, "rlHm", &long);
        if options.has(&["version", "V", "help", "h", "list-languages", "L", "list-themes"]) {
            return (Stream::opaque(Kind::Misc), Status::Success);
        }
        let inputs = self.inputs(&options.operands, stdin);
        let status = inputs.status();
        let ranges: Option<Vec<(i64, i64)>> =
            options.values(&["r", "line-range"]).into_iter().map(|text| text.and_then(bat_range)).collect();
        let mut out = Stream::empty();
        for (_, stream) in &inputs.streams {
            let part = match (&ranges, stream.count()) {
                (Some(ranges), _) if ranges.is_empty() => stream.clone(),
                (Some(ranges), Some(count)) => {
                    let mut part = stream.like();
                    let mut wanted: Vec<(u64, u64)> = ranges.iter().map(|&(from, to)| clip(from, to, count)).collect();
                    wanted.sort_unstable();
                    let mut done = 0;
                    for (from, to) in wanted {
                        part.append(stream.slice(from.max(done), to));
                        done = done.max(to);
                    }
                    part
                }
                _ => stream.blurred(),
            };
            out.append(part);
        }
        let plain = options.has(&["p", "plain"]) || options.value(&["style"]) == Some("plain");
        let decorated = options.has(&["A", "show-all", "f", "force-colorization", "n", "number", "d", "diff", "s"])
            || options.has(&["decorations", "wrap", "tabs"])
            || options.value(&["color"]).is_some_and(|when| when != "never" && when != "auto")
            || (!plain && options.has(&["style"]));
        out.doubtful |= inputs.failed || decorated || options.unknown;
        (if decorated { out.altered() } else { out }, status)
    }

    /// A program that changes lines in place, one for one.
    pub(super) fn altering(&mut self, operands: &[Arg], stdin: Stream) -> Ran {
        let inputs = self.inputs(operands, stdin);
        let status = inputs.status();
        (inputs.joined().altered(), status)
    }

    /// A program whose output is made of its input's text in some unknown way.
    pub(super) fn blurring(&mut self, operands: &[Arg], stdin: Stream) -> Ran {
        let inputs = self.inputs(operands, stdin);
        let status = inputs.status();
        (inputs.joined().blurred(), status)
    }

    pub(super) fn sort(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let options = Options::parse(args, "kotST", &["key", "output", "field-separator"]);
        if let Some(path) = options.value(&["o", "output"]).map(str::to_owned)
            && self.is_repository_path(&path)
        {
            self.edit(&format!("writes {path}"));
        }
        let inputs = self.inputs(&options.operands, stdin);
        let status = inputs.status();
        let stream = inputs.joined();
        let texts = stream.segs.iter().all(|seg| matches!(seg, Seg::Text(_)));
        if !texts || !options.only(&["u"]) {
            return (stream.blurred(), status);
        }
        let mut lines: Vec<String> = stream
            .segs
            .iter()
            .flat_map(|seg| if let Seg::Text(lines) = seg { lines.clone() } else { vec![] })
            .collect();
        lines.sort();
        if options.has(&["u"]) {
            lines.dedup();
        }
        let certain = super::super::shell::is_order_certain(&lines);
        (Stream { doubtful: !certain, ..Stream::text(lines, stream.kind) }, status)
    }
}

/// The lines `head` or `tail` keeps.
fn line_end(stream: &Stream, count: &str, head: bool) -> Option<Stream> {
    let total = stream.count()?;
    let (sign, digits) = match count.as_bytes().first()? {
        b'+' => (1, &count[1..]),
        b'-' => (-1, &count[1..]),
        _ => (0, count),
    };
    // Multipliers such as `1k` are left alone.
    let count: u64 = digits.parse().ok()?;
    Some(match (head, sign) {
        (true, -1) => stream.slice(0, total.saturating_sub(count)),
        (true, _) => stream.slice(0, count),
        (false, 1) => stream.slice(count.saturating_sub(1), total),
        (false, _) => stream.slice(total.saturating_sub(count), total),
    })
}

/// The lines that the first or last bytes touch.
fn byte_end(stream: &Stream, bytes: u64, head: bool) -> Stream {
    let [Seg::Lines(run)] = &stream.segs[..] else { return stream.blurred() };
    let whole = run.first == 1 && run.last == run.file.count() && run.numbering == Numbering::None && run.verbatim;
    let content = run.file.bytes();
    let length = content.len();
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX).min(length);
    if !whole || bytes == 0 {
        return stream.blurred();
    }
    let feeds = |part: &[u8]| part.split(|&byte| byte == b'\n').count() as u64 - 1;
    let slice = if head {
        stream.slice(0, feeds(&content[..bytes - 1]) + 1)
    } else {
        stream.slice(feeds(&content[..length - bytes]), run.last)
    };
    slice.altered()
}

/// `10:20`, `:20`, `10:`, `-10:`, `10:+5`, `10` as first and last line; negative counts from the end, 0 is open.
fn bat_range(text: &str) -> Option<(i64, i64)> {
    let number = |text: &str| text.parse::<i64>().ok();
    match text.split_once(':') {
        None => Some((number(text)?, number(text)?)),
        Some((from, "")) => Some((number(from)?, i64::MAX)),
        Some(("", to)) if !to.starts_with(['+', '-', ':']) => Some((1, number(to)?)),
        Some((from, to)) => match to.strip_prefix('+') {
            Some(more) => Some((number(from)?, number(from)?.checked_add(number(more)?)?)),
            None if to.starts_with([':', '-']) || from.is_empty() => None,
            None => Some((number(from)?, number(to)?)),
        },
    }
}

fn clip(from: i64, to: i64, count: u64) -> (u64, u64) {
    let from = if from < 0 { count.saturating_sub(from.unsigned_abs()) } else { from.unsigned_abs().saturating_sub(1) };
    (from, to.unsigned_abs().min(count))
}

/// Lines that `nl` takes for page parts.
fn is_section(line: &str) -> bool {
    matches!(line, "\\:" | "\\:\\:" | "\\:\\:\\:")
}
