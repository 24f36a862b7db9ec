//! Checks that the simulations of a batch fit into the memory of the machine and into the limits of the process.

use std::fs;

use ferrodyn_engine::{Data, Model};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Memory that must be left beside that of a simulation: what is too small to be asked for with care.
const SLACK: usize = 1 << 20;

/// The data of `count` simulations.
///
/// # Errors
/// `MemoryError` where there is no room for them.
pub(super) fn data_of(m: &Model, count: usize) -> PyResult<Vec<Data>> {
    let no_room = || PyMemoryError::new_err(format!("there is no memory for {count} simulations"));
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| no_room())?;
    let room = Data::bytes_for(&m.sizes).unwrap_or(usize::MAX).saturating_mul(2);
    for _ in 0..count {
        // a failure of what a data has beside its arrays would end the process
        let mut probe: Vec<u8> = Vec::new();
        probe.try_reserve_exact(room.saturating_add(SLACK)).map_err(|_| no_room())?;
        drop(std::hint::black_box(probe));
        all.push(Data::try_new(m).map_err(|_| no_room())?);
    }
    Ok(all)
}

/// `MemoryError` where simulations of so many bytes do not fit.
pub(super) fn check(nsim: usize, each: usize) -> PyResult<()> {
    let there = [of_machine(), of_group(), of_process()].into_iter().flatten().min();
    match there {
        Some(there) if nsim.saturating_mul(each) >= there => {
            let there = there >> 20;
            let text =
                format!("{nsim} simulations of {each} bytes do not fit into {there} MiB of memory");
            Err(PyMemoryError::new_err(text))
        }
        _ => Ok(()),
    }
}

/// Bytes of memory, where the system tells.
fn of_machine() -> Option<usize> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

/// Bytes that the group of processes may take, as in a container.
fn of_group() -> Option<usize> {
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    files.iter().find_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok())
}

/// Bytes of addresses that the process may take (`ulimit -v`).
fn of_process() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    entry(&limits, "Max address space")?.parse().ok()
}

fn kilobytes(file: &str, name: &str) -> Option<usize> {
    let kilobytes: usize = entry(&fs::read_to_string(file).ok()?, name)?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The first word after a name that begins a line.
fn entry<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()
}
