//! The rejection codes of Jin Li.

sanban_core::codes! {
    malformed KOI_COUNT = "koi-count" ["player", "count"];
    malformed TOO_MANY_STONES = "too-many-stones" ["count", "most"];
    malformed LIFT_OFF = "lift-off" [];
    malformed LIFT_NO_STONE = "lift-no-stone" [];
    malformed LIFT_SUPPLY = "lift-supply" ["player"];
    illegal MUST_PASS = "must-pass" [];
    illegal LIFT_FIRST = "lift-first" ["square"];
    illegal LIFT_USELESS = "lift-useless" ["square"];
    illegal NO_LIFT = "no-lift" ["square"];
    illegal NO_KOI = "no-koi" ["square"];
    illegal NOT_YOUR_KOI = "not-your-koi" ["square"];
    illegal KOI_STUCK = "koi-stuck" ["square"];
    illegal OCCUPIED = "occupied" ["square"];
    illegal TOO_FAR = "too-far" ["from", "to"];
    illegal NO_STONE_BETWEEN = "no-stone-between" ["from", "to"];
}
