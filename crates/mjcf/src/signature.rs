//! A number that tells whether a spec and a model have the same structure: how many elements of
//! each kind there are in which body, not what they hold.
//!
//! MuJoCo writes the structure as a text and hashes it; so does this, with the same result.

use std::fmt::Write as _;

use ferrodyn_engine::enums::JointType;

use crate::spec::{Bodies, BodyKey, Spec};

/// Numbers of elements outside the tree.
struct Counts {
    flexes: usize,
    meshes: usize,
    skins: usize,
    hfields: usize,
    textures: usize,
    materials: usize,
    pairs: usize,
    excludes: usize,
    equalities: usize,
    tendons: usize,
    actuators: usize,
    keys: usize,
}

impl Counts {
    fn write(&self, text: &mut String, sensors: impl Iterator<Item = i32>) {
        let rows = [
            ("<flex/>\n", self.flexes),
            ("<mesh/>\n", self.meshes),
            ("<skin/>\n", self.skins),
            ("<heightfield/>\n", self.hfields),
            ("<texture/>\n", self.textures),
            ("<material/>\n", self.materials),
            ("<pair/>\n", self.pairs),
            ("<exclude/>\n", self.excludes),
            // MuJoCo leaves out the first one
            ("<equality/>\n", self.equalities.saturating_sub(1)),
            ("<tendon/>\n", self.tendons),
            ("<actuator/>\n", self.actuators),
        ];
        for (word, count) in rows {
            text.push_str(&word.repeat(count));
        }
        for kind in sensors {
            let _ = writeln!(text, "<sensor>{kind}<sensor/>");
        }
        text.push_str(&"<key/>\n".repeat(self.keys));
    }
}

/// What the tree says about one body, without its children.
fn write_body(text: &mut String, depth: usize, joints: &[JointType], counts: [usize; 4]) {
    let indent = |depth: usize| " ".repeat((2 * depth).min(1024));
    let _ = writeln!(text, "{}<body>", indent(depth));
    let inner = indent(depth + 1);
    for joint in joints {
        let _ = writeln!(text, "{inner}<joint>{}</joint>", joint.nq());
    }
    for (word, count) in ["geom", "site", "camera", "light"].into_iter().zip(counts) {
        for _ in 0..count {
            let _ = writeln!(text, "{inner}<{word}/>");
        }
    }
}

fn end_body(text: &mut String, depth: usize) {
    let _ = writeln!(text, "{}</body>", " ".repeat((2 * depth).min(1024)));
}

/// MuJoCo's hash of a string.
fn hash(text: &str) -> u64 {
    let step = |h: u64, c: u8| (h << 5).wrapping_add(h) ^ u64::from(c);
    text.bytes().fold(5381, step) % u64::MAX
}

fn spec_bodies(text: &mut String, bodies: &Bodies) {
    let begin = |text: &mut String, key: BodyKey, depth: usize| {
        let body = &bodies[key];
        let joints: Vec<JointType> = body.joints.iter().map(|joint| joint.kind).collect();
        let counts = [body.geoms.len(), body.sites.len(), body.cameras.len(), body.lights.len()];
        write_body(text, depth, &joints, counts);
    };
    begin(text, BodyKey::WORLD, 0);
    let mut open = vec![bodies.children(BodyKey::WORLD).iter()];
    while let Some(level) = open.last_mut() {
        if let Some(&body) = level.next() {
            begin(text, body, open.len());
            open.push(bodies.children(body).iter());
        } else {
            open.pop();
            end_body(text, open.len());
        }
    }
}

impl Spec {
    /// A number that changes with the structure of the spec.
    #[doc(alias = "mjModel::signature")]
    #[must_use]
    pub fn signature(&self) -> u64 {
        // keyframes of attached models count once they are complete
        if !self.pending.is_empty() {
            let mut complete = self.clone();
            complete.resolve_keys();
            complete.pending.clear();
            return complete.signature();
        }
        let mut text = "\n".to_owned();
        spec_bodies(&mut text, &self.bodies);
        let counts = Counts {
            flexes: self.flexes.len(),
            meshes: self.meshes.len(),
            skins: self.skins.len(),
            hfields: self.hfields.len(),
            textures: self.textures.len(),
            materials: self.materials.len(),
            pairs: self.pairs.len(),
            excludes: self.excludes.len(),
            equalities: self.equalities.len(),
            tendons: self.tendons.len(),
            actuators: self.actuators.len(),
            keys: self.keys.len(),
        };
        counts.write(&mut text, self.sensors.iter().map(|sensor| sensor.kind as i32));
        hash(&text)
    }
}

#[cfg(test)]
mod tests {
    use crate::Loader;

    #[test]
    fn the_number_is_that_of_mujoco() {
        let text = "<mujoco><worldbody><body><joint/><geom size='1'/><body><site/></body></body>\
            </worldbody><sensor><clock/></sensor><keyframe><key/></keyframe></mujoco>";
        let spec = Loader::new().read_str(text).unwrap();
        assert_eq!(spec.signature(), 11_497_879_115_519_353_195);
        assert_eq!(Loader::new().compile(&spec).unwrap().signature, spec.signature());
    }

    #[test]
    fn it_changes_with_the_structure_alone() {
        let read = |text: &str| Loader::new().read_str(text).unwrap().signature();
        let one = read("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
        let same = read("<mujoco><worldbody><geom size='2' name='a'/></worldbody></mujoco>");
        let other = read("<mujoco><worldbody><site size='1'/></worldbody></mujoco>");
        assert_eq!(one, same);
        assert_ne!(one, other);
    }
}
