//! Interpreters: Python, Perl, Node and others, given a program on the command line, on stdin or in a file.
//!
//! Programs are judged by the words they hold; only the commonest one-liners are followed to exact lines.

use super::super::Numbering;
use super::super::shell::{Arg, Shell, Status};
use super::super::stream::{Item, Kind, Stream};
use super::options::Options;
use super::slices::Ran;

/// Words of Python, Perl, Ruby and JavaScript that change files.
const WRITES: [&str; 32] = [
    ".write(",
    "write_text(",
    "write_bytes(",
    "writelines(",
    "os.remove",
    "os.rename",
    "os.replace",
    "os.unlink",
    ".unlink(",
    "shutil.",
    "os.mkdir",
    "os.makedirs",
    ".mkdir(",
    ".touch(",
    "fileinput",
    "inplace",
    "writeFile",
    "appendFile",
    "unlinkSync",
    "renameSync",
    "File.write",
    "FileUtils",
    "file_put_contents",
    "json.dump(",
    "yaml.dump(",
    "pickle.dump(",
    "os.chmod",
    ".chmod(",
    ".rename(",
    "os.rmdir",
    "createWriteStream",
    "np.save",
];

/// Words that take a file's text.
const READS: [&str; 12] = [
    "open(",
    "read_text(",
    "readlines(",
    "linecache",
    "getsource",
    "readFileSync",
    "File.read",
    "IO.readlines",
    "fileinput",
    "read_bytes(",
    "getsourcelines",
    "file_get_contents",
];

/// Modules of Python that build, check or install rather than run the project.
const TOOL_MODULES: [&str; 20] = [
    "pyflakes",
    "pycodestyle",
    "pydocstyle",
    "bandit",
    "sphinx",
    "twine",
    "pip",
    "venv",
    "virtualenv",
    "ensurepip",
    "build",
    "compileall",
    "py_compile",
    "http.server",
    "site",
    "sysconfig",
    "flake8",
    "mypy",
    "pylint",
    "ruff",
];

