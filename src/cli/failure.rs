//! Why a command failed, and the exit code that says whose fault it is.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything was done.
    Fine = 0,
    /// The input, or a path to write to, is at fault.
    Input = 1,
    /// The arguments are at fault.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error with its exit code; shown as one line, causes after colons.
#[derive(Debug)]
pub struct Failure {
    /// Whose fault it is.
    pub exit: Exit,
    /// What happened.
    pub error: anyhow::Error,
}

impl Failure {
    /// The arguments are at fault.
    pub fn usage(error: impl Into<anyhow::Error>) -> Self {
        Self { exit: Exit::Usage, error: error.into() }
    }
    /// The input, or a path to write to, is at fault.
    pub fn input(error: impl Into<anyhow::Error>) -> Self {
        Self { exit: Exit::Input, error: error.into() }
    }
    /// Whether a reader of standard output went away.
    pub fn is_broken_pipe(&self) -> bool {
        self.error.chain().any(|cause| {
            cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::input(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("{:#}", self.error);
        // One line, whatever a cause may say; no escape reaches a terminal.
        f.write_str(&crate::source::chars::printable(&line.replace('\n', " ")))
    }
}
