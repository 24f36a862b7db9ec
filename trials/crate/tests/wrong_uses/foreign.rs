//! Data, ids, bytes and elements of something else.

use std::sync::Arc;

use ferrodyn::batch::BatchSim;
use ferrodyn::enums::StateBit;
use ferrodyn::ids::BodyId;
use ferrodyn::ik::{Chain, Frame};
use ferrodyn::math::Vec3;
use ferrodyn::spec::{Body, Geom};
use ferrodyn::support::{self, JacobianMut};
use ferrodyn::{Data, Model, Spec, inverse, state, step, try_forward, try_step};

use crate::{Announced, Fails, Panics, Wrong};

/// Data of a model without anything.
fn of_nothing() -> Data {
    Data::new(&ferrodyn::load_str("<mujoco/>").expect("an empty model is one"))
}

pub(crate) const USES: &[Wrong] = &[
    ("a step with data of another model, asked", Fails("another model"), |m, _| {
        Ok(try_step(m, &mut of_nothing())?)
    }),
    ("a step with data of another model", Announced, |m, _| {
        let mut d = of_nothing();
        step(m, &mut d);
        assert!(d.time.is_nan());
        Ok(())
    }),
    ("a forward pass with data of another model", Fails("another model"), |m, _| {
        Ok(try_forward(m, &mut of_nothing())?)
    }),
    ("inverse dynamics with data of another model", Fails("another model"), |m, _| {
        Ok(inverse::try_inverse(m, &mut of_nothing())?)
    }),
    ("a Jacobian with data of another model, as a matrix", Announced, |m, _| {
        let (jacp, _) = support::jac_body(m, &of_nothing(), BodyId(1));
        assert!(jacp.iter().all(|x| x.is_nan()));
        Ok(())
    }),
    ("a Jacobian with data of another model, into a slice", Fails("another model"), |m, _| {
        Ok(support::jac_into(m, &of_nothing(), BodyId(1), Vec3::ZERO, JacobianMut::default())?)
    }),
    ("a state of data of another model", Fails("another model"), |m, _| {
        Ok(state::get_state(m, &of_nothing(), &mut [0.0; 99], StateBit::Time as i32)?)
    }),
    ("a state copied to data of another model", Fails("another model"), |m, d| {
        Ok(state::copy_state(m, d, &mut of_nothing(), StateBit::Qpos as i32)?)
    }),
    ("a view of a joint in data of another model", Panics("range"), |m, _| {
        println!("{:?}", of_nothing().joint(m, m.joint("elbow").ok_or("no joint")?));
        Ok(())
    }),
    ("contacts with the names of another model", Announced, |_, d| {
        let nothing = ferrodyn::load_str("<mujoco/>")?;
        assert!(d.contacts(&nothing).len() > 0);
        assert!(d.contacts(&nothing).all(|c| c.names() == [None; 2] && c.geoms() == [None; 2]));
        Ok(())
    }),
    ("a keyframe into data of another model", Announced, |m, _| {
        let mut d = of_nothing();
        d.reset_to_key(m, m.key("home").ok_or("no keyframe")?)?;
        assert_eq!(d.check_model(m), Ok(()), "a reset makes it data of the model");
        Ok(())
    }),
    ("bytes of data of another model", Fails("model"), |m, _| {
        let nothing = ferrodyn::load_str("<mujoco/>")?;
        Data::from_bytes(m, &of_nothing().to_bytes(&nothing))?;
        Ok(())
    }),
    ("bytes of data as a model", Fails("not a ferrodyn file of this kind"), |m, d| {
        Model::from_bytes(&d.to_bytes(m))?;
        Ok(())
    }),
    ("text as a model", Fails("truncated"), |_, _| {
        Model::from_bytes(b"<mujoco/>")?;
        Ok(())
    }),
    ("half of a model", Fails("altered"), |m, _| {
        let bytes = m.to_bytes();
        Model::from_bytes(&bytes[..bytes.len() / 2])?;
        Ok(())
    }),
    ("a snapshot of another model", Fails("model"), |m, _| {
        let nothing = Arc::new(ferrodyn::load_str("<mujoco/>")?);
        let bytes = BatchSim::new(nothing, 2).save();
        Ok(BatchSim::new(Arc::new(m.clone()), 2).restore(&bytes)?)
    }),
    ("an element of another spec, read", Announced, |_, _| {
        let mut other = Spec::default();
        let id = other.add_to(other.world(), Geom::default())?;
        assert!(Spec::default().get::<Geom>(id).is_none());
        Ok(())
    }),
    ("an element of another spec, deleted", Fails("not in this spec"), |_, _| {
        let mut other = Spec::default();
        let id = other.add_to(other.world(), Geom::default())?;
        Ok(Spec::default().delete(id)?)
    }),
    ("an element added to a body of another spec", Fails("not in this spec"), |_, _| {
        let mut other = Spec::default();
        let id = other.add_to(other.world(), Body::default())?;
        let mut spec = Spec::default();
        spec.add_to(spec.world(), Body::default())?;
        spec.add_to(id, Geom::default())?;
        Ok(())
    }),
    ("a body of another spec, read", Announced, |_, _| {
        let mut other = Spec::default();
        let id = other.add_to(other.world(), Body::default())?;
        let key = other.body_key(id).ok_or("no key")?;
        let mut spec = Spec::default();
        spec.add_to(spec.world(), Body::default())?;
        assert!(spec.bodies.get(key).is_none());
        Ok(())
    }),
    ("an element of another kind", Announced, |_, _| {
        let mut spec = Spec::default();
        let id = spec.add_to(spec.world(), Geom::default())?;
        assert!(spec.get::<Body>(id).is_none());
        Ok(())
    }),
    ("an element that was deleted", Fails("not in this spec"), |_, _| {
        let mut spec = Spec::default();
        let id = spec.add_to(spec.world(), Body::default())?;
        spec.delete(id)?;
        Ok(spec.set_name(id, "gone")?)
    }),
    ("a geom in a geom", Fails("added to a body or a frame"), |_, _| {
        let mut spec = Spec::default();
        let id = spec.add_to(spec.world(), Geom::default())?;
        spec.add_to(id, Geom::default())?;
        Ok(())
    }),
    ("the world deleted", Fails("world"), |_, _| {
        let mut spec = Spec::default();
        Ok(spec.delete(spec.world())?)
    }),
    ("a chain to what is not there", Fails("tipp"), |m, _| {
        Chain::by_name(m, "", "tipp")?;
        Ok(())
    }),
    ("a frame of a body that is not there", Fails("99"), |m, _| {
        Frame::body(m, BodyId(99))?;
        Ok(())
    }),
];
