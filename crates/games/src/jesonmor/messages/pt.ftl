summary = Leve um cavalo ao centro, proteja-o durante uma jogada e volte a sair para ganhar.
option-size = Tamanho do tabuleiro, em casas por lado
option-goal = Como se ganha com o centro: voltar a sair, mantê-lo até à jogada seguinte, ou apenas chegar lá
option-goal-leave = Sair do centro
option-goal-hold = Manter o centro
option-goal-reach = Chegar ao centro
option-repetition = A tripla repetição é empate
option-repetition-draw = Sim
option-repetition-off = Não
option-quiet = Jogadas seguidas sem capturas que dão empate
option-quiet-off = Sem limite
counter-knights = cavalos
white = Brancas
black = Pretas
reason-last-knight-captured = último cavalo capturado
reason-left-the-centre = saída do centro
reason-held-the-centre = centro mantido
reason-reached-the-centre = chegada ao centro
ending-last-knight-captured =
    {$reader ->
        [winner] Capturou o último cavalo das {$loser}.
        [loser] As {$winner} capturaram o seu último cavalo.
       *[other] As {$winner} capturaram o último cavalo das {$loser}.
    }
ending-left-the-centre =
    {$reader ->
        [winner] O seu cavalo saiu do centro.
       *[other] O cavalo das {$winner} saiu do centro.
    }
ending-held-the-centre =
    {$reader ->
        [winner] O seu cavalo manteve o centro durante uma jogada.
       *[other] O cavalo das {$winner} manteve o centro durante uma jogada.
    }
ending-reached-the-centre =
    {$reader ->
        [winner] O seu cavalo chegou ao centro.
       *[other] O cavalo das {$winner} chegou ao centro.
    }
goal =
    {$goal ->
        [hold] Leve um cavalo ao centro e mantenha-o lá até à sua jogada seguinte.
        [reach] Leve um cavalo ao centro.
       *[leave] Leve um cavalo ao centro e depois tire-o de lá.
    }
rule-size = tabuleiro {$value}×{$value}
rule-goal =
    {$value ->
        [hold] ganha quem mantém o centro
       *[reach] ganha quem chega ao centro
    }
rule-repetition = sem empate por repetição
rule-quiet = sem limite de jogadas sem capturas
player-greedy = Ganancioso

# Jogadas por palavras, e o que conseguem.

step-capture = cavalo {$from}→{$to} (captura)
effect-captures = captura o cavalo em {$square}
effect-captures-centre = captura o cavalo do centro
effect-takes-centre = ocupa o centro, onde as {$opponent} não o podem capturar
effect-contests-centre = ocupa o centro com mais cavalos ao alcance do que as {$opponent}
effect-saves = salva o cavalo da captura em {$square}
effect-attacks = ataca o cavalo desprotegido em {$square}
effect-near-centre = põe um cavalo ao alcance do centro: {$mine} contra {$theirs}

# O que fazer a seguir.

prompt-pick = Escolha um dos seus cavalos para mover.
prompt-target = Escolha para onde vai o cavalo.

fields = 6 campos (linhas, jogador, dois hífenes, contagem de meios-lances, número do lance)
field-castling = o terceiro campo
field-en-passant = o quarto campo
field-quiet = a contagem de meios-lances
field-number = o número do lance
cells = N, n ou um número de casas vazias

too-many-knights = as {$player} têm {$count} cavalos, mas podem ter no máximo {$most}
no-knights = não há cavalos no tabuleiro
no-knight = Não há nenhum cavalo em {$square}. Escolha um dos seus cavalos.
not-your-knight = O cavalo em {$square} não é seu. Escolha um dos seus cavalos.
hemmed-in = O cavalo em {$square} não se pode mover: há cavalos seus em todas as casas para onde podia ir. Escolha outro cavalo.
own-knight = Em {$square} está um cavalo seu. Escolha uma casa vazia, ou capture um cavalo do adversário.
not-a-knights-move = Um cavalo não pode ir de {$from} para {$to}. Avança duas casas a direito e depois uma para o lado.

classic-random = faz uma jogada legal ao acaso
classic-greedy = ganha se puder, e junta cavalos à volta do centro

# A lição.

