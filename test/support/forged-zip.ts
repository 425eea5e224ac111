// Zips whose directory lies: what an archiver would never write, put in by hand.

import { toZip } from './xlsx.ts';

/** What an entry of the directory says of its part. */
interface Said {
  readonly packedBytes?: number;
  readonly bytes?: number;
  readonly offset?: number;
}

const entryStart = 0x02014b50;
const directoryEnd = 0x06054b50;
const places = { packedBytes: 20, bytes: 24, offset: 42 } as const;
const nameAt = 46;

function findEntry(zip: Buffer, name: string): number {
  for (let at = 0; at < zip.length - nameAt; at++) {
    const isEntry = zip.readUInt32LE(at) === entryStart;
    if (isEntry && zip.toString('utf8', at + nameAt, at + nameAt + zip.readUInt16LE(at + 28)) === name) return at;
  }
  throw new Error(`The zip has no entry ${name}`);
}

export function withSaid(zip: Buffer, name: string, said: Said): Buffer {
  const forged = Buffer.from(zip);
  const entry = findEntry(forged, name);
  for (const [field, value] of Object.entries(said))
    forged.writeUInt32LE(value, entry + places[field as keyof typeof places]);
  return forged;
}

/** So many entries more than there are. */
export function withEntriesMore(zip: Buffer, more: number): Buffer {
  const forged = Buffer.from(zip);
  const end = forged.length - 22;
  if (forged.readUInt32LE(end) !== directoryEnd) throw new Error('The zip has a comment');
  for (const at of [8, 10]) forged.writeUInt16LE(forged.readUInt16LE(end + at) + more, end + at);
  return forged;
}

/** All parts but the first are the first one again, under their own names: the file is as small as that one. */
export function withOverlaps(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const [first = '', ...others] = Object.keys(parts);
  let zip = toZip(parts);
  const entry = findEntry(zip, first);
  const [packedBytes, bytes] = [zip.readUInt32LE(entry + 20), zip.readUInt32LE(entry + 24)];
  for (const name of others) zip = withSaid(zip, name, { packedBytes, bytes, offset: 0 });
  return zip;
}
