//! Derivatives that come through the stages are those that differences find.

use ferrodyn::enums::{Integrator, JointType};
use ferrodyn::ids::JointId;
use ferrodyn::math::{Quat, Vec3};
use ferrodyn::{AsSystem, Data, Model, integrate, load_str};
use ferrodyn_engine::math::Num;
use ferrodyn_engine::step::forward_smooth;
use ferrodyn_engine::{DataOf, Lanes};

use crate::dual::{Dual, K};
use crate::models::{Random, arrays, has_compressed_rows, inputs, models, random_data};

/// Largest error, relative to the largest value or derivative of an array.
const TOLERANCE: f64 = 1e-9;

/// Steps of the differences: the first, how much smaller each next one is, how many there are.
const FIRST: f64 = 0.02;
const SMALLER: f64 = 1.5;
const LEVELS: usize = 14;

/// A direction in all that a user sets: positions turn as velocities would turn them.
struct Direction {
    qpos: Vec<f64>,
    others: [Vec<f64>; 5],
}

impl Direction {
    fn new(m: &Model, d: &mut Data, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut some = |len: usize| {
            let mut numbers = vec![0.0; len];
            random.fill(&mut numbers, 1.0);
            numbers
        };
        let qpos = some(m.nv);
        let [_, rest @ .., _, _] = inputs(d);
        Self { qpos, others: rest.map(|part| some(part.len())) }
    }

    /// The state at some distance.
    fn at(&self, m: &Model, from: &Data, distance: f64) -> Data {
        let mut d = from.clone();
        integrate::integrate_pos(m, &mut d.qpos, &self.qpos, distance).unwrap();
        let [_, rest @ .., _, _] = inputs(&mut d);
        for (part, along) in rest.into_iter().zip(&self.others) {
            part.iter_mut().zip(along).for_each(|(x, dx)| *x += distance * dx);
        }
        d
    }

    /// How positions change.
    fn of_qpos(&self, m: &Model, d: &Data) -> Vec<f64> {
        let mut slopes = vec![0.0; m.nq];
        for j in (0..m.njnt).map(JointId) {
            let (mut q, mut k) = (m.jnt_qposadr[j].raw() as usize, m.jnt_dofadr[j].raw() as usize);
            let kind = m.jnt_type[j].get().unwrap();
            if kind == JointType::Free {
                slopes[q..q + 3].copy_from_slice(&self.qpos[k..k + 3]);
                (q, k) = (q + 3, k + 3);
            }
            if matches!(kind, JointType::Free | JointType::Ball) {
                let quat = Quat(std::array::from_fn(|i| d.qpos[q + i]));
                let [x, y, z] = Vec3(std::array::from_fn(|i| 0.5 * self.qpos[k + i])).0;
                slopes[q..q + 4].copy_from_slice(&(quat * Quat([0.0, x, y, z])).0);
            } else {
                slopes[q] = self.qpos[k];
            }
        }
        slopes
    }
}

/// The state as numbers that move in `K` directions.
fn moving(m: &Model, from: &mut Data, directions: &[Direction; K]) -> DataOf<Dual> {
    let qpos = directions.each_ref().map(|direction| direction.of_qpos(m, from));
    let mut d = DataOf::<Dual>::in_lanes(m).unwrap();
    for (part, (to, from)) in inputs(&mut d).into_iter().zip(inputs(from)).enumerate() {
        for (i, (to, &mut value)) in to.iter_mut().zip(from).enumerate() {
            let slope = |k: usize| match part {
                0 => qpos[k][i],
                1..=5 => directions[k].others[part - 1][i],
                _ => 0.0,
            };
            *to = Dual { value, slopes: std::array::from_fn(slope) };
        }
    }
    d
}

/// The derivative of a function at zero by central differences, extrapolated to steps of no length
/// (Ridders, "Accurate computation of F'(x) and F'(x)F''(x)", 1982): of each number the best guess.
fn differentiate(f: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    let steps: Vec<f64> =
        std::iter::successors(Some(FIRST), |h| Some(h / SMALLER)).take(LEVELS).collect();
    let sides: Vec<_> = steps.iter().map(|&h| (f(h), f(-h))).collect();
    (0..sides[0].0.len())
        .map(|at| {
            let (mut best, mut error) = (f64::NAN, f64::INFINITY);
            let mut above: Vec<f64> = Vec::new();
            for (h, (after, before)) in steps.iter().zip(&sides) {
                let mut row = vec![(after[at] - before[at]) / (2.0 * h)];
                let mut factor = 1.0;
                for (i, former) in above.iter().enumerate() {
                    factor *= SMALLER * SMALLER;
                    let next = (row[i] * factor - former) / (factor - 1.0);
                    let apart = (next - row[i]).abs().max((next - former).abs());
                    if apart <= error {
                        (best, error) = (next, apart);
                    }
                    row.push(next);
                }
                above = row;
            }
            best
        })
        .collect()
}

