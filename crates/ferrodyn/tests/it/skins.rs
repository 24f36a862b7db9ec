//! Surfaces that follow bodies.

use ferrodyn::ids::{SkinId, SkinVertId};
use ferrodyn::smooth::kinematics;
use ferrodyn::support::{SkinSurface, SkinningMethod, skin_surface};
use ferrodyn::{Data, Model, load_str};

use SkinningMethod::{DualQuaternion, LinearBlend};

/// A tube along x around two bodies, of which the second one twists; the vertices in the middle belong to
/// both. Bones are bound where the bodies are at the start.
const TUBE: &str = "<mujoco><worldbody>
  <body name='a' pos='0 0 1'><freejoint/><geom size='.1'/>
    <body name='b' pos='.5 0 0'><joint axis='1 0 0'/><geom size='.1'/></body></body></worldbody>
  <deformable><skin name='tube' vertex='.2 .1 1  .2 0 1.1  .2 -.1 1  .5 .1 1  .5 0 1.1  .5 -.1 1'
    face='0 1 4  0 4 3  1 2 5  1 5 4'>
    <bone body='a' bindpos='0 0 1' bindquat='1 0 0 0' vertid='0 1 2 3 4 5' vertweight='1 1 1 .5 .5 .5'/>
    <bone body='b' bindpos='.5 0 1' bindquat='1 0 0 0' vertid='3 4 5' vertweight='.5 .5 .5'/>
  </skin></deformable></mujoco>";

fn surface(m: &Model, qpos: &[f64], method: SkinningMethod) -> SkinSurface {
    let mut d = Data::new(m);
    d.qpos.copy_from_slice(qpos);
    kinematics(m, &mut d);
    let mut surface = SkinSurface::default();
    skin_surface(m, &d, SkinId(0), method, &mut surface).unwrap();
    surface
}

/// Distances of vertices from the axis of the tube.
fn radii(surface: &SkinSurface) -> Vec<f32> {
    surface.vert.iter().map(|[_, y, z]| y.hypot(z - 1.0)).collect()
}

fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }
}

#[test]
fn a_skin_is_where_it_was_bound_while_its_bodies_are() {
    let m = load_str(TUBE).unwrap();
    let start: Vec<f64> = m.qpos0.to_vec();
    for method in [LinearBlend, DualQuaternion] {
        let surface = surface(&m, &start, method);
        for (i, vert) in surface.vert.iter().enumerate() {
            assert_near(vert, &m.skin_vert[SkinVertId(i)]);
        }
        // normals point away from the axis
        assert!(surface.normal[4][2] > 0.8, "{:?}", surface.normal);
    }
}

#[test]
fn a_rigid_motion_moves_the_skin_alike_with_both_methods() {
    let m = load_str(TUBE).unwrap();
    let half = 0.5_f64.sqrt();
    // a quarter turn about z; x becomes y
    let moved = [1.0, 2.0, 3.0, half, 0.0, 0.0, half, 0.0];
    for method in [LinearBlend, DualQuaternion] {
        let surface = surface(&m, &moved, method);
        for (i, vert) in surface.vert.iter().enumerate() {
            let [x, y, z] = m.skin_vert[SkinVertId(i)];
            assert_near(vert, &[1.0 - y, 2.0 + x, 2.0 + z]);
        }
    }
}

#[test]
fn a_twist_thins_linear_blends_and_not_dual_quaternions() {
    let m = load_str(TUBE).unwrap();
    let mut twisted: Vec<f64> = m.qpos0.to_vec();
    twisted[7] = std::f64::consts::FRAC_PI_2;
    // the mean of two points a quarter turn apart
    let thin = 0.1 * 0.5_f32.sqrt();
    let linear = surface(&m, &twisted, LinearBlend);
    assert_near(&radii(&linear), &[0.1, 0.1, 0.1, thin, thin, thin]);
    let dual = surface(&m, &twisted, DualQuaternion);
    assert_near(&radii(&dual), &[0.1; 6]);
}

#[test]
fn inflated_skins_move_along_their_normals() {
    let text = TUBE.replace("name='tube'", "name='tube' inflate='.02'");
    let start = load_str(&text).unwrap().qpos0.to_vec();
    let plain = surface(&load_str(TUBE).unwrap(), &start, LinearBlend);
    let inflated = surface(&load_str(&text).unwrap(), &start, LinearBlend);
    for i in 0..6 {
        let expected: [f32; 3] =
            std::array::from_fn(|k| plain.vert[i][k] + 0.02 * plain.normal[i][k]);
        assert_near(&inflated.vert[i], &expected);
    }
}

#[test]
fn a_skin_that_is_not_there_is_an_error() {
    let m = load_str(TUBE).unwrap();
    let d = Data::new(&m);
    let error = skin_surface(&m, &d, SkinId(1), LinearBlend, &mut SkinSurface::default());
    assert_eq!(error.unwrap_err().to_string(), "there is no skin 1: the model has 1");
}
