// Passkeys in a real browser with an authenticator of its own: added in Sessões, used to sign in, taken away; and set up as a second factor.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeInBrowser,
  fillSignIn,
  findBarriers,
  findSideways,
  openWatchedPage,
  signInByForm,
} from '../../support/console/console-browser.ts';
import { consolePassword } from '../../support/console/console-page.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Shows a finger at once, unless it is told that the person is somebody else. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describeInBrowser('passkeys', (browser) => {
  let service: TestService;
  let address = '';
  beforeAll(async () => {
    const port = await findFreePort();
    service = await startTestService({ CONFERE_PORT: String(port), CONFERE_CONSOLE_TOTP_REQUIRED: 'admin' });
    address = `http://localhost:${port}`;
  });
  afterAll(() => service?.close());

  const signOut = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sair' });
  const openDialog = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();

  test('are added in Sessões, sign in without a name, and are good for nothing once removed', async () => {
    const name = await service.createOperator('viewer', consolePassword);
    const { page, faults, close } = await openWatchedPage(browser, address);
    const authenticator = await addAuthenticator(page);
    await page.goto(`${address}/console/sessoes`);
    await signInByForm(page, name);
    await page.getByLabel('Nome da nova passkey').fill('Notebook');
    await authenticator.setVerified(false);
    await page.getByRole('button', { name: 'Adicionar passkey' }).click();
    await page.getByText('Nenhuma passkey foi usada.').waitFor();
    await authenticator.setVerified(true);
    await page.getByRole('button', { name: 'Adicionar passkey' }).click();
    const removal = page.getByRole('button', { name: /^Remover: Notebook/ });
    await removal.waitFor();
    expect(await page.getByLabel('Nome da nova passkey').inputValue()).toBe('');
    // The same authenticator makes no second one.
    await page.getByRole('button', { name: 'Adicionar passkey' }).click();
    await page.getByText('Este aparelho já tem uma passkey sua').waitFor();

    await signOut(page).click();
    await openDialog(page);
    await page.getByRole('button', { name: 'Entrar com passkey' }).click();
    await signOut(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.goto(`${address}/console/sessoes`);
    await page.setViewportSize({ width: 360, height: 740 });
    await removal.waitFor();
    expect(await findSideways(page)).toBe(0);
    await removal.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    await page.getByText('Você ainda não tem nenhuma passkey.').waitFor();
    await signOut(page).click();
    await openDialog(page);
    await page.getByRole('button', { name: 'Entrar com passkey' }).click();
    await page.getByText('A passkey foi recusada').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('are set up where the role needs a second factor, and from then on the password alone says so', async () => {
    const name = await service.createOperator('admin', consolePassword);
    const { page, faults, close } = await openWatchedPage(browser, address);
    await addAuthenticator(page);
    await page.goto(`${address}/console`);
    await openDialog(page);
    await fillSignIn(page, name);
    await page.getByRole('button', { name: 'Usar uma passkey' }).waitFor();
    await page.getByRole('button', { name: 'Usar uma passkey' }).click();
    await signOut(page).waitFor();
    await signOut(page).click();
    await openDialog(page);
    await fillSignIn(page, name);
    await page.getByText('Entre com a sua passkey').waitFor();
    await page.getByRole('button', { name: 'Entrar com passkey' }).click();
    await signOut(page).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  // The examination has a session of the browser's own, whose end takes the authenticator away.
  test('are offered without barriers, also on a narrow page', async () => {
    const [viewer, admin] = [
      await service.createOperator('viewer', consolePassword),
      await service.createOperator('admin', consolePassword),
    ];
    const { page, close } = await openWatchedPage(browser, address, { viewport: { width: 360, height: 740 } });
    await page.goto(`${address}/console/sessoes`);
    await openDialog(page);
    await page.getByRole('button', { name: 'Entrar com passkey' }).waitFor();
    expect([await findBarriers(page), await findSideways(page)]).toEqual([[], 0]);
    await fillSignIn(page, viewer);
    await page.getByRole('button', { name: 'Adicionar passkey' }).waitFor();
    expect([await findBarriers(page), await findSideways(page)]).toEqual([[], 0]);
    await signOut(page).click();
    await openDialog(page);
    await fillSignIn(page, admin);
    await page.getByRole('button', { name: 'Usar uma passkey' }).waitFor();
    expect([await findBarriers(page), await findSideways(page)]).toEqual([[], 0]);
    await close();
  });

  test('are not offered at an address that they do not work at, which says where they do', async () => {
    const elsewhere = service.address;
    expect(elsewhere).not.toBe(address);
    const name = await service.createOperator('viewer', consolePassword);
    const { page, close } = await openWatchedPage(browser, elsewhere);
    await page.goto(`${elsewhere}/console/sessoes`);
    await openDialog(page);
    await page.getByLabel('Senha').waitFor();
    expect(await page.getByRole('button', { name: 'Entrar com passkey' }).count()).toBe(0);
    await fillSignIn(page, name);
    await page.getByText(`As passkeys deste console só funcionam em ${address}.`).waitFor();
    await close();
  });
});
