//! Flexes: deformable bodies of lines, triangles or tetrahedra.

use ferrodyn_engine::enums::FlexSelf;

use super::{Origin, SOLIMP, SOLREF};
use crate::schema::keyword::{Keyword, keywords};
use crate::schema::{Attr, BadValue, Fit, Value, attr, element};

keywords! {
    /// Which bodies move the vertices of a flex, and along what.
    pub enum FlexDof {
        /// A body at each vertex, along all axes.
        Full = 0 "full",
        /// A body at each vertex, away from the center.
        Radial = 1 "radial",
        /// Bodies at the corners of the cells of a grid.
        Trilinear = 2 "trilinear",
        /// Bodies at the corners, edges, faces and centers of the cells of a grid.
        Quadratic = 3 "quadratic",
        /// A body at each vertex, along x and y.
        Planar = 4 "2d",
    }

    /// What a flex of triangles resists.
    pub(crate) enum Elastic2d {
        /// Nothing.
        None = 0 "none",
        /// Bending.
        Bend = 1 "bend",
        /// Stretching.
        Stretch = 2 "stretch",
        /// Both.
        Both = 3 "both",
    }
}

impl FlexDof {
    /// Order of the polynomials that interpolate between nodes; 0 if vertices have bodies.
    #[must_use]
    pub fn order(self) -> i32 {
        match self {
            Self::Trilinear => 1,
            Self::Quadratic => 2,
            _ => 0,
        }
    }
}

/// What MJCF does not say of the cells of an interpolated flex: a flex read from a file has every
/// cell filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlexCells {
    /// Cells without elements, which have no stiffness; none if there is no entry for each cell.
    pub empty: Vec<bool>,
    /// Constraints keep the strain of the cells: stiffness is stored as modes of deformation.
    pub strain: bool,
}

