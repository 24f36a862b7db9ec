//! `<flexcomp>`: a flex made from a few parameters, with the bodies that move it and the constraints
//! that hold it together. It is expanded while the model is read.
//!
//! | file | what |
//! |---|---|
//! | `shape` | points and elements: by count and spacing, from a mesh, or as given |
//! | `grid`, `hull` | grids and discs; surfaces of boxes, cylinders and ellipsoids |
//! | `pin` | which points stay with the parent body |
//! | `cells` | which cells of an interpolation grid hold elements |
//! | `expand` | bodies, joints, the flex and its equality constraints |

mod cells;
mod expand;
mod grid;
mod hull;
mod pin;
mod shape;

use ferrodyn_engine::math::{MINVAL, Quat, Vec3};

use crate::schema::element;
use crate::schema::keyword::keywords;
use crate::spec::{Flex, FlexDof};
pub(crate) use expand::{ExpandedFlexcomp, Template, expand};
pub(crate) use shape::{Shape, points_asked};

keywords! {
    /// Where the points of a flexcomp come from.
    pub(crate) enum FlexcompKind {
        /// A line, a sheet or a block.
        Grid = 0 "grid",
        /// A box: its surface, or the tetrahedra from there to its center.
        Box = 1 "box",
        /// A cylinder, likewise.
        Cylinder = 2 "cylinder",
        /// An ellipsoid, likewise.
        Ellipsoid = 3 "ellipsoid",
        /// A sheet.
        Square = 4 "square",
        /// A round sheet.
        Disc = 5 "disc",
        /// A closed line.
        Circle = 6 "circle",
        /// A mesh file.
        Mesh = 7 "mesh",
        /// A file of the mesh generator Gmsh.
        Gmsh = 8 "gmsh",
        /// Points and elements given in the model.
        Direct = 9 "direct",
    }

    /// Constraints of a flexcomp.
    pub(crate) enum FlexEquality {
        /// None.
        None = 0 "false",
        /// Edges keep their length.
        Edge = 1 "true",
        /// The surroundings of vertices keep their metric.
        Vert = 2 "vert",
        /// Cells keep their strain.
        Strain = 3 "strain",
    }
}

impl FlexcompKind {
    /// Points come from a file or from the model, not from count and spacing.
    pub(crate) fn is_given(self) -> bool {
        matches!(self, Self::Mesh | Self::Gmsh | Self::Direct)
    }
}

element! {
    /// The parameters of a flexcomp that are not those of the flex it becomes.
    pub(crate) struct Flexcomp {
        /// Name of the flex, and beginning of the names of its bodies.
        pub(crate) name: String = String::new(), "name";
        /// Where points come from.
        pub(crate) kind: FlexcompKind = FlexcompKind::Grid, "type";
        /// Which bodies move the vertices.
        pub(crate) dof: FlexDof = FlexDof::Full, "dof";
        /// Points along each axis.
        pub(crate) count: [i32; 3] = [10; 3], "count";
        /// Cells of the interpolation grid along each axis.
        pub(crate) cellcount: Option<[i32; 3]> = None, "cellcount";
        /// Distance of points along each axis.
        pub(crate) spacing: [f64; 3] = [0.02; 3], "spacing";
        /// All points stay with the parent body.
        pub(crate) rigid: bool = false, "rigid";
        /// Mass of all bodies together.
        pub(crate) mass: f64 = 1.0, "mass";
        /// Half side of the box that gives bodies their inertia.
        pub(crate) inertiabox: f64 = 0.005, "inertiabox";
        /// Scale of points that are given.
        pub(crate) scale: [f64; 3] = [1.0; 3], "scale";
        /// Mesh or Gmsh file.
        pub(crate) file: String = String::new(), "file";
        /// Points given in the model.
        pub(crate) point: Vec<f64> = Vec::new(), "point";
        /// Elements given in the model.
        pub(crate) element: Vec<i32> = Vec::new(), "element";
        /// Texture coordinates.
        pub(crate) texcoord: Vec<f32> = Vec::new(), "texcoord";
        /// Position in the parent body.
        pub(crate) pos: Vec3 = Vec3::ZERO, "pos";
        /// Orientation in the parent body.
        pub(crate) quat: [f64; 4] = Quat::IDENTITY.0, "quat";
        /// The point that tetrahedra of a mesh meet in.
        pub(crate) origin: Option<[f64; 3]> = None, "origin";
        /// Constraints.
        pub(crate) equality: FlexEquality = FlexEquality::None;
        /// Points to pin.
        pub(crate) pin_id: Vec<i32> = Vec::new();
        /// First and last of ranges of points to pin.
        pub(crate) pin_range: Vec<i32> = Vec::new();
        /// Places in the grid to pin.
        pub(crate) pin_grid: Vec<i32> = Vec::new();
        /// First and last of ranges of places in the grid to pin.
        pub(crate) pin_gridrange: Vec<i32> = Vec::new();
    }
}

