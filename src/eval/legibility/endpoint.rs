//! A vision-language model behind an OpenAI-compatible endpoint (`/chat/completions`), local or hosted.

use super::transcript::{is_line, mark};
use super::{Reader, Score, Sheet};
use crate::encode::{Emit, blocks};
use crate::eval::EvalError;
use crate::eval::stats::float;
use serde_json::{Value, json};
use std::fmt;
use std::fs;
use std::time::Duration;

const TRANSCRIBE: &str = "These are pages of source code in reading order. Transcribe every line exactly, one line of \
output each, nothing else. Where a page shows line numbers, begin each line with its number and a tab.";

/// Longest wait for an answer: a slow local model transcribing many pages.
const PATIENCE: Duration = Duration::from_mins(10);

/// What is asked of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// To write down everything.
    Transcribe,
    /// To name the text of so many lines, by their numbers, spread over the window.
    Lines(usize),
}

/// The model.
pub struct Endpoint {
    url: String,
    model: String,
    key: Option<String>,
    question: Question,
    agent: ureq::Agent,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key stays out.
        f.debug_struct("Endpoint").field("url", &self.url).field("model", &self.model).finish_non_exhaustive()
    }
}

impl Endpoint {
    /// The model of this name at a base address such as `http://localhost:8000/v1`.
    pub fn new(url: &str, model: &str, key: Option<String>, question: Question) -> Self {
        let agent = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false).build();
        let url = format!("{}/chat/completions", url.trim_end_matches('/'));
        Self { url, model: model.to_owned(), key, question, agent: agent.into() }
    }

    fn failed(&self, reason: impl Into<String>) -> EvalError {
        EvalError::Reader { reader: self.name(), reason: reason.into() }
    }

    /// The answer to one request with all pages.
    fn ask(&self, pages: &[Vec<u8>], text: &str) -> Result<String, EvalError> {
        let labelled = pages.iter().map(|png| ("", png.as_slice()));
        let mut content: Vec<Value> = match blocks(Emit::OpenAiChat, labelled) {
            Value::Array(blocks) => blocks.into_iter().filter(|block| block["type"] != "text").collect(),
            other => vec![other],
        };
        content.push(json!({"type": "text", "text": text}));
        let body = json!({
            "model": self.model,
            "temperature": 0,
            "messages": [{"role": "user", "content": content}],
        });
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let unreachable = |error: ureq::Error| self.failed(format!("{error}; is {} the base address?", self.url));
        let mut response = request.send(body.to_string()).map_err(unreachable)?;
        let status = response.status();
        let text = response.body_mut().read_to_string().map_err(|error| self.failed(error.to_string()))?;
        let answer: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        match answer["choices"][0]["message"]["content"].as_str() {
            Some(answer) if status.is_success() => Ok(answer.to_owned()),
            _ => Err(self.failed(format!("status {status}: {}", text.chars().take(200).collect::<String>()))),
        }
    }

    #[expect(clippy::float_arithmetic, reason = "a share of right answers")]
    fn lines(&self, sheet: &Sheet, pages: &[Vec<u8>], count: usize) -> Result<Score, EvalError> {
        let first = sheet.first_line.ok_or_else(|| self.failed("the pages show no line numbers to ask about"))?;
        let chosen = spread(&sheet.truth, count);
        let mut right = 0;
        for &at in &chosen {
            let number = first.get() + at as u64;
            let question = format!("What is the text of line {number}? Answer with the text of that line only.");
            right += u64::from(is_line(&self.ask(pages, &question)?, &sheet.truth[at]));
        }
        let share = (!chosen.is_empty()).then(|| float(right) / float(chosen.len() as u64));
        Ok(Score { line_number_exact: share, ..Score::default() })
    }
}

impl Reader for Endpoint {
    fn name(&self) -> String {
        match self.question {
            Question::Transcribe => self.model.clone(),
            Question::Lines(count) => format!("{} ({count} line questions)", self.model),
        }
    }

    fn read(&self, sheet: &Sheet) -> Result<Score, EvalError> {
        let paths = sheet.pages()?;
        let pages: Result<Vec<_>, _> = paths.iter().map(|path| fs::read(path).map_err(EvalError::io(path))).collect();
        let pages = pages?;
        match self.question {
            Question::Transcribe => Ok(mark(sheet, &self.ask(&pages, TRANSCRIBE)?)),
            Question::Lines(count) => self.lines(sheet, &pages, count),
        }
    }
}

/// So many non-blank lines at equal distances.
fn spread(truth: &[String], count: usize) -> Vec<usize> {
    let full: Vec<usize> = (0..truth.len()).filter(|&at| !truth[at].trim().is_empty()).collect();
    let count = count.min(full.len());
    (0..count).map(|n| full[(2 * n + 1) * full.len() / (2 * count)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::net::TcpListener;

    /// Answers one request with `body` and gives back what was sent.
    fn serve(body: &'static str) -> (String, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let handle = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a request");
            let mut reader = BufReader::new(stream.try_clone().expect("a clone"));
            let (mut head, mut length) = (String::new(), 0);
            while !head.ends_with("\r\n\r\n") {
                let mut line = String::new();
                reader.read_line(&mut line).expect("a line");
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a length");
                }
                head.push_str(&line);
            }
            let mut sent = vec![0; length];
            reader.read_exact(&mut sent).expect("a body");
            let size = body.len();
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n{body}")
                .expect("sent");
            head + &String::from_utf8(sent).expect("UTF-8")
        });
        (url, handle)
    }

    #[test]
    fn an_endpoint_is_sent_the_pages_and_its_transcript_is_marked() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("page-1.png"), b"PNG").expect("written");
        let truth = folder.path().join("truth.txt");
        fs::write(&truth, "x = 1\n").expect("written");
        let sheet = Sheet::of_folder(folder.path(), &truth, Some(crate::units::LineNo::new(4))).expect("a sheet");
        let (url, handle) = serve(r#"{"choices":[{"message":{"content":"4\tx = 1"}}]}"#);
        let reader = Endpoint::new(&url, "some-model", Some("secret".to_owned()), Question::Transcribe);
        let score = reader.read(&sheet).expect("a score");
        assert_eq!((score.cer, score.line_number_exact), (Some(0.0), Some(1.0)));
        let sent = handle.join().expect("served");
        assert!(sent.contains("Bearer secret") && sent.contains("data:image/png;base64,UE5H"), "{sent}");
        assert!(!format!("{reader:?}").contains("secret"));
    }

    #[test]
    fn what_the_endpoint_complains_about_is_passed_on() {
        let (url, handle) = serve(r#"{"error":"no such model"}"#);
        let reader = Endpoint::new(&url, "some-model", None, Question::Transcribe);
        let error = reader.ask(&[], "hello").expect_err("an error");
        assert!(error.to_string().contains("no such model"), "{error}");
        handle.join().expect("served");
    }

    #[test]
    fn questions_are_spread_over_the_lines_that_hold_something() {
        let truth: Vec<String> = ["a", "", "b", "c", "d"].map(str::to_owned).to_vec();
        assert_eq!(spread(&truth, 2), [2, 4]);
        assert_eq!(spread(&truth, 9).len(), 4);
    }
}
