"""The files of a zip archive, within limits that are looked at before anything is unpacked."""

import os
import re
import zipfile

# the record at the end of an archive, and the bytes that an entry of the directory takes at least
_END, _END_SIZE, _ENTRY_SIZE = b"PK\x05\x06", 22, 46
# bytes of an entry that has a long name
_LONG_ENTRY = 1024
_OUTSIDE = re.compile(r"^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)")


def read_archive(file, limits):
    """Names and contents of all files of an archive, given by path or as a file object."""
    if not zipfile.is_zipfile(file):
        raise ValueError(f"File {file} is not a zip file.")
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            return _read(opened, limits)
    return _read(file, limits)


def _read(file, limits):
    _check_directory(file, limits)
    most = limits.bytes + limits.asset_bytes
    with zipfile.ZipFile(file) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        if len(infos) > limits.files:
            raise ValueError(_too_many(limits))
        if sum(info.file_size for info in infos) > most:
            raise ValueError(_too_large(most))
        for info in infos:
            if _OUTSIDE.search(info.filename):
                raise ValueError(
                    f"the zip file has an entry {info.filename!r}, a name outside the archive: "
                    "pack it again with names below the model"
                )
        files, left = {}, most
        for info in infos:
            # what the directory says may be less than what comes out
            with archive.open(info) as packed:
                content = packed.read(left + 1)
            left -= len(content)
            if left < 0:
                raise ValueError(_too_large(most))
            files[info.filename] = content
    return files


def _check_directory(file, limits):
    """Refuses a directory with more entries than are allowed, before they become objects."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_SIZE - (1 << 16)))
    tail = file.read()
    file.seek(0)
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_SIZE:
        return
    length = int.from_bytes(tail[at + 12 : at + 16], "little")
    # of an archive in the format for more than 4 GB, all that is known is its size
    length = min(length, size)
    if length > limits.files * _LONG_ENTRY + _ENTRY_SIZE:
        raise ValueError(_too_many(limits))


def _too_many(limits):
    return (
        f"the zip file has more than {limits.files} files, or very long names: pack fewer, or "
        "raise the limit files"
    )


def _too_large(most):
    return (
        f"the zip file unpacks to more than {most} bytes: make it smaller, or raise the limits "
        "bytes and asset_bytes"
    )
