"""Says so when a package asks for a newer MuJoCo than the one that ferrodyn answers as."""

import importlib.metadata
import re
import sys
import warnings

MUJOCO_VERSION = "3.8.0"

# the newest releases that MUJOCO_VERSION is enough for; docs/versions.md shows them at work
SERVED = {"dm-control": "1.0.40", "mink": "1.1.0", "mujoco-mjx": "3.8.0"}

_told: set = set()


def warn_of_newer(stacklevel: int = 2) -> str:
    """Warns once of the innermost package that runs and asks for a newer MuJoCo; its words."""
    text = next(filter(None, map(complaint, _askers())), "")
    if text and text not in _told:
        _told.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=stacklevel + 1)
    return text


def complaint(package: str) -> str:
    """What is to be said of a package, by the name it is imported under; nothing if all is well."""
    try:
        distribution = importlib.metadata.distribution(package)
    except importlib.metadata.PackageNotFoundError:
        return ""
    wanted = _least(distribution.requires or [])
    if _parts(wanted) <= _parts(MUJOCO_VERSION):
        return ""
    name = distribution.metadata["Name"]
    served = SERVED.get(re.sub(r"[-_.]+", "-", name).lower())
    use = f"use {name}=={served}" if served else f"use an older {name}"
    expects = f"{name} {distribution.version} expects mujoco >= {wanted}"
    return f"{expects}; ferrodyn answers as {MUJOCO_VERSION}; {use}"


def _askers():
    """Packages whose code runs now, the innermost first."""
    frame, seen = sys._getframe(2), []
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        package = "mujoco-mjx" if module.startswith("mujoco.mjx") else module.partition(".")[0]
        if package not in ("__main__", "importlib", "ferrodyn", "mujoco", *seen):
            seen.append(package)
        frame = frame.f_back
    return seen


def _least(requirements):
    """The least version of ``mujoco`` among the requirements of a distribution."""
    found = "0"
    for requirement in requirements:
        named = re.match(r"mujoco\s*\(?\s*([^;)]*)", requirement)
        # what an extra asks for is left out, and packages whose names begin alike
        if not named or re.match(r"mujoco[\w.-]*[a-z]", requirement) or "extra ==" in requirement:
            continue
        for least in re.findall(r"(?:>=|==|~=|>)\s*([\d.]+)", named[1]):
            found = max(found, least.strip("."), key=_parts)
    return found


def _parts(version):
    return [int(part) for part in re.findall(r"\d+", version)[:3]]
