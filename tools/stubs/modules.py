"""Functions and classes of the modules written in Python."""

import inspect

from ferrodyn import _doctor, _memory, _solver, gl_context, renderer
from ferrodyn import _mujoco as mirror

from tools.stubs.lines import default, indent, quoted, wrapped
from tools.stubs.texts import PLUGIN, SUMMARY

# annotations of functions written in Python, where they are not names of the stubs
ANNOTATIONS = {
    "object": "npt.ArrayLike",
    "np.ndarray": "npt.NDArray[Any]",
    "np.ndarray | None": "npt.NDArray[Any] | None",
    "_Cache": "Any",
}


def written_in_python():
    """Functions and plain classes of the modules written in Python."""
    out = []
    modules = (
        mirror.io, mirror.plugin, mirror.print, mirror.camera, mirror.interact, mirror.scene,
        _doctor, _memory, _solver, mirror.render, mirror.render_text,
    )  # fmt: skip
    for module in modules:
        for name in module.__all__:
            if name in ("Plugin", "SolverSummary"):
                out.append({"Plugin": PLUGIN, "SolverSummary": SUMMARY}[name].rstrip())
                continue
            value = getattr(module, name)
            doc = f'    """{value.__doc__}"""'
            if inspect.isfunction(value):
                signature = inspect.signature(value)
                out += ["", *wrapped(name, parameters(signature), annotation(signature)), doc]
            elif isinstance(value, type) and issubclass(value, Exception):
                out += ["", f"class {name}(Exception):", doc]
            elif value.__module__ == "ferrodyn" and name == value.__name__:
                out += whole_class(value)
            else:
                out += ["", f"{name}: TypeAlias = MjVisual.{value.__name__}"]
    return out + whole_class(gl_context.GLContext) + whole_class(renderer.Renderer)


def whole_class(cls):
    """A class with its public methods and properties."""
    out = ["", f"class {cls.__name__}:", *indent(quoted(cls))]
    out += indent([f"{name}: {kind}" for name, kind in vars(cls).get("__annotations__", {}).items()])
    shown = ("__init__", "__enter__", "__exit__")
    for name, member in vars(cls).items():
        if name.startswith("_") and name not in shown:
            continue
        if isinstance(member, property):
            result = annotation(inspect.signature(member.fget))
            out += ["", "    @property", f"    def {name}(self) -> {result}:"]
            out += indent(indent(quoted(member)))
        elif inspect.isfunction(member):
            signature = inspect.signature(member)
            lines = wrapped(name, method_parameters(signature), annotation(signature))
            body = quoted(member) if member.__doc__ else ["..."]
            out += ["", *indent(lines), *indent(indent(body))]
    return out


def method_parameters(signature):
    """Parameters of a method: what is after a star can only be named."""
    out, named = [], False
    for p in signature.parameters.values():
        if p.kind is inspect.Parameter.KEYWORD_ONLY and not named:
            out.append("*")
            named = True
        star = "*" if p.kind is inspect.Parameter.VAR_POSITIONAL else ""
        kind = "" if p.name == "self" else f": {ANNOTATIONS.get(p.annotation, p.annotation)}"
        out.append(f"{star}{p.name}{kind}{'' if p.default is p.empty else ' = ...'}")
    return out


def annotation(signature):
    return ANNOTATIONS.get(signature.return_annotation, signature.return_annotation)


def parameters(signature):
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [
        f"{stars.get(p.kind, '')}{p.name}: {ANNOTATIONS.get(p.annotation, p.annotation)}"
        f"{default(p)}"
        for p in signature.parameters.values()
    ]
