//! `ferrodyn::mj`: it has what docs/functions.md says, and functions of another order of arguments
//! say the same as those that they stand for.

use std::fs;
use std::path::Path;

use ferrodyn::constraint::mul_jac_vec;
use ferrodyn::enums::ObjType;
use ferrodyn::ids::{ActuatorId, BodyId, GeomId, SiteId};
use ferrodyn::math::{Quat, Vec3};
use ferrodyn::mj::{
    mj_addM, mj_compile, mj_forward, mj_fullM, mj_jac, mj_jac_body_com, mj_jac_geom, mj_jacBody,
    mj_jacBodyCom, mj_jacGeom, mj_jacSite, mj_loadModelBuffer, mj_makeData, mj_makeSpec,
    mj_mulJacTVec, mj_mulJacVec, mj_name2id, mj_parseXMLString, mj_saveXMLString,
    mj_setLengthRange, mj_sizeModel, mj_solveM, mj_solveM2, mj_step, mjs_addActuator, mjs_addBody,
    mjs_addFreeJoint, mjs_addGeom, mjs_asGeom, mjs_findElement, mjs_firstChild, mjs_firstElement,
    mjs_getParent, mjs_nextElement, mjs_setName, mju_abs, mju_acos, mju_asin, mju_atan2,
    mju_bandDiag, mju_ceil, mju_cholFactor, mju_cholSolve, mju_cos, mju_dist3, mju_exp, mju_floor,
    mju_log, mju_log10, mju_mulPose, mju_pow, mju_rotVecQuat, mju_sin, mju_sqrt, mju_tan, mju_tanh,
};
use ferrodyn::set_const::LengthRangeOptions;
use ferrodyn::spec::Geom;
use ferrodyn::support::{self, ArgumentError, add_m, jac_body_com, jac_geom};
use ferrodyn::{Data, Model};
use nalgebra::DMatrix;

/// A free body on the floor with an arm.
fn robot() -> (Model, Data) {
    let m = ferrodyn::load_str(
        r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/>
            <body pos="0 0 0.09"><freejoint/><geom name="base" size="0.1"/>
                <body pos="0.3 0 0.2" euler="20 0 0"><joint axis="0 1 0"/>
                    <geom name="arm" type="capsule" size="0.02 0.1" pos="0.1 0 0"/>
                    <site name="tip" pos="0 0 0.2"/></body></body>
        </worldbody></mujoco>"#,
    )
    .unwrap();
    let mut d = mj_makeData(&m);
    mj_forward(&m, &mut d);
    (m, d)
}

#[test]
fn what_the_page_says_rust_has_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../../docs/functions.md")).unwrap();
    let mut source = String::new();
    for entry in root.join("src/mj").read_dir().unwrap() {
        source += &fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    let words: Vec<&str> = source
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|w| !w.is_empty())
        .collect();
    let defined =
        |name: &str| words.windows(2).any(|w| ["fn", "as"].contains(&w[0]) && w[1] == name);
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `mj"))
        .map(|line| {
            line.trim_matches('|').split(" |").map(|cell| cell.trim_matches([' ', '`'])).collect()
        })
        .collect();
    assert!(rows.len() > 500, "the page has {} functions", rows.len());
    for row in rows {
        assert_eq!(!row[3].is_empty(), defined(row[0]), "{}: the page says `{}`", row[0], row[3]);
    }
}

/// The numbers of a matrix, row by row.
fn by_rows(matrix: &DMatrix<f64>) -> Vec<f64> {
    matrix.transpose().as_slice().to_vec()
}

