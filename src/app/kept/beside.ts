// What is kept elsewhere than in a table.

import { forGood, nobody, type Stores } from './store.ts';

const keptSealed = {
  form: { en: 'sealed, under keyed hashes', pt: 'cifradas, sob hashes com chave' },
  until: { en: '`cache_seconds`, a day at most', pt: '`cache_seconds`, no máximo um dia' },
};

export const personalStores = {
  own_lists: {
    what: {
      en: 'lists of your own that have the CPF or the document of the person',
      pt: 'listas suas que trazem o CPF ou o documento da pessoa',
    },
    where: { en: '`data_dir/lists/own-NAME`', pt: '`data_dir/lists/own-NAME`' },
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
    personal: {
      report: ['listas próprias que trazem este número', 'alguns dias depois de serem importadas sem este número'],
      erased: ['list of your own changed.', 'lists of your own changed.'],
      searching: 'Looking for lists of your own that name the person',
    },
    tables: {},
  },
  old_data: {
    what: {
      en: 'data that a restore or a move to or from PostgreSQL has set aside: all of the above, as it was then',
      pt: 'dados que uma restauração ou uma mudança para o PostgreSQL, ou dele, pôs de lado: tudo o que está acima, como estava naquele momento',
    },
    where: {
      en: '`data_dir`: `taken-over-TIME`, `left-behind-TIME`, `replaced-TIME`, `coming-from-store`; the database that `store export` has left',
      pt: '`data_dir`: `taken-over-TIME`, `left-behind-TIME`, `replaced-TIME`, `coming-from-store`; o banco que `store export` deixou',
    },
    form: { en: 'as above', pt: 'como acima' },
    until: { en: 'until you remove it', pt: 'até você remover' },
    onErase: {
      en: 'Confere names what lies in `data_dir`, and erases nothing until you remove it; remove a database that you left yourself',
      pt: 'o Confere cita o que está em `data_dir`, e não exclui nada até você removê-lo; um banco que ficou para trás, você mesmo remove',
    },
    personal: {
      report: ['cópia antiga dos dados, guardada depois de uma mudança de servidor', 'até ser removida por quem opera'],
      erased: ['folder set aside.', 'folders set aside.'],
      searching: 'Looking for data that was set aside',
    },
    tables: {},
  },
  kept_answers: {
    what: {
      en: 'answers of sources, where `cache_seconds` asks for it',
      pt: 'respostas de fontes, onde `cache_seconds` pede',
    },
    where: { en: 'memory of each process', pt: 'memória de cada processo' },
    ...keptSealed,
    onErase: {
      en: 'every process drops all of its own before it looks for the next one',
      pt: 'cada processo descarta todas as suas antes de procurar a próxima',
    },
    personal: {
      report: ['respostas recentes das fontes, em memória', 'no máximo um dia'],
      erased: ['kept answer dropped.', 'kept answers dropped.'],
      searching: 'Dropping kept answers',
    },
    tables: {},
  },
  shared_answers: {
    what: {
      en: 'answers of sources that machines share, with `answer_cache: shared`',
      pt: 'respostas de fontes que as máquinas compartilham, com `answer_cache: shared`',
    },
    where: { en: 'Redis', pt: 'Redis' },
    ...keptSealed,
    onErase: { en: 'deleted', pt: 'excluídas' },
    personal: {
      report: ['respostas recentes das fontes, em memória compartilhada', 'no máximo um dia'],
      erased: ['shared answer of sources deleted.', 'shared answers of sources deleted.'],
      searching: 'Deleting shared answers of sources',
    },
    tables: {},
  },
} as const satisfies Stores;

