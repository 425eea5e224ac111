import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { addGeneration, openMasterSecret } from './secrets.file.ts';

const createDirectory = () => join(createTemporaryFolder('secrets'), 'secrets');

test('the secret is made once, readable by its owner alone, and stays the same', () => {
  const directory = createDirectory();
  const first = openMasterSecret({ directory, mayCreate: true });
  const second = openMasterSecret({ directory, mayCreate: false });
  expect(second.derive('store-fingerprint', 32)).toEqual(first.derive('store-fingerprint', 32));
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
});

test('each purpose has a secret of its own', () => {
  const secret = openMasterSecret({ directory: createDirectory(), mayCreate: true });
  expect(secret.derive('store-fingerprint', 32)).not.toEqual(secret.derive('batch', 32));
});

test('drafts that killed processes left behind, under whatever process id, do not matter and are cleared', () => {
  const directory = createDirectory();
  mkdirSync(directory, { mode: 0o700 });
  for (const name of [`master.key.${process.pid}`, 'master.key.1', 'master.key.7'])
    writeFileSync(join(directory, name), 'half');
  openMasterSecret({ directory, mayCreate: true });
  expect(readdirSync(directory)).toEqual(['master.key']);
});

describe('a new generation', () => {
  test('derives what comes from now on, while all before it derive what they did', () => {
    const directory = createDirectory();
    const before = openMasterSecret({ directory, mayCreate: true });
    const first = before.derive('store-fingerprint', 32);
    expect(addGeneration(directory)).toBe(2);
    const after = openMasterSecret({ directory, mayCreate: false });
    expect(after.derive('store-fingerprint', 32)).not.toEqual(first);
    expect(after.deriveAll('store-fingerprint', 32)).toEqual([after.derive('store-fingerprint', 32), first]);
    expect([after.deriveFirst('store-fingerprint', 32), after.generations()]).toEqual([first, 2]);
    expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
  });

  test('is taken up by who has opened the secret before, when told to look; a file that is gone changes nothing', () => {
    const directory = createDirectory();
    const secret = openMasterSecret({ directory, mayCreate: true });
    const first = secret.derive('store-fingerprint', 32);
    addGeneration(directory);
    expect(secret.deriveAll('store-fingerprint', 32)).toEqual([first]);
    secret.refresh();
    expect([secret.generations(), secret.deriveFirst('store-fingerprint', 32)]).toEqual([2, first]);
    rmSync(join(directory, 'master.key'));
    secret.refresh();
    expect(secret.generations()).toBe(2);
  });

  test('clears the drafts of those that were killed before it', () => {
    const directory = createDirectory();
    openMasterSecret({ directory, mayCreate: true });
    writeFileSync(join(directory, 'master.key.killed'), 'half');
    addGeneration(directory);
    expect(readdirSync(directory)).toEqual(['master.key']);
  });
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
