//! Ways to damage a model file, from flipped bits to well-formed nonsense.

use std::ops::Range;

use crate::rng::Rng;

/// Values that numbers, words and lists are replaced by.
const VALUES: &[&str] = &[
    "",
    " ",
    "0",
    "-0",
    "-1",
    "1",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "18446744073709551616",
    "1000000000",
    "1e9",
    "1e308",
    "1e309",
    "-1e308",
    "1e-320",
    "nan",
    "-inf",
    "inf",
    "0x10",
    "1 2",
    "0 0 0",
    "0 0 0 0",
    "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "1e200 1e200 1e200",
    "true",
    "world",
    "\u{1F600}",
    "../../../../etc/passwd",
    "/dev/zero",
];

/// Attributes with which few elements reckon.
const ATTRIBUTES: &[&str] = &[
    "name=\"x\"",
    "class=\"main\"",
    "file=\"x.obj\"",
    "count=\"1000000000\"",
    "count=\"1000 1000 1000\"",
    "nrow=\"100000\" ncol=\"100000\"",
    "width=\"100000\" height=\"100000\"",
    "nuser_body=\"100000000\"",
    "memory=\"1000P\"",
    "mass=\"-1\"",
    "size=\"nan\"",
    "range=\"1 -1\"",
    "childclass=\"none\"",
];

/// Applies one to four random changes to `text`; `other` is a file to take parts from. Three
/// of four copies stay well-formed, so that what comes after parsing is reached too.
pub(crate) fn mutate(text: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    if rng.below(2) == 0 {
        // small changes, with which many models still compile
        for _ in 0..=rng.below(3) {
            scale_number(&mut text, rng);
        }
        return text;
    }
    let (first, kinds) = if rng.below(2) == 0 { (0, 14) } else { (5, 6) };
    for _ in 0..=rng.below(4) {
        match first + rng.below(kinds) {
            0 => flip_bits(&mut text, rng),
            1 => text.truncate(rng.below(text.len() + 1)),
            2 => drop(text.drain(random_range(&text, 200, rng))),
            3 => copy_range(&mut text, rng),
            4 => insert(&mut text, &[rng.next() as u8], rng),
            5..=7 => replace_value(&mut text, rng),
            8 => replace_number(&mut text, rng),
            9 => swap_values(&mut text, rng),
            10 => add_attribute(&mut text, rng),
            11 => repeat_element(&mut text, rng),
            12 => graft(&mut text, other, rng),
            _ => drop_tag(&mut text, rng),
        }
    }
    text
}

fn flip_bits(text: &mut [u8], rng: &mut Rng) {
    for _ in 0..=rng.below(8) {
        let at = rng.below(text.len());
        if let Some(byte) = text.get_mut(at) {
            *byte ^= 1 << rng.below(8);
        }
    }
}

fn random_range(text: &[u8], longest: usize, rng: &mut Rng) -> Range<usize> {
    let start = rng.below(text.len());
    let end = text.len().min(start + rng.below(longest));
    start..end
}

fn copy_range(text: &mut Vec<u8>, rng: &mut Rng) {
    let copy = text[random_range(text, 400, rng)].to_vec();
    insert(text, &copy, rng);
}

fn insert(text: &mut Vec<u8>, what: &[u8], rng: &mut Rng) {
    let at = rng.below(text.len() + 1);
    text.splice(at..at, what.iter().copied());
}

/// Ranges of the texts between double quotes.
fn values(text: &[u8]) -> Vec<Range<usize>> {
    let mut quotes = text.iter().enumerate().filter(|(_, byte)| **byte == b'"').map(|(at, _)| at);
    let mut found = Vec::new();
    while let (Some(open), Some(close)) = (quotes.next(), quotes.next()) {
        found.push(open + 1..close);
    }
    found
}

/// Ranges of tags, brackets included.
fn tags(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open = None;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'<' => open = Some(at),
            b'>' => found.extend(open.take().map(|open| open..at + 1)),
            _ => {}
        }
    }
    found
}

