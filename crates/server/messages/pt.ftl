# O que o servidor diz quando recusa alguma coisa. `{name}` é um argumento.

no-player = Ainda não é ninguém: POST /api/me faz de si um convidado.
wrong-origin = Isto veio de outro sítio, que não pode pedir por si.
no-such-game = Não há tal jogo.
no-such-player = Não há jogador com esse nome.
no-such-address = Não há nada neste endereço; a página está em /, e /api/openapi.json diz o que há.
wrong-method = Isso não se pode fazer neste endereço; /api/openapi.json diz o que se pode.
bad-request = O pedido não se consegue ler: {$why}.
too-large = É demasiado; leem-se no máximo {$most} bytes.
bad-pace = O ritmo "{$pace}" não se consegue ler; 5m+3s, 3d e nada são exemplos.
bad-command-id = Um comando precisa de um id de 1 a {$most} letras.
bad-name = Um nome tem de {$least} a {$most} letras, algarismos, espaços, pontos, hífenes ou sublinhados, e começa e acaba com uma letra ou um algarismo.
bad-passphrase = Uma frase-passe tem de {$least} a {$most} caracteres.
bad-settings = As definições são um objeto com, no máximo, {$most} bytes.
position-over = O jogo já estaria acabado nesta posição.
name-taken = O nome "{$name}" já está tomado.
has-account = Já tem uma conta; saia primeiro.
no-account = Só uma conta pode fazer isso.
wrong-passphrase = Não há conta com esse nome e essa frase-passe.
rated-needs-account = Os jogos com pontuação são para jogadores com conta.
rated-needs-person = Os jogos com pontuação são entre pessoas.
rated-needs-start = Os jogos com pontuação começam na posição inicial.
rated-needs-time = Os jogos com pontuação e relógio têm pelo menos 30s.
too-many-games = Tem {$most} jogos por acabar; acabe um primeiro.
too-many-computers = Tem {$most} jogos por acabar com o computador; acabe um primeiro.
too-many-requests = É demasiado de uma vez; espere um momento.
too-many-logins = Demasiadas tentativas; espere um minuto.
too-many-guests = Há demasiados convidados novos do seu endereço; espere um minuto.
too-many-connections = Há demasiadas ligações do seu endereço.
too-busy = O servidor está demasiado ocupado; tente de novo dentro de momentos.
store-failed = O servidor não consegue guardar isto agora, por isso não foi feito; tente de novo dentro de momentos.
not-a-player = Não joga neste jogo.
no-free-seat = Os dois lugares estão ocupados.
your-own-game = Já está sentado aqui; o outro lugar é para outra pessoa.
not-begun = O jogo ainda não começou: falta alguém sentar-se.
not-your-turn = Não é a sua vez.
moved-on = O jogo já avançou: foram feitas {$turns} jogadas.
round-over = O jogo acabou.
too-long = Aconteceu tanta coisa neste jogo que já só se pode desistir.
round-not-over = O jogo não acabou.
no-pie = Agora não se pode trocar de lado.
no-offer = Ninguém propôs isso.
offered-already = Já pediu isso.
nothing-to-take-back = Não há jogada sua para voltar atrás.
not-away = O outro jogador não está ausente há tempo suficiente, ou não é a vez dele.
already-joined = Já alguém se sentou; pode desistir.
computer-plays-on = O computador continua a jogar.

page-missing-disabled = Esta versão não inclui a página web, porque SANBAN_PAGE=0 estava definido.
page-missing-debug = As versões de depuração não incluem a página web.
page-missing-target = Esta versão não tem página web, porque faltava o alvo wasm32-unknown-unknown do Rust.
page-missing-failed = Esta versão não tem página web, porque a página não compilou.
page-remedy-disabled = Para a incluir, compile de novo com SANBAN_PAGE=1. Precisa de um alvo do Rust: rustup target add wasm32-unknown-unknown
page-remedy-debug = Para a incluir, defina SANBAN_PAGE=1 ou compile com --release. Precisa de um alvo do Rust: rustup target add wasm32-unknown-unknown
page-remedy-target = Para a incluir, compile de novo depois deste comando: rustup target add wasm32-unknown-unknown
page-remedy-failed = Para ver porquê, compile de novo com SANBAN_PAGE=1. Precisa de um alvo do Rust: rustup target add wasm32-unknown-unknown
page-works-without = Tudo o resto funciona: o terminal, o motor e a API do servidor.
