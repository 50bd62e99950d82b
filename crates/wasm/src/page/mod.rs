//! What the page itself asks for: everything but thinking.

mod game;
mod lesson;
mod rules;
mod study;
mod texts;
mod view;
