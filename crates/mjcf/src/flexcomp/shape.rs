//! The points and elements of a flexcomp.

use ferrodyn_engine::math::{MINVAL, Vec3};

use super::{Flexcomp, FlexcompKind, grid, hull};
use crate::asset::AssetError;
use crate::asset::gmsh::read_gmsh;
use crate::asset::mesh::{MeshFile, read_mesh_file};
use crate::path;
use crate::spec::Flex;

/// Points and elements, before they are placed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shape {
    pub(crate) point: Vec<[f64; 3]>,
    /// Points of the elements, one more than the dimension each.
    pub(crate) element: Vec<i32>,
    pub(crate) texcoord: Vec<f32>,
    pub(crate) elemtexcoord: Vec<i32>,
    /// Dimension of the elements.
    pub(crate) dim: i32,
}

impl Shape {
    /// Makes the shape; `bytes` are those of the file, if there is one.
    pub(crate) fn new(comp: &Flexcomp, flex: &Flex, bytes: Option<&[u8]>) -> Result<Self, String> {
        let (point, rest) = comp.point.as_chunks::<3>();
        if !rest.is_empty() {
            let n = comp.point.len();
            return Err(format!("point must hold three numbers each: it has {n}"));
        }
        // what is made comes behind what is given
        let mut given = Self {
            point: point.to_vec(),
            element: comp.element.clone(),
            texcoord: comp.texcoord.clone(),
            dim: flex.dim,
            ..Self::default()
        };
        match comp.kind {
            FlexcompKind::Grid | FlexcompKind::Circle => grid::make(comp, flex, given),
            FlexcompKind::Square | FlexcompKind::Disc => {
                grid::make(comp, flex, Self { dim: 2, ..given })
            }
            FlexcompKind::Box | FlexcompKind::Cylinder | FlexcompKind::Ellipsoid => {
                Ok(hull::make(comp, flex, given))
            }
            FlexcompKind::Mesh => mesh(comp, given, bytes.unwrap_or_default()),
            FlexcompKind::Gmsh => {
                let file = &comp.file;
                let gmsh = read_gmsh(bytes.unwrap_or_default());
                let gmsh = gmsh.map_err(|error| format!("file \"{file}\": {error}"))?;
                given.point.extend(gmsh.point);
                given.element.extend(gmsh.element);
                Ok(Self { dim: gmsh.dim, ..given })
            }
            FlexcompKind::Direct => Ok(given),
        }
    }

    /// Refuses shapes without elements and elements without points.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.point.is_empty() || self.element.is_empty() {
            return Err("points and elements are missing: give both".into());
        }
        let corners = self.dim + 1;
        let numbers = self.element.len();
        if !numbers.is_multiple_of(usize::try_from(corners).unwrap_or(1)) {
            return Err(format!("element must hold {corners} points each: it has {numbers}"));
        }
        let points = self.point.len();
        let inside = |id: &i32| usize::try_from(*id).is_ok_and(|id| id < points);
        match self.element.iter().find(|id| !inside(id)) {
            Some(id) => Err(format!("element refers to point {id} of {points}")),
            None => Ok(()),
        }
    }

    /// Leaves out points that no element has; `pinned` follows.
    pub(crate) fn drop_unused(&mut self, pinned: &mut Vec<bool>, nodes: usize) {
        let mut used = vec![false; self.point.len()];
        for &id in &self.element {
            used[id as usize] = true;
        }
        if used.iter().all(|&used| used) {
            return;
        }
        let mut place = vec![0; used.len()];
        let mut count = 0;
        for (i, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            place[i] = count as i32;
            self.point[count] = self.point[i];
            if let Some(from) = self.texcoord.get(2 * i..2 * i + 2) {
                let pair = [from[0], from[1]];
                self.texcoord[2 * count..2 * count + 2].copy_from_slice(&pair);
            }
            pinned[count] = pinned[i];
            count += 1;
        }
        self.element.iter_mut().for_each(|id| *id = place[*id as usize]);
        self.point.truncate(count);
        self.texcoord.truncate(2 * count);
        pinned.resize(count.max(nodes), false);
    }
}

/// How many points count asks for; nothing if they cannot be counted.
pub(crate) fn points_asked(comp: &Flexcomp, flex: &Flex) -> Option<usize> {
    let [x, y, z] = comp.count.map(|n| usize::try_from(n).unwrap_or(0));
    let made = match (comp.kind, flex.dim) {
        (FlexcompKind::Mesh | FlexcompKind::Gmsh | FlexcompKind::Direct, _) => Some(0),
        (FlexcompKind::Grid | FlexcompKind::Circle, 1) => Some(x),
        (FlexcompKind::Grid | FlexcompKind::Circle, 3) => x.checked_mul(y)?.checked_mul(z),
        (FlexcompKind::Box | FlexcompKind::Cylinder | FlexcompKind::Ellipsoid, _) => {
            let sides = x.checked_mul(y)?.checked_add(x.checked_mul(z)?)?;
            sides.checked_add(y.checked_mul(z)?)?.checked_mul(2)
        }
        _ => x.checked_mul(y),
    };
    made?.checked_add(comp.point.len() / 3)
}

/// The faces of a mesh, or tetrahedra from the origin to its faces.
fn mesh(comp: &Flexcomp, given: Shape, bytes: &[u8]) -> Result<Shape, String> {
    let file = &comp.file;
    if given.dim < 2 {
        return Err("a flex of a mesh has dim 2 or 3".into());
    }
    if path::extension(file).eq_ignore_ascii_case(".msh") {
        return Err("MSH files of meshes cannot be used here: convert it to OBJ or STL".into());
    }
    let mesh = MeshFile { name: file, bytes };
    let failed = |error: AssetError| format!("file \"{file}\": {error}");
    let mesh = read_mesh_file(mesh, "", Vec3::new(1.0, 1.0, 1.0), true).map_err(failed)?;
    if mesh.vert.is_empty() || mesh.face.is_empty() {
        return Err(format!("file \"{file}\" has no vertices or no faces"));
    }
    let mut shape = given;
    shape.point = mesh.vert.iter().map(|v| v.map(f64::from)).collect();
    if !mesh.texcoord.is_empty() {
        shape.texcoord = mesh.texcoord.as_flattened().to_vec();
        shape.elemtexcoord = mesh.facetexcoord.as_flattened().to_vec();
    }
    if shape.dim == 2 {
        shape.element = mesh.face.as_flattened().to_vec();
        return Ok(shape);
    }
    let Some(origin) = comp.origin else {
        return Err("tetrahedra of a mesh need a point to meet in: give the origin".into());
    };
    shape.point.insert(0, origin);
    for face in &mesh.face {
        let corners = face.map(|id| id + 1);
        let [a, b, c] = corners.map(|id| Vec3(shape.point[id as usize]) - Vec3(origin));
        // only where the volume is positive
        if a.cross(b).dot(c) >= MINVAL {
            shape.element.extend([0, corners[0], corners[1], corners[2]]);
        }
    }
    Ok(shape)
}
