//! Derivatives of a step of the classical Runge-Kutta method.
//!
//! Each of the four stages evaluates the rate `k = (v, a, act_dot)` at a state that is the start moved along the rate of the stage
//! before, and the step goes along their weighted mean. A displacement of the start or of the control moves each stage:
//!
//! ```text
//! dy_i = d(y_0 + c h k_(i-1)),    dk_i = (dv_i, F dy_i, G dy_i),    dy' = d(y_0 + h sum w_i k_i)
//! ```
//!
//! with `F` the derivatives of the acceleration, `G` those of the rates of activations. Positions move on their manifold.

use ferrodyn_engine::derivative::quat_integrate;
use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::DofId;
use ferrodyn_engine::integrate::integrate_pos;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{Data, Model, try_forward};

use crate::actuation::{self, along_rate, last_activation};
use crate::error::DeriveError;
use crate::linearization::Workspace;

/// How far each stage goes along the rate of the stage before, in steps.
const ALONG: [f64; 4] = [0.0, 0.5, 0.5, 1.0];
/// Weights of the four rates.
const WEIGHT: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// Memory of the stages; matrices have a row for each number of the state, and columns for state and control.
#[derive(Debug, Default)]
pub(crate) struct Stages {
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    act: Vec<f64>,
    /// The rate of a stage, and the weighted sum.
    rate: Vec<f64>,
    mean: Vec<f64>,
    /// How the state of a stage, its rate, and the weighted sum of rates follow the start.
    state_slopes: Vec<f64>,
    rate_slopes: Vec<f64>,
    mean_slopes: Vec<f64>,
}

/// Writes how a state that moved along a rate for a time `h` follows the start, given how the rate does.
fn put_moved(m: &Model, out: &mut [f64], rate_slopes: &[f64], rate: &[f64], h: f64, width: usize) {
    for (row, (out, slopes)) in
        out.chunks_exact_mut(width.max(1)).zip(rate_slopes.chunks_exact(width.max(1))).enumerate()
    {
        out.iter_mut().zip(slopes).for_each(|(to, slope)| *to = h * slope);
        out[row] += 1.0;
    }
    // rotations turn what they start from
    for j in m.joints() {
        let Some(DofId(first)) = m.jnt_dofadr.id(j) else { continue };
        let first = match m.jnt_type.kind(j) {
            Some(JointType::Ball) => first,
            Some(JointType::Free) => first + 3,
            _ => continue,
        };
        let turned = quat_integrate(Vec3(std::array::from_fn(|i| rate[first + i])), h);
        for i in 0..3 {
            let row = (first + i) * width;
            out[row..row + width].fill(0.0);
            for k in 0..3 {
                let from = (first + k) * width;
                let scale = h * turned.vel[3 * i + k];
                let slopes = &rate_slopes[from..from + width];
                out[row..row + width].iter_mut().zip(slopes).for_each(|(to, x)| *to += scale * x);
                out[row + first + k] += turned.quat[3 * i + k];
            }
        }
    }
}

impl Stages {
    /// Computes the matrices of a step from the state in `d`, which stays as it is; `d` is as after a forward pass at the end.
    pub(crate) fn run(
        &mut self,
        m: &Model,
        d: &mut Data,
        work: &mut Workspace,
        [A, B]: [&mut [f64]; 2],
    ) -> Result<(), DeriveError> {
        self.begin(m, d);
        let time = d.time;
        for (stage, weight) in WEIGHT.into_iter().enumerate() {
            let moved = self.move_to_stage(m, d, ALONG[stage], time);
            let done = moved.and_then(|()| self.evaluate(m, d, work));
            if let Err(error) = done {
                self.restore(d, time);
                return Err(error);
            }
            for (sum, rate) in self.mean.iter_mut().zip(&self.rate) {
                *sum += weight * rate;
            }
            for (sum, rate) in self.mean_slopes.iter_mut().zip(&self.rate_slopes) {
                *sum += weight * rate;
            }
        }
        self.restore(d, time);
        try_forward(m, d)?;
        self.finish(m, d, [A, B]);
        Ok(())
    }

    /// Keeps the start; no rate yet.
    fn begin(&mut self, m: &Model, d: &Data) {
        let nx = 2 * m.nv + m.na;
        let size = nx * (nx + m.nu);
        for (to, from) in
            [(&mut self.qpos, &*d.qpos), (&mut self.qvel, &*d.qvel), (&mut self.act, &*d.act)]
        {
            to.clear();
            to.extend_from_slice(from);
        }
        for (buffer, len) in [
            (&mut self.rate, nx),
            (&mut self.mean, nx),
            (&mut self.state_slopes, size),
            (&mut self.rate_slopes, size),
            (&mut self.mean_slopes, size),
        ] {
            buffer.clear();
            buffer.resize(len, 0.0);
        }
    }