#[test]
fn jacobians_of_objects_are_those_of_their_points() {
    let (m, d) = robot();
    let [mut p, mut r, mut p2, mut r2] = [(); 4].map(|()| vec![0.0; 3 * m.nv]);
    mj_jacBodyCom(&m, &d, Some(&mut p), Some(&mut r), BodyId(2)).unwrap();
    assert_eq!(by_rows(&mj_jac_body_com(&m, &d, BodyId(2))), [&r[..], &p[..]].concat());
    let (jacp, jacr) = jac_body_com(&m, &d, BodyId(2));
    assert_eq!([by_rows(&jacp), by_rows(&jacr)], [&p[..], &r[..]]);
    mj_jacGeom(&m, &d, Some(&mut p), Some(&mut r), GeomId(2)).unwrap();
    assert_eq!(by_rows(&mj_jac_geom(&m, &d, GeomId(2))), [&r[..], &p[..]].concat());
    let (jacp, jacr) = jac_geom(&m, &d, GeomId(2));
    assert_eq!([by_rows(&jacp), by_rows(&jacr)], [&p[..], &r[..]]);
    mj_jacSite(&m, &d, Some(&mut p), None, SiteId(0)).unwrap();
    mj_jac(&m, &d, Some(&mut p2), Some(&mut r2), d.site_xpos[SiteId(0)], BodyId(2)).unwrap();
    assert_eq!(p, p2);
    let (jacp, jacr) = support::jac(&m, &d, BodyId(2), d.site_xpos[SiteId(0)]);
    assert_eq!((jacp.shape(), by_rows(&jacp), by_rows(&jacr)), ((3, m.nv), p2, r2.clone()));
    let refused = mj_jacBody(&m, &d, None, Some(&mut r2), BodyId(9));
    assert_eq!(refused, Err(ArgumentError::Id { object: "body", id: 9, count: 3 }));
    assert!(mj_jacGeom(&m, &d, None, None, GeomId(7)).is_err());
    assert!(mj_jacSite(&m, &d, Some(&mut [0.0]), None, SiteId(0)).is_err());
}

#[test]
fn the_inertia_is_solved_with_and_spread() {
    let (m, d) = robot();
    let nv = m.nv;
    let mut full = vec![0.0; nv * nv];
    mj_fullM(&m, &mut full, &d.qM).unwrap();
    let y: Vec<f64> = (0..nv).map(|k| 1.0 - 0.3 * k as f64).collect();
    let (mut x, mut by_cholesky) = (vec![0.0; nv], vec![0.0; nv]);
    mj_solveM(&m, &d, &mut x, &y).unwrap();
    assert_eq!(mju_cholFactor(&mut full, nv, 0.0), nv);
    mju_cholSolve(&mut by_cholesky, &full, &y);
    assert!(x.iter().zip(&by_cholesky).all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + b.abs())));

    assert!(mj_solveM(&m, &d, &mut x[1..], &y).is_err());
    assert!(mj_solveM2(&m, &d, &mut x, &y, &y[1..]).is_err());
    let (mut dense, mut same) = (vec![0.0; nv * nv], vec![0.0; nv * nv]);
    mj_addM(&m, &d, &mut dense, None).unwrap();
    add_m(&m, &d, &mut same).unwrap();
    assert_eq!(dense, same);
}

#[test]
fn results_come_before_what_they_are_computed_from() {
    let (m, d) = robot();
    assert!(d.nefc > 0, "the base touches the floor");
    let (mut efc, mut same) = (vec![0.0; d.efc_b.len()], vec![0.0; d.efc_b.len()]);
    mj_mulJacVec(&m, &d, &mut efc, &d.qacc_smooth).unwrap();
    mul_jac_vec(&m, &d, &d.qacc_smooth, &mut same).unwrap();
    assert_eq!(efc, same);
    let mut qfrc = vec![0.0; m.nv];
    mj_mulJacTVec(&m, &d, &mut qfrc, &d.efc_force).unwrap();
    assert_eq!(qfrc, d.qfrc_constraint.to_vec());
    assert!(qfrc[2] > 0.0, "the floor pushes up");
}

