"""Plugins: those of MuJoCo are there, users write others in Python."""

import copy
import pathlib
import pickle

import ferrodyn
import numpy as np
import pytest

MODELS = pathlib.Path(__file__).parents[3] / "models"

ARM = """
<mujoco>
  <extension><plugin plugin="{plugin}"/></extension>
  <worldbody>
    <body name="arm">
      <joint name="hinge" axis="0 1 0"/>
      <geom size=".1" pos="1 0 0"/>
      {body}
    </body>
    <site name="eye"/>
  </worldbody>
  <actuator>{actuator}</actuator>
  <sensor>{sensor}</sensor>
</mujoco>
"""


def arm(plugin, body="", actuator="", sensor=""):
    return ARM.format(plugin=plugin, body=body, actuator=actuator, sensor=sensor)


@pytest.fixture(autouse=True)
def _without_callbacks():
    yield
    ferrodyn.mj_resetCallbacks()


class _Everything(ferrodyn.Plugin):
    """Pushes, drives and measures, and counts its steps."""

    name = "test.everything"
    attributes = ("gain", "fails", "numbers")
    state_len = 2
    stage = ferrodyn.mjtStage.mjSTAGE_VEL

    def __init__(self, instance, config):
        super().__init__(instance, config)
        self.gain = float(config.get("gain", 1))

    @staticmethod
    def sensor_len(config):
        return int(config.get("numbers", 1))

    def reset(self, state):
        state[:] = 10, 20

    def advance(self, m, d):
        adr = m.plugin_stateadr[self.instance]
        d.plugin_state[adr] += 1

    def passive(self, m, d):
        if self.config.get("fails"):
            raise KeyError("as asked")
        d.qfrc_passive[0] += 0.5

    def act_dot(self, m, d):
        d.act_dot[m.actuator_plugin == self.instance] = 7

    def actuator(self, m, d):
        own = m.actuator_plugin == self.instance
        d.actuator_force[own] = self.gain * d.ctrl[own]

    def sensor(self, m, d):
        d.sensordata[: m.sensor_dim[0]] = d.plugin_state[m.plugin_stateadr[self.instance]]


ferrodyn.register_plugin(_Everything)

EVERYTHING = arm(
    "test.everything",
    body='<plugin plugin="test.everything"/>',
    actuator='<plugin joint="hinge" plugin="test.everything" actdim="1">'
    '<config key="gain" value="2.5"/></plugin>',
    sensor='<plugin plugin="test.everything"><config key="numbers" value="3"/></plugin>',
)


@pytest.mark.parametrize("name", ["pid", "cable", "touch_grid"])
def test_models_run_with_the_plugins_of_mujoco(name):
    m = ferrodyn.MjModel.from_xml_path(str(MODELS / f"plugins_{name}.xml"))
    d = ferrodyn.MjData(m)
    for _ in range(20):
        ferrodyn.mj_step(m, d)
    assert np.isfinite(d.qpos).all() and np.isfinite(d.sensordata).all()
    assert not d.warning[ferrodyn.mjtWarning.mjWARN_BADQACC].number


def test_copies_and_saved_models_keep_their_plugins(tmp_path):
    xml = arm("mujoco.pid", actuator="""<plugin joint="hinge" plugin="mujoco.pid">
        <config key="kp" value="3"/></plugin>""")
    m = ferrodyn.MjModel.from_xml_string(xml)
    file = str(tmp_path / "arm.mjb")
    ferrodyn.mj_saveModel(m, file)
    saved = ferrodyn.MjModel.from_binary_path(file)
    for model in (m, copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m)), saved):
        d = ferrodyn.MjData(model)
        d.ctrl[0] = 0.5
        for data in (d, copy.copy(d)):
            ferrodyn.mj_step(model, data)
            assert data.actuator_force[0] == 1.5


def test_attributes_are_read_again_when_plugins_are_renewed():
    xml = arm("mujoco.pid", actuator="""<plugin joint="hinge" plugin="mujoco.pid">
        <config key="kp" value="3"/></plugin>""")
    m = ferrodyn.MjModel.from_xml_string(xml)
    d = ferrodyn.MjData(m)
    d.ctrl[0] = 1
    m.plugin_attr[0] = ord("5")
    ferrodyn.mj_forward(m, d)
    assert d.actuator_force[0] == 3
    ferrodyn.renew_plugins(m)
    ferrodyn.mj_forward(m, d)
    assert d.actuator_force[0] == 5


def test_unknown_plugins_are_refused_by_name():
    with pytest.raises(ValueError, match=r"there is no plugin \"acme\.rocket\""):
        ferrodyn.MjModel.from_xml_string(arm("acme.rocket"))
    with pytest.raises(ValueError, match=r"there is no plugin \"acme\.rocket\""):
        ferrodyn.MjSpec().activate_plugin("acme.rocket")


def test_libraries_of_mujoco_are_built_in_and_others_refused(tmp_path):
    with pytest.warns(UserWarning, match="part of ferrodyn"):
        ferrodyn.mj_loadPluginLibrary("somewhere/libelasticity.so")
    with pytest.raises(NotImplementedError, match="MuJoCo's own memory"):
        ferrodyn.mj_loadPluginLibrary("libcable_of_mine.so")
    ferrodyn.mj_loadAllPluginLibraries(str(tmp_path))


