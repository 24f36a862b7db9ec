//! Poses of frames that are fixed to bodies: inertial frames, geoms and sites.

use multiversion::multiversion;

use crate::data::{DataOf, Lanes};
use crate::enums::{SameFrame, SleepState};
use crate::ids::BodyId;
use crate::math::{Mat3Of, Quat, QuatOf, Vec3, Vec3Of};
use crate::model::Model;
use crate::plan::BodyFrame;
use crate::sleep::{self, Bodies};

/// Poses of frames that are fixed to bodies.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn frames_on_bodies<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    // inertial frames first: geoms and sites may coincide with them
    let plan = m.plan();
    let bodies = Bodies::new(m, d);
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let same = plan.bodies[b.0].inertial;
        (d.xipos[b], d.ximat[b]) = BodyFrames::of(d).at(b, m.body_ipos[b], m.body_iquat[b], same);
    }

    // where some sleep, what is static stays too
    let some_asleep = sleep::some_asleep(m, d);
    let DataOf { xpos, xquat, xmat, xipos, ximat, sims, .. } = d;
    let body_awake = &sims.as_ref()[0].body_awake;
    let awake = |b: BodyId| !some_asleep || body_awake[b] == SleepState::Awake;
    let on = BodyFrames { xpos, xquat, xmat, xipos, ximat };
    let DataOf { geom_xpos, geom_xmat, site_xpos, site_xmat, .. } = d;
    on.place(awake, &plan.geoms, (&m.geom_pos, &m.geom_quat), (geom_xpos, geom_xmat));
    on.place(awake, &plan.sites, (&m.site_pos, &m.site_quat), (site_xpos, site_xmat));
}

/// The frames of bodies.
struct BodyFrames<'a, N> {
    xpos: &'a [Vec3Of<N>],
    xquat: &'a [QuatOf<N>],
    xmat: &'a [Mat3Of<N>],
    xipos: &'a [Vec3Of<N>],
    ximat: &'a [Mat3Of<N>],
}

impl<'a, N: Lanes> BodyFrames<'a, N> {
    #[inline(always)]
    fn of(d: &'a DataOf<N>) -> Self {
        let DataOf { xpos, xquat, xmat, xipos, ximat, .. } = d;
        Self { xpos, xquat, xmat, xipos, ximat }
    }

    /// Sets positions and rotations of what is fixed to bodies that are awake.
    #[inline(always)]
    fn place(
        &self,
        awake: impl Fn(BodyId) -> bool,
        frames: &[BodyFrame],
        (pos, quat): (&[Vec3], &[Quat]),
        (to_pos, to_mat): (&mut [Vec3Of<N>], &mut [Mat3Of<N>]),
    ) {
        let local = frames.iter().zip(pos).zip(quat);
        for (((frame, &pos), &quat), to) in local.zip(to_pos.iter_mut().zip(to_mat)) {
            if awake(frame.body) {
                (*to.0, *to.1) = self.at(frame.body, pos, quat, frame.same);
            }
        }
    }

    /// A frame fixed to a body; `same` says where it coincides with the body's own.
    #[inline(always)]
    fn at(&self, b: BodyId, pos: Vec3, quat: Quat, same: SameFrame) -> (Vec3Of<N>, Mat3Of<N>) {
        let BodyId(b) = b;
        let xpos = match same {
            SameFrame::Body => self.xpos[b],
            SameFrame::Inertia => self.xipos[b],
            _ => self.xmat[b] * Vec3Of::splat(pos) + self.xpos[b],
        };
        let xmat = match same {
            SameFrame::Body | SameFrame::BodyRot => self.xmat[b],
            SameFrame::Inertia | SameFrame::InertiaRot => self.ximat[b],
            SameFrame::None => (self.xquat[b] * QuatOf::splat(quat)).to_mat(),
        };
        (xpos, xmat)
    }
}

impl<N: Lanes> DataOf<N> {
    /// A frame fixed to a body, in world; `same` says where it coincides with the body's own.
    #[doc(alias = "mj_local2Global")]
    pub fn body_point(
        &self,
        b: BodyId,
        pos: Vec3,
        quat: Quat,
        same: SameFrame,
    ) -> (Vec3Of<N>, Mat3Of<N>) {
        BodyFrames::of(self).at(b, pos, quat, same)
    }
}
