//! Programs by name: test runners, editors, listings, builds.

/// What a program does that is known by name only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Test,
    Search,
    /// Changes files whatever its operands are.
    Edit,
    /// Rewrites files unless asked only to check.
    Format,
    /// Changes the files among its operands.
    Touch(Operands),
    /// Runs a program in another language.
    Script,
    /// Prints nothing.
    Quiet,
    Misc,
}

/// Which operands a program changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operands {
    All,
    Last,
}

const TESTS: [&str; 38] = [
    "pytest",
    "py.test",
    "pytest-3",
    "tox",
    "nox",
    "nosetests",
    "nose2",
    "trial",
    "unittest",
    "stestr",
    "jest",
    "vitest",
    "mocha",
    "karma",
    "ava",
    "jasmine",
    "cypress",
    "playwright",
    "tap",
    "qunit",
    "ctest",
    "rspec",
    "minitest",
    "phpunit",
    "pest",
    "behave",
    "robot",
    "lein",
    "prove",
    "bats",
    "runtests.py",
    "runtests",
    "test",
    "green",
    "coverage",
    "hypothesis",
    "doctest",
    "zope-testrunner",
];

const SEARCHES: [&str; 17] = [
    "fd", "fdfind", "tree", "ag", "ack", "locate", "plocate", "whereis", "file", "stat", "du", "exa", "eza", "lsd",
    "ctags", "cloc", "tokei",
];

const FORMATTERS: [&str; 15] = [
    "black",
    "isort",
    "yapf",
    "autoflake",
    "pyupgrade",
    "docformatter",
    "rustfmt",
    "stylua",
    "swiftformat",
    "shfmt",
    "djhtml",
    "add-trailing-comma",
    "biome",
    "dprint",
    "blue",
];

