//! Actuators and their shortcuts.

use ferrodyn_engine::enums::TrnType;

use super::Reader;
use crate::spec::actuator::{
    AdhesionShortcut, CylinderShortcut, MuscleShortcut, ServoShortcut, VelocityShortcut,
};
use crate::spec::dcmotor::DcMotorShortcut;
use crate::spec::{Actuator, ShortcutError};
use crate::xml::NodeId;

/// Attributes that name the transmission target, with the transmission they stand for.
pub(crate) const TARGETS: [(&str, TrnType); 6] = [
    ("joint", TrnType::Joint),
    ("jointinparent", TrnType::JointInParent),
    ("tendon", TrnType::Tendon),
    ("cranksite", TrnType::SliderCrank),
    ("site", TrnType::Site),
    ("body", TrnType::Body),
];

impl Reader<'_, '_> {
    pub(super) fn actuator(&mut self, section: NodeId) {
        for node in self.children(section) {
            if !self.room_for(node) {
                return;
            }
            let class = self.class(node, "class", 0);
            let mut actuator = self.spec.defaults[class].actuator.clone();
            actuator.class.clone_from(&self.spec.defaults[class].name);
            actuator.origin = self.origin(node);
            self.actuator_attrs(node, &mut actuator);
            if self.tree.name(node) == "plugin" {
                actuator.plugin = self.plugin_ref(node);
            }
            self.spec.actuators.push(actuator);
        }
    }

    /// Attributes common to all actuators, then those of the shortcut.
    pub(super) fn actuator_attrs(&mut self, node: NodeId, actuator: &mut Actuator) {
        self.attrs(node, actuator);
        self.transmission(node, actuator);
        let done = self.shortcut(node, actuator);
        if let Err(why) = done {
            self.refuse(node, why.to_string());
        }
    }

    fn transmission(&mut self, node: NodeId, actuator: &mut Actuator) {
        let mut given = 0;
        for (name, trntype) in TARGETS {
            if let Some(target) = self.text(node, name) {
                actuator.target = target;
                actuator.trntype = trntype;
                given += 1;
            }
        }
        if given > 1 {
            self.refuse(node, "an actuator has one transmission target: keep one of them");
        }
        let undefined = actuator.trntype == TrnType::Undefined;
        let crank = self.has(node, "cranklength") || self.has(node, "slidersite");
        if crank && !undefined && actuator.trntype != TrnType::SliderCrank {
            self.refuse(node, "cranklength and slidersite belong to a slider-crank transmission");
        }
        if self.has(node, "refsite") && !undefined && actuator.trntype != TrnType::Site {
            self.refuse(node, "refsite belongs to a site transmission");
        }
    }

    fn shortcut(&mut self, node: NodeId, a: &mut Actuator) -> Result<(), ShortcutError> {
        let tree = std::sync::Arc::clone(&self.tree);
        match tree.name(node) {
            "motor" => a.set_to_motor(),
            kind @ ("position" | "intvelocity") => {
                let mut p = ServoShortcut::default();
                self.attrs(node, &mut p);
                return if kind == "position" {
                    a.set_to_position(&p)
                } else {
                    a.set_to_intvelocity(&p)
                };
            }
            "velocity" => {
                let mut p = VelocityShortcut::default();
                self.attrs(node, &mut p);
                a.set_to_velocity(p.kv.unwrap_or(a.gainprm[0]));
            }
            "damper" => {
                let mut p = VelocityShortcut::default();
                self.attrs(node, &mut p);
                return a.set_to_damper(p.kv.unwrap_or(0.0));
            }
            "cylinder" => {
                let mut p = CylinderShortcut::default();
                self.attrs(node, &mut p);
                a.set_to_cylinder(&p);
            }
            "muscle" => {
                let mut p = MuscleShortcut::default();
                self.attrs(node, &mut p);
                return a.set_to_muscle(&p);
            }
            "adhesion" => {
                let mut p = AdhesionShortcut::default();
                self.attrs(node, &mut p);
                return a.set_to_adhesion(p.gain.unwrap_or(a.gainprm[0]));
            }
            "dcmotor" => {
                let mut p = DcMotorShortcut::inherited(a);
                self.attrs(node, &mut p);
                return a.set_to_dcmotor(&p);
            }
            _ => {}
        }
        Ok(())
    }
}
