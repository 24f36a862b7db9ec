//! Colors of shapes.

use ferrodyn_engine::enums::{CatBit, ConstraintType, VisFlag};
use ferrodyn_engine::math::scalar::halton;
use ferrodyn_engine::{Data, Model};

use super::Add;
use crate::VGeom;

/// The color of shapes without a color.
pub(super) const GRAY: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

impl Add<'_> {
    /// Gives a shape its material, or a color if it has one of its own.
    pub(super) fn paint(&self, geom: &mut VGeom, matid: i32, rgba: [f32; 4]) {
        let m = self.m;
        let material = usize::try_from(matid).ok().filter(|&id| id < m.nmat);
        if let Some(id) = material {
            geom.rgba = m.mat_rgba.as_slice()[id];
            geom.emission = m.mat_emission.as_slice()[id];
            geom.specular = m.mat_specular.as_slice()[id];
            geom.shininess = m.mat_shininess.as_slice()[id];
            geom.reflectance = m.mat_reflectance.as_slice()[id];
            if self.shows(VisFlag::Texture) {
                geom.matid = matid;
            }
        }
        if material.is_none() || rgba != GRAY {
            geom.rgba = rgba;
        }
        if self.shows(VisFlag::Transparent) && geom.category == CatBit::Dynamic as i32 {
            geom.rgba[3] *= m.vis.map.alpha;
        }
    }

    /// Makes a shape glow.
    pub(super) fn glow(&self, geom: &mut VGeom) {
        geom.emission += self.m.vis.global.glow;
    }
}

/// How hard a joint or tendon is at its limit, 0 if it is not.
pub(super) fn limit_impedance(d: &Data, kind: ConstraintType, id: usize) -> f64 {
    let start = usize::try_from(d.ne.saturating_add(d.nf)).unwrap_or(usize::MAX);
    let count = usize::try_from(d.nl).unwrap_or(0);
    let rows = d.efc_type.raw().iter().zip(d.efc_id.iter()).zip(d.efc_KBIP.iter());
    let mut own = rows.skip(start).take(count).filter(|((row, object), _)| {
        **row == kind as i32 && usize::try_from(**object).is_ok_and(|object| object == id)
    });
    own.next_back().map_or(0.0, |(_, kbip)| kbip[2])
}

/// A color between two; the opacity is that of the first.
pub(super) fn mixed(rgba: [f32; 4], other: [f32; 4], share: f64) -> [f32; 4] {
    let mix = |i: usize| ((1.0 - share) * f64::from(rgba[i]) + share * f64::from(other[i])) as f32;
    [mix(0), mix(1), mix(2), rgba[3]]
}

/// The color of an island, by its first degree of freedom; gray without one, dull while it sleeps.
pub(super) fn island_color(dof: Option<i32>, awake: bool) -> [f32; 4] {
    let (mut hue, mut saturation, mut value) = (1.0_f32, 0.0_f32, 0.7_f32);
    if let Some(dof) = dof {
        let spread = |base| halton(dof.saturating_add(1), base);
        hue = spread(7) as f32;
        saturation = (0.5 + 0.5 * spread(3)) as f32;
        value = (0.6 + 0.4 * spread(5)) as f32;
    }
    if !awake {
        value = (f64::from(value) * 0.6) as f32;
        saturation = (f64::from(saturation) * 0.7) as f32;
    }
    let [r, g, b] = rgb_of(hue, saturation, value);
    [r, g, b, 1.0]
}

/// Red, green and blue of hue, saturation and value, all from 0 to 1.
fn rgb_of(hue: f32, saturation: f32, value: f32) -> [f32; 3] {
    if saturation <= 0.0 {
        return [value; 3];
    }
    let sector = (hue * 6.0).trunc();
    let rest = hue * 6.0 - sector;
    let low = value * (1.0 - saturation);
    let falling = value * (1.0 - saturation * rest);
    let rising = value * (1.0 - saturation * (1.0 - rest));
    match sector as i32 {
        0 => [value, rising, low],
        1 => [falling, value, low],
        2 => [low, value, rising],
        3 => [low, falling, value],
        4 => [rising, low, value],
        _ => [value, low, falling],
    }
}

/// The first degree of freedom of an island; `None` if there is no such island.
pub(super) fn first_dof(d: &Data, island: i32) -> Option<i32> {
    let island = usize::try_from(island).ok()?;
    d.island_dofadr.get(island).copied().filter(|&dof| dof >= 0)
}

/// The island of a constraint row, by its first degree of freedom.
pub(super) fn island_of_row(d: &Data, row: i32) -> Option<i32> {
    let row = usize::try_from(row).ok().filter(|_| d.nisland > 0)?;
    first_dof(d, *d.efc_island.raw().get(row)?)
}

/// The color of what a user pulls, or somebody else, or both.
pub(super) fn pulled_color(rgba: [f32; 4], own: bool, others: bool) -> [f32; 4] {
    let part = |color: f32, other: f32| {
        let first = if own { color } else { 0.0 };
        if others && other > first { other } else { first }
    };
    let [r, g, b, a] = rgba;
    [part(r, g), part(g, r), b, a]
}

/// Whether the material or the color of an object hides it.
pub(super) fn is_invisible(m: &Model, matid: i32, rgba: [f32; 4]) -> bool {
    let material = usize::try_from(matid).ok().and_then(|id| m.mat_rgba.get(id));
    material.unwrap_or(&rgba)[3] == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_go_round() {
        assert_eq!(rgb_of(0.0, 1.0, 1.0), [1.0, 0.0, 0.0]);
        assert_eq!(rgb_of(0.5, 1.0, 1.0), [0.0, 1.0, 1.0]);
        assert_eq!(island_color(None, true), [0.7, 0.7, 0.7, 1.0]);
    }

    #[test]
    fn others_pull_in_the_other_color() {
        let red = [0.9, 0.1, 0.2, 1.0];
        assert_eq!(pulled_color(red, true, false), red);
        assert_eq!(pulled_color(red, false, true), [0.1, 0.9, 0.2, 1.0]);
        assert_eq!(pulled_color(red, true, true), [0.9, 0.9, 0.2, 1.0]);
    }
}
