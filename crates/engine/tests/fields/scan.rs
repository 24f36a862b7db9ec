//! Which fields a source file names, and which of them it certainly writes: found in its tokens.
//!
//! A field is named after a receiver (`d.qpos`, `m.opt.timestep`, `d.first().body_awake`) or taken out
//! of one by a pattern (`let Data { qpos, .. } = d`). It is certainly written where it is assigned,
//! borrowed as `&mut`, or a method is called that changes it. What is handed on as a variable of a
//! pattern may be written or not: the table at the top of the file says.

use std::collections::{BTreeMap, BTreeSet};

use crate::tables::member;

/// Variables that hold a model, data or a part of them.
const RECEIVERS: [&str; 10] =
    ["m", "d", "sim", "s", "model", "data", "from", "to", "target", "source"];
/// Functions that return a part of a model or of data.
const PARTS: [&str; 5] = ["first", "structure_mut", "sims", "sims_mut", "single_mut"];
/// Functions of models and options that read fields for their callers.
const ACCESSORS: [(&str, &[&str]); 5] = [
    ("body_joints", &["body_jntadr", "body_jntnum"]),
    ("body_dofs", &["body_dofadr", "body_dofnum"]),
    ("body_geoms", &["body_geomadr", "body_geomnum"]),
    ("disabled", &["opt.disableflags"]),
    ("enabled", &["opt.enableflags"]),
];
/// Types whose patterns name fields.
const TYPES: [&str; 5] = ["Data", "DataOf", "Sim", "Model", "Structure"];
/// Methods that change what they are called on, besides those whose names end with `_mut`.
const CHANGING: [&str; 16] = [
    "fill",
    "copy_from_slice",
    "clone_from_slice",
    "clone_from",
    "resize",
    "try_resize",
    "push",
    "swap",
    "sort",
    "sort_unstable",
    "copy_within",
    "truncate",
    "normalize",
    "rotate_left",
    "reserve",
    "warn",
];
const ASSIGNMENTS: [&str; 7] = ["=", "+=", "-=", "*=", "/=", "|=", "&="];

/// What a file does with fields.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// All fields that it names, `true` where it certainly writes them.
    pub fields: BTreeMap<String, bool>,
    /// All identifiers of the file, and the fields that it names.
    pub words: BTreeSet<String>,
}

/// Reads a file. `is_field` says whether a name is in the tables, as `qpos` or `opt.timestep`.
pub(crate) fn scan(text: &str, is_field: &dyn Fn(&str) -> bool) -> Named {
    let tokens = tokens(text);
    let mut named = Named::default();
    let mut note = |name: String, written: bool| {
        *named.fields.entry(name).or_default() |= written;
    };

    // after a receiver
    for i in 2..tokens.len() {
        if tokens[i - 1] == "." {
            let accessed = ACCESSORS.iter().filter(|(function, _)| tokens[i] == *function);
            accessed.flat_map(|(_, names)| *names).for_each(|&name| note(name.to_owned(), false));
            if let Some(name) = field(&tokens, i, is_field) {
                note(name, is_written(&tokens, i));
            }
        }
    }

    // taken out by a pattern
    for (name, variable) in patterns(&tokens) {
        if is_field(&name) {
            let places = (1..tokens.len()).filter(|&i| tokens[i] == variable);
            let places = places.filter(|&i| !matches!(tokens[i - 1].as_str(), "." | "let" | "mut"));
            let written = places.fold(false, |written, i| written | is_written(&tokens, i));
            note(name, written);
        }
    }
    let members = named.fields.keys().map(|name| member(name).to_owned()).collect::<Vec<_>>();
    named.words = tokens.into_iter().chain(members).collect();
    named
}

