# Análise. Uma pontuação como +0.35 também é um argumento.

engine-depth = prof. {$depth}
review-stopped = A revisão parou mais cedo. Foram avaliadas {$rated} de {$moves ->
    [one] 1 jogada
   *[other] {$moves} jogadas
}, a partir do fim.

# Uma partida, onde quer que se jogue.

turn-count = {$count ->
    [one] 1 jogada
   *[other] {$count} jogadas
}
between = {$first} contra {$second}
toss-result =
    {$reader ->
        [first] Moeda ao ar: começa a jogar, com as {$player}.
       *[other] Moeda ao ar: começa {$name}, com as {$player}.
    }
toss-colour-result = Moeda ao ar: a cor que começa é {$player}.
result-won = Vitória de {$name} ({$player}): {$reason}
result-drawn = Empate: {$reason}
your-turn = É a sua vez
play-level = Jogar contra o {$level}
review-game = Rever a partida
hint-more = Mais
resign-game-question = Desistir desta partida?
move-played = {$name}: {$move}
sides-swapped = Os jogadores trocaram de lado.
start = Início
task-of = Tarefa {$number} de {$count}

# Uma partida nova.

start-game = Começar partida
players = Jogadores
mode-computer = Contra o computador
mode-people = Dois jogadores neste dispositivo
strength = Nível
coin-toss = Moeda ao ar
rules = Regras
default-value = Predefinição: {$value}
pie = Regra da troca
pie-description = O segundo jogador pode trocar de lado depois da primeira jogada.
toss-colour = Sortear a cor que começa
toss-colour-description = Uma moeda decide qual cor começa: {$first} ou {$second}.
time-control = Ritmo de jogo
no-clock = Sem relógio

# A página.

theme-suited = De acordo com o jogo
theme-wood = Madeira
theme-pond = Lago
theme-clear = Nítido (adequado a daltónicos)
home-link = Página inicial do Sanban
skip-to-content = Saltar para o conteúdo
main-menu = Menu principal
learn = Aprender
puzzles = Problemas
analysis = Análise
settings = Definições
not-now = Agora não
update-available = Há uma nova versão do Sanban.
install-update = Atualizar
page-not-found = Página não encontrada
page-not-loaded = Não foi possível carregar esta página
page-not-loaded-remedy = Verifique a sua ligação e tente novamente.
open-failed = Não foi possível iniciar o Sanban. Verifique a sua ligação e recarregue a página.
go-home = Ir para a página inicial
welcome = Jogos de tabuleiro pequenos e profundos
welcome-more = Jogue contra o computador ou com outra pessoa, no navegador, com ou sem Internet.
games = Jogos
play = Jogar
learn-button = Aprender
resume-game = Retomar uma partida
show-all = Mostrar tudo ({$count})
delete = Apagar
delete-game = Apagar {$game}
analysis-description = Explore qualquer partida ou posição com o motor
puzzles-description = Encontre a vitória
learn-description = As regras e uma lição para cada jogo
no-such-game = Não existe nenhum jogo chamado "{$game}".
your-side = O seu lado
goes-first = {$player} (começam)
more-options = Mais opções
custom-time-control = Outro ritmo de jogo, como 5m+3s
your-name = O seu nome
name-of = Nome de quem joga com as {$player}
storage-full-game = O navegador já não tem espaço e não consegue guardar esta partida. Vai perdê-la quando fechar a página.
position-dropped = Estas regras não permitem a posição que montou. A partida vai começar na posição inicial.
game-not-saved = Esta partida não está guardada neste navegador.
to-move = a jogar
thinking = a pensar…
take-supply = Tirar da reserva
turns = Jogadas
no-turns = Ainda não há jogadas.
selected = selecionada
selectable = selecionável
selectable-losing = pode ser escolhida, mas perde de imediato
board = Tabuleiro de {$game}
evaluation = Avaliação: {$score}
evaluation-none = Ainda sem avaliação
evaluation-bar-label = Barra de avaliação
close = Fechar
cancel = Cancelar
share = Partilhar
copied = Copiado.
not-copied = O navegador não permitiu copiar. Selecione o texto e copie-o.
copy = Copiar
game-link = Ligação para esta partida
position-link = Ligação para esta posição
position-text = Posição em texto
record = Registo da partida
download-record = Descarregar registo
download-svg = Descarregar SVG
download-png = Descarregar PNG
engine-failed = O motor não está a funcionar: {$why}.
engine-not-loaded = não foi possível carregá-lo
undone = Jogada desfeita.
redone = Jogada refeita.
searching-hint = À procura de uma sugestão…
resign = Desistir
resign-question = {$name}, quer desistir?
viewing-past = Está a ver uma posição anterior.
back-to-current = Voltar à posição atual
rematch = Desforra
new-game = Nova partida
swap-sides = Trocar de lado
keep-sides = Manter os lados
notice = {$player}: {$notice}.
computer-thinking = {$name} está a pensar…
entered = Até agora: {$entered}
losing-note = Uma cruz vermelha marca as casas que perdem de imediato.
end-turn = Terminar jogada
pass = Passar
undo-step = Desfazer passo
tools = Ferramentas
undo = Desfazer
redo = Refazer
hint = Sugestão
flip = Virar tabuleiro
evaluation-bar = Avaliação
go-to-start = Ir para o início
previous-turn = Jogada anterior
shortcuts = Atalhos do teclado
shortcuts-board = No tabuleiro
shortcut-squares = Mudar de casa
shortcut-pick = Escolher a casa
previous-variation = Variante anterior
next-variation = Variante seguinte
toggle-engine = Ligar ou desligar o motor
next-turn = Jogada seguinte
go-to-end = Ir para a última jogada
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
setting-warnings = Marcar as jogadas que perdem de imediato, contra os níveis 1 a 3 e nas lições
privacy-local = As suas partidas, definições e progressos ficam apenas neste navegador. Nada é enviado.

