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
      portuguese: `A resposta (status ${response.status}) não é JSON. Verifique a url e o que há no caminho.`,
      status: response.status,
    });
  }
}

/** Discards the body of a response, because an unread body would hold the connection. */
export async function readNothing(response: Response): Promise<void> {
  await response.body?.cancel();
}

export function toLines<Value>(text: string): Value[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Value);
}

/** A table as text or bytes. In Node a large file is `await openAsBlob(path)`. */
export type WrittenTable = string | Blob | Uint8Array<ArrayBuffer>;
export type TableFormat = 'csv' | 'ndjson';

/** Prepares a table for sending. Items that are not yet a table become NDJSON, one object for each item. */
export function toTable<Item>(
  table: WrittenTable | Iterable<Item>,
  format: TableFormat = 'csv',
  toObject: (item: Item) => object,
): { readonly body: WrittenTable; readonly contentType: string } {
  if (typeof table === 'string' || table instanceof Blob || table instanceof Uint8Array) {
    return { body: table, contentType: format === 'csv' ? 'text/csv' : 'application/x-ndjson' };
  }
  const lines = Array.from(table, (item) => `${JSON.stringify(toObject(item))}\n`);
  return { body: lines.join(''), contentType: 'application/x-ndjson' };
}

export function toQuery(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Converts a flag for use in a query. The query omits a flag that is off. */
export function toFlag(isOn: boolean | undefined): 'true' | undefined {
  return isOn === true ? 'true' : undefined;
}

/** Returns the result of a call, or undefined if the service reports with this code that the object does not exist. */
export async function findOrUndefined<Value>(found: Promise<Value>, code: string): Promise<Value | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ConfereError && error.code === code) return undefined;
    throw error;
  }
}

export function toLimits({ signal, deadlineMs }: CallOptions): CallOptions {
  return { signal, deadlineMs };
}

/** `crypto.randomUUID` exists only where a page came by https. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
