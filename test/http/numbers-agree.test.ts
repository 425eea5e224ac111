// A day of mixed traffic, and every place that counts it: Painel, Uso, the metrics, `confere usage`, a key's own usage, and what the parties
// counted themselves. One word means one number, wherever it stands.

import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countPerMinute } from '../../console/dashboard/per-minute.ts';
import type { DashboardRange } from '../../src/app/dashboard/dashboard.ts';
import { completeCpf } from '../../src/domain/numbers/cpf.ts';
import { type ConsolePage, openStream, type StreamEvent } from '../support/console/console-page.ts';
import { openLote } from '../support/console/lote.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { simulatorSecrets } from '../support/parties/simulated-sources.ts';
import { checks, createWorkedExample, further, prices, toPriceLists } from '../support/parties/worked-example.ts';
import { useCommands } from '../support/service/commands.ts';
import { startLiveStack } from '../support/service/live-stack.ts';
import { get, post, postTable } from '../support/service/service.ts';

const { confereHere } = useCommands();
const clock = createManualClock();
const hourMs = 3_600_000;
const lists = Object.entries(prices).map(([name, price]) => [name, toPriceLists(price)]);
const stack = await startLiveStack({ clock, further, checks, prices: Object.fromEntries(lists) });
afterAll(() => stack.close());
const { service, simulator } = stack;
const operators = await service.listenForOperators();

const folders = {
  CONFERE_DATA_DIR: join(service.directory, 'data'),
  CONFERE_SECRETS_DIR: join(service.directory, 'secrets'),
};
const home = { directory: service.directory, env: { ...folders, ...simulatorSecrets, CONFERE_CONFIG: stack.file } };
/** Who is behind each source. */
const partyOf = {
  receita: 'serpro-cpf',
  stand_in: 'serasa',
  report: 'serasa',
  bureau_b: 'quod',
  fraud_registry: 'pix-dict',
};
const parties = ['serpro-cpf', 'serasa', 'quod', 'pix-dict'];
const { people } = createWorkedExample(20);
const url = `${service.address}/v1/verify/cpf`;
const toBody = ({ cpf, name, birthDate }: (typeof people)[number]) => ({ cpf, name, birth_date: birthDate });

type Counts = Readonly<Record<string, number>>;
const addUp = <Row extends { readonly count: number }>(rows: readonly Row[], nameOf: (row: Row) => string): Counts => {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[nameOf(row)] = (sums[nameOf(row)] ?? 0) + row.count;
  return sums;
};
const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

interface Seen {
  readonly requests: number;
  readonly outcomes: Counts;
  readonly calls: Counts;
}
interface Said {
  readonly requests: readonly { readonly count: number }[];
  readonly verifications: readonly { readonly operation: string; readonly outcome: string; readonly count: number }[];
  readonly calls: readonly { readonly source: string; readonly count: number }[];
}
/** The same three lists, as each surface has them. */
const toSeen = (said: Said): Seen => ({
  requests: said.requests.reduce((sum, { count }) => sum + count, 0),
  outcomes: addUp(said.verifications, ({ operation, outcome }) => `${operation} ${outcome}`),
  calls: addUp(said.calls, ({ source }) => source),
});
const readUso = async (analyst: ConsolePage) =>
  toSeen((await analyst.post('usage', { month: '2026-11', key_id: null })).body);
const readCommand = async () =>
  toSeen(JSON.parse((await confereHere(home, 'usage', '--month', '2026-11', '--json')).stdout));
