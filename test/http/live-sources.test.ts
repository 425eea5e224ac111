import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { describeBureau, goodAnswer, person, type SourceText } from '../support/parties/described-sources.ts';
import {
  json,
  type PartyHandler,
  type PartyServer,
  startParty,
  startRawParty,
} from '../support/parties/party-server.ts';
import { post, startTestService } from '../support/service/service.ts';

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
async function serve(sources: Partial<Parties> & { company_fallback?: SourceText }, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-live-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'confere.yaml');
  writeFileSync(file, stringify({ sources }));
  const service = await startTestService({ CONFERE_CONFIG: file, CONFERE_VERIFICATION_DEADLINE_MS: '30000', ...env });
  onTestFinished(service.close);
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
    await expect.poll(() => party.requests.length, { timeout: 20_000 }).toBe(1);
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

describe('a description with faults', () => {
  it('keeps the service from starting', async () => {
    const bureau = describeBureau('https://a.example', { typo: 1 });
    await expect(serve({ bureau_a: bureau, bureau_b: bureau, fraud_registry: bureau })).rejects.toThrow(
      /bureau_a\.typo: unknown key/,
    );
  });
});
