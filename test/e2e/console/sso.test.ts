// Single sign-on in a real browser, from the console's own page to a real provider on another site and back.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, findBarriers } from '../../support/console/console-browser.ts';
import { clientSecret, startProvider, type TestProvider } from '../../support/console/identity-provider.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

describeInBrowser('single sign-on', (browser) => {
  let provider: TestProvider;
  let service: TestService;
  let address = '';
  beforeAll(async () => {
    const port = await findFreePort();
    address = `http://127.0.0.1:${port}`;
    provider = await startProvider(address);
    service = await startTestService({
      CONFERE_PORT: String(port),
      CONFERE_CONSOLE_ADDRESS: address,
      CONFERE_CONSOLE_LOCAL_OPERATORS: 'false',
      CONFERE_CONSOLE_OIDC_ISSUER: provider.issuer,
      CONFERE_CONSOLE_OIDC_CLIENT_ID: 'confere',
      CONFERE_CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
      CONFERE_CONSOLE_OIDC_SCOPES: 'openid profile groups',
      CONFERE_CONSOLE_OIDC_LABEL: 'Banco Exemplo',
      CONFERE_CONSOLE_OIDC_ROLES: 'analyst=confere-analysts',
    });
  });
  afterAll(async () => {
    await service?.close();
    await provider?.close();
  });

  test('leads from the button to the provider and back, and says in both languages why somebody is refused', async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(120_000);
    // The provider's own page wants a font from outside.
    await context.route(/fonts\.googleapis/, (route) => route.abort());
    const page = await context.newPage();
    const enterAs = async (login: string) => {
      await page.locator('input[name=login]').fill(login);
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
    };

    await page.goto(`${address}/console/sessoes`);
    await page.getByRole('button', { name: 'Entrar', exact: true }).first().click();
    const toProvider = page.getByRole('link', { name: 'Entrar com Banco Exemplo' });
    await toProvider.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await toProvider.click();
    await enterAs('stranger');
    await page.getByText('Nenhum dos seus grupos tem acesso ao Confere.').waitFor();
    expect(new URL(page.url()).search).toBe('');

    await context.clearCookies();
    provider.groups.set('ana', ['confere-analysts']);
    await page.goto(`${address}/console/sessoes?lang=en`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
    await page.getByRole('link', { name: 'Sign in with Banco Exemplo' }).click();
    await enterAs('ana');
    await page.getByText('ana@banco.example, ').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/sessoes');
    await context.close();
  });
});
