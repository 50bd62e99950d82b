//! Pictures in files.

pub mod curve;
