# A ajuda da linha de comandos em português. As chaves dizem de que comando e de que argumento é o texto; src/cli/help.rs
# explica-as.

clap-usage = Utilização
clap-commands = Comandos
clap-arguments = Argumentos
clap-options = Opções
clap-default = [por omissão: {$values}]
clap-values = [valores possíveis: {$values}]
clap-described = Valores possíveis

value-CLASSIC = CLÁSSICO
value-COMMAND = COMANDO
value-DEPTH = PROFUNDIDADE
value-DIR = PASTA
value-EVAL = AVALIAÇÃO
value-FILE = FICHEIRO
value-FOLDER = PASTA
value-GAME = JOGO
value-GAME-FILE = JOGO|FICHEIRO
value-HOST-PORT = ANFITRIÃO:PORTA
value-ID = ID
value-LANGUAGE = LÍNGUA
value-LEVEL = NÍVEL
value-LOWER-UPPER = MENOR,MAIOR
value-MB = MB
value-MOVES = JOGADAS
value-N = N
value-NAME = NOME
value-OPENINGS = ABERTURAS
value-OPTIONS = OPÇÕES
value-RULES = REGRAS
value-SETTING = DEFINIÇÃO
value-SHELL = SHELL
value-SOURCE = ORIGEM
value-SPEC = JOGADOR
value-TARGET = DESTINO
value-TEXT = TEXTO
value-THEME = TEMA
value-TIME = TEMPO
value-TURNS = JOGADAS
value-URL = URL
value-WHEN = QUANDO

all-examples-1 = Exemplos:
all-help = Mostrar a ajuda
all-help-short = Mostrar a ajuda (há mais com '--help')
all-help-long = Mostrar a ajuda (em resumo com '-h')
all-version = Mostrar a versão
all-lang = Língua de todos os textos; por omissão, a de LANG
all-json = Escrever um objeto JSON em vez de texto
all-game = O jogo
all-rules = Regras, como flex,size=6; `sanban games` mostra as que há
all-position = Posição de onde começar, em vez da inicial
all-moves = Jogadas a fazer a partir daí, separadas por espaços
all-seed = Semente das escolhas aleatórias; a mesma semente repete-as
all-plain = Usar linhas de texto em vez do ecrã inteiro; automático sem terminal
all-ascii = Desenhar só com caracteres ASCII
all-color = Quando usar cores
all-color-auto = Em terminais que as suportem, se NO_COLOR não estiver definida
all-color-always = Sempre
all-color-never = Nunca
all-theme = Cores para um fundo escuro ou claro
all-theme-auto = Como diz a variável COLORFGBG; senão, escuro
all-theme-dark = Escuro
all-theme-light = Claro
all-spoken = Descrever os tabuleiros por palavras em vez de os desenhar, para leitores de ecrã
all-openings = Aberturas: random:LANCES faz esse número de jogadas ao acaso até uma posição equilibrada, unfiltered:LANCES até qualquer posição, e um ficheiro tem uma abertura por linha, em jogadas
all-concurrency = Número de partidas a jogar ao mesmo tempo
all-bus = Jogar as partidas nos trabalhadores deste servidor NATS, como nats://127.0.0.1:4222
all-save = Gravar todas as partidas neste ficheiro como registos; continua um encontro que já lá esteja

sanban = Jogos de tabuleiro pequenos e profundos, para jogar, aprender e analisar
sanban-examples-2 = os menus, num terminal
sanban-examples-3 = uma lição
sanban-examples-4 = uma partida contra o nível 2
sanban-examples-5 = os jogos e as suas regras
sanban-examples-6 = a posição inicial
sanban-examples-7 = as respostas legais a uma primeira jogada
sanban-examples-8 = a jogada de um jogador clássico
sanban-examples-9 = onde se ganharam e perderam as partidas gravadas
sanban-examples-10 = Estado de saída: 0 sucesso, 1 sem resposta (como uma jogada ilegal), 2 linha de comandos ou texto mal formado.

help = Mostrar esta ajuda, ou a de um comando

games = Listar os jogos, com as opções, as predefinições e os jogadores clássicos

moves = Listar todas as jogadas legais, uma por linha

show = Desenhar o tabuleiro e escrever de quem é a vez, ou o resultado
show-pieces = Número de peças a desenhar em cada pilha, a contar de cima
show-svg = Gravar também o tabuleiro como imagem SVG
show-png = Gravar também o tabuleiro como imagem PNG
show-flip = Virar o tabuleiro nas imagens, com o segundo jogador em baixo

perft = Contar as sequências de jogadas com um certo comprimento
perft-depth = Profundidade em jogadas, no máximo 100
perft-divide = Contar cada primeira jogada em separado
perft-threads = Número de linhas de execução

