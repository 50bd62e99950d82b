//! The rejections of matches, openings and the UCI protocol, and the messages of this crate.

sanban_core::codes! {
    illegal ENGINE_FAILED = "engine-failed" ["engine", "why"];
    illegal ENGINE_MOVE = "engine-move" ["engine", "move"];
    illegal ENGINE_NO_MOVE = "engine-no-move" ["engine"];
    illegal ENGINE_OPTION = "engine-option" ["engine", "option"];
    malformed UCI_COMMAND = "uci-command" ["command"];
    malformed UCI_LINE = "uci-line" ["most"];
    malformed UCI_POSITION = "uci-position" [];
    malformed UCI_OPTION = "uci-option" ["option", "options"];
    malformed UCI_LIMIT = "uci-limit" ["limit"];
    illegal UCI_RULES_LATER = "uci-rules-later" ["game"];
    malformed OPENING_REJECTED = "opening-refused" ["line"];
    malformed NO_OPENINGS = "no-openings" [];
    illegal OPENINGS_TOO_LONG = "openings-too-long" ["plies", "tries"];
    illegal OTHER_MATCH = "not-of-match" ["number"];
    malformed REMOTE_PROGRAM = "remote-program" ["player"];
    malformed REMOTE_FILE = "remote-file" ["player"];
    malformed REMOTE_THREADS = "remote-threads" ["player"];
    malformed REMOTE_HASH = "remote-hash" ["player", "most"];
    malformed BAD_TASK = "bad-task" [];
    illegal BAD_TRAINING_GAMES = "bad-training-games" [];
    malformed BAD_SAMPLE = "bad-sample" ["line"];
    malformed BAD_EVALUATION_FILE = "bad-evaluation-file" ["file"];
    malformed EVALUATION_UNREADABLE = "evaluation-unreadable" ["file", "why"];
    malformed NO_NETWORK = "no-network" ["game"];
    malformed NEEDS_WEIGHTS = "needs-weights" [];
    malformed NO_INPUTS = "no-inputs" ["game"];
    malformed OTHER_POSITIONS = "other-positions" [];
    malformed DAMAGED_POSITIONS = "damaged-positions" ["chunk"];
}

#[cfg(test)]
mod tests {
    #[test]
    fn messages_are_complete() {
        crate::MESSAGES.assert_complete(super::ALL);
    }
}
