"""What the search of the finished site finds: words that readers look for lead to the pages that answer.

The site's own script looks words up, by their stems, in `searchindex.js`, which Sphinx writes. This does the same.
"""

import json
import re

# a word, and pages of which the search must name one
WANTED = {
    "drift": {"same-numbers"},
    "install": {"install"},
    "limits": {"limits"},
    "njmax": {"mjcf/option", "mjcf/size", "fields/model", "mjcf"},
    "slurm": {"cluster"},
    "hopper": {"gym", "start/learning"},
    "qfrc_constraint": {"fields/data", "python/data", "fields"},
    "gpu": {"limits", "why", "pictures"},
}


def read(html):
    """The index of a site, as a dictionary."""
    text = (html / "searchindex.js").read_text(encoding="utf-8")
    return json.loads(re.fullmatch(r"Search\.setIndex\((.*)\);?\s*", text, re.S)[1])


def find(index, word):
    """The pages that have a word in their text or title."""
    import snowballstemmer

    stem = snowballstemmer.stemmer("english").stemWord(word.lower())
    found = set()
    for table in (index["terms"], index["titleterms"]):
        # a word of letters and numbers only is stemmed; names with other signs are kept as they are
        for key in {stem, word.lower()}:
            places = table.get(key, [])
            found.update([places] if isinstance(places, int) else places)
    return {index["docnames"][place] for place in found}


def check(html):
    """Words that lead to none of the pages that answer."""
    index = read(html)
    problems = []
    for word, pages in WANTED.items():
        if not find(index, word) & pages:
            problems.append(f"the search for {word!r} finds none of {', '.join(sorted(pages))}")
    return problems
