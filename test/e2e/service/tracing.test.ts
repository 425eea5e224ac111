// Traces of a real process: a collector that receives them, a party that is told of them, and nothing at all where they are off.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { formsOfText } from '../../support/canaries.ts';
import { describeBureau, goodAnswer, person } from '../../support/parties/described-sources.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callerSpan}-01`;

/** The party wants a token, and a password inside the address. */
const secrets = { TRACED_CLIENT: 'traced-client-secret', TRACED_PASSWORD: 'traced-password' };
const token = 'traced-access-token';
const auth = {
  kind: 'oauth2_client_credentials',
  token_url: '/token',
  client_id: { env: 'TRACED_CLIENT' },
  client_secret: { env: 'TRACED_CLIENT' },
};
const request = { path: '/person', headers: { 'X-Document': '{cpf}' }, query: { senha: '{secret.senha}' } };
const withSecrets = { auth, secrets: { senha: { env: 'TRACED_PASSWORD' } }, request };

let bureau: PartyServer;
beforeAll(async () => {
  const giveToken = json(200, { access_token: token, token_type: 'Bearer', expires_in: 600 });
  const answer = json(200, goodAnswer);
  bureau = await startParty((message, response) =>
    message.url === '/token' ? giveToken(message, response) : answer(message, response),
  );
});
afterAll(() => bureau.close());

