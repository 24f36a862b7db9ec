//! Equality, sets of bits, warnings.

use ferrodyn::enums::{StateBit, Warning};
use ferrodyn::spec::Geom;
use ferrodyn::{Data, Loader, load_str, state, step};

#[test]
fn specs_elements_and_models_compare() {
    let spec = Loader::new().read_str(crate::CHAIN).unwrap();
    let again = Loader::new().read_str(&spec.to_xml()).unwrap();
    let m = spec.compile().unwrap();
    assert!(m == again.compile().unwrap());
    assert!(spec == spec.clone());
    assert_eq!(Geom::default(), Geom::default());

    let mut heavier = m.clone();
    heavier.body_mass[m.body("b").unwrap()] *= 2.0;
    assert!(m != heavier);
    let mut other = spec.clone();
    other.option.timestep = 0.001;
    assert!(spec != other);
    assert_ne!(Geom::default(), Geom { name: "g".into(), ..Geom::default() });
}

#[test]
fn parts_of_a_state_are_a_set() {
    let m = load_str(crate::CHAIN).unwrap();
    let mut d = Data::new(&m);
    d.qpos[1] = 0.5;
    d.qvel[2] = 0.25;
    let parts = StateBit::Qpos | StateBit::Qvel;
    let mut row = vec![0.0; state::state_size(&m, parts).unwrap()];
    state::get_state(&m, &d, &mut row, parts).unwrap();
    assert_eq!(row, [0.0, 0.5, 0.0, 0.0, 0.0, 0.25]);
    assert!(state::state_size(&m, -1).is_err());
}

#[test]
fn warnings_are_iterated_over() {
    let m = load_str(crate::CHAIN).unwrap();
    let mut d = Data::new(&m);
    step(&m, &mut d);
    assert_eq!(d.warnings().count(), 0);
    d.qpos[1] = f64::NAN;
    step(&m, &mut d);
    let raised: Vec<(Warning, i32)> = d.warnings().map(|w| (w.warning, w.number)).collect();
    assert_eq!(raised, [(Warning::BadQpos, 1)]);
}
