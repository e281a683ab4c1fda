//! From a certain window to its pages, when they are worth it.

use super::align::FileLines;
use super::{Observation, Reason, Segment, Settings, When, Window};
use crate::cost::Tokenizer;
use crate::document::{Document, Language, Options};
use crate::engine::{self, Page, Planned, Request, Show};
use crate::font;
use crate::source::{Limits, Source};
use crate::units::Tokens;

/// Windows of fewer bytes cannot pay for a page in any family, so that not even their tokens are counted: the cheapest
/// page costs some 60 tokens, and source has three to four bytes a token.
const LEAST_BYTES: usize = 240;
/// Tokens of the message parts around a picture, beside its caption.
const AROUND: u64 = 4;
/// Pages must cost at most this share of the text, in thousandths.
const MARGIN: u64 = 900;

/// Draws the windows of one observation.
pub(super) struct Job<'a> {
    settings: &'a Settings,
    tokenizer: Tokenizer,
    pages: usize,
    text: Tokens,
    visual: Tokens,
    /// Why the last window that was left stayed text.
    pub(super) reason: Option<Reason>,
}

impl<'a> Job<'a> {
    pub(super) fn new(settings: &'a Settings) -> Result<Self, Reason> {
        let tokenizer = Tokenizer::by_name(&settings.tokenizer).map_err(|_| Reason::Error)?;
        Ok(Self { settings, tokenizer, pages: 0, text: Tokens::ZERO, visual: Tokens::ZERO, reason: None })
    }

    /// The pages of one window. `printed` is what stood in stdout for it; without it the file's lines are weighed.
    pub(super) fn window(
        &mut self,
        window: &Window,
        file: &FileLines,
        printed: Option<&[u8]>,
    ) -> Result<Segment, Reason> {
        let lines = file.slice(window.shown).ok_or(Reason::File)?;
        let text = std::str::from_utf8(printed.unwrap_or(lines)).map_err(|_| Reason::Encoding)?;
        self.big_enough(text)?;
        let name = window.name();
        let source =
            Source::decode(file.bytes.clone(), Some(&name), &Limits::default()).map_err(|_| Reason::Encoding)?;
        let options = Options { window: Some(window.shown), coverage: font::covers, ..Options::default() };
        let document = Document::build(&source, &options).map_err(|_| Reason::Layout)?;
        if !shows(&document, file, window) {
            return Err(Reason::Mismatch);
        }
        let request = self.request(Show::On);
        let notes = notes(window, lines);
        self.draw(&document, &request, text, |page, total| {
            let place = format!("{name} lines {}-{}, page {} of {total}", page.first_line, page.last_line, page.number);
            format!("{place}{notes}")
        })
        .map(|(pages, captions)| Segment::Pages { window: Some(window.clone()), pages, captions })
    }

    fn request(&self, line_numbers: Show) -> Request {
        Request {
            model: self.settings.model.clone(),
            budget: self.settings.budget,
            tokenizer: self.settings.tokenizer.clone(),
            line_numbers,
            ..Request::default()
        }
    }

    fn big_enough(&self, text: &str) -> Result<(), Reason> {
        let small = text.len() < LEAST_BYTES && self.settings.when == When::Auto;
        if small { Err(Reason::Cost) } else { Ok(()) }
    }

    /// Plans, weighs and draws.
    fn draw(
        &mut self,
        document: &Document,
        request: &Request,
        text: &str,
        caption: impl Fn(&Page, usize) -> String,
    ) -> Result<(Vec<Page>, Vec<String>), Reason> {
        let Planned { plan, .. } = engine::plan(document, request).map_err(|_| Reason::Layout)?;
        if self.pages + plan.pages.len() > self.settings.max_pages {
            return Err(Reason::Pages);
        }
        let text = self.tokenizer.count(text);
        // Before anything is drawn: captions only add to this.
        if self.settings.when == When::Auto && !saves(plan.tokens, text) {
            return Err(Reason::Cost);
        }
        let pages = engine::render(document, &plan).map_err(|_| Reason::Layout)?;
        let captions: Vec<String> = pages.iter().map(|page| caption(page, pages.len())).collect();
        let beside: Tokens = captions.iter().map(|line| self.tokenizer.count(line) + Tokens::new(AROUND)).sum();
        let visual = plan.tokens + beside;
        if self.settings.when == When::Auto && !saves(visual, text) {
            return Err(Reason::Cost);
        }
        self.pages += pages.len();
        self.text += text;
        self.visual += visual;
        Ok((pages, captions))
    }

    /// The observation; without pages it is no observation.
    pub(super) fn finish(self, segments: Vec<Segment>) -> Result<Observation, Reason> {
        if self.pages == 0 {
            return Err(self.reason.unwrap_or(Reason::Command));
        }
        Ok(Observation { segments, reason: self.reason, text_tokens: self.text, visual_tokens: self.visual })
    }
}

/// The pages of a diff: the text itself, without numbers, for its lines are those of no file.
pub(super) fn diff(stdout: &[u8], settings: &Settings) -> Result<Observation, Reason> {
    let text = std::str::from_utf8(stdout).map_err(|_| Reason::Encoding)?;
    if !text.starts_with("diff --git ") {
        return Err(Reason::Mismatch);
    }
    // Secrets show up in diffs too.
    let named =
        |line: &str| line.strip_prefix("+++ ").or(line.strip_prefix("--- ")).is_some_and(super::secrets::is_secret);
    if text.lines().any(named) {
        return Err(Reason::Secret);
    }
    let mut job = Job::new(settings)?;
    job.big_enough(text)?;
    let source = Source::decode(stdout.to_vec(), Some("git diff"), &Limits::default()).map_err(|_| Reason::Encoding)?;
    let options = Options { language: Language::Named("diff".into()), coverage: font::covers, ..Options::default() };
    let document = Document::build(&source, &options).map_err(|_| Reason::Layout)?;
    let request = job.request(Show::Off);
    let caption = |page: &Page, total: usize| format!("git diff, page {} of {total}", page.number);
    let (pages, captions) = job.draw(&document, &request, text, caption)?;
    job.finish(vec![Segment::Pages { window: None, pages, captions }])
}

/// Whether pages of this cost save enough over the text.
fn saves(visual: Tokens, text: Tokens) -> bool {
    visual.get().saturating_mul(1000) <= text.get().saturating_mul(MARGIN)
}

/// Whether a document has the file's lines under the file's numbers: the last doubt before drawing.
fn shows(document: &Document, file: &FileLines, window: &Window) -> bool {
    document.lines() as u64 == window.shown.count()
        && (window.shown.first().get()..).zip(0..document.lines()).all(|(number, index)| {
            let line = file.line(number).map(|line| line.strip_suffix(b"\r").unwrap_or(line));
            document.number(index).is_some_and(|label| label.get() == number)
                && line.is_some_and(|line| {
                    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) == document.text(index).as_bytes()
                })
        })
}

/// What the picture cannot show, and what was asked for where more is shown.
fn notes(window: &Window, lines: &[u8]) -> String {
    let mut notes = String::new();
    if window.asked != window.shown {
        let (asked, shown) = (window.asked, window.shown);
        notes = format!(" (asked for {}-{}, shown {}-{})", asked.first(), asked.last(), shown.first(), shown.last());
    }
    if lines.windows(2).any(|pair| pair == b"\r\n") {
        notes.push_str(" (CRLF line ends)");
    }
    notes
}
