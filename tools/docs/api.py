"""Pages of the Python API, from the type stubs and from the modules that are plain Python.

Nothing is imported: the sources are parsed.
"""

import ast
import re

from tools import ROOT
from tools.docs.markup import cell, directive, markdown

PACKAGE = ROOT / "crates" / "python" / "python" / "ferrodyn"
STUBS = PACKAGE / "__init__.pyi"

# pages made of stubs: title, sentence, and which names are on the page; the first that fits
PAGES = {
    "model": ("Models", "What stays constant while simulating.", r"MjModel$|MjOption|MjStatistic|MjVisual"),
    "data": ("Data", "State, and what is computed from it.", r"_?Mj(Data$|Contact|WarningStat|TimerStat|SolverStat)"),
    "views": ("Views by name", "What `model.body(\"torso\")` and its like give.", r"_Mj(Model|Data)\w+Views"),
    "spec": ("Specs", "Models that can be edited.", r"MjSpec$|_Spec|Mjs|Mj\w+Vec$"),
    "loading": ("Limits, files, versions", "Loading, saving, printing.",
                r"Limits|mj_(save|load\w*Model|version|print|size|\w+Cache)|mju_(getXML|writeLog)"),
    "doctor": ("The doctor", "What is wrong with a model.", r"doctor$"),
    "plugins": ("Plugins", "Kinds of plugins of your own.", r"Plugin|\w+_plugins?$|mj_load\w*Plugin"),
    "callbacks": ("Callbacks", "Functions of yours that steps call.", r"[sg]et_mj|mj_resetCallbacks"),
    "solver": ("The solver", "How the constraint solver did, and the memory of a step.",
               r"SolverSummary|solver_summary|set_solver_fallback|(set_)?memory_limit"),
    "drawing": ("Scenes and pictures", "What to draw, and drawing it.", r"mj[vr]_|Mj[vr]|GLContext|Renderer"),
    "utilities": ("Utility functions", "`mju_`: vectors, quaternions, matrices.", r"mju_"),
    "functions": ("Functions", "`mj_` and `mjd_`: simulate and analyze.", r"mjd?_|MjLROpt|FatalError|UnexpectedError"),
    "enums": ("Enumerations", "`mjt`: constants.", r"mjt"),
}  # fmt: skip

# modules in Python: files whose public names are on the page, the first with what the module is
MODULES = {
    "batch": ["batch.py"],
    "derive": ["derive.py"],
    "gym": ["gym/__init__.py", "gym/_make.py", "gym/_batch_env.py", "gym/_methods.py", "gym/_pictures.py"],
    "gym.parts": ["gym/parts/__init__.py", "gym/parts/_part.py", "gym/parts/_signals.py", "gym/parts/_events.py",
                  "gym/parts/_randomized.py", "gym/parts/_senses.py", "gym/parts/_terrain.py"],
    "ik": ["ik.py", "_ik_problem.py"],
    "rollout": ["rollout.py"],
    "minimize": ["minimize.py"],
    "media": ["media.py"],
    "deformable": ["deformable.py"],
    "compat": ["compat/__init__.py"],
    "warp": ["warp/__init__.py"],
    "torchrl": ["torchrl.py"],
}

HEAD = """\
# Python API

`import ferrodyn`. Made from the type stubs of the package, so names, types and sentences are those that
editors and `help()` show. What [the guide](../migration.md) says of differences from `mujoco` holds here too.

"""


def pages():
    """Every page by its name, as Markdown."""
    names = definitions(STUBS)
    made, left = {}, dict(names)
    for page, (title, sentence, pattern) in PAGES.items():
        mine = {name: nodes for name, nodes in left.items() if re.match(pattern, name)}
        left = {name: nodes for name, nodes in left.items() if name not in mine}
        body = entries("ferrodyn", mine)
        made[page] = f"# {title}\n\n{sentence}\n\n{body}"
    if left:
        raise SystemExit(f"no page of the Python API for {', '.join(left)}: see PAGES in tools/docs/api.py")
    for module, files in MODULES.items():
        made[module] = module_page(module, files)
    return {"index": index()} | made


def index():
    """The page that lists the others."""
    rows = [f"| [{title}]({page}.md) | {sentence} |" for page, (title, sentence, _) in PAGES.items()]
    for module, files in MODULES.items():
        sentence = ast.get_docstring(tree(PACKAGE / files[0])).split("\n\n")[0].replace("\n", " ")
        rows.append(f"| [`ferrodyn.{module}`]({module}.md) | {cell(sentence)} |")
    listed = "\n".join([*PAGES, *MODULES])
    return f"{HEAD}| | |\n|---|---|\n" + "\n".join(rows) + f"\n\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n"


