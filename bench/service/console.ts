// The console over a working day, in Chromium: what each screen weighs, frames while somebody types and scrolls through 10,000 rows, and the
// memory of a Painel that stays open for eight hours, which pass at many times their speed. Shares and ratios within one run. Needs Chromium.

import { availableParallelism, loadavg } from 'node:os';
import type { CDPSession, Page } from 'playwright-core';
import { screenNames } from '../../src/domain/access/console-screens.ts';
import { launchBrowser } from '../../test/support/console/browser.ts';
import { openWatchedPage, signInByForm } from '../../test/support/console/console-browser.ts';
import { consolePassword, openConsolePage, openStream, signInTo } from '../../test/support/console/console-page.ts';
import { findBrowser } from '../../test/support/machine.ts';
import { startTestService, type TestService } from '../../test/support/service/service.ts';

const rowsShown = 10_000;
const ticksPerHour = 720;
const hours = 8;
const wheelSteps = 120;
/** A frame and a half: later than that, one was left out. */
const lateMs = 25;

export async function run(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium: install it, or set CHROMIUM to its path.');
  const service = await startTestService();
  const browser = await launchBrowser(executablePath);
  try {
    for (const measure of [measureWeights, measureFrames, measureMemory]) {
      const { page, close } = await openWatchedPage(browser, service.address);
      await measure(page, service);
      await close();
    }
  } finally {
    await browser.close();
    await service.close();
  }
}

async function signIn(page: Page, service: TestService, path: string): Promise<void> {
  const name = await service.createOperator('admin', consolePassword);
  await page.goto(`${service.address}/console/${path}`);
  await signInByForm(page, name);
}

/** As it comes over the wire at a first visit, without what is fetched ahead when there is nothing else to do. */
async function measureWeights(page: Page, service: TestService): Promise<void> {
  await signIn(page, service, '');
  await page.addInitScript('globalThis.requestIdleCallback = () => 0');
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  for (const name of screenNames) {
    await page.goto('about:blank');
    bytes = 0;
    await page.goto(`${service.address}/console/${name}`);
    await page.locator('main h1').waitFor();
    // The stream of Painel never ends.
    if (name === 'painel') await page.locator('.dashboard').waitFor();
    else await page.waitForLoadState('networkidle');
    process.stdout.write(`/console/${name}: ${Math.round(bytes / 1_000)} kB\n`);
  }
}

/** Notes how far apart frames are, and what kept the page from answering for longer than 50 ms. */
const watchFrames = `
  globalThis.frames_ = []; globalThis.longTasks = 0; globalThis.isWatched = true;
  new PerformanceObserver((list) => { globalThis.longTasks += list.getEntries().length; }).observe({ type: 'longtask' });
  let last = performance.now();
  const note = (now) => {
    globalThis.frames_.push(now - last); last = now;
    if (globalThis.isWatched) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);`;

