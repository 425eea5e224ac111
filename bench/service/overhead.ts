// `npm run bench overhead`: what the service adds to the time of its slowest party, through HTTP, under an open loop, beside the
// least that any program could do: three plain undici requests and Promise.all, over when the slowest party has answered.
// Then the same with one party dead.

import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import type { Latency } from '../../src/sim/latency.ts';
import { clientId, clientSecret, staticToken } from '../../src/sim/party.ts';
import { type Simulator, startSimulator } from '../../src/sim/server.ts';
import { type Summary, summarize } from '../../test/reliability/load/pace.ts';
import { parties, simulatorSecrets, writeSimulatedConfig } from '../../test/support/parties/simulated-sources.ts';
import { type RequestPlan, runOpenLoop, toVerification } from '../support/load/open-loop.ts';
import { print } from '../support/print.ts';
import { median } from '../support/rounds.ts';
import { startServer } from '../support/servers/child.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const warmUpSeconds = 3;

interface Scenario {
  readonly title: string;
  readonly latency: Latency;
  readonly perSecond: number;
  readonly goals?: { readonly p50: number; readonly p99: number; readonly meanInAll: number };
}

const fixed: Scenario = {
  title: 'parties at 20 ms',
  latency: { kind: 'fixed', ms: 20 },
  perSecond: 200,
  goals: { p50: 2, p99: 10, meanInAll: 30 },
};
const spread: Scenario = {
  title: 'parties at 50 ± 20 ms',
  latency: { kind: 'uniform', meanMs: 50, spreadMs: 20 },
  perSecond: 500,
};

export async function run(folder: string): Promise<void> {
  const simulator = await startSimulator({ clock: systemClock, port: 0 });
  const server = await startServer('confere-server.ts', {
    ...simulatorSecrets,
    BENCH_MODE: 'live',
    CONFERE_CONFIG: writeSimulatedConfig(folder, simulator, parties),
  });
  try {
    const service = [toVerification(server)];
    const plain = await toPlainRequests(simulator);
    await compare(fixed, simulator, service, plain);
    await compare(spread, simulator, service, plain);
    await compareWithDead(simulator, service);
  } finally {
    server.stop();
    await simulator.close();
  }
}

/** Alternates between the two, so that a busy moment of the machine hits both, and takes the median round of each figure. */
async function compare(
  { title, latency, perSecond, goals }: Scenario,
  simulator: Simulator,
  service: readonly RequestPlan[],
  plain: readonly RequestPlan[],
): Promise<void> {
  for (const party of Object.values(parties)) await simulator.set(party, { latency });
  print(
    `${title}, ${perSecond} req/s, ${rounds} rounds of ${seconds} s; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  const ofPlain: Summary[] = [];
  const ofService: Summary[] = [];
  for (let round = 0; round < rounds; round++) {
    ofPlain.push(await measure(plain, perSecond));
    ofService.push(await measure(service, perSecond));
  }
  const [least, ours] = [toMedian(ofPlain), toMedian(ofService)];
  print(`  ${show('three undici requests', least)}`);
  print(`  ${show('service', ours)}`);
  print(`  added: p50 ${ms(ours.p50 - least.p50, goals?.p50)}, p99 ${ms(ours.p99 - least.p99, goals?.p99)}`);
  if (goals !== undefined) print(`  mean in all: ${ms(ours.mean, goals.meanInAll)}`);
}

async function compareWithDead(simulator: Simulator, service: readonly RequestPlan[]): Promise<void> {
  for (const party of Object.values(parties)) await simulator.set(party, { latency: fixed.latency });
  print(`bureau_b never answers and its breaker is open, ${fixed.perSecond} req/s, ${rounds} rounds of ${seconds} s`);
  const healthy: Summary[] = [];
  const dead: Summary[] = [];
  for (let round = 0; round < rounds; round++) {
    await simulator.set(parties.bureau_b, { fault: { kind: 'none' } });
    await untilAnswered(simulator, service);
    healthy.push(await measure(service, fixed.perSecond));
    await simulator.set(parties.bureau_b, { fault: { kind: 'black_hole' } });
    // Ten calls without an answer open the breaker; they take one deadline of that source.
    await runOpenLoop({ requests: service, perSecond: fixed.perSecond, seconds: 2, warmUpSeconds: 0, seed: seed++ });
    dead.push(await measure(service, fixed.perSecond));
  }
  const [well, ill] = [toMedian(healthy), toMedian(dead)];
  print(`  ${show('healthy', well)}`);
  print(`  ${show('one dead', ill)}`);
  print(`  p99 with one dead - healthy: ${ms(ill.p99 - well.p99, 5)}`);
}

/** Asks now and then until the party is asked again: its breaker has closed. */
async function untilAnswered(simulator: Simulator, service: readonly RequestPlan[]): Promise<void> {
  const callsSeen = () => simulator.state().parties[parties.bureau_b]?.calls ?? 0;
  for (let attempt = 0; attempt < 150; attempt++) {
    const before = callsSeen();
    await runOpenLoop({ requests: service, perSecond: 20, seconds: 0.25, warmUpSeconds: 0, seed: seed++ });
    if (callsSeen() >= before + 4) return;
    await sleep(500);
  }
  throw new Error('bureau_b was not asked again after it had recovered.');
}

let seed = 1;

async function measure(requests: readonly RequestPlan[], perSecond: number): Promise<Summary> {
  const { latenciesMs, outcomes } = await runOpenLoop({ requests, perSecond, seconds, warmUpSeconds, seed: seed++ });
  // A simulated party answers 404 about a person whom it does not know; the service makes that a result.
  const failed = Object.entries(outcomes).filter(([outcome]) => outcome !== '200' && outcome !== '404');
  if (failed.length > 0) throw new Error(`Not every operation was answered: ${JSON.stringify(outcomes)}`);
  return summarize(latenciesMs);
}

/** The requests that the profiles of these parties describe, by hand. */
async function toPlainRequests(simulator: Simulator): Promise<readonly RequestPlan[]> {
  const serasa = simulator.urlOf('serasa');
  const login = await fetch(`${serasa}/security/iam/v1/client-identities/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  return [
    {
      origin: serasa,
      method: 'GET',
      path: '/credit-services/person-information-report/v1/creditreport?reportName=RELATORIO_BASICO_PF_PME',
      headers: { authorization: `Bearer ${accessToken}`, 'x-document-id': '{cpf}' },
    },
    {
      origin: simulator.urlOf('quod'),
      method: 'GET',
      path: '/v1/Score?CPF={cpf}',
      headers: { 'x-api-key': staticToken },
    },
    {
      origin: simulator.urlOf('pix-dict'),
      method: 'POST',
      path: '/api/v1/fraud-markers/query',
      headers: { authorization: `Bearer ${staticToken}`, 'content-type': 'application/json' },
      body: '{"taxIdNumber":"{cpf}"}',
    },
  ];
}

function toMedian(summaries: readonly Summary[]): Summary {
  const of = (figure: keyof Summary) => median(summaries.map((summary) => summary[figure]));
  return { count: of('count'), mean: of('mean'), p50: of('p50'), p99: of('p99'), max: of('max') };
}

function show(name: string, { p50, p99, mean, max }: Summary): string {
  return `${name.padEnd(22)} p50 ${ms(p50)}  p99 ${ms(p99)}  mean ${ms(mean)}  max ${ms(max)}`;
}

function ms(value: number, goal?: number): string {
  return `${value.toFixed(2)} ms${goal === undefined ? '' : ` (goal ${goal})`}`;
}
