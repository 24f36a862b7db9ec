//! Jobs that threads take one after the other: what batches and rollouts are cut into.
//!
//! A thread [works](Jobs::work) until there are no more jobs, or until the [`Halt`] that all share is set: by a
//! job that fails or panics, or by the interrupt hook that is asked between jobs. Which thread takes which job
//! changes no result, as jobs share nothing that they write.

use std::any::Any;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Environments of one job, which a thread takes at a time.
pub const JOB: usize = 8;

/// Whether work ends before it is done, and why.
pub struct Halt<E> {
    flag: Arc<AtomicBool>,
    cause: Mutex<Option<Cause<E>>>,
}

/// What ended the work.
enum Cause<E> {
    Error(E),
    Panic(Box<dyn Any + Send>),
}

impl<E> Default for Halt<E> {
    fn default() -> Self {
        Self { flag: Arc::default(), cause: Mutex::new(None) }
    }
}

impl<E> fmt::Debug for Halt<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Halt").field("is_set", &self.is_set()).finish_non_exhaustive()
    }
}

impl<E> Halt<E> {
    /// What is set when work ends before it is done.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Whether to take no more jobs.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Ends all work; the first error is kept.
    pub fn fail(&self, error: E) {
        self.set(Cause::Error(error));
    }

    fn set(&self, cause: Cause<E>) {
        self.flag.store(true, Ordering::Relaxed);
        unpoisoned(&self.cause).get_or_insert(cause);
    }

    /// The first error, once all threads are done; the panic of a job goes on from here.
    ///
    /// # Errors
    /// The first that a job or the interrupt hook has returned.
    ///
    /// # Panics
    /// If a job did so first.
    pub fn result(&self) -> Result<(), E> {
        match unpoisoned(&self.cause).take() {
            None => Ok(()),
            Some(Cause::Error(error)) => Err(error),
            Some(Cause::Panic(payload)) => panic::resume_unwind(payload),
        }
    }
}

/// Jobs, and which of them is next.
#[derive(Debug)]
pub struct Jobs<J> {
    jobs: Vec<Mutex<J>>,
    next: AtomicUsize,
}

impl<J> Jobs<J> {
    /// These jobs, in this order.
    pub fn new(jobs: impl IntoIterator<Item = J>) -> Self {
        Self { jobs: jobs.into_iter().map(Mutex::new).collect(), next: AtomicUsize::new(0) }
    }

    /// A job for each so many of some items.
    pub fn cut<T>(
        items: impl IntoIterator<Item = T>,
        size: usize,
        job: impl Fn(Vec<T>) -> J,
    ) -> Self {
        let mut items = items.into_iter();
        let blocks = std::iter::from_fn(|| {
            let block: Vec<T> = items.by_ref().take(size.max(1)).collect();
            (!block.is_empty()).then_some(block)
        });
        Self::new(blocks.map(job))
    }

    /// Number of jobs, taken or not.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// A job that nobody has taken; none once work shall end.
    pub fn take<E>(&self, halt: &Halt<E>) -> Option<MutexGuard<'_, J>> {
        if halt.is_set() {
            return None;
        }
        self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)).map(unpoisoned)
    }

    /// Takes jobs on this thread until there are no more; false if work ended before. After each job
    /// `interrupt` says whether to go on. A panic of a job ends the work of all threads and is kept for
    /// [`Halt::result`].
    pub fn work<E>(
        &self,
        halt: &Halt<E>,
        mut job: impl FnMut(&mut J) -> Result<(), E>,
        mut interrupt: impl FnMut() -> Result<(), E>,
    ) -> bool {
        while let Some(mut taken) = self.take(halt) {
            match panic::catch_unwind(AssertUnwindSafe(|| job(&mut taken))) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => halt.fail(error),
                Err(payload) => halt.set(Cause::Panic(payload)),
            }
            if let Err(error) = interrupt() {
                halt.fail(error);
            }
        }
        !halt.is_set()
    }

    /// The jobs, as work has left them.
    pub fn into_inner(self) -> Vec<J> {
        let inner = |job: Mutex<J>| job.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.jobs.into_iter().map(inner).collect()
    }
}

/// How many threads do so many jobs: those of rayon's pool that this thread is in, or else of the one for all; without
/// rayon this one alone.
pub(super) fn threads_for(jobs: usize) -> usize {
    #[cfg(feature = "parallel")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    let threads = 1;
    threads.min(jobs)
}

/// Does jobs on so many threads, without allocating: each thread asks the iterator for its next job. A thread makes
/// memory for its jobs when it takes the first. A panic of a job ends the work of all threads and goes on from here.
pub(super) fn on_threads<J, W>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    make: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, J) + Sync,
) {
    let jobs = Mutex::new(jobs);
    let panic = Mutex::new(None);
    let work = || {
        let mut memory = None;
        loop {
            // the lock ends with the line
            let next = unpoisoned(&jobs).next();
            let Some(next) = next.filter(|_| unpoisoned(&panic).is_none()) else { break };
            let run = || job(memory.get_or_insert_with(&make), next);
            if let Err(payload) = panic::catch_unwind(AssertUnwindSafe(run)) {
                unpoisoned(&panic).get_or_insert(payload);
            }
        }
    };
    spread(threads, &work);
    let payload = unpoisoned(&panic).take();
    if let Some(payload) = payload {
        panic::resume_unwind(payload);
    }
}

