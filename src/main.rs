//! The `codeshot` program.
fn main() {}
