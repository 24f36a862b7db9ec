//! `mujoco.sensor.touch_grid`: forces and torques of contacts as images seen from a site.
//!
//! The site looks along its negative z axis. Azimuth and elevation of a contact choose the pixel;
//! there are up to six images: force along z, x and y of the site, then torque. `fov` is the half
//! angle of view in degrees, `gamma` gathers pixels around the center.

use std::f64::consts::PI;

use ferrodyn_engine::enums::{ObjType, PluginCapabilityBit, SensorStage, SensorType};
use ferrodyn_engine::hooks::plugin::{Canvas, Plugin, PluginKind, SensorPlugin};
use ferrodyn_engine::hooks::{Attributes, PluginError};
use ferrodyn_engine::ids::{BodyId, ContactId, GeomId, PluginId, SensorId, SiteId};
use ferrodyn_engine::math::{Mat3, Quat, Vec3, fun};
use ferrodyn_engine::{Data, Model};

use crate::text::{loose_number, numbers, strict_number};

/// The kind `mujoco.sensor.touch_grid`.
#[derive(Clone, Copy, Debug)]
pub struct TouchGridKind;

impl PluginKind for TouchGridKind {
    fn name(&self) -> &'static str {
        "mujoco.sensor.touch_grid"
    }

    fn capabilities(&self) -> &[PluginCapabilityBit] {
        &[PluginCapabilityBit::Sensor]
    }

    fn attributes(&self) -> Vec<&str> {
        vec!["nchannel", "size", "fov", "gamma"]
    }

    fn sensor_len(&self, attributes: &Attributes) -> Result<usize, PluginError> {
        let grid = Grid::new(attributes)?;
        let pixels = grid.size[0].checked_mul(grid.size[1]);
        let len = pixels.and_then(|pixels| pixels.checked_mul(grid.channels));
        let fits = len.filter(|&len| i32::try_from(len).is_ok());
        fits.ok_or_else(|| PluginError::Refused("the touch grid is too large".to_owned()))
    }

    fn sensor_stage(&self) -> SensorStage {
        SensorStage::Acc
    }

    fn instance(
        &self,
        m: &Model,
        id: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        self.sensor_len(attributes)?;
        TouchGrid::new(m, id, &Grid::new(attributes)?).map(|grid| Box::new(grid) as Box<dyn Plugin>)
    }
}

/// The settings of an instance, from its attributes.
struct Grid {
    channels: usize,
    /// Columns and rows.
    size: [usize; 2],
    /// Half angles of view, in degrees.
    fov: [f64; 2],
    gamma: f64,
}

impl Grid {
    fn new(attributes: &Attributes) -> Result<Self, PluginError> {
        let refuse = |why: &str| Err(PluginError::Refused(why.to_owned()));
        strict_number(attributes, "gamma")?;
        strict_number(attributes, "nchannel")?;
        let channels = match loose_number(attributes, "nchannel").unwrap_or(0.0).trunc() {
            0.0 => 1.0,
            given => given,
        };
        if !(1.0..=6.0).contains(&channels) {
            return refuse("nchannel must be between 1 and 6");
        }
        let &[columns, rows] = &numbers(attributes, "size")[..] else {
            return refuse("Both horizontal and vertical resolutions must be specified");
        };
        if !(columns >= 1.0 && rows >= 1.0) {
            return refuse("Horizontal and vertical resolutions must be positive");
        }
        let &[across, up] = &numbers(attributes, "fov")[..] else {
            return refuse("Both horizontal and vertical fields of view must be specified");
        };
        if !(across > 0.0 && across <= 180.0) {
            return refuse("`fov[0]` must be a float between (0, 180] degrees");
        }
        if !(up > 0.0 && up <= 90.0) {
            return refuse("`fov[1]` must be a float between (0, 90] degrees");
        }
        let gamma = loose_number(attributes, "gamma").unwrap_or(0.0);
        if !(0.0..=1.0).contains(&gamma) {
            return refuse("`gamma` must be a nonnegative float between [0, 1]");
        }
        let size = [columns as usize, rows as usize];
        Ok(Self { channels: channels as usize, size, fov: [across, up], gamma })
    }

    /// The angles between which the pixels along an axis lie.
    fn edges(&self, axis: usize) -> Vec<f64> {
        let pixels = self.size[axis];
        let increment = 2.0 / pixels as f64;
        let scale = self.fov[axis] * PI / 180.0;
        let mut at = -1.0;
        let edge = |_| {
            let edge = self.gathered(at) * scale;
            at += increment;
            edge
        };
        (0..=pixels).map(edge).collect()
    }

    /// A place between -1 and 1, moved towards the center.
    fn gathered(&self, x: f64) -> f64 {
        match self.gamma {
            0.0 => x,
            gamma => gamma * fun::pow(x, 5.0) + (1.0 - gamma) * x,
        }
    }
}

/// A grid of pixels around a site.
struct TouchGrid {
    /// The sensor it writes; others of the same instance have no values.
    sensor: Option<SensorId>,
    channels: usize,
    across: Vec<f64>,
    up: Vec<f64>,
}