value = Escrever a avaliação que um jogador clássico faz de uma posição, para cada lado
value-player = O jogador clássico

bestmove = Escrever a jogada que um jogador faria
bestmove-player = O jogador: um jogador clássico do jogo, ou uma pesquisa como engine:time=100ms ou mcts:nodes=5000

play = Jogar contra o computador ou contra outra pessoa, ou assistir a uma partida
play-first = Quem joga primeiro [por omissão: human]
play-second = Quem joga em segundo lugar [por omissão: level:2]
play-first-name = Nome de quem joga primeiro
play-second-name = Nome de quem joga em segundo lugar
play-toss = Deitar uma moeda ao ar para decidir quem começa
play-toss-colour = Deitar uma moeda ao ar para decidir que cor começa, nos jogos que o permitem
play-pie = Deixar o segundo jogador trocar de lado depois da primeira jogada (a regra da troca)
play-clock = Ritmo de jogo: o tempo de cada jogador e o incremento por jogada, como em 5m+3s
play-load = Continuar a partida de um ficheiro de registo
play-resume = Continuar uma partida guardada; sem ID, a última
play-examples-2 = uma partida contra o nível 2
play-examples-3 = jogar com as amarelas contra o nível 3, que joga com as vermelhas
play-examples-4 = a última partida
play-examples-5 = Um jogador é human, level:1 a level:8, um dos jogadores clássicos do jogo, ou uma pesquisa como engine:time=5s. O Sanban guarda cada partida à medida que é jogada; `sanban saved` mostra-as.

learn = Aprender um jogo a jogar: uma lição de tarefas curtas
replay = Percorrer uma partida registada
replay-file = O ficheiro do registo, ou o nome de uma partida guardada
replay-game = Número da partida no ficheiro, a partir de 1
rules = Explicar as regras de um jogo, com exemplos desenhados

serve = Servir a página web, e deixar as pessoas jogar nela umas com as outras
serve-addr = Endereço em que o servidor fica à escuta; 127.0.0.1:8080 se as definições não disserem outra coisa
serve-data = Pasta com os dados do servidor
serve-config = Ficheiro de definições
serve-set = Alterar uma definição: NOME=VALOR
serve-open = Abrir a página no navegador
backup = Fazer uma cópia de segurança dos dados de um servidor, mesmo com ele a funcionar
backup-file = O ficheiro da cópia, que ainda não pode existir
backup-data = Pasta com os dados do servidor, ou postgres://… para uma base de dados
copy = Copiar os dados de um servidor para outro lugar, por exemplo de SQLite para PostgreSQL
copy-from = Pasta com os dados do servidor, ou postgres://… para uma base de dados
copy-to = Pasta ou postgres://… para onde copiar; tem de estar vazia
copy-examples-2 = Pare primeiro o servidor. A cópia é comparada com a origem antes de valer: se for interrompida, o destino fica vazio.
export = Escrever todas as partidas de um servidor, como registos
export-data = Pasta com os dados do servidor, ou postgres://… para uma base de dados
account = Gerir as contas de um servidor, mesmo com ele a funcionar
close = Encerrar uma conta: ninguém pode entrar nela, e as suas partidas ficam sem o nome
close-name = O nome da conta
close-data = Pasta com os dados do servidor, ou postgres://… para uma base de dados
site = Escrever a página em ficheiros que qualquer servidor web pode servir, sob qualquer caminho
site-folder = A pasta onde escrever

saved = Listar as suas partidas guardadas

worker = Executar tarefas do motor para servidores e encontros noutras máquinas
worker-bus = Endereço do servidor NATS que distribui as tarefas, como nats://127.0.0.1:4222
worker-threads = Número de tarefas a executar ao mesmo tempo [por omissão: o número de núcleos]
worker-examples-2 = Um trabalhador executa primeiro as jogadas do computador, depois as revisões e depois as partidas de encontros e de treino. Devolve as suas tarefas quando o para com Ctrl-C. docs/workers.md diz mais.

match = Jogar um encontro ou um torneio; cada abertura joga-se duas vezes, com os lados trocados
match-first = O primeiro jogador, cujo resultado é mostrado
match-second = O segundo jogador
match-players = Os jogadores de um torneio de todos contra todos
match-games = Número de partidas entre cada dois jogadores
match-sprt = Parar assim que um teste sequencial decidir se o primeiro jogador é no máximo MENOR ou pelo menos MAIOR Elo mais forte

ladder = Medir a distância entre os níveis, e o lugar dos jogadores clássicos entre eles
ladder-games = Número de partidas entre níveis vizinhos, e entre cada jogador clássico e cada nível que defronta
ladder-most = O nível mais alto; o nível 8 demora muito, porque pensa um segundo por jogada

