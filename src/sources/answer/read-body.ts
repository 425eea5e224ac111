// Reads the body of an answer where it delays nobody: a small one at once, any other in the thread of its party.
// Why at this size: docs/decisions/large-answers.md.

import type { Eventual } from '../../app/eventual.ts';
import type { AnswerBody, BodyFormat, Unreadable } from './body/body-format.ts';
import { type Expression, valuesMaxHere } from './expressions/expression.ts';
import type { AnswerThread } from './thread/answer-thread.ts';

interface Reading {
  readonly format: BodyFormat;
  readonly thread: AnswerThread;
  /** The list has all that anybody asks of the body later. */
  readonly expressions: readonly Expression[];
  readonly signal: AbortSignal;
}

interface Bytes {
  readonly body: Uint8Array;
  readonly charset?: string | undefined;
}

/** The worst XML of this size takes some three milliseconds. */
const bytesMaxHere = 16_384;

/** Returns undefined if the signal aborts before the answer is read. */
export function readBody(
  { body: bytes, charset }: Bytes,
  { format, thread, expressions, signal }: Reading,
): Eventual<AnswerBody | Unreadable | undefined> {
  if (bytes.length <= bytesMaxHere && !isSigned(format)) {
    const body = format.parse(bytes, charset);
    if (body.kind === 'unreadable' || body.size <= valuesMaxHere || expressions.every(({ runs }) => runs === 'path'))
      return body;
  }
  const texts = [...new Set(expressions.map(({ text }) => text))];
  return thread.read({ format, bytes, charset }, texts, signal).catch(() => undefined);
}

/** Tells whether the answers are signed. The proof takes up to a hundred times as long as the reading. */
export function isSigned({ description }: BodyFormat): boolean {
  return description.kind === 'xml' && description.certificates.length > 0;
}
