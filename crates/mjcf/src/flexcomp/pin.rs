//! Which points of a flexcomp stay with the parent body.

use super::{Flexcomp, FlexcompKind};
use crate::spec::FlexDof;

/// Whether each point, or node of an interpolated flex, is pinned.
pub(super) fn pinned(
    comp: &Flexcomp,
    dim: usize,
    points: usize,
    nodes: usize,
) -> Result<Vec<bool>, String> {
    let mut pinned = vec![comp.rigid; points.max(nodes)];
    check(comp, dim)?;
    if comp.rigid {
        return Ok(pinned);
    }
    for &id in &comp.pin_id {
        pinned[point("id", id, points)?] = true;
    }
    for range in comp.pin_range.as_chunks::<2>().0 {
        let [first, last] = [point("range", range[0], points)?, point("range", range[1], points)?];
        for place in pinned.iter_mut().take(last + 1).skip(first) {
            *place = true;
        }
    }
    for place in comp.pin_grid.chunks(dim) {
        in_grid("grid", comp, place, limits_of_grid(comp))?;
        pin(comp, &mut pinned, place)?;
    }
    for range in comp.pin_gridrange.chunks(2 * dim) {
        let (first, last) = range.split_at(dim);
        in_grid("gridrange", comp, first, comp.count)?;
        in_grid("gridrange", comp, last, comp.count)?;
        pin_range(comp, &mut pinned, first, last)?;
    }
    // the center of what moves radially
    if comp.dof == FlexDof::Radial {
        pinned[0] = true;
    }
    Ok(pinned)
}

fn check(comp: &Flexcomp, dim: usize) -> Result<(), String> {
    let multiple = |name: &str, list: &[i32], of: usize| {
        if list.len().is_multiple_of(of) {
            return Ok(());
        }
        Err(format!("pin {name} must hold a multiple of {of} numbers: it has {}", list.len()))
    };
    multiple("range", &comp.pin_range, 2)?;
    multiple("grid", &comp.pin_grid, dim)?;
    multiple("gridrange", &comp.pin_gridrange, 2 * dim)?;
    if comp.pin_grid.is_empty() && comp.pin_gridrange.is_empty() {
        return Ok(());
    }
    if comp.kind != FlexcompKind::Grid && comp.dof.order() == 0 {
        return Err("only grids and interpolated flexes can be pinned by grid".into());
    }
    if dim == 1 {
        return Err("a flex of lines cannot be pinned by grid: use id or range".into());
    }
    Ok(())
}

fn point(name: &str, id: i32, points: usize) -> Result<usize, String> {
    let found = usize::try_from(id).ok().filter(|&id| id < points);
    found.ok_or_else(|| format!("pin {name} refers to point {id} of {points}"))
}

/// How many places there are to pin along each axis.
fn limits_of_grid(comp: &Flexcomp) -> [i32; 3] {
    match (comp.kind, comp.dof) {
        (FlexcompKind::Grid, _) => comp.count,
        (_, FlexDof::Trilinear) => [2; 3],
        (_, FlexDof::Quadratic) => [3; 3],
        _ => comp.count,
    }
}

fn in_grid(name: &str, _: &Flexcomp, place: &[i32], limits: [i32; 3]) -> Result<(), String> {
    let outside = place.iter().zip(limits).find(|(at, limit)| **at < 0 || **at >= *limit);
    match outside {
        Some((at, limit)) => Err(format!("pin {name} has {at}, which must be below {limit}")),
        None => Ok(()),
    }
}

/// Pins a place of the grid; places of nodes are counted as if there were `count` of them.
fn pin(comp: &Flexcomp, pinned: &mut [bool], place: &[i32]) -> Result<(), String> {
    let id = place.iter().zip(comp.count).enumerate().fold(0_i64, |id, (axis, (&at, n))| {
        let before = if axis == 0 { 0 } else { id * i64::from(n) };
        before + i64::from(at)
    });
    let slot = usize::try_from(id).ok().and_then(|id| pinned.get_mut(id));
    *slot.ok_or_else(|| format!("pin grid leads to point {id}, which is not there"))? = true;
    Ok(())
}

fn pin_range(
    comp: &Flexcomp,
    pinned: &mut [bool],
    first: &[i32],
    last: &[i32],
) -> Result<(), String> {
    let mut place = first.to_vec();
    if first.iter().zip(last).any(|(first, last)| first > last) {
        return Ok(());
    }
    loop {
        pin(comp, pinned, &place)?;
        // the next place, the last axis first
        let Some(axis) = (0..place.len()).rev().find(|&axis| place[axis] < last[axis]) else {
            return Ok(());
        };
        place[axis] += 1;
        place[axis + 1..].copy_from_slice(&first[axis + 1..]);
    }
}
