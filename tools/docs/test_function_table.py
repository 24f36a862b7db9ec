"""The table of functions is current and tells the truth about both languages."""

import pytest

from tools.docs import function_table
from tools.docs.function_lists import METHODS, NOT_APPLICABLE


def test_the_table_is_current():
    assert function_table.main(["--check"]) == 0


def test_the_table_is_its_own_list_of_names(tmp_path):
    assert function_table.table(tmp_path / "none.csv") == function_table.TABLE.read_text()


def test_functions_of_the_table_are_in_the_module():
    ferrodyn = pytest.importorskip("ferrodyn")
    missing = [name for name in function_table.python_functions() if not hasattr(ferrodyn, name)]
    assert not missing


def test_methods_of_the_table_are_in_the_module():
    ferrodyn = pytest.importorskip("ferrodyn")
    missing = []
    for method in METHODS.values():
        name, _, member = method.partition(".")
        owner = getattr(ferrodyn, name, None)
        if owner is None or (member and not hasattr(owner, member)):
            missing.append(method)
    assert not missing


def test_functions_of_rust_are_in_ferrodyn_mj():
    # what the documentation of a public function calls MuJoCo's, `ferrodyn::mj` has
    known = set(function_table.names(function_table.REFERENCE))
    assert not (function_table.aliased() & known) - function_table.rust_functions().keys()


def test_every_function_of_ferrodyn_mj_names_what_it_stands_for():
    functions = function_table.rust_functions()
    assert not [name for name, item in functions.items() if not item]
    # only mathematics on slices and numbers has no other name
    assert all(name.startswith("mju_") for name, item in functions.items() if item == f"mj::{name}")


def test_what_is_not_applicable_is_not_there():
    there = function_table.python_functions() | function_table.rust_functions().keys() | METHODS.keys()
    assert not there & {name for names in NOT_APPLICABLE.values() for name in names.split()}