# A análise e o editor na página.

analysis-instructions = Estude uma partida ou uma posição: experimente jogadas, guarde variantes e peça ajuda ao motor.
resume-study = Retomar um estudo
storage-full-study = O navegador já não tem espaço e não consegue guardar este estudo. Vai perdê-lo quando fechar a página.
study-not-saved = Este estudo não está guardado neste navegador.
new-study = Novo estudo
set-up-position = Montar uma posição
import-text = Importar uma partida ou posição
paste-first = Cole primeiro uma partida ou uma posição.
not-pasted = Isto não é um registo, nem uma lista de jogadas, nem uma posição.
paste-here = Cole um registo, jogadas ou uma posição
game-of-text = Jogo, se o texto não o indicar
open-text = Abrir
choose-file = Escolher um ficheiro
drop-file = ou largue um ficheiro em qualquer sítio desta página
several-games = Qual destas {$count} partidas?
analyse-saved-game = Analisar uma partida guardada
moves = Jogadas
recorded-result = Resultado registado: {$result}.
make-main-line = Tornar linha principal
delete-moves = Apagar daqui em diante
delete-moves-question = Apagar {$move} e todas as jogadas seguintes?
comment = Comentário
comment-on = Comentário a {$move}
comment-start = Comentário à partida
save-comment = Guardar
engine = Motor
engine-off = O motor está desligado.
engine-starting = O motor está a arrancar…
engine-reviewing = O motor está a rever a partida.
game-over-here = A partida já terminou nesta posição.
line-count = Linhas
speed = {$speed} nós/s
search-complete = pesquisa completa
proven = provado
edit-position = Editar posição
play-from-here = Jogar a partir daqui
open-other-study = Abrir outro estudo
review = Revisão
review-description = O motor avalia cada jogada da linha principal. Vai ver quem estava melhor, o que correu mal e o que teria sido melhor.
review-no-moves = Faça primeiro algumas jogadas e depois reveja a partida.
review-start = Rever partida
review-stop = Parar
review-progress = Jogadas revistas
review-done = A revisão está completa.
review-speed = Velocidade
review-speed-1 = Rápida
review-speed-2 = Normal
review-speed-3 = Minuciosa
accuracy = Precisão:
no-mistakes = Nenhum erro encontrado.
rated-move = {$move}: {$rating}. {$best} era melhor.
retry-move = Tentar de novo esta jogada
retry-question = {$move} foi um erro. Encontre uma jogada melhor no tabuleiro.
retry-checking = O motor está a avaliar {$move}.
retry-better = {$move} é melhor do que {$mistake}. Muito bem!
retry-worse = {$move} não chega: {$rating}. Tente outra vez ou veja a jogada melhor.
retry-same = {$move} é a jogada da partida. Tente outra.
retry-shown = {$best} era melhor do que {$move}.
retry-again = Tentar outra vez
retry-show = Mostrar a jogada melhor
retry-next = Erro seguinte
retry-end = Voltar à revisão
graph-label = Avaliação (quanto mais alta, melhor para as {$player})
graph-in-variation = numa variante
editor-of = Montar uma posição de {$game}
palette = Peça a colocar
eraser = borracha
side-to-move = Jogam
clear-board = Limpar tabuleiro
start-position = Posição inicial
use-position = Usar esta posição
position-valid = A posição é válida.
position-invalid = A posição não é válida:
analyse = Analisar

