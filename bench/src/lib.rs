//! What the bench and the crash test share: a lean HTTP client, a hotel to book, a server to start and to kill.

pub mod guest;
pub mod hotel;
pub mod http;
pub mod server;