/// [`on_threads`] with as many as there are for these jobs.
pub(super) fn on_cores<J: Send, W>(
    jobs: Vec<J>,
    make: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, J) + Sync,
) {
    on_threads(threads_for(jobs.len()), jobs.into_iter(), make, job);
}

/// Calls a function once on each of so many threads.
#[cfg(feature = "parallel")]
fn spread(threads: usize, work: &(impl Fn() + Sync)) {
    if threads < 2 {
        return work();
    }
    let half = threads / 2;
    rayon::join(|| spread(threads - half, work), || spread(half, work));
}

#[cfg(not(feature = "parallel"))]
fn spread(_: usize, work: &(impl Fn() + Sync)) {
    work();
}

fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::batch::BatchSim;
    use crate::model::Draft;
    use crate::{Data, Model, Sizes};

    /// Works on three threads.
    fn on_three<J: Send, E: Send>(
        jobs: &Jobs<J>,
        halt: &Halt<E>,
        job: impl Fn(&mut J) -> Result<(), E> + Sync,
        interrupt: impl Fn() -> Result<(), E> + Sync,
    ) {
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| jobs.work(halt, &job, &interrupt));
            }
        });
    }

    #[test]
    fn every_job_is_done_once_whoever_takes_it() {
        for (items, size, jobs) in [(100, 8, 13), (8, 8, 1), (0, 8, 0), (3, 0, 3)] {
            let cut = Jobs::cut(0..items, size, |block| (block, 0));
            assert_eq!((cut.len(), cut.is_empty()), (jobs, jobs == 0));
            let halt = Halt::<()>::default();
            let job = |(_, times): &mut (Vec<i32>, i32)| {
                *times += 1;
                Ok(())
            };
            on_three(&cut, &halt, job, || Ok(()));
            assert_eq!(halt.result(), Ok(()));
            let (blocks, times): (Vec<_>, Vec<_>) = cut.into_inner().into_iter().unzip();
            assert!(blocks.concat().into_iter().eq(0..items));
            assert!(times.iter().all(|&n| n == 1));
        }
    }

    #[test]
    fn the_first_error_ends_the_work_of_all() {
        let (jobs, halt) = (Jobs::new(0..1000), Halt::default());
        let done = AtomicUsize::new(0);
        let job = |j: &mut i32| {
            done.fetch_add(1, Ordering::Relaxed);
            if *j >= 10 { Err(*j) } else { Ok(()) }
        };
        on_three(&jobs, &halt, job, || Ok(()));
        assert!(halt.is_set() && halt.flag().load(Ordering::Relaxed));
        assert!((10..13).contains(&halt.result().unwrap_err()));
        assert!(done.into_inner() <= 13);
    }

    #[test]
    fn an_interrupt_is_seen_between_two_jobs() {
        let (jobs, halt) = (Jobs::new(0..1000), Halt::default());
        let mut left = 5;
        let ended = jobs.work(
            &halt,
            |_| Ok(()),
            || {
                left -= 1;
                if left > 0 { Ok(()) } else { Err("Ctrl-C") }
            },
        );
        assert!(!ended);
        assert_eq!((left, halt.result()), (0, Err("Ctrl-C")));
    }

    #[test]
    fn a_panic_of_a_job_goes_on_when_all_threads_are_done() {
        let (jobs, halt) = (Jobs::new(0..1000), Halt::<()>::default());
        let job = |j: &mut i32| {
            assert!(*j != 7, "seven");
            Ok(())
        };
        on_three(&jobs, &halt, job, || Ok(()));
        assert!(halt.is_set());
        let caught = panic::catch_unwind(AssertUnwindSafe(|| halt.result())).unwrap_err();
        assert_eq!(caught.downcast_ref::<&str>(), Some(&"seven"));
        // the jobs are not lost
        assert_eq!(jobs.into_inner().len(), 1000);
    }

    #[test]
    fn memory_is_made_once_for_each_thread() {
        let (made, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let make = || made.fetch_add(1, Ordering::Relaxed);
        let count = |_: &mut usize, _| {
            done.fetch_add(1, Ordering::Relaxed);
        };
        on_cores((0..100).collect(), make, count);
        assert_eq!(done.into_inner(), 100);
        #[cfg(feature = "parallel")]
        assert!(made.into_inner() <= rayon::current_num_threads());
        #[cfg(not(feature = "parallel"))]
        assert_eq!(made.into_inner(), 1);
        on_cores(Vec::<()>::new(), || panic!("there are no jobs"), |(), ()| {});
    }

    #[test]
    fn a_batch_goes_on_after_a_reward_that_panics() {
        let draft = Draft::new(Sizes { nbody: 1, ..Sizes::default() }).unwrap();
        let m = Arc::new(draft.finish().unwrap());
        let panics = Arc::new(AtomicBool::new(true));
        let asked = panics.clone();
        let reward = move |_: &Model, _: &Data| {
            assert!(!asked.load(Ordering::Relaxed), "no reward");
            1.0
        };
        let mut batch = BatchSim::new(m, 100).with_reward(reward);
        let caught = panic::catch_unwind(AssertUnwindSafe(|| batch.step_all())).unwrap_err();
        assert_eq!(caught.downcast_ref::<&str>(), Some(&"no reward"));
        panics.store(false, Ordering::Relaxed);
        assert_eq!(batch.step_all().rewards, [1.0; 100]);
    }
}
