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
value-SPEC = JOGADOR
value-TEXT = TEXTO
value-TIME = TEMPO
value-TURNS = JOGADAS
value-WHEN = QUANDO

all-examples-1 = Exemplos:
all-help = Mostrar a ajuda
all-help-short = Mostrar a ajuda (há mais com '--help')
all-help-long = Mostrar a ajuda (em resumo com '-h')
all-version = Mostrar a versão
all-lang = A língua em que o programa fala, em vez da que LANG indica
all-json = Escrever um objeto JSON em vez de texto para pessoas
all-game = O jogo
all-rules = As regras, como flex,size=6; `sanban games` mostra as que há
all-position = A posição de onde se parte, em vez da inicial
all-moves = As jogadas a fazer a partir daí, separadas por espaços
all-seed = Torna o acaso repetível
all-plain = Linhas de texto em vez do ecrã, como sempre que a entrada ou a saída não é um terminal
all-ascii = Desenhar só com caracteres ASCII
all-color = Quando usar cores
all-color-auto = Num terminal que as tenha, se NO_COLOR não estiver definida
all-color-always = Sempre
all-color-never = Nunca
all-openings = Como começam as partidas: random:LANCES faz tantas jogadas ao acaso, depois das quais uma pesquisa não vê vantagem de nenhum lado, unfiltered:LANCES aceita-as como saem, e um ficheiro tem uma abertura em cada linha, em jogadas
all-concurrency = Quantas partidas se jogam ao mesmo tempo
all-save = Onde todas as partidas são gravadas como registos; um encontro que já lá esteja é continuado

sanban = Jogos de tabuleiro pequenos e profundos, para jogar, aprender e analisar
sanban-examples-2 = os menus, num terminal
sanban-examples-3 = uma lição
sanban-examples-4 = uma partida contra o nível 2
sanban-examples-5 = a que se pode jogar, e com que regras
sanban-examples-6 = o tabuleiro no início
sanban-examples-7 = as respostas legais a uma primeira jogada
sanban-examples-8 = o que faria um jogador clássico
sanban-examples-9 = onde se decidiram as partidas de um encontro
sanban-examples-10 = Estado de saída: 0 sucesso, 1 a pergunta não tem resposta, 2 a linha de comandos ou um texto está mal formado.

help = Mostrar esta ajuda, ou a de um comando

games = Listar os jogos, com as opções, as predefinições e os jogadores clássicos

moves = Listar todas as jogadas legais, uma por linha

show = Desenhar o tabuleiro, e dizer de quem é a vez ou como acabou a partida
show-pieces = Quantas peças de cada pilha são desenhadas, a contar de cima
show-svg = Desenhar também o tabuleiro num ficheiro, como imagem SVG
show-png = Desenhar também o tabuleiro num ficheiro, como imagem PNG
show-flip = Virar as imagens nos ficheiros, para que o segundo jogador fique em baixo

perft = Contar as sequências de um certo número de jogadas
perft-depth = Quantas jogadas de profundidade, 100 no máximo
perft-divide = Contar em separado cada primeira jogada
perft-threads = Em quantas linhas de execução se conta

value = Dar a avaliação que um jogador clássico faz de uma posição, para cada lado
value-player = O jogador clássico que avalia

bestmove = Dar a jogada que um jogador faria
bestmove-player = O jogador: um dos clássicos do jogo, ou uma pesquisa como engine:time=100ms ou mcts:nodes=5000

play = Jogar uma partida, contra o computador ou outra pessoa, ou assistir a uma
play-first = Quem joga primeiro [por omissão: human]
play-second = Quem joga em segundo lugar [por omissão: level:2]
play-first-name = O nome de quem joga primeiro
play-second-name = O nome de quem joga em segundo lugar
play-toss = Deitar uma moeda ao ar para decidir quem começa
play-pie = O segundo jogador pode trocar de lado depois da primeira jogada
play-clock = O tempo de cada jogador e o que cada jogada acrescenta, como em 5m+3s
play-load = Continuar uma partida registada
play-resume = Continuar uma partida guardada, a última jogada se não se indicar nenhuma
play-examples-2 = uma pessoa contra o nível 2
play-examples-3 = a última partida jogada
play-examples-4 = Um jogador é human, level:1 a level:8, um dos jogadores clássicos do jogo, ou uma pesquisa como engine:time=5s. Cada partida fica guardada à medida que é jogada; `sanban saved` mostra-as.

learn = Aprender um jogo a jogar: uma lição de pequenas tarefas
replay = Percorrer uma partida registada
replay-file = O ficheiro com o registo
replay-game = Que partida do ficheiro, a partir de 1
rules = Explicar as regras de um jogo, com exemplos desenhados

serve = Servir a página em que se joga num navegador, e ligar pessoas que jogam entre si
serve-addr = O endereço em que é servida; 127.0.0.1:8080 se nada disser outra coisa
serve-data = A pasta em que o servidor guarda tudo
serve-config = Um ficheiro de definições
serve-set = Uma definição desse ficheiro, como NOME=VALOR
serve-open = Abrir a página num navegador
backup = Copiar tudo o que um servidor guarda, esteja a correr ou não
backup-file = O ficheiro a escrever, que ainda não pode existir
backup-data = A pasta em que o servidor guarda tudo
export = Escrever todos os jogos que um servidor guarda, como registos
export-data = A pasta em que o servidor guarda tudo
site = Escrever a página em ficheiros que qualquer servidor da Web pode servir, sob qualquer caminho
site-folder = A pasta em que se escreve

