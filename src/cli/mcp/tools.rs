//! The tools: pages as image blocks, each after a line of text; a mistake in a call is told as its result.

use super::RpcError;
use crate::document::{Document, Options};
use crate::encode::{Emit, blocks};
use crate::engine::{self, Budget, Request};
use crate::font;
use crate::observe::exec::Settings;
use crate::source::{Limits, Source};
use crate::units::{Bytes, LineNo, LineRange};
use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The most bytes of a file or text.
const MAX_BYTES: u64 = 16 << 20;

/// What the tools work with.
pub(super) struct Tools {
    settings: Settings,
    /// Folders whose files may be shown, links resolved.
    roots: Vec<PathBuf>,
}

impl Tools {
    pub(super) fn new(settings: Settings, roots: &[PathBuf]) -> anyhow::Result<Self> {
        let real = |root: &PathBuf| {
            std::fs::canonicalize(root).with_context(|| format!("cannot open the folder {}", root.display()))
        };
        Ok(Self { settings, roots: roots.iter().map(real).collect::<Result<_, _>>()? })
    }

    /// The tools as they are listed.
    pub(super) fn list() -> Value {
        let ratio = json!({"type": "number", "minimum": 1, "maximum": 1000,
            "description": "aim at the text tokens divided by this; larger is cheaper and harder to read"});
        let start = json!({"type": "integer", "minimum": 1, "description": "first line, from 1"});
        let end = json!({"type": "integer", "minimum": 1, "description": "last line, included"});
        let path = json!({"type": "string", "description": "file, relative to the first allowed folder or absolute"});
        let file = json!({"type": "object", "properties": {"path": path, "start": start, "end": end, "ratio": ratio},
            "required": ["path"]});
        json!([
            {"name": "view_code", "description": "Shows lines of a source file as pictures with the file's own line numbers, at fewer tokens than text.",
                "inputSchema": file, "annotations": {"readOnlyHint": true}},
            {"name": "render_text", "description": "Shows a text as pictures.",
                "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "ratio": ratio,
                    "name": {"type": "string", "description": "name for language and caption, such as a.rs"}}, "required": ["text"]},
                "annotations": {"readOnlyHint": true}},
            {"name": "estimate", "description": "Says what lines of a file cost as text and as pictures, without drawing them.",
                "inputSchema": file, "annotations": {"readOnlyHint": true}},
        ])
    }

    pub(super) fn call(&self, params: &Value) -> Result<Value, RpcError> {
        let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
        let empty = json!({});
        let arguments = params.get("arguments").unwrap_or(&empty);
        let content = match name {
            "view_code" => self.file(arguments).and_then(|(document, request)| draw(&document, &request)),
            "render_text" => self.text(arguments).and_then(|(document, request)| draw(&document, &request)),
            "estimate" => self.file(arguments).and_then(|(document, request)| estimate(&document, &request)),
            _ => return Err(RpcError(-32602, format!("tool {name} is not known"))),
        };
        Ok(match content {
            Ok(content) => json!({"content": content, "isError": false}),
            Err(error) => {
                let text = crate::source::chars::printable(&format!("{error:#}").replace('\n', " "));
                json!({"content": [{"type": "text", "text": text}], "isError": true})
            }
        })
    }

    fn file(&self, arguments: &Value) -> anyhow::Result<(Document, Request)> {
        let name = string(arguments, "path")?;
        let (path, shown) = self.allowed(name)?;
        let size = std::fs::metadata(&path).with_context(|| format!("cannot read {name}"))?;
        if !size.is_file() {
            bail!("{name} is no file; name one");
        }
        if size.len() > MAX_BYTES {
            bail!("{name} has {} bytes, the limit is {MAX_BYTES}; show a smaller file", Bytes::new(size.len()));
        }
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {name}"))?;
        let start = number(arguments, "start")?.unwrap_or(1);
        let end = number(arguments, "end")?.unwrap_or(u64::MAX);
        let Some(window) = LineRange::new(LineNo::new(start), LineNo::new(end)) else {
            bail!("lines {start} to {end} are no range; lines count from 1 and the smaller stands first");
        };
        self.document(bytes, &shown, Some(window), arguments)
    }

    fn text(&self, arguments: &Value) -> anyhow::Result<(Document, Request)> {
        let text = string(arguments, "text")?;
        let name = arguments.get("name").and_then(Value::as_str).unwrap_or("text");
        self.document(text.as_bytes().to_vec(), name, None, arguments)
    }

    fn document(
        &self,
        bytes: Vec<u8>,
        name: &str,
        window: Option<LineRange>,
        arguments: &Value,
    ) -> anyhow::Result<(Document, Request)> {
        let source = Source::decode(bytes, Some(name), &Limits::default())?;
        if source.lines() == 0 {
            bail!("{name} is empty");
        }
        let document = Document::build(&source, &Options { window, coverage: font::covers, ..Options::default() })?;
        let request = Request {
            model: self.settings.model.clone(),
            budget: budget(arguments)?.unwrap_or(self.settings.budget),
            tokenizer: self.settings.tokenizer.clone(),
            ..Request::default()
        };
        Ok((document, request))
    }

    /// The real place of a file, links resolved, and its name below its root: only inside an allowed folder.
    fn allowed(&self, name: &str) -> anyhow::Result<(PathBuf, String)> {
        let first = self.roots.first().context("no folder is allowed; give --root DIR")?;
        let path = first.join(Path::new(name));
        // One message for what is outside and what is not there: nothing is told of the rest of the disk.
        let refused = || format!("{name} is not there or not inside the allowed folders");
        let real = std::fs::canonicalize(&path).ok().with_context(refused)?;
        let root = self.roots.iter().find(|root| real.starts_with(root)).with_context(refused)?;
        if crate::observe::exec::is_secret(&real.to_string_lossy()) || crate::observe::exec::is_secret(name) {
            bail!("{name} may hold secrets and is not shown");
        }
        let shown = real.strip_prefix(root).unwrap_or(&real).to_string_lossy().into_owned();
        Ok((real, shown))
    }
}

