//! The simulation that all pages show, and the actions of their users.

use ferrodyn_engine::enums::{CameraType, CatBit, PertBit};
use ferrodyn_engine::hooks::Interrupt;
use ferrodyn_engine::ids::{ActuatorId, BodyId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::state::reset_keyframe;
use ferrodyn_engine::{Data, Hooks, Model, forward, step};
use ferrodyn_scene::{
    Camera, GlCamera, Perturb, Scene, Selection, Start, VisOption, apply_perturb_force,
    apply_perturb_pose, init_perturb, select, update_scene,
};

/// Shapes that are shown at most.
const MOST_GEOMS: usize = 20_000;

/// How far from the middle of a model something is pulled at most, as a multiple of its extent.
const FARTHEST: f64 = 100.0;

/// A model, a simulation of it, and its scene.
#[derive(Debug)]
pub(crate) struct Sim {
    pub model: Model,
    pub data: Data,
    pub scene: Scene,
    perturb: Perturb,
    option: VisOption,
    hooks: Hooks,
    start: Start,
}

impl Sim {
    /// A simulation of a model from its start, whose steps end early once `interrupt` says so.
    pub(crate) fn new(model: Model, start: Start, interrupt: Interrupt) -> Self {
        let (data, mut scene) = (Data::new(&model), Scene::new(&model, MOST_GEOMS));
        // pages have cameras of their own
        scene.camera = [eye(Vec3::ZERO, Vec3::X); 2];
        let (perturb, option) = (Perturb::default(), VisOption::default());
        let hooks = Hooks { interrupt: Some(interrupt), ..Hooks::NONE };
        let mut sim = Self { model, data, scene, perturb, option, hooks, start };
        sim.reset();
        sim
    }

    /// Computes what follows from the state.
    fn refresh(&mut self) {
        forward(&self.model.with(&self.hooks), &mut self.data);
    }

    /// Updates the scene from the data.
    pub(crate) fn show(&mut self) {
        let mut camera = Camera { kind: Some(CameraType::User), ..Camera::default() };
        let (m, d, everything) = (&self.model, &self.data, CatBit::All as i32);
        let (option, perturb, scene) = (&self.option, &self.perturb, &mut self.scene);
        // the scene was made for this model and has a camera
        let _ = update_scene(m, d, option, perturb, &mut camera, everything, scene);
    }

    /// One step, with the selected body pulled at.
    pub(crate) fn step(&mut self) {
        let (m, d) = (&self.model, &mut self.data);
        d.xfrc_applied.fill([0.0; 6]);
        apply_perturb_pose(m, d, &self.perturb, false);
        apply_perturb_force(m, d, &self.perturb);
        step(&m.with(&self.hooks), d);
    }

    /// Puts the selected body where it is pulled to, while time stands still.
    pub(crate) fn pose_paused(&mut self) {
        if self.perturb.active != 0 {
            apply_perturb_pose(&self.model, &mut self.data, &self.perturb, true);
            self.refresh();
        }
    }

    /// Back to the start.
    pub(crate) fn reset(&mut self) {
        self.start.reset(&self.model, &mut self.data);
        self.refresh();
    }

    /// To a keyframe of the model, if there is one.
    pub(crate) fn load_key(&mut self, key: u32) {
        if (key as usize) < self.model.nkey {
            reset_keyframe(&self.model, &mut self.data, key as i32);
            self.refresh();
        }
    }

    /// Sets a control, within its range.
    pub(crate) fn set_control(&mut self, actuator: u32, value: f64) {
        let Some(actuator) = Some(ActuatorId(actuator as usize)).filter(|a| a.0 < self.model.nu)
        else {
            return;
        };
        let [low, high] = self.model.actuator_ctrlrange[actuator];
        let is_limited = self.model.actuator_ctrllimited[actuator] != 0;
        let value = if is_limited { value.max(low).min(high) } else { value };
        if let Some(control) = self.data.ctrl.as_mut_slice().get_mut(actuator.0) {
            *control = value;
        }
    }

    /// Selects what a ray meets first.
    pub(crate) fn grab(&mut self, origin: Vec3, direction: Vec3) {
        let own = std::mem::replace(&mut self.scene.camera, [eye(origin, direction); 2]);
        let found = select(&self.model, &self.data, &self.option, 1.0, [0.5; 2], &self.scene);
        self.perturb = Perturb::default();
        if let Ok(Some(Selection { body, point, flex, skin, .. })) = found {
            let number = |id: Option<usize>| id.map_or(-1, |id| id as i32);
            self.perturb.select = body.raw();
            (self.perturb.flexselect, self.perturb.skinselect) = (number(flex), number(skin));
            self.perturb.localpos =
                self.data.xmat[body].transpose() * (point - self.data.xpos[body]);
        }
        self.scene.camera = own;
    }

    /// Pulls at what is selected.
    pub(crate) fn pull(&mut self, to: Vec3) {
        if self.selected().is_none() {
            return;
        }
        let (center, farthest) = (self.model.stat.center, FARTHEST * self.model.stat.extent);
        let (direction, distance) = (to - center).normalized();
        let to = center + direction * distance.min(farthest);
        if self.perturb.active == 0 {
            // the scene has a camera
            let _ = init_perturb(&self.model, &self.data, &self.scene, &mut self.perturb);
        }
        self.perturb.active = PertBit::Translate as i32;
        self.perturb.refpos += to - self.perturb.refselpos;
        self.perturb.refselpos = to;
    }

    /// Lets go.
    pub(crate) fn release(&mut self) {
        self.perturb.active = 0;
        self.data.xfrc_applied.fill([0.0; 6]);
    }

    /// The selected body and the point of it that is held.
    pub(crate) fn selected(&self) -> Option<(BodyId, Vec3)> {
        let body =
            BodyId::new(self.perturb.select).filter(|b| (1..self.model.nbody).contains(&b.0))?;
        Some((body, self.data.xmat[body] * self.perturb.localpos + self.data.xpos[body]))
    }
}

/// An eye that looks along a ray.
fn eye(origin: Vec3, direction: Vec3) -> GlCamera {
    let forward = direction.normalized().0;
    let aside = if forward[2].abs() < 0.9 { Vec3::Z } else { Vec3::X };
    let up = forward.cross(aside).cross(forward).normalized().0;
    let single = |v: Vec3| v.0.map(|x| x as f32);
    GlCamera {
        pos: single(origin),
        forward: single(forward),
        up: single(up),
        frustum_bottom: -0.01,
        frustum_top: 0.01,
        frustum_near: 0.01,
        frustum_far: 100.0,
        ..GlCamera::default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn ball() -> Sim {
        let xml = "<mujoco><option gravity='0 0 0'/><worldbody>
            <body name='ball'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
        Sim::new(
            ferrodyn_mjcf::Loader::new().load_str(xml).unwrap(),
            Start::Pose,
            Arc::new(|| false),
        )
    }

    #[test]
    fn a_ray_selects_what_it_meets_and_a_pull_moves_it() {
        let mut sim = ball();
        sim.grab(Vec3([-3.0, 0.0, 0.0]), Vec3([2.0, 0.0, 0.0]));
        let (body, point) = sim.selected().unwrap();
        assert_eq!(body, BodyId(1));
        assert!((point - Vec3([-0.1, 0.0, 0.0])).norm() < 1e-6, "{point:?}");
        sim.pull(Vec3([-0.1, 0.0, 1.0]));
        (0..200).for_each(|_| sim.step());
        assert!(sim.data.xpos[BodyId(1)][2] > 0.1);
        sim.release();
        assert_eq!(sim.data.xfrc_applied[BodyId(1)], [0.0; 6]);

        // straight down and past it
        sim.grab(Vec3([5.0, 0.0, 3.0]), Vec3([0.0, 0.0, -1.0]));
        assert!(sim.selected().is_none());
        sim.pull(Vec3::ZERO);
        assert_eq!(sim.perturb.active, 0);
    }

    #[test]
    fn a_pull_from_far_away_stays_within_reach() {
        let mut sim = ball();
        sim.grab(Vec3([-3.0, 0.0, 0.0]), Vec3::X);
        sim.pull(Vec3([1e30, 0.0, 0.0]));
        assert!(sim.perturb.refselpos.norm() <= 1.01 * FARTHEST * sim.model.stat.extent);
        sim.pose_paused();
        assert!(sim.data.xpos[BodyId(1)].norm() > 1.0);
    }

    #[test]
    fn what_the_model_does_not_have_is_not_set() {
        let mut sim = ball();
        sim.set_control(7, 1.0);
        sim.load_key(3);
        assert_eq!(sim.data.time, 0.0);
    }

    #[test]
    fn controls_stay_within_their_range() {
        let xml = "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>
            <actuator><motor joint='j' ctrlrange='-1 1' ctrllimited='true'/><motor joint='j'/></actuator></mujoco>";
        let mut sim = Sim::new(
            ferrodyn_mjcf::Loader::new().load_str(xml).unwrap(),
            Start::Pose,
            Arc::new(|| false),
        );
        (0..3).for_each(|i| sim.set_control(i, 5.0));
        assert_eq!(sim.data.ctrl.as_slice(), [1.0, 5.0]);
    }
}
