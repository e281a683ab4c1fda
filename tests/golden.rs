//! Golden images: each folder of `golden/` is one test, compared as decoded pixels, plan first.
//!
//! A folder holds `case.toml` (arguments and the reason for the case), the input, `plan.json` and
//! `page-N.png`. `CODESHOT_BLESS=1 cargo test --test golden` rewrites the expectations and still fails,
//! so that nobody blesses by accident; look at every picture before committing it. A mismatch leaves
//! expected, actual and difference under `target/golden/` and names the first differing cell.

#[path = "golden/compare.rs"]
mod compare;

use codeshot::document::{Document, Highlight, Language, Options};
use codeshot::engine::{self, Budget, Floor, Request, Show};
use codeshot::plan::LayoutChoice;
use codeshot::render::Theme;
use codeshot::source::{Limits, Source};
use codeshot::units::{Cols, LineNo, LineRange, Permille, Tokens};
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Largest picture that may lie in the repository.
const MOST_BYTES: u64 = 24 << 10;

/// `case.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "one field a switch of the command line")]
struct Case {
    /// Why the case exists.
    about: String,
    /// File name of the input.
    input: String,
    /// Name shown in the caption; the input's file name when empty.
    name: String,
    model: String,
    /// A price rule of the case's own, to keep pages small.
    rule: String,
    /// Thousandths; 0 when a budget is given.
    ratio: u64,
    budget: u64,
    lines: Option<(u64, u64)>,
    start_line: u64,
    language: Option<String>,
    theme: String,
    highlight: bool,
    line_numbers: bool,
    caption: bool,
    tab_width: u32,
    allow_illegible: bool,
    layout: String,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            about: String::new(),
            input: String::new(),
            name: String::new(),
            model: String::new(),
            rule: String::new(),
            ratio: 2000,
            budget: 0,
            lines: None,
            start_line: 1,
            language: None,
            theme: "paper".to_owned(),
            highlight: true,
            line_numbers: true,
            caption: true,
            tab_width: 4,
            allow_illegible: false,
            layout: "rows".to_owned(),
        }
    }
}

impl Case {
    fn request(&self) -> Result<Request, Failed> {
        let show = |on: bool| if on { Show::On } else { Show::Off };
        let mut request = Request {
            budget: if self.budget > 0 {
                Budget::Tokens(Tokens::new(self.budget))
            } else {
                Budget::Ratio(Permille::new(self.ratio))
            },
            theme: Theme::by_name(&self.theme)?,
            caption: show(self.caption),
            line_numbers: show(self.line_numbers),
            floor: if self.allow_illegible { Floor::Lifted } else { Floor::Mechanical },
            layout: match self.layout.as_str() {
                "rows" => LayoutChoice::Rows,
                "flow" => LayoutChoice::Flow,
                other => return Err(format!("layout is rows or flow, not {other}").into()),
            },
            ..Request::default()
        };
        if !self.model.is_empty() {
            request.model = codeshot::cost::resolve(&self.model)?;
        }
        if !self.rule.is_empty() {
            request.model = codeshot::cost::Model::declared("golden", &self.rule)?;
        }
        Ok(request)
    }

    fn document(&self, folder: &Path) -> Result<Document, Failed> {
        let bytes = fs::read(folder.join(&self.input))?;
        let name = if self.name.is_empty() { &self.input } else { &self.name };
        let source = Source::decode(bytes, Some(name), &Limits::default())?;
        let range = |(a, b): (u64, u64)| LineRange::new(LineNo::new(a), LineNo::new(b));
        let options = Options {
            tab_width: Cols::new(self.tab_width),
            language: self.language.clone().map_or(Language::Auto, Language::Named),
            highlight: if self.highlight { Highlight::On } else { Highlight::Off },
            window: self.lines.and_then(range),
            start_line: LineNo::new(self.start_line),
            ..Options::default()
        };
        Ok(Document::build(&source, &options)?)
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let bless = std::env::var_os("CODESHOT_BLESS").is_some();
    let mut trials: Vec<Trial> = folders(&root)
        .into_iter()
        .map(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Trial::test(name, move || run(&folder, bless))
        })
        .collect();
    trials.push(Trial::test("a_flipped_pixel_is_seen", compare::a_flipped_pixel_is_seen));
    libtest_mimic::run(&arguments, trials).exit();
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn run(folder: &Path, bless: bool) -> Result<(), Failed> {
    let case: Case = toml::from_str(&fs::read_to_string(folder.join("case.toml"))?)?;
    if case.about.is_empty() {
        return Err("case.toml has no `about`: say why the case exists".into());
    }
    let document = case.document(folder)?;
    let planned = engine::plan(&document, &case.request()?)?;
    let pages = engine::render(&document, &planned.plan)?;
    let plan = serde_json::to_string_pretty(&planned.plan)? + "\n";
    let names: BTreeSet<String> = (1..=pages.len()).map(|n| format!("page-{n}.png")).collect();
    orphans(folder, &case, &names, bless)?;
    if bless {
        fs::write(folder.join("plan.json"), plan)?;
        for (name, page) in names.iter().zip(&pages) {
            fs::write(folder.join(name), &page.png)?;
        }
        return Err("blessed: look at every picture, then run again without CODESHOT_BLESS".into());
    }
    let expected = fs::read_to_string(folder.join("plan.json")).map_err(|_| "plan.json is missing; bless the case")?;
    if expected != plan {
        let difference = expected.lines().zip(plan.lines()).find(|(a, b)| a != b);
        return Err(format!("the plan differs, first at {difference:?}").into());
    }
    for (name, page) in (1..).map(|n| format!("page-{n}.png")).zip(&pages) {
        let path = folder.join(&name);
        let bytes = fs::read(&path).map_err(|_| format!("{name} is missing; bless the case"))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(
                format!("{name} has {} bytes, more than {MOST_BYTES}; make the case smaller", bytes.len()).into()
            );
        }
        compare::same_pixels(&bytes, &page.png, &document, &planned.plan, page, &output(folder, &name))?;
    }
    Ok(())
}

/// Where a mismatch leaves its pictures.
fn output(folder: &Path, name: &str) -> PathBuf {
    let case = folder.file_name().unwrap_or_default();
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/golden").join(case).join(name)
}

/// Files that no page of the case accounts for.
fn orphans(folder: &Path, case: &Case, pages: &BTreeSet<String>, bless: bool) -> Result<(), Failed> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let known = ["case.toml", "plan.json", case.input.as_str()].contains(&name.as_str()) || pages.contains(&name);
        if known {
            continue;
        }
        if bless && name.starts_with("page-") {
            fs::remove_file(folder.join(&name))?;
        } else {
            return Err(format!("{name} belongs to no page of the case; remove it").into());
        }
    }
    Ok(())
}
