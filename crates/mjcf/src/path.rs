//! Paths as MuJoCo writes them: plain strings, both slashes, schemes count as absolute.
//!
//! Files may come from a disk or from memory, so a path here is only text; nothing in this file
//! looks at the file system.

/// `name` seen from directory `dir`, with `.` and inner `..` parts removed; an absolute `name`
/// ignores `dir`.
#[doc(alias = "FilePath")]
pub fn join(dir: &str, name: &str) -> String {
    if is_absolute(name) || dir.is_empty() {
        return reduce(name);
    }
    let separator = if dir.ends_with(is_separator) { "" } else { "/" };
    reduce(&format!("{dir}{separator}{name}"))
}

/// Whether the path stands on its own: `/a`, `\a`, `c:/a` or `scheme://a`.
pub fn is_absolute(path: &str) -> bool {
    !root(path).is_empty()
}

/// The directory part, up to and including the last separator; empty if there is none.
pub fn directory(path: &str) -> &str {
    path.rfind(is_separator).map_or("", |at| &path[..=at])
}

/// The path without its directory part.
pub fn file_name(path: &str) -> &str {
    path.rfind(is_separator).map_or(path, |at| &path[at + 1..])
}

/// The path without the last `.` and what follows it.
pub fn strip_extension(path: &str) -> &str {
    path.rfind('.').map_or(path, |at| &path[..at])
}

/// The last `.` and what follows it; empty if there is none.
pub fn extension(path: &str) -> &str {
    path.rfind('.').map_or("", |at| &path[at..])
}

/// The part that makes a path absolute.
fn root(path: &str) -> &str {
    if path.starts_with(is_separator) {
        return &path[..1];
    }
    let scheme = path.find(":/").or_else(|| path.find(":\\"));
    scheme.map_or("", |at| &path[..at + 2])
}

fn is_separator(c: char) -> bool {
    c == '/' || c == '\\'
}

/// Drops `.` parts and resolves `..` parts against the part before them. The last part is kept
/// as it is, and so are empty parts.
fn reduce(path: &str) -> String {
    let root = root(path);
    let mut parts: Vec<&str> = Vec::new();
    let mut rest = &path[root.len()..];
    while let Some(at) = rest.find(is_separator) {
        let part = &rest[..at];
        rest = &rest[at + 1..];
        if part == ".." && parts.last().is_some_and(|&last| last != "..") {
            parts.pop();
        } else if part != "." {
            parts.push(part);
        }
    }
    parts.push(rest);
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_reduces_dots() {
        assert_eq!(join("a/b", "c.xml"), "a/b/c.xml");
        assert_eq!(join("a/b/", "../c.xml"), "a/c.xml");
        assert_eq!(join("", "./a/./b/../c"), "a/c");
        assert_eq!(join("/x", "../../y"), "/../y");
        assert_eq!(join("../m", "../c"), "../c");
    }

    #[test]
    fn absolute_names_ignore_the_directory() {
        assert_eq!(join("a", "/b/c"), "/b/c");
        assert_eq!(join("a", "C:\\b\\c"), "C:\\b/c");
        assert_eq!(join("a", "package://b/c"), "package://b/c");
    }

    #[test]
    fn pieces_of_a_path() {
        assert_eq!(directory("a/b\\c.xml"), "a/b\\");
        assert_eq!(directory("c.xml"), "");
        assert_eq!(file_name("a/b\\c.xml"), "c.xml");
        assert_eq!(strip_extension("a/c.tar.gz"), "a/c.tar");
        assert_eq!(extension("a/c.OBJ"), ".OBJ");
        assert_eq!(extension("c"), "");
    }
}
