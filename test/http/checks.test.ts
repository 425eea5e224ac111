// A plan of checks through the whole service, with simulated parties over real sockets: who is asked, what the answer and the audit say of
// those who are not, and that the record makes the same decision again.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { formatMoney } from '../../src/domain/money/money.ts';
import type { Cpf } from '../../src/domain/numbers/cpf.ts';
import type { PersonQuery } from '../../src/domain/person/evidence.ts';
import { simulatorSecrets } from '../support/parties/simulated-sources.ts';
import { checks, createWorkedExample, further, prices, toPriceLists } from '../support/parties/worked-example.ts';
import { useCommands } from '../support/service/commands.ts';
import { startLiveStack } from '../support/service/live-stack.ts';
import { post } from '../support/service/service.ts';

const { confereHere, confereHereWithInput } = useCommands();
const inOrder = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birthDate: '1985-03-14' } as PersonQuery;
const deceased = { cpf: '05137518743' as Cpf, name: null, birthDate: '1941-01-15' };
const parties = ['serpro-cpf', 'serasa', 'quod', 'pix-dict'];

const lists = Object.entries(prices).map(([name, price]) => [name, toPriceLists(price)]);
const stack = await startLiveStack({ further, checks, prices: Object.fromEntries(lists) });
const { directory } = stack.service;
const folders = { CONFERE_DATA_DIR: join(directory, 'data'), CONFERE_SECRETS_DIR: join(directory, 'secrets') };
const patience = { CONFERE_VERIFICATION_DEADLINE_MS: '30000' };
const home = { directory, env: { ...folders, ...patience, ...simulatorSecrets, CONFERE_CONFIG: stack.file } };
afterAll(() => stack.close());

const callsOf = () => parties.map((party) => stack.simulator.state().parties[party]?.calls ?? 0);

/** Who was called meanwhile, in the order of `parties`. */
async function verify(query: PersonQuery, purpose?: string) {
  const before = callsOf();
  const { status, body } = await stack.verify(query, purpose);
  expect(status).toBe(200);
  return { body, called: callsOf().map((calls, place) => calls - (before[place] ?? 0)) };
}

async function showRecord(requestId: string) {
  const shown = await confereHere(home, 'audit', 'show', requestId, '--unmask', '--json');
  return JSON.parse(shown.stdout).find(({ kind }: { kind: string }) => kind === 'cpf');
}

describe('a plan of checks', () => {
  test('asks in its order and verifies by what it declares; whoever stands in is not asked, and costs nothing', async () => {
    const { body, called } = await verify(inOrder);
    expect(called).toEqual([1, 0, 1, 1]);
    expect(body).toMatchObject({
      status: 'verified',
      risk_level: 'low',
      bureau_a: { status: 'unavailable', pending_debts: null },
      bureau_b: { status: 'not_reported', score: 850 },
      fraud_registry: { fraud_alert: false },
    });
    const { sources, verified_needs } = body.explanation;
    expect(verified_needs).toEqual([['receita', 'stand_in'], ['bureau_b'], ['fraud_registry']]);
    expect(sources['stand_in']).toEqual({
      ...{ outcome: 'not_asked', reason: 'fallback_not_needed' },
      ...{ latency_ms: 0, cached: false, status: 'unavailable' },
    });
    expect(sources.bureau_b).toMatchObject({ outcome: 'answered', reason: null, deadline_ms: 9000 });
    const record = await showRecord(body.request_id);
    expect(record).toMatchObject({ replay: { kind: 'same' } });
    expect(JSON.stringify(record)).toContain('fallback_not_needed');
  });

  test('stops on bad news: nobody of the later stage is called, and the record says why', async () => {
    const { body, called } = await verify(deceased);
    expect(called).toEqual([1, 0, 0, 0]);
    expect(body).toMatchObject({ status: 'not_verified', risk_level: 'high', fraud_registry: { fraud_alert: null } });
    expect(body.explanation.sources.fraud_registry).toMatchObject({ outcome: 'not_asked', reason: 'decided_earlier' });
    expect(body.explanation.reasons).toEqual(
      expect.arrayContaining(['registration_deceased', 'fraud_registry_not_asked']),
    );
    const record = await showRecord(body.request_id);
    expect(record).toMatchObject({ replay: { kind: 'same' } });
    expect(JSON.stringify(record)).toContain('decided_earlier');
  });

  test('asks whoever stands in when a party fails, and the need of the one is met by the other', async () => {
    await stack.simulator.set('serpro-cpf', { fault: { kind: 'status', status: 503 }, hits: 'all' });
    const { body, called } = await verify(inOrder);
    await stack.simulator.set('serpro-cpf', { fault: { kind: 'none' } });
    expect(called).toEqual([1, 1, 1, 1]);
    expect(body).toMatchObject({ status: 'verified', bureau_a: { status: 'unavailable' } });
    expect(body.explanation.sources.receita).toMatchObject({ outcome: 'unavailable', reason: 'upstream_error' });
    expect(body.explanation.sources['stand_in']).toMatchObject({ outcome: 'answered' });
    expect(await showRecord(body.request_id)).toMatchObject({ replay: { kind: 'same' } });
  });
});

