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
    let typed = lower(word, LONGEST + 1);
    let length = typed.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let allowed = (length / 3).max(1);

    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.eq_ignore_ascii_case(word) {
            return Some(candidate);
        }
        let known = lower(candidate, usize::MAX);
        let letters = known.chars().count();
        if letters.abs_diff(length) > allowed {
            continue;
        }
        let edits = strsim::osa_distance(&typed, &known);
        // as many edits as letters turn any word into any other: that is no resemblance
        let resembles = edits <= allowed && edits < letters;
        if resembles && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The first so many letters of a text, in small letters.
fn lower(text: &str, most: usize) -> String {
    text.chars().flat_map(char::to_lowercase).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
