//! Gmsh files as text.

use super::{AssetError, Block, Gmsh, Sections, dimension, fail, node_id};

/// Words of a section.
struct Words<'a> {
    words: std::str::SplitAsciiWhitespace<'a>,
    what: &'static str,
}

impl<'a> Words<'a> {
    fn new(bytes: &'a [u8], what: &'static str) -> Result<Self, AssetError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { words: text.split_ascii_whitespace(), what }),
            Err(_) => fail(format!("{what} of the Gmsh file are not text")),
        }
    }

    fn next<T: std::str::FromStr>(&mut self) -> Result<T, AssetError> {
        let what = self.what;
        let word = self.words.next();
        match word.and_then(|word| word.parse().ok()) {
            Some(value) => Ok(value),
            None => fail(format!("{what} of the Gmsh file cannot be read")),
        }
    }

    fn point(&mut self) -> Result<[f64; 3], AssetError> {
        Ok([self.next()?, self.next()?, self.next()?])
    }

    /// The head of a section of version 4.1.
    fn block(&mut self) -> Result<Block, AssetError> {
        let whole = [self.next()?, self.next()?, self.next()?, self.next()?];
        let of_block = ([self.next()?, self.next()?, self.next()?], self.next()?);
        Block::new(self.what, whole, of_block)
    }
}

/// A line of digits only begins a section of version 2.2.
fn check_head(bytes: &[u8], what: &str) -> Result<(), AssetError> {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.iter().all(u8::is_ascii_digit) {
        return Ok(());
    }
    fail(format!("{what} of the Gmsh file must begin with their number"))
}

/// Version 2.2.
pub(super) fn old(sections: Sections<'_>) -> Result<Gmsh, AssetError> {
    check_head(sections.nodes, "nodes")?;
    let mut words = Words::new(sections.nodes, "nodes")?;
    let count: usize = words.next()?;
    let mut gmsh = Gmsh::default();
    for _ in 0..count {
        words.next::<u64>()?;
        gmsh.point.push(words.point()?);
    }

    check_head(sections.elements, "elements")?;
    let mut words = Words::new(sections.elements, "elements")?;
    let elements: usize = words.next()?;
    for i in 0..elements {
        words.next::<i32>()?;
        let kind: i32 = words.next()?;
        let tags: i32 = words.next()?;
        if i == 0 {
            gmsh.dim = match dimension(kind.into()) {
                Some(dim @ 2..) => dim,
                _ => return fail("elements must be triangles or tetrahedra"),
            };
        }
        if tags > 0 {
            words.next::<i32>()?;
            words.next::<i32>()?;
        }
        for _ in 0..=gmsh.dim {
            let tag: i32 = words.next()?;
            if tag < 1 || usize::try_from(tag).is_ok_and(|tag| tag > count) {
                return fail(format!("an element refers to node {tag} of {count}"));
            }
            gmsh.element.push(tag - 1);
        }
    }
    if elements == 0 {
        return fail("the Gmsh file has no elements");
    }
    Ok(gmsh)
}

/// Version 4.1.
pub(super) fn new(sections: Sections<'_>) -> Result<Gmsh, AssetError> {
    let mut words = Words::new(sections.nodes, "nodes")?;
    let nodes = words.block()?;
    if nodes.last != nodes.count {
        return fail("the largest tag of a node must be the number of nodes");
    }
    for i in 0..nodes.count {
        if words.next::<u64>()? != nodes.first.wrapping_add(i) {
            return fail("tags of nodes must be sequential");
        }
    }
    let mut gmsh = Gmsh { dim: nodes.dim as i32, ..Gmsh::default() };
    for _ in 0..nodes.count {
        gmsh.point.push(words.point()?);
    }

    let mut words = Words::new(sections.elements, "elements")?;
    let elements = words.block()?;
    elements.check_elements(&nodes)?;
    for _ in 0..elements.count {
        words.next::<u64>()?;
        for _ in 0..=gmsh.dim {
            gmsh.element.push(node_id(words.next()?, nodes.first));
        }
    }
    Ok(gmsh)
}
