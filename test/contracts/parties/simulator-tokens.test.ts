// Signed assertions, signed requests and several calls at the simulator, which verifies them by itself and misbehaves as usual.

import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { personas } from '../../../src/sandbox/people.ts';
import type { Fault } from '../../../src/sim/faults.ts';
import { clientId, clientSecret, staticToken } from '../../../src/sim/party.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { person, type SourceText, startSources } from '../../support/parties/described-sources.ts';
import { toRelayed } from '../../support/parties/relayed.ts';

const unavailable = (reason: string) => ({ kind: 'unavailable', reason });

const clock = createManualClock();
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ clock, port: 0, profiles: ['unico', 'signed-income'] });
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const unhurried = { deadline_ms: 28_000, connect_ms: 10_000 };

function describeUnico(own: SourceText = {}): SourceText {
  return {
    profile: join(import.meta.dirname, '../../../profiles/unico.yaml'),
    base_url: simulator.urlOf('unico'),
    auth: { token_url: '/oauth2/token' },
    async: { poll: { pause_ms: 20, pause_max_ms: 20 } },
    ...unhurried,
    ...own,
  };
}

/** unico without `async`: the process is created, and fetched at once. */
function describeAtOnce(): SourceText {
  const headers = { APIKEY: '{secret.api_key}' };
  return {
    base_url: simulator.urlOf('unico'),
    auth: {
      kind: 'oauth2_jwt_bearer',
      token_url: '/oauth2/token',
      assertion: {
        key: { env: 'UNICO_PRIVATE_KEY' },
        issuer: { env: 'UNICO_ISSUER' },
        audience: 'https://identity.acesso.io',
      },
    },
    secrets: { api_key: { env: 'UNICO_API_KEY' } },
    calls: [
      {
        name: 'process',
        request: { path: '/processes/v1', headers, json: { subject: { code: '{cpf}' } } },
        values: { id: 'id' },
      },
    ],
    request: { path: '/processes/v1/{call.process.id}', headers },
    outcomes: [{ status: 200, body: 'status != 3', means: 'temporarily_unavailable' }],
    mapping: { fraud_alert: '$verdict(idCloud.result, "critical-risk", "approved")' },
    ...unhurried,
  };
}

const toEnv = () => ({
  UNICO_PRIVATE_KEY: simulator.assertionKey(),
  UNICO_ISSUER: clientId,
  UNICO_API_KEY: staticToken,
});

async function connect(described: SourceText, env: Readonly<Record<string, string>> = toEnv()) {
  const sources = await startSources({ fraud_registry: described }, { env, clock });
  onTestFinished(sources.close);
  return (query = person) => sources.people.fraud_registry.ask(query, AbortSignal.timeout(60_000));
}

const toQuery = ({ cpf }: (typeof personas)[number]) => ({ cpf, name: null, birthDate: null });

describe('the profile of unico', () => {
  it('says of every person what the sandbox says, with one process each and one token for all', async () => {
    const ask = await connect(describeUnico());
    const known = personas.filter(({ person: { answers } }) => answers.fraud_registry.evidence.kind === 'answered');
    for (const persona of known) {
      const { evidence } = persona.person.answers.fraud_registry;
      expect(await ask(toQuery(persona))).toMatchObject({ evidence: toRelayed(evidence, 'unico'), calls: 1 });
    }
    expect(simulator.state().parties['unico']).toMatchObject({
      calls: known.length,
      tokens: 1,
      unauthorized: 0,
    });
  });

  it('signs a new assertion when the token has ended, which the simulator would refuse a second time', async () => {
    await simulator.set('unico', { tokenSeconds: 200 });
    const ask = await connect(describeUnico());
    expect((await ask()).evidence.kind).toBe('answered');
    clock.advance(200_000);
    expect((await ask()).evidence.kind).toBe('answered');
    expect(simulator.state().parties['unico']).toMatchObject({ tokens: 2, unauthorized: 0 });
  });

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  it.each([
    ['another key', { UNICO_PRIVATE_KEY: String(other.export({ type: 'pkcs8', format: 'pem' })) }, {}],
    ['another issuer', { UNICO_ISSUER: 'somebody@else' }, {}],
    ['another audience', {}, { audience: 'https://elsewhere.example' }],
    ['another algorithm', {}, { algorithm: 'PS256' }],
  ])('gets no token with %s, and asks nothing', async (_what, env, assertion) => {
    const auth = { token_url: '/oauth2/token', assertion };
    const ask = await connect(describeUnico({ auth }), {
      ...toEnv(),
      ...env,
    });
    expect(await ask()).toMatchObject({ evidence: unavailable('authentication_failed'), calls: 0 });
    expect(simulator.state().parties['unico']).toMatchObject({ calls: 0, tokens: 1 });
  });

  it.each([
    [{ kind: 'reset' }, 'connection_failed'],
    [{ kind: 'html' }, 'authentication_failed'],
    [{ kind: 'half_json' }, 'authentication_failed'],
    [{ kind: 'truncated' }, 'invalid_response'],
    [{ kind: 'wrong_types' }, 'authentication_failed'],
    [{ kind: 'proto' }, 'authentication_failed'],
    [{ kind: 'redirect' }, 'redirect_refused'],
    [{ kind: 'huge', bytes: 5_000_000 }, 'response_too_large'],
    [{ kind: 'gzip_bomb' }, 'invalid_response'],
    [{ kind: 'endless_headers' }, 'response_too_large'],
    [{ kind: 'status', status: 503 }, 'upstream_error'],
  ] satisfies [Fault, string][])(
    'is unavailable while its tokens suffer %o, and well again afterwards',
    async (fault, reason) => {
      await simulator.set('unico', { fault, hits: 'tokens' });
      const ask = await connect(describeUnico());
      expect(await ask()).toMatchObject({ evidence: unavailable(reason), calls: 0 });
      expect(simulator.state()).toMatchObject({ trapped: 0, parties: { unico: { calls: 0 } } });
      await simulator.set('unico', { fault: { kind: 'none' } });
      expect((await ask()).evidence.kind).toBe('answered');
    },
  );
});

