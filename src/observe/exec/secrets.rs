//! Files whose content is no source and may be a secret: they stay as they were printed.

/// Names that are secrets whatever their folder.
const NAMES: [&str; 16] = [
    ".env",
    ".envrc",
    ".git-credentials",
    ".htpasswd",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    "authorized_keys",
    "credentials",
    "credentials.json",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "shadow",
];

/// Extensions of keys and key stores.
const EXTENSIONS: [&str; 11] = ["asc", "gpg", "jks", "kdbx", "key", "keystore", "p12", "pem", "pfx", "ppk", "tfstate"];

/// Folders that hold nothing but such files.
const FOLDERS: [&str; 4] = [".aws", ".gnupg", ".kube", ".ssh"];

/// Whether the file at `path` may hold secrets, by its name.
pub(crate) fn is_secret(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    // Samples of settings hold no settings.
    let sample = ["example", "sample", "template", "dist"].contains(&extension);
    NAMES.contains(&name)
        || EXTENSIONS.contains(&extension)
        || (name.starts_with(".env.") && !sample)
        || (name.starts_with("secrets.") && !["rs", "py", "go", "js", "ts"].contains(&extension))
        || parts.any(|folder| FOLDERS.contains(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_environments_are_secret_and_sources_are_not() {
        for path in [".env", "a/.env.production", "deploy/ID_RSA", "x/tls.pem", "home/.ssh/config", "secrets.yaml"] {
            assert!(is_secret(path), "{path}");
        }
        for path in ["src/env.rs", ".env.example", "secrets.py", "src/key.rs", "environment.ts"] {
            assert!(!is_secret(path), "{path}");
        }
    }
}
