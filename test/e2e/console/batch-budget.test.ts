// Lote and a budget that does not pay for all rows, in a real browser: the question before the start says so and asks what to do; Painel
// says that the budget is used up.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { describeInBrowser, findBarriers, openSignedIn } from '../../support/console/console-browser.ts';
import { describeBureau, describeThree, goodAnswer } from '../../support/parties/described-sources.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { createHome } from '../../support/service/process.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const price = [{ from: '2020-01-01', answered: '9.00', not_found: 0, minor: 0, timeout: 0, error: 0 }];

describeInBrowser('Lote and a budget', (browser) => {
  const home = createHome({});
  let party: PartyServer;
  let service: TestService;
  let csv = '';
  beforeAll(async () => {
    party = await startParty(json(200, goodAnswer));
    // It says the same of everybody.
    const { cpf: _, ...mapping } = describeBureau(party.origin)['mapping'] as Record<string, string>;
    const bureau = describeBureau(party.origin, { price, mapping });
    // R$ 25: two calls, and R$ 7 that pay no other.
    const sources = { ...describeThree(bureau), bureau_a: { ...bureau, budget: { month: { reais: '25.00' } } } };
    const config = join(home.directory, 'confere.yaml');
    writeFileSync(config, stringify({ sources }));
    service = await startTestService({ ...home.env, CONFERE_CONFIG: config, CONFERE_BATCHES_ROWS_AT_ONCE: '1' });
    csv = join(service.directory, 'pessoas.csv');
    const people = Array.from({ length: 4 }, (_, index) => `${completeCpf(String(390_533_400 + index))};Joana Exemplo`);
    writeFileSync(csv, ['CPF;Nome', ...people, ''].join('\n'));
  });
  afterAll(async () => {
    await service?.close();
    await party?.close();
  });

  test('the question names the row and the cost, and the batch stops where it is told to', async () => {
    const { page, faults, close } = await openSignedIn(browser, service, 'analyst', { path: '/console/lote' });
    await page.locator('input[type=file]').setInputFiles(csv);
    await page.getByText('Fontes reais').click();
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Consultar as fontes reais?' });
    await dialog.getByText('Custa no máximo R$').waitFor();
    expect(await dialog.getByText('Custa no máximo').innerText()).toMatch(/R\$\s108,00/);
    await dialog.getByText('O orçamento do mês de Birô A pode não pagar a partir da linha 4.').waitFor();
    await dialog.getByText('O lote espera até o dia ou o mês seguinte').waitFor();
    await dialog.getByText('Seguir sem a fonte').click();
    await dialog.getByText('nenhuma delas poderá ser aprovada').waitFor();
    await dialog.getByText('Parar ali').click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByText('Parou porque um orçamento acabou.').waitFor({ timeout: 60_000 });
    await page.getByText('2 respondidas').waitFor();
    await page.getByRole('button', { name: /^Repetir as incompletas/ }).click();
    const question = page.getByRole('dialog', { name: 'Consultar de novo as linhas incompletas?' });
    await question.getByRole('button', { name: 'Repetir as incompletas' }).click();
    await page.getByText('0 de 2 linhas').waitFor();
    await page.goto(`${service.address}/console/painel`);
    await page.getByText('O orçamento acabou').waitFor({ timeout: 60_000 });
    expect(faults).toEqual([]);
    await close();
  });
});
