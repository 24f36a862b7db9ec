//! The list of a body's children, for trees of any depth: copied, dropped and visited without
//! recursion, which would need more stack than there is.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::Body;

/// Bodies inside a body: a list that is used like a `Vec`.
///
/// # Examples
/// ```
/// use ferrodyn_mjcf::spec::Body;
///
/// let mut body = Body::default();
/// for _ in 0..100_000 {
///     let mut parent = Body::default();
///     parent.bodies.push(body);
///     body = parent;
/// }
/// assert_eq!(body.clone().bodies.len(), 1);
/// ```
#[derive(Default)]
pub struct Bodies(Vec<Body>);

impl Deref for Bodies {
    type Target = Vec<Body>;
    fn deref(&self) -> &Vec<Body> {
        &self.0
    }
}

impl DerefMut for Bodies {
    fn deref_mut(&mut self) -> &mut Vec<Body> {
        &mut self.0
    }
}

impl From<Vec<Body>> for Bodies {
    fn from(bodies: Vec<Body>) -> Self {
        Self(bodies)
    }
}

impl FromIterator<Body> for Bodies {
    fn from_iter<I: IntoIterator<Item = Body>>(bodies: I) -> Self {
        Self(bodies.into_iter().collect())
    }
}

impl IntoIterator for Bodies {
    type Item = Body;
    type IntoIter = std::vec::IntoIter<Body>;
    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.0).into_iter()
    }
}

impl<'a> IntoIterator for &'a Bodies {
    type Item = &'a Body;
    type IntoIter = std::slice::Iter<'a, Body>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut Bodies {
    type Item = &'a mut Body;
    type IntoIter = std::slice::IterMut<'a, Body>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl fmt::Debug for Bodies {
    /// The names of the bodies: what is in them would go on and on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|body| &body.name)).finish()
    }
}

impl Drop for Bodies {
    fn drop(&mut self) {
        // each body is dropped after its children were taken from it
        let mut open = std::mem::take(&mut self.0);
        while let Some(mut body) = open.pop() {
            open.append(&mut body.bodies.0);
        }
    }
}

impl Clone for Bodies {
    fn clone(&self) -> Self {
        // on every level, what is left to copy and what is copied
        let mut levels = vec![(self.0.iter(), Vec::with_capacity(self.0.len()))];
        let mut done = Vec::new();
        while let Some((left, copies)) = levels.last_mut() {
            if let Some(body) = left.next() {
                copies.push(body.without_children());
                if !body.bodies.is_empty() {
                    levels.push((body.bodies.iter(), Vec::with_capacity(body.bodies.len())));
                }
                continue;
            }
            done = std::mem::take(copies);
            levels.pop();
            if let Some(parent) = levels.last_mut().and_then(|(_, parents)| parents.last_mut()) {
                parent.bodies = Self(std::mem::take(&mut done));
            }
        }
        Self(done)
    }
}

impl Body {
    /// A copy of the body and of everything in it but its children.
    fn without_children(&self) -> Self {
        Self {
            name: self.name.clone(),
            childclass: self.childclass.clone(),
            pos: self.pos,
            quat: self.quat,
            alt: self.alt,
            mocap: self.mocap,
            gravcomp: self.gravcomp,
            sleep: self.sleep,
            user: self.user.clone(),
            inertial: self.inertial.clone(),
            frame: self.frame,
            frames: self.frames.clone(),
            joints: self.joints.clone(),
            geoms: self.geoms.clone(),
            sites: self.sites.clone(),
            cameras: self.cameras.clone(),
            lights: self.lights.clone(),
            bodies: Bodies::default(),
            saved: self.saved.clone(),
            plugin: self.plugin.clone(),
            origin: self.origin.clone(),
        }
    }

    /// The body and all below it, parents first.
    pub(crate) fn tree(&self) -> impl Iterator<Item = &Self> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let body = open.pop()?;
            open.extend(body.bodies.iter().rev());
            Some(body)
        })
    }

    /// Visits the body and all below it, parents first.
    pub(crate) fn each_in_tree(&mut self, mut visit: impl FnMut(&mut Self)) {
        visit(self);
        let mut open = vec![self.bodies.iter_mut()];
        while let Some(level) = open.last_mut() {
            match level.next() {
                Some(body) => {
                    visit(body);
                    open.push(body.bodies.iter_mut());
                }
                None => drop(open.pop()),
            }
        }
    }

    /// Most bodies inside each other, this one counted.
    pub(crate) fn depth(&self) -> usize {
        let (mut deepest, mut open) = (0, vec![(self, 1)]);
        while let Some((body, depth)) = open.pop() {
            deepest = deepest.max(depth);
            open.extend(body.bodies.iter().map(|child| (child, depth + 1)));
        }
        deepest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, bodies: Vec<Body>) -> Body {
        Body { name: name.into(), bodies: bodies.into(), ..Body::default() }
    }

    #[test]
    fn copies_and_visits_keep_the_order() {
        let inner = named("b", vec![named("c", vec![]), named("d", vec![named("e", vec![])])]);
        let tree = named("a", vec![inner, named("f", vec![])]);
        let names = |body: &Body| body.tree().map(|b| b.name.clone()).collect::<String>();
        assert_eq!(names(&tree), "abcdef");
        let mut copy = tree.clone();
        assert_eq!(names(&copy), "abcdef");
        assert_eq!(copy.bodies[0].bodies[1].bodies[0].name, "e");
        let mut met = String::new();
        copy.each_in_tree(|body| met.push_str(&body.name));
        assert_eq!((met.as_str(), copy.depth()), ("abcdef", 4));
    }
}
