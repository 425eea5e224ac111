// Text that means harm, in every place that a bureau, a company's name, a key or the audit can fill: shown as text, in every screen.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { emptyRecord } from '../../../src/domain/person/evidence.ts';
import { describeInBrowser, openSignedIn } from '../../support/console/console-browser.ts';
import { type ContractParty, toThree } from '../../support/parties/contract-parties.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, writeDump } from '../../support/registry/registry-dump.ts';
import { post, startTestService, type TestService } from '../../support/service/service.ts';

const attack = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
const cnpj = completeCnpj('112223330001');

/** A bureau whose records hold markup; of all ports this one alone brings text from outside. */
const hostile: ContractParty = {
  ask: async () => ({
    evidence: {
      kind: 'answered',
      record: {
        ...emptyRecord,
        name: attack,
        socialName: attack,
        birthDate: '1990-07-21',
        registration: 'regular',
        score: 800,
        pendingDebts: false,
        fraudAlert: false,
      },
    },
    latencyMs: 5,
    cached: false,
    calls: 1,
  }),
  canAdmit: () => true,
  required: false,
};
const liveSources = toThree(hostile);

describeInBrowser('hostile text', (browser) => {
  const dump = mkdtempSync(join(tmpdir(), 'confere-hostile-'));
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({}, { liveSources });
    const rows = {
      establishments: [establishment({ base: '112223330001', tradeName: attack })],
      companies: [company('11222333', attack)],
    };
    await importInto(join(service.directory, 'data/registry'), writeDump(dump, rows));
  });
  afterAll(async () => {
    await service.close();
    rmSync(dump, { recursive: true });
  });

  async function expectText(page: Page, faults: readonly string[]): Promise<void> {
    expect(await page.locator('main').innerText()).toContain('onerror=');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).not.toBe('taken');
    expect(faults).toEqual([]);
  }

  test('of a bureau, of a company, of a key and of the audit is text, on every screen that shows it', async () => {
    const key = await service.createKey({ name: attack, mode: 'live' });
    await expect
      .poll(async () => (await post(`${service.address}/v1/verify/cnpj`, { cnpj }, { key })).status)
      .toBe(200);
    await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135', name: attack }, { key });
    const { page, faults, close } = await openSignedIn(browser, service, 'admin');
    await page.getByText('Fontes reais').click();

    await page.getByLabel('CPF ou CNPJ').fill('40442820135');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.locator('.verdict').waitFor();
    await expectText(page, faults);
    await page.getByLabel('CPF ou CNPJ').fill(cnpj);
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByText('11.222.333/0001').first().waitFor();
    await expectText(page, faults);
    await page.getByRole('link', { name: 'Ver ficha cadastral' }).click();
    await page.getByRole('heading', { name: 'Ficha cadastral' }).waitFor();
    await expectText(page, faults);

    await page.getByRole('link', { name: 'Consultas' }).click();
    await page.getByLabel('Tipo').selectOption('cpf');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.locator('tbody tr').first().waitFor();
    await expectText(page, faults);
    await page
      .getByRole('link', { name: /^Abrir a consulta de/ })
      .last()
      .click();
    await page.getByLabel('Motivo').selectOption('fraud_inquiry');
    await page.getByRole('button', { name: 'Revelar', exact: true }).click();
    await page.getByText('404.428.201-35').first().waitFor();
    await expectText(page, faults);
    await close();
  });
});
