//! Choosing orders when no person does.