/// Compares derivatives of all arrays that `stages` compute.
fn assert_derivatives<S: Stages>(m: &Model, stages: &S, seed: u64, what: &str) {
    let mut from = random_data(m, seed);
    let directions: [Direction; K] =
        std::array::from_fn(|k| Direction::new(m, &mut from, 100 * seed + k as u64));
    let mut d = moving(m, &mut from, &directions);
    stages.run(m, &mut d);
    let found = arrays(&d);

    let mut one = from.clone();
    stages.run(m, &mut one);
    for ((name, found), (_, values)) in found.iter().zip(arrays(&one)) {
        for (i, (found, value)) in found.iter().zip(values).enumerate() {
            // rows of moments that leave out what is zero have another order of sums
            let rounding = if has_compressed_rows(m) { 1e-14 * (1.0 + value.abs()) } else { 0.0 };
            assert!((found.value - value).abs() <= rounding, "{what}: {name}[{i}]");
        }
    }
    for (k, direction) in directions.iter().enumerate() {
        let mut expected = differentiate(|distance| {
            let mut d = direction.at(m, &from, distance);
            stages.run(m, &mut d);
            arrays(&d).into_iter().flat_map(|(_, numbers)| numbers).collect()
        })
        .into_iter();
        for (name, found) in &found {
            let expected: Vec<f64> = expected.by_ref().take(found.len()).collect();
            let sizes = found.iter().zip(&expected).map(|(d, e)| d.value.abs().max(e.abs()));
            let scale = sizes.fold(1e-3, f64::max);
            for (i, (dual, expected)) in found.iter().zip(&expected).enumerate() {
                let slope = dual.slopes[k];
                let error = (slope - expected).abs() / scale;
                assert!(
                    error <= TOLERANCE,
                    "{what}, seed {seed}: d {name}[{i}] is {slope:e} instead of {expected:e}"
                );
            }
        }
    }
}

/// Stages for any number.
trait Stages {
    fn run<N: Lanes>(&self, m: &Model, d: &mut DataOf<N>);
}

/// Accelerations without constraints.
struct Smooth;

impl Stages for Smooth {
    fn run<N: Lanes>(&self, m: &Model, d: &mut DataOf<N>) {
        forward_smooth(&m.as_system(), d);
    }
}

/// A step without constraints.
struct Step;

impl Stages for Step {
    fn run<N: Lanes>(&self, m: &Model, d: &mut DataOf<N>) {
        forward_smooth(&m.as_system(), d);
        let DataOf { qacc, qacc_smooth, .. } = d;
        qacc.copy_from_slice(qacc_smooth);
        match m.opt.integrator() {
            Some(Integrator::Implicit | Integrator::ImplicitFast) => integrate::implicit(m, d),
            _ => integrate::euler(m, d),
        }
    }
}

/// The models of the repository that derivatives can go through.
fn differentiable() -> impl Iterator<Item = (String, Model)> {
    models().into_iter().filter(|(_, m)| DataOf::<Dual>::in_lanes(m).is_ok())
}

#[test]
fn derivatives_through_the_smooth_stages_are_those_of_differences() {
    let mut count = 0;
    for (name, m) in differentiable() {
        for seed in 0..2 {
            assert_derivatives(&m, &Smooth, seed, &name);
        }
        count += 1;
    }
    assert!(count > 40, "{count}");
}

#[test]
fn derivatives_through_steps_in_a_medium_are_those_of_differences() {
    for (name, mut m) in differentiable() {
        m.opt.density = 1.3;
        m.opt.viscosity = 0.1;
        m.opt.wind = Vec3::new(0.3, -0.2, 0.1);
        for integrator in [Integrator::Euler, Integrator::Implicit, Integrator::ImplicitFast] {
            m.opt.integrator = integrator as i32;
            if DataOf::<Dual>::in_lanes(&m).is_ok() {
                assert_derivatives(&m, &Step, 3, &format!("{name} {integrator:?}"));
            }
        }
    }
}

#[test]
fn models_that_need_values_are_refused_by_what_needs_them() {
    let refused: Vec<String> = models()
        .iter()
        .filter_map(|(name, m)| Some(format!("{name}: {:?}", DataOf::<Dual>::in_lanes(m).err()?)))
        .collect();
    let expected: Vec<&str> = include_str!("refused.txt").lines().collect();
    assert_eq!(refused, expected, "{}", refused.join("\n"));
}

#[test]
fn sine_has_a_slope_also_where_its_argument_is_rounded() {
    let x = Dual { value: 0.3, slopes: [1.0; K] };
    let (sine, cosine) = ferrodyn::math::fun::sin_cos(x);
    assert_eq!((sine.slopes[0], cosine.slopes[0]), (cosine.value, -sine.value));
    assert_eq!(Num::powf(x, 2.0).slopes[0], 2.0 * 0.3);
    assert_eq!(Num::round(x).slopes, [0.0; K]);
}

#[test]
fn derivatives_go_through_spatial_tendons_sites_and_slider_cranks() {
    let m = load_str(
        "<mujoco><worldbody><site name='w' pos='0 0 1'/>
        <body name='a' pos='.2 0 1'><joint name='a' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/>
        <site name='a' pos='.1 .02 .1'/><body name='b' pos='.4 0 0'><joint type='ball' damping='.2'
        stiffness='2'/><geom size='.1' pos='.3 .1 0'/><site name='b' pos='.2 .1 .05'/></body></body>
        <body pos='0 .6 1'><joint type='slide' axis='1 0 0'/><geom size='.05'/><site name='s'
        euler='0 90 0'/></body></worldbody><tendon><spatial name='t' stiffness='3' damping='.4'
        armature='.1'><site site='w'/><site site='a'/><pulley divisor='2'/><site site='a'/>
        <site site='b'/><site site='w'/></spatial></tendon>
        <actuator><general tendon='t' gainprm='2' biastype='affine' biasprm='1 -2 -.3'/>
        <general site='b' refsite='a' gear='1 .2 .3 .4 .5 .6' biastype='affine' biasprm='0 -2 -.3'/>
        <general site='b' gear='0 0 1 .1 0 0' biasprm='0 0 -.4' biastype='affine'/>
        <general cranksite='a' slidersite='s' cranklength='2' biastype='affine' biasprm='0 -2 -.3'/>
        </actuator></mujoco>",
    )
    .unwrap();
    for seed in 0..4 {
        assert_derivatives(&m, &Smooth, seed, "sites");
    }
}
