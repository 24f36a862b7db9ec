//! Deformable bodies by what they are made of.

use ferrodyn::deformable::{CapsuleChain, ChainStart, Cloth, Material, SoftBody};
use ferrodyn::enums::DisableBit;
use ferrodyn::ids::{BodyId, FlexVertId};
use ferrodyn::math::Vec3;
use ferrodyn::spec::{BodyKey, FlexDof, Spec};
use ferrodyn::{Data, Loader, Model, forward, step};

fn compile(spec: &Spec) -> Model {
    Loader::new().compile(spec).unwrap()
}

fn mass(m: &Model) -> f64 {
    m.body_mass.iter().sum()
}

/// Steps for some seconds.
fn run(m: &Model, seconds: f64) -> Data {
    let mut d = Data::new(m);
    while d.time < seconds {
        step(m, &mut d);
    }
    d
}

#[test]
fn materials_are_found_by_name_and_make_sense() {
    for (name, material) in Material::PRESETS {
        assert_eq!(Material::by_name(name), Some(material));
        assert!(material.young > 0.0 && material.density > 0.0, "{name}");
        assert!((0.0..0.5).contains(&material.poisson), "{name}");
        assert!(material.bulk_modulus() > 0.0 && material.wave_speed() > 1.0, "{name}");
    }
    assert_eq!(Material::by_name("stone"), None);
}

#[test]
fn bodies_have_the_mass_of_their_volume() {
    let mut spec = Spec::default();
    let soft = SoftBody { count: [4, 3, 3], spacing: 0.1, ..SoftBody::gelatin("jelly") };
    soft.add_to(&mut spec, BodyKey::WORLD).unwrap();
    assert!((mass(&compile(&spec)) - 1010.0 * 0.3 * 0.2 * 0.2).abs() < 1e-9);

    let mut spec = Spec::default();
    Cloth::leather("hide").add_to(&mut spec, BodyKey::WORLD).unwrap();
    assert!((mass(&compile(&spec)) - 900.0 * 0.18 * 0.18 * 1.5e-3).abs() < 1e-9);
}

#[test]
fn all_presets_compile_and_move() {
    let mut spec = Spec::default();
    for cloth in
        [Cloth::cotton, Cloth::silk, Cloth::leather, Cloth::rubber, Cloth::paper, Cloth::membrane]
    {
        let name = format!("cloth{}", spec.flexes.len());
        Cloth { count: [3, 3], ..cloth(name) }.add_to(&mut spec, BodyKey::WORLD).unwrap();
    }
    let bodies = [
        SoftBody::rubber,
        SoftBody::gelatin,
        SoftBody::soft_tissue,
        SoftBody::muscle,
        SoftBody::foam,
        SoftBody::stiff,
    ];
    for body in bodies {
        let name = format!("body{}", spec.flexes.len());
        SoftBody { count: [3; 3], ..body(name) }.add_to(&mut spec, BodyKey::WORLD).unwrap();
    }
    let chains = [
        CapsuleChain::rope,
        CapsuleChain::steel_cable,
        CapsuleChain::soft_cable,
        CapsuleChain::hair,
        CapsuleChain::chain,
    ];
    for (i, chain) in chains.into_iter().enumerate() {
        CapsuleChain { links: 4, ..chain(format!("chain{i}")) }
            .add_to(&mut spec, BodyKey::WORLD)
            .unwrap();
    }
    spec.option.timestep = 1e-6;
    spec.option.disableflags |= DisableBit::Contact as i32;
    let m = compile(&spec);
    assert_eq!(m.nflex, 12);
    let d = run(&m, 2e-5);
    // what is free falls
    assert!(d.flexvert_xpos[FlexVertId(0)][2] < 0.0);
    assert!(d.qpos.iter().all(|x| x.is_finite()));
}

