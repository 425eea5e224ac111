// The dictionary with which the groups of records are packed: tables of how often bytes and lengths occur, trained once, before
// rows of the files that are being imported. A snapshot keeps its own (in tables.json), so that nothing here is part of the format.

/**
 * The head of a zstd dictionary without its content: how literals and lengths are coded. Made by `zstd --train` from groups of a
 * synthetic dump; it tells of the form of the rows, not of what stands in them, so that it holds for every month.
 */
const head = Buffer.from(
  'N6Qw7IWMZzlMEEgLNx0AAEbSiQQAAIARiQAAGNckAgCIPC28Bh+iKU8wL6oA3EL5YdCyoTHtmqc77vsT8KKb8cFv/fbd7LPgyvQZ7lEorc2EZKTJFJMAAAAAAIJBIalwULb9AARgQBIcjq+n2khqkuWQQQQAAAAAAAAAAAAAAgAAAAAAZM9FJDNhMBYOxTgKgyiK5KCWcAAAAAABAAAABAAAAAgAAAA=',
  'base64',
);
/** A dictionary may not be all but empty; a dump of a handful of rows has at least these. */
const words = Buffer.from('AVENIDA\nRUA\nSALA\nAPT\nCASA\nCENTRO\n@gmail.com\n@hotmail.com\n', 'latin1');
/** Measured at level 3, groups of eight rows: 8 KB 66.6 bytes a row, 16 KB 64.3, 32 KB 61.3, 64 KB 60.6, 110 KB 60.4. */
const contentBytesMax = 32 * 1024;

/** Returns the same dictionary for the same samples, in any order in which the threads give them. */
export function toDictionary(samples: readonly Uint8Array[]): Buffer {
  const sorted = samples.map((sample) => Buffer.from(sample)).sort(Buffer.compare);
  const bytes = sorted.reduce((sum, sample) => sum + sample.length, 0);
  const every = Math.max(1, Math.ceil(bytes / contentBytesMax));
  const chosen = sorted.filter((_, index) => index % every === 0);
  return Buffer.concat([head, Buffer.concat(chosen).subarray(0, contentBytesMax), words]);
}
