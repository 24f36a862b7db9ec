//! The matrices of a step and of inverse dynamics.

use ferrodyn_engine::constants::MAXVAL;
use ferrodyn_engine::enums::{EnableBit, Integrator};
use ferrodyn_engine::{Data, Model, constraint, inverse, try_forward};

use crate::dense;
use crate::error::{DeriveError, refuse};
use crate::residual::Residual;
use crate::rows::{self, RowReader};
use crate::runge_kutta::Stages;
use crate::sweep::Sweep;
use crate::topology::Topology;
use crate::{actuation, coverage, integrate, passive};

/// How far forces and accelerations may differ, as a share of their size, for derivatives at the optimum to hold.
const CONVERGED: f64 = 1e-6;

/// The matrices of a step, and the memory that computing them takes.
///
/// Made once for a model, it is filled by [`linearize`] as often as wanted, which then allocates nothing.
///
/// # Examples
/// ```
/// use ferrodyn::derive::{Linearization, linearize};
/// use ferrodyn::Data;
///
/// let m = ferrodyn::load_str(
///     r#"<mujoco><worldbody><body><joint name="hinge" axis="0 1 0" damping=".1"/>
///         <geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02"/></body></worldbody>
///         <actuator><motor joint="hinge"/></actuator></mujoco>"#,
/// )?;
/// let mut d = Data::new(&m);
/// d.qpos[0] = 0.3;
/// let mut step = Linearization::new(&m);
/// linearize(&m, &mut d, &mut step)?;
/// let [dq_dq, dq_dv, dv_dq, dv_dv] = step.A()[..] else { unreachable!("two numbers in, two out") };
/// assert!(dv_dq < 0.0, "gravity pulls back");
/// assert!(dq_dq < 1.0 && dq_dv > 0.0 && dv_dv < 1.0 && step.B()[1] > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Linearization {
    pub(crate) A: Vec<f64>,
    pub(crate) B: Vec<f64>,
    work: Workspace,
    stages: Stages,
}

impl Linearization {
    /// Memory for the matrices of a model.
    pub fn new(m: &Model) -> Self {
        let nx = 2 * m.nv + m.na;
        Self {
            A: vec![0.0; nx * nx],
            B: vec![0.0; nx * m.nu],
            work: Workspace::new(m),
            stages: Stages::default(),
        }
    }

    /// The next state by the state: `2 nv + na` squared, row-major; state is qpos (along its tangents), qvel, act.
    pub fn A(&self) -> &[f64] {
        &self.A
    }

    /// The next state by the control: `2 nv + na` by `nu`, row-major.
    pub fn B(&self) -> &[f64] {
        &self.B
    }

    /// The gradients of a number in state and control before the step, given its gradient `next` in the state after: `A' next`
    /// and `B' next`.
    ///
    /// # Errors
    /// If a slice has not as many numbers as the state, or as there are controls.
    pub fn pull_back(
        &self,
        next: &[f64],
        state: &mut [f64],
        ctrl: &mut [f64],
    ) -> Result<(), DeriveError> {
        let Sizes { nv, na, nu, .. } = self.work.sizes;
        let nx = 2 * nv + na;
        if next.len() != nx || state.len() != nx || ctrl.len() != nu {
            return Err(DeriveError::WrongWorkspace);
        }
        for (mat, out) in [(&self.A, state), (&self.B, ctrl)] {
            out.fill(0.0);
            for (row, &x) in mat.chunks_exact(out.len().max(1)).zip(next) {
                out.iter_mut().zip(row).for_each(|(out, mat)| *out += mat * x);
            }
        }
        Ok(())
    }
}

/// The matrices of inverse dynamics, and the memory that computing them takes.
#[derive(Debug)]
pub struct InverseLinearization {
    work: Workspace,
}

impl InverseLinearization {
    /// Memory for the matrices of a model.
    pub fn new(m: &Model) -> Self {
        Self { work: Workspace::new(m) }
    }

    /// `qfrc_inverse` by qpos, along its tangents: `nv` squared, row-major.
    pub fn by_position(&self) -> &[f64] {
        &self.work.residual.dq
    }

    /// `qfrc_inverse` by qvel: `nv` squared, row-major.
    pub fn by_velocity(&self) -> &[f64] {
        &self.work.residual.dv
    }

    /// `qfrc_inverse` by qacc: `nv` squared, row-major and symmetric.
    pub fn by_acceleration(&self) -> &[f64] {
        &self.work.residual.da
    }
}

/// Sizes of the model that memory was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    nv: usize,
    na: usize,
    nu: usize,
    nbody: usize,
    signature: u64,
}

impl Sizes {
    fn of(m: &Model) -> Self {
        Self { nv: m.nv, na: m.na, nu: m.nu, nbody: m.nbody, signature: m.signature }
    }
}

