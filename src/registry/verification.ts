// Runs the whole check of a snapshot in a thread of its own, so that no answer waits for it.

import { startThreadConversation } from '../datasets/thread-conversation.ts';
import type { VerificationOrder, VerificationResult } from './verification-thread.ts';

export interface Verification {
  /** Never rejects. */
  readonly result: Promise<VerificationResult>;
  stop(): Promise<void>;
}

export function startVerification(order: VerificationOrder): Verification {
  const thread = new URL('./verification-thread.ts', import.meta.url);
  const conversation = startThreadConversation<VerificationResult>(thread, { workerData: order }, (error) => ({
    kind: 'not_run',
    reason: error?.message ?? 'The check was stopped.',
  }));
  return { result: conversation.next(), stop: conversation.end };
}
