//! `ferrodyn view --serve`: a model in a browser.

use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use crate::limits;

/// The port unless another is given.
const PORT: &str = "8008";

/// Options of the page.
#[derive(clap::Args)]
#[command(next_help_heading = "In a browser")]
#[group(id = "in_a_browser")]
#[allow(clippy::doc_markdown, reason = "what is said here is printed as help")]
pub(crate) struct Args {
    /// Show the model on a page for browsers instead, at this port of this machine; 0 for any
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = PORT)]
    serve: Option<String>,
    /// What everybody who opens the page has to know; FERRODYN_TOKEN in the environment does the same
    #[arg(long, value_name = "TOKEN", requires = "serve")]
    token: Option<String>,
    /// Listen on this address; one that other machines reach needs a token
    #[arg(long, value_name = "ADDR", requires = "serve")]
    bind: Option<IpAddr>,
}

impl Args {
    /// The port and the file, if a page is wanted: without a port, what follows may be the file.
    fn wanted(&self, file: Option<&Path>) -> Option<io::Result<(u16, PathBuf)>> {
        let given = self.serve.as_deref()?;
        Some(match (given.parse(), file) {
            (Ok(port), Some(file)) => Ok((port, file.to_owned())),
            (Ok(_), None) => Err(io::Error::other("--serve needs a model")),
            (Err(_), None) => Ok((PORT.parse().unwrap_or(0), PathBuf::from(given))),
            (Err(_), Some(_)) => Err(io::Error::other(format!("\"{given}\" is not a port"))),
        })
    }

    /// Serves the page if it is wanted, until Ctrl-C; `start` is whether time stands still, and the keyframe.
    pub(crate) fn run(
        &self,
        file: Option<&Path>,
        start: (bool, Option<&str>),
        limits: &limits::Args,
    ) -> Option<io::Result<u8>> {
        let wanted = self.wanted(file)?;
        Some(wanted.and_then(|(port, file)| self.serve(port, &file, start, limits)))
    }

    #[cfg(not(feature = "serve"))]
    fn serve(&self, _: u16, _: &Path, _: (bool, Option<&str>), _: &limits::Args) -> io::Result<u8> {
        let _ = (&self.token, self.bind);
        Err(io::Error::other("this build has no server; get one with: cargo install ferrodyn-cli"))
    }

    #[cfg(feature = "serve")]
    fn serve(
        &self,
        port: u16,
        file: &Path,
        (paused, key): (bool, Option<&str>),
        limits: &limits::Args,
    ) -> io::Result<u8> {
        use ferrodyn_serve::{Options, Server, Start, Subject, Token};

        let start = key.map_or(Start::FirstKey, |key| Start::Key(key.to_owned()));
        let mut options = Options { port, paused, start, ..Options::default() };
        options.bind = self.bind.unwrap_or(options.bind);
        let from_environment = || std::env::var("FERRODYN_TOKEN").ok();
        let token = self.token.clone().or_else(from_environment);
        options.token =
            token.map(|text| Token::new(&text)).transpose().map_err(io::Error::other)?;
        // a file that is not there at all is a slip, one with problems can be mended
        std::fs::metadata(file).map_err(|error| crate::report::in_file(file, &error))?;
        let loader = Box::new(limits.loader(file)?);
        let subject = Subject::File(file.to_owned(), loader);
        let server = Server::start(subject, options).map_err(io::Error::other)?;
        // before it is said how to end it
        let stop = crate::watch::stop_on_signals()?;
        anstream::println!("{}", greeting(file, &server));
        wait(&server, &stop);
        Ok(0)
    }
}

/// Where the page is, and how to see it from elsewhere.
#[cfg(feature = "serve")]
fn greeting(file: &Path, server: &ferrodyn_serve::Server) -> String {
    let name = crate::report::printable(&file.to_string_lossy());
    let (url, port) = (server.url(), server.address().port());
    let tunnel = if server.address().ip().is_loopback() {
        format!(
            "From another machine: ssh -L {port}:localhost:{port} HOST, then open the same address there\n"
        )
    } else {
        String::new()
    };
    format!("{name} is at {url}\n{tunnel}Ctrl-C ends it")
}

/// Waits for Ctrl-C, and tells problems of the file meanwhile.
#[cfg(feature = "serve")]
fn wait(server: &ferrodyn_serve::Server, stop: &std::sync::atomic::AtomicBool) {
    use std::time::Duration;

    let mut told = String::new();
    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
        let problem = server.problem();
        if problem != told {
            let text = if problem.is_empty() { "the file is loaded again" } else { &problem };
            anstream::eprintln!("{}", crate::report::printable(text));
            told = problem;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(serve: Option<&str>, file: Option<&str>) -> Option<io::Result<(u16, PathBuf)>> {
        let args = Args { serve: serve.map(str::to_owned), token: None, bind: None };
        args.wanted(file.map(Path::new))
    }

    #[test]
    fn a_port_may_be_left_out() {
        assert!(wanted(None, Some("a.xml")).is_none());
        let some = |port: u16| (port, PathBuf::from("a.xml"));
        assert_eq!(wanted(Some("8008"), Some("a.xml")).unwrap().unwrap(), some(8008));
        assert_eq!(wanted(Some("0"), Some("a.xml")).unwrap().unwrap(), some(0));
        assert_eq!(wanted(Some("a.xml"), None).unwrap().unwrap(), some(8008));
        assert!(wanted(Some("8008"), None).unwrap().is_err());
        assert!(wanted(Some("99999"), Some("a.xml")).unwrap().is_err());
    }
}
