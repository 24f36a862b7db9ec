"""Small models with every kind of object, for ``calls.py``."""

EVERYTHING = """
<mujoco model="everything">
  <option timestep="0.004"/>
  <size nuserdata="3"/>
  <asset>
    <texture name="tex" type="2d" builtin="checker" width="4" height="4"/>
    <material name="mat" texture="tex"/>
    <hfield name="hill" nrow="3" ncol="3" size="2 2 .2 .1" elevation="0 1 0 1 2 1 0 1 0"/>
    <mesh name="tet" vertex="0 0 0  .2 0 0  0 .2 0  0 0 .2"/>
  </asset>
  <worldbody>
    <light name="lamp" pos="0 0 3" mode="targetbody" target="ball"/>
    <camera name="eye" pos="0 -2 1" mode="targetbody" target="arm"/>
    <geom name="floor" type="plane" size="5 5 0.1" material="mat"/>
    <geom name="ground" type="hfield" hfield="hill" pos="1 0 0"/>
    <body name="mocap" mocap="true" pos="1 2 3"><geom size="0.1" contype="0"/></body>
    <body name="ball" pos="0 0 .15">
      <freejoint name="root"/>
      <geom name="ball" size="0.2"/>
      <site name="top" pos="0 0 0.2"/>
      <body name="arm" pos="0.3 0 0">
        <joint name="shoulder" type="ball" range="0 1"/>
        <geom name="arm" type="capsule" fromto="0 0 0 0.4 0 0" size="0.05"/>
        <geom name="wheel" type="cylinder" size=".05 .02" pos=".2 0 .05"/>
        <site name="end" pos="0.4 0 0"/>
        <site name="side" pos="0.2 0 .1"/>
        <body name="hand" pos="0.4 0 0">
          <joint name="wrist" axis="0 1 0" range="-.01 .01" damping="0.2" frictionloss=".1"/>
          <joint name="slide" type="slide" axis="1 0 0" stiffness="3"/>
          <geom name="hand" type="mesh" mesh="tet"/>
        </body>
      </body>
    </body>
    <body name="other" pos="1 0 .25">
      <joint name="swing" axis="0 1 0"/>
      <geom name="box" type="box" size="0.1 0.1 0.3"/>
      <geom name="egg" type="ellipsoid" size=".1 .2 .3" pos="0 .3 0"/>
      <geom name="can" type="cylinder" size=".1 .2" pos="0 -.3 0"/>
    </body>
  </worldbody>
  <contact>
    <pair name="pair" geom1="ball" geom2="box"/>
    <exclude name="not" body1="ball" body2="other"/>
  </contact>
  <equality>
    <connect name="tie" body1="hand" body2="other" anchor="0 0 0"/>
    <weld name="weld" body1="hand" body2="other" active="false"/>
    <joint name="same" joint1="wrist" joint2="swing"/>
    <tendon name="length" tendon1="mix"/>
  </equality>
  <tendon>
    <spatial name="string" range="0 .1" limited="true"><site site="top"/>
      <geom geom="wheel" sidesite="side"/><site site="end"/></spatial>
    <spatial name="pulley"><site site="top"/><site site="end"/><pulley divisor="2"/><site site="end"/><site site="side"/></spatial>
    <fixed name="mix"><joint joint="wrist" coef="1"/><joint joint="swing" coef="-2"/></fixed>
  </tendon>
  <actuator>
    <motor name="motor" joint="wrist" delay="0.012" nsample="3"/>
    <position name="servo" joint="swing" kp="5"/>
    <general name="pull" tendon="mix" dyntype="filter" dynprm="0.1"/>
    <muscle name="muscle" tendon="string" lengthrange="0 1"/>
    <general name="lift" site="end" gear="0 0 1 0 0 0"/>
    <general name="user" joint="swing" dyntype="user" gaintype="user" biastype="user" actdim="1"/>
  </actuator>
  <sensor>
    <jointpos joint="wrist"/><accelerometer site="end"/><touch site="top"/><force site="end"/>
    <rangefinder site="top"/><framequat objtype="body" objname="arm" reftype="site" refname="top"/>
    <subtreecom body="ball"/><actuatorfrc actuator="motor"/><tendonpos tendon="mix"/>
    <distance geom1="ball" geom2="box" cutoff="5"/><clock/><user dim="2" needstage="vel"/>
    <contact geom1="ball" num="2"/><jointlimitfrc joint="wrist"/><ballquat joint="shoulder"/>
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

BALLS = """
<mujoco><option solver="{solver}" cone="{cone}" integrator="{integrator}" iterations="20">
<flag {flags}/></option>
<worldbody><geom type="plane" size="5 5 .1"/>
<replicate count="6" offset=".05 0 .15"><body pos="0 0 .09"><freejoint/><geom size=".1" condim="{condim}"/></body>
</replicate></worldbody></mujoco>
"""

MODELS = {
    "everything": EVERYTHING,
    "newton": EVERYTHING.replace('timestep="0.004"', 'timestep="0.004" integrator="implicit"'),
    "balls": BALLS.format(solver="Newton", cone="elliptic", integrator="Euler", condim=6, flags='energy="enable"'),
    "cg": BALLS.format(solver="CG", cone="pyramidal", integrator="RK4", condim=4, flags='island="disable"'),
    "pgs": BALLS.format(solver="PGS", cone="elliptic", integrator="implicitfast", condim=3, flags='sleep="enable"'),
    "pendulum": """<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
        <actuator><motor joint="j"/></actuator><keyframe><key/></keyframe></mujoco>""",
    "empty": "<mujoco/>",
}
"""Descriptions by name."""
