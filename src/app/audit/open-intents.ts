// Intents that nothing has completed: somebody may have been called, and nobody knows the result. One of a request that is still in
// work is none of them, so whoever asks says from when on an intent may still be completed.

import type { AuditTrail } from './ports.ts';
import type { Place } from './proof/covers.ts';
import { type AuditContent, contentPlaces, parseContent, toContent } from './record.ts';

export interface OpenIntent extends Place {
  readonly atMs: number;
  readonly requestId: string;
  readonly keyId: string;
  readonly purpose: string | null;
  /** `parties` lists the parties that may have been called. */
  readonly parties: readonly string[];
}

/** Tells whether this record ends the intent of its request: it is the result, or it states that no party was called. */
function isCompletion(kind: unknown, target: unknown): boolean {
  return kind === 'cpf' || kind === 'cnpj' || (kind === 'intent' && target === '');
}

/** Returns undefined if the record is no intent or has lost its content. */
function toOpenIntent({ chain, sequence }: Place, content: AuditContent | undefined) {
  if (content?.kind !== 'intent' || content.requestId === null || content.keyId === null) return undefined;
  const { atMs, requestId, keyId, purpose, target } = content;
  const open: OpenIntent = { chain, sequence, atMs, requestId, keyId, purpose, parties: (target ?? '').split(' ') };
  return open;
}

/** Tracks intents for code that reads part of a chain from end to end. It holds no more than the in-flight requests of one moment. */
export function createIntentTracker() {
  const open = new Map<unknown, { readonly place: Place; readonly values: readonly unknown[] }>();
  return {
    /** The values of every record, in the order of its chain. */
    see(place: Place, values: readonly unknown[]): void {
      const kind = values[contentPlaces.kind];
      if (isCompletion(kind, values[contentPlaces.target])) open.delete(values[contentPlaces.requestId]);
      else if (kind === 'intent') open.set(values[contentPlaces.requestId], { place, values });
    },
    open: (): readonly OpenIntent[] =>
      [...open.values()].flatMap(({ place, values }) => toOpenIntent(place, toContent(values)) ?? []),
  };
}

/** Finds the older intents that no record in the audit completes. */
export async function findUnfinished(
  open: readonly OpenIntent[],
  trail: Pick<AuditTrail, 'find'>,
  beforeMs: number,
): Promise<readonly OpenIntent[]> {
  const left: OpenIntent[] = [];
  for (const intent of open) {
    if (intent.atMs < beforeMs && !(await isCompleted(intent, trail))) left.push(intent);
  }
  return left;
}

/** In another chain, or in a part that was not read. */
async function isCompleted({ requestId }: OpenIntent, trail: Pick<AuditTrail, 'find'>): Promise<boolean> {
  for (const kind of ['cpf', 'cnpj', 'intent'] as const) {
    const rows = await trail.find({ requestId, kind }, { order: 'oldest', limit: 10 });
    const contents = rows.map(({ content }) => (content === null ? undefined : parseContent(content)));
    if (contents.some((content) => content !== undefined && isCompletion(content.kind, content.target))) return true;
  }
  return false;
}

/** Lists the open intents that the store keeps beside the chain. */
export async function listOpenIntents(
  trail: Pick<AuditTrail, 'openIntents'>,
  beforeMs: number,
): Promise<readonly OpenIntent[]> {
  const rows = await trail.openIntents(beforeMs);
  return rows
    .map((row) => toOpenIntent(row, row.content === null ? undefined : parseContent(row.content)))
    .filter((intent) => intent !== undefined);
}
