// `node scripts/screenshots.ts`: the pictures of docs/console.md and README, of a service of its own with the sandbox alone. Needs Chromium.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { findBrowser } from '../test/support/machine.ts';
import { startTestService } from '../test/support/service.ts';

const folder = join(import.meta.dirname, '../docs/images');

const pictures: Readonly<Record<string, { colorScheme: 'light' | 'dark'; show: (page: Page) => Promise<void> }>> = {
  'console-verify': { colorScheme: 'light', show: (page) => choose(page, /Patrícia Ribeiro/) },
  'console-dark': { colorScheme: 'dark', show: (page) => choose(page, /Vinícius Andrade Melo/) },
};

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.locator('.verdict').waitFor();
  await page.evaluate('document.activeElement.blur()');
  await page.mouse.move(0, 0);
}

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('No Chromium: install it, or set CHROMIUM to its path.');
mkdirSync(folder, { recursive: true });
const service = await startTestService();
const browser = await launchBrowser(executablePath);
for (const [name, { colorScheme, show }] of Object.entries(pictures)) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 860 }, colorScheme });
  await page.goto(`${service.address}/console`);
  await show(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
await browser.close();
await service.close();