tune = Ajustar os pesos da avaliação de um jogo com partidas do motor contra si próprio
tune-rules = Regras com que se joga; os mesmos pesos servem para todas as regras
tune-data = Ficheiro de posições, uma por linha; as que já existem são usadas, e assim pode interromper o ajuste e continuá-lo
tune-positions = Número de posições a recolher
tune-nodes = Nós a pesquisar por jogada nas partidas
tune-plies = Número máximo de jogadas ao acaso no início de uma partida
tune-from = A avaliação de partida: uma das do jogo, ou um ficheiro de pesos
tune-out = Ficheiro para os pesos ajustados
tune-threads = Número de partidas a jogar ao mesmo tempo

selfplay = Jogar partidas de treino do motor contra si próprio e gravar as posições
selfplay-rules = Regras com que se joga
selfplay-out = Ficheiro para as posições; se já existe, é continuado
selfplay-positions = Número de posições a recolher; as últimas 16 partidas podem dar mais algumas
selfplay-nodes = Nós a pesquisar por jogada
selfplay-plies = Número máximo de jogadas ao acaso no início de uma partida
selfplay-eval = A avaliação com que se joga: uma das do jogo, ou um ficheiro de pesos ou de uma rede
selfplay-threads = Número de partidas a jogar ao mesmo tempo
selfplay-seed = Semente das escolhas ao acaso
selfplay-examples-2 = Se o ficheiro existe, o mesmo comando continua-o. Uma semente dá o mesmo ficheiro com qualquer número de linhas de execução ou de trabalhadores. docs/networks.md descreve o formato, e como se treina uma rede com ele.

puzzles = Encontrar problemas: posições com uma vitória forçada e uma só maneira de a começar
puzzles-count = Número de problemas a encontrar
puzzles-wins-in = Número de jogadas até à vitória, um número ou um intervalo
puzzles-save = Gravar os problemas neste ficheiro depois de cada partida; continua uma procura que já lá esteja
puzzles-examples-2 = O Sanban prova que a vitória é forçada, que não há outra mais rápida e que nenhuma outra primeira jogada ganha tão depressa. Uma pesquisa longa também não encontra, depois das outras jogadas, uma vitória mais lenta nem uma vantagem clara. Cada linha do resultado tem as regras, a posição, o número de jogadas até à vitória, a dificuldade de 0 a 100 e as jogadas.

bench = Pesquisar posições fixas até uma profundidade fixa; o número de nós só muda quando a pesquisa muda
bench-threads = Número de linhas de execução da pesquisa; com mais de uma, o número de nós varia

uci = Falar o protocolo UCI na entrada e na saída, para programas que põem motores a jogar uns contra os outros
uci-long =
    Falar o protocolo UCI na entrada e na saída, para programas que põem motores a jogar uns contra os outros

    A opção UCI_Variant escolhe o jogo, e a opção Rules as regras. Indique a posição com `position startpos` ou `position fen TEXTO`, seguida, se quiser, de `moves`.

analyse = Analisar uma posição ao vivo, ou avaliar cada jogada de partidas registadas
analyse-game = O jogo cuja posição quer analisar, um ficheiro de registos de partidas, ou uma partida guardada
analyse-lines = Número de melhores linhas a mostrar numa posição [por omissão: 3]
analyse-time = Tempo para pensar numa posição [por omissão: 5s] ou em cada jogada de um registo [por omissão: 300ms]
analyse-depth = Profundidade da pesquisa em passos; desliga o limite de tempo por omissão
analyse-nodes = Número de nós a pesquisar; desliga o limite de tempo por omissão
analyse-threads = Número de linhas de execução da pesquisa
analyse-hash = Memória para a pesquisa, em MiB
analyse-number = Analisar só a partida com este número no ficheiro
analyse-save = Gravar os registos com avaliações e linhas melhores; pode ser o próprio ficheiro
analyse-svg = Desenhar a curva da avaliação numa imagem; com várias partidas, um ficheiro para cada uma, como curve-2.svg
analyse-examples-2 = O Sanban avalia uma jogada pelo que ela perde da pontuação esperada (a parte dos pontos que o jogador pode esperar): a melhor se não se conhece outra melhor, boa abaixo de 0.05, imprecisão a partir de 0.05, erro a partir de 0.10, erro grave a partir de 0.20. A precisão é 100 e^(-4 m) por cento, em que m é a perda média do jogador. Com --nodes ou --depth, e uma só linha de execução, o resultado é sempre o mesmo.

completions = Escrever o código de autocompletar de uma shell
completions-shell = A shell

man = Escrever as páginas do manual numa pasta
man-folder = A pasta; é criada se não existir
