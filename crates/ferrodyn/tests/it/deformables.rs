//! Deformable bodies by what they are made of.

use ferrodyn::deformable::{
    CapsuleChain, ChainStart, Cloth, LongestStep, Material, SoftBody, StepLimit,
};
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
    spec.option.timestep = 2e-5;
    let soft = SoftBody { count: [4, 3, 3], spacing: 0.1, ..SoftBody::gelatin("jelly") };
    soft.add_to(&mut spec, BodyKey::WORLD).unwrap();
    assert!((mass(&compile(&spec)) - 1010.0 * 0.3 * 0.2 * 0.2).abs() < 1e-9);

    let mut spec = Spec::default();
    spec.option.timestep = 2e-5;
    Cloth::leather("hide").add_to(&mut spec, BodyKey::WORLD).unwrap();
    assert!((mass(&compile(&spec)) - 900.0 * 0.18 * 0.18 * 1.5e-3).abs() < 1e-9);
}

/// A builder of any kind.
enum Body {
    Cloth(Cloth),
    Soft(SoftBody),
    Chain(CapsuleChain),
}

impl Body {
    fn longest_step(&self) -> LongestStep {
        match self {
            Self::Cloth(cloth) => cloth.longest_step(),
            Self::Soft(block) => block.longest_step(),
            Self::Chain(chain) => chain.longest_step(),
        }
        .unwrap()
    }

    /// Adds it to the world; the error as a text.
    fn add_to(&self, spec: &mut Spec) -> Result<(), String> {
        match self {
            Self::Cloth(cloth) => cloth.add_to(spec, BodyKey::WORLD),
            Self::Soft(block) => block.add_to(spec, BodyKey::WORLD),
            Self::Chain(chain) => chain.add_to(spec, BodyKey::WORLD),
        }
        .map_err(|error| error.to_string())
    }

    /// Alone above the ground, with its longest step.
    fn on_the_ground(&self) -> Model {
        let xml = "<mujoco><option><flag energy='enable'/></option><worldbody>\
            <geom type='plane' size='1 1 1'/></worldbody></mujoco>";
        let mut spec = Loader::new().read_str(xml).unwrap();
        spec.option.timestep = self.longest_step().seconds;
        self.add_to(&mut spec).unwrap();
        compile(&spec)
    }
}

/// Makes a preset of a name.
type Make<T> = fn(String) -> T;

/// All presets on coarse grids, so far above the ground (m); chains are held by one end.
fn presets(height: f64) -> Vec<(String, Body)> {
    let mut all = Vec::new();
    let cloths: [(&str, Make<Cloth>); 6] = [
        ("cotton", Cloth::cotton),
        ("silk", Cloth::silk),
        ("leather", Cloth::leather),
        ("rubber sheet", Cloth::rubber),
        ("paper", Cloth::paper),
        ("membrane", Cloth::membrane),
    ];
    for (name, make) in cloths {
        let cloth = make("body".into());
        let pos = Vec3([0.0, 0.0, 0.5 * cloth.thickness + height]);
        all.push((name.into(), Body::Cloth(Cloth { count: [4, 4], pos, ..cloth })));
    }
    let blocks: [(&str, Make<SoftBody>); 6] = [
        ("rubber", SoftBody::rubber),
        ("gelatin", SoftBody::gelatin),
        ("soft tissue", SoftBody::soft_tissue),
        ("muscle", SoftBody::muscle),
        ("foam", SoftBody::foam),
        ("stiff", SoftBody::stiff),
    ];
    let block = |made: SoftBody| {
        let pos = Vec3([0.0, 0.0, made.spacing + made.radius + height]);
        Body::Soft(SoftBody { count: [3; 3], pos, ..made })
    };
    all.extend(blocks.map(|(name, make)| (name.into(), block(make("body".into())))));
    for (name, material) in Material::PRESETS {
        all.push((format!("block of {name}"), block(SoftBody::new("body", material))));
    }
    let chains: [(&str, Make<CapsuleChain>); 5] = [
        ("rope", CapsuleChain::rope),
        ("steel cable", CapsuleChain::steel_cable),
        ("soft cable", CapsuleChain::soft_cable),
        ("hair", CapsuleChain::hair),
        ("chain", CapsuleChain::chain),
    ];
    for (name, make) in chains {
        let chain = make("body".into());
        let pos = Vec3([0.0, 0.0, 0.2 * chain.length]);
        // links of the length that the preset has, fewer of them
        let part = CapsuleChain { links: 8, length: 0.4 * chain.length, pos, ..chain };
        all.push((name.into(), Body::Chain(part)));
    }
    all
}