def test_a_class_pushes_drives_measures_and_keeps_its_state():
    m = ferrodyn.MjModel.from_xml_string(EVERYTHING)
    assert m.nplugin == 3 and list(m.plugin_statenum) == [2, 2, 2] and m.nsensordata == 3
    assert m.sensor_needstage[0] == ferrodyn.mjtStage.mjSTAGE_VEL
    d = ferrodyn.MjData(m)
    assert list(d.plugin_state) == [10, 20] * 3
    d.ctrl[0] = 2
    for taken in range(3):
        ferrodyn.mj_step(m, d)
        # every instance can push
        assert (d.actuator_force[0], d.act_dot[0], d.qfrc_passive[0]) == (5, 7, 1.5)
        assert list(d.sensordata) == [10 + taken] * 3
    assert list(d.plugin_state) == [13, 20] * 3
    ferrodyn.mj_resetData(m, d)
    assert list(d.plugin_state) == [10, 20] * 3


def test_an_exception_of_a_plugin_is_raised():
    xml = arm("test.everything", body="""<plugin plugin="test.everything">
        <config key="fails" value="yes"/></plugin>""")
    m = ferrodyn.MjModel.from_xml_string(xml)
    d = ferrodyn.MjData(m)
    with pytest.raises(KeyError, match="as asked"):
        ferrodyn.mj_step(m, d)


def test_an_instance_may_refuse_its_configuration():
    xml = arm("test.everything", body="""<plugin plugin="test.everything">
        <config key="gain" value="much"/></plugin>""")
    with pytest.raises(ValueError, match="ValueError: could not convert"):
        ferrodyn.MjModel.from_xml_string(xml)


def test_rollouts_run_plugins_and_batches_refuse_those_in_python():
    from ferrodyn import batch, rollout

    m = ferrodyn.MjModel.from_xml_string(EVERYTHING)
    d = ferrodyn.MjData(m)
    size = ferrodyn.mj_stateSize(m, ferrodyn.mjtState.mjSTATE_FULLPHYSICS)
    start = np.zeros(size)
    ferrodyn.mj_getState(m, d, start, ferrodyn.mjtState.mjSTATE_FULLPHYSICS)
    state, sensordata = rollout.rollout(m, d, start, np.ones((1, 4, 1)))
    assert state.shape == (1, 4, size) and list(sensordata[0, :, 0]) == [10, 11, 12, 13]
    with pytest.raises(ValueError, match="without Python"):
        batch.Batch(m, 2)


def test_only_classes_with_a_name_and_a_method_are_registered():
    with pytest.raises(TypeError, match="derived from"):
        ferrodyn.register_plugin(dict)
    with pytest.raises(ValueError, match="should be the name"):
        ferrodyn.register_plugin(type("Unnamed", (ferrodyn.Plugin,), {"passive": print}))
    with pytest.raises(ValueError, match="none of the methods"):
        ferrodyn.register_plugin(type("Idle", (ferrodyn.Plugin,), {"name": "test.idle"}))
    with pytest.raises(ValueError, match="registered already"):
        ferrodyn.register_plugin(_Everything)


def test_specs_configure_instances_of_elements():
    spec = ferrodyn.MjSpec.from_string(arm("mujoco.pid", actuator="""
        <plugin joint="hinge" plugin="mujoco.pid"><config key="kp" value="3"/></plugin>"""))
    actuator = spec.actuators[0]
    assert actuator.plugin.active and actuator.plugin.config == {"kp": "3"}
    actuator.plugin.config = {"kp": "4", "kd": "1"}
    m = spec.compile()
    assert bytes(m.plugin_attr.view(np.uint8)) == b"4\0\0" b"1\0\0\0"
    assert '<config key="kd" value="1"/>' in spec.to_xml()

    # an instance without a name belongs to the element that it is given to
    unnamed = spec.add_plugin(plugin_name="mujoco.pid", active=True)
    unnamed.config = {"kp": "5"}
    actuator.plugin = unnamed
    assert actuator.plugin.config == {"kp": "5"}
    m = spec.compile()
    assert m.nplugin == 1 and bytes(m.plugin_attr.view(np.uint8)) == b"5\0\0\0\0\0"


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt("stop")])
@pytest.mark.parametrize("load", ["string", "spec", "recompile", "mjb", "copy", "renew"])
def test_what_ends_a_program_is_raised_as_it_is_where_a_plugin_is_made(error, load, tmp_path):
    wanted = []

    class Ends(ferrodyn.Plugin):
        name = f"test.ends.{type(error).__name__}.{load}"

        def __init__(self, instance, config):
            if wanted:
                raise error

        def passive(self, m, d):
            pass

    ferrodyn.register_plugin(Ends)
    xml = arm(Ends.name, body=f'<plugin plugin="{Ends.name}"/>')
    spec = ferrodyn.MjSpec.from_string(xml)
    model = spec.compile()
    file = tmp_path / "model.mjb"
    ferrodyn.mj_saveModel(model, str(file), None)
    pickled = pickle.dumps(model)
    data = ferrodyn.MjData(model)
    wanted.append(True)
    works = {
        "string": lambda: ferrodyn.MjModel.from_xml_string(xml),
        "spec": lambda: ferrodyn.MjSpec.from_string(xml).compile(),
        "recompile": lambda: spec.recompile(model, data),
        "mjb": lambda: ferrodyn.MjModel.from_binary_path(str(file)),
        "copy": lambda: pickle.loads(pickled),
        "renew": lambda: ferrodyn.renew_plugins(model),
    }
    with pytest.raises(type(error)) as raised:
        works[load]()
    assert raised.value is error
    # nothing of it stays
    wanted.clear()
    assert ferrodyn.MjModel.from_xml_string(xml).nplugin == 1
