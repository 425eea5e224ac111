// What calls have in common: how an answer is read, what of the options is for the call, a value for `Idempotency-Key`.

import type { CallOptions } from './call.ts';
import { ConfereError } from './confere-error.ts';

export async function readJson<Value>(response: Response): Promise<Value> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new ConfereError({
      code: 'unexpected_answer',
      message: `The answer (status ${response.status}) is not JSON. Check the url, and what stands between.`,
      status: response.status,
    });
  }
}

export function toLines<Value>(text: string): Value[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Value);
}

export function toLimits({ signal, deadlineMs }: CallOptions): CallOptions {
  return { signal, deadlineMs };
}

/** `crypto.randomUUID` exists only where a page came by https. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