/// Motion and height together; height is counted from the ground.
fn energy(m: &Model, d: &mut Data) -> f64 {
    forward(m, d);
    d.energy[0] + d.energy[1]
}

/// Steps from a little noise; false as soon as there is much more energy than at the start.
fn is_stable(m: &Model, steps: usize) -> bool {
    let mut d = Data::new(m);
    for (k, v) in d.qvel.iter_mut().enumerate() {
        *v = 1e-3 * ((7 * k % 11) as f64 / 5.0 - 1.0);
    }
    let start = energy(m, &mut d);
    (0..steps).all(|k| {
        step(m, &mut d);
        let energy = d.energy[0] + d.energy[1];
        let went_on = d.time > 0.5 * (k + 1) as f64 * m.opt.timestep;
        went_on && energy < 2.0 * start
    })
}

/// The claim is neither too long nor shorter than it need be. Bodies fall first: friction with the ground
/// holds the waves of thin sheets.
#[test]
fn the_longest_step_is_true() {
    for (name, body) in presets(5e-3) {
        let mut m = body.on_the_ground();
        let longest = body.longest_step();
        assert!(is_stable(&m, 1000), "{name}: not stable at {longest}");
        // what constraints and swinging limit is on the safe side
        if !matches!(longest.limit, StepLimit::Contact | StepLimit::Swing) {
            m.opt.timestep = 1.2 * longest.seconds;
            assert!(!is_stable(&m, 3000), "{name}: stable beyond {longest}");
        }
    }
}

/// Chains of which some whip, by what they are made of: floppy, damped much and little, few links and many.
fn swinging_chains() -> Vec<CapsuleChain> {
    let short =
        |chain: CapsuleChain| CapsuleChain { links: 8, length: 0.4 * chain.length, ..chain };
    let rope = |links: usize, length: f64, damping: f64| {
        let rope = CapsuleChain::rope("rope");
        let material = Material { damping, ..rope.material };
        CapsuleChain { links, length, material, ..rope }
    };
    vec![
        CapsuleChain::rope("rope"),
        CapsuleChain::soft_cable("soft cable"),
        CapsuleChain::chain("chain"),
        short(CapsuleChain::chain("short chain")),
        CapsuleChain { joint_damping: 3e-4, ..CapsuleChain::chain("oiled chain") },
        short(CapsuleChain::hair("hair")),
        rope(20, 1.0, 0.01),
        rope(10, 3.0, 0.1),
        rope(5, 0.5, 0.003),
    ]
}

/// Motion and height that a chain gains after it was let go from the horizontal, relative to half of its weight
/// times its length; infinite if it goes bad.
fn gain_while_swinging(chain: &CapsuleChain, share: f64) -> f64 {
    let mut spec = Loader::new()
        .read_str("<mujoco><option><flag energy='enable'/></option><worldbody/></mujoco>")
        .unwrap();
    spec.option.timestep = chain.longest_step().unwrap().seconds;
    chain.add_to(&mut spec, BodyKey::WORLD).unwrap();
    let mut m = compile(&spec);
    m.opt.timestep *= share;
    let mut d = Data::new(&m);
    for (k, v) in d.qvel.iter_mut().enumerate() {
        *v = 1e-2 * ((7 * k % 11) as f64 / 5.0 - 1.0);
    }
    let start = energy(&m, &mut d);
    let mut most = start;
    while d.time < 3.0 {
        let before = d.time;
        step(&m, &mut d);
        most = most.max(d.energy[0] + d.energy[1]);
        if d.time < before || !most.is_finite() {
            return f64::INFINITY;
        }
    }
    (most - start) / (0.5 * 9.81 * mass(&m) * chain.length)
}

