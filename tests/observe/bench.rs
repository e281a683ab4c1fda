//! The fixture repository, the rows and the score.

use codeshot::observe::{Classified, Context, Disk, Numbering, classify};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Deserialize)]
struct Content {
    files: BTreeMap<String, String>,
    old: BTreeMap<String, String>,
}

/// A repository of two commits in a temporary folder.
pub(crate) struct Fixture {
    _folder: tempfile::TempDir,
    pub(crate) root: PathBuf,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("it exists").join("repo");
        let content: Content = serde_json::from_str(include_str!("fixture.json")).expect("the fixture is JSON");
        let write = |files: &BTreeMap<String, String>| {
            for (path, text) in files {
                let path = root.join(path);
                std::fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
                std::fs::write(path, text).expect("a file");
            }
        };
        let git = |args: &[&str]| {
            let output = Command::new("git").arg("-C").arg(&root).args(args).output().expect("git runs");
            assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        };
        write(&content.files);
        git(&["init", "-q"]);
        git(&["config", "user.name", "t"]);
        git(&["config", "user.email", "t@example.invalid"]);
        write(&content.old);
        git(&["add", "-A"]);
        git(&["commit", "-qm", "old"]);
        write(&content.files);
        git(&["add", "-A"]);
        git(&["commit", "-qm", "new"]);
        Self { _folder: folder, root }
    }

    pub(crate) fn classify(&self, row: &Row) -> Classified {
        let command = row.cmd.replace("@ROOT@", &self.root.to_string_lossy());
        classify(&command, &Context { root: &self.root, cwd: &self.root.join(&row.cwd), files: &Disk })
    }

    /// Whether a claim of exactness, if one is made, holds; and whether one is made.
    pub(crate) fn holds(&self, cmd: &str) -> (bool, bool) {
        let row = Row::of(cmd);
        let found = self.classify(&row);
        let claimed = found.exact && !found.never_render;
        (!claimed || self.is_faithful(&row, &found), claimed)
    }

    /// What the command really prints; `None` when a program is missing on this machine.
    fn run(&self, row: &Row) -> Option<Vec<u8>> {
        let command = row.cmd.replace("@ROOT@", &self.root.to_string_lossy());
        let output = Command::new("bash")
            .args(["-c", &command])
            .current_dir(self.root.join(&row.cwd))
            .env("LC_ALL", "C.UTF-8")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("bash runs");
        let missing = String::from_utf8_lossy(&output.stderr).contains("command not found");
        (!missing).then_some(output.stdout)
    }

    fn lines(&self, path: &str, rev: Option<&str>) -> Vec<String> {
        let bytes = match rev {
            None => std::fs::read(Path::new(&self.root).join(path)).expect("the file is there"),
            Some(rev) => {
                let object = format!("{rev}:{path}");
                let output = Command::new("git").arg("-C").arg(&self.root).args(["show", &object]).output();
                output.expect("git runs").stdout
            }
        };
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }

    /// Whether the exact windows are what the command prints, numbers in front aside.
    fn is_faithful(&self, row: &Row, found: &Classified) -> bool {
        let Some(stdout) = self.run(row) else { return true };
        let mut expected = Vec::new();
        for read in &found.reads {
            let lines = self.lines(&read.path, read.rev.as_deref());
            for range in &read.ranges {
                for number in range.first().get()..=range.last().get() {
                    let index = usize::try_from(number).expect("small") - 1;
                    expected.push((number, read.numbering, lines.get(index).cloned().unwrap_or_default()));
                }
            }
        }
        let printed = String::from_utf8_lossy(&stdout);
        let printed: Vec<&str> = printed.lines().collect();
        printed.len() == expected.len()
            && printed.iter().zip(&expected).all(|(line, (number, numbering, text))| match numbering {
                Numbering::None => line == text,
                _ => line.strip_suffix(text.as_str()).is_some_and(|front| {
                    let digits: String = front.chars().filter(char::is_ascii_digit).collect();
                    digits.parse() == Ok(*number)
                }),
            })
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) cmd: String,
    #[serde(default)]
    pub(crate) cwd: String,
    class: String,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default)]
    reads: Vec<Expected>,
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    never_render: bool,
}

impl Row {
    fn of(cmd: &str) -> Self {
        serde_json::from_value(serde_json::json!({"id": "", "cmd": cmd, "class": ""})).expect("a row")
    }
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Expected {
    path: String,
    #[serde(default)]
    rev: Option<String>,
    ranges: Vec<[u64; 2]>,
}

pub(crate) fn rows(text: &str) -> Vec<Row> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[derive(Default)]
pub(crate) struct Score {
    rows: u64,
    strict: u64,
    lenient: u64,
    ranges: u64,
    exact: u64,
    /// Rows whose exactness is claimed as well.
    claimed: u64,
    pub(crate) wrong_renders: Vec<String>,
    pub(crate) misses: Vec<String>,
}

impl Score {
    pub(crate) fn of(fixture: &Fixture, rows: &[Row]) -> Self {
        let mut score = Self::default();
        for row in rows {
            let found = fixture.classify(row);
            let class = found.class.name();
            score.rows += 1;
            let strict = class == row.class;
            let lenient = strict || row.also.iter().any(|also| also == class);
            score.strict += u64::from(strict);
            score.lenient += u64::from(lenient);
            if !strict {
                score.misses.push(format!("{} {:?}: {class}, not {} {:?}", row.id, row.cmd, row.class, found.why));
            }
            let reads: Vec<Expected> = found
                .reads
                .iter()
                .map(|read| Expected {
                    path: read.path.clone(),
                    rev: read.rev.clone(),
                    ranges: read.ranges.iter().map(|range| [range.first().get(), range.last().get()]).collect(),
                })
                .collect();
            if row.exact {
                score.exact += 1;
                score.ranges += u64::from(reads == row.reads);
                score.claimed += u64::from(found.exact);
            }
            if reads != row.reads {
                score.misses.push(format!("{} {:?}: {reads:?}, not {:?} {:?}", row.id, row.cmd, row.reads, found.why));
            }
            let rendered = found.exact && !found.never_render;
            if rendered && (row.never_render || !row.exact || !fixture.is_faithful(row, &found)) {
                score.wrong_renders.push(format!("{} {:?}: {:?}", row.id, row.cmd, found.reads));
            }
        }
        score
    }

    fn permille(part: u64, whole: u64) -> u64 {
        (part * 1000).checked_div(whole).unwrap_or(1000)
    }

    pub(crate) fn strict_permille(&self) -> u64 {
        Self::permille(self.strict, self.rows)
    }

    pub(crate) fn lenient_permille(&self) -> u64 {
        Self::permille(self.lenient, self.rows)
    }

    pub(crate) fn ranges_permille(&self) -> u64 {
        Self::permille(self.ranges, self.exact)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rows {}: strict {}, lenient {}", self.rows, self.strict, self.lenient)?;
        writeln!(f, "exact rows {}: ranges {}, claimed exact {}", self.exact, self.ranges, self.claimed)?;
        writeln!(f, "wrong renders: {:#?}", self.wrong_renders)?;
        writeln!(f, "misses: {:#?}", self.misses)
    }
}
