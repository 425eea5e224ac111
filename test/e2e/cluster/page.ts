// Renders docs/cluster-faults.md in both languages: what the last full run of the cluster found.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTable } from '../../../scripts/pages/table.ts';
import type { Language } from '../../../src/http/answer/language.ts';
import { probeEveryMs } from './balancer.ts';
import { type FaultFigures, type FaultId, faultIds, readFaultResults } from './faults.ts';
import { sendEveryMs } from './load.ts';
import { listStatedSettings, outageSeconds, sourceSettings } from './settings.ts';
import { renderStorm } from './storm/section.ts';

interface Words {
  readonly title: string;
  readonly intro: (date: string, machine: string) => string;
  readonly header: readonly string[];
  readonly faults: Readonly<Record<FaultId, string>>;
  readonly none: string;
  readonly notes: string;
  readonly settings: string;
  readonly settingHeader: readonly string[];
  readonly cutOff: (value: string) => string;
  readonly around: (deadlineMs: number, connectMs: number) => string;
  readonly decimal: string;
}

/** What the tests are run with. */
const postgresMajor = 15;

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'What callers notice when a part of a cluster fails',
    intro: (date, machine) => `\`npm run test:cluster\` and \`npm run generate\` write this page: do not edit it.
Two nodes behind a balancer answer a steady load, on one PostgreSQL with a synchronous replica and one Redis.
Callers ask about people with live keys, about people with an \`Idempotency-Key\` that they send twice, and about companies.
One part after the other fails.
The test compares every answer with the one that the simulated parties and the imported registry imply.
\`npm test\` runs a short form of it.

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
    notes: `**Away** is how long the part was gone; for the upgrade, how long all of it took.
**Until normal** is the time from the beginning of the fault to the last answer that was not a good one.
Both depend on the machine and decide nothing.

A run fails by any of these:

- a wrong answer, or another refusal than those below;
- a part that does not come back by itself;
- an answer about a person without its record;
- a party that the service asked twice.

