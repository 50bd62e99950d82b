# Textos da linha de comandos, dos menus e dos ecrãs. As cores dos jogadores são sempre femininas e plurais (Brancas,
# Amarelas), como no xadrez, e por isso as frases podem dizer `as {$player}`.

to-move = a jogar
stack-height = = anéis na pilha

uci-connection-lost = A ligação UCI foi interrompida: {$why}.
too-few-players = Um encontro precisa de --first e --second. Um torneio precisa de pelo menos dois jogadores depois de --players.
player-twice = {$player} aparece duas vezes. Indique cada jogador uma só vez.
bad-plies = "{$plies}" não é um número válido de meios-lances de abertura. Use 0 a 100, como em random:4.
openings-unreadable = Não foi possível ler as aberturas {$file}: {$why}. Use um ficheiro ou random:LANCES.
other-puzzle-search = "{$file}" é de outra procura. Grave noutro ficheiro, ou use o mesmo jogo, regras, número de jogadas e semente.

no-game-or-file = "{$text}" não é um jogo nem um ficheiro. Os jogos são {$games}.
file-unreadable = Não foi possível ler {$file}: {$why}.
file-not-text = {$file} não é um ficheiro de texto, por isso não pode conter registos de partidas.
file-unwritable = Não foi possível escrever {$file}: {$why}.
bad-address = "{$address}" não é um endereço válido. Use ANFITRIÃO:PORTA, como em 127.0.0.1:8080.
not-served = Não foi possível iniciar o servidor em {$address}: {$why}.
store-unusable = O servidor não pode usar os seus dados: {$why}.
bus-unusable = O servidor não pode usar o barramento: {$why}.
server-settings = Não foi possível usar as definições: {$why}.
bad-set = "--set {$text}" não é válido. Use NOME=VALOR, como em grace=2m.
server-store = Não foi possível aceder aos dados do servidor: {$why}.
backup-written = Cópia de segurança gravada em {$file}.
account-closed = A conta {$name} foi encerrada.
copy-progress =
    {$done} de {$all ->
        [one] 1 linha
       *[other] {$all} linhas
    }, faltam {$left}
copied =
    Copiou-se {$games ->
        [one] 1 partida
       *[other] {$games} partidas
    } e {$players ->
        [one] 1 jogador
       *[other] {$players} jogadores
    }. A cópia foi comparada com a origem.
serve-at = O Sanban está a funcionar em {$address}
serve-end = Prima Ctrl-C para parar.
site-written = A página foi escrita em {$folder}.
output-failed = Não foi possível escrever a saída: {$why}.
no-randomness = O sistema não consegue gerar números aleatórios: {$why}.
game-of-file = A partida {$number} de {$file} não é válida: {$because}
no-game-number =
    Não há nenhuma partida {$number} em {$file}, que só tem {$count ->
        [one] 1 partida
       *[other] {$count} partidas
    }.
only-for-position = {$option} só funciona com um jogo, e não com um registo como {$file}.
only-for-record = {$option} só funciona com um ficheiro de registos, e não com um jogo como {$game}.

# Trabalhadores.

no-bus = Não é possível usar o bus {$bus}: {$why}.
no-runtime = O sistema não consegue fornecer fios de execução ou sinais: {$why}.
no-workers = Não há nenhum trabalhador ligado ao bus. Inicie um com sanban worker --bus.
other-engines = Os trabalhadores têm outra versão da pesquisa. Atualize-os, ou atualize este programa.
unequal-speeds = Jogadores que pensam por tempo precisam de trabalhadores da mesma velocidade, mas as deles são {$speeds} nós por segundo. Limite os jogadores por nós, ou pare os trabalhadores lentos.
job-failed = Um trabalhador não consegue jogar as partidas: {$why}
worker-connected =
    Ligado. Executa até {$threads ->
        [one] 1 tarefa
       *[other] {$threads} tarefas
    } ao mesmo tempo, a {$speed} nós por segundo. Prima Ctrl-C para parar.
worker-disconnected = A ligação ao bus perdeu-se. A tentar ligar de novo.
worker-connected-again = Ligado de novo.
worker-draining =
    A parar. {$jobs ->
        [0] Nenhuma tarefa em execução.
        [one] A devolver 1 tarefa.
       *[other] A devolver {$jobs} tarefas.
    }
