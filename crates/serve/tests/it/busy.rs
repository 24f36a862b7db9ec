//! A server that has other things to do.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use ferrodyn_mjcf::Loader;
use ferrodyn_serve::{Options, Server, Subject};

use crate::browse::{BALL, Page, TOKEN, get, open, serve, status, with_token};

/// A pile whose step takes minutes: the solver never finds that it is done.
fn slow() -> String {
    let boxes: Vec<String> = (0..40)
        .map(|k| {
            let z = f64::from(k) * 0.05 + 0.1;
            format!("<body pos='0 0 {z}'><freejoint/><geom type='box' size='.1 .1 .1'/></body>")
        })
        .collect();
    format!(
        "<mujoco><option iterations='100000000' tolerance='0' solver='PGS'/><worldbody>
        <geom type='plane' size='9 9 1'/>{}</worldbody></mujoco>",
        boxes.concat()
    )
}

/// Waits for something that has to happen soon.
fn soon(what: &str, work: impl FnOnce() + Send + 'static) {
    let (done, wait) = channel();
    thread::spawn(move || {
        work();
        let _ = done.send(());
    });
    assert!(wait.recv_timeout(Duration::from_secs(20)).is_ok(), "{what} takes too long");
}

#[test]
fn silent_connections_keep_nobody_out() {
    let server = serve(BALL, with_token());
    let address = server.address();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        // they come again whenever they are sent away, and say a letter now and then
        for _ in 0..80 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let Ok(mut stream) = TcpStream::connect(address) else { continue };
                    let mut said = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
                    while said.is_ok() && !is_over.load(Ordering::Relaxed) {
                        thread::sleep(Duration::from_millis(100));
                        said = stream.write_all(b"a");
                    }
                }
            });
        }
        thread::sleep(Duration::from_millis(500));
        let ask = || status(&get(&server, &format!("/?token={TOKEN}"), "")) == "200";
        let served = (0..20).filter(|_| ask()).count();
        let page = open(&server, &format!("/ws?token={TOKEN}"), &[]);
        let frames = page.is_ok_and(|mut page| page.frame(|_| true).number > 0);
        is_over.store(true, Ordering::Relaxed);
        assert!(served >= 18 && frames, "{served} of 20 requests are answered, frames: {frames}");
    });
}

#[test]
fn a_server_ends_while_a_step_takes_long() {
    let server = serve(&slow(), Options::default());
    // the simulation is at its first step
    thread::sleep(Duration::from_secs(1));
    soon("the end of the server", move || drop(server));
}

#[test]
fn a_changed_file_is_shown_while_a_step_takes_long() {
    let dir = std::env::temp_dir().join(format!("ferrodyn-busy-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("pile.xml");
    std::fs::write(&file, slow()).unwrap();
    let subject = Subject::File(file.clone(), Box::new(Loader::new()));
    let server = Server::start(subject, Options::default()).unwrap();
    thread::sleep(Duration::from_secs(1));
    std::fs::write(dir.join("new"), BALL).unwrap();
    std::fs::rename(dir.join("new"), &file).unwrap();

    soon("the new model", move || {
        // the pile has no controls
        Page::new(&server).frame(|frame| frame.controls.len() == 1 && frame.time > 0.0);
    });
    std::fs::remove_dir_all(&dir).unwrap();
}
