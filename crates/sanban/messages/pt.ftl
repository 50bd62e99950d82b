# Frases comuns a todos os jogos. `{name}` é um argumento. As razões contra uma posição são orações, unidas por ponto e
# vírgula dentro da frase `position`. As cores dos jogadores são sempre femininas e plurais (Brancas, Amarelas), como no
# xadrez, e por isso as frases podem dizer `as {player}`.

to-move = a jogar
height = = anéis nessa pilha

uci-broken-off = A conversa foi interrompida: {$why}.
too-few-players = Um encontro precisa de --first e --second, e um torneio de pelo menos dois jogadores depois de --players.
player-twice = O jogador {$player} foi indicado duas vezes.
bad-plies = As aberturas têm "{$plies}" meios-lances; é um número até 100, como em random:4.
openings-unreadable = Não foi possível ler as aberturas {$file} ({$why}); é preciso um ficheiro ou random:LANCES.
not-of-puzzles = "{$file}" tem outras coisas que não os problemas deste comando; é preciso gravar noutro ficheiro, ou continuar com o mesmo jogo, as mesmas regras, o mesmo número de jogadas e a mesma semente.

no-game-or-file = "{$text}" não é um jogo nem um ficheiro; os jogos são {$games}.
file-unreadable = Não foi possível ler o ficheiro {$file}: {$why}.
file-not-text = O ficheiro {$file} não é texto, por isso não pode conter o registo de uma partida.
file-unwritable = Não foi possível escrever o ficheiro {$file}: {$why}.
bad-address = O endereço não pode ser "{$address}"; é um anfitrião e uma porta, como em 127.0.0.1:8080.
not-served = A página não pode ser servida em {$address}: {$why}.
server-settings = As definições não se conseguem ler: {$why}.
bad-set = --set "{$text}" não se consegue ler; é NOME=VALOR, como em grace=2m.
server-store = O que o servidor guarda não se consegue ler ou escrever: {$why}.
backup-written = Está tudo copiado para {$file}.
serve-at = O Sanban está em {$address}
serve-end = Ctrl-C termina.
site-written = A página está escrita em {$folder}.
output-failed = Não foi possível escrever a saída: {$why}.
no-chance = O sistema não deu nenhum número aleatório: {$why}.
game-of-file = A partida {$number} de {$file} foi recusada: {$because}
no-game-number = Não há partida {$number} em {$file}, que só tem {$count}.
only-for-position = Com um registo como {$file} não se pode usar {$option}: o registo diz o que foi jogado.
only-for-record = Com {$option} usa-se um ficheiro com um registo, e não um jogo como {$game}.

# Uma linha de comandos que não se consegue ler. Os argumentos escrevem-se como na ajuda: <JOGO>, --seed <N>.

line-command = Não existe o comando "{$command}"; sanban --help mostra os comandos que há.
line-command-near = Não existe o comando "{$command}"; talvez devesse ser {$near}.
line-no-command = Falta um comando; pode ser {$commands}.
line-option = Não existe aqui a opção "{$option}"; --help mostra as opções que há.
line-option-near = Não existe aqui a opção "{$option}"; talvez devesse ser {$near}.
line-word = Não se esperava mais nada, e há ainda "{$word}"; --help diz o que é possível.
line-missing = É preciso indicar {$arguments}, como em {$usage}.
line-twice = {$argument} só se pode indicar uma vez.
line-conflict = Não se pode indicar {$argument} ao mesmo tempo que {$others}.
no-such-colour = {$game} não tem {$option}; os jogadores são {$options}, ou --first e --second.
line-value = O valor de {$argument} não pode ser "{$value}"; tem de ser {$expected}.
line-value-of = O valor de {$argument} não pode ser "{$value}"; pode ser {$values}.
line-no-value = Falta o valor de {$argument}.
line-no-value-of = Falta o valor de {$argument}; pode ser {$values}.
line-value-too-many = O valor "{$value}" está a mais em {$argument}; --help diz como se escreve.
line-values-too-few = São precisos pelo menos {$least} valores em {$argument}, e há {$count}.
line-values-count = São precisos {$expected} valores em {$argument}, e há {$count}.
line-equals = Em {$argument} é preciso um sinal de igual antes do valor.
line-not-text = Uma palavra da linha de comandos não é texto.
line-unclear = Não é possível entender a linha de comandos; --help diz o que é possível.
expected-number = um número inteiro de {$from} a {$to}
expected-number-from = um número inteiro a partir de {$from}
expected-number-any = um número inteiro, nem negativo nem demasiado grande
expected-duration = uma duração como 100ms, 20s ou 5m
expected-turns = um número de jogadas de 1 a {$to}, ou um intervalo como 2-4
expected-sprt = dois números de Elo, primeiro o menor, como 0,10
expected-other = o que --help diz

