//! NaN, infinity, and sizes that no shape has.

use std::sync::Arc;

use ferrodyn::batch::BatchSim;
use ferrodyn::enums::{JointType, Warning};
use ferrodyn::ids::WarningId;
use ferrodyn::ik::{Chain, Settings, Solver};
use ferrodyn::math::{Pose, Vec3};
use ferrodyn::ray::{self, Ray, RayFilter};
use ferrodyn::spec::{Body, Geom, Joint, Spec};
use ferrodyn::state::{self, StateBits};
use ferrodyn::{load_str, step};

use crate::{Announced, Fails, Wrong};

/// A spec of one free ball, changed.
fn ball(change: impl FnOnce(&mut Spec, &mut Body)) -> Spec {
    let mut spec = Spec::default();
    let mut body = Body {
        name: "ball".into(),
        joints: vec![Joint { kind: JointType::Free, ..Joint::default() }],
        geoms: vec![Geom { size: [0.1, 0.0, 0.0], ..Geom::default() }],
        ..Body::default()
    };
    change(&mut spec, &mut body);
    spec.add_to(spec.world(), body).expect("the world is there");
    spec
}

/// Compiles a spec of one free ball, changed.
fn compile(change: impl FnOnce(&mut Spec, &mut Body)) -> Result<(), Box<dyn std::error::Error>> {
    ball(change).compile()?;
    Ok(())
}

