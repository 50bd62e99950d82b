summary = Três peões de cada lado em nove casas: ganha quem primeiro levar um ao outro lado ou deixar o adversário sem jogadas.
shape-P = peão
reason-reached-the-last-row = chegada à última linha

too-many-pawns = as {$player} têm {$count} peões, e podem ter no máximo 3
no-pawn = Não há nenhum peão seu em {$square}.
pawn-stuck = O peão em {$square} não pode avançar nem capturar.
not-a-pawn-move = Um peão não pode ir de {$from} para {$to}: avança a direito e captura na diagonal, sempre para a frente.

# The lesson.

lesson-title = Hexapawn: três peões de cada lado
lesson-welcome = Joga-se com as Brancas, cujos peões sobem pelo tabuleiro. Três pequenas tarefas mostram tudo o que há para saber.
lesson-step = Um peão avança a direito para uma casa vazia. Mova qualquer um dos seus.
lesson-step-done = O peão avançou; os peões nunca voltam para trás.
lesson-step-other = Avance uma casa com qualquer peão.
lesson-capture = Um peão captura na diagonal, para a frente. Capture o peão preto em b2.
lesson-capture-done = O peão preto desapareceu, e o seu está no lugar dele.
lesson-capture-other = Essa jogada não captura nada: capture o peão de b2 a partir de a1 ou de c1.
lesson-win = Ganha quem chega à última linha. Mova o peão de a2 para a3.
lesson-win-done = O peão chegou ao outro lado: a partida está ganha.
lesson-win-other = Ao peão de a2 falta mais um passo, até a3.
lesson-end = Agora sabe como os peões avançam, capturam e ganham. Jogue a seguir uma partida contra o nível 1.
