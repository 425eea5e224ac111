// A browser at the console: one for a block of tests, with pages that write down whatever should not happen.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFailed, TestRunner } from 'vitest';
import type { Role } from '../../../src/domain/access/operator.ts';
import type { TestService } from '../service/service.ts';
import { findBrowserToTest, launchBrowser } from './browser.ts';
import { consolePassword } from './console-page.ts';

export type TestBrowser = Pick<Browser, 'newContext' | 'newPage'>;

/** The tests share one browser, which is there for as long as they run. */
export function describeInBrowser(title: string, tests: (browser: TestBrowser) => void): void {
  const executablePath = findBrowserToTest();
  describe.skipIf(executablePath === undefined)(title, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser(executablePath as string);
    });
    tests({
      newContext: (options) => browser.newContext(options),
      newPage: (options) => browser.newPage(options),
    });
    // Told last, it is done first: no page outlives the service that it asks.
    afterAll(() => browser?.close());
  });
}

export interface WatchedPage {
  readonly page: Page;
  /** Requests to anybody but the service, errors, and what the page's policy refused. */
  readonly faults: string[];
  close(): Promise<void>;
}

const patienceMs = 120_000;

export async function openWatchedPage(
  browser: TestBrowser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
  // Both cores may be taken by other work.
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`)) faults.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refused call is an answer, which the browser tells as an error too.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  // A page of a whole file belongs to no test.
  if (TestRunner.getCurrentTest() !== undefined) tellWhenFailed(page);
  return { page, faults, close: () => context.close() };
}

/** A wait in vain tells what the page showed instead and which calls were refused, so that one failure is enough to find the cause. */
function tellWhenFailed(page: Page): void {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  page.on('requestfailed', (request) => {
    refused.push(`${request.failure()?.errorText} ${new URL(request.url()).pathname}`);
  });
  onTestFailed(async () => {
    const shown = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    process.stderr.write(`The page at ${page.url()} showed:\n${shown}\nRefused: ${refused.join(', ') || 'nothing'}\n`);
  });
}

/** Fills the dialog that is open. */
export async function fillSignIn(page: Page, name: string, password = consolePassword): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Senha') });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByLabel('Senha').fill(password);
  await dialog.locator('button[type=submit]').click();
}

export async function signInByForm(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
  await fillSignIn(page, name);
  await page.getByRole('button', { name: 'Sair' }).waitFor();
}

/** A new operator of that role at that address of the console. */
export async function openSignedIn(
  browser: TestBrowser,
  service: TestService,
  role: Role,
  { path = '/console', ...options }: BrowserContextOptions & { readonly path?: string } = {},
): Promise<WatchedPage & { readonly name: string }> {
  const name = await service.createOperator(role, consolePassword);
  const watched = await openWatchedPage(browser, service.address, options);
  await watched.page.goto(`${service.address}${path}`);
  await signInByForm(watched.page, name);
  return { ...watched, name };
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface AxeResult {
  readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[];
}

/** What an examination by axe-core finds, however slight. The tool is brought in past the page's policy. */
export async function findBarriers(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResult;
  await session.detach();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** How far the page can be scrolled to the side: nothing, where it fits. */
export function findSideways(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
}

/** What the browser keeps of the page when it is gone. */
export function findStored(page: Page): Promise<unknown> {
  return page.evaluate('[...Object.entries(localStorage), ...Object.entries(sessionStorage), document.cookie]');
}
