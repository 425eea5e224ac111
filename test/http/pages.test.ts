import { describe, expect, test } from 'vitest';
import { errorKinds, fieldFaults } from '../../src/error-codes.ts';
import { findManualPages } from '../../src/http/pages/manual-page.ts';
import { createOpenApiDocument } from '../../src/http/reference/document.ts';
import { sendRaw } from '../support/http/raw-http.ts';
import { openTestService } from '../support/service/service.ts';

const service = await openTestService();

const get = (path: string, method = 'GET') => fetch(`${service.address}${path}`, { method });
const manual = findManualPages().map((name) => `/docs/${name}`);
const results = ['/docs/search', '/docs/search?q=key', '/docs/pt-BR/search?q=chave'];
const pages = ['/', '/?lang=en', '/docs', '/docs/', '/docs/manual', ...manual, ...results];

describe('the first page', () => {
  test('is Portuguese, and English at a click', async () => {
    const first = await get('/');
    expect([first.status, first.headers.get('content-language')]).toEqual([200, 'pt-BR']);
    const html = await first.text();
    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain('href="/?lang=en"');
    expect(await (await get('/?lang=en')).text()).toContain('<html lang="en">');
  });

  test('shows a first call to the address by which its reader came, and repeats nothing that is no address', async () => {
    const page = async (host: string, more = '') =>
      (await sendRaw(service.port, `GET / HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`)).text;
    expect(await (await get('/')).text()).toContain(`curl -s ${service.address}/v1/verify/cpf`);
    expect(await page('cpf.example', 'X-Forwarded-Proto: https\r\n')).toContain('curl -s https://cpf.example/v1');
    expect(await page('[::1]:8080')).toContain('curl -s http://[::1]:8080/v1');
    for (const host of ['"><script>alert(1)</script>', '$(reboot)', 'a b', '']) {
      expect(await page(host)).toContain('curl -s http://127.0.0.1:8080/v1');
    }
  });

  test('says that it runs and that only the sandbox answers, and stops saying so when the service stops', async () => {
    const html = await (await get('/?lang=en')).text();
    expect(html).toContain('>Running<');
    expect(html).toContain('Mode: sandbox only');
    const stopping = await openTestService();
    stopping.startDraining();
    expect(await (await fetch(`${stopping.address}/?lang=en`)).text()).toContain('>Not ready<');
  });
});

test.each([
  'nothing',
  'keys/',
  'Keys',
  'images/nothing.png',
  '%2e%2e%2fpackage.json',
  'pt-BR/constructor',
  ''.padEnd(2_000, 'a'),
])('a page of the manual that is not there is not found: %s', async (name) => {
  const answer = await get(`/docs/${name}`);
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
});

test('the manual is only read', async () => {
  const answer = await get('/docs/keys', 'POST');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

describe('every page', () => {
  test.each(pages)('%s answers GET and HEAD, and cites only what is served', async (path) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    const html = await page.text();
    const head = await get(path, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(page.headers.get('content-type'));
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      if (address.startsWith('https://') || address.startsWith('http://')) continue;
      const [target = '', fragment] = address.split('#', 2);
      const cited = target === '' ? html : await readAnswer(new URL(target, `${service.address}${path}`).pathname);
      if (fragment !== undefined) expect(cited, address).toContain(`id="${fragment}"`);
    }
  });

  test.each(pages.filter((path) => !/^\/docs\/?$/.test(path)))('%s runs no script and loads nothing', async (path) => {
    const page = await get(path);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await page.text()).not.toMatch(/<script| style="| on[a-z]+="/);
  });
});

test('what the OpenAPI document cites is served', async () => {
  const cited = [...JSON.stringify(createOpenApiDocument()).matchAll(/\]\((\/[^)]*)\)/g)].map(
    (match) => match[1] ?? '',
  );
  expect(cited.length).toBeGreaterThan(2);
  for (const address of cited) await readAnswer(address);
});

test('every error code has a place on the page of errors', async () => {
  const html = await readAnswer('/docs/errors');
  for (const code of [...Object.keys(errorKinds), ...Object.keys(fieldFaults)]) expect(html).toContain(`id="${code}"`);
});

