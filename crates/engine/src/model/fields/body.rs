//! Bodies, and the hierarchies of boxes and octrees of what they carry.

macro_rules! body_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// The parent body, for the world the world itself.
                body_parentid: Field<BodyId, Link<BodyId>>;
                /// The topmost ancestor below the world, the body itself if its parent is the
                /// world.
                body_rootid: Field<BodyId, Link<BodyId>>;
                /// The topmost body that this one is rigidly attached to, itself if it has joints.
                body_weldid: Field<BodyId, Link<BodyId>>;
                /// The place in `mocap_pos` and `mocap_quat`, -1 if it is not a mocap body.
                body_mocapid: Field<BodyId, Link<MocapId>>;
                /// How many joints the body has.
                body_jntnum: Field<BodyId, i32>;
                /// The first joint of the body, -1 if it has none.
                body_jntadr: Field<BodyId, Link<JointId>>;
                /// How many degrees of freedom the body has.
                body_dofnum: Field<BodyId, i32>;
                /// The first degree of freedom of the body, -1 if it has none.
                body_dofadr: Field<BodyId, Link<DofId>>;
                /// The kinematic tree that the body belongs to, -1 if it is static.
                body_treeid: Field<BodyId, Link<TreeId>>;
                /// How many geoms the body has.
                body_geomnum: Field<BodyId, i32>;
                /// The first geom of the body, -1 if it has none.
                body_geomadr: Field<BodyId, Link<GeomId>>;
                /// How simple the body's block of the inertia matrix is: 0 full, 1 diagonal, 2
                /// diagonal and sliders only.
                body_simple: Field<BodyId, u8>;
                /// How the inertial frame lies to the body frame, a `SameFrame`.
                body_sameframe: Field<BodyId, u8>;
            }
            parameters {
                /// Position relative to the parent body; m, parent frame.
                body_pos: Field<BodyId, Vec3>;
                /// Orientation relative to the parent body; 1, parent frame.
                body_quat: Field<BodyId, Quat>;
                /// Center of mass; m, body frame.
                body_ipos: Field<BodyId, Vec3>;
                /// Orientation of the principal axes of inertia; 1, body frame.
                body_iquat: Field<BodyId, Quat>;
                /// Mass; kg.
                body_mass: Field<BodyId, f64>;
                /// Mass of the body and all its descendants; kg.
                body_subtreemass: Field<BodyId, f64>;
                /// Moments of inertia about the principal axes; kg m^2, inertial frame.
                body_inertia: Field<BodyId, Vec3>;
                /// Mean inverse inertia at the default pose, of translation and of rotation; 1/kg
                /// and 1/(kg m^2).
                body_invweight0: Field<BodyId, [f64; 2]>;
                /// Share of the weight that is compensated by a force against gravity; 1.
                body_gravcomp: Field<BodyId, f64>;
                /// Largest detection margin of the body's geoms; m.
                body_margin: Field<BodyId, f64>;
                /// Numbers of the user's own; any.
                body_user: Rows<BodyId, f64>, nuser_body;
            }
            structure {
                /// The plugin instance of the body, -1 if it has none.
                body_plugin: Field<BodyId, Link<PluginId>>;
            }
            parameters {
                /// All `geom_contype` bits of the body's geoms together.
                body_contype: Field<BodyId, i32>;
                /// All `geom_conaffinity` bits of the body's geoms together.
                body_conaffinity: Field<BodyId, i32>;
            }
            structure {
                /// The root of the body's tree of bounding boxes, -1 if it has none.
                body_bvhadr: Field<BodyId, i32>;
                /// How many bounding boxes the body's tree has.
                body_bvhnum: Field<BodyId, i32>;
                /// Depth of the node in its tree, 0 for a root.
                bvh_depth: Field<BvhId, i32>;
                /// The two children of the node, counted from its tree's root, -1 for a leaf.
                bvh_child: Field<BvhId, [i32; 2]>;
                /// What a leaf bounds, a geom, face or flex element, -1 for inner nodes.
                bvh_nodeid: Field<BvhId, i32>;
            }
            parameters {
                /// Center and half sizes of the node's box; m, frame of what is bounded.
                bvh_aabb: Field<BvhStaticId, [f64; 6]>;
            }
            structure {
                /// Depth of the node in its octree, 0 for a root.
                oct_depth: Field<OctId, i32>;
                /// The eight children of the node, -1 where there is none.
                oct_child: Field<OctId, [i32; 8]>;
            }
            parameters {
                /// Center and half sizes of the node's cube; m, mesh frame.
                oct_aabb: Field<OctId, [f64; 6]>;
                /// Signed distance to the surface at the eight corners of the node; m.
                oct_coeff: Field<OctId, [f64; 8]>;
            }
        }
    };
}

pub(super) use body_fields;