/// A chain that is hung at one end and let go whips; its links must not get energy from nowhere.
#[test]
fn chains_swing_at_their_longest_step() {
    for chain in swinging_chains() {
        let longest = chain.longest_step().unwrap();
        let gain = gain_while_swinging(&chain, 1.0);
        assert!(gain < 0.1, "{}: gains {gain} at {longest}", chain.name);
    }
}

/// The claim for chains that whip is not idle: four times of it is too long for a rope that is damped little.
#[test]
fn chains_that_whip_go_bad_beyond_their_longest_step() {
    let rope = CapsuleChain::rope("rope");
    let material = Material { damping: 0.01, ..rope.material };
    let rope = CapsuleChain { material, ..rope };
    assert_eq!(rope.longest_step().unwrap().limit, StepLimit::Swing);
    assert!(gain_while_swinging(&rope, 4.0) > 0.5);
}

/// The presets that one would swing bear the default step.
#[test]
fn ropes_cords_and_chains_bear_two_milliseconds() {
    for chain in [
        CapsuleChain::rope("rope"),
        CapsuleChain::soft_cable("soft cable"),
        CapsuleChain::chain("chain"),
    ] {
        chain.add_to(&mut Spec::default(), BodyKey::WORLD).unwrap();
    }
}

/// RK4 takes the damping of joints from the start of a step: it bounds the step even of what does not resist bending.
#[test]
fn friction_between_links_bounds_the_steps_of_explicit_integrators() {
    let xml = "<mujoco><option timestep='.002' integrator='RK4'/><worldbody/></mujoco>";
    let mut spec = Loader::new().read_str(xml).unwrap();
    let error = CapsuleChain::chain("chain").add_to(&mut spec, BodyKey::WORLD).unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
    let xml = "<mujoco><option timestep='.002'><flag eulerdamp='disable'/></option></mujoco>";
    let mut spec = Loader::new().read_str(xml).unwrap();
    assert!(CapsuleChain::chain("chain").add_to(&mut spec, BodyKey::WORLD).is_err());
}

/// All presets land on the ground at their longest step and gain no energy; `python -m tools.compare.deformables --presets` looks at
/// them for ten seconds.
#[test]
fn presets_land_at_their_longest_step() {
    for (name, body) in presets(1e-4).into_iter().filter(|preset| !preset.0.starts_with("block of"))
    {
        let m = body.on_the_ground();
        let mut d = Data::new(&m);
        let start = energy(&m, &mut d);
        let mut most = start;
        for _ in 0..3000 {
            step(&m, &mut d);
            most = most.max(d.energy[0] + d.energy[1]);
        }
        assert!(d.qpos.iter().all(|x| x.is_finite()), "{name}");
        // what swings gains some energy by the error of long steps
        let long = matches!(body.longest_step().limit, StepLimit::Contact | StepLimit::Swing);
        let gain = if long { 0.1 } else { 1e-3 };
        assert!(most <= start * (1.0 + gain), "{name}: {most} J from {start} J");
    }
}

#[test]
fn a_longer_step_is_refused_with_the_longest_one() {
    for (name, body) in presets(1e-4) {
        let longest = body.longest_step();
        let mut spec = Spec::default();
        spec.option.timestep = 1.01 * longest.seconds;
        let error = body.add_to(&mut spec).unwrap_err();
        assert!(error.contains(&longest.to_string()), "{name}: {error}");
        assert_eq!((spec.flexes.len(), spec.bodies.iter().count()), (0, 1), "{name}");
    }
    let mut spec = Spec::default();
    let error = SoftBody::stiff("block").add_to(&mut spec, BodyKey::WORLD).unwrap_err().to_string();
    assert!(error.contains("2 ms is too long") && error.contains("soften_to(timestep)"), "{error}");
}

