//! Sensors: the stage that computes each, its cutoff, delay and sampling.
//!
//! Each sensor belongs to one stage (positions, velocities, accelerations) and is computed at the
//! end of it. Noise is a note to the user (`sensor_noise`): it is not added here.

mod acc;
mod camera;
mod contact;
mod delay;
mod distance;
mod frame;
mod pos;
mod range;
mod reading;
mod tactile;
#[cfg(test)]
mod tests;
mod vel;
mod zone;

pub(crate) use delay::record;

#[doc(hidden)]
pub use range::{CameraView, mark_range_boxes};

use crate::data::Data;
use crate::enums::{DataType, DisableBit, ObjType, SensorStage, SensorType, SleepState};
use crate::hooks::{AsSystem, System};
use crate::ids::SensorId;
use crate::model::Model;
use crate::stage::stage;
use crate::{sleep, smooth};

stage! {
    /// Sensors that depend on positions.
    SENSOR_POS = Each(pos), Forward;
    model {
        sensor_type sensor_datatype sensor_needstage sensor_dim sensor_adr sensor_cutoff
        sensor_plugin opt.disableflags jnt_qposadr sensor_objid opt.magnetic cam_fovy cam_resolution
        cam_sensorsize cam_intrinsic sensor_refid site_bodyid cam_bodyid cam_projection
        sensor_objtype sensor_intprm geom_type body_geomnum body_geomadr sensor_reftype body_iquat
        geom_bodyid geom_quat site_quat cam_quat site_type site_size sensor_history sensor_delay
        sensor_interval
    }
    reads {
        time history contact qpos qvel M xpos xquat xmat xipos ximat subtree_com geom_xpos geom_xmat
        site_xpos site_xmat cam_xpos cam_xmat ten_length actuator_length ne nf efc_type efc_id
        efc_pos efc_margin
    }
    reads when Flexes { flexvert_xpos flexedge_length }
    writes { sensordata energy flg_energypos flg_energyvel }
}

/// Computes the sensors that depend on positions.
#[doc(alias = "mj_sensorPos")]
pub fn pos(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    stage(m, d, SensorStage::Pos);
}

stage! {
    /// Sensors that depend on velocities.
    SENSOR_VEL = Each(vel), Forward;
    model { jnt_dofadr sensor_type }
    reads {
        time history qvel ten_velocity actuator_velocity ne nf efc_type efc_id efc_vel cvel xpos
        xmat xquat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com
    }
    writes { sensordata subtree_linvel subtree_angmom flg_subtreevel }
}

/// Computes the sensors that depend on velocities.
#[doc(alias = "mj_sensorVel")]
pub fn vel(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    stage(m, d, SensorStage::Vel);
}

stage! {
    /// Sensors that depend on accelerations and forces.
    SENSOR_ACC = Each(acc_anew), Forward;
    model {
        actuator_trntype actuator_trnid sensor_type sensor_objtype body_parentid site_bodyid
        sensor_objid sensor_reftype sensor_refid sensor_intprm body_weldid geom_bodyid mesh_vertadr
        mesh_vertnum mesh_normaladr mesh_normalnum mesh_vert mesh_normal mesh_quat geom_dataid
        mesh_pos
    }
    reads {
        time history contact qvel qacc xfrc_applied actuator_force qfrc_actuator ne nf efc_type
        efc_id efc_force cdof cdof_dot cinert cvel xpos xquat xmat xipos ximat geom_xpos geom_xmat
        site_xpos site_xmat cam_xpos cam_xmat subtree_com
    }
    writes { sensordata cacc cfrc_int cfrc_ext flg_rnepost }
}

/// Computes the sensors that depend on accelerations and forces.
#[doc(alias = "mj_sensorAcc")]
pub fn acc(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    stage(m, d, SensorStage::Acc);
}

/// As [`acc`], where forces on bodies are those of an older state.
fn acc_anew(m: &System<'_>, d: &mut Data) {
    d.flg_rnepost = 0;
    acc(m, d);
}

/// Computes the value of one sensor now, whatever its delay and interval, and limits it. Values of
/// user sensors and of types that are not computed are left as they are.
///
/// `out` should have `sensor_dim` entries; what does not fit is left out.
pub fn compute(m: &impl AsSystem, d: &mut Data, s: SensorId, out: &mut [f64]) {
    compute_now(&m.as_system(), d, s, out);
}

fn compute_now(m: &System<'_>, d: &mut Data, s: SensorId, out: &mut [f64]) {
    use SensorType as Type;
    let stage = m.sensor_needstage[s].get();
    let reading = match (stage, m.sensor_type[s].get()) {
        // as many numbers as the model asks for
        (Some(SensorStage::Pos), Some(Type::RangeFinder)) => {
            range::write(m, d, s, out);
            None
        }
        (Some(SensorStage::Acc), Some(Type::Contact)) => {
            contact::write(m, d, s, out);
            None
        }
        (Some(SensorStage::Acc), Some(Type::Tactile)) => {
            tactile::write(m, d, s, out);
            None
        }
        // a few
        (Some(SensorStage::Pos), _) => pos::read(m, d, s),
        (Some(SensorStage::Vel), _) => vel::read(m, d, s),
        (Some(SensorStage::Acc), _) => acc::read(m, d, s),
        _ => None,
    };
    if let Some(reading) = reading {
        reading.write(out);
    }
    cut_off(m, s, out);
}

