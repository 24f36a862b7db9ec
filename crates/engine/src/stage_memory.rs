//! [`Workspace`], the memory that the stages of one simulation keep from step to step.
//!
//! [`Data`] owns it without knowing its type, because stages are a layer above data: the type is
//! [`Lanes::Workspace`], which is set here.

use crate::collision::CollisionWorkspace;
use crate::constraint::{Part, ProjectionWorkspace};
use crate::data::{Arrays, Data, Lanes};
use crate::derivative::CellEquations;
use crate::model::Model;
use crate::solver::SolverWorkspace;

/// Memory of the stages that work on one simulation at a time. It saves time and changes no result.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) collision: CollisionWorkspace,
    /// Parts of the contact whose rows are made.
    pub(crate) contact_parts: Vec<Part>,
    /// Implicit integration of interpolated flexes.
    pub(crate) cells: CellEquations,
    pub(crate) projection: ProjectionWorkspace,
    pub(crate) solver: SolverWorkspace,
}

impl Lanes for f64 {
    type Plain = Self;
    type Each<T: Send + Sync + 'static> = [T; 1];
    type Workspace = Workspace;

    fn each<T: Send + Sync + 'static>(mut make: impl FnMut(usize) -> T) -> [T; 1] {
        [make(0)]
    }
    fn workspace(m: &Model) -> Workspace {
        Workspace { collision: CollisionWorkspace::new(m), ..Workspace::default() }
    }
    #[inline(never)]
    fn arrays() -> Arrays<f64> {
        Arrays(Data::ROWS)
    }
    fn join<'a>(to: &mut [Self], from: impl Fn(usize) -> &'a [f64]) {
        let from = from(0);
        let len = to.len().min(from.len());
        to[..len].copy_from_slice(&from[..len]);
    }
    #[inline(always)]
    fn plain(numbers: &[Self]) -> Option<&[Self]> {
        Some(numbers)
    }
    #[inline(always)]
    fn plain_mut(numbers: &mut [Self]) -> Option<&mut [Self]> {
        Some(numbers)
    }
    fn single(d: &Data) -> Option<&Data> {
        Some(d)
    }
    fn single_mut(d: &mut Data) -> Option<&mut Data> {
        Some(d)
    }
}
