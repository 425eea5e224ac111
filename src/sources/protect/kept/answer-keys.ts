// Under what names answers about people are kept and how they are sealed: both by one secret, and nobody without it can tell about whom an
// answer is, or what it says.

import { createHmac, hkdfSync } from 'node:crypto';
import type { Clock } from '../../../app/clock.ts';
import { createSeal, type Seal } from '../../../app/seal.ts';

export interface AnswerKeys {
  /** A keyed hash: a CPF has only 10^9 values, and a plain one would be reversed in minutes. */
  toName(...parts: readonly string[]): string;
  /**
   * Of its own for each name: an answer that is moved under another one does not open. Nonces are drawn by chance, and no number of
   * answers wears out one key.
   */
  toSeal(name: string): Seal;
}

/** These options name the owner of the kept answers and the clock. */
export interface KeptOf {
  readonly clock: Clock;
  readonly source: string;
  /** The text describes how answers arise. It changes with the request or with the way its answer is read. */
  readonly making: string;
}

/** `secret` has 32 bytes. */
export function deriveAnswerKeys(secret: Uint8Array): AnswerKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `confere answer cache ${purpose}`, 32));
  const [naming, sealing] = [derive('naming'), derive('sealing')];
  return {
    toName: (...parts) => createHmac('sha256', naming).update(JSON.stringify(parts)).digest('base64url'),
    toSeal: (name) => createSeal(createHmac('sha256', sealing).update(name).digest()),
  };
}

/** Opens the value that was sealed under this name. Returns undefined if another installation sealed it, or if the name differs. */
export function tryToOpen({ toSeal }: AnswerKeys, name: string, sealed: Uint8Array): unknown {
  try {
    return JSON.parse(toSeal(name).open(sealed, name));
  } catch {
    return undefined;
  }
}

/** Sealed values have one of few lengths, because an exact length would reveal the length of a name. */
const lengthStep = 256;

/** With blanks, which JSON does not see. */
export function pad(text: string): string {
  return text.padEnd(Math.ceil(text.length / lengthStep) * lengthStep);
}

/**
 * Where machines share the answer of a source about a person. It depends on nothing else, so that an erasure finds it by the number alone;
 * what else was asked, and how the answer was read, is under the seal. Test keys never ask a party, so that all of these are live.
 */
export function toSharedName({ toName }: AnswerKeys, source: string, number: string): string {
  return toName('shared', 'live', source, number);
}
