// A row of the audit: records that were committed together, sealed, with what they are found by, or several such groups after packing. The
// only place that seals and opens them. The chain and the place of a row are part of its seals: moved elsewhere, it does not open.

import type { RandomBytes } from '../../random.ts';
import { createSeal } from '../../seal.ts';
import { type AuditSecrets, contentPlaces, type Findable, hadDetails, parseContentValues } from '../record.ts';
import {
  type ContentsBody,
  listSalts,
  type PartSalts,
  readContents,
  readEvidence,
  writeContents,
  writeEvidence,
} from './body.ts';
import { type Commitment, commitTo, hashList, readCommitment } from './commitments.ts';
import { createFindMac, findOfGone, type ToFindMac, toFind } from './find.ts';
import { type GroupPart, readParts } from './parts.ts';

/** A search looks at these fields first. */
export interface GroupOutline {
  readonly chain: string;
  /** Its first record. */
  readonly first: number;
  readonly count: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** `generation` is the generation of the master secret that sealed the row. */
  readonly generation: number;
  /** The value is null if all contents were purged. */
  readonly find: Buffer | null;
  readonly findMac: Buffer | null;
}

export interface KeptGroup extends GroupOutline {
  /** `parts` holds each group that was committed, in the form that parts.ts writes. */
  readonly parts: Buffer;
  /** Sealed; null where they were purged. */
  readonly contents: Buffer | null;
  /** Sealed; null where it was purged, or there was none. */
  readonly evidence: Buffer | null;
}

/** The texts of a row. */
export interface OpenedGroup {
  readonly parts: readonly GroupPart[];
  readonly salts: readonly PartSalts[];
  readonly contents: readonly (string | null)[];
  /** The value is undefined if the evidence was purged, or there was none. */
  readonly evidence: readonly (string | null)[] | undefined;
}

type SealKeys = Pick<AuditSecrets, 'generation' | 'detailsKey'>;
type Place = Pick<KeptGroup, 'chain' | 'first' | 'count'>;

const contentsPlace = ({ chain, first, count }: Place) => `audit/${chain}/${first}/${count}`;
const evidencePlace = ({ chain, first, count }: Place) => `audit-evidence/${chain}/${first}/${count}`;

export type SealGroup = (
  place: Place & Pick<KeptGroup, 'fromMs' | 'toMs' | 'parts'>,
  opened: Omit<OpenedGroup, 'parts'>,
  find: string,
) => KeptGroup;

/** Creates the function that seals a row under this generation. */
export function createSealGroup({ generation, detailsKey }: SealKeys, random?: RandomBytes): SealGroup {
  if (detailsKey === undefined) throw new Error('A retired generation of the master secret seals nothing');
  const seal = createSeal(detailsKey, random);
  const toMac = createFindMacs(detailsKey);
  return (place, { salts, contents, evidence }, find) => {
    const findBytes = Buffer.from(find, 'latin1');
    const hasEvidence = evidence?.some((details) => details !== null) === true;
    return {
      ...place,
      generation,
      find: findBytes,
      findMac: toMac(place.chain)(place.first, findBytes),
      contents: seal.close(writeContents({ salts, contents }), contentsPlace(place)) as Buffer,
      evidence: hasEvidence ? (seal.close(writeEvidence(evidence), evidencePlace(place)) as Buffer) : null,
    };
  };
}

function createFindMacs(detailsKey: Uint8Array): (chain: string) => ToFindMac {
  const macs = new Map<string, ToFindMac>();
  return (chain) => {
    const known = macs.get(chain) ?? createFindMac(detailsKey, chain);
    macs.set(chain, known);
    return known;
  };
}

export interface GroupOpener {
  /** Throws for one that was changed, or sealed with another secret. */
  open(group: KeptGroup): OpenedGroup & Pick<ContentsBody, 'contents'>;
  openContents(group: Omit<KeptGroup, 'evidence'>): Omit<OpenedGroup, 'evidence'>;
  openEvidence(group: Place & Pick<KeptGroup, 'generation'>, evidence: Uint8Array): readonly (string | null)[];
  /** Tells whether Confere itself wrote the row's search data, and wrote it for this place. */
  isFindOurs(group: GroupOutline): boolean;
}

/** Somebody changed it, moved it, or sealed it with another secret. */
export class DamagedGroupError extends Error {
  readonly code = 'AUDIT_GROUP_DAMAGED';
}