impl TouchGrid {
    fn new(m: &Model, id: PluginId, grid: &Grid) -> Result<Self, PluginError> {
        let own = |s: &SensorId| {
            m.sensor_type[*s] == SensorType::Plugin && m.sensor_plugin[*s].raw() == id.raw()
        };
        if m.sensors().filter(own).any(|s| m.sensor_objtype[s] != ObjType::Site) {
            let why = "Touch Grid sensor must be attached to a site";
            return Err(PluginError::Refused(why.to_owned()));
        }
        let sensor = m.sensors().find(own);
        let (across, up) = (grid.edges(0), grid.edges(1));
        Ok(Self { sensor, channels: grid.channels, across, up })
    }

    /// Mean distance of the contacts of each pixel.
    fn distances(&self, m: &Model, d: &Data, site: SiteId) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); (self.across.len() - 1) * (self.up.len() - 1)];
        let parent = weld_of(m, BodyId(usize::try_from(m.site_bodyid[site].raw()).unwrap_or(0)));
        let (origin, axes) = (d.site_xpos[site], d.site_xmat[site]);
        for contact in &d.contact {
            let bodies = contact.geom.map(|geom| {
                let geom = GeomId::new(geom).filter(|geom| geom.0 < m.ngeom)?;
                m.geom_bodyid[geom].id().map(|body| weld_of(m, body))
            });
            let [Some(one), Some(two)] = bodies else { continue };
            let at = axes.transpose_mul(contact.pos - origin);
            if one != parent && two != parent {
                continue;
            }
            if let Some(pixel) = self.pixel(at) {
                sums[pixel].0 += at.norm();
                sums[pixel].1 += 1.0;
            }
        }
        sums.into_iter().map(|(sum, count)| if count == 0.0 { 0.0 } else { sum / count }).collect()
    }

    /// The pixel of a point in the frame of the site; nothing if it is out of view.
    fn pixel(&self, at: Vec3) -> Option<usize> {
        let [x, y, z] = at.0;
        let azimuth = fun::atan2(x, -z);
        let elevation = fun::atan2(y, (x * x + z * z).sqrt());
        let (column, row) = (between(&self.across, azimuth)?, between(&self.up, elevation)?);
        Some(row * (self.across.len() - 1) + column)
    }
}

/// The body that a body is fixed to.
fn weld_of(m: &Model, b: BodyId) -> BodyId {
    BodyId(usize::try_from(m.body_weldid[b].raw()).unwrap_or(0))
}

/// Which of the intervals between rising edges holds a number.
fn between(edges: &[f64], x: f64) -> Option<usize> {
    // bisection as MuJoCo does it, which decides where a number that is none goes
    let (mut low, mut high) = (0, edges.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if x <= edges[middle] {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    if low == 0 || low == edges.len() { None } else { Some(low - 1) }
}

impl Plugin for TouchGrid {
    fn follows_from_state(&self) -> bool {
        true
    }

    fn sensor(&self) -> Option<&dyn SensorPlugin> {
        Some(self)
    }

    /// Draws a box for each pixel with contacts, at their mean distance, in the colors of its forces.
    fn visualize(&self, m: &Model, d: &Data, _: PluginId, canvas: &mut dyn Canvas) {
        let Some(s) = self.sensor else { return };
        let Some(site) = SiteId::new(m.sensor_objid[s]).filter(|site| site.0 < m.nsite) else {
            return;
        };
        let (columns, rows) = (self.across.len() - 1, self.up.len() - 1);
        let start = usize::try_from(m.sensor_adr[s].raw()).unwrap_or(usize::MAX);
        let end = start.saturating_add(columns * rows * self.channels);
        let Some(values) = d.sensordata.get(start..end) else { return };
        let most = values.iter().take(columns * rows).fold(0.0_f64, |most, x| most.max(x.abs()));
        if most == 0.0 {
            return;
        }
        let distances = self.distances(m, d, site);
        for (i, j) in (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))) {
            let pixel = j * columns + i;
            if distances[pixel] == 0.0 {
                continue;
            }
            let edges = [self.across[i], self.across[i + 1], self.up[j], self.up[j + 1]];
            let (size, pose) = pixel_box(d, site, edges, distances[pixel]);
            let mut rgba = [1.0; 4];
            for (channel, color) in rgba.iter_mut().take(self.channels.min(3)).enumerate() {
                *color = (values[channel * columns * rows + pixel].abs() / most) as f32;
            }
            canvas.add_box(s, size, pose, rgba);
        }
    }
}

/// Thickness of the boxes that are drawn, relative to their distance.
const THICKNESS: f64 = 0.02;

