"""The report as one page that needs nothing else: works from a file, on a phone, without a network."""

import html
import pathlib
from collections.abc import Iterable

from conformance import tolerances
from conformance.fields import STAGE_OF
from conformance.report_markdown import computed_in, error
from conformance.result import FAILS, NOT_RUN, ModelResult, field_errors, totals
from conformance.stages import STAGES
from conformance.summary import WHAT, Summary

HERE = pathlib.Path(__file__).parent


def page(summary: Summary) -> str:
    """The whole page."""
    title = f"Conformance with {summary.facts['reference']}"
    style = (HERE / "report.css").read_text(encoding="utf-8")
    script = (HERE / "report.js").read_text(encoding="utf-8")
    body = "".join([
        f"<header><h1>{text(title)}</h1>",
        f'<p class="{"good" if summary.holds() else "bad"} banner">{text(summary.headline())}</p>',
        facts(summary), "</header>", stages(summary), failures(summary), models(summary), fields(summary), limits(),
    ])
    return ("<!doctype html>\n"
            f'<html lang="en"><head><meta charset="utf-8"><title>{text(title)}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<style>{style}</style></head>\n<body>{body}<script>{script}</script></body></html>\n")


def text(value: object) -> str:
    """Text that cannot be markup."""
    return html.escape(str(value))


def facts(summary: Summary) -> str:
    """Versions, machine, duration."""
    rows = "".join(f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in summary.facts.items())
    return f'<dl class="facts">{rows}</dl>'


def stages(summary: Summary) -> str:
    """How many models pass each stage."""
    rows = ""
    for stage, (passing, of) in totals(summary.results).items():
        # what fails stays visible, however few they are
        share = 100.0 if passing == of else min(100 * passing / of, 98.5)
        rows += (f"<li><b>{stage}</b><span>{text(WHAT[stage])}</span><strong>{passing:,} of {of:,}</strong>"
                 f'<i style="--share:{share:.2f}%"></i></li>')
    return f'<section><h2>Stages</h2><ul class="stages">{rows}</ul></section>'


def failures(summary: Summary) -> str:
    """Why models fail: unexpected ones first."""
    failing = [result for result in summary.results if result.failing()]
    failing.sort(key=lambda result: (result.name not in summary.expectation.unexpected, result.name))
    items = ""
    for result in failing:
        known = summary.expectation.known.get(result.name)
        lines = "".join(f"<li><b>{stage}</b>{text(computed_in(result, stage))}: {text(result.why(stage))}</li>"
                        for stage in result.failing())
        tag = '<span class="tag">known</span>' if known else '<span class="tag bad">unexpected</span>'
        note = f'<p class="why">{text(known)}</p>' if known else ""
        items += f"<article><h3>{breakable(result.name)} {tag}</h3>{note}<ul>{lines}</ul></article>"
    return f'<section><h2>Why models fail</h2>{items or "<p>None does.</p>"}</section>'


def models(summary: Summary) -> str:
    """One row per model, sortable and filterable."""
    rows = "".join(model_row(result, summary) for result in summary.results)
    options = "".join(f'<option value="{value}">{label}</option>' for value, label in (
        ("", "all"), ("fails", "failing"), ("unexpected", "failing unexpectedly"), ("known", "known differences"),
        ("passes", "passing"), ("refused", "refused by both")))
    return ('<section><h2>Models</h2><p>A number is the error that comes nearest to its tolerance; 0 is equal to the last '
            'bit.</p>'
            '<form class="filter" data-table="models"><input type="search" placeholder="part of a name or field" '
            f'aria-label="filter models"><select aria-label="which models">{options}</select>'
            '<label><input type="checkbox" id="names"> names of fields</label><output></output></form>'
            + table("models", ["name", *STAGES, "seconds"], rows) + "</section>")


def model_row(result: ModelResult, summary: Summary) -> str:
    """The row of a model."""
    kinds = ["fails" if result.failing() else "passes"]
    if result.name in summary.expectation.unexpected:
        kinds.append("unexpected")
    if result.name in summary.expectation.known:
        kinds.append("known")
    if result.reference == "refuses" and not result.failing():
        kinds.append("refused")
    cells = "".join(stage_cell(result, stage) for stage in STAGES)
    return (f'<tr data-kind="{" ".join(kinds)}"><th scope="row">{breakable(result.name)}</th>{cells}'
            f'<td data-label="seconds" data-value="{result.seconds:.3f}">{result.seconds:.1f}</td></tr>')


def stage_cell(result: ModelResult, stage: str) -> str:
    """A stage of a model: mark, error, field."""
    status, worst = result.status(stage), result.worst(stage)
    if status == NOT_RUN:
        return f'<td data-label="{stage}" data-value="-1" class="none">–</td>'
    ratio = 2e300 if status == FAILS and not worst else 0.0
    shown = ""
    if worst:
        limit = result.verdicts[stage].limits[worst[0]]
        ratio = worst[1] / (limit or 1e-300)
        shown = f"<span>{error(worst[1])}</span>" + (f"<small>{text(worst[0])}</small>" if worst[1] else "")
    mark = '<b class="bad">✗</b>' if status == FAILS else '<b class="good">✓</b>'
    return f'<td data-label="{stage}" data-value="{min(ratio, 1e308):.3e}">{mark} {shown}</td>'


def fields(summary: Summary) -> str:
    """The largest error of every field that is not equal everywhere."""
    found = field_errors(summary.results)
    equal = sum(row.error == 0 for row in found)
    rows = "".join(
        f'<tr data-kind="{"fails" if row.failing else "passes"}"><th scope="row"><code>{text(row.field)}</code>'
        f'<small>{text(STAGE_OF.get(row.field, ""))}</small></th>'
        f'<td data-label="stage">{row.stage}</td>'
        f'<td data-label="largest error" data-value="{min(row.error, 1e308):.6e}">{error(row.error)}</td>'
        f'<td data-label="allowed" data-value="{row.limit}">{error(row.limit)}</td>'
        f'<td data-label="models beyond" data-value="{row.failing}">{row.failing or ""}</td>'
        f'<td data-label="in" class="wide">{breakable(row.model)}</td></tr>'
        for row in found if row.error > 0)
    return ("<section><h2>Largest errors</h2>"
            f"<p>Of {len(found):,} fields and stages, {equal:,} are equal to the last bit in every model. The others:</p>"
            '<form class="filter" data-table="fields"><input type="search" placeholder="part of a field or model" '
            'aria-label="filter fields"><output></output></form>'
            + table("fields", ["field", "stage", "largest error", "allowed", "models beyond", "in"], rows) + "</section>")


def limits() -> str:
    """The tolerances."""
    rows = "".join(f'<tr><th scope="row">{kind.name}</th><td data-label="allowed" data-value="{kind.limit}">'
                   f'{error(kind.limit)}</td><td data-label="relative to at least">{kind.floor:g}</td>'
                   f'<td data-label="for" class="wide">{text(kind.why)}</td></tr>'
                   for kind in tolerances.ALL)
    return ("<section><h2>Tolerances</h2><p>An error is relative to the largest entry of the field in MuJoCo, but at least "
            "to the number given here.</p>"
            + table("tolerances", ["kind", "allowed", "relative to at least", "for"], rows) + "</section>")


def table(name: str, head: Iterable[str], rows: str) -> str:
    """A table whose columns can be sorted."""
    cells = "".join(f'<th scope="col"><button type="button">{text(label)}</button></th>' for label in head)
    return f'<table id="{name}"><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table>'


def breakable(path: str) -> str:
    """A path that may break after its slashes."""
    return text(path).replace("/", "/<wbr>").replace("_", "_<wbr>")
