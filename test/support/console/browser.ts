// A real browser for the pages.

import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../machine.ts';

/** Where the machine's browser is. Tests are skipped where there is none, which is said. */
export function findBrowserToTest(): string | undefined {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    process.stderr.write('SKIPPED: no Chromium. Install it, or set CHROMIUM to its path.\n');
  return executablePath;
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  // As root, in a container, a browser's own sandbox cannot start; the rest keeps it from calling its maker.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath, args: [...args, '--disable-component-update', '--disable-sync'] });
}