export const stateStores = {
  master_secret: {
    what: { en: 'master secret, and the secrets of sources', pt: 'segredo mestre e segredos das fontes' },
    where: {
      en: '`secrets_dir`, mode 0700, never under `data_dir`',
      pt: '`secrets_dir`, modo 0700, nunca dentro de `data_dir`',
    },
    form: {
      en: '256 random bits; every other secret is derived from it by purpose (HKDF)',
      pt: '256 bits aleatórios; todos os outros segredos são derivados dele, por finalidade (HKDF)',
    },
    ...forGood,
    tables: {},
  },
  ledger: {
    what: { en: 'ledger of erasures', pt: 'registro de exclusões' },
    where: {
      en: '`privacy.ledger`, by default in `secrets_dir`; a copy in every backup, and in the database in `store`',
      pt: '`privacy.ledger`, por padrão em `secrets_dir`; uma cópia em cada backup e no banco em `store`',
    },
    form: {
      en: 'keyed hashes of the number, sealed (AES-256-GCM)',
      pt: 'hashes com chave do número, cifrados (AES-256-GCM)',
    },
    until: { en: 'for as long as there may be a backup from before', pt: 'enquanto puder existir um backup anterior' },
    onErase: {
      en: 'one line is added, so that Confere erases the person again after a restore',
      pt: 'uma linha é acrescentada, para que o Confere exclua a pessoa de novo depois de uma restauração',
    },
    tables: {},
  },
  seen_keys: {
    what: { en: 'states in which a node has seen API keys', pt: 'estados em que um nó viu chaves de API' },
    where: {
      en: '`key-memory` in `audit.state_dir`, by default in `secrets_dir`',
      pt: '`key-memory` em `audit.state_dir`, por padrão em `secrets_dir`',
    },
    form: { en: 'id, time and keyed hash', pt: 'id, horário e hash com chave' },
    ...forGood,
    tables: {},
  },
  ended_rows: {
    what: { en: 'clearances that a node knows as revoked', pt: 'descartes que um nó sabe que foram revogados' },
    where: {
      en: '`ended-rows` in `audit.state_dir`, by default in `secrets_dir`',
      pt: '`ended-rows` em `audit.state_dir`, por padrão em `secrets_dir`',
    },
    form: { en: 'ids', pt: 'ids' },
    ...forGood,
    tables: {},
  },
} as const satisfies Stores;

export const fileStores = {
  registry: {
    what: { en: 'company registry', pt: 'cadastro de empresas' },
    where: {
      en: '`data_dir/registry`; the files as they came in `data_dir/downloads`',
      pt: '`data_dir/registry`; os arquivos como vieram em `data_dir/downloads`',
    },
    form: {
      en: 'public data of the Receita; CPFs inside names are masked at import',
      pt: 'dados públicos da Receita; CPFs dentro de nomes são mascarados na importação',
    },
    until: { en: 'until the next import but one', pt: 'até a segunda importação seguinte' },
    onErase: { en: 'nothing: the Receita publishes it', pt: 'nada: a Receita os publica' },
    tables: {},
  },
  published_lists: {
    what: {
      en: 'published lists of people and companies',
      pt: 'listas publicadas de pessoas e empresas',
    },
    where: { en: '`data_dir/lists`', pt: '`data_dir/lists`' },
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
    tables: {},
  },
  read_tables: {
    what: { en: 'what a file holds while a table is read', pt: 'o que um arquivo guarda enquanto uma tabela é lida' },
    where: { en: 'a nameless file of the temporary folder', pt: 'um arquivo sem nome na pasta temporária' },
    form: { en: 'encrypted under a key that only the process has', pt: 'cifrado com uma chave que só o processo tem' },
    until: { en: 'until it is read', pt: 'até o fim da leitura' },
    onErase: { en: 'nothing: it is gone with its process', pt: 'nada: some com o processo' },
    tables: {},
  },
  written_files: {
    what: {
      en: 'results and journals of `confere verify`, reports and exports',
      pt: 'resultados e diários de `confere verify`, relatórios e exportações',
    },
    where: { en: 'where you had them written', pt: 'onde você mandou gravar' },
    form: { en: 'in clear, mode 0600', pt: 'em claro, modo 0600' },
    until: { en: 'until you remove them', pt: 'até você remover' },
    onErase: {
      en: 'in `data_dir` Confere looks for them, and names them',
      pt: 'em `data_dir`, o Confere os procura e os cita',
    },
    tables: {},
  },
  log: {
    what: { en: 'log and traces', pt: 'log e rastros' },
    where: { en: 'standard output; your collector', pt: 'saída padrão; seu coletor' },
    form: { en: 'no CPF, name or key; request ids', pt: 'sem CPF, nome ou chave; só protocolos' },
    until: { en: 'as long as you keep them', pt: 'enquanto você os guardar' },
    onErase: nobody,
    tables: {},
  },
} as const satisfies Stores;
