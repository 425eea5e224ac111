import { describe, expect, test, vi } from 'vitest';
import { personas } from '../../src/sandbox/people.ts';
import { canaryCpfs, canaryNames } from '../support/canaries.ts';
import { openTestService, post } from '../support/service/service.ts';

const service = await openTestService();
const key = await service.createKey({ rate: null });
const url = `${service.address}/v1/verify/cpf`;

const personaCalled = (label: string) => {
  const persona = personas.find((candidate) => candidate.label === label);
  if (persona === undefined) throw new Error(`no persona "${label}"`);
  return persona;
};

const fields = [
  'request_id',
  'status',
  'cpf',
  'name',
  'name_match',
  'score',
  'risk_level',
  'bureau_a',
  'bureau_b',
  'fraud_registry',
  'processed_at',
];

describe('200', () => {
  test('has exactly the documented fields, in their order', async () => {
    const { status, body } = await post(url, { cpf: '40442820135' }, { key });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(fields);
    expect(Object.keys(body.bureau_a)).toEqual(['status', 'pending_debts']);
    expect(Object.keys(body.bureau_b)).toEqual(['status', 'score']);
    expect(Object.keys(body.fraud_registry)).toEqual(['fraud_alert']);
    expect(body.processed_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
  });

  test('carries the same request id in body and header, and is never cached', async () => {
    const { body, headers } = await post(url, { cpf: '40442820135' }, { key });
    expect(body.request_id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(headers.get('request-id')).toBe(body.request_id);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('request ids are ordered by time', async () => {
    const first = await post(url, { cpf: '40442820135' }, { key });
    // An id tells milliseconds apart, and nothing finer.
    const madeAtMs = Number.parseInt(first.body.request_id.slice(4, 16), 16);
    await vi.waitUntil(() => Date.now() > madeAtMs, { interval: 1 });
    const second = await post(url, { cpf: '40442820135' }, { key });
    expect(second.body.request_id > first.body.request_id).toBe(true);
  });

  test('takes the canonical mask and answers with the 11 digits', async () => {
    const { body } = await post(url, { cpf: '404.428.201-35' }, { key });
    expect(body.cpf).toBe('40442820135');
  });

  test('takes null for an optional field as not supplied', async () => {
    const { status, body } = await post(url, { cpf: '40442820135', name: null, birth_date: null }, { key });
    expect([status, body.name_match]).toEqual([200, 'not_provided']);
  });

  test('verifies a person whose name and birth date agree', async () => {
    const { cpf, example } = personaCalled('everything in order');
    const { body } = await post(url, { cpf, name: example?.name, birth_date: example?.birthDate }, { key });
    expect(body).toMatchObject({ status: 'verified', name_match: 'exact', risk_level: 'low' });
  });

  test('refuses to verify a person under another name, at a score of at most 299', async () => {
    const { body } = await post(url, { cpf: '40442820135', name: 'Ninguém Desconhecido' }, { key });
    expect(body).toMatchObject({ status: 'not_verified', name_match: 'mismatch', risk_level: 'high' });
    expect(body.score).toBeLessThanOrEqual(299);
  });

  test('takes a content type with a charset', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await post(url, { cpf: '40442820135' }, { key, headers })).status).toBe(200);
  });

  test('answers about anybody, and leaves no trace of them behind', async () => {
    for (const cpf of canaryCpfs) {
      for (const name of canaryNames) expect((await post(url, { cpf, name }, { key })).status).toBe(200);
    }
  });

  test('is the same for the same number', async () => {
    const cpf = canaryCpfs[0];
    const [one, two] = [await post(url, { cpf }, { key }), await post(url, { cpf }, { key })];
    expect({ ...one.body, request_id: '', processed_at: '' }).toEqual({
      ...two.body,
      request_id: '',
      processed_at: '',
    });
  });

  test('tells the limit of the key and what is left of it', async () => {
    const limited = await service.createKey({ rate: { requests: 600, windowSeconds: 60 } });
    const { headers } = await post(url, { cpf: '40442820135' }, { key: limited });
    expect(headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
    expect(headers.get('ratelimit')).toBe('"default";r=599;t=60');
  });
});

describe('200 with ?explain=true', () => {
  test('adds one last field with the reasons, the factors and what became of each source', async () => {
    const { cpf } = personaCalled('fraud registry unavailable');
    const { body } = await post(`${url}?explain=true`, { cpf, birth_date: '1980-01-01' }, { key });
    expect(Object.keys(body)).toEqual([...fields, 'explanation']);
    expect(Object.keys(body.explanation)).toEqual([
      'policy_version',
      'reasons',
      'score_factors',
      'name_similarity',
      'birth_date_match',
      'sources',
      'checked',
      'not_checked',
    ]);
    const { not_checked } = body.explanation;
    expect(not_checked).toContainEqual({ code: 'name', reason: 'not_provided' });
    expect(not_checked).toContainEqual(expect.objectContaining({ code: 'fraud', source: 'fraud_registry' }));
    expect(not_checked).toContainEqual({ code: 'sanctions_lists', reason: 'not_screened' });
    expect(body.explanation.policy_version).toBe('confere-1');
    expect(body.explanation.reasons).toContain('fraud_registry_unavailable');
    expect(body.explanation.score_factors).toContainEqual({ code: 'fraud_registry_unavailable', penalty: 0, cap: 499 });
    expect(body.explanation.sources.fraud_registry).toMatchObject({
      outcome: 'unavailable',
      reason: 'connection_failed',
      cached: false,
    });
    expect(body.explanation.sources.bureau_a).toMatchObject({ outcome: 'answered', reason: null });
    expect(body).toMatchObject({
      status: expect.not.stringMatching(/^verified$/),
      fraud_registry: { fraud_alert: null },
    });
  });

  test('is not there with ?explain=false', async () => {
    const { body } = await post(`${url}?explain=false`, { cpf: '40442820135' }, { key });
    expect(Object.keys(body)).toEqual(fields);
  });
});

describe('400 invalid_request', () => {
  const faultsOf = async (body: unknown) => {
    const answer = await post(url, body, { key });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    return answer.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`);
  };

  test.each<[string, unknown, string[]]>([
    ['a missing number', {}, ['/cpf required']],
    ['null for the number', { cpf: null }, ['/cpf invalid_type']],
    ['a JSON number, which loses zeros', { cpf: 40442820135 }, ['/cpf invalid_type']],
    ['a list', { cpf: ['40442820135'] }, ['/cpf invalid_type']],
    ['wrong check digits', { cpf: '40442820136' }, ['/cpf invalid_check_digits']],
    ['a reserved number', { cpf: '11111111111' }, ['/cpf invalid_check_digits']],
    ['blanks around the number', { cpf: ' 40442820135' }, ['/cpf invalid_format']],
    ['half a mask', { cpf: '404.428.20135' }, ['/cpf invalid_format']],
    ['full-width digits', { cpf: '４0442820135' }, ['/cpf invalid_format']],
    ['a misspelt field', { cpf: '40442820135', birthdate: '1980-01-01' }, ['/birthdate unknown_field']],
    ['a name of one character', { cpf: '40442820135', name: ' A ' }, ['/name invalid_name']],
    ['a name with control characters', { cpf: '40442820135', name: 'Ana\u0000Lima' }, ['/name invalid_name']],
    ['a name of 201 characters', { cpf: '40442820135', name: 'a'.repeat(201) }, ['/name invalid_name']],
    ['a day that does not exist', { cpf: '40442820135', birth_date: '1990-02-30' }, ['/birth_date invalid_date']],
    ['a birth in the future', { cpf: '40442820135', birth_date: '2999-01-01' }, ['/birth_date invalid_date']],
    ['a birth before 1900', { cpf: '40442820135', birth_date: '1899-12-31' }, ['/birth_date invalid_date']],
    ['a boolean date', { cpf: '40442820135', birth_date: true }, ['/birth_date invalid_type']],
    [
      'everything at once',
      { cpf: '1', name: 1, birth_date: 'x', foo: 1 },
      ['/cpf invalid_format', '/name invalid_type', '/birth_date invalid_date', '/foo unknown_field'],
    ],
  ])('for %s', async (_name, body, expected) => {
    expect(await faultsOf(body)).toEqual(expected);
  });

  test('repeats no number, name or key, even when it stands where a field name belongs', async () => {
    const answer = await post(
      url,
      { [canaryCpfs[0] as string]: 1, [canaryNames[0]]: 2, [key]: 3, cpf: canaryCpfs[1] },
      { key },
    );
    expect(answer.status).toBe(400);
    const text = JSON.stringify(answer.body);
    for (const secret of [...canaryCpfs, ...canaryNames, key]) expect(text).not.toContain(secret);
  });
});

describe('400 invalid_json', () => {
  test.each([
    ['nothing', ''],
    ['half a document', '{"cpf":"404'],
    ['a list', '[]'],
    ['a string', '"40442820135"'],
    ['null', 'null'],
    ['a repeated key', '{"cpf":"40442820135","cpf":"40442820135"}'],
    ['a repeated key in disguise', '{"cpf":"40442820135","cp\\u0066":"40442820135"}'],
    ['a repeated key further down', '{"cpf":{"a":1,"a":2}}'],
    ['__proto__', '{"cpf":"40442820135","__proto__":{"name":"x"}}'],
    ['__proto__ in disguise', '{"cpf":"40442820135","__pr\\u006fto__":1}'],
    ['a comment', '{"cpf":"40442820135"} // yes'],
    ['two documents', '{"cpf":"40442820135"}{}'],
    ['a byte order mark', '\ufeff{"cpf":"40442820135"}'],
    ['8,000 brackets', '['.repeat(8_000)],
    ['a deep document', `{"cpf":${'[{"a":'.repeat(1_500)}1${'}]'.repeat(1_500)},"cpf":1}`],
  ])('for %s', async (_name, text) => {
    const { status, body } = await post(url, text, { key });
    expect([status, body.code]).toEqual([400, 'invalid_json']);
  });

  test('for bytes that are not UTF-8', async () => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(((await response.json()) as { code: string }).code).toBe('invalid_json');
  });
});

describe('400 invalid_query', () => {
  test.each([
    'explain=1',
    'explain=TRUE',
    'explain',
    'explain=true&explain=true',
    'explain=true&x=1',
    'cpf=1',
    'explain=true&__proto__=1',
  ])('for ?%s', async (query) => {
    const { status, body } = await post(`${url}?${query}`, { cpf: '40442820135' }, { key });
    expect([status, body.code]).toEqual([400, 'invalid_query']);
  });
});

describe('401', () => {
  test('missing_api_key without the header, with a bare challenge', async () => {
    const { status, body, headers } = await post(url, { cpf: '40442820135' });
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([
      401,
      'missing_api_key',
      'Bearer realm="confere"',
    ]);
    expect(headers.get('ratelimit')).toBeNull();
  });

  test('comes before any look at the body', async () => {
    const { body } = await post(url, 'not json', { headers: { 'content-type': 'text/plain' } });
    expect(body.code).toBe('missing_api_key');
  });

  test('unknown, mistyped, revoked and expired keys all look the same', async () => {
    const revoked = await service.createKey({ name: 'revoked' });
    expect((await post(url, { cpf: '40442820135' }, { key: revoked })).status).toBe(200);
    await service.revokeKeyNamed('revoked');
    const expired = await service.createKey({ expiresAtMs: Date.now() - 1 });
    const unknown = await service.createUnknownKey();
    const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    for (const bad of [revoked, expired, unknown, mistyped, 'x']) {
      const { status, body, headers } = await post(url, { cpf: '40442820135' }, { key: bad });
      expect([status, body.code]).toEqual([401, 'invalid_api_key']);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="confere", error="invalid_token"');
    }
  });
});

describe('403 insufficient_scope', () => {
  test('for a key of the other operation, which is counted all the same', async () => {
    const other = await service.createKey({ scopes: ['verify:cnpj'] });
    const { status, body, headers } = await post(url, 'not json', { key: other });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toContain('scope="verify:cpf"');
    expect(headers.get('ratelimit')).toBe('"default";r=5999;t=60');
  });
});

describe('413 payload_too_large', () => {
  test('for a body of more than 16 KiB, announced or not', async () => {
    const body = JSON.stringify({ cpf: '40442820135', name: 'a'.repeat(16 * 1024) });
    expect((await post(url, body, { key })).body.code).toBe('payload_too_large');
    const stream = new Response(body).body;
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'payload_too_large']);
  });
});

describe('415 unsupported_media_type', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/problem+json', ''])(
    'for the content type %j',
    async (type) => {
      const { status, body } = await post(url, { cpf: '40442820135' }, { key, headers: { 'content-type': type } });
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('for a compressed body', async () => {
    const { body } = await post(url, { cpf: '40442820135' }, { key, headers: { 'content-encoding': 'gzip' } });
    expect(body.code).toBe('unsupported_media_type');
  });
});

describe('429 rate_limited', () => {
  test('after the limit of the key, whatever came of its requests', async () => {
    const limited = await service.createKey({ rate: { requests: 3, windowSeconds: 60 } });
    await post(url, { cpf: '40442820135' }, { key: limited });
    await post(url, 'not json', { key: limited });
    await post(url, {}, { key: limited });
    const { status, body, headers } = await post(url, { cpf: '40442820135' }, { key: limited });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
  });
});

describe('503', () => {
  test('sources_unavailable, and no score, when no source can be asked', async () => {
    const { cpf } = personaCalled('all sources unavailable');
    const { status, body, headers } = await post(url, { cpf }, { key });
    expect([status, body.code]).toEqual([503, 'sources_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).not.toHaveProperty('score');
  });

  test('sources_not_configured for a live key without live sources: it never sees the sandbox', async () => {
    const live = await service.createKey({ mode: 'live' });
    const { status, body } = await post(url, { cpf: '40442820135' }, { key: live });
    expect([status, body.code]).toEqual([503, 'sources_not_configured']);
  });
});
