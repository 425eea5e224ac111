// Where the console is reached: beside the API, or through the listener for operators alone.

import { hostname } from 'node:os';
import { type PasskeyHome, toPasskeyHome } from '../../../app/operators/passkeys/webauthn.ts';
import type { Config } from '../../../config.ts';
import type { ConsoleProxy } from '../../../http/console/access/console-proxy.ts';
import { type MasterSecret, openMasterSecret } from '../../../stores/secrets/secrets.file.ts';

/** Finds the listener of the console. `auto` puts it beside the API only while no other machine can reach the API. */
export function findConsoleListener(config: Config): 'public' | 'admin' | 'off' {
  const chosen = config['console.listener'];
  if (chosen !== 'auto') return chosen;
  return isLoopback(config.host) ? 'public' : 'admin';
}

/** The names by which this machine and the settings know the service. */
export function toConsoleHosts(config: Config): readonly string[] {
  const address = config['console.address'];
  const named = address === null ? [] : [new URL(address).hostname];
  return [config.host, config['admin.host'], hostname(), ...named, ...config['console.hosts']];
}

/**
 * Finds the home of passkeys. Browsers bind a passkey to the name and the port of one address. If the setting is absent, that is this machine, at
 * the console's port. A browser that arrives by a tunnel from the same port of its own machine has the same address.
 */
export function findPasskeyHome(config: Config): PasskeyHome | undefined {
  const port = findConsoleListener(config) === 'admin' ? config['admin.port'] : config.port;
  return toPasskeyHome(config['console.address'] ?? `http://localhost:${port}`);
}

/** Derives the pass from the newest generation of the secret at each call. After a rotation, an older secret opens no console. */
export function toConsolePass(secret: MasterSecret): string {
  return Buffer.from(secret.deriveFresh('console-proxy', 32)[0]).toString('base64url');
}

/** For the process that has the listener for operators, which may not be the one that serves. */
export function findConsoleProxy(config: Config, port: number): ConsoleProxy | undefined {
  if (findConsoleListener(config) !== 'admin') return undefined;
  const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: false });
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return { host: everywhere[config.host] ?? config.host, port, pass: toConsolePass(secret) };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
