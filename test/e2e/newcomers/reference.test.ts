// The reference page in a real browser: it loads from the service alone, and a call made from it works.

import { expect, onTestFinished, test } from 'vitest';
import { findBrowserToTest, launchBrowser } from '../../support/console/browser.ts';
import { startParty } from '../../support/parties/party-server.ts';
import { createHome, createKey, startProcess } from '../../support/service/process.ts';

const executablePath = findBrowserToTest();

test.skipIf(executablePath === undefined)(
  '/docs shows both operations and runs one as often as one likes; the first page leads on; nobody but the service is asked',
  async () => {
    const home = createHome();
    const service = await startProcess(home);
    const { key } = await createKey(home, '--mode', 'test');
    const browser = await launchBrowser(executablePath as string);
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
      const foreign: string[] = [];
      const faults: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(service.address) && !request.url().startsWith('data:'))
          foreign.push(request.url());
      });
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });

      await page.goto(`${service.address}/docs`);
      const reference = page.locator('#reference');
      await reference.getByText('Verify a person by CPF').waitFor();
      await reference.getByText('Verify a company by CNPJ').waitFor();
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.locator('.auth-container input').fill(key);
      await page.locator('.auth-btn-wrapper button.authorize').click();
      await page.locator('.auth-btn-wrapper button.btn-done').click();
      await reference.getByText('Verify a person by CPF').click();
      for (let round = 0; round < 2; round++) {
        const answered = page.waitForResponse((response) => response.url().includes('/v1/verify/cpf'));
        await page.getByRole('button', { name: 'Execute' }).click();
        expect((await answered).status()).toBe(200);
      }
      await page.locator('.live-responses-table').getByText('"verified"').first().waitFor();
      if (process.env['SCREENSHOTS'])
        await page.screenshot({ path: `${process.env['SCREENSHOTS']}/docs.png`, fullPage: true });

      // The search finds operations and parts of the manual; both are a click away.
      const contents = page.locator('#contents');
      await contents.getByRole('link', { name: 'Settings', exact: true }).waitFor();
      await page.locator('#search').fill('batches of the key');
      await contents.getByRole('link', { name: 'List the batches of the key' }).click();
      await page.locator('#operations-Batches-listBatches.is-open').waitFor();
      await page.locator('#search').fill('master secret rotating');
      await contents.getByRole('link', { name: 'Rotating the master secret' }).click();
      await page.waitForURL('**/docs/operations#rotating-the-master-secret');
      await page.locator('nav.contents a[aria-current="page"]', { hasText: 'Running the service' }).waitFor();

      await page.goto(service.address);
      await page.getByText('Modo: somente sandbox').waitFor();
      if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/home.png` });
      await page.getByRole('link', { name: 'English' }).click();
      await page.getByRole('link', { name: 'Errors' }).click();
      await page.getByRole('heading', { name: 'Errors' }).waitFor();
      if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/errors.png` });

      // The manual has a search of its own, by the keyboard alone.
      await page.goto(`${service.address}/docs/pt-BR/keys`);
      await page.getByRole('searchbox', { name: 'Buscar no manual' }).focus();
      await page.keyboard.type('segredo mestre');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /resultados para “segredo mestre”/ }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('segredo mestre');
      await page.getByRole('main').getByRole('link', { name: 'Rotação do segredo mestre' }).click();
      await page.waitForURL('**/docs/pt-BR/operations#*');

      // A page of another origin, in a browser that holds to the rules: it reads the answer of a key that names it, and of no other.
      const { origin, close } = await startParty(
        (_request, response) => void response.setHeader('content-type', 'text/html').end(),
      );
      onTestFinished(close);
      const { key: shops } = await createKey(home, '--mode', 'test', '--cors-origin', origin);
      const shop = await browser.newPage();
      await shop.goto(origin);
      const readAs = (bearer: string) =>
        shop.evaluate(
          ([url, authorization]) =>
            fetch(`${url}/v1/verify/cnpj`, {
              method: 'POST',
              headers: { authorization: `${authorization}`, 'content-type': 'application/json' },
              body: '{"cnpj":"34238864000168"}',
            }).then(
              async (answer) =>
                `${((await answer.json()) as { status: string }).status} ${answer.headers.get('request-id')?.slice(0, 4)}`,
              () => 'kept from the page',
            ),
          [service.address, `Bearer ${bearer}`],
        );
      await expect.poll(() => readAs(shops)).toBe('verified req_');
      expect(await readAs(key)).toBe('kept from the page');

      expect(foreign).toEqual([]);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      await service.stop();
    }
  },
);
