//! Geoms and sites.

macro_rules! geom_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// Shape, a `GeomType`.
                geom_type: Field<GeomId, Kind<GeomType>>;
            }
            parameters {
                /// Bits that must meet another geom's `geom_conaffinity` for both to collide.
                geom_contype: Field<GeomId, i32>;
                /// Bits that must meet another geom's `geom_contype` for both to collide.
                geom_conaffinity: Field<GeomId, i32>;
            }
            structure {
                /// Dimensions of contact forces: 1 frictionless, 3 sliding, 4 torsional, 6 rolling
                /// friction.
                geom_condim: Field<GeomId, i32>;
                /// The body that carries the geom.
                geom_bodyid: Field<GeomId, Link<BodyId>>;
                /// The mesh or height field of the geom, -1 if it has none.
                geom_dataid: Field<GeomId, i32>;
                /// The material, -1 if it has none.
                geom_matid: Field<GeomId, Link<MaterialId>>;
            }
            parameters {
                /// Group for visibility.
                geom_group: Field<GeomId, i32>;
                /// The geom with the higher priority decides the parameters of a contact.
                geom_priority: Field<GeomId, i32>;
            }
            structure {
                /// The plugin instance of the geom, -1 if it has none.
                geom_plugin: Field<GeomId, Link<PluginId>>;
                /// How the geom frame lies to the body and inertial frames, a `SameFrame`.
                geom_sameframe: Field<GeomId, u8>;
            }
            parameters {
                /// Weight of the geom when the parameters of two are mixed; 1.
                geom_solmix: Field<GeomId, f64>;
                /// Reference of contacts: time constant and damping ratio, if negative stiffness
                /// and damping; s and 1.
                geom_solref: Field<GeomId, [f64; NREF]>;
                /// Impedance of contacts: smallest, largest, width, midpoint, power; 1 and m.
                geom_solimp: Field<GeomId, [f64; NIMP]>;
                /// Sizes of the shape, half of its extent in most; m, geom frame.
                geom_size: Field<GeomId, Vec3>;
                /// Center and half sizes of the bounding box; m, geom frame.
                geom_aabb: Field<GeomId, [f64; 6]>;
                /// Radius of the bounding sphere, 0 for planes; m.
                geom_rbound: Field<GeomId, f64>;
                /// Position on the body; m, body frame.
                geom_pos: Field<GeomId, Vec3>;
                /// Orientation on the body; 1, body frame.
                geom_quat: Field<GeomId, Quat>;
                /// Coefficients of sliding, torsional and rolling friction; 1 and m.
                geom_friction: Field<GeomId, [f64; 3]>;
                /// Distance at which contacts are detected; m.
                geom_margin: Field<GeomId, f64>;
                /// Part of the margin in which contacts exert no force; m.
                geom_gap: Field<GeomId, f64>;
                /// Coefficients of the ellipsoidal fluid model, the first of them 0 if it is not
                /// used; 1 and m^3 and m^5.
                geom_fluid: Field<GeomId, [f64; NFLUID]>;
                /// Numbers of the user's own; any.
                geom_user: Rows<GeomId, f64>, nuser_geom;
                /// Color and opacity where there is no material; 1.
                geom_rgba: Field<GeomId, [f32; 4]>;
            }
            structure {
                /// Shape to draw, a `GeomType`.
                site_type: Field<SiteId, Kind<GeomType>>;
                /// The body that carries the site.
                site_bodyid: Field<SiteId, Link<BodyId>>;
                /// The material, -1 if it has none.
                site_matid: Field<SiteId, Link<MaterialId>>;
            }
            parameters {
                /// Group for visibility.
                site_group: Field<SiteId, i32>;
            }
            structure {
                /// How the site frame lies to the body and inertial frames, a `SameFrame`.
                site_sameframe: Field<SiteId, u8>;
            }
            parameters {
                /// Sizes of the shape, as `geom_size`; m, site frame.
                site_size: Field<SiteId, Vec3>;
                /// Position on the body; m, body frame.
                site_pos: Field<SiteId, Vec3>;
                /// Orientation on the body; 1, body frame.
                site_quat: Field<SiteId, Quat>;
                /// Numbers of the user's own; any.
                site_user: Rows<SiteId, f64>, nuser_site;
                /// Color and opacity where there is no material; 1.
                site_rgba: Field<SiteId, [f32; 4]>;
            }
        }
    };
}

pub(super) use geom_fields;
