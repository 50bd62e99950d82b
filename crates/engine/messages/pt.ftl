unknown-player = Não existe o jogador "{$player}" para {$game}; há {$players}, level:1 a level:8, e pesquisas como engine:time=100ms, mcts:time=100ms e uci:COMANDO,time=100ms.
bad-level = Não existe o nível "{$level}"; os níveis vão de 1 a {$most}, como em level:3.
no-command = A seguir a uci: vem o programa a executar, como em uci:fairy-stockfish,time=100ms.
bad-evaluation = A opção "eval" não pode ser "{$name}"; é um ficheiro de pesos como ./novo.txt, ou um destes nomes: {$known}.
unknown-limit = Uma pesquisa não tem a definição "{$limit}"; tem {$limits}.

# Análise. Nas frases sobre uma jogada, as pontuações são as do jogador que a fez. Uma pontuação como +0.35 e um número de
# jogadas também são argumentos.

analysis-rules = {$game} ({$rules})
analysis-wins = vitória em {$turns}
analysis-loses = derrota em {$turns}
analysis-player-wins = {$player} ganham em {$turns}
analysis-proven = provado: as {$player} ganham em {$turns}
analysis-draw = empate

evaluation-mobility = Este jogo ainda não tem uma avaliação própria: os valores comparam só quantos passos cada jogador tem.

rating-best = a melhor
rating-good = boa
rating-inaccuracy = imprecisão
rating-mistake = erro
rating-blunder = erro grave

turning-win-given-away = {$move} deitou fora a vitória: {$best} ganhava em {$turns}
turning-win-to-loss = {$move} transformou uma vitória em derrota: {$best} ganhava em {$turns}, e agora as {$opponent} ganham em {$against}
turning-win-to-loss-at-once = {$move} deitou fora uma vitória e perdeu logo: {$best} ganhava em {$turns}
turning-into-loss = {$move} caiu numa derrota forçada: as {$opponent} ganham em {$against}, e {$best} era melhor ({$score})
turning-into-loss-at-once = {$move} perdeu logo: {$best} era melhor ({$score})
turning-blunder = {$move} foi um erro grave: {$best} era melhor ({$score} em vez de {$played})
legend-win-given-away = vitória desperdiçada
legend-win-to-loss = de vitória a derrota
legend-into-loss = queda em derrota forçada
legend-blunder = erro grave

# Jogar no terminal. Os nomes dos comandos são os mesmos em todas as línguas.

hint-move = O motor jogaria {$move} ({$score}): {$reason}.
hint-move-proven = O motor jogaria {$move}: {$reason}.

# What the engine would play, and why.

hint-only = é a única jogada
hint-wins = ganha em {$turns}
hint-loses = todas as jogadas perdem, e esta resiste mais tempo
hint-others-lose = todas as outras perdem em {$turns} ou menos
hint-much-better = tudo o resto é claramente pior
hint-ahead = mantém uma vantagem clara
hint-behind = é a melhor numa posição difícil
hint-even = várias jogadas são quase tão boas

# The menus.

level-1 = para as primeiras partidas
level-2 = para um principiante que sabe as regras
level-3 = vê algumas ameaças
level-4 = comete menos deslizes
level-5 = para quem tem experiência
level-6 = forte
level-7 = muito forte
level-8 = o motor inteiro, um segundo por jogada
