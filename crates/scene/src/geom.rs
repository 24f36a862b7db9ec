//! A shape of a scene.

use ferrodyn_engine::enums::{GeomType, ObjType};
use ferrodyn_engine::math::{Mat3, Quat, Vec3};

use crate::SceneError;

/// The most bytes of a label.
const LABEL: usize = 99;

/// A shape with its place, color and label, ready to be drawn.
///
/// A new one is what `mjv_initGeom` makes of no arguments.
#[doc(alias = "mjvGeom")]
#[derive(Clone, Debug, PartialEq)]
pub struct VGeom {
    /// The shape.
    #[doc(alias = "type")]
    pub kind: GeomType,
    /// Height field or plane, `2 id` for a mesh and `2 id + 1` for its hull; -1 for none.
    pub dataid: i32,
    /// What it shows.
    pub objtype: ObjType,
    /// Which of these.
    pub objid: i32,
    /// A bit of [`CatBit`](ferrodyn_engine::enums::CatBit).
    pub category: i32,
    /// Material with textures; -1 for none.
    pub matid: i32,
    /// Whether a mesh, flex or skin has texture coordinates.
    pub texcoord: bool,
    /// Number in a picture that tells shapes apart; -1 if it is not shown there.
    pub segid: i32,
    /// Sizes along the axes; m.
    pub size: [f32; 3],
    /// Position; m.
    pub pos: [f32; 3],
    /// Orientation, row by row.
    pub mat: [f32; 9],
    /// Color and opacity.
    pub rgba: [f32; 4],
    /// How much it glows.
    pub emission: f32,
    /// How much it shines.
    pub specular: f32,
    /// How sharply it shines.
    pub shininess: f32,
    /// How much it mirrors.
    pub reflectance: f32,
    /// Text beside it.
    pub label: String,
    /// Distance from the camera, for renderers that sort.
    pub camdist: f32,
    /// Radius of a sphere around a geom of the model, else 0; m.
    pub modelrbound: f32,
    /// Whether it is drawn with what is behind it, for whoever sorts.
    pub transparent: bool,
}

impl Default for VGeom {
    fn default() -> Self {
        Self {
            kind: GeomType::None,
            dataid: -1,
            objtype: ObjType::Unknown,
            objid: 0,
            category: 0,
            matid: -1,
            texcoord: false,
            segid: 0,
            size: [0.1; 3],
            pos: [0.0; 3],
            mat: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            rgba: [0.5, 0.5, 0.5, 1.0],
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            label: String::new(),
            camdist: 0.0,
            modelrbound: 0.0,
            transparent: false,
        }
    }
}

impl VGeom {
    /// Sets what is given and gives everything else its default, except what the shape shows
    /// (`objtype`, `objid`, `category`, `segid`) and what renderers keep in it.
    #[doc(alias = "mjv_initGeom")]
    pub fn init(
        &mut self,
        kind: GeomType,
        size: Option<Vec3>,
        pos: Option<Vec3>,
        mat: Option<&Mat3>,
        rgba: Option<[f32; 4]>,
    ) {
        let fresh = Self::default();
        *self = Self {
            kind,
            size: size.map_or(fresh.size, |size| single(scale_of(kind, size))),
            pos: pos.map_or(fresh.pos, single),
            mat: mat.map_or(fresh.mat, singles),
            rgba: rgba.unwrap_or(fresh.rgba),
            objtype: self.objtype,
            objid: self.objid,
            category: self.category,
            segid: self.segid,
            camdist: self.camdist,
            transparent: self.transparent,
            ..fresh
        };
    }

    /// Gives it the shape, size and pose that connect two points.
    ///
    /// # Errors
    /// If the shape is none that has two ends.
    #[doc(alias = "mjv_connector")]
    pub fn connect(
        &mut self,
        kind: GeomType,
        width: f64,
        from: Vec3,
        to: Vec3,
    ) -> Result<(), SceneError> {
        use GeomType::{Arrow, Arrow1, Arrow2, Capsule, Cylinder, Line};
        if !matches!(kind, Capsule | Cylinder | Arrow | Arrow1 | Arrow2 | Line) {
            return Err(SceneError::Connector(kind as i32));
        }
        self.span(kind, width, from, to);
        Ok(())
    }