# Aprender na página.

lesson = Lição
learn-title = Aprender um jogo
learn-instructions = Comece pela lição, consulte as regras e pratique com problemas.
learn-game = Aprender {$game}
lesson-description = Pequenas tarefas no tabuleiro, uma de cada vez
rules-description = Com tabuleiros onde pode experimentar tudo
solve-puzzles-description = Posições em que pode forçar a vitória
lesson-start = Começar lição
lesson-resume = Retomar lição
lesson-repeat = Repetir lição
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
previous-task = Tarefa anterior
next-task = Tarefa seguinte
task-skip = Saltar
task-end = Terminar lição
start-over = Recomeçar
solution = Solução
hint-squares = As casas marcadas mostram uma solução: {$move}.
lesson-over = Fim da lição
tasks-left = Tarefas que ainda não resolveu:
play-first-level = Jogar contra o nível 1
no-such-task = Esta lição não tem a tarefa "{$task}".
contents = Índice
example = Exemplo {$number}
try = Experimentar
try-instructions = Faça a jogada deste exemplo, ou qualquer outra, pelos dois lados.
try-next = Mostrar jogada seguinte
try-end = Concluir
puzzle = Problema {$number}
puzzle-of = {$game}, problema {$number}
puzzle-task = Jogam as {$player}: ganhe em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
}
puzzle-turns-left = {$turns ->
    [one] Resta 1 jogada
   *[other] Restam {$turns} jogadas
}
puzzle-instructions = Encontre a jogada que força a vitória.
puzzle-wrong = {$move} não ganha em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
} contra todas as respostas. Tente outra jogada.
puzzle-wrong-finish = Bom começo, mas {$move} não força a vitória em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
}. O resto da jogada também conta.
puzzle-too-slow = Depois de {$move}, já não consegue forçar a vitória nas jogadas que restam. Tente outra jogada.
puzzle-right = Certo! As {$player} estão a responder…
puzzle-checking = A verificar se isto ainda ganha a tempo…
puzzle-reply = As {$player} respondem {$move}. É a sua vez.
puzzle-solved = Resolvido!
puzzle-solved-hard = {$tries ->
    [one] Resolvido em 1 tentativa!
   *[other] Resolvido em {$tries} tentativas!
}
puzzle-shown = Era esta a solução. Recomece para a jogar.
puzzle-hint = Repare em {$square}.
puzzle-next = Problema seguinte
puzzle-analyse = Analisar esta posição
puzzle-all = Todos os problemas
no-such-puzzle = {$game} não tem o problema "{$number}".
puzzles-instructions = Em cada problema, só uma maneira de começar a jogada ganha. Todas as soluções foram provadas por uma pesquisa completa.
puzzles-none = Ainda não há problemas para este jogo.
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
puzzle-label = Problema {$number}. {$grade}, ganhar em {$turns ->
    [one] 1 jogada
   *[other] {$turns} jogadas
}, {$state}

# Jogar online.

