//! Who gets what.

use ferrodyn_serve::{Options, Server, Subject, Token};

use crate::browse::{BALL, Page, TOKEN, ask, get, open, serve, status, with_token};

#[test]
fn the_page_is_served_with_what_it_needs() {
    let server = serve(BALL, Options::default());
    assert!(server.address().ip().is_loopback());
    let page = get(&server, "/", "");
    assert_eq!(status(&page), "200");
    assert!(page.contains("text/html") && page.contains("main.js"));
    assert!(page.contains("Content-Security-Policy: default-src 'none'"));
    assert_eq!(status(&get(&server, "/main.js", "")), "200");
    assert_eq!(status(&get(&server, "/../Cargo.toml", "")), "404");
    assert_eq!(server.url(), format!("http://{}/", server.address()));
}

#[test]
fn other_names_of_this_machine_are_refused() {
    let server = serve(BALL, Options::default());
    for host in ["localhost:9000", "127.0.0.1", "[::1]:80"] {
        assert_eq!(status(&get(&server, "/", &format!("Host: {host}\r\n"))), "200", "{host}");
    }
    for host in ["evil.example", "evil.example:8000", "localhost.evil.example", ""] {
        assert_eq!(status(&get(&server, "/", &format!("Host: {host}\r\n"))), "403", "{host}");
    }
    assert_eq!(status(&ask(&server, b"GET / HTTP/1.1\r\n\r\n")), "403");
}

#[test]
fn sockets_are_for_pages_of_this_server() {
    let server = serve(BALL, Options::default());
    let port = server.address().port();
    let refused = |origin: Option<&str>| {
        let origin = ("origin", origin.map(str::to_owned));
        open(&server, "/ws", &[origin]).err()
    };
    for origin in
        ["http://evil.example", "null", "http://localhost:1", "file://", "http://127.0.0.1"]
    {
        assert_eq!(refused(Some(origin)), Some(403), "{origin}");
    }
    assert_eq!(refused(None), Some(403));
    // a name that points here is not enough: page and socket agree, the name is wrong
    let name = format!("evil.example:{port}");
    let rebound = [("host", Some(name.clone())), ("origin", Some(format!("http://{name}")))];
    assert_eq!(open(&server, "/ws", &rebound).err(), Some(403));
    // a tunnel has another port at its other end
    let tunnel = "localhost:9000".to_owned();
    let tunneled = [("host", Some(tunnel.clone())), ("origin", Some(format!("http://{tunnel}")))];
    assert!(open(&server, "/ws", &tunneled).is_ok());
    assert_eq!(
        status(&get(&server, "/ws", &format!("Origin: http://127.0.0.1:{port}\r\n"))),
        "426"
    );
}

#[test]
fn a_token_is_asked_of_everybody() {
    let server = serve(BALL, with_token());
    let port = server.address().port();
    assert_eq!(server.url(), format!("http://127.0.0.1:{port}/?token={TOKEN}"));
    for path in ["/", "/main.js", "/?token=", "/?token=0123456789abcdeX", "/nothing"] {
        assert_eq!(status(&get(&server, path, "")), "401", "{path}");
    }
    let page = get(&server, &format!("/?token={TOKEN}"), "");
    assert_eq!(status(&page), "200");
    // from now on the browser knows it
    let cookie = page.lines().find_map(|line| line.strip_prefix("Set-Cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(status(&get(&server, "/main.js", &format!("Cookie: a=b; {cookie}\r\n"))), "200");
    assert_eq!(status(&get(&server, "/main.js", &format!("Cookie: {cookie}x\r\n"))), "401");

    assert_eq!(open(&server, "/ws", &[]).err(), Some(401));
    assert_eq!(open(&server, "/ws?token=wrong", &[]).err(), Some(401));
    assert!(open(&server, "/ws", &[("cookie", Some(cookie.to_owned()))]).is_ok());
    // who knows the token still has to come from a page of the server
    let stranger = [("origin", Some("http://evil.example".to_owned()))];
    assert_eq!(open(&server, &format!("/ws?token={TOKEN}"), &stranger).err(), Some(403));
}

#[test]
fn other_machines_need_a_token() {
    let start = |token: Option<Token>| {
        let model = ferrodyn_mjcf::Loader::new().load_str(BALL).unwrap();
        let options = Options { bind: "0.0.0.0".parse().unwrap(), token, ..Options::default() };
        Server::start(Subject::Model(Box::new(model)), options)
    };
    let error = start(None).unwrap_err().to_string();
    assert!(error.contains("--token"), "{error}");
    let server = start(Token::new(TOKEN).ok()).unwrap();
    // by whatever name
    let host = format!("robot.example:{}", server.address().port());
    let page = get(&server, &format!("/?token={TOKEN}"), &format!("Host: {host}\r\n"));
    assert_eq!(status(&page), "200");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = serve(BALL, Options::default());
    let model = ferrodyn_mjcf::Loader::new().load_str(BALL).unwrap();
    let options = Options { port: server.address().port(), ..Options::default() };
    let error = Server::start(Subject::Model(Box::new(model)), options).unwrap_err().to_string();
    assert!(error.contains(&server.address().to_string()), "{error}");
}

#[test]
fn seventeen_pages_are_one_too_many() {
    let server = serve(BALL, Options::default());
    let mut pages: Vec<Page> = (0..16).map(|_| Page::new(&server)).collect();
    assert_eq!(open(&server, "/ws", &[]).err(), Some(503));
    // a page still loads, and a place that is left is free again
    assert_eq!(status(&get(&server, "/", "")), "200");
    drop(pages.pop());
    let again = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        open(&server, "/ws", &[]).is_ok()
    });
    assert!(again);
}