fn draw(document: &Document, request: &Request) -> anyhow::Result<Value> {
    let planned = engine::plan(document, request)?;
    let pages = engine::render(document, &planned.plan)?;
    let total = pages.len();
    let name = document.name().unwrap_or("text");
    let captions: Vec<String> = pages
        .iter()
        .map(|page| format!("{name} lines {}-{}, page {} of {total}", page.first_line, page.last_line, page.number))
        .collect();
    let pages = captions.iter().map(String::as_str).zip(pages.iter().map(|page| page.png.as_slice()));
    Ok(blocks(Emit::Mcp, pages))
}

fn estimate(document: &Document, request: &Request) -> anyhow::Result<Value> {
    let planned = engine::plan(document, request)?;
    let report = json!({
        "lines": document.lines(),
        "text_tokens": planned.text_tokens,
        "visual_tokens": planned.plan.tokens,
        "pages": planned.plan.pages.len(),
        "model": request.model.name(),
        "tokenizer": planned.tokenizer.name(),
        "warnings": planned.warnings,
    });
    Ok(json!([{"type": "text", "text": report.to_string()}]))
}

fn string<'a>(arguments: &'a Value, key: &str) -> anyhow::Result<&'a str> {
    arguments.get(key).and_then(Value::as_str).with_context(|| format!("the call lacks `{key}`, a string"))
}

fn number(arguments: &Value, key: &str) -> anyhow::Result<Option<u64>> {
    let Some(value) = arguments.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
    // Command-line clients send numbers as strings.
    let parsed = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    parsed.map(Some).with_context(|| format!("`{key}` is {value}; give a whole number from 1"))
}

fn budget(arguments: &Value) -> anyhow::Result<Option<Budget>> {
    let Some(value) = arguments.get("ratio").filter(|value| !value.is_null()) else { return Ok(None) };
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let budget = crate::cli::values::ratio(&text).map_err(|error| anyhow::anyhow!(error))?;
    Ok(Some(budget))
}