lesson-title = Jeson Mor: nove cavalos
lesson-welcome = Joga com as Brancas. Os seus cavalos são os nove cavalos que dão o nome ao jogo. Cada tarefa pede uma jogada, e pode tentar as vezes que quiser.
lesson-move = Um cavalo avança duas casas a direito e depois uma para o lado. Salta por cima do que estiver pelo meio. Mova o cavalo de e1 para d3 ou f3, por cima do seu cavalo em e2.
lesson-move-done = O seu cavalo saltou por cima do vizinho. Só os cavalos sabem fazer isso.
lesson-move-other = Essa jogada também é legal, mas desta vez mova o cavalo de e1: duas casas para cima e depois uma para a esquerda (d3) ou para a direita (f3).
lesson-capture = Um cavalo captura ao parar na casa de um cavalo do adversário. O cavalo capturado sai do tabuleiro. Capture o cavalo preto em d5 com o seu cavalo de c3.
lesson-capture-done = Capturou o cavalo preto, e o seu cavalo está agora em d5.
lesson-capture-other = Essa jogada não captura nada. A partir de c3, avance duas casas para cima e uma para a direita, até d5.
lesson-reach = A casa marcada, e5, é o centro, e todo o jogo gira à volta dela. Nenhum cavalo preto está suficientemente perto para o capturar lá: mova o seu cavalo de d3 para e5.
lesson-reach-done = O seu cavalo está no centro, e as Pretas não o puderam capturar. Mas ainda não ganhou.
lesson-reach-other = Essa jogada não acaba no centro. A partir de d3, avance duas casas para cima e uma para a direita, até e5.
lesson-leave = O seu cavalo ficou em e5 durante a jogada das Pretas. Agora saia do centro, para qualquer casa, e ganha.
lesson-leave-done = Ganhou! O seu cavalo chegou ao centro, resistiu à jogada das Pretas e voltou a sair.
lesson-leave-other = Pode mover outro cavalo, mas isso dá mais tempo às Pretas. Mova o cavalo de e5: ganha de imediato.
lesson-caught = Um cavalo no centro pode ser capturado. O cavalo preto de e5 vai sair e ganhar na próxima jogada: capture-o já com o seu cavalo de f3.
lesson-caught-done = As Pretas entraram cedo demais. Agora o seu cavalo está em e5, e nenhum cavalo preto o pode capturar.
lesson-caught-other = Depois dessa jogada, as Pretas saem de e5 e ganham. Só o seu cavalo de f3 pode capturar em e5.
lesson-count = Antes de entrar no centro, conte os cavalos que estão a um salto dele. Você tem dois, em d3 e f3. As Pretas têm um, em d7. Dois contra um: vá para e5 com qualquer dos seus.
lesson-count-done = As Pretas capturaram em e5, mas o seu segundo cavalo pode capturar de volta, e nenhum cavalo preto pode responder. Com mais um atacante do que as Pretas, o centro é seu.
lesson-count-other = Neste momento tem mais atacantes do que as Pretas, por isso não espere. Vá para e5 a partir de d3 ou f3.
lesson-guard = Agora são as Pretas que estão à frente: os cavalos em d7 e f7 atacam e5, e você só tem o de d3. Traga um segundo cavalo para uma casa a um salto do centro, antes que as Pretas entrem.
lesson-guard-done = Dois contra dois: se as Pretas entrarem agora, a última captura é sua, e o centro também.
lesson-guard-other = Continua com atacantes a menos, e as Pretas ganham o centro. Mova o cavalo de e1 para f3.
lesson-last = Há uma segunda maneira de ganhar: capturar o último cavalo do adversário. As Pretas só têm o cavalo de d7: capture-o.
lesson-last-done = As Pretas ficaram sem cavalos: ganhou sem passar pelo centro.
lesson-last-other = As Pretas ainda têm um cavalo. O seu cavalo de c5 pode capturá-lo em d7.
lesson-zugzwang = Você e as Pretas têm dois atacantes cada. O primeiro a ir para e5 perde, e também perde quem afastar um atacante. Mas você tem um cavalo livre em a1, e as Pretas não têm nenhum. Espere: mova o cavalo de a1.
lesson-zugzwang-done = As Pretas tiveram de jogar e abandonaram d7. A isto chama-se zugzwang. Agora são dois contra um, e pode entrar e ganhar.
lesson-zugzwang-other = Isso estraga o seu dois contra dois, e as Pretas ganham o centro. Deixe os cavalos de d3 e f3 onde estão e mova o de a1.
lesson-win = Agora ganhe a partida numa só jogada. Pode ganhar das duas maneiras: repare no seu cavalo em e5 e no último cavalo preto, em b7.
lesson-win-done = Ganhou! Numa partida a sério, procure as duas maneiras antes de cada jogada.
lesson-win-other = Essa jogada ainda não ganha. Saia do centro com o cavalo de e5, ou capture o último cavalo preto com o de c5.
lesson-end = Já sabe mover, capturar, contar atacantes, esperar pelo momento certo e ganhar das duas maneiras. Agora jogue uma partida contra o nível 1.
