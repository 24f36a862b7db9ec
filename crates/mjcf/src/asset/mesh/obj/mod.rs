//! Wavefront OBJ: vertices, normals, texture coordinates and the faces of the first shape.
//!
//! Follows the reader MuJoCo uses where files are ambiguous: a shape ends at the next `o` or `g`
//! line, later shapes are ignored, polygons are cut into triangles, malformed numbers read as
//! zero, unknown lines are skipped. The image row of a texture coordinate is flipped.

mod triangulate;

use crate::asset::{AssetError, Bound};
use crate::clock::Clock;

use super::RawMesh;
use crate::asset::compat::obj_number::{blank, integer, real};

/// One corner of a face: vertex, texture coordinate and normal index, -1 if not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    vert: i32,
    texcoord: i32,
    normal: i32,
}

/// Reads an OBJ file.
pub(super) fn read(bytes: &[u8], bound: Bound) -> Result<RawMesh, AssetError> {
    let mut reader = Reader { clock: bound.clock, ..Reader::default() };
    for (number, line) in Lines(bytes).enumerate() {
        bound.check(reader.vert.len(), reader.corners.len())?;
        if !reader.line(line) {
            return Err(AssetError::Invalid(format!(
                "OBJ line {}: indices must be nonzero integers, as in 1, 1/2, 1//3 or 1/2/3",
                number + 1
            )));
        }
    }
    let clock = reader.clock;
    let raw = reader.finish();
    clock.check()?;
    Ok(raw)
}

/// Lines ended by `\n`, `\r` or both; a zero byte hides the rest of its line.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.iter().position(|b| matches!(b, b'\n' | b'\r'));
        let (line, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = match rest {
            [b'\r', b'\n', tail @ ..] | [_, tail @ ..] => tail,
            [] => rest,
        };
        Some(line.iter().position(|&b| b == 0).map_or(line, |zero| &line[..zero]))
    }
}

/// The vertices and faces that have been read so far.
#[derive(Default)]
struct Reader {
    vert: Vec<[f32; 3]>,
    normal: Vec<[f32; 3]>,
    texcoord: Vec<[f32; 2]>,
    /// Corners of the faces of the open shape, and how many belong to each face.
    corners: Vec<Corner>,
    counts: Vec<u32>,
    /// The open shape has lines or points.
    has_strokes: bool,
    /// Triangles of the first shape.
    triangles: Vec<[Corner; 3]>,
    /// The first shape is complete.
    done: bool,
    /// Until when polygons may be cut.
    clock: Clock,
}

impl Reader {
    /// Reads one line; false if an index is malformed.
    fn line(&mut self, line: &[u8]) -> bool {
        let mut rest = skip(line, blank);
        match rest {
            [b'v', b' ' | b'\t', tail @ ..] => {
                rest = tail;
                self.vert.push([real(&mut rest), real(&mut rest), real(&mut rest)]);
            }
            [b'v', b'n', b' ' | b'\t', tail @ ..] => {
                rest = tail;
                self.normal.push([real(&mut rest), real(&mut rest), real(&mut rest)]);
            }
            [b'v', b't', b' ' | b'\t', tail @ ..] => {
                rest = tail;
                self.texcoord.push([real(&mut rest), real(&mut rest)]);
            }
            [b'f', b' ' | b'\t', tail @ ..] => return self.face(skip(tail, blank)),
            [b'l' | b'p', b' ' | b'\t', tail @ ..] => {
                self.has_strokes = true;
                return self.stroke(tail);
            }
            [b'g', b' ' | b'\t', ..] => self.close_shape(false),
            [b'o', b' ' | b'\t', ..] => self.close_shape(true),
            _ => {}
        }
        true
    }

    fn face(&mut self, mut rest: &[u8]) -> bool {
        let start = self.corners.len();
        while !rest.is_empty() {
            let Some(corner) = self.corner(&mut rest) else { return false };
            self.corners.push(corner);
            rest = skip(rest, blank);
        }
        if self.done {
            self.corners.truncate(start);
        } else {
            self.counts.push((self.corners.len() - start) as u32);
        }
        true
    }

    fn stroke(&mut self, mut rest: &[u8]) -> bool {
        while !rest.is_empty() {
            if self.corner(&mut rest).is_none() {
                return false;
            }
            rest = skip(rest, blank);
        }
        true
    }

    /// Reads `v`, `v/t`, `v//n` or `v/t/n`.
    fn corner(&self, rest: &mut &[u8]) -> Option<Corner> {
        let [nvert, ntexcoord, nnormal] = [self.vert.len(), self.texcoord.len(), self.normal.len()];
        let mut corner = Corner { vert: index(rest, nvert)?, texcoord: -1, normal: -1 };
        let [b'/', tail @ ..] = *rest else { return Some(corner) };
        *rest = tail;
        if let [b'/', tail @ ..] = tail {
            *rest = tail;
            corner.normal = index(rest, nnormal)?;
            return Some(corner);
        }
        corner.texcoord = index(rest, ntexcoord)?;
        if let [b'/', tail @ ..] = *rest {
            *rest = tail;
            corner.normal = index(rest, nnormal)?;
        }
        Some(corner)
    }

    /// Ends the open shape; `strokes_count` if lines and points alone make it a shape.
    fn close_shape(&mut self, strokes_count: bool) {
        if !self.done {
            let shape = (&self.corners[..], &self.counts[..], &self.vert[..]);
            triangulate::append(shape, &mut self.triangles, self.clock);
            self.done = !self.triangles.is_empty() || (strokes_count && self.has_strokes);
        }
        self.corners.clear();
        self.counts.clear();
        self.has_strokes = false;
    }

    fn finish(mut self) -> RawMesh {
        self.close_shape(false);
        let column = |present: bool, field: fn(&Corner) -> i32| -> Vec<[i32; 3]> {
            if present {
                self.triangles.iter().map(|t| [field(&t[0]), field(&t[1]), field(&t[2])]).collect()
            } else {
                Vec::new()
            }
        };
        let face = column(true, |c| c.vert);
        let facenormal = column(!self.normal.is_empty(), |c| c.normal);
        let facetexcoord = column(!self.texcoord.is_empty(), |c| c.texcoord);
        for [_, row] in &mut self.texcoord {
            *row = 1.0 - *row;
        }
        RawMesh {
            vert: self.vert,
            normal: self.normal,
            texcoord: self.texcoord,
            face,
            facenormal,
            facetexcoord,
        }
    }
}

/// Reads an index up to the next `/` or blank: counted from 1, or from the end if negative.
fn index(rest: &mut &[u8], count: usize) -> Option<i32> {
    let value = integer(rest);
    *rest = skip(rest, |b| b != b'/' && !blank(b));
    match value {
        0 => None,
        1.. => Some(value - 1),
        _ => Some((count as i32).saturating_add(value)),
    }
}

/// Drops the leading bytes that satisfy `what`.
fn skip(bytes: &[u8], what: impl Fn(u8) -> bool) -> &[u8] {
    let n = bytes.iter().position(|&b| !what(b)).unwrap_or(bytes.len());
    &bytes[n..]
}
