//! Pages as the content blocks of each API, a line of text before each picture.
//!
//! Shapes as the APIs document them (checked 2026-12-01): Anthropic Messages `image` with a base64
//! source, `OpenAI` Chat `image_url`, `OpenAI` Responses `input_image`, Gemini `inlineData`, MCP `image`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// The API to make blocks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// Bare data URLs, as a list of strings.
    DataUrl,
    /// Anthropic Messages, also inside a tool result.
    Anthropic,
    /// `OpenAI` Chat Completions, in a user message.
    OpenAiChat,
    /// `OpenAI` Responses, also inside a function call's output.
    OpenAiResponses,
    /// Gemini `generateContent` parts.
    Gemini,
    /// Content of an MCP tool result.
    Mcp,
}

/// The content blocks for pages given as (caption, PNG).
pub fn blocks<'a>(emit: Emit, pages: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Value {
    let block = |(caption, png): (&str, &[u8])| {
        let data = BASE64_STANDARD.encode(png);
        let url = || format!("data:image/png;base64,{data}");
        let text = |kind: &str| json!({"type": kind, "text": caption});
        match emit {
            Emit::DataUrl => vec![Value::String(url())],
            Emit::Anthropic => vec![
                text("text"),
                json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}),
            ],
            Emit::OpenAiChat => {
                vec![text("text"), json!({"type": "image_url", "image_url": {"url": url(), "detail": "high"}})]
            }
            Emit::OpenAiResponses => {
                vec![text("input_text"), json!({"type": "input_image", "image_url": url(), "detail": "high"})]
            }
            Emit::Gemini => {
                vec![json!({"text": caption}), json!({"inlineData": {"mimeType": "image/png", "data": data}})]
            }
            Emit::Mcp => vec![text("text"), json!({"type": "image", "data": data, "mimeType": "image/png"})],
        }
    };
    Value::Array(pages.into_iter().flat_map(block).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_api_gets_its_own_shape() {
        let page = [("a.rs 1-2", [1_u8, 2, 3].as_slice())];
        let of = |emit| blocks(emit, page);
        assert_eq!(of(Emit::DataUrl), json!(["data:image/png;base64,AQID"]));
        assert_eq!(of(Emit::Anthropic)[1]["source"]["media_type"], "image/png");
        assert_eq!(of(Emit::OpenAiChat)[1]["image_url"]["url"], "data:image/png;base64,AQID");
        assert_eq!(of(Emit::OpenAiResponses)[1]["image_url"], "data:image/png;base64,AQID");
        assert_eq!(of(Emit::Gemini)[1]["inlineData"]["data"], "AQID");
        assert_eq!(of(Emit::Mcp)[1], json!({"type": "image", "data": "AQID", "mimeType": "image/png"}));
    }
}
