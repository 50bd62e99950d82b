unknown-player = {$game} não tem o jogador "{$player}". Experimente {$players}, level:1 a level:8, ou uma pesquisa como engine:time=100ms, mcts:time=100ms ou uci:COMANDO,time=100ms.
bad-level = "{$level}" não é um nível. Escolha de 1 a {$most}, como em level:3.
no-command = uci: precisa de um programa para executar, como em uci:fairy-stockfish,time=100ms.
bad-evaluation = A opção "eval" não pode ser "{$name}". Use um ficheiro de pesos como ./novo.txt, ou um destes nomes: {$known}.
unknown-limit = Uma pesquisa não tem a opção "{$limit}". As opções são {$limits}.

# Orações que completam a frase `bad-evaluation-file` da crate `arena`.
network-damaged = está danificado ou não é uma rede
network-version = tem um formato diferente do que esta versão do Sanban lê
network-rules = é para {$its}, não para {$rules}
network-inputs = as entradas são {$its}, mas esta versão do Sanban tem {$inputs}

# Análise. Nas frases sobre uma jogada, as pontuações são do ponto de vista do jogador que a fez. Uma pontuação como +0.35 e
# um número de jogadas também são argumentos.

analysis-rules = {$game} ({$rules})
analysis-wins = vitória em {$turns}
analysis-loses = derrota em {$turns}
analysis-player-wins = {$player} ganham em {$turns}
analysis-proven = provado: as {$player} ganham em {$turns}
analysis-draw = empate

evaluation-network = Avaliação: rede neuronal.
evaluation-terms = Avaliação: termos feitos à mão, porque nenhuma rede foi treinada para estas regras.
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

# Sugestões por etapas: para onde olhar, a jogada, e porquê. As razões são orações, unidas por ponto e vírgula.

hint-look = Olhe para {$square}.
hint-supply = Olhe para a sua reserva.
hint-pass = Só pode passar.
hint-move = Experimente: {$move}.
hint-why = Porquê: {$reasons}.

hint-only = é a única jogada legal
hint-wins =
    ganha em {$turns ->
        [one] 1 jogada
       *[other] {$turns} jogadas
    }
hint-loses = todas as jogadas perdem, e esta é a que resiste mais
hint-others-lose =
    qualquer outra jogada perde em {$turns ->
        [one] 1 jogada
       *[other] {$turns} jogadas ou menos
    }
hint-much-better = tudo o resto é claramente pior
hint-ahead = mantém uma vantagem clara
hint-behind = é a melhor jogada numa posição difícil
hint-even = mantém a partida equilibrada

# Níveis.

level-1 = para as primeiras partidas
level-2 = para principiantes que sabem as regras
level-3 = vê algumas das suas ameaças
level-4 = comete menos erros
level-5 = para jogadores experientes
level-6 = forte
level-7 = muito forte
level-8 = força máxima, um segundo por jogada