worker-unknown-task = este trabalhador não conhece tarefas do tipo "{$kind}"
match-workers-gone = Já não há nenhum trabalhador ligado. À espera de um; Ctrl-C termina com os resultados até agora.
match-workers-back = Há de novo um trabalhador ligado.

# Uma linha de comandos que não se consegue ler. Os argumentos escrevem-se como na ajuda: <JOGO>, --seed <N>.

line-command = Comando desconhecido: "{$command}". Use sanban --help para ver os comandos.
line-command-near = Comando desconhecido: "{$command}". Queria dizer {$near}?
line-no-command = Falta um comando. Use {$commands}.
line-option = Opção desconhecida: "{$option}". Use --help para ver as opções.
line-option-near = Opção desconhecida: "{$option}". Queria dizer {$near}?
line-word = Argumento inesperado: "{$word}". Use --help para ver o que é possível.
line-missing = Em falta: {$arguments}. Utilização: {$usage}.
line-twice = {$argument} só se pode usar uma vez.
line-conflict = {$argument} não se pode usar com {$others}.
no-such-colour = {$game} não tem {$option}. Use {$options}, ou --first e --second.
line-value = {$argument} não pode ser "{$value}". Use {$expected}.
line-value-of = {$argument} não pode ser "{$value}". Escolha entre {$values}.
line-no-value = {$argument} precisa de um valor.
line-no-value-of = {$argument} precisa de um valor. Escolha entre {$values}.
line-value-too-many = {$argument} não aceita o valor "{$value}". Use --help para ver como se escreve.
line-values-too-few =
    {$argument} precisa de pelo menos {$least ->
        [one] 1 valor
       *[other] {$least} valores
    }, mas tem {$count}.
line-values-count =
    {$argument} precisa de {$expected ->
        [one] 1 valor
       *[other] {$expected} valores
    }, mas tem {$count}.
line-equals = {$argument} precisa de um sinal de igual antes do valor.
line-not-text = Um argumento não é texto UTF-8 válido.
line-unclear = O Sanban não consegue ler a linha de comandos. Use --help para ver o que é possível.
expected-number = um número inteiro de {$from} a {$to}
expected-number-from = um número inteiro a partir de {$from}
expected-number-any = um número inteiro que não seja negativo nem demasiado grande
expected-duration = uma duração como 100ms, 20s ou 5m
expected-turns = um número de jogadas de 1 a {$to}, ou um intervalo como 2-4
expected-sprt = duas diferenças de Elo, primeiro a menor, como 0,10
expected-other = um valor descrito em --help

# A lista dos jogos.

games-players = jogadores:
games-options = opções:
games-presets = predefinições:
games-classics = clássicos:
games-evaluations = avaliações:
games-network = com as regras oficiais, e aí por omissão
games-option = {$meaning} (por omissão {$default})
games-default = por omissão

# Encontros, torneios, ajuste e problemas. As tabelas têm as colunas numa só linha, separadas por barras.

match-stronger = pelo menos {$elo} Elo mais forte
match-no-stronger = no máximo {$elo} Elo mais forte
match-undecided = por decidir
match-columns = jogador|elo|pontos
ladder-columns = jogador|contra|resultado|percentagem
ladder-ranking = jogador|Elo
tuning-positions = posições: {$count}
tuning-loss = perda: {$before} antes, {$after} depois
perft-progress =
    {$done} de {$all ->
        [one] 1 primeira jogada contada
       *[other] {$all} primeiras jogadas contadas
    }
game-forfeited = A partida {$number} foi perdida por desclassificação. {$why}
puzzles-found =
    {$count} de {$target ->
        [one] 1 problema encontrado
       *[other] {$target} problemas encontrados
    } em {$games ->
        [one] 1 partida
       *[other] {$games} partidas
    }
puzzles-games =
    {$count ->
        [one] 1 partida
       *[other] {$count} partidas
    }
puzzles-turns = ganhar em {$turns}: {$count}
selfplay-complete =
    O ficheiro tem {$count ->
        [one] 1 posição
       *[other] {$count} posições
    }.
selfplay-incomplete =
    O ficheiro tem {$count} de {$target ->
        [one] 1 posição
       *[other] {$target} posições
    }. Execute o comando outra vez para continuar.
tuning-incomplete =
    {$count} de {$target ->
        [one] 1 posição recolhida
       *[other] {$target} posições recolhidas
    }. Execute o comando outra vez para continuar.