# A lista dos jogos.

games-players = jogadores:
games-options = opções:
games-presets = predefinições:
games-classics = clássicos:
games-option = {$meaning} (por omissão {$default})
games-default = a que vale por omissão

# Encontros, torneios e ajuste. As tabelas têm as colunas numa só linha, separadas por barras.

match-stronger = pelo menos {$elo} Elo mais forte
match-no-stronger = no máximo {$elo} Elo mais forte
match-undecided = por decidir
match-columns = jogador|elo|pontos
ladder-columns = jogador|contra|resultado|percentagem
ladder-ranking = jogador|Elo
tuning-positions = posições: {$count}
tuning-loss = perda: {$before} antes, {$after} depois
perft-progress = {$done} de {$all} primeiras jogadas contadas
game-forfeited = A partida {$number} foi perdida por desclassificação. {$why}
puzzles-found = {$count} de {$wanted} problemas, de {$games} partidas
puzzles-games = {$count} partidas
puzzles-turns = ganhar em {$turns}: {$count}
tuning-goes-on = {$count} de {$wanted} posições reunidas; para continuar, basta executar de novo
progress-games = {$done} de {$all} partidas, {$message} (faltam {$left})
progress-moves = {$done} de {$all} jogadas, {$message} (faltam {$left})
progress-positions = {$done} de {$all} posições (faltam {$left})
progress-puzzles = {$done} de {$all} problemas, {$message} (faltam {$left})
progress-rounds = {$done} de {$all} rondas (faltam {$left})

# Análise. Nas frases sobre uma jogada, as pontuações são as do jogador que a fez. Uma pontuação como +0.35 e um número de
# jogadas também são argumentos.

analysis-position = {$game}: jogam as {$player}
analysis-forced = jogada forçada: não há outra
analysis-depth = prof. {$depth}
analysis-footer = {$nodes} nós em {$seconds} s, {$speed} nós/s
analysis-goes-on = Ctrl-C para terminar
analysis-game-of = partida {$number} de {$count}
analysis-between = {$first} ({$first-player}) contra {$second} ({$second-player})
analysis-columns = n.º|jogador|jogada|avaliação para as {$player}|nota|melhor seria
analysis-no-moves = O registo não tem jogadas.
analysis-broken-off = Análise interrompida, com {$rated} de {$moves} jogadas avaliadas, a partir do fim.
analysis-turning-points = pontos de viragem:
analysis-no-turning-points = pontos de viragem: nenhum
analysis-accuracy = precisão: {$accuracies}
analysis-accuracy-of = {$player} {$percent} %
analysis-curve = curva (quanto mais alta, melhor para as {$player}):
analysis-curve-digits = curva (0 a 9 décimos dos pontos para as {$player}):
analysis-moves = jogadas
analysis-even = igualdade

# Ao lado do eixo da curva só há espaço para uma palavra.

analysis-wins-all = {$player}

# Jogar no terminal. Os nomes dos comandos são os mesmos em todas as línguas.

