//! Wrong uses that do not compile, each with the error that the compiler gives.

/// A geom is no body.
/// ```compile_fail,E0277
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = m.body_mass[ferrodyn::ids::GeomId(0)];
/// ```
/// A plain number does not say of what.
/// ```compile_fail,E0277
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = m.body_mass[0];
/// ```
/// Structure is changed through `Model::edit` alone.
/// ```compile_fail,E0596
/// let mut m = ferrodyn::load_str("<mujoco/>").unwrap();
/// m.body_parentid[ferrodyn::ids::BodyId(0)] = ferrodyn::ids::BodyId(0).into();
/// ```
/// What a site is on is no geom.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _: Option<ferrodyn::ids::GeomId> = m.site_bodyid.id(ferrodyn::ids::SiteId(0));
/// ```
/// Kinds of geoms are not those of joints.
/// ```compile_fail,E0277
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = m.geom_type[ferrodyn::ids::GeomId(0)] == ferrodyn::enums::JointType::Free;
/// ```
/// A model has as many masses as bodies.
/// ```compile_fail,E0599
/// ferrodyn::load_str("<mujoco/>").unwrap().body_mass.resize(3);
/// ```
/// Nor is there an array of another length to put there.
/// ```compile_fail,E0624
/// let mut m = ferrodyn::load_str("<mujoco/>").unwrap();
/// m.body_mass = ferrodyn::Field::zeroed(1).unwrap();
/// ```
/// Numbers of an array are copied as a vector, which is no array.
/// ```compile_fail,E0308
/// let mut m = ferrodyn::load_str("<mujoco/>").unwrap();
/// m.body_mass = m.body_mass.to_vec();
/// ```
/// A number is no kind.
/// ```compile_fail,E0277
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = m.geom_type[ferrodyn::ids::GeomId(0)] == 6;
/// ```
/// A view of a joint is asked for by a joint.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = ferrodyn::Data::new(&m).joint(&m, ferrodyn::ids::BodyId(1));
/// ```
/// That of an actuator by an actuator.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = ferrodyn::Data::new(&m).actuator(&m, m.joint("lift").unwrap());
/// ```
/// A site is no geom.
/// ```compile_fail,E0277
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let d = ferrodyn::Data::new(&m);
/// let _ = d.geom_xpos[ferrodyn::ids::SiteId(0)];
/// ```
pub mod ids {}

/// A point is no body.
/// ```compile_fail,E0308
/// use ferrodyn::{Data, ids::BodyId, math::Vec3, support};
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = support::jac(&m, &Data::new(&m), Vec3::ZERO, BodyId(0));
/// ```
/// A dense matrix is made of one of the layouts.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = ferrodyn::support::full_m(&m, &ferrodyn::Data::new(&m).M);
/// ```
/// Parts of a state are no numbers.
/// ```compile_fail,E0277
/// let _ = ferrodyn::enums::StateBit::Qpos | 2;
/// ```
/// A kind of joint is no part of a state.
/// ```compile_fail,E0277
/// use ferrodyn::enums::JointType;
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = ferrodyn::state::state_size(&m, JointType::Free);
/// ```
/// A ray says where it begins and where it points.
/// ```compile_fail,E0063
/// let _ = ferrodyn::ray::Ray { pnt: ferrodyn::math::Vec3::ZERO };
/// ```
/// Data is changed by a step.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// ferrodyn::step(&m, &ferrodyn::Data::new(&m));
/// ```
/// A model comes before its data.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let mut d = ferrodyn::Data::new(&m);
/// ferrodyn::support::jac_body(&d, &m, ferrodyn::ids::BodyId(0));
/// ```
/// Data is of a model.
/// ```compile_fail,E0061
/// let _ = ferrodyn::Data::new();
/// ```
/// A keyframe is an id, found by its name.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = ferrodyn::Data::new(&m).reset_to_key(&m, "home");
/// ```
/// An object is found by its name.
/// ```compile_fail,E0308
/// let _ = ferrodyn::load_str("<mujoco/>").unwrap().body(3);
/// ```
/// A name is that of an id.
/// ```compile_fail,E0277
/// let _ = ferrodyn::load_str("<mujoco/>").unwrap().name("arm");
/// ```
pub mod arguments {}

/// A joint's kind is no geom's.
/// ```compile_fail,E0308
/// use ferrodyn::{enums::JointType, spec::Geom};
/// let _ = Geom { kind: JointType::Hinge, ..Geom::default() };
/// ```
/// A field that is mistyped.
/// ```compile_fail,E0560
/// let _ = ferrodyn::spec::Body { nmae: "arm".into(), ..Default::default() };
/// ```
/// A parent is an element.
/// ```compile_fail,E0308
/// let _ = ferrodyn::Spec::default().add_to("arm", ferrodyn::spec::Body::default());
/// ```
/// A body is found by its key.
/// ```compile_fail,E0308
/// let _ = &ferrodyn::Spec::default().bodies[0];
/// ```
/// What is no element is not added.
/// ```compile_fail,E0277
/// let _ = ferrodyn::Spec::default().add(String::new());
/// ```
/// A constant of drawing is no element.
/// ```compile_fail,E0277
/// let mut spec = ferrodyn::Spec::default();
/// let _ = spec.add_to(spec.world(), ferrodyn::enums::VisFrame::None);
/// ```
/// What sits in a body is added to one.
/// ```compile_fail,E0277
/// let _ = ferrodyn::Spec::default().add(ferrodyn::spec::Geom::default());
/// ```
pub mod specs {}

/// A reward is computed on several threads.
/// ```compile_fail,E0277
/// use std::{rc::Rc, sync::Arc};
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let scale = Rc::new(2.0);
/// let _ = ferrodyn::batch::BatchSim::new(Arc::new(m), 2).with_reward(move |_, _| *scale);
/// ```
/// A batch shares its model.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let _ = ferrodyn::batch::BatchSim::new(&m, 2);
/// ```
/// A policy writes the state of its environment, not what others share.
/// ```compile_fail,E0594
/// use std::sync::Arc;
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let mut calls = 0;
/// let _ = ferrodyn::batch::BatchSim::new(Arc::new(m), 2).with_control(move |_, _, _| calls += 1);
/// ```
/// Parameters that differ are floats unless another type is asked for.
/// ```compile_fail,E0308
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let mut batch = ferrodyn::batch::BatchSim::new(m.into(), 2);
/// batch.vary("geom_contype").unwrap()[0] = 2_i32;
/// ```
/// Data is written by one thread at a time.
/// ```compile_fail,E0499
/// let m = ferrodyn::load_str("<mujoco/>").unwrap();
/// let mut d = ferrodyn::Data::new(&m);
/// std::thread::scope(|s| {
///     s.spawn(|| ferrodyn::step(&m, &mut d));
///     s.spawn(|| ferrodyn::step(&m, &mut d));
/// });
/// ```
pub mod threads {}

/// A loader that loads nothing.
/// ```compile_fail
/// #![deny(unused_must_use)]
/// ferrodyn::Loader::new();
/// ```
/// A body that was looked for in vain.
/// ```compile_fail
/// #![deny(unused_must_use)]
/// ferrodyn::load_str("<mujoco/>").unwrap().body("x");
/// ```
/// A model that was written nowhere.
/// ```compile_fail
/// #![deny(unused_must_use)]
/// ferrodyn::Spec::default().to_xml();
/// ```
pub mod results {}