describe('the contents', () => {
  test('stand beside every page of the manual in the order of the index, and say where the reader is', async () => {
    const html = await readAnswer('/docs/pt-BR/keys');
    const column = html.slice(html.indexOf('<nav class="contents"'));
    const order = ['Início', '/docs/pt-BR/sandbox', 'Guias', 'Referência', '/docs/pt-BR/errors', 'Operação'];
    expect(order.map((text) => column.indexOf(text))).toEqual(
      order.map((text) => column.indexOf(text)).toSorted((a, b) => a - b),
    );
    expect(column).toContain('<a href="/docs/pt-BR/keys" aria-current="page">');
    expect(await readAnswer('/docs/manual')).toContain('<a href="/docs/sandbox">The sandbox</a>');
  });

  test.each(['/docs/search.json', '/docs/pt-BR/search.json'])(
    '%s has every page, by headings that exist',
    async (path) => {
      const { sections, parts } = JSON.parse(await readAnswer(path)) as {
        sections: { pages: { name: string }[] }[];
        parts: { address: string; text: string }[];
      };
      const listed = sections.flatMap(({ pages: each }) => each.map(({ name }) => name));
      const folder = path.includes('pt-BR') ? /^pt-BR\// : /^[^/]+$/;
      expect(findManualPages().filter((name) => folder.test(name) && !listed.includes(name))).toEqual([]);
      for (const { address } of parts) {
        const [page = '', fragment] = address.split('#', 2);
        expect(await readAnswer(page), address).toContain(`id="${fragment}"`);
      }
      expect(parts.find(({ text }) => text.includes('Idempotency-Key'))).toBeDefined();
    },
  );
});

describe('the search of the manual', () => {
  const search = async (language: string, typed: string) =>
    (await get(`/docs/${language}search?q=${encodeURIComponent(typed)}`)).text();

  test.each(['/docs/manual', '/docs/keys', '/docs/decisions/log-lines', '/docs/search'])(
    'is on every page, in its language: %s',
    async (path) => {
      const page = await get(path);
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(await page.text()).toMatch(
        /<form role="search" action="\/docs\/search">.* aria-label="Search the manual"/,
      );
    },
  );

  test('is Portuguese beside a Portuguese page', async () => {
    for (const path of ['/docs/pt-BR/manual', '/docs/pt-BR/keys', '/docs/pt-BR/search?q=chave']) {
      const html = await readAnswer(path);
      expect(html).toMatch(/<form role="search" action="\/docs\/pt-BR\/search">.* aria-label="Buscar no manual"/);
    }
    expect(await search('pt-BR/', 'chave')).toContain('<h1>');
    expect((await get('/docs/pt-BR/search')).headers.get('content-language')).toBe('pt-BR');
    expect(await search('pt-BR/', 'xyzzy')).toContain('<h1>Nada encontrado para “xyzzy”</h1>');
  });

  test('finds every page by its title, and says where', async () => {
    for (const name of findManualPages()) {
      const title = /<h1[^>]*>(.*?)<\/h1>/.exec(await readAnswer(`/docs/${name}`))?.[1]?.replace(/<[^>]*>/g, '') ?? '';
      const plain = title.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
      const html = await search(name.startsWith('pt-BR/') ? 'pt-BR/' : '', plain.slice(0, 100));
      expect(html, name).toContain(`<li><a href="/docs/${name}#`);
    }
  });

  test('wants every word, in the text or its heading, with or without accents', async () => {
    const listOf = async (typed: string) => (await search('pt-BR/', typed)).match(/<ol class="found">.*<\/ol>/s)?.[0];
    expect(await listOf('MASCARA planilha')).toContain('/docs/pt-BR/bulk#');
    expect(await listOf('MASCARA planilha')).toBe(await listOf('máscara Planilha'));
    expect(await search('', 'rotating secret master')).toContain('#rotating-the-master-secret">');
    expect(await search('', 'rotating xyzzy')).toContain('<h1>Nothing found for “rotating xyzzy”</h1>');
    expect(await search('', 'the')).toContain('<p>The first 30:</p>');
  });

  test('shows what was typed as text, in the field and above, and in the other language again', async () => {
    const html = await search('', '"><script>alert(1)</script>&');
    expect(html).not.toContain('<script');
    expect(html).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>&amp;"');
    expect(await search('', 'retry & wait')).toContain('href="/docs/pt-BR/search?q=retry%20%26%20wait"');
    expect(await (await get('/docs/search?q=one&q=two')).text()).toContain('<h1>Search the manual</h1>');
    // Cut in the middle of a character.
    expect((await get(`/docs/search?q=${encodeURIComponent(`x${'😀'.repeat(60)}`)}`)).status).toBe(200);
    expect(await search('', 'x'.repeat(5_000))).toContain(`“${'x'.repeat(100)}”`);
  });
});

test('the icon is an image', async () => {
  const icon = await get('/favicon.ico');
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

/** Each page cites all others, so what was read once is kept. */
const answers = new Map<string, string>();

async function readAnswer(path: string): Promise<string> {
  const before = answers.get(path);
  if (before !== undefined) return before;
  const answer = await get(path);
  expect(answer.status, path).toBe(200);
  const text = await answer.text();
  answers.set(path, text);
  return text;
}