/// The field that the token names, if what stands before it is a receiver.
fn field(tokens: &[String], i: usize, is_field: &dyn Fn(&str) -> bool) -> Option<String> {
    let (name, called) = (&tokens[i], tokens.get(i + 1).is_some_and(|t| t == "("));
    let before = &tokens[i - 2];
    if before == "opt" || before == "stat" {
        return Some(format!("{before}.{name}")).filter(|name| is_field(name));
    }
    let known = match before.as_str() {
        ")" | "]" => part(tokens, i - 2).is_some_and(|part| PARTS.contains(&part)),
        before => RECEIVERS.contains(&before),
    };
    (known && !called && is_field(name)).then(|| name.clone())
}

/// The function or array whose call or entry ends at the token: `sims` of `d.sims_mut()[0]`.
fn part(tokens: &[String], end: usize) -> Option<&str> {
    let open = opening(tokens, end)?;
    match tokens.get(open.checked_sub(1)?)?.as_str() {
        ")" => part(tokens, open - 1),
        name => Some(name),
    }
}

/// Fields and variables of all patterns, `[("efc_AR", "efc_AR"), ("efc_AR_rowadr", "adr")]`.
fn patterns(tokens: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for i in 1..tokens.len() {
        let starts = TYPES.contains(&tokens[i - 1].as_str()) && tokens[i] == "{";
        let Some(close) = starts.then(|| closing(tokens, i)).flatten() else { continue };
        let after = tokens.get(close + 1).map_or("", String::as_str);
        if !matches!(after, "=" | "]" | ")" | "," | "|") {
            continue;
        }
        let mut at = i + 1;
        while at < close {
            let name = &tokens[at];
            let renamed = tokens[at + 1] == ":";
            let variable = if renamed { &tokens[at + 2] } else { name };
            found.push((name.clone(), variable.clone()));
            at += if renamed { 2 } else { 0 };
            // to the next member
            while at < close && tokens[at] != "," {
                at = match tokens[at].as_str() {
                    "[" | "(" | "{" => closing(tokens, at).unwrap_or(close),
                    _ => at,
                } + 1;
            }
            at += 1;
        }
    }
    found
}

/// Whether the field that the token names is written there.
fn is_written(tokens: &[String], i: usize) -> bool {
    // borrowed to be changed
    let start = chain_start(tokens, i);
    if start >= 2 && tokens[start - 1] == "mut" && tokens[start - 2] == "&" {
        return true;
    }

    // entries, members and methods that follow
    let mut at = i + 1;
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("[") => at = closing(tokens, at).map_or(tokens.len(), |close| close + 1),
            Some(".") => {
                let method = &tokens[at + 1];
                if tokens.get(at + 2).is_some_and(|t| t == "(") {
                    return method.ends_with("_mut") || CHANGING.contains(&method.as_str());
                }
                at += 2;
            }
            Some(next) if ASSIGNMENTS.contains(&next) => return true,
            Some("," | ")") => return is_in_assigned_tuple(tokens, start),
            _ => return false,
        }
    }
}

/// Whether a token is in a tuple that a statement assigns to: `(d.xipos[b], d.ximat[b]) = ...`.
fn is_in_assigned_tuple(tokens: &[String], i: usize) -> bool {
    let mut open = i;
    while open > 0 {
        open -= 1;
        match tokens[open].as_str() {
            ")" | "]" | "}" => open = opening(tokens, open).unwrap_or(0),
            "(" => break,
            "[" | "{" | ";" => return false,
            _ => {}
        }
    }
    let statement = open > 0 && matches!(tokens[open - 1].as_str(), ";" | "{" | "}");
    let close = closing(tokens, open);
    statement && close.is_some_and(|close| tokens.get(close + 1).is_some_and(|t| t == "="))
}

/// Where the path that ends with the token starts: `d` of `d.first().body_awake`.
fn chain_start(tokens: &[String], i: usize) -> usize {
    let mut start = i;
    while start >= 2 && tokens[start - 1] == "." {
        start -= 2;
        while matches!(tokens[start].as_str(), ")" | "]") {
            let Some(open) = opening(tokens, start) else { return start };
            start = open.saturating_sub(1);
        }
    }
    start
}