nav-online = Online
play-online = Jogar online
play-online-description = Junte-se a uma partida, assista ou convide amigos com uma ligação
privacy-server = As partidas online e as definições da conta ficam guardadas no servidor. Tudo o resto fica apenas neste navegador.
no-server = Esta página não tem servidor de jogo, por isso não pode jogar online aqui.
server-unreachable = Não foi possível contactar o servidor. Verifique a sua ligação e tente novamente.
server-failed = Algo correu mal no servidor (estado {$status}). Tente novamente dentro de momentos.
loading = A carregar…
try-again = Tentar novamente
online-menu = Jogo online
lobby = Salão
finished-games = Partidas terminadas
leaderboard = Classificação
account = Conta
sign-up = Criar conta
log-in = Iniciar sessão
log-out = Terminar sessão
logged-out = Terminou a sessão. Pode continuar a jogar como convidado.
welcome-name = Damos-lhe as boas-vindas, {$name}!
profile = Perfil
logged-in-as = Tem sessão iniciada como {$name}.
playing-as-guest = Está a jogar como {$name} (convidado).
account-description = Pode jogar como convidado. Com uma conta tem um nome e pontuações, e encontra as suas partidas em qualquer dispositivo. As partidas que jogou como convidado neste navegador passam para a sua conta.
sign-up-question = Primeira vez aqui?
account-name = Nome
passphrase = Frase-passe
sign-up-description = Escolha uma frase-passe longa, como várias palavras. Se a perder, não é possível recuperá-la.
log-in-description = As partidas que jogou como convidado passam para esta conta.
free-seat = Lugar livre
you = eu
away = ausente
is-away = {$name} ausentou-se.
is-back = {$name} voltou.
days-per-turn = {$days ->
    [one] 1 dia por jogada
   *[other] {$days} dias por jogada
}
custom-time-control-online = Outro ritmo de jogo, como 5m+3s ou 2d
rated = A valer pontos
rated-description = A partida altera as pontuações dos dois jogadores. Ambos precisam de conta.
rated-label = A valer pontos
casual = Amigável
custom-position = Posição personalizada
starts-from-position = A partida começa nesta posição.
use-start-position = Usar a posição inicial
rated-from-start = Só as partidas que começam na posição inicial podem valer pontos.
game-label = Jogo
any-game = Qualquer
opponent = Adversário
opponent-anyone = Qualquer pessoa
opponent-link = Um amigo com uma ligação
opponent-computer = O computador
new-online-game = Nova partida
create-game-anyone = Procurar adversário
create-game-link = Criar uma ligação
create-game-computer = Começar partida
your-games = As suas partidas
your-finished-games = As suas partidas terminadas
your-turn-marker = É a sua vez
resume = Retomar
open-game = Ir para a partida
cancel-game = Cancelar partida
open-games = Partidas abertas
no-open-games = De momento não há partidas abertas. Crie uma, ou jogue contra o computador enquanto espera.
join = Juntar-se
games-in-progress = Partidas a decorrer
no-games-in-progress = De momento não há partidas a decorrer.
watch = Assistir
game-ready = A sua partida de {$game} está pronta.
game-started = A sua partida de {$game} começou.
waiting-short = à espera há menos de 1 min
waiting-minutes = à espera há {$count} min
waiting-hours = à espera há {$count} h
waiting-days = à espera há {$count ->
    [one] 1 dia
   *[other] {$count} dias
}
play-now = Jogar já
pairing-fast = Rápida
pairing-relaxed = Calma
pairing-daily = Diária
pairing-friend = Um amigo (por ligação)
pairing-waiting = {$count ->
    [one] 1 à espera
   *[other] {$count} à espera
}
notify-turns = Notificar-me quando for a minha vez, enquanto houver um separador aberto
notify-blocked = O navegador bloqueia as notificações deste site. Autorize-as nas definições do navegador.
notify-turn = É a sua vez: {$game}
notify-moved = {$name} já jogou.
premove-hint = Já pode introduzir a sua próxima jogada.
premove-impossible = Aqui não pode introduzir uma jogada antecipada. Espere que o adversário jogue.
premove-entering = A sua próxima jogada, feita assim que {$name} jogar:
premove-held = A sua próxima jogada: {$move}. É feita assim que {$name} jogar.
premove-cancel = Cancelar a próxima jogada
premove-dropped = A jogada que introduziu ({$move}) já não é possível. Escolha outra.
say = Enviar mensagem
say-hello = Olá!
say-good-luck = Boa sorte!
say-nice-move = Boa jogada!
say-take-your-time = Sem pressa.
say-well-played = Bem jogado!
say-thanks = Agradeço!
say-sent = Enviada: {$message}
said = {$name}: {$message}
watch-live = Assistir em direto
watch-none = Ninguém está a jogar neste momento. A próxima partida aparece aqui automaticamente.
watch-next = A próxima partida aparece dentro de momentos.
my-rating-change = A sua pontuação: {$change} ({$rating})
rating-change = {$name}: {$change} ({$rating})
connection-lost = Ligação perdida. A restabelecer a ligação…
connected = A ligação foi restabelecida.
watching = está a assistir
turn-of = É a vez de {$name}.
sending = A enviar a sua jogada…
swap-pending = {$name} está a decidir se troca de lado.
waiting-open = À espera de adversário. A sua partida está no salão. Também pode enviar esta ligação a um amigo.
waiting-link = À espera de adversário. Envie esta ligação à pessoa com quem quer jogar.
can-join = Pode juntar-se a esta partida: {$terms}
request-takeback = Pedir para desfazer
takeback-requested = {$name} pede para desfazer a última jogada.
takeback-pending = Pediu a {$name} para desfazer a sua jogada.
takeback-declined = O seu pedido para desfazer foi recusado.
accept = Aceitar
decline = Recusar
offer-draw = Propor empate
draw-offered = {$name} propõe empate.
draw-pending = Propôs empate a {$name}.
draw-declined = A sua proposta de empate foi recusada.
accept-draw = Aceitar o empate
abort-game = Anular partida
abort-question = Anular esta partida? Não vai contar.
game-cancelled = A partida foi cancelada.
claim-available = {$name} abandonou a partida. Pode reclamar a vitória ou esperar.
claim = Reclamar a vitória
rematch-requested = {$name} quer a desforra.
rematch-pending = Pediu a desforra.
next-game = Ir para a partida seguinte
server-review = Rever no servidor
server-review-progress = Revisão no servidor: {$rated} de {$moves ->
    [one] 1 jogada
   *[other] {$moves} jogadas
}
server-review-failed = O servidor não conseguiu concluir a revisão. Tente novamente dentro de momentos.
member-since = Membro desde {$when}
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
rating-graph-label = Pontuação entre {$low} e {$high}, agora {$last}
rank = Lugar
player = Jogador
leaderboard-empty = Ainda ninguém terminou uma partida a valer pontos.
leaderboard-description = Só as partidas a valer pontos alteram as pontuações; ± é a margem de erro.
no-games-found = Nenhuma partida encontrada.
replay = Rever
download = Descarregar
download-all = Descarregar todas
more-games = Mostrar mais partidas
search = Procurar

