// Listas in a real browser: which lists can be relied upon, in words, signs and both languages.

import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowserToTest, launchBrowser } from '../../support/console/browser.ts';
import { openWatchedPage, signInByForm, type WatchedPage } from '../../support/console/console-browser.ts';
import { consolePassword } from '../../support/console/console-page.ts';
import { failImport, writeSomeLists } from '../../support/lists/some-lists.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const executablePath = findBrowserToTest();

describe.skipIf(executablePath === undefined)('Listas', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    const directory = join(service.directory, 'data/lists');
    writeSomeLists(directory);
    await failImport(directory, 'cepim');
    browser = await launchBrowser(executablePath as string);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  async function openAs(role: 'viewer' | 'analyst' | 'admin'): Promise<WatchedPage> {
    const name = await service.createOperator(role, consolePassword);
    const watched = await openWatchedPage(browser, service.address);
    await watched.page.goto(`${service.address}/console/listas`);
    await signInByForm(watched.page, name);
    return watched;
  }

  test('every list says what it is worth, and how a newer one comes here', async () => {
    const { page, faults, close } = await openAs('viewer');
    const card = (title: string) => page.locator('details.list').filter({ hasText: title });
    await page.getByText('Não conclua que alguém não está listado:').waitFor();
    await page.getByText('PEP: os dados são de 01/01/2024 e já passaram do prazo.').waitFor();
    await page.getByText('CNEP: a lista não pode ser lida.').waitFor();
    for (const [title, state] of [
      ['CEIS', 'Em dia'],
      ['PEP', 'Desatualizada'],
      ['CNEP', 'Danificada'],
      ['Lista própria fraudes', 'Em dia'],
      ['CEPIM', 'Não importada'],
    ] as const) {
      expect([title, await card(title).locator('.badge').innerText()]).toEqual([title, state]);
    }

    await card('CEPIM').locator('summary').press('Enter');
    await card('CEPIM').getByText('não deu certo. A lista em uso continua a mesma.').waitFor();
    await card('CEPIM').getByText('confere lists import cepim ARQUIVO').waitFor();
    const link = card('CEPIM').getByRole('link', { name: 'portaldatransparencia.gov.br' });
    expect(await link.getAttribute('href')).toBe('https://portaldatransparencia.gov.br/download-de-dados/cepim');

    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('PEP: its data are of 01/01/2024, which is too old.').waitFor();
    await card('CEPIM').getByText('confere lists import cepim FILE').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
