// `node scripts/console-phone.ts`: how long the first screen of the console takes on a slow phone, for docs/decisions/console.md. Chromium
// slows its processor down and its network to what Lighthouse calls slow 4G; every visit is a first one. Needs Chromium.

import { launchBrowser } from '../test/support/console/browser.ts';
import { findBrowser } from '../test/support/machine.ts';
import { startTestService } from '../test/support/service/service.ts';

const visits = 7;
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Notes when the form can be typed into: it is there, and the processor has nothing left to do. */
const watch = `
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('main input') === null) return;
    observer.disconnect();
    requestIdleCallback(() => { globalThis.usableMs = performance.now(); });
  }).observe(document, { childList: true, subtree: true });`;

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('No Chromium: install it, or set CHROMIUM to its path.');
const service = await startTestService();
await (await fetch(`${service.address}/console`)).arrayBuffer();
const browser = await launchBrowser(executablePath);
for (const slowdown of [1, 4, 6]) {
  const found: number[] = [];
  let bytes = 0;
  for (let visit = 0; visit < visits; visit++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 780 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', slow4g);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch);
    bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await page.goto(`${service.address}/console`);
    await page.waitForLoadState('networkidle');
    found.push((await page.evaluate('globalThis.usableMs')) as number);
    await context.close();
  }
  const middle = found.toSorted((a, b) => a - b)[Math.floor(visits / 2)] ?? 0;
  process.stdout.write(
    `processor ${slowdown}x slower, slow 4G: usable after ${Math.round(middle)} ms (median of ${visits}), ${Math.round(bytes / 1000)} kB in all\n`,
  );
}
await browser.close();
await service.close();
