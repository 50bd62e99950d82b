//! The rejection codes of Mitsudomoe.

sanban_core::codes! {
    malformed BALL_COUNT = "ball-count" ["player", "count"];
    malformed RING_COUNT = "ring-count" ["player", "count"];
    malformed BALL_OFF_RING = "ball-off-ring" ["square"];
    illegal SUPPLY_EMPTY = "supply-empty" [];
    illegal SUPPLY_USELESS = "supply-useless" [];
    illegal RING_FIRST = "ring-first" ["square"];
    illegal NO_RING = "no-ring" ["square"];
    illegal NOT_YOUR_RING = "not-your-ring" ["square"];
    illegal RING_COVERED = "ring-covered" ["square"];
    illegal RING_UNDER_BALL = "ring-under-ball" ["square"];
    illegal RING_USELESS = "ring-useless" ["square"];
    illegal SAME_SQUARE = "same-square" ["square"];
    illegal SQUARE_HAS_BALL = "square-has-ball" ["square"];
    illegal NO_BALL_STEP_AFTER = "no-ball-step-after" ["square"];
    illegal NO_BALL = "no-ball" ["square"];
    illegal NOT_YOUR_BALL = "not-your-ball" ["square"];
    illegal BALL_AT_GOAL = "ball-at-goal" ["square"];
    illegal BALL_STUCK = "ball-stuck" ["square"];
    illegal NOT_A_BALL_STEP = "not-a-ball-step" ["from", "to"];
    illegal NO_RING_TO_STAND_ON = "no-ring-to-stand-on" ["square"];
    illegal NOT_ON_YOUR_RING = "not-on-your-ring" ["square"];
    illegal VAULT_OVER_GOAL = "vault-over-goal" ["square"];
    illegal NO_RELOCATION = "no-relocation" ["from", "to"];
    illegal NOT_VAULTED = "not-vaulted" ["square", "vaulted"];
    illegal NOT_ON_ITS_RING = "not-on-its-ring" ["square"];
}
