//! Pictures in files.

pub mod curve;
pub mod png;
