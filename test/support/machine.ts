// What the tests use beyond Node and npm. CI installs what is missing, once, before any test; elsewhere the tests that need
// it say so and are skipped.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The paths of these programs that the machine has. */
function findPrograms(...names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path));
}

function findProgram(...names: readonly string[]): string | undefined {
  return findPrograms(...names)[0];
}

/** The shell is the same browser without its windows, and takes half the processor time. */
export function findBrowser(): string | undefined {
  return process.env['CHROMIUM'] ?? findProgram(browserShell, 'chromium', 'chromium-browser', 'google-chrome');
}

const browserShell = 'chromium-headless-shell';

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

/** Prometheus's own checker of rules. */
export function findPromtool(): string | undefined {
  return findProgram('promtool');
}

/** Renders the sizes of deploy/kubernetes. */
export function findKubectl(): string | undefined {
  return findProgram('kubectl');
}

/** For the library that forgets what was not synced (test/reliability/power). */
function findCompiler(): string | undefined {
  return findProgram('cc');
}

/** As a time stamp authority, and to check what it signed. */
export function findOpenssl(): string | undefined {
  return findProgram('openssl');
}

/** The machine's own Node, which is not the one that the tests run on: the oldest that clients may have. */
export function findMachineNode(): string | undefined {
  return findPrograms('node')
    .filter((path) => !path.includes('node_modules'))
    .find((path) => Number.parseInt(execFileSync(path, ['--version'], { encoding: 'utf8' }).slice(1), 10) >= 20);
}

const postgresPackages = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`, the newest of those that are installed; undefined where there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(postgresPackages) ? readdirSync(postgresPackages) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(postgresPackages, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Either of them. */
export function findRedis(): string | undefined {
  return findProgram('redis-server', 'valkey-server');
}

/** Builds images, and makes the base that they are built on. */
export function findBuildah(): string | undefined {
  return findProgram('buildah');
}

export function findDebootstrap(): string | undefined {
  return findProgram('debootstrap') ?? ['/usr/sbin/debootstrap'].find((path) => existsSync(path));
}

/** The folder of the npm that runs the tests. */
export function findMachineNpm(): string | undefined {
  const [npm] = findPrograms('npm').filter((path) => !path.includes('node_modules'));
  return npm === undefined ? undefined : join(dirname(realpathSync(npm)), '..');
}

export function installMissing(): void {
  if (process.env['CI'] !== 'true') return;
  const missing = [
    ...(process.env['CHROMIUM'] !== undefined || findProgram(browserShell) ? [] : [browserShell]),
    ...(findCurl() ? [] : ['curl']),
    ...(findNginx() ? [] : ['nginx-light']),
    ...(findCaddy() ? [] : ['caddy']),
    ...(findSystemdAnalyze() ? [] : ['systemd']),
    ...(findPromtool() ? [] : ['prometheus']),
    ...(findCompiler() ? [] : ['gcc', 'libc6-dev']),
    ...(findOpenssl() ? [] : ['openssl']),
    ...(findPostgres() ? [] : ['postgresql']),
    ...(findBuildah() ? [] : ['buildah']),
    ...(findDebootstrap() ? [] : ['debootstrap']),
    ...(findRedis() ? [] : ['redis-server']),
  ];
  if (missing.length === 0) return;
  const asRoot = findWayToRoot();
  if (findProgram('apt-get') === undefined || asRoot === undefined) {
    const why = asRoot === undefined ? 'that needs root, or sudo without a password' : 'there is no apt-get';
    process.stderr.write(`NOT INSTALLED: ${missing.join(', ')} (${why}). The tests that need them are skipped.\n`);
    return;
  }
  // sudo hands on no environment, so the setting is part of the command.
  const aptGet = (...args: readonly string[]): void => {
    const [program = 'env', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    execFileSync(program, rest, { stdio: 'inherit' });
  };
  try {
    aptGet('update', '-qq');
    aptGet('install', '-y', '-qq', '--no-install-recommends', ...missing);
  } catch {
    process.stderr.write(
      `NOT INSTALLED: ${missing.join(', ')} (apt-get failed). The tests that need them are skipped.\n`,
    );
  }
}

/** What stands before a command that only root may run; undefined where there is no way. */
function findWayToRoot(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram('sudo');
  // GitHub's runners ask for no password; elsewhere a test run would wait for one.
  return sudo !== undefined && spawnSync(sudo, ['-n', 'true']).status === 0 ? [sudo, '-n'] : undefined;
}
