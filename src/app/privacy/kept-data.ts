// All that Confere keeps, where and for how long: the one list. SECURITY.md is made from it, `privacy report` and `privacy erase` go
// through the places in it that hold people, and a test compares its tables with those of the databases.

import type { Bilingual } from '../../errors.ts';

export interface KeptData {
  readonly what: Bilingual;
  /** With the tables that hold it: `confere.db`'s and PostgreSQL's by their own names, the audit's file's with `audit.db:` in front. */
  readonly where: Bilingual;
  readonly tables: readonly string[];
  readonly form: Bilingual;
  readonly until: Bilingual;
  /** What `privacy erase` does to it. */
  readonly onErase: Bilingual;
}

const database = { en: '`confere.db`, or the database in `store`', pt: '`confere.db`, ou o banco em `store`' };
const audit = { en: '`audit.db`, or the database in `store`', pt: '`audit.db`, ou o banco em `store`' };
const inDatabase = (...tables: readonly string[]) => ({ where: database, tables });
const inAudit = (...tables: readonly string[]) => ({ where: audit, tables });
const elsewhere = (where: Bilingual) => ({ where, tables: [] });
const sealed: Bilingual = { en: 'sealed (AES-256-GCM)', pt: 'cifrado (AES-256-GCM)' };
const nobody: Bilingual = {
  en: 'nothing: it holds nothing about the people in verifications',
  pt: 'nada: não contém dados das pessoas consultadas',
};
const forGood = {
  until: { en: 'as long as the installation exists', pt: 'enquanto existir a instalação' },
  onErase: nobody,
};
const keptSealed = {
  form: { en: 'sealed, under keyed hashes', pt: 'cifradas, sob hashes com chave' },
  until: { en: '`cache_seconds`, a day at most', pt: '`cache_seconds`, no máximo um dia' },
};

