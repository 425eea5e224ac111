import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '../../src/http/openapi.ts';
import { post, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const get = (path: string) => fetch(`${service.address}${path}`);

describe('for those who run the service', () => {
  test('/livez and /readyz answer without a key', async () => {
    expect(await (await get('/livez')).json()).toEqual({ status: 'alive' });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('a stopping service is not ready, and tells every client to close its connection', async () => {
    const stopping = await startTestService();
    stopping.startDraining();
    const ready = await post(`${stopping.address}/readyz`, undefined, { method: 'GET' });
    expect([ready.status, ready.body.code, ready.headers.get('connection')]).toEqual([503, 'overloaded', 'close']);
    const key = await stopping.createKey();
    const answer = await post(`${stopping.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await stopping.close();
  });
});

describe('the reference', () => {
  test('is a page that loads nothing from outside', async () => {
    const page = await get('/docs');
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address.startsWith('/docs/')).toBe(true);
      expect((await get(address)).status).toBe(200);
    }
  });

  test('gives as its first example what the sandbox really answers', async () => {
    const key = await service.createKey();
    const { paths } = createOpenApiDocument();
    for (const path of ['/v1/verify/cpf', '/v1/verify/cnpj'] as const) {
      const { requestBody, responses } = paths[path].post;
      const shown = responses[200].content['application/json'].examples['verified']?.value as object;
      const { body } = await post(`${service.address}${path}`, requestBody.content['application/json'].example, {
        key,
      });
      const fixed = 'processed_at' in shown ? { request_id: '', processed_at: '' } : { request_id: '' };
      expect({ ...body, ...fixed }).toEqual({ ...shown, ...fixed });
    }
  });

  test('has every operation, and an example for every status', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, object> }> }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(['/v1/verify/cpf', '/v1/verify/cnpj', '/livez', '/readyz']);
    for (const operations of Object.values(document.paths)) {
      for (const { responses } of Object.values(operations)) {
        for (const [status, response] of Object.entries(responses)) {
          for (const content of Object.values(response.content)) {
            expect(
              Object.keys(content).some((name) => name.startsWith('example')),
              status,
            ).toBe(true);
          }
        }
      }
    }
  });
});
