"""Files in memory of specs that are attached to each other."""

import warnings


def renamed(path, prefix, suffix):
    """A path whose file name has a prefix, and a suffix before the extension."""
    cut = max(path.rfind("/"), path.rfind("\\")) + 1
    path = path[:cut] + prefix + path[cut:]
    dot = path.rfind(".")
    return path + suffix if dot < 0 else path[:dot] + suffix + path[dot:]


def merge_assets(parent, child, prefix, suffix):
    """Adds the files of an attached spec to those of its parent, under new names."""
    for name, content in child.assets.items():
        new = renamed(name, prefix, suffix)
        if new in parent.assets and not parent.override_assets:
            raise ValueError(f"Asset {name} already exists in parent spec.")
        parent.assets[new] = content
    named = child.meshes + child.textures
    if named and not child.assets and parent.assets:
        warnings.warn(
            "The attached spec names files and has no asset dict, the parent has one: attaching "
            "again might miss assets.",
            stacklevel=3,
        )
    if (parent.meshes or parent.textures) and child.assets and not parent.assets:
        warnings.warn(
            "The attached spec has an asset dict, the parent names files and has none: attaching "
            "again might miss assets.",
            stacklevel=3,
        )
    if child.assets:
        for element in named:
            if element.file:
                # also the copy that is in the parent
                handles = {element}
                if parent._has(element._id):
                    handles.add(parent._element(element._id))
                for handle in handles:
                    handle.file = renamed(handle.file, prefix, suffix)
