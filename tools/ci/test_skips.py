"""No test passes because it ended before it tested anything.

Where something is missing (models, a device, another package), a test in Python skips and one in Rust
prints a line that begins with `SKIPPED`, which `.ci/run` counts. What is looked for here is a test that
returns early without either.
"""

import ast
import collections
import pathlib
import re

import pytest

from tools import ROOT
from tools.ci import skipped_tests

# text, raw text, characters and comments: braces and words in them are none
LITERALS = re.compile(
    r'r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|\'(?:\\.[^\']*|[^\'\\])\'|//[^\n]*|/\*.*?\*/', re.DOTALL
)
FUNCTION = re.compile(r"\bfn\s+(\w+)[^{;]*\{")
TEST = re.compile(r"#\[test\][^{;]*?\bfn\s+(\w+)[^{;]*\{")
# a closure or a function inside of a test, up to its brace
INNER = re.compile(r"(?:\|[^|{};]*\|(?:\s*->[^{;|]*)?|\bfn\s+\w+[^{;]*|\basync(?:\s+move)?)\s*$")
# what goes on only with something that may be missing: the call, then what happens without it
ONLY_WITH = re.compile(
    r"\blet\s+(?:Some|Ok)\([^=]*=\s*([^;{}]*?)\s*else\s*\{\s*(?:return|continue)\b"
    r"|\bif\s+let\s+(?:Some|Ok)\([^=]*=\s*([^;{}]*?)\s*\{"
)


def blank(text, keep=""):
    """The text with blanks for literals and comments, so that places stay; those with `keep` stay."""

    def fill(match):
        found = match[0]
        return found if keep and keep in found else re.sub(r"[^\n]", " ", found)

    return LITERALS.sub(fill, text)


def body(text, start):
    """What is between a brace that ends at `start` and the one that closes it."""
    depth, at = 1, start
    while depth and at < len(text):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[start : at - 1]


def functions(text):
    """The bodies of all functions, by name; of several with one name all together."""
    found = collections.defaultdict(list)
    for match in FUNCTION.finditer(text):
        found[match[1]].append(body(text, match.end()))
    return dict(found)


def own(code):
    """The code of a test without its closures and inner functions."""
    at, out = 0, []
    for brace in re.finditer(r"\{", code):
        if brace.start() < at or not INNER.search(code[: brace.start()]):
            continue
        out.append(code[at : brace.end()])
        at = brace.end() + len(body(code, brace.end()))
    return "".join([*out, code[at:]])


def says_so(call, helpers):
    """Whether a call is of a function that says what is missing; nothing of one that is not of tests."""
    called = re.findall(r"(?:\b([A-Z]\w*)::)?\b(\w+)\s*\(", call)
    names = [name for kind, name in called if name in helpers and not kind]
    # of several functions with one name, any may be the one that is called
    return any(all("SKIPPED" in code for code in helpers[name]) for name in names) if names else None


def faults(text, helpers):
    """Tests of a file that may end early without a word, with the reason."""
    code = blank(text, keep="SKIPPED")
    # those of the file itself come first
    helpers = helpers | {name: found for name, found in functions(code).items() if name in helpers}
    for match in TEST.finditer(code):
        test = own(body(code, match.end()))
        if "SKIPPED" in test:
            continue
        silent = []
        for with_it in ONLY_WITH.finditer(test):
            call = with_it[1] or with_it[2]
            leaves = with_it[1] is not None and with_it[0].endswith("return")
            said = says_so(call, helpers)
            # an `else` says what is to be had without it
            answered = with_it[2] is not None and re.match(
                r"\}\s*else\b", test[with_it.end() + len(body(test, with_it.end())) :]
            )
            if (said is False and not answered) or (said is None and leaves):
                silent.append(f"only with {' '.join(call.split())}")
            test = test.replace(with_it[0], " " * len(with_it[0])) if leaves else test
        if re.search(r"\breturn\b", test):
            silent.append("returns")
        for reason in silent:
            yield match[1], reason


def crates():
    """Each crate with the Rust files that have tests or help them."""
    for manifest in sorted(ROOT.glob("crates/*/Cargo.toml")):
        crate = manifest.parent
        yield crate, [p for part in ("src", "tests", "examples") for p in crate.glob(f"{part}/**/*.rs")]


