//! `awk`: a small interpreter for programs that choose lines by number, pattern or flag and print them whole.
//!
//! Anything else (fields, functions, redirections, arrays) is not followed.

mod parse;
mod run;

use super::options::Options;
use super::slices::Ran;
use crate::observe::shell::{Arg, Shell, Status};
use crate::observe::stream::Stream;
use run::{Machine, Value};
use std::collections::BTreeMap;

impl Shell<'_> {
    pub(super) fn awk(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let options = Options::parse(args, "vFfi", &["assign", "field-separator", "file", "include"]);
        let in_place = options.values(&["i", "include"]).contains(&Some("inplace"));
        let mut operands = options.operands.clone();
        let program = if options.has(&["f", "file"]) || operands.is_empty() { None } else { operands.remove(0) };
        if in_place {
            self.edit("awk -i inplace");
            return (Stream::empty(), Status::Success);
        }
        if let Some(path) = program.as_deref().and_then(written_file)
            && self.is_repository_path(path)
        {
            self.edit(&format!("awk writes {path}"));
        }
        let mut vars = BTreeMap::new();
        let mut known = options.only(&["v", "assign", "F", "field-separator"]);
        for assignment in options.values(&["v", "assign"]) {
            match assignment.and_then(|text| text.split_once('=')) {
                Some((name, value)) => {
                    let value = value.parse().map_or_else(|_| Value::Text(value.to_owned()), Value::Number);
                    vars.insert(name.to_owned(), value);
                }
                None => known = false,
            }
        }
        // `name=value` among the files is an assignment too.
        known &= !operands.iter().flatten().any(|operand| operand.contains('='));
        let inputs = self.inputs(&operands, stdin);
        let status = inputs.status();
        let starts: Vec<u64> = inputs.streams.iter().map(|(_, stream)| stream.count().unwrap_or(0)).collect();
        let stream = inputs.joined();
        let run = || -> Option<Stream> {
            let rules = parse::rules(program.as_deref()?)?;
            let items = stream.items()?;
            Machine { vars, starts, out: stream.like(), line: None, stopped: false }.run(rules, &items)
        };
        let out = if known { run() } else { None };
        (out.unwrap_or_else(|| stream.blurred()), status)
    }
}

/// The file a program prints into, where it is written as a literal.
fn written_file(program: &str) -> Option<&str> {
    let (_, rest) = program.split_once("> \"").or_else(|| program.split_once(">\""))?;
    let (path, _) = rest.split_once('"')?;
    (!path.is_empty()).then_some(path)
}
