// Acts that the proof itself reads: what they cover stands in their target, as JSON. Everybody may read it, so it holds numbers and hashes,
// never anything of a person.

import type { ActEntry } from '../entry.ts';
import type { AuditContent } from '../record.ts';
import type { RememberedHead } from './remembered-head.ts';

/** This actor stands in acts that no operator performs. */
export const ownActor = 'confere';

/** An operator goes on without records that were written here and are gone. */
export interface AcceptedLoss {
  readonly lost: readonly LostEnd[];
  readonly reason: string;
}

export interface LostEnd extends RememberedHead {
  /** The last record of the chain that was left; 0 where none was. */
  readonly left: number;
}

export function toAcceptedLoss(loss: AcceptedLoss, actor: string, atMs: number): ActEntry {
  return { kind: 'act', atMs, actor, act: 'audit_loss_accepted', target: JSON.stringify(loss) };
}

/** Returns undefined for any other record. */
export function parseAcceptedLoss(content: AuditContent | undefined): AcceptedLoss | undefined {
  if (content?.act !== 'audit_loss_accepted' || content.target === null) return undefined;
  return JSON.parse(content.target) as AcceptedLoss;
}
