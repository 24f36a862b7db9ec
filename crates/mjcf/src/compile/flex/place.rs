//! Where vertices and nodes are at the default pose.

use ferrodyn_engine::math::Vec3;

use super::super::work::Work;
use super::CompiledFlex;
use crate::spec::Flex;
use crate::spec::pose::{Pose, compose, normalize};

/// Poses of all bodies in the world, as they are described.
pub(in super::super) fn rest_poses(work: &Work<'_>) -> Vec<Pose> {
    let mut rest: Vec<Pose> = Vec::with_capacity(work.bodies.len());
    for (b, body) in work.bodies.iter().enumerate() {
        rest.push(if b == 0 {
            Pose::default()
        } else {
            let parent = rest[body.parent];
            Pose {
                pos: parent.quat.rotate(body.pose.pos) + parent.pos,
                quat: compose(parent.quat, body.pose.quat),
            }
        });
    }
    rest
}

/// Positions in the world.
pub(super) struct FlexPositions {
    pub(super) vertices: Vec<Vec3>,
    pub(super) nodes: Vec<Vec3>,
}

impl FlexPositions {
    /// Places vertices and nodes; finds out whether all vertices are on one body, and whether all
    /// that moves the flex is at the origins of bodies.
    pub(super) fn new(flex: &mut CompiledFlex<'_>, vertbody: &[usize], rest: &[Pose]) -> Self {
        let spec = flex.spec;
        let interpolated = flex.is_interpolated();
        let one_body = vertbody.iter().all(|b| Some(b) == vertbody.first());
        flex.rigid = !interpolated && one_body;
        let offsets = if interpolated { &spec.node } else { &spec.vert };
        flex.centered = offsets.iter().all(|&x| x == 0.0);

        let at = |body: usize, offset: Vec3, centered: bool| {
            let pose = rest[body];
            if centered { pose.pos } else { pose.pos + pose.quat.rotate(offset) }
        };
        let body_of = |i: usize| if vertbody.len() == 1 { vertbody[0] } else { vertbody[i] };
        let origin = flex.centered && !interpolated;
        let vertices = flex.vert.iter().enumerate();
        let vertices = vertices.map(|(i, &vert)| at(body_of(i), vert, origin)).collect();
        let nodes = flex.nodebody.iter().zip(&flex.node);
        let nodes = nodes.map(|(&body, &node)| at(body, node, flex.centered)).collect();
        let bodies = (0..flex.vert.len()).map(|i| (!interpolated).then(|| body_of(i)));
        flex.vertbody = bodies.collect();
        Self { vertices, nodes }
    }
}

/// Positions of nodes, turned so that the edges of the first cell that is not empty are along the
/// axes.
pub(super) fn unrotated(spec: &Flex, nodes: &[Vec3]) -> Vec<Vec3> {
    if nodes.is_empty() {
        return Vec::new();
    }
    let order = spec.order as usize;
    let cells = spec.cellcount.map(|n| n as usize);
    let first = spec.cells.empty.iter().position(|empty| !empty).unwrap_or(0);
    let cell = [first / (cells[1] * cells[2]), first / cells[2] % cells[1], first % cells[2]];
    let node = |corner: [usize; 3]| {
        let at = [0, 1, 2].map(|k| (cell[k] + corner[k]) * order);
        nodes[(at[0] * (cells[1] * order + 1) + at[1]) * (cells[2] * order + 1) + at[2]]
    };
    let origin = node([0, 0, 0]);
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|corner| {
        let mut edge = node(corner) - origin;
        normalize(&mut edge.0);
        edge
    });
    nodes.iter().map(|&p| Vec3(axes.map(|axis| axis.dot(p)))).collect()
}