async function readMetrics() {
  const text = await (await fetch(`${operators}/metrics`)).text();
  return (name: string, nameOf: (labels: Readonly<Record<string, string>>) => string | undefined): Counts => {
    const rows = text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\d+)$`, 'gm'));
    const named = [...rows].flatMap(([, labels = '', count = '0']) => {
      const known = Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]),
      );
      const said = nameOf(known);
      return said === undefined || count === '0' ? [] : [{ said, count: Number(count) }];
    });
    return addUp(named, ({ said }) => said);
  };
}
async function readPainel(analyst: ConsolePage) {
  const stream = await openStream(analyst, 'dashboard-stream');
  const { data } = (await stream.next()) as StreamEvent;
  await stream.close();
  return data;
}

test('every place that counts a day of mixed traffic tells the same', async () => {
  const own = await service.createKey({
    mode: 'live',
    rate: null,
    scopes: ['verify:cpf', 'verify:cnpj', 'verify:batch', 'read:usage'],
  });
  const limited = await service.createKey({ mode: 'live', rate: { requests: 2, windowSeconds: 86_400 } });
  const sandbox = await service.createKey({
    mode: 'test',
    rate: null,
    scopes: ['verify:cpf', 'verify:cnpj', 'screen'],
  });
  /** What callers sent to the API, and what of it showed a good key. */
  let [sent, asked] = [0, 0];
  const ask = async (body: object, key: string, headers: Record<string, string> = {}, path = '/v1/verify/cpf') => {
    sent++;
    asked++;
    return (await post(`${service.address}${path}`, body, { key, headers })).status;
  };

  // The morning: people one by one, a retry that is replayed, an answer that was kept, and what is refused.
  for (const person of people.slice(0, 8)) expect(await ask(toBody(person), own)).toBe(200);
  for (const _ of [1, 2])
    expect(await ask(toBody(people[8] as never), own, { 'idempotency-key': 'of-the-day' })).toBe(200);
  for (const _ of [1, 2, 3]) await ask(toBody(people[9] as never), own, { 'confere-purpose': 'credit' });
  expect(await ask({ cpf: '11111111111' }, own)).toBe(400);
  for (const status of [200, 200, 429, 429]) expect(await ask(toBody(people[10] as never), limited)).toBe(status);
  sent++;
  expect((await post(url, toBody(people[0] as never), { key: service.createUnknownKey() })).status).toBe(401);
  expect(await ask({ cpf: '40442820135' }, sandbox)).toBe(200);
  expect(await ask({ cnpj: '34238864000168' }, sandbox, {}, '/v1/verify/cnpj')).toBe(200);
  expect(await ask({ cnpj: '34238864000168' }, own, {}, '/v1/verify/cnpj')).toBe(503);
  expect(await ask({ cpf: '40442820135' }, sandbox, {}, '/v1/screen')).toBe(200);

  // Noon: a batch by the API, whose rows are tried twice; the console's questions, and a batch there.
  clock.advance(2 * hourMs);
  const { analyst, start: startBatch, finish } = await openLote(service);
  for (const party of parties) await simulator.set(party, { fault: { kind: 'status', status: 503 }, hits: 'all' });
  const rows = [...people.slice(11, 14), people[11]].map((person) => `${person?.cpf},${person?.name}`);
  const table = `cpf,nome\n${rows.join('\n')}\n12345678901,\n`;
  const { body } = await postTable(`${service.address}/v1/batches`, table, { key: own });
  sent++;
  asked += 1 + 3;
  const countFailed = async () => {
    const metric = await readMetrics();
    return sumOf(
      metric('confere_verifications_total', ({ status }) => (status === 'sources_unavailable' ? '' : undefined)),
    );
  };
  await expect.poll(countFailed, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  for (const party of parties) await simulator.set(party, { fault: { kind: 'none' } });
  // Breakers try again, and nobody takes the batch for hung.
  clock.advance(60_000);
  const findBatch = async () => {
    sent++;
    asked++;
    return (await get(`${service.address}/v1/batches/${body.id}`, { key: own })).body;
  };
  await expect.poll(async () => (await findBatch()).status, { timeout: 120_000, interval: 500 }).toBe('completed');
  expect((await findBatch()).counts).toMatchObject({ answered: 4, invalid: 1, failed: 0 });
  expect((await analyst.post('verify-cpf', { with: 'live', purpose: 'credit', cpf: people[14]?.cpf })).status).toBe(
    200,
  );
  expect((await analyst.post('verify-cpf', { with: 'sandbox', cpf: '90000000841' })).status).toBe(200);
  const lote = await startBatch(
    `cpf\n${people[15]?.cpf}\n${people[16]?.cpf}\n`,
    { cpf: 0 },
    { with: 'live', purpose: 'credit' },
  );
  await finish(lote.id);

  // The afternoon: a party fails and another one stands in; then all of them fail.
  clock.advance(20 * 60_000);
  await simulator.set('serpro-cpf', { fault: { kind: 'status', status: 503 }, hits: 'all' });
  for (const person of people.slice(17, 19)) expect(await ask(toBody(person), own)).toBe(200);
  for (const party of parties) await simulator.set(party, { fault: { kind: 'status', status: 503 }, hits: 'all' });
  expect(await ask(toBody(people[19] as never), own)).toBe(503);
  expect(await ask({ cpf: completeCpf('730000001') }, own)).toBe(503);

  const uso = await (async () => {
    await expect.poll(async () => (await readUso(analyst)).requests, { timeout: 20_000 }).toBe(asked);
    return readUso(analyst);
  })();
  const painel = await readPainel(analyst);
  const metric = await readMetrics();

  // Requests: whoever showed a good key, and rows of batches.
  expect(sumOf(painel.day.statuses)).toBe(sent);
  expect(sumOf(metric('confere_requests_total', ({ route }) => (route?.startsWith('/v1/') ? 'sent' : undefined)))).toBe(
    sent,
  );

  // Verifications: how each ended.
  const isVerified = ([name]: readonly [string, number]) => !name.startsWith('screen ');
  const verified = Object.fromEntries(Object.entries(uso.outcomes).filter(isVerified));
  expect(metric('confere_verifications_total', ({ operation, status }) => `${operation} ${status}`)).toEqual(verified);
  expect(painel.day.live_verifications + painel.day.test_verifications).toBe(sumOf(verified));
  expect(sumOf(metric('confere_screenings_total', () => 'all'))).toBe(sumOf(uso.outcomes) - sumOf(verified));

  // Calls: what parties were sent, as they counted it.
  const counted = Object.values(simulator.state().parties).filter(({ calls }) => calls > 0);
  expect(sumOf(uso.calls)).toBe(counted.reduce((sum, { calls }) => sum + calls, 0));
  const ofParty = addUp(
    Object.entries(uso.calls).map(([source, count]) => ({ source, count })),
    ({ source }) => partyOf[source as keyof typeof partyOf],
  );
  for (const [party, calls] of Object.entries(ofParty))
    expect([party, simulator.state().parties[party]?.calls]).toEqual([party, calls]);
  expect(metric('confere_source_calls_total', ({ source }) => source)).toEqual(uso.calls);
  const inPainel = painel.day.sources.map(({ name, calls }: { name: string; calls: number }) => [name, calls]);
  expect(Object.fromEntries(inPainel.filter(([, calls]: [string, number]) => calls > 0))).toEqual(uso.calls);

  // The command and the key’s own page say the same of it.
  expect(await readCommand()).toEqual(uso);

  // No minute of a chart has more than the day.
  for (const range of [painel.hour, painel.day]) {
    expect(
      Math.max(...countPerMinute(range as DashboardRange, ({ requests }) => requests, painel.at_ms)),
    ).toBeLessThanOrEqual(sent);
  }
}, 300_000);
