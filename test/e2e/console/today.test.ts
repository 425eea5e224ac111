// Hoje in a real browser: what needs somebody comes first, each with its step; what could not be read is said; in both languages, on a
// phone too.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, findBarriers, findSideways, openSignedIn } from '../../support/console/console-browser.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { type LiveStack, startLiveStack } from '../../support/service/live-stack.ts';

const price = [{ from: '2026-01-01', answered: 0.659, not_found: 0, minor: 0, timeout: 0, error: 0 }];

describeInBrowser('Hoje', (browser) => {
  let stack: LiveStack;
  beforeAll(async () => {
    stack = await startLiveStack({ prices: { bureau_a: price } });
    for (let index = 0; index < 20; index++) await stack.verify(createQuery(index));
  });
  afterAll(() => stack.close());

  const open = (role: 'viewer' | 'admin', options = {}) =>
    openSignedIn(browser, stack.service, role, { ...options, path: '/console/hoje' });

  test('the trouble comes first, each part has its step, and nothing is called well that nobody looked at', async () => {
    const { page, faults, close } = await open('admin');
    const part = (name: string) => page.locator('.today-part', { has: page.getByText(new RegExp(`^${name}:`)) });
    // No list is on this machine, which the service must not be without.
    await page.locator('.today-part').first().getByText('Falta uma lista obrigatória').waitFor();
    await page
      .getByRole('alert')
      .getByText(/^1 assunto precisa de alguém$/)
      .waitFor();
    expect(await part('Fontes').innerText()).toMatch(/em ordem.*As 3 fontes conectadas respondem/s);
    expect(await part('Webhooks').innerText()).toMatch(/para saber.*Nenhum endereço recebe webhooks/s);
    expect(await part('Julgamentos').innerText()).toMatch(/em ordem.*Nenhum julgamento espera por alguém/s);
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Ler de novo' }).click();
        return part('Custo').innerText();
      })
      .toMatch(/^Custo: para saber\s+Em .+ de 20\d\d, (R\$.+ por pessoa aprovável \(|nenhuma pessoa aprovável em)/);
    expect(await part('Consultas').getByRole('row').count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('A required list is missing').waitFor();
    await page.getByRole('link', { name: 'Update in Lists' }).click();
    await page.waitForURL(/\/console\/listas/);
    expect(faults).toEqual([]);
    await close();
  });

  test('a source that is down is named with what to do, and a part that cannot be read takes no other with it', async () => {
    const { simulator, verify, service } = stack;
    await simulator.set('serasa', { fault: { kind: 'refused' } });
    for (let index = 100; index < 140; index++) await verify(createQuery(index));
    const { page, close } = await open('viewer');
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Ler de novo' }).click();
        return page.locator('.today-part').first().innerText();
      })
      .toMatch(/^Fontes: resolver\s+Birô A fora do ar há .+ afetadas/);
    await page.getByRole('link', { name: 'Ver o motivo no Painel' }).click();
    await page.getByRole('row', { name: /^Birô A/ }).waitFor();
    await simulator.reset();
    // A table is gone: the others are read all the same.
    const database = new DatabaseSync(join(service.directory, 'data/confere.db'));
    database.exec('ALTER TABLE webhook_deliveries RENAME TO taken_away');
    await page.getByRole('link', { name: 'Hoje' }).click();
    await page.getByText('Não foi possível ler as entregas de webhooks').waitFor();
    expect(await page.locator('.today-part').count()).toBe(6);
    database.exec('ALTER TABLE taken_away RENAME TO webhook_deliveries');
    database.close();
    await close();
  });

  test('it fits a phone, and hinders nobody', async () => {
    const { page, close } = await open('viewer', { viewport: { width: 360, height: 780 } });
    await page.locator('.today-part table').waitFor();
    expect([await findSideways(page), await findBarriers(page)]).toEqual([0, []]);

    await close();
  });
});
