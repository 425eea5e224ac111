// A page of the console that was left open while the console was built anew, in a real browser: the files that it would ask for next are
// gone. The page of the earlier build is the one of today with other names for those files, which the service truly does not have.

import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowserToTest, launchBrowser } from '../../support/console/browser.ts';
import { findBarriers, findSideways, findStored, openWatchedPage } from '../../support/console/console-browser.ts';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const executablePath = findBrowserToTest();

const newVersion = 'Há uma nova versão do console';

describe.skipIf(executablePath === undefined)('a page left open over a new build of the console', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    browser = await launchBrowser(executablePath as string);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** `gone` are files that the earlier build had under other names; `isEarlier` says for each load of the page which build it is of. */
  async function openEarlier(gone: RegExp, isEarlier: (load: number) => boolean) {
    const opened = await openWatchedPage(browser, service.address, { viewport: { width: 360, height: 780 } });
    const loads: string[] = [];
    await opened.page.route(/\/console/, async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      loads.push(new URL(route.request().url()).pathname);
      if (!isEarlier(loads.length)) return route.continue();
      const response = await route.fetch();
      const today = await response.text();
      const body = today.replace(/(?<=assets\/)([a-z-]+)-[\w-]{8}(?=\.(?:js|css))/g, (file, name) =>
        gone.test(name) ? `${name}-of-before` : file,
      );
      if (gone.source !== '^$') expect(body).not.toBe(today);
      const policy = (response.headers()['content-security-policy'] ?? '').replace(toHash(today), toHash(body));
      return route.fulfill({ response, body, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
    return { ...opened, loads };
  }

  const toHash = (html: string): string => {
    const script = /<script type="module">(.+?)<\/script>/s.exec(html)?.[1] ?? '';
    return createHash('sha256').update(script).digest('base64');
  };

  async function openSignedIn(page: Page): Promise<void> {
    const name = await service.createOperator('admin', password);
    await page.goto(`${service.address}/console`);
    await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Senha') });
    await dialog.getByLabel('Nome').fill(name);
    await dialog.getByLabel('Senha').fill(password);
    await dialog.locator('button[type=submit]').click();
    await page.getByRole('link', { name: 'Chaves' }).waitFor();
  }

  test('reloads by itself when another screen is gone, and shows that screen', async () => {
    const { page, faults, loads, close } = await openEarlier(/-screen$/, (load) => load === 1);
    await openSignedIn(page);
    await page.getByRole('link', { name: 'Chaves' }).click();
    await page.getByRole('heading', { name: 'Chaves', exact: true }).waitFor();
    expect(loads).toEqual(['/console', '/console/chaves']);
    // The next upgrade finds the page as willing as the first did.
    expect(await page.evaluate('history.state')).toBe(null);
    expect(faults).toEqual([]);
    await close();
  });

  test('a day of work goes on in the page it began in: what was opened once, typed and answered outlives the new version', async () => {
    const { page, faults, loads, close } = await openEarlier(/^$/, () => false);
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

  test('leaves the reload to whoever has typed something, also where another screen is gone', async () => {
    const { page, loads, close } = await openEarlier(/-screen$/, () => true);
    await openSignedIn(page);
    await page.getByLabel('CPF ou CNPJ').fill('90000000841');
    await page.getByRole('link', { name: 'Chaves' }).click();
    await page.getByText(newVersion).waitFor();
    await page.getByRole('link', { name: 'Verificar' }).click();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('900.000.008-41');
    expect(loads).toEqual(['/console']);
    await close();
  });

  test('reloads once, and leaves the rest to the reader, where that did not help', async () => {
    const { page, faults, loads, close } = await openEarlier(/-screen$/, () => true);
    await openSignedIn(page);
    await page.getByRole('link', { name: 'Chaves' }).click();
    const reload = page.getByRole('button', { name: 'Recarregar' });
    await reload.waitFor();
    await page.getByText(newVersion).waitFor();
    expect(await page.getByText('O serviço não responde').count()).toBe(0);
    expect(loads).toEqual(['/console', '/console/chaves']);
    expect(await findBarriers(page)).toEqual([]);
    expect(await findSideways(page)).toBe(0);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('There is a new version of the console').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => loads.length).toBeGreaterThanOrEqual(3);
    expect(faults).toEqual([]);
    await close();
  });

  test('keeps what is typed where only a part of the screen is gone, and says so', async () => {
    const { page, faults, loads, close } = await openEarlier(/^answer-view$/, () => true);
    await page.goto(`${service.address}/console`);
    await page.getByLabel('CPF ou CNPJ').fill('90000000841');
    await page.getByText(newVersion).waitFor();
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('button', { name: 'Recarregar' }).waitFor();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('900.000.008-41');
    expect(loads).toEqual(['/console']);
    expect(faults).toEqual([]);
    await close();
  });
});
