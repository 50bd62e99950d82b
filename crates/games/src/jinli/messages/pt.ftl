summary = Nade e salte com duas carpas por um labirinto de pedras, e marque pontos ao lado de outras.
option-size = Tamanho do tabuleiro, em casas por lado
option-start = Onde começam as carpas: nos cantos, ou uma casa mais para dentro na diagonal
option-start-corner = Nos cantos
option-start-inset = Uma casa para dentro
option-stones = Pedras por jogador
option-target = Pontos para ganhar
option-gift = Quando você larga a última pedra, o adversário tem de lhe devolver uma pedra do tabuleiro
option-gift-on = Sim
option-gift-off = Não
option-repetition = A tripla repetição é empate
option-repetition-draw = Sim
option-repetition-off = Não
option-turns = Jogadas até a partida ficar empatada
option-turns-off = Sem limite
counter-stones = pedras
counter-points = pontos
notice-lift = primeiro, levantar uma pedra
yellow = Amarelas
red = Vermelhas
reason-points = pontos
reason-both-blocked = ambos bloqueados
ending-points =
    {$reader ->
        [winner] Chegou primeiro aos {$target} pontos.
       *[other] As {$winner} chegaram primeiro aos {$target} pontos.
    }
ending-both-blocked =
    {$reader ->
        [winner] Nenhum jogador se pode mover, e tem mais pontos.
        [loser] Nenhum jogador se pode mover, e as {$winner} têm mais pontos.
       *[other] Nenhum jogador se pode mover, por isso decide a pontuação.
    }
goal =
    Seja o primeiro a marcar {$target ->
        [one] 1 ponto
       *[other] {$target} pontos
    }: um por cada carpa ao lado da qual parar.
rule-size = tabuleiro {$value}×{$value}
rule-start = as carpas começam uma casa para dentro
rule-stones =
    {$value ->
        [one] 1 pedra por jogador
       *[other] {$value} pedras por jogador
    }
rule-target =
    {$value ->
        [one] ganha-se com 1 ponto
       *[other] ganha-se com {$value} pontos
    }
rule-gift = a última pedra volta
rule-repetition = sem empate por repetição
rule-turns = sem limite de jogadas
player-greedy = Ganancioso

# Jogadas por palavras, e o que conseguem.

step-jump = carpa {$from}→{$to} (salto)
step-place = pedra em {$to}
step-lift = pedra levantada de {$from}
effect-blocks-jump =
    a pedra bloqueia o salto das {$opponent} para {$square}, que vale {$points ->
        [one] 1 ponto
       *[other] {$points} pontos
    }
effect-blocks-swim =
    a pedra impede as {$opponent} de nadar para {$square}, o que vale {$points ->
        [one] 1 ponto
       *[other] {$points} pontos
    }
effect-limits =
    {$after ->
        [0] impede as {$opponent} de marcar na jogada seguinte
        [one] as {$opponent} passam a poder marcar no máximo 1 ponto em vez de {$before}
       *[other] as {$opponent} passam a poder marcar no máximo {$after} pontos em vez de {$before}
    }
effect-walls-in = encurrala a carpa das {$opponent} em {$square}
effect-threatens =
    ameaça marcar {$points ->
        [one] 1 ponto
       *[other] {$points} pontos
    } em {$square}

# O que fazer a seguir.

prompt-koi = Escolha uma das suas carpas para mover.
prompt-koi-target = Escolha para onde a carpa nada ou salta.
prompt-drop = Largue uma pedra em qualquer casa vazia.
prompt-lift = As {$opponent} ficaram sem pedras. Levante uma do tabuleiro para elas.
prompt-pass = Não tem nenhuma jogada legal, por isso tem de passar.

