// What goes wrong, as somebody at the console meets it: said once and in their words, with when to try again, and what was typed kept.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { describeInBrowser, openSignedIn, openWatchedPage } from '../../support/console/console-browser.ts';
import { type ContractParty, toThree } from '../../support/parties/contract-parties.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { type LiveStack, startLiveStack } from '../../support/service/live-stack.ts';
import { startTestService } from '../../support/service/service.ts';

const { cpf } = createQuery(3);
const typedName = 'Quem Foi Digitado';

/**
 * Hears what a screen reader would say: an alert when it comes, and whatever changes in a place that is live. The place that the frame
 * speaks by lies in a tree of its own.
 */
const listen = `(() => {
  globalThis.heard = [];
  const live = '[aria-live], [role=alert], [role=status], [role=timer]';
  const isSilent = (at) => at.getAttribute('aria-live') === 'off';
  const hear = (changes) => {
    const spoken = new Set();
    for (const { target, addedNodes, type } of changes) {
      if (type === 'childList' && addedNodes.length === 0) continue;
      const at = target instanceof Element ? target : target.parentElement;
      const region = at?.closest(live);
      if (region && !isSilent(region)) spoken.add(region);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const alert of [node, ...node.querySelectorAll('*')]) if (alert.role === 'alert') spoken.add(alert);
      }
    }
    for (const region of spoken) if (region.textContent !== '') globalThis.heard.push(region.textContent);
  };
  const follow = (root) => new MutationObserver(hear).observe(root, { subtree: true, childList: true, characterData: true });
  follow(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (...how) {
    const tree = attach.apply(this, how);
    follow(tree);
    return tree;
  };
})()`;

