// Environment and YAML file -> one frozen Config. The only file that reads the environment; lists every fault at once.

import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { OperatorError } from './errors.ts';
import type { Setting } from './settings/forms.ts';
import type { SecretAddress } from './settings/secret-address.ts';
import { type SettingName, type SettingValues, settings, toVariable } from './settings/settings.ts';
import { type FileValue, readSettingsOfFile, type SettingsFile } from './settings/settings-file.ts';
import { suggest } from './settings/suggest.ts';
import { readTracing, type TracingSettings } from './settings/tracing.ts';

export type Config = SettingValues & {
  /** The YAML file, when there is one, for the parts that read their own section. */
  readonly file: SettingsFile | null;
  /** The value is null if tracing is off. */
  readonly tracing: TracingSettings | null;
  /** Tells what decides which home this is: both variables, or settings of which the file has at least one, or the current folder. */
  readonly homeNamedBy: 'environment' | 'file' | 'folder';
};

export const configFileVariable = 'CONFERE_CONFIG';

/** The process started with this environment and in this working folder. */
interface Origin {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export function loadConfig({ env, cwd }: Origin = { env: process.env, cwd: process.cwd() }): Config {
  const faults: string[] = [];
  const file = readFile(env[configFileVariable], cwd, faults);
  const fromFile = file === null ? new Map<string, FileValue>() : readSettingsOfFile(file, faults);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const variable = toVariable(name);
    const given = env[variable];
    const written = fromFile.get(name);
    if (given !== undefined && given !== '') {
      values[name] = accept(setting, given, cwd, variable, faults);
    } else if (written !== undefined && file !== null) {
      values[name] = accept(setting, written.raw, dirname(file.path), `${file.path}:${written.line}: ${name}`, faults);
    } else {
      values[name] = setting.fallback === null ? null : accept(setting, setting.fallback, cwd, name, faults);
    }
  }
  faults.push(...findTypos(env));
  const tracing = readTracing(env, faults);
  const homeNamedBy = findNaming((name) => (env[toVariable(name)] ?? '') !== '', fromFile);
  const config = { ...values, file, tracing, homeNamedBy } as Config;
  if (faults.length === 0 && isInside(config.secrets_dir, config.data_dir)) {
    faults.push('secrets_dir: must not lie inside data_dir; a copy of the data must not carry the secret with it');
  }
  if (faults.length === 0) faults.push(...findSsoFaults(config));
  if (faults.length === 0 && config.answer_cache === 'shared' && config.counters === null) {
    faults.push('answer_cache: shared needs counters, the Redis in which the answers are kept');
  }
  if (faults.length > 0) {
    throw new OperatorError(
      `Wrong settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nSee docs/settings.md.`,
    );
  }
  return Object.freeze(config);
}

function findNaming(isVariable: (name: SettingName) => boolean, inFile: ReadonlyMap<string, unknown>) {
  const home = ['data_dir', 'secrets_dir'] as const;
  if (home.every(isVariable)) return 'environment';
  return home.every((name) => isVariable(name) || inFile.has(name)) ? 'file' : 'folder';
}

/** The settings of a service with this file; for a command that was given the file. */
export function loadConfigOf(file: string): Config {
  return loadConfig({ env: { ...process.env, [configFileVariable]: file }, cwd: process.cwd() });
}

function findSsoFaults(config: Config): readonly string[] {
  const needed = ['console.address', 'console.oidc.client_id', 'console.oidc.roles'] as const;
  if (config['console.oidc.issuer'] !== null) {
    return needed.filter((name) => config[name] === null).map((name) => `${name}: console.oidc.issuer needs it`);
  }
  return config['console.local_operators']
    ? []
    : ['console.local_operators: false needs console.oidc.issuer, or nobody could sign in'];
}

/** The variables that a source's description names; the only other way to the environment. */
export function findEnvironmentSecret(name: string): string | undefined {
  return process.env[name];
}

/** Reads what the environment says of the proxy on the way out, in the names that curl and most programs use. */
export function findEnvironmentProxy(): { readonly httpsProxy: string | undefined; readonly exceptions: string } {
  const { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } = process.env;
  return { httpsProxy: https_proxy || HTTPS_PROXY, exceptions: no_proxy || NO_PROXY || '' };
}

/** Gives the address itself. No fault repeats it. */
export function readSecretAddress(setting: SettingName, address: SecretAddress): string {
  if (address.kind === 'text') return address.text;
  if (address.kind === 'env') {
    const text = process.env[address.name];
    if (text !== undefined && text !== '') return text;
    throw new OperatorError(`${setting}: the environment variable ${address.name} is not set.`);
  }
  try {
    return readFileSync(address.path, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(`${setting}: its file cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function accept(setting: Setting<unknown>, raw: unknown, base: string, where: string, faults: string[]): unknown {
  const value = setting.read(raw, base);
  if (value !== undefined) return value;
  const found = setting.findFaults?.(raw) ?? [];
  const said = found.length > 0 ? found : [`must be ${setting.form}`];
  faults.push(...said.map((fault) => `${where}: ${fault}`));
  return value;
}

function readFile(given: string | undefined, cwd: string, faults: string[]): SettingsFile | null {
  if (given === undefined || given === '') return null;
  const path = resolve(cwd, given);
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    faults.push(
      code === 'ENOENT'
        ? `${configFileVariable}: there is no file ${path}`
        : `${configFileVariable}: ${path} cannot be read (${code}); check that it is a file, its owner and its permissions`,
    );
    return null;
  }
}

/** A misspelt variable would be ignored in silence; one that merely shares the prefix (Kubernetes makes some) is not ours. */
function findTypos(env: Origin['env']): string[] {
  const known = [configFileVariable, ...Object.keys(settings).map(toVariable)];
  return Object.keys(env)
    .filter((name) => name.startsWith('CONFERE_') && !known.includes(name))
    .map((name) => ({ name, hint: suggest(name, known) }))
    .filter(({ hint }) => hint !== '')
    .map(({ name, hint }) => `${name}: unknown setting${hint}`);
}

function isInside(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
