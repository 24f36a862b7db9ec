//! Loads the model in the background, and again when one of its files changes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ferrodyn_engine::Model;
use ferrodyn_mjcf::{Loader, Watched};

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(150);

/// The file as it was read, and what it was loaded to.
type Outcome = (Watched, Result<Model, String>);

/// A change of the file.
#[derive(Debug)]
pub enum News {
    /// There is a model; whether it is of the file that was shown before.
    Loaded(Box<Model>, bool),
    /// There is none; [`Source::error`] says why.
    Failed,
}

/// A file that is shown, watched and loaded in the background.
#[derive(Debug)]
pub struct Source {
    loader: Loader,
    file: Option<Watched>,
    /// The file that the model is of.
    shown: Option<PathBuf>,
    /// Why the file is not shown, with file and line.
    error: Option<String>,
    job: Option<Receiver<Outcome>>,
    looked: Instant,
}

impl Source {
    /// No file yet.
    pub fn new(loader: Loader) -> Self {
        Self { loader, file: None, shown: None, error: None, job: None, looked: Instant::now() }
    }

    /// The file.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(Watched::file)
    }

    /// Why the file is not shown as it is: problems with file and line.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Whether the file is being loaded.
    pub fn is_loading(&self) -> bool {
        self.job.is_some()
    }

    /// Starts to load a file.
    pub fn open(&mut self, file: &Path) {
        self.file = Some(Watched::new(file));
        self.reload();
    }

    /// Starts to load the file again.
    pub fn reload(&mut self) {
        let Some(mut file) = self.file.clone() else { return };
        let loader = self.loader.clone();
        let (send, receive) = channel();
        let work = move || {
            // nobody waits any more if another file was opened meanwhile
            let model = file.load(&loader);
            let _ = send.send((file, model));
        };
        match thread::Builder::new().name("load".to_owned()).spawn(work) {
            Ok(_) => self.job = Some(receive),
            Err(error) => self.error = Some(error.to_string()),
        }
    }

    /// What happened since the last call; looks at files now and then.
    pub fn poll(&mut self) -> Option<News> {
        match self.job.as_ref().map(Receiver::try_recv) {
            Some(Ok(outcome)) => return Some(self.finish(outcome)),
            Some(Err(TryRecvError::Disconnected)) => {
                self.job = None;
                self.error = Some("loading the file failed".to_owned());
                return Some(News::Failed);
            }
            None if self.looked.elapsed() >= EVERY => {
                self.looked = Instant::now();
                if self.file.as_mut().is_some_and(Watched::has_changed) {
                    self.reload();
                }
            }
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        None
    }

    fn finish(&mut self, (file, model): Outcome) -> News {
        self.job = None;
        let path = Some(file.file().to_owned());
        self.file = Some(file);
        match model {
            Ok(model) => {
                self.error = None;
                let same = self.shown == path;
                self.shown = path;
                News::Loaded(Box::new(model), same)
            }
            Err(error) => {
                self.error = Some(error);
                News::Failed
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(source: &mut Source) -> News {
        for _ in 0..4000 {
            if let Some(news) = source.poll() {
                return news;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("nothing happened");
    }

    #[test]
    fn a_file_is_loaded_again_when_it_or_what_it_includes_changes() {
        let dir = std::env::temp_dir().join(format!("ferrodyn-source-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let (main, part) = (dir.join("main.xml"), dir.join("part.xml"));
        std::fs::write(&main, "<mujoco><include file='part.xml'/></mujoco>").unwrap();
        // at once, never half written
        let put = |text: &str| {
            std::fs::write(dir.join("new"), text).unwrap();
            std::fs::rename(dir.join("new"), &part).unwrap();
        };
        put("<mujoco><worldbody/></mujoco>");
        let mut source = Source::new(Loader::new());
        source.open(&main);
        assert!(matches!(wait(&mut source), News::Loaded(m, false) if m.nbody == 1));

        // broken: the text says where
        put("<mujoco><worldbody>\n<body sizes='1'/></worldbody></mujoco>");
        assert!(matches!(wait(&mut source), News::Failed));
        let error = source.error().unwrap();
        assert!(error.contains("part.xml:2:") && error.contains("sizes"), "{error}");

        // mended
        put("<mujoco><worldbody><body/><body/></worldbody></mujoco>");
        assert!(matches!(wait(&mut source), News::Loaded(m, true) if m.nbody == 3));
        assert_eq!(source.error(), None);
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_file_that_is_not_there_is_named_and_waited_for() {
        let mut source = Source::new(Loader::new());
        assert!(source.poll().is_none());
        source.reload();
        let file = std::env::temp_dir().join(format!("ferrodyn-none-{}.xml", std::process::id()));
        source.open(&file);
        assert!(matches!(wait(&mut source), News::Failed));
        assert!(source.error().unwrap().contains("ferrodyn-none-"));
        std::fs::write(file.with_extension("new"), "<mujoco/>").unwrap();
        std::fs::rename(file.with_extension("new"), &file).unwrap();
        assert!(matches!(wait(&mut source), News::Loaded(_, false)));
        std::fs::remove_file(&file).unwrap();
    }
}