async function measureFrames(page: Page, service: TestService): Promise<void> {
  // The rows are the service's own, one of them repeated: what is measured is the page.
  await page.route('**/console/api/audit-search', async (route) => {
    const answer = await (await route.fetch()).json();
    const [row] = answer.rows;
    if (row === undefined) return route.fulfill({ json: answer });
    const rows = Array.from({ length: rowsShown }, (_, index) => ({ ...row, sequence: index + 1 }));
    return route.fulfill({ json: { rows, next: null } });
  });
  await signIn(page, service, 'consultas');
  await page.getByRole('checkbox').first().check();
  await page.waitForFunction(`document.querySelectorAll('tbody tr').length === ${rowsShown}`);
  const session = await page.context().newCDPSession(page);
  // Processor time of the page's own thread, which other work on the machine does not lengthen.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readBusyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const typed = '40442820135';
  for (const [name, times, act] of [
    ['step of the wheel', wheelSteps, () => scroll(page)],
    ['key', typed.length, () => page.keyboard.type(typed, { delay: 40 })],
  ] as const) {
    // The way back to the top is no part of typing.
    if (name === 'key') await page.getByLabel('CPF').first().focus();
    for (let frame = 0; frame < 10; frame++) await page.evaluate('new Promise(requestAnimationFrame)');
    await page.evaluate(watchFrames);
    const before = await readBusyMs();
    await act();
    const busyMs = (await readBusyMs()) - before;
    const { frames, longTasks } = (await page.evaluate(
      'globalThis.isWatched = false, { frames: globalThis.frames_.slice(1), longTasks: globalThis.longTasks }',
    )) as { frames: number[]; longTasks: number };
    const inTime = frames.filter((ms) => ms < lateMs).length;
    process.stdout.write(
      `${rowsShown} rows: ${(busyMs / times).toFixed(1)} ms of processor for a ${name} (a frame has 16.7), ` +
        `${((100 * inTime) / frames.length).toFixed(1)} % of ${frames.length} frames in time, ${longTasks} tasks over 50 ms\n`,
    );
  }
  process.stdout.write(
    `load of the machine meanwhile: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores\n`,
  );
}

async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < wheelSteps; step++) {
    await page.mouse.wheel(0, 400);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

/** Takes the stream's place; what it is told reaches the page as the service's own events do. */
const takeStream = `
  const opened = Promise.withResolvers();
  globalThis.opened = opened.promise.then(() => {});
  globalThis.EventSource = class extends EventTarget {
    constructor() { super(); globalThis.stream = this; opened.resolve(); }
    close() {}
  };
  globalThis.tell = (name, view) => globalThis.stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(view) }));`;

async function measureMemory(page: Page, service: TestService): Promise<void> {
  const name = await service.createOperator('viewer', consolePassword);
  const caller = await signInTo(openConsolePage(service.address), name);
  const stream = await openStream(caller, 'dashboard-stream');
  const dashboard = (await stream.next())?.data;
  await stream.close();
  await page.addInitScript(takeStream);
  await signIn(page, service, 'painel');
  await page.evaluate('globalThis.opened');
  const session = await page.context().newCDPSession(page);
  await page.evaluate(
    `globalThis.dashboard = ${JSON.stringify(dashboard)}; globalThis.tell('dashboard', globalThis.dashboard);`,
  );
  const after: number[] = [];
  const startedMs = performance.now();
  for (let hour = 1; hour <= hours; hour++) {
    await page.evaluate(passHour);
    after.push(await readHeap(session));
  }
  const speed = (hours * 3_600_000) / (performance.now() - startedMs);
  const [first = 1] = after;
  const last = after.at(-1) ?? 0;
  process.stdout.write(
    `Painel open for ${hours} hours, at ${Math.round(speed)} times the speed: ${(first / 1e6).toFixed(1)} MB after the first, ${(last / 1e6).toFixed(1)} MB after the last (${(last / first).toFixed(2)} times)\n`,
  );
}

/** In the page: an hour of ticks, each with a point that is new or goes on. */
const passHour = `(async () => {
  const { dashboard } = globalThis;
  globalThis.at ??= dashboard.hour.points.at(-1)?.at_ms ?? Date.now();
  for (let tick = 0; tick < ${ticksPerHour}; tick++) {
    globalThis.at += 5_000;
    const point = (step) => ({
      at_ms: globalThis.at - (globalThis.at % step), requests: tick % 50, refused: tick % 3, failed: 0,
      p50_ms: 3 + (tick % 7), p95_ms: 9 + (tick % 11), p99_ms: 20 + (tick % 13),
      risk: { low: tick % 20, medium: tick % 5, high: tick % 2, none: 0 },
    });
    globalThis.tell('tick', {
      ...dashboard,
      hour: { ...dashboard.hour, points: [point(dashboard.hour.step_ms)] },
      day: { ...dashboard.day, points: [point(dashboard.day.step_ms)] },
    });
    await new Promise(requestAnimationFrame);
  }
})()`;

async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
