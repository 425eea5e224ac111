import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { openMasterSecret } from './secrets.file.ts';

const createDirectory = () => join(createTemporaryFolder('secrets'), 'secrets');

test('the secret is made once, readable by its owner alone, and stays the same', () => {
  const directory = createDirectory();
  const first = openMasterSecret({ directory, mayCreate: true });
  const second = openMasterSecret({ directory, mayCreate: false });
  expect(second.derive('x', 32)).toEqual(first.derive('x', 32));
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
});

test('each purpose has a secret of its own', () => {
  const secret = openMasterSecret({ directory: createDirectory(), mayCreate: true });
  expect(secret.derive('a', 32)).not.toEqual(secret.derive('b', 32));
});

test('drafts that killed processes left behind, under whatever process id, do not matter and are cleared', () => {
  const directory = createDirectory();
  mkdirSync(directory, { mode: 0o700 });
  for (const name of [`master.key.${process.pid}`, 'master.key.1', 'master.key.7'])
    writeFileSync(join(directory, name), 'half');
  openMasterSecret({ directory, mayCreate: true });
  expect(readdirSync(directory)).toEqual(['master.key']);
});

describe('opening is refused, with what to do,', () => {
  test('when the secret of an existing database is missing, and none is made', () => {
    const directory = createDirectory();
    expect(() => openMasterSecret({ directory, mayCreate: false })).toThrow(/is missing.*Restore the file/);
    expect(existsSync(directory)).toBe(false);
  });

  test('when other users can read the folder or the file', () => {
    const directory = createDirectory();
    openMasterSecret({ directory, mayCreate: true });
    chmodSync(directory, 0o755);
    expect(() => openMasterSecret({ directory, mayCreate: true })).toThrow(/chmod 0700/);
    chmodSync(directory, 0o700);
    chmodSync(join(directory, 'master.key'), 0o640);
    expect(() => openMasterSecret({ directory, mayCreate: true })).toThrow(/chmod 0600/);
  });

  test('when the file is damaged', () => {
    const directory = createDirectory();
    openMasterSecret({ directory, mayCreate: true });
    writeFileSync(join(directory, 'master.key'), 'half');
    expect(() => openMasterSecret({ directory, mayCreate: true })).toThrow(/is damaged/);
  });
});