impl Shell<'_> {
    pub(super) fn python(&mut self, args: &[Arg], stdin: &Stream) -> Ran {
        let silent = (Stream::opaque(Kind::Misc), Status::Unknown);
        let mut at = 0;
        while let Some(arg) = args.get(at) {
            let Some(arg) = arg else {
                self.test("a script");
                return silent;
            };
            match arg.as_str() {
                "--version" | "-V" | "-VV" | "--help" | "-h" => return silent,
                "-m" => {
                    return self.python_module(
                        args.get(at + 1).cloned().flatten().as_deref(),
                        &args[(at + 2).min(args.len())..],
                    );
                }
                "-c" => {
                    let program = args.get(at + 1).cloned().flatten();
                    return self.python_program(program.as_deref());
                }
                "-" => break,
                "-W" | "-X" => at += 2,
                // `-uc PROGRAM`, `-Bm MODULE`.
                flag if flag.starts_with('-') && !flag.starts_with("--") && flag.ends_with('c') => {
                    let program = args.get(at + 1).cloned().flatten();
                    return self.python_program(program.as_deref());
                }
                flag if flag.starts_with('-') => at += 1,
                script => {
                    let script = script.to_owned();
                    return self.python_script(&script, &args[at + 1..]);
                }
            }
        }
        if stdin.is_empty() && args.is_empty() {
            return silent;
        }
        let text = text_of(stdin);
        self.python_program(text.as_deref())
    }

    fn python_script(&mut self, script: &str, args: &[Arg]) -> Ran {
        let base = script.rsplit('/').next().unwrap_or(script);
        let first = args.first().cloned().flatten().unwrap_or_default();
        match (base, first.as_str()) {
            ("setup.py", "test") => self.test("setup.py test"),
            ("setup.py", _) => self.note("a build"),
            ("manage.py", "makemigrations" | "startapp") => self.edit("manage.py writes files"),
            ("manage.py", "migrate" | "check" | "showmigrations" | "collectstatic" | "runserver") => {
                self.note("management");
            }
            _ => self.test(&format!("runs {base}")),
        }
        (Stream::opaque(Kind::Misc), Status::Unknown)
    }

    fn python_module(&mut self, module: Option<&str>, args: &[Arg]) -> Ran {
        let unknown = (Stream::opaque(Kind::Misc), Status::Unknown);
        match module {
            Some("black" | "isort" | "autopep8" | "yapf" | "pyupgrade") => {
                let argv: Vec<Arg> = std::iter::once(module.map(str::to_owned)).chain(args.iter().cloned()).collect();
                return self.invoke(&argv, Stream::empty());
            }
            Some("ruff") => {
                let argv: Vec<Arg> = std::iter::once(Some("ruff".to_owned())).chain(args.iter().cloned()).collect();
                return self.invoke(&argv, Stream::empty());
            }
            Some("json.tool") => return self.blurring(args, Stream::empty()),
            Some(module) if TOOL_MODULES.contains(&module) => {}
            Some(module) => self.test(&format!("python -m {module}")),
            None => self.test("python -m"),
        }
        unknown
    }

    fn python_program(&mut self, program: Option<&str>) -> Ran {
        let Some(program) = program else {
            self.test("a program");
            return (Stream::opaque(Kind::Misc), Status::Unknown);
        };
        if let Some(path) = whole_file(program) {
            let inputs = self.inputs(&[Some(path)], Stream::empty());
            let status = inputs.status();
            let mut stream = inputs.joined();
            // `print` adds a line feed of its own.
            stream.doubtful = true;
            return (stream, status);
        }
        self.judge(program)
    }

    /// What a program does, from the words in it.
    fn judge(&mut self, program: &str) -> Ran {
        if program.contains(super::super::SUBMISSION) {
            self.mark_submission();
        }
        if self.writes(program) {
            self.edit("a program that writes files");
            return (Stream::opaque(Kind::Misc), Status::Unknown);
        }
        let prints = ["print", "sys.stdout", "console.log", "puts", "pprint"].iter().any(|word| program.contains(word));
        let parses =
            ["json.load", "yaml.", "ast.", "pickle", "exec(", "eval(", "csv.", "Image", "tomllib", "configparser"];
        let reads =
            READS.iter().any(|word| program.contains(word)) && !parses.iter().any(|word| program.contains(word));
        if reads && prints {
            self.note("a program that prints a file");
            return (Stream { doubtful: true, ..Stream::opaque(Kind::Source) }, Status::Unknown);
        }
        self.test("a program run to probe");
        (Stream::opaque(Kind::Misc), Status::Unknown)
    }

    fn writes(&self, program: &str) -> bool {
        let opens = [
            "'w'", "\"w\"", "'a'", "\"a\"", "'w+'", "\"w+\"", "'wb'", "\"wb\"", "'r+'", "\"r+\"", "'x'", "\"x\"",
            "mode='w", "mode=\"w",
        ];
        let opens = program.contains("open(")
            && opens.iter().any(|mode| {
                program.match_indices(mode).any(|(at, _)| {
                    program[..at].ends_with(", ") || program[..at].ends_with(',') || mode.starts_with("mode")
                })
            });
        let word = WRITES.iter().find(|word| program.contains(**word));
        let stdout_only = word.is_some_and(|word| *word == ".write(")
            && program.matches(".write(").count()
                == program.matches("stdout.write(").count() + program.matches("stderr.write(").count();
        let runs = ["sed -i", "git apply", "git checkout", "os.system(\"rm", "os.system('rm"]
            .iter()
            .any(|text| program.contains(text));
        if !(opens || runs || word.is_some() && !stdout_only) {
            return false;
        }
        // All its path literals are scratch files.
        let literals: Vec<&str> = program
            .split(['\'', '"'])
            .filter(|text| text.starts_with('/') && text.len() > 1 && !text.contains(char::is_whitespace))
            .collect();
        let relative = program.split(['\'', '"']).any(|text| {
            let named = text.chars().all(|c| c.is_alphanumeric() || "._-/".contains(c));
            named
                && !text.starts_with(['/', '.'])
                && text.len() < 120
                && std::path::Path::new(text).extension().is_some()
        });
        literals.is_empty() || relative || literals.iter().any(|path| self.is_repository_path(path))
    }

    pub(super) fn perl(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        let unknown = (Stream::opaque(Kind::Misc), Status::Unknown);
        let mut program = None;
        let mut operands: Vec<Arg> = Vec::new();
        let (mut in_place, mut loops, mut prints, mut plain) = (false, false, false, true);
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            match arg.as_deref() {
                Some(flag) if program.is_none() && flag.starts_with('-') && flag.len() > 1 => {
                    let letters: Vec<char> = flag[1..].chars().take_while(char::is_ascii_alphanumeric).collect();
                    if matches!(letters.first(), Some('v' | 'V' | 'h')) || flag.starts_with("--") {
                        return unknown;
                    }
                    in_place |= letters.contains(&'i');
                    loops |= letters.contains(&'n');
                    prints |= letters.contains(&'p');
                    plain &= letters.iter().all(|letter| matches!(letter, 'n' | 'e' | 'E' | 'w'));
                    if matches!(letters.last(), Some('e' | 'E')) {
                        program = rest.next().cloned().flatten().or(Some(String::new()));
                    }
                }
                _ => operands.push(arg.clone()),
            }
        }
        let Some(program) = program else {
            let text = if operands.is_empty() { text_of(&stdin) } else { None };
            return if let Some(text) = text {
                self.judge(&text)
            } else {
                self.test("a script");
                unknown
            };
        };
        if in_place {
            self.edit("perl -i");
            return (Stream::empty(), Status::Unknown);
        }
        if !loops && !prints {
            let writes = program.contains("open(") && program.contains('>') || self.writes(&program);
            if writes {
                self.edit("a program that writes files");
                return unknown;
            }
            return self.judge(&program);
        }
        let inputs = self.inputs(&operands, stdin);
        let status = inputs.status();
        let single = inputs.streams.len() == 1;
        let stream = inputs.joined();
        let out = if plain && !prints { perl_lines(&program, &stream, single) } else { None };
        (out.unwrap_or_else(|| stream.blurred()), status)
    }

    /// An interpreter of scripts: node, ruby, php and the like.
    pub(super) fn interpreter(&mut self, name: &str, args: &[Arg], stdin: &Stream) -> Ran {
        let unknown = (Stream::opaque(Kind::Misc), Status::Unknown);
        let words: Vec<&str> = args.iter().flatten().map(String::as_str).collect();
        if matches!(words.first(), Some(&("--version" | "-v" | "-V" | "--help" | "-h" | "--check" | "-c" | "-l"))) {
            return unknown;
        }
        if matches!(name, "ruby") && words.iter().any(|word| word.starts_with("-i") || word.starts_with("-pi")) {
            self.edit("ruby -i");
            return (Stream::empty(), Status::Unknown);
        }
        let program = words.iter().position(|word| matches!(*word, "-e" | "-p" | "-pe" | "-r" | "--eval" | "--print"));
        match program.and_then(|at| words.get(at + 1)) {
            Some(text) => self.judge(text),
            None if words.is_empty() && !stdin.is_empty() => match text_of(stdin) {
                Some(text) => self.judge(&text),
                None => unknown,
            },
            None if words.is_empty() => unknown,
            None => {
                self.test(&format!("runs a script with {name}"));
                unknown
            }
        }
    }
}

