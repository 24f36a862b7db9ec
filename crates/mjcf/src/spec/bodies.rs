//! The tree of bodies: one list that owns them all, and for each the body around it and those
//! inside, by key. Trees of any depth are copied, dropped and visited without recursion.

use std::ops::{Index, IndexMut};
use std::sync::atomic::{AtomicU64, Ordering};

use super::Body;
use crate::error::EditError;

/// Which body of a [`Bodies`]: stays the same while the body moves in the tree, and is not used
/// again once the body is gone.
///
/// No two bodies of a process have the same key, so that the key of a body finds nothing in another
/// spec. A clone of a spec has the same keys for the bodies that it was cloned with: a key of the original
/// finds the same body in the clone, and a body that was added to one of them is not found in the
/// other. [`WORLD`](Self::WORLD) is the world of every spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyKey {
    slot: usize,
    /// A number that no other body of the process has; 0 for the world.
    number: u64,
}

impl BodyKey {
    /// The world.
    pub const WORLD: Self = Self { slot: 0, number: 0 };

    /// A key of a new body.
    fn fresh(slot: usize) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self { slot, number: NEXT.fetch_add(1, Ordering::Relaxed) }
    }
}

#[derive(Clone, Debug)]
struct Node {
    key: BodyKey,
    body: Body,
    /// None for the world.
    parent: Option<BodyKey>,
    children: Vec<BodyKey>,
}

/// The bodies of a spec: the world, and all others below it.
///
/// # Examples
/// ```
/// use ferrodyn::spec::{Body, BodyKey, Spec};
///
/// let mut spec = Spec::default();
/// let arm = spec.add_to(spec.world(), Body { name: "arm".into(), ..Body::default() })?;
/// spec.add_to(arm, Body { name: "hand".into(), ..Body::default() })?;
///
/// let bodies = &mut spec.bodies;
/// let arm = bodies.children(BodyKey::WORLD)[0];
/// let hand = bodies.children(arm)[0];
/// assert_eq!((bodies.parent(hand), &*bodies[hand].name), (Some(arm), "hand"));
/// assert_eq!(bodies.iter().map(|body| &*body.name).collect::<Vec<_>>(), ["world", "arm", "hand"]);
/// bodies.remove(arm);
/// assert!(bodies.get(hand).is_none());
/// # Ok::<(), ferrodyn::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bodies {
    slots: Vec<Option<Node>>,
    /// Slots without a body.
    free: Vec<usize>,
}

