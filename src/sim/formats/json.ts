// Answers in JSON.

import type { WireFormat } from './wire-format.ts';

export const json: WireFormat = {
  type: 'application/json',
  encoding: 'utf8',
  write: (body) => JSON.stringify(body),
  writeWrongTypes: (body) => JSON.stringify(withWrongTypes(body)),
  toHugeScore: (text) => text.replaceAll(/"score":\d+/g, '"score":1e308'),
  toProto: (text) => `{"__proto__":${text},"constructor":{"prototype":${text}}}`,
  padding: ['{"padding":"', '"}'],
  simulated: '{"message":"simulated"}',
};

function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWrongTypes);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withWrongTypes(inner)]));
  }
  return typeof value === 'string' ? value.length : String(value);
}
