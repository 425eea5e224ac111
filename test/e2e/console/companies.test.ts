// Empresas: a company's page by its address and from every answer, for a branch as well, with what the month before said differently.

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { rollBackRegistry } from '../../../src/registry/maintenance.ts';
import { describeInBrowser, findStored, openSignedIn } from '../../support/console/console-browser.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { type DumpRows, establishment, partner, toRow, writeDump } from '../../support/registry/registry-dump.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const head = completeCnpj('112223330001');
const branch = completeCnpj('112223330002');
const partners = 130;

const partnerRow = (index: number, name = `SOCIO NUMERO ${String(index).padStart(3, '0')}`) =>
  partner('11222333', '2', name, '***123456**', '49', '20200101', '', '***000000**', '', '00', '5');

interface Month {
  readonly status: string;
  readonly capital: string;
  readonly partners: readonly string[];
  readonly special?: string;
}

/** One month of a company with a branch; `over` is what the month says differently. */
function toMonth(over: Month): DumpRows {
  return {
    companies: [toRow('11222333', 'ARMAZEM EXEMPLO LTDA', '2062', '49', over.capital, '03', '')],
    establishments: [
      establishment({
        base: '112223330001',
        tradeName: 'ARMAZEM',
        status: over.status,
        specialSituation: over.special ?? '',
        columns: { 12: '5611201,4712100' },
      }),
      establishment({ base: '112223330002', headOffice: '2', tradeName: 'ARMAZEM FILIAL', address: 'AVENIDA DOIS' }),
    ],
    partners: over.partners,
    tables: {
      CNAECSV: [toRow('4781400', 'Comércio de vestuário'), toRow('5611201', 'Restaurantes')],
      NATJUCSV: [toRow('2062', 'Sociedade Empresária Limitada')],
      QUALSCSV: [toRow('49', 'Sócio-Administrador')],
      MUNICCSV: [toRow('7107', 'SAO PAULO')],
      MOTICSV: [toRow('00', 'SEM MOTIVO')],
      PAISCSV: [toRow('105', 'BRASIL')],
    },
  };
}

