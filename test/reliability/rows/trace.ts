// Calls are counted at the parties and compared with the audit: whoever was called left a record or an intent, whatever happened meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import { createRandom } from '../../support/http/malformed.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { readTraces } from '../../support/parties/traces.ts';
import { confere } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import type { Power } from '../power/power.ts';
import { type Findings, type Row, times } from '../row.ts';
import { type Stack, startStack } from '../stack.ts';

/** What `audit.without_intent_max` is set to, and the clients, who are more. */
const withoutIntentMax = 4;
const clientCount = 16;
const callsEach = 3;
/** Longer than any answer takes on a busy machine; a service that answers nobody any more is given up. */
const answersWithinMs = 60_000;

export const trace: Row = {
  id: 'trace',
  promise: 'no call without a trace',
  test: '200 power cuts in mid-flight that forget all unsynced data; 20 disks that fail and 20 that are full in mid-flight; 16 clients, calls counted at the parties; 20 cuts and 20 failing disks with `audit.without_intent_max` at 4',
  pass: 'every call that a party received has a record or an intent, with the setting all but 3 × 4 each time; no CPF answer without its record; `audit verify` lists what was never recorded, `usage` counts it',
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length, env: { CONFERE_AUDIT_DEADLINE_MS: '1500' }, isPowered: true });
    await stack.setLatency({ kind: 'uniform', meanMs: 60, spreadMs: 50 });
    findings.load('disks that can be made to fail (needs a C compiler)', stack.power === undefined ? 0 : 1, 1);
    const run: Run = { stack, random: createRandom(31), people: [], answered: [] };
    try {
      for (let round = 0; round < (isFull ? times(200) : 1); round++) await cut(run);
      for (let round = 0; stack.power !== undefined && round < (isFull ? times(20) : 1); round++) {
        await failDisk(run);
        await fillDisk(run);
      }
      judge(run, findings);
      await compareWithCommands(stack, findings);
      await loseSome(run, isFull ? times(20) : 1, findings);
    } finally {
      await stack.close();
    }
  },
};

interface Run {
  readonly stack: Stack;
  readonly random: () => number;
  /** Each is asked about once. */
  readonly people: Cpf[];
  /** Requests that were answered. */
  readonly answered: string[];
}

/** Clients who ask without a pause, until they are told to stop or the service is gone. */
function startClients({ stack, people, answered }: Run) {
  const service = stack.service();
  const begun = answered.length;
  let isOver = false;
  let lastRefusal = 'no answer at all';
  const client = async () => {
    while (!isOver) {
      const { cpf } = createQuery(people.length);
      people.push(cpf);
      const answer = await post(`${service.address}/v1/verify/cpf`, { cpf }, { key: stack.key }).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 200) answered.push(answer.body.request_id as string);
      else {
        lastRefusal = `${answer.status} ${answer.body.code}`;
        await sleep(200);
      }
    }
  };
  const clients = Array.from({ length: clientCount }, client);
  return {
    /** Throws where nobody is answered, with what the service says of it: what no retry mends is not waited for. */
    async areAnswered(when: string): Promise<void> {
      for (const endMs = performance.now() + answersWithinMs; answered.length === begun; await sleep(5)) {
        const [refused] = /AUDIT_(?:REWOUND|LOST|FORGED): [^"]*?\./.exec(service.output()) ?? [];
        if (refused === undefined && performance.now() < endMs) continue;
        throw new Error(
          `nobody is answered ${when}: ${refused ?? `after ${answersWithinMs / 1000} s, ${lastRefusal}`}`,
        );
      }
    },
    async end(): Promise<void> {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

async function cut(run: Run): Promise<void> {
  const { stack, random } = run;
  const clients = startClients(run);
  await clients.areAnswered('after a start');
  await sleep(random() * 250);
  await stack.service().stop('SIGKILL');
  await clients.end();
  stack.power?.cut();
  await stack.restart();
}

const failDisk = (run: Run) => breakDisk(run, (power) => power.failWrites());
const fillDisk = (run: Run) => breakDisk(run, (power) => power.fill());

async function breakDisk(run: Run, breakIt: (power: Power) => void): Promise<void> {
  const { stack, random } = run;
  const before = startClients(run);
  await before.areAnswered('before a disk is broken');
  await sleep(random() * 250);
  if (stack.power !== undefined) breakIt(stack.power);
  await sleep(1_500 + random() * 1_000);
  stack.power?.endFault();
  await before.end();
  const after = startClients(run);
  await after.areAnswered('once the disk works again');
  await after.end();
  // A process whose disk fails again and again takes up to a minute to trust it; a new one does not know.
  await stack.service().stop();
  await stack.restart();
}

function judge({ stack, people, answered }: Run, findings: Findings): void {
  const { recorded, countCalls } = readTraces(stack.home.directory);
  const { untraced, all } = countCalls(stack.simulator, people);
  findings.none('calls at the parties without a trace', untraced, { of: all });
  const missing = answered.filter((id) => !recorded.has(id));
  findings.none('answers without a record', missing.length, { of: answered.length, examples: missing.slice(0, 3) });
}

/** The shortest time after which the commands take a request for one that is no longer in work. */
const soon = { CONFERE_VERIFICATION_DEADLINE_MS: '100', CONFERE_AUDIT_DEADLINE_MS: '100' };
const soonMs = 6_000;

/** What operators are told of all this. */
async function compareWithCommands({ home }: Stack, findings: Findings): Promise<void> {
  const { openAtMs } = readTraces(home.directory);
  await sleep(Math.max(0, ...openAtMs.map((atMs) => atMs + soonMs - Date.now())));
  const looking = { ...home, env: { ...home.env, ...soon } };
  const verified = await confere(looking, 'audit', 'verify', '--json');
  findings.none('breaks in the audit chain', verified.code, { examples: [verified.stderr.slice(0, 200)] });
  const { unfinished = [] } = JSON.parse(verified.stdout || '{}') as { unfinished?: readonly { parties: string[] }[] };
  const listed = unfinished.length;
  findings.none('differences between open intents and what `audit verify` lists', Math.abs(listed - openAtMs.length), {
    of: openAtMs.length,
  });
  const named = unfinished.reduce((sum, { parties }) => sum + parties.length, 0);
  const used = await confere(looking, 'usage', '--json');
  const { possibly_billed: possible = [] } = JSON.parse(used.stdout || '{}') as {
    possibly_billed?: readonly { count: number }[];
  };
  const counted = possible.reduce((sum, { count }) => sum + count, 0);
  findings.none('calls that `usage` does not count as possibly billed', Math.abs(named - counted), { of: named });
}

/** With the setting on, what a cut loses is bounded, and no more than that. */
async function loseSome(run: Run, rounds: number, findings: Findings): Promise<void> {
  const { stack, people } = run;
  stack.home.env['CONFERE_AUDIT_WITHOUT_INTENT_MAX'] = String(withoutIntentMax);
  await stack.service().stop();
  await stack.restart();
  const lost: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const trouble of [cut, ...(stack.power === undefined ? [] : [failDisk])]) {
      const from = people.length;
      await trouble(run);
      lost.push(readTraces(stack.home.directory).countCalls(stack.simulator, people.slice(from)).untraced);
    }
  }
  const beyond = lost.filter((calls) => calls > callsEach * withoutIntentMax);
  const what = `troubles with the setting on that lost the trace of more than ${callsEach * withoutIntentMax} calls`;
  findings.none(what, beyond.length, { of: lost.length, examples: beyond.map(String) });
  findings.note(`with the setting on up to ${Math.max(...lost)} calls without a trace at a time`);
  judge({ ...run, people: [] }, findings);
}