pub(crate) const USES: &[Wrong] = &[
    ("a size that is not a number", Fails("ball"), |_, _| {
        compile(|_, body| body.geoms[0].size[0] = f64::NAN)
    }),
    ("a size of zero", Fails("size"), |_, _| compile(|_, body| body.geoms[0].size[0] = 0.0)),
    ("a negative size", Fails("size"), |_, _| compile(|_, body| body.geoms[0].size[0] = -1.0)),
    ("a moving body without mass", Fails("mass"), |_, _| compile(|_, body| body.geoms.clear())),
    ("a mass that is negative", Fails("mass"), |_, _| {
        compile(|_, body| body.geoms[0].mass = Some(-1.0))
    }),
    ("a range the wrong way round", Fails("range"), |_, _| {
        load_str(
            "<mujoco><worldbody><body><joint range='20 10' limited='true'/><geom size='1'/></body></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a capsule without a length", Fails("fromto"), |_, _| {
        load_str(
            "<mujoco><worldbody><geom type='capsule' size='.1' fromto='0 0 0 0 0 0'/></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("an axis of zeros", Fails("axis"), |_, _| {
        load_str(
            "<mujoco><worldbody><body><joint axis='0 0 0'/><geom size='1'/></body></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("an inertia that no body has", Fails("inertia"), |_, _| {
        load_str(
            "<mujoco><worldbody><body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 9'/></body></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a mesh without a volume", Fails("mesh"), |_, _| {
        load_str(
            "<mujoco><asset><mesh name='flat' vertex='0 0 0 1 0 0 0 1 0 1 1 0'/></asset><worldbody><geom type='mesh' mesh='flat'/></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a height field of too few heights", Fails("hfield"), |_, _| {
        load_str(
            "<mujoco><asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='0 0 0'/></asset><worldbody><geom type='hfield' hfield='h'/></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a ray without a direction", Announced, |m, d| {
        let ray = Ray { pnt: Vec3::Z, vec: Vec3::ZERO };
        assert_eq!(ray::ray(m, d, ray, &RayFilter::default()), None);
        Ok(())
    }),
    ("a ray that is not a number", Announced, |m, d| {
        let ray = Ray { pnt: Vec3::new(f64::NAN, 0.0, 0.0), vec: Vec3::X };
        assert_eq!(ray::ray(m, d, ray, &RayFilter::default()), None);
        Ok(())
    }),
    ("a coordinate that is not a number", Announced, |m, d| {
        d.qpos[0] = f64::NAN;
        step(m, d);
        assert_eq!(d.warning[WarningId(Warning::BadQpos as usize)].number, 1);
        Ok(())
    }),
    ("a control that is not a number", Announced, |m, d| {
        d.ctrl[0] = f64::NAN;
        step(m, d);
        assert_eq!(d.warning[WarningId(Warning::BadCtrl as usize)].number, 1);
        assert!(d.qpos.iter().all(|x| x.is_finite()));
        Ok(())
    }),
    ("a force that is not a number", Announced, |m, d| {
        d.qfrc_applied.fill(f64::NAN);
        step(m, d);
        assert_eq!(d.warning[WarningId(Warning::BadQacc as usize)].number, 1);
        Ok(())
    }),
    ("a mass that becomes NaN between two steps", Announced, |m, d| {
        let mut m = m.clone();
        m.body_mass.fill(f64::NAN);
        step(&m, d);
        assert!(d.warning.iter().any(|warning| warning.number > 0));
        Ok(())
    }),
    ("more contacts than there are", Announced, |m, d| {
        d.ncon = 1_000_000;
        step(m, d);
        assert!(d.qpos.iter().all(|x| x.is_finite()));
        Ok(())
    }),
    ("one environment that is not a number", Announced, |m, _| {
        let mut batch = BatchSim::new(Arc::new(m.clone()), 4);
        batch.state_mut(2)[1] = f64::NAN;
        let errors = batch.step_all().errors;
        assert_eq!(
            errors.iter().map(Option::is_some).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        Ok(())
    }),
    ("a target that is not a number", Fails("finite"), |m, _| {
        let chain = Chain::by_name(m, "", "tip")?;
        let target = Pose { pos: Vec3::new(f64::NAN, 0.0, 0.0), ..Pose::default() };
        Solver::new(&chain, Settings::default())?.solve(&target, &mut [0.0; 2])?;
        Ok(())
    }),
    ("a state of bits that are none", Fails("signature"), |m, _| {
        state::state_size(m, -1)?;
        Ok(())
    }),
    ("a set of bits that are none", Fails("signature"), |_, _| {
        StateBits::try_from(1 << 30)?;
        Ok(())
    }),
    ("a state of a batch of bits that are none", Fails("signature"), |m, _| {
        Ok(BatchSim::new(Arc::new(m.clone()), 2).get_state(0, &mut [], -1)?)
    }),
    ("a parameter that is mistyped", Fails("did you mean body_mass"), |m, _| {
        BatchSim::new(Arc::new(m.clone()), 2).vary("body_mas")?;
        Ok(())
    }),
    ("structure that differs", Fails("geom_bodyid is structure"), |m, _| {
        BatchSim::new(Arc::new(m.clone()), 2).vary_as::<i32>("geom_bodyid")?;
        Ok(())
    }),
    ("integers that differ, as floats", Fails("vary_as"), |m, _| {
        BatchSim::new(Arc::new(m.clone()), 2).vary("geom_contype")?;
        Ok(())
    }),
    ("gravity that is compensated in one environment alone", Fails("environment 1"), |m, _| {
        let mut batch = BatchSim::new(Arc::new(m.clone()), 2);
        batch.vary("body_gravcomp")?[m.nbody + 1] = 1.0;
        Ok(batch.set_const()?)
    }),
    ("no environments", Announced, |m, _| {
        let mut batch = BatchSim::new(Arc::new(m.clone()), 0);
        assert!(batch.step_all().errors.is_empty());
        Ok(())
    }),
    ("a place that is not a number", Fails("pos"), |_, _| {
        compile(|_, body| body.pos = Vec3::new(f64::NAN, 0.0, 0.0))
    }),
    ("gravity that is not a number", Fails("gravity"), |_, _| {
        compile(|spec, _| spec.option.gravity[2] = f64::NAN)
    }),
    ("infinite damping", Fails("damping"), |_, _| {
        compile(|_, body| body.joints[0].damping[0] = f64::INFINITY)
    }),
    ("time that goes backwards", Fails("timestep"), |_, _| {
        compile(|spec, _| spec.option.timestep = -1.0)
    }),
];
