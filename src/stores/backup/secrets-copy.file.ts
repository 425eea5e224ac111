// The secrets as one file, to be kept apart from every copy of the data: whoever has both can read everything.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ledgerName } from '../../app/privacy/ledger.ts';
import { syncFile } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';

const format = 'confere-secrets';
const fileBytesMax = 2 ** 20;

interface SecretsCopy {
  readonly format: typeof format;
  readonly files: Readonly<Record<string, string>>;
}

/** Every file of the folder, those of the parties too. */
export function copySecrets(secretsDirectory: string, file: string): void {
  const names = readdirSync(secretsDirectory).filter((name) => {
    const found = statSync(join(secretsDirectory, name), { throwIfNoEntry: false });
    // The ledger of erasures goes with the data: an old copy of it would be taken for the newest.
    return found?.isFile() === true && found.size <= fileBytesMax && name !== ledgerName;
  });
  const files = names.map((name) => [name, readFileSync(join(secretsDirectory, name)).toString('base64')]);
  const copy: SecretsCopy = { format, files: Object.fromEntries(files) };
  writeSecret(file, `${JSON.stringify(copy, null, 2)}\n`);
}

export function readSecretsCopy(file: string): ReadonlyMap<string, Buffer> {
  const noSecrets = `${file} holds no secrets. Name the file that confere backup --with-secrets wrote.`;
  // Reading a folder fails without its name.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new OperatorError(noSecrets);
  const text = readFileSync(file, 'utf8');
  try {
    const copy = JSON.parse(text) as SecretsCopy;
    const entries = Object.entries(copy.files);
    if (copy.format === format && entries.every(([name]) => /^[0-9A-Za-z][\w.-]*$/.test(name))) {
      return new Map(entries.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
    }
  } catch {
    // Falls through: what is not JSON is no copy of secrets either.
  }
  throw new OperatorError(noSecrets);
}

/** Finds the secrets that exist and differ from the copy. */
export function findOtherSecrets(secretsDirectory: string, copy: ReadonlyMap<string, Buffer>): readonly string[] {
  return [...copy.keys()].filter((name) => {
    const path = join(secretsDirectory, name);
    return (
      statSync(path, { throwIfNoEntry: false }) !== undefined && !readFileSync(path).equals(copy.get(name) as Buffer)
    );
  });
}

/** Places the secrets and leaves existing equal ones unchanged. `check` refuses by throwing, and then none of them stay. */
export function placeSecrets(secretsDirectory: string, copy: ReadonlyMap<string, Buffer>, check: () => void): void {
  const madeFolder = mkdirSync(secretsDirectory, { recursive: true, mode: 0o700 });
  const paths = [...copy.keys()].map((name) => join(secretsDirectory, name));
  const missing = paths.filter((path) => statSync(path, { throwIfNoEntry: false }) === undefined);
  try {
    for (const path of missing) writeSecret(path, copy.get(basename(path)) as Buffer);
    syncFile(secretsDirectory);
    check();
  } catch (error) {
    for (const path of [...missing, madeFolder]) if (path !== undefined) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

function writeSecret(path: string, content: string | Buffer): void {
  writeFileSync(path, content, { flag: 'wx', mode: 0o600, flush: true });
  syncFile(dirname(path));
}
