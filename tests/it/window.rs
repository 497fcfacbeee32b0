//! The window: pictures compared with references, and a battle played by mouse and keyboard in a real window.

mod hands;
mod pictures;
