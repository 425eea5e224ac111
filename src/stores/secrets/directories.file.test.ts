import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { checkDirectories } from './directories.file.ts';

function createDirectories() {
  const folder = createOutputDirectory('directories');
  const dataDirectory = join(folder, 'data');
  const secretsDirectory = join(folder, 'secrets');
  mkdirSync(dataDirectory, { mode: 0o700 });
  return {
    folder,
    dataDirectory,
    secretsDirectory,
    check: () => checkDirectories({ dataDirectory, secretsDirectory }),
  };
}

test('directories that are closed and apart, or not there yet, are accepted; so is one that a group shares', () => {
  const { dataDirectory, secretsDirectory, check } = createDirectories();
  expect(check).not.toThrow();
  mkdirSync(secretsDirectory, { mode: 0o700 });
  chmodSync(dataDirectory, 0o2770);
  expect(check).not.toThrow();
  expect(() => checkDirectories({ dataDirectory: join(dataDirectory, 'new'), secretsDirectory })).not.toThrow();
});

test.each([0o755, 0o777, 0o703, 0o1777])(
  'a data directory of mode %o is refused with the command that closes it',
  (mode) => {
    const { dataDirectory, check } = createDirectories();
    chmodSync(dataDirectory, mode);
    expect(check).toThrow(`chmod 0700 ${dataDirectory}`);
  },
);

test('links that put the secret inside the data, or the two into one place, are refused with the command that mends it', () => {
  const inside = createDirectories();
  mkdirSync(join(inside.dataDirectory, 'kept'), { mode: 0o700 });
  symlinkSync(join(inside.dataDirectory, 'kept'), inside.secretsDirectory);
  expect(inside.check).toThrow(`rm ${inside.secretsDirectory} && mv ${join(inside.dataDirectory, 'kept')}`);

  const same = createDirectories();
  symlinkSync(same.dataDirectory, same.secretsDirectory);
  expect(same.check).toThrow('inside the data directory');

  const file = createDirectories();
  mkdirSync(file.secretsDirectory, { mode: 0o700 });
  writeFileSync(join(file.dataDirectory, 'master.key'), 'x');
  symlinkSync(join(file.dataDirectory, 'master.key'), join(file.secretsDirectory, 'master.key'));
  expect(file.check).toThrow('master.key leads to');

  const outside = createDirectories();
  mkdirSync(join(outside.folder, 'elsewhere'), { mode: 0o700 });
  symlinkSync(join(outside.folder, 'elsewhere'), outside.secretsDirectory);
  expect(outside.check).not.toThrow();
});
