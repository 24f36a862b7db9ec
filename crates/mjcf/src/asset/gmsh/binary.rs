//! Binary Gmsh files, little-endian.

use super::{AssetError, Block, Gmsh, Sections, dimension, fail, leading_int, node_id};

/// Bytes of the head of a section of version 4.1.
const HEAD: usize = 52;

/// The number at a place; an error if the bytes end before it.
fn at<const N: usize>(bytes: &[u8], place: usize) -> Result<[u8; N], AssetError> {
    let found = place.checked_add(N).and_then(|end| bytes.get(place..end));
    match found.and_then(|found| found.try_into().ok()) {
        Some(found) => Ok(found),
        None => fail("the Gmsh file ends too early: write it again"),
    }
}

fn int(bytes: &[u8], place: usize) -> Result<i32, AssetError> {
    at(bytes, place).map(i32::from_le_bytes)
}

fn long(bytes: &[u8], place: usize) -> Result<u64, AssetError> {
    at(bytes, place).map(u64::from_le_bytes)
}

fn point(bytes: &[u8], place: usize) -> Result<[f64; 3], AssetError> {
    let number = |k: usize| at(bytes, place + 8 * k).map(f64::from_le_bytes);
    Ok([number(0)?, number(1)?, number(2)?])
}

/// Whether so many entries of a size fit.
fn fits(bytes: &[u8], head: usize, count: u64, size: usize) -> Result<usize, AssetError> {
    let all = usize::try_from(count).ok().and_then(|count| {
        let end = count.checked_mul(size)?.checked_add(head)?;
        (end <= bytes.len()).then_some(count)
    });
    match all {
        Some(count) => Ok(count),
        None => fail("the Gmsh file ends too early: write it again"),
    }
}

fn block(bytes: &[u8], what: &str) -> Result<Block, AssetError> {
    let whole = [long(bytes, 0)?, long(bytes, 8)?, long(bytes, 16)?, long(bytes, 24)?];
    let ids = [int(bytes, 32)?, int(bytes, 36)?, int(bytes, 40)?].map(i64::from);
    Block::new(what, whole, (ids, long(bytes, 44)?))
}

/// Version 4.1.
pub(super) fn new(sections: Sections<'_>) -> Result<Gmsh, AssetError> {
    let bytes = sections.nodes;
    let nodes = block(bytes, "nodes")?;
    let count = fits(bytes, HEAD, nodes.count, 32)?;
    for i in 0..count {
        if long(bytes, HEAD + 8 * i)? != nodes.first.wrapping_add(i as u64) {
            return fail("tags of nodes must be sequential");
        }
    }
    let mut gmsh = Gmsh { dim: nodes.dim as i32, ..Gmsh::default() };
    for i in 0..count {
        gmsh.point.push(point(bytes, HEAD + 8 * count + 24 * i)?);
    }

    let bytes = sections.elements;
    let elements = block(bytes, "elements")?;
    elements.check_elements(&nodes)?;
    // a tag, then the tags of the nodes
    let size = 8 * (gmsh.dim as usize + 2);
    for i in 0..fits(bytes, HEAD, elements.count, size)? {
        for k in 0..=gmsh.dim as usize {
            let tag = long(bytes, HEAD + i * size + 8 * (k + 1))?;
            gmsh.element.push(node_id(tag, nodes.first));
        }
    }
    Ok(gmsh)
}

/// The number in digits that begins a section of version 2.2, and where the rest begins.
fn head(bytes: &[u8]) -> Result<(u64, usize), AssetError> {
    // the first ten bytes, up to the zero that ends a string
    let text = bytes.iter().take(10).take_while(|byte| **byte != 0);
    let length = text.clone().count();
    let text: String = text.map(|&byte| if byte.is_ascii() { byte as char } else { '?' }).collect();
    let number = leading_int(text.trim_start()).and_then(|n| u64::try_from(n).ok());
    match (number, length.checked_sub(1)) {
        (Some(number), Some(rest)) => Ok((number, rest)),
        _ => fail("a section of the Gmsh file must begin with a number"),
    }
}

/// Version 2.2, as Gmsh and fTetWild write it.
pub(super) fn old(sections: Sections<'_>) -> Result<Gmsh, AssetError> {
    const NODE: usize = 4 + 24;
    let bytes = sections.nodes;
    let (count, start) = head(bytes)?;
    let count = fits(bytes, start, count, NODE)?;
    let mut gmsh = Gmsh::default();
    for i in 0..count {
        gmsh.point.push(point(bytes, start + NODE * i + 4)?);
    }

    let bytes = sections.elements;
    let (elements, start) = head(bytes)?;
    gmsh.dim = match dimension(int(bytes, start)?.into()) {
        Some(dim @ 2..) => dim,
        _ => return fail("elements must be triangles or tetrahedra"),
    };
    let corners = gmsh.dim as usize + 1;
    let tagged = int(bytes, start + 8)? > 0;
    // type, number, tags and first element tag, two entity tags; or without entity tags, and with
    // the head only once
    let (first, size) = if tagged { (start + 24, 4 * (6 + corners)) } else { (start + 16, 20) };
    let elements = fits(bytes, start, elements, size)?;
    for i in 0..elements {
        for k in 0..corners {
            let tag = int(bytes, first + size * i + 4 * k)?;
            // nodes of all but the first are compared with the number of elements
            let most = if i == 0 { count } else { elements };
            if tag < 1 || usize::try_from(tag).is_ok_and(|tag| tag > most) {
                return fail(format!("an element refers to node {tag} of {most}"));
            }
            gmsh.element.push(tag - 1);
        }
    }
    if elements == 0 {
        return fail("the Gmsh file has no elements");
    }
    Ok(gmsh)
}
