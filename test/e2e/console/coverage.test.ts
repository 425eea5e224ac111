// What an answer rests on, as an analyst reads it: nothing that nobody looked at is ever said to be checked, on the screen, on paper, in a
// ticket, in Lote, or later in Consultas.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { systemClock } from '../../../src/clock.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { describeInBrowser, openSignedIn } from '../../support/console/console-browser.ts';
import { consolePassword, openConsolePage, signInTo } from '../../support/console/console-page.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { describeBureau, goodAnswer, person } from '../../support/parties/described-sources.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { establishment, partner, toRow, writeDump } from '../../support/registry/registry-dump.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The sandbox's people stand for real ones: what is asked is the live side of the service. */
const ana = { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho', birthDate: '21/07/1990' };
const paulo = { cpf: '630.172.859-95', digits: '63017285995', name: 'Paulo Roberto Nunes', birthDate: '02/11/1972' };
/** No bureau knows the name; six digits of the number are those of a politician, of whom the list has no others. */
const nameless = '900.000.016-51';
const company = completeCnpj('445556660001');
const nothingLeft = 'Nada ficou sem conferir.';
const today = toBrazilDay(systemClock.nowMs());
const day = today.split('-').reverse().join('/');

/** With the list of the UN, upon which every service relies, unless it is left out. */
async function startScreening(lists: readonly ('ceis' | 'pep' | 'own-casa')[], hasUn = true): Promise<TestService> {
  const env = { CONFERE_SCREENING_VERIFY: 'true' };
  const service = await startTestService(env, { liveSources: createSandboxSources(systemClock) });
  const directory = join(service.directory, 'data/lists');
  const number = { kind: 'cpf', number: paulo.digits } as never;
  const entries = {
    ceis: toEntry({ id: '77', names: ['PAULO ROBERTO NUNES'], document: number, until: '2099-12-31' }),
    pep: toEntry({ id: '7', names: ['BELTRANA EXEMPLO'], document: { kind: 'masked_cpf', digits: '000016' } }),
    'own-casa': toEntry({ id: '1', names: ['CICRANO EXEMPLO'] }),
  };
  for (const list of lists) writeEdition(directory, list, [entries[list]], { dataAsOf: today });
  if (hasUn) writeRequiredList(directory, today);
  const analyst = await signInTo(
    openConsolePage(service.address),
    await service.createOperator('analyst', consolePassword),
  );
  const readStates = async () => {
    const { body } = await analyst.post('screen', { with: 'live', cpf: paulo.digits, name: paulo.name });
    return body.pt.lists.filter(({ state }: { state: string }) => state === 'current');
  };
  // A running service reads them one after the other.
  await vi.waitUntil(async () => (await readStates()).length === lists.length + Number(hasUn), {
    timeout: 60_000,
    interval: 100,
  });
  return service;
}

async function verify(
  page: Page,
  { cpf, name = '', birthDate = '' }: { cpf: string; name?: string; birthDate?: string },
) {
  await page.getByRole('link', { name: 'Verificar', exact: true }).click();
  await page.getByLabel('CPF ou CNPJ').fill(cpf);
  await page.getByLabel('Nome completo').fill(name);
  await page.getByLabel('Data de nascimento').fill(birthDate);
  const answered = page.waitForResponse(/verify-cpf$/);
  await page.getByRole('button', { name: 'Verificar', exact: true }).click();
  return (await (await answered).json()) as { readonly request_id: string };
}

const coverage = (page: Page) => page.locator('.verdict-coverage');

async function copyTicket(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copiar para o chamado' }).click();
  return (await page.evaluate('navigator.clipboard.readText()')) as string;
}

/** The newest question of this page's operator. */
async function openRecord(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Consultas' }).click();
  await page.locator('tbody tr').first().click();
  await page.getByText(/^Íntegro/).waitFor();
}

describeInBrowser('What an answer rests on', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startScreening(['ceis', 'pep']);
    const registry = join(service.directory, 'data/registry');
    const folder = join(service.directory, 'data/downloads');
    const rows = {
      companies: [toRow('44555666', 'ARMAZEM EXEMPLO LTDA', '2062', '49', '1000,00', '03', '')],
      establishments: [establishment({ base: '445556660001', tradeName: 'ARMAZEM' })],
      partners: [
        partner('44555666', '2', 'PAULO ROBERTO NUNES', '***172859**', '49', '20200101', '', '', '', '00', '5'),
      ],
      tables: { QUALSCSV: [toRow('49', 'Sócio-Administrador')] },
    };
    await importInto(registry, writeDump(join(folder, 'month'), rows as never, '60708'));
  });
  afterAll(() => service.close());

  const openAnalyst = (at = service) => openSignedIn(browser, at, 'analyst', { acceptDownloads: true });

  test('all looked at: that nothing was left is said, with every source and list by its day, also in the ticket, on paper and in Consultas', async () => {
    const { page, faults, close } = await openAnalyst();
    await verify(page, ana);
    await coverage(page).getByText(nothingLeft).waitFor();
    const checked = await coverage(page).locator('p').last().innerText();
    for (const part of [
      'Conferido: o nome, o nascimento',
      'dívidas (o birô A)',
      `a lista ceis (${day})`,
      `a lista pep (${day})`,
    ])
      expect(checked).toContain(part);
    const ticket = await copyTicket(page);
    expect(ticket).toContain(nothingLeft);
    expect(ticket).toContain(checked);
    await page.emulateMedia({ media: 'print' });
    expect(await coverage(page).getByText(checked).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await openRecord(page);
    await page.getByText(nothingLeft).waitFor();
    await page.getByText(checked).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('a number alone is no approval in Consultas either', async () => {
    const { page, close } = await openAnalyst();
    await verify(page, { cpf: ana.cpf });
    const head = await page.locator('.verdict-word').innerText();
    expect(head).toMatch(/^Falta conferir quem é: /);
    await openRecord(page);
    await page.getByRole('heading', { name: head, exact: true }).waitFor();
    await close();
  });

  test('a company whose managing partner is on a list: Verificar and Empresas say that nobody looked at the partners, and Listas finds him', async () => {
    const { page, faults, close } = await openAnalyst();
    await page.getByLabel('CPF ou CNPJ').fill(company);
    await page.getByLabel('Razão social ou nome fantasia').fill('Armazem Exemplo Ltda');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await coverage(page).getByText('os sócios nas listas (ninguém consultou)').waitFor();
    expect(await page.getByText(nothingLeft).count()).toBe(0);
    expect(await copyTicket(page)).toContain('os sócios nas listas (ninguém consultou)');
    await page.getByRole('link', { name: 'Ver ficha cadastral' }).click();
    await page
      .getByText('Não foi conferido: as listas de sanções, os sócios nas listas (ninguém consultou).')
      .waitFor();
    await page.getByRole('link', { name: 'Listas', exact: true }).click();
    await page.getByLabel('CPF ou CNPJ').fill(company);
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await coverage(page).getByText('os sócios nas listas (ninguém consultou)').waitFor();
    await page.getByLabel('Procurar também os sócios').check();
    await page.getByLabel('Razão social ou nome fantasia').fill('Armazem Exemplo Ltda');
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await page.getByRole('heading', { name: /consta em CEIS|pode ser quem está em CEIS/ }).waitFor();
    await coverage(page).getByText('os sócios nas listas (1/1)').waitFor();
    await coverage(page).getByText(nothingLeft).waitFor();
    // By a number alone somebody may be missed, and that is said.
    await page.getByLabel('Razão social ou nome fantasia').fill('');
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await coverage(page).getByText('o nome da empresa (não informado)').waitFor();
    expect(await page.getByText(nothingLeft).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('a list that could not decide is named, and leads to the name', async () => {
    const { page, faults, close } = await openAnalyst();
    await verify(page, { cpf: nameless });
    await coverage(page).getByText(`a lista pep de ${day} (informe o nome: só com ele dá para saber)`).waitFor();
    expect(await page.getByText(nothingLeft).count()).toBe(0);
    await openRecord(page);
    await page.getByText(`a lista pep de ${day} (informe o nome: só com ele dá para saber)`).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('a hit that somebody cleared stays in sight: in Verificar, the ticket, Lote and its file, and in Consultas', async () => {
    const { page, name, faults, close } = await openAnalyst();
    await verify(page, paulo);
    await coverage(page).getByText(nothingLeft).waitFor();
    const analyst = await signInTo(openConsolePage(service.address), name);
    const clearing = {
      with: 'live',
      cpf: paulo.digits,
      row: 'ceis:77',
      reason: 'Sanção suspensa.',
      despite_number: 'yes',
    };
    expect((await analyst.post('clear', clearing)).status).toBe(200);
    const sentence = `a linha ceis:77 (alguém a descartou, por isso não conta, desde ${day})`;
    await verify(page, paulo);
    await coverage(page).getByText(sentence).waitFor();
    expect(await page.getByText(nothingLeft).count()).toBe(0);
    expect(await copyTicket(page)).toContain(sentence);
    await openRecord(page);
    await page.getByText(sentence).waitFor();

    await page.getByRole('link', { name: 'Lote' }).click();
    const buffer = Buffer.from(`CPF;Nome;Nascimento\n${paulo.digits};${paulo.name};${paulo.birthDate}\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByText('1 respondida').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV/ }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('listed_hit.ceis:cleared');
    await page.getByRole('button', { name: /^Ver resultado/ }).click();
    await page.locator('tbody tr').first().click();
    await coverage(page).getByText(sentence).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('one list of one’s own and none of sanctions: that is said', async () => {
    const own = await startScreening(['own-casa'], false);
    const { page, close } = await openAnalyst(own);
    await verify(page, ana);
    await coverage(page)
      .getByText(/^Não foi conferido: a lista onu .*\(não importada\)/)
      .waitFor();
    expect(await page.getByText(nothingLeft).count()).toBe(0);
    await close();
    await own.close();
  });

  test('a source that a budget left out is named, here and later', async () => {
    const party: PartyServer = await startParty(json(200, goodAnswer));
    const bureau = describeBureau(party.origin);
    const file = join(createOutputDirectory('budget'), 'confere.yaml');
    const sources = {
      bureau_a: bureau,
      bureau_b: { ...bureau, budget: { day: { calls: 1 } } },
      fraud_registry: bureau,
    };
    writeFileSync(file, stringify({ sources }));
    const env = { CONFERE_CONFIG: file, CONFERE_VERIFICATION_DEADLINE_MS: '30000', CONFERE_SOURCES_CACHE_SECONDS: '0' };
    const limited = await startTestService(env);
    const { page, close } = await openAnalyst(limited);
    const joana = { cpf: person.cpf, name: goodAnswer.name, birthDate: '21/05/1987' };
    await verify(page, joana);
    await coverage(page).getByText('Não foi conferido: as listas de sanções (ninguém consultou).').waitFor();
    await page.getByRole('button', { name: 'Próxima consulta (/)' }).click();
    await verify(page, joana);
    const sentence = 'o cadastro da pessoa, o score de um birô (o birô B: o orçamento acabou)';
    await coverage(page).getByText(sentence).waitFor();
    expect(await page.getByText(nothingLeft).count()).toBe(0);
    await openRecord(page);
    await page.getByText(sentence).waitFor();
    await close();
    await limited.close();
    await party.close();
  });
});
