"""Holds an engine with MuJoCo's Python API against MuJoCo 3.8.0, model by model and field by field.

    python -m conformance                    fetches the models once, compares, writes a report
    python -m conformance --models DIR       the models of a folder

docs/conformance.md says what is compared and how to read the report.
"""