/// Looks a program up. `path` is as typed, `words` its known arguments.
pub(super) fn effect(path: &str, words: &[&str]) -> Effect {
    let name = path.rsplit('/').next().unwrap_or(path);
    let first = words.iter().copied().find(|word| !word.starts_with(['-', '+'])).unwrap_or_default();
    let has = |flag: &str| words.contains(&flag);
    let starts_test = |word: &str| {
        word.starts_with("test") || word.ends_with("test") || word.contains(":test") || word.contains("test:")
    };
    match name {
        "coverage" if matches!(first, "report" | "html" | "xml" | "combine" | "erase") => Effect::Misc,
        name if TESTS.contains(&name) => Effect::Test,
        name if SEARCHES.contains(&name) => Effect::Search,
        name if FORMATTERS.contains(&name) => Effect::Format,
        "autopep8" | "clang-format" => {
            if has("-i") || has("--in-place") {
                Effect::Edit
            } else {
                Effect::Misc
            }
        }
        "gofmt" | "goimports" => {
            if has("-w") {
                Effect::Edit
            } else {
                Effect::Misc
            }
        }
        "prettier" => {
            if has("--write") || has("-w") {
                Effect::Edit
            } else {
                Effect::Misc
            }
        }
        "eslint" | "stylelint" | "tslint" | "rubocop" => {
            if has("--fix") || has("-a") || has("-A") {
                Effect::Edit
            } else {
                Effect::Misc
            }
        }
        "ruff" => match first {
            "format" if !has("--check") && !has("--diff") => Effect::Edit,
            _ if has("--fix") => Effect::Edit,
            _ => Effect::Misc,
        },
        "rm" | "rmdir" | "touch" | "mkdir" | "truncate" | "shred" | "chmod" | "chown" | "mv" | "unlink"
        | "dos2unix" | "unix2dos" | "sponge" => Effect::Touch(Operands::All),
        "cp" | "ln" | "install" | "rsync" | "scp" => Effect::Touch(Operands::Last),
        "patch" if has("--dry-run") => Effect::Misc,
        "patch" | "ed" | "ex" | "apply_patch" | "applypatch" | "rename" | "2to3" | "futurize" | "codemod"
        | "pre-commit" => Effect::Edit,
        "node" | "ruby" | "php" | "Rscript" | "lua" | "tsx" | "ts-node" | "julia" | "java" => Effect::Script,
        "deno" | "bun" => match first {
            "test" | "run" => Effect::Test,
            "fmt" => Effect::Format,
            _ => Effect::Misc,
        },
        "cargo" => match first {
            "test" | "nextest" | "t" | "miri" | "run" | "r" | "bench" => Effect::Test,
            "fmt" => {
                if has("--check") {
                    Effect::Misc
                } else {
                    Effect::Edit
                }
            }
            "fix" | "add" | "remove" | "rm" | "init" | "new" => Effect::Edit,
            "clippy" if has("--fix") => Effect::Edit,
            _ => Effect::Misc,
        },
        "go" => match first {
            "test" | "run" => Effect::Test,
            "fmt" | "generate" | "fix" => Effect::Edit,
            "mod" | "get" if has("tidy") => Effect::Edit,
            _ => Effect::Misc,
        },
        "npm" | "yarn" | "pnpm" => {
            let target = if matches!(first, "run" | "run-script" | "exec" | "workspace") {
                words.iter().copied().filter(|word| !word.starts_with('-')).nth(1).unwrap_or_default()
            } else {
                first
            };
            if matches!(target, "t" | "tst") || starts_test(target) || TESTS.contains(&target) {
                Effect::Test
            } else if matches!(target, "format" | "lint:fix" | "fmt") {
                Effect::Edit
            } else {
                Effect::Misc
            }
        }
        "npx" | "bunx" | "pnpx" | "uvx" | "pipx" => {
            let rest: Vec<&str> =
                words.iter().copied().skip_while(|word| word.starts_with('-') || *word == "run").collect();
            match rest.split_first() {
                Some((tool, rest)) if *tool != path => effect(tool, rest),
                _ => Effect::Misc,
            }
        }
        "make" | "gmake" | "just" | "task" | "ninja" | "rake" | "bazel" | "invoke" | "inv" | "meson" | "zig"
        | "mix" | "sbt" | "swift" | "dotnet" | "mvn" | "mvnw" | "gradle" | "gradlew" | "cmake" | "stack" | "cabal"
        | "hatch" | "dune" | "composer" | "bundle" | "rails" | "flutter" | "dart" | "nx" | "turbo" | "lerna"
        | "moon" => {
            let tests = |word: &str| {
                starts_test(word)
                    || matches!(word, "check" | "verify" | "spec" | "runtest")
                    || word.ends_with(":test")
                    || word.starts_with("check-")
            };
            if words.iter().any(|word| !word.starts_with('-') && !word.contains('=') && tests(word)) {
                Effect::Test
            } else {
                Effect::Misc
            }
        }
        "mkfifo" | "kill" | "pkill" | "killall" | "deactivate" | "sync" => Effect::Quiet,
        "unzip" | "gunzip" | "bunzip2" | "gzip" => {
            if has("-l") || has("-c") || has("-p") {
                Effect::Misc
            } else {
                Effect::Edit
            }
        }
        "tar" if words.first().is_some_and(|flags| flags.trim_start_matches('-').starts_with('x')) => {
            if words.iter().any(|word| word.starts_with("/tmp")) { Effect::Misc } else { Effect::Edit }
        }
        "dd" => match words.iter().find_map(|word| word.strip_prefix("of=")) {
            Some(path) if path.starts_with("/tmp") || path.starts_with("/dev") => Effect::Misc,
            Some(_) => Effect::Edit,
            None => Effect::Misc,
        },
        "wget" | "curl" => {
            let saves = words
                .windows(2)
                .any(|pair| matches!(pair[0], "-o" | "-O" | "--output") && !pair[1].starts_with("/tmp"));
            if saves { Effect::Edit } else { Effect::Misc }
        }
        // A script of the shell, or an executable of the repository.
        "bash" | "sh" | "zsh" | "dash" | "ksh" => scripted(first),
        _ if path.contains('/') && !is_system(path) => scripted(path),
        _ => Effect::Misc,
    }
}

fn scripted(path: &str) -> Effect {
    let base = path.rsplit('/').next().unwrap_or(path);
    let builds = ["configure", "build", "install", "setup", "bootstrap", "autogen", "activate", "gradlew", "mvnw"];
    if path.is_empty() || builds.iter().any(|word| base.starts_with(word)) && !base.contains("test") {
        Effect::Misc
    } else {
        Effect::Test
    }
}

fn is_system(path: &str) -> bool {
    ["/usr/", "/bin/", "/sbin/", "/opt/", "/etc/"].iter().any(|folder| path.starts_with(folder))
}
