//! `ferrodyn view --serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use crate::{command, ferrodyn, stderr};

#[cfg(unix)]
#[test]
fn a_page_is_served_until_ctrl_c() {
    let mut child = command(&["view", "arm.xml", "--serve", "0"])
        .env_remove("FERRODYN_TOKEN")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut line = || lines.next().expect("there is a line").expect("it is text");
    let first = line();
    let address = first.strip_prefix("arm.xml is at http://").expect(&first);
    let address = address.strip_suffix('/').expect(address);
    let port = address.strip_prefix("127.0.0.1:").expect(address);
    assert!(line().contains(&format!("ssh -L {port}:localhost:{port}")));
    assert_eq!(line(), "Ctrl-C ends it");

    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it takes a request");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<canvas"), "{page}");

    let id = child.id().to_string();
    let done = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(done.expect("kill is there").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn other_machines_are_let_in_with_a_token_only() {
    let open = |more: &[&str]| {
        let args = [&["view", "arm.xml", "--serve", "0", "--bind", "0.0.0.0"], more].concat();
        let output = ferrodyn(&args);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    let text = open(&[]);
    assert!(text.contains("give a token") && text.contains("ssh -L"), "{text}");
    let text = open(&["--token", "short"]);
    assert!(text.contains("at least 16"), "{text}");
}

#[test]
fn slips_are_named() {
    let text = stderr(&ferrodyn(&["view", "--serve", "none.xml"]));
    assert!(text.contains("none.xml"), "{text}");
    let text = stderr(&ferrodyn(&["view", "--token", "0123456789abcdef", "arm.xml"]));
    assert!(text.contains("--serve"), "{text}");
}
