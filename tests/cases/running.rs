//! Running the real binary as a case asks, and what came of it.

use super::reading::{Cell, Geometry, Glyphs, Row};
use image::RgbImage;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How standard input is handed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stdin {
    #[default]
    Pipe,
    Null,
    Closed,
    /// A pipe that nobody writes to and nobody closes.
    Open,
}

/// One run of `codeshot render`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Job {
    pub(crate) args: Vec<String>,
    pub(crate) input: Vec<u8>,
    /// Files of the folder it runs in.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    pub(crate) stdin: Stdin,
    pub(crate) environment: Vec<(String, String)>,
}

/// What came of a run.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
    pub(crate) took: Duration,
    pub(crate) folder: TempDir,
}

impl Job {
    pub(crate) fn new(args: &[&str], input: impl Into<Vec<u8>>) -> Self {
        Self { args: args.iter().map(ToString::to_string).collect(), input: input.into(), ..Self::default() }
    }

    pub(crate) fn run(&self) -> Ran {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in &self.files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs::write(path, bytes).expect("written");
        }
        let binary = env!("CARGO_BIN_EXE_codeshot");
        let mut command = Command::new(if self.stdin == Stdin::Closed { "sh" } else { binary });
        if self.stdin == Stdin::Closed {
            command.args(["-c", "exec \"$0\" \"$@\" <&-", binary]);
        }
        command.args(["render", "--json", "-o", "out"]).args(&self.args);
        command.current_dir(folder.path()).env_clear().env("TMPDIR", folder.path());
        if self.stdin == Stdin::Closed {
            command.env("PATH", "/usr/bin:/bin");
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(if self.stdin == Stdin::Null { Stdio::null() } else { Stdio::piped() });
        let start = Instant::now();
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut pipe = child.stdin.take();
        let input = self.input.clone();
        let writer = (self.stdin == Stdin::Pipe).then(|| {
            let mut pipe = pipe.take().expect("piped");
            std::thread::spawn(move || {
                // A program that has seen enough closes the pipe.
                let _ = pipe.write_all(&input);
            })
        });
        let output = child.wait_with_output().expect("it ends");
        drop(pipe);
        if let Some(writer) = writer {
            writer.join().expect("written");
        }
        Ran {
            code: output.status.code(),
            out: output.stdout,
            err: String::from_utf8(output.stderr).expect("text"),
            took: start.elapsed(),
            folder,
        }
    }
}

impl Ran {
    pub(crate) fn manifest(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_slice(&self.out).expect("the manifest is JSON")
    }

    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let manifest = self.manifest();
        let pages = manifest["pages"].as_array().expect("pages");
        pages.iter().map(|page| self.folder.path().join(page["path"].as_str().expect("a path"))).collect()
    }

    pub(crate) fn pictures(&self) -> Vec<RgbImage> {
        self.paths().iter().map(|path| image::open(path).expect("a PNG").to_rgb8()).collect()
    }

    /// Pages that were written, whatever the output says.
    pub(crate) fn written(&self) -> usize {
        fs::read_dir(self.folder.path().join("out")).map_or(0, Iterator::count)
    }

    /// All rows of all pages. `input` tells which characters may occur.
    pub(crate) fn rows(&self, input: &str) -> Vec<Row> {
        let geometry = Geometry::of(&self.manifest());
        let glyphs = glyphs(geometry.cell, input);
        self.pictures().iter().flat_map(|page| geometry.rows(page, &glyphs)).collect()
    }
}

/// The glyphs of a cell for ASCII and for what `input` has besides.
pub(crate) fn glyphs(cell: (u32, u32), input: &str) -> Glyphs {
    alphabet(cell, input).into_iter().flat_map(|(c, cells)| halves(c, cells)).collect()
}

fn halves(c: char, cells: Vec<Cell>) -> Vec<(Vec<u8>, char)> {
    cells.into_iter().enumerate().map(|(at, cell)| (cell.levels, if at == 0 { c } else { '\0' })).collect()
}

/// Characters with the cells each takes.
type Alphabet = Vec<(char, Vec<Cell>)>;

/// What each character looks like alone on a line, by a run of its own.
pub(crate) fn alphabet(cell: (u32, u32), input: &str) -> Alphabet {
    static ASCII: LazyLock<Mutex<HashMap<(u32, u32), Alphabet>>> = LazyLock::new(Mutex::default);
    let others: BTreeSet<char> = input.chars().filter(|c| !c.is_ascii() && !c.is_control()).collect();
    let mut known = ASCII.lock().unwrap_or_else(PoisonError::into_inner);
    let ascii = known.entry(cell).or_insert_with(|| draw(cell, &('!'..='~').collect::<Vec<char>>()));
    let mut all = ascii.clone();
    if !others.is_empty() {
        let others: Vec<char> = others.into_iter().collect();
        // A mark, a control or a stand-in of several cells is not one glyph.
        all.extend(
            draw(cell, &others)
                .into_iter()
                .filter(|(_, cells)| (1..=2).contains(&cells.len()) && !cells.iter().any(Cell::is_stand_in)),
        );
    }
    all
}

fn draw(cell: (u32, u32), chars: &[char]) -> Alphabet {
    let text: String = chars.iter().map(|c| format!("{c}\n")).collect();
    let size = format!("{}x{}", cell.0, cell.1);
    let args = ["--cell", &size, "--columns", "1", "--highlight", "off", "--allow-illegible", "--input", "source"];
    let ran = Job::new(&args, text).run();
    let geometry = Geometry::of(&ran.manifest());
    let rows: Vec<Row> = ran.pictures().iter().flat_map(|page| geometry.rows(page, &Glyphs::new())).collect();
    assert_eq!(rows.len(), chars.len());
    let cells = |row: Row| {
        let end = row.cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |at| at + 1);
        row.cells[..end].to_vec()
    };
    chars.iter().copied().zip(rows.into_iter().map(cells)).filter(|(_, cells)| !cells.is_empty()).collect()
}

/// An input of the cases.
pub(crate) fn input(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/inputs").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
