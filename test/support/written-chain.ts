// A chain of the audit as its writer makes it, held in memory: for tests of what proves a chain.

import { type ChainEnd, createExtendChain, emptyChain } from '../../src/app/audit/chain.ts';
import { eraseRecords, packGroups } from '../../src/app/audit/groups/change-group.ts';
import { createGroupOpener, createSealGroup, type KeptGroup } from '../../src/app/audit/groups/group.ts';
import { listEnds } from '../../src/app/audit/groups/parts.ts';
import { createGroupWriter } from '../../src/app/audit/groups/write-group.ts';
import { createHeadSigner, type SignedHead } from '../../src/app/audit/head.ts';
import type { AuditTrail, ChainStretch, PlacedGroup } from '../../src/app/audit/ports.ts';
import { createAuditCheck } from '../../src/app/audit/proof/audit-check.ts';
import type { AuditDraft, AuditSecrets } from '../../src/app/audit/record.ts';

export const chain = 'chain_a';

export function makeSecrets(fill: number) {
  const key = (more: number) => new Uint8Array(32).fill(fill + more);
  return { generation: 1, subjectKey: key(0), detailsKey: key(1), headSeed: key(2), linkKey: key(3) };
}

export const secrets: AuditSecrets & ReturnType<typeof makeSecrets> = makeSecrets(1);
export const check = createAuditCheck([secrets]);
export const opener = createGroupOpener([secrets]);
export const sealGroup = createSealGroup(secrets);

interface VerificationFacts {
  readonly requestId?: string;
  readonly atMs?: number;
  readonly policyHash?: string;
}

/** A verification with evidence, as `toDraft` makes one. */
export function toVerification({ requestId = 'req_1', atMs = 1, policyHash }: VerificationFacts = {}): AuditDraft {
  const policy = policyHash === undefined ? 'null' : JSON.stringify(policyHash);
  const tail = `,null,"verified",900,"low",null,${policy},1,null,null,null]`;
  return [`[1,${atMs},"cpf","${requestId}","key_a",`, `cpf:${requestId}`, tail, '{"format":1}'];
}

/** One without evidence of its own, which stays open until its request is verified. */
export function toIntent(requestId: string, atMs = 1): AuditDraft {
  const tail = ',null,null,null,null,null,null,null,null,"bureau_a",null]';
  return [`[1,${atMs},"intent","${requestId}","key_a",`, `cpf:${requestId}`, tail, null];
}

export function toAct(act: string, target: string, atMs = 1): AuditDraft {
  const tail = `,null,null,null,null,null,null,null,"${act}",${JSON.stringify(target)},"root"]`;
  return [`[1,${atMs},"act",null,null,`, null, tail, null];
}

/** A row for each list of drafts, one after the other. */
export function writeRows(
  lists: readonly (readonly AuditDraft[])[],
  { name = chain, from = emptyChain, by = secrets }: { name?: string; from?: ChainEnd; by?: typeof secrets } = {},
): readonly KeptGroup[] {
  const extend = createExtendChain(by.linkKey, name);
  const randomBytes = (length: number) => new Uint8Array(length).fill(9);
  const write = createGroupWriter({ chain: name, secrets: by, extend, randomBytes });
  let end = from;
  return lists.flatMap((drafts) => {
    const written = write(drafts, end);
    end = written.end;
    return written.groups;
  });
}

/** As many rows of one verification each. */
export function writeVerifications(count: number, name = chain): readonly KeptGroup[] {
  return writeRows(
    Array.from({ length: count }, (_, index) => [toVerification({ requestId: `req_${index + 1}`, atMs: index + 1 })]),
    { name },
  );
}

export function packRows(rows: readonly KeptGroup[]): KeptGroup {
  const read = rows.map((group) => ({ group, opened: opener.open(group) }));
  return packGroups(read as unknown as Parameters<typeof packGroups>[0], sealGroup);
}

/** `places` counts from 0 within the row. */
export function withoutRecords(row: KeptGroup, places: readonly number[]): KeptGroup {
  return eraseRecords(row, new Set(places), { opener, seal: sealGroup }) as KeptGroup;
}

/** A row all of whose contents were purged. */
export function purge(row: KeptGroup): KeptGroup {
  return { ...row, find: null, findMac: null, contents: null, evidence: null };
}

export function endOf(row: KeptGroup): ChainEnd {
  const { sequence, hash } = listEnds(row).at(-1) as ChainEnd;
  return { sequence, hash: Buffer.from(hash) };
}

/** Signs the last record of the row; `as` lies about its sequence. */
export function signEnd(row: KeptGroup, { by = secrets, atMs = 1, as = endOf(row).sequence } = {}): SignedHead {
  return createHeadSigner(by.headSeed).sign({
    ...{ chain: row.chain, sequence: as, atMs },
    hash: endOf(row).hash.toString('hex'),
  });
}

export async function* toPages(rows: readonly KeptGroup[]): AsyncGenerator<readonly KeptGroup[]> {
  yield rows;
}

interface Kept {
  readonly heads?: readonly SignedHead[];
  readonly starts?: ReadonlyMap<string, ChainEnd>;
  readonly unlisted?: readonly string[];
}

type WrittenTrail = Pick<AuditTrail, 'chains' | 'findGroup' | 'findHead' | 'heads' | 'pages' | 'starts'>;

/** What a store reads of these rows. */
export function toTrail(rows: readonly KeptGroup[], { heads = [], starts = new Map(), unlisted = [] }: Kept = {}) {
  const ofChain = (name: string) => rows.filter((row) => row.chain === name);
  const toPlaced = ({ chain: name, first, parts }: KeptGroup): PlacedGroup => {
    const before = ofChain(name).find((row) => endOf(row).sequence === first - 1);
    return { first, parts, before: before === undefined ? starts.get(name) : endOf(before) };
  };
  const trail: WrittenTrail = {
    async chains() {
      const names = [...new Set([...rows.map((row) => row.chain), ...starts.keys()])];
      return names.map((name) => {
        const last = ofChain(name).at(-1);
        return { chain: name, last: last === undefined ? 0 : endOf(last).sequence, isListed: !unlisted.includes(name) };
      });
    },
    async findGroup(name, sequence) {
      const own = ofChain(name);
      const found =
        sequence === undefined
          ? own.at(-1)
          : own.find((row) => row.first <= sequence && sequence < row.first + row.count);
      return found && toPlaced(found);
    },
    findHead: async (place) => heads.find((head) => head.chain === place.chain && head.sequence >= place.sequence),
    heads: async () => heads,
    async *pages({ chain: name, after, until = Number.POSITIVE_INFINITY }: ChainStretch) {
      yield ofChain(name).filter((row) => row.first + row.count > after + 1 && row.first <= until);
    },
    starts: async () => starts,
  };
  return trail;
}