/** Those that hold something of people who were asked about. `compose` has a place for each of them, or does not compile. */
export const personalData = {
  audit_records: {
    what: {
      en: 'audit: who was asked about, when, by whom, with what result',
      pt: 'auditoria: quem foi consultado, quando, por quem, com qual resultado',
    },
    ...inAudit(
      'audit.db:records',
      'audit.db:ended_records',
      'audit.db:open_intents',
      'audit_records',
      'audit_details',
      'audit_open_intents',
    ),
    form: {
      en: 'the number as a keyed hash (HMAC-SHA-256); query, evidence and decision sealed (AES-256-GCM)',
      pt: 'o número como hash com chave (HMAC-SHA-256); consulta, evidências e decisão cifradas (AES-256-GCM)',
    },
    until: {
      en: '`audit.record_days`; what is sealed `audit.evidence_days`',
      pt: '`audit.record_days`; o que é cifrado, `audit.evidence_days`',
    },
    onErase: {
      en: 'Confere overwrites content and details; place and hash stay, so that the chain verifies',
      pt: 'o Confere sobrescreve conteúdo e detalhes; posição e hash ficam, para que a cadeia passe na verificação',
    },
  },
  idempotent_answers: {
    what: { en: 'answers to calls with an `Idempotency-Key`', pt: 'respostas a chamadas com `Idempotency-Key`' },
    ...inDatabase(
      'idempotent_calls',
      ...[0, 1, 2, 3, 4, 5].map((window) => `idempotent_calls_${window}`),
      'idempotent_counts',
    ),
    form: {
      en: 'sealed (AES-256-GCM); the call as keyed hashes',
      pt: 'cifrado (AES-256-GCM); a chamada como hashes com chave',
    },
    until: {
      en: '`idempotency.hours`, with `store` up to a quarter longer',
      pt: '`idempotency.hours`, com `store` até um quarto a mais',
    },
    onErase: {
      en: 'the answer goes; a repeated call asks nobody',
      pt: 'a resposta sai; uma chamada repetida não consulta ninguém',
    },
  },
  bought_answers: {
    what: {
      en: 'answers of sources that may be used again, where `fresh_for` asks for it; ids of orders at parties that answer later, and verifications that wait for them',
      pt: 'respostas de fontes que podem ser usadas de novo, onde `fresh_for` pede; identificadores de pedidos a fornecedores que respondem depois, e verificações que esperam por eles',
    },
    ...inDatabase('bought_answers', 'questions'),
    form: {
      en: 'sealed (AES-256-GCM); question and number as keyed hashes',
      pt: 'cifradas (AES-256-GCM); pergunta e número como hashes com chave',
    },
    until: {
      en: 'the longest time in `fresh_for` of its step, 365 days at most; an order `async.give_up_after_seconds`, 7 days at most; a verification until it is complete, 14 days at most',
      pt: 'o maior prazo em `fresh_for` do passo, no máximo 365 dias; um pedido, `async.give_up_after_seconds`, no máximo 7 dias; uma verificação, até ficar completa, no máximo 14 dias',
    },
    onErase: { en: 'deleted', pt: 'excluídas' },
  },
  clearances: {
    what: {
      en: 'hits of screenings that somebody has judged false, with the reason',
      pt: 'ocorrências em listas que alguém julgou não serem da pessoa, com o motivo',
    },
    ...inDatabase('clearances'),
    form: {
      en: 'the customer as a keyed hash (HMAC-SHA-256); reason and judgement sealed (AES-256-GCM); the row of the list in clear',
      pt: 'o cliente como hash com chave (HMAC-SHA-256); motivo e julgamento cifrados (AES-256-GCM); o registro da lista em claro',
    },
    until: { en: 'until somebody revokes it', pt: 'até alguém revogar' },
    onErase: {
      en: 'those of the number, and those whose reason names it, are deleted',
      pt: 'as do número, e as que o citam no motivo, são excluídas',
    },
  },
  batches: {
    what: {
      en: 'batches, those of the console with the cells of their file: rows and results',
      pt: 'lotes, os do console com as células do arquivo: linhas e resultados',
    },
    ...inDatabase('batches', 'batch_inputs', 'batch_rows', 'batch_portions', 'batch_counts'),
    form: sealed,
    until: { en: '`batches.kept_hours` after its end', pt: '`batches.kept_hours` depois do fim' },
    onErase: {
      en: 'each row of theirs becomes one that says `person_erased`',
      pt: 'cada linha da pessoa passa a dizer `person_erased`',
    },
  },
  events: {
    what: {
      en: 'events that `GET /v1/events` gives again; a sole trader’s name may be in one',
      pt: 'eventos que `GET /v1/events` mostra de novo; pode haver o nome de um MEI',
    },
    ...inDatabase('events', 'event_counts'),
    form: sealed,
    until: { en: '`events.kept_days`', pt: '`events.kept_days`' },
    onErase: { en: 'those that name the number are deleted', pt: 'os que citam o número são excluídos' },
  },
  webhook_events: {
    what: {
      en: 'webhook events, waiting, delivered or dead',
      pt: 'eventos de webhook, em espera, entregues ou abandonados',
    },
    ...inDatabase('webhook_deliveries'),
    form: sealed,
    until: { en: '`webhooks.kept_days` after its end', pt: '`webhooks.kept_days` depois do fim' },
    onErase: { en: 'those that name the number are deleted', pt: 'os que citam o número são excluídos' },
  },
  watched_people: {
    what: {
      en: 'people in watches: number, name, date of birth and the reference of who watches them',
      pt: 'pessoas em acompanhamentos: número, nome, data de nascimento e a referência de quem acompanha',
    },
    ...inDatabase('watch_lists'),
    form: sealed,
    until: {
      en: 'until the watch is deleted, at the latest after `watches.people_days`',
      pt: 'até a exclusão do acompanhamento, no máximo `watches.people_days`',
    },
    onErase: {
      en: 'the lists are written anew without the person',
      pt: 'as listas são gravadas de novo sem a pessoa',
    },
  },
  watch_changes: {
    what: {
      en: 'hits of watched people; changes of watched companies, where a sole trader’s name may be in one',
      pt: 'ocorrências de pessoas acompanhadas; mudanças de empresas acompanhadas, onde pode haver o nome de um MEI',
    },
    ...inDatabase('watch_changes'),
    form: sealed,
    until: { en: 'until the watch is deleted', pt: 'até a exclusão do acompanhamento' },
    onErase: { en: 'those that name the number are deleted', pt: 'as que citam o número são excluídas' },
  },
  own_lists: {
    what: {
      en: 'lists of your own that have the CPF of the person',
      pt: 'listas suas que trazem o CPF da pessoa',
    },
    ...elsewhere({ en: '`data_dir/lists/own-NAME`', pt: '`data_dir/lists/own-NAME`' }),
    form: {
      en: 'in the clear, as you imported them; CPFs of others inside remarks are masked',
      pt: 'em texto claro, como você as importou; CPFs de terceiros nas observações são mascarados',
    },
    until: {
      en: '`screening.keep_editions_days` after you have imported the list without them',
      pt: '`screening.keep_editions_days` depois de você importar a lista sem a pessoa',
    },
    onErase: {
      en: 'Confere names the lists, and the erasure is not complete until you import them without the person and remove older editions (`lists forget --older`)',
      pt: 'o Confere cita as listas, e a exclusão só fica completa quando você as importa sem a pessoa e remove as edições antigas (`lists forget --older`)',
    },
  },
  old_data: {
    what: {
      en: 'data that a restore or a move to or from PostgreSQL has set aside: all of the above, as it was then',
      pt: 'dados que uma restauração ou uma mudança para o PostgreSQL, ou dele, pôs de lado: tudo o que está acima, como estava naquele momento',
    },
    ...elsewhere({
      en: '`data_dir`: `taken-over-TIME`, `left-behind-TIME`, `replaced-TIME`, `coming-from-store`; the database that `store export` has left',
      pt: '`data_dir`: `taken-over-TIME`, `left-behind-TIME`, `replaced-TIME`, `coming-from-store`; o banco que `store export` deixou',
    }),
    form: { en: 'as above', pt: 'como acima' },
    until: { en: 'until you remove it', pt: 'até você remover' },
    onErase: {
      en: 'Confere names what lies in `data_dir`, and erases nothing until you remove it; remove a database that you left yourself',
      pt: 'o Confere cita o que está em `data_dir`, e não exclui nada até você removê-lo; um banco que ficou para trás, você mesmo remove',
    },
  },
  kept_answers: {
    what: {
      en: 'answers of sources, where `cache_seconds` asks for it',
      pt: 'respostas de fontes, onde `cache_seconds` pede',
    },
    ...elsewhere({ en: 'memory of each process', pt: 'memória de cada processo' }),
    ...keptSealed,
    onErase: {
      en: 'every process drops all of its own before it looks for the next one',
      pt: 'cada processo descarta todas as suas antes de procurar a próxima',
    },
  },
  shared_answers: {
    what: {
      en: 'answers of sources that machines share, with `answer_cache: shared`',
      pt: 'respostas de fontes que as máquinas compartilham, com `answer_cache: shared`',
    },
    ...elsewhere({ en: 'Redis', pt: 'Redis' }),
    ...keptSealed,
    onErase: { en: 'deleted', pt: 'excluídas' },
  },
} as const satisfies Readonly<Record<string, KeptData>>;

