//! Redirections: where stdin comes from, where stdout goes, and which files they change.

use super::super::stream::{Kind, Seg, Stream};
use super::{Opened, Shell};
use brush_parser::ast::{IoFileRedirectKind, IoFileRedirectTarget, IoRedirect, ProcessSubstitutionKind};

/// Where a descriptor leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Stdout,
    Stderr,
    Gone,
    /// Another process that may print it.
    Unknown,
}

/// The redirections of one command, applied from left to right.
#[derive(Debug)]
pub(super) struct Redirected {
    pub(super) stdin: Option<Stream>,
    /// A file to read is missing: the command does not run.
    pub(super) failed: bool,
    stdout: Target,
    stderr: Target,
}

impl Redirected {
    pub(super) fn new() -> Self {
        Self { stdin: None, failed: false, stdout: Target::Stdout, stderr: Target::Stderr }
    }

    /// What of a command's output still reaches stdout.
    pub(super) fn apply(&self, stream: Stream) -> Stream {
        match self.stdout {
            Target::Stdout => stream,
            // Looking something up is a search even when the hits go nowhere; source that is not shown is no read.
            Target::Gone | Target::Stderr => {
                let kind = if stream.kind == Kind::Hits { Kind::Hits } else { Kind::Misc };
                Stream { kind, ..Stream::empty() }
            }
            Target::Unknown => Stream { segs: vec![Seg::Opaque], doubtful: true, ..Stream::opaque(stream.kind) },
        }
    }
}

impl Shell<'_> {
    /// Applies one redirection.
    pub(super) fn redirect(&mut self, redirect: &IoRedirect, to: &mut Redirected) {
        match redirect {
            IoRedirect::File(fd, kind, target) => self.redirect_file(*fd, kind, target, to),
            IoRedirect::HereDocument(fd, document) if fd.is_none_or(|fd| fd == 0) => {
                let body = &document.doc.value;
                let body = if document.requires_expansion { self.document(body) } else { Some(body.clone()) };
                to.stdin = Some(match body {
                    Some(body) => Stream::text(body.lines().map(str::to_owned).collect(), Kind::Misc),
                    // The body as written: enough to see whether a program writes.
                    None => Stream {
                        doubtful: true,
                        ..Stream::text(document.doc.value.lines().map(str::to_owned).collect(), Kind::Misc)
                    },
                });
            }
            IoRedirect::HereDocument(..) => {}
            IoRedirect::HereString(_, word) => {
                to.stdin = Some(match self.value(&word.value) {
                    Some(text) => Stream::text(text.lines().map(str::to_owned).collect(), Kind::Misc),
                    None => Stream::opaque(Kind::Misc),
                });
            }
            IoRedirect::OutputAndError(word, _) => {
                let target = self.write_target(&word.value);
                to.stdout = target;
                to.stderr = target;
            }
        }
    }

    fn redirect_file(
        &mut self,
        fd: Option<i32>,
        kind: &IoFileRedirectKind,
        target: &IoFileRedirectTarget,
        to: &mut Redirected,
    ) {
        let reads = matches!(kind, IoFileRedirectKind::Read | IoFileRedirectKind::DuplicateInput);
        let fd = fd.unwrap_or(i32::from(!reads));
        let target = match target {
            IoFileRedirectTarget::Filename(word) if reads => {
                if fd == 0 {
                    let opened = self.value(&word.value).map(|path| self.open(&path));
                    to.failed |= matches!(opened, Some(Opened::Missing | Opened::Folder));
                    to.stdin = Some(match opened {
                        Some(Opened::Stream(stream)) => stream,
                        Some(Opened::Nothing | Opened::Missing | Opened::Folder) => Stream::empty(),
                        Some(Opened::Unknown) | None => Stream::opaque(Kind::Source),
                    });
                }
                return;
            }
            IoFileRedirectTarget::Filename(word) => self.write_target(&word.value),
            IoFileRedirectTarget::ProcessSubstitution(ProcessSubstitutionKind::Read, subshell) => {
                to.stdin = Some(self.subshell(&subshell.list, Stream::empty()).0);
                return;
            }
            IoFileRedirectTarget::ProcessSubstitution(ProcessSubstitutionKind::Write, subshell) => {
                self.subshell(&subshell.list, Stream::opaque(Kind::Misc));
                Target::Unknown
            }
            IoFileRedirectTarget::Fd(1) => to.stdout,
            IoFileRedirectTarget::Fd(2) => to.stderr,
            IoFileRedirectTarget::Fd(_) => Target::Unknown,
            IoFileRedirectTarget::Duplicate(word) => match self.value(&word.value).as_deref() {
                Some("1") => to.stdout,
                Some("2") => to.stderr,
                Some("-") => Target::Gone,
                // `>&file` is `&>file`.
                _ if !reads => {
                    let target = self.write_target(&word.value);
                    to.stderr = target;
                    target
                }
                _ => Target::Unknown,
            },
        };
        match fd {
            1 => to.stdout = target,
            2 => to.stderr = target,
            _ => {}
        }
    }

    fn write_target(&mut self, raw: &str) -> Target {
        match self.value(raw) {
            Some(path) if path == "/dev/stdout" || path == "/dev/fd/1" => Target::Stdout,
            Some(path) if path == "/dev/stderr" || path == "/dev/fd/2" => Target::Stderr,
            Some(path) if path == "/dev/tty" => Target::Unknown,
            Some(path) if self.is_repository_path(&path) => {
                self.edit(&format!("writes {path}"));
                Target::Gone
            }
            Some(_) => Target::Gone,
            None => {
                // `> "$OUT"`: a file, most likely a new one in the repository.
                self.edit("writes a file whose name is not known");
                Target::Gone
            }
        }
    }
}
