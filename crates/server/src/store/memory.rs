//! The store in memory, for tests: the simplest code that passes the conformance suite.

use super::{
    Account, ApiToken, Conflict, EventBatch, FileSizes, GameQuery, GameRow, Leader, LocalLocks, MAX_ENTERING_EVENT,
    Missing, NewAccount, Order, Player, PlayerRating, RatingPoint, Store, StoreError, StoreHealth, StoreLock,
    StoreResult, Tally, TokenDigest, Unfinished,
};
use crate::game::{CommandKey, GameResult, LogEntry, Phase};
use crate::time::Uptime;
use async_trait::async_trait;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard};

#[derive(Default)]
pub struct Memory {
    data: Mutex<Data>,
    locks: LocalLocks,
}

#[derive(Clone, Default)]
struct Data {
    logs: HashMap<String, Vec<LogEntry>>,
    games: HashMap<String, Game>,
    players: HashMap<String, StoredPlayer>,
    /// The player of each session token, and when the session began.
    tokens: HashMap<TokenDigest, (String, u64)>,
    /// With the ids of their players.
    api_tokens: HashMap<TokenDigest, (String, ApiToken)>,
    /// By player and kind.
    ratings: BTreeMap<(String, String), Vec<RatingPoint>>,
    uptime: Option<Uptime>,
}

#[derive(Clone)]
struct Game {
    row: GameRow,
    is_live: bool,
    has_computer: bool,
    deadline: Option<u64>,
}

#[derive(Clone)]
struct StoredPlayer {
    player: Player,
    account: Option<NewAccount>,
    merged_into: Option<String>,
}

impl Memory {
    fn data(&self) -> MutexGuard<'_, Data> {
        self.data.lock().unwrap()
    }
}

impl Data {
    fn append(&mut self, batch: &EventBatch) -> StoreResult<()> {
        for entry in &batch.entries {
            let is_repeated = entry.command.is_some()
                && self.logs.iter().any(|(game, log)| {
                    let is_same_place = |e: &LogEntry| *game == batch.game || (e.number, entry.number) == (1, 1);
                    let is_same = |e: &LogEntry| {
                        e.command
                            .as_ref()
                            .zip(entry.command.as_ref())
                            .is_some_and(|(one, other)| one.has_same_id(other))
                    };
                    log.iter().any(|e| is_same(e) && is_same_place(e))
                });
            let log = self.logs.entry(batch.game.clone()).or_default();
            if entry.number as usize != log.len() + 1 || is_repeated {
                return Err(StoreError::Conflict(Conflict::Event));
            }
            log.push(entry.clone());
        }
        let people = batch.people.clone().map(|id| id.map(|id| self.current_id(&id)));
        let row = GameRow { summary: batch.summary.clone(), people };
        let game = Game { row, is_live: batch.is_live, has_computer: batch.has_computer, deadline: batch.deadline };
        self.games.insert(batch.game.clone(), game);
        for change in &batch.ratings {
            let points = self.ratings.entry((change.player.clone(), batch.summary.game.clone())).or_default();
            if change.games as usize != points.len() + 1 {
                return Err(StoreError::Conflict(Conflict::Rating));
            }
            let (kind, at) = (batch.summary.game.clone(), batch.summary.changed_at);
            points.push(RatingPoint { kind, game: batch.game.clone(), at, rating: change.rating });
        }
        Ok(())
    }

    fn current_id(&self, id: &str) -> String {
        self.players.get(id).and_then(|player| player.merged_into.clone()).unwrap_or_else(|| id.to_string())
    }

    fn name(&self, id: &Option<String>) -> Option<String> {
        self.players.get(id.as_ref()?)?.player.name.clone()
    }

    fn is_bot(&self, id: &Option<String>) -> bool {
        id.as_ref().and_then(|id| self.players.get(id)).is_some_and(|stored| stored.player.is_bot)
    }

    /// Marks a player as a bot if they have API tokens.
    fn refresh_bot(&mut self, player: &str) {
        let is_bot = self.api_tokens.values().any(|(id, _)| id == player);
        if let Some(stored) = self.players.get_mut(player) {
            stored.player.is_bot = is_bot;
        }
    }

    fn games_of(&self, player: &str) -> impl Iterator<Item = &Game> {
        self.games.values().filter(move |game| game.row.people.iter().flatten().any(|id| id == player))
    }
}

#[async_trait]
impl Store for Memory {
    fn health(&self) -> StoreHealth {
        StoreHealth::default()
    }

    fn file_sizes(&self) -> Option<FileSizes> {
        None
    }

    async fn check(&self) -> StoreResult<()> {
        Ok(())
    }