fn closing(tokens: &[String], open: usize) -> Option<usize> {
    let mut depth = 0;
    (open..tokens.len()).find(|&i| {
        depth += match tokens[i].as_str() {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        depth == 0
    })
}

fn opening(tokens: &[String], close: usize) -> Option<usize> {
    let mut depth = 0;
    (0..=close).rev().find(|&i| {
        depth += match tokens[i].as_str() {
            "(" | "[" | "{" => -1,
            ")" | "]" | "}" => 1,
            _ => 0,
        };
        depth == 0
    })
}

/// Words and punctuation, without comments, strings and tests.
fn tokens(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' {
            string_len(rest)
        } else if is_word(c) {
            let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            found.push(rest[..len].to_owned());
            len
        } else if c.is_whitespace() {
            c.len_utf8()
        } else if c == '\'' {
            quote_len(rest)
        } else {
            let two = ["==", "!=", "<=", ">=", "=>", "->", "::", "..", "&&", "||"];
            let two = two.iter().chain(&ASSIGNMENTS).filter(|op| op.len() == 2);
            let len = two.filter(|op| rest.starts_with(**op)).map(|op| op.len()).next();
            let len = len.unwrap_or(c.len_utf8());
            found.push(rest[..len].to_owned());
            len
        };
        rest = &rest[len..];
    }
    found
}

/// Bytes of the string that the text starts with.
fn string_len(text: &str) -> usize {
    let mut escaped = false;
    let end = text[1..].find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

/// Bytes of the character or lifetime that the text starts with.
fn quote_len(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), _) => text[3..].find('\'').map_or(text.len(), |end| end + 4),
        (_, Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<(String, bool)> {
        let fields = ["qpos", "xpos", "qfrc", "body_awake", "opt.timestep", "opt.disableflags"];
        scan(text, &|name| fields.contains(&name)).fields.into_iter().collect()
    }

    fn one(name: &str, written: bool) -> Vec<(String, bool)> {
        vec![(name.to_owned(), written)]
    }

    #[test]
    fn reads_are_found_after_receivers() {
        assert_eq!(named("let x = d.qpos[i] + 1.0;"), one("qpos", false));
        assert_eq!(named("if d.first().body_awake[b].raw() == 1 {}"), one("body_awake", false));
        assert_eq!(named("x = d.sims()[lane].body_awake[b].raw();"), one("body_awake", false));
        assert_eq!(named("let h = m.opt.timestep;"), one("opt.timestep", false));
        assert_eq!(named("m.opt.disabled(Bit::A)"), one("opt.disableflags", false));
        assert_eq!(named("joint.qpos; // d.qpos\n\"d.qpos\""), []);
    }

    #[test]
    fn writes_are_found_in_every_form() {
        for text in [
            "d.qpos[i] = 1.0;",
            "d.qpos[QposAdr(a + 1)] += 1.0;",
            "d.qpos.fill(0.0);",
            "d.qpos[a..b].copy_from_slice(x);",
            "f(&mut d.qpos);",
            "{ (d.qpos[i], x) = y; }",
            "for x in d.qpos.iter_mut() {}",
            "let Data { qpos, .. } = d; qpos[i] = 1.0;",
            "let [Sim { qpos: q, .. }] = &mut d.sims; *q = 1.0;",
        ] {
            assert_eq!(named(text), one("qpos", true), "{text}");
        }
    }

    #[test]
    fn comparisons_and_arguments_are_not_writes() {
        for text in [
            "if d.qpos[i] == x {}",
            "f(d.qpos[i], x);",
            "let y = (d.qpos[i], x);",
            "let Data { qpos, .. } = d; f(qpos);",
            "d.qpos.iter().sum()",
        ] {
            assert_eq!(named(text), one("qpos", false), "{text}");
        }
    }
}