progress-games =
    {$done} de {$all ->
        [one] 1 partida
       *[other] {$all} partidas
    }, {$message} (faltam {$left})
progress-moves =
    {$done} de {$all ->
        [one] 1 jogada
       *[other] {$all} jogadas
    }, {$message} (faltam {$left})
progress-positions =
    {$done} de {$all ->
        [one] 1 posição
       *[other] {$all} posições
    } (faltam {$left})
progress-puzzles =
    {$done} de {$all ->
        [one] 1 problema
       *[other] {$all} problemas
    }, {$message} (faltam {$left})
progress-rounds =
    {$done} de {$all ->
        [one] 1 ronda
       *[other] {$all} rondas
    } (faltam {$left})

# Análise. Nas frases sobre uma jogada, as pontuações são as do jogador que a fez. Uma pontuação como +0.35 e um número de
# jogadas também são argumentos.

analysis-position = {$game}: jogam as {$player}
analysis-forced = forçada: a única jogada legal
analysis-depth = prof. {$depth}
analysis-footer = {$nodes} nós em {$seconds} s, {$speed} nós/s
analysis-stop-hint = prima Ctrl-C para parar
analysis-game-of = partida {$number} de {$count}
analysis-columns = n.º|jogador|jogada|avaliação para as {$player}|nota|melhor seria
analysis-no-moves = O registo não tem jogadas.
analysis-interrupted =
    Análise interrompida: {$rated} de {$moves ->
        [one] 1 jogada avaliada
       *[other] {$moves} jogadas avaliadas
    }, a partir do fim.
analysis-turning-points = pontos de viragem:
analysis-no-turning-points = pontos de viragem: nenhum
analysis-accuracy = precisão: {$accuracies}
analysis-accuracy-of = {$player} {$percent} %
analysis-curve = curva da avaliação (quanto mais alta, melhor para as {$player}):
analysis-curve-digits = curva da avaliação (pontuação esperada das {$player} em décimos, de 0 a 9):
analysis-moves = jogadas
analysis-even = igualdade

# Ao lado do eixo da curva só há espaço para uma palavra.

analysis-wins-all = {$player}

# Jogar no terminal. Os nomes dos comandos são os mesmos em todas as línguas.

no-game = Escolha um jogo: {$games}.
no-data-folder = Não há nenhuma pasta para as partidas guardadas. Indique uma na variável SANBAN_DATA.
crashed = O Sanban falhou; o erro está acima. A sua partida está guardada.
file-exists = {$file} já tem outra coisa. Escolha outro nome.
program-in-file = Este ficheiro quer executar o programa "{$program}". Para o permitir, indique o programa com --first ou --second.
evaluation-in-file = Este ficheiro quer ler a avaliação "{$file}". Para o permitir, indique o jogador com --first ou --second.
no-saved-games = Ainda não tem partidas guardadas.
no-such-saved-game = Não há nenhuma partida guardada "{$id}". As últimas são {$some}.
saved-turns =
    {$count ->
        [one] 1 jogada até agora
       *[other] {$count} jogadas até agora
    }
play-between = {$first} contra {$second}
play-toss =
    {$reader ->
        [first] Moeda ao ar: começa a jogar, com as {$player}.
       *[other] Moeda ao ar: começa {$name}, com as {$player}.
    }
