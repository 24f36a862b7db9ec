//! A step stays within the memory that its data may take, and says so when it leaves something out.

use ferrodyn::enums::{Solver, Warning};
use ferrodyn::ids::WarningId;
use ferrodyn::{Contact, Data, Model, load_str, step};

/// So many spheres in one place: each touches all others.
fn spheres(count: usize) -> Model {
    let text = format!(
        r#"<mujoco><worldbody><replicate count="{count}">
            <body><freejoint/><geom size=".1"/></body>
        </replicate></worldbody></mujoco>"#
    );
    load_str(&text).unwrap()
}

/// How often a warning was counted.
fn warnings(d: &Data, warning: Warning) -> i32 {
    d.warning[WarningId(warning as usize)].number
}

fn is_finite(d: &Data) -> bool {
    d.qpos.iter().chain(d.qvel.iter()).all(|x| x.is_finite())
}

/// The warnings of one step within a limit, and its data.
fn step_within(m: &Model, limit: usize) -> (Data, [i32; 2]) {
    let mut d = Data::new(m);
    d.set_memory_limit(limit);
    step(m, &mut d);
    assert!(is_finite(&d));
    let counts = [Warning::ContactFull, Warning::CnstrFull].map(|w| warnings(&d, w));
    (d, counts)
}

const CONTACTS: usize = 40 * 39 / 2;

#[test]
fn enough_memory_leaves_nothing_out() {
    let m = spheres(40);
    let (d, warned) = step_within(&m, Data::new(&m).memory_limit());
    assert_eq!((d.contact.len(), d.nefc as usize, warned), (CONTACTS, 4 * CONTACTS, [0, 0]));
}

#[test]
fn contacts_beyond_the_limit_are_left_out_with_a_warning() {
    let m = spheres(40);
    let limit = 4 * 100 * size_of::<Contact>();
    let (d, warned) = step_within(&m, limit);
    assert_eq!((d.contact.len(), d.ncon, warned[0]), (100, 100, 1));
}

#[test]
fn rows_beyond_the_limit_are_left_out_with_a_warning() {
    let mut m = spheres(40);
    m.opt.solver = Solver::Cg as i32;
    let limit = 4 * CONTACTS * size_of::<Contact>();
    let (d, warned) = step_within(&m, limit);
    assert_eq!((d.contact.len(), warned), (CONTACTS, [0, 1]));
    assert!(d.nefc > 0 && (d.nefc as usize) < 4 * CONTACTS);
    let with_rows = d.contact.iter().filter(|contact| contact.efc_address >= 0).count();
    assert_eq!(with_rows * 4, d.nefc as usize);
}

#[test]
fn newton_turns_to_conjugate_gradients_when_its_hessian_does_not_fit() {
    let mut m = spheres(40);
    // a tile of 512 bytes, twice, for each pair of bodies
    let hessian = (CONTACTS + 40) * 1024;
    m.opt.iterations = 1000;
    let (whole, none) = step_within(&m, 4 * 4 * hessian);
    assert_eq!(none, [0, 0]);
    let (d, warned) = step_within(&m, 4 * hessian - 4096);
    assert_eq!((d.nefc, warned), (whole.nefc, [0, 1]));
    let difference = d.qacc.iter().zip(whole.qacc.iter()).map(|(a, b)| (a - b).abs());
    let size = whole.qacc.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    assert!(difference.fold(0.0, f64::max) < 1e-3 * size.max(1.0));
}

#[test]
fn without_memory_for_the_inverse_inertia_there_are_no_constraints() {
    let mut m = spheres(40);
    m.opt.solver = Solver::Pgs as i32;
    let (d, warned) = step_within(&m, 8 << 20);
    assert_eq!((d.contact.len(), d.nefc, warned), (CONTACTS, 0, [0, 1]));
    assert!(d.contact.iter().all(|contact| contact.efc_address == -1));
}

#[test]
fn three_thousand_spheres_in_one_place_take_a_step_within_the_limit() {
    let m = spheres(3000);
    let (d, warned) = step_within(&m, 16 << 20);
    assert_eq!(warned[0], 1);
    assert!(d.contact.len() * size_of::<Contact>() <= 4 << 20);
}