#[test]
fn a_spec_is_built_compiled_and_moves() {
    let mut s = mj_makeSpec();
    let world = s.world();
    let body = mjs_addBody(&mut s, world, None).unwrap();
    mjs_addFreeJoint(&mut s, body).unwrap();
    let [first, second] = [(); 2].map(|()| mjs_addGeom(&mut s, body, None).unwrap());
    for geom in [first, second] {
        mjs_asGeom(&mut s, geom).unwrap().size[0] = 0.1;
    }
    mjs_setName(&mut s, second, "ball").unwrap();
    assert_eq!(mjs_findElement(&s, ObjType::Geom, "ball"), Some(second));
    assert_eq!(mjs_getParent(&s, second), Some(body));
    assert_eq!(mjs_firstChild::<Geom>(&s, body, false), Some(first));
    assert_eq!(mjs_firstElement::<Geom>(&s), Some(first));
    assert_eq!(mjs_nextElement::<Geom>(&s, first), Some(second));
    assert_eq!(mjs_nextElement::<Geom>(&s, second), None);

    let m = mj_compile(&s, None).unwrap();
    assert_eq!((m.nbody, mj_name2id(&m, ObjType::Geom, "ball")), (2, Some(1)));
    let read = mj_parseXMLString(&mj_saveXMLString(&s), None).unwrap();
    assert_eq!(mj_compile(&read, None).unwrap().ngeom, 2);
    let bytes = m.to_bytes();
    assert_eq!(mj_sizeModel(&m), bytes.len());
    let mut d = mj_makeData(&mj_loadModelBuffer(&bytes).unwrap());
    mj_step(&m, &mut d);
    assert!(d.qvel[ferrodyn::ids::DofId(2)] < 0.0, "it falls");

    // an actuator of nothing is refused, and so is one that does not exist
    mjs_addActuator(&mut s, None).unwrap();
    assert!(mj_compile(&s, None).is_err());
    let mut m = m;
    let options = LengthRangeOptions::default();
    assert!(mj_setLengthRange(&mut m, &mut d, ActuatorId(0), &options).is_err());
}

#[test]
fn small_vectors_and_poses() {
    let half_turn = Quat([0.0, 0.0, 0.0, 1.0]);
    let turned = mju_rotVecQuat(Vec3::X, half_turn);
    assert!(mju_dist3(turned, -Vec3::X) < 1e-15);
    let (pos, _) = mju_mulPose(Vec3::Z, half_turn, Vec3::X, Quat::IDENTITY);
    assert!(mju_dist3(pos, Vec3::new(-1.0, 0.0, 1.0)) < 1e-15);
    assert_eq!((mju_bandDiag(2, 4, 2, 1), mju_bandDiag(4, 4, 2, 1)), (Some(5), None));
    assert_eq!(mju_bandDiag(0, 1, 1, 2), None);
}

#[test]
fn macros_of_mathematics_invert_each_other() {
    let close = |x: f64, y: f64| (x - y).abs() <= 8.0 * f64::EPSILON * y.abs().max(1.0);
    for i in 1..80 {
        let x = f64::from(i) * 0.0191;
        let (s, c) = (mju_sin(x), mju_cos(x));
        assert!(close(s * s + c * c, 1.0) && close(mju_tan(x) * c, s), "{x}");
        // where the sine is flat its inverse is steep
        assert!(close(mju_asin(s) * c, x * c) && close(mju_acos(c) * s, x * s), "{x}");
        assert!(close(mju_atan2(s, c), x), "{x}");
        assert!(close(mju_log(mju_exp(x)), x) && close(mju_log10(mju_pow(10.0, x)), x), "{x}");
        let (up, down) = (mju_exp(x), mju_exp(-x));
        assert!(close(mju_tanh(x), (up - down) / (up + down)), "{x}");
        assert!(close(mju_sqrt(x) * mju_sqrt(x), x), "{x}");
    }
    assert_eq!([mju_abs(-2.5), mju_floor(-2.5), mju_ceil(-2.5)], [2.5, -3.0, -2.0]);
}
