// Finds every fault of a value against a schema of `sources/schema`, in sentences that never repeat the value:
// what stands in the wrong place may be a secret.

import type { TSchema } from 'typebox';
import { isMapping, type KeyPath } from '../../yaml-file.ts';

export interface SchemaFault {
  readonly path: KeyPath;
  readonly problem: string;
  /** The key under the path that is not there. */
  readonly missing?: string;
}

/** The keywords that the schemas of `sources/schema` use. */
interface Schema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  readonly anyOf?: readonly Schema[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly description?: string;
}

export function findSchemaFaults(schema: TSchema, value: unknown): SchemaFault[] {
  return check(schema as Schema, value, []);
}

function check(schema: Schema, value: unknown, path: KeyPath): SchemaFault[] {
  const fault = (problem: string): SchemaFault[] => [{ path, problem }];
  if (schema.anyOf !== undefined) return checkUnion(schema, schema.anyOf, value, path);
  if (schema.const !== undefined) return value === schema.const ? [] : fault(`must be ${String(schema.const)}`);
  if (schema.enum !== undefined) {
    return schema.enum.includes(value as string) ? [] : fault(`must be one of ${schema.enum.join(', ')}`);
  }
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? checkText(schema, value, path) : fault('must be text');
    case 'number':
      return typeof value === 'number' ? [] : fault('must be a number');
    case 'boolean':
      return typeof value === 'boolean' ? [] : fault('must be true or false');
    case 'integer':
      return isWithin(schema, value) ? [] : fault(`must be a whole number from ${schema.minimum} to ${schema.maximum}`);
    case 'array': {
      if (!Array.isArray(value)) return fault('must be a list');
      if (value.length < (schema.minItems ?? 0)) return fault('must not be empty');
      if (value.length > (schema.maxItems ?? value.length))
        return fault(`must have at most ${schema.maxItems} entries`);
      return value.flatMap((item, index) => check(schema.items ?? {}, item, [...path, String(index)]));
    }
    case 'object':
      return isMapping(value) ? checkMapping(schema, value, path) : fault('must be a mapping of keys to values');
    default:
      return [];
  }
}

/** A mapping with a `kind` is held against the schema of that kind, so that its faults are precise. */
function checkUnion(schema: Schema, branches: readonly Schema[], value: unknown, path: KeyPath): SchemaFault[] {
  const kinds = branches.map((branch) => branch.properties?.['kind']?.const).filter((kind) => kind !== undefined);
  if (kinds.length > 0 && isMapping(value)) {
    const branch = branches[kinds.indexOf(value['kind'] as string)];
    if (branch !== undefined) return check(branch, value, path);
    return [{ path: [...path, 'kind'], problem: `must be one of ${kinds.join(', ')}` }];
  }
  if (branches.some((branch) => check(branch, value, path).length === 0)) return [];
  const mappings = branches.filter(({ type }) => type === 'object');
  if (mappings.length === 1 && isMapping(value)) return check(mappings[0] as Schema, value, path);
  return [{ path, problem: `does not fit. ${schema.description ?? ''}`.trim() }];
}

function checkText(schema: Schema, value: string, path: KeyPath): SchemaFault[] {
  if (value.length < (schema.minLength ?? 0)) return [{ path, problem: 'must not be empty' }];
  if (value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) {
    return [{ path, problem: `must have at most ${schema.maxLength} characters` }];
  }
  if (schema.pattern === undefined || new RegExp(schema.pattern).test(value)) return [];
  return [{ path, problem: `is not written as it must be. ${schema.description ?? ''}`.trim() }];
}

function checkMapping(schema: Schema, value: Readonly<Record<string, unknown>>, path: KeyPath): SchemaFault[] {
  const properties = new Map(Object.entries(schema.properties ?? {}));
  const patterns = Object.entries(schema.patternProperties ?? {});
  const faults = (schema.required ?? [])
    .filter((key) => !Object.hasOwn(value, key))
    .map((key): SchemaFault => ({ path, problem: `${key} is missing`, missing: key }));
  for (const [key, child] of Object.entries(value)) {
    const found = properties.get(key) ?? patterns.find(([pattern]) => new RegExp(pattern).test(key))?.[1];
    if (found !== undefined) faults.push(...check(found, child, [...path, key]));
    else
      faults.push({ path: [...path, key], problem: `unknown key; known here: ${[...properties.keys()].join(', ')}` });
  }
  return faults;
}

function isWithin({ minimum, maximum }: Schema, value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return value >= (minimum ?? value) && value <= (maximum ?? value);
}
