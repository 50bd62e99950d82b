# O que o servidor responde quando recusa um pedido.

no-player = Ainda não tem sessão. POST /api/me inicia uma como convidado.
wrong-origin = Bloqueado: o pedido veio de outro site.
wrong-host = Este servidor não responde por "{$host}". Se o nome é seu, acrescente-o à definição "host".
bad-token = Este código de acesso não funciona. Crie um novo com a sua conta.
needs-session = Um código de acesso não permite isso. Entre com a sua frase-passe.
no-such-game = Esta partida não existe.
no-such-player = Não há nenhum jogador com este nome.
no-such-token = Não existe esse código de acesso.
no-such-review = Ninguém pediu há pouco uma revisão desta partida. Comece por pedir uma.
no-such-address = Não há nada neste endereço. A página está em /, e /api/openapi.json descreve a API.
wrong-method = Este endereço não aceita esse método. /api/openapi.json descreve o que aceita.
bad-request = Pedido inválido: {$why}.
too-large = O pedido é demasiado grande. O limite é de {$most ->
    [one] 1 byte
   *[other] {$most} bytes
}.
bad-pace = "{$pace}" não é um ritmo de jogo. Experimente 5m+3s ou 3d, ou deixe vazio para jogar sem relógio.
command-id-reused = Este id já foi usado para outra coisa. Use um id novo.
bad-command-id = O id de um comando tem de ter entre 1 e {$most} caracteres.
bad-name = Os nomes têm entre {$least} e {$most} letras, algarismos, espaços, pontos, hífenes ou sublinhados. Começam e acabam com uma letra ou um algarismo.
mixed-scripts = Use letras de um só alfabeto no seu nome.
bad-passphrase = As frases-passe têm entre {$least} e {$most} caracteres.
common-passphrase = Esta frase-passe é demasiado fácil de adivinhar. Escolha outra, por exemplo quatro palavras ao acaso.
bad-label = O nome de um código de acesso tem entre 1 e {$most} caracteres.
bad-settings = As definições têm de ser um objeto com, no máximo, {$most ->
    [one] 1 byte
   *[other] {$most} bytes
}.
position-over = A partida já terminou nesta posição. Escolha outra posição.
name-taken = O nome "{$name}" já está a ser usado ou parece-se com um que está. Escolha outro.
has-account = Já tem uma conta. Termine primeiro a sessão.
no-account = Precisa de uma conta para fazer isso. Crie uma conta ou inicie sessão.
wrong-passphrase = Nome ou frase-passe errados.
rated-needs-account = Precisa de uma conta para jogar partidas a valer pontos. Crie uma conta ou inicie sessão.
rated-needs-person = As partidas contra o computador não podem valer pontos.
rated-needs-start = Só as partidas que começam na posição inicial podem valer pontos.
rated-needs-time = As partidas a valer pontos com relógio precisam de pelo menos 30s.
too-many-games = Tem {$most ->
    [one] 1 partida por terminar
   *[other] {$most} partidas por terminar
}. Termine uma primeiro.
too-many-computers = Tem {$most ->
    [one] 1 partida por terminar
   *[other] {$most} partidas por terminar
} contra o computador. Termine uma primeiro.
too-many-seeks = Tem {$most ->
    [one] 1 jogo aberto
   *[other] {$most} jogos abertos
} à espera de adversário. Cancele um primeiro.
too-many-seeks-at-address = Já há {$most ->
    [one] 1 jogo aberto
   *[other] {$most} jogos abertos
} da sua rede à espera de adversário. Entre num deles, ou jogue por ligação.
too-many-tokens = Tem {$most ->
    [one] 1 código de acesso
   *[other] {$most} códigos de acesso
}. Anule um primeiro.
too-many-requests = Demasiados pedidos. Espere um momento.
too-many-logins = Demasiadas tentativas. Espere um minuto.
too-many-guests = Demasiados convidados novos do seu endereço. Espere um minuto.
too-many-connections = Demasiadas ligações do seu endereço. Feche uma primeiro.
too-many-reviews = Já tem uma revisão em curso. Espere até que termine.
too-busy = O servidor está ocupado. Tente novamente dentro de momentos.
store-failed = O servidor não conseguiu guardar isto, por isso nada mudou. Tente novamente dentro de momentos.
store-superseded = Outro servidor assumiu o serviço e este está a parar. Recarregue a página daqui a momentos.
node-unreachable = Não é possível aceder a este jogo agora. Tente de novo daqui a momentos.
store-lost = O servidor perdeu os seus dados e está a parar. O seu pedido pode ter-se perdido. Tente novamente quando o servidor voltar.
outcome-unknown = O servidor não conseguiu confirmar que isto foi guardado e está a reiniciar. Envie o mesmo pedido outra vez com o mesmo id: só conta uma vez.
not-a-player = Não está a jogar nesta partida.
no-free-seat = Os dois lugares estão ocupados.
your-own-game = Já está nesta partida. O outro lugar é para o seu adversário.
not-begun = A partida ainda não começou. Falta um segundo jogador.
not-your-turn = Não é a sua vez.
moved-on = A partida já avançou: {$turns ->
    [one] foi feita 1 jogada
   *[other] foram feitas {$turns} jogadas
}.
round-over = A partida terminou.
too-long = Esta partida é demasiado longa para continuar. Só pode desistir.
round-not-over = A partida ainda não terminou.
no-pie = Agora não pode trocar de lado.
no-offer = Não há nenhuma proposta dessas por responder.
offered-already = Isso já foi pedido nesta jogada.
nothing-to-take-back = Não tem nenhuma jogada para desfazer.
not-away = Ainda não pode reclamar a vitória. O seu adversário não está ausente há tempo suficiente, ou não é a vez dele.
already-joined = Já alguém se juntou. Em vez disso, pode desistir.
computer-plays-on = O computador não aceita empates.