impl Flexcomp {
    /// Refuses parameters that no shape can be made with.
    pub(crate) fn check(&self, flex: &Flex, parent: &str) -> Result<(), String> {
        if parent.is_empty() {
            return Err("the body around a flexcomp must have a name".into());
        }
        if !(1..=3).contains(&flex.dim) {
            return Err(format!("dim is 1, 2 or 3, not {}", flex.dim));
        }
        let least = if self.dof == FlexDof::Radial && flex.dim == 3 { 2 } else { 1 };
        if self.count.iter().any(|&n| n < least) {
            return Err(format!("count must be at least {least} along each axis"));
        }
        let closed = matches!(
            self.kind,
            FlexcompKind::Box | FlexcompKind::Cylinder | FlexcompKind::Ellipsoid
        );
        if closed && self.count.iter().any(|&n| n < 2) {
            return Err("count must be at least 2 along each axis of a closed surface".into());
        }
        let room = 2.0 * flex.radius + flex.margin;
        if !self.kind.is_given() && self.spacing.iter().any(|&x| x < room) {
            return Err("spacing must be at least twice the radius plus the margin".into());
        }
        if self.scale.iter().any(|&x| x < MINVAL) {
            return Err("scale must be positive".into());
        }
        if self.mass < MINVAL || self.inertiabox < MINVAL {
            return Err("mass and inertiabox must be positive".into());
        }
        if flex.elastic2d >= 2 && self.equality != FlexEquality::None {
            return Err("give elasticity or constraints of edges, not both".into());
        }
        if self.equality == FlexEquality::Strain && flex.young > 0.0 {
            return Err("give young or constraints of strain, not both".into());
        }
        self.check_cells()
    }

    fn check_cells(&self) -> Result<(), String> {
        let cells = self.cells();
        if self.dof.order() > 0 && cells.iter().any(|&n| n < 1) {
            return Err("cellcount must be at least 1 along each axis".into());
        }
        Ok(())
    }

    /// Cells along each axis of the interpolation grid.
    pub(crate) fn cells(&self) -> [i32; 3] {
        self.cellcount.filter(|cells| cells[0] >= 0).unwrap_or([1; 3])
    }

    /// Nodes along each axis of the interpolation grid, none if there is no such grid; nothing if
    /// they cannot be counted.
    pub(crate) fn nodes(&self) -> Option<[usize; 3]> {
        let order = usize::try_from(self.dof.order()).unwrap_or(0);
        if order == 0 || self.rigid {
            return Some([0; 3]);
        }
        let mut nodes = [0; 3];
        for (n, cells) in nodes.iter_mut().zip(self.cells()) {
            *n = usize::try_from(cells).ok()?.checked_mul(order)?.checked_add(1)?;
        }
        nodes.iter().try_fold(1_usize, |all, &n| all.checked_mul(n))?;
        Some(nodes)
    }

    /// The dimension of a flex that was checked.
    fn dim(flex: &Flex) -> usize {
        usize::try_from(flex.dim).unwrap_or(0)
    }
}
