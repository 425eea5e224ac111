// What a newcomer is spared: a folder with its settings, the sandbox key in a file, and a first person verified as a caller would.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfereError, type CpfRequest, type CpfResponse } from '../../../packages/client/src/index.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { toEngine } from '../backend/engine.ts';
import { connectClient } from '../parts/connected-client.ts';
import { openStores } from '../parts/stores.ts';

/** A person of the sandbox, whom docs/sandbox.md promises. */
export const firstPerson = {
  cpf: '404.428.201-35',
  name: 'Ana Beatriz Carvalho',
  birth_date: '1990-07-21',
} as const satisfies CpfRequest;

export type FirstAnswer = CpfResponse;

/** Returns the settings file of the folder, and makes both where they are missing. */
export function prepareFolder(folder: string): string {
  const file = join(resolve(folder), 'confere.yaml');
  mkdirSync(resolve(folder), { recursive: true });
  if (!existsSync(file)) {
    writeFileSync(
      file,
      '# The settings of this Confere: docs/settings.md lists them all.\ndata_dir: data\nsecrets_dir: secrets\n',
    );
  }
  return file;
}

/** Keeps the key beside the master secret that it is derived from, and returns the file. */
export function keepSandboxKey({ secrets_dir }: Config, key: string): string {
  const file = join(secrets_dir, 'sandbox.key');
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return file;
}

export function verifyFirstPerson(url: string, key: string): Promise<FirstAnswer> {
  return connectClient({ url, key, retriesMax: 0 }).verifyCpf(firstPerson);
}

/** Returns the key of this home and the answer to it, if a service of this home already listens at the address. */
export async function askRunning(
  config: Config,
  url: string,
): Promise<{ readonly key: string; readonly answer: FirstAnswer } | undefined> {
  if (!toEngine(config).hasHome()) return undefined;
  await using stores = await openStores(config, systemClock);
  const { key } = await stores.manageKeys.ensureSandboxKey(stores.secret.deriveFirst('sandbox-key', 64));
  try {
    return { key, answer: await verifyFirstPerson(url, key) };
  } catch (error) {
    if (error instanceof ConfereError) return undefined;
    throw error;
  }
}