play-instructions = Escreva uma jogada, help ou quit.
play-prompt-over = fim da partida
play-plays = {$name}: {$move}
play-over = E agora? Escreva rematch (desforra com os lados trocados), review (rever) ou quit (sair).
play-over-next = E agora? Escreva rematch (desforra com os lados trocados), next ({$level}), review (rever) ou quit (sair).
play-not-over = A partida ainda não acabou.
play-no-next-level = Não há um nível seguinte. Escreva rematch para jogar outra vez.
play-no-hints = Não há sugestões em partidas entre duas pessoas.
play-hint-more = Escreva hint outra vez para ver mais.
play-continue-with = Pode continuar com: {$next}
play-can-end = Enter termina a jogada.
play-can-pass = Enter passa a vez.
play-losing = Estas casas perdem de imediato: {$squares}.
play-can-swap = Agora pode trocar de lado: escreva change. Para ficar com o seu lado, escreva uma jogada.
play-sides-swapped = Os lados foram trocados.
play-not-complete = A jogada ainda não está completa. Escolha a próxima casa.
play-empty = Escreva uma jogada ou help.
unknown-command = "{$word}" não é uma jogada nem um comando. Escreva help para ver os comandos.
play-no-argument = Escreva só {$command}, sem mais nada.
play-nothing-to-undo = Não há nada para desfazer.
play-nothing-to-redo = Não há nada para refazer.
play-nothing-to-take-back = Ainda não deu nenhum passo nesta jogada.
play-over-already = A partida acabou. Pode desfazer a última jogada.
play-save-needs-name = Acrescente o nome de um ficheiro, como em save partida.txt.
play-saved = Partida gravada em {$file}.
game-saved = Partida guardada. Para continuar: sanban play --resume {$id}
game-saved-finished = Partida guardada como {$id}.
game-not-saved = {$why} Pode continuar a jogar, mas esta partida não fica guardada.
game-saved-separately = {$id} foi continuada noutro lado, por isso esta partida fica guardada à parte.
play-help = Escreva uma jogada, inteira ou passo a passo. Comandos:
play-help-help = mostrar os comandos
play-help-moves = mostrar as jogadas legais, ou como a jogada pode continuar
play-help-hint = pedir uma sugestão por etapas: que peça, que jogada, porquê
play-help-undo = desfazer a sua última jogada
play-help-redo = refazer uma jogada desfeita
play-help-back = desfazer o último passo desta jogada
play-help-done = acabar uma jogada que podia continuar
play-help-save = gravar a partida num ficheiro
play-help-position = mostrar a posição em texto
play-help-rules = mostrar as regras
play-help-board = mostrar o tabuleiro outra vez
play-help-resign = desistir da partida
play-help-rematch = depois da partida: jogar outra vez com os lados trocados
play-help-next = depois da partida: jogar contra o nível seguinte
play-help-review = depois da partida: revê-la jogada a jogada
play-help-quit = sair; a partida fica guardada

# O ecrã.

screen-too-small = A janela tem {$columns}x{$lines}, mas o Sanban precisa de pelo menos {$least-columns}x{$least-lines}. Aumente-a, ou prima Ctrl-C e use --plain.
screen-next-step = {$entered} ... {$next} Esc: recuar
screen-thinking = {$name} está a pensar, {$seconds} s
screen-searching-hint = À procura de uma sugestão, {$seconds} s
screen-moves-next = {$name} joga a seguir.
screen-paused = Em pausa. Espaço: continuar, N: uma jogada
screen-not-your-turn = Não é a sua vez. Espaço faz o computador jogar já.
screen-instructions = Escolha uma casa com as setas e Enter, clique nela, ou escreva uma jogada.
screen-no-step = Ainda não deu nenhum passo nesta jogada. U: desfazer uma jogada, Q: sair
screen-no-such-key = Essa tecla não faz nada aqui. Prima ? para ver a ajuda.
screen-evaluation = {$player}: {$score}
screen-delay = pausa entre jogadas: {$seconds} s
screen-delay-paused = em pausa; pausa entre jogadas: {$seconds} s
screen-rules-of = Regras de {$game}
screen-page-scroll-keys = Setas, Espaço: deslocar. Outra tecla: fechar
screen-page-close-keys = Prima qualquer tecla para fechar.
screen-resign = Desistir? (s/N)
screen-resign-as = {$name}: desistir da partida? (s/N)
screen-pie-title = Trocar de lado?
screen-pie = Pode agora trocar de lado e continuar com a outra cor. Trocar? (s/n)
screen-save = Gravar em que ficheiro? Enter: gravar, Esc: cancelar
screen-save-needs-name = O ficheiro precisa de um nome.
screen-help-title = Teclas
screen-help = Uma jogada faz-se passo a passo: escolha casas marcadas até a jogada estar completa. As teclas dos comandos mostram-se em maiúsculas. As minúsculas também servem, exceto se forem uma coluna do tabuleiro.
screen-help-move = mover o cursor; Tab salta para a próxima casa marcada
screen-help-enter = escolher a casa, ou acabar uma jogada que já pode acabar
screen-help-escape = desfazer um passo desta jogada
screen-help-type = escrever uma jogada, inteira ou por passos, e premir Enter
screen-help-undo = desfazer ou refazer a sua última jogada
screen-help-hint = sugestão por etapas: que peça, que jogada, porquê
screen-help-evaluation = mostrar ou esconder a avaliação
screen-help-flip = virar o tabuleiro
screen-help-pieces = mostrar menos ou mais peças de cada pilha
screen-help-save = gravar a partida num ficheiro
screen-help-over = depois da partida: desforra com os lados trocados, nível seguinte, rever
screen-help-resign = desistir
screen-help-rules = mostrar as regras
screen-help-space = o computador joga já; pausa numa partida de computadores
screen-help-step = uma jogada numa partida de computadores
screen-help-delay = pausas mais longas ou mais curtas entre computadores
screen-help-quit = sair; a partida fica guardada
screen-help-signs = No tabuleiro, [ ] é o cursor, e um ponto ou parêntesis mostram o que pode escolher. ( ) mostra o que já escolheu, ! ! a sugestão do motor, e pontos pequenos a última jogada. O rato também serve: clique em casas, na reserva na linha de um jogador, e nestas teclas.
screen-key-help = ajuda
screen-key-space = Espaço
screen-key-quit = sair
screen-key-rematch = desforra
screen-key-next-level = nível seguinte
screen-key-review = rever
screen-hint-more = T: mais
screen-your-turn = É a sua vez.
screen-key-undo = desfazer
screen-key-redo = refazer
screen-key-hint = sugestão
screen-key-evaluation = avaliação
screen-key-flip = virar
screen-key-rules = regras
screen-key-save = gravar
screen-key-resign = desistir
screen-key-pause = pausa
screen-key-step = uma jogada
screen-key-slower = mais lento
screen-key-faster = mais rápido
screen-key-move-now = jogar já

