//! `codeshot exec`: runs a command as it is and gives its output back, source windows as pages.
//!
//! Why so careful: this stands in front of every command of an agent. What prints no source is not even captured where
//! that can be helped: the process becomes the command. Whatever fails on our side, the command's own output, exit code
//! and signal are what comes back.

mod child;
mod target;

use super::values;
use super::{Failure, Which};
use crate::engine::Budget;
use crate::observe::exec::{self, Agent, Neutraliser, Observation, Reason, Record, Scope, Settings, When};
use crate::observe::{Classified, Context, Disk, Files as _, classify};
use crate::units::Permille;
use child::{Child, Output};
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

pub(super) use child::{on_path, quoted};
pub(super) use target::keep;

/// Arguments of `codeshot exec`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Who reads the output
    #[arg(long, value_enum, default_value = "paths")]
    agent: AgentArg,
    #[command(flatten)]
    observing: Observing,
    /// Milliseconds that output may be held back and drawing may take, each
    #[arg(long, value_name = "MS", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    timeout: u64,
    /// The command after `--`: words to run, `SHELL -c STRING`, or one string for /bin/sh
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// What `exec`, the hooks and the server share.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Observing {
    /// Aim at the text tokens divided by R, from 1, such as 2.5 [default: 2]
    #[arg(short, long, value_name = "R", value_parser = values::ratio)]
    ratio: Option<Budget>,
    #[command(flatten)]
    which: Which,
    /// Tokenizer that counts the text [default: the nearest to the model's; o200k without one]
    #[arg(long, value_name = "NAME")]
    tokenizer: Option<String>,
    /// Windows as asked, or grown to 200 lines
    #[arg(long, value_enum, default_value = "normal")]
    scope: ScopeArg,
    /// Draw where it saves a tenth of the tokens, or always
    #[arg(long, value_enum, default_value = "auto")]
    when: WhenArg,
    /// The most pages of one observation
    #[arg(long, value_name = "N", default_value = "20")]
    max_pages: usize,
    /// Append a JSON line for each command to this file
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
}

/// [`Agent`] as it is typed; agents that show pages by path share one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum AgentArg {
    Paths,
    Mswea,
    Sweagent,
    ClaudeCode,
    Codex,
    Gemini,
    Opencode,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ScopeArg {
    Normal,
    Wide,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum WhenArg {
    Auto,
    Always,
}

impl From<AgentArg> for Agent {
    fn from(arg: AgentArg) -> Self {
        match arg {
            AgentArg::Mswea => Self::Mswea,
            AgentArg::Sweagent => Self::SweAgent,
            AgentArg::ClaudeCode => Self::ClaudeCode,
            // Base64 on stdout stays text there.
            AgentArg::Paths | AgentArg::Codex | AgentArg::Gemini | AgentArg::Opencode => Self::Paths,
        }
    }
}

impl Observing {
    /// The library's settings.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let model = self.which.model()?;
        let tokenizer = match &self.tokenizer {
            Some(name) => crate::cost::Tokenizer::by_name(name)?.name().to_owned(),
            // Nobody's price: an exact count rather than an estimate of Claude's.
            None if self.which.is_unset() => Settings::default().tokenizer,
            None => crate::cost::Tokenizer::for_model(&model)?.name().to_owned(),
        };
        Ok(Settings {
            model,
            tokenizer,
            budget: self.ratio.unwrap_or(Budget::Ratio(Permille::new(2000))),
            scope: if matches!(self.scope, ScopeArg::Wide) { Scope::Wide } else { Scope::Normal },
            when: if matches!(self.when, WhenArg::Always) { When::Always } else { When::Auto },
            max_pages: self.max_pages,
            ..Settings::default()
        })
    }

    /// Appends a record, if a log is kept. A log that cannot be written breaks nothing.
    pub(super) fn note(&self, record: &Record) {
        let Some(path) = &self.log else { return };
        let Ok(mut line) = serde_json::to_vec(record) else { return };
        line.push(b'\n');
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        // One write a line, so that lines of several processes do not mix.
        let _ = file.and_then(|mut file| file.write_all(&line));
    }
}

/// The clock: how long codeshot itself takes is told in the log.
#[expect(clippy::disallowed_methods, reason = "the command line may measure")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// The top folder of the repository that `cwd` lies in, else `cwd`.
pub(super) fn root_of(cwd: &Path) -> PathBuf {
    cwd.ancestors().find(|folder| Disk.entry(&folder.join(".git")).is_some()).unwrap_or(cwd).to_owned()
}

