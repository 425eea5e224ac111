import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/app/clock.ts';
import type { PersonSource, PersonSources } from '../../src/app/verify/ports.ts';
import { systemClock } from '../../src/clock.ts';
import { type ContractSource, contractSourceNames } from '../../src/domain/person/contract-sources.ts';
import { createSandboxSources } from '../../src/sources/sandbox.ts';
import { canaryCpfs, canaryNames, findLeaks } from '../support/canaries.ts';
import { sendRaw } from '../support/http/raw-http.ts';
import { byName } from '../support/parties/contract-parties.ts';
import { createQuery } from '../support/parties/implied.ts';
import { parties } from '../support/parties/simulated-sources.ts';
import { startLiveStack } from '../support/service/live-stack.ts';
import { type Answer, openTestService, post, startTestService, type TestService } from '../support/service/service.ts';

let offsetMs = 0;
const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + offsetMs };
const calls: Record<ContractSource, number> = { bureau_a: 0, bureau_b: 0, fraud_registry: 0 };
let isBroken = false;

const sandbox = byName(createSandboxSources(clock));
const counted = (name: ContractSource): PersonSource => ({
  ...sandbox[name],
  ask: (query, signal) => {
    calls[name]++;
    if (isBroken) throw new Error('a source that breaks its promise never to fail');
    return sandbox[name].ask(query, signal);
  },
});
const testSources: PersonSources = contractSourceNames.map(counted);

let keysUsed = 0;

const service = await openTestService({}, { clock, testSources });
const key = await service.createKey({ rate: null });
const cpfUrl = `${service.address}/v1/verify/cpf`;
const cnpjUrl = `${service.address}/v1/verify/cnpj`;
beforeEach(() => {
  for (const name of contractSourceNames) calls[name] = 0;
});

const newIdempotencyKey = () => `order-${keysUsed++}`;
const send = (idempotencyKey: string, body: unknown, more: { url?: string; key?: string } = {}) =>
  post(more.url ?? cpfUrl, body, { key: more.key ?? key, headers: { 'idempotency-key': idempotencyKey } });
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;

const regular = { cpf: '40442820135', name: 'Ana Beatriz Carvalho' };
const slow = { cpf: '90000001490' };
const allDown = { cpf: '90000001309' };