element! {
    /// A deformable body.
    pub struct Flex {
        /// Name.
        pub name: String = String::new(), "name";
        /// Type for contact filtering.
        pub contype: i32 = 1;
        /// Affinity for contact filtering.
        pub conaffinity: i32 = 1;
        /// Dimension of contacts: 1, 3, 4 or 6.
        pub condim: i32 = 3;
        /// Whose contact parameters hold in a pair.
        pub priority: i32 = 0;
        /// Sliding, torsional and rolling friction.
        pub friction: [f64; 3] = [1.0, 0.005, 0.0001];
        /// Weight in mixing contact parameters.
        pub solmix: f64 = 1.0;
        /// Reference parameters of contacts.
        pub solref: [f64; 2] = SOLREF;
        /// Impedance parameters of contacts.
        pub solimp: [f64; 5] = SOLIMP;
        /// Distance at which contacts are detected.
        pub margin: f64 = 0.0;
        /// Part of the margin in which contacts exert no force.
        pub gap: f64 = 0.0;
        /// Dimension of the elements.
        pub dim: i32 = 2, "dim";
        /// Radius around the elements.
        pub radius: f64 = 0.005, "radius";
        /// Half sizes of the box around the vertices; computed when the flex is compiled.
        pub size: [f64; 3] = [0.0; 3];
        /// Vertices collide with elements of the same flex.
        pub internal: bool = false;
        /// Draw with flat shading.
        pub flatskin: bool = false, "flatskin";
        /// How elements of the same flex collide.
        pub selfcollide: FlexSelf = FlexSelf::Auto;
        /// How passive contacts are made.
        pub passive: i32 = 0;
        /// Layers of elements that collide, in three dimensions.
        pub activelayers: i32 = 1;
        /// Visualization group.
        pub group: i32 = 0, "group";
        /// Stiffness of the edges.
        pub edgestiffness: f64 = 0.0;
        /// Damping of the edges.
        pub edgedamping: f64 = 0.0;
        /// Color where there is no material.
        pub rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// Material.
        pub material: String = String::new(), "material";
        /// Young's modulus.
        pub young: f64 = 0.0;
        /// Poisson's ratio.
        pub poisson: f64 = 0.0;
        /// Rayleigh damping.
        pub damping: f64 = 0.0;
        /// Thickness in two dimensions.
        pub thickness: f64 = -1.0;
        /// Elastic forces in two dimensions: 1 bending, 2 stretching, 3 both.
        pub elastic2d: i32 = 0;
        /// Cells of the grid of the finite cell method.
        pub cellcount: [i32; 3] = [1; 3], "cellcount";
        /// Order of interpolation.
        pub order: i32 = 0;
        /// Bodies of the nodes.
        pub nodebody: Vec<String> = Vec::new(), "node";
        /// Bodies of the vertices.
        pub vertbody: Vec<String> = Vec::new(), "body";
        /// Positions of the nodes.
        pub node: Vec<f64> = Vec::new();
        /// Positions of the vertices.
        pub vert: Vec<f64> = Vec::new(), "vertex";
        /// Vertices of the elements.
        pub elem: Vec<i32> = Vec::new(), "element";
        /// Texture coordinates of the vertices.
        pub texcoord: Vec<f32> = Vec::new(), "texcoord";
        /// Texture coordinates of the elements.
        pub elemtexcoord: Vec<i32> = Vec::new(), "elemtexcoord";
        /// The cells of an interpolated flex.
        pub cells: FlexCells = FlexCells::default() => _;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}

/// Attributes of the element `contact` in a flex.
pub(crate) const FLEX_CONTACT: &[Attr<Flex>] = &[
    attr!(Flex, contype, "contype"),
    attr!(Flex, conaffinity, "conaffinity"),
    attr!(Flex, condim, "condim"),
    attr!(Flex, priority, "priority"),
    attr!(Flex, friction, upto "friction"),
    attr!(Flex, solmix, "solmix"),
    attr!(Flex, solref, upto "solref"),
    attr!(Flex, solimp, upto "solimp"),
    attr!(Flex, margin, "margin"),
    attr!(Flex, gap, "gap"),
    attr!(Flex, internal, "internal"),
    attr!(Flex, selfcollide, "selfcollide"),
    Attr {
        name: "passive",
        kind: bool::kind,
        read: |flex, text| {
            let mut passive = false;
            let found = passive.read(text, Fit::Exact)?;
            flex.passive = i32::from(passive);
            Ok(found)
        },
        write: |flex, default| (flex.passive != 0).write(&(default.passive != 0)),
        nonfinite: |_| None,
    },
    attr!(Flex, activelayers, "activelayers"),
];

/// Attributes of the element `edge` in a flex.
pub(crate) const FLEX_EDGE: &[Attr<Flex>] =
    &[attr!(Flex, edgestiffness, "stiffness"), attr!(Flex, edgedamping, "damping")];

/// Attributes of the element `elasticity` in a flex.
pub(crate) const FLEX_ELASTICITY: &[Attr<Flex>] = &[
    attr!(Flex, young, "young"),
    attr!(Flex, poisson, "poisson"),
    attr!(Flex, thickness, "thickness"),
    attr!(Flex, damping, "damping"),
    Attr {
        name: "elastic2d",
        kind: Elastic2d::kind,
        read: |flex, text| {
            let mut elastic = Elastic2d::None;
            let found = elastic.read(text, Fit::Exact)?;
            flex.elastic2d = elastic as i32;
            Ok(found)
        },
        write: |flex, default| {
            let own = Elastic2d::WORDS.iter().find(|(_, kind)| *kind as i32 == flex.elastic2d)?;
            (flex.elastic2d != default.elastic2d).then(|| own.0.into())
        },
        nonfinite: |_| None,
    },
];

/// The attribute of a flex that says how it is interpolated.
pub(crate) const FLEX_DOF: Attr<Flex> = Attr {
    name: "dof",
    kind: FlexDof::kind,
    read: read_dof,
    write: |flex, default| {
        let dof = match flex.order {
            1 => FlexDof::Trilinear,
            2 => FlexDof::Quadratic,
            _ => return None,
        };
        (flex.order != default.order).then(|| dof.word().into())
    },
    nonfinite: |_| None,
};

fn read_dof(flex: &mut Flex, text: &str) -> Result<bool, BadValue> {
    let mut dof = FlexDof::Full;
    let found = dof.read(text, Fit::Exact)?;
    flex.order = dof.order();
    Ok(found)
}