/// Trees are equal if they have equal bodies in the same places, whatever was removed or moved before.
impl PartialEq for Bodies {
    fn eq(&self, other: &Self) -> bool {
        let (mut one, mut two) = (self.subtree(BodyKey::WORLD), other.subtree(BodyKey::WORLD));
        loop {
            match (one.next(), two.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) => {
                    // depth first, the number of children tells the tree
                    let inside = self.children(a).len() == other.children(b).len();
                    if !inside || self[a] != other[b] {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }
}

impl Default for Bodies {
    /// Nothing but the world.
    fn default() -> Self {
        let body = Body { name: "world".into(), ..Body::default() };
        let world = Node { key: BodyKey::WORLD, body, parent: None, children: Vec::new() };
        Self { slots: vec![Some(world)], free: Vec::new() }
    }
}

impl Index<BodyKey> for Bodies {
    type Output = Body;

    /// # Panics
    /// If there is no such body; see [`get`](Bodies::get).
    fn index(&self, key: BodyKey) -> &Body {
        self.get(key).expect("the body is in the tree")
    }
}

impl IndexMut<BodyKey> for Bodies {
    fn index_mut(&mut self, key: BodyKey) -> &mut Body {
        self.get_mut(key).expect("the body is in the tree")
    }
}

impl Bodies {
    /// The world.
    pub fn world(&self) -> &Body {
        &self[BodyKey::WORLD]
    }

    /// The world, to be changed.
    pub fn world_mut(&mut self) -> &mut Body {
        &mut self[BodyKey::WORLD]
    }

    /// The body of a key.
    pub fn get(&self, key: BodyKey) -> Option<&Body> {
        self.node(key).map(|node| &node.body)
    }

    /// The body of a key, to be changed.
    pub fn get_mut(&mut self, key: BodyKey) -> Option<&mut Body> {
        self.node_mut(key).map(|node| &mut node.body)
    }

    /// The body around one; nothing for the world.
    pub fn parent(&self, key: BodyKey) -> Option<BodyKey> {
        self.node(key)?.parent
    }

    /// The bodies directly inside one, in order.
    pub fn children(&self, key: BodyKey) -> &[BodyKey] {
        self.node(key).map_or(&[], |node| &node.children)
    }

    /// A body and all below it, depth first; nothing if there is no such body.
    pub fn subtree(&self, key: BodyKey) -> impl Iterator<Item = BodyKey> + '_ {
        let mut open: Vec<BodyKey> = self.node(key).map(|_| key).into_iter().collect();
        std::iter::from_fn(move || {
            let key = open.pop()?;
            open.extend(self.children(key).iter().rev());
            Some(key)
        })
    }

    /// All bodies, the world first, then depth first.
    pub fn iter(&self) -> impl Iterator<Item = &Body> + '_ {
        self.subtree(BodyKey::WORLD).map(|key| &self[key])
    }

    /// Visits a body and all below it, depth first.
    pub fn each_mut(&mut self, key: BodyKey, mut visit: impl FnMut(&mut Body)) {
        let mut open = vec![key];
        while let Some(Node { body, children, .. }) = open.pop().and_then(|key| self.node_mut(key))
        {
            visit(body);
            open.extend(children.iter().rev());
        }
    }

    /// Adds a body as the last one inside `parent`, which is in the tree; otherwise nothing.
    pub(crate) fn add(&mut self, parent: BodyKey, body: Body) -> Option<BodyKey> {
        self.node(parent)?;
        let slot = self.free.pop().unwrap_or(self.slots.len());
        let key = BodyKey::fresh(slot);
        self.node_mut(parent)?.children.push(key);
        let node = Some(Node { key, body, parent: Some(parent), children: Vec::new() });
        match self.slots.get_mut(slot) {
            Some(free) => *free = node,
            None => self.slots.push(node),
        }
        Some(key)
    }

    /// Removes a body and all below it; returns them depth first. The world stays: nothing is
    /// returned.
    pub fn remove(&mut self, key: BodyKey) -> Vec<Body> {
        if self.leave_parent(key).is_none() {
            return Vec::new();
        }
        let (mut removed, mut open) = (Vec::new(), vec![key]);
        while let Some(Node { body, children, .. }) = open.pop().and_then(|key| self.take(key)) {
            removed.push(body);
            open.extend(children.into_iter().rev());
        }
        removed
    }

    /// Moves a body, with all below it, to an index among those inside `parent`.
    ///
    /// # Errors
    /// If one of them is not there, or the parent is the body or below it.
    pub fn move_to(
        &mut self,
        key: BodyKey,
        parent: BodyKey,
        index: usize,
    ) -> Result<(), EditError> {
        self.get(parent).ok_or(EditError::Missing("parent body"))?;
        if std::iter::successors(Some(parent), |&above| self.parent(above)).any(|k| k == key) {
            return Err(EditError::BodyInsideItself);
        }
        self.leave_parent(key).ok_or(EditError::Missing("body"))?;
        self.enter(key, parent, index);
        Ok(())
    }

    /// Removes a body alone; those inside it are then the last ones inside its parent.
    pub(crate) fn dissolve(&mut self, key: BodyKey) -> Option<Body> {
        let parent = self.leave_parent(key)?;
        for child in std::mem::take(&mut self.node_mut(key)?.children) {
            self.enter(child, parent, usize::MAX);
        }
        self.take(key).map(|node| node.body)
    }

    /// Empties the slot of a body.
    fn take(&mut self, key: BodyKey) -> Option<Node> {
        let node = self.slots.get_mut(key.slot)?.take_if(|node| node.key == key)?;
        self.free.push(key.slot);
        Some(node)
    }

    /// Takes a body from the list of its parent, which is returned; nothing for the world.
    fn leave_parent(&mut self, key: BodyKey) -> Option<BodyKey> {
        let parent = self.parent(key)?;
        self.node_mut(parent)?.children.retain(|&child| child != key);
        Some(parent)
    }

    /// Puts a body that is in no list into that of a parent.
    fn enter(&mut self, key: BodyKey, parent: BodyKey, index: usize) {
        if let Some(node) = self.node_mut(key) {
            node.parent = Some(parent);
        }
        if let Some(Node { children, .. }) = self.node_mut(parent) {
            children.insert(index.min(children.len()), key);
        }
    }

    fn node(&self, key: BodyKey) -> Option<&Node> {
        self.slots.get(key.slot)?.as_ref().filter(|node| node.key == key)
    }

    fn node_mut(&mut self, key: BodyKey) -> Option<&mut Node> {
        self.slots.get_mut(key.slot)?.as_mut().filter(|node| node.key == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Body {
        Body { name: name.into(), ..Body::default() }
    }

    fn names<'b>(bodies: impl IntoIterator<Item = &'b Body>) -> String {
        bodies.into_iter().map(|body| body.name.as_str()).collect()
    }

    /// The world with `a[b[c d[e]] f]` in it.
    fn tree() -> (Bodies, [BodyKey; 6]) {
        let mut bodies = Bodies::default();
        bodies.world_mut().name.clear();
        let mut add = |parent, name| bodies.add(parent, named(name)).unwrap();
        let a = add(BodyKey::WORLD, "a");
        let [b, f] = ["b", "f"].map(|name| add(a, name));
        let [c, d] = ["c", "d"].map(|name| add(b, name));
        let e = add(d, "e");
        (bodies, [a, b, c, d, e, f])
    }

    #[test]
    fn copies_and_visits_are_depth_first() {
        let (bodies, [a, b, ..]) = tree();
        let mut copy = bodies.clone();
        assert_eq!((names(bodies.iter()), names(copy.iter())), ("abcdef".into(), "abcdef".into()));
        assert_eq!(names(copy.subtree(b).map(|key| &copy[key])), "bcde");
        let mut met = String::new();
        copy.each_mut(a, |body| met.push_str(&body.name));
        assert_eq!(met, "abcdef");
    }

    #[test]
    fn keys_are_not_used_again() {
        let (mut bodies, [a, b, c, d, e, f]) = tree();
        assert_eq!(names(&bodies.remove(b)), "bcde");
        assert!([b, c, d, e].iter().all(|&gone| bodies.get(gone).is_none()));
        for name in ["g", "h", "i", "j", "k"] {
            bodies.add(f, named(name)).unwrap();
        }
        assert_eq!(names(bodies.iter()), "afghijk");
        assert!([b, c, d, e].iter().all(|&gone| bodies.get(gone).is_none()));
        assert!(bodies.remove(b).is_empty() && bodies.remove(BodyKey::WORLD).is_empty());
        assert_eq!((bodies.parent(a), bodies.parent(b)), (Some(BodyKey::WORLD), None));
        assert_eq!((bodies.children(b), bodies.subtree(b).count()), (&[][..], 0));
    }

    #[test]
    fn keys_of_other_trees_find_nothing_and_those_of_a_clone_its_bodies() {
        let (mut bodies, keys) = tree();
        let (other, others) = tree();
        assert!(others.iter().all(|&foreign| bodies.get(foreign).is_none()));
        assert!(bodies.add(others[0], named("x")).is_none());
        assert!(bodies.remove(others[0]).is_empty());
        let moved = bodies.move_to(keys[0], others[0], 0);
        assert_eq!(moved, Err(EditError::Missing("parent body")));
        assert_eq!((names(bodies.iter()), names(other.iter())), ("abcdef".into(), "abcdef".into()));

        // a clone has the keys of the original, and both have keys of their own from then on
        let mut clone = bodies.clone();
        assert_eq!(clone[keys[2]].name, "c");
        let [here, there] = [&mut bodies, &mut clone].map(|t| t.add(keys[0], named("x")).unwrap());
        assert!(bodies.get(there).is_none() && clone.get(here).is_none());
        assert!(bodies.get(here).is_some() && clone.get(there).is_some());
    }

    #[test]
    fn bodies_move_with_what_is_in_them() {
        let (mut bodies, [a, b, .., d, e, f]) = tree();
        bodies.move_to(d, a, 0).unwrap();
        assert_eq!(names(bodies.iter()), "adebcf");
        bodies.move_to(f, a, 9).unwrap();
        bodies.move_to(b, BodyKey::WORLD, 0).unwrap();
        assert_eq!(names(bodies.iter()), "bcadef");
        for (key, parent) in [(a, e), (a, a), (BodyKey::WORLD, a)] {
            assert!(bodies.move_to(key, parent, 0).is_err());
        }
        assert_eq!(bodies.dissolve(a).map(|body| body.name).as_deref(), Some("a"));
        assert_eq!(names(bodies.iter()), "bcdef");
        assert!(bodies.move_to(a, b, 0).is_err() && bodies.move_to(b, a, 0).is_err());
    }

    #[test]
    fn a_tree_can_be_deep() {
        let (mut bodies, mut last) = (Bodies::default(), BodyKey::WORLD);
        for _ in 0..100_000 {
            last = bodies.add(last, Body::default()).unwrap();
        }
        let copy = bodies.clone();
        assert_eq!(
            (copy.iter().count(), bodies.remove(copy.children(BodyKey::WORLD)[0]).len()),
            (100_001, 100_000)
        );
    }
}
