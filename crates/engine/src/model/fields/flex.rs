//! Flexes: contact, structure, geometry, elasticity, Jacobian patterns.

macro_rules! flex_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {}
            parameters {
                /// Bits that must meet another `conaffinity` for both to collide.
                flex_contype: Field<FlexId, i32>;
                /// Bits that must meet another `contype` for both to collide.
                flex_conaffinity: Field<FlexId, i32>;
            }
            structure {
                /// Dimensions of contact forces: 1, 3, 4 or 6.
                flex_condim: Field<FlexId, i32>;
            }
            parameters {
                /// What has the higher priority decides the parameters of a contact.
                flex_priority: Field<FlexId, i32>;
                /// Weight of the flex when the parameters of two are mixed; 1.
                flex_solmix: Field<FlexId, f64>;
                /// Reference of contacts: time constant and damping ratio, if negative stiffness
                /// and damping; s and 1.
                flex_solref: Field<FlexId, [f64; NREF]>;
                /// Impedance of contacts: smallest, largest, width, midpoint, power; 1 and m.
                flex_solimp: Field<FlexId, [f64; NIMP]>;
                /// Coefficients of sliding, torsional and rolling friction; 1 and m.
                flex_friction: Field<FlexId, [f64; 3]>;
                /// Distance at which contacts are detected; m.
                flex_margin: Field<FlexId, f64>;
                /// Part of the margin in which contacts exert no force; m.
                flex_gap: Field<FlexId, f64>;
                /// Whether an element collides with its own vertices, against inversion.
                flex_internal: Field<FlexId, u8>;
                /// Whether and how elements of the flex collide with each other, a `FlexSelf`.
                flex_selfcollide: Field<FlexId, Kind<FlexSelf>>;
                /// How many layers of elements from the surface collide, for tetrahedra.
                flex_activelayers: Field<FlexId, i32>;
                /// Whether contacts of the flex act as passive forces.
                flex_passive: Field<FlexId, i32>;
            }
            structure {
                /// Dimension of elements: 1 lines, 2 triangles, 3 tetrahedra.
                flex_dim: Field<FlexId, i32>;
                /// The material, -1 if it has none.
                flex_matid: Field<FlexId, Link<MaterialId>>;
            }
            parameters {
                /// Group for visibility.
                flex_group: Field<FlexId, i32>;
            }
            structure {
                /// Order of interpolation between nodes, 0 if vertices are bodies themselves.
                flex_interp: Field<FlexId, i32>;
                /// Bandwidth of the stiffness matrix of the interpolated flex.
                flex_bandwidth: Field<FlexId, i32>;
                /// Cells of the interpolation grid along x, y and z.
                flex_cellnum: Field<FlexId, [i32; 3]>;
                /// The first node of the flex.
                flex_nodeadr: Field<FlexId, i32>;
                /// How many nodes the flex has, 0 if it is not interpolated.
                flex_nodenum: Field<FlexId, i32>;
                /// The first vertex of the flex.
                flex_vertadr: Field<FlexId, i32>;
                /// How many vertices the flex has.
                flex_vertnum: Field<FlexId, i32>;
                /// The first edge of the flex.
                flex_edgeadr: Field<FlexId, i32>;
                /// How many edges the flex has.
                flex_edgenum: Field<FlexId, i32>;
                /// The first element of the flex.
                flex_elemadr: Field<FlexId, i32>;
                /// How many elements the flex has.
                flex_elemnum: Field<FlexId, i32>;
                /// Where the flex starts in `flex_elem`.
                flex_elemdataadr: Field<FlexId, i32>;
                /// Where the flex starts in `flex_stiffness`.
                flex_stiffnessadr: Field<FlexId, i32>;
                /// Where the flex starts in `flex_elemedge`.
                flex_elemedgeadr: Field<FlexId, i32>;
                /// How many fragments the surface of the flex has.
                flex_shellnum: Field<FlexId, i32>;
                /// Where the flex starts in `flex_shell`.
                flex_shelldataadr: Field<FlexId, i32>;
                /// The first pair of the flex in `flex_evpair`.
                flex_evpairadr: Field<FlexId, i32>;
                /// How many pairs of element and vertex the flex has.
                flex_evpairnum: Field<FlexId, i32>;
                /// The first texture coordinate of the flex, -1 if it has none.
                flex_texcoordadr: Field<FlexId, i32>;
                /// The body of the node.
                flex_nodebodyid: Field<FlexNodeId, Link<BodyId>>;
                /// The body of the vertex, -1 if vertices are interpolated.
                flex_vertbodyid: Field<FlexVertId, Link<BodyId>>;
                /// Where the edges of the vertex start in `flex_vertedge`.
                flex_vertedgeadr: Field<FlexVertId, i32>;
                /// How many edges meet at the vertex.
                flex_vertedgenum: Field<FlexVertId, i32>;
                /// Edges by vertex, two to an entry.
                flex_vertedge: Field<FlexEdgeId, [i32; 2]>;
                /// The two vertices of the edge, counted from the flex's first.
                flex_edge: Field<FlexEdgeId, [i32; 2]>;
                /// The vertices opposite of the edge in its two triangles, -1 where there is none.
                flex_edgeflap: Field<FlexEdgeId, [i32; 2]>;
                /// Vertices of the elements, `flex_dim + 1` each, counted from the flex's first.
                flex_elem: Field<FlexElemDataAdr, i32>;
                /// Texture coordinates of the elements' vertices, counted from the flex's first.
                flex_elemtexcoord: Field<FlexElemDataAdr, i32>;
                /// Edges of the elements, counted from the flex's first.
                flex_elemedge: Field<FlexElemEdgeAdr, i32>;
                /// Layers between the element and the surface.
                flex_elemlayer: Field<FlexElemId, i32>;
                /// Vertices of the surface's fragments, `flex_dim` each, counted from the flex's
                /// first.
                flex_shell: Field<FlexShellAdr, i32>;
                /// An element and a vertex of the same flex that may touch.
                flex_evpair: Field<FlexEvPairId, [i32; 2]>;
            }
            parameters {
                /// Position of the vertex on its body; m, body frame.
                flex_vert: Field<FlexVertId, Vec3>;
                /// Place of the vertex in the flex's bounding box, from 0 to 1 along each axis; 1,
                /// box of the flex.
                flex_vert0: Field<FlexVertId, Vec3>;
                /// Inverse of the two edges that span a vertex at rest, as a matrix; 1/m.
                flex_vertmetric: Field<FlexVertId, [f64; 4]>;
                /// Position of the node on its body; m, body frame.
                flex_node: Field<FlexNodeId, Vec3>;
                /// Position of the node at the default pose; m, world frame.
                flex_node0: Field<FlexNodeId, Vec3>;
                /// Length of the edge at the default pose; m.
                flexedge_length0: Field<FlexEdgeId, f64>;
                /// Inverse inertia that the edge meets at the default pose; 1/kg.
                flexedge_invweight0: Field<FlexEdgeId, f64>;
                /// Radius around vertices, lines and triangles; m.
                flex_radius: Field<FlexId, f64>;
                /// Half sizes of the box around the vertices at the default pose; m, world axes.
                flex_size: Field<FlexId, Vec3>;
                /// Stiffness of elements against changes of squared lengths, or of the
                /// interpolation grid against displacements; N/m^3 or N/m.
                flex_stiffness: Field<FlexStiffnessAdr, f64>;
                /// Stiffness of the edge against bending, for triangles; N/m.
                flex_bending: Field<FlexEdgeId, [f64; 17]>;
                /// Damping as a multiple of stiffness; s.
                flex_damping: Field<FlexId, f64>;
                /// Stiffness of edges; N/m.
                flex_edgestiffness: Field<FlexId, f64>;
                /// Damping of edges; N s/m.
                flex_edgedamping: Field<FlexId, f64>;
            }
            structure {
                /// Which equality constraint the flex has: 0 none, else on edges, vertices or
                /// strain.
                flex_edgeequality: Field<FlexId, i32>;
            }
            parameters {
                /// Whether all vertices are on one body.
                flex_rigid: Field<FlexId, u8>;
                /// Whether both vertices of the edge are on one body.
                flexedge_rigid: Field<FlexEdgeId, u8>;
                /// Whether all vertices are at the origins of their bodies.
                flex_centered: Field<FlexId, u8>;
                /// Whether the surface is drawn with flat shading.
                flex_flatskin: Field<FlexId, u8>;
            }
            structure {
                /// The root of the flex's tree of bounding boxes, -1 if it has none.
                flex_bvhadr: Field<FlexId, i32>;
                /// How many bounding boxes the flex's tree has.
                flex_bvhnum: Field<FlexId, i32>;
                /// Entries in the edge's row of `flexedge_J`.
                flexedge_J_rownnz: Field<FlexEdgeId, i32>;
                /// Where the edge's row starts in `flexedge_J`.
                flexedge_J_rowadr: Field<FlexEdgeId, i32>;
                /// The degree of freedom of each entry of `flexedge_J`.
                flexedge_J_colind: Field<FlexEdgeJAdr, i32>;
                /// Entries in the vertex's two rows of `flexvert_J`.
                flexvert_J_rownnz: Field<FlexVertId, [i32; 2]>;
                /// Where the vertex's two rows start in `flexvert_J`.
                flexvert_J_rowadr: Field<FlexVertId, [i32; 2]>;
                /// The degrees of freedom of each entry of `flexvert_J`.
                flexvert_J_colind: Field<FlexVertJAdr, [i32; 2]>;
            }
            parameters {
                /// Color and opacity where there is no material; 1.
                flex_rgba: Field<FlexId, [f32; 4]>;
                /// Texture coordinates; 1.
                flex_texcoord: Field<FlexTexCoordId, [f32; 2]>;
            }
        }
    };
}

pub(super) use flex_fields;
