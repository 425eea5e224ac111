// Which bytes of a page of a SQLite file belong to nothing. SQLite overwrites what it deletes (`secure_delete`), but not what it has moved
// to another page when a page was divided: a copy may stay behind in the free middle. The format: sqlite.org/fileformat2.html#b_tree_pages

export interface ByteRange {
  readonly from: number;
  /** `to` is exclusive. */
  readonly to: number;
}

const fileHeaderBytes = 100;
const interior = new Set([2, 5]);
const leaf = new Set([10, 13]);

/** Empty for a page that is no b-tree page. `number` counts from 1. */
export function findFreeSpace(page: Buffer, number: number): readonly ByteRange[] {
  const start = number === 1 ? fileHeaderBytes : 0;
  const kind = page[start] as number;
  if (!interior.has(kind) && !leaf.has(kind)) return [];
  const cells = page.readUInt16BE(start + 3);
  const from = start + (interior.has(kind) ? 12 : 8) + cells * 2;
  const to = page.readUInt16BE(start + 5) || 65_536;
  if (from > to || to > page.length) return [];
  return [{ from, to }, ...findFreeBlocks(page, page.readUInt16BE(start + 1))];
}

/** Each begins with the place of the next and its own length, which stay. */
function findFreeBlocks(page: Buffer, first: number): ByteRange[] {
  const found: ByteRange[] = [];
  for (let at = first; at !== 0 && at + 4 <= page.length; at = page.readUInt16BE(at)) {
    const to = at + page.readUInt16BE(at + 2);
    if (to > page.length || found.length > page.length) return [];
    found.push({ from: at + 4, to });
  }
  return found;
}
