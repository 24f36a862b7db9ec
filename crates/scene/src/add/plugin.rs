//! Shapes that plugins draw, and the paths of the points that searched distance fields for contacts.

use std::collections::BTreeMap;

use ferrodyn_engine::collision::sdf_descents;
use ferrodyn_engine::constants::MAXCONPAIR;
use ferrodyn_engine::enums::{CatBit, GeomType, ObjType, VisFlag};
use ferrodyn_engine::hooks::plugin::Canvas;
use ferrodyn_engine::ids::{GeomId, PluginId, SensorId};
use ferrodyn_engine::math::{Mat3, Vec3};
use ferrodyn_engine::{Data, Model, System};

use crate::{Scene, VGeom, VisOption};

/// Colors that plugins give to geoms.
pub(super) type Colors = BTreeMap<usize, [f32; 3]>;

/// The most points that are drawn of a distance field.
const MOST_POINTS: usize = 10 * (MAXCONPAIR + 1) * (MAXCONPAIR + 1);
/// Size of a start or end, relative to bodies.
const POINT: f64 = 0.2;
/// Width of lines; px.
const LINE: f64 = 2.0;
/// Share of the way between two points that is drawn.
const WAY: f64 = 0.95;

/// Adds what plugins draw; returns the colors that they give to geoms.
pub(super) fn plugins(m: &System<'_>, d: &Data, opt: &VisOption, scn: &mut Scene) -> Colors {
    if m.nplugin == 0 {
        return Colors::new();
    }
    let descents = if opt.shows(VisFlag::SdfIter) { sdf_descents(m, d) } else { Vec::new() };
    let mut sketch = Sketch { m, d, descents, scn, colors: Colors::new() };
    for (id, plugin) in m.plugins() {
        if let Some(plugin) = plugin {
            plugin.visualize(m, d, id, &mut sketch);
        }
    }
    sketch.colors
}

/// A scene that plugins draw in.
struct Sketch<'a> {
    m: &'a Model,
    d: &'a Data,
    /// How points slid down distance fields, if that is shown.
    descents: Vec<(PluginId, Vec<Vec<Vec3>>)>,
    scn: &'a mut Scene,
    colors: Colors,
}

impl Canvas for Sketch<'_> {
    fn show_descents(&mut self, id: PluginId) {
        if let Some(at) = self.descents.iter().position(|(owner, _)| *owner == id) {
            let (_, paths) = self.descents.swap_remove(at);
            // a full scene has room for nothing else either
            let _ = self.ways(id, &paths);
        }
    }

    fn color(&mut self, geom: GeomId, rgb: [f32; 3]) {
        self.colors.insert(geom.0, rgb);
    }

    fn add_box(&mut self, sensor: SensorId, size: Vec3, (pos, mat): (Vec3, Mat3), rgba: [f32; 4]) {
        if let Some(mut geom) = self.shape(sensor.0) {
            geom.init(GeomType::Box, Some(size), Some(pos), Some(&mat), Some(rgba));
            self.scn.geoms.push(geom);
        }
    }
}

impl Sketch<'_> {
    fn shape(&mut self, objid: usize) -> Option<VGeom> {
        let ngeom = self.scn.geoms.len();
        if ngeom >= self.scn.maxgeom {
            self.scn.status = 1;
            return None;
        }
        let (objtype, category) = (ObjType::Unknown, CatBit::Decor as i32);
        let (objid, segid) = (objid as i32, ngeom as i32);
        Some(VGeom { objtype, objid, category, segid, ..VGeom::default() })
    }

    /// Adds the ways of points: spheres where they start and end, and lines from blue to red.
    fn ways(&mut self, id: PluginId, paths: &[Vec<Vec3>]) -> Option<()> {
        let (m, d) = (self.m, self.d);
        let own = m.geoms().find(|&g| m.geom_plugin[g].raw() == id.raw());
        let g = own.or_else(|| m.geoms().next())?;
        // points are in the frame of the field, which is not that of the geom's mesh
        let mat = &d.geom_xmat[g];
        let turn = *mat * m.geom_quat[g].to_mat().transpose();
        let offset = d.geom_xpos[g] - turn * m.geom_pos[g];
        let mut left = MOST_POINTS;
        for (i, path) in paths.iter().enumerate() {
            let path = &path[..path.len().min(left)];
            left -= path.len();
            let points: Vec<Vec3> = path.iter().map(|&point| turn * point + offset).collect();
            let (Some(&first), Some(&last)) = (points.first(), points.last()) else { continue };
            for (point, rgba) in [(first, [0.0, 0.0, 1.0, 1.0]), (last, [1.0, 0.0, 0.0, 1.0])] {
                let mut geom = self.shape(i)?;
                let size = Vec3([POINT * m.stat.meansize; 3]);
                geom.init(GeomType::Sphere, Some(size), Some(point), Some(mat), Some(rgba));
                self.scn.geoms.push(geom);
            }
            for (j, pair) in points.windows(2).enumerate() {
                let mut geom = self.shape(i)?;
                let to = pair[0] + (pair[1] - pair[0]) * WAY;
                geom.span(GeomType::Line, LINE, pair[0], to);
                let share = (j as f64 + 1.0) / (points.len() as f64 - 1.0);
                geom.rgba = [share as f32, 0.0, (1.0 - share) as f32, 1.0];
                self.scn.geoms.push(geom);
            }
        }
        Some(())
    }
}
