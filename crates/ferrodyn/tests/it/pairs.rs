//! What must hold for two geoms of any types that can touch: whichever comes first, wherever both
//! are, and however the distance is asked for.

use std::collections::BTreeMap;

use ferrodyn::collision::{collide, geom_distance};
use ferrodyn::ids::{GeomId, PairId};
use ferrodyn::math::{Mat3, Quat, Vec3};
use ferrodyn::{Contact, Data, Model};

use crate::samples::Numbers;

/// A type of geom: its attributes, and its asset with `NAME` for the geom's name.
type Kind = (&'static str, &'static str, &'static str);

const KINDS: [Kind; 9] = [
    ("plane", r#"size="1 1 1""#, ""),
    (
        "hfield",
        r#"hfield="NAME""#,
        r#"<hfield name="NAME" nrow="3" ncol="4" size="1 1 .3 .2"
            elevation="0 .3 .1 .5 1 .2 .8 .1 0 .6 .4 .9"/>"#,
    ),
    ("sphere", r#"size=".3""#, ""),
    ("capsule", r#"size=".2 .3""#, ""),
    ("ellipsoid", r#"size=".2 .3 .4""#, ""),
    ("cylinder", r#"size=".25 .3""#, ""),
    ("box", r#"size=".2 .3 .25""#, ""),
    (
        "mesh",
        r#"mesh="NAME""#,
        r#"<mesh name="NAME" vertex=".3 0 0 -.3 .1 0 0 .3 .1 .1 -.3 0 0 .1 .35 .1 0 -.3
            .2 .2 .2 -.2 -.2 .2 .2 -.2 -.2 -.2 .2 -.2 .25 .2 -.1"/>"#,
    ),
    ("sdf", r#"mesh="NAME""#, r#"<mesh name="NAME" vertex=".4 0 0 0 .4 0 0 0 .4 -.2 -.2 -.2"/>"#),
];

/// The pairs of types that can touch, in both orders.
fn pairs() -> impl Iterator<Item = [&'static Kind; 2]> {
    let all = KINDS.iter().flat_map(|a| KINDS.iter().map(move |b| [a, b]));
    let ground = |kind: &Kind| matches!(kind.0, "plane" | "hfield");
    let fields = |pair: &[&Kind; 2]| pair.iter().all(|k| matches!(k.0, "hfield" | "sdf"));
    let grounds = move |pair: &[&Kind; 2]| pair.iter().all(|kind| ground(kind));
    all.filter(move |pair| {
        pair[0].0 == "sdf" && pair[1].0 == "sdf" || !fields(pair) && !grounds(pair)
    })
}

/// Two geoms that only a named pair lets touch.
fn scene(kinds: [&Kind; 2]) -> Model {
    let [a, b] = [(kinds[0], "a"), (kinds[1], "b")].map(|((kind, attributes, asset), name)| {
        let geom = format!(
            r#"<body><geom name="{name}" type="{kind}" contype="0" conaffinity="0" {attributes}/></body>"#
        );
        (geom.replace("NAME", name), asset.replace("NAME", name))
    });
    let xml = format!(
        r#"<mujoco><asset>{}{}</asset><worldbody>{}{}</worldbody>
            <contact><pair geom1="a" geom2="b"/></contact></mujoco>"#,
        a.1, b.1, a.0, b.0
    );
    let mut m = ferrodyn::load_str(&xml).unwrap();
    // until the tolerance is met
    m.opt.ccd_iterations = 300;
    m
}

#[derive(Clone, Copy, Debug)]
struct Placed {
    pos: Vec3,
    mat: Mat3,
}

impl Placed {
    /// Within a distance of the origin along each axis.
    fn random(numbers: &mut Numbers, spread: f64) -> Self {
        let mut vector = |scale| Vec3(std::array::from_fn(|_| scale * numbers.next()));
        let (pos, axis) = (vector(spread), vector(1.0).normalized().0);
        Self { pos, mat: Quat::from_axis_angle(axis, 3.0 * numbers.next()).to_mat() }
    }

    /// Where a motion brings it.
    fn moved(&self, by: &Placed) -> Self {
        Self { pos: by.mat * self.pos + by.pos, mat: by.mat * self.mat }
    }
}

fn put(d: &mut Data, places: &[Placed; 2]) {
    for (g, place) in places.iter().enumerate() {
        d.geom_xpos[GeomId(g)] = place.pos;
        d.geom_xmat[GeomId(g)] = place.mat;
    }
}

fn contacts(m: &Model, d: &mut Data, places: &[Placed; 2]) -> Vec<Contact> {
    put(d, places);
    collide(m, d);
    d.contact.to_vec()
}

/// The contact that is deepest.
fn deepest(contacts: &[Contact]) -> &Contact {
    contacts.iter().min_by(|a, b| a.dist.total_cmp(&b.dist)).expect("a contact")
}

/// Runs `see` on poses in which two geoms mostly touch: many of each pair.
fn poses(count: usize, mut see: impl FnMut([&Kind; 2], &Model, &mut Data, [Placed; 2])) {
    for (seed, kinds) in pairs().enumerate() {
        let (m, mut numbers) = (scene(kinds), Numbers::new(seed as u64 + 1));
        let mut d = Data::new(&m);
        for _ in 0..count {
            let places = [Placed::random(&mut numbers, 0.0), Placed::random(&mut numbers, 0.3)];
            see(kinds, &m, &mut d, places);
        }
    }
}

/// How many poses of each pair hold what is expected of well-conditioned ones. Where several faces
/// are equally deep, or a smooth shape is deep inside another, the last bit decides between contacts
/// that are all as good within the tolerance of the depth.
#[derive(Default)]
struct Tally(BTreeMap<[&'static str; 2], (usize, usize)>);

impl Tally {
    fn add(&mut self, names: [&'static str; 2], holds: bool) {
        let (held, seen) = self.0.entry(names).or_default();
        *held += usize::from(holds);
        *seen += 1;
    }

    /// Every pair has been seen, and nearly always does what is expected.
    fn assert_mostly(&self, pairs: usize) {
        assert_eq!(self.0.len(), pairs);
        let low = self.0.iter().filter(|(_, (held, seen))| 4 * held < 3 * seen);
        let low: Vec<_> = low.collect();
        assert!(low.is_empty(), "{low:?}");
    }
}

#[test]
fn moving_both_geoms_moves_their_contacts() {
    let by = Placed {
        pos: Vec3([1.0, -2.0, 3.0]),
        mat: Quat::from_axis_angle(Vec3([0.6, 0.0, 0.8]), 1.2).to_mat(),
    };
    let mut tally = Tally::default();
    poses(40, |kinds, m, d, places| {
        let here = contacts(m, d, &places);
        let there = contacts(m, d, &places.map(|place| place.moved(&by)));
        let names = [kinds[0].0, kinds[1].0];
        assert_eq!(here.is_empty(), there.is_empty(), "{names:?}");
        if here.is_empty() {
            return;
        }
        // points of distance fields depend on where the descent starts
        if names.contains(&"sdf") {
            return;
        }
        // further contacts of round shapes come from turning them a little
        let (a, b) = (deepest(&here), deepest(&there));
        let round = names.contains(&"cylinder") || names.contains(&"hfield");
        let moves = |(a, b): (&Contact, &Contact)| {
            (a.dist - b.dist).abs() < 1e-6
                && (by.mat * a.pos + by.pos - b.pos).norm() < 1e-5
                && (by.mat * a.frame.row(0) - b.frame.row(0)).norm() < 1e-4
        };
        let all = || here.len() == there.len() && here.iter().zip(&there).all(moves);
        tally.add(names, (a.dist - b.dist).abs() < 1e-5 && (round || all()));
    });
    let without_sdf = |pair: &[&Kind; 2]| pair.iter().all(|kind| kind.0 != "sdf");
    tally.assert_mostly(pairs().filter(without_sdf).count());
}

#[test]
fn the_order_of_geoms_does_not_matter_between_types_and_mirrors_contacts_of_one() {
    let mut tally = Tally::default();
    let mut scenes = BTreeMap::new();
    poses(20, |kinds, m, d, places| {
        let names = [kinds[0].0, kinds[1].0];
        let swapped = scenes.entry(names).or_insert_with(|| scene([kinds[1], kinds[0]]));
        let mut other = Data::new(swapped);
        let (ab, ba) =
            (contacts(m, d, &places), contacts(swapped, &mut other, &[places[1], places[0]]));
        if names[0] != names[1] {
            assert_eq!(ab.len(), ba.len(), "{names:?}");
            for (a, b) in ab.iter().zip(&ba) {
                assert_eq!((a.dist, a.pos, a.frame), (b.dist, b.pos, b.frame), "{names:?}");
                assert_eq!(a.geom, [1 - b.geom[0], 1 - b.geom[1]], "{names:?}");
            }
            return;
        }
        assert_eq!(ab.is_empty(), ba.is_empty(), "{names:?}");
        if !ab.is_empty() && names[0] != "sdf" {
            let (a, b) = (deepest(&ab), deepest(&ba));
            let opposite = (a.frame.row(0) + b.frame.row(0)).norm() < 0.05;
            tally.add(names, opposite && (a.dist - b.dist).abs() < 1e-5);
        }
    });
    // spheres to meshes
    tally.assert_mostly(6);
}

#[test]
fn segments_between_geoms_turn_around_with_their_order() {
    poses(20, |kinds, m, d, mut places| {
        // apart as often as not
        places[1].pos *= 3.0;
        put(d, &places);
        let ab = geom_distance(m, d, GeomId(0), GeomId(1), 1.0);
        let ba = geom_distance(m, d, GeomId(1), GeomId(0), 1.0);
        let names = [kinds[0].0, kinds[1].0];
        if names == ["sdf", "sdf"] {
            // points to start from are spread in the frame of the first
            return;
        }
        assert!((ab.dist - ba.dist).abs() < 1e-4, "{names:?} {ab:?} {ba:?}");
        let (Some([a, b]), Some([c, e])) = (ab.fromto, ba.fromto) else {
            assert_eq!(ab.fromto, ba.fromto, "{names:?}");
            return;
        };
        // exactly zero: EPA could not start, and the points are those of the distance before
        for segment in [b - a, e - c].into_iter().filter(|_| ab.dist != 0.0 && ba.dist != 0.0) {
            assert!((segment.norm() - ab.dist.abs()).abs() < 1e-4, "{names:?} {ab:?} {ba:?}");
        }
        if ab.dist > 0.01 {
            assert!((b - a).dot(e - c) < 0.0, "{names:?} {ab:?} {ba:?}");
        }
    });
}

/// Whether a pair's contacts follow from its distance: distance fields see penetration only, height
/// fields are raised by the margin, and boxes are tested along the axes that may separate them.
fn follows_distance(kinds: [&Kind; 2]) -> bool {
    let names = [kinds[0].0, kinds[1].0];
    !names.contains(&"sdf") && !names.contains(&"hfield") && names != ["box", "box"]
}

#[test]
fn contacts_exist_exactly_where_the_distance_is_below_the_margin() {
    let mut checked = 0;
    poses(20, |kinds, m, d, mut places| {
        if !follows_distance(kinds) {
            return;
        }
        places[1].pos *= 4.0;
        put(d, &places);
        let dist = geom_distance(m, d, GeomId(0), GeomId(1), 10.0).dist;
        if dist < 1e-3 {
            return;
        }
        let mut m = m.clone();
        let mut touch = |margin: f64| {
            m.pair_margin[PairId(0)] = margin;
            !contacts(&m, d, &places).is_empty()
        };
        let names = [kinds[0].0, kinds[1].0];
        assert!(touch(dist + 1e-5), "{names:?} at {dist}");
        assert!(!touch(dist - 1e-5), "{names:?} at {dist}");
        checked += 1;
    });
    assert!(checked > 200, "{checked}");
}
