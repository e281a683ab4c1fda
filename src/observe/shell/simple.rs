//! Simple commands: assignments, redirections, the shell's own builtins and functions; programs go on to
//! [`programs`](super::super::programs).

use super::super::files::Entry;
use super::super::stream::{Kind, Stream};
use super::{Arg, MAX_CALLS, MAX_NESTING, Shell, Status};
use crate::observe::shell::expand::unescape;
use brush_parser::ast::{
    BinaryPredicate, CommandPrefixOrSuffixItem, ExtendedTestExpr, IoRedirect, ProcessSubstitutionKind, SimpleCommand,
    UnaryPredicate,
};

impl Shell<'_> {
    pub(super) fn simple(&mut self, command: &SimpleCommand, stdin: Stream) -> (Stream, Status) {
        self.borrowed = false;
        let mut redirects: Vec<IoRedirect> = Vec::new();
        let mut argv: Vec<Arg> = Vec::new();
        let prefix = command.prefix.iter().flat_map(|prefix| &prefix.0);
        let suffix = command.suffix.iter().flat_map(|suffix| &suffix.0);
        for item in prefix {
            match item {
                CommandPrefixOrSuffixItem::IoRedirect(redirect) => redirects.push(redirect.clone()),
                // A prefix assignment before a program is the program's alone.
                CommandPrefixOrSuffixItem::AssignmentWord(assignment, _) if command.word_or_name.is_none() => {
                    self.assign(assignment);
                }
                _ => {}
            }
        }
        if let Some(word) = &command.word_or_name {
            argv.extend(self.words(&word.value));
        }
        for item in suffix {
            match item {
                CommandPrefixOrSuffixItem::IoRedirect(redirect) => redirects.push(redirect.clone()),
                CommandPrefixOrSuffixItem::Word(word) => argv.extend(self.words(&word.value)),
                CommandPrefixOrSuffixItem::AssignmentWord(assignment, word) => {
                    let declares = matches!(
                        argv.first().and_then(Option::as_deref),
                        Some("export" | "local" | "declare" | "readonly" | "typeset")
                    );
                    if declares {
                        self.assign(assignment);
                    }
                    argv.extend(self.words(&word.value));
                }
                CommandPrefixOrSuffixItem::ProcessSubstitution(kind, subshell) => {
                    let name = format!("/dev/fd/{}", 63_usize.saturating_sub(self.substitutions.len()));
                    let stdin = match kind {
                        ProcessSubstitutionKind::Read => Stream::empty(),
                        ProcessSubstitutionKind::Write => {
                            // What it prints comes in between.
                            self.background = true;
                            Stream::opaque(Kind::Misc)
                        }
                    };
                    let (stream, _) = self.subshell(&subshell.list, stdin);
                    self.substitutions.insert(name.clone(), stream);
                    argv.push(Some(name));
                }
            }
        }
        self.redirected(&redirects, stdin, |shell, stdin| shell.invoke(&argv, stdin))
    }

    /// Runs a function, a builtin or a program.
    pub(in crate::observe) fn invoke(&mut self, argv: &[Arg], stdin: Stream) -> (Stream, Status) {
        if self.nesting >= MAX_NESTING || !self.burn() {
            return (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown);
        }
        self.nesting += 1;
        let result = self.dispatch(argv, stdin);
        self.nesting -= 1;
        result
    }

    fn dispatch(&mut self, argv: &[Arg], stdin: Stream) -> (Stream, Status) {
        let Some(first) = argv.first() else { return (Stream::empty(), Status::Success) };
        let Some(name) = first else {
            self.note("a program whose name is not known");
            return (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown);
        };
        let args = &argv[1..];
        if let Some(function) = self.env.functions.get(name).cloned() {
            if self.calls >= MAX_CALLS {
                return (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown);
            }
            self.calls += 1;
            let outer = std::mem::replace(&mut self.env.positional, args.to_vec());
            let redirects = function.1.as_ref().map(|list| &list.0[..]).unwrap_or_default();
            let result = self.redirected(redirects, stdin, |shell, stdin| shell.compound(&function.0, stdin));
            self.env.positional = outer;
            self.env.halted = false;
            self.calls -= 1;
            return result;
        }
        match self.builtin(name, args) {
            Some(result) => result,
            None => match name.as_str() {
                "eval" => match args.iter().cloned().collect::<Option<Vec<String>>>() {
                    Some(words) => self.run_text(&words.join(" "), stdin),
                    None => (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown),
                },
                _ => self.program(argv, stdin),
            },
        }
    }

    fn builtin(&mut self, name: &str, args: &[Arg]) -> Option<(Stream, Status)> {
        let quiet = |status| Some((Stream::empty(), status));
        match name {
            "cd" | "pushd" => Some(self.change_folder(name, args)),
            "popd" => {
                self.env.cwd = None;
                Some((Stream::opaque(Kind::Misc), Status::Unknown))
            }
            "true" | ":" => quiet(Status::Success),
            "false" => quiet(Status::Failure),
            "export" | "local" | "declare" | "readonly" | "typeset" | "unset" | "shopt" | "trap" | "ulimit"
            | "umask" | "alias" | "unalias" | "hash" | "wait" | "disown" | "sleep" | "enable" => {
                // They change what later parts print, or when.
                self.background |= matches!(name, "trap" | "shopt" | "alias");
                for name in args.iter().flatten().filter(|_| name == "unset") {
                    self.set(name, None);
                }
                // Without operands they list something.
                if args.is_empty() && !matches!(name, "wait" | "sleep" | "disown") {
                    return Some((Stream::opaque(Kind::Misc), Status::Success));
                }
                quiet(Status::Success)
            }
            "set" => {
                match args.first() {
                    None => return Some((Stream::opaque(Kind::Misc), Status::Success)),
                    Some(Some(flags)) if flags == "--" => self.env.positional = args[1..].to_vec(),
                    Some(Some(flags)) if flags.starts_with('-') && flags.contains(['x', 'v']) => {
                        // The trace goes to stderr, which agents see merged.
                        self.background = true;
                    }
                    Some(_) => {}
                }
                for flags in args.iter().flatten() {
                    self.env.errexit |=
                        flags.starts_with('-') && !flags.starts_with("--") && flags.contains('e') || flags == "errexit";
                    self.env.errexit &= flags != "+e";
                }
                quiet(Status::Success)
            }
            "exit" | "return" => {
                self.env.halted = true;
                quiet(Status::of(arg_is_zero(args.first())))
            }
            "read" => {
                for name in args.iter().flatten() {
                    self.set(name, None);
                }
                quiet(Status::Unknown)
            }
            "test" => quiet(self.test_command(args)),
            "[" => quiet(self.test_command(args.split_last().map_or(args, |(_, args)| args))),
            "echo" | "printf" => {
                let borrowed = std::mem::take(&mut self.borrowed);
                let stream = if name == "echo" { self.echo(args) } else { self.printf(args) };
                // `echo "$(cat F)"` shows source, reflowed or not.
                Some((if borrowed { Stream::opaque(Kind::Source) } else { stream }, Status::Success))
            }
            "pwd" => {
                let cwd = self.env.cwd.as_ref().map(|cwd| cwd.to_string_lossy().into_owned());
                let stream = cwd.map_or(Stream::opaque(Kind::Misc), |cwd| Stream::text(vec![cwd], Kind::Misc));
                Some((stream, Status::Success))
            }
            _ => None,
        }
    }

    fn change_folder(&mut self, name: &str, args: &[Arg]) -> (Stream, Status) {
        // `pushd` prints the stack.
        let said = if name == "pushd" { Stream::opaque(Kind::Misc) } else { Stream::empty() };
        let target = args.iter().find(|arg| !arg.as_deref().is_some_and(|arg| matches!(arg, "--" | "-P" | "-L")));
        let Some(Some(target)) = target else {
            self.env.cwd = None;
            return (said, Status::Unknown);
        };
        if target == "-" {
            self.env.cwd = None;
            return (Stream::opaque(Kind::Misc), Status::Unknown);
        }
        let Some(path) = self.resolve(target) else { return (said, Status::Unknown) };
        if self.context().files.entry(&path) == Some(Entry::Folder) {
            self.env.cwd = Some(path);
            (said, Status::Success)
        } else {
            self.note(format!("cd {target} fails: no such folder"));
            self.lost = true;
            (Stream::empty(), Status::Failure)
        }
    }

    fn echo(&mut self, args: &[Arg]) -> Stream {
        let flags =
            args.iter().take_while(|arg| matches!(arg.as_deref(), Some("-n" | "-e" | "-E" | "-ne" | "-en"))).count();
        if args.iter().flatten().any(|arg| arg.contains(super::super::SUBMISSION)) {
            self.mark_submission();
        }
        let Some(words) = args[flags..].iter().cloned().collect::<Option<Vec<String>>>() else {
            return Stream::opaque(Kind::Misc);
        };
        let flagged = |c: char| args[..flags].iter().flatten().any(|flag| flag.contains(c));
        let text = words.join(" ");
        let text = if flagged('e') { unescape(&text) } else { Some(text) };
        match text {
            Some(text) if !flagged('n') => Stream::text(text.split('\n').map(str::to_owned).collect(), Kind::Misc),
            _ => Stream::opaque(Kind::Misc),
        }
    }

    fn printf(&mut self, args: &[Arg]) -> Stream {
        if args.iter().flatten().any(|arg| arg.contains(super::super::SUBMISSION)) {
            self.mark_submission();
        }
        let mut words = args.iter().cloned();
        let Some(Some(format)) = words.next() else { return Stream::opaque(Kind::Misc) };
        let Some(values) = words.collect::<Option<Vec<String>>>() else { return Stream::opaque(Kind::Misc) };
        let lines = match (format.as_str(), unescape(&format)) {
            ("%s\\n" | "%s\n", _) => values,
            (_, Some(text)) if !text.contains('%') && values.is_empty() && text.ends_with('\n') => {
                text.lines().map(str::to_owned).collect()
            }
            _ => return Stream::opaque(Kind::Misc),
        };
        Stream::text(lines, Kind::Misc)
    }

    /// `test` and `[`.
    fn test_command(&mut self, args: &[Arg]) -> Status {
        let Some(words) = args.iter().cloned().collect::<Option<Vec<String>>>() else { return Status::Unknown };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["!", ref rest @ ..] => {
                let rest: Vec<Arg> = rest.iter().map(|word| Some((*word).to_owned())).collect();
                match self.test_command(&rest) {
                    Status::Success => Status::Failure,
                    Status::Failure => Status::Success,
                    Status::Unknown => Status::Unknown,
                }
            }
            [word] | ["-n", word] => Status::of(!word.is_empty()),
            ["-z", word] => Status::of(word.is_empty()),
            ["-e" | "-r" | "-a", path] => self.exists(path, |_| true),
            ["-f", path] => self.exists(path, |entry| entry == Entry::File),
            ["-d", path] => self.exists(path, |entry| entry == Entry::Folder),
            [left, "=" | "==", right] => Status::of(left == right),
            [left, "!=", right] => Status::of(left != right),
            _ => Status::Unknown,
        }
    }

    fn exists(&self, path: &str, accept: impl FnOnce(Entry) -> bool) -> Status {
        if self.resolve(path).is_none() || self.edits {
            return Status::Unknown;
        }
        Status::of(self.entry(path).is_some_and(accept))
    }

    /// `[[ ... ]]`.
    pub(super) fn extended_test(&mut self, test: &ExtendedTestExpr) -> Status {
        let negate = |status| match status {
            Status::Success => Status::Failure,
            Status::Failure => Status::Success,
            Status::Unknown => Status::Unknown,
        };
        match test {
            ExtendedTestExpr::And(left, right) => match (self.extended_test(left), self.extended_test(right)) {
                (Status::Failure, _) | (_, Status::Failure) => Status::Failure,
                (Status::Success, Status::Success) => Status::Success,
                _ => Status::Unknown,
            },
            ExtendedTestExpr::Or(left, right) => match (self.extended_test(left), self.extended_test(right)) {
                (Status::Success, _) | (_, Status::Success) => Status::Success,
                (Status::Failure, Status::Failure) => Status::Failure,
                _ => Status::Unknown,
            },
            ExtendedTestExpr::Not(inner) => negate(self.extended_test(inner)),
            ExtendedTestExpr::Parenthesized(inner) => self.extended_test(inner),
            ExtendedTestExpr::UnaryTest(predicate, word) => {
                let Some(value) = self.value(&word.value) else { return Status::Unknown };
                match predicate {
                    UnaryPredicate::FileExists | UnaryPredicate::FileExistsAndIsReadable => {
                        self.exists(&value, |_| true)
                    }
                    UnaryPredicate::FileExistsAndIsRegularFile => self.exists(&value, |entry| entry == Entry::File),
                    UnaryPredicate::FileExistsAndIsDir => self.exists(&value, |entry| entry == Entry::Folder),
                    UnaryPredicate::StringHasZeroLength => Status::of(value.is_empty()),
                    UnaryPredicate::StringHasNonZeroLength => Status::of(!value.is_empty()),
                    _ => Status::Unknown,
                }
            }
            ExtendedTestExpr::BinaryTest(predicate, left, right) => {
                // The right side may be a pattern.
                if right.value.contains(['*', '?', '[']) {
                    return Status::Unknown;
                }
                match (predicate, self.value(&left.value), self.value(&right.value)) {
                    (
                        BinaryPredicate::StringExactlyMatchesPattern | BinaryPredicate::StringExactlyMatchesString,
                        Some(left),
                        Some(right),
                    ) => Status::of(left == right),
                    _ => Status::Unknown,
                }
            }
        }
    }
}

fn arg_is_zero(arg: Option<&Arg>) -> bool {
    arg.is_none_or(|arg| arg.as_deref() == Some("0"))
}