/// The text given on stdin, expansions left as they are where unknown.
fn text_of(stdin: &Stream) -> Option<String> {
    let lines = stdin.items()?.iter().map(Item::printed).collect::<Option<Vec<String>>>()?;
    Some(lines.join("\n"))
}

/// The file that `print(open('F').read())` and its like print whole.
fn whole_file(program: &str) -> Option<String> {
    let program = program.trim().trim_end_matches(';');
    let program = ["import pathlib;", "from pathlib import Path;", "import sys;", "import io;"]
        .iter()
        .fold(program, |program, import| program.trim().trim_start_matches(import))
        .trim();
    let inner = program
        .strip_prefix("print(")
        .and_then(|rest| rest.strip_suffix(')'))
        .or_else(|| program.strip_prefix("sys.stdout.write(").and_then(|rest| rest.strip_suffix(')')))?;
    let inner = inner.strip_suffix(", end=''").or_else(|| inner.strip_suffix(",end=''")).unwrap_or(inner);
    let path = inner
        .strip_prefix("open(")
        .and_then(|rest| rest.strip_suffix(").read()"))
        .or_else(|| inner.strip_prefix("Path(").and_then(|rest| rest.strip_suffix(").read_text()")))
        .or_else(|| inner.strip_prefix("pathlib.Path(").and_then(|rest| rest.strip_suffix(").read_text()")))?;
    let path = path.trim();
    let quote = path.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let path = path[1..].strip_suffix(quote)?;
    (!path.contains(['\'', '"', '\\'])).then(|| path.to_owned())
}

