// `npm run bench checks`: what the plan of checks costs and saves. Whoever has no plan against the commit before there were plans; two stages
// against one; and the worked example of docs/checks.md through simulated parties, whose bills must be what the usage tells.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import { formatMoney, type Money, multiplyMoney, parseMoney } from '../../src/domain/money/money.ts';
import type { UsageResponse } from '../../src/http/usage/contract.ts';
import { type Simulator, startSimulator } from '../../src/sim/server.ts';
import { parties, simulatorSecrets, writeSimulatedConfig } from '../../test/support/parties/simulated-sources.ts';
import {
  checks,
  createWorkedExample,
  further,
  prices,
  toPriceLists,
  type WorkedExample,
} from '../../test/support/parties/worked-example.ts';
import { measureStages } from '../support/checks-cost.ts';
import { measureHttp } from '../support/load/http-rounds.ts';
import { prepareVerifications } from '../support/load/verifications.ts';
import { print } from '../support/print.ts';
import { type BenchServer, startServer } from '../support/servers/child.ts';
import { unpackBefore } from '../support/servers/earlier-version.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const verifications = Number(process.env['BENCH_VERIFICATIONS'] ?? 20_000);
const peopleCount = Number(process.env['BENCH_PEOPLE'] ?? 10_000);
const connections = 32;
/** The commit before it asked all parties at once and knew nothing of a plan. */
const planCommit = 'Ask the parties by a plan of checks';

export async function run(folder: string): Promise<void> {
  print(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
  await runWorkedExample(folder);
  await compareStages();
  await compareWithBefore(folder);
}

async function compareWithBefore(folder: string): Promise<void> {
  const earlier = join(folder, 'before');
  if (!unpackBefore(planCommit, earlier)) {
    print(`Left out: this copy has no commit "${planCommit}" to compare with.`);
    return;
  }
  const { env, toPeople } = await prepareVerifications(folder);
  const bare = await startServer(join(earlier, 'bench/support/servers/confere-server.ts'), env);
  const whole = await startServer('confere-server.ts', env);
  const names = { bare: 'before', whole: 'now' };
  await measureHttp({ bare, whole, names, path: '/v1/verify/cpf', goal: 0.98, toRequests: toPeople, rounds });
  bare.stop();
  whole.stop();
}

async function compareStages(): Promise<void> {
  const { micros, addedMicros, timers, steps } = await measureStages({ rounds, verifications });
  print(`five parties, ${rounds} rounds of ${verifications} verifications`);
  print(`  one stage ${micros.one.toFixed(1)} µs of processor, two stages ${micros.two.toFixed(1)}`);
  print(`  added ${addedMicros.toFixed(1)} µs (goal under 15)`);
  print(
    `  timers made: one stage ${timers.one.made}, two stages ${timers.two.made} (goal at most ${steps}, one for each step); ` +
      `at once ${timers.one.atOnceMax} and ${timers.two.atOnceMax}`,
  );
}

async function runWorkedExample(folder: string): Promise<void> {
  const simulator = await startSimulator({ clock: systemClock, port: 0 });
  const server = await startServer('confere-server.ts', {
    ...simulatorSecrets,
    BENCH_MODE: 'live',
    CONFERE_CONFIG: describeExample(folder, simulator),
    CONFERE_VERIFICATION_DEADLINE_MS: '30000',
    CONFERE_LIMITS_WAIT_MS_MAX: '60000',
    CONFERE_AUDIT_DEADLINE_MS: '30000',
  });
  try {
    const example = createWorkedExample(peopleCount);
    await verifyAll(server, example);
    const billed = sumBills(simulator);
    const usage = await readUsage(server, billed);
    report(example, simulator, billed, usage);
  } finally {
    server.stop();
    await simulator.close();
  }
}

/** So long that a busy machine lets no party fail: a call that is lost would be another example. */
const patient = { deadline_ms: 30_000, connect_ms: 10_000 };

function describeExample(folder: string, simulator: Simulator): string {
  const others = Object.entries(further);
  const wiring = { ...parties, ...Object.fromEntries(others.map(([name, { party }]) => [name, party])) };
  const settings = Object.keys(wiring).map((name) => {
    const price = prices[name] === undefined ? {} : { price: toPriceLists(prices[name]) };
    return [name, { ...patient, ...others.find(([each]) => each === name)?.[1].settings, ...price }];
  });
  return writeSimulatedConfig(folder, simulator, wiring, Object.fromEntries(settings), { checks });
}

async function verifyAll({ port, key }: BenchServer, { people }: WorkedExample): Promise<void> {
  const left = people.values();
  const work = async (): Promise<void> => {
    for (const { cpf, name, birthDate } of left) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/verify/cpf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ cpf, name, birth_date: birthDate }),
      });
      if (!answer.ok) throw new Error(`A verification was answered with ${answer.status}.`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
}

/** What the parties would put on their invoices, by their own counts. */
function sumBills(simulator: Simulator): Money {
  return listCalls(simulator).reduce((sum, [name, calls]) => sum + multiplyMoney(prices[name] ?? 0n, calls), 0n);
}

/** By the source that the plan knows the party as: nobody stands in here, so that each party is one. */
function listCalls(simulator: Simulator): readonly (readonly [source: string, calls: number])[] {
  const state = simulator.state().parties;
  const count = (party: string) => Object.values(state[party]?.billed ?? {}).reduce((sum, each) => sum + each, 0);
  return [
    ['receita', count(further.receita.party)],
    ['bureau_b', count(parties.bureau_b)],
    ['report', count(further.report.party)],
    ['fraud_registry', count(parties.fraud_registry)],
  ];
}

/** What was counted is written once a second: asks again until it is all there, or is not going to be. */
async function readUsage({ port, key }: BenchServer, expected: Money): Promise<UsageResponse> {
  for (let attempt = 0; ; attempt++) {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/usage`, { headers });
    const usage = (await answer.json()) as UsageResponse;
    if (attempt === 30 || usage.reais === formatMoney(expected)) return usage;
    await sleep(500);
  }
}

function report(example: WorkedExample, simulator: Simulator, billed: Money, usage: UsageResponse): void {
  const told = (name: string) =>
    usage.calls.reduce((sum, { source, count }) => (source === name ? sum + count : sum), 0);
  const everybody = Object.values(prices).reduce((sum, price) => sum + multiplyMoney(price, peopleCount), 0n);
  print(`the worked example with ${peopleCount} people`);
  let isExact = example.cost === billed && parseMoney(usage.reais ?? '') === billed;
  for (const [name, calls] of listCalls(simulator)) {
    const planned = example.calls[name] ?? 0;
    isExact &&= planned === calls && told(name) === calls;
    print(`  ${name.padEnd(14)} planned ${planned}, asked ${calls}, usage ${told(name)}`);
  }
  print(`  planned R$ ${formatMoney(example.cost)}, billed ${formatMoney(billed)}, usage ${usage.reais}`);
  print(`  everybody, always: R$ ${formatMoney(everybody)}`);
  if (!isExact) throw new Error('Plan, bills and usage are not the same.');
}
