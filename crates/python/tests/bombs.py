"""Bombs that must be large, or binary, to bite: what makes them, by name, with the limit they hit."""

import math
import struct
import zlib

import numpy as np


def _png(width, height, depth=1):
    """A black image, whose pixels take a thousandth of their size."""
    row = bytes(1 + (width * depth + 7) // 8)
    packer = zlib.compressobj(9)
    rows = max(1, (1 << 20) // len(row))
    data = b"".join(packer.compress(row * min(rows, height - i)) for i in range(0, height, rows))
    data += packer.flush()
    header = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks
    )


def _asset(element):
    return f"<mujoco><asset>{element}</asset></mujoco>"


def _mesh(file, more=""):
    geom = f"<geom type='mesh' mesh='m'/>{more}"
    return f"<mujoco><asset><mesh name='m' file='{file}'/></asset><worldbody>{geom}</worldbody></mujoco>"


def _polygon(n):
    """One face with many corners: for every ear, all other corners are looked at."""
    angles = (2 * math.pi * i / n for i in range(n))
    vertices = "".join(f"v {math.cos(a):.7f} {math.sin(a):.7f} 0\n" for a in angles)
    return vertices + "f " + " ".join(str(i + 1) for i in range(n))


def _stl(n):
    faces = np.zeros(n, np.dtype([("normal", "<f4", 3), ("corners", "<f4", 9), ("more", "<u2")]))
    faces["corners"] = np.arange(9 * n).reshape(n, 9)
    return bytes(80) + struct.pack("<I", n) + faces.tobytes()


def _msh(nvert, nface):
    return struct.pack("<4i", nvert, 0, 0, nface) + bytes(12 * nvert + 12 * nface)


def _world(content):
    return f"<mujoco><worldbody>{content}</worldbody></mujoco>"


def _sphere(n):
    def point(i):
        z = 1 - (2 * i + 1) / n
        r, a = math.sqrt(1 - z * z), i * 2.399963
        return f"{r * math.cos(a):.6f} {r * math.sin(a):.6f} {z:.6f}"

    return " ".join(map(point, range(n)))


# name: limit, files of which the first is the model
GENERATED = {
    "png_texture": ("asset_bytes", lambda: {
        "m.xml": _asset("<texture name='t' type='2d' file='t.png'/>"), "t.png": _png(30000, 30000)}),
    "png_cube": ("asset_bytes", lambda: {
        "m.xml": _asset("<texture name='t' type='cube' file='t.png'/>"), "t.png": _png(20000, 20000)}),
    "png_hfield": ("asset_bytes", lambda: {
        "m.xml": _asset("<hfield name='h' size='1 1 1 1' file='h.png'/>"), "h.png": _png(20000, 20000)}),
    "png_many": ("asset_bytes", lambda: {
        "m.xml": _asset("".join(f"<texture name='{i}' type='2d' file='t.png'/>" for i in range(9))),
        "t.png": _png(2500, 2500, 8)}),
    "obj_polygon": ("time", lambda: {"m.xml": _mesh("m.obj"), "m.obj": _polygon(95_000)}),
    "obj_faces": ("mesh_vertices", lambda: {
        "m.xml": _mesh("m.obj"),
        "m.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n" + "f 1 2 3\n" * 2_000_000}),
    "obj_vertices": ("mesh_vertices", lambda: {
        "m.xml": _mesh("m.obj"), "m.obj": "v 0 0 0\n" * 2_000_000}),
    "obj_corners": ("mesh_vertices", lambda: {
        "m.xml": _mesh("m.obj"), "m.obj": "v 0 0 0\nf" + " 1" * 4_000_000 + "\nf 1 1 1"}),
    "stl_faces": ("mesh_vertices", lambda: {"m.xml": _mesh("m.stl"), "m.stl": _stl(190_000)}),
    "msh_vertices": ("mesh_vertices", lambda: {"m.xml": _mesh("m.msh"), "m.msh": _msh(2_000_000, 0)}),
    "msh_faces": ("mesh_vertices", lambda: {"m.xml": _mesh("m.msh"), "m.msh": _msh(4, 3_000_000)}),
    "hull": ("time", lambda: {"m.xml": _asset(f"<mesh name='m' vertex='{_sphere(95_000)}'/>")}),
    "hulls": ("time", lambda: {"m.xml": _asset("".join(
        f"<mesh name='{i}' vertex='{_sphere(24_000)}'/>" for i in range(4)))}),
    "asset_file": ("asset_bytes", lambda: {
        "m.xml": _asset("<texture name='t' type='2d' file='t.png'/>"), "t.png": bytes(70 << 20)}),
    "attributes": ("nodes", lambda: {
        "m.xml": "<mujoco><option " + "".join(f"a{i}='1' " for i in range(300_000)) + "/></mujoco>"}),
    "elements": ("nodes", lambda: {"m.xml": "<mujoco>" + "<option/>" * 300_000 + "</mujoco>"}),
    "geoms": ("spec_bytes", lambda: {"m.xml": _world("<geom/>" * 190_000)}),
    "classes": ("spec_bytes", lambda: {"m.xml": "<mujoco><default>" + "".join(
        f"<default class='{i}'/>" for i in range(90_000)) + "</default></mujoco>"}),
    "sensors": ("spec_bytes", lambda: {
        "m.xml": "<mujoco><sensor>" + "<clock/>" * 190_000 + "</sensor></mujoco>"}),
    "keys": ("spec_bytes", lambda: {
        "m.xml": "<mujoco><keyframe>" + "<key/>" * 190_000 + "</keyframe></mujoco>"}),
    "text": ("bytes", lambda: {"m.xml": "<mujoco>" + " " * (17 << 20) + "</mujoco>"}),
    "comment": ("bytes", lambda: {"m.xml": "<mujoco><!--" + "-" * (17 << 20) + "--></mujoco>"}),
    "numbers": ("spec_bytes", lambda: {"m.xml": "<mujoco><custom>" + "".join(
        f"<text name='{i}' data='{'x' * 4000}'/>" for i in range(4000)) + "</custom></mujoco>"}),
    "vertices": ("mesh_vertices", lambda: {
        "m.xml": _asset("<mesh name='m' vertex='" + "0 " * 900_000 + "'/>")}),
    "includes": ("files", lambda: {
        "m.xml": "<mujoco>" + "".join(f"<include file='{i}.xml'/>" for i in range(1001)) + "</mujoco>",
        **{f"{i}.xml": "<mujocoinclude><option/></mujocoinclude>" for i in range(1001)}}),
    "models": ("files", lambda: {
        "m.xml": _asset("".join(f"<model name='{i}' file='a.xml'/>" for i in range(1001))),
        "a.xml": "<mujoco/>"}),
}  # fmt: skip