#[test]
fn bodies_can_be_made_to_bear_a_step() {
    for (name, body) in presets(1e-4) {
        let (fitted, changed) = match body {
            Body::Cloth(cloth) => {
                let (soft, left) = cloth.soften_to(0.002).unwrap();
                (Body::Cloth(soft), left < 1.0)
            }
            Body::Soft(block) => {
                let (soft, left) = block.soften_to(0.002).unwrap();
                (Body::Soft(soft), left < 1.0)
            }
            Body::Chain(chain) => {
                let (damped, damping) = chain.clone().damp_to(0.002).unwrap();
                assert_eq!(damped.material.damping, damping);
                let changed = damped != chain;
                (Body::Chain(damped), changed)
            }
        };
        let longest = fitted.longest_step().seconds;
        assert!(longest >= 0.002, "{name}: {longest}");
        // not more than is needed
        assert!(!changed || longest < 0.002 * (1.0 + 1e-6), "{name}: {longest}");
        fitted.add_to(&mut Spec::default()).unwrap();
    }
}

#[test]
fn a_step_that_no_material_bears_is_refused() {
    // contacts have a time constant of 20 ms, and edges here one of 4 ms
    let edges = Cloth::silk("flag").edge_constraints(0.004, 1.0);
    let errors = [
        Cloth::silk("flag").soften_to(0.011).unwrap_err(),
        SoftBody::foam("block").soften_to(0.011).unwrap_err(),
        CapsuleChain::rope("rope").damp_to(0.011).unwrap_err(),
    ];
    for error in errors {
        let error = error.to_string();
        assert!(error.contains("no material bears a time step of 11 ms: at most 10 ms"), "{error}");
    }
    let error = edges.clone().soften_to(0.0021).unwrap_err().to_string();
    assert!(error.contains("2.1 ms: at most 2 ms (constraints would"), "{error}");
    assert!(edges.soften_to(0.002).is_ok() && SoftBody::foam("block").soften_to(0.01).is_ok());
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let nan = f64::NAN;
    let odd = |change: fn(&mut SoftBody, f64), value: f64| {
        let mut block = SoftBody { count: [3; 3], ..SoftBody::foam("block") };
        change(&mut block, value);
        let error = block.longest_step().expect_err("it makes no sense").to_string();
        assert!(error.contains("must be finite"), "{error}");
    };
    for value in [nan, f64::INFINITY, -1.0] {
        odd(|block, x| block.material.friction = x, value);
        odd(|block, x| block.material.young = x, value);
    }
    odd(|block, x| block.radius = x, nan);
    odd(|block, x| block.radius = x, -1e-3);
    odd(|block, x| block.pos[1] = x, nan);
    odd(|block, x| block.quat[3] = x, f64::NEG_INFINITY);
    let flag = Cloth::silk("flag");
    for edges in [[f64::INFINITY, 1.0], [0.004, f64::INFINITY]] {
        let flag = flag.clone().edge_constraints(edges[0], edges[1]);
        assert!(flag.longest_step().is_err(), "{edges:?}");
    }
    let rope = CapsuleChain::rope("rope");
    let place = CapsuleChain { pos: Vec3([nan, 0.0, 0.0]), ..rope.clone() }.longest_step();
    assert!(place.expect_err("it is nowhere").to_string().contains("place must be finite"));
    for timestep in [nan, f64::INFINITY, 0.0, -0.002] {
        let errors = [
            flag.clone().soften_to(timestep).err(),
            SoftBody::foam("block").soften_to(timestep).err(),
            rope.clone().damp_to(timestep).err(),
        ];
        for error in errors {
            let error = error.expect("no step").to_string();
            assert!(error.contains("must be positive and finite"), "{error}");
        }
    }
}

/// However much a material damps, the step is no shorter than 0.6 of the undamped one.
#[test]
fn damping_does_not_decide_the_step() {
    let sticky = Material { damping: 10.0, ..Material::GELATIN };
    let block = SoftBody::new("block", sticky).longest_step().unwrap();
    let free = SoftBody::new("block", Material { damping: 0.0, ..sticky }).longest_step().unwrap();
    assert_eq!(block.undamped, free.seconds);
    assert!(block.seconds > 0.6 * free.seconds && block.seconds < 0.65 * free.seconds);
    assert!(block.damping < free.seconds);
}

