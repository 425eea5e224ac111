// What docs/pt-BR/settings.md says of each setting. A setting without its sentence does not compile.

import type { SettingName } from '../../src/settings/settings.ts';

export const settingsInPortuguese: Readonly<Record<SettingName, string>> = {
  host: 'Endereço em que escutar. `0.0.0.0` abre o serviço para a rede.',
  port: 'Porta em que escutar; 0 usa qualquer porta livre.',
  data_dir: 'Onde o serviço guarda o banco de dados e o cadastro de empresas.',
  secrets_dir: 'Onde fica o segredo mestre, modo 0700; nunca dentro de `data_dir`.',
  store:
    'Um PostgreSQL que vários nós compartilham: as chaves, as chamadas com `Idempotency-Key` e o uso ficam lá, em vez de em `data_dir`.',
  store_maintenance:
    'O mesmo banco de dados com o usuário dono, só para `confere store migrate`; `store` quando não definido. O serviço precisa de menos permissões, e deve ter menos.',
  store_connections: 'Conexões de um processo com `store`, além de quatro só dele.',
  store_outage_seconds:
    'Por quanto tempo um processo aceita as chaves que conhece enquanto não alcança `store`. `keys revoke` pode esperar esse tempo por um nó isolado.',
  'admin.enabled': 'Se o serviço abre o endereço para operadores: `/metrics`, `/status`, `/livez`, `/readyz`.',
  'admin.host': 'Endereço para operadores. Quem o alcança pode lê-lo.',
  'admin.port': 'Porta do endereço para operadores; 0 usa qualquer porta livre.',
  'log.level': 'As linhas menos importantes a escrever.',
  'log.format': '`auto` escreve linhas legíveis em um terminal e JSON nos demais casos.',
  'server.workers':
    'Processos que compartilham a porta e os dados; `auto` é um por núcleo. `confere serve --workers` prevalece.',
  'server.connections_max':
    'Conexões abertas ao mesmo tempo. Quando não há lugar, o serviço fecha a que está ociosa há mais tempo para abrir uma nova.',
  'server.connections_per_client_max':
    'Conexões abertas da rede de um cliente (um endereço IPv4 ou um /64 de IPv6). Atrás de um proxy confiável, limita as requisições simultâneas de uma rede. ' +
    'Padrão: três quartos de `server.connections_max`. Os próprios proxies confiáveis não têm esse limite.',
  'server.trusted_proxies': 'Proxies em cujo `X-Forwarded-For` o serviço acredita.',
  counters:
    'Redis ou Valkey, em que várias máquinas contam juntas taxas, cotas, requisições em andamento e autenticações que falharam: `redis://`, `rediss://` com TLS, ' +
    '`redis+sentinel://HOST,HOST/GROUP`, `redis+cluster://HOST,HOST`. Sem isto, cada uma conta por si.',
  answer_cache:
    'Onde o Confere guarda as respostas das fontes com `cache_seconds`: em cada processo, ou também cifradas no Redis de `counters`, para todas as máquinas. Respostas sobre pessoas ' +
    'saem então da máquina, cifradas: pergunte antes ao seu jurídico.',
  'limits.counters_ms_max':
    'Espera máxima por uma resposta de `counters`. Depois disso cada nó usa a sua parte dos limites, até `counters` voltar.',
  'limits.nodes':
    'O número mínimo de processos que repartem os limites enquanto um nó não alcança `counters`: cada um permite a sua parte. Se um nó já viu mais, usa esse número.',
  'limits.auth_failures_per_minute':
    'Autenticações que falham de um endereço antes que o serviço mande as seguintes esperarem. Uma chave válida sempre passa.',
  'idempotency.hours':
    'Horas em que o Confere guarda, cifrada, a resposta a uma chamada com `Idempotency-Key` e pode repeti-la. A API promete 24 a quem chama.',
  'idempotency.records_per_key_max':
    'Chamadas com `Idempotency-Key` guardadas para uma chave de API: chamadas por segundo × 3600 × `idempotency.hours`. Padrão: 1.000.000 em arquivos próprios, mais do que uma chave de produção a 600/min faz em 24 horas; 100.000.000 com `store`.',
  'idempotency.records_max':
    'O mesmo para todas as chaves de API juntas. Cada chamada ocupa de 1 a 2 kB do disco. Padrão: 2.000.000 em arquivos próprios, 200.000.000 com `store`.',
  'limits.wait_ms_max':
    'Quanto uma requisição pode esperar pela sua vez antes que o serviço a recuse com 503 `overloaded` e não faça nada. O tempo em que o próprio processo ficou parado não conta.',
  'policy.file': 'Uma política de risco no lugar da padrão; `confere policy show` mostra o formato.',
  'verification.deadline_ms': 'Tempo máximo para todas as fontes de uma verificação de CPF juntas.',
  'audit.purposes':
    'Os valores de `Confere-Purpose`: por que quem chama consulta uma pessoa (LGPD art. 6º). A auditoria o registra com cada verificação.',
  'audit.strict':
    'Recusar também as verificações de CNPJ enquanto o serviço não puder gravar a auditoria. As de CPF ele sempre recusa nesse caso.',
  'audit.without_intent_max':
    'Quantas verificações de CPF um nó pode ter em andamento sem uma intenção no disco. Com 0, o nó não chama nenhum fornecedor sem rastro. Cada verificação sem intenção economiza uma gravação. Um `kill -9`, uma queda de energia ou uma falha de disco pode então perder o rastro de no máximo tantas, três chamadas cada.',
  'audit.deadline_ms': 'Tempo máximo para um registro chegar ao disco. Depois disso o serviço recusa a resposta.',
  'audit.state_dir':
    'Onde esta máquina guarda o último fim da auditoria que gravou, para perceber uma auditoria mais antiga ou ausente. Padrão: `audit-heads` em `secrets_dir`. Nunca o ponha dentro de `data_dir`, nem em um disco que você restaura junto com ele.',
  'audit.anchor':
    'Lugares que esta máquina não consegue reescrever. O serviço envia para lá as pontas assinadas da auditoria: veja a página sobre a auditoria.',
  'audit.anchor_minutes': 'Minutos entre duas âncoras. O serviço não envia nenhuma enquanto nenhuma ponta avança.',
  'audit.record_days': 'Dias depois dos quais o serviço elimina o conteúdo de um registro de auditoria; o hash fica.',
  'audit.evidence_days': 'Dias depois dos quais o serviço elimina a evidência cifrada de um registro de auditoria.',
  'privacy.ledger':
    'O arquivo que lembra as exclusões, cifrado, para que o Confere exclua de novo as mesmas pessoas depois de restaurar um backup. Por padrão `erasures.ndjson` em `secrets_dir`; nunca dentro de `data_dir`.',
  'registry.verify_before_ready': 'Responder `/readyz` só depois de conferir o arquivo inteiro do cadastro.',
  'registry.rejected_share_max': 'Maior parcela de linhas ilegíveis com que uma importação ainda entra em uso.',
  'registry.import_priority':
    '`low` deixa todo o resto da máquina passar à frente de uma importação, para que as respostas não esperem. `normal` mantém a prioridade do comando, para uma máquina que não responde a ninguém.',
  'registry.download_url': 'Endereço WebDAV dos arquivos mensais da Receita Federal; já mudou antes.',
  'registry.source':
    'Onde outra máquina publica as suas versões do cadastro (`confere registry publish`): esta olha lá sozinha e pega o que for mais recente. ' +
    'Um serviço sem cadastro só fica pronto depois de baixar um.',
  'registry.publisher_key':
    'Arquivo com uma ou várias chaves públicas Ed25519 (PEM) de quem pode publicar. `registry.source` e `registry pull` passam a aceitar só versões que `registry publish --sign` assinou.',
  'registry.source_minutes':
    'Minutos entre duas consultas a `registry.source`, um quarto a mais ou a menos, para que muitos nós não consultem ao mesmo tempo.',
  'lists.download_url':
    'Um espelho dos publicadores das listas, para uma máquina que não os alcança: `https://HOST/PATH` fica em `MIRROR/HOST/PATH`. Sem ele, `confere lists update` consulta os publicadores.',
  'lists.eu_token':
    'O token que a Comissão Europeia dá a cada usuário da sua lista. Sem ele, `confere lists update` deixa essa lista de fora.',
  'lists.source':
    'Onde outra máquina publica as suas listas (`confere lists publish`): esta olha lá sozinha e pega o que for mais recente.',
  'lists.publisher_key':
    'Arquivo com uma ou várias chaves públicas Ed25519 (PEM) de quem pode publicar. `lists.source` e `lists pull` passam a aceitar só listas que `lists publish --sign` assinou.',
  'lists.source_minutes':
    'Minutos entre duas consultas a `lists.source`, um quarto a mais ou a menos, para que muitos nós não consultem ao mesmo tempo.',
  'batches.rows_max': 'Linhas que um lote pode ter.',
  'batches.body_bytes_max': 'Bytes que o corpo de um lote pode ter.',
  'batches.unfinished_per_key_max': 'Lotes de uma chave de API que podem estar sem terminar ao mesmo tempo.',
  'batches.rows_at_once':
    'Linhas de um lote em andamento ao mesmo tempo; os limites e as cotas da chave valem além disso.',
  'batches.kept_hours':
    'Horas em que o serviço guarda um lote terminado com os resultados, cifrados. Depois exclui ambos.',
  'watches.companies_max': 'Empresas que um acompanhamento pode ter.',
  'watches.people_max': 'Pessoas que um acompanhamento pode ter.',
  'watches.people_days':
    'Dias após os quais o serviço exclui um acompanhamento de pessoas. Quem chama pode escolher um prazo menor.',
  'watches.people_purpose_required':
    'Acompanhar pessoas exige uma finalidade (`Confere-Purpose`, ou a da chave) e uma base legal (`legal_basis`).',
  'watches.per_key_max': 'Acompanhamentos que uma chave de API pode ter.',
  'webhooks.allow_http': 'Se um webhook pode ir para um endereço que começa com `http://`.',
  'webhooks.allowed_networks':
    'Redes para onde webhooks podem ir embora não sejam públicas. Sem isso o serviço recusa as de loopback, privadas e link-local.',
  'webhooks.deadline_ms': 'Tempo máximo para uma chamada de webhook, com a resolução do nome.',
  'webhooks.attempts_max':
    'Chamadas para um evento antes que o serviço desista dele: com 10, ao longo de cerca de um dia e meio.',
  'events.kept_days': 'Dias em que `GET /v1/events` ainda mostra um evento.',
  'webhooks.per_key_max': 'Destinos que uma chave de API pode criar para si.',
  'webhooks.kept_days': 'Dias em que o serviço guarda um evento entregue ou abandonado.',
  'console.listener':
    'Onde fica o console para pessoas: ao lado da API, ou só no endereço para operadores. `auto` é ao lado da API enquanto ela estiver só nesta máquina (127.0.0.1, ::1, localhost) e, senão, com os operadores.',
  'console.address':
    'Onde as pessoas abrem o console, como o navegador mostra. O login único (SSO) volta para lá, e passkeys só funcionam lá.',
  'console.hosts':
    'Outros nomes para o console e o endereço para operadores. Sem ela: `console.address`, o nome da própria máquina, `localhost` e endereços IP. O serviço recusa qualquer outro nome com 421, porque outro site pode tê-lo apontado para cá.',
  'console.idle_minutes': 'Minutos sem uma requisição depois dos quais um operador precisa entrar de novo.',
  'console.local_operators':
    'Se operadores com senha (`confere operators`) podem entrar. `false` exige login único; `confere console recover` é o caminho quando ele falha.',
  'console.totp_required':
    'Os perfis cujos operadores precisam de um segundo fator: o código de um aplicativo autenticador ou uma chave de acesso (passkey). Quem não tem um o configura no próximo login, antes de qualquer outra coisa; as sessões abertas sem ele também param ali. Não vale para o login único (SSO): ali quem pede é o provedor.',
  'console.oidc.issuer':
    'O provedor OpenID Connect pelo qual os operadores entram (login único, SSO). Exige `console.address`, `console.oidc.client_id` e `console.oidc.roles`.',
  'console.oidc.client_id': 'O nome com que o provedor conhece este serviço.',
  'console.oidc.client_secret':
    'O segredo com que o serviço se identifica no provedor; nenhum para um cliente público.',
  'console.oidc.label': 'O nome do provedor no botão: “Entrar com …”.',
  'console.oidc.scopes': 'Os escopos que o serviço pede ao provedor, com `openid` entre eles.',
  'console.oidc.groups_claim':
    'A claim com os grupos da pessoa; um ponto leva para dentro de um objeto, como em `realm_access.roles`.',
  'console.oidc.roles':
    'Quais grupos têm qual perfil. O serviço recusa quem não tem nenhum deles; com vários, vale o perfil mais alto.',
  'console.purpose_required':
    'No console, quem opera precisa dizer a finalidade de cada consulta às fontes reais, uma a uma e em tabelas.',
  'console.session_hours': 'Horas depois das quais um operador sempre precisa entrar de novo.',
  'companies.show_email': 'Mostra os e-mails nas fichas das empresas; muitas vezes são os do contador.',
  'companies.show_phones': 'Mostra telefones e fax nas fichas das empresas.',
  'companies.show_personal_address':
    'Mostra logradouro e CEP de MEIs e empresários individuais: em geral, onde a pessoa mora.',
  'companies.show_minors': 'Mostra sócios que têm ou podem ter menos de 18 anos, e quem os representa.',
  'screening.lists':
    'As listas das quais uma consulta a listas depende, além de `onu`. Enquanto uma delas faltar, estiver danificada ou velha demais, nenhuma resposta é `clear`. Sem esta configuração: as que já estiveram em uso aqui.',
  'screening.sensitivity':
    'O quanto um nome precisa se parecer para uma lista apresentar um registro: `high` apresenta mais registros, `low` menos. Uma lista que não aparece aqui fica com o seu padrão, que é `balanced` para todas as outras.',
  'screening.verify':
    'Consulta as listas também em cada verificação: a resposta termina com `screening`, e uma ocorrência pesa no risco conforme a política.',
  'screening.four_eyes':
    'Uma ocorrência que uma chave ou um operador descarta só conta como descartada depois que outro confirmar.',
  'screening.keep_editions_days':
    'Dias durante os quais uma importação guarda a edição de uma lista que ela substituiu: `confere audit replay` pode refazer uma consulta registrada com essa edição.',
  'compat.enabled':
    'Responde em `/compat/minha-receita/…` e `/compat/brasil-api/cnpj/v1/…` no formato desses serviços.',
  'compat.without_key': 'Responde em `/compat/…` também sem chave de API, com limite por endereço do cliente.',
  'compat.requests_per_minute': 'Requisições a `/compat/…` sem chave, de um endereço, em um minuto.',
};

