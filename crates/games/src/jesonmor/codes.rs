//! The rejection codes of Jeson Mor.

sanban_core::codes! {
    malformed TOO_MANY_KNIGHTS = "too-many-knights" ["player", "count", "most"];
    malformed NO_KNIGHTS = "no-knights" [];
    illegal NO_KNIGHT = "no-knight" ["square"];
    illegal NOT_YOUR_KNIGHT = "not-your-knight" ["square"];
    illegal HEMMED_IN = "hemmed-in" ["square"];
    illegal OWN_KNIGHT = "own-knight" ["square"];
    illegal NOT_A_KNIGHTS_MOVE = "not-a-knights-move" ["from", "to"];
}