/// Of large grids only a part is looked at: the fastest wave is the same, but for the mass of a point.
#[test]
fn large_grids_have_the_step_of_smaller_ones() {
    let longest = |n: usize| {
        let block = SoftBody { count: [n; 3], ..SoftBody::foam("block") };
        let point = block.mass() / (n * n * n) as f64;
        block.longest_step().unwrap().seconds / point.sqrt()
    };
    assert!((longest(20) / longest(7) - 1.0).abs() < 0.05, "{} {}", longest(20), longest(7));
}

#[test]
fn cloth_with_constraints_of_edges_hangs_at_two_milliseconds() {
    for make in [Cloth::cotton, Cloth::silk, Cloth::membrane, Cloth::rubber] {
        let mut spec = Spec::default();
        let cloth = make("flag").edge_constraints(0.004, 1.0);
        let cloth = Cloth { count: [6, 6], pins: vec![[0, 0], [5, 0]], ..cloth };
        cloth.add_to(&mut spec, BodyKey::WORLD).unwrap();
        spec.option.timestep = 0.002;
        let m = compile(&spec);
        let d = run(&m, 2.0);
        let rest = m.flexedge_length0.iter();
        let stretch =
            d.flexedge_length.iter().zip(rest).map(|(now, rest)| (now / rest - 1.0).abs());
        assert!(stretch.fold(0.0, f64::max) < 0.05);
        assert!(d.flexvert_xpos[FlexVertId(5)][2] < -0.05);
        assert!(d.qvel.iter().all(|v| v.abs() < 0.5));
    }
}

/// The corners of one cell are stable in long steps with the integrators that know their stiffness.
#[test]
fn a_cell_bears_long_steps_with_implicit_integrators() {
    let xml = "<mujoco><option timestep='.005' integrator='implicitfast'/><worldbody>\
        <geom type='plane' size='1 1 1'/></worldbody></mujoco>";
    let mut spec = Loader::new().read_str(xml).unwrap();
    let pos = Vec3([0.0, 0.0, 0.1]);
    let block = SoftBody { dof: FlexDof::Trilinear, pos, ..SoftBody::stiff("block") };
    block.add_to(&mut spec, BodyKey::WORLD).unwrap();
    let d = run(&compile(&spec), 3.0);
    assert!(d.qvel.iter().all(|v| v.abs() < 1e-3), "{:?}", d.qvel);
}

/// Air lets a sheet fall as fast as its resistance and its weight say.
#[test]
fn a_sheet_falls_with_the_speed_that_air_allows() {
    let mut spec = Spec::default();
    spec.option.timestep = 2e-4;
    let scarf = Cloth { count: [3, 3], ..Cloth::silk("scarf") };
    scarf.add_to(&mut spec, BodyKey::WORLD).unwrap();
    let d = run(&compile(&spec), 1.0);
    // weight of an area: 0.5 * 1.2 * 1.2 v^2
    let expected = (9.81 * 500.0 * 1e-4 / 0.72_f64).sqrt();
    let speed = -d.qvel[2];
    assert!((speed / expected - 1.0).abs() < 1e-3, "{speed} {expected}");
}

#[test]
fn a_cloth_hangs_from_its_pins() {
    let mut spec = Spec::default();
    let stretchy = Material { young: 1e4, damping: 2e-3, ..Material::CLOTH };
    let cloth = Cloth { count: [5, 5], spacing: 0.05, ..Cloth::new("flag", stretchy, 2e-3) };
    let corners = [[0, 0], [4, 0]];
    spec.option.timestep = 0.0005;
    Cloth { pins: corners.to_vec(), ..cloth }.add_to(&mut spec, BodyKey::WORLD).unwrap();
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
    spec.option.timestep = 1e-4;
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
        CapsuleChain { joint_damping: -1.0, ..CapsuleChain::rope("eager") }
            .add_to(&mut spec, BodyKey::WORLD),
    ] {
        assert!(error.unwrap_err().to_string().starts_with("deformable body '"));
    }
    assert_eq!((spec.flexes.len(), spec.equalities.len(), spec.bodies.iter().count()), (0, 0, 1));
}
