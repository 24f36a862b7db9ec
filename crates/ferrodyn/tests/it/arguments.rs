//! Vectors of other lengths than the model asks for are refused, and ranges of ids have their type.

use ferrodyn::ids::{BodyId, DofId, GeomId, JointId, TreeId};
use ferrodyn::support::{ArgumentError, full_m, mass_matrix, mass_matrix_into, mul_m};
use ferrodyn::{Data, Model, constraint, forward, integrate, load_str, smooth};

/// A box that lies on the floor, and an arm of three hinges with branches.
const MODEL: &str = "<mujoco><worldbody><geom type='plane' size='5 5 .1'/>
    <body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/><geom size='.05' pos='.1 0 0'/></body>
    <body pos='2 0 1'><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>
      <body pos='.4 0 0'><joint axis='0 1 0' armature='.1'/><geom size='.1' pos='.2 0 0'/></body>
      <body pos='0 0 .4'><joint axis='1 0 0'/><geom size='.1' pos='0 .2 0'/></body>
    </body></worldbody></mujoco>";

fn resting() -> (Model, Data) {
    let m = load_str(MODEL).unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    assert!(d.nefc > 0);
    (m, d)
}

#[test]
fn the_mass_matrix_has_the_columns_that_products_give() {
    let (m, d) = resting();
    let dense = mass_matrix(&m, &d).unwrap();
    for k in 0..m.nv {
        let (mut unit, mut column) = (vec![0.0; m.nv], vec![0.0; m.nv]);
        unit[k] = 1.0;
        mul_m(&m, &d, &mut column, &unit).unwrap();
        assert_eq!(dense.column(k).as_slice(), column);
        assert!(column[k] > 0.0);
    }
    assert_eq!(full_m(&m, &d.qM).unwrap(), dense);

    let mut short = vec![7.0; m.nv];
    let refused = mass_matrix_into(&m, &d, &mut short).unwrap_err();
    assert_eq!(refused.to_string(), "mass_matrix_into: dst has 9 numbers, 81 are needed");
    assert_eq!(short, [7.0; 9]);
}

#[test]
fn vectors_of_another_length_are_refused_and_left_alone() {
    let (m, mut d) = resting();
    let (nv, nefc) = (m.nv, d.nefc as usize);
    let refused =
        |result: Result<(), ArgumentError>, function: &str, argument: &str, given, wanted| {
            let error = result.unwrap_err();
            let text = format!("{function}: {argument} has {given} numbers, {wanted} are needed");
            assert_eq!(error.to_string(), text);
        };

    let mut three = [7.0; 3];
    refused(smooth::solve_m(&m, &d, &mut three), "solve_m", "x", 3, nv);
    let roots = d.qLDiagInv.to_vec();
    refused(smooth::solve_m2(&m, &d, &roots, &mut three), "solve_m2", "x", 3, nv);
    let mut x = vec![7.0; nv + 1];
    refused(smooth::solve_m(&m, &d, &mut x), "solve_m", "x", nv + 1, 2 * nv);
    refused(smooth::solve_m2(&m, &d, &three, &mut x[1..]), "solve_m2", "sqrt_inv_d", 3, nv);
    refused(smooth::rne(&m, &mut d, true, &mut three), "rne", "result", 3, nv);
    refused(smooth::rne(&m, &mut d, true, &mut x), "rne", "result", nv + 1, nv);

    let rows = vec![7.0; nefc];
    let jac = constraint::mul_jac_vec;
    refused(jac(&m, &d, &three, &mut rows.clone()), "mul_jac_vec", "x", 3, nv);
    refused(jac(&m, &d, &x[1..], &mut three), "mul_jac_vec", "result", 3, nefc);
    let transposed = constraint::mul_jac_t_vec;
    refused(transposed(&m, &d, &three, &mut x[1..]), "mul_jac_t_vec", "x", 3, nefc);
    refused(transposed(&m, &d, &rows, &mut three), "mul_jac_t_vec", "result", 3, nv);
    let cost = constraint::update(&m, &mut d, &three, false).map(drop);
    refused(cost, "update", "jar", 3, nefc);

    let qpos = d.qpos.to_vec();
    let (short, nq) = (&mut d.qpos.to_vec()[1..], m.nq);
    refused(integrate::integrate_pos(&m, short, &x[1..], 1.0), "integrate_pos", "qpos", nq - 1, nq);
    refused(integrate::normalize_quat(&m, short), "normalize_quat", "qpos", nq - 1, nq);
    let difference = integrate::differentiate_pos(&m, &mut three, 1.0, &qpos, &qpos);
    refused(difference, "differentiate_pos", "qvel", 3, nv);

    assert_eq!((three, x), ([7.0; 3], vec![7.0; nv + 1]));
    assert_eq!(short, &qpos[1..]);
}

#[test]
fn what_a_body_has_comes_as_ids_of_that_kind() {
    let (m, d) = resting();
    let joints: Vec<JointId> = m.body_joints(BodyId(3)).collect();
    assert_eq!(joints, [JointId(2)]);
    assert_eq!(m.body_geoms(BodyId(1)).collect::<Vec<_>>(), [GeomId(1), GeomId(2)]);
    assert_eq!(m.body_geoms(BodyId(1)).next_back(), Some(GeomId(2)));
    assert_eq!((m.body_dofs(BodyId(1)).len(), m.body_dofs(BodyId(0)).next()), (6, None));
    assert_eq!(m.tree_dofs(TreeId(1)).collect::<Vec<_>>(), [DofId(6), DofId(7), DofId(8)]);
    assert_eq!(m.tree_bodies(TreeId(1)).indices(), 2..5);
    assert!(m.body_joints(BodyId(0)).is_empty());
    assert_eq!(d.qpos[m.joint_qpos(JointId(0))].len(), 7);
    assert_eq!(d.xpos[m.tree_bodies(TreeId(1))].len(), 3);
}

#[test]
fn arrays_print_as_their_numbers() {
    let (m, d) = resting();
    assert_eq!(format!("{:?}", d.qvel), format!("{:?}", [0.0; 9]));
    assert_eq!(format!("{:?}", m.body_jntnum), "[0, 1, 1, 1, 1]");
}
