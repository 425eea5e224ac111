// Chaves in a real browser: made and shown once, changed, rotated and revoked after a question that says what will happen; in both
// languages and every look; by the keyboard alone; with hostile names; over the end of a session.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { rememberKey } from '../../support/canaries.ts';
import { describeInBrowser, fillSignIn, findStored, openSignedIn } from '../../support/console/console-browser.ts';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { post, startTestService, type TestService } from '../../support/service/service.ts';

const attack = `<img src=x onerror="document.title='taken'">"';alert(1)//`;

describeInBrowser('Chaves', (browser) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    const key = await service.createKey({ name: attack });
    for (let call = 0; call < 5; call++) await ask(key);
  });
  afterAll(() => service.close());

  const ask = async (key: string) =>
    (await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status;

  const openAs = async (role: 'viewer' | 'admin', options = {}) => {
    const opened = await openSignedIn(browser, service, role, { path: '/console/chaves', ...options });
    await opened.page.getByRole('heading', { name: 'Chaves', exact: true }).waitFor();
    return opened;
  };

  test('keys and their usage are whole in both languages; a name is text, and nobody else is asked', async () => {
    const { page, faults, close } = await openAs('admin');
    await page.getByRole('button', { name: attack }).click();
    await page.getByRole('button', { name: 'Revogar' }).click();
    await page.getByRole('heading', { name: `Revogar “${attack}”?` }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Back to the keys' }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('columnheader', { name: 'Month', exact: true }).waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).toBe('Keys · Confere');
    expect(page.url()).toBe(`${service.address}/console/chaves?lang=en`);
    expect(await findStored(page)).toEqual(['']);
    expect(faults).toEqual([]);
    await close();
  });

  test('made, shown once with a line that works, changed, rotated and revoked', async () => {
    const { page, faults, close } = await openAs('admin');
    await page.getByRole('button', { name: 'Criar chave' }).click();
    await page.getByLabel('Nome', { exact: true }).fill('Loja nova');
    await page.getByRole('button', { name: 'Criar e mostrar a chave' }).click();
    await page.getByRole('heading', { name: 'Guarde a chave agora' }).waitFor();
    const secret = rememberKey(await page.locator('.secret').innerText());
    expect(await ask(secret)).toBe(200);
    await page.getByRole('button', { name: 'Copiar o comando' }).click();
    const line = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(line).toContain(`export CONFERE_API_KEY='${secret}'`);
    expect(line).toContain(`curl -s '${service.address}/v1/verify/cpf`);
    // Leaving the screen takes it out of the page, and coming back does not bring it.
    await page.getByRole('link', { name: 'Sessões' }).click();
    await page.getByRole('heading', { name: 'Sessões' }).waitFor();
    await page.getByRole('link', { name: 'Chaves' }).click();
    await page.getByRole('button', { name: 'Loja nova' }).click();
    expect(await page.content()).not.toContain(secret);

    await page.getByLabel('Cota por dia').fill('muitas');
    await page.getByText('Digite um número inteiro a partir de 1.').waitFor();
    expect(await page.getByRole('button', { name: 'Salvar alterações' }).isDisabled()).toBe(true);
    await page.getByLabel('Cota por dia').fill('1');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByText('Alterações salvas.').waitFor();
    await expect.poll(() => ask(secret)).toBe(429);
    await page.getByLabel('Cota por dia').fill('');
    await page.getByLabel('Redes').fill('nowhere');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByText(/Redes são endereços/).waitFor();
    await page.getByLabel('Redes').fill('');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByText('Alterações salvas.').waitFor();
    expect(await ask(secret)).toBe(200);

    await page.getByRole('button', { name: 'Trocar o segredo' }).click();
    await page.getByLabel('O segredo atual ainda funciona por').selectOption('1h');
    await page.getByText(/tem até .* para trocar/).waitFor();
    await page.getByRole('button', { name: 'Trocar e mostrar o novo' }).click();
    await page.getByText(/O segredo anterior ainda funciona até/).waitFor();
    const fresh = rememberKey(await page.locator('.secret').innerText());
    expect([await ask(secret), await ask(fresh)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Já guardei' }).click();

    await page.getByRole('button', { name: 'Revogar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revogar “Loja nova”?' });
    await dialog.getByText('Toda requisição com ela passa a ser recusada (401).').waitFor();
    await dialog.getByRole('button', { name: 'Revogar a chave' }).click();
    await page.getByText('revogada').first().waitFor();
    expect([await ask(secret), await ask(fresh)]).toEqual([401, 401]);
    expect(faults).toEqual([]);
    await close();
  });

  test('by the keyboard alone', async () => {
    const { page, close } = await openAs('admin');
    await page.getByRole('button', { name: 'Criar chave' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Nome', { exact: true }).focus();
    await page.keyboard.type('Do teclado');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Guarde a chave agora' }).waitFor();
    rememberKey(await page.locator('.secret').innerText());
    // The second of the two modes, and the first scope taken away.
    expect(await page.locator('.secret').innerText()).toMatch(/^cfr_live_/);
    await page.getByRole('button', { name: 'Do teclado' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('verificar CNPJ', { exact: true }).waitFor();
    await close();
  });

  test('a session that ends in the middle of the form: what was typed is made after signing in again', async () => {
    const { page, name, close } = await openAs('admin');
    await page.getByRole('button', { name: 'Criar chave' }).click();
    await page.getByLabel('Nome', { exact: true }).fill('Depois da sessão');
    await service.operators.setPassword(name, `${password} 2`);
    await page.getByRole('button', { name: 'Criar e mostrar a chave' }).click();
    await page.getByText('A sessão terminou.').waitFor();
    await fillSignIn(page, name, `${password} 2`);
    await page.getByRole('heading', { name: 'Guarde a chave agora' }).waitFor();
    rememberKey(await page.locator('.secret').innerText());
    await page.getByRole('button', { name: 'Depois da sessão' }).waitFor();
    await close();
  });

  test('a viewer sees keys and usage, and no way to change them', async () => {
    const { page, close } = await openAs('viewer');
    await page.getByText('Só quem administra pode criar, alterar, trocar e revogar chaves.').waitFor();
    expect(await page.getByRole('button', { name: 'Criar chave' }).count()).toBe(0);
    await page.getByRole('button', { name: attack }).click();
    await page.getByRole('heading', { name: 'Uso' }).waitFor();
    expect(await page.getByRole('button', { name: 'Revogar' }).count()).toBe(0);
    await close();
  });
});