    async fn close(&self) -> StoreResult<()> {
        Ok(())
    }

    async fn lock(&self, name: &str) -> StoreResult<StoreLock> {
        Ok(self.locks.lock(name).await)
    }

    async fn append(&self, batches: &[EventBatch]) -> StoreResult<()> {
        let mut data = self.data();
        let mut changed = data.clone();
        batches.iter().try_for_each(|batch| changed.append(batch))?;
        *data = changed;
        Ok(())
    }

    async fn log(&self, game: &str) -> StoreResult<Vec<LogEntry>> {
        self.data().logs.get(game).cloned().ok_or(StoreError::NotFound(Missing::Game))
    }

    async fn games(&self, query: &GameQuery) -> StoreResult<Vec<GameRow>> {
        let data = self.data();
        let matches_query = |game: &&Game| {
            let summary = &game.row.summary;
            query.player.as_ref().is_none_or(|player| game.row.people.iter().flatten().any(|id| id == player))
                && query.kind.as_ref().is_none_or(|kind| *kind == summary.game)
                && query.phase.is_none_or(|phase| phase == summary.phase)
                && (!query.listed || summary.open || game.has_computer)
                && query.live.is_none_or(|live| live == game.is_live)
                && (!query.with_computer || game.has_computer)
                && query.terms.as_ref().is_none_or(|terms| *terms == summary.terms())
        };
        let place = |row: &GameRow| (query.order.time(&row.summary), row.summary.id.clone());
        let mut rows: Vec<GameRow> = data.games.values().filter(matches_query).map(|game| game.row.clone()).collect();
        rows.sort_by_key(place);
        if query.order != Order::FirstCreated {
            rows.reverse();
        }
        if query.order == Order::ByTurns {
            let mut turns: HashMap<Option<String>, u32> = HashMap::new();
            rows.sort_by_cached_key(|row| {
                let turn = turns.entry(row.people.iter().flatten().next().cloned()).or_default();
                *turn += 1;
                *turn
            });
        }
        if let Some(after) = &query.after {
            let is_after = |row: &GameRow| match query.order {
                Order::FirstCreated => place(row) > *after,
                _ => place(row) < *after,
            };
            rows.retain(is_after);
        }
        rows.truncate(query.limit as usize);
        let with_names = |row: GameRow| {
            let names = row.people.each_ref().map(|id| (data.name(id), data.is_bot(id)));
            row.with_names(names)
        };
        Ok(rows.into_iter().map(with_names).collect())
    }

    async fn find_entered(&self, player: &str, command: &str) -> StoreResult<Option<(String, Option<u64>)>> {
        let data = self.data();
        let is_it =
            |key: &&CommandKey| key.id == command && (key.player == player || data.current_id(&key.player) == player);
        let find = |log: &Vec<LogEntry>| {
            log.iter().take(MAX_ENTERING_EVENT as usize).filter_map(|entry| entry.command.as_ref()).find(is_it).cloned()
        };
        Ok(data.logs.iter().find_map(|(game, log)| Some((game.clone(), find(log)?.digest))))
    }

    async fn count_unfinished(&self, player: &str) -> StoreResult<Unfinished> {
        let data = self.data();
        let mut unfinished = Unfinished::default();
        for game in data.games_of(player).filter(|game| game.row.summary.phase != Phase::Over) {
            unfinished.games += 1;
            unfinished.with_computer += u32::from(game.has_computer);
            let summary = &game.row.summary;
            unfinished.seeks += u32::from(summary.open && summary.phase == Phase::Waiting);
        }
        Ok(unfinished)
    }

    async fn seek_creators(&self, players: &[String]) -> StoreResult<Vec<String>> {
        let data = self.data();
        let mut players: Vec<String> = players.iter().map(|id| data.current_id(id)).collect();
        players.sort();
        players.dedup();
        let is_seek = |game: &&Game| game.row.summary.open && game.row.summary.phase == Phase::Waiting;
        Ok(players
            .iter()
            .flat_map(|player| data.games_of(player).filter(is_seek).map(|_| player.clone()).collect::<Vec<_>>())
            .collect())
    }

    async fn create_guest(&self, id: &str, token: TokenDigest, at: u64) -> StoreResult<Player> {
        let mut data = self.data();
        if data.players.contains_key(id) {
            return Err(StoreError::Conflict(Conflict::Account));
        }
        let player = Player { id: id.to_string(), name: None, settings: "{}".into(), created_at: at, is_bot: false };
        let stored = StoredPlayer { player: player.clone(), account: None, merged_into: None };
        data.players.insert(id.to_string(), stored);
        data.tokens.insert(token, (id.to_string(), at));
        Ok(player)
    }

