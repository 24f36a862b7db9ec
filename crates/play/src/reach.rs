//! Selecting and pulling by rays and points, for pages, which have no mouse in a window here.

use ferrodyn_engine::enums::PertBit;
use ferrodyn_engine::ids::{ActuatorId, BodyId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_scene::{GlCamera, init_perturb, select};

use crate::sim::Sim;

/// How far from the middle of a model something is pulled at most, as a multiple of its extent.
const FARTHEST: f64 = 100.0;

impl Sim {
    /// Sets a control, within its range.
    pub fn set_control(&mut self, actuator: u32, value: f64) {
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

    /// Selects the body that a ray meets first.
    pub fn grab(&mut self, origin: Vec3, direction: Vec3) {
        let Self { model, data, view, .. } = self;
        let own = std::mem::replace(&mut view.scene.camera, [eye(origin, direction); 2]);
        let found = select(model, data, &view.option, 1.0, [0.5; 2], &view.scene);
        view.scene.camera = own;
        view.select_point(data, found.ok().flatten());
    }

    /// Pulls the selected body.
    pub fn pull(&mut self, to: Vec3) {
        if self.held().is_none() {
            return;
        }
        let (center, farthest) = (self.model.stat.center, FARTHEST * self.model.stat.extent);
        let (direction, distance) = (to - center).normalized();
        let to = center + direction * distance.min(farthest);
        if self.view.perturb.active == 0 {
            // the scene has a camera
            let _ = init_perturb(&self.model, &self.data, &self.view.scene, &mut self.view.perturb);
        }
        self.view.perturb.active = PertBit::Translate as i32;
        self.view.perturb.refpos += to - self.view.perturb.refselpos;
        self.view.perturb.refselpos = to;
    }

    /// Lets go.
    pub fn release(&mut self) {
        self.view.release();
        self.data.xfrc_applied.fill([0.0; 6]);
    }

    /// The selected body and the point of it that is held.
    #[must_use]
    pub fn held(&self) -> Option<(BodyId, Vec3)> {
        let body = self.view.selected(&self.model)?;
        Some((body, self.data.xmat[body] * self.view.perturb.localpos + self.data.xpos[body]))
    }
}

/// An eye that looks along a ray.
pub(crate) fn eye(origin: Vec3, direction: Vec3) -> GlCamera {
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

    use ferrodyn_scene::Start;

    use super::*;

    fn ball() -> Sim {
        let xml = "<mujoco><option gravity='0 0 0'/><worldbody>
            <body name='ball'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
        Sim::for_pages(
            ferrodyn_mjcf::Loader::new().load_str(xml).unwrap(),
            Start::Pose,
            Arc::new(|| false),
            20_000,
        )
    }

    #[test]
    fn a_ray_selects_what_it_meets_and_a_pull_moves_it() {
        let mut sim = ball();
        sim.grab(Vec3([-3.0, 0.0, 0.0]), Vec3([2.0, 0.0, 0.0]));
        let (body, point) = sim.held().unwrap();
        assert_eq!(body, BodyId(1));
        assert!((point - Vec3([-0.1, 0.0, 0.0])).norm() < 1e-6, "{point:?}");
        sim.pull(Vec3([-0.1, 0.0, 1.0]));
        (0..200).for_each(|_| sim.step());
        assert!(sim.data.xpos[BodyId(1)][2] > 0.1);
        sim.release();
        assert_eq!(sim.data.xfrc_applied[BodyId(1)], [0.0; 6]);

        // straight down and past it
        sim.grab(Vec3([5.0, 0.0, 3.0]), Vec3([0.0, 0.0, -1.0]));
        assert!(sim.held().is_none());
        sim.pull(Vec3::ZERO);
        assert_eq!(sim.view.perturb.active, 0);
    }

    #[test]
    fn a_pull_from_far_away_stays_within_reach() {
        let mut sim = ball();
        sim.grab(Vec3([-3.0, 0.0, 0.0]), Vec3::X);
        sim.pull(Vec3([1e30, 0.0, 0.0]));
        assert!(sim.view.perturb.refselpos.norm() <= 1.01 * FARTHEST * sim.model.stat.extent);
        sim.pose_paused();
        assert!(sim.data.xpos[BodyId(1)].norm() > 1.0);
    }

    #[test]
    fn what_the_model_does_not_have_is_not_set() {
        let mut sim = ball();
        sim.set_control(7, 1.0);
        assert_eq!(sim.data.time, 0.0);
    }

    #[test]
    fn controls_stay_within_their_range() {
        let xml = "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>
            <actuator><motor joint='j' ctrlrange='-1 1' ctrllimited='true'/><motor joint='j'/></actuator></mujoco>";
        let mut sim = Sim::for_pages(
            ferrodyn_mjcf::Loader::new().load_str(xml).unwrap(),
            Start::Pose,
            Arc::new(|| false),
            20_000,
        );
        (0..3).for_each(|i| sim.set_control(i, 5.0));
        assert_eq!(sim.data.ctrl.as_slice(), [1.0, 5.0]);
    }
}