export function createGroupOpener(secrets: readonly SealKeys[]): GroupOpener {
  const known = new Map(
    secrets.flatMap(({ generation, detailsKey }) =>
      detailsKey === undefined
        ? []
        : [[generation, { seal: createSeal(detailsKey), toMac: createFindMacs(detailsKey) }] as const],
    ),
  );
  function getKeys({ chain, first, generation }: Pick<KeptGroup, 'chain' | 'first' | 'generation'>) {
    const keys = known.get(generation);
    if (keys === undefined) throw new DamagedGroupError(`No secret opens the group at ${first} of ${chain}`);
    return keys;
  }
  function openContents(group: Omit<KeptGroup, 'evidence'>): Omit<OpenedGroup, 'evidence'> {
    const { seal } = getKeys(group);
    const parts = readParts(group.parts);
    if (parts === undefined || group.contents === null) throw new DamagedGroupError('A row of the audit has no groups');
    const body = seal.openBytes(group.contents, contentsPlace(group));
    const counts = parts.map(({ count }) => count);
    return { parts, ...readContents(body, counts) };
  }
  const openEvidence: GroupOpener['openEvidence'] = (group, evidence) =>
    readEvidence(getKeys(group).seal.openBytes(evidence, evidencePlace(group)), group.count);
  return {
    openContents,
    openEvidence,
    open: (group) => ({
      ...openContents(group),
      evidence: group.evidence === null ? undefined : openEvidence(group, group.evidence),
    }),
    isFindOurs({ chain, first, count, generation, find, findMac }) {
      const keys = known.get(generation);
      if (keys === undefined || find === null || findMac === null || find.length !== count * findOfGone.length)
        return false;
      return keys.toMac(chain)(first, find).equals(findMac);
    },
  };
}

/** Returns the search data that the contents of a row require. */
export function toFindOf(contents: readonly (string | null)[]): string {
  return toFindOfValues(contents.map((content) => (content === null ? undefined : parseContentValues(content))));
}

/** The same of contents that were parsed; undefined for those that are gone. */
export function toFindOfValues(all: readonly (readonly unknown[] | undefined)[]): string {
  return all.map((values) => (values === undefined ? findOfGone : toFind(toFindable(values)))).join('');
}

/** Returns the fields that a search uses, and builds no object of the whole content. */
function toFindable(values: readonly unknown[]): Findable {
  const { kind, requestId, subject, target, act, batchId } = contentPlaces;
  return {
    kind: values[kind],
    requestId: values[requestId],
    subject: values[subject],
    target: values[target],
    act: values[act],
    batchId: values[batchId] ?? null,
  } as Findable;
}

/**
 * Finds the first part of an opened row that does not follow from its salts. Returns undefined if all of it does. The kinds of its records, if
 * known, say which had evidence.
 */
export function findUncommitted(
  { parts, salts, contents, evidence }: OpenedGroup,
  toKind: (index: number) => unknown,
): { readonly what: 'contents' | 'evidence'; readonly index: number } | undefined {
  let index = 0;
  for (const [place, { count, contentsHash, evidenceHash }] of parts.entries()) {
    const first = index;
    let isEvidenceKnown = true;
    const committed = listSalts(salts[place] as PartSalts, count).map(({ kind, bytes }): Commitment => {
      const at = index++;
      if (kind === 'erased') {
        // Its evidence may have been purged before it was.
        isEvidenceKnown &&= evidence !== undefined;
        return readCommitment(bytes);
      }
      const content = contents[at];
      if (content === null || content === undefined) return { content: '', evidence: '' };
      const hasEvidence = hadDetails(toKind(at));
      isEvidenceKnown &&= evidence !== undefined || !hasEvidence;
      return commitTo(bytes, content, hasEvidence ? (evidence?.[at] ?? '') : null);
    });
    if (!hashList(committed.map(({ content }) => content)).equals(contentsHash))
      return { what: 'contents', index: first };
    if (isEvidenceKnown && !hashList(committed.map((each) => each.evidence)).equals(evidenceHash))
      return { what: 'evidence', index: first };
  }
  return undefined;
}

/** Tells whether the row still has all of its evidence. The store packs only such rows together. */
export function hasAllEvidence({ contents, evidence }: Pick<OpenedGroup, 'contents' | 'evidence'>): boolean {
  const mayLack = (content: string | null) =>
    content === null || hadDetails(parseContentValues(content)?.[contentPlaces.kind]);
  return evidence !== undefined || !contents.some(mayLack);
}
