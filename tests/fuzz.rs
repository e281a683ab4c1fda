//! The fuzz targets with a stable compiler: the corpus is replayed, and every input of it is mutated a little.
//!
//! `CODESHOT_FUZZ_SECONDS=600 cargo test --test fuzz -- --nocapture` goes on for so long with fresh mutations; an
//! input that breaks a promise is written to `target/fuzz/` before the test fails.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a test that is given a time, and says what it did"
)]

#[path = "../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Mutations of the whole corpus in an ordinary run.
const ROUNDS: u64 = 3;

/// A small generator of numbers; the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % below.max(1)
    }
}

/// Pieces that steer into code that random bytes do not reach.
const PIECES: [&[u8]; 20] = [
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b"\0",
    b"\x1b[2K",
    b"\x1b[999C",
    b"\x1b]8;;",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xC3",
    b"\xE2\x80\xAE",
    "e\u{301}\u{302}".as_bytes(),
    "\u{1F469}\u{200D}\u{1F4BB}".as_bytes(),
    "漢字".as_bytes(),
    b"@@ -1,2 +1,3 @@\n",
    b"@@@ -1 -2,9 +3,9 @@@\n",
    b"     7\t",
    b"12:",
    b"==> a <==\n",
];

fn mutated(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..=dice.roll(6) {
        let at = dice.roll(data.len() + 1);
        match dice.roll(6) {
            0 => data.insert(at, u8::try_from(dice.roll(256)).unwrap_or(0)),
            1 if at < data.len() => data[at] = u8::try_from(dice.roll(256)).unwrap_or(0),
            2 if at < data.len() => drop(data.drain(at..(at + 1 + dice.roll(20)).min(data.len()))),
            3 => drop(data.splice(at..at, PIECES[dice.roll(PIECES.len())].iter().copied())),
            4 => {
                let from = dice.roll(data.len() + 1);
                let piece = data[from..(from + dice.roll(80)).min(data.len())].to_vec();
                drop(data.splice(at..at, piece));
            }
            _ => {
                let piece = PIECES[dice.roll(PIECES.len())];
                let times = 1 + dice.roll(40);
                drop(data.splice(at..at, piece.repeat(times)));
            }
        }
    }
    data
}

fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = ["fuzz/corpus/all", &format!("fuzz/corpus/{name}"), "tests/cases/inputs"]
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("a file"))).collect()
}

fn run(name: &str, target: fn(&[u8])) {
    let seeds = corpus(name);
    assert!(seeds.len() > 20, "the corpus is there");
    let tried = |data: &[u8], from: &Path| {
        if catch_unwind(AssertUnwindSafe(|| target(data))).is_err() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fuzz");
            fs::create_dir_all(&folder).expect("a folder");
            let path = folder.join(format!("{name}-{}", data.len()));
            fs::write(&path, data).expect("written");
            panic!("{name} fails on {}, made from {}", path.display(), from.display());
        }
    };
    for (path, data) in &seeds {
        tried(data, path);
    }
    let seconds = std::env::var_os("CODESHOT_FUZZ_SECONDS").and_then(|text| text.to_str()?.parse().ok());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut count = 0_u64;
    let mut round = 0;
    while end.map_or(round < ROUNDS, |end| Instant::now() < end) {
        for (at, (path, data)) in seeds.iter().enumerate() {
            let mut dice = Dice((round * 1_000 + at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            tried(&mutated(data, &mut dice), path);
            count += 1;
            if end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
        round += 1;
    }
    println!("{name}: {count} mutated inputs of {} seeds", seeds.len());
}

#[test]
fn decode() {
    run("decode", targets::decode);
}

#[test]
fn highlight() {
    run("highlight", targets::highlight);
}

#[test]
fn plan() {
    run("plan", targets::plan);
}

#[test]
fn encode() {
    run("encode", targets::encode);
}