    async fn player_by_token(&self, token: TokenDigest) -> StoreResult<Option<Player>> {
        let data = self.data();
        Ok(data.tokens.get(&token).map(|(id, _)| data.players[id].player.clone()))
    }

    async fn player(&self, id: &str) -> StoreResult<Player> {
        let data = self.data();
        let stored = data.players.get(&data.current_id(id));
        stored.map(|stored| stored.player.clone()).ok_or(StoreError::NotFound(Missing::Player))
    }

    async fn account(&self, name_key: &str) -> StoreResult<Account> {
        let data = self.data();
        let account = data.players.values().find_map(|stored| {
            let is_open = stored.player.name.is_some();
            let account = stored.account.as_ref().filter(|account| account.name_key == name_key && is_open)?;
            Some(Account { player: stored.player.clone(), passphrase_hash: account.passphrase_hash.clone() })
        });
        account.ok_or(StoreError::NotFound(Missing::Player))
    }

    async fn create_account(&self, guest: &str, account: &NewAccount) -> StoreResult<()> {
        let mut data = self.data();
        let is_taken = |stored: &StoredPlayer| {
            let is_same = |a: &NewAccount| a.name_key == account.name_key || a.skeleton == account.skeleton;
            stored.account.as_ref().is_some_and(is_same)
        };
        let taken = data.players.values().any(is_taken);
        match data.players.get_mut(guest) {
            Some(stored) if stored.account.is_none() && !taken => {
                stored.player.name = Some(account.name.clone());
                stored.account = Some(account.clone());
                Ok(())
            }
            _ => Err(StoreError::Conflict(Conflict::Account)),
        }
    }

    async fn add_token(&self, player: &str, token: TokenDigest, at: u64) -> StoreResult<()> {
        self.data().tokens.insert(token, (player.to_string(), at));
        Ok(())
    }

    async fn remove_token(&self, token: TokenDigest) -> StoreResult<()> {
        self.data().tokens.remove(&token);
        Ok(())
    }

    async fn merge_guest(&self, guest: &str, account: &str) -> StoreResult<()> {
        let mut data = self.data();
        match data.players.get_mut(guest) {
            Some(stored) if stored.account.is_none() => stored.merged_into = Some(account.to_string()),
            _ => return Ok(()),
        }
        for id in data.games.values_mut().flat_map(|game| game.row.people.iter_mut()).flatten() {
            if id == guest {
                *id = account.to_string();
            }
        }
        data.tokens.retain(|_, (id, _)| id != guest);
        Ok(())
    }

    async fn set_settings(&self, player: &str, settings: &str) -> StoreResult<()> {
        if let Some(stored) = self.data().players.get_mut(player) {
            stored.player.settings = settings.to_string();
        }
        Ok(())
    }

    async fn rating(&self, player: &str, kind: &str) -> StoreResult<Option<PlayerRating>> {
        let data = self.data();
        let points = data.ratings.get(&(player.to_string(), kind.to_string()));
        let current = |points: &Vec<RatingPoint>| {
            points.last().map(|last| PlayerRating { rating: last.rating, games: points.len() as u32 })
        };
        Ok(points.and_then(current))
    }

    async fn rating_history(&self, player: &str) -> StoreResult<Vec<RatingPoint>> {
        let data = self.data();
        let of_player = data.ratings.iter().filter(|((id, _), _)| id == player);
        Ok(of_player.flat_map(|(_, points)| points.clone()).collect())
    }

    async fn tally(&self, player: &str) -> StoreResult<Tally> {
        let data = self.data();
        let mut tally = Tally::default();
        for game in data.games_of(player) {
            let is_first = game.row.people[0].as_deref() == Some(player);
            match game.row.summary.result {
                Some(GameResult::Draw) => tally.drawn += 1,
                Some(GameResult::FirstWins) if is_first => tally.won += 1,
                Some(GameResult::SecondWins) if !is_first => tally.won += 1,
                Some(GameResult::FirstWins | GameResult::SecondWins) => tally.lost += 1,
                Some(GameResult::Cancelled) | None => {}
            }
        }
        Ok(tally)
    }

    async fn leaders(&self, kind: &str, limit: u32) -> StoreResult<Vec<Leader>> {
        let data = self.data();
        let of_kind = data.ratings.iter().filter(|((_, k), points)| k == kind && !points.is_empty());
        let mut leaders: Vec<Leader> = of_kind
            .filter_map(|((id, _), points)| {
                let rating = points.last()?.rating;
                Some(Leader { name: data.name(&Some(id.clone()))?, rating, games: points.len() as u32 })
            })
            .collect();
        leaders.sort_by(|a, b| b.rating.lower_bound().total_cmp(&a.rating.lower_bound()));
        leaders.truncate(limit as usize);
        Ok(leaders)
    }

