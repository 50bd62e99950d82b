# Textos das regras, dos registos e das casas, comuns a todos os jogos. As razões contra uma posição são orações, unidas por
# ponto e vírgula dentro da frase `position`. As cores dos jogadores são sempre femininas e plurais (Brancas, Amarelas), como
# no xadrez, e por isso as frases podem dizer `as {$player}`.

shape-ring = anel
shape-ball = bola
shape-knight = cavalo
shape-koi = carpa
shape-stone = pedra
shape-disc = disco
shape-arrow = seta
shapes-ring = anéis
shapes-ball = bolas
shapes-knight = cavalos
shapes-koi = carpas
shapes-stone = pedras
shapes-disc = discos
shapes-arrow = setas
home = base
centre = centro
square-empty = vazia
square-home = base das {$player}
square-piece = {$shape} das {$player}
square-rings = {$count} anéis das {$player}

reason-no-legal-turn = o adversário não tem jogadas legais
reason-repetition = repetição
reason-quiet-limit = limite sem capturas
reason-turn-limit = limite de jogadas
reason-resignation = o adversário desistiu
reason-time = o adversário ficou sem tempo
reason-agreement = acordo
reason-abandonment = abandono
reason-forfeit = desclassificação

unknown-game = "{$game}" não é um jogo. Escolha entre {$games}.
unknown-preset = O jogo {$game} não tem a predefinição "{$preset}". Use {$presets}, ou opções escritas chave=valor.
two-presets = Use só uma predefinição, e não {$one} e {$other} ao mesmo tempo.
preset-not-first = Ponha a predefinição "{$preset}" em primeiro lugar, antes das opções.
no-options = O jogo {$game} não tem opções; retire "{$option}".
unknown-option = O jogo {$game} não tem a opção "{$option}". As opções são {$options}.
option-twice = A opção "{$option}" aparece duas vezes. Indique-a só uma vez.
bad-value = A opção "{$option}" não pode ser "{$value}". Use {$values}.
unknown-classic = O jogo {$game} não tem o jogador clássico "{$player}". Escolha entre {$players}.
no-evaluation = O jogador "{$player}" não avalia posições.

# Orações que completam a frase `bad-evaluation-file` da crate `arena`.

unknown-term = não existe o termo {$term}
term-length =
    {$term} precisa de {$count ->
        [one] 1 número inteiro
       *[other] {$count} números inteiros
    }

# Posições, jogadas e registos.

position = A posição não é válida: {$because}.
field-count = precisa de {$expected}, mas tem {$found}
rank-count = precisa de {$expected} linhas separadas por barras, mas tem {$found}
rank-length =
    a linha {$row} tem {$found ->
        [one] 1 casa
       *[other] {$found} casas
    }, mas o tabuleiro tem {$expected}
bad-cell = a linha {$row} tem "{$text}" em vez de {$expected}
bad-player = quem tem a vez só pode ser {$players}, e não "{$text}"
bad-number = {$field} tem de ser um número de {$from} a {$to}, e não "{$text}"
bad-field = {$field} tem de ser {$expected}, e não "{$text}"

empty-move = A jogada está vazia.
move-too-long = Uma jogada não pode ter mais de {$most} caracteres.
bad-character = "{$character}" não pode fazer parte de uma jogada (carácter {$place} de "{$move}").
not-a-square = "{$text}" não é uma casa. Experimente c3.
no-such-square = A casa {$square} de "{$move}" está fora do tabuleiro. A última casa é {$last}.
ambiguous = "{$move}" pode significar {$one} ou {$other}. Ponha um hífen entre as casas.
half-step = "{$move}" acaba a meio de um passo. Acrescente a casa de destino.
unfinished = A jogada "{$move}" não está completa. Pode continuar com {$next}.
turn-is-complete = A jogada fica completa com "{$move}". Retire "{$rest}".
no-pass = Não pode passar (--) aqui.
wrong-mark = Uma jogada não pode começar por "{$mark}" aqui. Experimente "{$move}".
no-supply = Não pode usar a reserva aqui.
game-over = A partida já acabou ({$reason}).

