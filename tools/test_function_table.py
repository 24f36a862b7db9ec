"""The table of functions is current and tells the truth about the module."""

import function_table
import pytest


def test_the_table_is_current():
    assert function_table.main(["--check"]) == 0


def test_the_table_is_its_own_list_of_names(tmp_path):
    assert function_table.table(tmp_path / "none.csv") == function_table.TABLE.read_text()


def test_functions_of_the_table_are_in_the_module():
    ferrodyn = pytest.importorskip("ferrodyn")
    missing = [name for name in function_table.python_functions() if not hasattr(ferrodyn, name)]
    assert not missing
