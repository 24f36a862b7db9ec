"""Comparing pictures: what counts as the same, the goals, rays through pixels, and contact sheets."""

import pathlib
from types import SimpleNamespace

import numpy as np
import pytest

from tools.pictures import agreement, gallery, rays, scenes, sheet

# the upper half is sky, the lower one a floor that comes nearer
DEPTH = np.linspace(11, 1, 10, dtype=np.float32).repeat(4).reshape(10, 4)
SKY, FLOOR = (-1, -1), (3, 5)


def picture(color=100, depth=DEPTH):
    segmentation = np.full((10, 4, 2), FLOOR, np.int32)
    segmentation[:5] = SKY
    return scenes.Picture(np.full((10, 4, 3), color, np.uint8), depth.copy(), segmentation)


def test_a_picture_agrees_with_itself():
    assert agreement.compare("m", "v", picture(), picture()) == ("m", "v", 1.0, 1.0, 0.0)


def test_objects_have_to_have_the_same_id_and_type():
    ours = picture()
    ours.segmentation[9, 0] = (3, 6)
    ours.segmentation[9, 1] = (4, 5)
    ours.segmentation[0, 0] = FLOOR
    assert agreement.compare("m", "v", ours, picture()).segmentation == 1 - 3 / 40


def test_depth_is_compared_by_its_range_and_without_the_sky():
    # rows 5 to 9 are between 1 and 5.44 m away
    near, far = DEPTH.copy(), DEPTH.copy()
    near[9] += 4e-3
    far[9, 0] += 5e-3
    far[:5] = 1000
    assert agreement.compare("m", "v", picture(depth=near), picture()).depth == 1.0
    assert agreement.compare("m", "v", picture(depth=far), picture()).depth == 1 - 1 / 20
    # what is not a number is never the same
    far[9, 0] = np.nan
    assert agreement.compare("m", "v", picture(depth=far), picture()).depth == 1 - 1 / 20


def test_a_picture_of_the_sky_has_no_depth_to_compare():
    empty = picture()
    empty.segmentation[:] = SKY
    assert agreement.compare("m", "v", empty, empty).depth == 1.0


def test_colors_differ_both_ways():
    assert agreement.compare("m", "v", picture(250), picture(5)).color == 245
    assert agreement.compare("m", "v", picture(5), picture(250)).color == 245


def test_pictures_of_another_kind_are_refused():
    with pytest.raises(ValueError, match="depth: float64 .* of MuJoCo float32"):
        agreement.compare("m", "v", picture(depth=DEPTH.astype(float)), picture())


def test_goals_that_are_missed_are_named():
    good = agreement.Row("m", "v", 0.996, 0.991, 7.9)
    assert agreement.missed([good, good._replace(color=200), good]) == []
    assert agreement.missed([good, good._replace(segmentation=0.994)]) == ["segmentation: 1 of 2 pictures below 99.5%"]
    assert agreement.missed([good._replace(depth=0.98)]) == ["depth: 1 of 1 pictures below 99.0%"]
    assert agreement.missed([good._replace(color=8.0)]) == ["color: median difference 8.00, not below 8"]
    assert agreement.missed([]) == ["no picture was compared"]


def test_rays_go_through_the_centers_of_pixels():
    camera = SimpleNamespace(pos=[1, 2, 3], forward=[0, 1, 0], up=[0, 0, 1], frustum_center=0.0, frustum_width=0.0,
                             frustum_bottom=-0.1, frustum_top=0.1, frustum_near=0.2)
    rows, columns = np.array([0, 1, 1]), np.array([0, 3, 1])
    starts, directions = rays.pixel_rays(camera, 2, 4, rows, columns)
    # 1 m away, the picture is 2 m wide and 1 m high
    assert directions == pytest.approx(np.array([[-0.75, 1, 0.25], [0.75, 1, -0.25], [-0.25, 1, -0.25]]))
    assert starts == pytest.approx(np.array([1, 2, 3]) + 0.2 * directions)


def test_models_have_names_of_their_own():
    names = [scenes.short_name(pathlib.PurePosixPath(name)) for name in scenes.MODELS]
    assert len(set(names)) == 24


@pytest.mark.parametrize(("height", "width"), [(10, 4), (5, 2), (3, 3)])
def test_smaller_pictures_have_the_same_mean(height, width):
    color = np.arange(120, dtype=np.uint8).reshape(10, 4, 3)
    small = sheet.shrink(color, height, width)
    assert small.shape == (height, width, 3)
    assert small.mean() == pytest.approx(color.mean(), abs=8 if height == 3 else 1)


def test_the_sheet_has_a_place_for_every_pair(tmp_path, capsys):
    album = sheet.Album(tmp_path / "new" / "sheet.png", tmp_path / "all")
    ours, theirs = picture(200), picture(190)
    for model, view in (("a", "free"), ("a", "other side"), ("b", "free")):
        album.add(model, view, *(p._replace(color=p.color.repeat(48, 0).repeat(160, 1)) for p in (ours, theirs)))
    album.close()
    assert "rows are a, b" in capsys.readouterr().out
    assert len(list((tmp_path / "all").glob("a.other-side.*.png"))) == 4
    page = sheet.imageio.imread(tmp_path / "new" / "sheet.png")
    assert page.shape == (4 + 2 * 124, 4 + 2 * 484, 3)
    assert page[50, [50, 200, 400], 0].tolist() == [200, 190, 40]
    assert (page[200, 600] == 255).all()


def test_what_is_wrong_is_marked():
    ours = picture(depth=DEPTH + np.float32(0.1))
    ours.segmentation[9, 0] = SKY
    marks = sheet.wrong(ours, picture())
    assert marks[9, 0].tolist() == [255, 255, 0]
    assert marks[9, 1].tolist() == [0, 255, 0]
    assert not marks[:5].any()


def test_a_gallery_has_rows_and_notices_a_picture_of_nothing():
    noise = np.random.default_rng(1).integers(0, 255, (gallery.HEIGHT, gallery.WIDTH, 3), np.uint8)
    made = gallery.sheet([noise] * 7)
    assert made.shape == (gallery.HEIGHT, gallery.COLUMNS * gallery.WIDTH // 2, 3)
    assert (made[-1, -1] == 255).all()
    assert not gallery.is_empty(noise)
    assert gallery.is_empty(np.full_like(noise, 90))