    async fn deadline(&self, game: &str) -> StoreResult<Option<u64>> {
        Ok(self.data().games.get(game).and_then(|game| game.deadline))
    }

    async fn overdue(&self, now: u64, limit: u32) -> StoreResult<Vec<String>> {
        let data = self.data();
        let due = data.games.iter().filter_map(|(id, game)| Some((game.deadline.filter(|d| *d <= now)?, id.clone())));
        let mut due: Vec<(u64, String)> = due.collect();
        due.sort();
        Ok(due.into_iter().map(|(_, id)| id).take(limit as usize).collect())
    }

    async fn begin_run(&self, at: u64, grace_ms: u64) -> StoreResult<Option<Uptime>> {
        let last = self.data().uptime;
        let shift = last.map_or(0, |last| at as i64 - last.until as i64 + grace_ms as i64);
        self.set_uptime(Uptime { since: at, until: at }, shift).await?;
        Ok(last)
    }

    async fn set_uptime(&self, uptime: Uptime, shift_ms: i64) -> StoreResult<()> {
        let mut data = self.data();
        data.uptime = Some(uptime);
        for deadline in data.games.values_mut().filter_map(|game| game.deadline.as_mut()) {
            *deadline = deadline.saturating_add_signed(shift_ms);
        }
        Ok(())
    }

    async fn uptime(&self) -> StoreResult<Option<Uptime>> {
        Ok(self.data().uptime)
    }

    async fn set_passphrase(&self, player: &str, hash: &str) -> StoreResult<()> {
        if let Some(account) = self.data().players.get_mut(player).and_then(|stored| stored.account.as_mut()) {
            account.passphrase_hash = hash.to_string();
        }
        Ok(())
    }

    async fn sessions(&self, player: &str) -> StoreResult<Vec<u64>> {
        let data = self.data();
        let mut times: Vec<u64> = data.tokens.values().filter(|(id, _)| id == player).map(|(_, at)| *at).collect();
        times.sort();
        Ok(times)
    }

    async fn remove_tokens(&self, player: &str, except: Option<TokenDigest>) -> StoreResult<()> {
        self.data().tokens.retain(|digest, (id, _)| id != player || Some(*digest) == except);
        Ok(())
    }

    async fn add_api_token(&self, player: &str, token: &ApiToken, digest: TokenDigest) -> StoreResult<()> {
        let mut data = self.data();
        data.api_tokens.insert(digest, (player.to_string(), token.clone()));
        data.refresh_bot(player);
        Ok(())
    }

    async fn api_tokens(&self, player: &str) -> StoreResult<Vec<ApiToken>> {
        let data = self.data();
        let of_player = data.api_tokens.values().filter(|(id, _)| id == player);
        let mut tokens: Vec<ApiToken> = of_player.map(|(_, token)| token.clone()).collect();
        tokens.sort_by_key(|token| (token.created_at, token.id.clone()));
        Ok(tokens)
    }

    async fn remove_api_token(&self, player: &str, id: &str) -> StoreResult<TokenDigest> {
        let mut data = self.data();
        let is_it = |(owner, token): &(String, ApiToken)| owner == player && token.id == id;
        let found = data.api_tokens.iter().find(|(_, token)| is_it(token)).map(|(digest, _)| *digest);
        let digest = found.ok_or(StoreError::NotFound(Missing::Token))?;
        data.api_tokens.remove(&digest);
        data.refresh_bot(player);
        Ok(digest)
    }

    async fn player_by_api_token(&self, digest: TokenDigest) -> StoreResult<Option<Player>> {
        let data = self.data();
        Ok(data.api_tokens.get(&digest).map(|(id, _)| data.players[id].player.clone()))
    }

    async fn closed_accounts(&self) -> StoreResult<Vec<Player>> {
        let data = self.data();
        let closed = data.players.values().filter(|stored| stored.account.is_some() && stored.player.name.is_none());
        Ok(closed.map(|stored| stored.player.clone()).collect())
    }

    async fn has_external_changes(&self) -> StoreResult<bool> {
        Ok(false)
    }

    async fn close_account(&self, player: &str) -> StoreResult<()> {
        let mut data = self.data();
        data.tokens.retain(|_, (id, _)| id != player);
        data.api_tokens.retain(|_, (id, _)| id != player);
        if let Some(stored) = data.players.get_mut(player) {
            stored.player = Player { name: None, settings: "{}".into(), is_bot: false, ..stored.player.clone() };
        }
        Ok(())
    }
}
