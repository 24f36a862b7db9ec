//! Contact pairs, exclusions, equality constraints and tendons.

use std::sync::Arc;

use ferrodyn_engine::enums::EqType;

use super::Reader;
use crate::schema::{Fit, Value};
use crate::spec::{Equality, Exclude, Tendon, Wrap, WrapKind};
use crate::xml::NodeId;

impl Reader<'_, '_> {
    pub(super) fn contact(&mut self, section: NodeId) {
        for node in self.children(section) {
            if !self.room_for(node) {
                return;
            }
            match self.tree.name(node) {
                "pair" => {
                    let class = self.class(node, "class", 0);
                    let mut pair = self.spec.defaults[class].pair.clone();
                    pair.class.clone_from(&self.spec.defaults[class].name);
                    pair.origin = self.origin(node);
                    self.attrs(node, &mut pair);
                    self.spec.pairs.push(pair);
                }
                "exclude" => {
                    let mut exclude = Exclude { origin: self.origin(node), ..Exclude::default() };
                    self.attrs(node, &mut exclude);
                    self.required(node, "body1");
                    self.required(node, "body2");
                    self.spec.excludes.push(exclude);
                }
                _ => {}
            }
        }
    }

    pub(super) fn equality(&mut self, section: NodeId) {
        for node in self.children(section) {
            if !self.room_for(node) {
                return;
            }
            let tree = Arc::clone(&self.tree);
            let kind = match tree.name(node) {
                "connect" => EqType::Connect,
                "weld" => EqType::Weld,
                "joint" => EqType::Joint,
                "tendon" => EqType::Tendon,
                "flex" => EqType::Flex,
                "flexvert" => EqType::FlexVert,
                "flexstrain" => EqType::FlexStrain,
                _ => continue,
            };
            let class = self.class(node, "class", 0);
            let mut equality = self.spec.defaults[class].equality.clone();
            equality.class.clone_from(&self.spec.defaults[class].name);
            equality.origin = self.origin(node);
            equality.kind = kind;
            match kind {
                EqType::Connect | EqType::Weld => self.connect_or_weld(node, &mut equality),
                EqType::Joint | EqType::Tendon => {
                    self.polynomial(node, &mut equality, tree.name(node));
                }
                _ => self.on_flex(node, &mut equality),
            }
            self.attrs(node, &mut equality);
            self.spec.equalities.push(equality);
        }
    }

    /// Objects and data of constraints between two bodies or two sites.
    fn connect_or_weld(&mut self, node: NodeId, eq: &mut Equality) {
        let weld = eq.kind == EqType::Weld;
        let mut anchor = [0.0; 3];
        let has_anchor = self.value(node, "anchor", &mut anchor);
        if has_anchor {
            eq.data[..3].copy_from_slice(&anchor);
        }
        let mut relpose = [0.0; 7];
        let has_relpose = weld && self.value(node, "relpose", &mut relpose);
        if has_relpose {
            eq.data[3..10].copy_from_slice(&relpose);
        }

        let [site1, site2, body1, body2] =
            ["site1", "site2", "body1", "body2"].map(|name| self.text(node, name));
        let some_site = site1.is_some() || site2.is_some();
        let some_body = body1.is_some() || body2.is_some() || has_anchor || has_relpose;
        if some_site && some_body {
            self.refuse(node, "sites exclude bodies, anchor and relpose: give one or the other");
            return;
        }
        match (site1, site2, body1) {
            (Some(site1), Some(site2), _) => {
                (eq.sites, eq.name1, eq.name2) = (true, site1, site2);
            }
            (_, _, Some(body1)) if weld || has_anchor => {
                (eq.sites, eq.name1) = (false, body1);
                if let Some(body2) = body2 {
                    eq.name2 = body2;
                }
                if !has_anchor {
                    eq.data[..3].fill(0.0);
                }
            }
            _ if weld => self.refuse(node, "give body1, or both site1 and site2"),
            _ => self.refuse(node, "give body1 and anchor, or site1 and site2"),
        }
        if weld {
            self.value(node, "torquescale", &mut eq.data[10]);
        }
    }

    /// Constraints of a flex, on a cell of it if they are on strain.
    fn on_flex(&mut self, node: NodeId, eq: &mut Equality) {
        eq.name1 = self.required(node, "flex").unwrap_or_default();
        let mut cell = [0.0; 3];
        if self.value(node, "cell", &mut cell) {
            eq.data[..3].copy_from_slice(&cell);
        }
    }

    /// Constraints between two joints or two tendons.
    fn polynomial(&mut self, node: NodeId, eq: &mut Equality, what: &str) {
        eq.name1 = self.required(node, &format!("{what}1")).unwrap_or_default();
        if let Some(second) = self.text(node, &format!("{what}2")) {
            eq.name2 = second;
        }
        let tree = Arc::clone(&self.tree);
        if let Some(attr) = tree.find_attr(node, "polycoef") {
            let mut coefficients = [0.0; 5];
            coefficients.copy_from_slice(&eq.data[..5]);
            match coefficients.read(attr.value, Fit::UpTo) {
                Ok(_) => eq.data[..5].copy_from_slice(&coefficients),
                Err(bad) => self.bad_value(node, "polycoef", attr.value_span, bad),
            }
        }
    }

    pub(super) fn tendon(&mut self, section: NodeId) {
        for node in self.children(section) {
            if !self.room_for(node) {
                return;
            }
            let class = self.class(node, "class", 0);
            let mut tendon = self.spec.defaults[class].tendon.clone();
            tendon.class.clone_from(&self.spec.defaults[class].name);
            tendon.origin = self.origin(node);
            self.tendon_attrs(node, &mut tendon);
            for child in self.children(node) {
                if !self.room_for(child) {
                    return;
                }
                if let Some(kind) = self.wrap(child) {
                    tendon.path.push(Wrap { kind, origin: self.origin(child) });
                }
            }
            self.spec.tendons.push(tendon);
        }
    }

    pub(super) fn tendon_attrs(&mut self, node: NodeId, tendon: &mut Tendon) {
        self.attrs(node, tendon);
        let mut lengths: Vec<f64> = Vec::new();
        if self.value(node, "springlength", &mut lengths) {
            match lengths[..] {
                [both] => tendon.springlength = [both; 2],
                [low, high] => tendon.springlength = [low, high],
                _ => self.refuse_attr(node, "springlength", "springlength takes 1 or 2 numbers"),
            }
        }
    }

    fn wrap(&mut self, node: NodeId) -> Option<WrapKind> {
        let tree = Arc::clone(&self.tree);
        match tree.name(node) {
            "site" => Some(WrapKind::Site { site: self.required(node, "site")? }),
            "geom" => {
                let geom = self.required(node, "geom")?;
                let sidesite = self.text(node, "sidesite").unwrap_or_default();
                Some(WrapKind::Geom { geom, sidesite })
            }
            "pulley" => {
                let mut divisor = 0.0;
                self.require(node, &["divisor"]);
                self.value(node, "divisor", &mut divisor).then_some(WrapKind::Pulley { divisor })
            }
            "joint" => {
                let joint = self.required(node, "joint")?;
                let mut coef = 0.0;
                self.require(node, &["coef"]);
                self.value(node, "coef", &mut coef).then_some(WrapKind::Joint { joint, coef })
            }
            _ => None,
        }
    }
}
