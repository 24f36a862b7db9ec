//! A batch as bytes, and back: the same bits from there on.
//!
//! The container is that of models and data: header with the hash of the model, records by name,
//! checksum. The records are
//!
//! ```text
//! length        bytes of the whole snapshot: tells one that was cut off from one that was altered
//! environments  how many there are
//! note          bytes of the caller
//! start         the state that a reset returns to
//! states        a row for each environment
//! sensordata    of the last step, a row for each environment
//! steps         since the last reset
//! failed        1 for those that are reset before the next step
//! varied        names of the parameters that differ, with spaces between them
//! values        of each of these, a row for each environment
//! ...           all fields of the data of each environment, if environments keep their data
//! ```
//!
//! The states suffice if a step depends on the state alone. Otherwise environments
//! [keep their data](crate::batch::Stepping::keeps_data), and a snapshot has all of it: a sleeping tree, for
//! example, keeps poses, inertias, contacts and sensor values from its last motion, which no later step computes.

use std::fmt;
use std::ops::Range;

use bytemuck::{cast_slice, cast_slice_mut};

use super::{BatchSim, OwnedValues, Parameter, SnapshotError, Stepping};
use crate::data::Data;
use crate::fields::DType;
use crate::serialize::read::{Reader, data_fields};
use crate::serialize::{FormatError, HEADER_BYTES, Kind, write};

/// Where the value of the record `length` is: after the header, a name of six letters with its length, type and
/// rank.
const LENGTH_AT: usize = HEADER_BYTES + 1 + 6 + 1 + 1;

/// The description at the beginning of a snapshot, which can be read without the model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SnapshotInfo<'a> {
    /// [`content_hash`](crate::Model::content_hash) of the model.
    pub model_hash: u64,
    /// Number of environments.
    pub environments: u64,
    /// The note that was passed to [`BatchSim::save_some`].
    pub note: &'a [u8],
}

impl fmt::Debug for SnapshotInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SnapshotInfo")
            .field("model_hash", &format_args!("{:016x}", self.model_hash))
            .field("environments", &self.environments)
            .field("note", &format_args!("{} bytes", self.note.len()))
            .finish()
    }
}

impl<'a> SnapshotInfo<'a> {
    /// Reads the beginning of a snapshot; all of it is checked for alterations.
    ///
    /// # Errors
    /// If the bytes are none, or were cut off or altered.
    pub fn read(bytes: &'a [u8]) -> Result<Self, SnapshotError> {
        open(bytes).map(|(_, info)| info)
    }
}

