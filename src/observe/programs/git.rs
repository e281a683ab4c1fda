//! `git`: which subcommands change files, which show source at a revision, which list.

use super::super::files::Entry;
use super::super::shell::{Arg, Shell, Status};
use super::super::stream::{Kind, Seg, Stream};
use super::super::{Numbering, range};
use super::options::Options;
use super::slices::Ran;

const EDITS: [&str; 19] = [
    "apply",
    "am",
    "checkout",
    "restore",
    "stash",
    "reset",
    "revert",
    "merge",
    "rebase",
    "cherry-pick",
    "pull",
    "clean",
    "rm",
    "mv",
    "switch",
    "checkout-index",
    "format-patch",
    "mergetool",
    "sparse-checkout",
];

impl Shell<'_> {
    pub(super) fn git(&mut self, args: &[Arg]) -> Ran {
        let mut folder = self.env.cwd.clone();
        let mut rest = args;
        let command = loop {
            let Some((first, after)) = rest.split_first() else { return (Stream::opaque(Kind::Misc), Status::Unknown) };
            rest = after;
            match first.as_deref() {
                Some("-C") => {
                    let (target, after) =
                        rest.split_first().map_or((None, rest), |(target, after)| (target.as_deref(), after));
                    folder = target.and_then(|target| self.resolve(target));
                    rest = after;
                }
                Some("-c" | "--git-dir" | "--work-tree") => rest = rest.get(1..).unwrap_or_default(),
                Some(option) if option.starts_with('-') => {}
                Some(command) => break command.to_owned(),
                None => return (Stream::opaque(Kind::Misc), Status::Unknown),
            }
        };
        let words: Vec<&str> = rest.iter().flatten().map(String::as_str).collect();
        let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
        let opaque = |kind| (Stream::opaque(kind), Status::Unknown);
        match command.as_str() {
            "stash" if matches!(words.first(), Some(&("list" | "show"))) => opaque(Kind::Misc),
            "apply" if has(&["--check", "--stat", "--numstat", "--summary"]) => opaque(Kind::Misc),
            "clean" if has(&["-n", "--dry-run", "-nd", "-dn", "-ndx"]) => opaque(Kind::Misc),
            "format-patch" if has(&["--stdout"]) => opaque(Kind::Misc),
            command if EDITS.contains(&command) => {
                self.edit(&format!("git {command}"));
                opaque(Kind::Misc)
            }
            "grep" | "ls-files" | "ls-tree" => opaque(Kind::Hits),
            "rev-parse" if words == ["--show-toplevel"] => {
                let top = folder.and_then(|folder| self.top(&folder));
                match top {
                    Some(top) => (Stream::text(vec![top.to_string_lossy().into_owned()], Kind::Misc), Status::Success),
                    None => opaque(Kind::Misc),
                }
            }
            "show" => self.show(rest, folder.as_deref()),
            "cat-file" => {
                let objects: Vec<Arg> = match &words[..] {
                    ["-p" | "blob", object] => vec![Some((*object).to_owned())],
                    _ => return opaque(Kind::Misc),
                };
                self.show(&objects, folder.as_deref())
            }
            "blame" | "annotate" => self.blame(rest),
            "diff" | "diff-tree" | "diff-index" => {
                if let Some(path) = words.iter().find_map(|word| word.strip_prefix("--output="))
                    && self.is_repository_path(path)
                {
                    self.edit(&format!("writes {path}"));
                    return (Stream::empty(), Status::Unknown);
                }
                let summary = words.iter().any(|word| {
                    word.starts_with("--stat")
                        || word.starts_with("--color")
                        || word.starts_with("--word-diff")
                        || matches!(
                            *word,
                            "--name-only"
                                | "--name-status"
                                | "--shortstat"
                                | "--numstat"
                                | "--quiet"
                                | "--check"
                                | "--exit-code"
                                | "--summary"
                                | "--raw"
                                | "-s"
                                | "--no-patch"
                                | "-z"
                        )
                });
                // Plain `git diff` succeeds whatever it finds.
                let quiet = has(&["--quiet", "--exit-code", "--check"]);
                let status = if quiet { Status::Unknown } else { Status::Success };
                (Stream { diff: command == "diff" && !summary, ..Stream::opaque(Kind::Misc) }, status)
            }
            _ => opaque(Kind::Misc),
        }
    }

    /// `git show`, where it names files at revisions; otherwise it shows commits.
    fn show(&mut self, args: &[Arg], folder: Option<&std::path::Path>) -> Ran {
        let opaque = |kind| (Stream::opaque(kind), Status::Unknown);
        let options = Options::parse(args, "", &[]);
        let objects: Option<Vec<(String, String)>> = options
            .operands
            .iter()
            .map(|object| {
                let (rev, path) = object.as_deref()?.split_once(':')?;
                Some((rev.to_owned(), path.to_owned()))
            })
            .collect();
        let Some(objects) = objects.filter(|objects| !objects.is_empty()) else {
            // `git show "$REV:file"` shows source all the same.
            let looks = options.operands.iter().any(Option::is_none);
            return opaque(if looks && options.operands.len() == 1 && !options.has(&["stat"]) {
                Kind::Source
            } else {
                Kind::Misc
            });
        };
        let Some(top) = folder.and_then(|folder| self.top(folder)) else { return opaque(Kind::Source) };
        let mut out = Stream::empty();
        let mut status = Status::Success;
        for (rev, path) in objects {
            // `REV:./path` counts from the working directory.
            let path = match path.strip_prefix("./") {
                Some(path) => {
                    let base = folder
                        .and_then(|folder| folder.strip_prefix(&top).ok())
                        .map(|base| base.to_string_lossy().into_owned());
                    match base.as_deref() {
                        Some("") => path.to_owned(),
                        Some(base) => format!("{base}/{path}"),
                        None => return opaque(Kind::Source),
                    }
                }
                None => path,
            };
            if path.is_empty() || path.ends_with('/') {
                return opaque(Kind::Hits);
            }
            let blob = self.context().files.blob(&top, &rev, &path);
            match blob {
                Some(bytes) => {
                    let mut stream = self.source(&top.join(&path), Some(rev.clone()), bytes);
                    stream.doubtful |= options.unknown;
                    out.append(stream);
                }
                None if self.entry(&top.join(&path).to_string_lossy()) == Some(Entry::Folder) => {
                    return opaque(Kind::Hits);
                }
                None => {
                    self.note(format!("{rev}:{path} is not there"));
                    status = Status::Failure;
                }
            }
        }
        (out, status)
    }

    fn blame(&mut self, args: &[Arg]) -> Ran {
        let options = Options::parse(args, "LSCM", &[]);
        let files: Vec<&Arg> =
            options.operands.iter().filter(|arg| arg.as_ref().is_none_or(|arg| self.entry(arg).is_some())).collect();
        let ([file], true) = (&files[..], options.operands.len() == 1) else {
            return (Stream::opaque(Kind::Source), Status::Unknown);
        };
        let stream = self.inputs(&[(*file).clone()], Stream::empty()).joined();
        let [Seg::Lines(run)] = &stream.segs[..] else { return (stream.blurred(), Status::Unknown) };
        let lines = match options.value(&["L"]) {
            None => Some((1, run.last)),
            Some(text) => text.split_once(',').and_then(|(from, to)| {
                let from: u64 = if from.is_empty() { 1 } else { from.parse().ok()? };
                let to = match to.strip_prefix('+') {
                    Some(more) => from.checked_add(more.parse().ok()?)?.checked_sub(1)?,
                    None if to.is_empty() => run.last,
                    None => to.parse().ok()?,
                };
                Some((from, to.min(run.last)))
            }),
        };
        match lines.filter(|&(from, to)| range(from, to).is_some()) {
            // The commits in front are what was asked for: never the bare file.
            Some((from, to)) => (stream.slice(from - 1, to).dressed(Numbering::Blame, true), Status::Success),
            None => (stream.blurred(), Status::Unknown),
        }
    }
}
