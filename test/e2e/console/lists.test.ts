// Listas in a real browser: which lists can be relied upon, and who is on them, in words, signs and both languages.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeInBrowser, openSignedIn } from '../../support/console/console-browser.ts';
import { consolePassword, openConsolePage, signInTo } from '../../support/console/console-page.ts';
import { barred, failImport, writeSomeLists } from '../../support/lists/some-lists.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

describeInBrowser('Listas', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    const directory = join(service.directory, 'data/lists');
    writeSomeLists(directory);
    await failImport(directory, 'cepim');
    await waitUntilRead();
  });
  afterAll(() => service.close());

  /** A running service reads them one after the other. */
  async function waitUntilRead(): Promise<void> {
    const name = await service.createOperator('analyst', consolePassword);
    const analyst = await signInTo(openConsolePage(service.address), name);
    const countRead = async () => {
      const { body } = await analyst.post('screen', { with: 'live', cpf: barred.cpf });
      return body.pt.lists.filter(({ state }: { state: string }) => state !== 'loading').length;
    };
    // Four that are there, and the one of the UN, upon which every service relies.
    await vi.waitUntil(async () => (await countRead()) === 5, { timeout: 60_000, interval: 100 });
  }

  const openAs = (role: 'viewer' | 'analyst' | 'admin') =>
    openSignedIn(browser, service, role, { path: '/console/listas' });

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
    await card('CEPIM').getByText('não deu certo. Ainda não há edição em uso.').waitFor();
    await card('CEPIM').getByText('confere lists import cepim ARQUIVO').waitFor();
    const link = card('CEPIM').getByRole('link', { name: 'portaldatransparencia.gov.br' });
    expect(await link.getAttribute('href')).toBe('https://portaldatransparencia.gov.br/download-de-dados/cepim');

    const manual = page.getByRole('link', { name: 'Manual' });
    expect(await manual.getAttribute('href')).toBe('/docs/pt-BR/manual');
    await page.getByRole('button', { name: 'English' }).click();
    expect(await manual.getAttribute('href')).toBe('/docs/manual');
    await page.getByText('PEP: its data is of 01/01/2024, which is too old.').waitFor();
    await card('CEPIM').getByText('confere lists import cepim FILE').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('a search says what to do, what was not looked at and why each row was found; nothing of it is in the address', async () => {
    const { page, faults, close } = await openAs('analyst');
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const number = page.getByLabel('CPF ou CNPJ');
    await number.fill(barred.cpf);
    await number.press('Enter');
    await page
      .getByRole('heading', { name: 'Não aprove sem análise: consta em CEIS e Lista própria fraudes.' })
      .waitFor();
    const answer = page.locator('.search-answer');
    await answer.getByText('a lista PEP de 01/01/2024 (desatualizada)').waitFor();
    await answer.getByText(/a lista CNEP.* \(danificada\)/).waitFor();
    await answer.getByText(/Conferido: a lista CEIS \(\d\d\/\d\d\/\d{4}\); a lista própria fraudes /).waitFor();
    await answer.getByText('Só o número foi procurado').waitFor();
    await answer.getByText(/traz este número \(Suspensão\), em vigor até 31\/12\/2099\./).waitFor();
    await answer.getByRole('button', { name: 'Copiar para o chamado' }).click();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied).toContain('Não aprove sem análise: consta em CEIS e Lista própria fraudes.');
    expect(copied).toMatch(/ceis:900100: FULANO DE TAL INVENTADO/);
    expect(copied).not.toContain('FICTÍCIOS');

    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: /^Do not approve without a review: listed in CEIS/ }).waitFor();
    await page.getByRole('button', { name: 'Português' }).click();

    // A person whom nothing names is not clear while a list is too old.
    await page.getByRole('button', { name: 'Limpar' }).click();
    await number.fill('40442820135');
    await page.getByLabel('Nome completo').fill('Ana Beatriz Carvalho');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Não dá para concluir/ }).waitFor();

    // A foreigner without a CPF, by the passport alone, in the sandbox.
    await page.getByRole('button', { name: 'Limpar' }).click();
    await page.getByText('Sandbox', { exact: true }).click();
    await page.getByText('Nacionalidade, passaporte ou referência').click();
    await page.getByLabel('Número do documento').fill('qx 765-4321');
    await page.getByLabel('País que emitiu').fill('Venezuela');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Bloqueie sem demora/ }).waitFor();
    await answer.getByRole('row', { name: /documento qx 765-4321 Venezuela \*+321 VE Confere/i }).waitFor();
    await page.getByText('Listas reais', { exact: true }).click();

    // One word finds nobody, and the page does not say that it was looked for.
    await page.getByRole('button', { name: 'Limpar' }).click();
    await page.getByLabel('Nome completo').fill('Maria');
    await page.keyboard.press('Enter');
    await answer.getByText('este nome é curto demais para procurar em CEIS, PEP e Lista própria fraudes').waitFor();
    expect(await answer.innerText()).not.toMatch(/seis dígitos|Só o nome foi procurado|Conferido:/);

    // Another screen and back: what was asked is still there, in memory.
    await page.getByRole('link', { name: 'Sessões' }).click();
    await page.getByRole('link', { name: 'Listas' }).click();
    await page.getByRole('heading', { name: /^Não dá para concluir/ }).waitFor();

    await page.getByText('Sandbox', { exact: true }).click();
    await number.fill('40532176871');
    await page.keyboard.press('Enter');
    await answer.locator('.fictitious-banner').waitFor();
    await page.getByRole('heading', { name: /^Não aprove sem análise: consta em CEIS/ }).waitFor();
    expect(addresses.filter((address) => address.includes(barred.cpf) || address.includes('40442820135'))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('an answer of Verificar sends its person to Listas, once and in memory alone', async () => {
    const looking = await startTestService({ CONFERE_SCREENING_VERIFY: 'true' });
    const { page, faults, close } = await openSignedIn(browser, looking, 'analyst');
    await page.getByText('Sandbox', { exact: true }).click();
    await page.getByLabel('CPF ou CNPJ').fill('40532176871');
    await page.getByLabel('Nome completo').fill('Fulano de Tal');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Ver em Listas' }).click();
    await page.getByLabel('CPF ou CNPJ').and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('405.321.768-71');
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Fulano de Tal');
    // Who is made up there is made up here.
    expect(await page.getByRole('radio', { name: 'Sandbox' }).isChecked()).toBe(true);
    expect(page.url()).toBe(`${looking.address}/console/listas`);
    await page.keyboard.press('Enter');
    await page.locator('.search-answer .hit').first().waitFor();
    await page.getByRole('button', { name: 'Limpar' }).click();
    await page.getByRole('link', { name: 'Sessões' }).click();
    await page.getByRole('link', { name: 'Listas', exact: true }).click();
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('');
    expect(faults).toEqual([]);
    await close();
    await looking.close();
  });

  test('an analyst clears a hit with a reason, sees it apart, and takes it back', async () => {
    const { page, faults, close } = await openAs('analyst');
    const answer = page.locator('.search-answer');
    await page.getByLabel('CPF ou CNPJ').fill(barred.cpf);
    await page.keyboard.press('Enter');
    await answer.getByRole('button', { name: 'Descartar: ceis:900100' }).click();
    // The question takes the focus when it is drawn; what is typed before that is lost.
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Decisão judicial de outubro.');
    expect(await page.getByRole('button', { name: 'Descartar', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Descartar mesmo com o mesmo número').check();
    await page.getByRole('button', { name: 'Descartar', exact: true }).click();
    await answer.getByRole('heading', { name: 'Não aprove sem análise: consta em Lista própria fraudes.' }).waitFor();
    await answer.getByText(/Descarte por analyst-\w+ em .*Decisão judicial de outubro/).waitFor();
    await answer.getByRole('button', { name: 'Desfazer: ceis:900100' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
    await answer.getByRole('heading', { name: /consta em CEIS e Lista própria fraudes/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('who is too late to take a clearance back is told so, and sees what counts now', async () => {
    const other = await signInTo(
      openConsolePage(service.address),
      await service.createOperator('analyst', consolePassword),
    );
    const judged = { row: 'ceis:900100', reason: 'Decisão judicial.', despite_number: 'yes' };
    const { body: clearance } = await other.post('clear', { with: 'live', cpf: barred.cpf, ...judged });
    const { page, faults, close } = await openAs('analyst');
    const answer = page.locator('.search-answer');
    await page.getByLabel('CPF ou CNPJ').fill(barred.cpf);
    await page.keyboard.press('Enter');
    await answer.getByRole('button', { name: 'Desfazer: ceis:900100' }).click();
    await other.post('clearance-revoke', { with: 'live', id: clearance.id });
    await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
    await answer.getByRole('alert').waitFor();
    await answer.getByRole('heading', { name: /consta em CEIS e Lista própria fraudes/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('an administrator imports a file, is refused, publishes it all the same and goes back', async () => {
    const { page, faults, close } = await openAs('admin');
    const card = page.locator('details.list').filter({ hasText: 'Lista própria clientes' });
    const dialog = page.getByRole('dialog');
    const toFile = (rows: number) => ({
      name: 'clientes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`nome\n${Array.from({ length: rows }, (_, row) => `FULANO DE TAL ${row}\n`).join('')}`),
    });
    await page.getByRole('button', { name: 'Importar lista própria' }).click();
    // The first field has the focus.
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.type('clientes');
    await dialog.getByLabel('Arquivo').setInputFiles(toFile(50));
    await dialog.getByRole('button', { name: 'Importar' }).click();
    await page.getByText('Lista própria clientes: Nova edição em uso.').waitFor();
    expect(await card.locator('.list-facts').innerText()).toContain('50 registros');

    await card.locator('summary').press('Enter');
    await card.getByRole('button', { name: 'Importar arquivo: Lista própria clientes' }).click();
    await dialog.getByLabel('Arquivo').setInputFiles(toFile(3));
    await dialog.getByRole('button', { name: 'Importar' }).click();
    await card.getByText('um décimo ou mais sumiria').waitFor();
    await card.getByRole('button', { name: 'Publicar mesmo assim: Lista própria clientes' }).click();
    await dialog.getByText('A página envia de novo o arquivo clientes.csv').waitFor();
    await dialog.getByRole('button', { name: 'Publicar mesmo assim' }).click();
    await card.getByText('Publicado apesar destes avisos: fewer_rows.').waitFor();

    await card.getByRole('button', { name: 'Voltar à edição anterior: Lista própria clientes' }).click();
    await dialog.getByRole('button', { name: 'Voltar', exact: true }).click();
    await card.getByText('A edição anterior está de novo em uso.').waitFor();
    expect(await card.locator('.list-facts').innerText()).toContain('50 registros');
    expect(faults).toEqual([]);
    await close();
  });
});
