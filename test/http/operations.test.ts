import { describe, expect, test } from 'vitest';
import { errorKinds } from '../../src/error-codes.ts';
import { createOpenApiDocument } from '../../src/http/reference/document.ts';
import { unreadinessCodes } from '../../src/http/routes/readiness.ts';
import { get as getJson, openTestService, post } from '../support/service/service.ts';

const service = await openTestService();

const get = (path: string) => fetch(`${service.address}${path}`);

interface Described {
  readonly $ref?: string;
  readonly content?: Record<string, { readonly examples?: Record<string, unknown>; readonly example?: unknown }>;
}

describe('for those who run the service', () => {
  test('/livez and /readyz answer without a key', async () => {
    expect(await (await get('/livez')).json()).toEqual({ status: 'alive' });
    await expect.poll(async () => (await get('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('the document lists every way in which /readyz can say no, and none of them is a 500', () => {
    const document = createOpenApiDocument();
    const ready = document.paths['/readyz']?.['get'] as { responses: Record<string, Described> };
    const components = document.components.responses as Record<string, Described>;
    for (const code of unreadinessCodes) {
      const { $ref = '' } = ready.responses[errorKinds[code].status] ?? {};
      const response = components[$ref.slice('#/components/responses/'.length)];
      expect(Object.keys(response?.content?.['application/problem+json']?.examples ?? {})).toContain(code);
    }
    expect(Object.keys(ready.responses)).not.toContain('500');
  });

  test('a stopping service is not ready, and tells every client to close its connection', async () => {
    const stopping = await openTestService();
    stopping.startDraining();
    const ready = await post(`${stopping.address}/readyz`, undefined, { method: 'GET' });
    expect([ready.status, ready.body.code, ready.headers.get('connection')]).toEqual([503, 'overloaded', 'close']);
    const key = await stopping.createKey();
    const answer = await post(`${stopping.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  });
});

describe('what never changes', () => {
  const bundle = '/docs/swagger-ui-bundle.js';
  const fetchAs = (path: string, headers: Record<string, string>) =>
    fetch(`${service.address}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });

  test('is sent compressed to those who accept it, and is the same when unpacked', async () => {
    const plain = await fetchAs(bundle, {});
    const text = await plain.text();
    expect(plain.headers.get('content-encoding')).toBeNull();
    const tags = new Set([plain.headers.get('etag')]);
    for (const encoding of ['gzip', 'br']) {
      const packed = await fetchAs(bundle, { 'accept-encoding': encoding });
      expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
        encoding,
        'accept-encoding',
      ]);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(text.length / 3);
      expect(await packed.text()).toBe(text);
      tags.add(packed.headers.get('etag'));
    }
    expect(tags.size).toBe(3);
  });

  test('tells its size to those who ask for nothing else', async () => {
    const whole = await (await fetchAs(bundle, {})).arrayBuffer();
    const head = await fetch(`${service.address}${bundle}`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.byteLength)]);
    expect(await head.text()).toBe('');
  });

  test.each([bundle, '/docs', '/docs/errors', '/openapi.json'])(
    '%s is not sent again to a client that has it',
    async (path) => {
      const etag = (await fetchAs(path, {})).headers.get('etag') as string;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await fetchAs(path, { 'if-none-match': known });
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      }
      expect((await fetchAs(path, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );
});

describe('the reference', () => {
  test('is a page that loads nothing from outside', async () => {
    const page = await get('/docs');
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      // Of this service, whatever its path.
      expect(address).toMatch(/^\/(?!\/)/);
      expect((await get(address)).status).toBe(200);
    }
  });

  test('gives as its first example what the sandbox really answers', async () => {
    const key = await service.createKey();
    const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()));
    for (const path of ['/v1/verify/cpf', '/v1/verify/cnpj']) {
      const { requestBody, responses } = paths[path].post;
      const shown = responses[200].content['application/json'].examples.verified.value as object;
      const { body } = await post(`${service.address}${path}`, requestBody.content['application/json'].example, {
        key,
      });
      const fixed = 'processed_at' in shown ? { request_id: '', processed_at: '' } : { request_id: '' };
      expect({ ...body, ...fixed }).toEqual({ ...shown, ...fixed });
    }
  });

  test('gives as its first example of a screening what the sandbox really answers, but for the days', async () => {
    const key = await service.createKey({ scopes: ['screen'] });
    const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()));
    const { requestBody, responses } = paths['/v1/screen'].post;
    const shown = responses[200].content['application/json'].examples.hit.value as object;
    const { body } = await post(`${service.address}/v1/screen`, requestBody.content['application/json'].example, {
      key,
    });
    const withoutDays = (answer: object) =>
      JSON.stringify({ ...answer, request_id: '', processed_at: '' }).replaceAll(/\b20[2-8]\d-\d\d-\d\d/g, 'DAY');
    expect(withoutDays(body)).toBe(withoutDays(shown));
  });

  test('gives as its first example of a record what the sandbox really answers', async () => {
    const key = await service.createKey({ scopes: ['read:company'] });
    const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()));
    const { parameters, responses } = paths['/v1/companies/{cnpj}'].get;
    const cnpj = parameters.map(({ example = '' }: { readonly example?: string }) => example).join('');
    const shown = responses[200].content['application/json'].examples.record.value as object;
    const { body } = await getJson(`${service.address}/v1/companies/${cnpj}`, { key });
    expect({ ...body, data_as_of: '' }).toEqual({ ...shown, data_as_of: '' });
  });

  test('has every operation, and an example for every status', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
      components: { responses: Record<string, Described> };
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      '/v1/verify/cpf',
      '/v1/verify/cnpj',
      '/v1/key',
      '/v1/verifications/{request_id}',
      '/v1/screen',
      '/v1/screenings/{request_id}',
      '/v1/screen/clearances',
      '/v1/screen/clearances/{id}',
      '/v1/screen/clearances/{id}/confirm',
      '/v1/screen/clearances/{id}/steps',
      '/v1/companies/{cnpj}',
      '/v1/companies/{root}/establishments',
      '/v1/companies/{root}/partners',
      '/v1/companies/lookup',
      '/v1/batches',
      '/v1/batches/{id}',
      '/v1/batches/{id}/repeat',
      '/v1/batches/{id}/results',
      '/v1/watches',
      '/v1/watches/{id}',
      '/v1/watches/{id}/changes',
      '/v1/events',
      '/v1/webhooks',
      '/v1/webhooks/{id}',
      '/v1/usage',
      '/compat/minha-receita/{cnpj}',
      '/compat/minha-receita/updated',
      '/compat/brasil-api/cnpj/v1/{cnpj}',
      '/livez',
      '/readyz',
    ]);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    for (const response of [
      ...operations.flatMap(({ responses }) => Object.values(responses)),
      ...Object.values(document.components.responses),
    ]) {
      for (const content of Object.values(response.content ?? {}))
        expect(Object.keys(content.examples ?? content.example ?? {}), JSON.stringify(response)).not.toEqual([]);
    }
  });

  test('has every error once, and refers to it from every operation that can answer with it', () => {
    const { paths, components } = createOpenApiDocument();
    expect(JSON.stringify(paths)).not.toContain('problem+json');
    const whole = JSON.stringify({ paths, components });
    for (const code of Object.keys(components.examples)) {
      expect(whole.split(`"#/components/examples/${code}"`).length, code).toBeGreaterThan(1);
    }
    for (const code of Object.keys(errorKinds))
      expect(whole.split(`"type":"/docs/errors#${code}"`).length, code).toBeLessThan(3);
    const referred = [...whole.matchAll(/"#\/components\/responses\/(\w+)"/g)].map((match) => match[1]);
    expect([...new Set(referred)].sort()).toEqual(Object.keys(components.responses).sort());
  });
});
