//! The view of a simulation: camera, options, selection, scene, and the actions of the mouse.

use crate::reach::eye;
use ferrodyn_engine::enums::{CameraType, CatBit, Mouse, PertBit};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{AsSystem, Data, Model};
use ferrodyn_scene::{
    Camera, Perturb, Scene, SceneError, Selection, VisOption, init_perturb, move_camera,
    move_perturb, select, update_scene,
};

/// Shapes that are drawn at most.
const MOST_GEOMS: usize = 100_000;
/// How much a notch of the wheel zooms, in heights of the window that the mouse would go.
const WHEEL: f64 = 0.02;

/// The camera, what is shown, what is selected, and the scene made of them.
#[derive(Clone, Debug)]
pub struct View {
    /// Where it is seen from.
    pub camera: Camera,
    /// What is shown.
    pub option: VisOption,
    /// What is selected and pulled.
    pub perturb: Perturb,
    /// What to draw.
    pub scene: Scene,
}

/// The action of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Select the body.
    Select,
    /// Look at the point.
    Center,
    /// Follow the body.
    Follow,
}

impl View {
    /// All of a model.
    #[must_use]
    pub fn new(m: &Model) -> Self {
        let mut view = Self::of(m, Camera::free(m), MOST_GEOMS);
        view.set_camera(m, m.vis.global.cameraid);
        view
    }

    /// A view of the whole model without a camera, with at most so many shapes; the page has its own camera.
    pub(crate) fn without_camera(m: &Model, most_shapes: usize) -> Self {
        let camera = Camera { kind: Some(CameraType::User), ..Camera::default() };
        let mut view = Self::of(m, camera, most_shapes);
        view.scene.camera = [eye(Vec3::ZERO, Vec3::X); 2];
        view
    }

    fn of(m: &Model, camera: Camera, most_shapes: usize) -> Self {
        let (option, perturb) = (VisOption::default(), Perturb::default());
        Self { camera, option, perturb, scene: Scene::new(m, most_shapes) }
    }

    /// The same view of another version of the model: camera and switches stay.
    #[must_use]
    pub fn of_next(&self, m: &Model) -> Self {
        let mut next = Self::of(m, self.camera, self.scene.maxgeom);
        next.option.clone_from(&self.option);
        (next.scene.flags, next.scene.camera) = (self.scene.flags, self.scene.camera);
        next.repair(m);
        next
    }

    /// Resets a camera whose numbers are not finite, or that names an object that the model does not have.
    fn repair(&mut self, m: &Model) {
        let cam = &self.camera;
        let exists = |id: i32, count: usize| usize::try_from(id).is_ok_and(|id| id < count);
        let is_good = match cam.kind {
            Some(CameraType::Fixed) => exists(cam.fixedcamid, m.ncam),
            Some(CameraType::Tracking) => exists(cam.trackbodyid, m.nbody),
            kind => kind.is_some(),
        };
        let numbers = [cam.distance, cam.azimuth, cam.elevation];
        let is_somewhere = cam.lookat.0.iter().chain(&numbers).all(|x| x.is_finite());
        if !is_good || !is_somewhere {
            self.camera = Camera::free(m);
        }
    }

    /// Updates the scene from a simulation.
    ///
    /// # Errors
    /// If the scene was made for another model.
    pub fn refresh(&mut self, m: &impl AsSystem, d: &Data) -> Result<(), SceneError> {
        self.repair(m.as_system().model);
        let Self { camera, option, perturb, scene } = self;
        update_scene(m, d, option, perturb, camera, CatBit::All as i32, scene)
    }

    /// Chooses a camera of the model; the free one for a number that is none.
    pub fn set_camera(&mut self, m: &Model, id: i32) {
        if usize::try_from(id).is_ok_and(|id| id < m.ncam) {
            self.camera.kind = Some(CameraType::Fixed);
            self.camera.fixedcamid = id;
        } else {
            self.camera.kind = Some(CameraType::Free);
        }
    }

    /// Goes on to another camera: free, following the selected body if there is one, then those of
    /// the model.
    pub fn cycle_camera(&mut self, m: &Model, by: i32) {
        // the free one is 0, those of the model follow
        let count = m.ncam as i32 + 1;
        let now = match self.camera.kind {
            Some(CameraType::Fixed) => self.camera.fixedcamid + 1,
            _ => 0,
        };
        self.set_camera(m, (now + by).rem_euclid(count) - 1);
    }

    /// Follows a body.
    pub fn follow(&mut self, body: usize) {
        self.camera.kind = Some(CameraType::Tracking);
        self.camera.trackbodyid = body as i32;
        self.camera.fixedcamid = -1;
    }

    /// Brings back the camera that sees all of the model.
    pub fn align(&mut self, m: &Model) {
        self.camera = Camera::free(m);
    }

    /// Moves the camera as the mouse goes, in heights of the window to the right and down.
    pub fn drag_camera(&mut self, m: &Model, action: Mouse, by: [f64; 2]) {
        // a scene without a camera is not seen, and a camera that cannot move stays
        let _ = move_camera(m, action, by, &self.scene, &mut self.camera);
        self.repair(m);
    }

    /// Zooms by notches of the wheel, nearer if they are positive.
    pub fn zoom(&mut self, m: &Model, notches: f64) {
        self.drag_camera(m, Mouse::Zoom, [0.0, WHEEL * notches]);
    }

