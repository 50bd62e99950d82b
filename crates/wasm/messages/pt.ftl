# Análise. Uma pontuação como +0.35 também é um argumento.

engine-depth = prof. {$depth}
review-broken-off = A revisão parou mais cedo. Foram avaliadas {$rated} de {$moves ->
    [one] 1 jogada
   *[other] {$moves} jogadas
}, a partir do fim.

# Uma partida, onde quer que se jogue.

turn-count = {$count ->
    [one] 1 jogada
   *[other] {$count} jogadas
}
between = {$first} contra {$second}
toss-result = Moeda ao ar: começa {$name}, com as {$player}.
plays = {$name} joga {$move}
sides-changed = Os jogadores trocaram de lado.
start = Início
task-of = Tarefa {$number} de {$count}

# Uma partida nova.

begin-game = Começar partida
players = Jogadores
mode-computer = Contra o computador
mode-people = Dois jogadores neste dispositivo
strength = Nível
begins-toss = Moeda ao ar
rules = Regras
default-rules = predefinição
pie = Regra da troca
pie-which = O segundo jogador pode trocar de lado depois da primeira jogada.
clock = Ritmo de jogo
clock-none = Sem relógio

# A página.

theme-suited = De acordo com o jogo
theme-wood = Madeira
theme-pond = Lago
theme-clear = Nítido (adequado a daltónicos)
home-link = Página inicial do Sanban
skip = Saltar para o conteúdo
ways = Menu principal
learn = Aprender
puzzles = Problemas
analysis = Análise
settings = Definições
not-now = Agora não
new-version = Há uma nova versão do Sanban.
take-new-version = Atualizar
missing = Página não encontrada
to-home = Ir para a página inicial
welcome = Jogos de tabuleiro pequenos e profundos
welcome-more = Jogue contra o computador ou com outra pessoa, no navegador, com ou sem Internet.
games = Jogos
play = Jogar
learn-it = Aprender
go-on = Retomar uma partida
all-games = Mostrar tudo ({$count})
forget = Apagar
forget-game = Apagar {$game}
analysis-what = Explore qualquer partida ou posição com o motor
puzzles-what = Encontre a vitória
learn-what = As regras e uma lição para cada jogo
no-such-game = Não existe nenhum jogo chamado "{$game}".
your-side = O seu lado
begins = {$player} (começam)
more-options = Mais opções
clock-other = Outro ritmo de jogo, como 5m+3s
your-name = O seu nome
name-of = Nome de quem joga com as {$player}
no-room = O navegador já não tem espaço e não consegue guardar esta partida. Vai perdê-la quando fechar a página.
position-dropped = Estas regras não permitem a posição que montou. A partida vai começar na posição inicial.
no-kept-game = Esta partida não está guardada neste navegador.
to-move = a jogar
thinks = a pensar…
take-supply = Tirar da reserva
turns = Jogadas
no-turns = Ainda não há jogadas.
chosen = selecionada
may-choose = selecionável
board = Tabuleiro de {$game}
evaluation = Avaliação: {$score}
evaluation-none = Ainda sem avaliação
who-is-ahead = Barra de avaliação
close = Fechar
cancel = Cancelar
share = Partilhar
copied = Copiado.
not-copied = O navegador não permitiu copiar. Selecione o texto e copie-o.
copy = Copiar
link-game = Ligação para esta partida
link-position = Ligação para esta posição
position-text = Posição em texto
record = Registo da partida
save-record = Descarregar registo
save-svg = Descarregar SVG
save-png = Descarregar PNG
engine-failed = O motor não está a funcionar: {$why}
undone = Jogada desfeita.
redone = Jogada refeita.
hint-sought = À procura de uma sugestão…
resign = Desistir
resign-sure = {$name}, quer desistir?
looking-back = Está a ver uma posição anterior.
to-present = Voltar à posição atual
rematch = Desforra
analyse-game = Analisar partida
other-game = Nova partida
change-sides = Trocar de lado
leave-sides = Manter os lados
notice = {$player} {$notice}.
computer-thinks = {$name} está a pensar…
entered = Até agora: {$entered}
your-turn = {$name} a jogar: escolha uma casa marcada.
end-turn = Terminar jogada
pass = Passar
take-back-step = Desfazer passo
tools = Ferramentas
undo = Desfazer
redo = Refazer
hint = Sugestão
flip = Virar tabuleiro
evaluation-bar = Avaliação
first-turn = Ir para o início
turn-before = Jogada anterior
turn-after = Jogada seguinte
last-turn = Ir para a última jogada
type-move = Escreva uma jogada
language = Língua
appearance = Aspeto
appearance-auto = Igual ao do sistema
appearance-light = Claro
appearance-dark = Escuro
theme = Tema do tabuleiro
setting-sound = Reproduzir sons
setting-evaluation = Mostrar a barra de avaliação durante as partidas
setting-animation = Animar as peças
private = As suas partidas, definições e progressos ficam apenas neste navegador. Nada é enviado.

