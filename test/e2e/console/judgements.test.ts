// Julgamentos in a real browser: a customer who stays is proposed in Listas, counted in the navigation, compared side by side and approved
// by somebody else; a freeze has its steps.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { describeInBrowser, openSignedIn } from '../../support/console/console-browser.ts';
import { consolePassword, openConsolePage, signInTo } from '../../support/console/console-page.ts';
import { barred, writeSomeLists } from '../../support/lists/some-lists.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const review = toBrazilDay(systemClock.nowMs()).split('-').reverse().join('/');

describeInBrowser('Julgamentos', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    writeSomeLists(join(service.directory, 'data/lists'));
    const name = await service.createOperator('analyst', consolePassword);
    const analyst = await signInTo(openConsolePage(service.address), name);
    const countHits = async () => (await analyst.post('screen', { with: 'live', cpf: barred.cpf })).body.pt.hits.length;
    await vi.waitUntil(async () => (await countHits()) === 2, { timeout: 60_000, interval: 100 });
  });
  afterAll(() => service.close());

  const openAs = (role: 'analyst' | 'admin', path: string) => openSignedIn(browser, service, role, { path });

  test('a customer who stays waits for an administrator, who sees both sides', async () => {
    const { page, faults, close } = await openAs('analyst', '/console/listas');
    const answer = page.locator('.search-answer');
    const dialog = page.getByRole('dialog');
    await page.getByLabel('CPF ou CNPJ').fill(barred.cpf);
    await page.getByLabel('Nome completo').fill('Fulano de Tal');
    await page.keyboard.press('Enter');
    await answer.getByRole('button', { name: 'É o cliente: ceis:900100' }).click();
    await dialog.getByText('Um administrador precisa aprovar').waitFor();
    await dialog.getByLabel('Motivo').fill('A diretoria conhece o caso.');
    // Without a day of review nobody is accepted.
    expect(await dialog.getByRole('button', { name: 'Propor a aceitação' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Próxima revisão').fill('31012099');
    await dialog.getByText('No máximo dois anos').waitFor();
    expect(await dialog.getByRole('button', { name: 'Propor a aceitação' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Próxima revisão').fill(review);
    await dialog.getByRole('button', { name: 'Propor a aceitação' }).click();
    await answer.getByText(new RegExp(`Aceitação: proposta de analyst-\\w+ em .*, vale até ${review}`)).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Julgamentos 1 aguardando' }).click();
    await page.getByText('1 proposta aguarda outra pessoa.').waitFor();
    const proposals = page.getByRole('region', { name: 'Aguardando confirmação' });
    await proposals.getByText('A proposta é sua').waitFor();
    expect(faults).toEqual([]);
    await close();

    const admin = await openAs('admin', '/console/julgamentos');
    const waiting = admin.page.getByRole('region', { name: 'Aguardando confirmação' });
    await waiting.getByRole('button', { name: 'Comparar cliente e registro: ceis:900100' }).click();
    const row = waiting.getByRole('row', { name: /^Nome/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'Fulano de Tal',
      barred.name,
      expect.stringContaining('semelhança'),
    ]);
    await waiting.getByRole('button', { name: 'Confirmar: ceis:900100' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
    await waiting.getByText('Nada aguarda confirmação.').waitFor();
    await admin.page.getByText('Não há nada pendente.').waitFor();
    const all = admin.page.getByRole('region', { name: 'Todos os julgamentos' });
    await all.getByText(/com o aval de admin-\w+ em/).waitFor();
    await all.getByLabel('Julgamento').selectOption('Bloqueio');
    await all.getByText('Nenhum julgamento com esses filtros.').waitFor();
    expect(admin.faults).toEqual([]);
    await admin.close();
  });

  test('a freeze shows its steps, and takes each with the time at which it was done', async () => {
    const { page, faults, close } = await openAs('analyst', '/console/listas');
    const answer = page.locator('.search-answer');
    const dialog = page.getByRole('dialog');
    await page.getByText('Sandbox', { exact: true }).click();
    await page.getByLabel('Nome completo').fill('Cláudio Rossi');
    await page.getByLabel('Data de nascimento').fill('07071977');
    await page.keyboard.press('Enter');
    // The list's own birth date stands beside the customer's.
    const birth = answer.getByRole('row', { name: /^Data de nascimento/ }).first();
    await birth.waitFor();
    expect(await birth.getByRole('cell').allInnerTexts()).toEqual(['07/07/1977', '07/07/1977', 'Confere']);
    await answer.getByRole('button', { name: 'É o cliente: onu:900008' }).click();
    expect(await dialog.getByLabel('O que fica decidido').locator('option').allInnerTexts()).toEqual([
      'Bloqueio',
      'Confirmação',
    ]);
    await dialog.getByLabel('Motivo').fill('O passaporte confere.');
    await dialog.getByLabel('Bloqueados desde').fill('02012026');
    await dialog.getByLabel('Hora').fill('09:00');
    await dialog.getByRole('button', { name: 'Registrar o bloqueio' }).click();
    await answer.getByText(/Bens bloqueados em 02\/01\/2026, 09:00:00, anotado por analyst-\w+ em /).waitFor();
    await answer.getByRole('button', { name: 'Anotar, COAF avisado: onu:900008' }).click();
    await dialog.getByRole('button', { name: 'Anotar' }).click();
    await answer.getByText(/COAF avisado em .*, anotado por analyst-/).waitFor();
    expect(await answer.getByRole('button', { name: /^Anotar/ }).count()).toBe(2);
    await answer.getByText('Só um administrador pode fazer isso.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
