"""Models that MuJoCo's C++ tests hold as raw strings, written to files of their own.

A file is named after the line of its string and the test before it:
`engine/engine_forward_test/L00123_TestName.xml`. A string is taken if it begins with a model's root
element; where it includes or formats something, both engines refuse it, which is a comparison too.
"""

import pathlib
import re

RAW_STRING = re.compile(r'R"([^\s()\\]{0,16})\((.*?)\)\1"', re.DOTALL)
TEST = re.compile(r"^(?:TEST(?:_[FP])?|BENCHMARK\w*)\(\s*(?:\w+\s*,\s*)?(\w+)\s*\)", re.MULTILINE)
CONSTANT = re.compile(r"(\w+)\s*(?:\[\s*\])?\s*=?\s*\(?\s*$")
ROOT_ELEMENT = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(mujoco|robot)[\s>/]", re.DOTALL)


def inline_models(source: str) -> list[tuple[str, str]]:
    """Name and text of every model in a C++ source, in order."""
    tests = [(match.start(), match.group(1)) for match in TEST.finditer(source)]
    found = []
    for string in RAW_STRING.finditer(source):
        root = ROOT_ELEMENT.match(string.group(2))
        if root is None:
            continue
        line = source.count("\n", 0, string.start()) + 1
        name = name_of(source, string.start(), tests)
        suffix = "urdf" if root.group(1) == "robot" else "xml"
        found.append((f"L{line:05d}_{name}.{suffix}", string.group(2).strip() + "\n"))
    return found


def name_of(source: str, start: int, tests: list[tuple[int, str]]) -> str:
    """The last test that begins before a string or, above the first test, the constant that holds it."""
    before = [name for begin, name in tests if begin < start]
    if before:
        return before[-1]
    constant = CONSTANT.search(source, max(0, start - 200), start)
    return constant.group(1) if constant else "model"


def write_inline_models(tests: pathlib.Path, place: pathlib.Path) -> int:
    """Writes the models of all C++ sources below a folder, each text once; says how many there are."""
    seen: set[str] = set()
    for source in sorted(tests.rglob("*.cc")):
        folder = place / source.relative_to(tests).with_suffix("")
        for name, text in inline_models(source.read_text(encoding="utf-8", errors="replace")):
            if text not in seen:
                seen.add(text)
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")
    return len(seen)
