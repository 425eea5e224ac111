// Consultas in a real browser: found, opened, unmasked for a reason, handed over; and nothing of it for whoever may not see it.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { describeInBrowser, openSignedIn } from '../../support/console/console-browser.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { post, startTestService, type TestService } from '../../support/service/service.ts';

/** The sandbox's person with a fraud alert. */
const cpf = '90000000841';
const masked = '***.000.008-**';

describeInBrowser('Consultas', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    const clock = createManualClock();
    service = await startTestService({}, { clock, liveSources: createSandboxSources(clock) });
    const key = await service.createKey({ name: '<b>loja</b>', mode: 'live' });
    for (let index = 0; index < 60; index++) {
      const answer = await post(`${service.address}/v1/verify/cpf`, { cpf, name: 'Outra Pessoa' }, { key });
      expect(answer.status).toBe(200);
    }
  });
  afterAll(() => service.close());

  const openAs = (role: 'analyst' | 'admin') =>
    openSignedIn(browser, service, role, {
      path: '/console/consultas',
      acceptDownloads: true,
      viewport: { width: 1280, height: 900 },
    });

  test('an analyst finds a person, reads the proven decision, and hands the report over', async () => {
    const { page, close } = await openAs('analyst');
    await page.getByLabel('CPF', { exact: true }).pressSequentially(cpf);
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('button', { name: 'Mostrar mais' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(60);
    expect(await page.locator('tbody tr').first().textContent()).toContain('<b>loja</b>');
    expect(await page.locator('tbody tr').first().textContent()).toContain(masked);
    expect(await page.locator('tbody tr').first().textContent()).toContain('Risco alto');
    await page.locator('tbody tr').nth(55).click();
    await page.getByText('Igual à registrada').waitFor();
    // What keeps the score down is drawn, and it adds up.
    await page.getByRole('row', { name: /Score final 199/ }).waitFor();
    await page.getByRole('heading', { name: /^Revisão manual obrigatória: há um alerta de fraude/ }).waitFor();
    await page.getByText(/^Íntegro/).waitFor();
    await page.getByText(masked).waitFor();
    await page.getByText('Só quem administra pode revelar os dados da pessoa.').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('Outra Pessoa');
    // The customer calls back: the text names the protocol, and says nothing of the alert.
    await page.getByRole('button', { name: 'Copiar para o cliente' }).click();
    const sent = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(sent).toMatch(/^Não foi possível aprovar o seu cadastro agora\./);
    expect(sent).toContain(`Protocolo: ${new URL(page.url()).pathname.split('/').at(-1)}`);
    expect(sent).not.toMatch(/fraude|alerta/);
    // The browser's Back leads to the list as it was.
    await page.goBack();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(60);
    expect(await page.getByLabel('CPF', { exact: true }).inputValue()).toBe('900.000.008-41');
    await page.getByRole('button', { name: 'Gerar o relatório deste CPF' }).click();
    await page.getByText('60 consultas registradas').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar para entregar' }).click(),
    ]);
    const report = readFileSync(await download.path(), 'utf8');
    expect(report).toContain(`CPF ${masked}`);
    expect(report).not.toContain('<b>loja</b>');
    expect(page.url()).toBe(`${service.address}/console/consultas`);
    await close();
  });

  test('an administrator unmasks for a reason, which the audit shows', async () => {
    const { page, close } = await openAs('admin');
    // It is filled when it opens, with what was asked; what operators did is behind a switch.
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
    expect(await page.locator('tbody').textContent()).not.toContain('Auditoria consultada');
    await page.getByLabel('Mostrar também as ações dos operadores').check();
    await page
      .getByRole('row', { name: /Auditoria consultada/ })
      .first()
      .waitFor();
    await page.getByLabel('Mostrar também as ações dos operadores').uncheck();
    await expect.poll(() => page.locator('tbody').textContent()).not.toContain('Auditoria consultada');
    // A key is chosen by its name.
    await page.getByLabel('Quem').selectOption('<b>loja</b> (chave)');
    await page
      .getByRole('link', { name: /^Abrir a consulta de/ })
      .first()
      .click();
    await page.getByLabel('Motivo').selectOption('fraud_inquiry');
    await page.getByRole('button', { name: 'Revelar', exact: true }).click();
    await page.getByText('900.000.008-41').waitFor();
    await page.getByText('Outra Pessoa').waitFor();
    await page.getByRole('button', { name: 'Voltar à lista' }).click();
    await page.getByLabel('Quem').selectOption('');
    await page.getByLabel('Tipo').selectOption('act');
    const row = page.getByRole('row', { name: /Dados revelados/ });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/req_[0-9a-f]{32} Apuração de fraude/);
    await close();
  });

  test('a batch is one line that opens; filters find its rows, and Back leads to the list', async () => {
    const sent = await fetch(`${service.address}/v1/batches`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await service.createKey({ name: 'lojas', mode: 'live', scopes: ['verify:batch', 'verify:cpf'] })}`,
        'content-type': 'text/csv',
      },
      body: `cpf\n${cpf}\n40442820135\n`,
    });
    expect(sent.status).toBe(202);
    const { page, faults, close } = await openAs('analyst');
    const line = page.getByRole('row', { name: /Lote, 2 linhas/ });
    await line.waitFor();
    expect(await line.textContent()).toContain('lojas');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
    await line.getByRole('link').click();
    await page.getByText('Só as consultas deste lote:').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(page.url()).toMatch(/\/console\/consultas\/bat_[0-9a-f]{32}$/);
    await page.getByLabel('Risco').selectOption('high');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(await page.locator('tbody tr').textContent()).toContain(masked);
    await page.getByLabel('Motivo').selectOption('all_checks_passed');
    await page.getByText('Nenhum registro com esses filtros.').waitFor();
    await page.getByRole('button', { name: 'Limpar' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page
      .getByRole('link', { name: /^Abrir a consulta de/ })
      .first()
      .click();
    await page.getByText(/^Íntegro/).waitFor();
    await page.goBack();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.goBack();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
    await line.waitFor();
    // Searched for by what it found, its rows stand among the others, and lead to it.
    await page.getByLabel('Risco').selectOption('low');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: /^Abrir o lote de / }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'Todas as consultas' }).click();
    await page.getByLabel('Risco').selectOption('');
    await page.getByRole('button', { name: 'Ontem' }).click();
    await page.getByText('Nenhum registro com esses filtros.').waitFor();
    expect(await page.getByRole('button', { name: 'Ontem' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Limpar' }).click();
    await page.getByLabel('Ordem').selectOption('oldest');
    await expect.poll(() => page.locator('tbody tr').first().textContent()).not.toContain('Lote');
    expect(faults).toEqual([]);
    await close();
  });
});
