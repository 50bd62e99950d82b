summary = Três peões de cada lado em nove casas: seja o primeiro a levar um peão ao outro lado, ou deixe o adversário sem jogadas.
shape-P = peão
shapes-P = peões
reason-reached-the-last-row = chegada à última linha
ending-reached-the-last-row =
    {$reader ->
        [winner] O seu peão chegou à última linha.
       *[other] O peão das {$winner} chegou à última linha.
    }
goal = Leve um peão à última linha, ou deixe o adversário sem jogadas legais.

prompt-pick = Escolha um dos seus peões para mover.
prompt-target = Escolha para onde vai o peão.

too-many-pawns = as {$player} têm {$count} peões, mas podem ter no máximo 3
no-pawn = Não tem nenhum peão em {$square}. Escolha um dos seus peões.
pawn-stuck = O peão em {$square} não pode avançar nem capturar. Escolha outro peão.
not-a-pawn-move = Um peão não pode ir de {$from} para {$to}. Avança em frente e captura na diagonal, sempre para a frente.

# A lição.

lesson-title = Hexapawn: três peões de cada lado
lesson-welcome = Joga com as Brancas. Os seus peões avançam para cima. Algumas tarefas curtas mostram-lhe tudo o que precisa de saber.
lesson-step = Um peão avança uma casa em frente, se essa casa estiver vazia. Mova um dos seus peões.
lesson-step-done = O seu peão avançou. Os peões nunca voltam para trás.
lesson-step-other = Avance uma casa com qualquer peão.
lesson-capture = Um peão captura na diagonal, para a frente. Capture o peão preto em b2.
lesson-capture-done = Capturou o peão preto, e o seu peão ficou no lugar dele.
lesson-capture-other = Essa jogada não captura nada. Capture o peão de b2 a partir de a1 ou de c1.
lesson-win = Ganha ao chegar à última linha. Mova o seu peão de a2 para a3.
lesson-win-done = O seu peão chegou à última linha: ganhou!
lesson-win-other = Ao peão de a2 falta só um passo. Mova-o para a3.
lesson-end = Já sabe como os peões avançam, capturam e ganham. Agora jogue uma partida contra o nível 1.