/** A home with one bureau, whose processes note what they load of tracing. The mere interface of OpenTelemetry is prom-client's. */
function createTracedHome(otel: Record<string, string>): Home & { loaded(): string } {
  const home = createHome({ CONFERE_CONFIG: 'confere.yaml', ...secrets, ...otel });
  writeFileSync(
    join(home.directory, 'confere.yaml'),
    stringify({ sources: { bureau_a: describeBureau(bureau.origin, withSecrets) } }),
  );
  // Of the sources, and of a bundle: the file through which all of it comes.
  const note = join(home.directory, 'loaded.txt');
  const hook = join(home.directory, 'hook.mjs');
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  const found = next(name, context);
  if (/@opentelemetry\\/(?!api\\/)|\\/tracing[.-][^/]*[jt]s$/.test(found.url)) appendFileSync(${JSON.stringify(note)}, found.url + '\\n');
  return found;
} });`,
  );
  const env = { ...home.env, NODE_OPTIONS: `--import=${pathToFileURL(hook)}` };
  return { ...home, env, loaded: () => (existsSync(note) ? readFileSync(note, 'utf8') : '') };
}

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface ReceivedTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

const bodiesOf = (collector: PartyServer) => collector.requests.map(({ body }) => JSON.parse(body) as ReceivedTraces);
const spansOf = (collector: PartyServer) =>
  bodiesOf(collector).flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const body = { cpf: person.cpf, name: goodAnswer.name, birth_date: person.birthDate };

describe('with a collector', () => {
  let collector: PartyServer;
  beforeAll(async () => {
    collector = await startParty(json(200, {}));
  });
  afterAll(() => collector.close());
  const otel = () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'confere-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });

  test('a request and each party are a span of the caller’s trace, the party is told, and nothing in it is personal', async () => {
    const home = createTracedHome(otel());
    const { key } = await createKey(home, '--mode', 'live');
    const service = await startProcess(home);
    const answer = await post(`${service.address}/v1/verify/cpf`, body, {
      key,
      headers: { traceparent, tracestate: 'a=b' },
    });
    expect(answer.status).toBe(200);
    await fetch(`${service.address}/readyz`);
    await expect.poll(() => spansOf(collector).length).toBe(4);
    await service.stop();

    const spans = spansOf(collector);
    const request = spans.find(({ name }) => name === 'POST /v1/verify/cpf') as ReceivedSpan;
    expect(request).toMatchObject({ traceId, parentSpanId: callerSpan });
    expect(attributesOf(request)).toEqual({
      'confere.request_id': answer.body.request_id,
      'http.request.method': 'POST',
      'http.route': '/v1/verify/cpf',
      'http.response.status_code': expect.anything(),
      'confere.outcome': answer.body.status,
    });
    const asked = spans.filter(({ name }) => name.startsWith('ask '));
    expect(asked.map(({ name }) => name).sort()).toEqual(['ask bureau_a', 'ask bureau_b', 'ask fraud_registry']);
    for (const span of asked) expect(span).toMatchObject({ traceId, parentSpanId: request.spanId });
    const ours = asked.find(({ name }) => name === 'ask bureau_a') as ReceivedSpan;
    expect(attributesOf(ours)).toEqual({
      'confere.source': 'bureau_a',
      'confere.outcome': 'answered',
      'confere.cached': false,
    });

    const asking = bureau.requests.at(-1);
    expect([asking?.url, asking?.headers['authorization']]).toEqual([
      '/person?senha=traced-password',
      `Bearer ${token}`,
    ]);
    const told = asking?.headers;
    expect([told?.['traceparent'], told?.['tracestate']]).toEqual([`00-${traceId}-${ours.spanId}-01`, undefined]);

    const resource = bodiesOf(collector)[0]?.resourceSpans[0]?.resource.attributes ?? [];
    const named = Object.fromEntries(resource.map((each) => [each.key, each.value.stringValue]));
    expect(named).toMatchObject({ 'service.name': 'confere-test', 'deployment.environment.name': 'test' });
    const everything = collector.requests.map((each) => each.body).join();
    for (const secret of [person.cpf, goodAnswer.name, key, '127.0.0.1']) expect(everything).not.toContain(secret);
    const written = everything + service.output();
    for (const { text, form } of [...Object.values(secrets), token].flatMap(formsOfText))
      expect(written, form).not.toContain(text);
    for (const path of ['/person', '/token']) expect(written).not.toContain(path);
    expect(home.loaded()).toContain('/tracing');
  });
});

test('by protobuf, as the standard has it; a traceparent of another form or not sampled is taken as it is meant', async () => {
  const collector = await startParty(json(200, {}));
  const home = createTracedHome({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_BSP_SCHEDULE_DELAY: '50' });
  const { key } = await createKey(home, '--mode', 'live');
  const service = await startProcess(home);
  for (const [sent, received] of [
    [`00-${traceId}-${callerSpan}-00`, new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`)],
    ['nonsense', /^00-(?!4bf92f)[0-9a-f]{32}-[0-9a-f]{16}-01$/],
  ] as const) {
    await post(`${service.address}/v1/verify/cpf`, body, { key, headers: { traceparent: sent } });
    expect(bureau.requests.at(-1)?.headers['traceparent']).toMatch(received);
  }
  await service.stop();
  const exported = collector.requests.filter(({ body: bytes }) => bytes.includes('ask bureau_a'));
  // Stopping sends what was gathered; what was not sampled is not sent.
  expect(exported.map(({ body: bytes }) => bytes.split('ask bureau_a').length - 1)).toEqual([1]);
  for (const { url, headers } of exported) {
    expect([url, headers['content-type']]).toEqual(['/v1/traces', 'application/x-protobuf']);
  }
  await collector.close();
});

test('a collector that is not there costs no answer and no stop', async () => {
  const home = createTracedHome({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const { key } = await createKey(home, '--mode', 'live');
  const service = await startProcess(home);
  expect((await post(`${service.address}/v1/verify/cpf`, body, { key })).status).toBe(200);
  expect((await service.stop()).code).toBe(0);
});

test('off, which is the default, nothing of tracing is loaded and no party is told anything', async () => {
  const home = createTracedHome({ OTEL_SERVICE_NAME: 'set-by-the-platform' });
  const { key } = await createKey(home, '--mode', 'live');
  const service = await startProcess(home);
  expect((await post(`${service.address}/v1/verify/cpf`, body, { key, headers: { traceparent } })).status).toBe(200);
  await service.stop();
  expect(bureau.requests.at(-1)?.headers['traceparent']).toBeUndefined();
  expect(home.loaded()).toBe('');
});
