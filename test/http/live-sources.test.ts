import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { usageSchemas } from '../../src/http/usage/contract.ts';
import { describeBureau, goodAnswer, person, type SourceText } from '../support/parties/described-sources.ts';
import {
  json,
  type PartyHandler,
  type PartyServer,
  startParty,
  startRawParty,
} from '../support/parties/party-server.ts';
import { get, openTestService, post } from '../support/service/service.ts';

async function keep(party: Promise<PartyServer>): Promise<PartyServer> {
  const started = await party;
  onTestFinished(started.close);
  return started;
}

const answering = () => keep(startParty(json(200, goodAnswer)));
const silent = () => keep(startRawParty(() => {}));
const quick = { deadline_ms: 1000, connect_ms: 1000 };

interface Parties {
  readonly bureau_a: SourceText;
  readonly bureau_b: SourceText;
  readonly fraud_registry: SourceText;
}

/** The whole service with the described parties, and a way to ask it with a live key. */
async function serve(
  sources: Partial<Parties> & { company_fallback?: SourceText; income_source?: SourceText },
  env: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-live-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'confere.yaml');
  writeFileSync(file, stringify({ sources }));
  const service = await openTestService({ CONFERE_CONFIG: file, CONFERE_VERIFICATION_DEADLINE_MS: '30000', ...env });
  const key = await service.createKey({ mode: 'live', rate: null });
  const url = `${service.address}/v1/verify/cpf`;
  return {
    service,
    verify: (body: object = {}, query = '') =>
      post(`${url}${query}`, { cpf: person.cpf, birth_date: person.birthDate, ...body }, { key }),
  };
}

describe('a live key', () => {
  it('is answered by the three described parties', async () => {
    const [a, b, fraud] = [await answering(), await answering(), await answering()];
    const { verify } = await serve({
      bureau_a: describeBureau(a.origin),
      bureau_b: describeBureau(b.origin),
      fraud_registry: describeBureau(fraud.origin),
    });
    const { status, body } = await verify({ name: 'Joana Exemplo da Silva' }, '?explain=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'verified',
      name: 'JOANA EXEMPLO DA SILVA',
      score: 742,
      bureau_a: { status: 'regular', pending_debts: false },
      fraud_registry: { fraud_alert: false },
      explanation: { sources: { bureau_a: { outcome: 'answered', reason: null, cached: false } } },
    });
    for (const party of [a, b, fraud]) expect(party.requests).toHaveLength(1);
  });

  it('never reaches a party when it is a test key', async () => {
    const party = await answering();
    const bureau = describeBureau(party.origin);
    const { service } = await serve({ bureau_a: bureau, bureau_b: bureau, fraud_registry: bureau });
    const key = await service.createKey({ mode: 'test' });
    expect((await post(`${service.address}/v1/verify/cpf`, { cpf: person.cpf }, { key })).status).toBe(200);
    expect(party.requests).toHaveLength(0);
  });
});