no-game = É preciso dizer a que jogo se quer jogar: {$games}.
no-data-folder = Não há nenhuma pasta onde guardar partidas; a variável SANBAN_DATA pode indicar uma.
broken = Alguma coisa no programa avariou, como se diz acima; o que foi jogado ficou guardado.
file-exists = O ficheiro {$file} já tem outra coisa; escolha outro nome.
program-in-file = O ficheiro põe o programa "{$program}" a jogar; um programa só é iniciado se for indicado com --first ou --second.
nothing-kept = Ainda não há partidas guardadas.
not-kept = Não há nenhuma partida guardada "{$id}"; as últimas são {$some}.
saved-goes-on = jogadas até agora: {$count}
play-between = {$first} contra {$second}
play-toss = A moeda decidiu: começa {$name}, com as {$player}.
play-begin = Escreva uma jogada, help ou quit.
play-prompt-over = fim da partida
play-plays = {$name} joga {$move}
play-may-follow = Pode continuar com: {$next}
play-may-end = A jogada pode acabar aqui: prima Enter, ou continue-a.
play-may-change = Agora pode trocar de lado: escreva change, ou jogue para os deixar como estão.
play-sides-changed = Os lados foram trocados.
play-not-complete = A jogada ainda não está completa; moves diz como pode continuar.
play-empty = Escreva uma jogada, ou help.
unknown-command = "{$word}" não é uma jogada nem um comando; help mostra o que há.
play-no-argument = O comando {$command} escreve-se sozinho na linha.
play-nothing-to-undo = Não há nada para desfazer.
play-nothing-to-redo = Não há nada para refazer.
play-nothing-to-take-back = Ainda não foi feito nenhum passo desta jogada.
play-over-already = A partida já acabou; undo desfaz a última jogada.
play-save-where = A seguir a save vem o nome de um ficheiro, como em save partida.txt.
play-saved = A partida foi gravada em {$file}.
play-kept = A partida fica guardada como {$id}; continua-se com sanban play --resume {$id}.
play-kept-over = A partida fica guardada como {$id}.
play-kept-apart = Entretanto jogou-se {$id} noutro lado, por isso esta partida fica guardada à parte.
play-help = Escreva uma jogada, como as que moves mostra, inteira ou passo a passo. Comandos:
play-help-help = o que se pode escrever
play-help-moves = todas as jogadas legais, ou como pode continuar o que foi escrito
play-help-hint = o que o motor jogaria, e como vê a partida
play-help-undo = desfazer a sua última jogada
play-help-redo = refazer uma jogada desfeita
play-help-back = desfazer o último passo desta jogada
play-help-done = acabar uma jogada que podia continuar
play-help-save = gravar a partida num ficheiro
play-help-position = o texto da posição
play-help-rules = as regras do jogo
play-help-board = mostrar o tabuleiro outra vez
play-help-resign = desistir da partida
play-help-quit = sair; a partida fica guardada

# The screen.

