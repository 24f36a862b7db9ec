//! Where attempts start: a table of evenly spread configurations with their poses, then more of the
//! same sequence without end.

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::math::{InLanes, Num, Pack, Pose, Quat, Vec3, fun};
use multiversion::multiversion;

use crate::chain::{Chain, Kinematics};
use crate::sequence::Sequence;
use crate::unroll::opaque;

/// Configurations whose poses are known.
const TABLE: usize = 128;
/// Poses that are compared at once.
const LANES: usize = 8;

#[derive(Clone, Debug)]
pub(super) struct Starts {
    sequence: Sequence,
    /// Configurations, one after the other.
    table: Vec<f64>,
    /// Their poses, positions before quaternions, in lanes.
    poses: Vec<[Pack<LANES>; 7]>,
    reach: f64,
}

/// Which configurations of the table were used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    bits: [u64; TABLE / 64],
    count: usize,
}

impl Starts {
    pub(super) fn new(chain: &Chain) -> Self {
        let poses = vec![[Pack::ZERO; 7]; TABLE / LANES];
        let mut starts =
            Self { sequence: Sequence::new(chain.nq()), table: Vec::new(), poses, reach: 1.0 };
        let mut k = Kinematics::<f64>::new(chain);
        let mut q = vec![0.0; chain.nq()];
        for index in 0..TABLE {
            starts.at(chain, index, &mut q);
            k.update(chain, &q);
            let (Vec3(pos), quat) = (k.position(), Quat::from_mat(&k.rotation()));
            starts.table.extend_from_slice(&q);
            for (to, from) in starts.poses[index / LANES].iter_mut().zip(pos.iter().chain(&quat.0))
            {
                to.set_lane(index % LANES, *from);
            }
        }
        starts.reach = starts.spread();
        starts
    }

    /// How far the poses of the table lie from their middle; 1 if that is not a length.
    fn spread(&self) -> f64 {
        let at = |index: usize, i: usize| self.poses[index / LANES][i].lane(index % LANES);
        let mean: [f64; 3] = std::array::from_fn(|i| {
            (0..TABLE).map(|index| at(index, i)).sum::<f64>() / TABLE as f64
        });
        let square = |index: usize| -> f64 {
            (0..3).map(|i| (at(index, i) - mean[i]) * (at(index, i) - mean[i])).sum()
        };
        let largest = (0..TABLE).map(square).fold(0.0, f64::max).sqrt();
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
        goal: &Pose,
        weights: &[f64; 6],
        used: &mut Used,
        q: &mut [f64],
    ) {
        let index = used.count;
        used.count += 1;
        match self.nearest(goal, weights, used) {
            Some(near) if index < TABLE => {
                used.bits[near / 64] |= 1 << (near % 64);
                q.copy_from_slice(&self.table[near * q.len()..(near + 1) * q.len()]);
            }
            _ => self.at(chain, index, q),
        }
    }

    fn nearest(&self, goal: &Pose, weights: &[f64; 6], used: &Used) -> Option<usize> {
        let mut squares = [Pack::ZERO; TABLE / LANES];
        distances(&self.poses, goal, weights, &mut squares);
        for (word, &bits) in used.bits.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let index = 64 * word + left.trailing_zeros() as usize;
                squares[index / LANES].set_lane(index % LANES, f64::INFINITY);
                left &= left - 1;
            }
        }
        least(&squares)
    }

    /// A configuration of the sequence.
    fn at(&self, chain: &Chain, index: usize, q: &mut [f64]) {
        let fraction = |coordinate: usize| self.sequence.at(index, coordinate);
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
        self.sequence.bytes() + size_of_val(&self.table[..]) + size_of_val(&self.poses[..])
    }
}

/// Squares of the weighted distances between poses and a goal.
#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
fn distances(
    poses: &[[Pack<LANES>; 7]],
    goal: &Pose,
    weights: &[f64; 6],
    squares: &mut [Pack<LANES>],
) {
    let (position, rotation) = (weights[0] * weights[0], 8.0 * weights[3] * weights[3]);
    for eight in opaque(squares.len()) {
        let [x, y, z, a, b, c, d] = poses[eight];
        let dx = x - Pack::splat(goal.pos[0]);
        let dy = y - Pack::splat(goal.pos[1]);
        let dz = z - Pack::splat(goal.pos[2]);
        let quat = goal.quat;
        let along = a * quat[0] + b * quat[1] + c * quat[2] + d * quat[3];
        // the square of the angle, for small angles
        squares[eight] =
            (dx * dx + dy * dy + dz * dz) * position + (Pack::ONE - along.abs()) * rotation;
    }
}

/// Which number is the least, the first of equal ones; `None` if all are infinite.
#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
fn least(numbers: &[Pack<LANES>]) -> Option<usize> {
    let (mut best, mut place) = (Pack::splat(f64::INFINITY), Pack::ZERO);
    for (at, &eight) in numbers.iter().enumerate() {
        let less = eight.lt(best);
        best = Pack::select(less, eight, best);
        place = Pack::select(less, Pack::splat(at as f64), place);
    }
    let mut first = (f64::INFINITY, None);
    for lane in 0..LANES {
        let (number, index) = (best.lane(lane), place.lane(lane) as usize * LANES + lane);
        let equal = number == first.0 && first.1.is_some_and(|other| index < other);
        if number < first.0 || equal {
            first = (number, Some(index));
        }
    }
    first.1
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
