//! Files of the mesh generator Gmsh: versions 2.2 and 4.1, as text and binary, with elements of one
//! kind. What is accepted and what is refused follows MuJoCo.

mod binary;
#[cfg(test)]
mod tests;
mod text;

use super::AssetError;

/// The points and elements of a Gmsh file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Gmsh {
    pub(crate) point: Vec<[f64; 3]>,
    /// Points of the elements, counted from zero; one more than the dimension each.
    pub(crate) element: Vec<i32>,
    pub(crate) dim: i32,
}

/// The versions there are readers for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    /// 2.2.
    Old,
    /// 4.1.
    New,
}

/// The parts of a file that count.
#[derive(Clone, Copy)]
struct Sections<'a> {
    nodes: &'a [u8],
    elements: &'a [u8],
}

fn fail<T>(message: impl Into<String>) -> Result<T, AssetError> {
    Err(AssetError::Invalid(message.into()))
}

/// Reads a Gmsh file.
pub(crate) fn read_gmsh(bytes: &[u8]) -> Result<Gmsh, AssetError> {
    const START: &[u8] = b"$MeshFormat";
    let Some(rest) = bytes.strip_prefix(START) else {
        return fail("a Gmsh file begins with $MeshFormat");
    };
    let mut words = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut word = || words.next().and_then(|word| std::str::from_utf8(word).ok());
    let version = word().and_then(|word| word.parse::<f64>().ok());
    let binary = word().and_then(leading_int);
    let (Some(version), Some(binary)) = (version, binary) else {
        return fail("the header of the Gmsh file cannot be read");
    };
    let version = match (100.0 * version).round() {
        220.0 => Version::Old,
        410.0 => Version::New,
        _ => return fail("only versions 2.2 and 4.1 of Gmsh files can be read"),
    };
    let sections = Sections {
        nodes: section(bytes, b"$Nodes", b"$EndNodes", "$Nodes")?,
        elements: section(bytes, b"$Elements", b"$EndElements", "$Elements")?,
    };
    let gmsh = match (version, binary) {
        (Version::Old, 0) => text::old(sections),
        (Version::New, 0) => text::new(sections),
        (Version::Old, _) => binary::old(sections),
        (Version::New, _) => binary::new(sections),
    }?;
    let points = gmsh.point.len();
    match gmsh.element.iter().find(|&&id| usize::try_from(id).map_or(true, |id| id >= points)) {
        Some(id) => fail(format!("an element refers to node {id} of {points}")),
        None => Ok(gmsh),
    }
}

/// The number that a word begins with.
fn leading_int(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    word[..word.len() - digits.len() + end].parse().ok()
}

/// The bytes of a section, between its first and its last line.
fn section<'a>(
    bytes: &'a [u8],
    begin: &[u8],
    end: &[u8],
    name: &str,
) -> Result<&'a [u8], AssetError> {
    let find = |text: &[u8]| bytes.windows(text.len()).position(|window| window == text);
    // the byte after the name ends its line
    let Some(start) = find(begin).map(|at| at + begin.len() + 1) else {
        return fail(format!("the Gmsh file has no {name}"));
    };
    match find(end).filter(|&at| at >= start) {
        Some(at) => Ok(&bytes[start..at]),
        None => fail(format!("{name} of the Gmsh file has no end")),
    }
}

/// The dimension of elements of a type, and that there is such a type.
fn dimension(kind: i64) -> Option<i32> {
    match kind {
        1 => Some(1),
        2 => Some(2),
        4 => Some(3),
        _ => None,
    }
}

/// The head of a section of version 4.1: one block with everything in it.
struct Block {
    dim: i64,
    /// Smallest tag.
    first: u64,
    /// Largest tag.
    last: u64,
    /// Parametric nodes, or the type of elements.
    kind: i64,
    count: u64,
}

impl Block {
    /// Checks that there is one block: `numbers` are those of the head in the order of the file.
    fn new(what: &str, whole: [u64; 4], of_block: ([i64; 3], u64)) -> Result<Self, AssetError> {
        let ([dim, _, kind], count) = of_block;
        if whole[0] != 1 || whole[1] != count {
            return fail(format!("all {what} must be in a single block"));
        }
        if !(1..=3).contains(&dim) {
            return fail("entities must have dimension 1, 2 or 3");
        }
        Ok(Self { dim, first: whole[2], last: whole[3], kind, count })
    }

    /// Checks the elements against the dimension of the nodes.
    fn check_elements(&self, nodes: &Self) -> Result<(), AssetError> {
        if self.dim != nodes.dim {
            return fail("nodes and elements must have the same dimension");
        }
        if dimension(self.kind).map(i64::from) != Some(self.dim) {
            return fail("the type of elements does not fit their dimension");
        }
        Ok(())
    }
}

/// The place of a node by its tag.
fn node_id(tag: u64, first: u64) -> i32 {
    // ids out of range are refused when all is read
    i32::try_from(tag.wrapping_sub(first) as i64).unwrap_or(-1)
}