    /// [`connect`](Self::connect) for shapes that have two ends.
    pub(crate) fn span(&mut self, kind: GeomType, width: f64, from: Vec3, to: Vec3) {
        let along = to - from;
        let (width, length) = (width as f32, along.norm() as f32);
        // these are centered, with their half length; arrows and lines begin at their origin
        let centered = matches!(kind, GeomType::Capsule | GeomType::Cylinder);
        self.kind = kind;
        self.size = [width, width, if centered { length * 0.5 } else { length }];
        self.pos = single(if centered { (from + to) * 0.5 } else { from });
        self.mat = singles(&Quat::z_to(along).to_mat());
    }

    /// Radius of a sphere around it.
    #[doc(alias = "mjv_rbound")]
    #[must_use]
    pub fn rbound(&self) -> f32 {
        if self.objtype == ObjType::Geom {
            return self.modelrbound;
        }
        let [x, y, z] = self.size;
        match self.kind {
            GeomType::Sphere => x,
            GeomType::Capsule => x + z,
            GeomType::Cylinder => (x * x + z * z).sqrt(),
            GeomType::Box => (x * x + y * y + z * z).sqrt(),
            _ => x.max(y.max(z)),
        }
    }

    /// Sets the text, cut to the length that labels have.
    pub(crate) fn set_label(&mut self, text: &str) {
        text[..text.floor_char_boundary(LABEL)].clone_into(&mut self.label);
    }
}

/// Sizes of a geom as a scale along each axis.
fn scale_of(kind: GeomType, size: Vec3) -> Vec3 {
    let [x, y, _] = size.0;
    match kind {
        GeomType::Sphere => Vec3([x, x, x]),
        GeomType::Capsule | GeomType::Cylinder => Vec3([x, x, y]),
        _ => size,
    }
}

/// A vector in single precision.
pub(crate) fn single(v: Vec3) -> [f32; 3] {
    v.0.map(|x| x as f32)
}

/// A matrix in single precision.
pub(crate) fn singles(m: &Mat3) -> [f32; 9] {
    m.0.map(|x| x as f32)
}

/// A vector in double precision.
pub(crate) fn double(v: [f32; 3]) -> Vec3 {
    Vec3(v.map(f64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capsules_are_centered_between_the_points_they_connect() {
        let mut geom = VGeom::default();
        let (from, to) = (Vec3::ZERO, Vec3([0.0, 0.0, -4.0]));
        geom.connect(GeomType::Capsule, 0.5, from, to).unwrap();
        assert_eq!((geom.pos, geom.size), ([0.0, 0.0, -2.0], [0.5, 0.5, 2.0]));
        geom.connect(GeomType::Arrow, 0.5, from, to).unwrap();
        assert_eq!((geom.pos, geom.size), ([0.0; 3], [0.5, 0.5, 4.0]));
        let error = geom.connect(GeomType::Box, 0.5, from, to).unwrap_err();
        assert_eq!(error.to_string(), "invalid geom type 6 for connector");
    }

    #[test]
    fn labels_are_cut_between_characters() {
        let mut geom = VGeom::default();
        geom.set_label(&"é".repeat(60));
        assert_eq!(geom.label, "é".repeat(49));
    }

    #[test]
    fn what_a_shape_shows_stays_when_it_is_made_anew() {
        let mut geom = VGeom { objid: 3, segid: 4, dataid: 5, ..VGeom::default() };
        geom.init(GeomType::Capsule, Some(Vec3([1.0, 2.0, 3.0])), None, None, None);
        assert_eq!((geom.objid, geom.segid, geom.dataid), (3, 4, -1));
        assert_eq!(geom.size, [1.0, 1.0, 2.0]);
    }
}
