// The part of docs/cluster-faults.md, in both languages, that tells of the last whole storm and of the breaks that a storm has found.

import { toTable } from '../../../../scripts/pages/table.ts';
import type { Language } from '../../../../src/http/answer/language.ts';
import { type StormFault, stormFaults } from './faults.ts';
import { stormMutants } from './mutants.ts';
import { readStormResults, type StormFigures } from './results.ts';

interface Words {
  readonly intro: (figures: StormFigures) => string;
  readonly faultHeader: readonly string[];
  readonly faults: Readonly<Record<StormFault, string>>;
  readonly judged: string;
  readonly results: (list: string) => string;
  readonly proven: string;
  readonly proofHeader: readonly string[];
  readonly breaks: Readonly<Record<string, string>>;
  readonly notYet: string;
}

const number = (value: number, language: Language) => value.toLocaleString(language === 'en' ? 'en-US' : 'pt-BR');

const words: Readonly<Record<Language, Words>> = {
  en: {
    intro: ({ seed, minutes, commit, date, machine, violations, results, subjects }) => `## A storm

Then faults come by chance for ${minutes} minutes.
Those of the nodes and those of the servers come side by side, so that they meet.
Callers ask about people with and without an \`Idempotency-Key\`, also at both nodes at once.
They also send batches, watches and webhooks, and use keys that an operator revokes or rotates meanwhile.
A judge who knows every request compares the promises with the state at the end.

**${violations} violations** on ${date} at commit \`${commit}\` (${machine}), with \`CLUSTER_SEED=${seed}\`:

- ${count(results, 'en')} requests about ${number(subjects.people, 'en')} people, ${number(subjects.repeatedCalls, 'en')} of them in repeated calls;
- ${number(subjects.batches, 'en')} batches with ${number(subjects.rows, 'en')} rows, ${number(subjects.watches, 'en')} watches, ${number(subjects.endpoints, 'en')} endpoints, ${number(subjects.endedKeys, 'en')} revoked or rotated keys;
- ${number(subjects.peopleAsked, 'en')} people about whom the service asked a party.`,
    faultHeader: ['fault', 'times'],
    faults: {
      'node-killed': 'a node is killed (SIGKILL) and started again',
      'node-frozen': 'a node is frozen (SIGSTOP), sometimes for longer than a lease lasts',
      'node-rolled': 'a node is stopped in order and started again',
      'node-cut-from-database': 'a node is cut off from PostgreSQL, silently or with resets',
      'node-cut-from-redis': 'a node is cut off from Redis',
      'node-cut-from-callers': 'callers are cut off from a node',
      'slow-way': 'a way of a node is slow, 20 to 320 ms each direction',
      'clock-wrong': 'the clock of a node is wrong by up to two minutes',
      'database-restarted': 'PostgreSQL is stopped and started',
      'database-crashed': 'PostgreSQL crashes and is started',
      'standby-held': 'the synchronous standby receives nothing: every commit waits',
      failover: 'the primary crashes, the standby is promoted and gets a standby of its own',
      'failover-behind': 'the same, and the standby lacks all that was not acknowledged',
      'failover-both-alive': 'the standby is promoted while the old primary keeps running for some seconds',
      'sessions-ended': 'PostgreSQL ends every session of the service',
      'redis-killed': 'Redis is killed and started again, empty',
      'redis-frozen': 'Redis is frozen',
      'redis-flushed': 'Redis is emptied',
      'registry-switched': 'the registry of both nodes is switched',
    },
    judged: `The judge checks these promises:

- No party hears of a person twice: by one call, one \`Idempotency-Key\` or one batch.
- Two answers to one \`Idempotency-Key\` are the same, and the service repeats an answer that it gave (unless the log said \`idempotency_fault\`).
- Every answer about a person is right and has its record, and the service asks about nobody without a trace.
- Every accepted batch is there, has all its rows and sends its event once.
- Every watch has every change once.
- Every endpoint is there, or gone after its removal.
- No key works in a request that was sent after its revocation or rotation returned, and the service refuses no other key.
- Every refusal is in the table above.
- The chain of the audit is whole, compared with heads that the test kept on the way.`,
    results: (list) => `Results: ${list}.
\`lost\` is a connection that broke.`,
    proven: `\`npm run test:cluster -- --prove\` breaks the product on purpose to prove the judge, which must find each of these breaks.`,
    proofHeader: ['what was broken', 'found as', 'at'],
    breaks: Object.fromEntries(stormMutants.map(({ id, breaks }) => [id, breaks])),
    notYet: 'not tried yet',
  },
  pt: {
    intro: ({ seed, minutes, commit, date, machine, violations, results, subjects }) => `## Uma tempestade

Depois, as falhas vêm ao acaso por ${minutes} minutos.
As dos nós e as dos servidores vêm lado a lado, para que se encontrem.
Quem chama consulta pessoas com e sem \`Idempotency-Key\`, também nos dois nós ao mesmo tempo.
Envia ainda lotes, acompanhamentos e webhooks, e usa chaves que um operador revoga ou rotaciona enquanto isso.
Um juiz que conhece cada requisição compara as promessas com o estado no fim.

**${violations} violações** em ${date}, no commit \`${commit}\` (${machine}), com \`CLUSTER_SEED=${seed}\`:

- ${count(results, 'pt')} requisições sobre ${number(subjects.people, 'pt')} pessoas, ${number(subjects.repeatedCalls, 'pt')} delas em chamadas repetidas;
- ${number(subjects.batches, 'pt')} lotes com ${number(subjects.rows, 'pt')} linhas, ${number(subjects.watches, 'pt')} acompanhamentos, ${number(subjects.endpoints, 'pt')} endpoints, ${number(subjects.endedKeys, 'pt')} chaves revogadas ou rotacionadas;
- ${number(subjects.peopleAsked, 'pt')} pessoas que o serviço consultou em um fornecedor.`,
    faultHeader: ['falha', 'vezes'],
    faults: {
      'node-killed': 'um nó é morto (SIGKILL) e iniciado de novo',
      'node-frozen': 'um nó é congelado (SIGSTOP), às vezes por mais tempo do que dura uma concessão',
      'node-rolled': 'um nó é parado normalmente e iniciado de novo',
      'node-cut-from-database': 'um nó perde o caminho até o PostgreSQL, em silêncio ou com resets',
      'node-cut-from-redis': 'um nó perde o caminho até o Redis',
      'node-cut-from-callers': 'quem chama perde o caminho até um nó',
      'slow-way': 'um caminho de um nó fica lento, de 20 a 320 ms em cada sentido',
      'clock-wrong': 'o relógio de um nó erra em até dois minutos',
      'database-restarted': 'o PostgreSQL é parado e iniciado',
      'database-crashed': 'o PostgreSQL cai e é iniciado',
      'standby-held': 'a réplica síncrona não recebe nada: todo commit espera',
      failover: 'o primário cai, a réplica é promovida e ganha uma réplica própria',
      'failover-behind': 'o mesmo, e à réplica falta tudo o que não foi confirmado',
      'failover-both-alive': 'a réplica é promovida enquanto o primário antigo continua no ar por alguns segundos',
      'sessions-ended': 'o PostgreSQL encerra todas as sessões do serviço',
      'redis-killed': 'o Redis é morto e iniciado de novo, vazio',
      'redis-frozen': 'o Redis é congelado',
      'redis-flushed': 'o Redis é esvaziado',
      'registry-switched': 'o cadastro dos dois nós é trocado',
    },
    judged: `O juiz confere estas promessas:

- Nenhum fornecedor é consultado duas vezes sobre uma pessoa: por uma chamada, uma \`Idempotency-Key\` ou um lote.
- Duas respostas à mesma \`Idempotency-Key\` são iguais, e o serviço repete uma resposta que deu (salvo se o log disse \`idempotency_fault\`).
- Toda resposta sobre uma pessoa está certa e tem o seu registro, e o serviço não consulta ninguém sem rastro.
- Todo lote aceito existe, tem todas as linhas e envia o evento uma vez.
- Todo acompanhamento tem cada mudança uma vez.
- Todo endpoint existe, ou sumiu depois da remoção.
- Nenhuma chave funciona em uma requisição enviada depois que a revogação ou a rotação retornou, e o serviço não recusa nenhuma outra.
- Toda recusa está na tabela acima.
- A cadeia da auditoria está inteira, comparada com pontas que o teste guardou no caminho.`,
    results: (list) => `Resultados: ${list}.
\`lost\` é uma conexão que caiu.`,
    proven: `\`npm run test:cluster -- --prove\` quebra o produto de propósito para pôr o juiz à prova, e ele deve achar cada uma destas quebras.`,
    proofHeader: ['o que foi quebrado', 'achado como', 'em'],
    breaks: {
      'claim-without-lock': 'cada nó assume a mesma chamada como sua',
      'revocation-not-broadcast': 'um processo fica sabendo de uma mudança e continua com as chaves que leu',
      'revocation-not-waited': 'uma revogação retorna enquanto um processo não sabe dela',
      'old-primary-believed': 'um servidor que já tem sucessor é usado como qualquer outro',
      'portion-without-fence': 'linhas que um processo sem resposta estava consultando são consultadas por outro',
      'row-lost': 'linhas que um processo sem resposta estava consultando ficam como estão',
      'append-lost': 'uma resposta não espera pelo seu registro',
      'intent-after-call': 'os fornecedores são chamados enquanto a intenção está a caminho',
      'commit-not-replicated': 'não se espera que o commit esteja na réplica',
      'answer-kept-later': 'uma resposta com `Idempotency-Key` sai antes de ser guardada',
      'event-apart': 'um lote termina em um commit, e o evento dele é dado em outro, depois',
      'outage-is-ours': 'uma chamada que não pode ser procurada é respondida com 500',
    },
    notYet: 'ainda não tentado',
  },
};

function count(results: StormFigures['results'], language: Language): string {
  return number(
    Object.values(results).reduce((sum, times) => sum + times, 0),
    language,
  );
}

export function renderStorm(language: Language): string {
  const { storm, proofs } = readStormResults();
  const { intro, faultHeader, faults, judged, results, proven, proofHeader, breaks, notYet } = words[language];
  const faultRows = stormFaults
    .filter((fault) => storm.faults[fault] !== undefined)
    .map((fault) => [faults[fault], String(storm.faults[fault])]);
  const list = Object.entries(storm.results)
    .toSorted(([, a], [, b]) => b - a)
    .map(([result, times]) => `${number(times, language)} × \`${result}\``);
  const proofRows = stormMutants.map(({ id }) => {
    const proof = proofs[id];
    const what = breaks[id] ?? id;
    return proof === undefined ? [what, notYet, ''] : [what, `\`${proof.rule}\``, `\`${proof.commit}\``];
  });
  const paragraphs = [
    intro(storm),
    toTable(faultHeader, faultRows),
    judged,
    results(list.join(', ')),
    proven,
    toTable(proofHeader, proofRows),
  ];
  return `\n${paragraphs.join('\n\n')}\n`;
}
