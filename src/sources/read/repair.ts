// Takes out of a description what has the wrong shape, so that the rest can be checked in the same go: one fault hides no other.

import { isMapping, type KeyPath } from '../../yaml-file.ts';
import type { SchemaFault } from './schema-faults.ts';

/** Stand in for what every description has; nothing of it is ever used. */
const standIns = { base_url: 'https://invalid.example', request: {}, mapping: {} };
const requestStandIns = { path: '/' };
const outcomeStandIn = { status: 599, means: 'our_fault' };

/** Returns a copy that has the shape of a description for any input. */
export function withoutFaults(description: unknown, faults: readonly SchemaFault[]): unknown {
  if (faults.length === 0) return description;
  const copy: Record<string, unknown> = {
    ...standIns,
    ...(isMapping(description) ? structuredClone(description) : {}),
  };
  for (const fault of faults) removeAt(copy, toKeyPath(fault));
  for (const [key, standIn] of Object.entries(standIns)) copy[key] ??= standIn;
  copy['request'] = { ...requestStandIns, ...(copy['request'] as object) };
  return copy;
}

/** Tells whether a fault at `path` may be only a consequence of one of the others. */
export function concerns(path: KeyPath, faults: readonly SchemaFault[]): boolean {
  return faults.some((fault) => {
    const place = toKeyPath(fault);
    return path.every((key, index) => index >= place.length || key === place[index]);
  });
}

/** Takes out a whole authentication, format, way to a later answer, outcome, call, signal, budget or list of prices: half of one is none. */
function toKeyPath({ path, missing }: SchemaFault): KeyPath {
  const place = missing === undefined ? path : [...path, missing];
  if (['auth', 'response', 'xml_signature', 'async', 'price', 'budget'].includes(place[0] ?? ''))
    return place.slice(0, 1);
  return ['outcomes', 'signals', 'calls'].includes(place[0] ?? '') ? place.slice(0, 2) : place;
}

function removeAt(root: Record<string, unknown>, place: KeyPath): void {
  const parent = place
    .slice(0, -1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], root);
  const key = place.at(-1) ?? '';
  if (Array.isArray(parent))
    parent[Number(key)] = place[0] === 'calls' ? toCallStandIn(parent[Number(key)]) : outcomeStandIn;
  else if (isMapping(parent)) delete parent[key];
}

/** It keeps the names that it has: requests may use them. */
function toCallStandIn(call: unknown): object {
  const { name, values } = isMapping(call) ? call : {};
  return {
    name: typeof name === 'string' ? name : '',
    request: requestStandIns,
    values: Object.fromEntries(Object.keys(isMapping(values) ? values : {}).map((each) => [each, 'value'])),
  };
}