screen-too-small = A janela tem {$columns} colunas e {$lines} linhas; o Sanban precisa de pelo menos {$least-columns} colunas e {$least-lines} linhas. Aumente-a, ou prima Ctrl-C e use --plain.
screen-your-turn = {$name}: escolha uma casa assinalada ou escreva uma jogada.
screen-your-turn-supply = {$name}: escolha um lugar para algo da reserva (@), ou uma casa assinalada.
screen-go-on = {$entered} ... escolha como continua; Esc retira um passo.
screen-may-end = {$entered} está completa: Enter termina a jogada, ou continue-a.
screen-must-pass = {$name} não pode mover: Enter passa.
screen-over = U anula uma jogada, Q sai.
screen-thinking = {$name} está a pensar, {$seconds} s
screen-looking = O motor procura uma jogada para {$name}, {$seconds} s
screen-resting = {$name} joga a seguir.
screen-paused = Em pausa: Espaço continua, N faz uma jogada.
screen-not-your-turn = Não é a sua vez; Espaço abrevia a reflexão.
screen-how = Escolha uma casa com as setas e Enter, clique nela, ou escreva uma jogada.
screen-esc = Ainda não há passos nesta jogada; U anula uma jogada inteira, Q sai.
screen-no-such-key = Essa tecla não faz nada aqui; ? mostra o que existe.
screen-evaluation = {$player}: {$score}
screen-pace = pausa entre jogadas: {$seconds} s
screen-pace-paused = parado; pausa entre jogadas: {$seconds} s
screen-rules-of = As regras de {$game}
screen-page-scrolls = As setas e Espaço deslocam o texto; outra tecla fecha.
screen-page-closes = Qualquer tecla fecha.
screen-resign = {$name} desiste da partida? s desiste, qualquer outra tecla não.
screen-pie-title = Trocar de lado?
screen-pie = {$name} pode agora trocar de lado e continuar com a outra cor. s troca, n deixa tudo como está.
screen-save = Em que ficheiro gravar a partida? Enter grava, Esc não.
screen-save-where = O ficheiro precisa de um nome.
screen-help-title = Teclas
screen-help = Uma jogada faz-se passo a passo: escolha o que está assinalado até a jogada estar feita. As letras dos comandos mostram-se em maiúsculas; as minúsculas fazem o mesmo, exceto se forem o nome de uma coluna do tabuleiro.
screen-help-move = apontar uma casa; Tab vai para a próxima assinalada
screen-help-enter = escolhê-la, ou terminar uma jogada que já pode terminar
screen-help-escape = retirar um passo desta jogada
screen-help-type = escrever uma jogada, inteira ou por passos, e premir Enter
screen-help-undo = anular a última jogada, refazê-la
screen-help-hint = sugestão: o que o motor jogaria, e porquê
screen-help-evaluation = mostrar ou esconder quem está melhor
screen-help-flip = ver o tabuleiro do outro lado
screen-help-pieces = desenhar menos ou mais peças de cada pilha
screen-help-save = gravar a partida num ficheiro
screen-help-resign = desistir da partida
screen-help-rules = as regras do jogo
screen-help-space = fazer o computador jogar já; parar uma partida de computadores
screen-help-step = uma jogada de uma partida de computadores
screen-help-pace = pausas mais longas ou mais curtas entre computadores
screen-help-quit = sair; a partida fica guardada
screen-help-signs = No tabuleiro, [ ] é a casa apontada, um ponto ou parêntesis angulares o que se pode escolher, ( ) o que já foi escolhido, ! ! o que o motor propõe, e pontos pequenos a última jogada. O rato também serve: clique em casas, na reserva na linha de um jogador, e nestas teclas.
screen-key-help = ajuda
screen-key-space = Espaço
screen-key-quit = sair
screen-key-undo = anular
screen-key-redo = refazer
screen-key-hint = sugestão
screen-key-evaluation = quem está melhor
screen-key-flip = virar
screen-key-rules = regras
screen-key-save = gravar
screen-key-resign = desistir
screen-key-pause = pausa
screen-key-step = uma jogada
screen-key-slower = mais lento
screen-key-faster = mais rápido
screen-key-move-now = jogar já

# Recorded games on the screen.

replay-start = O início
replay-jump = Ir para a jogada {$number}: prima Enter
replay-no-such-move = Não há jogada {$number}; a última é a {$most}.
replay-help-step = uma jogada para trás, uma para a frente
replay-help-ends = para o início, para o fim
replay-help-ten = dez jogadas para trás, dez para a frente
replay-help-play = deixar correr as jogadas, ou pará-las
replay-help-pace = mais lento, mais rápido
replay-help-jump = ir para uma jogada pelo número
replay-help-curve = mostrar ou esconder quem esteve melhor: a curva é alta onde o primeiro jogador o está
replay-help-flip = ver o tabuleiro do outro lado
replay-help-pieces = desenhar menos ou mais peças de cada pilha
replay-help-quit = sair
replay-key-help = ajuda
replay-key-quit = sair
replay-key-back = atrás
replay-key-on = à frente
replay-key-play = correr
replay-key-stop = parar
replay-key-curve = curva
replay-key-flip = virar

# Lessons.

