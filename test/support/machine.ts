// What the tests use beyond Node and npm. CI installs what is missing, once, before any test; elsewhere the tests that need
// it say so and are skipped.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of these programs that the machine has. */
function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

export function findBrowser(): string | undefined {
  return process.env['CHROMIUM'] ?? findProgram('chromium', 'chromium-browser', 'google-chrome');
}

export function findCurl(): string | undefined {
  return findProgram('curl');
}

export function findNginx(): string | undefined {
  return findProgram('nginx') ?? ['/usr/sbin/nginx'].find((path) => existsSync(path));
}

export function findCaddy(): string | undefined {
  return findProgram('caddy');
}

export function findSystemdAnalyze(): string | undefined {
  return findProgram('systemd-analyze');
}

export function installMissing(): void {
  if (process.env['CI'] !== 'true') return;
  const missing = [
    ...(findBrowser() ? [] : ['chromium']),
    ...(findCurl() ? [] : ['curl']),
    ...(findNginx() ? [] : ['nginx-light']),
    ...(findCaddy() ? [] : ['caddy']),
    ...(findSystemdAnalyze() ? [] : ['systemd']),
  ];
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { stdio: 'inherit', env });
}
