// What Brazilians choose for passwords and the dictionaries of the estimate do not have as one word: clubs with their nicknames, faith,
// love, places, official terms, banks and large companies. The most frequent first, without accents: the estimate tries capitals, digits and years by itself.

export const productWords: readonly string[] = ['confere', 'conferir', 'admin', 'administrador', 'operador', 'console'];

export const brazilianWords: readonly string[] =
  // Clubs, their full names and what their supporters call them.
  (
    'flamengo mengao mengo rubronegro corinthians timao fiel gaviaodafiel gavioesdafiel palmeiras verdao porco saopaulo saopaulofc spfc ' +
    'tricolor tricolorpaulista soberano vasco vascodagama gigantedacolina santos santosfc peixe gremio imortal imortaltricolor ' +
    'internacional colorado cruzeiro raposa cabuloso atletico atleticomineiro galo galaodamassa fluminense fluzao botafogo fogao ' +
    'estrelasolitaria bahia bahea vitoria leaodabarra sport sportrecife nautico santacruz fortaleza leaodopici ceara vozao coritiba coxa ' +
    'athletico furacao athleticoparanaense chapecoense goias remo paysandu avai figueirense pontepreta guarani bragantino cuiaba juventude ' +
    'pele neymar ronaldinho ronaldo zico romario senna ayrtonsenna hexacampeao pentacampeao ' +
    // Faith, love and family.
    'deus deusefiel deusenofio jesus jesuscristo jesusteama jesussalva deusteama meudeus fedemais gracasadeus nossasenhora ' +
    'nossasenhoraaparecida espiritosanto teamo euteamo teamomuito amor amoreterno meuamor amordaminhavida minhavida saudades familia ' +
    'minhafamilia felicidade gatinha princesa lindinha bebezinho mamae papai vovo amizade esperanca ' +
    // What is put into a field for a password.
    'senha senhaforte senhasegura minhasenha novasenha trocarsenha mudarsenha senhanova senhapadrao acesso bemvindo segredo seguro mudar ' +
    'mestre sistema suporte usuario teste provisoria primeiroacesso naosei esqueci esqueciminhasenha abcdefgh qwertyuiop asdfghjkl zxcvbnm ' +
    // Places, the state and the field that this service is used in.
    'brasil brazil riodejaneiro belohorizonte minasgerais brasilia portoalegre salvador recife curitiba manaus copacabana ipanema ' +
    'paulista carioca mineiro gaucho baiano carnaval samba futebol selecao cachaca churrasco feijoada brigadeiro verao inverno primavera ' +
    'outono janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro receita receitafederal fazenda ' +
    'empresa banco cadastro financeiro compliance cobranca credito fraude ' +
    // Where its operators work, and what they work with.
    'bradesco itau itauunibanco unibanco santander nubank bancodobrasil caixaeconomica caixaeconomicafederal banrisul bancointer safra btg ' +
    'btgpactual c6bank picpay mercadopago pagseguro pagbank stone sicoob sicredi bndes bacen bancocentral petrobras vale ambev embraer ' +
    'magazineluiza magalu americanas correios vivo claro telefonica serasa serasaexperian boavista quod serpro dataprev cpf cnpj cpfcnpj'
  ).split(' ');