@pytest.mark.parametrize(
    ("crate", "files"), [*crates()], ids=lambda value: value.name if isinstance(value, pathlib.Path) else ""
)
def test_tests_in_rust_end_early_with_a_word_only(crate, files):
    helpers, texts = {}, {}
    for path in files:
        texts[path] = path.read_text(encoding="utf-8")
        if "src" not in path.relative_to(crate).parts:
            for name, found in functions(blank(texts[path], keep="SKIPPED")).items():
                helpers.setdefault(name, []).extend(found)
    found = [
        f"{path.relative_to(ROOT)}: {name} {reason}"
        for path, text in texts.items()
        if "#[test]" in text
        for name, reason in faults(text, helpers)
    ]
    assert found == []


def returns(function):
    """The `return`s of a function in Python, those of inner functions left out."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield from returns(node)


def early(text):
    """Names of tests in Python that return."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and any(returns(node)):
            yield node.name


def test_tests_in_python_skip_and_do_not_return():
    places = ("crates/python/tests", "tools", "conformance/tests", "trials")
    files = [path for place in places for path in (ROOT / place).rglob("test_*.py")]
    assert len(files) > 40
    found = [f"{p.relative_to(ROOT)}: {name}" for p in files for name in early(p.read_text("utf-8"))]
    assert found == []


HELPERS = """
fn robot() -> Option<Model> { None }
fn gpu() -> Option<Gpu> { println!("SKIPPED: no device"); None }
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("let Some(m) = robot() else { return }; assert!(m);", ["only with robot()"]),
        ("for _ in 0..2 { let Some(m) = robot() else { continue }; }", ["only with robot()"]),
        ("if let Some(m) = robot() { assert!(m); }", ["only with robot()"]),
        ("if let Some(m) = robot() { assert!(m); } else { panic!() }", []),
        ("let Ok(m) = std::env::var(\"X\") else { return };", ["only with std::env::var(   )"]),
        ("let Ok(m) = Chain::new(a) else { continue };", []),
        ("let Some(g) = gpu() else { return }; assert!(g);", []),
        ("if !dir.is_dir() { return; } assert!(dir);", ["returns"]),
        ('if !dir.is_dir() { eprintln!("SKIPPED: no folder"); return; }', []),
        ("// return\nlet f = |x: i32| { if x > 1 { return 2; } 3 }; let s = \"return {\";", []),
        ("fn inner() -> i32 { return 1; } assert_eq!(inner(), 1);", []),
    ],
)
def test_what_ends_early_is_found(code, expected):
    helpers = functions(blank(HELPERS, keep="SKIPPED"))
    text = f"#[test]\nfn a_test() {{ {code} }}\n"
    found = [reason for _, reason in faults(text, helpers)]
    assert [" ".join(reason.split()) for reason in found] == [" ".join(e.split()) for e in expected]


def test_a_function_of_another_file_does_not_speak_for_one_of_the_same_name():
    silent = "fn robot() -> Option<Model> { None }\n"
    loud = 'fn robot() -> Option<Model> { println!("SKIPPED: none"); None }\n'
    test = "#[test]\nfn a_test() { let Some(m) = robot() else { return }; assert!(m); }\n"
    both = functions(blank(silent + loud, keep="SKIPPED"))
    assert [reason for _, reason in faults(test, both)] == ["only with robot()"]
    # that of the file is the one that is called
    assert list(faults(loud + test, both)) == []
    assert [reason for _, reason in faults(silent + test, both)] == ["only with robot()"]


def test_a_return_in_python_is_found():
    text = "def test_a():\n    if x:\n        return\n\ndef test_b():\n    def f():\n        return 1\n"
    assert list(early(text)) == ["test_a"]


def test_tests_that_say_so_are_counted(tmp_path):
    report = tmp_path / "junit.xml"
    report.write_text(
        "<testsuites><testsuite>"
        "<testcase name='a'><system-out>worst: 1\nSKIPPED: no robot\nSKIPPED: no robot</system-out></testcase>"
        "<testcase name='b'><system-err>SKIPPED: no robot</system-err></testcase>"
        "<testcase name='c'><system-err>SKIPPED: no &quot;GPU&quot;</system-err></testcase>"
        "<testcase name='d'/></testsuite></testsuites>"
    )
    assert skipped_tests.reasons(report) == {"SKIPPED: no robot": 2, 'SKIPPED: no "GPU"': 1}
