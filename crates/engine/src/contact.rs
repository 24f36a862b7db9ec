//! Records in data: contacts, and the statistics that a step leaves behind.

use crate::constants::{NIMP, NREF};
use crate::fields::record;
use crate::ids::{FlexId, GeomId};
use crate::math::{Mat3, Vec3};

record! {
    /// A contact between two geoms or flex elements.
    Contact = "mjContact" {
        /// Distance of the nearest points, negative when they penetrate; m.
        dist: f64,
        /// Contact point, midway between the two surfaces; m, world frame.
        pos: Vec3,
        /// Axes row by row: the normal (from the first geom to the second), two tangents; 1, world
        /// frame.
        frame: Mat3,
        /// A contact is active while `dist` is below this; m.
        includemargin: f64,
        /// Coefficients of friction: two sliding, torsional, two rolling; 1 and m.
        friction: [f64; 5],
        /// Reference along the normal: time constant and damping ratio, if negative stiffness and
        /// damping; s and 1.
        solref: [f64; NREF],
        /// Reference of friction, zeros for that of the normal; s and 1.
        solreffriction: [f64; NREF],
        /// Impedance: smallest, largest, width, midpoint, power; 1 and m.
        solimp: [f64; NIMP],
        /// Friction of the regularized cone; 1.
        mu: f64,
        /// Hessian of the cone; kg, contact frame.
        H: [f64; 36],
        /// Dimensions of the contact space: 1, 3, 4 or 6.
        dim: i32,
        /// First geom, the same as `geom[0]`.
        geom1: i32,
        /// Second geom, the same as `geom[1]`.
        geom2: i32,
        /// Geoms, -1 for a flex.
        geom: [i32; 2],
        /// Flexes, -1 for a geom.
        flex: [i32; 2],
        /// Flex elements, -1 for a geom or a flex vertex.
        elem: [i32; 2],
        /// Flex vertices, -1 for a geom or a flex element.
        vert: [i32; 2],
        /// Why the contact adds no constraint: 0 it does, 1 in gap, 2 fused, 3 no dofs, 4 passive.
        exclude: i32,
        /// First row in `efc_*`, -1 if it has none.
        efc_address: i32,
        ; padding: i32
    }
}

/// What takes part in a contact on one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collider {
    /// A geom.
    Geom(GeomId),
    /// An element of a flex, counted from the flex's first.
    FlexElement {
        /// The flex.
        flex: FlexId,
        /// Its element.
        element: usize,
    },
    /// A vertex of a flex, counted from the flex's first.
    FlexVertex {
        /// The flex.
        flex: FlexId,
        /// Its vertex.
        vertex: usize,
    },
}

impl Contact {
    /// What touches what; `None` for a side that names nothing.
    ///
    /// ```
    /// use ferrodyn::ids::{FlexId, GeomId};
    /// use ferrodyn::{Collider, Contact};
    ///
    /// let contact = Contact { geom: [4, -1], flex: [-1, 0], vert: [-1, 7], ..Contact::default() };
    /// let vertex = Collider::FlexVertex { flex: FlexId(0), vertex: 7 };
    /// assert_eq!(contact.colliders(), [Some(Collider::Geom(GeomId(4))), Some(vertex)]);
    /// ```
    #[inline]
    pub fn colliders(&self) -> [Option<Collider>; 2] {
        [0, 1].map(|side| {
            if let Some(geom) = GeomId::new(self.geom[side]) {
                return Some(Collider::Geom(geom));
            }
            let flex = FlexId::new(self.flex[side])?;
            if let Ok(vertex) = usize::try_from(self.vert[side]) {
                return Some(Collider::FlexVertex { flex, vertex });
            }
            let element = usize::try_from(self.elem[side]).ok()?;
            Some(Collider::FlexElement { flex, element })
        })
    }

    /// The geoms on both sides, `None` where there is a flex.
    ///
    /// ```
    /// # use ferrodyn::{Contact, ids::GeomId};
    /// let contact = Contact { geom: [4, -1], flex: [-1, 0], ..Contact::default() };
    /// assert_eq!(contact.geoms(), [Some(GeomId(4)), None]);
    /// ```
    #[inline]
    pub fn geoms(&self) -> [Option<GeomId>; 2] {
        self.geom.map(GeomId::new)
    }

    /// The flexes on both sides, `None` where there is a geom.
    #[inline]
    pub fn flexes(&self) -> [Option<FlexId>; 2] {
        self.flex.map(FlexId::new)
    }

    /// Says what touches what.
    pub(crate) fn set_colliders(&mut self, sides: [Collider; 2]) {
        for (side, collider) in sides.into_iter().enumerate() {
            let [geom, flex, elem, vert] = match collider {
                Collider::Geom(geom) => [geom.raw(), -1, -1, -1],
                Collider::FlexElement { flex, element } => [-1, flex.raw(), element as i32, -1],
                Collider::FlexVertex { flex, vertex } => [-1, flex.raw(), -1, vertex as i32],
            };
            self.geom[side] = geom;
            self.flex[side] = flex;
            self.elem[side] = elem;
            self.vert[side] = vert;
        }
        [self.geom1, self.geom2] = self.geom;
    }
}

record! {
    /// How often a warning was raised.
    WarningStat = "mjWarningStat" {
        /// What the last warning was about.
        lastinfo: i32,
        /// Times raised.
        number: i32,
    }
}

record! {
    /// Time spent in a part of the pipeline.
    TimerStat = "mjTimerStat" {
        /// Accumulated time, in the unit of the clock that measures it; any.
        duration: f64,
        /// Times measured.
        number: i32,
        ; padding: i32
    }
}

record! {
    /// One iteration of the constraint solver.
    SolverStat = "mjSolverStat" {
        /// Reduction of the cost, scaled by the inertia; 1.
        improvement: f64,
        /// Norm of the gradient, scaled by the inertia; 1.
        gradient: f64,
        /// Slope of the cost where the line search ended, scaled by the inertia; 1.
        lineslope: f64,
        /// Active constraints.
        nactive: i32,
        /// Constraints that changed state.
        nchange: i32,
        /// Evaluations of the cost in the line search.
        neval: i32,
        /// Cholesky updates in the line search.
        nupdate: i32,
    }
}
