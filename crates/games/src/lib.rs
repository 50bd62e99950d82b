//! The games of Sanban, each in its own folder, and the [registry] that is the only list of them.

pub mod hexapawn;
pub mod jesonmor;
pub mod jinli;
pub mod mitsudomoe;
pub mod registry;