impl BatchSim {
    /// The environments as bytes: [`restore`](Self::restore) brings them back, and they go on as if there had
    /// been no break, bit for bit.
    ///
    /// Closures and the time limit are not among them: the batch that is restored has its own.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use ferrodyn::batch::BatchSim;
    ///
    /// let m = Arc::new(ferrodyn::load_str("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")?);
    /// let mut batch = BatchSim::new(m.clone(), 100);
    /// batch.step_n(5);
    /// let bytes = batch.save();
    /// batch.step_n(3);
    ///
    /// let mut again = BatchSim::new(m, 100);
    /// again.restore(&bytes)?;
    /// again.step_n(3);
    /// assert_eq!(again.integration_states(), batch.integration_states());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        self.save_some(0..self.len(), &[])
    }

    /// Some environments as bytes, with a note of the caller that [`SnapshotInfo`] gives back.
    ///
    /// # Panics
    /// If there are no such environments.
    pub fn save_some(&self, envs: Range<usize>, note: &[u8]) -> Vec<u8> {
        let (n, size, nsensordata) = (envs.len(), self.layout.size(), self.model.nsensordata);
        let states = &self.states[envs.start * size..envs.end * size];
        let sensordata = &self.sensordata[envs.start * nsensordata..envs.end * nsensordata];
        let failed: Vec<u8> = self.failed[envs.clone()].iter().map(|&yes| yes.into()).collect();

        let mut out = write::header(Kind::Batch, self.model.content_hash());
        number(&mut out, "length", 0);
        number(&mut out, "environments", n as u64);
        write::record(&mut out, "note", DType::U8, &[note.len()], note);
        write::record(&mut out, "start", DType::F64, &[size], cast_slice(&self.start));
        write::record(&mut out, "states", DType::F64, &[n, size], cast_slice(states));
        let shape = &[n, nsensordata];
        write::record(&mut out, "sensordata", DType::F64, shape, cast_slice(sensordata));
        write::record(&mut out, "steps", DType::U64, &[n], cast_slice(&self.steps[envs.clone()]));
        write::record(&mut out, "failed", DType::U8, &[n], &failed);
        self.save_varied(&mut out, &envs);
        for d in self.own.get(envs).unwrap_or_default() {
            write::data_fields(&mut out, d);
        }

        // with the end marker and the checksum that follow
        let length = out.len() as u64 + 1 + 8;
        out[LENGTH_AT..][..8].copy_from_slice(&length.to_ne_bytes());
        write::seal(out)
    }

    fn save_varied(&self, out: &mut Vec<u8>, envs: &Range<usize>) {
        let names: Vec<String> = self.varied.iter().map(|v| v.parameter().name()).collect();
        let names = names.join(" ");
        write::record(out, "varied", DType::U8, &[names.len()], names.as_bytes());
        for values in &self.varied {
            let (size, dtype) = (values.parameter().size(), values.parameter().dtype());
            let rows = &values.as_varied().values[envs.start * size..envs.end * size];
            write::record(out, "values", dtype, &[envs.len(), size / dtype.size()], rows);
        }
    }

    fn read_varied(&self, r: &mut Reader<'_>) -> Result<Vec<OwnedValues>, FormatError> {
        let names = r.bytes("varied")?.split(|&c| c == b' ').filter(|name| !name.is_empty());
        let mut varied = Vec::new();
        for (index, name) in names.enumerate() {
            let parameter = str::from_utf8(name).ok();
            let parameter = parameter.and_then(|name| Parameter::find(&self.model, name).ok());
            let parameter = parameter.ok_or(FormatError::Reference { field: "varied", index })?;
            let (dtype, size) = (parameter.dtype(), parameter.size());
            let rows = r.values("values", dtype, &[self.len(), size / dtype.size()])?;
            let mut values = OwnedValues::new(parameter, &self.model, self.len());
            values.bytes_mut().copy_from_slice(rows);
            varied.push(values);
        }
        Ok(varied)
    }

    /// Refuses data that only environments with hooks keep, and a lack of it.
    fn check_hooks(&self, snapshot: bool) -> Result<(), SnapshotError> {
        let by_hooks = !Stepping::of(&self.model).keeps_data() && !self.is_empty();
        if by_hooks && snapshot == self.own.is_empty() {
            return Err(SnapshotError::Hooks { snapshot });
        }
        Ok(())
    }

    /// Brings back the environments of a snapshot, of which there must be as many as in the batch. If it is
    /// refused, the batch stays as it is.
    ///
    /// # Errors
    /// If the bytes are no snapshot, were cut off or altered, or are of another model or of another number of
    /// environments. If one of both has [hooks](Self::with_hooks) that compute and the other has none: data goes
    /// on only where it is kept.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (mut r, info) = open(bytes)?;
        let expected = self.model.content_hash();
        if info.model_hash != expected {
            return Err(SnapshotError::Model { expected, found: info.model_hash });
        }
        let (n, size) = (self.len(), self.layout.size());
        if info.environments != n as u64 {
            let (expected, found) = (n as u64, info.environments);
            return Err(SnapshotError::Environments { expected, found });
        }

        let start = r.values("start", DType::F64, &[size])?;
        let states = r.values("states", DType::F64, &[n, size])?;
        let nsensordata = self.model.nsensordata;
        let sensordata = r.values("sensordata", DType::F64, &[n, nsensordata])?;
        let mut steps = vec![0_u64; n];
        cast_slice_mut(&mut steps).copy_from_slice(r.values("steps", DType::U64, &[n])?);
        // that many more can be counted
        none("steps", steps.iter().position(|&count| count > u64::MAX / 2))?;
        let failed = r.values("failed", DType::U8, &[n])?;
        none("failed", failed.iter().position(|&flag| flag > 1))?;
        let varied = self.read_varied(&mut r)?;
        self.check_hooks(!r.is_done())?;
        let own: Result<Vec<Data>, _> = (0..self.own.len())
            .map(|env| {
                data_fields(&self.model, &mut r)
                    .map_err(|source| SnapshotError::Data { env, source })
            })
            .collect();
        let own = own?;
        r.close()?;

        cast_slice_mut(&mut self.start).copy_from_slice(start);
        cast_slice_mut(&mut self.states).copy_from_slice(states);
        cast_slice_mut(&mut self.sensordata).copy_from_slice(sensordata);
        self.failed = failed.iter().map(|&flag| flag == 1).collect();
        (self.steps, self.own, self.varied) = (steps, own, varied);
        Ok(())
    }
}

/// Checks length and checksum; returns what follows the note.
fn open(bytes: &[u8]) -> Result<(Reader<'_>, SnapshotInfo<'_>), SnapshotError> {
    // bytes that are too short to contain their length are refused below
    let stated = bytes.get(LENGTH_AT..).and_then(|rest| rest.first_chunk::<8>());
    let (expected, found) = (stated.copied().map(u64::from_ne_bytes), bytes.len() as u64);
    let begins = |length: u64| bytes.starts_with(&beginning(bytes, length));
    if let Some(expected) = expected.filter(|&length| length != found && begins(length)) {
        return Err(SnapshotError::Length { expected, found });
    }
    let (mut r, model_hash) = Reader::open(Kind::Batch, bytes)?;
    if r.number("length")? != found {
        return Err(FormatError::Length.into());
    }
    let environments = r.number("environments")?;
    let note = r.bytes("note")?;
    Ok((r, SnapshotInfo { model_hash, environments, note }))
}

/// How a snapshot of so many bytes begins that is of the same model as these bytes.
fn beginning(bytes: &[u8], length: u64) -> Vec<u8> {
    let hash = bytes.get(HEADER_BYTES - 8..).and_then(|rest| rest.first_chunk::<8>());
    let hash = hash.copied().map_or(0, u64::from_le_bytes);
    let mut out = write::header(Kind::Batch, hash);
    number(&mut out, "length", length);
    out
}

fn number(out: &mut Vec<u8>, name: &str, value: u64) {
    write::record(out, name, DType::U64, &[], &value.to_ne_bytes());
}

/// An error if a number of a field is wrong.
fn none(field: &'static str, wrong: Option<usize>) -> Result<(), FormatError> {
    wrong.map_or(Ok(()), |index| Err(FormatError::Reference { field, index }))
}
