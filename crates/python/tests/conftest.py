"""A model with every kind of object, from the reference package and copied into ours."""

import os

import ferrodyn
import pytest

try:
    import mujoco as reference
except ImportError:
    reference = None

EVERYTHING = """
<mujoco model="everything">
  <option timestep="0.004" gravity="0 0.5 -9"/>
  <size nuser_body="2" nuserdata="3"/>
  <visual><global fovy="50"/><rgba fog="0.1 0.2 0.3 1"/></visual>
  <asset>
    <texture name="tex" type="2d" builtin="checker" width="8" height="4" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="mat" texture="tex" rgba="0.5 0.5 0.5 1"/>
    <hfield name="hill" nrow="3" ncol="2" size="1 1 0.2 0.1" elevation="0 1 2 3 4 5"/>
    <mesh name="tet" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
  </asset>
  <worldbody>
    <light name="lamp" pos="0 0 3"/>
    <camera name="eye" pos="0 -2 1"/>
    <geom name="floor" type="plane" size="5 5 0.1" material="mat"/>
    <geom name="ground" type="hfield" hfield="hill" pos="0 0 -9"/>
    <body name="mocap" mocap="true" pos="1 2 3" quat="0 1 0 0"><geom size="0.1" contype="0"/></body>
    <body name="ball" pos="0 0 2" user="4 5">
      <freejoint name="root"/>
      <geom name="ball" size="0.2"/>
      <site name="top" pos="0 0 0.2"/>
      <body name="arm" pos="0.5 0 0">
        <joint name="shoulder" type="ball"/>
        <geom name="arm" type="capsule" fromto="0 0 0 0.4 0 0" size="0.05"/>
        <site name="end" pos="0.4 0 0"/>
        <body name="hand" pos="0.4 0 0">
          <joint name="wrist" axis="0 1 0" range="-1 1" damping="0.2"/>
          <joint name="slide" type="slide" axis="1 0 0"/>
          <geom name="hand" type="mesh" mesh="tet"/>
        </body>
      </body>
    </body>
    <body name="other" pos="2 0 1">
      <joint name="swing" axis="0 1 0"/>
      <geom name="box" type="box" size="0.1 0.1 0.3"/>
    </body>
  </worldbody>
  <contact>
    <pair name="pair" geom1="ball" geom2="box"/>
    <exclude name="not" body1="ball" body2="other"/>
  </contact>
  <equality>
    <connect name="tie" body1="hand" body2="other" anchor="0 0 0" active="false"/>
  </equality>
  <tendon>
    <spatial name="string"><site site="top"/><site site="end"/></spatial>
    <fixed name="mix"><joint joint="wrist" coef="1"/><joint joint="swing" coef="-2"/></fixed>
  </tendon>
  <actuator>
    <motor name="motor" joint="wrist" delay="0.012" nsample="3"/>
    <position name="servo" joint="swing" kp="5"/>
    <general name="pull" tendon="mix" dyntype="filter" dynprm="0.1"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="wrist"/>
    <accelerometer name="acc" site="end"/>
    <jointvel name="late" joint="wrist" delay="0.02" nsample="4" interval="0.008"/>
  </sensor>
  <custom>
    <numeric name="numbers" data="1 2 3"/>
    <text name="words" data="hello"/>
    <tuple name="things"><element objtype="body" objname="arm"/></tuple>
  </custom>
  <keyframe><key name="home" time="1.5"/></keyframe>
</mujoco>
"""


# colors that the reference package exposes as empty arrays
EMPTY_COLORS = {"bv", "bvactive"}


@pytest.fixture(scope="session")
def mujoco():
    if reference is None:
        pytest.skip("the reference package is not installed: pip install mujoco==3.8.0")
    assert reference.__version__ == "3.8.0"
    return reference


@pytest.fixture
def theirs(mujoco):
    return mujoco.MjModel.from_xml_string(EVERYTHING)


@pytest.fixture
def ours(theirs):
    return ferrodyn.MjModel.from_mujoco(theirs)


@pytest.fixture(scope="session")
def device():
    """The name of what draws; skips where nothing does, unless something should."""
    model = ferrodyn.MjModel.from_xml_string("<mujoco/>")
    try:
        with ferrodyn.Renderer(model) as renderer:
            return renderer.device
    except RuntimeError as error:
        if "FERRODYN_NEEDS_GPU" in os.environ:
            raise
        pytest.skip(str(error))
