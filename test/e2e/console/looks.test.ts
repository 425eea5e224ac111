// Every screen in every look: light, dark, on paper, in a system's own colours, at twice the size, on phones, without motion, by the
// keyboard alone, and as a screen reader is told of it. The list of screens is compared with the router's own.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenAddresses, screenNames } from '../../../src/domain/access/console-screens.ts';
import { describeInBrowser, openWatchedPage, type WatchedPage } from '../../support/console/console-browser.ts';
import { consolePassword, openConsolePage, signInTo } from '../../support/console/console-page.ts';
import { createExaminer, type Examiner } from '../../support/console/looks/examination.ts';
import { screens } from '../../support/console/looks/screens.ts';
import { createHeldSources } from '../../support/console/looks/stage.ts';
import { type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

describeInBrowser('every screen in every look', (browser) => {
  const sources = createHeldSources();
  let share: PartyServer;
  let service: TestService;
  const readers = new Map<string, WatchedPage & Examiner>();
  beforeAll(async () => {
    // Where the registry's files would be: whoever asks waits.
    share = await startParty(() => {});
    service = await startTestService(
      { CONFERE_REGISTRY_DOWNLOAD_URL: `${share.origin}/` },
      { liveSources: sources.all },
    );
    for (const name of ['stranger', 'admin']) {
      const watched = await openWatchedPage(browser, service.address, { acceptDownloads: true });
      readers.set(name, { ...watched, ...(await createExaminer(watched.page)) });
    }
    await signIn();
    // Others are in, too.
    for (let session = 0; session < 2; session++) {
      await signInTo(openConsolePage(service.address), await service.createOperator('viewer', consolePassword));
    }
  });
  afterAll(async () => {
    sources.release();
    await service.close();
    await share.close();
  });

  /** Without the form, which has screens of its own. */
  async function signIn(): Promise<void> {
    const name = await service.createOperator('admin', consolePassword);
    const { page } = readers.get('admin') as WatchedPage;
    await page.goto(`${service.address}/console/nowhere`);
    const body = JSON.stringify({ name, password: consolePassword, code: '' });
    await page.evaluate(
      `fetch('/console/api/sign-in', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} })`,
    );
  }

  test('the list has every address that the router has', async () => {
    const listed = new Set(screens.map(({ at }) => at));
    expect([...listed].toSorted()).toEqual(['*', ...screenAddresses].toSorted());
    const { page } = readers.get('admin') as WatchedPage;
    await page.goto(`${service.address}/console`);
    await page.locator('.bar nav a').nth(2).waitFor();
    const shown = (await page.evaluate(
      `[...document.querySelectorAll('.bar nav a')].map((link) => link.pathname.replace(/^.console.?/, ''))`,
    )) as string[];
    expect(shown.toSorted()).toEqual([...screenNames].toSorted());
  });

  test('every screen weighs less than 120 kB at a first visit', async () => {
    const { page } = readers.get('admin') as WatchedPage;
    const session = await page.context().newCDPSession(page);
    // By the document that asked: what the page before still had under way is not this one's.
    let bytes = 0;
    let shown = '';
    const documents = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, loaderId, type }) => {
      if (type === 'Document') [shown, bytes] = [loaderId, 0];
      documents.set(requestId, loaderId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (documents.get(requestId) === shown) bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    // What is fetched for later, when nothing else is to do, is no part of a page.
    await page.addInitScript('globalThis.requestIdleCallback = () => 0');
    for (const name of screenNames) {
      await page.goto(`${service.address}/console/${name}`);
      await page.locator('main :is(form, .card, tbody tr)').first().waitFor();
      await page.evaluate('document.fonts.ready.then(() => {})');
      expect([name, bytes > 20_000, bytes < 120_000]).toEqual([name, true, true]);
    }
    await session.detach();
  });

  test.each(screens)('/$at: $what', async ({ as, open, opener }) => {
    const { page, faults, examine } = readers.get(as) as WatchedPage & Examiner;
    await page.evaluate('globalThis.isSamePage = true');
    if (opener !== undefined) await opener(page).press('Enter');
    await open({ page, service, sources }).catch(async (error: unknown) => {
      throw new Error(`${page.url()} shows: ${await page.locator('body').innerText()}`, { cause: error });
    });
    const found = await examine({ isDialog: opener !== undefined });
    if (opener !== undefined) {
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      // Closed, it gives the focus back.
      await opener(page).and(page.locator(':focus')).waitFor();
    }
    await page.context().setOffline(false);
    expect([...found, ...faults.splice(0)]).toEqual([]);
  });
});
