// Intents that nothing has completed: somebody may have been called, and nobody knows what came of it. One of a request that is still in
// work is none of them, so whoever asks says from when on an intent may still be completed.

import type { AuditRow, AuditTrail } from './ports.ts';
import { type AuditContent, parseContent } from './record.ts';

export interface OpenIntent {
  readonly chain: string;
  readonly sequence: number;
  readonly atMs: number;
  readonly requestId: string;
  readonly keyId: string;
  readonly purpose: string | null;
  /** Who may have been called. */
  readonly parties: readonly string[];
}

/** Whether this record says that the intent of its request is over: what came of it, or that nobody was called. */
function isCompletion({ kind, target }: AuditContent): boolean {
  return kind === 'cpf' || kind === 'cnpj' || (kind === 'intent' && target === '');
}

/** Undefined for what is no intent, or has lost its content. */
function toOpenIntent({ chain, sequence }: Pick<AuditRow, 'chain' | 'sequence'>, content: AuditContent | undefined) {
  if (content?.kind !== 'intent' || content.requestId === null || content.keyId === null) return undefined;
  const { atMs, requestId, keyId, purpose, target } = content;
  const open: OpenIntent = { chain, sequence, atMs, requestId, keyId, purpose, parties: (target ?? '').split(' ') };
  return open;
}

export interface IntentCollector {
  /** Every record, in the order of its chain. */
  see(row: Pick<AuditRow, 'chain' | 'sequence'>, content: AuditContent | undefined): void;
  /** Those from before then that nothing completes, wherever in the audit that may stand. */
  finish(beforeMs: number): Promise<readonly OpenIntent[]>;
}

/** For whoever reads the audit through: holds no more than the requests that were in work at one time. */
export function createIntentCollector(trail: Pick<AuditTrail, 'find'>): IntentCollector {
  const open = new Map<string, OpenIntent>();

  /** In another chain, or in a part that was not read. */
  async function isCompleted({ requestId }: OpenIntent): Promise<boolean> {
    for (const kind of ['cpf', 'cnpj', 'intent'] as const) {
      const rows = await trail.find({ requestId, kind }, { order: 'oldest', limit: 10 });
      const contents = rows.map(({ content }) => (content === null ? undefined : parseContent(content)));
      if (contents.some((content) => content !== undefined && isCompletion(content))) return true;
    }
    return false;
  }

  return {
    see(row, content) {
      if (content === undefined || content.requestId === null) return;
      if (isCompletion(content)) open.delete(content.requestId);
      else {
        const intent = toOpenIntent(row, content);
        if (intent !== undefined) open.set(intent.requestId, intent);
      }
    },
    async finish(beforeMs) {
      const left: OpenIntent[] = [];
      for (const intent of open.values()) {
        if (intent.atMs < beforeMs && !(await isCompleted(intent))) left.push(intent);
      }
      return left;
    },
  };
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
