//! Command-line options as GNU tools read them, and the inputs a filter takes.

use super::super::shell::{Arg, Opened, Shell, Status};
use super::super::stream::{Kind, Stream};

/// Options and operands of one program.
#[derive(Debug, Default)]
pub(super) struct Options {
    flags: Vec<(String, Option<String>)>,
    pub(super) operands: Vec<Arg>,
    /// Some argument is not known, so there may be other options.
    pub(super) unknown: bool,
}

impl Options {
    /// Reads `args`. Letters in `short` and names in `long` take a value. `-20` becomes the option `#`.
    pub(super) fn parse(args: &[Arg], short: &str, long: &[&str]) -> Self {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let Some(arg) = arg else {
                options.unknown = true;
                options.operands.push(None);
                continue;
            };
            if arg == "--" {
                options.operands.extend(args.cloned());
                break;
            }
            if let Some(name) = arg.strip_prefix("--") {
                let (name, value) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                let value = match value {
                    Some(value) => Some(value.to_owned()),
                    None if long.contains(&name) => args.next().cloned().flatten(),
                    None => None,
                };
                options.flags.push((name.to_owned(), value));
            } else if let Some(cluster) = arg.strip_prefix('-').filter(|cluster| !cluster.is_empty()) {
                let digits = cluster.chars().take_while(char::is_ascii_digit).count();
                if digits > 0 {
                    options.flags.push(("#".to_owned(), Some(cluster.to_owned())));
                    continue;
                }
                let mut letters = cluster.chars();
                while let Some(letter) = letters.next() {
                    let value = short.contains(letter).then(|| {
                        let rest = letters.as_str().to_owned();
                        letters = "".chars();
                        if rest.is_empty() { args.next().cloned().flatten() } else { Some(rest) }
                    });
                    options.flags.push((letter.to_string(), value.flatten()));
                }
            } else {
                options.operands.push(Some(arg.clone()));
            }
        }
        options
    }

    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.flags.iter().any(|(name, _)| names.contains(&name.as_str()))
    }

    /// The last value given under any of the names.
    pub(super) fn value(&self, names: &[&str]) -> Option<&str> {
        self.flags.iter().rev().find(|(name, _)| names.contains(&name.as_str()))?.1.as_deref()
    }

    /// All values given under any of the names.
    pub(super) fn values(&self, names: &[&str]) -> Vec<Option<&str>> {
        let named = self.flags.iter().filter(|(name, _)| names.contains(&name.as_str()));
        named.map(|(_, value)| value.as_deref()).collect()
    }

    /// Whether every option is one of these.
    pub(super) fn only(&self, names: &[&str]) -> bool {
        !self.unknown && self.flags.iter().all(|(name, _)| names.contains(&name.as_str()))
    }
}

/// What a filter reads.
#[derive(Debug)]
pub(super) struct Inputs {
    /// The name of each input, as given, with its content.
    pub(super) streams: Vec<(String, Stream)>,
    /// Some file could not be opened, so there is a complaint.
    pub(super) failed: bool,
}

impl Inputs {
    pub(super) fn status(&self) -> Status {
        Status::of(!self.failed)
    }

    /// All inputs one after the other.
    pub(super) fn joined(self) -> Stream {
        let mut out = Stream::empty();
        for (_, stream) in self.streams {
            out.append(stream);
        }
        // The complaint stands somewhere between the lines when stderr is merged.
        out.doubtful |= self.failed;
        out
    }
}

impl Shell<'_> {
    /// Opens the files named, or takes stdin when there are none.
    pub(super) fn inputs(&mut self, names: &[Arg], stdin: Stream) -> Inputs {
        let mut inputs = Inputs { streams: Vec::new(), failed: false };
        if names.is_empty() {
            inputs.streams.push(("-".to_owned(), stdin));
            return inputs;
        }
        let mut stdin = Some(stdin);
        for name in names {
            let Some(name) = name else {
                inputs.streams.push((String::new(), Stream::opaque(Kind::Source)));
                continue;
            };
            if name == "-" || name == "/dev/stdin" {
                inputs.streams.push((name.clone(), stdin.take().unwrap_or_default()));
                continue;
            }
            match self.open(name) {
                Opened::Stream(stream) => inputs.streams.push((name.clone(), stream)),
                Opened::Nothing => inputs.streams.push((name.clone(), Stream::empty())),
                Opened::Unknown => inputs.streams.push((name.clone(), Stream::opaque(Kind::Source))),
                Opened::Missing | Opened::Folder => {
                    self.note(format!("{name} is no file: an error, nothing to show"));
                    inputs.failed = true;
                }
            }
        }
        inputs
    }
}
