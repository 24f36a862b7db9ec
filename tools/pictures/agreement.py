"""How far two pictures agree, for tools/pictures/compare.py: what they show, how far away, in which colors."""

import collections
import statistics

import numpy as np

# shares of pixels in every picture; the median of mean differences of colors, of 255
SEGMENTATION_GOAL, DEPTH_GOAL, COLOR_GOAL = 0.995, 0.99, 8.0
# of the range of depths in the picture
DEPTH_TOLERANCE = 1e-3

Row = collections.namedtuple("Row", "model view segmentation depth color")


def same_segmentation(ours, theirs):
    """Which pixels show the same object of the same type."""
    return (ours == theirs).all(axis=-1)


def same_depth(ours, theirs, shown):
    """Which pixels have the same depth; those that are not shown count as such."""
    seen = theirs[shown & np.isfinite(theirs)]
    if not seen.size:
        return ~shown
    # a wall that fills the picture has no range
    tolerance = DEPTH_TOLERANCE * (np.ptp(seen) or np.max(seen))
    return (np.abs(ours - theirs) < tolerance) | ~shown


def color_difference(ours, theirs):
    """The mean difference of colors, of 255."""
    return float(np.abs(ours.astype(int) - theirs).mean())


def shown(picture):
    """Which pixels show something, and not the sky."""
    return picture.segmentation[..., 1] != -1


def compare(model, view, ours, theirs):
    """A row of the table: how far two pictures agree."""
    for name, one, other in zip(ours._fields, ours, theirs, strict=True):
        if one.shape != other.shape or one.dtype != other.dtype:
            raise ValueError(f"{name}: {one.dtype} {one.shape}, of MuJoCo {other.dtype} {other.shape}")
    here = shown(theirs)
    same = same_depth(ours.depth, theirs.depth, here)
    depth = float(same[here].mean()) if here.any() else 1.0
    segmentation = float(same_segmentation(ours.segmentation, theirs.segmentation).mean())
    return Row(model, view, segmentation, depth, color_difference(ours.color, theirs.color))


def missed(rows):
    """The goals that pictures miss, in words."""
    if not rows:
        return ["no picture was compared"]
    said = []
    for name, goal in (("segmentation", SEGMENTATION_GOAL), ("depth", DEPTH_GOAL)):
        below = sum(getattr(row, name) < goal for row in rows)
        if below:
            said.append(f"{name}: {below} of {len(rows)} pictures below {goal:.1%}")
    median = statistics.median(row.color for row in rows)
    if median >= COLOR_GOAL:
        said.append(f"color: median difference {median:.2f}, not below {COLOR_GOAL:g}")
    return said
