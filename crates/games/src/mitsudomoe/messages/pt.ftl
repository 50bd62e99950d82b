summary = Abra caminho com anéis às suas três bolas, salte sobre outras e encha primeiro o canto do adversário.
option-size = Tamanho do tabuleiro, em casas por lado
option-goal-lock = As bolas ficam nas casas do objetivo depois de lá chegarem
option-goal-lock-on = Sim
option-goal-lock-off = Não
option-passive-loss = Perde se a sua base estiver cheia de bolas depois da sua jogada
option-passive-loss-on = Sim
option-passive-loss-off = Não
option-turn = Passos de uma jogada: um anel e depois uma bola, ou pelo menos um deles
option-turn-both = Anel e bola
option-turn-either = Anel, bola ou ambos
option-repetition = A tripla repetição é empate
option-repetition-draw = Sim
option-repetition-off = Não
option-turns = Jogadas até a partida ficar empatada
option-turns-off = Sem limite
preset-open = As bolas podem sair do objetivo, e a base cheia não faz perder
preset-flex = Uma jogada pode ser só um passo de anel ou só um passo de bola, e a base cheia não faz perder
counter-rings = anéis na reserva
counter-goal = bolas no objetivo
white = Brancas
black = Pretas
reason-goal-squares-filled = casas do objetivo preenchidas
reason-home-full = base cheia
ending-goal-squares-filled =
    {$reader ->
        [winner] Todas as suas bolas chegaram às casas do objetivo.
       *[other] Todas as bolas das {$winner} chegaram às casas do objetivo.
    }
ending-home-full =
    {$reader ->
        [loser] A sua base estava cheia no fim da sua jogada.
       *[other] A base das {$loser} estava cheia no fim da jogada delas.
    }
goal =
    {$passive-loss ->
        [on] Leve as suas três bolas à base do adversário. Se a sua própria base ficar cheia depois da sua jogada, perde.
       *[off] Leve as suas três bolas à base do adversário.
    }
rule-size = tabuleiro {$value}×{$value}
rule-goal-lock = as bolas podem sair do objetivo
rule-passive-loss = a base cheia não faz perder
rule-turn = anel, bola ou ambos numa jogada
rule-repetition = sem empate por repetição
rule-turns = sem limite de jogadas
preset-open-name = Aberto
preset-flex-name = Jogadas flexíveis
player-easy = Fácil
player-medium = Médio
player-hard = Difícil
player-smart = Esperto

# Jogadas por palavras, e o que conseguem.

step-place = anel em {$to}
step-ring = anel {$from}→{$to}
step-ball = bola {$from}→{$to}
step-vault = bola {$from}→{$to} (salto)
step-relocate = bola das {$opponent} {$from}→{$to}
effect-reaches-goal = leva uma bola à casa do objetivo {$square}
effect-sends-back = faz recuar a bola das {$opponent} de {$from} para {$to}
effect-blocks-ball = o anel tira a casa {$square} à bola das {$opponent} em {$ball}
effect-advances =
    leva uma bola {$count ->
        [one] 1 passo
       *[other] {$count} passos
    } mais perto do objetivo
effect-frees-home = tira uma bola da sua base

# O que fazer a seguir.

prompt-ring = Coloque um anel da sua reserva, ou escolha um dos seus anéis para mover.
prompt-move-ring = A sua reserva está vazia. Escolha um dos seus anéis livres para mover.
prompt-ring-or-ball = Coloque um anel da sua reserva, ou escolha um dos seus anéis ou bolas para mover.
prompt-move-ring-or-ball = A sua reserva está vazia. Escolha um dos seus anéis livres ou bolas para mover.
prompt-place = Escolha uma casa para o novo anel.
prompt-ring-target = Escolha uma nova casa para o anel.
prompt-ball = Agora mova uma bola: escolha uma das suas.
prompt-ball-or-end = Agora mova uma bola, ou termine a jogada.
prompt-ball-target = Escolha para onde vai a bola.
prompt-relocate = Saltou por cima das {$opponent}. Escolha uma das bolas saltadas.
prompt-relocate-target = Escolha uma nova casa para a bola das {$opponent}.

fields = 5 campos (linhas, jogador, reserva das Brancas, reserva das Pretas, jogada)
field-white-supply = a reserva das Brancas
field-black-supply = a reserva das Pretas
field-turn = o número da jogada
cells = x, uma sequência como x3, ou uma pilha como wbW

