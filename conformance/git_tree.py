"""The id that git gives a folder, from the contents of its files.

`git rev-parse 3.8.0:model` prints the same id in any clone, so a pinned id can be checked by anyone and
holds whichever way an archive was packed.
"""

import hashlib

FILE, PROGRAM, LINK, FOLDER = "100644", "100755", "120000", "40000"


def blob_id(content: bytes) -> str:
    """The id of a file's content."""
    return object_id(b"blob", content)


def tree_id(files: dict[str, tuple[str, str]]) -> str:
    """The id of a folder with these files: path below the folder to mode and blob id."""
    entries: dict[str, tuple[str, str]] = {}
    below: dict[str, dict[str, tuple[str, str]]] = {}
    for path, entry in files.items():
        first, slash, rest = path.partition("/")
        if slash:
            below.setdefault(first, {})[rest] = entry
        else:
            entries[first] = entry
    for name, inside in below.items():
        entries[name] = (FOLDER, tree_id(inside))

    # git orders a folder as if its name ended with a slash
    def place(name: str) -> bytes:
        return (name + "/" if entries[name][0] == FOLDER else name).encode()

    lines = (f"{mode} {name}".encode() + b"\0" + bytes.fromhex(id)
             for name in sorted(entries, key=place) for mode, id in [entries[name]])
    return object_id(b"tree", b"".join(lines))


def object_id(kind: bytes, content: bytes) -> str:
    """The id of a git object."""
    return hashlib.sha1(kind + b" %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
