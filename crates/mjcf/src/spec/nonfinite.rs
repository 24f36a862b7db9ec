//! Infinite numbers and NaN in a spec: found, and excused where a file holds them.
//!
//! MuJoCo loads files with such numbers, so that they are refused only in what programs make.

use std::collections::HashSet;

use super::flex::{FLEX_CONTACT, FLEX_EDGE, FLEX_ELASTICITY};
use super::{
    Actuator, Body, BodyKey, DefaultClass, ElementId, Equality, Flex, Geom, Origin, Spec, Tendon,
    Tuple, WrapKind,
};
use crate::schema::{Attr, Element, Value};

/// An infinite number or NaN.
pub(crate) struct Nonfinite<'s> {
    /// The element as MJCF calls it.
    pub(crate) element: &'static str,
    /// Its name; may be empty.
    pub(crate) name: &'s str,
    /// Where it came from; none for settings of the whole spec.
    pub(crate) origin: Option<&'s Origin>,
    /// The attribute that holds the number.
    pub(crate) attribute: &'static str,
    /// The number.
    pub(crate) number: f64,
}

/// What is looked at: an element, and who is told.
struct Search<'v> {
    visit: &'v mut dyn FnMut(Nonfinite<'_>),
}

impl Search<'_> {
    /// Looks at an attribute of an element.
    fn number(
        &mut self,
        (element, name, origin): (&'static str, &str, Option<&Origin>),
        attribute: &'static str,
        number: Option<f64>,
    ) {
        if let Some(number) = number {
            (self.visit)(Nonfinite { element, name, origin, attribute, number });
        }
    }

    /// Looks at the fields of an element that rows of a table stand for.
    fn rows<E>(&mut self, of: (&'static str, &str, Option<&Origin>), rows: &[Attr<E>], value: &E) {
        for row in rows {
            self.number(of, row.name, (row.nonfinite)(value));
        }
    }

    /// Looks at all attributes of an element.
    fn all<E: Element>(&mut self, of: (&'static str, &str, Option<&Origin>), value: &E) {
        self.rows(of, E::ATTRS, value);
    }

    fn body(&mut self, body: &Body) {
        let of = ("body", &*body.name, Some(&body.origin));
        self.all(of, body);
        self.all(of, &body.alt);
        // a position that is not a number leaves the inertia to the geoms
        if let Some(inertial) = &body.inertial
            && !inertial.pos.0.iter().any(|x| x.is_nan())
        {
            let of = ("inertial", &*body.name, Some(&body.origin));
            self.all(of, inertial);
            self.all(of, &inertial.alt);
        }
        macro_rules! lists {
            ($($list:ident $element:literal $($alt:ident)?),+) => {$(
                for value in &body.$list {
                    let of = ($element, &*value.name, Some(&value.origin));
                    self.all(of, value);
                    $(self.all(of, &value.$alt);)?
                }
            )+};
        }
        lists!(frames "frame" alt, joints "joint", cameras "camera" alt, lights "light");
        body.geoms.iter().for_each(|geom| self.geom(geom));
        for site in &body.sites {
            let of = ("site", &*site.name, Some(&site.origin));
            self.points(of, site, site.fromto);
            self.all(of, &site.alt);
        }
    }

    fn geom(&mut self, geom: &Geom) {
        let of = ("geom", &*geom.name, Some(&geom.origin));
        self.points(of, geom, geom.fromto);
        self.all(of, &geom.alt);
    }

    /// Looks at an element that may have end points: it has none if the first number of these is NaN.
    fn points<E: Element>(
        &mut self,
        of: (&'static str, &str, Option<&Origin>),
        value: &E,
        fromto: Option<[f64; 6]>,
    ) {
        let absent = fromto.is_some_and(|points| points[0].is_nan());
        for row in E::ATTRS.iter().filter(|row| !absent || row.name != "fromto") {
            self.number(of, row.name, (row.nonfinite)(value));
        }
    }

    fn equality(&mut self, equality: &Equality) {
        let of = ("equality", &*equality.name, Some(&equality.origin));
        self.all(of, equality);
        self.number(of, "data", equality.data.nonfinite());
    }

    fn tendon(&mut self, tendon: &Tendon) {
        let of = ("tendon", &*tendon.name, Some(&tendon.origin));
        self.all(of, tendon);
        self.number(of, "springlength", tendon.springlength.nonfinite());
        for wrap in &tendon.path {
            let of = ("tendon", &*tendon.name, Some(&wrap.origin));
            match wrap.kind {
                WrapKind::Joint { coef, .. } => self.number(of, "coef", coef.nonfinite()),
                WrapKind::Pulley { divisor } => self.number(of, "divisor", divisor.nonfinite()),
                _ => {}
            }
        }
    }

    fn actuator(&mut self, actuator: &Actuator) {
        let of = ("actuator", &*actuator.name, Some(&actuator.origin));
        self.all(of, actuator);
        self.number(of, "inheritrange", actuator.inheritrange.nonfinite());
    }

    fn flex(&mut self, flex: &Flex) {
        let of = ("flex", &*flex.name, Some(&flex.origin));
        self.all(of, flex);
        for rows in [FLEX_CONTACT, FLEX_EDGE, FLEX_ELASTICITY] {
            self.rows(of, rows, flex);
        }
        self.number(of, "node", flex.node.nonfinite());
    }

    fn tuple(&mut self, tuple: &Tuple) {
        let of = ("tuple", &*tuple.name, Some(&tuple.origin));
        let prm = tuple.elements.iter().find_map(|element| element.prm.nonfinite());
        self.number(of, "prm", prm);
    }

    fn class(&mut self, class: &DefaultClass) {
        self.geom(&class.geom);
        self.points(("site", "", Some(&class.site.origin)), &class.site, class.site.fromto);
        macro_rules! fields {
            ($($field:ident $element:literal),+) => {$(
                self.all(($element, "", Some(&class.$field.origin)), &class.$field);
            )+};
        }
        fields!(joint "joint", camera "camera", light "light", mesh "mesh", material "material");
        fields!(pair "pair");
        self.equality(&class.equality);
        self.tendon(&class.tendon);
        self.actuator(&class.actuator);
    }

    fn spec(&mut self, spec: &Spec) {
        self.all(("option", "", None), &spec.option);
        self.all(("statistic", "", None), &spec.stat);
        let compilers = spec.attached.iter().map(|scope| &scope.compiler);
        for compiler in std::iter::once(&spec.compiler).chain(compilers) {
            self.all(("compiler", "", None), compiler);
            self.all(("lengthrange", "", None), &compiler.lengthrange);
        }
        let visual = &spec.visual;
        self.all(("global", "", None), &visual.global);
        self.all(("quality", "", None), &visual.quality);
        self.all(("headlight", "", None), &visual.headlight);
        self.all(("map", "", None), &visual.map);
        self.all(("scale", "", None), &visual.scale);
        self.all(("rgba", "", None), &visual.rgba);
        spec.defaults.iter().for_each(|class| self.class(class));
        for key in spec.bodies.subtree(BodyKey::WORLD) {
            self.body(&spec.bodies[key]);
        }
        macro_rules! lists {
            ($($list:ident $element:literal),+) => {$(
                for value in &spec.$list {
                    self.all(($element, &*value.name, Some(&value.origin)), value);
                }
            )+};
        }
        lists!(meshes "mesh", hfields "hfield", skins "skin", textures "texture");
        lists!(materials "material", pairs "pair", sensors "sensor", numerics "numeric", keys "key");
        for skin in &spec.skins {
            let of = ("skin", &*skin.name, Some(&skin.origin));
            skin.bones.iter().for_each(|bone| self.all(of, bone));
        }
        spec.equalities.iter().for_each(|equality| self.equality(equality));
        spec.tendons.iter().for_each(|tendon| self.tendon(tendon));
        spec.actuators.iter().for_each(|actuator| self.actuator(actuator));
        spec.flexes.iter().for_each(|flex| self.flex(flex));
        spec.tuples.iter().for_each(|tuple| self.tuple(tuple));
    }
}

impl Spec {
    /// Visits infinite numbers and NaN, those that a file held aside.
    pub(crate) fn each_nonfinite(&self, visit: &mut dyn FnMut(Nonfinite<'_>)) {
        let mut unexcused = |found: Nonfinite<'_>| {
            if !found.origin.map_or(self.excused, |origin| origin.excused) {
                visit(found);
            }
        };
        Search { visit: &mut unexcused }.spec(self);
    }

    /// Excuses the numbers that were read from a file: MuJoCo takes them. The time step is one of them.
    pub(crate) fn excuse_numbers(&mut self) {
        let (mut settings, mut elements) = (self.option.timestep <= 0.0, HashSet::new());
        self.each_nonfinite(&mut |found| match found.origin {
            Some(origin) => drop(elements.insert(origin.id)),
            None => settings = true,
        });
        self.excused |= settings;
        if !elements.is_empty() {
            let is_found = |id: ElementId| elements.contains(&id);
            self.each_origin(&mut |origin| origin.excused |= is_found(origin.id));
        }
    }
}
