// Zips made to harm, as every import of lists and of the registry opens them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withEntriesMore, withOverlaps, withSaid } from '../../../test/support/forged-zip.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { toZip } from '../../../test/support/xlsx.ts';
import { DamagedFile } from '../../app/datasets/damaged-file.ts';
import { listMembers, readMember } from './file-member.ts';

const text = Array.from({ length: 5_000 }, (_, line) => `${line};${line * 7919}\n`).join('');
const good = toZip({ 'a.csv': text, 'b.txt': 'beside' });

async function read(zip: Buffer): Promise<string> {
  const path = join(createTemporaryFolder('members'), 'a.zip');
  writeFileSync(path, zip);
  const pieces: Uint8Array[] = [];
  for (const member of await listMembers(path, true, (name) => name.endsWith('.csv')))
    for await (const piece of readMember(member)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('the text of a zip is read as it was packed', async () => {
  expect(await read(good)).toBe(text);
});

describe('a zip is damaged', () => {
  test.each<readonly [string, Buffer, RegExp]>([
    [
      'whose part holds more than it says',
      withSaid(good, 'a.csv', { bytes: 10 }),
      /holds more than its directory says/,
    ],
    [
      'whose part holds less than it says',
      withSaid(good, 'a.csv', { bytes: text.length + 1 }),
      /shorter than its directory/,
    ],
    [
      'whose part says that it has 4 GB',
      withSaid(good, 'a.csv', { bytes: 0xfffffffe }),
      /cannot have the size that it says/,
    ],
    ['whose part ends behind the file', withSaid(good, 'a.csv', { packedBytes: 1e6 }), /lie upon each other or beyond/],
    [
      'whose parts lie upon each other',
      withOverlaps({ 'a.csv': text, 'b.csv': '', 'c.csv': '' }),
      /lie upon each other/,
    ],
    ['whose directory has an entry more', withEntriesMore(good, 1), /is not a whole zip file/],
    ['with an entry that leads out of it', toZip({ '../../a.csv': text }), /is not a whole zip file/],
    [
      'with more entries than anybody publishes',
      toZip(Object.fromEntries(Array.from({ length: 10_001 }, (_, count) => [`${count}.png`, '']))),
      /more than 10000 entries/,
    ],
  ])('%s', async (_, zip, sentence) => {
    const refused = await read(zip).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DamagedFile);
    expect((refused as DamagedFile).message).toMatch(sentence);
  });
});
