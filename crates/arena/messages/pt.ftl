engine-failed = O motor {$engine} falhou: {$why}.
engine-ended = terminou
engine-silent = não responde
engine-move = O motor {$engine} respondeu "{$move}", que não é legal.
engine-no-move = O motor {$engine} respondeu que não tem nenhuma jogada.
engine-option = O motor {$engine} não tem a opção "{$option}".
uci-command = Comando desconhecido: "{$command}"; há uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, debug e quit.
uci-line = Nenhuma linha pode ter mais de {$most} caracteres.
uci-position = A seguir a position vem startpos ou fen TEXTO e depois, se houver jogadas, moves e as jogadas.
uci-option = Não existe a opção "{$option}"; há {$options}.
uci-limit = Uma pesquisa não tem o limite "{$limit}".
uci-rules-later = A opção Rules fica guardada para outro jogo, e {$game} joga-se com as regras oficiais: {$because}
opening-refused = A abertura da linha {$line} foi recusada: {$because}
no-openings = O ficheiro não tem nenhuma abertura; cada linha é uma abertura, com as jogadas separadas por espaços.
openings-too-long = Nenhuma partida durou {$plies} jogadas em {$tries} tentativas; escolha aberturas mais curtas.
not-of-match = A partida {$number} do ficheiro não é deste encontro; é preciso gravar noutro ficheiro, ou continuar com os mesmos jogadores, as mesmas regras e aberturas e a mesma semente.
bad-sample = A linha {$line} das posições não é uma posição destas regras, uma pontuação esperada e um resultado, separados por ponto e vírgula.
bad-weights = Não é possível usar os pesos {$file}: {$because}.
weights-unreadable = {$why}

# O que o sistema diz dos ficheiros.

io-not-found = não existe esse ficheiro ou pasta
io-denied = o sistema não o permite
io-exists = já existe
io-folder = é uma pasta
io-no-folder = uma parte do caminho não é uma pasta
io-no-text = não é texto
io-in-use = outro programa está a usá-lo
io-full = já não há espaço
