//! Arrays in a file that `numpy.load` reads: a zip file of `.npy` files, not compressed.
//!
//! ```text
//! for each array   local header, name, then the .npy file: magic, header, values
//! at the end       a directory of all, and where it is
//! ```
//!
//! Dates are left at their first day, so that the same arrays are the same bytes. Sizes and offsets are below
//! 2^32, which the limit of a shard sees to.

use std::io::{self, Read, Seek, SeekFrom, Write};

use crc32fast::Hasher;

/// The values of an array.
pub(crate) enum Values<'a> {
    F64(&'a [f64]),
    U64(&'a [u64]),
    I32(&'a [i32]),
    /// Bytes.
    U8(&'a [u8]),
    /// Words, each of at most so many letters.
    Words(&'a [&'a str], usize),
}

/// An array with a name.
pub(crate) struct Array<'a> {
    pub(crate) name: &'a str,
    pub(crate) shape: Vec<u64>,
    pub(crate) values: Values<'a>,
}

/// An entry of the directory of the zip file.
struct Entry {
    name: String,
    crc: u32,
    size: u32,
    offset: u32,
}

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
/// Bytes of a local header before the name.
const LOCAL_BYTES: u64 = 30;
/// Where in a local header the checksum is.
const CRC_AT: u64 = 14;
/// Version that can read it, flags, method, time: 1 January 1980.
const FORMAT: [u8; 10] = [20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
/// Bytes that are worked on at a time.
const CHUNK: usize = 1 << 16;

/// Writes arrays.
pub(crate) fn write(out: &mut (impl Write + Seek), arrays: &[Array<'_>]) -> io::Result<()> {
    let mut entries = Vec::new();
    let mut offset = 0;
    for array in arrays {
        let head = head(array);
        let size = head.len() as u64 + array.values.bytes();
        let mut entry = Entry {
            name: format!("{}.npy", array.name),
            crc: 0,
            size: narrow(size)?,
            offset: narrow(offset)?,
        };
        out.write_all(&local(&entry))?;
        let mut sum = Hasher::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            out.write_all(bytes)
        };
        put(&head)?;
        array.values.each_chunk(&mut put)?;

        // the checksum is known now
        entry.crc = sum.finalize();
        let end = offset + LOCAL_BYTES + entry.name.len() as u64 + size;
        out.seek(SeekFrom::Start(offset + CRC_AT))?;
        out.write_all(&entry.crc.to_le_bytes())?;
        out.seek(SeekFrom::Start(end))?;
        offset = end;
        entries.push(entry);
    }
    out.write_all(&directory(&entries, narrow(offset)?))
}

/// Reads a file that [`write()`] wrote to its end and checks all of it; returns the values of its first array,
/// which must be bytes of this name, and says what is wrong with it otherwise. Of values that are much longer
/// than they should be, the rest is left out.
pub(crate) fn verify(
    file: &mut impl Read,
    first: &str,
    length: usize,
) -> io::Result<Result<Vec<u8>, String>> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut offset = 0_u64;
    let mut kept = Vec::new();
    loop {
        let mut signature = [0; 4];
        if !fill(file, &mut signature)? {
            return Ok(Err(format!("it ends after {offset} bytes")));
        }
        if signature != LOCAL {
            return rest(file, signature, &entries, offset).map(|good| good.map(|()| kept));
        }
        let Some(mut entry) = read_local(file, offset)? else {
            return Ok(Err(format!("a header at byte {offset} is not one of a shard")));
        };
        let keep = entries.is_empty();
        if keep && entry.name != format!("{first}.npy") {
            return Ok(Err(format!("it begins with {:?}, not with {first:?}", entry.name)));
        }
        let most = if keep { length.saturating_add(16 * CHUNK) } else { 0 };
        let (sum, bytes) = read_values(file, entry.size, most)?;
        match sum {
            None => return Ok(Err(format!("it ends within {}", entry.name))),
            Some(sum) if sum != entry.crc => {
                return Ok(Err(format!("the checksum of {} does not fit", entry.name)));
            }
            Some(_) => {}
        }
        if keep {
            kept = bytes;
        }
        offset += LOCAL_BYTES + entry.name.len() as u64 + u64::from(entry.size);
        entry.name.shrink_to_fit();
        entries.push(entry);
    }
}

/// The directory must be that of the entries, and nothing follow.
fn rest(
    file: &mut impl Read,
    signature: [u8; 4],
    entries: &[Entry],
    offset: u64,
) -> io::Result<Result<(), String>> {
    let expected = directory(entries, narrow(offset)?);
    let mut found = signature.to_vec();
    file.take(expected.len() as u64).read_to_end(&mut found)?;
    if found == expected { Ok(Ok(())) } else { Ok(Err("its directory does not fit".to_owned())) }
}

/// A local header after its signature, if it is one that [`local`] writes.
fn read_local(file: &mut impl Read, offset: u64) -> io::Result<Option<Entry>> {
    let mut header = [0; LOCAL_BYTES as usize - 4];
    if !fill(file, &mut header)? {
        return Ok(None);
    }
    let number = |at: usize| header[at..].first_chunk().copied().map_or(0, u32::from_le_bytes);
    let mut name = vec![0; usize::from(header[22]) + 256 * usize::from(header[23])];
    if !fill(file, &mut name)? {
        return Ok(None);
    }
    let Ok(name) = String::from_utf8(name) else { return Ok(None) };
    let entry = Entry { name, crc: number(10), size: number(14), offset: narrow(offset)? };
    let written = local(&entry);
    Ok((written[4..LOCAL_BYTES as usize] == header).then_some(entry))
}

/// The checksum of so many bytes, `None` if there are fewer, and about as many as are to be kept of those after
/// the head of an array of bytes.
fn read_values(file: &mut impl Read, size: u32, most: usize) -> io::Result<(Option<u32>, Vec<u8>)> {
    let (mut sum, mut left, mut kept) = (Hasher::new(), size as usize, Vec::new());
    let mut buffer = vec![0; CHUNK];
    while left > 0 {
        let chunk = &mut buffer[..left.min(CHUNK)];
        if !fill(file, chunk)? {
            return Ok((None, kept));
        }
        sum.update(chunk);
        left -= chunk.len();
        if kept.len() < most {
            kept.extend_from_slice(chunk);
        }
    }
    let head = kept.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    kept.drain(..head);
    Ok((Some(sum.finalize()), kept))
}

/// Fills a buffer; false if the file ends before.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn local(entry: &Entry) -> Vec<u8> {
    let mut out = LOCAL.to_vec();
    out.extend(FORMAT);
    out.extend(sums(entry));
    out.extend([0; 2]);
    out.extend(entry.name.as_bytes());
    out
}

