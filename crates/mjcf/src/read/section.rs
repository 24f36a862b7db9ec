//! Sections that set options: compiler, option, size, visual, statistic.

use ferrodyn_engine::enums::{Cone, Integrator, Jacobian, Solver};
use ferrodyn_engine::visual::{
    VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};
use ferrodyn_engine::{Opt, Visual};

use super::Reader;
use crate::schema::{Attr, BadValue, Element, Fit, Value, attr};
use crate::spec::Keyword;
use crate::spec::flags::FLAGS;
use crate::xml::NodeId;

/// An attribute whose keyword is stored as an integer.
macro_rules! coded {
    ($element:ty, $($field:ident).+, $keyword:ty, $name:expr) => {
        Attr::<$element> {
            name: $name,
            kind: <$keyword as Value>::kind,
            read: |e, text| {
                let mut value = <$keyword>::WORDS[0].1;
                value.read(text, Fit::Exact)?;
                e.$($field).+ = value as i32;
                Ok(true)
            },
            write: |e, default| {
                let word = <$keyword>::WORDS.iter().find(|(_, v)| *v as i32 == e.$($field).+);
                (e.$($field).+ != default.$($field).+).then(|| word.map_or("", |w| w.0).to_owned())
            },
            nonfinite: |_| None,
        }
    };
}

impl Element for Opt {
    const ATTRS: &'static [Attr<Self>] = &[
        attr!(Opt, timestep, "timestep"),
        attr!(Opt, impratio, "impratio"),
        attr!(Opt, tolerance, "tolerance"),
        attr!(Opt, ls_tolerance, "ls_tolerance"),
        attr!(Opt, noslip_tolerance, "noslip_tolerance"),
        attr!(Opt, ccd_tolerance, "ccd_tolerance"),
        attr!(Opt, sleep_tolerance, "sleep_tolerance"),
        attr!(Opt, gravity, "gravity"),
        attr!(Opt, wind, "wind"),
        attr!(Opt, magnetic, "magnetic"),
        attr!(Opt, density, "density"),
        attr!(Opt, viscosity, "viscosity"),
        attr!(Opt, o_margin, "o_margin"),
        attr!(Opt, o_solref, upto "o_solref"),
        attr!(Opt, o_solimp, upto "o_solimp"),
        attr!(Opt, o_friction, upto "o_friction"),
        coded!(Opt, integrator, Integrator, "integrator"),
        coded!(Opt, cone, Cone, "cone"),
        coded!(Opt, jacobian, Jacobian, "jacobian"),
        coded!(Opt, solver, Solver, "solver"),
        attr!(Opt, iterations, "iterations"),
        attr!(Opt, ls_iterations, "ls_iterations"),
        attr!(Opt, noslip_iterations, "noslip_iterations"),
        attr!(Opt, ccd_iterations, "ccd_iterations"),
        attr!(Opt, sdf_iterations, "sdf_iterations"),
        attr!(Opt, sdf_initpoints, "sdf_initpoints"),
        Attr::<Opt> {
            name: "actuatorgroupdisable",
            kind: || "int(31)".into(),
            read: |opt, text| {
                let mut groups: Vec<i32> = Vec::new();
                groups.read(text, Fit::UpTo)?;
                if groups.len() > 31 {
                    return Err(BadValue::Count { want: 31, upto: true, got: groups.len() });
                }
                if let Some(bad) = groups.iter().find(|g| !(0..31).contains(*g)) {
                    let message = format!("actuator group {bad} is not between 0 and 30");
                    return Err(BadValue::Other(message));
                }
                opt.disableactuator |= groups.iter().fold(0, |bits, g| bits | 1 << g);
                Ok(!groups.is_empty())
            },
            write: |opt, default| {
                let groups: Vec<i32> =
                    (0..31).filter(|g| opt.disableactuator >> g & 1 == 1).collect();
                (opt.disableactuator != default.disableactuator).then(|| groups.text())
            },
            nonfinite: |_| None,
        },
    ];
}

macro_rules! visual {
    ($($type:ident { $($field:ident),+ $(; $($flag:ident),+)? })+) => {$(
        impl Element for $type {
            const ATTRS: &'static [Attr<Self>] = &[
                $(attr!($type, $field, stringify!($field)),)+
                $($(coded!($type, $flag, bool, stringify!($flag)),)+)?
            ];
        }
    )+};
}

visual! {
    VisualGlobal {
        cameraid, fovy, ipd, azimuth, elevation, linewidth, glow, offwidth, offheight, realtime;
        orthographic, ellipsoidinertia, bvactive
    }
    VisualQuality { shadowsize, offsamples, numslices, numstacks, numquads }
    VisualHeadlight { ambient, diffuse, specular, active }
    VisualMap {
        stiffness, stiffnessrot, force, torque, alpha, fogstart, fogend, znear, zfar, haze,
        shadowclip, shadowscale, actuatortendon
    }
    VisualScale {
        forcewidth, contactwidth, contactheight, connect, com, camera, light, selectpoint,
        jointlength, jointwidth, actuatorlength, actuatorwidth, framelength, framewidth,
        constraint, slidercrank, frustum
    }
    VisualRgba {
        fog, haze, force, inertia, joint, actuator, actuatornegative, actuatorpositive, com,
        camera, light, selectpoint, connect, contactpoint, contactforce, contactfriction,
        contacttorque, contactgap, rangefinder, constraint, slidercrank, crankbroken, frustum, bv,
        bvactive
    }
}

