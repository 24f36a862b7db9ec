"""Says so when a package asks for a newer MuJoCo than the one that ferrodyn answers as."""

import importlib.metadata
import re
import sys
import warnings

MUJOCO_VERSION = "3.8.0"

# the newest releases that MUJOCO_VERSION is enough for; docs/versions.md shows them at work
SERVED = {"dm-control": "1.0.40", "mink": "1.1.0", "mujoco-mjx": "3.8.0"}

# submodules of the mujoco package in plain Python, as far as that release has them; those of
# mujoco-mjx come with that package
PLAIN = ("introspect", "mjx", "msh2obj", "sysid", "usd")

# submodules that came later, with the releases that brought them; `batch` is among ferrodyn's own
LATER = {
    "_batch": "3.17.0",
    "_render_filament": "3.14.0",
    "experimental": "3.10.0",
    "mjrf": "3.16.0",
    "rendering.filament": "3.12.0",
}

_told: set = set()


def warn_of_newer(stacklevel: int = 2) -> str:
    """Warns once of the innermost package that runs and asks for a newer MuJoCo; its words."""
    text = next(filter(None, map(complaint, _askers())), "")
    if text and text not in _told:
        _told.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=stacklevel + 1)
    return text


def installed_version() -> str:
    """The version of the mujoco package that is installed, or nothing."""
    context = importlib.metadata.DistributionFinder.Context(name="mujoco")
    found = importlib.metadata.MetadataPathFinder.find_distributions(context)
    return next((distribution.version for distribution in found), "")


def refusal(name: str) -> str:
    """Why a submodule of an installed mujoco is none here: it came with a later release."""
    for later, release in LATER.items():
        if name == later or name.startswith(f"{later}."):
            return f"it came with mujoco {release}; ferrodyn answers as {MUJOCO_VERSION}"
    top, version = name.partition(".")[0], installed_version()
    known = top in PLAIN or top.endswith("_test")
    if known or _parts(version) <= _parts(MUJOCO_VERSION):
        return ""
    return f"it is part of mujoco {version}, which is installed; ferrodyn answers as {MUJOCO_VERSION}"


def warn_of_other(name: str, stacklevel: int = 2) -> None:
    """Warns once when plain Python of an installed mujoco runs that is of another release."""
    version = installed_version()
    if not version or _parts(version) == _parts(MUJOCO_VERSION) or name.partition(".")[0] == "mjx":
        return
    text = (
        f"mujoco.{name.partition('.')[0]} is that of mujoco {version}, which is installed; ferrodyn "
        f"answers as {MUJOCO_VERSION}: install mujoco=={MUJOCO_VERSION} for one that fits"
    )
    if text not in _told:
        _told.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=stacklevel + 1)


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
