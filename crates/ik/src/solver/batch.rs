//! Many targets in one call: eight at a time in lanes, on all cores with the feature `parallel`.

use ferrodyn_engine::math::{Pack, Pose};
#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::search::{Job, Memory, run};
use super::{Report, Solver, Status, classify};
use crate::error::{IkError, check_len};

/// Targets solved at once.
const LANES: usize = 8;
/// Targets of a job for a thread: many, because lanes idle while the last of them is searched.
#[cfg(feature = "parallel")]
const CHUNK: usize = 512;

impl Solver {
    /// [`solve`](Self::solve) for many targets: `q` has the start of each, one after the other, and
    /// receives where it ended.
    ///
    /// Every result has the bits of a search by itself. With the feature `parallel`, targets are
    /// shared among the threads of rayon.
    ///
    /// # Errors
    /// If `q` does not have coordinates for each target, or if a number is not finite; `q` stays what
    /// it was.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::ik::{Chain, Settings, Solver, Status};
    ///
    /// let m = ferrodyn::load_str(
    ///     "<mujoco><worldbody><body name='arm'><joint axis='0 0 1'/><geom size='.1'/></body>
    ///     </worldbody></mujoco>",
    /// )?;
    /// let chain = Chain::by_name(&m, "", "arm")?;
    /// let targets: Vec<_> = (0..9).map(|i| chain.pose(&[0.1 * f64::from(i)])).collect::<Result<_, _>>()?;
    /// let mut q = vec![0.0; 9];
    /// let reports = Solver::new(&chain, Settings::default())?.solve_batch(&targets, &mut q)?;
    /// assert!(reports.iter().all(|report| report.status == Status::Converged));
    /// assert!((q[8] - 0.8).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_batch(&self, targets: &[Pose], q: &mut [f64]) -> Result<Vec<Report>, IkError> {
        let p = &self.setup;
        let nq = p.chain.nq();
        check_len("q", q.len(), nq * targets.len())?;
        for (target, q) in targets.iter().zip(q.chunks_exact(nq)) {
            p.check(target, q)?;
        }
        let mut reports = vec![Report::default(); targets.len()];

        #[cfg(feature = "parallel")]
        targets
            .par_chunks(CHUNK)
            .zip(q.par_chunks_mut(CHUNK * nq))
            .zip(reports.par_chunks_mut(CHUNK))
            .for_each(|((goals, q), reports)| self.solve_chunk(goals, q, reports));
        #[cfg(not(feature = "parallel"))]
        self.solve_chunk(targets, q, &mut reports);
        Ok(reports)
    }

    fn solve_chunk(&self, goals: &[Pose], q: &mut [f64], reports: &mut [Report]) {
        let p = &self.setup;
        let nq = p.chain.nq();
        let mut memory = Memory::<Pack<LANES>>::new(&p.chain);
        let job = Job { goals, q, reports };
        run(p, job, p.rules(), &mut memory);
        if reports.iter().all(|report| report.status == Status::Converged) {
            return;
        }
        let mut one = Memory::<f64>::new(&p.chain);
        for ((goal, q), report) in goals.iter().zip(q.chunks_exact_mut(nq)).zip(reports) {
            if report.status != Status::Converged {
                classify::classify(p, goal, q, report, &mut one);
            }
        }
    }
}
