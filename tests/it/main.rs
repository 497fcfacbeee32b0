//! The integration tests, one program so that linking happens once.

mod art;