const forms: readonly (readonly [RegExp, string])[] = [
  [/^text$/, 'texto'],
  [/^a path$/, 'um caminho'],
  [/^a whole number from (\d+) to (\d+)$/, 'um número inteiro de $1 a $2'],
  [/^a whole number from (\d+) to (\d+), or `auto`$/, 'um número inteiro de $1 a $2, ou `auto`'],
  [/^a share from 0 to 1$/, 'uma parcela de 0 a 1'],
  [/^`true` or `false`$/, '`true` ou `false`'],
  [/^one of (`.*`)$/, 'um de $1'],
  [
    /^a list of addresses or CIDR ranges, such as (`\S+`) \(in the environment: separated by commas\)$/,
    'uma lista de endereços ou faixas CIDR, como $1 (no ambiente: separados por vírgulas)',
  ],
  [
    /^a list of host names without a port, such as (`\S+`) \(in the environment: separated by commas\)$/,
    'uma lista de nomes de host sem porta, como $1 (no ambiente: separados por vírgulas)',
  ],
  [
    /^(`\{ env: NAME \}`) or (`\{ file: PATH \}`) that holds it \(in the environment: the secret itself\)$/,
    '$1 ou $2 que o contém (no ambiente: o próprio segredo)',
  ],
  [
    /^an address that begins with (`\S+`), exactly as the provider writes it$/,
    'um endereço que começa com $1, exatamente como o provedor o escreve',
  ],
  [
    /^a mapping of (`\S+`), (`\S+`) and (`\S+`) to groups, such as (`[^`]+`) \(in the environment: (`[^`]+`)\)$/,
    'um mapa de $1, $2 e $3 para grupos, como $4 (no ambiente: $5)',
  ],
  [
    /^a mapping of lists to one of (`\S+`), (`\S+`), (`\S+`), such as (`[^`]+`) \(in the environment: (`[^`]+`)\)$/,
    'um mapa de listas para um de $1, $2, $3, como $4 (no ambiente: $5)',
  ],
  [/^an address without a path, such as (`\S+`)$/, 'um endereço sem caminho, como $1'],
  [
    /^a list of `viewer`, `analyst` and `admin`, such as `\[analyst, admin\]` \(in the environment: separated by commas\)$/,
    'uma lista de `viewer`, `analyst` e `admin`, como `[analyst, admin]` (no ambiente: separados por vírgulas)',
  ],
  [
    /^a list of short names of lists, such as (`\S+`) \(in the environment: separated by commas\)$/,
    'uma lista de nomes curtos de listas, como $1 (no ambiente: separados por vírgulas)',
  ],
  [
    /^a list of words in lower case, such as (`\S+`) \(in the environment: separated by commas\)$/,
    'uma lista de palavras em minúsculas, como $1 (no ambiente: separadas por vírgulas)',
  ],
  [
    /^an address such as (`\S+`), or (`.*`) or (`.*`) that holds one$/,
    'um endereço como $1, ou $2 ou $3 que contenha um',
  ],
  [
    /^a folder, an address that begins with (`\S+`) or (`\S+`), or (`\S+`)$/,
    'uma pasta, um endereço que começa com $1 ou $2, ou $3',
  ],
  [
    /^a list of places, each of them (`.*`), (`.*`), (`.*`) or (`.*`) \(in the environment: as JSON\)$/,
    'uma lista de lugares, cada um deles $1, $2, $3 ou $4 (no ambiente: em JSON)',
  ],
  [/^the purpose, in words \((\d+) to (\d+) characters\)$/, 'a finalidade, por extenso ($1 a $2 caracteres)'],
];

/** Translates the description of a value's form. The descriptions follow few patterns, so each pattern has its Portuguese once. */
export function toFormInPortuguese(form: string): string {
  const [pattern, portuguese] = forms.find(([candidate]) => candidate.test(form)) ?? [];
  if (pattern === undefined || portuguese === undefined) {
    throw new Error(`The form "${form}" has no Portuguese: add it to scripts/pages/settings-portuguese.ts`);
  }
  return form.replace(pattern, portuguese);
}
