//! `find`: worked out only where another command reads the names it prints.

use super::super::files::Entry;
use super::super::shell::{Arg, Shell, Status, glob};
use super::super::stream::{Kind, Stream};
use super::slices::Ran;
use std::path::Path;

/// The most entries walked.
const MAX_ENTRIES: usize = 4000;
/// The most files one `-exec` runs on.
const MAX_RUNS: usize = 60;

enum Test {
    Name { tokens: Vec<glob::Token>, fold: bool, whole: bool, wanted: bool },
    Kind { entry: Entry, wanted: bool },
}

#[derive(Default)]
struct Query {
    roots: Vec<String>,
    tests: Vec<Test>,
    max_depth: Option<usize>,
    min_depth: usize,
    exec: Option<(Vec<Arg>, bool)>,
    deletes: bool,
    /// Every predicate is one of those followed.
    known: bool,
}

impl Shell<'_> {
    pub(super) fn find(&mut self, args: &[Arg]) -> Ran {
        let query = parse(args);
        if query.deletes {
            self.edit("find -delete");
        }
        let found = if query.known && (self.wanted || query.exec.is_some()) { self.walk(&query) } else { None };
        match (&query.exec, found) {
            (None, Some(found)) => {
                let doubtful = found.len() > 1;
                (Stream { doubtful, ..Stream::text(found, Kind::Hits) }, Status::Success)
            }
            (None, None) => (Stream::opaque(Kind::Hits), Status::Success),
            (Some((command, all)), found) => self.exec(command, *all, found),
        }
    }

    fn exec(&mut self, command: &[Arg], all: bool, found: Option<Vec<String>>) -> Ran {
        let filled = |with: &[Arg]| -> Vec<Arg> {
            let mut argv = Vec::new();
            for arg in command {
                match arg {
                    Some(arg) if arg == "{}" => argv.extend(with.iter().cloned()),
                    Some(arg) if arg.contains("{}") => {
                        argv.push(with.first().cloned().flatten().map(|path| arg.replace("{}", &path)));
                    }
                    arg => argv.push(arg.clone()),
                }
            }
            argv
        };
        let mut out = Stream { kind: Kind::Hits, ..Stream::empty() };
        match found {
            Some(found) if found.len() <= MAX_RUNS => {
                out.doubtful = found.len() > 1;
                let paths: Vec<Arg> = found.into_iter().map(Some).collect();
                if all && !paths.is_empty() {
                    out.append(self.invoke(&filled(&paths), Stream::empty()).0);
                } else {
                    for path in paths {
                        out.append(self.invoke(&filled(&[path]), Stream::empty()).0);
                    }
                }
            }
            _ => {
                let (stream, _) = self.invoke(&filled(&[None]), Stream::empty());
                out.append(Stream { doubtful: true, ..Stream::opaque(stream.kind) });
            }
        }
        (out, Status::Success)
    }

    fn walk(&self, query: &Query) -> Option<Vec<String>> {
        let mut found = Vec::new();
        let mut seen = 0;
        for root in &query.roots {
            let path = self.resolve(root)?;
            self.visit(query, root, &path, 0, &mut seen, &mut found)?;
        }
        found.sort();
        Some(found)
    }

    fn visit(
        &self,
        query: &Query,
        name: &str,
        path: &Path,
        depth: usize,
        seen: &mut usize,
        found: &mut Vec<String>,
    ) -> Option<()> {
        *seen += 1;
        if *seen > MAX_ENTRIES || depth > 40 {
            return None;
        }
        let Some(entry) = self.context().files.entry(path) else { return Some(()) };
        if depth >= query.min_depth && query.tests.iter().all(|test| passes(test, name, entry)) {
            found.push(name.to_owned());
        }
        if entry == Entry::Folder && query.max_depth.is_none_or(|max| depth < max) {
            for child in self.context().files.names(path)? {
                let slash = if name.ends_with('/') { "" } else { "/" };
                self.visit(query, &format!("{name}{slash}{child}"), &path.join(&child), depth + 1, seen, found)?;
            }
        }
        Some(())
    }
}

fn passes(test: &Test, name: &str, entry: Entry) -> bool {
    match test {
        Test::Kind { entry: kind, wanted } => (*kind == entry) == *wanted,
        Test::Name { tokens, fold, whole, wanted } => {
            let base = if *whole { name } else { name.rsplit('/').next().unwrap_or(name) };
            let hit = if *fold { glob::matches(tokens, &base.to_lowercase()) } else { glob::matches(tokens, base) };
            hit == *wanted
        }
    }
}

fn parse(args: &[Arg]) -> Query {
    let mut query = Query { known: true, ..Query::default() };
    let mut args = args.iter().peekable();
    while let Some(Some(root)) =
        args.peek().copied().filter(|arg| arg.as_ref().is_some_and(|arg| !arg.starts_with(['-', '(', '!'])))
    {
        query.roots.push(root.clone());
        args.next();
    }
    if query.roots.is_empty() {
        query.roots.push(".".to_owned());
    }
    let mut wanted = true;
    while let Some(arg) = args.next() {
        let Some(arg) = arg else {
            query.known = false;
            continue;
        };
        let mut positive = true;
        match arg.as_str() {
            "!" | "-not" => {
                wanted = !wanted;
                positive = wanted;
                if !wanted {
                    continue;
                }
            }
            "-name" | "-iname" | "-path" | "-wholename" | "-ipath" => {
                let fold = arg.starts_with("-i");
                match args.next() {
                    Some(Some(pattern)) => {
                        let pattern = if fold { pattern.to_lowercase() } else { pattern.clone() };
                        let whole = !arg.ends_with("name") || arg == "-wholename";
                        query.tests.push(Test::Name { tokens: glob::plain(&pattern), fold, whole, wanted });
                    }
                    _ => query.known = false,
                }
            }
            "-type" => match args.next().and_then(Option::as_deref) {
                Some("f") => query.tests.push(Test::Kind { entry: Entry::File, wanted }),
                Some("d") => query.tests.push(Test::Kind { entry: Entry::Folder, wanted }),
                _ => query.known = false,
            },
            "-maxdepth" => query.max_depth = args.next().and_then(|value| value.as_ref()?.parse().ok()),
            "-mindepth" => query.min_depth = args.next().and_then(|value| value.as_ref()?.parse().ok()).unwrap_or(0),
            "-exec" | "-execdir" | "-ok" => {
                query.known &= arg == "-exec" && query.exec.is_none();
                let mut command = Vec::new();
                let mut all = false;
                for arg in args.by_ref() {
                    match arg.as_deref() {
                        Some(";") => break,
                        Some("+") if command.last() == Some(&Some("{}".to_owned())) => {
                            all = true;
                            break;
                        }
                        _ => command.push(arg.clone()),
                    }
                }
                query.exec.get_or_insert((command, all));
            }
            "-delete" => query.deletes = true,
            "-print" | "-a" | "-and" | "-follow" => {}
            _ => query.known = false,
        }
        if positive {
            wanted = true;
        }
    }
    // `-exec` followed by other tests, or several actions, print in turns.
    query
}
