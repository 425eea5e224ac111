// Cadastro in a real browser, by two operators at once: imported, refused in plain Portuguese, published by name all the same, gone back
// from and updated, each after a confirmation that says what will happen; in both languages and every look.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import {
  describeInBrowser,
  openWatchedPage,
  signInByForm,
  type WatchedPage,
} from '../../support/console/console-browser.ts';
import { consolePassword } from '../../support/console/console-page.ts';
import { createExaminer, type Examiner } from '../../support/console/looks/examination.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { startWebdavServer, type WebdavServer } from '../../support/registry/webdav-server.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A job is a process of its own, which a busy machine may take long to start. */
const timeout = 120_000;

describeInBrowser('Cadastro', (browser) => {
  let service: TestService;
  let share: WebdavServer;
  beforeAll(async () => {
    share = await startWebdavServer();
    service = await startTestService({ CONFERE_REGISTRY_DOWNLOAD_URL: share.url });
    writeDump(join(service.directory, 'data/downloads/2026-08'), {}, '60808');
    writeDump(join(service.directory, 'data/downloads/2026-09'), {}, '60908');
  });
  afterAll(async () => {
    await service.close();
    await share.close();
  });

  async function openAs(role: 'viewer' | 'admin'): Promise<WatchedPage & Examiner> {
    const name = await service.createOperator(role, consolePassword);
    const watched = await openWatchedPage(browser, service.address);
    const { page } = watched;
    const examiner = await createExaminer(page);
    await page.goto(`${service.address}/console/cadastro`);
    await signInByForm(page, name);
    await page
      .getByText(/^Cadastro/)
      .first()
      .waitFor();
    return { ...watched, ...examiner };
  }

  async function importFolder(page: Page, folder: string): Promise<void> {
    await page.getByLabel('Pasta').selectOption(folder);
    await page.getByRole('button', { name: 'Importar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Importar a pasta ${folder}?` });
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
  }

  test('one acts, the other sees it; every act is confirmed by what it will do', async () => {
    const admin = await openAs('admin');
    const viewer = await openAs('viewer');
    const { page } = admin;
    await page.getByRole('heading', { name: 'Ainda não há cadastro nesta máquina' }).waitFor();
    await viewer.page.getByText('Só quem administra pode importar, atualizar e voltar à versão anterior.').waitFor();
    await importFolder(page, '2026-09');
    await page.getByText('O novo cadastro está em uso.').waitFor({ timeout });
    await viewer.page.getByText('O novo cadastro está em uso.').waitFor({ timeout });
    await viewer.page.getByText('Setembro de 2026', { exact: false }).first().waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Importar' }).count()).toBe(0);

    await importFolder(page, '2026-08');
    await page.getByText('Os arquivos foram recusados. Nada foi trocado.').waitFor({ timeout });
    await page.getByText('Os arquivos são de 08/08/2026 e o cadastro em uso é de 08/09/2026').waitFor();
    await page.getByRole('button', { name: 'Publicar mesmo assim…' }).click();
    const force = page.getByRole('dialog', { name: 'Publicar apesar destes avisos?' });
    expect(await force.textContent()).toContain('older_data');
    expect(await admin.examine({ isDialog: true })).toEqual([]);
    await force.getByRole('button', { name: 'Publicar mesmo assim' }).click();
    await page.getByText('Publicado apesar destes avisos, por decisão de quem pediu: older_data.').waitFor({ timeout });

    await page.getByRole('button', { name: 'Voltar à versão anterior' }).click();
    const back = page.getByRole('dialog', { name: 'Voltar para setembro de 2026?' });
    expect(await back.textContent()).toContain(
      'O cadastro em uso passa dos dados de 08/08/2026 (10 empresas) para os de 08/09/2026 (10 empresas).',
    );
    // The way back is what a hurried Enter takes.
    await page.keyboard.press('Enter');
    await back.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Voltar à versão anterior' }).click();
    await back.getByRole('button', { name: 'Voltar à versão anterior' }).click();
    await page.getByText('A versão anterior do cadastro está de novo em uso.').waitFor({ timeout });
    await page.getByText('O cadastro voltou à versão anterior e está travado nela').waitFor();
    expect(await admin.examine()).toEqual([]);
    await page.getByRole('button', { name: 'Liberar atualizações' }).click();
    await page.getByText('O cadastro voltou à versão anterior e está travado nela').waitFor({ state: 'hidden' });
    expect([...admin.faults, ...viewer.faults]).toEqual([]);
    await admin.close();
    await viewer.close();
  });

  test('an update fetches the newest month and puts it in use; what goes wrong is said in both languages', async () => {
    const folder = join(service.directory, 'published');
    await makeDump({ establishments: 600, folder, date: '2026-10-10' });
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.zip'))) {
      share.put(`2026-10/${name}`, readFileSync(join(folder, name)));
    }
    const { page, faults, close } = await openAs('admin');
    const update = async () => {
      await page.getByRole('button', { name: 'Atualizar agora' }).click();
      const dialog = page.getByRole('dialog', { name: 'Atualizar o cadastro?' });
      await dialog.getByRole('button', { name: 'Atualizar agora' }).click();
    };
    await update();
    await page.getByText('O novo cadastro está em uso.').waitFor({ timeout });
    await page.getByText('Outubro de 2026', { exact: false }).first().waitFor();
    await update();
    await page.getByText('Nada a fazer: o mês mais recente já está em uso.').waitFor({ timeout });
    share.listing = () => ({ status: 404 });
    await update();
    await page.getByText('A atualização não deu certo. Nada foi trocado.').waitFor({ timeout });
    await page.getByText('respondeu 404: os arquivos não estão lá').waitFor();
    expect(await page.getByText('answered 404').count()).toBe(0);

    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'In use' }).waitFor();
    await page.getByText('answered 404, so the files are not there').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
