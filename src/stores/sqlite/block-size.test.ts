import { expect, test } from 'vitest';
import { refuseSmallBlocks } from './block-size.ts';

test('a disk whose blocks are smaller than what SQLite maps is refused, and says with which one to go on', () => {
  const open = (bytes: number) => () => refuseSmallBlocks('/var/lib/confere/confere.db', () => bytes);
  for (const bytes of [512, 1_024, 2_048])
    expect(open(bytes)).toThrow(`The disk at /var/lib/confere has blocks of ${bytes} bytes`);
  expect(open(1_024)).toThrow(/mkfs\.ext4 -b 4096/);
  for (const bytes of [4_096, 131_072]) expect(open(bytes)).not.toThrow();
});
