// A real browser for the pages. In CI a missing one is installed; elsewhere the test says what it lacks and is skipped.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined where there is no browser and none may be installed. */
export function findBrowser(): string | undefined {
  const given = process.env['CHROMIUM'];
  const found = given ?? candidates.find((path) => existsSync(path));
  if (found !== undefined || process.env['CI'] !== 'true') return found;
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return candidates.find((path) => existsSync(path));
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  // As root, in a container, a browser's own sandbox cannot start; the rest keeps it from calling its maker.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath, args: [...args, '--disable-component-update', '--disable-sync'] });
}
