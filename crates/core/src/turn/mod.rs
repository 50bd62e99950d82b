//! A turn as a player enters it: steps, move text, touches, and the state of the entry.

pub mod move_marks;
pub mod move_text;
pub mod progress;
pub mod step;
pub mod traps;
pub mod turn_entry;
