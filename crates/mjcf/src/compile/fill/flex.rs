//! Arrays of flexes.

use ferrodyn_engine::Link;
use ferrodyn_engine::Sizes;
use ferrodyn_engine::ids::{BvhId, FlexEdgeId, FlexId};
use ferrodyn_engine::model::Draft;

use super::super::Objects;
use super::super::flex::{CompiledFlex, ELEMENT_STIFFNESS, equality_of};
use super::super::order::Order;
use super::super::work::Work;
use super::asset::append;
use super::size::Dofs;

/// How much of everything flexes take; nothing if it cannot be counted.
pub(super) fn sizes(
    s: &mut Sizes,
    work: &Work<'_>,
    order: &Order,
    objects: &Objects<'_>,
    dofs: &Dofs,
) -> Option<()> {
    s.nflex = objects.flexes.len();
    let mut grids = 0_usize;
    for flex in &objects.flexes {
        s.nflexnode += flex.nodebody.len();
        s.nflexvert += flex.vert.len();
        s.nflexedge += flex.surface.edges.len();
        s.nflexelem += flex.elements();
        s.nflexelemdata += flex.elem.len();
        s.nflexelemedge += flex.surface.elemedge.len();
        s.nflexshelldata += flex.surface.shell.len();
        s.nflexevpair += flex.surface.evpair.len();
        s.nflextexcoord += flex.spec.texcoord.len() / 2;
        s.nbvhdynamic += flex.bvh.len();
        grids = grids.checked_add(flex.grid_stiffness())?;
        if !flex.is_interpolated() && !flex.rigid {
            let (edges, vertices) = Columns::new(order, dofs).count(work, flex)?;
            s.nJfe = s.nJfe.checked_add(edges)?;
            s.nJfv = s.nJfv.checked_add(vertices)?;
        }
    }
    s.nflexstiffness = s.nflexelem.checked_mul(ELEMENT_STIFFNESS)?.checked_add(grids)?;
    s.nbvh = s.nbvhstatic + s.nbvhdynamic;
    Some(())
}

/// Counts the dofs that move edges, and those that move vertices and their neighbors.
struct Columns<'a> {
    order: &'a Order,
    dofs: &'a Dofs,
    /// For which vertex or edge a body was counted last.
    seen: Vec<usize>,
}

impl<'a> Columns<'a> {
    fn new(order: &'a Order, dofs: &'a Dofs) -> Self {
        Self { order, dofs, seen: vec![0; dofs.body.len()] }
    }

    /// Dofs of all edges, and of all vertices; nothing if it takes too long or does not fit.
    fn count(&mut self, work: &Work<'_>, flex: &CompiledFlex<'_>) -> Option<(usize, usize)> {
        let mut neighbors = vec![Vec::new(); flex.vert.len()];
        let (mut mark, mut edges, mut vertices) = (0, 0_usize, 0_usize);
        for &[a, b] in &flex.surface.edges {
            neighbors[a as usize].push(b);
            neighbors[b as usize].push(a);
            mark += 1;
            edges = edges.checked_add(self.chain(flex, a, mark) + self.chain(flex, b, mark))?;
            if work.clock.is_over_at(mark, 1024) {
                return None;
            }
        }
        for (v, others) in neighbors.iter().enumerate() {
            mark += 1;
            vertices = vertices.checked_add(self.chain(flex, v as i32, mark))?;
            for &other in others {
                vertices = vertices.checked_add(self.chain(flex, other, mark))?;
            }
            if work.clock.is_over_at(mark, 1024) {
                return None;
            }
        }
        Some((edges, vertices))
    }

    /// Dofs of the body of a vertex and of those around it that are not marked yet.
    fn chain(&mut self, flex: &CompiledFlex<'_>, vertex: i32, mark: usize) -> usize {
        let body = flex.vertbody[vertex as usize];
        let mut id = usize::try_from(self.order.bodies.id(body)).unwrap_or(0);
        let mut count = 0;
        while id > 0 && self.seen[id] != mark {
            self.seen[id] = mark;
            count += self.dofs.body[id].1;
            id = self.dofs.body_parent[id];
        }
        count
    }
}

