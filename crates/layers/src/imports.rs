//! The paths that the source of a module names.

use std::collections::{BTreeMap, BTreeSet};

/// What a module takes from others.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    /// The paths that it uses; those that it only hands on are not among them.
    pub(crate) paths: BTreeSet<Vec<String>>,
    /// The names that its `use` declarations bring.
    pub(crate) names: BTreeMap<String, Known>,
}

/// A name and what it stands for.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) path: Vec<String>,
    pub(crate) public: bool,
}

impl Imports {
    /// Those of a text, in a module that has modules of these names inside.
    pub(crate) fn of(text: &str, inside: &BTreeSet<String>) -> Self {
        let code = code(text);
        let words = words(&code);
        let mut found = Self::default();
        let mut i = 0;
        while i < words.len() {
            if words[i] == "use" {
                let public = is_public(&words[..i]);
                let end = words[i..].iter().position(|w| *w == ";").map_or(words.len(), |n| i + n);
                tree(&words[i + 1..end], &[], &mut |path, name| {
                    if !public {
                        found.paths.insert(path.clone());
                    }
                    found.names.insert(name, Known { path, public });
                });
                i = end;
            }
            let starts = i < words.len() && is_start(&words, i, inside);
            if starts {
                let mut path = vec![words[i].to_owned()];
                while words.get(i + 1) == Some(&"::")
                    && words.get(i + 2).is_some_and(|w| is_name(w))
                {
                    path.push(words[i + 2].to_owned());
                    i += 2;
                }
                found.paths.insert(path);
            }
            i += 1;
        }
        found
    }
}

/// Whether a path starts at a word that goes on with `::`: at the crate, above, or at a module inside.
fn is_start(words: &[&str], i: usize, inside: &BTreeSet<String>) -> bool {
    let before = i.checked_sub(1).map_or("", |before| words[before]);
    let is_known = matches!(words[i], "crate" | "super" | "self") || inside.contains(words[i]);
    // `pub(in crate::a)` names who may see, `$crate::a` belongs to a macro
    is_known && words.get(i + 1) == Some(&"::") && !matches!(before, "::" | "in" | "$")
}

/// Whether what follows is for others too.
fn is_public(before: &[&str]) -> bool {
    let open = before.iter().rposition(|word| *word == "(");
    let before = match open {
        Some(open) if before.ends_with(&[")"]) => &before[..open],
        _ => before,
    };
    before.last() == Some(&"pub")
}

/// Calls `see` with the paths of a `use` declaration and the names that they bring.
fn tree(words: &[&str], before: &[String], see: &mut impl FnMut(Vec<String>, String)) {
    let open = words.iter().position(|w| *w == "{");
    let names = |words: &[&str]| -> Vec<String> {
        words.iter().filter(|w| is_name(w) || **w == "*").map(|w| (*w).to_owned()).collect()
    };
    if let Some(open) = open {
        let start = [before, &names(&words[..open])].concat();
        let (mut depth, mut from) = (0, open + 1);
        for i in open + 1..words.len() {
            match words[i] {
                "{" => depth += 1,
                "}" if depth > 0 => depth -= 1,
                "}" | "," if depth == 0 => {
                    tree(&words[from..i], &start, see);
                    from = i + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let (words, name) = match words.iter().position(|w| *w == "as") {
        Some(at) => (&words[..at], words.get(at + 1).copied()),
        None => (words, None),
    };
    let own = names(words);
    // `a::{self, b}` names `a` itself
    let own = if own == ["self"] && !before.is_empty() { &[] } else { own.as_slice() };
    let path = [before, own].concat();
    if let Some(last) = path.last().filter(|_| !words.is_empty()) {
        let name = name.unwrap_or(last).to_owned();
        see(path, name);
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The text without comments, texts in quotes and the module of tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let mut code = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().find(|c| *c == '\n');
                code.push('\n');
            }
            '\'' if rest.peek() == Some(&'"') => drop(rest.next()),
            '"' => {
                while let Some(c) = rest.next().filter(|c| *c != '"') {
                    if c == '\\' {
                        rest.next();
                    }
                }
            }
            _ => code.push(c),
        }
    }
    code
}

/// Names, `::`, and every other mark by itself.
fn words(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let len = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        found.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<String> {
        let inside = ["inner".to_owned()].into();
        Imports::of(text, &inside).paths.iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn imports_are_found_in_every_form() {
        let text = "use crate::a::B; // crate::c\nuse crate::{d, e::{f, self as g}, h};\n\
                    pub(in crate::no) fn x() { crate::i::y(); inner::z(); let s = \"crate::no\"; }";
        let found = paths(text);
        let expected = [
            "crate::a::B",
            "crate::d",
            "crate::e",
            "crate::e::f",
            "crate::h",
            "crate::i::y",
            "inner::z",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_only_handed_on_is_known_but_not_used() {
        let found = Imports::of("pub(crate) use a::B;\npub use c::*;\nuse d::E as F;", &[].into());
        assert_eq!(found.paths.iter().next().map(Vec::len), Some(2));
        assert_eq!(found.paths.len(), 1);
        let known: Vec<_> = found.names.iter().map(|(name, k)| (name.as_str(), k.public)).collect();
        assert_eq!(known, [("*", true), ("B", true), ("F", false)]);
    }
}
