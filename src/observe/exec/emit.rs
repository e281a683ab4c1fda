//! Observations in the words of each agent.

use super::markup::Neutraliser;
use super::{Observation, Reason, Segment};
use crate::encode::{Emit, blocks};
use crate::engine::Page;

/// Who reads the output of `codeshot exec`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Agent {
    /// Any agent with a tool that opens pictures: paths of the pages and what they show.
    #[default]
    Paths,
    /// mini-swe-agent 2 with `multimodal_regex`.
    Mswea,
    /// SWE-agent 1.1 with `image_parsing`.
    SweAgent,
    /// Claude Code's Bash tool, which takes one data URI and nothing else.
    ClaudeCode,
}

/// A PNG as a data URL.
pub fn data_url(png: &[u8]) -> String {
    blocks(Emit::DataUrl, [("", png)])[0].as_str().unwrap_or_default().to_owned()
}

/// What to print for an observation. `path` gives the place of a page, where one was written.
///
/// # Errors
/// When the agent cannot take this mix of text and pages, or a page has no place.
pub fn emit(
    agent: Agent,
    observation: &Observation,
    path: &mut dyn FnMut(&Page) -> Option<String>,
) -> Result<Vec<u8>, Reason> {
    if agent == Agent::ClaudeCode {
        return sole(observation).map(|(page, _)| data_url(&page.png).into_bytes());
    }
    let mut out = Vec::new();
    for segment in &observation.segments {
        match segment {
            Segment::Text(bytes) => out.extend(Neutraliser::text(agent, bytes)),
            Segment::Pages { pages, captions, .. } => {
                if out.last().is_some_and(|&byte| byte != b'\n') {
                    out.push(b'\n');
                }
                for (page, caption) in pages.iter().zip(captions) {
                    let caption = Neutraliser::text(agent, one_line(caption).as_bytes());
                    let caption = String::from_utf8_lossy(&caption);
                    let line = match agent {
                        Agent::Mswea => mswea(&caption, page),
                        Agent::SweAgent => {
                            format!("![{}]({})\n", caption.replace(['[', ']'], "_"), data_url(&page.png))
                        }
                        Agent::Paths | Agent::ClaudeCode => {
                            format!("[codeshot] {caption}: {}\n", path(page).ok_or(Reason::Error)?)
                        }
                    };
                    out.extend_from_slice(line.as_bytes());
                }
            }
        }
    }
    Ok(out)
}

/// The caption and the tag that `multimodal_regex` finds.
fn mswea(caption: &str, page: &Page) -> String {
    format!(
        "[codeshot] {caption}\n<MSWEA_MULTIMODAL_CONTENT><CONTENT_TYPE>image_url</CONTENT_TYPE>{}</MSWEA_MULTIMODAL_CONTENT>\n",
        data_url(&page.png)
    )
}

/// A name with a line feed in it stays on one line.
fn one_line(caption: &str) -> String {
    crate::source::chars::printable(&caption.replace('\n', " "))
}

/// The one page of an observation that has nothing else, with its caption.
///
/// # Errors
/// [`Reason::Mixed`] or [`Reason::Pages`].
pub(crate) fn sole(observation: &Observation) -> Result<(&Page, &str), Reason> {
    match &observation.segments[..] {
        [Segment::Pages { pages, captions, .. }] => match (&pages[..], &captions[..]) {
            ([page], [caption]) => Ok((page, caption)),
            _ => Err(Reason::Pages),
        },
        _ if observation.pages() > 1 => Err(Reason::Pages),
        _ => Err(Reason::Mixed),
    }
}
