//! A turn as a person enters it: move text, touches, and how far the entry has got.

pub mod move_text;
pub mod progress;
pub mod turn_entry;
