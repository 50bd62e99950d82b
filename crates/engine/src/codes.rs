//! The rejections of player specs and evaluations, and the messages of this crate.

sanban_core::codes! {
    malformed UNKNOWN_PLAYER = "unknown-player" ["player", "game", "players"];
    malformed BAD_LEVEL = "bad-level" ["level", "most"];
    malformed NO_COMMAND = "no-command" [];
    malformed BAD_EVALUATION = "bad-evaluation" ["name", "known"];
    malformed NETWORK_DAMAGED = "network-damaged" [];
    malformed NETWORK_VERSION = "network-version" [];
    malformed NETWORK_RULES = "network-rules" ["its", "rules"];
    malformed NETWORK_INPUTS = "network-inputs" ["its", "inputs"];
    malformed UNKNOWN_LIMIT = "unknown-limit" ["limit", "limits"];
}