    /// Pulls at the selected body; false if there is none.
    pub fn drag_body(&mut self, m: &Model, d: &Data, action: Mouse, by: [f64; 2]) -> bool {
        if self.selected(m).is_none() {
            return false;
        }
        let bit = match action {
            Mouse::RotateV | Mouse::RotateH => PertBit::Rotate,
            _ => PertBit::Translate,
        } as i32;
        let Self { scene, perturb, .. } = self;
        if perturb.active == 0 {
            // the scene has a camera once it was seen
            let _ = init_perturb(m, d, scene, perturb);
        }
        perturb.active = bit;
        let _ = move_perturb(m, d, action, by, scene, perturb);
        true
    }

    /// Lets go of the selected body.
    pub fn release(&mut self) {
        self.perturb.active = 0;
    }

    /// The selected body.
    #[must_use]
    pub fn selected(&self, m: &Model) -> Option<BodyId> {
        BodyId::new(self.perturb.select).filter(|body| (1..m.nbody).contains(&body.0))
    }

    /// Selects a body at its origin; none for the world.
    pub fn select_body(&mut self, m: &Model, body: usize) {
        let body = if body < m.nbody { body as i32 } else { 0 };
        self.perturb = Perturb { select: body, ..Perturb::default() };
    }

    /// Does what a click at a point of the picture is for; `at` goes from 0 to 1 to the right and up.
    pub fn pick(&mut self, m: &impl AsSystem, d: &Data, what: Pick, aspect: f64, at: [f64; 2]) {
        let found = select(m, d, &self.option, aspect, at, &self.scene).ok().flatten();
        let m = m.as_system().model;
        match (what, found) {
            (Pick::Select, found) => self.select_point(d, found),
            (Pick::Center, Some(Selection { point, .. })) => {
                self.camera.lookat = point;
                if self.camera.kind == Some(CameraType::Tracking) {
                    self.camera.kind = Some(CameraType::Free);
                }
            }
            (Pick::Follow, Some(Selection { body, point, .. })) if body.0 > 0 => {
                self.camera.lookat = point;
                self.follow(body.0);
            }
            (Pick::Follow, _) => self.camera.kind = Some(CameraType::Free),
            (Pick::Center, None) => {}
        }
        self.repair(m);
    }

    /// Selects what was found; nothing if that is none.
    pub(crate) fn select_point(&mut self, d: &Data, found: Option<Selection>) {
        self.perturb = Perturb::default();
        let Some(Selection { body, point, flex, skin, .. }) = found else { return };
        let number = |id: Option<usize>| id.map_or(-1, |id| id as i32);
        self.perturb.select = body.raw();
        (self.perturb.flexselect, self.perturb.skinselect) = (number(flex), number(skin));
        self.perturb.localpos = d.xmat[body].transpose() * (point - d.xpos[body]);
    }
}

#[cfg(test)]
mod tests {
    use ferrodyn_engine::forward;

    use super::*;

    fn ball() -> (Model, Data, View) {
        let xml = "<mujoco><worldbody><camera pos='0 -3 0' xyaxes='1 0 0 0 0 1'/>
            <body name='ball'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
        let m = ferrodyn_mjcf::Loader::new().load_str(xml).unwrap();
        let mut d = Data::new(&m);
        forward(&m, &mut d);
        let mut view = View::new(&m);
        view.refresh(&m, &d).unwrap();
        (m, d, view)
    }

    #[test]
    fn a_click_selects_what_is_under_it() {
        let (m, d, mut view) = ball();
        view.pick(&m, &d, Pick::Select, 1.5, [0.5, 0.5]);
        assert_eq!(view.selected(&m), Some(BodyId(1)));
        assert!((view.perturb.localpos.norm() - 0.1).abs() < 1e-6);
        view.pick(&m, &d, Pick::Select, 1.5, [0.01, 0.99]);
        assert_eq!(view.selected(&m), None);
        view.pick(&m, &d, Pick::Follow, 1.5, [0.5, 0.5]);
        assert_eq!((view.camera.kind, view.camera.trackbodyid), (Some(CameraType::Tracking), 1));
    }

    #[test]
    fn a_drag_moves_the_reference_and_needs_a_selection() {
        let (m, d, mut view) = ball();
        assert!(!view.drag_body(&m, &d, Mouse::MoveV, [0.1, 0.0]));
        view.select_body(&m, 1);
        assert!(view.drag_body(&m, &d, Mouse::MoveV, [0.1, 0.0]));
        assert_eq!(view.perturb.active, PertBit::Translate as i32);
        assert!(view.perturb.refpos.norm() > 1e-3);
        view.release();
        assert_eq!(view.perturb.active, 0);
        view.select_body(&m, 99);
        assert_eq!(view.selected(&m), None);
    }

    #[test]
    fn cameras_come_around_and_nowhere_is_repaired() {
        let (m, d, mut view) = ball();
        view.cycle_camera(&m, 1);
        assert_eq!((view.camera.kind, view.camera.fixedcamid), (Some(CameraType::Fixed), 0));
        view.cycle_camera(&m, 1);
        assert_eq!(view.camera.kind, Some(CameraType::Free));
        view.cycle_camera(&m, -1);
        assert_eq!(view.camera.kind, Some(CameraType::Fixed));

        view.camera.kind = Some(CameraType::Free);
        view.camera.lookat = Vec3([f64::NAN, 0.0, 0.0]);
        view.refresh(&m, &d).unwrap();
        assert!(view.camera.lookat[0].is_finite());
        view.follow(17);
        view.refresh(&m, &d).unwrap();
        assert_eq!(view.camera.kind, Some(CameraType::Free));
    }

    #[test]
    fn a_mouse_turns_and_zooms() {
        let (m, _, mut view) = ball();
        let before = view.camera;
        view.drag_camera(&m, Mouse::RotateV, [0.1, 0.0]);
        assert!(view.camera.azimuth != before.azimuth);
        view.zoom(&m, 1.0);
        assert!(view.camera.distance < before.distance);
    }
}
