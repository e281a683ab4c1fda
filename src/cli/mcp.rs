//! `codeshot mcp`: the tools `view_code`, `render_text` and `estimate` over the Model Context Protocol on stdio.
//!
//! Written by hand: three tools over one line of JSON each way need no framework and no async runtime. A method that is
//! not known is answered with -32601, on which clients of newer protocol versions fall back to `initialize`.

mod tools;

use super::Failure;
use super::exec::Observing;
use serde_json::{Value, json};
use std::io::{BufRead, Read as _, Write};
use std::path::PathBuf;
use tools::Tools;

/// The versions of the protocol that are spoken, newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// The most bytes of one message.
const MAX_MESSAGE: u64 = 16 << 20;

/// Arguments of `codeshot mcp`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    observing: Observing,
    /// Folder whose files may be shown; repeat for more [default: the current one]
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
}

/// An error as the protocol numbers it.
pub(super) struct RpcError(i64, String);

/// Serves until the input ends.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let settings = args.observing.settings().map_err(Failure::usage)?;
    let roots = if args.root.is_empty() { vec![PathBuf::from(".")] } else { args.root.clone() };
    let tools = Tools::new(settings, &roots).map_err(Failure::usage)?;
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(MAX_MESSAGE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        if let Some(answer) = message(&line, &tools) {
            serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
            writeln!(out)?;
            out.flush()?;
        }
    }
}

/// Answers one message; notifications and answers get none.
fn message(line: &[u8], tools: &Tools) -> Option<Value> {
    let failed = |id: Value, code: i64, text: &str| {
        Some(json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}}))
    };
    let Ok(request) = serde_json::from_slice::<Value>(line) else {
        return failed(Value::Null, -32700, "this is no JSON");
    };
    let id = request.get("id").cloned();
    let Some(method) = request.get("method").and_then(Value::as_str) else {
        let answer = request.get("result").is_some() || request.get("error").is_some();
        return if answer { None } else { failed(id.unwrap_or(Value::Null), -32600, "a request names a method") };
    };
    let id = id?;
    let empty = json!({});
    let params = request.get("params").unwrap_or(&empty);
    match call(method, params, tools) {
        Ok(result) => Some(json!({"jsonrpc": "2.0", "id": id, "result": result})),
        Err(RpcError(code, text)) => failed(id, code, &text),
    }
}

fn call(method: &str, params: &Value, tools: &Tools) -> Result<Value, RpcError> {
    match method {
        "initialize" => {
            let asked = params.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
            let version = VERSIONS.iter().find(|&&version| version == asked).unwrap_or(&VERSIONS[0]);
            Ok(json!({
                "protocolVersion": version,
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "codeshot", "version": env!("CARGO_PKG_VERSION")},
            }))
        }
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({"tools": Tools::list()})),
        "tools/call" => tools.call(params),
        _ => Err(RpcError(-32601, format!("method {method} is not known"))),
    }
}
