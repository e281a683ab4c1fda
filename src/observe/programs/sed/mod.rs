//! `sed`: scripts that choose lines are run on the list; scripts that change text leave it marked as changed.

mod parse;

use super::options::Options;
use super::slices::Ran;
use crate::observe::Numbering;
use crate::observe::shell::{Arg, Shell, Status};
use crate::observe::stream::{Item, Kind, Stream};
use parse::{Action, Address, Command, Open, Script, parse};
use regex::bytes::Regex;

impl Shell<'_> {
    pub(super) fn sed(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let options = Options::parse(args, "efl", &["expression", "file", "line-length"]);
        let mut operands = options.operands.clone();
        let mut scripts = options.values(&["e", "expression"]);
        let given = !scripts.is_empty() || options.has(&["f", "file"]);
        let first = if given || operands.is_empty() { None } else { Some(operands.remove(0)) };
        scripts.extend(first.as_ref().map(Option::as_deref));
        let in_place =
            options.has(&["i", "in-place"]) || args.iter().flatten().any(|arg| arg.starts_with("--in-place"));
        if in_place {
            let inside = operands.iter().any(|arg| arg.as_ref().is_none_or(|arg| self.is_repository_path(arg)));
            if inside || operands.is_empty() {
                self.edit("sed -i");
            }
            return (Stream::empty(), Status::Success);
        }
        let text: Option<Vec<&str>> = scripts.into_iter().collect();
        let extended = options.has(&["E", "r", "regexp-extended"]);
        let script = match text {
            Some(text) if !options.has(&["f", "file", "z", "null-data"]) => parse(&text.join("\n"), extended),
            _ => Script::Unknown,
        };
        if let Script::Writes(path) = &script
            && self.is_repository_path(path)
        {
            self.edit(&format!("sed writes {path}"));
        }
        let inputs = self.inputs(&operands, stdin);
        let status = inputs.status();
        let separate = options.has(&["s", "separate"]) && inputs.streams.len() > 1;
        let stream = inputs.joined();
        if stream.interleaved {
            // `sed = F | sed 'N;s/\n/\t/'`: each number is joined to its line.
            let joins = args.iter().flatten().any(|arg| arg.starts_with("N;s/\\n/") || arg.starts_with("N; s/\\n/"));
            let out = if joins {
                Stream { interleaved: false, ..stream }.dressed(Numbering::SedEquals, true)
            } else {
                stream.blurred()
            };
            return (out, status);
        }
        let silent = options.has(&["n", "quiet", "silent"]);
        let Script::Known(mut commands) = script else { return (stream.blurred(), status) };
        if let [Command { first: None, second: None, negated: false, action: Action::Number, .. }] = &commands[..]
            && !silent
        {
            return (Stream { interleaved: true, ..stream }, status);
        }
        let out = match stream.items() {
            Some(items) if !separate => {
                run(&mut commands, &items, silent, stream.like()).unwrap_or_else(|| stream.blurred())
            }
            _ => stream.blurred(),
        };
        // `sed -n '$='` counts.
        let counts = !out.is_empty() && !out.has_lines() && stream.has_lines() && out.count().is_some();
        let kind = if counts { Kind::Hits } else { out.kind };
        (Stream { kind, ..out }, status)
    }
}

struct Cycle<'a> {
    items: &'a [Item<'a>],
    at: usize,
    altered: bool,
    silent: bool,
    out: Stream,
}

enum Flow {
    Go,
    /// End the cycle without printing.
    Drop,
    Stop,
}

impl Cycle<'_> {
    fn print(&mut self) {
        let item = self.items[self.at];
        match item {
            Item::Line(run, _) => self.out.push(item, run.numbering, !self.altered),
            Item::Text(_) => self.out.keep(item),
        }
    }
}

