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