describeInBrowser('what goes wrong', (browser) => {
  let stack: LiveStack;
  beforeAll(async () => {
    stack = await startLiveStack({ required: 'bureau_b' });
  });
  afterAll(() => stack.close());

  const number = (page: Page) => page.getByLabel('CPF ou CNPJ');
  async function ask(page: Page): Promise<void> {
    await number(page).fill(cpf);
    await page.getByLabel('Nome completo').fill(typedName);
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
  }
  async function expectKept(page: Page): Promise<void> {
    expect((await number(page).inputValue()).replace(/\D/g, '')).toBe(cpf);
    expect(await page.getByLabel('Nome completo').inputValue()).toBe(typedName);
    expect(await page.getByRole('main').innerText()).not.toMatch(/Retry-After|HTTP|undefined/);
  }
  const again = (page: Page) => page.getByRole('button', { name: 'Tentar de novo' });

  test('a source that must answer and does not is named, counted down to, said once, and asked again at a click', async () => {
    const { page, faults, close } = await openSignedIn(browser, stack.service, 'analyst');
    await page.addInitScript(listen);
    await page.clock.install();
    await page.reload();
    await page.getByRole('radio', { name: 'Fontes reais' }).waitFor({ state: 'attached' });
    await stack.simulator.set(parties.bureau_b, { fault: { kind: 'refused' } });
    await ask(page);
    const notice = page.getByRole('alert');
    await notice.getByText('O birô B não respondeu.', { exact: true }).waitFor();
    const timer = notice.getByRole('timer');
    const before = await timer.textContent();
    expect(before).toMatch(/^Tente de novo em [1-5] s$/);
    expect(await again(page).isDisabled()).toBe(true);
    await expectKept(page);
    await page.clock.runFor(1_000);
    await expect.poll(async () => ((await timer.count()) === 0 ? '' : timer.textContent())).not.toBe(before);
    await page.clock.runFor(5_000);
    await expect.poll(() => again(page).isEnabled()).toBe(true);
    const heard = (await page.evaluate('globalThis.heard')) as string[];
    expect(heard.filter((sentence) => sentence.includes('não respondeu'))).toHaveLength(1);
    expect(heard.filter((sentence) => /^Tente de novo em/.test(sentence))).toEqual([]);
    await stack.simulator.reset();
    await again(page).click();
    await page.locator('.verdict').waitFor();
    expect(await notice.count()).toBe(0);
    await expectKept(page);
    expect(faults).toEqual([]);
    await close();
  });

  test('an audit that takes no records is said so, and nothing is answered until it does', async () => {
    const { page, close } = await openSignedIn(browser, stack.service, 'analyst');
    const other = new Database(toAuditPath(join(stack.service.directory, 'data')));
    other.exec('BEGIN IMMEDIATE');
    await ask(page);
    await page.getByRole('alert').getByText('A auditoria não está gravando').waitFor();
    expect(await page.locator('.verdict').count()).toBe(0);
    await expectKept(page);
    other.exec('COMMIT');
    other.close();
    await expect
      .poll(async () => {
        if ((await again(page).count()) > 0 && (await again(page).isEnabled())) await again(page).click();
        return page.locator('.verdict').count();
      })
      .toBe(1);
    await close();
  });

  test('a fault of the service itself is said with the protocol to quote, in both languages', async () => {
    const broken: ContractParty = {
      ask: () => Promise.reject(new Error('broken')),
      canAdmit: () => true,
      required: false,
    };
    const service = await startTestService({}, { liveSources: toThree(broken) });
    const { page, close } = await openSignedIn(browser, service, 'analyst');
    await ask(page);
    const notice = page.getByRole('alert');
    await notice.getByText('Algo deu errado no serviço').waitFor();
    expect(await notice.innerText()).toMatch(/^O serviço não decidiu nada\.$[\s\S]*^Protocolo req_[0-9a-f]{32}$/m);
    expect(await again(page).isEnabled()).toBe(true);
    await expectKept(page);
    await page.getByRole('button', { name: 'English' }).click();
    await notice.getByText('Something went wrong in the service').waitFor();
    await close();
    await service.close();
  });

  test("a proxy's own page of an error is a service that is away, said once", async () => {
    const { page, close } = await openSignedIn(browser, stack.service, 'analyst');
    await page.route('**/console/api/**', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    );
    await ask(page);
    await page.getByRole('alert').getByText('O serviço não responde').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await expectKept(page);
    await page.unrouteAll();
    await page.getByText('O serviço voltou.').waitFor();
    await close();
  });

  describe('each form says what is wrong with what was typed, sends nothing, and keeps it', () => {
    interface WrongEntry {
      readonly path: string;
      readonly label: string;
      readonly typed: string;
      readonly kept: string;
      readonly said: string;
      readonly button: string;
    }
    const wrong: readonly (WrongEntry & { readonly open?: (page: Page) => Promise<void> })[] = [
      {
        path: '/console',
        label: 'CPF ou CNPJ',
        typed: '40442820136',
        kept: '404.428.201-36',
        said: 'Os dígitos verificadores deste CPF não conferem',
        button: 'Verificar',
      },
      {
        path: '/console',
        label: 'Nome completo',
        typed: '1234',
        kept: '1234',
        said: 'O nome precisa ter de 2 a 200 caracteres, com pelo menos duas letras.',
        button: 'Verificar',
      },
      {
        path: '/console/empresas',
        label: 'CNPJ',
        typed: '34238864000169',
        kept: '34.238.864/0001-69',
        said: 'Os dígitos verificadores deste CNPJ não conferem',
        button: 'Abrir ficha',
      },
      {
        path: '/console/consultas',
        label: 'CPF',
        typed: '40442820136',
        kept: '404.428.201-36',
        said: 'Os dígitos verificadores não conferem.',
        button: 'Buscar',
      },
      {
        path: '/console/consultas',
        label: 'De',
        typed: '31/02/2026',
        kept: '31/02/2026',
        said: 'Data inválida: use dia, mês e ano.',
        button: 'Buscar',
      },
      {
        path: '/console/chaves',
        label: 'Taxa',
        typed: '0',
        kept: '0',
        said: 'Digite um número inteiro a partir de 1.',
        button: 'Criar e mostrar a chave',
        open: openNewKey,
      },
      {
        path: '/console/chaves',
        label: 'Último dia',
        typed: '01/01/2020',
        kept: '01/01/2020',
        said: 'O último dia precisa ser hoje ou depois.',
        button: 'Criar e mostrar a chave',
        open: openNewKey,
      },
    ];
    async function openNewKey(page: Page): Promise<void> {
      await page.getByRole('button', { name: 'Criar chave' }).click();
      await page.locator('form summary').click();
    }

    test('while it is typed', async () => {
      const { page, faults, close } = await openSignedIn(browser, stack.service, 'admin');
      for (const { path, label, typed, kept, said, button, open } of wrong) {
        await page.goto(`${stack.service.address}${path}`);
        await open?.(page);
        const field = page.getByRole('main').getByLabel(label).first();
        await field.fill(typed);
        await page.getByText(said).first().waitFor();
        expect([label, await field.getAttribute('aria-invalid'), await field.inputValue()]).toEqual([
          label,
          'true',
          kept,
        ]);
        const act = page.getByRole('main').getByRole('button', { name: button, exact: true });
        expect([label, await act.isDisabled()]).toEqual([label, true]);
      }
      expect(faults).toEqual([]);
      await close();
    });

    test('where only the service can tell', async () => {
      const { page, close } = await openSignedIn(browser, stack.service, 'admin', { path: '/console/chaves' });
      await openNewKey(page);
      await page.getByLabel('Nome', { exact: true }).fill('Loja');
      await page.getByLabel('Redes').fill('nenhuma rede');
      await page.getByRole('button', { name: 'Criar e mostrar a chave' }).click();
      await page.getByRole('alert').getByText('Confira o que foi informado').waitFor();
      expect(await page.getByRole('alert').innerText()).toContain('Redes são endereços ou faixas IPv4');
      expect(await page.getByLabel('Redes').inputValue()).toBe('nenhuma rede');
      await close();
      // Signing in keeps the name, and never a password.
      const stranger = await openWatchedPage(browser, stack.service.address);
      await stranger.page.goto(`${stack.service.address}/console`);
      await stranger.page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
      const dialog = stranger.page.getByRole('dialog');
      await dialog.getByLabel('Nome').fill('ana');
      await dialog.getByLabel('Senha').fill('outra coisa qualquer');
      await dialog.locator('button[type=submit]').click();
      await dialog.getByText('Nome, senha ou código incorretos').waitFor();
      expect(await dialog.getByLabel('Nome').inputValue()).toBe('ana');
      expect(await dialog.getByLabel('Senha').inputValue()).toBe('');
      await stranger.close();
    });
  });
});