fn run(commands: &mut [Command], items: &[Item<'_>], silent: bool, out: Stream) -> Option<Stream> {
    let mut cycle = Cycle { items, at: 0, altered: false, silent, out };
    while cycle.at < items.len() {
        cycle.altered = false;
        match step(commands, &mut cycle)? {
            Flow::Go if cycle.at < items.len() => {
                if !silent {
                    cycle.print();
                }
            }
            Flow::Go | Flow::Drop => {}
            Flow::Stop => break,
        }
        cycle.at += 1;
    }
    Some(cycle.out)
}

fn step(commands: &mut [Command], cycle: &mut Cycle<'_>) -> Option<Flow> {
    for command in commands {
        if !selects(command, cycle)? {
            continue;
        }
        match &mut command.action {
            Action::Print => cycle.print(),
            Action::Delete => return Some(Flow::Drop),
            Action::Quit => {
                if !cycle.silent {
                    cycle.print();
                }
                return Some(Flow::Stop);
            }
            Action::QuitSilently => return Some(Flow::Stop),
            Action::Number => cycle.out.push(Item::Text(&(cycle.at + 1).to_string()), Numbering::None, true),
            Action::Next => {
                if !cycle.silent {
                    cycle.print();
                }
                cycle.at += 1;
                if cycle.at >= cycle.items.len() {
                    return Some(Flow::Stop);
                }
            }
            Action::Block(inner) => match step(inner, cycle)? {
                Flow::Go => {}
                other => return Some(other),
            },
            Action::Substitute { pattern, prints } => {
                if is_match(pattern, cycle)? {
                    // Changed text of what is not a file's line cannot be told.
                    if let Item::Text(_) = cycle.items[cycle.at] {
                        return None;
                    }
                    cycle.altered = true;
                    if *prints {
                        cycle.print();
                    }
                }
            }
        }
    }
    Some(Flow::Go)
}

fn is_match(pattern: &Regex, cycle: &Cycle<'_>) -> Option<bool> {
    if cycle.altered {
        return None;
    }
    match cycle.items[cycle.at] {
        Item::Line(run, no) if run.numbering == Numbering::None && run.verbatim => {
            Some(pattern.is_match(run.file.line(no)))
        }
        item => Some(pattern.is_match(item.printed()?.as_bytes())),
    }
}

fn selects(command: &mut Command, cycle: &Cycle<'_>) -> Option<bool> {
    let number = cycle.at as u64 + 1;
    let last = cycle.items.len() as u64;
    let hits = |address: &Address| -> Option<bool> {
        Some(match address {
            Address::Line(line) => *line == number,
            Address::Last => number == last,
            Address::Step(from, 0) => *from == number,
            Address::Step(from, step) => number >= *from && (number - from).is_multiple_of(*step),
            Address::Pattern(pattern) => is_match(pattern, cycle)?,
            Address::Plus(_) | Address::Multiple(_) => false,
        })
    };
    let chosen = match (&command.first, &command.second) {
        (None, _) => true,
        (Some(first), None) => hits(first)?,
        (Some(first), Some(second)) => {
            // `0,/re/` may end on the first line.
            if matches!(command.open, Open::No) && number == 1 && matches!(first, Address::Line(0)) {
                command.open = Open::UntilMatch;
            }
            match command.open {
                Open::Until(end) => {
                    if number >= end {
                        command.open = Open::No;
                    }
                    // A range whose end lies before this line has ended already.
                    number <= end
                }
                Open::UntilMatch => {
                    if hits(second)? {
                        command.open = Open::No;
                    }
                    true
                }
                Open::No if hits(first)? => {
                    let end = match second {
                        Address::Line(line) => Some((*line).max(number)),
                        Address::Plus(more) => Some(number.saturating_add(*more)),
                        // From a line that is itself a multiple, versions of sed go on differently.
                        Address::Multiple(step) if *step == 0 || number.is_multiple_of(*step) => return None,
                        Address::Multiple(step) => Some(number.div_ceil(*step).saturating_mul(*step)),
                        Address::Last => Some(last),
                        Address::Pattern(_) | Address::Step(..) => None,
                    };
                    command.open = match end {
                        Some(end) if end <= number => Open::No,
                        Some(end) => Open::Until(end),
                        None => Open::UntilMatch,
                    };
                    true
                }
                Open::No => false,
            }
        }
    };
    Some(chosen != command.negated)
}
