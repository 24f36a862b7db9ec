//! A file that is loaded, and loaded again whenever it or what it is made of changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(250);

/// A model, or why there is none.
pub(crate) type News = Result<Box<Model>, String>;

/// When a file was written and how long it is; none if it cannot be read.
type Stamp = Option<(SystemTime, u64)>;

/// Loads a file in a thread of its own, which ends when nobody listens any more.
pub(crate) fn watch(file: PathBuf, loader: Loader) -> Receiver<News> {
    let (send, receive) = channel();
    let failed = send.clone();
    let work = move || follow(&file, &loader, &send);
    if let Err(error) = thread::Builder::new().name("load".to_owned()).spawn(work) {
        let _ = failed.send(Err(error.to_string()));
    }
    receive
}

fn follow(file: &Path, loader: &Loader, news: &Sender<News>) {
    let mut stamps = BTreeMap::new();
    loop {
        // as they are before they are read, so that a change meanwhile is seen
        stamps = stamps_of(file, loader, stamps);
        let model = loader.load_path(file).map(Box::new).map_err(|error| {
            // a problem without a place does not name the file
            let (text, name) = (error.to_string(), file.display().to_string());
            if text.contains(&name) { text } else { format!("{name}: {text}") }
        });
        if news.send(model).is_err() {
            return;
        }
        while stamps.iter().all(|(file, was)| stamp(file) == *was) {
            thread::sleep(EVERY);
        }
    }
}

/// The files that a file is made of; those of an earlier time too, since a broken file does not say
/// all.
fn stamps_of(
    file: &Path,
    loader: &Loader,
    known: BTreeMap<PathBuf, Stamp>,
) -> BTreeMap<PathBuf, Stamp> {
    let named = loader.dependencies(&file.to_string_lossy()).unwrap_or_default();
    let own = std::iter::once(file.to_owned());
    let all = known.into_keys().chain(own).chain(named.into_iter().map(PathBuf::from));
    all.map(|file| (file.clone(), stamp(&file))).collect()
}

fn stamp(file: &Path) -> Stamp {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_loaded_again_when_what_it_includes_changes() {
        let dir = std::env::temp_dir().join(format!("ferrodyn-serve-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let (main, part) = (dir.join("main.xml"), dir.join("part.xml"));
        std::fs::write(&main, "<mujoco><include file='part.xml'/></mujoco>").unwrap();
        std::fs::write(&part, "<mujoco><worldbody/></mujoco>").unwrap();
        let news = watch(main, Loader::new());
        let wait = || news.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(wait().unwrap().nbody, 1);

        std::fs::write(&part, "<mujoco><worldbody>\n<body sizes='1'/></worldbody></mujoco>")
            .unwrap();
        let error = wait().unwrap_err();
        assert!(error.contains("part.xml:2:") && error.contains("sizes"), "{error}");

        std::fs::write(&part, "<mujoco><worldbody><body/><body/></worldbody></mujoco>").unwrap();
        assert_eq!(wait().unwrap().nbody, 3);
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
