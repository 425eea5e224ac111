// Verificar with real sources: real people by default, what is made up unmistakable, a head that says what to do, why and what was not
// checked; and what is on the screen outlives a change of screen, in memory alone.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import {
  describeInBrowser,
  fillSignIn,
  findSideways,
  findStored,
  openSignedIn,
  openWatchedPage,
} from '../../support/console/console-browser.ts';
import { consolePassword } from '../../support/console/console-page.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The sandbox's people stand for real ones: what is asked is the live side of the service. */
const regular = { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho', birthDate: '21/07/1990' };
const withAlert = '90000000841';
const unknownToSandbox = '111.444.777-35';

describeInBrowser('Verificar with real sources', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({}, { liveSources: createSandboxSources(systemClock) });
  });
  afterAll(() => service.close());

  const openAs = (role: 'viewer' | 'analyst' | 'admin', options = {}, at = service) =>
    openSignedIn(browser, at, role, options);
  const endSessions = async (name: string) => {
    await service.operators.setPassword(name, `${consolePassword} 2`);
    await service.operators.setPassword(name, consolePassword);
  };
  const number = (page: Page) => page.getByLabel('CPF ou CNPJ');
  const submit = (page: Page) => page.getByRole('button', { name: 'Verificar', exact: true }).click();
  const isChosen = (page: Page, way: string) => page.getByRole('radio', { name: way }).isChecked();
  const fictitious = (page: Page) => page.getByText('DADOS FICTÍCIOS', { exact: true });

  test('an analyst asks real sources without choosing anything, and the last answers outlive a change of screen', async () => {
    const { page, faults, close } = await openAs('analyst');
    // Whoever has signed in can type at once.
    await number(page).and(page.locator(':focus')).waitFor();
    expect(await isChosen(page, 'Fontes reais')).toBe(true);
    expect(await fictitious(page).count()).toBe(0);
    await number(page).fill(withAlert);
    await submit(page);
    await page
      .getByRole('heading', { name: /^Revisão manual obrigatória: há um alerta de fraude para este CPF/ })
      .waitFor();
    // What the customer may be sent says nothing of the alert.
    const forCustomer = page.getByRole('button', { name: 'Copiar para o cliente' });
    await forCustomer.click();
    const sent = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(sent.split('\n')).toEqual([
      'Não foi possível aprovar o seu cadastro agora.',
      'A análise das informações disponíveis não permitiu a aprovação.',
      'Se você não concordar, responda a esta mensagem: uma pessoa da nossa equipe vai rever a decisão.',
      expect.stringMatching(/^Protocolo: req_\w+$/),
    ]);
    await page.getByRole('button', { name: 'Próxima consulta (/)' }).click();
    await number(page).fill(regular.cpf);
    await page.getByLabel('Nome completo').fill(regular.name);
    await page.getByLabel('Finalidade').selectOption('credit');
    await submit(page);
    await page.getByRole('heading', { name: /^Pode aprovar: / }).waitFor();
    expect(await fictitious(page).count()).toBe(0);
    expect(await forCustomer.count()).toBe(0);
    // The protocol leads to the record of this answer, and back.
    const record = page.locator('article a[href^="/console/consultas/"]');
    const protocol = await record.innerText();
    await record.click();
    await page.waitForURL(`${service.address}/console/consultas/${protocol}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await record.waitFor();

    await page.getByRole('link', { name: 'Sessões' }).click();
    await page.getByText('esta sessão').waitFor();
    await page.getByRole('link', { name: 'Verificar' }).click();
    await page.getByRole('heading', { name: /^Pode aprovar: / }).waitFor();
    expect(await number(page).inputValue()).toBe(regular.cpf);
    expect(await page.getByLabel('Nome completo').inputValue()).toBe(regular.name);
    expect(await page.getByLabel('Finalidade').inputValue()).toBe('credit');
    expect(await isChosen(page, 'Fontes reais')).toBe(true);
    // An earlier answer is one click away.
    await page.getByRole('navigation', { name: 'Últimas respostas' }).getByText('900.000.008-41').click();
    await page.getByRole('heading', { name: /^Revisão manual obrigatória/ }).waitFor();
    expect(await number(page).inputValue()).toBe('900.000.008-41');
    // None of it is anywhere but in the page's memory, and whoever signs out leaves nothing.
    expect(await findStored(page)).toEqual(['']);
    expect(page.url()).toBe(`${service.address}/console`);
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
    expect(await number(page).inputValue()).toBe('');
    expect(await page.getByText('900.000.008-41').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('the sandbox is unmistakable on the form, the answer, paper and what is copied, and warns of a number that it makes up', async () => {
    const { page, close } = await openAs('analyst');
    await page.getByText('Sandbox', { exact: true }).click();
    await fictitious(page).waitFor();
    expect(
      await page.evaluate('getComputedStyle(document.querySelector("form.fictitious")).backgroundImage'),
    ).toContain('repeating-linear-gradient');
    await number(page).fill(unknownToSandbox);
    await page.getByText('Este número não está na lista do sandbox').waitFor();
    await submit(page);
    await page.getByText('a resposta foi inventada e não diz nada sobre o dono do número').waitFor();
    expect(await fictitious(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Copiar para o chamado' }).click();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied.split('\n')[0]).toBe('*** DADOS FICTÍCIOS ***');
    expect(copied.split('\n').at(-1)).toBe('*** DADOS FICTÍCIOS ***');
    // The choice stays with the reader who made it.
    await page.getByRole('link', { name: 'Sessões' }).click();
    await page.getByText('esta sessão').waitFor();
    await page.getByRole('link', { name: 'Verificar' }).click();
    expect(await isChosen(page, 'Sandbox')).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('article').getByText('DADOS FICTÍCIOS').isVisible()).toBe(true);
    await close();
  });

  test('whoever may not ask real sources gets the sandbox, said aloud, and a stranger is told how to reach the rest', async () => {
    const viewer = await openAs('viewer');
    await fictitious(viewer.page).waitFor();
    expect(await viewer.page.getByRole('radio', { name: 'Fontes reais' }).count()).toBe(0);
    await viewer.close();
    const stranger = await openWatchedPage(browser, service.address);
    await stranger.page.goto(`${service.address}/console`);
    await fictitious(stranger.page).waitFor();
    await stranger.page.getByRole('button', { name: 'Entrar para consultar fontes reais' }).click();
    await stranger.page.getByRole('dialog').getByLabel('Senha').waitFor();
    await stranger.close();
  });

  test.each(['before', 'after'])(
    'a session that ends changes no way: %s the page has noticed, what was typed stays and real sources are asked once its operator is back',
    async (when) => {
      const { page, name, faults, close } = await openAs('analyst');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/verify-cpf')) asked.push((request.postDataJSON() as { with: string }).with);
      });
      await page.clock.install();
      await number(page).fill(regular.cpf);
      await page.getByLabel('Nome completo').fill(regular.name);
      await endSessions(name);
      if (when === 'after') {
        // The page looks again after a quarter of a minute.
        await page.clock.fastForward(15_000);
        await page.getByText(`A sessão de ${name} terminou`).waitFor();
      }
      expect(await isChosen(page, 'Fontes reais')).toBe(true);
      expect(await fictitious(page).count()).toBe(0);
      await page.getByLabel('Nome completo').press('Enter');
      await page.getByText('A sessão terminou. Entre de novo').waitFor();
      expect(await page.locator('article').count()).toBe(0);
      await fillSignIn(page, name);
      await page.getByRole('heading', { name: /^Pode aprovar: / }).waitFor();
      expect(await fictitious(page).count()).toBe(0);
      expect(await number(page).inputValue()).toBe(regular.cpf);
      expect(await page.getByLabel('Nome completo').inputValue()).toBe(regular.name);
      expect(asked).toEqual(['live', 'live']);
      expect(faults).toEqual([]);
      await close();
    },
  );

  test.each([
    ['Lote', 'Fontes reais'],
    ['Listas', 'Listas reais'],
  ])('nor does it change the way of %s', async (screen, real) => {
    const { page, name, close } = await openAs('analyst');
    await page.clock.install();
    await page.getByRole('link', { name: screen }).click();
    if (screen === 'Lote') {
      const buffer = Buffer.from(`cpf\n${regular.cpf}\n`);
      await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    }
    await page.getByRole('radio', { name: real }).waitFor({ state: 'attached' });
    await endSessions(name);
    await page.clock.fastForward(15_000);
    await page.getByText(`A sessão de ${name} terminou`).waitFor();
    expect([await isChosen(page, real), await fictitious(page).count()]).toEqual([true, 0]);
    await close();
  });

  test('what one operator asked is not asked in the name of another, who finds nothing of it', async () => {
    const { page, name, close } = await openAs('analyst');
    await number(page).fill(regular.cpf);
    await endSessions(name);
    await submit(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await fillSignIn(page, await service.createOperator('analyst', consolePassword));
    await page.getByRole('button', { name: 'Sair' }).waitFor();
    await page.getByRole('button', { name: 'Verificar', exact: true }).waitFor();
    expect(await number(page).inputValue()).toBe('');
    expect(await page.locator('article').count()).toBe(0);
    expect(asked).not.toContain('/console/api/verify-cpf');
    await close();
  });

  test('a role that is taken away turns no real question into one to the sandbox: the service refuses it', async () => {
    const { page, name, close } = await openAs('analyst');
    await number(page).fill(regular.cpf);
    await service.operators.setRole(name, 'viewer');
    await submit(page);
    await fillSignIn(page, name);
    await page.getByText('Seu perfil não permite fazer isso').waitFor();
    expect(await isChosen(page, 'Fontes reais')).toBe(true);
    expect(await fictitious(page).count()).toBe(0);
    expect(await page.locator('article').count()).toBe(0);
    await close();
  });

  test('a number alone is no confirmation: the head says that only it was checked, and leads to the name', async () => {
    const { page, close } = await openAs('analyst');
    await number(page).fill(regular.cpf);
    await submit(page);
    await page.getByRole('heading', { name: /^Falta conferir quem é: / }).waitFor();
    await page.getByText('Só o número foi conferido: informe nome e nascimento.').waitFor();
    expect(await page.getByText('Identidade confirmada').count()).toBe(0);
    expect(await page.locator('.verdict.good').count()).toBe(0);
    await page.getByRole('button', { name: 'Informar o nome' }).click();
    await page.locator('[data-field=name]:focus').waitFor();
    await page.keyboard.type(regular.name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Pode aprovar: / }).waitFor();
    await page
      .getByText('Não foi conferido: o nascimento (não informado); as listas de sanções (ninguém consultou).')
      .waitFor();
    await close();
  });

  test('signs follow the meaning: an alert is no green tick, and a review is no cross', async () => {
    const { page, close } = await openAs('analyst');
    await number(page).fill(withAlert);
    await submit(page);
    const alert = page.getByRole('row', { name: /Registro de fraudes/ }).locator('.badge');
    await alert.waitFor();
    expect(await alert.getAttribute('class')).toContain('bad');
    expect(await alert.textContent()).toBe('Alerta de fraude');
    const cross = 'M4 4l8 8m0-8l-8 8';
    expect(await page.locator(`.verdict-sign path[d="${cross}"]`).count()).toBe(0);
    await page.getByLabel('Nome completo').fill('Outra Pessoa Qualquer');
    await submit(page);
    await page.getByText('não confere', { exact: true }).waitFor();
    // What was compared and does not agree is the one thing that has it.
    expect(await page.locator(`.facts path[d="${cross}"]`).count()).toBe(1);
    await close();
  });

  test('the number has the focus, a pasted line fills the form, Enter asks, / is the next person, ? shows the keys', async () => {
    const { page, close } = await openAs('analyst');
    await page.reload();
    await expect.poll(() => page.evaluate('document.activeElement.required')).toBe(true);
    await page.evaluate(`navigator.clipboard.writeText('${regular.name}\\t${regular.cpf}\\t${regular.birthDate}')`);
    await page.keyboard.press('Control+V');
    expect(await number(page).inputValue()).toBe(regular.cpf);
    expect(await page.getByLabel('Nome completo').inputValue()).toBe(regular.name);
    expect(await page.getByLabel('Data de nascimento').inputValue()).toBe(regular.birthDate);
    await page.getByRole('radio', { name: 'Fontes reais' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Pode aprovar: / }).waitFor();
    await page.getByText('Não foi conferido: as listas de sanções (ninguém consultou).').waitFor();
    expect(await page.getByText('Nada ficou sem conferir').count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('verify-answer');
    await page.keyboard.press('/');
    expect(await number(page).inputValue()).toBe('');
    expect(await page.evaluate('document.activeElement.required')).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor({ state: 'hidden' });
    await close();
  });

  test('where the settings ask for a purpose nothing is asked without one, and a refusal counts down with what was typed kept', async () => {
    const strict = await startTestService(
      { CONFERE_CONSOLE_PURPOSE_REQUIRED: 'true' },
      { liveSources: createSandboxSources(systemClock) },
    );
    const { page, close } = await openAs('analyst', {}, strict);
    await number(page).fill(regular.cpf);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await number(page).press('Enter');
    await page.getByText('Falta a finalidade: escolha uma para continuar.').waitFor();
    await page.getByLabel('Finalidade').and(page.locator(':focus')).waitFor();
    expect(asked.filter((path) => path.includes('verify'))).toEqual([]);
    // It stands before the button, as the eye and Tab go.
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Verificar', exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByLabel('Finalidade').selectOption('credit');
    expect(await page.getByText('Falta a finalidade').count()).toBe(0);
    await submit(page);
    await page.getByRole('heading', { name: /^Falta conferir quem é: / }).waitFor();
    // Lote asks for its own, whatever was chosen here.
    await page.getByRole('link', { name: 'Lote' }).click();
    const buffer = Buffer.from(`cpf\n${regular.cpf}\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    const start = page.getByRole('button', { name: 'Iniciar o lote' });
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Finalidade').selectOption('onboarding');
    await start.click();
    const [sent] = await Promise.all([
      page.waitForRequest(/batch-start$/),
      page.getByRole('dialog').getByRole('button', { name: 'Iniciar o lote' }).click(),
    ]);
    expect(JSON.parse(decodeURIComponent(sent.headers()['confere-file'] ?? ''))).toMatchObject({
      with: 'live',
      purpose: 'onboarding',
    });
    await page.getByText('1 respondida').waitFor();
    await close();
    // A stranger has a share of the sandbox by the minute.
    const stranger = await openWatchedPage(browser, strict.address);
    await stranger.page.goto(`${strict.address}/console`);
    await number(stranger.page).fill(regular.cpf);
    await stranger.page.evaluate(`Promise.all(Array.from({ length: 121 }, () => fetch('/console/api/verify-cpf', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ with: 'sandbox', cpf: '40442820135' }),
    })))`);
    await submit(stranger.page);
    await stranger.page.getByText(/^Tente de novo em \d+ s$/).waitFor();
    expect(await stranger.page.getByRole('button', { name: 'Tentar de novo' }).isDisabled()).toBe(true);
    expect(await number(stranger.page).inputValue()).toBe(regular.cpf);
    expect(await stranger.page.getByRole('main').textContent()).not.toContain('Retry-After');
    await stranger.close();
    await strict.close();
  });

  test('paper has a letterhead, who asked, for what, what was typed and the protocol; a phone has the answer under the form', async () => {
    const { page, name, close } = await openAs('analyst', { viewport: { width: 360, height: 780 } });
    await number(page).fill(regular.cpf);
    await page.getByLabel('Nome completo').fill(regular.name);
    await page.getByLabel('Finalidade').selectOption('credit');
    await submit(page);
    await page.getByRole('heading', { name: /^Pode aprovar: / }).waitFor();
    expect(await findSideways(page)).toBe(0);
    const [form, answer] = await Promise.all([
      page.locator('form.card').boundingBox(),
      page.locator('article').boundingBox(),
    ]);
    const gap = (answer?.y ?? 0) - ((form?.y ?? 0) + (form?.height ?? 0));
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(100);
    await page.emulateMedia({ media: 'print' });
    const paper = await page.locator('article').innerText();
    for (const part of ['Confere · Resultado da consulta', name, 'crédito', regular.name, 'não informado', 'req_'])
      expect(paper).toContain(part);
    expect(await page.locator('.letterhead').isVisible()).toBe(true);
    await close();
  });
});