export type PersonalDataName = keyof typeof personalData;

const otherData: readonly KeptData[] = [
  {
    what: { en: 'master secret, and the secrets of sources', pt: 'segredo mestre e segredos das fontes' },
    ...elsewhere({
      en: '`secrets_dir`, mode 0700, never under `data_dir`',
      pt: '`secrets_dir`, modo 0700, nunca dentro de `data_dir`',
    }),
    form: {
      en: '256 random bits; every other secret is derived from it by purpose (HKDF)',
      pt: '256 bits aleatórios; todos os outros segredos são derivados dele, por finalidade (HKDF)',
    },
    ...forGood,
  },
  {
    what: { en: 'ledger of erasures', pt: 'registro de exclusões' },
    ...elsewhere({
      en: '`privacy.ledger`, by default in `secrets_dir`; a copy in every backup, and in the database in `store`',
      pt: '`privacy.ledger`, por padrão em `secrets_dir`; uma cópia em cada backup e no banco em `store`',
    }),
    form: {
      en: 'keyed hashes of the number, sealed (AES-256-GCM)',
      pt: 'hashes com chave do número, cifrados (AES-256-GCM)',
    },
    until: { en: 'for as long as there may be a backup from before', pt: 'enquanto puder existir um backup anterior' },
    onErase: {
      en: 'one line is added, so that Confere erases the person again after a restore',
      pt: 'uma linha é acrescentada, para que o Confere exclua a pessoa de novo depois de uma restauração',
    },
  },
  {
    what: { en: 'states in which a node has seen API keys', pt: 'estados em que um nó viu chaves de API' },
    ...elsewhere({
      en: '`key-memory` in `audit.state_dir`, by default in `secrets_dir`',
      pt: '`key-memory` em `audit.state_dir`, por padrão em `secrets_dir`',
    }),
    form: { en: 'id, time and keyed hash', pt: 'id, horário e hash com chave' },
    ...forGood,
  },
  {
    what: { en: 'clearances that a node knows as revoked', pt: 'descartes que um nó sabe que foram revogados' },
    ...elsewhere({
      en: '`ended-rows` in `audit.state_dir`, by default in `secrets_dir`',
      pt: '`ended-rows` em `audit.state_dir`, por padrão em `secrets_dir`',
    }),
    form: { en: 'ids', pt: 'ids' },
    ...forGood,
  },
  {
    what: {
      en: 'which tables a node has seen with checksums',
      pt: 'quais tabelas um nó viu com somas de verificação',
    },
    ...elsewhere({
      en: '`signed-tables` in `audit.state_dir`, by default in `secrets_dir`',
      pt: '`signed-tables` em `audit.state_dir`, por padrão em `secrets_dir`',
    }),
    form: { en: 'names of tables', pt: 'nomes de tabelas' },
    ...forGood,
  },
  {
    what: { en: 'API keys', pt: 'chaves de API' },
    ...inDatabase('api_keys', 'replaced_hashes', 'key_origins', 'key_changes', 'nodes'),
    form: {
      en: 'HMAC-SHA-256 only; Confere shows the key once. Each row carries a keyed checksum: Confere refuses a row that somebody edited by hand, and logs `key_fault`',
      pt: 'somente HMAC-SHA-256; o Confere mostra a chave uma vez. Cada linha leva uma soma de verificação com chave: o Confere recusa uma linha editada à mão e registra `key_fault`',
    },
    until: {
      en: 'for good, revoked ones too: records of the audit name them',
      pt: 'para sempre, também as revogadas: registros da auditoria as citam',
    },
    onErase: nobody,
  },
  {
    what: { en: 'operators of the console and their sessions', pt: 'operadores do console e suas sessões' },
    ...inDatabase('operators', 'operator_sessions', 'operator_passkeys', 'used_sign_ins'),
    form: {
      en: 'name, role and, with single sign-on, the subject at the provider in clear; password and token as keyed hashes; the second factor, the names and the public keys of passkeys sealed. Each row carries a keyed checksum, as a key does (`row_fault`)',
      pt: 'nome, perfil e, com login único, o subject no provedor em claro; senha e token como hashes com chave; o segundo fator, os nomes e as chaves públicas das passkeys cifrados. Cada linha leva uma soma de verificação com chave, como a de uma chave (`row_fault`)',
    },
    until: { en: 'operators for good; a session until it ends', pt: 'operadores para sempre; uma sessão até terminar' },
    onErase: nobody,
  },
  {
    what: {
      en: 'usage: requests, verifications and calls to sources',
      pt: 'uso: requisições, verificações e chamadas a fontes',
    },
    ...inDatabase('usage_requests', 'usage_verifications', 'usage_calls', 'usage_batches'),
    form: { en: 'counts by key and day', pt: 'contagens por chave e dia' },
    ...forGood,
  },
  {
    what: {
      en: 'webhook endpoints; how watches stand',
      pt: 'endereços de webhook; o andamento dos acompanhamentos',
    },
    ...inDatabase('webhook_endpoints', 'watches'),
    form: sealed,
    until: { en: 'until they are removed', pt: 'até a remoção' },
    onErase: nobody,
  },
  {
    what: {
      en: 'signed heads of the audit, and the policies in force',
      pt: 'pontas assinadas da auditoria e políticas em vigor',
    },
    ...inAudit(
      'audit.db:heads',
      'audit.db:ended_chains',
      'audit.db:ended_heads',
      'audit.db:ended_dropped',
      'audit.db:policies',
      'audit.db:meta',
      'audit.db:probes',
      'audit_chains',
      'audit_heads',
      'audit_policies',
      'audit_dropped',
      'audit_probes',
    ),
    form: { en: 'in clear', pt: 'em claro' },
    ...forGood,
  },
  {
    what: {
      en: 'which process works, which schema, which erasures were carried out',
      pt: 'qual processo trabalha, qual esquema, quais exclusões foram feitas',
    },
    ...inDatabase('meta', 'migrations', 'job_lease'),
    form: { en: 'in clear; random names', pt: 'em claro; nomes aleatórios' },
    ...forGood,
  },
  {
    what: { en: 'company registry', pt: 'cadastro de empresas' },
    ...elsewhere({
      en: '`data_dir/registry`; the files as they came in `data_dir/downloads`',
      pt: '`data_dir/registry`; os arquivos como vieram em `data_dir/downloads`',
    }),
    form: {
      en: 'public data of the Receita; CPFs inside names are masked at import',
      pt: 'dados públicos da Receita; CPFs dentro de nomes são mascarados na importação',
    },
    until: { en: 'until the next import but one', pt: 'até a segunda importação seguinte' },
    onErase: { en: 'nothing: the Receita publishes it', pt: 'nada: a Receita os publica' },
  },
  {
    what: {
      en: 'published lists of people and companies',
      pt: 'listas publicadas de pessoas e empresas',
    },
    ...elsewhere({ en: '`data_dir/lists`', pt: '`data_dir/lists`' }),
    form: {
      en: 'public data of each publisher; CPFs of others inside remarks are masked at import',
      pt: 'dados públicos do publicador de cada lista; CPFs de terceiros nas observações são mascarados na importação',
    },
    until: {
      en: '`screening.keep_editions_days` after another edition has replaced it',
      pt: '`screening.keep_editions_days` depois de outra edição tomar o lugar dela',
    },
    onErase: {
      en: 'nothing: the publisher keeps the list',
      pt: 'nada: o publicador mantém a lista',
    },
  },
  {
    what: { en: 'what a file holds while a table is read', pt: 'o que um arquivo guarda enquanto uma tabela é lida' },
    ...elsewhere({ en: 'a nameless file of the temporary folder', pt: 'um arquivo sem nome na pasta temporária' }),
    form: { en: 'encrypted under a key that only the process has', pt: 'cifrado com uma chave que só o processo tem' },
    until: { en: 'until it is read', pt: 'até o fim da leitura' },
    onErase: { en: 'nothing: it is gone with its process', pt: 'nada: some com o processo' },
  },
  {
    what: {
      en: 'results and journals of `confere verify`, reports and exports',
      pt: 'resultados e diários de `confere verify`, relatórios e exportações',
    },
    ...elsewhere({ en: 'where you had them written', pt: 'onde você mandou gravar' }),
    form: { en: 'in clear, mode 0600', pt: 'em claro, modo 0600' },
    until: { en: 'until you remove them', pt: 'até você remover' },
    onErase: {
      en: 'in `data_dir` Confere looks for them, and names them',
      pt: 'em `data_dir`, o Confere os procura e os cita',
    },
  },
  {
    what: { en: 'log and traces', pt: 'log e rastros' },
    ...elsewhere({ en: 'standard output; your collector', pt: 'saída padrão; seu coletor' }),
    form: { en: 'no CPF, name or key; request ids', pt: 'sem CPF, nome ou chave; só protocolos' },
    until: { en: 'as long as you keep them', pt: 'enquanto você os guardar' },
    onErase: nobody,
  },
];

export const keptData: readonly KeptData[] = [...Object.values(personalData), ...otherData];
