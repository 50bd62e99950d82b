//! The tables that are copied, and what their columns are called in each kind of database.

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    Text,
    /// An integer of 32 bits in PostgreSQL.
    Small,
    /// An integer of 64 bits.
    Big,
    Real,
    Boolean,
    Bytes,
}

use ColumnType::{Big, Boolean, Bytes, Real, Small, Text};

/// A column, with its names in SQLite and in PostgreSQL.
pub type Column = (&'static str, &'static str, ColumnType);

/// A table.
pub struct Table {
    /// Its name in SQLite.
    pub sqlite: &'static str,
    /// Its name in PostgreSQL.
    pub postgres: &'static str,
    pub columns: &'static [Column],
    /// The order of its rows in SQLite and in PostgreSQL.
    pub order: (&'static str, &'static str),
    /// Further columns in PostgreSQL, and the values that they begin with.
    pub postgres_only: (&'static str, &'static str),
}

/// All tables, in an order in which they can be filled.
pub const TABLES: [Table; 7] = [
    Table {
        sqlite: "players",
        postgres: "players",
        columns: &[
            ("id", "id", Text),
            ("name", "name", Text),
            ("folded", "name_key", Text),
            ("skeleton", "skeleton", Text),
            ("passphrase", "passphrase_hash", Text),
            ("settings", "settings", Text),
            ("since", "created_at", Big),
            ("merged", "merged_into", Text),
            ("bot", "is_bot", Boolean),
        ],
        // Accounts come before the guests that were merged into them.
        order: ("merged IS NOT NULL, id", "merged_into IS NOT NULL, id"),
        postgres_only: ("", ""),
    },
    Table {
        sqlite: "secrets",
        postgres: "session_tokens",
        columns: &[("digest", "digest", Bytes), ("player", "player", Text), ("since", "created_at", Big)],
        order: ("digest", "digest"),
        postgres_only: ("", ""),
    },
    Table {
        sqlite: "api_tokens",
        postgres: "api_tokens",
        columns: &[
            ("digest", "digest", Bytes),
            ("id", "id", Text),
            ("player", "player", Text),
            ("label", "label", Text),
            ("since", "created_at", Big),
        ],
        order: ("digest", "digest"),
        postgres_only: ("", ""),
    },
    Table {
        sqlite: "events",
        postgres: "events",
        columns: &[
            ("game", "game", Text),
            ("number", "number", Small),
            ("at", "at", Big),
            ("player", "player", Text),
            ("command", "command", Text),
            ("digest", "digest", Big),
            ("event", "event", Text),
        ],
        order: ("game, number", "game, number"),
        postgres_only: ("", ""),
    },
    Table {
        sqlite: "games",
        postgres: "games",
        columns: &[
            ("id", "id", Text),
            ("kind", "kind", Text),
            ("state", "phase", Text),
            ("open", "is_open", Boolean),
            ("live", "is_live", Boolean),
            ("computer", "has_computer", Boolean),
            ("first", "first_player", Text),
            ("second", "second_player", Text),
            ("result", "result", Text),
            ("begun", "created_at", Big),
            ("changed", "changed_at", Big),
            ("summary", "summary", Text),
            ("deadline", "deadline", Big),
        ],
        order: ("id", "id"),
        // They are set when the events are there.
        postgres_only: (", last_event, needs_actor, fence", ", 0, false, 1"),
    },
    Table {
        sqlite: "ratings",
        postgres: "ratings",
        columns: &[
            ("player", "player", Text),
            ("kind", "kind", Text),
            ("number", "number", Small),
            ("at", "at", Big),
            ("rating", "rating", Real),
            ("deviation", "deviation", Real),
            ("volatility", "volatility", Real),
            ("game", "game", Text),
        ],
        order: ("player, kind, number", "player, kind, number"),
        postgres_only: ("", ""),
    },
    Table {
        sqlite: "standings",
        postgres: "standings",
        columns: &[
            ("player", "player", Text),
            ("kind", "kind", Text),
            ("games", "games", Small),
            ("rating", "rating", Real),
            ("deviation", "deviation", Real),
            ("volatility", "volatility", Real),
        ],
        order: ("player, kind", "player, kind"),
        postgres_only: ("", ""),
    },
];
