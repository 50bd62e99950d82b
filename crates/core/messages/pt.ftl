# Frases comuns a todos os jogos. `{name}` é um argumento. As razões contra uma posição são orações, unidas por ponto e
# vírgula dentro da frase `position`. As cores dos jogadores são sempre femininas e plurais (Brancas, Amarelas), como no
# xadrez, e por isso as frases podem dizer `as {player}`.

shape-ring = anel
shape-ball = bola
shape-knight = cavalo
shape-koi = carpa
shape-stone = pedra
shape-disc = disco
shape-arrow = seta
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

unknown-game = Não existe o jogo "{$game}"; os jogos são {$games}.
unknown-preset = O jogo {$game} não tem a predefinição "{$preset}"; tem {$presets}, e as opções escrevem-se chave=valor.
two-presets = Só se pode dar uma predefinição, e não {$one} e {$other} ao mesmo tempo.
preset-not-first = A predefinição "{$preset}" tem de vir em primeiro lugar, antes de qualquer opção.
no-options = O jogo {$game} não tem opções, por isso não se pode dar "{$option}".
unknown-option = O jogo {$game} não tem a opção "{$option}"; tem {$options}.
option-twice = A opção "{$option}" foi dada duas vezes.
bad-value = A opção "{$option}" não pode ser "{$value}"; pode ser {$values}.
unknown-term = não existe o termo {$term}
term-length = {$term} precisa deste número de inteiros: {$count}
unknown-classic = O jogo {$game} não tem o jogador clássico "{$player}"; tem {$players}.
no-evaluation = O jogador "{$player}" não avalia posições.

position = A posição é impossível: {$because}.
field-count = são precisos {$expected}, e há {$found}
rank-count = são precisas {$expected} linhas separadas por barras, e há {$found}
rank-length = a linha {$row} devia ter {$expected} casas, como o tabuleiro, e tem {$found}
bad-cell = a linha {$row} tem "{$text}" onde devia estar {$expected}
bad-player = quem tem a vez é "{$text}", e só pode ser um de {$players}
bad-number = {$field} tem o valor "{$text}", e tem de ser um número de {$from} a {$to}
bad-field = {$field} tem o valor "{$text}", e tem de ser {$expected}

empty-move = Não foi dada nenhuma jogada.
move-too-long = Nenhuma jogada pode ter mais de {$most} caracteres.
bad-character = O carácter "{$character}", no lugar {$place} de "{$move}", não tem significado numa jogada.
not-a-square = "{$text}", no lugar {$place} de "{$move}", não é uma casa: uma casa é uma letra e um número, como c3.
no-such-square = A casa {$square} de "{$move}" não está no tabuleiro, que acaba em {$last}.
ambiguous = "{$move}" pode ler-se como {$one} ou como {$other}; é preciso pôr um hífen entre as casas.
half-step = "{$move}" acaba a meio de um passo: falta a casa de destino.
unfinished = A jogada "{$move}" não está completa: pode continuar com {$next}.
turn-is-complete = A jogada já está completa com "{$move}", por isso não pode continuar com "{$rest}".
no-pass = Aqui não é possível passar com --.
wrong-mark = Aqui não é possível uma jogada que comece por "{$mark}"; "{$move}" seria possível.
no-supply = Aqui não se pode tirar nada de uma reserva.
game-over = A partida já acabou ({$reason}).

record-syntax = A linha {$line} do registo tem "{$text}" onde devia estar {$expected}.
record-unfinished = O registo acaba sem fechar {$what} que começa na linha {$line}.
record-no-game = O registo não diz de que jogo é: precisa de uma etiqueta como [Game "…"].
not-pasted = O texto não é um registo, nem jogadas, nem uma posição.
record-depth = A linha {$line} do registo abre uma variante dentro de mais de {$most} outras.
study-depth = As variantes não podem estar dentro de mais de {$most} outras.
record-tag = A etiqueta {$tag} do registo foi recusada: {$because}
move-refused = A jogada {$number} "{$move}" foi recusada: {$because}

record-part-move = uma jogada
record-part-move-of-variation = uma jogada da variante
record-part-end = o fim do registo
record-part-tag-name = o nome de uma etiqueta
record-part-tag-value = o valor de uma etiqueta entre aspas
record-part-tag-close = o ] que fecha uma etiqueta
record-part-comment = um comentário
record-part-variation = uma variante
record-part-tag = uma etiqueta

# Jogar no terminal. Os nomes dos comandos são os mesmos em todas as línguas.

bad-clock = O relógio não pode ser "{$clock}"; é um tempo para toda a partida e o que cada jogada acrescenta, como em 5m+3s.
result-won = Vitória de {$name} ({$player}): {$reason}.
result-won-side = Vitória das {$player}: {$reason}.
result-drawn = A partida está empatada: {$reason}.

# The menus.

level = nível {$level}
preset-official = as regras tal como foram publicadas

# What a game shows unless it has a text of its own.

white = Brancas
black = Pretas
fields = 2 campos (linhas, jogador)
cells = a letra de uma peça ou um número de casas vazias
classic-random = uma jogada legal qualquer
no-step-at = Nenhum passo pode começar em {$square} agora.
no-step-to = Nenhum passo de {$from} pode ir para {$to} agora.
no-lesson = {$game} ainda não tem uma lição.
