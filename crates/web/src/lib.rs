//! ferrodyn in a browser: a simulation as WebAssembly, shown by the page of `ferrodyn-serve`.
//!
//! The module is built for `wasm32-wasip1` and has one function, [`tick`]. Messages come from standard
//! input and go to standard output, which a worker of the page provides (`page/worker.js`): so no
//! memory is shared, and nothing here is unsafe but the name of that function.
//! `tools/viewer/web_page.py` puts module, page and models together.

mod session;

pub use session::Session;

use std::cell::RefCell;
use std::io::{Read, Write};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new());
}

/// Reads the messages that wait, lets time go on, and writes what there is to say.
#[expect(unsafe_code, reason = "the page calls it by this name")]
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn tick() {
    let mut messages = Vec::new();
    // input that cannot be read counts as none
    let _ = std::io::stdin().lock().read_to_end(&mut messages);
    let answers = SESSION.with_borrow_mut(|session| session.tick(&messages));
    let mut out = std::io::stdout().lock();
    // nobody reads it if the page is gone
    let _ = out.write_all(&answers).and_then(|()| out.flush());
}
