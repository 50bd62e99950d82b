//! Line mode: prompts and text instead of the screen, for screen readers, scripts and pipes.

mod game;
mod lesson;
mod prompt;
mod replay;

pub use game::play;
pub use lesson::teach;
pub use prompt::{Prompt, diagram_width, line_width};
pub use replay::replay;
