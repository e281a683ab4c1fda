//! Programs that run another: `env`, `timeout`, `sudo`, `bash -c`, `xargs`.

use super::super::shell::{Arg, Shell, Status};
use super::super::stream::{Kind, Stream};
use super::options::Options;
use super::slices::Ran;

/// The most commands one `xargs` runs.
const MAX_RUNS: usize = 60;

impl Shell<'_> {
    /// Runs the command behind a wrapper; `None` when `name` is none.
    pub(super) fn wrapper(&mut self, name: &str, args: &[Arg], stdin: Stream) -> Option<Ran> {
        // Options with a value, and plain words before the command.
        let (valued, words): (&[&str], usize) = match name {
            "env" => (&["-u", "-S", "--unset"], 0),
            "timeout" => (&["-k", "-s", "--kill-after", "--signal"], 1),
            "time" => (&["-f", "-o"], 0),
            "nice" => (&["-n"], 0),
            "ionice" => (&["-c", "-n"], 0),
            "sudo" => (&["-u", "-g", "-C", "-h", "-p"], 0),
            "stdbuf" => (&["-o", "-e", "-i"], 0),
            "nohup" | "setsid" | "command" | "builtin" | "exec" | "unbuffer" | "xvfb-run" | "busybox" | "chronic" => {
                (&["-a"], 0)
            }
            "conda" | "mamba" | "micromamba" => (&["-n", "-p", "--name", "--prefix"], 1),
            "uv" | "poetry" | "pipenv" | "hatch" | "pdm" | "rye" => {
                (&["--with", "--python", "-p", "--extra", "--group"], 1)
            }
            "bundle" if matches!(args.first(), Some(Some(word)) if word == "exec") => (&[], 1),
            "script" | "watch" | "parallel" | "entr" => return Some(self.unknown_runner(args)),
            "xargs" => return Some(self.xargs(args, &stdin)),
            "bash" | "sh" | "zsh" | "dash" | "ksh" => return self.nested_shell(args, &stdin),
            "docker" | "podman" => return Some((Stream::opaque(Kind::Misc), Status::Unknown)),
            _ => return None,
        };
        // `command -v` only looks up; the package runners have other subcommands.
        if matches!((name, args.first()), ("command", Some(Some(flag))) if flag == "-v" || flag == "-V") {
            return Some((Stream::opaque(Kind::Misc), Status::Unknown));
        }
        let runner =
            matches!(name, "conda" | "mamba" | "micromamba" | "uv" | "poetry" | "pipenv" | "hatch" | "pdm" | "rye");
        if runner && !matches!(args.first(), Some(Some(word)) if word == "run") {
            return Some((Stream::opaque(Kind::Misc), Status::Unknown));
        }
        let outer = self.env.cwd.clone();
        let mut at = usize::from(runner);
        let mut words = if runner { 0 } else { words };
        while let Some(arg) = args.get(at) {
            match arg.as_deref() {
                Some("--") => {
                    at += 1;
                    break;
                }
                Some("-C" | "--chdir") if name == "env" => {
                    self.env.cwd = args.get(at + 1).and_then(|folder| self.resolve(folder.as_deref()?));
                    at += 2;
                }
                Some(option) if valued.contains(&option) => at += 2,
                Some(option) if option.starts_with('-') && option.len() > 1 => at += 1,
                Some(assignment) if matches!(name, "env" | "sudo") && is_assignment(assignment) => at += 1,
                _ if words > 0 => {
                    words -= 1;
                    at += 1;
                }
                _ => break,
            }
        }
        let rest = args.get(at..).unwrap_or_default();
        if rest.is_empty() {
            // `exec >file` sends everything after it elsewhere.
            self.background |= name == "exec";
            return Some((Stream::opaque(Kind::Misc), Status::Success));
        }
        // What a wrapper runs is never a builtin or function of the shell's, but the effect is the same.
        let mut result = self.invoke(rest, stdin);
        self.env.cwd = outer;
        if name == "time" {
            // The times come on stderr, which agents see merged.
            result.0.doubtful = true;
        }
        Some(result)
    }

    fn unknown_runner(&mut self, args: &[Arg]) -> Ran {
        let rest: Vec<Arg> =
            args.iter().skip_while(|arg| arg.as_ref().is_some_and(|arg| arg.starts_with('-'))).cloned().collect();
        let (stream, _) = self.invoke(&rest, Stream::opaque(Kind::Misc));
        (Stream { doubtful: true, ..Stream::opaque(stream.kind) }, Status::Unknown)
    }

    fn nested_shell(&mut self, args: &[Arg], stdin: &Stream) -> Option<Ran> {
        let mut at = 0;
        let mut command = false;
        while let Some(Some(flag)) = args.get(at)
            && flag.starts_with('-')
            && flag.len() > 1
        {
            if flag == "--version" || flag == "-n" {
                return Some((Stream::opaque(Kind::Misc), Status::Success));
            }
            at += if flag == "-o" || flag == "--rcfile" { 2 } else { 1 };
            command |= !flag.starts_with("--") && flag.contains('c');
        }
        let env = self.env.clone();
        let result = if command {
            let Some(Some(source)) = args.get(at) else {
                return Some((Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown));
            };
            self.env.positional = args.get(at + 2..).unwrap_or_default().to_vec();
            self.run_text(source, stdin.clone())
        } else if args.get(at).is_none_or(|arg| arg.as_deref() == Some("-") || arg.as_deref() == Some("-s")) {
            match stdin.known_text() {
                Some(lines) => self.run_text(&lines.join("\n"), Stream::empty()),
                None => (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown),
            }
        } else {
            return None;
        };
        self.env = env;
        Some(result)
    }

    fn xargs(&mut self, args: &[Arg], stdin: &Stream) -> Ran {
        // Options end at the command's own name.
        let mut at = 0;
        let (mut placeholder, mut batch, mut zero) = (None::<String>, None::<usize>, false);
        let mut known = true;
        while let Some(Some(flag)) = args.get(at).filter(|arg| arg.as_ref().is_some_and(|arg| arg.starts_with('-'))) {
            at += 1;
            let mut value = |rest: &str| -> Option<String> {
                if rest.is_empty() {
                    at += 1;
                    args.get(at - 1).cloned().flatten()
                } else {
                    Some(rest.to_owned())
                }
            };
            match flag.get(..2).unwrap_or_default() {
                "-I" => placeholder = value(&flag[2..]),
                "-n" => batch = value(&flag[2..]).and_then(|count| count.parse().ok()),
                "-L" => batch = value(&flag[2..]).and_then(|count| count.parse().ok()),
                "-P" | "-s" => {
                    known &= value(&flag[2..]).as_deref() == Some("1");
                }
                "-d" => known &= value(&flag[2..]).as_deref() == Some("\\n"),
                "-0" => zero = true,
                "-r" | "-t" => {}
                "--" if flag == "--no-run-if-empty" => {}
                "--" if flag == "--null" => zero = true,
                _ => known = false,
            }
        }
        let command = match args.get(at..) {
            Some(command) if !command.is_empty() => command.to_vec(),
            _ => vec![Some("echo".to_owned())],
        };
        let names = stdin.known_text().filter(|_| known && !zero);
        // Quotes and backslashes have a meaning of their own to xargs.
        let names = names.filter(|names| !names.iter().any(|name| name.contains(['"', '\'', '\\'])));
        let Some(lines) = names else {
            let mut argv = command;
            argv.push(None);
            let (stream, _) = self.invoke(&argv, Stream::empty());
            let kind = stream.kind.max(stdin.kind.min(Kind::Hits));
            return (Stream { doubtful: true, ..Stream::opaque(kind) }, Status::Unknown);
        };
        let mut out = Stream { kind: stdin.kind.min(Kind::Hits), ..Stream::empty() };
        let mut status = Status::Success;
        let batches: Vec<Vec<Arg>> = if let Some(mark) = &placeholder {
            let fill = |line: &String| {
                command
                    .iter()
                    .map(|arg| arg.as_ref().map(|arg| arg.replace(mark.as_str(), line.trim_start())))
                    .collect()
            };
            lines.iter().filter(|line| !line.trim().is_empty()).map(fill).collect()
        } else {
            let words: Vec<Arg> =
                lines.iter().flat_map(|line| line.split_whitespace()).map(|word| Some(word.to_owned())).collect();
            words.chunks(batch.unwrap_or(usize::MAX).max(1)).map(|chunk| [&command[..], chunk].concat()).collect()
        };
        if batches.len() > MAX_RUNS {
            return (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown);
        }
        for argv in batches {
            let (stream, end) = self.invoke(&argv, Stream::empty());
            out.append(stream);
            status = if end == Status::Success { status } else { end };
        }
        (out, status)
    }
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

/// Options of a program that is only looked at for its operands.
pub(super) fn operands(args: &[Arg], valued: &str) -> Vec<Arg> {
    Options::parse(args, valued, &[]).operands
}