/// All sensors of a stage.
fn stage(m: &System<'_>, d: &mut Data, stage: SensorStage) {
    if m.opt.disabled(DisableBit::Sensor) {
        return;
    }
    let some_asleep = sleep::some_asleep(m, d);
    let mut users = false;
    for s in m.sensors().filter(|&s| m.sensor_needstage[s].raw() == stage as i32) {
        let asleep = || sleep::sleep_state(m, d, ObjType::Sensor, s.raw()) == SleepState::Asleep;
        if some_asleep && asleep() {
            continue;
        }
        match m.sensor_type[s].get() {
            Some(SensorType::Plugin) => {}
            Some(SensorType::User) => {
                prepare(m, d, stage);
                values(m, d, s).fill(0.0);
                users = true;
            }
            _ => in_copy(m, d, s, |d| values(m, d, s), delay::compute_or_recall),
        }
    }
    if users {
        read_users(m, d, stage);
    }
    read_plugins(m, d, stage);
}

/// What sensors of users and plugins may rely on, beyond the pipeline.
fn prepare(m: &Model, d: &mut Data, stage: SensorStage) {
    if stage == SensorStage::Vel && d.flg_subtreevel == 0 {
        smooth::subtree_vel(m, d);
    }
    if stage == SensorStage::Acc && d.flg_rnepost == 0 {
        smooth::rne_post_constraint(m, d);
    }
}

/// Has the user's closure write user sensors, and limits them.
fn read_users(m: &System<'_>, d: &mut Data, stage: SensorStage) {
    if let Some(read) = &m.hooks.sensor {
        read(m, d, stage as i32);
    }
    for s in m.sensors() {
        let user = m.sensor_type[s] == SensorType::User;
        if user && m.sensor_needstage[s].raw() == stage as i32 {
            cut_off(m, s, values(m, d, s));
        }
    }
}

/// Has plugins write their sensors, and limits them.
fn read_plugins(m: &System<'_>, d: &mut Data, stage: SensorStage) {
    for (id, plugin) in m.plugins() {
        let own = |s: &SensorId| {
            m.sensor_type[*s] == SensorType::Plugin
                && m.sensor_plugin[*s].raw() == id.raw()
                && m.sensor_needstage[*s].raw() == stage as i32
        };
        if !m.sensors().any(|s| own(&s)) {
            continue;
        }
        if let Some(sensor) = plugin.and_then(|plugin| plugin.sensor()) {
            prepare(m, d, stage);
            sensor.measure(m, d, id);
        }
        for s in m.sensors().filter(own) {
            if plugin.is_none() {
                values(m, d, s).fill(f64::NAN);
            } else {
                cut_off(m, s, values(m, d, s));
            }
        }
    }
}

/// The place of a sensor in `sensordata`.
fn values<'a>(m: &Model, d: &'a mut Data, s: SensorId) -> &'a mut [f64] {
    place(m, s, &mut d.sensordata)
}

/// The entries of a sensor in an array laid out as `sensordata`.
fn place<'a>(m: &Model, s: SensorId, sensordata: &'a mut [f64]) -> &'a mut [f64] {
    let span = |adr: i32, dim: i32| {
        let start = usize::try_from(adr).ok()?;
        Some(start..start.checked_add(usize::try_from(dim).ok()?)?)
    };
    let span = span(m.sensor_adr[s].raw(), m.sensor_dim[s]);
    span.and_then(|span| sensordata.get_mut(span)).unwrap_or_default()
}

/// Numbers of a sensor for which no memory is borrowed.
const FEW: usize = 16;

/// Runs `write` on a copy of the numbers that a sensor has in some array of the data, since it
/// computes what it needs into other fields, and puts them back.
fn in_copy(
    m: &System<'_>,
    d: &mut Data,
    s: SensorId,
    numbers: impl Fn(&mut Data) -> &mut [f64],
    write: fn(&System<'_>, &mut Data, SensorId, &mut [f64]),
) {
    let now = numbers(d);
    let len = now.len();
    if len <= FEW {
        let mut few = [0.0; FEW];
        few[..len].copy_from_slice(now);
        write(m, d, s, &mut few[..len]);
        numbers(d).copy_from_slice(&few[..len]);
    } else {
        let mut many = d.scratch.take(len);
        many.copy_from_slice(numbers(d));
        write(m, d, s, &mut many);
        numbers(d).copy_from_slice(&many);
        d.scratch.give(many);
    }
}

/// Limits the value of a sensor: real numbers on both sides, positive ones above; axes and
/// quaternions never.
fn cut_off(m: &Model, s: SensorId, values: &mut [f64]) {
    let cutoff = m.sensor_cutoff[s];
    // for these two it does not limit the value
    let kind = m.sensor_type[s].get();
    if cutoff <= 0.0 || matches!(kind, Some(SensorType::Contact | SensorType::GeomFromTo)) {
        return;
    }
    match m.sensor_datatype[s].get() {
        Some(DataType::Real) => {
            for x in values {
                *x = if *x < -cutoff { -cutoff } else { at_most(*x, cutoff) };
            }
        }
        Some(DataType::Positive) => {
            for x in values {
                *x = at_most(*x, cutoff);
            }
        }
        _ => {}
    }
}

/// The smaller number; NaN stays.
fn at_most(x: f64, most: f64) -> f64 {
    if x > most { most } else { x }
}
