"""The list of passing models: what is held, what is added, what fails."""

import pytest

from tools.compare import passing


@pytest.fixture
def judged(tmp_path):
    """Writes a table of (path, load, model) rows below a corpus and runs the tool on it."""
    corpus = tmp_path / "corpus"
    listed = tmp_path / "passing.txt"
    listed.write_text("# kept\nmujoco/a.xml\n")

    def run(rows, *options):
        table = tmp_path / "out.csv"
        lines = [f"{corpus}/{path},loads,{load},{model},-" for path, load, model in rows]
        table.write_text("\n".join(["path,reference,load,model,forward", *lines]) + "\n")
        status = passing.main([str(table), "--corpus", str(corpus), "--list", str(listed), *options])
        return status, listed.read_text()

    return run


def test_a_listed_model_that_passes_is_fine(judged):
    assert judged([("mujoco/a.xml", "ok", "ok")])[0] == 0


def test_a_listed_model_that_fails_is_named_with_its_reason(judged, capsys):
    assert judged([("mujoco/a.xml", "ok", "body_pos differs")])[0] == 1
    assert "NO LONGER PASSES mujoco/a.xml: model: body_pos differs" in capsys.readouterr().err


def test_a_listed_model_that_was_not_judged_fails(judged):
    assert judged([("mujoco/b.xml", "ok", "ok")])[0] == 1


def test_a_refused_model_passes_if_both_sides_refuse(judged):
    assert judged([("mujoco/a.xml", "ok", "-")])[0] == 0
    assert judged([("mujoco/a.xml", "-", "-")])[0] == 1


def test_update_adds_and_never_takes_away(judged):
    rows = [("mujoco/a.xml", "crash", "-"), ("mujoco/c.xml", "ok", "ok"), ("mujoco/b.xml", "ok", "ok")]
    status, text = judged(rows, "--update")
    assert (status, text) == (1, "# kept\nmujoco/a.xml\nmujoco/b.xml\nmujoco/c.xml\n")


def test_only_the_stages_asked_for_count(judged):
    rows = [("mujoco/a.xml", "ok", "body_pos differs")]
    assert judged(rows, "--stages", "load")[0] == 0
    assert judged(rows, "--stages", "load,model")[0] == 1
