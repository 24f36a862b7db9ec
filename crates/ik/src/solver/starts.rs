//! Where attempts start: a table of evenly spread configurations with their poses, then more of the
//! same sequence without end.
//!
//! The sequence is Roberts' generalization of the golden ratio to several dimensions: multiples of
//! `1/g, 1/g^2, ...` modulo one, with `g` the positive root of `g^(n+1) = g + 1`.

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::math::{Quat, fun};

use crate::chain::{Chain, Kinematics, Transform};

/// Configurations whose poses are known.
const TABLE: usize = 128;

#[derive(Clone, Debug)]
pub(super) struct Starts {
    /// Fractional step of the sequence in each coordinate.
    steps: Vec<f64>,
    /// Configurations, one after the other.
    table: Vec<f64>,
    poses: Vec<Entry>,
    reach: f64,
}

/// The pose of a configuration.
#[derive(Clone, Copy, Debug)]
struct Entry {
    pos: [f64; 3],
    quat: [f64; 4],
}

/// Which configurations of the table were used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    bits: [u64; TABLE / 64],
    count: usize,
}

impl Starts {
    pub(super) fn new(chain: &Chain) -> Self {
        let mut starts =
            Self { steps: steps(chain.nq()), table: Vec::new(), poses: Vec::new(), reach: 1.0 };
        let mut k = Kinematics::<f64>::new(chain);
        let mut q = vec![0.0; chain.nq()];
        for index in 0..TABLE {
            starts.at(chain, index, &mut q);
            k.update(chain, &q);
            let (pos, rot) = (k.position(), k.rotation());
            starts.table.extend_from_slice(&q);
            starts.poses.push(Entry { pos: pos.0, quat: Quat::from_mat(&rot).0 });
        }
        starts.reach = starts.spread();
        starts
    }

    /// How far the poses of the table lie from their middle; 1 if that is not a length.
    fn spread(&self) -> f64 {
        let mean: [f64; 3] = std::array::from_fn(|i| {
            self.poses.iter().map(|entry| entry.pos[i]).sum::<f64>() / TABLE as f64
        });
        let square = |entry: &Entry| -> f64 {
            entry.pos.iter().zip(mean).map(|(x, m)| (x - m) * (x - m)).sum()
        };
        let largest = self.poses.iter().map(square).fold(0.0, f64::max).sqrt();
        if largest.is_finite() && largest > 1e-9 { largest } else { 1.0 }
    }

    /// A length of the size of the space that the end moves in.
    pub(super) fn reach(&self) -> f64 {
        self.reach
    }

    /// The next start for a goal: the nearest one of the table that is not used yet, then more of the
    /// sequence. Joints without limits stay near where the model has them.
    pub(super) fn next(
        &self,
        chain: &Chain,
        (goal, quat): (&Transform, &Quat),
        weights: &[f64; 6],
        used: &mut Used,
        q: &mut [f64],
    ) {
        let index = used.count;
        used.count += 1;
        match self.nearest((goal, quat), weights, used) {
            Some(near) if index < TABLE => {
                used.bits[near / 64] |= 1 << (near % 64);
                q.copy_from_slice(&self.table[near * q.len()..(near + 1) * q.len()]);
            }
            _ => self.at(chain, index, q),
        }
    }

    fn nearest(
        &self,
        (goal, quat): (&Transform, &Quat),
        weights: &[f64; 6],
        used: &Used,
    ) -> Option<usize> {
        let mut best = (f64::INFINITY, None);
        let (position, rotation) = (weights[0] * weights[0], 8.0 * weights[3] * weights[3]);
        for (index, entry) in self.poses.iter().enumerate() {
            let [x, y, z] = entry.pos;
            let (dx, dy, dz) = (x - goal.pos[0], y - goal.pos[1], z - goal.pos[2]);
            let along = entry.quat[0] * quat[0]
                + entry.quat[1] * quat[1]
                + entry.quat[2] * quat[2]
                + entry.quat[3] * quat[3];
            // the square of the angle, for small angles
            let distance =
                position * (dx * dx + dy * dy + dz * dz) + rotation * (1.0 - along.abs());
            let taken = used.bits[index / 64] >> (index % 64) & 1 == 1;
            if distance < best.0 && !taken {
                best = (distance, Some(index));
            }
        }
        best.1
    }

    /// A configuration of the sequence.
    fn at(&self, chain: &Chain, index: usize, q: &mut [f64]) {
        let fraction = |coordinate: usize| {
            let x = 0.5 + (index + 1) as f64 * self.steps[coordinate];
            x - x.floor()
        };
        for joint in chain.joints() {
            let at = joint.q.start;
            match joint.kind {
                JointType::Hinge | JointType::Slide => {
                    let around =
                        if joint.kind == JointType::Hinge { std::f64::consts::PI } else { 1.0 };
                    let middle = chain.q0()[at];
                    let [low, high] = joint.range.unwrap_or([middle - around, middle + around]);
                    q[at] = (low + (high - low) * fraction(at)).clamp(low, high.max(low));
                }
                JointType::Free => {
                    for i in at..at + 3 {
                        q[i] = chain.q0()[i] + 2.0 * fraction(i) - 1.0;
                    }
                    quaternion(&mut q[at + 3..at + 7], [3, 4, 5].map(|i| fraction(at + i)), None);
                }
                JointType::Ball => {
                    let largest = joint.range.map(|range| range[1]);
                    quaternion(&mut q[at..at + 4], [0, 1, 2].map(|i| fraction(at + i)), largest);
                }
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.steps[..]) + size_of_val(&self.table[..]) + size_of_val(&self.poses[..])
    }
}

/// A rotation from three numbers between 0 and 1, evenly spread (Shoemake 1992), by no more than an
/// angle.
fn quaternion(q: &mut [f64], [a, b, c]: [f64; 3], largest: Option<f64>) {
    let turn = 2.0 * std::f64::consts::PI;
    let (near, far) = ((1.0 - a).sqrt(), a.sqrt());
    let mut quat = Quat([
        far * fun::cos(turn * c),
        near * fun::sin(turn * b),
        near * fun::cos(turn * b),
        far * fun::sin(turn * c),
    ]);
    if let Some(largest) = largest {
        let (axis, angle) = ferrodyn_engine::math::rotation::quat_to_vel(quat, 1.0).normalized();
        quat = Quat::from_axis_angle(axis, angle / std::f64::consts::PI * largest);
    }
    q.copy_from_slice(&quat.0);
}

/// Steps of the sequence in `n` dimensions.
fn steps(n: usize) -> Vec<f64> {
    let mut g = 2.0;
    for _ in 0..60 {
        g = fun::pow(1.0 + g, 1.0 / (n as f64 + 1.0));
    }
    let mut steps = Vec::with_capacity(n);
    let mut step = 1.0;
    for _ in 0..n {
        step /= g;
        steps.push(step);
    }
    steps
}
