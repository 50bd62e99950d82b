//! The browser's monotonic clock.

use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The time since the page or its worker started.
pub fn timer() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}
