// Reads a request body: one JSON object in UTF-8, without repeated keys and without `__proto__`.

import { isUtf8 } from 'node:buffer';
import { hasRepeatedKey, takeCensus } from '../../domain/json-census.ts';
import { AppError } from '../../errors.ts';
import { jsonSentences, toJsonSentence } from '../answer/json-sentence.ts';

export function parseJsonBody(bytes: Buffer): Record<string, unknown> {
  const text = bytes.toString('utf8');
  // Decoding puts U+FFFD where bytes make no sense, so only a text that holds one needs the closer look.
  if (text.includes('\ufffd') && !isUtf8(bytes))
    throw new AppError('invalid_json', { internal: 'not UTF-8', detail: jsonSentences.noUtf8 });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message repeats a piece of the body.
    throw new AppError('invalid_json', { internal: 'not JSON', detail: toJsonSentence(text) });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid_json', { internal: 'not an object', detail: jsonSentences.noObject });
  }
  const census = takeCensus(value);
  if (census.holdsProto)
    throw new AppError('invalid_json', { internal: '__proto__ key', detail: jsonSentences.protoKey });
  if (hasRepeatedKey(text, census))
    throw new AppError('invalid_json', { internal: 'repeated key', detail: jsonSentences.repeatedKey });
  return value as Record<string, unknown>;
}

/** The parsed body of a request; one that came without any is not an object either. */
export function getJsonBody(request: { readonly body: unknown }): Record<string, unknown> {
  if (request.body === undefined)
    throw new AppError('invalid_json', { internal: 'no body', detail: jsonSentences.noBody });
  return request.body as Record<string, unknown>;
}