# A análise e o editor na página.

analysis-how = Estude uma partida ou uma posição: experimente jogadas, guarde variantes e peça ajuda ao motor.
go-on-study = Retomar um estudo
no-room-study = O navegador já não tem espaço e não consegue guardar este estudo. Vai perdê-lo quando fechar a página.
no-kept-study = Este estudo não está guardado neste navegador.
from-start = Novo estudo
set-up-position = Montar uma posição
from-text = Importar uma partida ou posição
paste-first = Cole primeiro uma partida ou uma posição.
not-pasted = Isto não é um registo, nem uma lista de jogadas, nem uma posição.
paste-here = Cole um registo, jogadas ou uma posição
text-of-game = Jogo, se o texto não o indicar
open-text = Abrir
choose-file = Escolher um ficheiro
or-drop = ou largue um ficheiro em qualquer sítio desta página
several-games = Qual destas {$count} partidas?
from-kept = Analisar uma partida guardada
moves = Jogadas
recorded-result = Resultado registado: {$result}.
make-main = Tornar linha principal
remove-moves = Apagar daqui em diante
remove-sure = Apagar {$move} e todas as jogadas seguintes?
comment = Comentário
comment-on = Comentário a {$move}
comment-start = Comentário à partida
keep-comment = Guardar
engine = Motor
engine-off = O motor está desligado.
engine-begins = O motor está a arrancar…
engine-reviews = O motor está a rever a partida.
game-over-here = A partida já terminou nesta posição.
line-count = Linhas
speed = {$speed} nós/s
settled = pesquisa completa
proven = provado
export-record = Descarregar registo
edit-position = Editar posição
play-from-here = Jogar a partir daqui
other-study = Abrir outro estudo
review = Revisão
review-what = O motor avalia cada jogada da linha principal. Vai ver quem estava melhor, o que correu mal e o que teria sido melhor.
review-no-moves = Faça primeiro algumas jogadas e depois reveja a partida.
review-begin = Rever partida
review-stop = Parar
review-progress = Jogadas revistas
review-done = A revisão está completa.
review-pace = Velocidade
review-pace-1 = Rápida
review-pace-2 = Normal
review-pace-3 = Minuciosa
accuracy = Precisão:
no-mistakes = Nenhum erro encontrado.
rated-move = {$move}: {$rating}. {$best} era melhor.
curve = Avaliação (quanto mais alta, melhor para as {$player})
not-on-curve = numa variante
editor-of = Montar uma posição de {$game}
palette = Selecionado
eraser = borracha
who-moves = Jogam
clear-board = Limpar tabuleiro
start-position = Posição inicial
take-text = Usar esta posição
possible = A posição é válida.
impossible = A posição não é válida:
analyse = Analisar

# Aprender na página.

