//! Which language a source is in.
//!
//! In this order: what the user says; a mode line for vim or Emacs; the file's name; its extension; its first line.
//! Nothing found is plain text, and no reason to refuse; a language that the user misspelt is.

use super::options::{DocumentError, Language};
use std::sync::OnceLock;
use syntect::parsing::{SyntaxReference, SyntaxSet};

/// A language, with what it takes to colour it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    Plain,
    Diff,
    Grammar { grammar: &'static SyntaxReference, set: &'static SyntaxSet, name: &'static str },
}

impl Found {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Plain => "plain text",
            Self::Diff => "Diff",
            Self::Grammar { name, .. } => name,
        }
    }
}

/// The grammars; loaded once, about a millisecond.
fn set() -> &'static SyntaxSet {
    static SET: OnceLock<SyntaxSet> = OnceLock::new();
    SET.get_or_init(two_face::syntax::extra_newlines)
}

/// Aliases, extensions and file names (in small letters) that the grammars do not list, or list elsewhere, and the
/// name or extension that they do list. `diff` and `plain` are ours.
#[rustfmt::skip]
const ALIASES: &[(&str, &str)] = &[
    (".bashrc", "sh"), (".clang-format", "yaml"), (".gitignore", "plain"), (".zshrc", "sh"), ("bash", "sh"),
    ("bazel", "py"), ("build", "py"), ("build.bazel", "py"), ("bzl", "py"), ("c#", "cs"),
    ("cargo.lock", "toml"), ("cjs", "js"), ("cmakelists.txt", "cmake"), ("containerfile", "dockerfile"), ("csharp", "cs"),
    ("csproj", "xml"), ("cts", "ts"), ("cu", "cpp"), ("cuh", "cpp"), ("cxx", "cpp"),
    ("dash", "sh"), ("diff", "diff"), ("docker", "dockerfile"), ("f#", "fs"), ("fsharp", "fs"),
    ("fsproj", "xml"), ("geojson", "json"), ("golang", "go"), ("gradle", "groovy"), ("h", "cpp"),
    ("ino", "cpp"), ("ipynb", "json"), ("javascript", "js"), ("jenkinsfile", "groovy"), ("json5", "json"),
    ("jsonc", "json"), ("jsonl", "json"), ("jsx", "js"), ("ksh", "sh"), ("kts", "kt"),
    ("log", "plain"), ("make", "makefile"), ("mjs", "js"), ("mts", "ts"), ("ndjson", "json"),
    ("node", "js"), ("none", "plain"), ("nuspec", "xml"), ("objc", "m"), ("patch", "diff"),
    ("pipfile", "toml"), ("plain", "plain"), ("plain text", "plain"), ("plaintext", "plain"), ("plist", "xml"),
    ("poetry.lock", "toml"), ("props", "xml"), ("py3", "py"), ("pyi", "py"), ("pypy", "py"),
    ("pypy3", "py"), ("python2", "py"), ("python3", "py"), ("rej", "diff"), ("resx", "xml"),
    ("rss", "xml"), ("shell", "sh"), ("snakefile", "py"), ("targets", "xml"), ("text", "plain"),
    ("tfvars", "tf"), ("tsx", "tsx"), ("txt", "plain"), ("vbproj", "xml"), ("viml", "vim"),
    ("workspace", "py"), ("wsdl", "xml"), ("xaml", "xml"), ("xsd", "xml"), ("xsl", "xml"),
    ("xslt", "xml"), ("yml", "yaml"), ("zsh", "sh"),
];

/// Grammars with unwieldy names.
const NAMES: &[(&str, &str)] = &[
    ("Bourne Again Shell (bash)", "Bash"),
    ("JavaScript (Babel)", "JavaScript"),
    ("Ruby on Rails", "Ruby"),
    ("TypeScriptReact", "TypeScript React"),
];

/// Endings behind which the real name stands.
const WRAPPERS: &[&str] = &[".bak", ".dist", ".example", ".in", ".old", ".orig", ".sample", ".template", ".tmp", "~"];

/// Longest line that is searched for a mode line.
const LONGEST_MODE_LINE: usize = 500;
/// Lines at either end of a file in which editors look for mode lines.
const MODE_LINES: usize = 5;

pub(super) fn find(name: Option<&str>, text: &str, language: &Language) -> Result<Found, DocumentError> {
    match language {
        Language::Named(asked) => {
            by_token(asked.trim()).ok_or_else(|| DocumentError::UnknownLanguage { name: printable(asked) })
        }
        Language::Auto => Ok(by_mode_line(text)
            .or_else(|| name.and_then(by_name))
            .or_else(|| by_first_line(text))
            .unwrap_or(Found::Plain)),
    }
}

fn printable(text: &str) -> String {
    crate::source::chars::printable(text)
}

fn alias(token: &str) -> Option<&'static str> {
    ALIASES.binary_search_by_key(&token, |&(alias, _)| alias).ok().map(|i| ALIASES[i].1)
}

