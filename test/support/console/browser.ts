// A real browser for the pages.

import { type Browser, chromium } from 'playwright-core';

export function launchBrowser(executablePath: string): Promise<Browser> {
  // As root, in a container, a browser's own sandbox cannot start; the rest keeps it from calling its maker.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath, args: [...args, '--disable-component-update', '--disable-sync'] });
}
