//! Poses of cameras and lights, in all tracking modes.

use crate::data::{DataOf, Lanes};
use crate::enums::{CamLight, SameFrame, SleepState};
use crate::ids::{BodyId, CameraId, LightId};
use crate::math::{Mat3Of, Vec3Of};
use crate::model::Model;
use crate::sleep::some_asleep;
use crate::stage::stage;

stage! {
    /// Poses of cameras and lights.
    CAM_LIGHT = Lanes(camlight), PosKinematics;
    model {
        cam_mode cam_bodyid cam_targetbodyid cam_pos cam_quat cam_poscom0 cam_pos0 cam_mat0
        light_mode light_bodyid light_targetbodyid light_pos light_dir light_poscom0 light_pos0
        light_dir0
    }
    reads { xpos xmat xquat subtree_com }
    reads when Sleep { body_awake }
    writes { cam_xpos cam_xmat light_xpos light_xdir }
}

/// Computes the poses of cameras and lights.
#[doc(alias = "mj_camlight")]
pub fn camlight<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    // where some sleep, only what moves or looks at something that moves
    let some_asleep = some_asleep(m, d);
    let awake = |d: &DataOf<N>, body: i32| {
        let state = usize::try_from(body).ok().and_then(|b| d.first().body_awake.raw().get(b));
        state == Some(&(SleepState::Awake as i32))
    };
    for c in (0..m.ncam).map(CameraId) {
        if !some_asleep || awake(d, m.cam_bodyid[c].raw()) || awake(d, m.cam_targetbodyid[c].raw())
        {
            let mode = m.cam_mode[c].get().unwrap_or(CamLight::Fixed);
            camera(m, d, c, mode);
        }
    }
    for l in (0..m.nlight).map(LightId) {
        if !some_asleep
            || awake(d, m.light_bodyid[l].raw())
            || awake(d, m.light_targetbodyid[l].raw())
        {
            let mode = m.light_mode[l].get().unwrap_or(CamLight::Fixed);
            light(m, d, l, mode);
        }
    }
}

/// [`camlight`] as if all were fixed to their bodies, from which offsets of the other modes follow.
pub(crate) fn camlight_fixed<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    (0..m.ncam).for_each(|c| camera(m, d, CameraId(c), CamLight::Fixed));
    (0..m.nlight).for_each(|l| light(m, d, LightId(l), CamLight::Fixed));
}

fn camera<N: Lanes>(m: &Model, d: &mut DataOf<N>, c: CameraId, mode: CamLight) {
    let b = m.cam_bodyid[c].present();
    let fixed = || d.body_point(b, m.cam_pos[c], m.cam_quat[c], SameFrame::None);
    (d.cam_xpos[c], d.cam_xmat[c]) = match mode {
        CamLight::Fixed => fixed(),
        CamLight::Track => (d.xpos[b] + Vec3Of::splat(m.cam_pos0[c]), Mat3Of::splat(m.cam_mat0[c])),
        CamLight::TrackCom => {
            (d.subtree_com[b] + Vec3Of::splat(m.cam_poscom0[c]), Mat3Of::splat(m.cam_mat0[c]))
        }
        CamLight::TargetBody | CamLight::TargetBodyCom => {
            match target(d, mode, m.cam_targetbodyid[c].raw()) {
                Some(target) => {
                    let (pos, _) = fixed();
                    (pos, look_along(pos - target))
                }
                None => fixed(),
            }
        }
    };
}

fn light<N: Lanes>(m: &Model, d: &mut DataOf<N>, l: LightId, mode: CamLight) {
    let b = m.light_bodyid[l].present();
    let fixed_pos = || d.xmat[b] * Vec3Of::splat(m.light_pos[l]) + d.xpos[b];
    let fixed_dir = || d.xquat[b].rotate(Vec3Of::splat(m.light_dir[l]));
    let (pos, dir) = match mode {
        CamLight::Fixed => (fixed_pos(), fixed_dir()),
        CamLight::Track => {
            (d.xpos[b] + Vec3Of::splat(m.light_pos0[l]), Vec3Of::splat(m.light_dir0[l]))
        }
        CamLight::TrackCom => {
            (d.subtree_com[b] + Vec3Of::splat(m.light_poscom0[l]), Vec3Of::splat(m.light_dir0[l]))
        }
        CamLight::TargetBody | CamLight::TargetBodyCom => {
            match target(d, mode, m.light_targetbodyid[l].raw()) {
                Some(target) => {
                    let pos = fixed_pos();
                    (pos, target - pos)
                }
                None => (fixed_pos(), fixed_dir()),
            }
        }
    };
    d.light_xpos[l] = pos;
    d.light_xdir[l] = dir.normalized().0;
}

/// The point to look at; none if no body is given.
fn target<N: Lanes>(d: &DataOf<N>, mode: CamLight, body: i32) -> Option<Vec3Of<N>> {
    let b = BodyId::new(body)?;
    Some(if mode == CamLight::TargetBody { d.xpos[b] } else { d.subtree_com[b] })
}

/// Axes with z along the given direction and x horizontal.
fn look_along<N: Lanes>(direction: Vec3Of<N>) -> Mat3Of<N> {
    let (z, _) = direction.normalized();
    let (x, _) = Vec3Of::Z.cross(z).normalized();
    let (y, _) = z.cross(x).normalized();
    Mat3Of::from_cols(x, y, z)
}