test('the worked example: the parties were asked as often as the plan says, and bill what usage tells, to the centavo', async () => {
  const { people, calls, cost } = createWorkedExample(200);
  const key = await stack.service.createKey({ name: 'worked', mode: 'live', rate: null });
  const { id } = (await stack.service.keys.list({ limit: 100 })).find(({ name }) => name === 'worked') as {
    id: string;
  };
  const before = stack.simulator.state();
  const url = `${stack.service.address}/v1/verify/cpf`;
  for (const chunk of toChunks(people, 8)) {
    const asked = chunk.map(({ cpf, name, birthDate }) => post(url, { cpf, name, birth_date: birthDate }, { key }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(chunk.map(() => 200));
  }
  const answered = parties.map((party) => {
    const [now, then] = [stack.simulator.state(), before].map((state) => state.parties[party]?.billed);
    return (now?.answered ?? 0) - (then?.answered ?? 0);
  });
  expect(answered).toEqual([calls['receita'], calls['report'], calls['bureau_b'], calls['fraud_registry']]);

  const readUsage = async () => JSON.parse((await confereHere(home, 'usage', '--key', id, '--json')).stdout);
  // What was counted is written now and then.
  await expect.poll(async () => (await readUsage()).costs.reais, { timeout: 60_000 }).toBe(formatMoney(cost));
  const told = (await readUsage()).calls.map(({ source, count }: { source: string; count: number }) => [source, count]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(Object.entries(calls).filter(([, count]) => count > 0)));
});

const toChunks = <Item>(items: readonly Item[], length: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, chunk) =>
    items.slice(chunk * length, (chunk + 1) * length),
  );

describe('an answer that was paid for', () => {
  const kept = { outcome: 'answered', reason: 'kept_answer_used', cached: true };

  test('is used again for a purpose that allows it: no call, its age in the answer and the record', async () => {
    expect((await verify(inOrder)).called).toEqual([1, 0, 1, 1]);
    expect((await verify(inOrder, 'fraud_prevention')).called).toEqual([1, 0, 1, 1]);
    const bought = await verify(inOrder, 'credit');
    expect(bought.called).toEqual([1, 0, 1, 1]);
    expect(bought.body.explanation.sources.bureau_b).not.toHaveProperty('kept_answer');
    // It is kept behind the answer.
    await expect.poll(async () => (await verify(inOrder, 'credit')).called).toEqual([1, 0, 0, 1]);
    const again = await verify(inOrder, 'onboarding');
    expect(again.called).toEqual([1, 0, 0, 1]);
    const { bureau_b } = again.body.explanation.sources;
    expect(bureau_b).toMatchObject({ ...kept, kept_answer: { purpose: 'credit' } });
    expect(again.body).toMatchObject({ status: 'verified', bureau_b: { score: 850 } });
    const record = await showRecord(again.body.request_id);
    expect(record).toMatchObject({ replay: { kind: 'same' } });
    const ofBureau = ({ source }: { source: string }) => source === 'bureau_b';
    const ageSeconds = bureau_b.kept_answer.age_seconds;
    expect(record.evidence.evidence.find(ofBureau).kept).toEqual({ ageSeconds, purpose: 'credit' });
    expect((await verify(inOrder, 'fraud_prevention')).called).toEqual([1, 0, 1, 1]);
  });

  test('is told of in a report, and erased with the person', async () => {
    const report = async () => {
      const told = await confereHereWithInput(home, `${inOrder.cpf}\n`, 'privacy', 'report', '--format', 'json');
      const { held } = JSON.parse(told.stdout) as { held: { place: string; count: number }[] };
      return held.find(({ place }) => place === 'bought_answers')?.count ?? 0;
    };
    expect(await report()).toBeGreaterThan(0);
    const erased = await confereHereWithInput(home, `${inOrder.cpf}\n`, 'privacy', 'erase', '--yes');
    expect(erased.stdout).toMatch(/bought answers? of sources deleted/);
    expect(await report()).toBe(0);
    expect((await verify(inOrder, 'credit')).called).toEqual([1, 0, 1, 1]);
  });
});

describe('confere checks', () => {
  test('show draws the plan and lists its steps', async () => {
    const { stdout, code } = await confereHere(home, 'checks', 'show', stack.file);
    expect(code).toBe(0);
    expect(stdout).toContain('receita! (else stand_in)');
    expect(stdout).toMatch(/2 +bureau_b +– +9000 ms +always +– +credit 30d, onboarding 1d/);
    expect(stdout).toContain('Verified needs an answer of: receita or stand_in, bureau_b, fraud_registry.');
    const json = JSON.parse((await confereHere(home, 'checks', 'show', stack.file, '--json')).stdout);
    expect(json.stages[0]).toMatchObject([{ ask: 'receita', fallback: 'stand_in' }]);
  });

  test('try leads a person of the sandbox through it without a call, and a real one only when told to', async () => {
    const before = callsOf();
    const input = `${inOrder.cpf}\n1985-03-14\n\n`;
    const sandbox = await confereHereWithInput(home, input, 'checks', 'try', '--file', stack.file);
    expect(sandbox.stdout).toMatch(/receita +answered/);
    expect(sandbox.stdout).toMatch(/stand_in +not_asked .*receita did not fail/);
    expect(sandbox.stdout).toMatch(/report +not_asked .*does not hold/);
    expect(sandbox.stdout).toContain('verified, risk low, score 850');
    expect(callsOf()).toEqual(before);
    const live = await confereHereWithInput(home, input, 'checks', 'try', '--file', stack.file, '--live', '--json');
    expect(JSON.parse(live.stdout)).toMatchObject({ decision: { status: 'verified', risk_level: 'low' } });
    expect(callsOf()).not.toEqual(before);
    // What was asked by hand is written down and counted like any other call, and says nothing of the person.
    const tried = await confereHereWithInput(home, input, 'sources', 'try', 'report', '--file', stack.file);
    expect(tried).toMatchObject({ code: 0 });
    const acts = JSON.parse((await confereHere(home, 'audit', 'list', '--json')).stdout).filter(
      ({ act }: { act?: string }) => act === 'checks_tried' || act === 'source_tried',
    );
    expect(acts).toMatchObject([
      { act: 'source_tried', target: 'report' },
      { act: 'checks_tried', target: 'receita, stand_in, bureau_b, fraud_registry, report' },
    ]);
    const { calls, costs } = JSON.parse((await confereHere(home, 'usage', '--json')).stdout);
    const isOperator = ({ key_id }: { key_id: string }) => key_id === acts[0].actor;
    expect(calls.filter(isOperator)).toMatchObject([
      { source: 'bureau_b', count: 1 },
      { source: 'fraud_registry', count: 1 },
      { source: 'receita', count: 1 },
      { source: 'report', count: 1 },
    ]);
    expect(costs.keys.find(isOperator)).toMatchObject({ reais: '11.5740' });
    expect(JSON.stringify(acts)).not.toContain(inOrder.cpf);
    expect(`${sandbox.stdout}${live.stdout}`).not.toContain(inOrder.cpf);
    const asArgument = await confereHere(home, 'checks', 'try', inOrder.cpf);
    expect(asArgument).toMatchObject({ code: 2, stderr: expect.stringContaining('never an argument') });
    expect(asArgument.stderr).not.toContain(inOrder.cpf);
  });

  test('a plan that asks nobody for a score is told to give no low risk, by show and by `sources check`', async () => {
    const file = join(home.directory, 'scoreless.yaml');
    const { checks: _, ...others } = parse(readFileSync(stack.file, 'utf8'));
    const asked = ['receita', 'fraud_registry'];
    writeFileSync(
      file,
      stringify({ ...others, checks: { verified_needs: asked, stages: [asked.map((ask) => ({ ask }))] } }),
    );
    const warning = 'no step asks a source with the role score, so the risk is never low';
    for (const command of [
      ['checks', 'show'],
      ['sources', 'check'],
    ]) {
      expect(await confereHere(home, ...command, file)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(warning),
      });
      const { warnings } = JSON.parse((await confereHere(home, ...command, file, '--json')).stdout);
      expect(warnings).toEqual([expect.stringContaining(warning)]);
      expect((await confereHere(home, ...command, stack.file)).stdout).not.toContain(warning);
    }
  });

  test('a plan with a fault is refused by `sources check`, with its line', async () => {
    const file = join(home.directory, 'faulty.yaml');
    const good = readFileSync(stack.file, 'utf8');
    const wrong = good.replace('ask: bureau_b', 'ask: bureau_z').replace(/ *- fraud_registry\n/, '');
    writeFileSync(file, wrong.replace('onboarding: 1d', 'marketing: 1d'));
    const { code, stderr } = await confereHere(home, 'sources', 'check', file);
    expect(code).not.toBe(0);
    const lines = readFileSync(file, 'utf8').split('\n');
    const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
    expect(stderr).toContain(`faulty.yaml:${lineOf('bureau_z')}: checks.stages.1.0.ask: must be a source`);
    expect(stderr).toContain(
      `faulty.yaml:${lineOf('marketing')}: checks.stages.1.0.fresh_for.marketing: must be one of`,
    );
    expect(stderr).toContain(
      `faulty.yaml:${lineOf('verified_needs')}: checks.verified_needs: needs a source with the role`,
    );
  });
});