describe('the same call again', () => {
  test('replays the first answer, and no source is asked', async () => {
    const idempotencyKey = newIdempotencyKey();
    const first = await send(idempotencyKey, regular);
    const second = await send(idempotencyKey, regular);
    expect([first.status, isReplayed(first)]).toEqual([200, false]);
    expect([second.status, isReplayed(second)]).toEqual([200, true]);
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    expect(calls).toEqual({ bureau_a: 1, bureau_b: 1, fraud_registry: 1 });
  });

  test('keeps the first request_id in the body and has its own in the header', async () => {
    const idempotencyKey = newIdempotencyKey();
    const first = await send(idempotencyKey, regular);
    const second = await send(idempotencyKey, regular);
    expect(second.body.request_id).toBe(first.headers.get('request-id'));
    expect(second.headers.get('request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  });

  test('has the headers of any answer', async () => {
    const idempotencyKey = newIdempotencyKey();
    const limited = await service.createKey({ rate: { requests: 10, windowSeconds: 60 } });
    const plain = await post(cpfUrl, regular, { key: limited });
    const first = await send(idempotencyKey, regular, { key: limited });
    const second = await send(idempotencyKey, regular, { key: limited });
    for (const name of ['content-type', 'cache-control', 'ratelimit-policy']) {
      expect(first.headers.get(name)).toBe(plain.headers.get(name));
      expect(second.headers.get(name)).toBe(plain.headers.get(name));
    }
    expect(Object.keys(second.body)).toEqual(Object.keys(plain.body));
  });

  test('counts against the limit of the key', async () => {
    const limited = await service.createKey({ rate: { requests: 2, windowSeconds: 60 } });
    const idempotencyKey = newIdempotencyKey();
    const answers: Answer[] = [];
    for (let time = 0; time < 3; time++) answers.push(await send(idempotencyKey, regular, { key: limited }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  test('is logged like any other, with its outcome', async () => {
    const idempotencyKey = newIdempotencyKey();
    await send(idempotencyKey, regular);
    const second = await send(idempotencyKey, regular);
    const line = service.readLog().find((entry) => entry['request_id'] === second.headers.get('request-id'));
    expect(line).toMatchObject({ status: 200, outcome: second.body.status, route: '/v1/verify/cpf' });
  });

  test('works for companies', async () => {
    const idempotencyKey = newIdempotencyKey();
    const body = { cnpj: '34238864000168' };
    const first = await send(idempotencyKey, body, { url: cnpjUrl });
    const second = await send(idempotencyKey, body, { url: cnpjUrl });
    expect([first.status, isReplayed(second)]).toEqual([200, true]);
    expect(second.body).toEqual(first.body);
  });

  test('works with ?explain=true', async () => {
    const idempotencyKey = newIdempotencyKey();
    const url = `${cpfUrl}?explain=true`;
    const first = await send(idempotencyKey, regular, { url });
    const second = await send(idempotencyKey, regular, { url });
    expect(isReplayed(second)).toBe(true);
    expect(second.body.explanation).toEqual(first.body.explanation);
  });

  test('without the header is a call of its own', async () => {
    await send(newIdempotencyKey(), regular);
    const second = await post(cpfUrl, regular, { key });
    expect([second.status, isReplayed(second)]).toEqual([200, false]);
    expect(calls.bureau_a).toBe(2);
  });

  test('by another API key is another call', async () => {
    const idempotencyKey = newIdempotencyKey();
    const other = await service.createKey({ rate: null });
    await send(idempotencyKey, regular);
    const answer = await send(idempotencyKey, { cpf: '63017285995' }, { key: other });
    expect([answer.status, isReplayed(answer), answer.body.cpf]).toEqual([200, false, '63017285995']);
  });

  test('is executed anew after 24 hours, and not a moment before', async () => {
    const idempotencyKey = newIdempotencyKey();
    await send(idempotencyKey, regular);
    offsetMs += 24 * 3_600_000 - 60_000;
    expect(isReplayed(await send(idempotencyKey, regular))).toBe(true);
    offsetMs += 60_001;
    const later = await send(idempotencyKey, { ...regular, name: 'Ana Carvalho' });
    expect([later.status, isReplayed(later)]).toEqual([200, false]);
  });
});

describe('400 malformed_http', () => {
  test.each([
    ['nothing', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a letter outside ASCII', 'pedido-n\u00ba-1'],
    ['a tab', 'a\tb'],
  ])('for %s', async (_name, idempotencyKey) => {
    const answer = await send(idempotencyKey, regular);
    expect(codeOf(answer)).toBe('400 malformed_http');
    expect(answer.body.detail).toContain('Idempotency-Key');
    expect(calls.bureau_a).toBe(0);
  });

  test('for two headers', async () => {
    const body = JSON.stringify(regular);
    const head = [
      'POST /v1/verify/cpf HTTP/1.1',
      'host: x',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'idempotency-key: a',
      'idempotency-key: b',
    ];
    const answer = await sendRaw(service.port, `${head.join('\r\n')}\r\n\r\n${body}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_http']);
  });

  test('but not for 255 printable characters', async () => {
    expect((await send(`~ ${'!'.repeat(253)}`, regular)).status).toBe(200);
  });
});

describe('422 idempotency_key_reused', () => {
  test.each<[string, unknown, string]>([
    ['another body', { cpf: '63017285995' }, '/v1/verify/cpf'],
    ['the same fields in other bytes', JSON.stringify(regular, null, 1), '/v1/verify/cpf'],
    ['another query', regular, '/v1/verify/cpf?explain=true'],
    ['another operation', { cnpj: '34238864000168' }, '/v1/verify/cnpj'],
  ])('for %s, and the first answer is still there', async (_name, body, path) => {
    const idempotencyKey = newIdempotencyKey();
    const first = await send(idempotencyKey, regular);
    expect(codeOf(await send(idempotencyKey, body, { url: service.address + path }))).toBe(
      '422 idempotency_key_reused',
    );
    expect((await send(idempotencyKey, regular)).body).toEqual(first.body);
    expect(calls.bureau_a).toBe(1);
  });

  test('also while the first call runs', async () => {
    const idempotencyKey = newIdempotencyKey();
    const first = send(idempotencyKey, slow);
    await expect.poll(() => calls.bureau_a).toBe(1);
    expect(codeOf(await send(idempotencyKey, regular))).toBe('422 idempotency_key_reused');
    expect((await first).status).toBe(200);
  });
});

describe('409 idempotency_in_progress', () => {
  test('for all but one of a hundred calls at once; each source is asked once; then every one replays', async () => {
    const idempotencyKey = newIdempotencyKey();
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(idempotencyKey, slow)));
    const waiting = answers.filter(({ status }) => status === 409);
    for (const answer of waiting) {
      expect(codeOf(answer)).toBe('409 idempotency_in_progress');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(answers.filter((answer) => answer.status === 200 && !isReplayed(answer))).toHaveLength(1);
    expect(waiting.length).toBeGreaterThan(0);
    const later = await Promise.all(Array.from({ length: 100 }, () => send(idempotencyKey, slow)));
    expect(later.every(isReplayed)).toBe(true);
    expect(new Set(later.map(({ body }) => body.request_id)).size).toBe(1);
    expect(calls).toEqual({ bureau_a: 1, bureau_b: 1, fraud_registry: 1 });
  });

  test('a caller who hangs up before the answer still finds it later', async () => {
    const idempotencyKey = newIdempotencyKey();
    const impatient = new AbortController();
    const first = fetch(cpfUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(slow),
      signal: impatient.signal,
    });
    await expect.poll(() => calls.bureau_a).toBe(1);
    impatient.abort();
    await expect(first).rejects.toThrow();
    await expect.poll(async () => isReplayed(await send(idempotencyKey, slow))).toBe(true);
    expect(calls.bureau_a).toBe(1);
  });
});

describe('with a live key', () => {
  test('each party is asked once over the wire, however often and how many at once the call is made', async () => {
    const stack = await startLiveStack();
    const { cpf } = createQuery(0);
    const url = `${stack.service.address}/v1/verify/cpf`;
    for (let burst = 0; burst < 3; burst++) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => send('a', { cpf }, { url, key: stack.key })));
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(answers.filter((answer) => answer.status === 200 && !isReplayed(answer))).toHaveLength(
        burst === 0 ? 1 : 0,
      );
    }
    for (const party of Object.values(parties)) expect(stack.simulator.callsFor(party, cpf)).toBe(1);
    await post(url, { cpf }, { key: stack.key });
    for (const party of Object.values(parties)) expect(stack.simulator.callsFor(party, cpf)).toBe(2);
    await stack.close();
  });
});

describe('more calls than may be on record', () => {
  let small: TestService;
  beforeAll(async () => {
    const caps = { CONFERE_IDEMPOTENCY_RECORDS_PER_KEY_MAX: '2', CONFERE_IDEMPOTENCY_RECORDS_MAX: '3' };
    small = await startTestService(caps, { clock, testSources });
  });
  afterAll(() => small.close());

  test('are refused without asking anybody: 429 for the key that has too many, 503 when all have, and what is on record is replayed', async () => {
    const url = `${small.address}/v1/verify/cpf`;
    const [one, two] = [await small.createKey({ rate: null }), await small.createKey({ rate: null })];
    const ask = (by: string, idempotencyKey: string) => send(idempotencyKey, regular, { url, key: by });
    expect([(await ask(one, 'a')).status, (await ask(one, 'b')).status]).toEqual([200, 200]);
    const ofOne = await ask(one, 'c');
    expect((await ask(two, 'a')).status).toBe(200);
    const ofAll = await ask(two, 'b');
    expect([codeOf(ofOne), codeOf(ofAll)]).toEqual(['429 quota_exceeded', '503 overloaded']);
    expect(ofOne.body.detail).toContain('This API key has as many calls with an `Idempotency-Key` on record as it may');
    expect(ofAll.body.detail).toContain('This service has as many calls with an `Idempotency-Key` on record as it may');
    for (const { headers } of [ofOne, ofAll]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(isReplayed(await ask(two, 'a'))).toBe(true);
    expect(calls.bureau_a).toBe(3);
    expect((await post(url, regular, { key: two })).status).toBe(200);
  });
});

describe('an error', () => {
  test('of the sources is not kept: the call is made again', async () => {
    const idempotencyKey = newIdempotencyKey();
    expect(codeOf(await send(idempotencyKey, allDown))).toBe('503 sources_unavailable');
    const second = await send(idempotencyKey, allDown);
    expect([codeOf(second), isReplayed(second)]).toEqual(['503 sources_unavailable', false]);
    expect(calls.bureau_a).toBe(2);
    expect((await send(idempotencyKey, regular)).status).toBe(200);
  });

  test('in the request is not kept either: the corrected call may use the same key', async () => {
    const idempotencyKey = newIdempotencyKey();
    expect(codeOf(await send(idempotencyKey, { cpf: '1' }))).toBe('400 invalid_request');
    expect((await send(idempotencyKey, regular)).status).toBe(200);
  });

  test('of the configuration is not kept: a live key works like a test key', async () => {
    const live = await service.createKey({ mode: 'live' });
    const idempotencyKey = newIdempotencyKey();
    for (let time = 0; time < 2; time++) {
      expect(codeOf(await send(idempotencyKey, regular, { key: live }))).toBe('503 sources_not_configured');
    }
  });

  test('that nobody expected, after sources were asked, is 500 and then 409: nothing is asked again', async () => {
    const idempotencyKey = newIdempotencyKey();
    isBroken = true;
    expect(codeOf(await send(idempotencyKey, regular))).toBe('500 internal_error');
    isBroken = false;
    const asked = calls.bureau_a;
    expect(codeOf(await send(idempotencyKey, regular))).toBe('409 idempotency_outcome_unknown');
    expect(calls.bureau_a).toBe(asked);
  });
});

describe('what is kept', () => {
  const dataDirectory = () => join(service.directory, 'data');
  const readData = () =>
    readdirSync(dataDirectory(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('');

  test('tells whoever has the files no number, name, score or Idempotency-Key', async () => {
    const idempotencyKey = `${newIdempotencyKey()}-recognizable-idempotency-key`;
    const [cpf] = canaryCpfs;
    const first = await send(idempotencyKey, { cpf, name: canaryNames[0] });
    expect(isReplayed(await send(idempotencyKey, { cpf, name: canaryNames[0] }))).toBe(true);
    expect(findLeaks(dataDirectory())).toEqual([]);
    const data = readData();
    // The table is among what was read, so the search could have found something.
    expect(data).toContain('idempotent_calls');
    for (const text of [first.body.name, first.body.request_id, '"score"', 'name_match', idempotencyKey]) {
      expect(data.includes(text), text).toBe(false);
    }
  });

  test('is an error when it was tampered with, never another answer', async () => {
    const [one, two] = [newIdempotencyKey(), newIdempotencyKey()];
    const database = new Database(join(dataDirectory(), 'confere.db'), { timeout: 5_000 });
    const newest = database.prepare('SELECT id FROM idempotent_calls ORDER BY rowid DESC LIMIT 1').pluck();
    await send(one, regular);
    const idOne = newest.get();
    await send(two, regular);
    const idTwo = newest.get();
    const copy =
      'UPDATE idempotent_calls SET sealed_answer = (SELECT sealed_answer FROM idempotent_calls WHERE id = ?)';
    database.prepare(`${copy} WHERE id = ?`).run(idTwo, idOne);
    expect(codeOf(await send(one, regular))).toBe('500 internal_error');
    database.prepare("UPDATE idempotent_calls SET sealed_answer = x'00' WHERE id = ?").run(idTwo);
    expect(codeOf(await send(two, regular))).toBe('500 internal_error');
    expect(calls.bureau_a).toBe(2);
    database.close();
  });

  test('is purged within three hours after a day without the service, and so is an answer that was bought', async () => {
    const kept = await startTestService();
    const keptKey = await kept.createKey();
    await post(`${kept.address}/v1/verify/cpf`, regular, { key: keptKey, headers: { 'idempotency-key': 'k' } });
    await kept.close();
    const database = new Database(join(kept.directory, 'data/confere.db'), { timeout: 5_000 });
    const bought = database.prepare("INSERT INTO bought_answers VALUES (?, 'somebody', x'00', 0, ?)");
    for (const [name, hours] of Object.entries({ due: 24, fresh: 48 }))
      bought.run(name, systemClock.nowMs() + hours * 3_600_000);
    const readKept = () => [
      database.prepare('SELECT count(*) FROM idempotent_calls').pluck().get(),
      ...database.prepare('SELECT name FROM bought_answers ORDER BY name').pluck().all(),
    ];
    expect(readKept()).toEqual([1, 'due', 'fresh']);
    const paths = {
      CONFERE_DATA_DIR: join(kept.directory, 'data'),
      CONFERE_SECRETS_DIR: join(kept.directory, 'secrets'),
    };
    let passedMs = 0;
    const dayLater: Clock = {
      nowMs: () => systemClock.nowMs() + 24 * 3_600_000 + passedMs,
      monotonicMs: () => systemClock.monotonicMs() + passedMs,
    };
    const next = await startTestService(paths, { clock: dayLater });
    // A start cannot tell a day without the service from a wrong calendar: deleting catches up as time passes.
    passedMs = 3 * 3_600_000;
    await expect.poll(readKept).toEqual([0, 'fresh']);
    await next.close();
    database.close();
  });
});
