engine-failed = O motor {$engine} falhou: {$why}.
engine-ended = terminou
engine-silent = não responde
engine-move = O motor {$engine} jogou "{$move}", que não é legal.
engine-no-move = O motor {$engine} respondeu que não tem nenhuma jogada.
engine-option = O motor {$engine} não tem a opção "{$option}".
uci-command = Comando desconhecido: "{$command}". Use uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, debug ou quit.
uci-line = Uma linha não pode ter mais de {$most} caracteres.
uci-position = A seguir a position, escreva startpos ou fen TEXTO e depois, se quiser, moves e uma lista de jogadas.
uci-option = Não existe a opção "{$option}". As opções são {$options}.
uci-limit = Não existe o limite de pesquisa "{$limit}".
uci-rules-later = A opção Rules não serve para {$game}, que para já usa as regras oficiais: {$because}
opening-refused = A abertura da linha {$line} não é válida: {$because}
no-openings = O ficheiro não tem aberturas. Escreva uma por linha, com as jogadas separadas por espaços.
openings-too-long =
    Nenhuma partida durou {$plies ->
        [one] 1 jogada
       *[other] {$plies} jogadas
    } em {$tries ->
        [one] 1 tentativa
       *[other] {$tries} tentativas
    }. Escolha aberturas mais curtas.
not-of-match = A partida {$number} do ficheiro não é deste encontro. Grave noutro ficheiro, ou use os mesmos jogadores, regras, aberturas e semente.
remote-program = {$player} não pode jogar nos trabalhadores, que não executam outros programas. Jogue sem --bus.
remote-file = {$player} não pode jogar nos trabalhadores, que não leem ficheiros. Use uma das avaliações do jogo, ou jogue sem --bus.
remote-threads = {$player} não pode jogar nos trabalhadores, onde cada jogador tem um só fio de execução. Retire threads.
remote-hash =
    {$player} não pode jogar nos trabalhadores, onde um jogador tem no máximo {$most ->
        [one] 1 MiB
       *[other] {$most} MiB
    } de memória. Escolha uma hash menor.
bad-task = A tarefa não descreve partidas que se possam jogar.
bad-training-games = Um trabalhador enviou partidas de treino que não são válidas. Atualize os trabalhadores.
bad-sample = A linha {$line} das posições não é válida. Precisa de uma posição destas regras, uma pontuação esperada e um resultado, separados por ponto e vírgula.
bad-evaluation-file = Não foi possível usar a avaliação {$file}: {$because}.
evaluation-unreadable = Não foi possível ler a avaliação {$file}: {$why}.
no-network = Não há rede para {$game} com estas regras. Retire eval=network.
needs-weights = A afinação precisa de pesos para começar, não de uma rede.
no-inputs = {$game} não descreve entradas de uma rede com estas regras.
other-positions = o ficheiro tem posições de outros jogos ou definições. Use o mesmo comando que antes, ou outro ficheiro.
damaged-positions = a parte {$chunk} do ficheiro está danificada. Apague o ficheiro para recomeçar.

# O que o sistema diz dos ficheiros.

io-not-found = o ficheiro ou pasta não existe
io-denied = permissão negada
io-exists = já existe
io-folder = é uma pasta
io-no-folder = uma parte do caminho não é uma pasta
io-no-text = não é um ficheiro de texto
io-in-use = outro programa está a usá-lo
io-full = o disco está cheio
