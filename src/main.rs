//! The `codeshot` program: arguments, one file a command, and an exit code. See [`codeshot::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    codeshot::cli::run(std::env::args_os())
}
