//! `ferrodyn render` as a user runs it.

use std::path::{Path, PathBuf};

use crate::{ferrodyn, stderr};

/// A file that is removed in the end.
struct Output(PathBuf);

impl Output {
    fn new(name: &str) -> Self {
        let name = format!("ferrodyn-render-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // it may not have been written
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Draws; `None` where nothing here draws, unless something should.
fn draw(args: &[&str], output: &Output) -> Option<Vec<u8>> {
    let path = output.path().to_str().expect("it is text");
    let run = ferrodyn(&[&["render", "arm.xml", "-o", path], args].concat());
    let needs_gpu = std::env::var_os("FERRODYN_NEEDS_GPU").is_some();
    if !needs_gpu && stderr(&run).contains("mesa-vulkan-drivers") {
        eprintln!("SKIPPED: {}", stderr(&run));
        return None;
    }
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert!(stderr(&run).contains("drawn by "), "{}", stderr(&run));
    Some(std::fs::read(output.path()).expect("it was written"))
}

/// Width and height of a PNG.
fn size(png: &[u8]) -> [u32; 2] {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&png[1..4], b"PNG");
    [number(16), number(20)]
}

#[test]
fn a_still_has_the_size_that_was_asked_for() {
    let output = Output::new("still.png");
    let Some(png) = draw(&["--width", "80", "--height", "60"], &output) else { return };
    assert_eq!(size(&png), [80, 60]);
}

#[test]
fn a_clip_has_a_picture_for_every_frame() {
    let (gif, png) = (Output::new("clip.gif"), Output::new("clip.png"));
    let args = ["--width", "32", "--height", "24", "--duration", "0.2", "--fps", "20"];
    let Some(bytes) = draw(&args, &gif) else { return };
    assert_eq!(&bytes[..6], b"GIF89a");
    // each has a block that says how long it is shown
    assert_eq!(bytes.windows(3).filter(|w| w == b"\x21\xF9\x04").count(), 4);
    let Some(bytes) = draw(&args, &png) else { return };
    assert_eq!(bytes.windows(4).filter(|w| w == b"fcTL").count(), 4);
}

#[test]
fn an_environment_of_a_shard_is_drawn() {
    let dir = Output::new("shards");
    let out = dir.path().to_str().expect("it is text").to_owned();
    let rollout =
        ["rollout", "arm.xml", "-n", "6", "--steps", "400", "--noise", "0", "--every", "100"];
    let run = ferrodyn(&[&rollout[..], &["--shards", "2", "--out", &out]].concat());
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let shard = format!("{out}/shard-00001-of-00002.npz");
    let refused = |args: &[&str], said: &str| {
        let run = ferrodyn(&[&["render"], args].concat());
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(stderr(&run).contains(said), "{}", stderr(&run));
    };
    let of_shard = ["arm.xml", "-o", "x.png", "--shard", &shard];
    refused(
        &[&of_shard[..], &["--env", "2"]].concat(),
        "environment 2 is not in it, but in another shard: it has 3 to 5",
    );
    refused(&["unstable.xml", "-o", "x.png", "--shard", &shard], "a shard of another model (hash ");
    refused(&["arm.xml", "-o", "x.png", "--shard", "arm.xml"], "not a file of arrays");
    refused(
        &[&shard, "-o", "x.png"],
        "a shard of rollouts, not a model: ferrodyn render MODEL --shard ",
    );
    let bytes = std::fs::read(&shard).expect("it is there");
    let torn = format!("{out}/torn.npz");
    for cut in [0, 21, 22, 600, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&torn, &bytes[..cut]).expect("it can be written");
        refused(&["arm.xml", "-o", "x.png", "--shard", &torn], "torn.npz: ");
    }

    let pictures = ["start.png", "expected.png", "later.png", "same.png", "clip.gif"];
    let [start, expected, later, same, clip] = pictures.map(Output::new);
    let size = ["--width", "40", "--height", "30"];
    let of_shard = [&size[..], &["--shard", &shard, "--env", "4"]].concat();
    let Some(start) = draw(&of_shard, &start) else { return };
    assert!(draw(&size, &expected).expect("as before") == start, "it starts as the model does");
    let at = |time, output| {
        draw(&[&of_shard[..], &["--time", time]].concat(), output).expect("as before")
    };
    let later = at("0.2", &later);
    assert!(later != start && later == at("0.298", &same), "the last record before that time");
    // 0.4 s
    let bytes = draw(&[&of_shard[..], &["--fps", "10"]].concat(), &clip).expect("as before");
    assert_eq!(bytes.windows(3).filter(|w| w == b"\x21\xF9\x04").count(), 4);
}

#[test]
fn keyframes_are_drawn_on_one_sheet() {
    let output = Output::new("sheet.png");
    let Some(png) = draw(&["--width", "40", "--height", "30", "--keys"], &output) else { return };
    assert_eq!(size(&png), [40, 30]);
}

#[test]
fn a_pose_that_was_found_is_drawn() {
    let output = Output::new("pose.png");
    let path = output.path().to_str().expect("it is text");
    let args = ["ik", "arm.xml", "--frame", "tip", "--target", "0.3 0.2 0.7", "--picture", path];
    let run = ferrodyn(&args);
    if std::env::var_os("FERRODYN_NEEDS_GPU").is_none() && run.status.code() == Some(2) {
        eprintln!("SKIPPED: {}", stderr(&run));
        return;
    }
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert_eq!(size(&std::fs::read(output.path()).expect("it was written")), [640, 480]);
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let cases: [(&[&str], &str); 4] = [
        (&["-o", "x.bmp"], "--output must end in .png, .gif or .mp4"),
        (&["-o", "x.gif", "--keys"], "--keys makes one picture"),
        (&["-o", "x.png", "--time", "-1"], "--time must be a number of seconds"),
        (
            &["-o", "x.png", "--camera", "left"],
            "no camera \"left\": the model has 0, without names",
        ),
    ];
    for (args, expected) in cases {
        let run = ferrodyn(&[&["render", "arm.xml"], args].concat());
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(stderr(&run).contains(expected), "{}", stderr(&run));
    }
}