describeInBrowser('Empresas', (browser) => {
  let service: TestService;
  let registry: string;
  let importMonth: (day: string, month: Month) => Promise<void>;
  const many = Array.from({ length: partners }, (_, index) => partnerRow(index));
  beforeAll(async () => {
    service = await startTestService();
    registry = join(service.directory, 'data/registry');
    const folder = join(service.directory, 'data/downloads');
    importMonth = async (day, month) => {
      await importInto(registry, writeDump(join(folder, day), toMonth(month), day));
    };
    await importMonth('60708', { status: '02', capital: '1000,00', partners: many });
  });
  afterAll(() => service.close());

  const openAs = (role: 'viewer' | 'analyst', path: string) => openSignedIn(browser, service, role, { path });

  const title = (page: Page) => page.getByRole('heading', { name: 'ARMAZEM EXEMPLO LTDA', level: 1 });
  const part = (page: Page, name: string) =>
    page.locator('.company-part').filter({ has: page.getByRole('heading', { name }) });

  test('an answer leads to the record of the company, with partners by pages, its branches, and a month that is not there said so', async () => {
    const { page, name, faults, close } = await openAs('analyst', '/console');
    await page.getByLabel('CPF ou CNPJ').fill(head);
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('link', { name: 'Ver ficha cadastral' }).click();
    await title(page).waitFor();
    expect(page.url()).toBe(`${service.address}/console/empresas/${head}`);
    await part(page, 'O que mudou').getByText('Só um mês do cadastro está guardado').waitFor();
    for (const text of ['R$ 1.000,00', 'Sociedade Empresária Limitada']) await page.getByText(text).waitFor();
    await page.getByText('4781-4/00').waitFor();
    // Reading a record looks nobody up.
    await page
      .getByText('Não foi conferido: as listas de sanções, os sócios nas listas (ninguém consultou).')
      .waitFor();
    expect(await page.getByRole('link', { name: /Comprovante na Receita Federal/ }).getAttribute('href')).toContain(
      head,
    );
    expect(await page.locator('.company dt').allTextContents()).toEqual([
      'Situação cadastral',
      'Razão social',
      'Nome fantasia',
      'Abertura',
      'Natureza jurídica',
      'Porte',
      'Capital social',
      'Qualificação do responsável',
      'Endereço',
      'Município',
      'CEP',
    ]);
    const rows = part(page, 'Sócios').locator('tbody tr');
    expect(await rows.count()).toBe(10);
    await part(page, 'Sócios').getByRole('button', { name: 'Mostrar mais' }).click();
    await part(page, 'Sócios').getByRole('button', { name: 'Mostrar mais' }).click();
    await expect.poll(() => rows.count()).toBe(partners);
    expect(await rows.last().textContent()).toContain('SOCIO NUMERO 129');
    // A branch has a page of its own, and Back leads to where one came from.
    await part(page, 'Matriz e filiais').getByRole('link', { name: '11.222.333/0002-62' }).click();
    await page.getByText('AVENIDA DOIS').waitFor();
    expect(page.url()).toBe(`${service.address}/console/empresas/${branch}`);
    await page.goBack();
    await page.getByText('RUA DAS FLORES').waitFor();
    // So does a verification in Consultas, in the list and opened.
    await page.getByRole('navigation', { name: 'Telas' }).getByRole('link', { name: 'Consultas' }).click();
    const row = page.getByRole('row', { name: /CNPJ/ }).first();
    const fromList = row.getByRole('link', { name: '11.222.333/0001-81', exact: true });
    await fromList.click();
    await title(page).waitFor();
    expect(page.url()).toBe(`${service.address}/console/empresas/${head}`);
    await page.goBack();
    await row.getByRole('link', { name: /^Abrir a consulta de/ }).click();
    await page.getByRole('article').getByRole('link', { name: 'Ver ficha cadastral' }).click();
    await title(page).waitFor();
    expect(page.url()).toBe(`${service.address}/console/empresas/${head}`);
    // Who was named is written down under who looked, and nothing stays in the browser.
    const reads = await page.evaluate(readCompanyRecords);
    expect(reads).toContain(name);
    expect(await findStored(page)).toEqual(['']);
    expect(faults).toEqual([]);
    await close();
  });

  test('the next month says what changed, also for a branch, and after a rollback there is nothing older to compare with', async () => {
    await importMonth('60808', { status: '04', capital: '250000,00', partners: many.slice(1), special: 'FALIDO' });
    const { page, close } = await openAs('analyst', `/console/empresas/${head.slice(0, 2)}.${head.slice(2)}`);
    const changes = part(page, 'O que mudou');
    await expect
      .poll(async () => {
        await page.reload();
        await title(page).waitFor();
        return changes.textContent();
      })
      .toContain('08/07/2026');
    const told = (await changes.locator('tbody tr').allTextContents()).map((row) => row.replaceAll('\u00a0', ' '));
    expect(told).toEqual([
      'Situação cadastralativainapta',
      'Situação especial—FALIDO',
      'Capital socialR$ 1.000,00R$ 250.000,00',
      'Número de sócios130129',
    ]);
    await page.getByText('Situação especial: FALIDO').waitFor();
    await page.goto(`${service.address}/console/empresas/${branch}`);
    await changes.getByText('R$ 250.000,00').waitFor();
    expect(await changes.textContent()).not.toContain('FALIDO');
    rollBackRegistry(registry, systemClock);
    await expect
      .poll(async () => {
        await page.reload();
        await title(page).waitFor();
        return changes.textContent();
      })
      .toContain('não há com o que comparar');
    await close();
  });

  test('whoever may not see real companies sees made-up ones, unmistakably; a number that is none is said so', async () => {
    const { page, close } = await openAs('viewer', '/console/empresas/34238864000168');
    await page.getByRole('heading', { name: 'PLANALTO CENTRAL TECNOLOGIA LTDA' }).waitFor();
    expect(await page.getByText('DADOS FICTÍCIOS', { exact: true }).count()).toBe(1);
    expect(await page.getByRole('link', { name: /Comprovante/ }).count()).toBe(0);
    await page.goto(`${service.address}/console/empresas/123`);
    await page.getByText('O endereço da página não tem um CNPJ válido').waitFor();
    await page.getByLabel('CNPJ').fill(head);
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${service.address}/console/empresas/${head}`);
    await close();
  });
});

/** In the page: who read the record of a company, as Consultas lists it. */
const readCompanyRecords = `(async () => {
  const state = await (await fetch('/console/api/state')).json();
  const answer = await fetch('/console/api/audit-search', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'confere-csrf': state.operator.csrf },
    body: JSON.stringify({ kind: 'company_record' }),
  });
  return (await answer.json()).rows.map(({ who }) => who);
})()`;
