//! What one program does and prints: readers as functions on line lists, everything else by a table of names.

mod awk;
mod find;
mod git;
mod grep;
mod options;
mod regexes;
mod scripts;
mod sed;
mod slices;
mod tables;
mod wrappers;

use super::shell::{Arg, Shell, Status};
use super::stream::{Kind, Stream};
use options::Options;
use slices::Ran;
use tables::{Effect, effect};

impl Shell<'_> {
    /// Runs one program on the model.
    pub(super) fn program(&mut self, argv: &[Arg], stdin: Stream) -> Ran {
        let Some((Some(path), args)) = argv.split_first() else {
            return (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown);
        };
        let path = path.clone();
        let name = path.rsplit('/').next().unwrap_or(&path);
        if args.iter().flatten().any(|arg| arg == "--version" || arg == "--help") {
            return (Stream::opaque(Kind::Misc), Status::Success);
        }
        if let Some(result) = self.wrapper(name, args, stdin.clone()) {
            return result;
        }
        match name {
            "cat" => self.cat(args, stdin),
            "head" => self.ends(args, stdin, true),
            "tail" => self.ends(args, stdin, false),
            "nl" => self.nl(args, stdin),
            "tac" => self.tac(args, stdin),
            "less" | "more" | "most" | "pg" => self.pager(name, args, stdin),
            "bat" | "batcat" => self.bat(args, stdin),
            "sed" | "gsed" => self.sed(args, stdin),
            "awk" | "gawk" | "mawk" | "nawk" => self.awk(args, stdin),
            "grep" | "egrep" | "fgrep" | "rg" | "zgrep" => self.grep(name, args, stdin),
            "git" => self.git(args),
            "find" => self.find(args),
            "sort" => self.sort(args, stdin),
            "perl" => self.perl(args, stdin),
            "node" | "ruby" | "php" | "deno" | "bun" | "Rscript" | "lua" | "tsx" | "ts-node" | "julia" | "java" => {
                self.toolchain(name, args, &stdin)
            }
            "cut" | "expand" | "unexpand" | "rev" | "iconv" | "pygmentize" | "highlight" => {
                let valued = if name == "cut" { "cbdf" } else { "tflOP" };
                self.altering(&wrappers::operands(args, valued), stdin)
            }
            // `tr` reads stdin only; deleting or mapping line feeds changes the lines.
            "tr" if args.iter().flatten().any(|arg| arg.contains("\\n") || arg.contains("[:")) => {
                (stdin.blurred(), Status::Success)
            }
            "tr" => (stdin.altered(), Status::Success),
            "fold" | "fmt" | "column" | "uniq" | "shuf" | "strings" | "xxd" | "hexdump" | "od" | "jq" | "yq"
            | "base64" | "csplit" | "paste" | "join" | "comm" | "colrm" | "pr" | "ul" | "glow" | "mdcat" | "vim"
            | "vi" | "nvim" | "view" | "nano" | "emacs" | "zcat" | "col" => self.viewer(name, args, stdin),
            "wc" => {
                let kind = if args.is_empty() && stdin.kind == Kind::Misc { Kind::Misc } else { Kind::Hits };
                (Stream::opaque(kind), Status::Success)
            }
            "tee" => self.tee(args, stdin),
            "ls" | "dir" | "vdir" => self.ls(args),
            "seq" => {
                (seq(args).map_or(Stream::opaque(Kind::Misc), |lines| Stream::text(lines, Kind::Misc)), Status::Success)
            }
            "basename" | "dirname" => (path_part(name, args), Status::Success),
            "source" | "." => (Stream { doubtful: true, ..Stream::empty() }, Status::Unknown),
            "python" | "python2" | "pypy" | "pypy3" | "ipython" => self.python(args, &stdin),
            name if name.starts_with("python3") || name.starts_with("python2") => self.python(args, &stdin),
            _ => self.toolchain(&path, args, &stdin),
        }
    }

    /// Editors and programs that show text in a form of their own.
    fn viewer(&mut self, name: &str, args: &[Arg], stdin: Stream) -> Ran {
        let editor = matches!(name, "vim" | "vi" | "nvim" | "nano" | "emacs");
        // `vim -c ':s/a/b/' -c wq FILE` and `vim -es` edit without a screen.
        let scripted = args
            .iter()
            .flatten()
            .any(|arg| arg.starts_with("-es") || arg.contains("wq") || arg.contains(":x") || arg == "-Es");
        if editor && scripted {
            self.edit(name);
            return (Stream::opaque(Kind::Misc), Status::Unknown);
        }
        let operands = wrappers::operands(args, "wnkdfcAsNlR");
        let operands: Vec<Arg> =
            operands.into_iter().filter(|arg| arg.as_ref().is_none_or(|arg| self.entry(arg).is_some())).collect();
        if operands.is_empty() && stdin.is_empty() {
            return (Stream::opaque(Kind::Misc), Status::Unknown);
        }
        let (stream, status) = self.blurring(&operands, stdin);
        (Stream { doubtful: true, ..stream }, status)
    }

    fn tee(&mut self, args: &[Arg], stdin: Stream) -> Ran {
        for path in wrappers::operands(args, "") {
            match path {
                // A second copy where the first one shows.
                Some(path) if path.starts_with("/dev/") && path != "/dev/null" => self.background = true,
                Some(path) if self.is_repository_path(&path) => self.edit(&format!("tee writes {path}")),
                Some(_) => {}
                None => self.edit("tee writes a file"),
            }
        }
        (stdin, Status::Success)
    }

    fn ls(&mut self, args: &[Arg]) -> Ran {
        let options = Options::parse(args, "IwT", &["ignore", "hide", "sort", "time", "format", "width", "color"]);
        let mut stream = Stream::opaque(Kind::Hits);
        if self.wanted && options.only(&["1", "#", "d"]) {
            let named: Option<Vec<String>> = options.operands.iter().cloned().collect();
            let files = named.filter(|named| {
                !named.is_empty() && named.iter().all(|path| self.entry(path) == Some(super::Entry::File))
            });
            let listed = match (files, &options.operands[..]) {
                (Some(files), _) => Some(files),
                (None, []) => self.resolve(".").and_then(|folder| self.context().files.names(&folder)),
                (None, [Some(folder)]) => self.resolve(folder).and_then(|folder| self.context().files.names(&folder)),
                _ => None,
            };
            if let Some(mut names) = listed {
                names.retain(|name| !name.starts_with('.'));
                names.sort();
                let doubtful = !super::shell::is_order_certain(&names);
                stream = Stream { doubtful, ..Stream::text(names, Kind::Hits) };
            }
        }
        let missing =
            options.operands.iter().flatten().any(|path| self.resolve(path).is_some() && self.entry(path).is_none());
        (stream, if options.unknown { Status::Unknown } else { Status::of(!missing) })
    }

    /// Programs known by name only.
    fn toolchain(&mut self, path: &str, args: &[Arg], stdin: &Stream) -> Ran {
        let name = path.rsplit('/').next().unwrap_or(path);
        let words: Vec<&str> = args.iter().flatten().map(String::as_str).collect();
        let (mut stream, mut status) = (Stream::opaque(Kind::Misc), Status::Unknown);
        match effect(path, &words) {
            Effect::Test => self.test(name),
            Effect::Search => stream = Stream::opaque(Kind::Hits),
            Effect::Edit => {
                self.edit(name);
                stream = Stream::empty();
            }
            Effect::Format => {
                if !scripts::only_checks(args) {
                    self.edit(&format!("{name} rewrites files"));
                }
            }
            Effect::Touch(which) => {
                let operands = wrappers::operands(args, "tmgos");
                let operands: Vec<&Arg> = match which {
                    tables::Operands::All => operands.iter().collect(),
                    tables::Operands::Last => operands.last().into_iter().collect(),
                };
                let inside: Vec<String> = operands
                    .iter()
                    .filter(|path| path.as_ref().is_none_or(|path| self.is_repository_path(path)))
                    .map(|path| path.as_deref().unwrap_or("?").to_owned())
                    .collect();
                if inside.is_empty() {
                    status = Status::Success;
                } else {
                    self.edit(&format!("{name} {}", inside.join(" ")));
                }
                if !words.iter().any(|word| word.contains('v') && word.starts_with('-')) {
                    stream = Stream::empty();
                }
            }
            Effect::Script => return self.interpreter(name, args, stdin),
            Effect::Quiet => {
                stream = Stream::empty();
            }
            Effect::Misc => {
                // A filter nobody knows: what it prints is made from what it reads.
                if !stdin.is_empty() {
                    stream.kind = stdin.kind.min(Kind::Hits);
                }
            }
        }
        (stream, status)
    }
}

fn seq(args: &[Arg]) -> Option<Vec<String>> {
    let numbers: Option<Vec<i64>> = args.iter().map(|arg| arg.as_ref()?.parse().ok()).collect();
    let (from, step, to) = match numbers?[..] {
        [to] => (1, 1, to),
        [from, to] => (from, 1, to),
        [from, step, to] if step > 0 => (from, step, to),
        _ => return None,
    };
    let count = to.checked_sub(from)?.checked_div(step)?;
    (count < 400).then(|| (0..=count.max(-1)).map(|index| (from + index * step).to_string()).collect())
}

fn path_part(name: &str, args: &[Arg]) -> Stream {
    let [Some(path)] = args else { return Stream::opaque(Kind::Misc) };
    if path.ends_with('/') || path.is_empty() {
        return Stream::opaque(Kind::Misc);
    }
    let part = match (name, path.rsplit_once('/')) {
        ("basename", Some((_, base))) => base,
        ("basename", None) => path,
        (_, Some(("", _))) => "/",
        (_, Some((folder, _))) => folder,
        (_, None) => ".",
    };
    Stream::text(vec![part.to_owned()], Kind::Misc)
}
