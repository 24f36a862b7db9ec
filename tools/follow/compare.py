"""What two releases make of the same models: which stages differ, in which fields, in which models.

    python -m tools.follow.compare OLD_FOLDER NEW_FOLDER [--json FILE]

The folders hold what `tools.follow.dump` kept. Only fields that both have are compared, with the limits of
`conformance/tolerances.py`; what is new or gone is in the lists of `tools.follow.differences`.
"""

import argparse
import collections
import dataclasses
import hashlib
import json
import pathlib
import pickle

import numpy as np

from conformance import tolerances, values

STAGES = ("load", "model", "forward", "authored", "inverse", "steps")
ELSEWHERE = {"opt.sleep_tolerance"}
"""Settings of every model, which the list of defaults says once."""
OWN_ORDER = (
    "nbvh", "bvh", "body_bvh", "mesh_bvh", "flex_bvh", "noct", "oct_", "mesh_oct", "efm", "nefm", "npolygonmax", "nmeshdegmax",
    "mesh_extrema", "efc_Y", "nY", "threadlock", "nbuffer", "contact.efc_address", "contact.mu",
)
"""Beginnings of fields whose order or extent is a choice of the library, and says nothing about results."""
COLUMNS = {"eq_data": 11}
"""Fields that got more columns later; the first ones are compared."""
LIMITS = {"authored": tolerances.AUTHORED, "inverse": tolerances.SOLVED, "steps": tolerances.STEP}


@dataclasses.dataclass
class Comparison:
    """A model in two releases: how loading went, and for each stage the fields that differ, with their errors."""

    path: str
    load: str
    why: str = ""
    differing: dict = dataclasses.field(default_factory=dict)


def error(old, new):
    """The largest error, relative to the largest entry where that is above 1; infinite where extents differ."""
    if isinstance(old, dict) or isinstance(new, dict):
        if not (isinstance(old, dict) and isinstance(new, dict)) or old["shape"] != new["shape"]:
            return np.inf
        # where the sample does not show it, rounding does
        return 0.0 if old["hash"] == new["hash"] else max(error(old["sample"], new["sample"]), 1e-17)
    if isinstance(old, (bytes, str)):
        return 0.0 if old == new else np.inf
    old, new = np.asarray(old), np.asarray(new)
    if old.shape != new.shape:
        # nothing of one width, and nothing of another
        return 0.0 if old.size == new.size == 0 else np.inf
    exact = old.dtype.kind in "biu" and new.dtype.kind in "biu"
    old, new = old.astype(float), new.astype(float)
    if not np.array_equal(np.isfinite(old), np.isfinite(new)):
        return np.inf
    apart = np.abs(np.where(np.isfinite(old), old - new, 0.0)).max(initial=0.0)
    scale = 1.0 if exact else max(1.0, np.abs(np.where(np.isfinite(old), old, 0.0)).max(initial=0.0))
    return np.inf if exact and apart else apart / scale


def limit(stage, name):
    """How far a field may be off."""
    if stage == "model":
        return tolerances.MODEL.limit
    return (values.tolerance_of(name) if stage == "forward" else LIMITS[stage]).limit


def differing(stage, old, new):
    """The fields of a stage that differ, with their errors."""
    found = {}
    for name, value in old.items():
        if name not in new or name in ELSEWHERE or name.startswith(OWN_ORDER):
            continue
        other = new[name]
        if name in COLUMNS and not isinstance(value, dict) and not isinstance(other, dict):
            value, other = value[:, : COLUMNS[name]], other[:, : COLUMNS[name]]
        apart = error(value, other)
        if not apart <= limit(stage, name):
            found[name] = float(apart)
    return found


def compare(old, new):
    """Compares what is kept of one model."""
    if "failed" in old or "failed" in new:
        return Comparison(old["path"], "not compared", old.get("failed") or new["failed"])
    if "refused" in old or "refused" in new:
        both = "refused" in old and "refused" in new
        load = "both refuse" if both else "new refuses" if "refused" in new else "old refuses"
        return Comparison(old["path"], load, new.get("refused") or old["refused"])
    result = Comparison(old["path"], "both load")
    for stage in STAGES[1:]:
        if stage == "model":
            found = differing(stage, old[stage], new[stage])
        else:
            found = {}
            for state in old[stage]:
                for name, apart in differing(stage, old[stage][state], new[stage][state]).items():
                    found[name] = max(apart, found.get(name, 0.0))
        if found:
            result.differing[stage] = dict(sorted(found.items(), key=lambda item: -item[1]))
    return result


def file_of(folder, path):
    """Where what is kept of a model is."""
    return pathlib.Path(folder, hashlib.sha256(str(path).encode()).hexdigest()[:24] + ".pickle")


def read(file):
    return pickle.loads(pathlib.Path(file).read_bytes())


def compare_folders(old, new):
    """Every model that both folders have."""
    files = sorted(file.name for file in pathlib.Path(old).glob("*.pickle") if pathlib.Path(new, file.name).exists())
    return sorted((compare(read(pathlib.Path(old, f)), read(pathlib.Path(new, f))) for f in files), key=lambda c: c.path)


def short(path):
    """The end of a path that tells models apart."""
    return "/".join(pathlib.Path(path).parts[-3:])


def page(comparisons):
    """What differs, as lines of Markdown: counts, fields by stage with models, files that load differently."""
    loads = collections.Counter(c.load for c in comparisons)
    alike = sum(c.load == "both load" and not c.differing for c in comparisons)
    lines = [f"{len(comparisons)} models: {', '.join(f'{n} {load}' for load, n in loads.most_common())}.",
             f"Of those that both load {alike} are alike in every stage.", ""]
    lines += ["| stage | models that differ | fields that differ in most of them |", "|---|---|---|"]
    for stage in STAGES[1:]:
        models = [c for c in comparisons if stage in c.differing]
        fields = collections.Counter(name for c in models for name in c.differing[stage])
        named = ", ".join(f"`{name}` {count}" for name, count in fields.most_common(12))
        lines.append(f"| {stage} | {len(models)} | {named} |")
    for load in ("new refuses", "old refuses", "not compared"):
        rows = [c for c in comparisons if c.load == load]
        if rows:
            lines += ["", f"## {load}", ""] + [f"- `{short(c.path)}`: {' '.join(c.why.split())[:160]}" for c in rows]
    lines += causes(comparisons)
    return lines


def causes(comparisons):
    """Models that differ in the same fields, together: often one cause."""
    groups = collections.defaultdict(list)
    for c in comparisons:
        if c.differing:
            stage = next(iter(c.differing))
            groups[stage, tuple(sorted(c.differing[stage]))].append(c)
    lines = ["", "## Models by the first stage that differs, and its fields", ""]
    for (stage, names), models in sorted(groups.items(), key=lambda item: (STAGES.index(item[0][0]), -len(item[1]))):
        largest = max(apart for c in models for apart in c.differing[stage].values())
        shown = ", ".join(f"`{short(c.path)}`" for c in models[:3])
        fields = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        lines.append(f"- {stage}: {fields} (up to {largest:.1e}): {len(models)} models, such as {shown}")
    return lines


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("old", type=pathlib.Path)
    ap.add_argument("new", type=pathlib.Path)
    ap.add_argument("--json", type=pathlib.Path, help="also every model with its fields and errors")
    a = ap.parse_args(argv)
    comparisons = compare_folders(a.old, a.new)
    print("\n".join([f"# {a.old.name} to {a.new.name}", "", *page(comparisons)]))
    if a.json:
        a.json.write_text(json.dumps([dataclasses.asdict(c) for c in comparisons], indent=1))


if __name__ == "__main__":
    main()