ball-count = as {$player} têm {$count ->
        [one] 1 bola
       *[other] {$count} bolas
    }, mas têm de ter 3
ring-count = as {$player} têm {$count ->
        [one] 1 anel
       *[other] {$count} anéis
    } no tabuleiro e na reserva, mas têm de ter 8
ball-off-ring = a bola em {$square} não está sobre um anel da sua cor
supply-empty = A sua reserva está vazia. Mova antes um dos seus anéis livres.
supply-useless = Se colocar um anel, nenhuma das suas bolas se pode mover. Mova antes um dos seus anéis livres.
ring-first = Uma jogada começa com um anel. Coloque ou mova um anel antes de mover a bola em {$square}.
no-ring = Não há nenhum anel em {$square}. Coloque um (@) ou mova um anel livre.
not-your-ring = O anel de cima em {$square} não é seu. Coloque um anel (@) ou mova um livre.
ring-covered = O seu anel em {$square} está coberto por outro anel. Coloque um anel (@) ou mova um livre.
ring-under-ball = O anel em {$square} está debaixo de uma bola. Coloque um anel (@) ou mova um livre.
ring-useless = Se mover o anel de {$square}, nenhuma das suas bolas se pode mover. Use outro anel.
same-square = Um anel não pode voltar a {$square}, de onde saiu. Escolha outra casa.
square-has-ball = Há uma bola em {$square}. Escolha uma casa sem bola.
no-ball-step-after = Se puser o anel em {$square}, nenhuma das suas bolas se pode mover. Escolha outra casa.
no-ball = Não há nenhuma bola em {$square}. Escolha uma das suas bolas.
not-your-ball = A bola em {$square} não é sua. Escolha uma das suas bolas.
ball-at-goal = A bola em {$square} chegou ao objetivo e fica lá. Escolha outra bola.
ball-stuck = A bola em {$square} não se pode mover. Precisa de uma casa com um anel seu em cima, ao lado dela ou logo atrás de bolas em linha reta.
not-a-ball-step = Uma bola não pode ir de {$from} para {$to}. Move-se para uma casa adjacente, ou salta por cima de bolas em linha reta.
no-ring-to-stand-on = Não há nenhum anel em {$square}. A sua bola precisa de uma casa com um anel seu em cima.
not-on-your-ring = O anel de cima em {$square} não é seu. A sua bola precisa de uma casa com um anel seu em cima.
vault-over-goal = Não pode saltar por cima da bola em {$square}: chegou ao objetivo e fica lá.
no-relocation = Não pode saltar de {$from} para {$to}: uma bola por cima da qual salta não teria para onde ir.
not-vaulted = Não pode recolocar a bola em {$square}. Escolha uma bola por cima da qual saltou: {$vaulted}.
not-on-its-ring = Não pode recolocar a bola em {$square}. Escolha uma casa com um anel da cor da bola em cima.

classic-easy = corre em frente, mas falha por pouco o melhor passo
classic-medium = coloca anéis como easy, e move as bolas como hard
classic-hard = joga o anel e a bola que mais avançam numa jogada
classic-random = faz uma jogada legal ao acaso que não perca logo
classic-smart = tenta levar bolas para perto dos objetivos, uma jogada à frente

# A lição.

