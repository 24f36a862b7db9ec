//! Ids and numbers out of range.

use ferrodyn::batch::BatchSim;
use ferrodyn::enums::GeomType;
use ferrodyn::ids::{
    ActuatorId, BodyId, ContactId, GeomId, JointId, KeyId, SensorId, SiteId, TendonId,
};
use ferrodyn::math::Vec3;
use ferrodyn::ray::Ray;
use ferrodyn::support::{self, JacobianMut};
use ferrodyn::{collision, constraint, history, ray, state};

use crate::{Announced, Fails, Panics, Wrong};

pub(crate) const USES: &[Wrong] = &[
    ("the pose of a body that is not there", Panics("index"), |_, d| {
        println!("{:?}", d.xpos[BodyId(999)]);
        Ok(())
    }),
    ("a mass that is not there", Panics("index"), |m, _| {
        println!("{}", m.body_mass[BodyId(4)]);
        Ok(())
    }),
    ("a coordinate that is not there", Panics("index"), |_, d| {
        d.qpos[99] = 0.0;
        Ok(())
    }),
    ("coordinates that are not there", Panics("range"), |_, d| {
        d.qpos[5..99].fill(0.0);
        Ok(())
    }),
    ("coordinates backwards", Panics("starts at 5 but ends at 2"), |_, d| {
        #[expect(clippy::reversed_empty_ranges, reason = "it is wrong")]
        d.qpos[5..2].fill(0.0);
        Ok(())
    }),
    ("a control that is not there", Panics("index"), |_, d| {
        d.ctrl[1] = 1.0;
        Ok(())
    }),
    ("coordinates of a joint that is not there", Panics("index"), |m, _| {
        println!("{:?}", m.joint_qpos(JointId(99)));
        Ok(())
    }),
    ("degrees of freedom of a joint that is not there", Panics("index"), |m, _| {
        println!("{:?}", m.joint_dofs(JointId(3)));
        Ok(())
    }),
    ("values of a sensor that is not there", Panics("index"), |m, _| {
        println!("{:?}", m.sensor_values(SensorId(1)));
        Ok(())
    }),
    ("activations of an actuator that is not there", Panics("index"), |m, _| {
        println!("{:?}", m.actuator_act(ActuatorId(1)));
        Ok(())
    }),
    ("joints of a body that is not there", Panics("index"), |m, _| {
        println!("{:?}", m.body_joints(BodyId(4)));
        Ok(())
    }),
    ("an environment that is not there", Panics("range"), |m, _| {
        let batch = BatchSim::new(std::sync::Arc::new(m.clone()), 3);
        println!("{:?}", batch.state(5));
        Ok(())
    }),
    ("positions of an environment that is not there", Panics("range"), |m, _| {
        BatchSim::new(std::sync::Arc::new(m.clone()), 3).qpos_mut(3).fill(0.0);
        Ok(())
    }),
    ("sensors of an environment that is not there", Panics("3 environments"), |m, _| {
        let batch = BatchSim::new(std::sync::Arc::new(m.clone()), 3);
        println!("{:?}", batch.sensordata(3));
        Ok(())
    }),
    ("a result of an environment that is not there", Panics("index"), |m, _| {
        let mut batch = BatchSim::new(std::sync::Arc::new(m.clone()), 3);
        println!("{:?}", batch.step_all().state(3));
        Ok(())
    }),
    ("a view of a joint that is not there", Panics("index"), |m, d| {
        println!("{:?}", d.joint(m, JointId(3)));
        Ok(())
    }),
    ("a view to write a joint that is not there", Panics("index"), |m, d| {
        d.joint_mut(m, JointId(99)).qpos.fill(0.0);
        Ok(())
    }),
    ("a view of an actuator that is not there", Panics("index"), |m, d| {
        println!("{:?}", d.actuator(m, ActuatorId(1)));
        Ok(())
    }),
    ("a view of a sensor that is not there", Panics("index"), |m, d| {
        println!("{:?}", d.sensor(m, SensorId(1)));
        Ok(())
    }),
    ("a kind that no geom has", Fails("77 is no GeomType"), |_, _| {
        GeomType::try_from(77)?;
        Ok(())
    }),
    ("the name of a body that is not there", Announced, |m, _| {
        assert_eq!(m.name(BodyId(99)), None);
        Ok(())
    }),
    ("a name that is not there", Announced, |m, _| {
        assert_eq!(m.joint("knee"), None);
        Ok(())
    }),
    ("the name of another kind", Announced, |m, _| {
        assert_eq!(m.body("elbow"), None);
        Ok(())
    }),
    ("a keyframe that is not there", Fails("1"), |m, d| Ok(d.reset_to_key(m, KeyId(1))?)),
    ("storing a keyframe that is not there", Fails("1"), |m, d| {
        Ok(state::set_keyframe(&mut m.clone(), d, KeyId(1))?)
    }),
    ("the Jacobian of a body that is not there, as a matrix", Announced, |m, d| {
        assert!(support::jac_body(m, d, BodyId(99)).0.iter().all(|&x| x == 0.0));
        Ok(())
    }),
    ("the Jacobian of a site that is not there, as a matrix", Announced, |m, d| {
        assert!(support::jac_site(m, d, SiteId(1)).1.iter().all(|&x| x == 0.0));
        Ok(())
    }),
    ("the Jacobian of a body that is not there, into a slice", Fails("body"), |m, d| {
        let mut jacp = vec![0.0; 3 * m.nv];
        let out = JacobianMut { jacp: Some(&mut jacp), jacr: None };
        Ok(support::jac_into(m, d, BodyId(99), Vec3::ZERO, out)?)
    }),
    ("the rate of a Jacobian of a body that is not there", Fails("body"), |m, d| {
        Ok(support::jac_dot_into(m, d, BodyId(4), Vec3::ZERO, JacobianMut::default())?)
    }),
    ("momenta of a body that is not there", Fails("body"), |m, d| {
        Ok(support::angmom_mat_into(m, d, BodyId(4), &mut vec![0.0; 3 * m.nv])?)
    }),
    ("a force on a body that is not there", Fails("body"), |m, d| {
        let mut qfrc = vec![0.0; m.nv];
        Ok(support::apply_ft(m, d, BodyId(4), Vec3::ZERO, Vec3::X, Vec3::ZERO, &mut qfrc)?)
    }),
    ("the force of a contact that is not there", Announced, |m, d| {
        assert_eq!(support::contact_force(m, d, ContactId(99)), [0.0; 6]);
        Ok(())
    }),
    ("the Jacobian of a contact that is not there", Announced, |m, d| {
        assert_eq!(constraint::contact_jacobian(m, d, ContactId(99)).nrows(), 0);
        Ok(())
    }),
    ("the velocity of a geom that is not there", Announced, |m, d| {
        let kind = ferrodyn::enums::ObjType::Geom;
        assert_eq!(support::object_velocity(m, d, kind, 99, false), None);
        Ok(())
    }),
    ("the velocity of a kind without a place", Announced, |m, d| {
        let kind = ferrodyn::enums::ObjType::Tendon;
        assert_eq!(support::object_velocity(m, d, kind, TendonId(0).0, false), None);
        Ok(())
    }),
    ("a ray at a mesh that is not there", Announced, |m, d| {
        let ray = Ray { pnt: Vec3::ZERO, vec: Vec3::X };
        assert_eq!(ray::ray_mesh(m, d, GeomId(99), ray), None);
        Ok(())
    }),
    ("the distance of a geom that is not there", Announced, |m, d| {
        let far = collision::geom_distance(m, d, GeomId(0), GeomId(99), 1.0);
        assert!(far.fromto.is_none());
        Ok(())
    }),
    ("the past of a sensor that is not there", Fails("sensor"), |m, d| {
        Ok(history::read_sensor(m, d, SensorId(7), 0.0, None, &mut [0.0])?)
    }),
    ("a link that leads nowhere", Fails("geom_bodyid"), |m, _| {
        Ok(m.clone().edit(|s| s.geom_bodyid.fill(BodyId(99).into()))?)
    }),
];
