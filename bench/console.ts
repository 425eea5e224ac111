// The console over a working day, in Chromium: frames while somebody types and scrolls through 10,000 rows, and the memory of a Painel that
// stays open for eight hours, which pass at hundreds of times their speed. Shares and ratios within one run. Needs Chromium.

import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/console/browser.ts';
import { openWatchedPage } from '../test/support/console/console-browser.ts';
import { consolePassword, openConsolePage, openStream, signInTo } from '../test/support/console/console-page.ts';
import { findBrowser } from '../test/support/machine.ts';
import { startTestService, type TestService } from '../test/support/service/service.ts';

const rowsShown = 10_000;
const ticksPerHour = 720;
const hours = 8;

export async function run(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium: install it, or set CHROMIUM to its path.');
  const service = await startTestService();
  const browser = await launchBrowser(executablePath);
  try {
    for (const measure of [measureFrames, measureMemory]) {
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
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('dialog').getByLabel('Nome').fill(name);
  await page.getByRole('dialog').getByLabel('Senha').fill(consolePassword);
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: 'Sair' }).waitFor();
}

/** Notes how far apart frames are, and what kept the page from answering for longer than 50 ms. */
const watchFrames = `
  globalThis.frames_ = []; globalThis.longTasks = 0;
  new PerformanceObserver((list) => { globalThis.longTasks += list.getEntries().length; }).observe({ type: 'longtask' });
  let last = performance.now();
  const note = (now) => { globalThis.frames_.push(now - last); last = now; requestAnimationFrame(note); };
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
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.waitForFunction(`document.querySelectorAll('tbody tr').length >= ${rowsShown}`);
  for (const [name, act] of [
    ['scrolling', () => scroll(page)],
    ['typing', () => page.getByLabel('CPF').first().pressSequentially('40442820135', { delay: 40 })],
  ] as const) {
    await page.evaluate(watchFrames);
    await act();
    const { frames, longTasks } = (await page.evaluate(
      '({ frames: globalThis.frames_.slice(1), longTasks: globalThis.longTasks })',
    )) as { frames: number[]; longTasks: number };
    const late = frames.filter((ms) => ms > 25).length;
    const share = ((100 * late) / Math.max(1, frames.length)).toFixed(1);
    const middle = frames.toSorted((a, b) => a - b)[Math.floor(frames.length / 2)] ?? 0;
    process.stdout.write(
      `${name}, ${rowsShown} rows: ${frames.length} frames, ${middle.toFixed(1)} ms apart (median), ${share} % late, ${longTasks} long tasks\n`,
    );
  }
}

async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < 120; step++) {
    await page.mouse.wheel(0, 400);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

/** Takes the stream's place; what it is told reaches the page as the service's own events do. */
const takeStream = `
  globalThis.EventSource = class extends EventTarget {
    constructor() { super(); globalThis.stream = this; }
    close() {}
  };
  globalThis.tell = (name, view) => globalThis.stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(view) }));`;

async function measureMemory(page: Page, service: TestService): Promise<void> {
  const name = await service.createOperator('viewer', consolePassword);
  const caller = await signInTo(openConsolePage(service.address), name);
  const stream = await openStream(caller, 'dashboard-stream');
  const board = (await stream.next())?.data;
  await stream.close();
  await page.addInitScript(takeStream);
  await signIn(page, service, 'painel');
  await page.waitForFunction('globalThis.stream !== undefined');
  const session = await page.context().newCDPSession(page);
  await page.evaluate(`globalThis.board = ${JSON.stringify(board)}; globalThis.tell('board', globalThis.board);`);
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
  const { board } = globalThis;
  globalThis.at ??= board.hour.points.at(-1)?.at_ms ?? Date.now();
  for (let tick = 0; tick < ${ticksPerHour}; tick++) {
    globalThis.at += 5_000;
    const point = (step) => ({
      at_ms: globalThis.at - (globalThis.at % step), requests: tick % 50, refused: tick % 3, failed: 0,
      p50_ms: 3 + (tick % 7), p95_ms: 9 + (tick % 11), p99_ms: 20 + (tick % 13),
      risk: { low: tick % 20, medium: tick % 5, high: tick % 2, none: 0 },
    });
    globalThis.tell('tick', {
      ...board,
      hour: { ...board.hour, points: [point(board.hour.step_ms)] },
      day: { ...board.day, points: [point(board.day.step_ms)] },
    });
    await new Promise(requestAnimationFrame);
  }
})()`;

async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
