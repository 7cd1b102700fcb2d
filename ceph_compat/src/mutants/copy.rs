//! Copies what is needed to build the library.

use super::MutantError;
use std::path::Path;

/// Files and directories of the library package.
const PARTS: &[&str] = &["Cargo.toml", "Cargo.lock", "build.rs", "src", "README.md", "include"];

/// Copies the library package from one root to another, as a workspace of its own.
pub(super) fn sources(from: &Path, to: &Path) -> Result<(), MutantError> {
    for part in PARTS {
        let source = from.join(part);
        if source.exists() {
            tree(&source, &to.join(part)).map_err(|error| MutantError::Io(source, error))?;
        }
    }
    let manifest = to.join("Cargo.toml");
    let alone = std::fs::read_to_string(&manifest).map(|text| alone(&text));
    alone.and_then(|text| std::fs::write(&manifest, text)).map_err(|error| MutantError::Io(manifest, error))
}

fn tree(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.is_dir() {
        if let Some(parent) = to.parent() {
            std::fs::create_dir_all(parent)?;
        }
        return std::fs::copy(from, to).map(drop);
    }
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        tree(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// A manifest whose workspace has the library as its only member.
fn alone(manifest: &str) -> String {
    let line = |line: &str| match line.split_once('=').map(|(key, _)| key.trim()) {
        Some("members" | "default-members") => "members = [\".\"]\n".to_owned(),
        _ => format!("{line}\n"),
    };
    let mut lines: Vec<String> = manifest.lines().map(line).collect();
    lines.dedup();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::alone;

    #[test]
    fn the_library_is_the_only_member() {
        let manifest =
            "[workspace]\nmembers = [\".\", \"cli\"]\ndefault-members = [\".\"]\nresolver = \"3\"\n";
        assert_eq!(alone(manifest), "[workspace]\nmembers = [\".\"]\nresolver = \"3\"\n");
    }
}
