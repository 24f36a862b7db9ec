//! Where the model comes from: loading without making the window wait, and again when a file changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(250);

/// When a file was written and how long it is; none if it cannot be read.
type Stamp = Option<(SystemTime, u64)>;

/// What a file was loaded to.
struct Outcome {
    model: Result<Model, String>,
    /// The files of the model as they were before it was read.
    stamps: BTreeMap<PathBuf, Stamp>,
}

/// What happened to the file.
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
    file: Option<PathBuf>,
    /// The file that the model is of.
    shown: Option<PathBuf>,
    /// Why the file is not shown, with file and line.
    error: Option<String>,
    job: Option<Receiver<Outcome>>,
    stamps: BTreeMap<PathBuf, Stamp>,
    looked: Instant,
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outcome").field("stamps", &self.stamps).finish_non_exhaustive()
    }
}

impl Source {
    /// No file yet.
    pub fn new(loader: Loader) -> Self {
        Self {
            loader,
            file: None,
            shown: None,
            error: None,
            job: None,
            stamps: BTreeMap::new(),
            looked: Instant::now(),
        }
    }

    /// The file.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
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
        self.file = Some(file.to_owned());
        self.stamps.clear();
        self.reload();
    }

    /// Starts to load the file again.
    pub fn reload(&mut self) {
        let Some(file) = self.file.clone() else { return };
        let (loader, known) = (self.loader.clone(), self.stamps.keys().cloned().collect());
        let (send, receive) = channel();
        let work = move || {
            // nobody waits any more if another file was opened meanwhile
            let _ = send.send(load(&loader, &file, known));
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
                if self.stamps.iter().any(|(file, was)| stamp(file) != *was) {
                    self.reload();
                }
            }
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        None
    }

    fn finish(&mut self, outcome: Outcome) -> News {
        self.job = None;
        self.stamps = outcome.stamps;
        match outcome.model {
            Ok(model) => {
                self.error = None;
                let same = self.shown == self.file;
                self.shown.clone_from(&self.file);
                News::Loaded(Box::new(model), same)
            }
            Err(error) => {
                self.error = Some(error);
                News::Failed
            }
        }
    }
}

/// Loads a file, and says what files it is made of; those of an earlier time are watched too, since
/// a broken file does not say all.
fn load(loader: &Loader, file: &Path, known: Vec<PathBuf>) -> Outcome {
    let mut files = known;
    files.push(file.to_owned());
    let named = loader.dependencies(&file.to_string_lossy()).unwrap_or_default();
    files.extend(named.into_iter().map(PathBuf::from));
    let stamps = files.into_iter().map(|file| (file.clone(), stamp(&file))).collect();
    let model = loader.load_path(file).map_err(|error| {
        let text = error.to_string();
        // a problem without a place does not name the file
        let name = file.display().to_string();
        if text.contains(&name) { text } else { format!("{name}: {text}") }
    });
    Outcome { model, stamps }
}

fn stamp(file: &Path) -> Stamp {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
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
        std::fs::write(&part, "<mujoco><worldbody/></mujoco>").unwrap();
        let mut source = Source::new(Loader::new());
        source.open(&main);
        assert!(matches!(wait(&mut source), News::Loaded(m, false) if m.nbody == 1));

        // broken: the text says where
        std::fs::write(&part, "<mujoco><worldbody>\n<body sizes='1'/></worldbody></mujoco>")
            .unwrap();
        assert!(matches!(wait(&mut source), News::Failed));
        let error = source.error().unwrap();
        assert!(error.contains("part.xml:2:") && error.contains("sizes"), "{error}");

        // mended
        std::fs::write(&part, "<mujoco><worldbody><body/><body/></worldbody></mujoco>").unwrap();
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
        std::fs::write(&file, "<mujoco/>").unwrap();
        assert!(matches!(wait(&mut source), News::Loaded(_, false)));
        std::fs::remove_file(&file).unwrap();
    }
}