# Partidas registadas no ecrã.

replay-start = Início
replay-jump = Prima Enter para ir para a jogada {$number}
replay-no-such-move = Não há nenhuma jogada {$number}. A última é a {$most}.
replay-help-step = jogada anterior, jogada seguinte
replay-help-ends = ir para o início, ir para o fim
replay-help-ten = dez jogadas para trás, dez para a frente
replay-help-play = iniciar ou parar a reprodução das jogadas
replay-help-delay = mais lento, mais rápido
replay-help-jump = ir para uma jogada pelo número
replay-help-curve = mostrar ou esconder a curva da avaliação; alta é boa para o primeiro jogador
replay-help-flip = virar o tabuleiro
replay-help-pieces = mostrar menos ou mais peças de cada pilha
replay-help-quit = sair
replay-key-help = ajuda
replay-key-quit = sair
replay-key-back = atrás
replay-key-next = seguinte
replay-key-play = reproduzir
replay-key-stop = parar
replay-key-curve = curva
replay-key-flip = virar

# Lições.

learn-commands = Escreva uma jogada, inteira ou passo a passo. Comandos: hint, again, back, skip, help, quit.
learn-instructions = Escolha casas marcadas com o rato, ou com as setas e Enter, ou escreva uma jogada. T: solução, Q: sair
learn-task = Tarefa {$number} de {$count}
learn-entered = Até agora: {$entered}
learn-next = Muito bem. Prima Enter para continuar.
learn-hint = Uma solução é {$move}.
learn-move-first = Faça primeiro uma jogada. Escreva hint para ver uma.
learn-move-first-keys = Faça primeiro uma jogada. Prima T para ver uma.
learn-solved-already = Já resolveu esta tarefa. Prima Enter para continuar, ou escreva again para a repetir.
learn-goodbye = Até à próxima.
learn-key-next = escolher, seguinte
learn-key-hint = sugestão
learn-key-back = atrás
learn-key-skip = saltar
learn-key-previous = anterior
learn-key-rules = regras
learn-key-quit = sair

# Os menus.

menu-title = jogos de tabuleiro pequenos e profundos
menu-question = A que jogo quer jogar?
menu-goodbye = Até à próxima.
menu-resume = Continuar
menu-saved = Partidas guardadas
menu-saved-count =
    {$count ->
        [one] 1 partida
       *[other] {$count} partidas
    }
