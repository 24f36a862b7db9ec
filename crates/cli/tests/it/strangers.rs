//! Directories and files that somebody else made.

use std::fs;
use std::path::PathBuf;

use crate::{ferrodyn, stderr};

/// An empty directory of a test.
fn empty(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ferrodyn-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory can be made");
    path
}

/// The characters of a text that a terminal would act upon.
fn acting(text: &str) -> Vec<char> {
    let acts = |c: &char| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(acts).collect()
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_opened_as_a_shard() {
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    let dir = empty("no-file");
    let out = dir.to_str().expect("the path is UTF-8");
    let shard = dir.join("shard-00000-of-00001.npz");
    let refused = || {
        let args = ["rollout", "arm.xml", "-n", "2", "--steps", "3", "--out", out];
        let mut child =
            crate::command(&args).stderr(Stdio::piped()).spawn().expect("the command starts");
        let is_over = (0..200).any(|_| {
            thread::sleep(Duration::from_millis(100));
            child.try_wait().expect("it is a child").is_some()
        });
        if !is_over {
            child.kill().expect("it is a child");
        }
        let output = child.wait_with_output().expect("it is a child");
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.contains("shard-00000-of-00001.npz: ") && text.contains("is no file"),
            "{text}"
        );
    };
    let made = std::process::Command::new("mkfifo").arg(&shard).status();
    assert!(made.expect("mkfifo is there").success());
    refused();
    fs::remove_file(&shard).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &shard).unwrap();
    refused();
    fs::remove_file(&shard).unwrap();
    fs::create_dir(&shard).unwrap();
    refused();
    fs::remove_dir_all(&dir).unwrap();
}

/// A pipe whose other end nobody opens is refused, and none is opened to see whether it is a shard.
#[cfg(unix)]
#[test]
fn pipes_are_neither_drawn_nor_taken_for_shards() {
    use std::io::Write;
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    let dir = empty("pipes");
    let pipe = dir.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    let (pipe, out) = (pipe.to_str().expect("UTF-8"), dir.join("out.png"));
    let out = out.to_str().expect("UTF-8");
    let refused = |args: &[&str], words: &str| {
        let mut child =
            crate::command(args).stderr(Stdio::piped()).spawn().expect("the command starts");
        let is_over = (0..200).any(|_| {
            thread::sleep(Duration::from_millis(100));
            child.try_wait().expect("it is a child").is_some()
        });
        if !is_over {
            child.kill().expect("it is a child");
        }
        let text = stderr(&child.wait_with_output().expect("it is a child"));
        assert!(is_over && text.contains(words), "{args:?}: {text}");
    };
    if cfg!(feature = "render") {
        refused(&["render", pipe, "-o", out], "not a regular file");
        refused(&["render", "arm.xml", "-o", out, "--shard", pipe], "this is none");
    }
    // a dump may come through one, whole: nobody has read its start to see whether it is a shard
    let dumps = dir.join("dumps");
    let dumps = dumps.to_str().expect("UTF-8");
    let made = ferrodyn(&["rollout", "unstable.xml", "-n", "1", "--steps", "100", "--dump", dumps]);
    assert!(made.status.success(), "{}", stderr(&made));
    let dump = fs::read(dir.join("dumps/env-000000.dump")).expect("it is written");
    let mut child = crate::command(&["replay", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("it is piped").write_all(&dump).unwrap();
    let output = child.wait_with_output().expect("it is a child");
    assert!(output.status.success(), "{}", stderr(&output));
    fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn text_of_a_shard_reaches_no_terminal_as_it_is() {
    let dir = empty("escapes");
    let out = dir.to_str().expect("the path is UTF-8");
    let run = || ferrodyn(&["rollout", "arm.xml", "-n", "2", "--steps", "3", "--out", out]);
    assert_eq!(run().status.code(), Some(0));
    // another word of the same length, and the checksum that fits
    let file = dir.join("shard-00000-of-00001.npz");
    let mut bytes = fs::read(&file).unwrap();
    let (old, new) = (r#""format":"ferrodyn rollout""#, "\"format\":\"\u{9b}31mXXXX\u{202e}YYYY\"");
    let at = bytes.windows(old.len()).position(|part| part == old.as_bytes()).unwrap();
    bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
    let size = u32::from_le_bytes(bytes[18..22].try_into().unwrap()) as usize;
    let start = 30 + "meta.npy".len();
    let crc = crc32fast::hash(&bytes[start..start + size]).to_le_bytes();
    bytes[14..18].copy_from_slice(&crc);
    let entry = bytes.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    bytes[entry + 16..entry + 20].copy_from_slice(&crc);
    fs::write(&file, bytes).unwrap();

    let output = run();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("XXXX") && acting(&text).is_empty(), "{text:?}");
    fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn names_of_a_model_reach_no_terminal_as_they_are() {
    let dir = empty("names");
    let file = dir.join("evil.xml");
    let name = "a\u{9b}31m\u{202e}b\u{2066}";
    let xml = format!(
        "<mujoco model='{name}'><worldbody><body name='{name}'><joint name='{name}'/><geom name='{name}' size='1'/>\
         </body></worldbody><actuator><motor name='{name}' joint='{name}'/></actuator></mujoco>"
    );
    fs::write(&file, xml.replace("<motor", "<motor bad='1'")).unwrap();
    let path = file.to_str().expect("the path is UTF-8");
    let text = |args: &[&str]| {
        let output = ferrodyn(args);
        let text = String::from_utf8(output.stdout.clone()).unwrap() + &stderr(&output);
        assert!(acting(&text).is_empty(), "{args:?}: {text:?}");
        text
    };
    assert!(text(&["check", path]).contains("bad"));
    assert!(text(&["check", "--json", path]).contains("bad"));
    fs::write(&file, xml).unwrap();
    assert!(text(&["info", path]).contains("31m"));
    assert!(text(&["info", "--json", path]).contains("\\u009b31m\\u202eb\\u2066"));
    text(&["ik", path, "--frame", name, "--target", "0 0 0"]);
    text(&["ik", path, "--frame", "nothing", "--target", "0 0 0", "--json"]);
    text(&["rollout", path, "-n", "2", "--steps", "2", "--json"]);
    fs::remove_dir_all(&dir).unwrap();
}
