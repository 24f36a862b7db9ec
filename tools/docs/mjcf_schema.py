"""The schema of MJCF, read from the sources: the grammar and the declarations of attributes.

Declarations are rows as `pub size: [f64; 3] = [0.0; 3], upto "size";` below their documentation, in
the macros `element!` of the reader and `plain_fields!` of the engine. What is not understood is an
error, so that nothing is left out in silence.
"""

import dataclasses
import re

from tools import ROOT

MJCF = ROOT / "crates" / "mjcf" / "src"
ENGINE = ROOT / "crates" / "engine" / "src"


@dataclasses.dataclass(frozen=True)
class Attribute:
    """An attribute: what it holds, the text of its default, what it is."""

    name: str
    holds: str
    default: str = ""
    doc: str = ""


@dataclasses.dataclass(frozen=True)
class Field:
    """A row of a declaration, with the attribute that sets it, if there is one."""

    name: str
    type: str
    value: str
    doc: str
    attribute: str


@dataclasses.dataclass
class Element:
    """An element of the grammar."""

    name: str
    often: str
    attributes: list
    children: list


def rows(body):
    """The rows of a declaration."""
    doc, row = [], ""
    for line in body.splitlines():
        line = line.strip()
        if line.startswith("///"):
            doc.append(line.removeprefix("///").strip())
        elif line and not line.startswith(("#[", "//")):
            row += " " + line
            if line.endswith(";") and row.count("[") == row.count("]"):
                yield _field(row.strip(), " ".join(doc))
                doc, row = [], ""


def _field(row, doc):
    head, _, rest = row.removesuffix(";").partition(" = ")
    name, _, kind = head.partition(": ")
    rest = re.sub(r" => (\"\w+\"|_)$", "", rest)
    attribute = re.search(r", (?:upto )?\"(\w+)\"$", rest)
    value = rest[: attribute.start()] if attribute else rest
    name = re.sub(r"^pub(\(crate\))? ", "", name)
    return Field(name, kind, value, doc, attribute[1] if attribute else "")


def declarations():
    """The rows of every declared type, by its name."""
    found = {}
    for path in [*sorted((MJCF / "spec").glob("*.rs")), MJCF / "flexcomp" / "mod.rs"]:
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"(?ms)^element! \{\n(.*?)^\}", text):
            for name, body in re.findall(r"(?ms)^ {4}pub(?:\(crate\))? struct (\w+) \{\n(.*?)^ {4}\}", block):
                found[name] = list(rows(body))
    for path in (ENGINE / "option.rs", ENGINE / "visual.rs"):
        for block in re.findall(r"(?ms)^plain_fields! \{\n(.*?)^\}", path.read_text(encoding="utf-8")):
            for name, body in re.findall(r"(?ms)^ {4}(\w+) \{\n(.*?)^ {4}\}", block):
                found[name] = [dataclasses.replace(row, doc=_with_unit(row.doc)) for row in rows(body)]
    return found


def _with_unit(doc):
    """The documentation of a field of the engine, where the unit follows a semicolon."""
    doc = re.sub(r"; (.+?)\.$", lambda unit: "." if unit[1] == "1" else f" ({unit[1]}).", doc)
    return re.sub(r", a number of `\w+`", "", doc)


def keywords():
    """The words of every enumeration, by its name: variant to word, in order."""
    found = {"bool": {"false": "false", "true": "true"}}
    for path in MJCF.rglob("*.rs"):
        for block in re.findall(r"(?ms)^keywords! \{\n(.*?)^\}", path.read_text(encoding="utf-8")):
            for name, body in re.findall(r"(?ms)enum (\w+) \{\n(.*?)^ {4}\}", block):
                pairs = re.findall(r"(\w+) = -?\d+ \"([^\"]+)\"", body)
                found[name] = dict(pairs)
    words = (MJCF / "spec" / "words.rs").read_text(encoding="utf-8")
    for name, body in re.findall(r"(?s)(\w+) \{([^{}]*=>[^{}]*)\}", words.split("\nwords! {", 1)[1]):
        found[name] = {variant: word for word, variant in re.findall(r"\"(\w+)\" => (\w+)", body)}
    objects = (ENGINE / "enums" / "objects.rs").read_text(encoding="utf-8")
    found["ObjType"] = dict(re.findall(r"(?m)^ +(\w+) \"(\w+)\"", objects))
    return found


