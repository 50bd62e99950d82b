//! Boards as text: in the cells of the screen, or as lines.

mod bitmaps;
mod diagram;
mod glyphs;
mod grid;
mod style;

pub use diagram::Diagram;
pub use grid::{CellSize, Grid, MAX_PIECES_PER_STACK, Marks, cell_sizes};
pub use style::{BoardStyle, Colours, Theme, background_style, player_style};
