// The console in a real browser: each screen in both languages, wide, narrow and dark; by the keyboard alone; hostile names; bad days.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import {
  describeInBrowser,
  findBarriers,
  findSideways,
  findStored,
  openSignedIn,
  openWatchedPage,
  signInByForm,
} from '../../support/console/console-browser.ts';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const looks = [
  { name: 'wide', width: 1280, colorScheme: 'light' },
  { name: 'dark', width: 1280, colorScheme: 'dark' },
  { name: 'narrow', width: 360, colorScheme: 'light' },
] as const;

const attack = `<img src=x onerror="document.title='taken'">"';alert(1)//`;

describeInBrowser('the console', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({}, { liveSources: createSandboxSources(systemClock) });
  });
  afterAll(() => service.close());

  test('/ has no barrier and fits, in every look', async () => {
    const { page, faults, close } = await openWatchedPage(browser, service.address, { reducedMotion: 'reduce' });
    await page.goto(`${service.address}/`);
    for (const { name, width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect([name, await findBarriers(page), await findSideways(page)]).toEqual([name, [], 0]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('Verificar asks nobody but the service, keeps nothing, and is whole in both languages', async () => {
    const { page, faults, close } = await openWatchedPage(browser, service.address);
    await page.goto(`${service.address}/`);
    await page.getByRole('link', { name: 'Abrir o console' }).click();
    await page.getByRole('heading', { name: 'Experimente com o sandbox' }).waitFor();
    await page.getByRole('button', { name: /Vinícius Andrade Melo/ }).click();
    await page.getByRole('heading', { name: 'Revisão manual obrigatória' }).waitFor();
    await page.getByText('há um alerta de fraude para este CPF').first().waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Manual review required' }).waitFor();
    await page.getByText('there is a fraud alert for this CPF').first().waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    // Nothing of a person is in an address or stays in the browser.
    expect(page.url()).toBe(`${service.address}/console?lang=en`);
    expect(await findStored(page)).toEqual(['']);
    await page.getByRole('button', { name: 'Copy for the ticket' }).click();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied).toMatch(
      /^\*\*\* FICTITIOUS DATA \*\*\*\nCPF 900\.000\.008-41\nManual review required: there is a fraud alert/,
    );
    expect(faults).toEqual([]);
    await close();
  });

  test('the number is told, masked and judged while it is typed, and a key works without being kept', async () => {
    const key = await service.createKey();
    const { page, faults, close } = await openWatchedPage(browser, service.address);
    await page.goto(`${service.address}/console`);
    const number = page.getByLabel('CPF ou CNPJ');
    await number.pressSequentially('4044282013');
    await page.getByText('CPF: falta 1 caractere').waitFor();
    await number.press('6');
    await page.getByText('Os dígitos verificadores deste CPF não conferem').waitFor();
    await number.press('Backspace');
    await number.press('5');
    expect(await number.inputValue()).toBe('404.428.201-35');
    await page.getByText('CPF com dígitos corretos').waitFor();
    await page.getByLabel('Data de nascimento').pressSequentially('31021990');
    await page.getByText('Data inválida').waitFor();
    await page.getByLabel('Data de nascimento').fill('21/07/1990');
    await page.getByText('Com chave').click();
    await page.getByLabel('Chave de API').fill(key);
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('heading', { name: 'Pode aprovar: tudo o que foi informado confere' }).waitFor();
    await page
      .getByText('Não foi conferido: o nome (não informado); as listas de sanções (ninguém consultou).')
      .waitFor();
    await page.getByText('A mesma consulta em código').click();
    await page.getByRole('tab', { name: 'curl' }).click();
    const sample = await page.getByRole('tabpanel').innerText();
    expect(sample).toContain('"birth_date":"1990-07-21"');
    expect(sample).not.toContain(key);
    await number.fill('12abc34501de35');
    expect(await number.inputValue()).toBe('12.ABC.345/01DE-35');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByText('NOVA ERA INFORMATICA LTDA').first().waitFor();
    expect(await findStored(page)).toEqual(['']);
    expect(faults).toEqual([]);
    await close();
  });

  test('by the keyboard alone: past the navigation, through the form, to the answer', async () => {
    const { page, close } = await openWatchedPage(browser, service.address);
    await page.goto(`${service.address}/console`);
    await page.getByRole('heading', { name: 'Experimente com o sandbox' }).waitFor();
    // The number has the focus; the way past the navigation is before it.
    await expect.poll(() => page.evaluate('document.activeElement.required')).toBe(true);
    await page.evaluate('document.activeElement.blur()');
    await page.locator('.skip').focus();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('90000000760');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Adriana Fernandes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Revisão recomendada' }).waitFor();
    await page.getByText('há dívidas pendentes em um birô').first().waitFor();
    await page.getByText('A mesma consulta em código').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Resposta' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('curl -s').waitFor();
    await close();
  });

  test.each([1280, 640])(
    'Tab goes through the top bar as the eye does, %i px wide: the second is the first at twice the size',
    async (width) => {
      const { page, close } = await openSignedIn(browser, service, 'admin', { viewport: { width, height: 900 } });
      await page.locator('.skip').focus();
      const walked: { readonly name: string; readonly top: number; readonly left: number }[] = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const at = (await page.evaluate(`(() => {
        const element = document.activeElement;
        const { top, height, left } = element.getBoundingClientRect();
        return element.closest('.bar') === null ? null : { name: element.textContent, top: top + height / 2, left };
      })()`)) as (typeof walked)[number] | null;
        if (at === null) break;
        walked.push(at);
      }
      expect(walked.length).toBe(await page.locator('.bar :is(a, button)').count());
      // Things whose middles are less than a line apart stand side by side.
      const isAfter = (one: (typeof walked)[number], next: (typeof walked)[number]) =>
        Math.abs(one.top - next.top) < 12 ? next.left > one.left : next.top > one.top;
      expect(walked.filter((next, index) => index > 0 && !isAfter(walked[index - 1] ?? next, next))).toEqual([]);
      await close();
    },
  );

  test('what is typed as a name is text everywhere, and no other page can hold the console in a frame', async () => {
    const { page, faults, close } = await openWatchedPage(browser, service.address);
    await page.goto(`${service.address}/console`);
    await page.getByLabel('CPF ou CNPJ').fill('40442820135');
    await page.getByLabel('Nome completo').fill(attack);
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByText('o nome informado não confere com o do cadastro').first().waitFor();
    await page.getByText('A mesma consulta em código').click();
    for (const tab of ['curl', 'TypeScript', 'Python']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await page.getByRole('tabpanel').innerText()).toContain('onerror=');
    }
    expect(await page.title()).toBe('Verificar · Confere');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(faults).toEqual([]);
    const other = await page.context().newPage();
    await other.setContent(`<iframe src="${service.address}/console"></iframe>`);
    await expect.poll(() => other.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
    await close();
  });

  test('whoever is signed in at a screen of another role is told of the role, and not to sign in', async () => {
    const { page, faults, close, name } = await openSignedIn(browser, service, 'viewer', {
      path: '/console/consultas',
    });
    await page.getByRole('heading', { name: 'Esta tela exige o perfil de análise.' }).waitFor();
    await page.getByText(`Você entrou como ${name}, com o perfil de leitura.`).waitFor();
    expect(await page.getByRole('button', { name: 'Entrar' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Ir para Verificar' }).click();
    await page.getByLabel('CPF ou CNPJ').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('signing in, the sessions, and a session that ends in the middle of a form', async () => {
    const name = await service.createOperator('analyst', password);
    const { page, faults, close } = await openWatchedPage(browser, service.address);
    await page.goto(`${service.address}/console/sessoes`);
    await page.getByText('Entre no console para ver esta tela.').waitFor();
    const signIn = async (typed: string) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nome').fill(name);
      await dialog.getByLabel('Senha').fill(typed);
      await dialog.getByRole('button', { name: 'Entrar' }).click();
    };
    await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
    await signIn('not the password');
    await page.getByText('Nome, senha ou código incorretos').waitFor();
    await signIn(password);
    await page.getByText('esta sessão').waitFor();
    expect(await page.evaluate('document.activeElement.innerText')).not.toBe('Sair');
    // No script can read the session.
    expect(await findStored(page)).toEqual(['']);

    await page.getByRole('link', { name: 'Verificar' }).click();
    await page.getByLabel('CPF ou CNPJ').fill('40442820135');
    await page.getByLabel('Nome completo').fill('Ana Beatriz Carvalho');
    await service.operators.setPassword(name, `${password} 2`);
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByText('A sessão terminou.').waitFor();
    await signIn(`${password} 2`);
    // The call went on by itself.
    await page.getByRole('heading', { name: 'Pode aprovar' }).waitFor();
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Ana Beatriz Carvalho');
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('who has just signed in is not signed out by an older answer that comes late', async () => {
    const name = await service.createOperator('viewer', password);
    const { page, faults, close } = await openWatchedPage(browser, service.address);
    await page.clock.install();
    await page.goto(`${service.address}/console/listas`);
    await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
    const isAsked = Promise.withResolvers<void>();
    const isSignedIn = Promise.withResolvers<void>();
    await page.route('**/console/api/state', async (route) => {
      const response = await route.fetch();
      isAsked.resolve();
      await isSignedIn.promise;
      await route.fulfill({ response });
    });
    // The page looks again after a quarter of a minute.
    await page.clock.fastForward(15_000);
    await isAsked.promise;
    await signInByForm(page, name);
    const late = page.waitForResponse('**/console/api/state');
    isSignedIn.resolve();
    await (await late).finished();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await page.getByRole('button', { name: 'Sair' }).count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('a service that goes away is told, what was typed stays, and the page comes back with it', async () => {
    const first = await startTestService();
    const { page, close } = await openWatchedPage(browser, first.address);
    await page.goto(`${first.address}/console`);
    await page.getByLabel('CPF ou CNPJ').fill('40442820135');
    await page.getByLabel('Nome completo').fill('Ana Beatriz Carvalho');
    await first.close();
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByText('O serviço não responde').first().waitFor();
    const second = await startTestService({ CONFERE_PORT: String(first.port) });
    await page.getByText('O serviço voltou.').waitFor();
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Ana Beatriz Carvalho');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('heading', { name: 'Pode aprovar' }).waitFor();
    await close();
    await second.close();
  });

  test('the form works by the page alone: nothing that comes after it, or never, keeps anybody from typing', async () => {
    const { page, close } = await openWatchedPage(browser, service.address);
    await page.route(/\/(?:console\/|fonts\/)/, () => {});
    await page.goto(`${service.address}/console`, { waitUntil: 'commit' });
    await page.getByLabel('CPF ou CNPJ').pressSequentially('40442820135');
    await page.getByText('CPF com dígitos corretos').waitFor();
    expect(await page.getByRole('button', { name: 'Verificar', exact: true }).isEnabled()).toBe(true);
    await close();
  });

  test('an address that is not there is a page that leads on, and nothing that a page asks for is missing', async () => {
    const { page, close } = await openWatchedPage(browser, service.address);
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(new URL(response.url()).pathname);
    });
    await page.goto(`${service.address}/console/nowhere`);
    await page.getByText('Não há nada neste endereço.').waitFor();
    await page.getByRole('link', { name: 'Ir para Verificar' }).click();
    await page.getByLabel('CPF ou CNPJ').fill('40442820135');
    await page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await page.getByRole('heading', { name: /^Falta conferir quem é/ }).waitFor();
    expect(missing).toEqual(['/console/nowhere']);
    await close();
  });
});
