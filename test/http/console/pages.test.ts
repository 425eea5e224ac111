// The console's page and its files over real sockets: what a browser is told to forbid.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { screenAddresses } from '../../../src/domain/access/console-screens.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { get, openTestService } from '../../support/service/service.ts';

const clock = createManualClock();
const service = await openTestService({}, { clock });

describe('the pages', () => {
  test('allow of inline scripts and styles their own alone, by hash; no frames, and nothing from elsewhere', async () => {
    const answer = await fetch(`${service.address}/console`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    const html = await answer.text();
    const inside = [...html.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs)];
    expect(inside.map(([, tag]) => tag).sort()).toEqual(['script', 'style']);
    for (const [, tag, text = ''] of inside) {
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${tag}-src 'self' 'sha256-${hash}';`);
    }
    const bare = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '');
    expect(bare).not.toMatch(/<script|<style|style=|https?:/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const screen = /\/console\/assets\/[\w-]+\.js/.exec(html)?.[0];
    const loaded = await fetch(service.address + screen);
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(loaded.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get(`${service.address}/console/assets/nothing.js`)).status).toBe(404);
    expect((await get(`${service.address}/console/assets/..%2Findex.html`)).status).toBe(404);
  });

  test('every screen has its address, and an address that is not there is told from one', async () => {
    const ask = async (address: string) => {
      const answer = await fetch(`${service.address}/console/${address.replace(/:\w+/, '34238864000168')}`);
      return [answer.status, answer.headers.get('content-type')];
    };
    for (const address of screenAddresses)
      expect(await ask(address), address).toEqual([200, 'text/html; charset=utf-8']);
    for (const address of ['nowhere', 'painel/nowhere', 'empresas/1/2']) {
      expect(await ask(address), address).toEqual([404, 'text/html; charset=utf-8']);
    }
  });

  test('the page and its screens name only files that are there', async () => {
    const listNamed = (text: string) =>
      [...text.matchAll(/(?:assets|\.)\/([\w-]+\.(?:js|css))/g)].map(([, name]) => name);
    const named = new Set(listNamed(await (await fetch(`${service.address}/console`)).text()));
    const missing: unknown[] = [];
    // What a file names is added, and looked at as well.
    for (const name of named) {
      const answer = await fetch(`${service.address}/console/assets/${name}`);
      if (answer.status !== 200) missing.push(name);
      else for (const further of listNamed(await answer.text())) named.add(further);
    }
    expect(named.size).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  test('a page that names its build learns whether the service has another one, whose code has an address', async () => {
    const html = await (await fetch(`${service.address}/console`)).text();
    const build = /<meta name="confere-build" content="([\w-]+)"/.exec(html)?.[1] ?? '';
    const askAs = async (headers: Record<string, string>) => {
      const answer = await fetch(`${service.address}/console/api/state`, { headers });
      return ((await answer.json()) as { has_new_page: boolean }).has_new_page;
    };
    expect(await askAs({ 'confere-build': build })).toBe(false);
    expect(await askAs({ 'confere-build': `${build}x` })).toBe(true);
    expect(await askAs({})).toBe(false);
    for (const kind of ['js', 'css']) {
      expect((await fetch(`${service.address}/console/assets/page-${build}.${kind}`)).status).toBe(200);
    }
  });
});