fields = 7 campos (linhas, jogador, duas reservas, duas pontuações, jogada), mais lift se for preciso levantar primeiro uma pedra
field-yellow-supply = a reserva das Amarelas
field-red-supply = a reserva das Vermelhas
field-yellow-score = a pontuação das Amarelas
field-red-score = a pontuação das Vermelhas
field-turn = o número da jogada
field-last = o último campo
cells = y, r, o ou um número de casas vazias

koi-count = as {$player} têm {$count ->
        [one] 1 carpa
       *[other] {$count} carpas
    }, mas têm de ter 2
too-many-stones = há {$count} pedras no tabuleiro e nas reservas, mas o jogo só tem {$most}
lift-off = é preciso levantar primeiro uma pedra, mas as regras têm gift=off
lift-no-stone = é preciso levantar primeiro uma pedra, mas não há nenhuma no tabuleiro
lift-supply = é preciso levantar uma pedra para a reserva das {$player}, mas essa reserva não está vazia
must-pass = Não tem nenhuma jogada legal, por isso tem de passar com --.
lift-first = Primeiro tem de levantar uma pedra, e não há nenhuma em {$square}. Escolha uma casa com uma pedra.
lift-useless = Se levantar a pedra em {$square}, fica sem jogadas legais. Levante outra pedra.
no-lift = Agora não pode levantar a pedra em {$square}. Escolha uma das suas carpas.
no-koi = Não há nenhuma carpa em {$square}. Escolha uma das suas carpas.
not-your-koi = A carpa em {$square} não é sua. Escolha uma das suas carpas.
koi-stuck = A carpa em {$square} não pode nadar nem saltar. Mova a sua outra carpa.
occupied = A casa {$square} não está vazia. Escolha uma casa vazia.
too-far = Uma carpa não pode ir de {$from} para {$to}. Nada para uma casa adjacente, ou salta a direito por cima de uma pedra adjacente.
no-stone-between = Entre {$from} e {$to} não há nenhuma pedra para saltar. Nade para uma casa adjacente, ou salte por cima de uma pedra adjacente.

classic-random = faz uma jogada legal ao acaso
classic-greedy = marca o mais que pode, e larga pedras no seu caminho

# A lição.