saved = Listar as partidas guardadas

match = Jogar um encontro ou um torneio, cada abertura duas vezes com os lados trocados
match-first = Um dos participantes, aquele cujo resultado é dado
match-second = O outro participante
match-players = Um participante de um torneio em que todos jogam contra todos; indica-se uma vez por cada jogador
match-games = Quantas partidas, entre cada dois participantes
match-sprt = Parar assim que for claro se o primeiro é no máximo MENOR ou pelo menos MAIOR Elo mais forte

ladder = Medir a distância entre os níveis, e o lugar dos jogadores clássicos entre eles
ladder-rules = As regras
ladder-games = Quantas partidas joga cada nível com o que está abaixo dele, e cada jogador clássico com cada nível que defronta
ladder-most = O nível mais alto; o nível 8 pensa um segundo por jogada, o que demora muito

tune = Ajustar os pesos da avaliação de um jogo com partidas do motor contra si próprio
tune-rules = As regras com que se joga; os pesos são os mesmos para todas as regras
tune-data = Onde ficam as posições, uma por linha; as que já lá estão são aproveitadas, e assim o ajuste pode ser interrompido e continuado
tune-positions = Quantas posições tem de haver
tune-nodes = Quantos nós se pensam em cada jogada das partidas
tune-plies = Quantas jogadas ao acaso, no máximo, abrem uma partida
tune-from = A avaliação com que se joga e de que se parte: uma das do jogo, ou um ficheiro de pesos
tune-out = Onde são escritos os pesos ajustados
tune-threads = Quantas partidas se jogam ao mesmo tempo

puzzles = Encontrar problemas, em que quem joga ganha à força e só o pode começar a fazer de uma maneira
puzzles-count = Quantos problemas se procuram
puzzles-wins-in = As jogadas de que o vencedor pode precisar, um número ou um intervalo
puzzles-save = Onde ficam os problemas depois de cada partida; uma procura que já lá esteja é continuada
puzzles-examples-2 = Que a vitória é forçada, que não há outra mais rápida e que nenhum outro começo ganha tão depressa é verificado tentando tudo; e uma pesquisa longa não encontra nas outras jogadas nem uma vitória mais tarde nem uma vantagem clara. Uma linha do resultado tem as regras, a posição, o número de jogadas de que o vencedor precisa, a dificuldade de 0 a 100 e as jogadas.

bench = Pesquisar posições fixas até uma profundidade fixa: o número de nós só muda quando a pesquisa muda
bench-threads = Em quantas linhas de execução se pesquisa; com mais de uma, o número de nós varia

uci = Falar o protocolo UCI na entrada e na saída, para programas que põem motores a jogar uns contra os outros
uci-long =
    Falar o protocolo UCI na entrada e na saída, para programas que põem motores a jogar uns contra os outros

    A opção UCI_Variant escolhe o jogo e a opção Rules as regras; uma posição indica-se com `position startpos` ou `position fen TEXTO`, e `moves` a seguir.

analyse = Analisar uma posição ao vivo, ou avaliar cada jogada de partidas registadas
analyse-game = O jogo cuja posição se analisa, ou um ficheiro com registos de partidas
analyse-lines = Quantas das melhores linhas de uma posição se mostram [por omissão: 3]
analyse-time = Quanto tempo se pensa, numa posição [por omissão: 5s] ou em cada jogada de um registo [por omissão: 300ms]
analyse-depth = Quantos passos de profundidade se pesquisam; nesse caso o tempo não tem limite, se não for também indicado
analyse-nodes = Quantos nós se pesquisam; nesse caso o tempo não tem limite, se não for também indicado
analyse-threads = Em quantas linhas de execução se pesquisa
analyse-hash = Mebibytes de memória para a pesquisa
analyse-number = Analisar só esta das partidas de um ficheiro
analyse-save = Gravar os registos com avaliações e linhas melhores; pode ser o próprio ficheiro
analyse-svg = Desenhar o curso da partida numa imagem; se forem várias, cada uma tem um ficheiro seu, como curve-2.svg
analyse-examples-2 = Uma jogada de um registo é avaliada pelo que perde da pontuação esperada, a parte dos pontos que o jogador pode esperar: a melhor se não se conhece outra melhor, boa abaixo de 0.05, imprecisão a partir de 0.05, erro a partir de 0.10, erro grave a partir de 0.20. A precisão é 100 e^(-4 m) por cento, em que m é a perda média de um jogador. Com --nodes ou --depth, e uma só linha de execução, o resultado é sempre o mesmo.

completions = Escrever o código com que uma shell completa os comandos
completions-shell = A shell em que se completa

man = Escrever as páginas do manual numa pasta
man-folder = A pasta, que é criada se não existir
