"""Pictures of pictures for tools/pictures/compare.py: contact sheets, and files of single pairs."""

import imageio.v3 as imageio
import numpy as np

from tools.pictures import agreement

THUMBNAIL = 120, 160
GAP = 4
LOUDER = 4


def difference(ours, theirs):
    """How far colors differ, made visible."""
    return np.minimum(LOUDER * np.abs(ours.astype(int) - theirs), 255).astype(np.uint8)


def shrink(picture, height, width):
    """A smaller picture: each of its pixels is the mean of those it stands for."""
    for axis, count in enumerate((height, width)):
        edges = np.arange(count) * picture.shape[axis] // count
        number = np.diff(edges, append=picture.shape[axis])
        sums = np.add.reduceat(picture, edges, axis=axis, dtype=float)
        picture = sums / np.expand_dims(number, [i for i in range(3) if i != axis])
    return np.round(picture).astype(np.uint8)


def pair(ours, theirs):
    """Ours, MuJoCo's and the difference, small and side by side."""
    three = (ours.color, theirs.color, difference(ours.color, theirs.color))
    return np.hstack([shrink(picture, *THUMBNAIL) for picture in three])


def sheet(pairs):
    """Rows of pairs as one picture, on white."""
    height, width = THUMBNAIL[0] + GAP, 3 * THUMBNAIL[1] + GAP
    across = max(map(len, pairs))
    page = np.full((GAP + height * len(pairs), GAP + width * across, 3), 255, np.uint8)
    for i, row in enumerate(pairs):
        for j, picture in enumerate(row):
            top, left = GAP + height * i, GAP + width * j
            page[top:top + picture.shape[0], left:left + picture.shape[1]] = picture
    return page


def wrong(ours, theirs):
    """Red where segmentation differs, green where depth does, yellow where both do."""
    segmentation = agreement.same_segmentation(ours.segmentation, theirs.segmentation)
    depth = agreement.same_depth(ours.depth, theirs.depth, agreement.shown(theirs))
    return 255 * np.stack([~segmentation, ~depth, np.zeros_like(depth)], axis=-1).astype(np.uint8)


class Album:
    """Keeps pairs in a folder, and small ones for a contact sheet, where these are wanted."""

    def __init__(self, file, folder):
        self.file, self.folder, self.rows = file, folder, {}
        for place in (file and file.parent, folder):
            if place:
                place.mkdir(parents=True, exist_ok=True)

    def add(self, model, view, ours, theirs):
        """Takes a pair; its files are that of both, their difference and where they are wrong."""
        if self.file:
            self.rows.setdefault(model, []).append(pair(ours, theirs))
        if self.folder:
            files = {"ours": ours.color, "mujoco": theirs.color, "difference": difference(ours.color, theirs.color),
                     "wrong": wrong(ours, theirs)}
            for kind, picture in files.items():
                imageio.imwrite(self.folder / f"{model}.{view.replace(' ', '-')}.{kind}.png", picture)

    def close(self):
        """Writes the contact sheet and says which models are in its rows."""
        if self.rows:
            imageio.imwrite(self.file, sheet(list(self.rows.values())))
            print(f"{self.file}: rows are {', '.join(self.rows)}")
