//! Checks a flex before anything is computed from it.

use ferrodyn_engine::enums::FlexSelf;

use super::super::{Fail, fail};
use crate::spec::Flex;
use crate::xml::Limits;

/// Sizes that follow from the description.
pub(super) struct FlexSizes {
    pub(super) vertices: usize,
}

/// Numbers of the stiffness of an interpolation grid; nothing if they cannot be counted.
pub(super) fn grid_stiffness(spec: &Flex) -> Option<usize> {
    let order = usize::try_from(spec.order).ok()?;
    if order == 0 {
        return Some(0);
    }
    let dofs = 3 * (order + 1).pow(3);
    spec.cellcount.iter().try_fold(dofs * dofs, |all, &n| all.checked_mul(usize::try_from(n).ok()?))
}

/// Checks dimensions, lengths and indices.
pub(super) fn check(spec: &Flex, limits: &Limits) -> Result<FlexSizes, Fail> {
    if !(1..=3).contains(&spec.dim) {
        return fail(format!("dim is 1, 2 or 3, not {}", spec.dim));
    }
    if !matches!(spec.condim, 1 | 3 | 4 | 6) {
        return fail(format!("condim is 1, 3, 4 or 6, not {}", spec.condim));
    }
    let corners = spec.dim as usize + 1;
    if spec.elem.is_empty() || !spec.elem.len().is_multiple_of(corners) {
        let n = spec.elem.len();
        return fail(format!("element must hold {corners} vertices each: it has {n}"));
    }
    check_use(spec)?;
    let vertices = vertices(spec)?;
    check_nodes(spec, limits)?;
    check_elements(spec, vertices)?;
    check_texture(spec, vertices)?;
    Ok(FlexSizes { vertices })
}

/// Refuses settings that exclude each other.
fn check_use(spec: &Flex) -> Result<(), Fail> {
    let interpolated = !spec.nodebody.is_empty();
    if spec.vertbody.is_empty() {
        return fail("the bodies of the vertices are missing: give body");
    }
    if spec.edgestiffness > 0.0 && spec.dim > 1 {
        return fail("only edges of a flex of lines have stiffness: use elasticity");
    }
    if interpolated && spec.selfcollide != FlexSelf::None {
        return fail("an interpolated flex cannot collide with itself: set selfcollide to none");
    }
    if interpolated && spec.internal {
        return fail("an interpolated flex has no internal collisions: set internal to false");
    }
    if spec.elastic2d != 0 {
        if spec.thickness <= 0.0 || spec.thickness.is_nan() {
            return fail("elastic2d needs a positive thickness");
        }
        if interpolated || spec.dim != 2 {
            return fail("elastic2d is for flexes of triangles that are not interpolated");
        }
    }
    Ok(())
}

/// How many vertices there are.
fn vertices(spec: &Flex) -> Result<usize, Fail> {
    if !spec.vert.len().is_multiple_of(3) {
        let n = spec.vert.len();
        return fail(format!("vertex must hold three numbers each: it has {n}"));
    }
    let (bodies, given) = (spec.vertbody.len(), spec.vert.len() / 3);
    let interpolated = !spec.nodebody.is_empty();
    if interpolated && (given == 0 || bodies != given) {
        return fail("an interpolated flex needs a position and a body for each vertex");
    }
    if given > 0 && bodies != 1 && bodies != given {
        return fail(format!("body must name one body, or one for each of {given} vertices"));
    }
    let count = if given == 0 { bodies } else { given };
    if count < spec.dim as usize + 1 {
        return fail(format!("{count} vertices are too few for an element"));
    }
    Ok(count)
}

/// Nodes are those of a grid of cells.
fn check_nodes(spec: &Flex, limits: &Limits) -> Result<(), Fail> {
    let nodes = spec.nodebody.len();
    if nodes > 0 && spec.order == 0 {
        return fail("a flex with nodes needs a way to interpolate: set dof");
    }
    if spec.order == 0 {
        return Ok(());
    }
    if !(1..=2).contains(&spec.order) {
        return fail(format!("the order of interpolation is 1 or 2, not {}", spec.order));
    }
    if spec.cellcount.iter().any(|&n| n < 1) {
        return fail("cellcount must be at least 1 along each axis");
    }
    let along = |cells: i32| i64::from(cells) * i64::from(spec.order) + 1;
    let wanted = spec.cellcount.iter().try_fold(1_i64, |all, &n| all.checked_mul(along(n)));
    if wanted != i64::try_from(nodes).ok() {
        let asked = wanted.map_or("more".to_owned(), |n| n.to_string());
        return fail(format!("node names {nodes} bodies, cellcount and dof ask for {asked}"));
    }
    if !spec.node.is_empty() && spec.node.len() != 3 * nodes {
        return fail(format!("there are {} coordinates for {nodes} nodes", spec.node.len()));
    }
    let cells = spec.cellcount.iter().map(|&n| n as usize).product::<usize>();
    if !spec.cells.empty.is_empty() && spec.cells.empty.len() != cells {
        return fail("the cells of the flex were changed: there is not a mark for each");
    }
    let bytes = grid_stiffness(spec).and_then(|numbers| numbers.checked_mul(8));
    if bytes.is_none_or(|bytes| bytes > limits.model_bytes) {
        return fail("the stiffness of the cells takes more than the limit model_bytes");
    }
    Ok(())
}

fn check_elements(spec: &Flex, vertices: usize) -> Result<(), Fail> {
    let inside = |id: &i32| usize::try_from(*id).is_ok_and(|id| id < vertices);
    if let Some(id) = spec.elem.iter().find(|id| !inside(id)) {
        return fail(format!("element refers to vertex {id} of {vertices}"));
    }
    for (e, element) in spec.elem.chunks(spec.dim as usize + 1).enumerate() {
        let repeated = (1..element.len()).any(|i| element[..i].contains(&element[i]));
        if repeated {
            return fail(format!("element {e} has a vertex twice"));
        }
    }
    Ok(())
}

fn check_texture(spec: &Flex, vertices: usize) -> Result<(), Fail> {
    let given = spec.texcoord.len();
    if given == 0 {
        return Ok(());
    }
    if spec.elemtexcoord.is_empty() && given != 2 * vertices {
        return fail(format!("texcoord must hold two numbers for each of {vertices} vertices"));
    }
    if spec.elemtexcoord.len() > spec.elem.len() {
        return fail("elemtexcoord has more numbers than element");
    }
    let inside = |id: &i32| usize::try_from(*id).is_ok_and(|id| id < given / 2);
    match spec.elemtexcoord.iter().find(|id| !inside(id)) {
        Some(id) => fail(format!("elemtexcoord refers to coordinate {id} of {}", given / 2)),
        None => Ok(()),
    }
}
