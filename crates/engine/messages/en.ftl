unknown-player = {$game} has no player "{$player}". Try {$players}, level:1 to level:8, or a search such as engine:time=100ms, mcts:time=100ms or uci:COMMAND,time=100ms.
bad-level = "{$level}" isn't a level. Choose 1 to {$most}, as in level:3.
no-command = uci: needs a program to run, as in uci:fairy-stockfish,time=100ms.
bad-evaluation = The option "eval" can't be "{$name}". Use a weights file such as ./new.txt, or one of these: {$known}.
unknown-limit = A search has no option "{$limit}". Its options are {$limits}.

# Clauses that complete the sentence `bad-evaluation-file` of the crate `arena`.
network-damaged = it is damaged or isn't a network
network-version = it has another format than this version of Sanban reads
network-rules = it is for {$its}, not for {$rules}
network-inputs = its inputs are {$its}, but this version of Sanban has {$inputs}

# Analysis. In a sentence about a move, scores are from the point of view of the player who made it. A score such as +0.35
# and a number of turns are arguments too.

analysis-rules = {$game} ({$rules})
analysis-wins = wins in {$turns}
analysis-loses = loses in {$turns}
analysis-player-wins = {$player} wins in {$turns}
analysis-proven = proven: {$player} wins in {$turns}
analysis-draw = a draw

evaluation-network = Evaluation: neural network.
evaluation-terms = Evaluation: hand-made terms, since no network was trained for these rules.
evaluation-mobility = This game has no evaluation of its own yet: scores compare only how many steps each player has.

rating-best = best
rating-good = good
rating-inaccuracy = inaccuracy
rating-mistake = mistake
rating-blunder = blunder

turning-win-given-away = {$move} gave the win away: {$best} wins in {$turns}
turning-win-to-loss = {$move} turned a win into a loss: {$best} wins in {$turns}, and now {$opponent} wins in {$against}
turning-win-to-loss-at-once = {$move} threw a win away and lost at once: {$best} wins in {$turns}
turning-into-loss = {$move} walked into a forced loss: {$opponent} wins in {$against}, and {$best} was better ({$score})
turning-into-loss-at-once = {$move} lost at once: {$best} was better ({$score})
turning-blunder = {$move} was a blunder: {$best} was better ({$score} instead of {$played})
legend-win-given-away = gave a win away
legend-win-to-loss = turned a win into a loss
legend-into-loss = walked into a forced loss
legend-blunder = blunder

# Hints in stages: what to look at, the move, and why. The reasons are clauses, joined by semicolons.

hint-look = Look at {$square}.
hint-supply = Look at your supply.
hint-pass = You can only pass.
hint-move = Try this: {$move}.
hint-why = Why: {$reasons}.

hint-only = it's the only legal turn
hint-wins =
    it wins in {$turns ->
        [one] 1 turn
       *[other] {$turns} turns
    }
hint-loses = every turn loses, and this one holds out longest
hint-others-lose =
    every other turn loses in {$turns ->
        [one] 1 turn
       *[other] {$turns} turns or less
    }
hint-much-better = everything else is clearly worse
hint-ahead = it keeps a clear advantage
hint-behind = it's the best turn in a difficult position
hint-even = it keeps the game even

# Levels.

level-1 = for your first games
level-2 = for beginners who know the rules
level-3 = sees some of your threats
level-4 = makes fewer mistakes
level-5 = for experienced players
level-6 = strong
level-7 = very strong
level-8 = full strength, one second per move
