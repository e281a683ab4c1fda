//! Fetching the pinned wheels through the user's own pip: nothing is built or installed.

use super::packages::{PACKAGES, Pinned};
use crate::eval::EvalError;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// What makes pip choose the pinned wheels whatever machine it runs on.
const TAGS: [&str; 14] = [
    "--python-version",
    "3.8",
    "--implementation",
    "cp",
    "--platform",
    "manylinux2014_x86_64",
    "--platform",
    "manylinux_2_17_x86_64",
    "--platform",
    "manylinux2010_x86_64",
    "--platform",
    "manylinux1_x86_64",
    "--platform",
    "any",
];

/// Fetches the wheels that `folder` lacks and checks the digests of all; `tell` hears of each package before its turn.
///
/// # Errors
/// [`EvalError::NoPip`], [`EvalError::Fetch`] when pip fails (offline, an index without the version), and
/// [`EvalError::Digest`] for a file that is not the pinned one.
pub fn fetch(folder: &Path, python: &str, mut tell: impl FnMut(&Pinned)) -> Result<(), EvalError> {
    fs::create_dir_all(folder).map_err(EvalError::io(folder))?;
    let mut pip_checked = false;
    for package in &PACKAGES {
        tell(package);
        let path = folder.join(package.wheel);
        if !path.exists() {
            if !pip_checked {
                check_pip(python)?;
                pip_checked = true;
            }
            download(folder, python, package)?;
        }
        check(&path, package)?;
    }
    Ok(())
}

/// Whether the wheels all lie in a folder.
pub(super) fn is_complete(folder: &Path) -> bool {
    PACKAGES.iter().all(|package| folder.join(package.wheel).is_file())
}

fn check_pip(python: &str) -> Result<(), EvalError> {
    let output = Command::new(python).args(["-m", "pip", "--version"]).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(EvalError::NoPip { python: python.to_owned() }),
    }
}

fn download(folder: &Path, python: &str, package: &Pinned) -> Result<(), EvalError> {
    let name = format!("{}=={}", package.name, package.version);
    let output = Command::new(python)
        .args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"])
        .args(["--only-binary", ":all:", "--no-deps"])
        .args(TAGS)
        .arg("--dest")
        .arg(folder)
        .arg(&name)
        .output()
        .map_err(|_| EvalError::NoPip { python: python.to_owned() })?;
    if output.status.success() && folder.join(package.wheel).is_file() {
        return Ok(());
    }
    Err(EvalError::Fetch { package: name, reason: last_words(&output) })
}

/// The last line that pip wrote, which names the cause.
fn last_words(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().rev().find(|line| line.starts_with("ERROR")).or_else(|| text.lines().last());
    let line = line.map(|line| line.trim_start_matches("ERROR: ").trim_end_matches(['.', ' ']).to_owned());
    line.unwrap_or_else(|| "it gave another file than the one pinned".to_owned())
}

fn check(path: &Path, package: &Pinned) -> Result<(), EvalError> {
    let bytes = fs::read(path).map_err(EvalError::io(path))?;
    let mut found = String::new();
    for byte in Sha256::digest(&bytes) {
        // Writing to a string cannot fail.
        let _ = write!(found, "{byte:02x}");
    }
    if found == package.sha256 {
        return Ok(());
    }
    Err(EvalError::Digest { wheel: package.wheel.to_owned(), found, pinned: package.sha256 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_python_is_told_with_its_name_and_the_cure() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = fetch(folder.path(), "no-such-python", |_| {}).expect_err("no pip");
        assert!(error.to_string().contains("no pip under 'no-such-python'"), "{error}");
    }

    #[test]
    fn a_wheel_that_is_not_the_pinned_one_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(PACKAGES[0].wheel), "not a wheel").expect("written");
        let error = fetch(folder.path(), "no-such-python", |_| {}).expect_err("wrong digest");
        assert!(error.to_string().contains(PACKAGES[0].sha256), "{error}");
    }
}