#[test]
fn a_cloth_hangs_from_its_pins() {
    let mut spec = Spec::default();
    let stretchy = Material { young: 1e4, damping: 2e-3, ..Material::CLOTH };
    let cloth = Cloth { count: [5, 5], spacing: 0.05, ..Cloth::new("flag", stretchy, 2e-3) };
    let corners = [[0, 0], [4, 0]];
    Cloth { pins: corners.to_vec(), ..cloth }.add_to(&mut spec, BodyKey::WORLD).unwrap();
    spec.option.timestep = 0.0005;
    let m = compile(&spec);
    let mut start = Data::new(&m);
    forward(&m, &mut start);
    let end = run(&m, 1.0);
    let at = |d: &Data, [x, y]: [usize; 2]| d.flexvert_xpos[FlexVertId(5 * x + y)];
    for corner in corners {
        assert!((at(&end, corner) - at(&start, corner)).norm() < 5e-3);
    }
    // the free side has swung down
    assert!(at(&end, [2, 4])[2] < -0.05);
}

#[test]
fn a_soft_block_lies_on_the_floor_with_its_weight() {
    let mut spec = Loader::new()
        .read_str(
            "<mujoco><option timestep='.0005'/><worldbody>\
        <geom type='plane' size='1 1 1'/></worldbody></mujoco>",
        )
        .unwrap();
    let material = Material { young: 2e4, damping: 2e-3, ..Material::GELATIN };
    let block =
        SoftBody { count: [3; 3], pos: Vec3([0.0, 0.0, 0.05]), ..SoftBody::new("block", material) };
    block.add_to(&mut spec, BodyKey::WORLD).unwrap();
    let m = compile(&spec);
    let d = run(&m, 1.0);
    let lift: f64 =
        (0..m.nv).step_by(3).map(|k| d.qfrc_constraint[ferrodyn::ids::DofId(k + 2)]).sum();
    assert!((lift / (9.81 * block.mass()) - 1.0).abs() < 1e-2, "{lift}");
}

#[test]
fn nodes_of_one_cell_move_a_whole_block() {
    let mut spec = Spec::default();
    let block = SoftBody { dof: FlexDof::Trilinear, ..SoftBody::foam("block") };
    block.add_to(&mut spec, BodyKey::WORLD).unwrap();
    let m = compile(&spec);
    assert_eq!((m.nflexvert, m.nv), (125, 24));
}

#[test]
fn a_clamped_chain_bends_less_the_stiffer_it_is() {
    let sag = |young: f64| {
        let mut spec = Spec::default();
        let material = Material { young, damping: 0.05, ..Material::RUBBER };
        let chain = CapsuleChain {
            links: 8,
            length: 0.3,
            start: ChainStart::Clamped,
            ..CapsuleChain::new("c", material, 0.01)
        };
        chain.add_to(&mut spec, BodyKey::WORLD).unwrap();
        spec.option.disableflags |= DisableBit::Contact as i32;
        let m = compile(&spec);
        -run(&m, 2.0).xpos[BodyId(m.nbody - 1)][2]
    };
    let (soft, stiff) = (sag(1e7), sag(4e7));
    // small deflections are proportional to 1 / E
    assert!((soft / stiff - 4.0).abs() < 0.2, "{soft} {stiff}");
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut spec = Spec::default();
    let huge = SoftBody { count: [100_000; 3], ..SoftBody::foam("huge") };
    let thin = Cloth { count: [0, 5], ..Cloth::silk("thin") };
    let near = Cloth { spacing: 1e-9, ..Cloth::silk("near") };
    let pin = Cloth { pins: vec![[0, 10]], ..Cloth::silk("pin") };
    for error in [
        pin.add_to(&mut spec, BodyKey::WORLD),
        huge.add_to(&mut spec, BodyKey::WORLD),
        thin.add_to(&mut spec, BodyKey::WORLD),
        near.add_to(&mut spec, BodyKey::WORLD),
        CapsuleChain { links: 1, ..CapsuleChain::rope("short") }.add_to(&mut spec, BodyKey::WORLD),
        CapsuleChain { length: f64::NAN, ..CapsuleChain::rope("nan") }
            .add_to(&mut spec, BodyKey::WORLD),
    ] {
        assert!(error.unwrap_err().to_string().starts_with("deformable body '"));
    }
    assert_eq!((spec.flexes.len(), spec.equalities.len(), spec.bodies.iter().count()), (0, 0, 1));
}