/// By a name, an extension (with its dot or without) or an alias.
fn by_token(token: &str) -> Option<Found> {
    let token = token.to_lowercase();
    by_plain_token(&token).or_else(|| by_plain_token(token.strip_prefix('.')?))
}

fn by_plain_token(token: &str) -> Option<Found> {
    if token.is_empty() {
        return None;
    }
    match alias(token).unwrap_or(token) {
        "plain" => Some(Found::Plain),
        "diff" => Some(Found::Diff),
        token => {
            let long = NAMES.iter().find(|(_, nice)| nice.eq_ignore_ascii_case(token)).map_or(token, |&(name, _)| name);
            set().find_syntax_by_token(long).map(grammar)
        }
    }
}

fn grammar(grammar: &'static SyntaxReference) -> Found {
    match grammar.name.as_str() {
        "Plain Text" => Found::Plain,
        "Diff" => Found::Diff,
        name => {
            let name = NAMES.iter().find(|&&(long, _)| long == name).map_or(name, |&(_, nice)| nice);
            Found::Grammar { grammar, set: set(), name }
        }
    }
}

/// By the whole file name, by its beginning (`Dockerfile.dev`), by its extensions from the longest to the shortest.
fn by_name(path: &str) -> Option<Found> {
    let mut file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    loop {
        if let Some(found) = by_file_name(file) {
            return Some(found);
        }
        file = WRAPPERS.iter().find_map(|wrapper| file.strip_suffix(wrapper)).filter(|rest| !rest.is_empty())?;
    }
}

fn by_file_name(file: &str) -> Option<Found> {
    // `find_syntax_by_extension` knows whole names as well. A name without a dot is no extension: `go` is a program.
    let lower = file.to_lowercase();
    let listed = |token: &str| match alias(token) {
        Some(token) => by_token(token),
        None => set().find_syntax_by_extension(token).map(grammar),
    };
    let is_special = |found: &Found| match found {
        Found::Grammar { grammar, .. } => {
            alias(&lower).is_some()
                || grammar.file_extensions.iter().any(|e| e.eq_ignore_ascii_case(file) && e.len() > 4)
        }
        Found::Plain | Found::Diff => lower.starts_with('.'),
    };
    if let Some(found) = listed(&lower).filter(is_special) {
        return Some(found);
    }
    for stem in ["dockerfile.", "makefile.", "containerfile.", "jenkinsfile."] {
        if lower.starts_with(stem) {
            return by_token(stem.trim_end_matches('.'));
        }
    }
    let dots = lower.match_indices('.').map(|(at, _)| at);
    dots.filter_map(|at| lower.get(at + 1..)).find_map(
        |extension| {
            if extension.is_empty() { None } else { listed(extension) }
        },
    )
}

/// By `#!`, `<?xml` and other beginnings that leave no doubt.
fn by_first_line(text: &str) -> Option<Found> {
    let line = text.lines().next().unwrap_or("");
    if let Some(command) = line.strip_prefix("#!") {
        return by_interpreter(command);
    }
    let start = line.trim_start();
    let begins = |head: &str| start.get(..head.len()).is_some_and(|s| s.eq_ignore_ascii_case(head));
    if begins("<?xml") {
        return by_token("xml");
    }
    if begins("<!doctype html") || begins("<html") {
        return by_token("html");
    }
    if begins("<?php") {
        return by_token("php");
    }
    let is_diff = line.starts_with("diff --git ")
        || line.starts_with("diff --cc ")
        || line.starts_with("diff --combined ")
        || (line.starts_with("@@ -") && line[4..].contains(" @@"))
        || (line.starts_with("--- ") && text.lines().nth(1).is_some_and(|next| next.starts_with("+++ ")));
    is_diff.then_some(Found::Diff)
}

