//! Loads a file, and loads it again whenever it or a file that it names changes.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use ferrodyn_engine::Model;
use ferrodyn_mjcf::{Loader, Watched};

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(150);

/// A model, or why there is none.
pub(crate) type News = Result<Box<Model>, String>;

/// Loads a file in another thread, which ends when its receiver is dropped, and announces each model before
/// it is sent.
pub(crate) fn watch(
    file: PathBuf,
    loader: Loader,
    announce: impl Fn() + Send + 'static,
) -> Receiver<News> {
    let (send, receive) = channel();
    let failed = send.clone();
    let work = move || follow(Watched::new(&file), &loader, &send, announce);
    if let Err(error) = thread::Builder::new().name("load".to_owned()).spawn(work) {
        let _ = failed.send(Err(error.to_string()));
    }
    receive
}

fn follow(mut file: Watched, loader: &Loader, news: &Sender<News>, announce: impl Fn()) {
    loop {
        let loaded = file.load(loader).map(Box::new);
        if loaded.is_ok() {
            announce();
        }
        if news.send(loaded).is_err() {
            return;
        }
        while !file.has_changed() {
            thread::sleep(EVERY);
        }
    }
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
        // at once, never half written
        let put = |text: &str| {
            std::fs::write(dir.join("new"), text).unwrap();
            std::fs::rename(dir.join("new"), &part).unwrap();
        };
        put("<mujoco><worldbody/></mujoco>");
        let news = watch(main, Loader::new(), || ());
        let wait = || news.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(wait().unwrap().nbody, 1);

        put("<mujoco><worldbody>\n<body sizes='1'/></worldbody></mujoco>");
        let error = wait().unwrap_err();
        assert!(error.contains("part.xml:2:") && error.contains("sizes"), "{error}");

        put("<mujoco><worldbody><body/><body/></worldbody></mujoco>");
        assert_eq!(wait().unwrap().nbody, 3);
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
