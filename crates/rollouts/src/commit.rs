//! Writes files that are complete or absent, whenever the process or the machine stops.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::RolloutError;

/// Writes a file under another name, waits until it is on disk, and gives it its name.
pub(crate) fn commit(
    file: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), RolloutError> {
    let temporary = temporary(file);
    let written = write_temporary(&temporary, write).and_then(|()| fs::rename(&temporary, file));
    if let Err(error) = written {
        let gone = error.kind() == io::ErrorKind::NotFound && !temporary.exists();
        // it may not be there
        let _ = fs::remove_file(&temporary);
        let error = if gone && directory(file).is_dir() {
            RolloutError::Gone { file: temporary }
        } else {
            RolloutError::io(file)(error)
        };
        return Err(error);
    }
    sync_directory(directory(file)).map_err(RolloutError::io(file))
}

fn write_temporary(
    temporary: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    write(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()
}

/// Removes the unfinished files that killed runs have left in a directory, of files given by name.
pub(crate) fn remove_left_over(
    directory: &Path,
    is_ours: impl Fn(&str) -> bool,
) -> Result<(), RolloutError> {
    let in_directory = RolloutError::io(directory);
    for entry in fs::read_dir(directory).map_err(&in_directory)? {
        let path = entry.map_err(&in_directory)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if final_name(&name).is_some_and(&is_ours) {
            match fs::remove_file(&path) {
                // another process was faster
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(RolloutError::io(&path)(error));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The name that a temporary file would have got.
fn final_name(temporary: &str) -> Option<&str> {
    let (name, _) = temporary.strip_prefix('.')?.strip_suffix(TEMPORARY)?.rsplit_once('.')?;
    Some(name)
}

/// How the names of temporary files end.
const TEMPORARY: &str = ".tmp";

/// A name that no other process takes.
fn temporary(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    directory(file).join(format!(".{name}.{}-{now}{TEMPORARY}", std::process::id()))
}

fn directory(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the names in a directory are on disk, where directories can be opened.
fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_finished_is_not_there() {
        let dir = std::env::temp_dir().join(format!("ferrodyn-commit-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let file = dir.join("a.npz");
        commit(&file, |out| out.write_all(b"whole")).unwrap();
        let failed = commit(&file, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.unwrap_err().to_string().contains("the disk is full"));
        assert_eq!(fs::read(&file).unwrap(), b"whole");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);

        // what was left by a process that was killed, and what belongs to others
        let names = [".a.npz.17-3.tmp", ".b.npz.17-3.tmp", "a.npz.tmp"];
        for name in names {
            fs::write(dir.join(name), "x").unwrap();
        }
        remove_left_over(&dir, |name| name == "a.npz").unwrap();
        assert!(!dir.join(names[0]).exists());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 3);

        let gone = commit(&file, |_| {
            fs::remove_file(
                fs::read_dir(&dir)?
                    .filter_map(|entry| Some(entry.ok()?.path()))
                    .find(|path| path.to_string_lossy().contains(".a.npz."))
                    .expect("it is being written"),
            )
        });
        assert!(gone.unwrap_err().to_string().contains("another process"));
        fs::remove_dir_all(&dir).unwrap();
    }
}
