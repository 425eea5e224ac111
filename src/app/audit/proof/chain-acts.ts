// Acts that the proof itself reads: what they cover stands in their target, as JSON. Everybody may read it, so it holds numbers and hashes,
// never anything of a person.

import type { ChainEnd } from '../chain.ts';
import type { ActEntry } from '../entry.ts';
import type { AuditContent } from '../record.ts';
import type { Cover } from './covers.ts';
import type { RememberedHead } from './remembered-head.ts';

/** Who acts where no operator does. */
export const ownActor = 'confere';

/** From here on links are keyed; the records before it are vouched for as they were then. */
export interface KeyedBeginning {
  /** The last record with a plain link. */
  readonly after: number;
  readonly hash: string;
  /** What was gone already: no act named it then. */
  readonly covers: Cover;
}

export function toKeyedBeginning(end: ChainEnd, atMs: number, covers: Cover): ActEntry {
  const told: KeyedBeginning = { after: end.sequence, hash: end.hash.toString('hex'), covers };
  return { kind: 'act', atMs, actor: ownActor, act: 'audit_chain_keyed', target: JSON.stringify(told) };
}

/** Whether this record is the act by which the links after `end` began to be keyed. */
export function isKeyedBeginning(content: AuditContent | undefined, end: ChainEnd): boolean {
  if (content?.act !== 'audit_chain_keyed' || content.target === null) return false;
  const { after, hash } = JSON.parse(content.target) as KeyedBeginning;
  return after === end.sequence && hash === end.hash.toString('hex');
}

/** An operator goes on without records that were written here and are gone. */
export interface AcceptedLoss {
  readonly lost: readonly LostEnd[];
  readonly reason: string;
}

export interface LostEnd extends RememberedHead {
  /** The last record of the chain that was left; 0 where none was. Acts of older versions do not tell. */
  readonly left?: number;
}

export function toAcceptedLoss(loss: AcceptedLoss, actor: string, atMs: number): ActEntry {
  return { kind: 'act', atMs, actor, act: 'audit_loss_accepted', target: JSON.stringify(loss) };
}

/** Undefined for any other record. */
export function parseAcceptedLoss(content: AuditContent | undefined): AcceptedLoss | undefined {
  if (content?.act !== 'audit_loss_accepted' || content.target === null) return undefined;
  return JSON.parse(content.target) as AcceptedLoss;
}