lesson-title = Jin Li: carpas e pedras
lesson-welcome = Pequenas tarefas mostram-lhe como nadar, saltar, marcar pontos e construir com pedras. Joga com as Amarelas, e cada tarefa começa com a sua jogada.
lesson-swim = Uma carpa nada uma casa em qualquer direção, incluindo na diagonal. Depois você larga uma pedra em qualquer casa vazia. Nade de a1 para b2 e largue a pedra onde quiser.
lesson-swim-done = A sua carpa está em b2, a pedra está no tabuleiro, e ficou com nove pedras.
lesson-swim-other = Essa jogada também é legal, mas desta vez nade de a1 para b2 e depois escolha uma casa vazia para a pedra.
lesson-jump = Uma carpa também pode saltar a direito por cima de uma pedra adjacente, se a casa logo a seguir estiver vazia. Salte de a2 para c4, por cima da pedra em b3.
lesson-jump-done = Avançou duas casas de uma vez. A pedra ficou em b3, e depois de um salto não se larga nenhuma pedra.
lesson-jump-other = Isso foi nadar e largar uma pedra. Para saltar, leve a carpa de a2 para c4, por cima da pedra em b3.
lesson-own = Depois de mover uma carpa, marca um ponto por cada outra carpa ao lado dela, e a sua outra carpa também conta. Nade de c2 ou de e2 para uma casa ao lado da sua outra carpa, como d2, e largue a pedra em qualquer casa.
lesson-own-done = Um ponto: as suas carpas tocam-se. Se uma delas nadar à volta da outra, volta a marcar de cada vez.
lesson-own-other = As suas carpas continuam afastadas, por isso não marcou pontos. Nade com uma delas para d1, d2 ou d3.
lesson-theirs = As carpas das Vermelhas contam tanto como as suas. Salte de b2 para d4, por cima da pedra em c3: aí toca na carpa vermelha de e5.
lesson-theirs-done = Marcou um ponto. Depois as Vermelhas nadaram de e5 para d5, tocaram na sua carpa e também marcaram um: tocar vale para os dois lados.
lesson-theirs-other = Daí não toca em nenhuma carpa vermelha. Salte de b2 para d4, ao lado de e5.
lesson-three = Cada carpa em que toca vale um ponto, por isso uma jogada pode dar um, dois ou três. Descubra a casa que toca em três outras carpas ao mesmo tempo, nade para lá e largue a pedra em qualquer casa.
lesson-three-done = Três pontos numa só jogada: em d4, a sua carpa toca na sua outra carpa e nas duas das Vermelhas.
lesson-three-other = Essa jogada toca em menos de três carpas. A casa no meio das quatro é d4.
lesson-block = As Vermelhas querem saltar de f5 para d3, por cima da pedra em e4, e aí tocariam nas suas duas carpas. Uma carpa não pode cair em cima de uma pedra: nade com qualquer das suas carpas e largue a pedra em d3.
lesson-block-done = A sua pedra em d3 bloqueia a casa onde as Vermelhas iam cair: já não podem dar esse salto e marcar dois pontos.
lesson-block-other = Aqui é a pedra que faz o trabalho. Nade com qualquer das suas carpas para uma casa que não seja d3 e depois largue a pedra em d3.
lesson-wall = Há pedras à volta da carpa vermelha de a7, mas ela ainda pode saltar por cima da de b6, porque c5, logo a seguir, está vazia. Nade com qualquer das suas carpas e largue a pedra em c5 para cercar a carpa vermelha.
lesson-wall-done = A carpa de a7 está cercada. Cada pedra ao lado dela tem outra pedra logo a seguir, por isso não pode nadar nem saltar.
lesson-wall-other = A carpa de a7 ainda pode saltar por cima de b6 para c5. Largue a pedra em c5.
lesson-pass = A carpa de a7 está cercada, e a de g7 só tem uma saída: o salto por cima de f6 para e5. Um jogador que não se pode mover tem de passar. Nade com qualquer das suas carpas e largue a pedra em e5.
lesson-pass-done = As Vermelhas não tinham jogada e passaram, por isso é outra vez a sua vez. As Vermelhas continuam a passar enquanto as duas carpas estiverem cercadas. Se você também não se pudesse mover, ganhava quem tivesse mais pontos.
lesson-pass-other = A carpa de g7 ainda pode saltar por cima de f6 para e5. Largue a pedra em e5 e veja o que fazem as Vermelhas.
lesson-defend = As Vermelhas têm 9 pontos e falta-lhes um: o salto de c5 para c3, por cima de c4, tocaria nas suas carpas. Você tem 8 pontos. Faça duas coisas numa só jogada: nade para uma casa da linha 1 onde as suas carpas ainda se toquem e largue a pedra em c3.
lesson-defend-done = Marcou o nono ponto, e as Vermelhas não puderam chegar a c3 nem tocar em mais nada. Uma boa jogada marca e bloqueia.
lesson-defend-other = Ou as Vermelhas ainda podem marcar o décimo ponto, ou você não marcou nenhum. Nade para c1 ou d1, de modo que as suas carpas se toquem, e largue a pedra em c3.
lesson-win = Ganha o primeiro jogador a chegar aos 10 pontos. Você tem 8, por isso precisa de uma jogada que toque em duas carpas. Descubra-a: uma pedra ajuda.
lesson-win-done = O seu salto para d3 tocou na sua carpa em e2 e na carpa vermelha em e4. São dez pontos: ganhou!
lesson-win-other = Essa jogada dá menos de dois pontos. Salte de b3 por cima da pedra em c3 e veja em que carpas toca em d3.
lesson-end = Já sabe nadar, saltar, marcar pontos, bloquear e cercar, e sabe como se ganha. Agora jogue uma partida contra o nível 1.