/// `print if 15..25`, `print if $. >= 15 && $. <= 25`, with `"$. $_"` for numbers.
fn perl_lines(program: &str, stream: &Stream, single: bool) -> Option<Stream> {
    let program = program.trim().trim_end_matches(';');
    let (action, condition) =
        program.split_once(" if ").map_or((program, ""), |(action, condition)| (action.trim(), condition.trim()));
    let numbering = match action {
        "print" | "print $_" => None,
        "print \"$.: $_\"" | "print \"$.:$_\"" | "print \"$.\\t$_\"" | "print \"$. $_\"" | "print \"$.| $_\"" => {
            Some(Numbering::Awk)
        }
        _ => return None,
    };
    let condition = condition.trim_start_matches('(').trim_end_matches(')');
    let number = |text: &str| {
        text.trim().trim_start_matches("$.").trim_start().trim_start_matches("==").trim().parse::<u64>().ok()
    };
    let mut low = 1;
    let mut high = u64::MAX;
    if let Some((from, to)) = condition.split_once("..") {
        low = number(from)?;
        high = number(to.trim_start_matches('.'))?;
        // An end that has passed never comes; three dots do not look for it on the first line.
        if high < low || high == low && to.starts_with('.') {
            high = u64::MAX;
        }
    } else if !condition.is_empty() {
        for part in condition.split("&&") {
            let part = part.trim().trim_start_matches('(').trim_end_matches(')').strip_prefix("$.")?.trim();
            let digits = part.trim_start_matches(['<', '>', '=']).trim().parse::<u64>().ok()?;
            match part.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ') {
                ">=" => low = low.max(digits),
                ">" => low = low.max(digits.checked_add(1)?),
                "<=" => high = high.min(digits),
                "<" => high = high.min(digits.checked_sub(1)?),
                "==" => (low, high) = (low.max(digits), high.min(digits)),
                _ => return None,
            }
        }
    }
    // `$.` goes on over several files.
    let total = stream.count()?;
    let slice = stream.slice(low.saturating_sub(1), high.min(total).max(low.saturating_sub(1)));
    match numbering {
        None => Some(slice),
        Some(numbering) if single => {
            let first = slice.items()?.first().map_or(1, |item| if let Item::Line(_, no) = item { *no } else { 0 });
            Some(if first == low { slice.numbered(numbering, low) } else { slice.dressed(Numbering::Restarted, true) })
        }
        Some(_) => Some(slice.dressed(Numbering::Restarted, true)),
    }
}

/// Whether a formatter was asked only to look.
pub(super) fn only_checks(args: &[Arg]) -> bool {
    let options = Options::parse(args, "", &[]);
    options.has(&["check", "diff", "check-only", "version", "help", "list-different", "l", "d", "dry-run", "n", "c"])
}
