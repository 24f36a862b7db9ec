//! "Did you mean ...?": the known word nearest to a mistyped one.

/// Words longer than this are not compared: no name in a schema comes close.
const LONGEST: usize = 64;

/// The candidate a user most likely meant by `word`, if any is near enough.
///
/// A candidate that differs only in case wins at once. Otherwise the smallest number of inserted,
/// deleted, replaced or swapped neighboring characters decides, at most a third of the word's
/// length (and at least one); the first of equally near candidates is returned.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed: Vec<char> = word.chars().flat_map(char::to_lowercase).take(LONGEST + 1).collect();
    if typed.is_empty() || typed.len() > LONGEST {
        return None;
    }
    let allowed = (typed.len() / 3).max(1);

    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.eq_ignore_ascii_case(word) {
            return Some(candidate);
        }
        let known: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        if known.len().abs_diff(typed.len()) > allowed {
            continue;
        }
        let edits = distance(&typed, &known);
        // as many edits as letters turn any word into any other: that is no resemblance
        let resembles = edits <= allowed && edits < known.len();
        if resembles && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Damerau-Levenshtein distance in its restricted form: no part is edited twice.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut row = above.clone();
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let replace = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replace.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row[j] = least;
        }
        // the oldest row becomes the next one to fill
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(a: &str, b: &str) -> usize {
        let a: Vec<char> = a.chars().collect();
        let b: Vec<char> = b.chars().collect();
        distance(&a, &b)
    }

    #[test]
    fn distance_counts_single_edits_and_swaps() {
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("joint", "jonit"), 1);
        assert_eq!(edits("same", "same"), 0);
    }

    #[test]
    fn case_is_ignored_before_anything_else() {
        assert_eq!(did_you_mean("SolRef", ["solimp", "solref"]), Some("solref"));
    }

    #[test]
    fn nearest_candidate_wins() {
        assert_eq!(did_you_mean("sizes", ["pos", "size", "rgba"]), Some("size"));
        let known = ["solref", "solimp", "solreflimit", "solimplimit"];
        assert_eq!(did_you_mean("soleref", known), Some("solref"));
        assert_eq!(did_you_mean("solimpl", known), Some("solimp"));
        assert_eq!(did_you_mean("jiont", ["joint", "geom"]), Some("joint"));
    }

    #[test]
    fn unrelated_words_get_no_suggestion() {
        assert_eq!(did_you_mean("x", ["y", "z"]), None);
        assert_eq!(did_you_mean("banana", ["pos", "size", "rgba"]), None);
        assert_eq!(did_you_mean("frobnicate", ["pos", "quat", "axis"]), None);
        assert_eq!(did_you_mean("", ["pos"]), None);
        assert_eq!(did_you_mean(&"a".repeat(1_000_000), ["pos"]), None);
    }
}
