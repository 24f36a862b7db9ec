//! Opens regular files only, so that reading never waits for a pipe or a device.
//!
//! Opening a named pipe or a device can block for ever, or have effects. The kind is therefore
//! looked at before, and, as it may change in between, opening does not wait and the open file is
//! looked at again.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file for reading.
pub(crate) fn open_regular(path: &Path) -> io::Result<(File, Metadata)> {
    check(&std::fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    do_not_wait(&mut options);
    let file = options.open(path)?;
    let meta = file.metadata()?;
    check(&meta)?;
    Ok((file, meta))
}

/// The content of a regular file, of which no more is read than one byte beyond `most`.
///
/// # Errors
/// As for opening and reading, and for what is not a regular file: it is not opened.
pub fn read_regular(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let (file, meta) = open_regular(path)?;
    let most = (most as u64).saturating_add(1);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(meta.len().min(most)).unwrap_or(usize::MAX))?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn check(meta: &Metadata) -> io::Result<()> {
    if meta.is_file() {
        return Ok(());
    }
    let kind = if meta.is_dir() { "a directory" } else { "a pipe, socket or device" };
    Err(io::Error::other(format!("it is {kind}, not a regular file")))
}

/// The identity of a file on this system: device and number.
#[cfg(unix)]
pub(crate) fn identity(meta: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (meta.dev(), meta.ino())
}

/// The identity of a file: unknown on this system.
#[cfg(not(unix))]
pub(crate) fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// `O_NONBLOCK` of the systems where it is known.
#[cfg(unix)]
const NONBLOCK: i32 = if cfg!(any(target_os = "linux", target_os = "android")) {
    if cfg!(any(target_arch = "mips", target_arch = "mips64")) {
        0x80
    } else if cfg!(target_arch = "sparc64") {
        0x4000
    } else {
        0x800
    }
} else if cfg!(any(
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "openbsd",
    target_os = "dragonfly"
)) {
    0x4
} else {
    0
};

#[cfg(unix)]
fn do_not_wait(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(NONBLOCK);
}

#[cfg(not(unix))]
fn do_not_wait(_: &mut OpenOptions) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn devices_and_directories_are_not_opened() {
        for path in ["/dev/zero", "/dev/tty", "/"] {
            let error = open_regular(Path::new(path)).map(drop).unwrap_err().to_string();
            assert!(error.contains("not a regular file") || path == "/dev/tty", "{path}: {error}");
        }
    }

    #[test]
    fn a_pipe_that_takes_the_place_of_a_file_does_not_block() {
        // the first look is passed over: only opening and the second look are left
        let dir = std::env::temp_dir().join(format!("ferrodyn-open-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let pipe = dir.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|status| status.success()) {
            let mut options = OpenOptions::new();
            do_not_wait(options.read(true));
            let file = options.open(&pipe).unwrap();
            assert!(check(&file.metadata().unwrap()).is_err());
            assert!(open_regular(&pipe).is_err());
        }
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