record-syntax = A linha {$line} do registo tem "{$text}" em vez de {$expected}.
record-unfinished = O registo acaba sem fechar {$what} que começa na linha {$line}.
record-no-game = O registo não diz de que jogo é. Acrescente uma etiqueta como [Game "…"].
record-depth = A linha {$line} do registo tem mais de {$most} variantes umas dentro das outras.
study-depth = Não pode haver mais de {$most} variantes umas dentro das outras.
record-tag = A etiqueta {$tag} do registo não é válida: {$because}
move-refused = A jogada {$number} "{$move}" não é possível: {$because}

record-part-move = uma jogada
record-part-move-of-variation = uma jogada da variante
record-part-end = o fim do registo
record-part-tag-name = o nome de uma etiqueta
record-part-tag-value = o valor de uma etiqueta, entre aspas
record-part-tag-close = o ] que fecha uma etiqueta
record-part-comment = um comentário
record-part-variation = uma variante
record-part-tag = uma etiqueta

# Resultados e ritmos de jogo.

bad-clock = "{$clock}" não é um ritmo de jogo. Indique o tempo de cada jogador e o incremento por jogada, como em 5m+3s.

# O fim de uma partida. `reader` diz a quem a frase se dirige: ao vencedor, ao vencido, a ambos num empate, ou a ninguém.

ending-won =
    {$reader ->
        [winner] Ganhou
        [loser] Perdeu
       *[other] Vitória de {$name} ({$player})
    }
ending-side-won = Vitória das {$player}
ending-draw = Empate
ending-no-legal-turn =
    {$reader ->
        [loser] Não tinha nenhuma jogada legal.
       *[other] As {$loser} não tinham nenhuma jogada legal.
    }
ending-repetition = A mesma posição ocorreu pela terceira vez.
ending-quiet-limit = Houve demasiadas jogadas seguidas sem capturas.
ending-turn-limit = A partida chegou ao limite de jogadas.
ending-resignation =
    {$reader ->
        [loser] Desistiu.
       *[other] As {$loser} desistiram.
    }
ending-time =
    {$reader ->
        [loser] Ficou sem tempo.
       *[other] As {$loser} ficaram sem tempo.
    }
ending-agreement = Os jogadores acordaram o resultado.
ending-abandonment =
    {$reader ->
        [loser] Abandonou a partida.
       *[other] As {$loser} abandonaram a partida.
    }
ending-forfeit =
    {$reader ->
        [loser] Foi desclassificado.
       *[other] As {$loser} foram desclassificadas.
    }

# Jogadas por palavras, e o que conseguem. Um passo é uma expressão curta, um efeito é uma oração que completa uma frase.

step-move = {$piece} {$from}→{$to}
step-go = {$from}→{$to}
step-place = {$piece} em {$to}
step-remove = {$piece} sai de {$from}
step-choose = casa {$to}
step-pass = passa
effect-wins = ganha a partida
effect-scores =
    marca {$points ->
        [one] 1 ponto
       *[other] {$points} pontos
    }

# Jogadores e predefinições.

player-you = Você
level = Nível {$level}
player-engine = Motor
player-mcts = Motor Monte Carlo
player-random = Jogador aleatório
preset-official-name = Oficiais
preset-official = As regras tal como foram publicadas

# O que um jogo mostra se não tiver um texto próprio.

white = Brancas
black = Pretas
fields = 2 campos (linhas, jogador)
cells = a letra de uma peça ou um número de casas vazias
classic-random = uma jogada legal qualquer
no-step-at = Nenhum passo pode começar em {$square} agora.
no-step-to = Nenhum passo de {$from} pode ir para {$to} agora.
no-lesson = {$game} ainda não tem uma lição.