lesson-title = Mitsudomoe: anéis e bolas
lesson-welcome = Joga com as Brancas. Leve as suas três bolas da sua base (a1, a2, b1) até ao canto oposto (e5, d5, e4).
lesson-place = Uma jogada tem dois passos: primeiro um anel, depois uma bola. Coloque um anel da sua reserva em b2 e mova para lá uma das suas bolas.
lesson-place-done = Foi uma jogada inteira: colocou um anel e moveu uma bola para ele. Depois as Pretas fizeram o mesmo do outro lado.
lesson-place-other = Essa jogada também é legal, mas desta vez coloque o anel em b2 e mova para lá uma bola de a1, a2 ou b1.
lesson-move = Em vez de colocar um anel novo, pode mover um dos seus anéis que não tenha nada por cima, para tão longe quanto quiser. Mova o anel de a1 para c3 e depois a bola de b2 para c3.
lesson-move-done = O anel antigo volta a ser útil na frente, e poupou os anéis da reserva para mais tarde.
lesson-move-other = Ainda não. Mova o anel livre de a1 para c3 e depois mova para lá a bola de b2.
lesson-step = A sua bola pode avançar para qualquer um dos seus anéis ao lado dela, e não só para o que acabou de colocar. Dê um passo de anel que deixe livre o seu anel de b2: por exemplo, coloque um anel em d3 para mais tarde. Depois mova para b2 a bola de a2 ou de b1.
lesson-step-done = O anel e a bola não têm de ir para o mesmo sítio: um passo pode preparar a sua jogada seguinte.
lesson-step-other = Desta vez, traga para fora uma das duas bolas que estão na base: depois do passo de anel, mova a bola de a2 ou de b1 para b2.
lesson-cover = Pode empilhar anéis, e só conta o anel de cima: é ele que diz de quem é a casa. Os anéis pretos de e5 e e4 não têm bola. Ponha um dos seus anéis sobre um deles e mova para lá a bola de d4.
lesson-cover-done = A sua primeira bola está numa casa do objetivo. Fica lá até ao fim, e as Pretas não podem saltar por cima dela.
lesson-cover-other = A sua bola de d4 pode chegar já ao objetivo. Ponha um anel sobre o anel preto de e5 ou de e4 e mova para lá a bola de d4.
lesson-stack = A sua reserva está vazia, por isso tem de mover um anel, e de uma pilha só se move o anel de cima. Mova o anel de cima da pilha de c3 para cima do anel preto de e4 e depois mova para lá a bola de d4.
lesson-stack-done = O anel de baixo também é seu, por isso c3 continua a ser uma casa sua. Se fosse preto, c3 seria agora das Pretas.
lesson-stack-other = O seu único anel livre está no topo de c3. Tape e4 com ele e depois mova a bola de d4 para e4.
lesson-vault = Uma bola também pode saltar em linha reta por cima de uma ou mais bolas seguidas. A primeira casa atrás delas não pode ter bola e tem de ter um anel seu em cima. Ponha um anel em d4 e depois salte com a bola de b2 por cima da sua bola de c3 até d4.
lesson-vault-done = Um só salto levou a sua bola duas casas para a frente, e a sua bola de c3 ficou onde estava.
lesson-vault-other = Experimente o salto: ponha um anel em d4 e depois leve a bola de b2 por cima da de c3 até d4.
lesson-relocate = Quando salta por cima de uma bola do adversário, tem de a recolocar noutra casa com um anel da cor dela em cima. Ponha um anel em d3, salte de b3 por cima de c3 e recoloque a bola preta na base das Pretas, em e5. Não escolha b2: aí ficaria ao lado do objetivo dela.
lesson-relocate-done = A sua bola avançou duas casas, e a bola preta voltou ao ponto de partida.
lesson-relocate-other = Ponha um anel em d3, salte com a bola de b3 para d3 e recoloque a bola preta de c3 em e5, o mais longe possível do objetivo dela.
lesson-passive = Perde se a sua base estiver cheia de bolas no fim da sua jogada, sejam de que cor forem. Há bolas pretas em a1 e a2, e uma bola sua em b1: tire já a bola de b1.
lesson-passive-done = A sua base já não está cheia, e a terceira bola preta ainda está longe demais para aproveitar a casa vaga.
lesson-passive-other = Essa jogada perde, porque a1, a2 e b1 continuam todas com bolas. Ponha um anel ao lado de b1 e mova para lá a bola de b1.
lesson-block = Um jogador sem nenhuma jogada legal perde, e cada jogada exige um passo de anel. A reserva das Pretas está vazia, e o único anel livre das Pretas está em c4. Tape-o, mas deixe o seu anel de c3 onde está: tapa outro anel preto.
lesson-block-done = Todos os anéis pretos estão agora debaixo de uma bola ou de outro anel. As Pretas não têm nenhuma jogada legal: ganhou!
lesson-block-other = As Pretas ainda têm um anel livre. Tape c4 com um anel da sua reserva ou com o de b1.
lesson-win = As Pretas ameaçam ganhar em b1 na próxima jogada, mas é a sua vez, e só lhe falta e5. Também pode saltar por cima das suas bolas que já estão no objetivo: ponha um anel em e5 e salte com a bola de c5 por cima de d5.
lesson-win-done = As suas três bolas estão em e5, d5 e e4. O seu objetivo está cheio: ganhou!
lesson-win-other = Assim as Pretas ganham primeiro. Tape o anel preto de e5 e salte de c5 por cima de d5 até e5.
lesson-end = Já conhece os anéis e as bolas, as pilhas, os saltos e a recolocação, e sabe como se ganha e se perde. Agora jogue uma partida contra o nível 1.
