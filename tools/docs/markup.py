"""Markdown for Sphinx from docstrings and signatures."""

import re


def markdown(doc):
    """A docstring, which is reStructuredText, as Markdown."""
    doc = re.sub(r"``([^`]+)``", r"`\1`", doc or "")
    out, code = [], False
    for line in doc.splitlines():
        if code and line and not line.startswith("    "):
            out[-1:] = ["```", ""] if out[-1] == "" else [out[-1], "```"]
            code = False
        out.append(line[4:] if code else line)
        if not code and line.endswith("::"):
            out[-1] = line[:-1]
            out += ["", "```python"]
            code = True
    if code:
        out.append("```")
    return re.sub(r"```python\n\n+", "```python\n", "\n".join(out))


def cell(text):
    """Text in a cell of a table."""
    return " ".join(re.sub(r"``([^`]+)``", r"`\1`", text).split()).replace("|", "\\|")


def directive(kind, module, signatures, body):
    """An object of the Python domain of Sphinx; what is inside may hold others."""
    longest = max((len(m) for m in re.findall(r"(?m)^:{3,}", body)), default=2)
    colons = ":" * (longest + 1)
    prefix = f"{module}." if module else ""
    lines = "\n".join(prefix + s for s in signatures)
    return f"{colons}{{py:{kind}}} {lines}\n\n{body}\n{colons}\n\n"
