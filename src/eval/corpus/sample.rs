//! Sampling windows by seed: a package by weight, a file of it that is long enough, a first line.

use super::{Corpus, Package, SourceFile, line_no};
use crate::cost::Tokenizer;
use crate::eval::EvalError;
use crate::eval::random::Random;
use crate::units::{LineNo, Tokens};

/// Windows with more tokens a line than this are generated tables and left out.
pub const DENSEST: u64 = 30;
/// Draws for each window wanted before the corpus is given up.
const DRAWS: usize = 100;

/// A range of lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The package it is from.
    pub package: String,
    /// The file within it.
    pub file: String,
    /// The number of its first line.
    pub first_line: LineNo,
    /// Its text, with LF line ends.
    pub text: String,
    /// Tokens of the text by the counter used for sampling.
    pub tokens: Tokens,
}

impl Corpus {
    /// Draws `count` windows of `lines` lines. The draw depends on the seed and the size only, and the first windows of
    /// a longer draw are those of a shorter one.
    ///
    /// # Errors
    /// [`EvalError::TooShort`] and [`EvalError::TooDense`] when the corpus has no such windows.
    pub fn sample(&self, lines: usize, count: usize, seed: u64, counter: &Tokenizer) -> Result<Vec<Window>, EvalError> {
        if lines == 0 {
            return Err(EvalError::EmptyWindow);
        }
        let packages: Vec<(&Package, Vec<&SourceFile>)> = self
            .packages
            .iter()
            .map(|package| (package, package.files.iter().filter(|file| file.lines() >= lines).collect::<Vec<_>>()))
            .filter(|(_, files)| !files.is_empty())
            .collect();
        let weight: usize = packages.iter().map(|(package, _)| package.weight).sum();
        if weight == 0 {
            return Err(EvalError::TooShort { corpus: self.name.clone(), lines, longest: self.longest() });
        }
        let mut random = Random::new(seed, lines as u64);
        let mut windows = Vec::with_capacity(count);
        for _ in 0..count * DRAWS {
            if windows.len() == count {
                break;
            }
            let (package, files) = pick(&packages, random.below(weight));
            let file = files[random.below(files.len())];
            let first = random.below(file.lines() - lines + 1);
            let text = file.window(first, lines);
            let tokens = counter.count(text);
            if tokens.get() <= DENSEST * lines as u64 {
                windows.push(Window {
                    package: package.name.clone(),
                    file: file.path.clone(),
                    first_line: line_no(first),
                    text: text.to_owned(),
                    tokens,
                });
            }
        }
        if windows.len() < count {
            return Err(EvalError::TooDense { corpus: self.name.clone(), lines, limit: DENSEST });
        }
        Ok(windows)
    }
}

/// The package in whose share of the weights `at` lies.
fn pick<'a, 'b>(
    packages: &'b [(&'a Package, Vec<&'a SourceFile>)],
    mut at: usize,
) -> (&'a Package, &'b [&'a SourceFile]) {
    for (package, files) in packages {
        if at < package.weight {
            return (package, files);
        }
        at -= package.weight;
    }
    let (package, files) = &packages[packages.len() - 1];
    (package, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_its_windows_and_a_longer_draw_begins_with_the_shorter() {
        let (corpus, counter) = (Corpus::built_in(), Tokenizer::by_name("cl100k").expect("built in"));
        let draw = |count, seed| corpus.sample(30, count, seed, &counter).expect("windows");
        assert_eq!(draw(5, 1), draw(9, 1)[..5]);
        assert_ne!(draw(5, 1), draw(5, 2));
        assert!(draw(9, 1).iter().all(|window| window.text.lines().count() == 30));
    }

    #[test]
    fn sizes_that_no_file_has_are_refused() {
        let (corpus, counter) = (Corpus::built_in(), Tokenizer::by_name("cl100k").expect("built in"));
        let error = corpus.sample(100_000, 1, 1, &counter).expect_err("too long");
        assert!(error.to_string().contains("100000 lines"), "{error}");
        assert!(corpus.sample(0, 1, 1, &counter).is_err());
    }
}