# O que pertence a uma conta.

change-passphrase = Mudar a frase-passe
current-passphrase = Frase-passe atual
new-passphrase = Nova frase-passe
change-passphrase-description = Aqui a sessão continua. Nos outros dispositivos a sessão termina.
passphrase-changed = A sua frase-passe foi mudada.
sessions = Outros dispositivos
sessions-description = Se perdeu um dispositivo, termine a sessão em todos e volte a iniciar sessão.
log-out-everywhere = Terminar sessão em todos
log-out-everywhere-question = Terminar a sessão em todos os dispositivos, incluindo este?
your-data = Os seus dados
your-data-description = Tudo o que o servidor guarda sobre si, num ficheiro JSON.
download-data = Descarregar os seus dados
api-tokens = Tokens da API para bots
api-tokens-description = Com um token, um programa joga por esta conta. Os outros passam a ver a conta como um bot, por isso use uma conta própria para o seu bot.
token-label = Nome do token
create-token = Criar token
token-created = Copie já o novo token. Só é mostrado uma vez:
revoke-token = Revogar
revoke-token-question = Revogar o token "{$label}"? Os programas que o usam são desligados.
token-revoked = O token foi revogado.
delete-account = Apagar a conta
delete-account-description = Desiste das partidas a decorrer, e as partidas abertas são canceladas. As partidas terminadas ficam, sem o seu nome. Ninguém pode voltar a usar o seu nome.
delete-account-question = Apagar a conta {$name}? Não é possível voltar atrás.
account-deleted = A sua conta foi apagada.
bot-mark = bot
