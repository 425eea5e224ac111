// Rows of the audit as somebody would write them who has every right in the database, has read our source, and has no secret.

import { type ChainEnd, type ExtendChain, extendPlainChain, hashContent } from '../../../src/app/audit/chain.ts';

export interface CopiedRecord extends ChainEnd {
  readonly content: string | null;
  readonly details: Buffer | null;
}

/** The first record once more, after the last. */
export function forgeNext(records: readonly CopiedRecord[]): CopiedRecord {
  const [first] = records as [CopiedRecord];
  const last = records.at(-1) as CopiedRecord;
  return { ...first, ...extendPlainChain(last, hashContent(first.content as string)) };
}

/** All of them changed by `edit`, numbered and linked anew from the beginning; by somebody who has the key where `extend` says so. */
export function rewrite(
  records: readonly CopiedRecord[],
  edit: (records: readonly CopiedRecord[]) => readonly CopiedRecord[],
  extend: ExtendChain = extendPlainChain,
): readonly CopiedRecord[] {
  let end: ChainEnd = { sequence: 0, hash: Buffer.alloc(32) };
  return edit(records).map((record) => {
    end = extend(end, hashContent(record.content as string));
    return { ...record, ...end };
  });
}
