"""Links of the Markdown pages: where they lead on GitHub and where on the site."""

import dataclasses
import posixpath
import re

from tools import ROOT

REPOSITORY = "https://github.com/ferrodyn/ferrodyn"

# an inline link or image: what is in front of the target, and the target
_INLINE = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^()\s]+)(?=\))")
_DEFINITION = re.compile(r"(?m)^(\[[^\]]+\]:\s+)(\S+)$")
_CODE = re.compile(r"(?ms)^(?P<fence>`{3,})[^\n]*\n.*?^(?P=fence)`*[ ]*$|`[^`\n]+`")
_HEADING = re.compile(r"(?m)^#{1,6} +(.+?) *#*$")


# the same file by its address, as registries need it: a page, or the bytes of a picture
_ABSOLUTE = re.compile(
    r"https://(?:github\.com/ferrodyn/ferrodyn/(?:blob|tree)|raw\.githubusercontent\.com/ferrodyn/ferrodyn)/main/"
    r"(?P<path>[^#]+)(?:#(?P<anchor>.*))?$"
)


@dataclasses.dataclass
class Problem:
    """A link that leads nowhere."""

    page: str
    target: str
    why: str

    def __str__(self):
        return f"{self.page}: {self.target}: {self.why}"


def outside_code(text, change):
    """The text with `change` applied to what is not code."""
    parts, end = [], 0
    for code in _CODE.finditer(text):
        parts += [change(text[end : code.start()]), code.group()]
        end = code.end()
    return "".join([*parts, change(text[end:])])


def anchors(text):
    """The anchors that GitHub gives the headings of a page."""
    fences = re.sub(r"(?ms)^(`{3,})[^\n]*\n.*?^\1`*[ ]*$", "", text)
    found, count = set(), {}
    for heading in _HEADING.findall(fences):
        words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(f"{slug}-{count[slug]}" if slug in count else slug)
        count[slug] = count.get(slug, 0) + 1
    return found


def is_relative(target):
    """Whether a target is a path in the repository or a place on the same page."""
    return not re.match(r"[a-z][a-z0-9+.-]*:|//", target)


def targets(text):
    """All targets of links and images of a page."""
    found = []
    outside_code(text, lambda part: found.extend(m[2] for m in _links(part)) or part)
    # pictures that depend on the theme are HTML
    outside_code(text, lambda part: found.extend(re.findall(r'(?:src|srcset)="([^"\s]+)"', part)) or part)
    return found


def rewrite(text, change):
    """The text with every relative target of a link or image changed: `change(target, is_image)`."""

    def one(match):
        before, target = match[1], match[2]
        return before + (change(target, before.startswith("!")) if is_relative(target) else target)

    return outside_code(text, lambda part: _DEFINITION.sub(one, _INLINE.sub(one, part)))


def resolve(page, target):
    """Path in the repository and anchor of a relative target on a page, given by its path there."""
    path, _, anchor = target.partition("#")
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return full, anchor


def check(page, text, root=ROOT):
    """Links of a page into the repository, relative or not, that lead nowhere on GitHub."""
    problems = []
    for target in targets(text):
        if is_relative(target):
            path, anchor = resolve(page, target)
        elif inside := _ABSOLUTE.match(target):
            path, anchor = inside["path"], inside["anchor"] or ""
        else:
            continue
        if path.startswith("..") or not (root / path).exists():
            problems.append(Problem(page, target, "no such file in the repository"))
        elif anchor and path.endswith(".md"):
            there = (root / path).read_text(encoding="utf-8")
            if anchor not in anchors(there):
                problems.append(Problem(page, target, f"{path} has no such heading"))
    return problems


def in_repository(path, anchor="", root=ROOT):
    """The address of a file or folder of the repository."""
    kind = "tree" if (root / path).is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{path}" + (f"#{anchor}" if anchor else "")


def _links(part):
    return [*_INLINE.finditer(part), *_DEFINITION.finditer(part)]
