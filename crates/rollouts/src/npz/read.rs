//! Arrays of files as `ferrodyn rollout` and `numpy.savez` write them, found without reading the rest.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::{CENTRAL, END, LOCAL, LOCAL_BYTES};

/// Bytes of the record at the end of a zip file without a comment.
const END_BYTES: u64 = 22;
/// Bytes of an entry of the directory before its name.
const CENTRAL_BYTES: usize = 46;
/// Bytes of the head of an array at most.
const MOST_HEAD: usize = 4096;

/// A file with arrays.
pub(crate) struct Arrays {
    file: File,
    /// Where the head of each is, and bytes of head and values.
    places: BTreeMap<String, (u64, u64)>,
}

/// An array: the kind of its numbers, its sizes, where its values begin.
pub(crate) struct Head {
    kind: String,
    pub(crate) shape: Vec<u64>,
    at: u64,
}

fn wrong(problem: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem.into())
}

/// The number in so many bytes of a buffer, which has them.
fn number(bytes: &[u8], at: usize, len: usize) -> u64 {
    let bytes = bytes.get(at..at + len).unwrap_or_default();
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

impl Arrays {
    /// Reads the directory of a file.
    pub(crate) fn open(mut file: File) -> io::Result<Self> {
        let none = || wrong("not a file of arrays, as ferrodyn rollout or numpy.savez writes it");
        let length = file.metadata()?.len();
        let end_at = length.checked_sub(END_BYTES).ok_or_else(none)?;
        let end = bytes_at(&mut file, end_at, END_BYTES as usize)?;
        let (size, start) = (number(&end, 12, 4), number(&end, 16, 4));
        if !end.starts_with(&END) || start + size > end_at {
            return Err(none());
        }
        let directory = bytes_at(&mut file, start, size as usize)?;
        let mut places = BTreeMap::new();
        let mut rest = &directory[..];
        while !rest.is_empty() {
            let lengths = [28, 30, 32].map(|at| number(rest, at, 2) as usize);
            let next = CENTRAL_BYTES + lengths.iter().sum::<usize>();
            if !rest.starts_with(&CENTRAL) || rest.len() < next {
                return Err(none());
            }
            let name = String::from_utf8_lossy(&rest[CENTRAL_BYTES..CENTRAL_BYTES + lengths[0]]);
            if number(rest, 10, 2) != 0 {
                return Err(wrong(format!("{name} is compressed: numpy.savez writes it as it is")));
            }
            let local_at = number(rest, 42, 4);
            let local = bytes_at(&mut file, local_at, LOCAL_BYTES as usize)?;
            if !local.starts_with(&LOCAL) {
                return Err(none());
            }
            let at = local_at + LOCAL_BYTES + number(&local, 26, 2) + number(&local, 28, 2);
            let name = name.strip_suffix(".npy").unwrap_or(&name).to_owned();
            places.insert(name, (at, number(rest, 24, 4)));
            rest = &rest[next..];
        }
        Ok(Self { file, places })
    }

    /// The head of an array with so many sizes, whose values are all there.
    pub(crate) fn head(&mut self, name: &str, sizes: usize) -> io::Result<Head> {
        let &(at, size) =
            self.places.get(name).ok_or_else(|| wrong(format!("it has no array \"{name}\"")))?;
        let bad = || wrong(format!("the head of {name} is not one of an array"));
        let head = bytes_at(&mut self.file, at, MOST_HEAD.min(size as usize))?;
        // magic, version, length of the text, which is longer from version 2 on
        let (start, length) = match head.get(6) {
            Some(1) => (10, number(&head, 8, 2)),
            _ => (12, number(&head, 8, 4)),
        };
        let end = start + length as usize;
        let text =
            head.get(start..end).filter(|_| head.starts_with(b"\x93NUMPY")).ok_or_else(bad)?;
        let text = String::from_utf8_lossy(text);
        let after = |key: &str| text.split_once(key).map(|(_, rest)| rest);
        let kind = after("'descr': '").and_then(|rest| rest.split_once('\'')).ok_or_else(bad)?.0;
        let shape = after("'shape': (").and_then(|rest| rest.split_once(')')).ok_or_else(bad)?.0;
        let shape = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
        let shape: Vec<u64> = shape.map(str::parse).collect::<Result<_, _>>().map_err(|_| bad())?;
        if !text.contains("'fortran_order': False") || shape.len() != sizes {
            return Err(wrong(format!("{name} has not {sizes} sizes, the last one fastest")));
        }
        let width = kind.get(2..).and_then(|width| width.parse::<u64>().ok()).ok_or_else(bad)?;
        let values = shape.iter().try_fold(width, |product, &n| product.checked_mul(n));
        if values != size.checked_sub(end as u64) {
            return Err(wrong(format!("{name} has not as many values as its head says")));
        }
        Ok(Head { kind: kind.to_owned(), shape, at: at + end as u64 })
    }

    /// Some values of an array of numbers of eight bytes, from one on.
    fn eights(&mut self, head: &Head, first: u64, count: u64) -> io::Result<Vec<[u8; 8]>> {
        let bytes = bytes_at(&mut self.file, head.at + 8 * first, 8 * count as usize)?;
        Ok(bytes.as_chunks().0.to_vec())
    }

    /// All numbers of an array of whole numbers.
    pub(crate) fn counts(&mut self, name: &str) -> io::Result<Vec<u64>> {
        let head = self.head(name, 1)?;
        if !matches!(&*head.kind, "<u8" | "<i8") {
            return Err(wrong(format!("{name} is no array of whole numbers of 8 bytes")));
        }
        let values = self.eights(&head, 0, head.shape[0])?;
        Ok(values.into_iter().map(u64::from_le_bytes).collect())
    }

    /// Some numbers of an array, of which there are as many.
    pub(crate) fn numbers(&mut self, head: &Head, first: u64, count: u64) -> io::Result<Vec<f64>> {
        if head.kind != "<f8" {
            return Err(wrong("states are no numbers of 8 bytes"));
        }
        let values = self.eights(head, first, count)?;
        Ok(values.into_iter().map(f64::from_le_bytes).collect())
    }

    /// An array of bytes, if there is one.
    pub(crate) fn bytes(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        if !self.places.contains_key(name) {
            return Ok(None);
        }
        let head = self.head(name, 1)?;
        if head.kind != "|u1" {
            return Err(wrong(format!("{name} is no array of bytes")));
        }
        bytes_at(&mut self.file, head.at, head.shape[0] as usize).map(Some)
    }
}

/// So many bytes of a file, which must have them.
fn bytes_at(file: &mut File, at: u64, count: usize) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    file.take(count as u64).read_to_end(&mut bytes)?;
    if bytes.len() < count { Err(wrong("it ends too early")) } else { Ok(bytes) }
}
