//! Shapes that collide although they are named visual, and something heavy on something light.

use ferrodyn_engine::ids::{BodyId, GeomId};
use ferrodyn_engine::{Contact, Data};

use crate::finding::{Check, Finding, Severity};
use crate::subject::Subject;
use crate::text::{quoted, short};

/// Ratio of masses from which on the light one is pressed in.
const RATIO: f64 = 30.0;

pub(super) fn visual(s: &Subject<'_>) -> Vec<Finding> {
    let m = s.m;
    let collides = |g: &GeomId| m.geom_contype[*g] != 0 || m.geom_conaffinity[*g] != 0;
    let found = m.geoms().filter(collides).filter_map(|g| {
        let name = m.name(g).filter(|name| name.to_lowercase().contains("visual"))?;
        let bits = f64::from(m.geom_contype[g] | m.geom_conaffinity[g]);
        let message = format!("geom {} is named visual and collides", quoted(name));
        let help = "write contype=\"0\" conaffinity=\"0\", or another name";
        let finding = Finding::new(Check::VisualCollides, Severity::Note, message);
        Some(finding.of([name.to_owned()]).at(s.place(g)).help(help).value(bits, 0.0, "1"))
    });
    found.collect()
}

/// A heavy tree above a light one at a contact.
pub(super) fn heavy_on_light(s: &Subject<'_>, d: &Data, contact: &Contact) -> Option<Finding> {
    let m = s.m;
    let [Some(one), Some(two)] = contact.geoms() else { return None };
    let [one, two] = [one, two].map(|g| s.body_of(g));
    let roots = [one, two].map(|b| m.body_rootid.id(b).unwrap_or(b));
    // both must be free to be pressed
    let is_free = |b: BodyId| m.body_weldid[b] != BodyId(0);
    if roots[0] == roots[1] || !is_free(one) || !is_free(two) {
        return None;
    }
    let mass = roots.map(|root| m.body_subtreemass[root]);
    let (heavy, light) = if mass[0] >= mass[1] { (0, 1) } else { (1, 0) };
    let height = |root: BodyId| d.subtree_com[root][2];
    let ratio = mass[heavy] / mass[light];
    let is_above = height(roots[heavy]) > contact.pos[2] && height(roots[light]) < contact.pos[2];
    if !is_above || ratio.is_nan() || ratio <= RATIO {
        return None;
    }
    let names = [s.name(roots[heavy]), s.name(roots[light])];
    let message = format!(
        "{} lies on {}, which weighs {} times less, and will press it in",
        quoted(&names[0]),
        quoted(&names[1]),
        short(ratio)
    );
    let help = "a shorter time step with a shorter solref, or masses that differ less";
    let finding = Finding::new(Check::HeavyOnLight, Severity::Note, message)
        .of(names)
        .at(s.place(roots[light]));
    Some(finding.help(help).value(ratio, RATIO, "1"))
}
