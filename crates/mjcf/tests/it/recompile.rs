//! A simulation goes on with an edited spec.

use ferrodyn_engine::Data;
use ferrodyn_engine::step::step;
use ferrodyn_mjcf::spec::{Actuator, Body, Geom, Joint};
use ferrodyn_mjcf::{Loader, Spec};

const XML: &str = "<mujoco><worldbody><body name='arm'><joint name='j' axis='0 1 0'/>
  <geom size='.1' pos='.3 0 0'/></body></worldbody><actuator><motor joint='j'/></actuator></mujoco>";

fn hand() -> Body {
    let geoms = vec![Geom { size: [0.05; 3], ..Geom::default() }];
    Body { joints: vec![Joint::default()], geoms, ..Body::default() }
}

#[test]
fn a_simulation_goes_on_where_it_was_time_after_time() {
    let loader = Loader::new();
    let mut spec = loader.read_str(XML).unwrap();
    let mut m = loader.compile(&spec).unwrap();
    let mut d = Data::new(&m);
    d.ctrl[0] = 0.5;
    for round in 1..6 {
        (0..10).for_each(|_| step(&m, &mut d));
        // in front of what is there, so that places move
        let added = spec.add_to(spec.world(), hand()).unwrap();
        let key = spec.body_key(added).unwrap();
        spec.bodies.move_to(key, ferrodyn_mjcf::spec::BodyKey::WORLD, 0).unwrap();
        let (new, state) = loader.recompile(&spec, &m, &d).unwrap();
        assert_eq!((new.nq, state.time, state.ctrl[0]), (m.nq + 1, d.time, 0.5));
        assert_eq!((&state.qpos[1..], state.qpos[0]), (&d.qpos[..], 0.0));
        assert_eq!(state.qvel[1..], d.qvel[..]);
        (m, d) = (new, state);
        assert_eq!(m.nq, 1 + round);
    }
}

#[test]
fn a_clone_and_a_copied_model_serve_as_well() {
    let loader = Loader::new();
    let spec = loader.read_str(XML).unwrap();
    let m = loader.compile(&spec).unwrap();
    let mut d = Data::new(&m);
    d.qpos[0] = 0.25;
    let mut edited = spec.clone();
    edited.add_to(edited.world(), hand()).unwrap();
    let (new, state) = loader.recompile(&edited, &m.clone(), &d).unwrap();
    assert_eq!((new.nq, &state.qpos[..]), (2, &[0.25, 0.0][..]));
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let loader = Loader::new();
    let spec = loader.read_str(XML).unwrap();
    let m = loader.compile(&spec).unwrap();
    let d = Data::new(&m);
    let error = |spec: &Spec, m, d| loader.recompile(spec, m, d).unwrap_err().to_string();

    // a model of another spec, if of the same text, and data of another model
    let other = loader.load_str(XML).unwrap();
    let of_other = Data::new(&other);
    assert!(error(&spec, &other, &of_other).contains("none of the last"));
    let empty = Data::new(&loader.load_str("<mujoco/>").unwrap());
    assert!(error(&spec, &m, &empty).contains("data"), "{}", error(&spec, &m, &empty));

    let mut pushed = spec.clone();
    pushed.actuators.push(Actuator { target: "j".into(), ..pushed.actuators[0].clone() });
    pushed.bodies.world_mut().geoms.push(Geom { size: [1.0; 3], ..Geom::default() });
    assert!(error(&pushed, &m, &d).contains("Spec::assign_ids"), "{}", error(&pushed, &m, &d));
    pushed.assign_ids();
    let (new, _) = loader.recompile(&pushed, &m, &d).unwrap();
    assert_eq!((new.nu, new.ngeom), (2, 2));
}
