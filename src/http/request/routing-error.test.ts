import { describe, expect, test } from 'vitest';
import { createRoutingErrors } from './routing-error.ts';

const routes = createRoutingErrors();
routes.add('/v1/verify/cnpj', 'POST');
routes.add('/v1/companies/:cnpj', ['GET', 'HEAD']);
routes.add('/v1/companies/:root/establishments', 'GET');
routes.add('/compat/minha-receita/*', 'GET');
routes.add('/callbacks/:source', 'POST', true);

describe('the error for a request that no route takes', () => {
  test.each([
    ['/v1/verify/cnpj', 'POST'],
    ['/v1/verify/cnpj?explain=true', 'POST'],
    ['/v1/companies/34238864000168', 'GET, HEAD'],
    ['/v1/companies/34238864/establishments?cursor=a', 'GET'],
    ['/compat/minha-receita/34.238.864/0001-68', 'GET'],
  ])('says which methods %s takes', (url, allow) => {
    const { code, headers } = routes.toError(url);
    expect([code, headers['allow']]).toEqual(['method_not_allowed', allow]);
  });

  test.each([
    ...['/', '/v1/verify/cnpj/', '/v1/companies/', '/v1/companies/1/2', '/v1/companies/1/establishments/2'],
    '/callbacks/bureau_a',
  ])('says that there is nothing at %s', (url) => {
    const { code, headers } = routes.toError(url);
    expect([code, headers['allow']]).toEqual(['not_found', undefined]);
  });
});

describe('the sentence for an address that is one of ours but for a slip', () => {
  test.each([
    ['/v1/verify/cnpj/', '/v1/verify/cnpj', 'without a slash'],
    ['/verify/cnpj', '/v1/verify/cnpj', 'begins with `/v1`'],
    ['/verify/cnpj/?explain=true', '/v1/verify/cnpj', 'begins with `/v1`'],
    ['/v1/v1/verify/cnpj', '/v1/verify/cnpj', '`/v1` once'],
    ['/v1/companies/34.238.864/0001-68', '/v1/companies/{cnpj}', 'without its mask'],
    ['/companies/34.238.864/0001-68/', '/v1/companies/{cnpj}', 'without its mask'],
  ])('%s names the address and what to change', (url, address, remedy) => {
    const { code, detail } = routes.toError(url);
    expect(code).toBe('not_found');
    expect(detail?.en).toContain(`\`${address}\``);
    expect(detail?.pt).toContain(`\`${address}\``);
    expect(detail?.en).toContain(remedy);
    expect(JSON.stringify(detail)).not.toContain('34');
  });

  test.each(['/', '/x/', '/v1/nothing/', '/callbacks/bureau_a/', '/compat/minha-receita', '/v1//verify/cnpj//'])(
    '%s is told nothing of that kind',
    (url) => expect(routes.toError(url).detail).toBeUndefined(),
  );
});

describe('the route of a request that never got to one', () => {
  test.each([
    ['POST', '/v1/verify/cnpj?explain=true', '/v1/verify/cnpj'],
    ['GET', '/v1/companies/34238864000168', '/v1/companies/:cnpj'],
    ['GET', '/compat/minha-receita/34.238.864/0001-68', '/compat/minha-receita/*'],
    ['GET', '/v1/verify/cnpj', null],
    ['POST', '/v1/nothing', null],
    ['', '', null],
  ])('%s %s is %s', (method, url, pattern) => expect(routes.findPattern(method, url)).toBe(pattern));
});
