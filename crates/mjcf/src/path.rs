//! Paths as model files write them: text with `/` or `\`, joined and shortened without asking the disk.
//!
//! The rules are those of MuJoCo's `FilePath`, so that a model finds the same file here and there,
//! on every operating system: both separators are accepted everywhere, `:/` makes a path absolute,
//! and `a/../b` is `b` even when `a` is a symbolic link.

/// The file name without its directories.
#[doc(alias = "mjuu_strippath")]
#[must_use]
pub fn file_name(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or(path, |n| &path[n + 1..])
}

/// The path without what follows the last dot, nor the dot.
#[doc(alias = "mjuu_stripext")]
#[must_use]
pub fn strip_extension(path: &str) -> &str {
    path.rfind('.').map_or(path, |n| &path[..n])
}

/// The last dot and what follows it, or nothing.
#[doc(alias = "mjuu_getext")]
#[must_use]
pub fn extension(path: &str) -> &str {
    path.rfind('.').map_or("", |n| &path[n..])
}

/// The directories of a path with the separator that ends them, or nothing.
#[must_use]
pub fn directory(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |n| &path[..=n])
}

/// The name of an asset that was given none: its file, without directories and extension.
#[must_use]
pub fn asset_name(file: &str) -> &str {
    strip_extension(file_name(file))
}

/// The part that makes a path absolute: a leading separator, or everything up to the first `:/`
/// (failing that `:\`); nothing for a relative path.
#[must_use]
pub fn absolute_prefix(path: &str) -> &str {
    if path.starts_with(['/', '\\']) {
        return &path[..1];
    }
    [":/", ":\\"].iter().find_map(|mark| path.find(mark)).map_or("", |n| &path[..n + 2])
}

/// Whether a path does not depend on a directory it is combined with.
#[doc(alias = "mjuu_isabspath")]
#[must_use]
pub fn is_absolute(path: &str) -> bool {
    !absolute_prefix(path).is_empty()
}

/// `file` seen from `dir`, reduced; `file` alone if it is absolute.
#[doc(alias = "mjuu_combinePaths")]
#[must_use]
pub fn join(dir: &str, file: &str) -> String {
    if is_absolute(file) {
        reduce(file)
    } else if dir.is_empty() || dir.ends_with(['/', '\\']) {
        reduce(&format!("{dir}{file}"))
    } else {
        reduce(&format!("{dir}/{file}"))
    }
}

/// The path with `/` as separator, without `.` steps and without the `..` steps that have a
/// directory before them to cancel.
#[must_use]
pub fn reduce(path: &str) -> String {
    let prefix = absolute_prefix(path);
    let mut steps: Vec<&str> = Vec::new();
    let mut parts = path[prefix.len()..].split(['/', '\\']).peekable();
    while let Some(part) = parts.next() {
        // the last part is the file name: it stays whatever it is
        if parts.peek().is_none() {
            steps.push(part);
        } else if part == ".." && steps.last().is_some_and(|last| *last != "..") {
            steps.pop();
        } else if part != "." {
            steps.push(part);
        }
    }
    format!("{prefix}{}", steps.join("/"))
}

/// The media type `type/subtype` of an asset: what `content_type` says if it is not empty, else
/// what the extension of `file` stands for. Empty if unknown, or if `content_type` is malformed.
#[doc(alias = "GetAssetContentType")]
#[must_use]
pub fn media_type(file: &str, content_type: &str) -> String {
    if content_type.is_empty() {
        extension_media_type(file).to_string()
    } else {
        parse_content_type(content_type).unwrap_or_default().to_string()
    }
}

/// The media type an extension stands for, in any case; empty if unknown.
#[doc(alias = "mjuu_extToContentType")]
#[must_use]
pub fn extension_media_type(file: &str) -> &'static str {
    match extension(file).to_ascii_lowercase().as_str() {
        ".stl" => "model/stl",
        ".obj" => "model/obj",
        ".ply" => "model/ply",
        ".msh" => "model/vnd.mujoco.msh",
        ".png" => "image/png",
        ".ktx" => "image/ktx",
        _ => "",
    }
}

/// `type/subtype` out of `type/subtype[;parameter=value]`.
fn parse_content_type(text: &str) -> Option<&str> {
    let slash = text.find('/').filter(|slash| slash + 1 < text.len())?;
    let Some(semicolon) = text.find(';') else {
        return Some(text);
    };
    let equals = text.find('=')?;
    (slash < semicolon && semicolon < equals).then(|| &text[..semicolon])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_at_both_separators() {
        assert_eq!(file_name("a/b\\c.png"), "c.png");
        assert_eq!(file_name("c.png"), "c.png");
        assert_eq!(directory("a/b\\c.png"), "a/b\\");
        assert_eq!(directory("c.png"), "");
        assert_eq!(strip_extension("c.tar.gz"), "c.tar");
        assert_eq!(strip_extension("c"), "c");
        assert_eq!(extension("c.tar.gz"), ".gz");
        assert_eq!(asset_name("a/b/c.x.png"), "c.x");
    }

    #[test]
    fn absolute_files_replace_the_directory() {
        for file in ["/x/y.stl", "\\x/y.stl", "C:\\x\\y.stl", "http://x/y.stl"] {
            assert!(is_absolute(file), "{file}");
            assert_eq!(join("dir", file), reduce(file));
        }
        assert_eq!(reduce("C:\\x\\y.stl"), "C:\\x/y.stl");
        assert_eq!(join("dir", "y.stl"), "dir/y.stl");
        assert_eq!(join("dir/", "y.stl"), "dir/y.stl");
        assert_eq!(join("", "y.stl"), "y.stl");
    }

    #[test]
    fn dots_are_resolved_in_the_text() {
        assert_eq!(reduce("a/../b/./c.png"), "b/c.png");
        assert_eq!(reduce("../../a/../c.png"), "../../c.png");
        assert_eq!(reduce("a\\b\\..\\c.png"), "a/c.png");
        assert_eq!(reduce("/../c.png"), "/../c.png");
        assert_eq!(reduce("a//c.png"), "a//c.png");
        assert_eq!(reduce("a/.."), "a/..");
        assert_eq!(reduce(""), "");
    }

    #[test]
    fn media_type_comes_from_the_attribute_then_the_extension() {
        assert_eq!(media_type("a.PNG", ""), "image/png");
        assert_eq!(media_type("a.bin", ""), "");
        assert_eq!(media_type("a.bin", "image/png"), "image/png");
        assert_eq!(media_type("a.bin", "image/png;charset=x"), "image/png");
        for malformed in ["png", "image/", "image;a/b", "image/png;x", "a=b/c;d"] {
            assert_eq!(media_type("a.png", malformed), "", "{malformed}");
        }
    }
}