learn-commands = Escreva uma jogada, inteira ou passo a passo. Comandos: hint, again, back, skip, help, quit.
learn-how = Escolha casas assinaladas com o rato, com as setas e Enter, ou escreva uma jogada. T mostra uma solução, Q sai.
learn-task = Tarefa {$number} de {$count}
learn-entered = Até agora: {$entered}
learn-next = Muito bem. Enter continua.
learn-hint = Uma solução é {$move}.
learn-move-first = Faça primeiro uma jogada; hint mostra uma.
learn-move-first-keys = Faça primeiro uma jogada; T mostra uma.
learn-solved-already = Esta tarefa está resolvida: Enter continua, again mostra-a outra vez.
learn-left = Até à próxima.
learn-key-next = escolher, continuar
learn-key-hint = sugestão
learn-key-back = atrás
learn-key-skip = saltar
learn-key-previous = tarefa anterior
learn-key-rules = regras
learn-key-quit = sair

# The menus.

menu-title = pequenos jogos profundos
menu-what = A que jogo quer jogar?
menu-parting = Até à próxima.
menu-last = Continuar
menu-kept = Abrir uma partida guardada
menu-kept-count = guardadas: {$count}
menu-kept-which = Com que partida quer continuar?
menu-learn = Aprender
menu-learn-what = uma lição que ensina a jogar, ou as regras para ler
menu-learn-which = O que quer aprender?
menu-lesson-what = uma lição com {$count} tarefas curtas
menu-rules-what = todas, com exemplos desenhados
menu-leave = Sair
menu-leave-what = as partidas ficam guardadas
menu-intro = É a sua primeira partida deste jogo: como quer começar?
menu-intro-lesson = Uma lição
menu-intro-lesson-what = {$count} tarefas curtas, alguns minutos
menu-intro-rules = As regras
menu-intro-rules-what = para ler, com exemplos desenhados
menu-intro-play = Ir já para o jogo
menu-intro-play-what = o ecrã mostra o que é possível
menu-set-up = Enter começa a partida; as outras linhas mudam a forma de jogar.
menu-begin = Começar a partida
menu-mode = Jogadores
menu-mode-which = Quem joga?
menu-mode-computer = uma pessoa contra o computador
menu-mode-computer-what = de um adversário para principiantes a um que ninguém vence
menu-mode-people = duas pessoas
menu-mode-people-what = no mesmo teclado
menu-mode-computers = o computador contra si próprio
menu-mode-computers-what = para ver
menu-strength = Força
menu-strength-which = Que força tem o computador?
menu-begins = Quem começa
menu-begins-which = Quem faz a primeira jogada?
menu-begins-toss = moeda ao ar
menu-begins-toss-what = mostra-se como a moeda cai
menu-name = Nome
menu-name-which = Como se chama o jogador? Pode ficar sem nome.
menu-name-long = Um nome tem no máximo 30 letras.
menu-you = Jogador
menu-rules = Regras
menu-rules-which = Que regras? Escolha um conjunto, ou uma opção para a mudar.
menu-size = Tamanho do tabuleiro
menu-size-which = Quantas casas de cada lado?
menu-option-which = Que valor?
menu-default = oficial
menu-pie = Regra da troca
menu-pie-which = O segundo jogador pode trocar de lado depois da primeira jogada?
menu-pie-off = não
menu-pie-off-what = cada um fica com o seu lado
menu-pie-on = sim
menu-pie-on-what = o que torna justo o começo
menu-clock = Relógio
menu-clock-which = Quanto tempo tem cada jogador para a partida, e quanto mais por jogada? Como em 5m+3s; ou nenhum.
menu-clock-none = nenhum
menu-not-offered = "{$text}" não é uma das hipóteses; é um número de 1 a {$count}, ou o começo de um dos nomes.
menu-word-back = voltar
menu-key-take = aceitar
menu-key-back = voltar
menu-key-leave = sair
menu-key-point = apontar
menu-key-number = escrever um número ou um nome
