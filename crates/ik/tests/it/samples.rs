//! Small models with every kind of joint, and configurations of them.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::math::Quat;
use ferrodyn_ik::Chain;
use ferrodyn_mjcf::Loader;

use crate::robots::Uniform;

/// A free body with two branches: hinge, slide, ball, and two joints in one body.
pub(crate) const MIXED: &str = "<mujoco><worldbody>
    <body name='root' pos='1 2 3'><freejoint/><geom size='.1'/>
      <body name='a' pos='.1 .2 .3' quat='.5 .3 -.2 .7'>
        <joint name='hinge' pos='.05 -.1 .2' axis='1 2 -1' ref='30'/><geom size='.1'/>
        <body name='b' pos='.3 0 .1' euler='10 20 30'>
          <joint name='slide' type='slide' axis='-1 .5 0' ref='.2'/>
          <joint name='second' axis='0 0 -1'/><geom size='.1'/>
          <site name='left' pos='.1 .2 .3' euler='40 0 20'/>
        </body></body>
      <body name='c' pos='-.1 .2 0' euler='0 50 0'>
        <joint name='ball' type='ball' pos='.1 0 .05'/><geom size='.1'/>
        <body name='fixed' pos='0 0 .2' euler='0 0 90'><geom size='.1'/>
          <body name='e' pos='0 .3 0'><joint name='last' axis='0 1 0' pos='0 0 .1'/><geom size='.1'/>
            <site name='right' pos='.3 .1 0' quat='.6 0 .8 0'/></body></body></body>
    </body></worldbody></mujoco>";

/// An arm of slides only.
pub(crate) const GANTRY: &str = "<mujoco><worldbody>
    <body><joint type='slide' axis='1 0 0' range='-1 1'/><geom size='.1'/>
      <body><joint type='slide' axis='0 1 0' range='-1 1'/><geom size='.1'/>
        <body name='tool'><joint type='slide' axis='0 0 1' range='0 .5'/><geom size='.1'/>
    </body></body></body></worldbody></mujoco>";

pub(crate) fn load(xml: &str) -> Model {
    Loader::new().load_str(xml).expect("samples load")
}

/// Coordinates within limits; turns and lengths where there are none.
pub(crate) fn random_q(chain: &Chain, uniform: &mut Uniform) -> Vec<f64> {
    let mut q = vec![0.0; chain.nq()];
    for joint in chain.joints() {
        let slots = &mut q[joint.q.clone()];
        match (joint.kind, joint.range) {
            (JointType::Hinge | JointType::Slide, Some([low, high])) => {
                slots[0] = uniform.between(low, high);
            }
            _ => slots.iter_mut().for_each(|x| *x = uniform.between(-1.0, 1.0)),
        }
        if let JointType::Ball | JointType::Free = joint.kind {
            let quat = slots.last_chunk_mut::<4>().expect("four numbers");
            *quat = Quat(*quat).normalized().0;
        }
    }
    q
}