/// What computing takes.
#[derive(Debug)]
pub(crate) struct Workspace {
    sizes: Sizes,
    topology: Topology,
    sweep: Sweep,
    residual: Residual,
    reader: RowReader,
    /// `a - a'`.
    difference: Vec<f64>,
    /// Velocities after the step.
    velocity: Vec<f64>,
    jar: Vec<f64>,
    damped: Vec<f64>,
    factor: Vec<f64>,
    right: Vec<f64>,
    product: Vec<f64>,
    block: Vec<[f64; 16]>,
}

impl Workspace {
    fn new(m: &Model) -> Self {
        let width = 2 * m.nv + m.na + m.nu;
        Self {
            sizes: Sizes::of(m),
            topology: Topology::new(m),
            sweep: Sweep::new(m),
            residual: Residual::new(m.nv, m.nu, m.na),
            reader: RowReader::new(m),
            difference: vec![0.0; m.nv],
            velocity: vec![0.0; m.nv],
            jar: Vec::new(),
            damped: vec![0.0; m.nv * m.nv],
            factor: vec![0.0; m.nv * m.nv],
            right: vec![0.0; m.nv * width],
            product: vec![0.0; m.nv * width],
            block: Vec::with_capacity(m.nv),
        }
    }

    /// Refuses a model of other sizes.
    fn accept(&self, m: &Model) -> Result<(), DeriveError> {
        if self.sizes == Sizes::of(m) { Ok(()) } else { Err(DeriveError::WrongWorkspace) }
    }

    /// The inertia, and the forces and states of all constraints at the accelerations in `d`: solvers may leave others.
    fn prepare(&mut self, m: &Model, d: &mut Data) -> Result<(), DeriveError> {
        self.residual.clear();
        integrate::put_inertia(m, d, &mut self.residual.inertia);
        self.jar.resize(d.efc_aref.len(), 0.0);
        if self.jar.is_empty() {
            return Ok(());
        }
        let failed = |_| DeriveError::WrongWorkspace;
        constraint::mul_jac_vec(m, d, &d.qacc, &mut self.jar).map_err(failed)?;
        for (jar, aref) in self.jar.iter_mut().zip(d.efc_aref.iter()) {
            *jar -= aref;
        }
        constraint::update(m, d, &self.jar, true).map(|_| ()).map_err(failed)
    }

    /// The factor of `M + h B`, the velocity after the step, and `a - a'`.
    fn damp(&mut self, m: &Model, d: &mut Data) -> Result<(), DeriveError> {
        let Self { residual, difference, velocity, damped, block, .. } = self;
        integrate::put_damped_inertia(m, d, damped);
        if !dense::factor(damped, m.nv) {
            return Err(DeriveError::Singular);
        }
        dense::multiply(&residual.inertia, m.nv, &d.qacc, 1, difference);
        dense::solve(damped, m.nv, difference, 1, block);
        for (k, (x, velocity)) in m.dofs().zip(difference.iter_mut().zip(velocity)) {
            *velocity = d.qvel[k] + m.opt.timestep * *x;
            *x = d.qacc[k] - *x;
        }
        Ok(())
    }

    /// From the derivatives of the residual to those of the acceleration, in `self.right`: a row for each degree of freedom, with
    /// columns for positions, velocities, activations and controls.
    fn solve(&mut self) -> Result<(), DeriveError> {
        let Sizes { nv, na, nu, .. } = self.sizes;
        let Self { residual, factor, right, block, .. } = self;
        let Residual { dq, dv, da, by_act, by_ctrl, .. } = residual;

        // da = -H^-1 dr for all columns at once
        let width = 2 * nv + na + nu;
        for k in 0..nv {
            let square = k * nv..(k + 1) * nv;
            let held = dq[square.clone()].iter().chain(&dv[square]).map(|x| -x);
            let driven = by_act[k * na..(k + 1) * na].iter().chain(&by_ctrl[k * nu..(k + 1) * nu]);
            let row = right[k * width..(k + 1) * width].iter_mut();
            row.zip(held.chain(driven.copied())).for_each(|(to, x)| *to = x);
        }
        factor.copy_from_slice(da);
        if !dense::factor(factor, nv) {
            return Err(DeriveError::Singular);
        }
        dense::solve(factor, nv, right, width, block);
        Ok(())
    }

    /// From the derivatives of the acceleration to those of `a'`, in `self.product`: `(M + h B)^-1 (M da + dM (a - a'))`.
    fn solve_damped(&mut self) {
        let Sizes { nv, na, nu, .. } = self.sizes;
        let width = 2 * nv + na + nu;
        let Self { residual, right, product, damped, block, .. } = self;
        let Residual { inertia, inertia_dq, .. } = residual;
        dense::multiply(inertia, nv, right, width, product);
        for k in 0..nv {
            let change = &inertia_dq[k * nv..(k + 1) * nv];
            product[k * width..].iter_mut().zip(change).for_each(|(to, x)| *to += x);
        }
        dense::solve(damped, nv, product, width, block);
    }

    /// The derivatives of the acceleration at the state in `d`, after its forward pass, in `self.right`.
    pub(crate) fn acceleration(&mut self, m: &Model, d: &mut Data) -> Result<&[f64], DeriveError> {
        self.prepare(m, d)?;
        check_solution(d, &self.residual.inertia)?;
        self.difference.fill(0.0);
        self.differentiate(m, d, true)?;
        actuation::forces(m, d, &mut self.reader, &mut self.residual);
        self.solve()?;
        Ok(&self.right)
    }