/// Checksum, sizes, and the length of the name.
fn sums(entry: &Entry) -> impl Iterator<Item = u8> {
    let words = [entry.crc, entry.size, entry.size];
    words.into_iter().flat_map(u32::to_le_bytes).chain((entry.name.len() as u16).to_le_bytes())
}

fn directory(entries: &[Entry], offset: u32) -> Vec<u8> {
    let mut out = Vec::new();
    for entry in entries {
        out.extend(CENTRAL);
        out.extend([20, 0]);
        out.extend(FORMAT);
        out.extend(sums(entry));
        // no extra field, no comment, first disk, no attributes
        out.extend([0; 12]);
        out.extend(entry.offset.to_le_bytes());
        out.extend(entry.name.as_bytes());
    }
    let (count, size) = ((entries.len() as u16).to_le_bytes(), out.len() as u32);
    out.extend(END);
    out.extend([0; 4]);
    out.extend([count, count].concat());
    out.extend(size.to_le_bytes());
    out.extend(offset.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// A size or offset as zip files have it.
fn narrow(n: u64) -> io::Result<u32> {
    u32::try_from(n).map_err(|_| io::Error::other("a shard of more than 4 GiB"))
}

/// Magic and header of a `.npy` file, as long as a multiple of 64 bytes.
fn head(array: &Array<'_>) -> Vec<u8> {
    let sizes: Vec<String> = array.shape.iter().map(|n| format!("{n},")).collect();
    let kind = match array.values {
        Values::F64(_) => "<f8".to_owned(),
        Values::U64(_) => "<u8".to_owned(),
        Values::I32(_) => "<i4".to_owned(),
        Values::U8(_) => "|u1".to_owned(),
        Values::Words(_, letters) => format!("|S{letters}"),
    };
    let shape = sizes.join(" ");
    let dict = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    // ten bytes come before, a line end after
    let length = (10 + dict.len() + 1).next_multiple_of(64) - 10;
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend((length as u16).to_le_bytes());
    out.extend(format!("{dict:<width$}\n", width = length - 1).as_bytes());
    out
}

impl Values<'_> {
    fn bytes(&self) -> u64 {
        match self {
            Self::F64(values) => 8 * values.len() as u64,
            Self::U64(values) => 8 * values.len() as u64,
            Self::I32(values) => 4 * values.len() as u64,
            Self::U8(values) => values.len() as u64,
            Self::Words(words, letters) => (words.len() * letters) as u64,
        }
    }

    /// Calls with the bytes, some at a time.
    fn each_chunk(&self, put: &mut impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        match self {
            Self::F64(values) => encode(values, f64::to_le_bytes, put),
            Self::U64(values) => encode(values, u64::to_le_bytes, put),
            Self::I32(values) => encode(values, i32::to_le_bytes, put),
            Self::U8(values) => put(values),
            Self::Words(words, letters) => words.iter().try_for_each(|word| {
                let mut padded = word.as_bytes().to_vec();
                padded.resize(*letters, 0);
                put(&padded)
            }),
        }
    }
}

fn encode<T: Copy, const N: usize>(
    values: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
    put: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(CHUNK);
    for chunk in values.chunks(CHUNK / N) {
        bytes.clear();
        bytes.extend(chunk.iter().flat_map(|&value| to_bytes(value)));
        put(&bytes)?;
    }
    Ok(())
}

pub(crate) mod read;
#[cfg(test)]
mod tests;
