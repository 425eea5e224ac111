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
  /** Who may have been called. */
  readonly parties: readonly string[];
}

/** Whether this record says that the intent of its request is over: the result, or that nobody was called. */
function isCompletion(kind: unknown, target: unknown): boolean {
  return kind === 'cpf' || kind === 'cnpj' || (kind === 'intent' && target === '');
}

/** Undefined for what is no intent, or has lost its content. */
function toOpenIntent({ chain, sequence }: Place, content: AuditContent | undefined) {
  if (content?.kind !== 'intent' || content.requestId === null || content.keyId === null) return undefined;
  const { atMs, requestId, keyId, purpose, target } = content;
  const open: OpenIntent = { chain, sequence, atMs, requestId, keyId, purpose, parties: (target ?? '').split(' ') };
  return open;
}

/** For who reads a part of a chain through: holds no more than the requests that were in work at one time. */
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

/** Those from before then that nothing completes, wherever in the audit that may stand. */
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

/** As the store keeps them beside the chain. */
export async function listOpenIntents(
  trail: Pick<AuditTrail, 'openIntents'>,
  beforeMs: number,
): Promise<readonly OpenIntent[]> {
  const rows = await trail.openIntents(beforeMs);
  return rows
    .map((row) => toOpenIntent(row, row.content === null ? undefined : parseContent(row.content)))
    .filter((intent) => intent !== undefined);
}
