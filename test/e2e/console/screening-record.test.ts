// The record of one screening in a real browser: what was seen, when the edition is long gone, on the screen and on paper.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { describeInBrowser, openSignedIn } from '../../support/console/console-browser.ts';
import { toEntry, writeEdition, writeRequiredList } from '../../support/lists/list-editions.ts';
import { post, startTestService, type TestService } from '../../support/service/service.ts';

const today = toBrazilDay(systemClock.nowMs());
const cpf = completeCpf('300456789') as Cpf;
const entry = toEntry({
  ...{ id: '7', names: ['FULANO DE TAL INVENTADO'], document: { kind: 'cpf', number: cpf }, until: '2099-12-31' },
  ...{ category: 'Suspensão de teste', authority: 'Prefeitura de Exemplo', process: '0001/2024' },
});

describeInBrowser('the record of a screening', (browser) => {
  let service: TestService;
  let requestId: string;
  beforeAll(async () => {
    service = await startTestService();
    const lists = join(service.directory, 'data/lists');
    writeRequiredList(lists, today);
    writeEdition(lists, 'ceis', [entry], { dataAsOf: today, id: 'edition-0001' });
    const key = await service.createKey({ name: 'loja', mode: 'live', rate: null, scopes: ['screen'] });
    const screen = () => post(`${service.address}/v1/screen`, { cpf, name: 'Fulano de Tal Secreto' }, { key });
    await vi.waitFor(async () => expect((await screen()).body.status).toBe('hit'), { timeout: 60_000, interval: 100 });
    requestId = (await screen()).body.request_id;
    writeEdition(lists, 'ceis', [], { dataAsOf: today, id: 'edition-0002' });
    await vi.waitFor(async () => expect((await screen()).body.status).toBe('clear'), {
      timeout: 60_000,
      interval: 100,
    });
    rmSync(join(lists, 'ceis', 'snapshots', 'edition-0001'), { recursive: true });
  });
  afterAll(() => service.close());

  const openAs = (role: 'analyst' | 'admin') =>
    openSignedIn(browser, service, role, { path: `/console/consultas/${requestId}` });
  const [year, month, day] = today.split('-');

  test('an analyst sees what the row said, beside a question that stays masked', async () => {
    const { page, faults, close } = await openAs('analyst');
    const hit = page.locator('.seen-hit');
    await hit.waitFor();
    const told = await hit.innerText();
    for (const text of [
      'ceis:7',
      'FULANO DE TAL INVENTADO',
      'Suspensão de teste',
      'Prefeitura de Exemplo',
      '0001/2024',
    ])
      expect(told).toContain(text);
    expect(told).toContain(`ceis, ${day}/${month}/${year}`);
    expect(told).toMatch(/oculto[\s\S]*semelhança de/);
    const whole = await page.locator('main').innerText();
    expect(whole).not.toContain('Secreto');
    expect(whole).not.toContain(cpf);
    expect(faults).toEqual([]);
    await close();
  });

  test('it prints with its protocol, the lists of that day and the proof', async () => {
    const { page, close } = await openAs('analyst');
    await page.locator('.seen-hit').waitFor();
    await page.emulateMedia({ media: 'print' });
    const paper = await page.locator('main').innerText();
    expect(paper).toContain('Comprovante de consulta a listas');
    for (const text of [requestId, `ceis: ${day}/${month}/${year}`, 'loja', `confere audit show ${requestId}`])
      expect(paper).toContain(text);
    expect(paper).toMatch(/[0-9a-f]{64}/);
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // A4 in points.
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    await close();
  });

  test('an administrator who gives a reason sees the question beside the row', async () => {
    const { page, close } = await openAs('admin');
    await page.getByRole('button', { name: 'Revelar', exact: true }).click();
    await page.locator('.compared').getByText('Fulano de Tal Secreto').waitFor();
    await close();
  });
});