def module_page(module, files):
    """The page of a module in Python."""
    found, public = {}, None
    for file in files:
        path = PACKAGE / file
        public = public or exported(path)
        found |= {n: nodes for n, nodes in definitions(path).items() if public is None or n in public}
    body = entries(f"ferrodyn.{module}", found)
    return f"# ferrodyn.{module}\n\n{markdown(ast.get_docstring(tree(PACKAGE / files[0])))}\n\n{body}"


def tree(path):
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def exported(path):
    """The names in `__all__`, None if there is none."""
    for node in tree(path).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return set(ast.literal_eval(node.value))
    return None


def definitions(path):
    """Classes and functions of a file: name to nodes, several where a function is overloaded."""
    found = {}
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            overloads = found.setdefault(node.name, [])
            if not (overloads and not _is(node, "overload")):
                overloads.append(node)
    return found


def entries(module, found):
    """All entries of a page: functions first, since a class has a heading."""
    in_order = sorted(found.items(), key=lambda item: isinstance(item[1][0], ast.ClassDef))
    return "".join(entry(module, name, nodes) for name, nodes in in_order)


def entry(module, name, nodes):
    """The entry of a class or function."""
    if isinstance(nodes[0], ast.ClassDef):
        return f"## {name}\n\n" + class_entry(module, nodes[0])
    signatures = [f"{name}{signature(node)}" for node in nodes]
    return directive("function", module, signatures, markdown(_doc(nodes)))


def class_entry(module, node):
    """A class: what it is, its methods, a table of its attributes."""
    methods, rows, bases = {}, [], [_text(base) for base in node.bases]
    is_enum = any("Enum" in base for base in bases)
    for position, item in enumerate(node.body):
        if isinstance(item, ast.FunctionDef) and _is(item, "property"):
            rows.append((item.name, item.returns, ast.get_docstring(item)))
        elif isinstance(item, ast.FunctionDef) and not _is_setter(item):
            if item.name == "__init__" or not item.name.startswith("_"):
                methods.setdefault(item.name, []).append(item)
        elif isinstance(item, ast.AnnAssign) and not item.target.id.startswith("_"):
            after = node.body[position + 1] if position + 1 < len(node.body) else None
            said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            rows.append((item.target.id, item.annotation, after.value.value if said else None))
        elif isinstance(item, ast.Assign) and is_enum:
            rows.append((item.targets[0].id, None, _text(item.value)))
    init = methods.pop("__init__", None)
    body = markdown(ast.get_docstring(node) or "")
    if init and (words := ast.get_docstring(init[0])):
        body += "\n\n" + markdown(words)
    for name, nodes in methods.items():
        kinds = [kind for kind in ("staticmethod", "classmethod") if _is(nodes[0], kind)]
        kind = (kinds or ["method"])[0]
        heads = [name + signature(n, kind != "staticmethod") for n in nodes]
        body += "\n\n" + directive(kind, "", heads, markdown(_doc(nodes)))
    heads = [node.name + (signature(n, True, False) if init else "") for n in (init or [node])]
    return directive("class", module, heads, body) + table(rows, is_enum)


def table(rows, is_enum):
    """Attributes, or the values of an enumeration."""
    if not rows:
        return ""
    if is_enum:
        lines = [f"| `{name}` | {value} |" for name, _, value in rows]
        return "| name | value |\n|---|---|\n" + "\n".join(lines) + "\n\n"
    lines = []
    for name, annotation, doc in rows:
        first, *rest = (doc or "").split("\n\n")
        shape = rest[-1] if rest and re.match(r"(float|int|uint|bool|bytes|str)\w*", rest[-1]) else ""
        kind = " ".join(shape.split()).replace(" array of shape ", " ") or _text(annotation)
        lines.append(f"| `{name}` | {cell(kind)} | {cell(first)} |")
    return "| attribute | type | what it is |\n|---|---|---|\n" + "\n".join(lines) + "\n\n"


def signature(node, without_self=False, returns=True):
    """Parameters and result of a function as text."""
    arguments = ast.parse(ast.unparse(node)).body[0].args
    if without_self and (arguments.posonlyargs or arguments.args):
        (arguments.posonlyargs or arguments.args).pop(0)
    text = f"({short(ast.unparse(arguments))})"
    return text + (f" -> {_text(node.returns)}" if returns and node.returns else "")


def short(text):
    """Types without the modules that they come from."""
    return re.sub(r"\b(npt|np|builtins|typing|os|enum)\.(?=[A-Za-z])", "", text)


def _text(node):
    return short(ast.unparse(node)) if node is not None else ""


def _doc(nodes):
    return next((doc for node in nodes if (doc := ast.get_docstring(node))), "")


def _is(node, decorator):
    return any(_text(d).split(".")[-1] in (decorator, f"cached_{decorator}") for d in node.decorator_list)


def _is_setter(node):
    return any(_text(d).endswith((".setter", ".deleter")) for d in node.decorator_list)
