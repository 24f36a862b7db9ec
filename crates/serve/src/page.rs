//! The page: files that are part of the program.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct File {
    path: &'static str,
    /// Its type.
    pub kind: &'static str,
    pub text: &'static str,
}

macro_rules! files {
    ($($kind:literal: $($name:literal)*;)*) => {
        &[$($(File {
            path: concat!("/", $name),
            kind: $kind,
            text: include_str!(concat!("../page/", $name)),
        },)*)*]
    };
}

const FILES: &[File] = files! {
    "text/html": "index.html";
    "text/css": "style.css";
    "text/javascript":
        "main.js" "socket.js" "messages.js" "commands.js"
        "matrix.js" "camera.js" "pointer.js" "panel.js"
        "shaders.js" "gl.js" "shapes.js" "meshes.js" "surfaces.js" "textures.js"
        "parts.js" "draw.js" "shadow.js";
};

/// The file at a path.
pub(crate) fn find(path: &str) -> Option<&'static File> {
    let path = if path == "/" { "/index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_the_page_asks_for_are_there() {
        assert_eq!(find("/").unwrap().kind, "text/html");
        assert!(find("/../Cargo.toml").is_none() && find("").is_none());
        for file in FILES {
            let quoted = file.text.split(['"', '\'']);
            for name in quoted.filter(|name| name.starts_with("./")) {
                assert!(find(&name[1..]).is_some(), "{} asks for {name}", file.path);
            }
            // nothing from elsewhere
            let is_foreign = |text: &str| text.contains("http://") || text.contains("https://");
            assert!(!is_foreign(file.text), "{}", file.path);
        }
    }

    #[test]
    fn files_of_the_page_are_small() {
        for file in FILES {
            let lines = file.text.lines().count();
            assert!(lines < 400, "{} has {lines} lines", file.path);
        }
    }
}
