"""The reference of MJCF: what the reader reads, no more and no less."""

import pytest

from tools.docs import mjcf_page, mjcf_schema
from tools.docs.mjcf_grammar import Grammar, lines


@pytest.fixture(scope="module")
def grammar():
    return Grammar()


def find(element, *path):
    for name in path:
        element = next(child for child in element.children if child.name == name)
    return element


def attribute(element, name):
    return next(a for a in element.attributes if a.name == name)


def test_the_page_is_current():
    assert mjcf_page.check() == []


def test_elements_and_attributes_are_those_that_the_package_reads(grammar):
    ferrodyn = pytest.importorskip("ferrodyn")
    from tools.compare import schema_coverage

    def items(element, path):
        yield path
        yield from (f"{path}@{a.name}" for a in element.attributes)
        for child in element.children:
            yield from items(child, f"{path}/{child.name}")

    read = set(schema_coverage.items_of(schema_coverage.read_schema(ferrodyn.mj_printSchema(0, 0))))
    assert set(items(grammar.root, "mujoco")) == read


@pytest.mark.parametrize(
    ("path", "name", "holds", "default"),
    [
        (("option",), "timestep", "real", "0.002"),
        (("option",), "integrator", "Euler, RK4, implicit, implicitfast", "Euler"),
        (("option",), "o_solref", "real(2)", "0.02 1"),
        (("option", "flag"), "gravity", "disable, enable", "enable"),
        (("option", "flag"), "sleep", "disable, enable", "disable"),
        (("visual", "global"), "bvactive", "false, true", "true"),
        (("body", "geom"), "size", "real(3)", "0 0 0"),
        (("body", "geom"), "type", "plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh, sdf", "sphere"),
        (("body", "geom"), "euler", "real(3)", ""),
        (("body", "joint"), "axis", "real(3)", "0 0 1"),
        (("body", "flexcomp", "elasticity"), "elastic2d", "none, bend, stretch, both", "none"),
        (("equality", "joint"), "polycoef", "real(5)", ""),
        (("actuator", "position"), "kp", "real", ""),
        (("actuator", "general"), "gear", "real(6)", "1 0 0 0 0 0"),
        (("sensor", "user"), "user", "real(...)", ""),
    ],
)
def test_attributes_hold_what_their_declarations_say(grammar, path, name, holds, default):
    found = attribute(find(grammar.root, *path), name)
    assert (found.holds, found.default) == (holds, default)


def test_rows_of_declarations_are_read():
    body = """
        /// What it is,
        /// on two lines.
        pub size: [f64; 3] = [0.0; 3], upto "size";
        #[doc(hidden)]
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        pub frames: Vec<Frame> = Vec::new() => _;
    """
    size, user, frames = mjcf_schema.rows(body)
    assert size == mjcf_schema.Field("size", "[f64; 3]", "[0.0; 3]", "What it is, on two lines.", "size")
    assert (user.value, user.attribute, frames.value, frames.attribute) == ("Vec::new()", "user", "Vec::new()", "")


def test_a_type_that_is_not_known_is_an_error(grammar):
    with pytest.raises(SystemExit, match="does not know the type Matrix"):
        grammar.sources.holds("Matrix")


def test_lines_of_the_grammar_are_continued():
    text = "# no\n@G: a\nx?: a b\n| c\n  y*: @G -a\n"
    assert lines(text) == [(0, "@G", ["a"]), (0, "x?", ["a", "b", "c"]), (1, "y*", ["@G", "-a"])]


def test_the_longest_line_of_words_that_fits_holds():
    words = mjcf_page.Words("*@name: Any.\nbody/*@name: Of bodies.\n*/config: Setting.\n")
    assert words.of("body/geom@name") == "Of bodies."
    assert words.of("asset/mesh@name") == "Any."
    assert words.of("a/b/config") == "Setting."
    assert words.of("body") is None
    assert words.unused == set()