/// Where the next flex's parts go.
struct Addresses {
    node: usize,
    vert: usize,
    edge: usize,
    elem: usize,
    elemdata: usize,
    elemedge: usize,
    shelldata: usize,
    evpair: usize,
    texcoord: usize,
    bvh: usize,
    /// Stiffness of interpolation grids comes after that of all elements.
    grid: usize,
}

/// Fills the arrays of flexes; `bvh` bounding volumes are in use already.
pub(super) fn fill(
    m: &mut Draft,
    work: &Work<'_>,
    order: &Order,
    objects: &Objects<'_>,
    bvh: usize,
) {
    let mut at = Addresses {
        node: 0,
        vert: 0,
        edge: 0,
        elem: 0,
        elemdata: 0,
        elemedge: 0,
        shelldata: 0,
        evpair: 0,
        texcoord: 0,
        bvh,
        grid: m.nflexelem * ELEMENT_STIFFNESS,
    };
    for (i, flex) in objects.flexes.iter().enumerate() {
        let id = FlexId(i);
        parameters(m, id, flex);
        structure(m, id, flex, &at);
        m.structure().flex_edgeequality[id] = equality_of(work, flex.spec);
        bodies(m, flex, order, &at);
        edges(m, flex, work, &at);
        elements(m, id, flex, &mut at);
        at.node += flex.nodebody.len();
        at.vert += flex.vert.len();
        at.edge += flex.surface.edges.len();
    }
}

/// Copies the settings that the user gives.
fn parameters(m: &mut Draft, id: FlexId, flex: &CompiledFlex<'_>) {
    let spec = flex.spec;
    m.flex_contype[id] = spec.contype;
    m.flex_conaffinity[id] = spec.conaffinity;
    m.structure().flex_condim[id] = spec.condim;
    m.structure().flex_matid[id] = Link::from_raw(flex.material.map_or(-1, |i| i as i32));
    m.flex_group[id] = spec.group;
    m.flex_priority[id] = spec.priority;
    m.flex_solmix[id] = spec.solmix;
    m.flex_solref[id] = spec.solref;
    m.flex_solimp[id] = spec.solimp;
    m.flex_radius[id] = spec.radius;
    m.flex_size[id] = flex.size;
    m.flex_friction[id] = spec.friction;
    m.flex_margin[id] = spec.margin;
    m.flex_gap[id] = spec.gap;
    m.flex_rgba[id] = spec.rgba;
    m.flex_damping[id] = spec.damping;
    m.flex_edgestiffness[id] = spec.edgestiffness;
    m.flex_edgedamping[id] = spec.edgedamping;
    m.flex_rigid[id] = u8::from(flex.rigid);
    m.flex_centered[id] = u8::from(flex.centered);
    m.flex_internal[id] = u8::from(spec.internal);
    m.flex_flatskin[id] = u8::from(spec.flatskin);
    m.flex_selfcollide[id] = spec.selfcollide.into();
    m.flex_activelayers[id] = spec.activelayers;
    m.flex_passive[id] = spec.passive;
}

/// Addresses and counts.
fn structure(m: &mut Draft, id: FlexId, flex: &CompiledFlex<'_>, at: &Addresses) {
    let address = |adr: usize, count: usize| if count == 0 { -1 } else { adr as i32 };
    let surface = &flex.surface;
    let s = m.structure();
    s.flex_dim[id] = flex.spec.dim;
    s.flex_interp[id] = flex.spec.order;
    s.flex_cellnum[id] = flex.spec.cellcount;
    s.flex_nodeadr[id] = at.node as i32;
    s.flex_nodenum[id] = flex.nodebody.len() as i32;
    s.flex_vertadr[id] = at.vert as i32;
    s.flex_vertnum[id] = flex.vert.len() as i32;
    s.flex_edgeadr[id] = at.edge as i32;
    s.flex_edgenum[id] = surface.edges.len() as i32;
    s.flex_elemadr[id] = at.elem as i32;
    s.flex_elemnum[id] = flex.elements() as i32;
    s.flex_elemdataadr[id] = at.elemdata as i32;
    s.flex_elemedgeadr[id] = at.elemedge as i32;
    s.flex_shellnum[id] = (surface.shell.len() / flex.dim()) as i32;
    s.flex_shelldataadr[id] = address(at.shelldata, surface.shell.len());
    s.flex_evpairnum[id] = surface.evpair.len() as i32;
    s.flex_evpairadr[id] = address(at.evpair, surface.evpair.len());
    s.flex_texcoordadr[id] = address(at.texcoord, flex.spec.texcoord.len());
    s.flex_bvhnum[id] = flex.bvh.len() as i32;
    s.flex_bvhadr[id] = address(at.bvh, flex.bvh.len());
    let own = if flex.spec.order == 0 { at.elem * ELEMENT_STIFFNESS } else { at.grid };
    s.flex_stiffnessadr[id] = own as i32;
}

