//! What the page itself asks for: everything but thinking.

mod editor;
mod game;
mod lesson;
mod puzzle;
mod rules;
mod study;
mod texts;
mod view;