impl Reader<'_, '_> {
    pub(super) fn compiler(&mut self, node: NodeId) {
        // assetdir first: meshdir and texturedir win over it
        if let Some(dir) = self.text(node, "assetdir") {
            self.spec.compiler.meshdir.clone_from(&dir);
            self.spec.compiler.texturedir = dir;
        }
        match self.tree.attr(node, "coordinate") {
            None | Some("local") => {}
            Some("global") => self.refuse_attr(
                node,
                "coordinate",
                "global coordinates were removed from MuJoCo; convert the model with MuJoCo 2.3.3",
            ),
            Some(_) => self.refuse_attr(node, "coordinate", "coordinate can only be \"local\""),
        }
        let mut compiler = self.spec.compiler.clone();
        self.attrs(node, &mut compiler);
        if compiler.eulerseq.chars().count() != 3 || compiler.eulerseq.len() != 3 {
            self.refuse_attr(node, "eulerseq", "eulerseq takes three letters");
            compiler.eulerseq = "xyz".into();
        }
        for child in self.children(node) {
            self.attrs(child, &mut compiler.lengthrange);
        }
        self.spec.compiler = compiler;
    }

    pub(super) fn option(&mut self, node: NodeId) {
        let mut option = self.spec.option.clone();
        self.attrs(node, &mut option);
        for child in self.children(node) {
            for (name, bit, disables) in FLAGS {
                match self.tree.attr(child, name) {
                    None => {}
                    Some(word @ ("enable" | "disable")) => {
                        let flags = if disables {
                            &mut option.disableflags
                        } else {
                            &mut option.enableflags
                        };
                        *flags &= !bit;
                        if (word == "disable") == disables {
                            *flags |= bit;
                        }
                    }
                    Some(word) => {
                        let message =
                            format!("flag \"{name}\" is \"enable\" or \"disable\", not \"{word}\"");
                        self.refuse_attr(child, name, message);
                    }
                }
            }
        }
        self.spec.option = option;
    }

    pub(super) fn size(&mut self, node: NodeId) {
        let mut size = self.spec.size.clone();
        self.attrs(node, &mut size);
        if let Some(text) = self.text(node, "memory") {
            match parse_memory(&text) {
                Some(bytes) => size.memory = bytes.unwrap_or(size.memory),
                None => self.refuse_attr(
                    node,
                    "memory",
                    "memory takes a whole number of bytes, with an optional suffix K, M, G, T, P \
                     or E",
                ),
            }
        }
        for (name, value) in [("nstack", size.nstack), ("njmax", size.njmax)] {
            if self.has(node, name) && size.memory != -1 && value != -1 {
                self.refuse_attr(node, name, format!("memory and {name} exclude each other"));
            }
        }
        let counts = [
            ("nconmax", size.nconmax),
            ("nuser_body", size.nuser_body),
            ("nuser_jnt", size.nuser_jnt),
            ("nuser_geom", size.nuser_geom),
            ("nuser_site", size.nuser_site),
            ("nuser_cam", size.nuser_cam),
            ("nuser_tendon", size.nuser_tendon),
            ("nuser_actuator", size.nuser_actuator),
            ("nuser_sensor", size.nuser_sensor),
        ];
        for (name, value) in counts {
            if value < -1 {
                self.refuse_attr(node, name, format!("{name} cannot be below -1"));
            }
        }
        self.spec.size = size;
    }

    pub(super) fn visual(&mut self, node: NodeId) {
        let mut visual: Visual = self.spec.visual.clone();
        for child in self.children(node) {
            match self.tree.name(child) {
                "global" => {
                    self.attrs(child, &mut visual.global);
                    if visual.global.realtime <= 0.0 {
                        self.refuse_attr(child, "realtime", "realtime must be positive");
                    }
                }
                "quality" => self.attrs(child, &mut visual.quality),
                "headlight" => self.attrs(child, &mut visual.headlight),
                "map" => {
                    self.attrs(child, &mut visual.map);
                    if visual.map.znear <= 0.0 {
                        self.refuse_attr(child, "znear", "znear must be positive");
                    }
                }
                "scale" => self.attrs(child, &mut visual.scale),
                "rgba" => self.attrs(child, &mut visual.rgba),
                _ => {}
            }
        }
        self.spec.visual = visual;
    }

    pub(super) fn statistic(&mut self, node: NodeId) {
        let mut stat = self.spec.stat.clone();
        self.attrs(node, &mut stat);
        if stat.extent.is_some_and(|extent| extent <= 0.0) {
            self.refuse_attr(node, "extent", "extent must be positive");
        }
        self.spec.stat = stat;
    }
}

/// Bytes in `memory`: none for the explicit default -1, nothing at all if malformed.
#[expect(clippy::option_option, reason = "malformed, default and given are three cases")]
fn parse_memory(text: &str) -> Option<Option<i64>> {
    let text = text.trim();
    if text == "-1" {
        return Some(None);
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        "P" => 50,
        "E" => 60,
        _ => return None,
    };
    let base: i64 = digits.trim_start_matches('+').parse().ok().filter(|b| *b >= 0)?;
    base.checked_mul(1_i64.checked_shl(shift)?).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_takes_a_suffix() {
        assert_eq!(parse_memory(" 2K "), Some(Some(2048)));
        assert_eq!(parse_memory("3g"), Some(Some(3 << 30)));
        assert_eq!(parse_memory("-1"), Some(None));
        for bad in ["", "-2", "1KB", "K", "99E", "1.5M"] {
            assert_eq!(parse_memory(bad), None, "{bad}");
        }
    }
}
