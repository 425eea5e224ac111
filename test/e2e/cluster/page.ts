// Renders docs/cluster-faults.md in both languages: what the last full run of the cluster found.

import { toTable } from '../../../scripts/pages/table.ts';
import type { Language } from '../../../src/http/answer/language.ts';
import { type FaultFigures, type FaultId, faultIds, readFaultResults } from './faults.ts';

interface Words {
  readonly title: string;
  readonly intro: (date: string, machine: string) => string;
  readonly header: readonly string[];
  readonly faults: Readonly<Record<FaultId, string>>;
  readonly none: string;
  readonly notes: string;
  readonly decimal: string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'What callers notice when a part of a cluster fails',
    intro: (
      date,
      machine,
    ) => `Written by \`npm run test:cluster\`, and anew by \`npm run generate\`: do not edit. Two nodes behind a balancer, on one PostgreSQL with a synchronous replica and one Redis, answer a steady load:
people with live keys, people with an \`Idempotency-Key\` that is sent twice, companies. One part after the other fails. Every answer is compared with the one that the simulated parties and the imported
registry imply. A short form of the same run is part of \`npm test\`.

Measured on ${date}, with everything on one machine (${machine}).`,
    header: ['fault', 'requests', 'wrong answers', 'refused or lost', 'away, seconds', 'until normal, seconds'],
    faults: {
      'node-killed': 'one node is killed (SIGKILL) and started again',
      'redis-gone': 'Redis is killed and started again, empty',
      'database-gone': 'PostgreSQL is stopped and started',
      failover: 'the primary crashes and the replica is promoted',
      upgrade: 'a migration, then each node is replaced by the next version',
      'node-cut-off': 'one node is cut off from the database',
    },
    none: 'none',
    notes: `**Away** is how long the part was gone; of the upgrade, how long all of it took. **Until normal** is from the beginning of the fault to the last answer that was not a good one. Both depend on the machine and decide
nothing; what a run fails by is a wrong answer, another refusal than those below, a part that does not come back by itself, an answer about a person without its record, or a party that was asked twice.

| what was asked | may be refused with |
|---|---|
| people, while the database is away | \`503 audit_unavailable\`: nobody is asked about without a record |
| people with an \`Idempotency-Key\`, while it is away | \`503 overloaded\`, before anything was asked; \`409 idempotency_outcome_unknown\` where the first call may have been carried out |
| companies | nothing, until \`store_outage_seconds\` are over on a node that hears nothing; then \`503 overloaded\` until the balancer has asked \`/readyz\` |
| anything that a killed node was at | no answer (\`502 no_answer\` is the balancer's) |

A node that alone is cut off stays ready until \`store_outage_seconds\` are over (3 in this run, 60 by default), because it cannot tell that from a database that is gone for all: until then its share of the people is refused. Where that
weighs more than companies during an outage of the whole database, set it lower.`,
    decimal: '.',
  },
  pt: {
    title: 'O que quem chama percebe quando uma parte do cluster falha',
    intro: (
      date,
      machine,
    ) => `Escrita por \`npm run test:cluster\` e, de novo, por \`npm run generate\`: não edite. Dois nós atrás de um balanceador, sobre um PostgreSQL com réplica síncrona e um Redis, respondem a uma carga constante:
pessoas com chaves de produção, pessoas com uma \`Idempotency-Key\` enviada duas vezes, empresas. Falha uma parte depois da outra. Cada resposta é comparada com a que os fornecedores simulados e o cadastro
importado implicam. Uma forma curta da mesma execução faz parte de \`npm test\`.

Medido em ${date}, com tudo em uma só máquina (${machine}).`,
    header: [
      'falha',
      'requisições',
      'respostas erradas',
      'recusadas ou perdidas',
      'fora, segundos',
      'até o normal, segundos',
    ],
    faults: {
      'node-killed': 'um nó é morto (SIGKILL) e iniciado de novo',
      'redis-gone': 'o Redis é morto e iniciado de novo, vazio',
      'database-gone': 'o PostgreSQL é parado e iniciado',
      failover: 'o primário cai e a réplica é promovida',
      upgrade: 'uma migração, depois cada nó é trocado pela próxima versão',
      'node-cut-off': 'um nó perde o caminho até o banco de dados',
    },
    none: 'nenhuma',
    notes: `**Fora** é por quanto tempo a parte faltou; na atualização, quanto durou tudo. **Até o normal** vai do começo da falha até a última resposta que não foi boa. Os dois dependem da máquina e não decidem
nada; o que reprova uma execução é uma resposta errada, uma recusa diferente das de baixo, uma parte que não volta sozinha, uma resposta sobre uma pessoa sem o registro dela ou um fornecedor consultado duas vezes.

| o que foi pedido | pode ser recusado com |
|---|---|
| pessoas, enquanto o banco está fora | \`503 audit_unavailable\`: ninguém é consultado sem registro |
| pessoas com uma \`Idempotency-Key\`, enquanto ele está fora | \`503 overloaded\`, antes de qualquer consulta; \`409 idempotency_outcome_unknown\` quando a primeira chamada pode ter sido executada |
| empresas | nada, até passarem os \`store_outage_seconds\` em um nó que não ouve nada; depois, \`503 overloaded\` até o balanceador consultar \`/readyz\` |
| o que estava em um nó morto | sem resposta (\`502 no_answer\` é do balanceador) |

Um nó que, sozinho, perde o caminho continua pronto até passarem os \`store_outage_seconds\` (3 nesta execução, 60 por padrão), porque não distingue isso de um banco que falta para todos: até lá, a parte dele das pessoas é recusada. Onde isso
pesa mais do que as empresas durante uma falta do banco inteiro, use um valor menor.`,
    decimal: ',',
  },
};

export function renderClusterFaults(language: Language): string {
  const { title, intro, header, faults, none, notes, decimal } = words[language];
  const { date, machine, faults: found } = readFaultResults();
  const toCells = (id: FaultId) => {
    const { requests, wrong, refused, awaySeconds, untilNormalSeconds } = found[id];
    const list = Object.entries(refused).map(([result, count]) => `${count} × \`${result}\``);
    const seconds = [awaySeconds, untilNormalSeconds].map((value) => value.toFixed(1).replace('.', decimal));
    return [faults[id], String(requests), String(wrong), list.join(', ') || none, ...seconds];
  };
  return `# ${title}\n\n${intro(date, machine)}\n\n${toTable(header, faultIds.map(toCells))}\n\n${notes}\n`;
}

/** The same for the terminal, of what was tried so far. */
export function toFaultLines(figures: Partial<Readonly<Record<FaultId, FaultFigures>>>): readonly string[] {
  return faultIds.flatMap((id) => {
    const found = figures[id];
    if (found === undefined) return [];
    const list = Object.entries(found.refused).map(([result, count]) => `${count} x ${result}`);
    return `  ${id}: ${found.requests} requests, ${found.wrong} wrong, refused: ${list.join(', ') || 'none'}; away ${found.awaySeconds} s, normal after ${found.untilNormalSeconds} s`;
  });
}