    /// The derivatives of the residual at the accelerations in `d`, without actuators; `self.difference` is the
    /// vector of `M w`. With `applied`, forces of the user count.
    fn differentiate(&mut self, m: &Model, d: &Data, applied: bool) -> Result<(), DeriveError> {
        let Self { topology, sweep, residual, reader, difference, .. } = self;
        sweep.outward(m, d, topology, &d.qacc, difference);
        residual.da.copy_from_slice(&residual.inertia);
        let mut list = std::mem::take(&mut reader.list);
        passive::springs_and_dampers(m, d, &mut reader.row, residual);
        passive::world_forces(m, d, applied, sweep, residual, &mut list);
        reader.list = list;
        rows::constraints(m, d, reader, sweep, residual)?;
        sweep.inward(m, topology, residual);
        Ok(())
    }
}

/// Computes the matrices of a step at the state, control and applied forces that `d` holds.
///
/// `d` is as after [`forward`](ferrodyn_engine::forward) then; its state is not changed.
///
/// # Errors
/// If the model or the state has something whose derivative is not there, which the error names; if the solver stopped
/// far from its optimum; if the data or the matrices are those of another model.
pub fn linearize(m: &Model, d: &mut Data, out: &mut Linearization) -> Result<(), DeriveError> {
    out.work.accept(m)?;
    coverage::check_forces(m)?;
    coverage::check_step(m)?;
    try_forward(m, d)?;
    check_numbers(m, d)?;
    let Linearization { A, B, work, stages } = out;
    if m.opt.integrator() == Some(Integrator::Rk4) {
        stages.run(m, d, work, [A, B])?;
    } else {
        work.prepare(m, d)?;
        check_solution(d, &work.residual.inertia)?;
        work.damp(m, d)?;
        work.differentiate(m, d, true)?;
        actuation::forces(m, d, &mut work.reader, &mut work.residual);
        work.solve()?;
        work.solve_damped();
        integrate::put_step(m, d, &work.product, &work.velocity, [A, B]);
    }
    let finite = out.A.iter().chain(&out.B).all(|x| x.is_finite());
    if finite { Ok(()) } else { Err(DeriveError::NotFinite) }
}

/// Computes the derivatives of inverse dynamics at the positions, velocities and accelerations that `d` holds.
///
/// `d` is as after [`inverse`](ferrodyn_engine::inverse::inverse) then.
///
/// # Errors
/// As [`linearize`]; also with `invdiscrete`, where accelerations are those of a time step.
pub fn linearize_inverse(
    m: &Model,
    d: &mut Data,
    out: &mut InverseLinearization,
) -> Result<(), DeriveError> {
    out.work.accept(m)?;
    coverage::check_forces(m)?;
    if m.opt.enabled(EnableBit::InvDiscrete) {
        return refuse("inverse dynamics of accelerations over a time step (invdiscrete)");
    }
    inverse::try_inverse(m, d)?;
    let work = &mut out.work;
    work.prepare(m, d)?;
    work.difference.fill(0.0);
    work.differentiate(m, d, false)?;
    let Residual { dq, dv, da, .. } = &work.residual;
    if [dq, dv, da].into_iter().flatten().all(|x| x.is_finite()) {
        Ok(())
    } else {
        Err(DeriveError::NotFinite)
    }
}

/// Refuses numbers at which a step does something else: it resets bad states, and takes all controls for zero where one is bad.
fn check_numbers(m: &Model, d: &Data) -> Result<(), DeriveError> {
    let good = |x: &f64| x.abs() <= MAXVAL;
    let state = d.qpos.iter().chain(&d.qvel).chain(&d.qacc).all(good);
    let controls = m.actuators().all(|u| good(&actuation::control(m, d, u)));
    if state && controls { Ok(()) } else { Err(DeriveError::NotFinite) }
}

/// Refuses accelerations that do not follow from the forces.
fn check_solution(d: &Data, inertia: &[f64]) -> Result<(), DeriveError> {
    let nv = d.qacc.len();
    let (mut residual, mut size) = (0.0, 0.0);
    for (k, row) in inertia.chunks_exact(nv.max(1)).enumerate() {
        let inertial: f64 = row.iter().zip(d.qacc.iter()).map(|(M, a)| M * a).sum();
        let (smooth, constraint) = (d.qfrc_smooth[k], d.qfrc_constraint[k]);
        let error = inertial - smooth - constraint;
        residual += error * error;
        size += inertial * inertial + smooth * smooth + constraint * constraint;
    }
    if !(residual.is_finite() && size.is_finite()) {
        return Err(DeriveError::NotFinite);
    }
    let share = if size > 0.0 { (residual / size).sqrt() } else { 0.0 };
    if share > CONVERGED { Err(DeriveError::NotConverged(share)) } else { Ok(()) }
}
