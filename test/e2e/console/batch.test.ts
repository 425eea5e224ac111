// Lote in a real browser: a file dropped, its columns corrected, started, watched and downloaded; in both languages and every look; by
// the keyboard alone; with hostile cells; over a closed page, a stopped service and the end of a session.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeInBrowser,
  fillSignIn,
  findStored,
  openSignedIn,
  openWatchedPage,
  signInByForm,
} from '../../support/console/console-browser.ts';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { writeXlsx } from '../../support/xlsx.ts';

const attack = `<img src=x onerror="document.title='taken'">`;
const cpf = '40442820135';
const limits = { CONFERE_BATCHES_ROWS_MAX: '5000', CONFERE_BATCHES_BODY_BYTES_MAX: '2000000' };

describeInBrowser('Lote', (browser) => {
  let service: TestService;
  let csv = '';
  beforeAll(async () => {
    service = await startTestService(limits);
    csv = join(service.directory, `${attack.replaceAll('/', '')}.csv`);
    // Lost zeros, a wrong number, a row out of shape, and what would run if it were ever taken for HTML.
    writeFileSync(
      csv,
      `CPF;Nome;${attack}\n${cpf};Ana Beatriz Carvalho;${attack}\n12345678900;${attack};\n1234567;;\n6090000013;;\nsó uma célula\n`,
    );
  });
  afterAll(() => service.close());

  const openAs = (role: 'analyst' | 'viewer', from = service) =>
    openSignedIn(browser, from, role, { path: '/console/lote', acceptDownloads: true });

  const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path);

  test('a file and its result are whole in both languages; nobody else is asked, and nothing of a cell becomes a part of the page', async () => {
    const { page, faults, close } = await openAs('analyst');
    await page.getByText('Nenhum lote ainda.').waitFor();
    await choose(page, csv);
    await page.getByRole('heading', { name: 'Linhas com problema' }).waitFor();
    await page.getByText('Os dígitos verificadores não conferem').first().waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Rows with a fault' }).waitFor();
    await page.getByRole('button', { name: 'Start the batch' }).click();
    await page.getByText('done', { exact: true }).waitFor({ timeout: 30_000 });
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).toBe('Batch · Confere');
    expect(page.url()).toBe(`${service.address}/console/lote?lang=en`);
    expect(await findStored(page)).toEqual(['']);
    expect(faults).toEqual([]);
    await close();
  });

  test('dropped, corrected, started, left, found again, downloaded and deleted', async () => {
    const { page, name, faults, close } = await openAs('analyst');
    const content = `codigo;quem\n${cpf};Ana Beatriz Carvalho\n191;Banco\n`;
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(content)}], 'clientes.csv'));
      return transfer;
    })()`);
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: data });
    await page.getByText('Escolha a coluna que tem os CPFs ou CNPJs.').waitFor();
    expect(await page.getByRole('button', { name: 'Iniciar o lote' }).isDisabled()).toBe(true);
    await page.getByLabel('O que há na coluna codigo').selectOption('document');
    await page.getByLabel('O que há na coluna quem').selectOption('name');
    await page.getByText('com os zeros à esquerda: 00000000000191').waitFor();
    await page.getByText('Fontes reais').click();
    await page.getByText('Nenhuma fonte real de pessoas está conectada').waitFor();
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Consultar as fontes reais?' });
    await dialog.getByText('2 linhas no arquivo.').waitFor();
    await dialog.getByText('1 pessoa e 1 empresa diferentes.').waitFor();
    await dialog.getByText('No máximo 1 consulta a cada birô').waitFor();
    await dialog.getByText('Nenhuma linha repetida.').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByText('Sandbox', { exact: true }).click();
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByText('Lote iniciado.').waitFor();
    await close();

    const again = await openWatchedPage(browser, service.address, { acceptDownloads: true });
    await again.page.goto(`${service.address}/console/lote`);
    await signInByForm(again.page, name);
    await again.page.getByText('concluído').waitFor({ timeout: 30_000 });
    const [download] = await Promise.all([
      again.page.waitForEvent('download'),
      again.page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('clientes-resultado.csv');
    const result = readFileSync(await download.path(), 'utf8');
    expect(result).toContain(`${cpf};Ana Beatriz Carvalho;2;answered;`);
    const [sheet] = await Promise.all([
      again.page.waitForEvent('download'),
      again.page.getByRole('button', { name: 'Baixar planilha (XLSX)' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toBe('clientes-resultado.xlsx');
    expect(
      readFileSync(await sheet.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    // On the screen, filtered; a row opens its answer, and Back leads to the rows and to the batches.
    await again.page.getByRole('button', { name: 'Ver resultado' }).click();
    await again.page.getByRole('heading', { name: 'Resultado do lote' }).waitFor();
    await again.page.getByRole('row', { name: /404\.428\.201-35/ }).waitFor();
    await again.page.getByLabel('Nome, número ou texto').fill('banco');
    await again.page.getByRole('button', { name: 'Filtrar' }).click();
    await expect.poll(() => again.page.locator('tbody tr').count()).toBe(1);
    await again.page.getByRole('button', { name: 'Limpar' }).click();
    await again.page.getByLabel('Risco').selectOption('low');
    await again.page.getByRole('button', { name: /Abrir a resposta da linha 2/ }).click();
    await again.page.getByRole('heading', { name: /^Pode aprovar: / }).waitFor();
    await again.page.getByRole('button', { name: 'Resultado do lote' }).click();
    await again.page.getByRole('row', { name: /404\.428\.201-35/ }).waitFor();
    await again.page.goBack();
    await again.page.getByRole('button', { name: 'Excluir' }).click();
    const question = again.page.getByRole('dialog', { name: 'Excluir este lote?' });
    await question.getByRole('button', { name: 'Excluir' }).click();
    await again.page.getByText('Nenhum lote ainda.').waitFor();
    expect([...faults, ...again.faults]).toEqual([]);
    await again.close();
  });

  test('a file without a column of names says so before the start, and in the question', async () => {
    const { page, faults, close } = await openAs('analyst');
    const path = join(service.directory, 'sem-nome.csv');
    writeFileSync(path, `CPF;D.N.\n${cpf};21/07/1990\n`);
    await choose(page, path);
    const told = page.getByText('Sem coluna de nome: nenhum nome será comparado');
    await told.waitFor();
    await page.getByText('Pode ser esta: D.N.').waitFor();
    await page.getByText('Fontes reais').click();
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Consultar as fontes reais?' });
    await dialog.getByText('Sem coluna de nome').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByLabel('O que há na coluna D.N.').selectOption('name');
    await told.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  test('columns that are changed quickly send the workbook once more, and the counts are those of the last choice', async () => {
    const { page, faults, close } = await openAs('analyst');
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const head = `<row r="1">${cell('A1', 'um')}${cell('B1', 'dois')}${cell('C1', 'tres')}</row>`;
    const rows = `<row r="2">${cell('A2', cpf)}${cell('B2', 'Ana')}${cell('C2', '34238864000168')}</row>`;
    const path = writeXlsx(join(service.directory, 'colunas.xlsx'), { sheet: `${head}${rows}` });
    let sent = 0;
    let held = Promise.resolve();
    await page.route('**/batch-preview', async (route) => {
      sent++;
      await held;
      await route.continue().catch(() => {});
    });
    await choose(page, path);
    const first = page.getByLabel('O que há na coluna um');
    const third = page.getByLabel('O que há na coluna tres');
    await first.waitFor();
    const before = sent;
    await first.selectOption('cnpj');
    for (let times = 0; times < 4; times++) {
      await first.selectOption('none');
      await first.selectOption('name');
    }
    await third.selectOption('document');
    // What was counted for other columns is not shown for these.
    expect(await page.getByText('1 pronta').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Iniciar o lote' }).isDisabled()).toBe(true);
    await page.getByText('1 pronta').waitFor();
    expect(sent - before).toBeLessThan(4);
    // One that is on its way is given up, and its answer changes nothing.
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const [asked] = await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('batch-preview')),
      (async () => {
        const started = page.waitForRequest(/batch-preview/);
        await third.selectOption('none');
        await first.selectOption('cpf');
        await started;
        await first.selectOption('none');
        await third.selectOption('cnpj');
      })(),
    ]);
    expect(asked.failure()?.errorText).toContain('ABORTED');
    gate.resolve();
    await page.getByText('1 pronta').waitFor();
    expect(await page.getByText('sobrecarregado').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('the rows without an answer are shown and downloaded alone; a colleague sees how far it is, and no more', async () => {
    const { page, name, faults, close } = await openAs('analyst');
    const path = join(service.directory, 'lista de Ana.csv');
    writeFileSync(path, `C.P.F. / CNPJ;Nome\n${cpf};Ana B Carvalho\n12345678900;Bia Digitada\n`);
    await choose(page, path);
    await page.getByText('1 pronta').waitFor();
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByText('concluído').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Ver resultado' }).click();
    const row = page.getByRole('row', { name: /404\.428\.201-35/ });
    await row.waitFor();
    // What was typed, beside what the register has.
    expect(await row.textContent()).toContain('Ana B Carvalho');
    expect(await row.textContent()).toContain('ANA BEATRIZ CARVALHO');
    await page.getByText('1 linha sem resposta', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ver só sem resposta' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(await page.locator('tbody tr').textContent()).toContain('Bia Digitada');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar só sem resposta (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('lista de Ana-sem-resposta.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('12345678900;Bia Digitada;3;invalid;');
    const address = page.url();
    const colleague = await openSignedIn(browser, service, 'admin', { path: new URL(address).pathname });
    await colleague.page.getByText(`Lote de ${name}`).waitFor();
    await colleague.page.getByText('1 respondida').waitFor();
    expect(await colleague.page.locator('main').textContent()).not.toMatch(/lista de Ana|Digitada|Baixar|Excluir/);
    await colleague.page.getByRole('button', { name: 'Voltar aos lotes' }).click();
    await colleague.page.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
    await colleague.page.goto(`${service.address}/console/lote/bat_none`);
    await colleague.page.getByText('Este lote não existe ou já foi excluído.').waitFor();
    expect([...faults, ...colleague.faults.filter((fault) => !fault.includes('404'))]).toEqual([]);
    await colleague.close();
    await close();
  });

  test('a spreadsheet by the keyboard alone, and a file that is too large or empty', async () => {
    const { page, close } = await openAs('analyst');
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const xlsx = writeXlsx(join(service.directory, 'planilha.xlsx'), {
      sheets: ['Capa', 'Pessoas'],
      sheet: '<row r="1"/>',
      rowsOf: {
        Pessoas: `<row r="1">${cell('A1', 'CPF')}${cell('B1', 'Nascimento')}</row><row r="2">${cell('A2', cpf)}${cell('B2', '07/21/1990')}</row>`,
      },
    });
    const large = join(service.directory, 'grande.csv');
    writeFileSync(large, `cpf\n${`${cpf}\n`.repeat(200_000)}`);
    const none = join(service.directory, 'vazio.csv');
    writeFileSync(none, '');
    await page.getByText('Nenhum lote ainda.').waitFor();
    await choose(page, large);
    await page.getByText(/aqui um lote tem no máximo 2 MB/).waitFor();
    await choose(page, none);
    await page.getByText('O arquivo está vazio.').waitFor();
    const many = join(service.directory, 'muitas.csv');
    writeFileSync(many, `cpf\n${`${cpf}\n`.repeat(6_000)}`);
    await choose(page, many);
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByText('Um lote tem no máximo 5.000 linhas aqui.').waitFor();
    await page.getByRole('button', { name: 'Escolher outro arquivo' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Escolher arquivo' }).press('Enter'),
    ]);
    await chooser.setFiles(xlsx);
    await page.getByText('Planilha XLSX').waitFor();
    await page.getByLabel('Aba da planilha').selectOption('Pessoas');
    await page.getByLabel('O que há na coluna CPF').waitFor();
    await page.getByText('A data de nascimento é inválida').waitFor();
    await page.getByLabel('dia/mês/ano').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('1 pronta').first().waitFor();
    await page.getByRole('button', { name: 'Iniciar o lote' }).press('Enter');
    await page.getByText('concluído').waitFor({ timeout: 30_000 });
    await page.getByText('1 respondida').waitFor();
    await page.getByText('1 de risco baixo').waitFor();
    await close();
  });

  test('a session that ends with a file chosen: nothing is lost, and it starts after signing in again', async () => {
    const { page, name, close } = await openAs('analyst');
    await choose(page, csv);
    await page.getByRole('heading', { name: 'Linhas com problema' }).waitFor();
    await Promise.all([
      page.waitForResponse(/batch-preview/),
      page.getByLabel('O que há na coluna Nome').selectOption('none'),
    ]);
    await expect.poll(() => page.getByRole('button', { name: 'Iniciar o lote' }).isEnabled()).toBe(true);
    await service.operators.setPassword(name, `${password} 2`);
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByText('A sessão terminou.').waitFor();
    await fillSignIn(page, name, `${password} 2`);
    await page.getByText('concluído').waitFor({ timeout: 30_000 });
    await close();
  });

  test('a service that stops while a batch is watched: the page says so, and the batch goes on with it', async () => {
    const first = await startTestService({ ...limits, CONFERE_BATCHES_ROWS_AT_ONCE: '1' });
    const { page, close } = await openAs('analyst', first);
    const rows = join(first.directory, 'muitas.csv');
    writeFileSync(rows, `cpf\n${`${cpf}\n`.repeat(1_500)}`);
    await choose(page, rows);
    await page.getByRole('button', { name: 'Iniciar o lote' }).click();
    await page.getByText('Lote iniciado.').waitFor({ timeout: 30_000 });
    await first.close();
    await page.getByText('O serviço não responde').first().waitFor({ timeout: 30_000 });
    const second = await startTestService({
      ...limits,
      CONFERE_PORT: String(first.port),
      CONFERE_DATA_DIR: join(first.directory, 'data'),
      CONFERE_SECRETS_DIR: join(first.directory, 'secrets'),
    });
    await page.getByText('concluído').waitFor({ timeout: 60_000 });
    await page.getByText(/1\.500 respondidas/).waitFor();
    await close();
    await second.close();
  });

  test('a viewer has no such screen', async () => {
    const { page, close } = await openAs('viewer');
    await page.getByRole('link', { name: 'Chaves' }).waitFor();
    expect(await page.getByRole('link', { name: 'Lote' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Escolher arquivo' }).count()).toBe(0);
    await close();
  });
});
