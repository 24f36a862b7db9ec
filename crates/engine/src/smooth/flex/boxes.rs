//! Boxes around the elements of flexes, and the trees of boxes above them.

use super::flexes;
use crate::data::Data;
use crate::enums::DisableBit;
use crate::ids::{BvhDynamicId, BvhId, FlexElemId, FlexId, FlexVertId};
use crate::math::Num;
use crate::model::Model;

/// Boxes of elements: center and half sizes, grown by the radius.
pub(super) fn elements(m: &Model, d: &mut Data) {
    for f in flexes(m) {
        let corners = m.flex_dim[f] as usize + 1;
        let (first, data) = (m.flex_vertadr[f] as usize, m.flex_elemdataadr[f] as usize);
        let radius = m.flex_radius[f];
        let start = m.flex_elemadr[f] as usize;
        let count = m.flex_elemnum[f] as usize;
        let vertices = m.flex_elem.as_slice()[data..data + corners * count].chunks_exact(corners);
        for (e, element) in (start..).map(FlexElemId).zip(vertices) {
            let corner = |&v: &i32| d.flexvert_xpos[FlexVertId(first + v as usize)];
            let mut low = corner(&element[0]);
            let mut high = low;
            for point in element[1..].iter().map(corner) {
                for i in 0..3 {
                    low[i] = low[i].min_num(point[i]);
                    high[i] = high[i].max_num(point[i]);
                }
            }
            let around = around(low.0, high.0);
            let grown = |i: usize| if i < 3 { around[i] } else { around[i] + radius };
            d.flexelem_aabb[e] = std::array::from_fn(grown);
        }
    }
}

/// Center and half sizes of the box between two corners.
fn around(low: [f64; 3], high: [f64; 3]) -> [f64; 6] {
    std::array::from_fn(|i| {
        if i < 3 { 0.5 * (high[i] + low[i]) } else { 0.5 * (high[i - 3] - low[i - 3]) }
    })
}

/// Trees of boxes, from the leaves up.
#[doc(alias = "mj_updateDynamicBVH")]
pub(super) fn trees(m: &Model, d: &mut Data) {
    if m.opt.disabled(DisableBit::MidPhase) {
        return;
    }
    for f in flexes(m).filter(|&f| m.flex_bvhadr[f] >= 0) {
        tree(m, d, f);
    }
}

fn tree(m: &Model, d: &mut Data, f: FlexId) {
    let (root, elements) = (m.flex_bvhadr[f] as usize, m.flex_elemadr[f] as usize);
    let Some(first) = root.checked_sub(m.nbvhstatic) else { return };
    // boxes come after those that they are in
    for i in (0..m.flex_bvhnum[f] as usize).rev() {
        let node = BvhId(root + i);
        let inside = |child: i32| d.bvh_aabb_dyn[BvhDynamicId(first + child as usize)];
        let around = if let Ok(element) = usize::try_from(m.bvh_nodeid[node]) {
            d.flexelem_aabb[FlexElemId(elements + element)]
        } else if let [a, b] = m.bvh_child[node]
            && a.min(b) >= 0
        {
            joined(inside(a), inside(b))
        } else {
            continue;
        };
        d.bvh_aabb_dyn[BvhDynamicId(first + i)] = around;
    }
}

/// The box around two boxes.
fn joined(a: [f64; 6], b: [f64; 6]) -> [f64; 6] {
    let low = std::array::from_fn(|i| (a[i] - a[i + 3]).min_num(b[i] - b[i + 3]));
    let high = std::array::from_fn(|i| (a[i] + a[i + 3]).max_num(b[i] + b[i + 3]));
    around(low, high)
}