describe('a party that is down', () => {
  it('leaves an honest partial answer: nulls, a capped score, never verified', async () => {
    const healthy = describeBureau((await answering()).origin);
    const { verify } = await serve({
      bureau_a: healthy,
      bureau_b: healthy,
      fraud_registry: describeBureau((await silent()).origin, quick),
    });
    const { status, body } = await verify({}, '?explain=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'inconclusive',
      score: 499,
      risk_level: 'high',
      fraud_registry: { fraud_alert: null },
      explanation: { sources: { fraud_registry: { outcome: 'unavailable', reason: 'timeout' } } },
    });
  });

  it('is 503 with Retry-After where the operator insists on it', async () => {
    const healthy = describeBureau((await answering()).origin);
    const { verify } = await serve({
      bureau_a: describeBureau((await silent()).origin, { ...quick, required: true }),
      bureau_b: healthy,
      fraud_registry: healthy,
    });
    const { status, headers, body } = await verify();
    expect([status, body.code]).toEqual([503, 'sources_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a party that is not connected', () => {
  it('is unavailable in every answer, which says why, and the parties that are connected answer', async () => {
    const party = await answering();
    const { verify } = await serve({ bureau_a: describeBureau(party.origin) });
    const { status, body } = await verify({ name: 'Joana Exemplo da Silva' }, '?explain=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'inconclusive',
      name: 'JOANA EXEMPLO DA SILVA',
      name_match: 'exact',
      risk_level: 'high',
      bureau_a: { status: 'regular', pending_debts: false },
      bureau_b: { status: 'unavailable', score: null },
      fraud_registry: { fraud_alert: null },
      explanation: {
        sources: {
          bureau_a: { outcome: 'answered', reason: null },
          bureau_b: { outcome: 'unavailable', reason: 'not_configured', latency_ms: 0 },
          fraud_registry: { outcome: 'unavailable', reason: 'not_configured' },
        },
      },
    });
  });

  it('does not turn the only one that is down into a score', async () => {
    const { verify } = await serve({ fraud_registry: describeBureau((await silent()).origin, quick) });
    expect((await verify()).body).toMatchObject({ status: 503, code: 'sources_unavailable' });
  });
});

describe('a fraud registry that answers without a verdict', () => {
  it('verifies nobody', async () => {
    const healthy = describeBureau((await answering()).origin);
    const mute = describeBureau((await keep(startParty(json(200, { ...goodAnswer, fraud_alert: null })))).origin);
    const { verify } = await serve({ bureau_a: healthy, bureau_b: healthy, fraud_registry: mute });
    expect((await verify({}, '?explain=true')).body).toMatchObject({
      status: 'inconclusive',
      risk_level: 'high',
      fraud_registry: { fraud_alert: null },
      explanation: { reasons: ['fraud_registry_no_verdict'] },
    });
  });
});

describe('all parties down', () => {
  it('is 503 with Retry-After, and no score is made of nothing', async () => {
    const down = describeBureau((await keep(startRawParty((socket) => socket.destroy()))).origin);
    const { verify } = await serve({ bureau_a: down, bureau_b: down, fraud_registry: down });
    for (let request = 0; request < 15; request++) {
      const { status, headers, body } = await verify();
      expect([status, body.code]).toEqual([503, 'sources_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('more requests than a party may have in flight', () => {
  it('are 503 overloaded before any party is asked', async () => {
    const release: (() => void)[] = [];
    const held: PartyHandler = (request, response) => release.push(() => json(200, goodAnswer)(request, response));
    const slow = await keep(startParty(held));
    const other = await answering();
    const byDate = { request: { path: '/p', query: { c: '{cpf}', d: '{birth_date}' } } };
    const { verify } = await serve({
      bureau_a: describeBureau(slow.origin, { ...byDate, concurrency: 2 }),
      bureau_b: describeBureau(other.origin, byDate),
      fraud_registry: describeBureau(other.origin, byDate),
    });
    const waiting = [1, 2].map((day) => verify({ birth_date: `1990-01-0${day}` }));
    await expect.poll(() => slow.requests.length).toBe(2);
    const { status, headers, body } = await verify({ birth_date: '1990-01-03' });
    expect([status, body.code]).toEqual([503, 'overloaded']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(other.requests).toHaveLength(4);
    for (const answer of release) answer();
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  });
});

describe('an answer on which a mapping would take for ever', () => {
  const objects = Array.from({ length: 8000 }, (_, index) => ({ a: index, b: { c: [index, index] } }));

  it.each([
    ['objects that are all compared', '$count($distinct(list)) > 0', { list: objects }],
    ['a text that is padded without end', '$length($pad(text, 200000000)) > 0', { text: 'x' }],
    ['a regular expression that backtracks', '$exists($match(text, /^(a+)+$/))', { text: `${'a'.repeat(60)}!` }],
  ])('%s: that source is unavailable, and the service answers others meanwhile', async (_what, alert, more) => {
    const healthy = describeBureau((await answering()).origin);
    const party = await keep(startParty(json(200, { ...goodAnswer, ...more })));
    const mapping = { cpf: 'cpf', fraud_alert: `$exists(list) or $exists(text) ? ${alert} : null` };
    const hostile = describeBureau(party.origin, { mapping, deadline_ms: 20_000 });
    const { service, verify } = await serve(
      { bureau_a: healthy, bureau_b: healthy, fraud_registry: hostile },
      { CONFERE_VERIFICATION_DEADLINE_MS: '30000' },
    );
    // Whoever evaluates it to its end is frozen for many seconds or for ever, and then has a verdict.
    const verifying = verify({}, '?explain=true');
    await expect.poll(() => party.requests.length).toBe(1);
    expect((await fetch(`${service.address}/livez`)).status).toBe(200);
    expect((await verifying).body.explanation.sources.fraud_registry).toMatchObject({ reason: 'invalid_response' });
  });
});

describe('mappings that would take all memory', () => {
  it('in every party and for several requests at once: the sources are unavailable, and the service lives', async () => {
    const party = await keep(startParty(json(200, { ...goodAnswer, text: 'x' })));
    const hostile = (field: object) =>
      describeBureau(party.origin, { mapping: { cpf: 'cpf', ...field }, deadline_ms: 28_000 });
    const { service, verify } = await serve(
      {
        bureau_a: hostile({ name: '$pad(text, 1000000000)' }),
        bureau_b: hostile({ name: '$replace($pad(text, 1000000), /x| /, $pad(text, 1000000))' }),
        fraud_registry: hostile({ fraud_alert: 'text = "x" ? $length($pad(text, -200000000)) > 0 : null' }),
      },
      { CONFERE_VERIFICATION_DEADLINE_MS: '30000' },
    );
    const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await verify()).status));
    expect(statuses).toEqual([503, 503, 503, 503]);
    expect((await fetch(`${service.address}/livez`)).status).toBe(200);
  });
});

describe('the log', () => {
  it('says when a party is left alone, and nothing of a person, even where the party wants the number in its address', async () => {
    const party = await keep(startParty(json(500, {})));
    const bureau = describeBureau(party.origin, { request: { path: '/cpf/{cpf}' } });
    const { service, verify } = await serve({ bureau_a: bureau, bureau_b: bureau, fraud_registry: bureau });
    for (let request = 0; request < 11; request++) await verify();
    const log = service.readLog();
    expect(log).toContainEqual(
      expect.objectContaining({ event: 'source_breaker', component: 'bureau_a', outcome: 'open' }),
    );
    expect(JSON.stringify(log)).not.toContain(person.cpf);
  });
});

describe('used-up credit at a party', () => {
  it('is told at once: in the answer and as an error in the log', async () => {
    const healthy = describeBureau((await answering()).origin);
    const unpaid = describeBureau((await keep(startParty(json(402, {})))).origin);
    const { service, verify } = await serve({ bureau_a: healthy, bureau_b: unpaid, fraud_registry: healthy });
    const { body } = await verify({}, '?explain=true');
    expect(body.explanation.sources.bureau_b).toMatchObject({ outcome: 'unavailable', reason: 'credit_exhausted' });
    expect(service.readLog()).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'source_failed',
        component: 'bureau_b',
        outcome: 'credit_exhausted',
      }),
    );
  });
});

describe('the usage of a key', () => {
  const free = { not_found: 0, minor: 0, timeout: 0, error: 0 };
  const price = [{ from: '2020-01-01', answered: 0.659, ...free }];
  const scopes = ['verify:cpf', 'read:usage'] as const;
  const fits = (body: unknown) => Value.Check(usageSchemas['Usage'] as TSchema, body);

  it('tells its calls and what they cost, by its own share of what all keys caused, in the form of the contract', async () => {
    const party = describeBureau((await answering()).origin);
    const bands = [
      { from_call: 1, each: 1 },
      { from_call: 2, each: 0.5 },
    ];
    const banded = [{ ...free, from: '2020-01-01', answered: 'band', volume: 'progressive', bands }];
    const { service, verify } = await serve({
      bureau_a: { ...party, price },
      bureau_b: party,
      fraud_registry: { ...party, price: banded },
      income_source: { ...party, roles: ['debts'], price },
    });
    const usageOf = async (key: string, query = '') => get(`${service.address}/v1/usage${query}`, { key });
    const [own, other] = [await service.createKey({ mode: 'live', scopes }), await service.createKey({ scopes })];
    await verify();
    const asked = { cpf: person.cpf, birth_date: person.birthDate, name: 'Joana Exemplo da Silva' };
    const purpose = { 'confere-purpose': 'credit' };
    expect((await post(`${service.address}/v1/verify/cpf`, asked, { key: own, headers: purpose })).status).toBe(200);
    const called = { outcome: 'answered', purpose: 'credit', count: 1 };
    await expect
      .poll(async () => (await usageOf(own)).body, { timeout: 20_000 })
      .toMatchObject({
        verifications: [{ operation: 'cpf', outcome: 'verified', count: 1 }],
        approved: 1,
        calls: [
          { source: 'bureau_a', ...called, reais: '0.6590' },
          { source: 'bureau_b', ...called, reais: null },
          // Two calls for 1.50: each of the two keys pays half of it.
          { source: 'fraud_registry', ...called, reais: '0.7500' },
          { source: 'income_source', ...called, reais: '0.6590' },
        ],
        purposes: [
          { purpose: 'credit', reais: '2.0680', reais_per_verification: '2.0680', reais_per_approved: '2.0680' },
        ],
        ...{ reais: '2.0680', calls_without_price: 1, reais_per_verification: '2.0680', reais_per_approved: '2.0680' },
      });
    const { body } = await usageOf(own);
    expect([fits(body), fits({ ...body, reais: 1.409 })]).toEqual([true, false]);
    expect((await usageOf(own, '?month=2020-01')).body).toMatchObject({
      month: '2020-01',
      requests: 0,
      reais: '0.0000',
    });
    expect((await usageOf(other)).body).toMatchObject({ verifications: [], calls: [], reais_per_approved: null });
  });

  it('has no reais where no source has a price, and is refused without the scope or for what is no month', async () => {
    const party = describeBureau((await answering()).origin);
    const { service } = await serve({ bureau_a: party, bureau_b: party, fraud_registry: party });
    const usageOf = async (key: string, query = '') => get(`${service.address}/v1/usage${query}`, { key });
    const key = await service.createKey({ scopes });
    const { body } = await usageOf(key);
    expect([body.reais, body.calls_without_price, fits(body)]).toEqual([null, 0, true]);
    for (const query of ['?month=2026-13', '?month=', '?months=2026-11', '?month=2026-1&month=2026-2']) {
      expect(await usageOf(key, query)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    }
    const without = await service.createKey({});
    expect(await usageOf(without)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });
});

describe('a budget', () => {
  const free = { not_found: 0, minor: 0, timeout: 0, error: 0 };
  const price = [{ from: '2020-01-01', answered: '0.50', ...free }];

  it('leaves its source out once it is used up, with the reason everywhere, and says so once at 80 % and at 100 %', async () => {
    const [bureau, fraud] = [await answering(), await answering()];
    const { service, verify } = await serve({
      bureau_a: describeBureau(bureau.origin),
      bureau_b: describeBureau(bureau.origin),
      fraud_registry: { ...describeBureau(fraud.origin), price, budget: { month: { reais: '2.50' } } },
    });
    const answers = [];
    for (let request = 0; request < 7; request++) answers.push((await verify({}, '?explain=true')).body);
    const told = answers.map(({ explanation }) => explanation.sources.fraud_registry.outcome);
    expect(told).toEqual([...Array(5).fill('answered'), 'not_asked', 'not_asked']);
    expect(fraud.requests).toHaveLength(5);
    expect(answers[6]).toMatchObject({
      status: 'inconclusive',
      explanation: { sources: { fraud_registry: { outcome: 'not_asked', reason: 'budget' } } },
    });
    const lines = service.readLog().filter(({ event }) => String(event).startsWith('budget_'));
    expect(lines).toMatchObject([
      {
        event: 'budget_warning',
        component: 'fraud_registry',
        internal: expect.stringMatching(/^80 % of month\.reais 2\.5000 is used/),
      },
      { event: 'budget_exhausted', component: 'fraud_registry' },
    ]);
  });

  it('refuses the request where the settings say so, asks nobody, and says when to come back', async () => {
    const [bureau, fraud] = [await answering(), await answering()];
    const party = describeBureau(bureau.origin);
    const { verify } = await serve({
      bureau_a: party,
      bureau_b: { ...party, budget: { day: { calls: 1 }, at_limit: 'refuse' } },
      fraud_registry: describeBureau(fraud.origin),
    });
    expect((await verify()).status).toBe(200);
    const refused = await verify();
    expect(refused).toMatchObject({ status: 429, body: { code: 'budget_exhausted' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds > 0 && seconds <= 86_400).toBe(true);
    expect(fraud.requests).toHaveLength(1);
  });
});

describe('a description with faults', () => {
  it('keeps the service from starting', async () => {
    const bureau = describeBureau('https://a.example', { typo: 1 });
    await expect(serve({ bureau_a: bureau, bureau_b: bureau, fraud_registry: bureau })).rejects.toThrow(
      /bureau_a\.typo: unknown key/,
    );
    const price = [{ from: '2026-01-01', answered: -1, not_found: 0, minor: 0, timeout: 0, error: 0 }];
    await expect(serve({ bureau_a: describeBureau('https://a.example', { price }) })).rejects.toThrow(
      /confere\.yaml:\d+: bureau_a\.price\.0\.answered: must not be negative/,
    );
  });
});
