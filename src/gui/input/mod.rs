//! What hands do: keys, mouse, touch, gamepads, and what a press is meant for.
pub(super) mod bindings;
pub(super) mod input_queue;
pub(super) mod keys;
pub(super) mod pads;
pub(super) mod pointer;
pub(super) mod press_intent;
pub(super) mod table_action;
pub(super) mod text_input;
pub(super) mod touch;
