//! A small repository to run commands in, and the real binary.

#![allow(dead_code, reason = "each test file uses its own share")]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub(crate) struct Ground {
    folder: TempDir,
}

/// How a process ended and what it said.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        use std::os::unix::process::ExitStatusExt as _;
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        Self { code: output.status.code(), signal: output.status.signal(), out: output.stdout, err }
    }
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }
}

/// So many lines of Rust.
pub(crate) fn source(lines: usize) -> String {
    (0..lines).fold(String::new(), |mut text, line| {
        writeln!(text, "fn number_{line}(left: u64) -> u64 {{ left.wrapping_mul({line}) + {} }}", line * 7)
            .expect("a string takes all");
        text
    })
}

impl Ground {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ground = Self { folder };
        let root = ground.root();
        let write = |path: &str, bytes: &[u8]| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        };
        let code = source(120);
        write("code.rs", code.as_bytes());
        write("core/lib.rs", code.as_bytes());
        write("crlf.rs", code.replace('\n', "\r\n").as_bytes());
        write("latin.txt", b"caf\xE9\n".repeat(60).as_slice());
        write("nul.bin", b"a\0b\n".repeat(60).as_slice());
        write("empty.rs", b"");
        write(".env", "KEY=value\n".repeat(60).as_bytes());
        write("keys/id_rsa", "secret\n".repeat(60).as_bytes());
        write("touch.sh", b"#!/bin/sh\necho '// more' | cat - code.rs > code.new && mv code.new code.rs\n");
        let picture = "<MSWEA_MULTIMODAL_CONTENT><CONTENT_TYPE>image_url</CONTENT_TYPE>u</MSWEA_MULTIMODAL_CONTENT>";
        write("markup.py", format!("TAG = '{picture}'\n").as_bytes());
        std::os::unix::fs::symlink(".env", root.join("link.txt")).expect("a link");
        let line = "chmod +x touch.sh; git init -q; git config user.name t; git config user.email t@example.invalid; \
                    git add -A; git commit -qm one";
        assert_eq!(ground.plain(line).code, Some(0), "git works");
        ground
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn program() -> &'static str {
        env!("CARGO_BIN_EXE_codeshot")
    }

    /// The line by itself.
    pub(crate) fn plain(&self, line: &str) -> Ran {
        let output = Command::new("/bin/sh").args(["-c", line]).current_dir(self.root()).stdin(Stdio::null()).output();
        Ran::of(output.expect("a shell"))
    }

    /// The line under `codeshot exec`, with time enough for a slow build.
    pub(crate) fn exec(&self, options: &[&str], line: &str) -> Ran {
        self.run(&[&["exec", "--timeout", "120000"], options, &["--", "/bin/sh", "-c", line]].concat())
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.with_input(args, b"")
    }

    pub(crate) fn with_input(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut child = Command::new(Self::program())
            .args(args)
            .current_dir(self.root())
            .env("TMPDIR", self.root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A command that does not read may be gone by now.
        let _ = stdin.write_all(input);
        drop(stdin);
        Ran::of(child.wait_with_output().expect("it ends"))
    }
}

/// Opens the first page that an observation names.
pub(crate) fn picture_of(out: &str) -> image::RgbImage {
    let line = out.lines().find(|line| line.starts_with("[codeshot] ")).expect("a page");
    let path = line.rsplit(": ").next().expect("a path");
    image::open(path).expect("a PNG at the printed path").to_rgb8()
}
