"""The elements of MJCF with their attributes, from `crates/mjcf/src/grammar/mjcf.txt`, which says how it is read."""

from tools.docs.mjcf_schema import MJCF, Attribute, Element, Sources

OFTEN = {"?": "at most once", "*": "any number of times", "+": "any number of times, also inside itself"}
# transparent elements, which stand wherever bodies do; as in crates/mjcf/src/grammar/mod.rs
FRAME = "name childclass pos quat axisangle xyaxes zaxis euler @Frame @Orientation"
REPLICATE = "count=int offset=real(3) euler=real(3) sep childclass"


class Grammar:
    """The grammar: `root` is the element `mujoco`."""

    def __init__(self):
        self.sources, self.groups = Sources(), {}
        open_elements = []
        for depth, head, words in lines((MJCF / "grammar" / "mjcf.txt").read_text(encoding="utf-8")):
            if head.startswith("@"):
                self.groups[head[1:]] = self.attributes(words)
                continue
            element = Element(head[:-1], OFTEN[head[-1]], self.attributes(words), [])
            del open_elements[depth:]
            if open_elements:
                open_elements[-1].children.append(element)
            open_elements.append(element)
        self.root = open_elements[0]
        self.frame = Element("frame", OFTEN["*"], self.attributes(FRAME.split()), [])
        self.replicate = Element("replicate", OFTEN["*"], self.attributes(REPLICATE.split()), [])

    def set_of(self, name):
        """The attributes of a group of the grammar, or of a type."""
        return self.groups.get(name) or self.sources.set_of(name)

    def attributes(self, words):
        """The attributes that a line names: those in front of a type first, the others by name."""
        listed, rest, excluded = [], {}, {word[1:] for word in words if word.startswith("-")}
        in_front = True
        for word in words:
            if word.startswith("-"):
                continue
            if word.startswith("@"):
                in_front = False
                rest |= {attribute.name: attribute for attribute in self.set_of(word[1:])}
                continue
            attribute = self.single(word)
            if in_front:
                listed.append(attribute)
            else:
                rest.setdefault(attribute.name, attribute)
        # what is listed in front of a type holds what the type says
        first = [rest.pop(attribute.name, attribute) for attribute in listed]
        return first + [rest[name] for name in sorted(rest) if name not in excluded]

    def single(self, word):
        """An attribute that is named by itself: `group@Joint`, `count=int`, `model`."""
        name, at, of_type = word.partition("@")
        if at:
            return next(attribute for attribute in self.set_of(of_type) if attribute.name == name)
        name, _, holds = word.partition("=")
        if holds == "bytes":
            holds = "bytes, with a suffix K, M, G, T, P, E"
        known = self.sources.words.get(holds)
        return Attribute(name, ", ".join(known.values()) if known else holds or "text")


def lines(text):
    """The lines of the grammar: depth, name with how often it may stand, words for attributes."""
    found = []
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        body = line.strip()
        if body.startswith("|"):
            found[-1][2].extend(body[1:].split())
        elif ":" in body:
            head, _, words = body.partition(":")
            found.append(((len(line) - len(line.lstrip())) // 2, head, words.split()))
    return found
