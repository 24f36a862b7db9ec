"""Depth of pictures against rays through the centers of their pixels, for tools/pictures/compare.py.

Rays see geoms only, and planes only from above. Round shapes are drawn with flat faces and end sooner than they should,
so that a ray may hit another geom than its pixel shows: such pixels are counted, not compared.
"""

import collections

import numpy as np

COUNT = 1000
# meters, or a part of the depth
TOLERANCE = 1e-3
HEADER = f"{'pixels':>7}{'others':>7}{'within':>10}{'worst':>10}"


class Found(collections.namedtuple("Found", "errors others")):
    """Errors of depth as multiples of what is allowed, and the number of rays that hit another geom, or none."""

    def __str__(self):
        head = f"{len(self.errors) + self.others:7}{self.others:7}"
        if not len(self.errors):
            return head + f"{'-':>10}{'-':>10}"
        return head + f"{(self.errors <= 1).mean():10.2%}{TOLERANCE * self.errors.max():10.1e}"


def pixel_rays(camera, height, width, rows, columns):
    """Where rays through the centers of pixels start, and their directions.

    They start where the picture begins and go on by one meter of depth: distance along them is depth.
    """
    forward, up = np.array(camera.forward, float), np.array(camera.up, float)
    bottom, top, near = camera.frustum_bottom, camera.frustum_top, camera.frustum_near
    half = camera.frustum_width or 0.5 * (top - bottom) * width / height
    x = camera.frustum_center + half * (2 * (columns + 0.5) / width - 1)
    y = top - (top - bottom) * (rows + 0.5) / height
    directions = forward + (x[:, None] * np.cross(forward, up) + y[:, None] * up) / near
    return np.array(camera.pos, float) + near * directions, directions


def cast(reference, painter, camera, picture, pixels):
    """What rays find at some pixels of a picture."""
    starts, directions = pixel_rays(camera, *picture.depth.shape, *pixels.T)
    groups, hit = reference.MjvOption().geomgroup, np.zeros(1, np.int32)
    errors = []
    for (row, column), start, direction in zip(pixels, starts, directions, strict=True):
        distance = reference.mj_ray(painter.m, painter.d, start, direction, groups, 1, -1, hit)
        if hit[0] == picture.segmentation[row, column, 0]:
            depth = camera.frustum_near + distance
            errors.append(abs(picture.depth[row, column] - depth) / (TOLERANCE * max(1.0, depth)))
    return Found(np.array(errors), len(pixels) - len(errors))


def pixels_of_geoms(picture, order, geom):
    """Pixels that show geoms, in a given order of all pixels."""
    rows, columns = np.unravel_index(order, picture.depth.shape)
    shown = picture.segmentation[rows, columns, 1] == geom
    return np.stack([rows[shown], columns[shown]], axis=1)


def of_model(reference, views, ours, theirs):
    """What rays find in the pictures of a model, ours and MuJoCo's, at the same pixels."""
    geom, random = int(reference.mjtObj.mjOBJ_GEOM), np.random.default_rng(0)
    found = {"ours": [], "MuJoCo's": []}
    for i, view in enumerate(views):
        pictures = ours.draw(view), theirs.draw(view)
        camera = reference.mjv_averageCamera(*theirs.renderer.scene.camera)
        # renderers give the depth of orthographic pictures as if they were not
        if camera.orthographic:
            continue
        order = random.permutation(pictures[1].depth.size)
        count = COUNT * (i + 1) // len(views) - COUNT * i // len(views)
        for side, picture in zip(found, pictures, strict=True):
            pixels = pixels_of_geoms(picture, order, geom)[:count]
            found[side].append(cast(reference, theirs, camera, picture, pixels))
    return {side: Found(np.concatenate([[], *(part.errors for part in parts)]), sum(part.others for part in parts))
            for side, parts in found.items()}
