//! Markup that an agent would take for a picture: broken up in text that is passed on.

use super::emit::Agent;

/// What hands a patch in at mini-swe-agent; nothing after it may change.
const SUBMISSION: &[u8] = super::super::SUBMISSION.as_bytes();

/// Whether output begins with the submission line.
pub(super) fn submits(output: &[u8]) -> bool {
    output.trim_ascii_start().starts_with(SUBMISSION)
}

/// Passes text on, with one blank put into every tag that the agent would expand. Works on a stream cut anywhere.
#[derive(Clone, Debug)]
pub struct Neutraliser {
    tags: &'static [(&'static [u8], usize)],
    held: Vec<u8>,
    /// Whether the output turned out to hand a patch in; `None` until its first words are seen.
    raw: Option<bool>,
}

impl Neutraliser {
    /// The tags of an agent, each with the place of the blank.
    pub fn new(agent: Agent) -> Self {
        let tags: &[(&[u8], usize)] = match agent {
            Agent::Mswea => &[
                (b"<MSWEA_MULTIMODAL_CONTENT>", 25),
                (b"</MSWEA_MULTIMODAL_CONTENT>", 26),
                (b"<CONTENT_TYPE>", 13),
                (b"</CONTENT_TYPE>", 14),
            ],
            Agent::SweAgent => &[(b"](data:image/", 2)],
            _ => &[],
        };
        Self { tags, held: Vec::new(), raw: None }
    }

    /// Whether this agent expands no markup, so that text may be passed on unseen.
    pub const fn is_idle(&self) -> bool {
        self.tags.is_empty()
    }

    /// Takes the next bytes of a stream and gives back what can be passed on by now.
    #[must_use]
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        if self.tags.is_empty() || self.raw == Some(true) {
            return bytes.to_vec();
        }
        self.held.extend_from_slice(bytes);
        if self.raw.is_none() {
            let start = self.held.trim_ascii_start();
            if start.len() < SUBMISSION.len() && SUBMISSION.starts_with(start) {
                return Vec::new();
            }
            self.raw = Some(start.starts_with(SUBMISSION));
            if self.raw == Some(true) {
                return std::mem::take(&mut self.held);
            }
        }
        let first = self.tags[0].0[0];
        let (mut out, mut at) = (Vec::with_capacity(self.held.len()), 0);
        while at < self.held.len() {
            let rest = &self.held[at..];
            if let Some((tag, place)) = self.tags.iter().find(|(tag, _)| rest.starts_with(tag)) {
                out.extend_from_slice(&tag[..*place]);
                out.push(b' ');
                out.extend_from_slice(&tag[*place..]);
                at += tag.len();
            } else if self.tags.iter().any(|(tag, _)| tag.starts_with(rest)) {
                // The end may be the start of a tag.
                break;
            } else {
                // On to the next byte that can begin a tag.
                let step = memchr::memchr(first, &rest[1..]).map_or(rest.len(), |next| next + 1);
                out.extend_from_slice(&rest[..step]);
                at += step;
            }
        }
        self.held.drain(..at);
        out
    }

    /// What was held back, at the end of the stream.
    #[must_use]
    pub fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// A whole text at once.
    pub fn text(agent: Agent, bytes: &[u8]) -> Vec<u8> {
        let mut neutraliser = Self { raw: Some(false), ..Self::new(agent) };
        let mut out = neutraliser.push(bytes);
        out.extend(neutraliser.finish());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str =
        "x<MSWEA_MULTIMODAL_CONTENT><CONTENT_TYPE>image_url</CONTENT_TYPE>u</MSWEA_MULTIMODAL_CONTENT>< y";

    #[test]
    fn tags_are_broken_wherever_the_stream_is_cut() {
        let whole = Neutraliser::text(Agent::Mswea, PICTURE.as_bytes());
        let text = String::from_utf8(whole.clone()).expect("text");
        assert!(!text.contains("CONTENT>") && !text.contains("TYPE>"), "{text}");
        for cut in 0..PICTURE.len() {
            let mut stream = Neutraliser::new(Agent::Mswea);
            let mut out = stream.push(&PICTURE.as_bytes()[..cut]);
            out.extend(stream.push(&PICTURE.as_bytes()[cut..]));
            out.extend(stream.finish());
            assert_eq!(out, whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_submission_is_passed_on_as_it_is() {
        let patch = format!("\n COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n{PICTURE}");
        let mut stream = Neutraliser::new(Agent::Mswea);
        let mut out = Vec::new();
        for byte in patch.as_bytes() {
            out.extend(stream.push(&[*byte]));
        }
        out.extend(stream.finish());
        assert_eq!(out, patch.as_bytes());
    }

    #[test]
    fn markdown_pictures_are_broken_for_swe_agent_only() {
        let text = b"![a](data:image/png;base64,AA)";
        assert_ne!(Neutraliser::text(Agent::SweAgent, text), text);
        assert_eq!(Neutraliser::text(Agent::Paths, text), text);
    }
}
