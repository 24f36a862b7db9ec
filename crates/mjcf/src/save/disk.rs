//! Files that are whole or not there, whenever writing them fails.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::open::read_regular;

/// Whether a file of that name can be written or replaced; the permissions of the one that is there.
pub(super) fn check(file: &Path) -> io::Result<Option<Permissions>> {
    if file.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no name of a file"));
    }
    match fs::metadata(file) {
        Ok(meta) if !meta.is_file() => {
            let kind = if meta.is_dir() { "a directory" } else { "a pipe, socket or device" };
            Err(io::Error::other(format!("it is {kind}, not a regular file")))
        }
        Ok(meta) if meta.permissions().readonly() => {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"))
        }
        Ok(meta) => Ok(Some(meta.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file in place of the one that may be there, which stays if that fails.
pub(super) fn replace(file: &Path, bytes: &[u8], old: Option<Permissions>) -> io::Result<()> {
    let temporary = Temporary::write(directory(file), |out| out.write_all(bytes))?;
    if let Some(permissions) = old {
        fs::set_permissions(&temporary.0, permissions)?;
    }
    fs::rename(&temporary.0, file)
}

/// Writes a file where there is nothing: neither a file nor a link.
pub(super) fn create(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = Temporary::write(directory(file), |out| out.write_all(bytes))?;
    match fs::hard_link(&temporary.0, file) {
        // a disk without hard links
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            if file.symlink_metadata().is_ok() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            fs::rename(&temporary.0, file)
        }
        done => done,
    }
}

/// Whether there is a regular file with this content. No more of it is read than tells.
pub(super) fn holds(file: &Path, bytes: &[u8]) -> bool {
    read_regular(file, bytes.len()).is_ok_and(|there| there == bytes)
}

/// The directory of a file.
pub(super) fn directory(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file under a name of its own, removed when it goes out of scope.
struct Temporary(PathBuf);

impl Temporary {
    fn write(
        directory: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let (temporary, mut file) = loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = directory.join(format!(".ferrodyn-{}-{number}.tmp", process::id()));
            match File::create_new(&path) {
                // a process of the same number was killed here
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => break (Self(path), file?),
            }
        };
        write(&mut file)?;
        file.sync_all()?;
        Ok(temporary)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // after a rename it is not there
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_finished_leaves_nothing_and_what_is_there_stays() {
        let dir = std::env::temp_dir().join(format!("ferrodyn-whole-{}", process::id()));
        fs::create_dir_all(&dir).unwrap();
        let names = || fs::read_dir(&dir).unwrap().count();
        let failed = Temporary::write(&dir, |out| {
            out.write_all(b"half")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert_eq!(failed.err().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
        assert_eq!(names(), 0);

        let file = dir.join("a.xml");
        replace(&file, b"one", check(&file).unwrap()).unwrap();
        replace(&file, b"two", check(&file).unwrap()).unwrap();
        assert_eq!(create(&file, b"three").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert!(holds(&file, b"two") && !holds(&file, b"tw") && !holds(&file, b"two and more"));
        create(&dir.join("b.xml"), b"three").unwrap();
        assert_eq!(names(), 2);

        assert!(check(&dir).unwrap_err().to_string().contains("a directory"));
        assert!(check(Path::new("..")).is_err());
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        assert!(check(&file).unwrap_err().to_string().contains("read-only"));
        fs::remove_dir_all(&dir).unwrap();
    }
}
