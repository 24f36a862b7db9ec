//! Elements that can be described and kept, but not compiled: flexes.

use ferrodyn_engine::enums::FlexSelf;

use super::{Origin, SOLIMP, SOLREF};
use crate::schema::element;

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
        pub dim: i32 = 2;
        /// Radius around the elements.
        pub radius: f64 = 0.005;
        /// Half sizes of the box around the vertices.
        pub size: [f64; 3] = [0.0; 3];
        /// Vertices collide with elements of the same flex.
        pub internal: bool = false;
        /// Draw with flat shading.
        pub flatskin: bool = false;
        /// How elements of the same flex collide.
        pub selfcollide: FlexSelf = FlexSelf::Auto;
        /// How passive contacts are made.
        pub passive: i32 = 0;
        /// Layers of elements that collide, in three dimensions.
        pub activelayers: i32 = 1;
        /// Visualization group.
        pub group: i32 = 0;
        /// Stiffness of the edges.
        pub edgestiffness: f64 = 0.0;
        /// Damping of the edges.
        pub edgedamping: f64 = 0.0;
        /// Color where there is no material.
        pub rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0];
        /// Material.
        pub material: String = String::new();
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
        pub cellcount: [i32; 3] = [1; 3];
        /// Order of interpolation.
        pub order: i32 = 0;
        /// Bodies of the nodes.
        pub nodebody: Vec<String> = Vec::new();
        /// Bodies of the vertices.
        pub vertbody: Vec<String> = Vec::new();
        /// Positions of the nodes.
        pub node: Vec<f64> = Vec::new();
        /// Positions of the vertices.
        pub vert: Vec<f64> = Vec::new();
        /// Vertices of the elements.
        pub elem: Vec<i32> = Vec::new();
        /// Texture coordinates of the vertices.
        pub texcoord: Vec<f32> = Vec::new();
        /// Texture coordinates of the elements.
        pub elemtexcoord: Vec<i32> = Vec::new();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}