lesson = Lição
learn-title = Aprender um jogo
learn-begin = Comece pela lição, consulte as regras e pratique com problemas.
learn-game = Aprender {$game}
lesson-what = Pequenas tarefas no tabuleiro, uma de cada vez
rules-what = Com tabuleiros onde pode experimentar tudo
puzzles-of-game = Posições em que pode forçar a vitória
lesson-begin = Começar lição
lesson-go-on = Retomar lição
lesson-again = Repetir lição
tasks-solved = {$done} de {$count ->
    [one] 1 tarefa resolvida
   *[other] {$count} tarefas resolvidas
}
puzzles-solved = {$done} de {$count ->
    [one] 1 problema resolvido
   *[other] {$count} problemas resolvidos
}
read-rules = Ler as regras
solve-puzzles = Resolver problemas
sources = Fontes: {$sources}
task = Tarefa {$number}
task-solved = resolvida
task-before = Tarefa anterior
task-next = Tarefa seguinte
task-skip = Saltar
task-end = Terminar lição
again = Recomeçar
solution = Solução
hint-squares = As casas marcadas mostram uma solução: {$move}.
lesson-over = Fim da lição
tasks-left = Tarefas que ainda não resolveu:
play-first-level = Jogar contra o nível 1
no-such-task = Esta lição não tem a tarefa "{$task}".
contents = Índice
example = Exemplo {$number}
try = Experimentar
try-long = Faça a jogada deste exemplo, ou qualquer outra, pelos dois lados.
try-next = Mostrar jogada seguinte
try-end = Concluir
puzzle = Problema {$number}
puzzle-of = {$game}, problema {$number}
puzzle-asks = Jogam as {$player}: ganhe em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
}
puzzle-left = {$turns ->
    [one] Resta 1 jogada
   *[other] Restam {$turns} jogadas
}
puzzle-begin = Encontre a jogada que força a vitória.
puzzle-wrong = {$move} não ganha em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
} contra todas as respostas. Tente outra jogada.
puzzle-loose = Bom começo, mas {$move} não força a vitória em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
}. O resto da jogada também conta.
puzzle-late = Depois de {$move}, já não consegue forçar a vitória nas jogadas que restam. Tente outra jogada.
puzzle-right = Certo! As {$player} estão a responder…
puzzle-doubt = A verificar se isto ainda ganha a tempo…
puzzle-answered = As {$player} respondem {$move}. É a sua vez.
puzzle-solved = Resolvido!
puzzle-solved-hard = {$tries ->
    [one] Resolvido em 1 tentativa!
   *[other] Resolvido em {$tries} tentativas!
}
puzzle-shown = Era esta a solução. Recomece para a jogar.
puzzle-hint = Repare em {$square}.
puzzle-next = Problema seguinte
puzzle-play-on = Analisar esta posição
puzzle-all = Todos os problemas
no-such-puzzle = {$game} não tem o problema "{$number}".
puzzles-how = Em cada problema, só uma maneira de começar a jogada ganha. Todas as soluções foram provadas por uma pesquisa completa.
puzzles-none = Ainda não há problemas para este jogo.
puzzles-next = Problema seguinte
puzzles-all-solved = Já resolveu todos!
grade = Dificuldade
grade-all = Todas
grade-1 = Muito fácil
grade-2 = Fácil
grade-3 = Média
grade-4 = Difícil
grade-5 = Muito difícil
solved = resolvido
tried = tentado
not-tried = novo
puzzle-line = Problema {$number}. {$grade}, ganhar em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
}, {$state}

# Jogar online.

