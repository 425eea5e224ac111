// A page of the console that was left open while the console was built anew, in a real browser. The earlier build is the one of today with
// other names for nearly all of its files, which the service truly does not have; two are in both, as it mostly is.

import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeInBrowser,
  findBarriers,
  findSideways,
  findStored,
  openWatchedPage,
  signInByForm,
} from '../../support/console/console-browser.ts';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const newVersion = 'Há uma nova versão da página';

describeInBrowser('a page left open over a new build of the console', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  /** Names of files, wherever a file of the build speaks of another one. */
  const toEarlier = (text: string) =>
    text
      .replace(/(?<=assets\/|\.\/|\[")(?=(?!format-|confirm-)[a-z-]+-[\w-]{8}\.(?:js|css))/g, 'earlier-')
      .replace(/(?<=confere-build" content=")/, 'earlier-');

  /** The page of an earlier build, and its files but those that are `gone`. */
  async function openEarlier(gone: RegExp) {
    const opened = await openWatchedPage(browser, service.address, { viewport: { width: 360, height: 780 } });
    const loads: string[] = [];
    await opened.page.route(/\/console/, async (route) => {
      const url = new URL(route.request().url());
      const [, name] = /\/assets\/earlier-(.+)$/.exec(url.pathname) ?? [];
      if (name !== undefined) {
        if (gone.test(name)) return route.fulfill({ status: 404, body: '' });
        const response = await route.fetch({ url: url.href.replace('earlier-', '') });
        return route.fulfill({ response, body: toEarlier(await response.text()) });
      }
      if (route.request().resourceType() !== 'document') return route.continue();
      loads.push(url.pathname);
      const response = await route.fetch();
      const today = await response.text();
      const body = toEarlier(today);
      expect(body).not.toBe(today);
      const policy = (response.headers()['content-security-policy'] ?? '').replace(toHash(today), toHash(body));
      return route.fulfill({ response, body, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
    return { ...opened, loads };
  }

  async function openToday() {
    const opened = await openWatchedPage(browser, service.address, { viewport: { width: 360, height: 780 } });
    const loads: string[] = [];
    opened.page.on('request', (request) => {
      if (request.resourceType() === 'document') loads.push(new URL(request.url()).pathname);
    });
    return { ...opened, loads };
  }

  const toHash = (html: string): string => {
    const script = /<script type="module">(.+?)<\/script>/s.exec(html)?.[1] ?? '';
    return createHash('sha256').update(script).digest('base64');
  };
  async function askToRevoke(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Chaves' }).click();
    await page.getByRole('button', { name: 'Chave do sandbox desta instalação' }).click();
    await page.getByRole('button', { name: 'Revogar' }).click();
    await page.getByRole('heading', { name: /^Revogar / }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: /^Revogar / }).waitFor({ state: 'hidden' });
  }
  const findPageBuild = (page: Page) => page.evaluate('document.querySelector("meta[name=confere-build]").content');

  async function openSignedIn(page: Page): Promise<void> {
    const name = await service.createOperator('admin', password);
    await page.goto(`${service.address}/console`);
    await signInByForm(page, name);
    await page.getByRole('link', { name: 'Chaves' }).waitFor();
  }

  test('a new version is told gently, and taken at a click with the choice, the form and the last answers, from memory to memory', async () => {
    const { page, faults, loads, close } = await openEarlier(/^$/);
    await openSignedIn(page);
    await page.getByText(newVersion).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await findSideways(page)).toBe(0);
    await askToRevoke(page);
    await page.getByRole('link', { name: 'Lote' }).click();
    const file = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from('cpf\n40442820135\n') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('1 pronta').first().waitFor();
    await page.getByRole('link', { name: 'Verificar' }).click();
    await page.getByText('Sandbox', { exact: true }).click();
    await page.getByLabel('CPF ou CNPJ').fill('40442820135');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('heading', { name: /^Falta conferir/ }).waitFor();
    await page.getByLabel('CPF ou CNPJ').fill('90000000841');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('heading', { name: /^Revisão manual obrigatória/ }).waitFor();
    await page.getByLabel('Nome completo').fill('Quem digitou');
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await expect.poll(() => findPageBuild(page)).not.toMatch(/^earlier/);
    await page.getByRole('heading', { name: /^Revisão manual obrigatória/ }).waitFor();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('900.000.008-41');
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Quem digitou');
    expect(await page.getByRole('radio', { name: 'Sandbox' }).isChecked()).toBe(true);
    await page.getByRole('navigation', { name: 'Últimas respostas' }).getByText('404.428.201-35').click();
    await page.getByRole('heading', { name: /^Falta conferir/ }).waitFor();
    await page.getByRole('link', { name: 'Lote' }).click();
    await page.getByText('clientes.csv').first().waitFor();
    // Nothing was loaded anew but code, and nothing of it is anywhere but in memory.
    expect(loads).toEqual(['/console']);
    expect(await findStored(page)).toEqual(['']);
    expect(await page.evaluate('[history.state, window.name]')).toEqual([null, '']);
    expect(await page.getByText(newVersion).count()).toBe(0);
    // What both builds have is one and the same for both.
    await askToRevoke(page);
    expect(faults).toEqual([]);
    await close();
  });

  test('goes over by itself when another screen is gone, shows that screen, and keeps what was typed', async () => {
    const { page, faults, loads, close } = await openEarlier(/-screen-/);
    await openSignedIn(page);
    await page.getByRole('button', { name: 'Depois' }).click();
    await page.getByLabel('CPF ou CNPJ').fill('90000000841');
    await page.getByRole('link', { name: 'Chaves' }).click();
    await page.getByRole('heading', { name: 'Chaves', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Verificar' }).click();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('900.000.008-41');
    expect(loads).toEqual(['/console']);
    expect(faults).toEqual([]);
    await close();
  });

  test('where the new code cannot be had, the page goes on, and says what a reload would lose', async () => {
    const { page, loads, close } = await openEarlier(/^answer-view/);
    await page.route(/\/assets\/page-/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${service.address}/console`);
    await page.getByLabel('CPF ou CNPJ').fill('90000000841');
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await page.getByText('Não foi possível carregar a nova versão agora.').waitFor();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('900.000.008-41');
    expect(loads).toEqual(['/console']);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('what was typed and the last answers are lost then').waitFor();
    await page.getByRole('button', { name: 'Reload anyway' }).click();
    await expect.poll(() => loads.length).toBe(2);
    await close();
  });

  test('a day of work goes on in the page it began in: what was opened once, typed and answered outlives the new version', async () => {
    const { page, faults, loads, close } = await openToday();
    await openSignedIn(page);
    // All screens were fetched while nothing else was to do; from now on none of their files is there.
    await expect
      .poll(() =>
        page.evaluate(
          "performance.getEntriesByType('resource').filter(({ name }) => /-screen-.*js$/.test(name)).length",
        ),
      )
      .toBeGreaterThan(6);
    await page.route(/\/console\/assets\//, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByText('Sandbox', { exact: true }).click();
    await page.getByLabel('CPF ou CNPJ').fill('90000000841');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('heading', { name: /^Revisão manual obrigatória/ }).waitFor();
    for (const [link, heading] of [
      ['Chaves', 'Chaves'],
      ['Cadastro', 'Cadastro'],
      ['Lote', 'Lote'],
      ['Sessões', 'Sessões'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Telas' }).getByRole('link', { name: link }).click();
      await page.getByRole('heading', { name: new RegExp(`^${heading}`), level: 1 }).waitFor();
    }
    await page.getByRole('navigation', { name: 'Telas' }).getByRole('link', { name: 'Verificar' }).click();
    await page.getByRole('heading', { name: /^Revisão manual obrigatória/ }).waitFor();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('900.000.008-41');
    expect(await page.getByRole('radio', { name: 'Sandbox' }).isChecked()).toBe(true);
    expect(loads).toEqual(['/console']);
    expect(await findStored(page)).toEqual(['']);
    expect(faults).toEqual([]);
    await close();
  });

  test('keeps what is typed where only a part of the screen is gone, and shows it from the new code', async () => {
    const { page, faults, loads, close } = await openEarlier(/^answer-view/);
    await page.goto(`${service.address}/console`);
    await page.getByLabel('CPF ou CNPJ').fill('90000000841');
    await page.getByText(newVersion).waitFor();
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await page.getByRole('heading', { name: /^Revisão manual obrigatória/ }).waitFor();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('900.000.008-41');
    expect(loads).toEqual(['/console']);
    expect(faults).toEqual([]);
    await close();
  });
});