/// By the program after `#!`, through `env` and its options, without its version.
fn by_interpreter(command: &str) -> Option<Found> {
    let mut words = command.split_whitespace();
    let base = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
    let mut program = base(words.next()?);
    if program == "env" {
        program = base(words.find(|word| !word.starts_with('-') && !word.contains('='))?);
    }
    by_token(&program).or_else(|| by_token(program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')))
}

/// By a mode line in the first or last lines.
fn by_mode_line(text: &str) -> Option<Found> {
    let first = text.split('\n').take(MODE_LINES);
    let last = text.trim_end_matches('\n').rsplit('\n').take(MODE_LINES);
    first.chain(last).filter(|line| line.len() <= LONGEST_MODE_LINE).find_map(|line| {
        let asked = emacs_mode(line).or_else(|| vim_mode(line))?;
        by_token(asked)
    })
}

/// `-*- mode: python; -*-` or `-*- python -*-`.
fn emacs_mode(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("-*-")?;
    let (inside, _) = rest.split_once("-*-")?;
    if !inside.contains(':') {
        return Some(inside.trim());
    }
    let mut variables = inside.split(';').filter_map(|pair| pair.split_once(':'));
    variables.find(|(key, _)| key.trim().eq_ignore_ascii_case("mode")).map(|(_, mode)| mode.trim())
}

/// `vim: set ft=python:` or `vi: filetype=python`.
fn vim_mode(line: &str) -> Option<&str> {
    let heads = ["vim:", "vi:", "ex:"];
    let at = heads.iter().find_map(|head| {
        let at = line.find(head)?;
        let is_word = at == 0 || line[..at].ends_with([' ', '\t', '/', '*', '#', ';', '"']);
        is_word.then_some(at + head.len())
    })?;
    line[at..].split([' ', '\t', ':']).find_map(|setting| {
        let (key, value) = setting.split_once('=')?;
        matches!(key, "ft" | "filetype" | "syntax" | "syn").then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(name: Option<&str>, text: &str) -> &'static str {
        find(name, text, &Language::Auto).expect("never refuses").name()
    }

    fn named(name: &str) -> Option<&'static str> {
        find(None, "", &Language::Named(name.to_owned())).ok().map(|found| found.name())
    }

    #[test]
    fn aliases_are_sorted_and_lead_somewhere() {
        assert!(ALIASES.is_sorted_by(|a, b| a.0 < b.0), "binary search needs order");
        for (alias, _) in ALIASES {
            assert!(named(alias).is_some(), "{alias}");
        }
    }

    #[test]
    fn the_name_tells_the_language() {
        for (name, language) in [
            ("a.py", "Python"),
            ("src/main.rs", "Rust"),
            ("C:\\src\\Main.RS", "Rust"),
            ("a.ts", "TypeScript"),
            ("a.test.tsx", "TypeScript React"),
            ("a.js", "JavaScript"),
            ("a.go", "Go"),
            ("a.c", "C"),
            ("a.cpp", "C++"),
            ("a.h", "C++"),
            ("a.java", "Java"),
            ("a.rb", "Ruby"),
            ("a.sh", "Bash"),
            ("a.toml", "TOML"),
            ("a.yml", "YAML"),
            ("a.json", "JSON"),
            ("a.md", "Markdown"),
            ("a.html", "HTML"),
            ("a.css", "CSS"),
            ("a.sql", "SQL"),
            ("a.kt", "Kotlin"),
            ("a.swift", "Swift"),
            ("a.cs", "C#"),
            ("Widget.csproj", "XML"),
            ("Dockerfile", "Dockerfile"),
            ("dir/Dockerfile.dev", "Dockerfile"),
            ("Makefile", "Makefile"),
            ("CMakeLists.txt", "CMake"),
            ("Cargo.lock", "TOML"),
            ("a.py.orig", "Python"),
            ("a.rs.in", "Rust"),
            ("a.diff", "Diff"),
            ("a.patch", "Diff"),
            ("a.txt", "plain text"),
            ("a.log", "plain text"),
            ("a.zzz", "plain text"),
            ("go", "plain text"),
            ("c", "plain text"),
        ] {
            assert_eq!(auto(Some(name), "some words\n"), language, "{name}");
        }
    }

    #[test]
    fn the_first_line_tells_what_the_name_does_not() {
        for (text, language) in [
            ("#!/usr/bin/env python3\n", "Python"),
            ("#!/usr/bin/python3.11 -u\n", "Python"),
            ("#!/usr/bin/env -S FOO=1 node --x\n", "JavaScript"),
            ("#!/bin/sh\n", "Bash"),
            ("#!/bin/zsh\n", "Bash"),
            ("<?xml version=\"1.0\"?>\n", "XML"),
            ("<!DOCTYPE html>\n", "HTML"),
            ("diff --git a/x b/x\n", "Diff"),
            ("--- a/x\n+++ b/x\n", "Diff"),
            ("@@ -1,2 +1,2 @@ fn\n", "Diff"),
            ("some words = other words\n", "plain text"),
            ("", "plain text"),
        ] {
            assert_eq!(auto(None, text), language, "{text}");
        }
    }

    #[test]
    fn mode_lines_win_over_names() {
        assert_eq!(auto(Some("a.txt"), "# -*- mode: python; coding: utf-8 -*-\n"), "Python");
        assert_eq!(auto(Some("a.inc"), "// -*- C++ -*-\n"), "C++");
        assert_eq!(auto(None, "a\n\n\n\n\n\n\n# vim: set ft=ruby ts=2:\n"), "Ruby");
        assert_eq!(auto(Some("a.py"), "# -*- coding: utf-8 -*-\n"), "Python");
        assert_eq!(auto(Some("a.py"), "# vim: ft=nosuch\n"), "Python");
    }

    #[test]
    fn a_language_is_known_by_name_extension_and_alias() {
        for (asked, language) in [
            ("py", "Python"),
            ("Python", "Python"),
            ("rs", "Rust"),
            ("c++", "C++"),
            ("ts", "TypeScript"),
            ("C#", "C#"),
            ("golang", "Go"),
            ("bash", "Bash"),
            ("text", "plain text"),
            (".py", "Python"),
        ] {
            assert_eq!(named(asked), Some(language), "{asked}");
        }
        assert_eq!(named("nosuchlang"), None);
        assert_eq!(named(""), None);
    }
}