fn replace_value(text: &mut Vec<u8>, rng: &mut Rng) {
    let (Some(range), Some(value)) = (rng.choose(&values(text)).cloned(), rng.choose(VALUES))
    else {
        return;
    };
    text.splice(range, value.bytes());
}

/// Replaces one word inside a value.
fn replace_number(text: &mut Vec<u8>, rng: &mut Rng) {
    let Some(range) = rng.choose(&values(text)).cloned() else { return };
    let mut words = vec![Vec::new()];
    for &byte in &text[range.clone()] {
        if byte == b' ' {
            words.push(Vec::new());
        } else if let Some(word) = words.last_mut() {
            word.push(byte);
        }
    }
    let i = rng.below(words.len());
    if let (Some(word), Some(value)) = (words.get_mut(i), rng.choose(VALUES)) {
        *word = value.as_bytes().to_vec();
    }
    text.splice(range, words.join(&b' '));
}

/// Multiplies one number by a factor.
fn scale_number(text: &mut Vec<u8>, rng: &mut Rng) {
    let numbers: Vec<Range<usize>> = values(text)
        .into_iter()
        .filter(|range| text[range.clone()].first().is_some_and(|b| !b.is_ascii_alphabetic()))
        .collect();
    let Some(range) = rng.choose(&numbers).cloned() else { return };
    let value = String::from_utf8_lossy(&text[range.clone()]).into_owned();
    let mut words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
    let i = rng.below(words.len());
    let Some(number) = words.get(i).and_then(|word| word.parse::<f64>().ok()) else { return };
    let factor = [-1.0, 0.0, 0.5, 3.0, 10.0, 1000.0, 1e6, 1e-6][rng.below(8)];
    words[i] = format!("{}", number * factor);
    text.splice(range, words.join(" ").bytes());
}

fn swap_values(text: &mut Vec<u8>, rng: &mut Rng) {
    let values = values(text);
    let (Some(a), Some(b)) = (rng.choose(&values).cloned(), rng.choose(&values).cloned()) else {
        return;
    };
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    if first == second {
        return;
    }
    let (left, right) = (text[first.clone()].to_vec(), text[second.clone()].to_vec());
    text.splice(second, left);
    text.splice(first, right);
}

fn add_attribute(text: &mut Vec<u8>, rng: &mut Rng) {
    let (Some(tag), Some(attribute)) = (rng.choose(&tags(text)).cloned(), rng.choose(ATTRIBUTES))
    else {
        return;
    };
    let name = text[tag.clone()].iter().skip(1).position(|&b| !b.is_ascii_alphanumeric());
    let at = tag.start + 1 + name.unwrap_or(0);
    text.splice(at..at, format!(" {attribute} ").bytes());
}

/// Repeats a tag many times, which nests elements that are not closed.
fn repeat_element(text: &mut Vec<u8>, rng: &mut Rng) {
    let Some(tag) = rng.choose(&tags(text)).cloned() else { return };
    let most = if text[tag.clone()].ends_with(b"/>") { 40 } else { 600 };
    let copies = [2, 10, most][rng.below(3)];
    let tags = text[tag.clone()].repeat(copies);
    text.splice(tag, tags);
}

/// Puts a part of another file between two tags.
fn graft(text: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let (theirs, ours) = (tags(other), tags(text));
    let (Some(at), Some(first)) = (rng.choose(&ours), rng.choose(&theirs)) else { return };
    let at = at.end;
    let end = other.len().min(first.start + 1 + rng.below(600));
    let last = theirs.iter().rev().find(|tag| tag.end <= end && tag.start >= first.start);
    let end = last.map_or(first.end, |tag| tag.end);
    text.splice(at..at, other[first.start..end].iter().copied());
}

fn drop_tag(text: &mut Vec<u8>, rng: &mut Rng) {
    if let Some(tag) = rng.choose(&tags(text)).cloned() {
        text.drain(tag);
    }
}
