unknown-player = There is no player "{$player}" for {$game}; there are {$players}, level:1 to level:8, and searches such as engine:time=100ms, mcts:time=100ms and uci:COMMAND,time=100ms.
bad-level = There is no level "{$level}"; the levels are 1 to {$most}, as in level:3.
no-command = After uci: comes the program to run, as in uci:fairy-stockfish,time=100ms.
bad-evaluation = The option "eval" cannot be "{$name}"; it is a file of weights such as ./new.txt, or one of these: {$known}.
unknown-limit = A search has no setting "{$limit}"; it has {$limits}.

# Analysis. Scores in sentences about a move are those of the player who made it. A score such as +0.35 and a number of
# turns are arguments too.

analysis-rules = {$game} ({$rules})
analysis-wins = wins in {$turns}
analysis-loses = loses in {$turns}
analysis-player-wins = {$player} wins in {$turns}
analysis-proven = proven: {$player} wins in {$turns}
analysis-draw = a draw

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

# Playing in the terminal. The names of the commands are the same in every language.

hint-move = The engine would play {$move} ({$score}): {$reason}.
hint-move-proven = The engine would play {$move}: {$reason}.

# What the engine would play, and why.

hint-only = it is the only move
hint-wins = it wins in {$turns}
hint-loses = every move loses, and this one holds out longest
hint-others-lose = every other move loses in {$turns} or less
hint-much-better = everything else is clearly worse
hint-ahead = it keeps a clear advantage
hint-behind = it is the best of a difficult position
hint-even = several moves are about as good

# The menus.

level-1 = for your first games
level-2 = for a beginner who knows the rules
level-3 = sees some of your threats
level-4 = makes fewer slips
level-5 = for a player with experience
level-6 = strong
level-7 = very strong
level-8 = the whole engine, a second a move