/// The box that is drawn for a pixel: half sizes and pose.
fn pixel_box(
    d: &Data,
    site: SiteId,
    [left, right, down, up]: [f64; 4],
    distance: f64,
) -> (Vec3, (Vec3, Mat3)) {
    let axes = d.site_xmat[site];
    let half = |low: f64, high: f64| distance * 0.5 * (high - low);
    let size = Vec3([half(left, right), half(down, up), distance * THICKNESS]);
    let (azimuth, elevation) = (0.5 * (right + left), 0.5 * (up + down));
    let [(sa, ca), (se, ce)] = [azimuth, elevation].map(fun::sin_cos);
    let away = distance * (1.0 - THICKNESS);
    let pos = axes * (Vec3([ce * sa, se, -ce * ca]) * away) + d.site_xpos[site];
    let turn = Quat::from_axis_angle(-axes.col(1), azimuth)
        * (Quat::from_axis_angle(axes.col(0), elevation) * Quat::from_mat(&axes));
    (size, (pos, turn.to_mat()))
}

impl SensorPlugin for TouchGrid {
    fn measure(&self, m: &Model, d: &mut Data, _: PluginId) {
        let Some(s) = self.sensor else { return };
        let Some(site) = SiteId::new(m.sensor_objid[s]).filter(|site| site.0 < m.nsite) else {
            return;
        };
        let frame = (self.across.len() - 1) * (self.up.len() - 1);
        let start = usize::try_from(m.sensor_adr[s].raw()).unwrap_or(usize::MAX);
        let end = start.saturating_add(frame * self.channels);
        let Data { sensordata, site_xpos, site_xmat, .. } = d;
        let (origin, axes) = (site_xpos[site], site_xmat[site]);
        match sensordata.get_mut(start..end) {
            Some(values) => values.fill(0.0),
            None => return,
        }
        let weld = |b: BodyId| weld_of(m, b);
        let parent = weld(BodyId(usize::try_from(m.site_bodyid[site].raw()).unwrap_or(0)));
        for i in 0..d.contact.len() {
            let contact = &d.contact[ContactId(i)];
            let body = |side: usize| {
                let geom = GeomId::new(contact.geom[side]).filter(|geom| geom.0 < m.ngeom)?;
                m.geom_bodyid[geom].id()
            };
            let (Some(one), Some(two)) = (body(0), body(1)) else { continue };
            if weld(one) != weld(parent) && weld(two) != weld(parent) {
                continue;
            }
            let Some(pixel) = self.pixel(axes.transpose_mul(contact.pos - origin)) else {
                continue;
            };
            let force = ferrodyn_engine::support::contact_force(m, d, ContactId(i));
            let seen = |part: [f64; 3]| axes.transpose_mul(contact.frame.transpose_mul(Vec3(part)));
            let (f, t) =
                (seen([force[0], force[1], force[2]]), seen([force[3], force[4], force[5]]));
            // forces act from the smaller to the larger body
            let sign = if parent.0 < one.0.max(two.0) { -1.0 } else { 1.0 };
            let channels = [f[2], f[0], f[1], t[2], t[0], t[1]].map(|x| x * sign);
            for (channel, value) in channels.into_iter().take(self.channels).enumerate() {
                d.sensordata.as_mut_slice()[start + channel * frame + pixel] += value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(values: &[(&str, &str)]) -> Result<Grid, PluginError> {
        let owned = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Grid::new(&Attributes::new(owned))
    }

    #[test]
    fn pixels_are_between_rising_edges() {
        let grid = grid(&[("size", "4 2"), ("fov", "90 45"), ("gamma", "0.5")]).unwrap();
        let edges = grid.edges(0);
        assert_eq!(edges.len(), 5);
        assert!(edges.windows(2).all(|pair| pair[0] < pair[1]));
        assert!((edges[0] + PI / 2.0).abs() < 1e-12 && edges[2].abs() < 1e-12);
        assert_eq!(between(&edges, edges[0] - 0.1), None);
        assert_eq!(between(&edges, edges[4] + 0.1), None);
        assert_eq!(between(&edges, 0.5 * (edges[3] + edges[4])), Some(3));
    }

    #[test]
    fn nonsense_is_refused() {
        for (values, why) in [
            (&[("size", "4"), ("fov", "90 45")][..], "resolutions must be specified"),
            (&[("size", "4 0"), ("fov", "90 45")], "must be positive"),
            (&[("size", "4 4"), ("fov", "190 45")], "fov[0]"),
            (&[("size", "4 4"), ("fov", "90 91")], "fov[1]"),
            (&[("size", "4 4"), ("fov", "90 45"), ("gamma", "2")], "gamma"),
            (&[("size", "4 4"), ("fov", "90 45"), ("nchannel", "7")], "nchannel"),
            (&[("size", "4 4"), ("fov", "90 45"), ("nchannel", "x")], "a number"),
        ] {
            let error = grid(values).err().unwrap().to_string();
            assert!(error.contains(why), "{error}");
        }
        let large = Attributes::new([
            ("size".to_owned(), "1e9 1e9".to_owned()),
            ("fov".to_owned(), "90 45".to_owned()),
        ]);
        assert!(TouchGridKind.sensor_len(&large).is_err());
    }

    #[test]
    fn bounds_that_are_not_numbers_are_refused() {
        assert!(grid(&[("size", "nan 4"), ("fov", "90 45")]).is_err());
        assert!(grid(&[("size", "4 4"), ("fov", "nan 45")]).is_err());
    }
}