describe('a process that is created and fetched at once', () => {
  it('is one call, billed once', async () => {
    const ask = await connect(describeAtOnce());
    const alerted = personas.filter(
      ({ person: { answers } }) =>
        answers.fraud_registry.evidence.kind === 'answered' &&
        answers.fraud_registry.evidence.record.fraudAlert === true,
    );
    expect(alerted.length).toBeGreaterThan(0);
    for (const persona of alerted) {
      expect(await ask(toQuery(persona))).toMatchObject({ evidence: { record: { fraudAlert: true } }, calls: 1 });
    }
    const { length } = alerted;
    expect(simulator.state().parties['unico']).toMatchObject({
      calls: length,
      polls: length,
      billed: { answered: length },
    });
  });

  it.each([
    [{ kind: 'status', status: 503 }, 'upstream_error'],
    [{ kind: 'reset' }, 'connection_failed'],
    [{ kind: 'half_json' }, 'invalid_response'],
    [{ kind: 'wrong_types' }, 'upstream_error'],
    [{ kind: 'redirect' }, 'redirect_refused'],
  ] satisfies [Fault, string][])('is not created again where the second call suffers %o', async (fault, reason) => {
    await simulator.set('unico', { fault, hits: 'polls' });
    const ask = await connect(describeAtOnce());
    expect(await ask()).toMatchObject({ evidence: unavailable(reason), calls: 1 });
    expect(simulator.state().parties['unico']).toMatchObject({ calls: 1, polls: 1 });
  });
});

describe('a party that wants every request signed', () => {
  const describeSigned = (own: SourceText = {}) => ({
    base_url: simulator.urlOf('signed-income'),
    auth: {
      kind: 'hmac',
      secret: { env: 'SECRET' },
      key_id: clientId,
      sign: '{method}\n{path}\n{query}\n{date}\n{body_hash}',
      headers: { Authorization: 'HMAC {key_id}:{signature}', Date: '{date}' },
      ...own,
    },
    request: { path: '/v1/income/{cpf}', query: { of: '{cpf|mask}' } },
    mapping: { cpf: 'cpf', fraud_alert: 'fraud' },
    ...unhurried,
  });

  it('lets in whoever signs what is sent', async () => {
    const ask = await connect(describeSigned(), { SECRET: clientSecret });
    const { evidence } = await ask({ ...person, cpf: '12345678909' as typeof person.cpf });
    expect(evidence.kind).toBe('answered');
    expect(simulator.state().parties['signed-income']).toMatchObject({ calls: 1, unauthorized: 0 });
  });

  it('refuses another secret, and a signature over something else', async () => {
    const wrong = await connect(describeSigned(), { SECRET: 'another' });
    expect((await wrong()).evidence).toEqual(unavailable('authentication_failed'));
    const less = describeSigned({ sign: '{method}\n{path}\n{date}' });
    const ask = await connect(less, { SECRET: clientSecret });
    expect((await ask()).evidence).toEqual(unavailable('authentication_failed'));
    expect(simulator.state().parties['signed-income']).toMatchObject({ calls: 0, unauthorized: 2 });
  });
});