    fn restore(&self, d: &mut Data, time: f64) {
        d.qpos.copy_from_slice(&self.qpos);
        d.qvel.copy_from_slice(&self.qvel);
        d.act.copy_from_slice(&self.act);
        d.time = time;
    }

    /// The state of a stage and its slopes: the start moved along the last rate for `along` steps; its forward pass.
    fn move_to_stage(
        &mut self,
        m: &Model,
        d: &mut Data,
        along: f64,
        time: f64,
    ) -> Result<(), DeriveError> {
        self.restore(d, time);
        let (nv, h) = (m.nv, along * m.opt.timestep);
        let (velocity, rest) = self.rate.split_at(nv);
        // the same scaling as the step's, so that states agree
        integrate_pos(m, &mut d.qpos, velocity, h).map_err(|_| DeriveError::WrongWorkspace)?;
        d.qvel.iter_mut().zip(rest).for_each(|(v, a)| *v += h * a);
        d.act.iter_mut().zip(&rest[nv..]).for_each(|(x, r)| *x += h * r);
        d.time = time + h;

        let width = 2 * nv + m.na + m.nu;
        put_moved(m, &mut self.state_slopes, &self.rate_slopes, &self.rate, h, width);
        try_forward(m, d)?;
        Ok(())
    }

    /// The rate of a stage and its slopes.
    fn evaluate(
        &mut self,
        m: &Model,
        d: &mut Data,
        work: &mut Workspace,
    ) -> Result<(), DeriveError> {
        let (nv, na, nu) = (m.nv, m.na, m.nu);
        let (nx, width) = (2 * nv + na, 2 * nv + na + nu);
        let Self { rate, state_slopes, rate_slopes, .. } = self;
        rate[..nv].copy_from_slice(&d.qvel);
        rate[nv..2 * nv].copy_from_slice(&d.qacc);
        rate[2 * nv..].copy_from_slice(&d.act_dot);

        // velocities, then accelerations through the state, then their own dependence on controls
        rate_slopes[..nv * width].copy_from_slice(&state_slopes[nv * width..2 * nv * width]);
        let acceleration = work.acceleration(m, d)?;
        for k in 0..nv {
            let by = &acceleration[k * width..(k + 1) * width];
            let row = &mut rate_slopes[(nv + k) * width..(nv + k + 1) * width];
            row.fill(0.0);
            for (&slope, state) in by[..nx].iter().zip(state_slopes.chunks_exact(width)) {
                if slope != 0.0 {
                    row.iter_mut().zip(state).for_each(|(to, x)| *to += slope * x);
                }
            }
            row[nx..].iter_mut().zip(&by[nx..]).for_each(|(to, x)| *to += x);
        }
        for u in m.actuators() {
            let Some(i) = last_activation(m, u) else { continue };
            let (by_act, by_ctrl) = actuation::rate_slopes(m, d, u);
            let at = (2 * nv + i) * width;
            for c in 0..width {
                rate_slopes[at + c] = by_act * state_slopes[at + c];
            }
            rate_slopes[at + nx + u.0] += by_ctrl;
        }
        Ok(())
    }

    /// The matrices of the step along the mean of the rates, given the state before it.
    fn finish(&mut self, m: &Model, d: &Data, [A, B]: [&mut [f64]; 2]) {
        let (nv, na, nu, h) = (m.nv, m.na, m.nu, m.opt.timestep);
        let (nx, width) = (2 * nv + na, 2 * nv + na + nu);
        let Self { mean, mean_slopes, state_slopes, .. } = self;
        put_moved(m, state_slopes, mean_slopes, mean, h, width);
        for u in m.actuators() {
            let Some(i) = last_activation(m, u) else { continue };
            let row = 2 * nv + i;
            let [held, reach] = along_rate(m, d, u, mean[row]);
            let range = row * width..(row + 1) * width;
            let pairs = state_slopes[range.clone()].iter_mut().zip(&mean_slopes[range]);
            pairs.for_each(|(to, slope)| *to = reach * slope);
            state_slopes[row * width + row] += held;
        }
        for (row, slopes) in state_slopes.chunks_exact(width.max(1)).enumerate() {
            A[row * nx..(row + 1) * nx].copy_from_slice(&slopes[..nx]);
            B[row * nu..(row + 1) * nu].copy_from_slice(&slopes[nx..]);
        }
    }
}