menu-saved-question = Que partida quer abrir?
menu-learn = Aprender
menu-learn-description = fazer uma lição, ou ler as regras
menu-learn-question = O que quer aprender?
menu-lesson-description = uma lição com {$count} tarefas curtas
menu-rules-description = completas, com exemplos desenhados
menu-quit = Sair
menu-quit-description = as suas partidas ficam guardadas
menu-intro = Primeira vez neste jogo? Escolha como quer começar.
menu-intro-lesson = Fazer uma lição
menu-intro-lesson-description = {$count} tarefas curtas, alguns minutos
menu-intro-rules = Ler as regras
menu-intro-rules-description = com exemplos desenhados
menu-intro-play = Jogar já
menu-intro-play-description = o ecrã mostra o que pode fazer
menu-instructions = Prima Enter para começar, ou escolha uma linha para a mudar.
menu-start = Começar a partida
menu-mode = Jogadores
menu-mode-question = Quem joga?
menu-mode-computer = contra o computador
menu-mode-computer-description = do nível de principiante ao muito forte
menu-mode-people = duas pessoas
menu-mode-people-description = neste teclado
menu-mode-computers = o computador contra si próprio
menu-mode-computers-description = para assistir
menu-strength = Força
menu-strength-question = Que força deve ter o computador?
menu-first-move = Quem começa
menu-first-move-question = Quem faz a primeira jogada?
menu-coin-toss = moeda ao ar
menu-coin-toss-description = o Sanban deita uma moeda ao ar e mostra o resultado
menu-name = Nome
menu-name-question = Como se chama o jogador? Pode ficar sem nome.
menu-name-too-long = Um nome pode ter no máximo 30 caracteres.
menu-you = Jogador
menu-rules = Regras
menu-rules-question = Escolha uma predefinição, ou uma opção para a mudar.
menu-size = Tamanho do tabuleiro
menu-size-question = Quantas casas de cada lado?
menu-option-question = Escolha um valor.
menu-default = predefinição
menu-pie = Regra da troca
menu-pie-question = O segundo jogador pode trocar de lado depois da primeira jogada?
menu-pie-off = não
menu-pie-off-description = cada um fica com o seu lado
menu-pie-on = sim
menu-pie-on-description = torna justa a primeira jogada
menu-clock = Ritmo de jogo
menu-clock-question = Quanto tempo tem cada jogador, e quanto se acrescenta por jogada? Por exemplo 5m+3s, ou nenhum.
menu-clock-none = nenhum
menu-not-offered = "{$text}" não é uma das hipóteses. Escreva um número de 1 a {$count}, ou o começo de um nome.
menu-back = voltar
menu-key-choose = escolher
menu-key-back = voltar
menu-key-quit = sair
menu-key-move = mover
menu-key-number = número

# Saved games, tosses and keys of the menus.

colour-begins = Em {$game}, não se sorteia a cor que começa. Omita --toss-colour.
play-toss-colour = Moeda ao ar: a cor que começa é {$player}.
saved-bad-name = Use letras, algarismos, - e _ no nome.
saved-name-taken = Já há uma partida guardada "{$id}".
menu-game-question = Que jogo?
menu-replay = Rever
menu-replay-description = percorrer as jogadas
menu-resume-description = continuar onde ficou
menu-analyse = Analisar
menu-analyse-description = as jogadas com as avaliações do motor
menu-rename = Mudar o nome
menu-rename-description = dar outro nome à partida
menu-rename-question = Como se deve chamar a partida?
menu-delete = Apagar
menu-delete-description = não se pode desfazer
menu-delete-question = Apagar {$id}? Não se pode desfazer.
menu-delete-no = Manter
menu-delete-yes = Apagar
menu-wins = {$won} de {$played} ganhas
menu-first-colour = Cor que começa
menu-first-colour-question = Que cor começa?
menu-key-help = ajuda
menu-help-move = mover
menu-help-choose = escolher
menu-help-number = escolher pelo número
menu-help-back = voltar
menu-help-exit = sair
learn-key-help = ajuda

# Problemas.

puzzle-title = Problemas de {$game}
puzzle-welcome = Encontre a vitória. O Sanban joga a melhor defesa e desfaz as jogadas que não ganham a tempo.
puzzle-end = Este era o último problema.
puzzle-heading = Problema {$number} de {$count}, dificuldade {$grade} de {$most}
puzzle-goal =
    {$turns ->
        [one] Jogam as {$player}: ganhar nesta jogada.
       *[other] Jogam as {$player}: ganhar em {$turns} jogadas.
    }
puzzle-solved = Resolvido.
puzzle-wrong = {$move} não é a solução.
puzzle-slow = {$move} não ganha a tempo.
menu-puzzles = Problemas
menu-puzzles-description = encontrar a vitória
menu-puzzles-solved = {$solved} de {$count} resolvidos