| callers ask about | the service may refuse with |
|---|---|
| people, while the database is away | \`503 audit_unavailable\`: the service asks about nobody without a record |
| people with an \`Idempotency-Key\`, while it is away | \`503 overloaded\`, before it asks anybody; \`409 idempotency_outcome_unknown\` if the first call may have run |
| companies | nothing, until \`store_outage_seconds\` are over on a node that hears nothing; then \`503 overloaded\` until the balancer asks \`/readyz\` |
| requests in flight on a killed node | no answer (\`502 no_answer\` is the balancer's) |

A node that alone loses the database stays ready until \`store_outage_seconds\` are over (3 in this run, 60 by default).
It cannot tell this from a database that is gone for all nodes.
Until then the node refuses its share of the people.
Set a lower value if that weighs more for you than companies during an outage of the whole database.`,
    settings: `## What it was run with

The nodes differ from the defaults in these settings, beside addresses and folders:`,
    settingHeader: ['setting', 'in this run', 'by default'],
    cutOff: (value) => `; ${value} on the node that is cut off`,
    around: (
      deadlineMs,
      connectMs,
    ) => `Each source has \`deadline_ms: ${deadlineMs}\` and \`connect_ms: ${connectMs}\`, and keeps no answers.
A node has one worker.
PostgreSQL ${postgresMajor} has \`max_connections = 200\`, \`fsync = off\` and one synchronous standby on the same machine.
Redis is not persistent.
The balancer asks \`/readyz\` of each node every ${probeEveryMs} ms.
It sends a request to another node only if the first refuses the connection.
A call begins every ${sendEveryMs} ms.
One key has no rate; another has 40 requests an hour, which must hold over all faults.
Each part is away for 10 s, 5 s apart.
The short form in \`npm test\` differs by \`store_outage_seconds: ${outageSeconds.short}\` and 1.5 s away.`,
    decimal: '.',
  },
  pt: {
    title: 'O que quem chama percebe quando uma parte do cluster falha',
    intro: (date, machine) => `\`npm run test:cluster\` e \`npm run generate\` escrevem esta página: não a edite.
Dois nós atrás de um balanceador respondem a uma carga constante, sobre um PostgreSQL com réplica síncrona e um Redis.
Quem chama consulta pessoas com chaves de produção, pessoas com uma \`Idempotency-Key\` enviada duas vezes, e empresas.
Falha uma parte depois da outra.
O teste compara cada resposta com a que se espera dos fornecedores simulados e do cadastro importado.
\`npm test\` executa uma forma curta dele.

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
    notes: `**Fora** é por quanto tempo a parte ficou fora do ar; na atualização, quanto durou tudo.
**Até o normal** é o tempo do começo da falha até a última resposta que não foi boa.
Os dois dependem da máquina e não decidem nada.

Qualquer uma destas coisas reprova uma execução:

- uma resposta errada, ou uma recusa diferente das de baixo;
- uma parte que não volta sozinha;
- uma resposta sobre uma pessoa sem o registro dela;
- um fornecedor que o serviço consultou duas vezes.

| quem chama consulta | o serviço pode recusar com |
|---|---|
| pessoas, enquanto o banco está fora | \`503 audit_unavailable\`: o serviço não consulta ninguém sem registro |
| pessoas com uma \`Idempotency-Key\`, enquanto ele está fora | \`503 overloaded\`, antes de qualquer consulta; \`409 idempotency_outcome_unknown\` se a primeira chamada pode ter rodado |
| empresas | nada, até passarem os \`store_outage_seconds\` em um nó que não recebe nenhum aviso; depois, \`503 overloaded\` até o balanceador consultar \`/readyz\` |
| requisições em andamento em um nó morto | sem resposta (\`502 no_answer\` é do balanceador) |

Um nó que, sozinho, perde o banco continua pronto até passarem os \`store_outage_seconds\` (3 nesta execução, 60 por padrão).
Ele não distingue isso de um banco fora do ar para todos os nós.
Até lá, o nó recusa as consultas de pessoas que recebe.
Use um valor menor se, para você, isso pesa mais do que as empresas durante uma queda do banco inteiro.`,
    settings: `## Com o que foi executado

Os nós diferem do padrão nestas configurações, além de endereços e pastas:`,
    settingHeader: ['configuração', 'nesta execução', 'por padrão'],
    cutOff: (value) => `; ${value} no nó que perde o caminho`,
    around: (
      deadlineMs,
      connectMs,
    ) => `Cada fonte tem \`deadline_ms: ${deadlineMs}\` e \`connect_ms: ${connectMs}\`, e não guarda respostas.
Um nó tem um worker.
O PostgreSQL ${postgresMajor} tem \`max_connections = 200\`, \`fsync = off\` e uma réplica síncrona na mesma máquina.
O Redis não é persistente.
O balanceador consulta \`/readyz\` de cada nó a cada ${probeEveryMs} ms.
Ele só envia uma requisição a outro nó se o primeiro recusa a conexão.
Uma chamada começa a cada ${sendEveryMs} ms.
Uma chave não tem taxa; outra tem 40 requisições por hora, que precisam valer durante todas as falhas.
Cada parte fica fora por 10 s, com 5 s de intervalo.
A forma curta em \`npm test\` difere em \`store_outage_seconds: ${outageSeconds.short}\` e 1,5 s fora.`,
    decimal: ',',
  },
};

export function renderClusterFaults(language: Language): string {
  const { title, intro, header, faults, none, notes, decimal, ...rest } = words[language];
  const stated = listStatedSettings().map(({ name, value, cutOff, fallback }) => [
    `\`${name}\``,
    `${value}${cutOff === undefined ? '' : rest.cutOff(cutOff)}`,
    fallback,
  ]);
  const { deadline_ms: deadlineMs, connect_ms: connectMs } = sourceSettings;
  const run = `${rest.settings}\n\n${toTable(rest.settingHeader, stated)}\n\n${rest.around(deadlineMs, connectMs)}`;
  const { date, machine, faults: found } = readFaultResults();
  const toCells = (id: FaultId) => {
    const { requests, wrong, refused, awaySeconds, untilNormalSeconds } = found[id];
    const list = Object.entries(refused).map(([result, count]) => `${count} × \`${result}\``);
    const seconds = [awaySeconds, untilNormalSeconds].map((value) => value.toFixed(1).replace('.', decimal));
    return [faults[id], String(requests), String(wrong), list.join(', ') || none, ...seconds];
  };
  return `# ${title}\n\n${intro(date, machine)}\n\n${toTable(header, faultIds.map(toCells))}\n\n${notes}\n\n${run}\n${renderStorm(language)}`;
}

export function writeClusterFaults(): void {
  for (const [folder, language] of Object.entries({ docs: 'en', 'docs/pt-BR': 'pt' } as const)) {
    writeFileSync(join(import.meta.dirname, '../../..', folder, 'cluster-faults.md'), renderClusterFaults(language));
  }
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
