// Painel and Cadastro in a real browser: every look and language, live, as tables, on bad days; a source that is down is seen.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeInBrowser,
  fillSignIn,
  findSideways,
  findStored,
  openSignedIn,
  openWatchedPage,
  signInByForm,
} from '../../support/console/console-browser.ts';
import { consolePassword } from '../../support/console/console-page.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { type LiveStack, startLiveStack } from '../../support/service/live-stack.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

describeInBrowser('Painel', (browser) => {
  let stack: LiveStack;
  beforeAll(async () => {
    stack = await startLiveStack();
    for (let index = 0; index < 20; index++) await stack.verify(createQuery(index));
  });
  afterAll(() => stack.close());

  const openAsViewer = (service: TestService = stack.service) =>
    openSignedIn(browser, service, 'viewer', { path: '/console/painel' });

  test('as charts and as tables it is whole in both languages, keeps nothing and asks nobody but the service', async () => {
    const { page, faults, close } = await openAsViewer();
    await page.getByText('Ao vivo').waitFor();
    await page.locator('.plot canvas').first().waitFor({ timeout: 60_000 });
    for (const button of await page.getByRole('button', { name: 'Ver como tabela' }).all()) await button.click();
    expect(await page.getByRole('table').count()).toBeGreaterThan(4);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('tab', { name: 'Last day' }).click();
    await page.getByRole('heading', { name: 'Outcomes by risk' }).waitFor();
    expect(await findStored(page)).toEqual(['']);
    await page.getByRole('link', { name: 'Registry' }).click();
    await page.getByRole('heading', { name: 'There is no registry on this machine yet' }).waitFor();
    await page.getByRole('button', { name: 'Português' }).click();
    await page.getByRole('heading', { name: 'Ainda não há cadastro nesta máquina' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('a chart that is still as wide as the window was never makes the page scroll sideways', async () => {
    const { service } = stack;
    const { page, close } = await openWatchedPage(browser, service.address);
    // The moment before a chart hears of its new width, made to last.
    await page.addInitScript('globalThis.ResizeObserver = class { observe() {} disconnect() {} }');
    await page.goto(`${service.address}/console/painel`);
    await signInByForm(page, await service.createOperator('viewer', consolePassword));
    await page.locator('.plot canvas').first().waitFor({ timeout: 60_000 });
    const widthOf = () => page.evaluate("document.querySelector('.plot canvas').clientWidth");
    const drawn = await widthOf();
    await page.setViewportSize({ width: 390, height: 780 });
    expect([await widthOf(), await findSideways(page)]).toEqual([drawn, 0]);
    expect(drawn).toBeGreaterThan(390);
    await close();
  });

  test('a source that is down is seen, with the reason, and the others go on', async () => {
    const { simulator, verify } = stack;
    await simulator.set('serasa', { fault: { kind: 'refused' } });
    for (let index = 100; index < 140; index++) await verify(createQuery(index));
    const { page, close } = await openAsViewer();
    const row = page.getByRole('row', { name: /^Birô A/ });
    await row.getByText('Fora do ar').waitFor({ timeout: 60_000 });
    expect(await row.textContent()).toMatch(/aberto/);
    // One line on top says so, since when, and how many were affected; the tab's title says the same.
    const line = page.locator('.status-line .notice.bad');
    await expect.poll(() => line.textContent()).toMatch(/^Birô A fora do ar há \d+ .+, \d+ consultas afetadas$/);
    await expect.poll(() => page.title()).toMatch(/^Birô A fora do ar há .+ · Painel · Confere$/);
    await page
      .getByRole('row', { name: /^Birô B/ })
      .getByText('Respondendo')
      .waitFor();
    // With all of them out the figures turn red.
    expect(await page.locator('.tile.bad').count()).toBe(0);
    for (const party of Object.values(parties)) await simulator.set(party, { fault: { kind: 'refused' } });
    for (let index = 200; index < 260; index++) await verify(createQuery(index));
    await page.locator('.tile.bad', { hasText: 'Falhas' }).waitFor({ timeout: 60_000 });
    await simulator.reset();
    await close();
  });

  test('a session that ends is told, and after signing in the dashboard is live again', async () => {
    const { service } = stack;
    const { page, name, close } = await openAsViewer();
    await page.getByText('Ao vivo').waitFor();
    await service.operators.setPassword(name, `${consolePassword} 2`);
    await service.operators.setPassword(name, consolePassword);
    await page.getByText('A sessão terminou. O painel volta quando você entrar de novo.').waitFor({ timeout: 60_000 });
    await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click();
    await fillSignIn(page, name);
    await page.getByText('Ao vivo').waitFor();
    await close();
  });

  test('a service that stops is told, and the dashboard comes back with it', async () => {
    const first = await startTestService();
    const { page, close } = await openAsViewer(first);
    await page.getByText('Ao vivo').waitFor();
    first.startDraining();
    await first.close();
    await page.getByText('O serviço não responde').first().waitFor({ timeout: 60_000 });
    const second = await startTestService({
      CONFERE_PORT: String(first.port),
      CONFERE_DATA_DIR: join(first.directory, 'data'),
      CONFERE_SECRETS_DIR: join(first.directory, 'secrets'),
    });
    await page.getByText('Ao vivo').waitFor({ timeout: 60_000 });
    await close();
    await second.close();
  });
});
