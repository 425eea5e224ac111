// A backup whose folder was made by somebody else: it is read before anything is touched.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { encodeManifest, manifestName } from '../../app/backup/manifest.ts';
import { verifyBackup } from './restore.ts';

const text = 'blocks';
const path = 'registry/blocks.bin';

function makeBackup() {
  const folder = createTemporaryFolder('backup');
  mkdirSync(join(folder, 'registry'));
  writeFileSync(join(folder, path), text);
  const file = { path, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  const about = { confere: '1.0.0', made_at: '2026-11-15T12:00:00.000Z', registry_data_as_of: null, lists: [] };
  writeFileSync(join(folder, manifestName), encodeManifest({ ...about, files: [file] }));
  return { folder, file: join(folder, path) };
}

test('a backup is whole where each file is what was written', async () => {
  const { folder, file } = makeBackup();
  expect((await verifyBackup(folder)).files).toHaveLength(1);
  writeFileSync(file, text.toUpperCase());
  await expect(verifyBackup(folder)).rejects.toThrow('is not what was backed up');
});

test.each([
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
  ['a device without end', (file: string) => symlinkSync('/dev/zero', file)],
  ['a folder', (file: string) => mkdirSync(file)],
])('%s in place of a file is refused and not waited for', async (_, put) => {
  const { folder, file } = makeBackup();
  rmSync(file);
  put(file);
  await expect(verifyBackup(folder)).rejects.toThrow('is not what was backed up. Use another backup');
});