/// Vertices and nodes with their bodies.
fn bodies(m: &mut Draft, flex: &CompiledFlex<'_>, order: &Order, at: &Addresses) {
    let vertbody: Vec<i32> = flex.vertbody.iter().map(|&b| order.bodies.id(b)).collect();
    let nodebody: Vec<i32> = flex.nodebody.iter().map(|&b| order.bodies.id(Some(b))).collect();
    append(m.structure().flex_vertbodyid.raw_mut(), &mut at.vert.clone(), &vertbody);
    append(m.structure().flex_nodebodyid.raw_mut(), &mut at.node.clone(), &nodebody);
    append(&mut m.flex_vert, &mut at.vert.clone(), &flex.vert);
    append(&mut m.flex_vert0, &mut at.vert.clone(), &flex.vert0);
    append(&mut m.flex_node, &mut at.node.clone(), &flex.node);
    append(&mut m.flex_node0, &mut at.node.clone(), &flex.node0);
}

fn edges(m: &mut Draft, flex: &CompiledFlex<'_>, work: &Work<'_>, at: &Addresses) {
    let flaps = flex.spec.dim == 2 && matches!(flex.spec.elastic2d, 1 | 3);
    let weld = |vertex: i32| flex.vertbody[vertex as usize].map(|b| work.bodies[b].weld);
    for (k, &[a, b]) in flex.surface.edges.iter().enumerate() {
        let id = FlexEdgeId(at.edge + k);
        let [.., left, right] = flex.surface.flaps[k];
        m.structure().flex_edge[id] = [a, b];
        m.structure().flex_edgeflap[id] = if flaps { [left, right] } else { [-1; 2] };
        let same = !flex.is_interpolated() && weld(a) == weld(b);
        m.flexedge_rigid[id] = u8::from(flex.rigid || same);
    }
    append(&mut m.flex_bending, &mut at.edge.clone(), &flex.bending);
}

/// Elements and what goes with them; addresses move on.
fn elements(m: &mut Draft, id: FlexId, flex: &CompiledFlex<'_>, at: &mut Addresses) {
    let surface = &flex.surface;
    let mut stiffness = m.flex_stiffnessadr[id] as usize;
    append(&mut m.flex_stiffness, &mut stiffness, &flex.stiffness);
    at.grid += flex.grid_stiffness();
    let texcoord = &flex.spec.texcoord;
    append(
        m.flex_texcoord.scalars_mut(),
        &mut (2 * at.texcoord),
        &texcoord[..texcoord.len() / 2 * 2],
    );
    at.texcoord += texcoord.len() / 2;
    let s = m.structure();
    append(&mut s.flex_elemtexcoord, &mut at.elemdata.clone(), &flex.elemtexcoord);
    append(&mut s.flex_elem, &mut at.elemdata, &flex.elem);
    append(&mut s.flex_elemedge, &mut at.elemedge, &surface.elemedge);
    append(&mut s.flex_elemlayer, &mut at.elem, &surface.layer);
    append(&mut s.flex_shell, &mut at.shelldata, &surface.shell);
    append(&mut s.flex_evpair, &mut at.evpair, &surface.evpair);
    for k in 0..flex.bvh.len() {
        let node = BvhId(at.bvh + k);
        s.bvh_child[node] = flex.bvh.child[k];
        s.bvh_depth[node] = flex.bvh.level[k];
        s.bvh_nodeid[node] = flex.bvh.nodeid[k];
    }
    at.bvh += flex.bvh.len();
}