class Sources:
    """Declarations and keywords, and what the grammar makes of them."""

    def __init__(self):
        self.declared, self.words = declarations(), keywords()
        self.section = (MJCF / "read" / "section.rs").read_text(encoding="utf-8")
        self.flags = (MJCF / "spec" / "flags.rs").read_text(encoding="utf-8")
        self.flex = (MJCF / "spec" / "flex.rs").read_text(encoding="utf-8")
        self.tree = (MJCF / "spec" / "tree.rs").read_text(encoding="utf-8")

    def holds(self, kind):
        """What an attribute of a Rust type holds."""
        kind = re.sub(r"^Option<(.*)>$", r"\1", kind).replace("NREF", "2").replace("NIMP", "5")
        simple = {"f64": "real", "f32": "real", "i32": "int", "String": "text", "Vec3": "real(3)", "Quat": "quaternion"}
        if kind in simple:
            return simple[kind]
        if kind in self.words:
            return ", ".join(self.words[kind].values())
        if many := re.fullmatch(r"Vec<(\w+)>", kind):
            return f"{simple[many[1]]}(...)"
        if array := re.fullmatch(r"\[(\w+); (\d+)\]", kind):
            return f"{simple[array[1]]}({array[2]})"
        raise SystemExit(f"tools/docs/mjcf_schema.py does not know the type {kind}")

    def default(self, value, kind):
        """The text of a default, as MJCF would say it; empty if there is none."""
        if value in ("None", "String::new()", "Vec::new()") or "NAN" in value:
            return ""
        constants = {"SOLREF": "[0.02, 1.0]", "SOLIMP": "[0.9, 0.95, 0.001, 0.5, 2.0]"}
        value = constants.get(value.removeprefix("DEFAULT_"), value)
        known = {"Vec3::ZERO": "0 0 0", "Vec3::Z": "0 0 1", "Quat::IDENTITY": "1 0 0 0",
                 "Quat::IDENTITY.0": "1 0 0 0"}  # fmt: skip
        if value in known:
            return known[value]
        if word := re.fullmatch(r"(\w+)::(\w+)(?: as i32)?", value):
            return self.words[word[1]].get(word[2], "")
        if kind == "bool":
            return value
        if text := re.fullmatch(r"\"(.*)\"\.into\(\)", value):
            return text[1]
        inner = re.sub(r"^Vec3(::new)?\((.*)\)$", r"\2", value).strip("[]")
        number, _, count = inner.partition("; ")
        numbers = [number] * int(count) if count else inner.split(", ")
        return " ".join(f"{float(n):g}" for n in numbers)

    def attribute(self, field, name=None, kind=None):
        """The attribute that sets a field."""
        kind = kind or field.type
        value = field.value
        if kind == "bool" and value in "01":
            value = ("false", "true")[int(value)]
        return Attribute(name or field.attribute, self.holds(kind), self.default(value, kind), field.doc)

    def set_of(self, name):
        """The attributes of a type of the grammar."""
        if name == "flags":
            flags = re.findall(r"(off|on)\(\"(\w+)\"", self.flags)
            return [Attribute(word, "disable, enable", "enable" if how == "off" else "disable") for how, word in flags]
        if name == "Orientation":
            forms = re.findall(r"orientation!\(\"(\w+)\", (\w+), (\d)", self.tree)
            docs = dict(re.findall(r"/// ([^\n]+)\n    (\w+)\(\[f64", self.tree))
            docs = {variant: doc for doc, variant in docs.items()}
            return [Attribute(word, f"real({n})", "", f"Orientation: {docs[v][0].lower()}{docs[v][1:]}") for word, v, n in forms]
        if name == "Opt" or name.startswith("Visual"):
            return self.engine_set(name)
        if name in ("FlexContact", "FlexEdge", "FlexElasticity", "FlexDof"):
            return self.flex_set(name)
        return [self.attribute(field) for field in self.declared[name] if field.attribute]

    def engine_set(self, name):
        """The attributes that set options of the engine."""
        fields = {field.name: field for field in self.declared[name]}
        if name == "Opt":
            plain = re.findall(r"attr!\(Opt, (\w+), (?:upto )?\"\w+\"\)", self.section)
            coded = re.findall(r"coded!\(Opt, (\w+), (\w+), \"\w+\"\)", self.section)
            groups = Attribute("actuatorgroupdisable", "int(31)", "", "Groups of actuators that are switched off.")
            return [*(self.attribute(fields[f], f) for f in plain),
                    *(self.attribute(fields[f], f, kind) for f, kind in coded), groups]  # fmt: skip
        listed = re.search(rf"(?s)\n    {name} \{{(.*?)\}}", self.section)[1]
        plain, _, flags = listed.partition(";")
        return [*(self.attribute(fields[f], f) for f in re.findall(r"\w+", plain)),
                *(self.attribute(fields[f], f, "bool") for f in re.findall(r"\w+", flags))]  # fmt: skip

    def flex_set(self, name):
        """The attributes of the parts of a flex."""
        fields = {field.name: field for field in self.declared["Flex"]}
        constant = re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper()
        body = re.search(rf"(?s)const {constant}: .*?\n(?=\n)", self.flex)[0]
        plain = re.findall(r"attr!\(Flex, (\w+), (?:upto )?\"(\w+)\"\)", body)
        found = [self.attribute(fields[field], word) for field, word in plain]
        for word, kind in re.findall(r"name: \"(\w+)\",\s+kind: (\w+)::kind", body):
            default = "false" if kind == "bool" else next(iter(self.words[kind].values()))
            doc = fields[word].doc if word in fields else "Which bodies move the vertices, and along what."
            found.append(Attribute(word, self.holds(kind), default, doc))
        return found