way-lobby = Online
play-others = Jogar online
play-others-what = Junte-se a uma partida, assista ou convide amigos com uma ligação
private-server = As partidas online e as definições da conta ficam guardadas no servidor. Tudo o resto fica apenas neste navegador.
no-server = Esta página não tem servidor de jogo, por isso não pode jogar online aqui.
server-away = Não foi possível contactar o servidor. Verifique a sua ligação e tente novamente.
server-failed = Algo correu mal no servidor (estado {$status}). Tente novamente dentro de momentos.
asking-server = A carregar…
try-again = Tentar novamente
places = Jogo online
lobby = Salão
finished-games = Partidas terminadas
leaders = Classificação
account = Conta
sign-up = Criar conta
log-in = Entrar
log-out = Sair
logged-out = Terminou a sessão. Pode continuar a jogar como convidado.
welcome-name = Damos-lhe as boas-vindas, {$name}!
profile = Perfil
you-are = Tem sessão iniciada como {$name}.
you-are-guest = Está a jogar como convidado.
account-why = Pode jogar como convidado. Com uma conta tem um nome e pontuações, e encontra as suas partidas em qualquer dispositivo. As partidas que jogou como convidado neste navegador passam para a sua conta.
account-way = Primeira vez aqui?
account-name = Nome
passphrase = Frase-passe
sign-up-what = Escolha uma frase-passe longa, como várias palavras. Se a perder, não é possível recuperá-la.
log-in-what = As partidas que jogou como convidado passam para esta conta.
guest = Convidado
free-seat = Lugar livre
you = o seu lado
away = ausente
is-away = {$name} ausentou-se.
is-back = {$name} voltou.
pace = Ritmo de jogo
pace-none = Sem relógio
pace-days = {$days ->
    [one] 1 dia por jogada
   *[other] {$days} dias por jogada
}
pace-other = Outro ritmo de jogo, como 5m+3s ou 2d
rated = A valer pontos
rated-what = A partida altera as pontuações dos dois jogadores. Ambos precisam de conta.
is-rated = A valer pontos
casual = Amigável
from-set-up = Posição personalizada
from-this-position = A partida começa nesta posição.
from-start-instead = Usar a posição inicial
rated-from-start = Só as partidas que começam na posição inicial podem valer pontos.
which-game = Jogo
any-game = Qualquer
opponent = Adversário
opponent-anyone = Qualquer pessoa
opponent-link = Um amigo com uma ligação
opponent-computer = O computador
propose = Nova partida
propose-anyone = Procurar adversário
propose-link = Criar uma ligação
propose-computer = Começar partida
your-games = As suas partidas
your-finished = As suas partidas terminadas
you-move = É a sua vez
go-on-there = Retomar
to-table = Ir para a partida
withdraw = Cancelar partida
seeks = Partidas abertas
no-seeks = De momento não há partidas abertas. Crie uma, ou jogue contra o computador enquanto espera.
join = Juntar-se
running = Partidas a decorrer
none-running = De momento não há partidas a decorrer.
watch = Assistir
game-is-set-up = A sua partida de {$game} está pronta.
game-begins = A sua partida de {$game} começou.
waits-since = à espera desde {$when}
connection-lost = Ligação perdida. A restabelecer a ligação…
connected = A ligação foi restabelecida.
you-watch = está a assistir
awaited = É a vez de {$name}.
sending = A enviar a sua jogada…
pie-awaited = {$name} está a decidir se troca de lado.
waiting-open = À espera de adversário. A sua partida está no salão. Também pode enviar esta ligação a um amigo.
waiting-link = À espera de adversário. Envie esta ligação à pessoa com quem quer jogar.
link-table = Ligação para esta partida
seat-free = Pode juntar-se a esta partida: {$terms}
ask-takeback = Pedir para desfazer
takeback-asked = {$name} pede para desfazer a última jogada.
takeback-waits = Pediu a {$name} para desfazer a sua jogada.
takeback-refused = O seu pedido para desfazer foi recusado.
allow = Aceitar
decline = Recusar
offer-draw = Propor empate
draw-offered = {$name} propõe empate.
draw-waits = Propôs empate a {$name}.
draw-declined = A sua proposta de empate foi recusada.
accept-draw = Aceitar o empate
call-off = Anular partida
call-off-sure = Anular esta partida? Não vai contar.
withdrawn = A partida foi anulada.
may-claim = {$name} abandonou a partida. Pode reclamar a vitória ou esperar.
claim = Reclamar a vitória
rematch-asked = {$name} quer a desforra.
rematch-waits = Pediu a desforra.
next-game = Ir para a partida seguinte
since = Membro desde {$when}
won-drawn-lost = {$won ->
    [one] 1 vitória
   *[other] {$won} vitórias
}, {$drawn ->
    [one] 1 empate
   *[other] {$drawn} empates
}, {$lost ->
    [one] 1 derrota
   *[other] {$lost} derrotas
}
no-ratings = Ainda não há partidas a valer pontos.
rated-games = {$count ->
    [one] 1 partida a valer pontos
   *[other] {$count} partidas a valer pontos
}
rating = Pontuação
rating-curve = Pontuação entre {$low} e {$high}, agora {$last}
place = Lugar
player = Jogador
no-leaders = Ainda ninguém terminou uma partida a valer pontos.
leaders-what = Só as partidas a valer pontos alteram as pontuações; ± é a margem de erro.
none-found = Nenhuma partida encontrada.
replay = Rever
download = Descarregar
download-all = Descarregar todas
more-games = Mostrar mais partidas
seek = Procurar
