//! Small models, one for each part that is covered.

/// Name and text. What `@` stands for is the integrator.
pub(crate) const MODELS: [(&str, &str); 9] = [
    (
        "chain of hinges, slides and a ball",
        r#"<mujoco><option integrator="@"/><worldbody>
        <body><joint axis="0 1 0" damping=".3" stiffness="2" springref="20"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body pos=".3 0 0"><joint type="slide" axis="1 0 .2" damping=".1"/><joint axis="0 .3 1" armature=".01"/>
        <geom type="box" size=".1 .05 .03" pos=".05 .02 0"/>
        <body pos=".1 0 0"><joint type="ball" damping=".05"/><geom type="ellipsoid" size=".1 .05 .03" pos="0 0 -.1"/>
        <body pos="0 0 -.2"><joint axis="1 0 0"/><geom size=".05" pos="0 .1 0"/></body></body></body></body>
        </worldbody><option><flag contact="disable"/></option></mujoco>"#,
    ),
    (
        "free body with limbs, gravity compensation, applied forces",
        r#"<mujoco><option integrator="@"/><worldbody>
        <body pos="0 0 1"><freejoint/><geom type="box" size=".2 .1 .05"/>
        <body pos=".2 0 0" gravcomp=".7"><joint axis="0 1 0" damping=".2"/><geom type="capsule" fromto="0 0 0 .3 0 -.1" size=".03"/></body>
        <body pos="-.2 0 0"><joint type="ball"/><geom type="capsule" fromto="0 0 0 -.3 .1 0" size=".03"/></body></body>
        </worldbody><option><flag contact="disable"/></option></mujoco>"#,
    ),
    (
        "actuators and fixed tendons",
        r#"<mujoco><option integrator="@"/><worldbody>
        <body><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body pos=".3 0 0"><joint name="b" axis="0 1 0" actuatorfrcrange="-.3 .3"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body pos=".3 0 0"><joint name="c" axis="1 0 0"/><geom type="box" size=".1 .05 .03"/></body></body></body></worldbody>
        <tendon><fixed name="t" stiffness="3" damping=".2" springlength=".1"><joint joint="a" coef="1"/><joint joint="b" coef="-.5"/></fixed></tendon>
        <actuator><motor joint="a" gear="2" ctrlrange="-.6 .6" ctrllimited="true"/><position joint="b" kp="5" kv=".3"/>
        <velocity joint="c" kv=".4"/><intvelocity joint="a" kp="3" actrange="-1 1"/>
        <general joint="c" dyntype="filter" dynprm=".05" gainprm="2"/>
        <general joint="b" dyntype="filterexact" dynprm=".03" gainprm="2" actearly="true"/>
        <general tendon="t" gaintype="affine" gainprm="1 .5 0" biastype="affine" biasprm=".1 -1 -.2"/>
        <motor joint="a" forcerange="-.2 .2" forcelimited="true"/></actuator></mujoco>"#,
    ),
    (
        "limits, dry friction, an equality of joints",
        r#"<mujoco><option integrator="@"/><worldbody>
        <body><joint name="a" axis="0 1 0" range="-20 20" limited="true" frictionloss=".05"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body pos=".3 0 0"><joint name="b" axis="0 1 0" range="-15 30" limited="true" margin="5"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body pos=".3 0 0"><joint name="c" axis="0 1 0" frictionloss=".01"/><geom type="box" size=".1 .05 .03"/></body></body></body></worldbody>
        <tendon><fixed name="t" range="-.3 .3" limited="true" frictionloss=".02"><joint joint="a" coef="1"/><joint joint="c" coef=".5"/></fixed></tendon>
        <equality><joint joint1="c" joint2="b" polycoef=".1 .5 .8 -.3 .2"/></equality></mujoco>"#,
    ),
    (
        "spheres and capsules on a plane, pyramids",
        r#"<mujoco><option integrator="@" cone="pyramidal" timestep=".003"/><worldbody>
        <geom type="plane" size="2 2 1"/><body pos="0 0 .3"><freejoint/><geom type="capsule" fromto="-.2 0 0 .2 0 0" size=".08"/>
        <body pos=".2 0 0"><joint axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .1 .2 -.1" size=".05" condim="6" friction=".8 .02 .01"/></body>
        <body pos="-.2 0 0"><joint axis="1 0 0" damping=".1"/><geom size=".1" pos="0 0 -.1" condim="4" friction=".7 .02 .01"/></body></body></worldbody></mujoco>"#,
    ),
    (
        "spheres and capsules on a plane, elliptic cones",
        r#"<mujoco><option integrator="@" cone="elliptic" impratio="3" timestep=".003"/><worldbody>
        <geom type="plane" size="2 2 1"/><body pos="0 0 .3"><freejoint/><geom type="capsule" fromto="-.2 0 0 .2 0 0" size=".08"/>
        <body pos=".2 0 0"><joint axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .1 .2 -.1" size=".05" condim="6" friction=".8 .02 .01"/></body>
        <body pos="-.2 0 0"><joint axis="1 0 0" damping=".1"/><geom size=".1" pos="0 0 -.1" condim="4" friction=".7 .02 .01"/></body></body></worldbody></mujoco>"#,
    ),
    (
        "a box, a cylinder and an ellipsoid that tumble on a plane",
        r#"<mujoco><option integrator="@" cone="elliptic"/><worldbody><geom type="plane" size="2 2 1" euler="5 3 0"/>
        <body pos="0 0 .4"><freejoint/><geom type="box" size=".1 .15 .08"/><body pos=".3 0 0"><joint axis="0 1 0" damping=".05"/>
        <geom type="cylinder" size=".08 .1"/></body><body pos="-.3 0 0"><joint axis="0 0 1" damping=".05"/><geom type="ellipsoid" size=".1 .08 .12"/></body></body>
        </worldbody></mujoco>"#,
    ),
    (
        "arms that touch themselves and each other",
        r#"<mujoco><option integrator="@"/><default><geom condim="6" friction=".7 .02 .005"/></default><worldbody>
        <body pos="0 0 1"><joint axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>
        <body pos=".3 0 0"><joint type="ball" damping=".05"/><geom type="capsule" fromto="0 0 0 .25 0 0" size=".05"/>
        <body pos=".25 0 0"><joint axis="0 1 0" damping=".05"/><geom type="capsule" fromto="0 0 0 -.1 0 .3" size=".06"/></body></body></body>
        <body pos=".3 .05 .8"><joint type="slide" axis="0 0 1" damping="1"/><joint axis="1 0 0" damping=".1"/><geom size=".12"/></body>
        <body pos=".1 0 .75"><joint type="ball" damping=".1"/><geom type="box" size=".15 .1 .03"/></body>
        <body pos=".55 0 .8"><joint axis="0 1 0" damping=".1"/><geom type="cylinder" size=".12 .05"/></body></worldbody>
        <contact><exclude body1="world" body2="world"/></contact></mujoco>"#,
    ),
    (
        "a pair with friction of its own",
        r#"<mujoco><option integrator="@" cone="elliptic"/><worldbody><geom name="floor" type="plane" size="2 2 1"/>
        <body pos="0 0 .1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/><joint axis="1 .2 0"/>
        <geom name="ball" size=".1"/></body></worldbody>
        <contact><pair geom1="floor" geom2="ball" condim="6" friction=".9 .4 .01 .004 .001" solreffriction=".03 1"/></contact></mujoco>"#,
    ),
];

/// The model with an integrator.
pub(crate) fn load(text: &str, integrator: &str) -> ferrodyn_engine::Model {
    let xml = text.replace('@', integrator);
    let mut m =
        ferrodyn_mjcf::Loader::new().load_str(&xml).unwrap_or_else(|e| panic!("{xml}: {e}"));
    crate::differences::tighten(&mut m);
    m
}
