"""What recompiling a spec keeps of the data: the same as in the reference package."""

import ferrodyn
import numpy as np
import pytest

XML = """<mujoco><size nuserdata="3"/><worldbody>
<body name="a"><joint name="ja"/><geom size=".1"/></body>
<body name="b" pos="1 0 0"><freejoint name="jb"/><geom size=".1"/></body>
<body name="mo" mocap="true"><geom size=".1" contype="0"/></body></worldbody>
<equality><connect name="e" body1="a" body2="b" anchor="0 0 0"/></equality>
<actuator><general name="u" joint="ja" dyntype="filter" dynprm="1"/>
<motor name="h" joint="ja" delay=".01" nsample="3"/></actuator>
<sensor><jointpos joint="ja" delay=".01" nsample="3"/></sensor></mujoco>"""
FIELDS = (
    "qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat userdata qacc_warmstart qacc "
    "history act_dot sensordata eq_active"
).split()


def recompiled(package, edit):
    spec = package.MjSpec.from_string(XML)
    m = spec.compile()
    d = package.MjData(m)
    d.time = 3.5
    numbers = np.random.default_rng(0)
    for name in FIELDS:
        array = getattr(d, name)
        array[...] = numbers.uniform(0.1, 1, array.shape)
    edit(spec)
    return spec.recompile(m, d)[1]


def add_inner_body(spec):
    body = spec.body("a").add_body(name="c")
    body.add_joint(name="jc")
    body.add_geom(size=[0.1, 0, 0])


@pytest.mark.parametrize("edit", [lambda spec: None, add_inner_body])
def test_recompile_keeps_what_the_library_keeps(mujoco, edit):
    ours, theirs = recompiled(ferrodyn, edit), recompiled(mujoco, edit)
    assert ours.time == theirs.time
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)
