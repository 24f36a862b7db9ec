//! The server as pages see it, over real sockets.

mod access;
mod browse;
mod busy;
mod garbage;
mod message;
mod messages;
mod several;
