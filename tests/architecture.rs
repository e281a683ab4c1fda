//! Dependencies point one way: a module imports only modules that come before it in `docs/design.md`.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules in pipeline order; each may import those before it.
const ORDER: [&str; 17] = [
    "units", "grid", "text", "font", "source", "document", "cost", "reader", "sheet", "layout", "plan", "render",
    "encode", "engine", "observe", "eval", "cli",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_module_imports_one_that_comes_after_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > ORDER.len());
    let rank = |module: &str| ORDER.iter().position(|&other| other == module);
    for file in files {
        let first = file.strip_prefix(&root).expect("below src").components().next().expect("a name");
        let module = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
        let test = file.file_name().is_some_and(|name| name == "tests.rs");
        let Some(own) = rank(&module).filter(|_| !test) else { continue };
        let text = fs::read_to_string(&file).expect("source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for import in line.split("crate::").skip(1) {
                let name: String = import.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if let Some(other) = rank(&name) {
                    assert!(other <= own, "{} imports {name}, which comes after {module}", file.display());
                }
            }
        }
    }
}