page-missing-disabled = Esta versão não inclui a página web, porque SANBAN_PAGE=0 estava definido.
page-missing-debug = As versões de depuração não incluem a página web.
page-missing-target = Esta versão não tem página web, porque faltava o alvo wasm32-unknown-unknown do Rust.
page-missing-failed = Esta versão não tem página web, porque a página não compilou.
page-remedy-disabled = Para a incluir, compile de novo com SANBAN_PAGE=1. Precisa de um alvo do Rust: rustup target add wasm32-unknown-unknown
page-remedy-debug = Para a incluir, defina SANBAN_PAGE=1 ou compile com --release. Precisa de um alvo do Rust: rustup target add wasm32-unknown-unknown
page-remedy-target = Para a incluir, compile de novo depois deste comando: rustup target add wasm32-unknown-unknown
page-remedy-failed = Para ver porquê, compile de novo com SANBAN_PAGE=1. Precisa de um alvo do Rust: rustup target add wasm32-unknown-unknown
page-works-without = Tudo o resto funciona: o terminal, o motor e a API do servidor.

# O que as ligações para a página mostram noutros sítios.

preview-home = Sanban: jogos de tabuleiro pequenos e profundos
preview-home-description = Jogue contra o computador ou com outra pessoa, aprenda e analise. No navegador, com ou sem Internet.
preview-players = {$game}: {$first} contra {$second}
preview-nobody = lugar livre
preview-guest = Convidado
preview-waiting = À espera de adversário. Junte-se à partida!
preview-running = Jogam as {$player}. {$turns ->
    [one] Foi feita 1 jogada.
   *[other] Foram feitas {$turns} jogadas.
}
preview-won = {$name} ({$player}) ganhou. Reveja a partida.
preview-drawn = A partida terminou empatada. Reveja-a.
preview-cancelled = Esta partida foi cancelada.
preview-invitation = Recebeu um convite para jogar. Abra a ligação para começar.
preview-private = Uma partida privada.