/// Runs the command. Never fails on its own account once the command could be started.
pub(super) fn run(args: &Args) -> ExitCode {
    let began = now();
    let (argv, text) = child::command_line(&args.command);
    let settings = args.observing.settings();
    if let Err(error) = &settings {
        let _ = writeln!(
            std::io::stderr(),
            "{}",
            Failure::usage(anyhow::anyhow!("codeshot: {error:#}; output stays text"))
        );
    }
    let cwd = std::env::current_dir().unwrap_or_default();
    let root = root_of(&cwd);
    let found = classify(&text, &Context { root: &root, cwd: &cwd, files: &Disk });
    let agent = Agent::from(args.agent);
    let promising = match &settings {
        Ok(_) => exec::promising(&found),
        Err(_) => Err(Reason::Error),
    };
    if promising.is_err() && args.observing.log.is_none() && Neutraliser::new(agent).is_idle() {
        return child::become_command(&argv);
    }
    let mut record = Record::of(agent.name(), &text, &found);
    let mut child = match Child::start(&argv) {
        Ok(child) => child,
        Err(error) => return child::cannot_run(&argv, &error),
    };
    let before = began.elapsed();
    let mut neutraliser = Neutraliser::new(agent);
    let hold = promising.is_ok().then(|| Duration::from_millis(args.timeout));
    let output = child.output(hold, &mut neutraliser);
    let status = child.wait();
    let after = now();
    match output {
        Output::Passed { bytes, reason } => {
            record.reason = Some(promising.err().or(reason).unwrap_or(Reason::Error).word().into());
            record.text_bytes = bytes;
        }
        Output::Held(stdout) => {
            let observation = match (status.code(), settings) {
                (Some(0), Ok(settings)) => {
                    bounded(Job { found, root, cwd, settings }, &stdout, Duration::from_millis(args.timeout))
                }
                _ => Observation::text(&stdout, Reason::Exit),
            };
            let observation = deliver(agent, observation, &stdout, neutraliser);
            record.observed(&observation);
        }
    }
    record.ms = u64::try_from((before + after.elapsed()).as_millis()).unwrap_or(u64::MAX);
    record.exit = status.code().unwrap_or_else(|| 128 + child::signal(status).unwrap_or(0));
    args.observing.note(&record);
    child::end_as(status)
}

struct Job {
    found: Classified,
    root: PathBuf,
    cwd: PathBuf,
    settings: Settings,
}

/// Observes beside the clock: what is not ready in time stays text.
fn bounded(job: Job, stdout: &Arc<Vec<u8>>, limit: Duration) -> Observation {
    let (send, receive) = mpsc::channel();
    let shared = Arc::clone(stdout);
    let started = std::thread::Builder::new().spawn(move || {
        let context = Context { root: &job.root, cwd: &job.cwd, files: &Disk };
        // Nobody may be waiting any more.
        let _ = send.send(exec::observe(&job.found, &context, &shared, &job.settings));
    });
    match started {
        Ok(_) => receive.recv_timeout(limit).unwrap_or_else(|_| Observation::text(stdout, Reason::Timeout)),
        Err(_) => Observation::text(stdout, Reason::Error),
    }
}

/// Prints an observation, or the plain output where it cannot be printed; gives back what was printed.
fn deliver(agent: Agent, observation: Observation, stdout: &[u8], mut neutraliser: Neutraliser) -> Observation {
    let mut place = |page: &crate::engine::Page| keep(&page.png).ok().map(|path| path.display().to_string());
    let pages = observation.pages() > 0;
    let (bytes, observation) = match pages.then(|| exec::emit(agent, &observation, &mut place)) {
        Some(Ok(bytes)) => (bytes, observation),
        other => {
            let mut bytes = neutraliser.push(stdout);
            bytes.extend(neutraliser.finish());
            let reason = match other {
                Some(Err(reason)) => Some(reason),
                _ => observation.reason,
            };
            (bytes, Observation::text(stdout, reason.unwrap_or(Reason::Error)))
        }
    };
    let mut out = std::io::stdout().lock();
    // A reader that went away has had its share.
    let _ = out.write_all(&bytes).and_then(|()| out.flush());
    observation
}
