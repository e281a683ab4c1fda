//! The command as a process: started unchanged, its output held or passed on, its end taken over.

use crate::observe::exec::{MAX_STDOUT, Neutraliser, Reason};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _, Write as _};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Bytes read at once.
const CHUNK: usize = 64 * 1024;
/// Chunks that may wait: the command is slowed down where nobody reads.
const WAITING: usize = 8;

/// The words to run and the line to classify.
pub(super) fn command_line(words: &[OsString]) -> (Vec<OsString>, String) {
    if let [line] = words {
        return (vec!["/bin/sh".into(), "-c".into(), line.clone()], line.to_string_lossy().into_owned());
    }
    let text = shell_string(words)
        .unwrap_or_else(|| words.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" "));
    (words.to_vec(), text)
}

/// The string of `SHELL -c STRING`.
fn shell_string(words: &[OsString]) -> Option<String> {
    let (shell, rest) = words.split_first()?;
    let shell = std::path::Path::new(shell).file_name()?.to_str()?;
    if !["sh", "bash", "dash", "ash", "ksh", "zsh"].contains(&shell) {
        return None;
    }
    let (string, flags) = rest.split_last()?;
    let short = |flag: &OsString| {
        flag.to_str().is_some_and(|flag| flag.len() > 1 && flag.starts_with('-') && !flag.starts_with("--"))
    };
    let last = flags.last()?.to_str()?;
    (flags.iter().all(short) && last.contains('c')).then(|| string.to_string_lossy().into_owned())
}

/// A word as a shell takes it.
pub(in crate::cli) fn quoted(word: &str) -> String {
    let plain =
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(&byte));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// What became of stdout.
pub(super) enum Output {
    /// It is all here and nothing was printed yet.
    Held(Arc<Vec<u8>>),
    /// It was printed as it came.
    Passed { bytes: u64, reason: Option<Reason> },
}

/// A running command.
pub(super) struct Child {
    process: std::process::Child,
    chunks: Receiver<Vec<u8>>,
}

impl Child {
    pub(super) fn start(argv: &[OsString]) -> io::Result<Self> {
        let (program, rest) = argv.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let (mut reader, writer) = io::pipe()?;
        let mut command = Command::new(program);
        command.args(rest);
        if merged() {
            // One pipe for both keeps their order.
            command.stderr(writer.try_clone()?);
        }
        command.stdout(writer);
        let process = command.spawn()?;
        // The writing ends must go, or the pipe never ends.
        drop(command);
        let (send, chunks) = mpsc::sync_channel(WAITING);
        std::thread::Builder::new().spawn(move || {
            loop {
                let mut chunk = vec![0; CHUNK];
                match reader.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) | Err(_) => return,
                    Ok(read) => chunk.truncate(read),
                }
                if send.send(chunk).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { process, chunks })
    }

    /// Takes all of stdout: held for at most `hold`, where that is given, else passed on as it comes.
    pub(super) fn output(&mut self, hold: Option<Duration>, neutraliser: &mut Neutraliser) -> Output {
        let mut held = Vec::new();
        let mut reason = None;
        if let Some(hold) = hold {
            let began = super::now();
            loop {
                match self.chunks.recv_timeout(hold.saturating_sub(began.elapsed())) {
                    Ok(chunk) => held.extend_from_slice(&chunk),
                    Err(RecvTimeoutError::Disconnected) => return Output::Held(Arc::new(held)),
                    Err(RecvTimeoutError::Timeout) => {
                        reason = Some(Reason::Slow);
                        break;
                    }
                }
                if held.len() > MAX_STDOUT {
                    reason = Some(Reason::Size);
                    break;
                }
            }
        }
        let bytes = self.pass_on(&held, neutraliser);
        Output::Passed { bytes, reason }
    }

    fn pass_on(&mut self, held: &[u8], neutraliser: &mut Neutraliser) -> u64 {
        let mut out = io::stdout().lock();
        let mut bytes = held.len() as u64;
        let mut print = |bytes: &[u8]| out.write_all(bytes).and_then(|()| out.flush()).is_ok();
        if !print(&neutraliser.push(held)) {
            self.close();
            return bytes;
        }
        while let Ok(chunk) = self.chunks.recv() {
            bytes += chunk.len() as u64;
            if !print(&neutraliser.push(&chunk)) {
                // Nobody reads: the command must learn of it as it would have by itself.
                self.close();
                return bytes;
            }
        }
        print(&neutraliser.finish());
        bytes
    }

    /// Lets the reader end, and with it the pipe.
    fn close(&mut self) {
        self.chunks = mpsc::sync_channel(0).1;
    }

    pub(super) fn wait(&mut self) -> ExitStatus {
        self.process.wait().unwrap_or_default()
    }
}

/// Whether stdout and stderr are one and the same here.
fn merged() -> bool {
    let of = |descriptor: &str| std::fs::read_link(format!("/proc/self/fd/{descriptor}")).ok();
    of("1").is_some_and(|out| Some(out) == of("2"))
}

/// Replaces this process by the command; comes back only when that fails.
pub(super) fn become_command(argv: &[OsString]) -> ExitCode {
    let Some((program, rest)) = argv.split_first() else { return ExitCode::from(127) };
    let error = replace(Command::new(program).args(rest));
    match error {
        Ok(status) => end_as(status),
        Err(error) => cannot_run(argv, &error),
    }
}

#[cfg(unix)]
fn replace(command: &mut Command) -> io::Result<ExitStatus> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec())
}

#[cfg(not(unix))]
fn replace(command: &mut Command) -> io::Result<ExitStatus> {
    command.status()
}

/// As a shell says it: 127 for what is not there, 126 for what cannot be run.
pub(super) fn cannot_run(argv: &[OsString], error: &io::Error) -> ExitCode {
    let name = argv.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let name = crate::source::chars::printable(&name);
    let _ = writeln!(io::stderr(), "codeshot: cannot run {name}: {error}");
    ExitCode::from(if error.kind() == io::ErrorKind::NotFound { 127 } else { 126 })
}

/// The signal that ended a command.
#[cfg(unix)]
pub(super) fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
pub(super) fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Ends this process as the command ended: by its code, or by its signal.
pub(super) fn end_as(status: ExitStatus) -> ExitCode {
    if let Some(signal) = signal(status) {
        // A shell in our place dies of the signal, as the command did.
        let _ = replace(Command::new("/bin/sh").arg("-c").arg(format!("kill -{signal} $$")).stdin(Stdio::null()));
        return ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX));
    }
    ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// Whether a program is found on the path.
pub(in crate::cli) fn on_path(name: &OsStr) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: &[&str]) -> String {
        command_line(&words.iter().map(OsString::from).collect::<Vec<_>>()).1
    }

    #[test]
    fn the_string_of_a_shell_is_what_is_classified() {
        assert_eq!(text(&["bash", "-c", "cat a | head"]), "cat a | head");
        assert_eq!(text(&["/bin/bash", "-l", "-ec", "cat a"]), "cat a");
        assert_eq!(text(&["cat a; ls"]), "cat a; ls");
        assert_eq!(text(&["cat", "a b", "it's"]), r"cat 'a b' 'it'\''s'");
        assert_eq!(text(&["bash", "-c", "cat $1", "x", "a"]), "bash -c 'cat $1' x a");
    }
}
