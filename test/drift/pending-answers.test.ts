// A verification that waits has an answer of its own in the document: with 200, an answer is whole. Some generators put both into one type,
// and their users tell them apart by `status`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly properties?: { readonly status?: Schema };
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
}

type Answers = Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>;

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
  readonly paths: Record<string, Record<string, { readonly responses?: Answers }>>;
  readonly components: { readonly schemas: Record<string, Schema> };
};

const resolve = ({ $ref, ...schema }: Schema): Schema =>
  $ref === undefined ? schema : resolve(document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema);

function listStatuses(schema: Schema): readonly string[] {
  const whole = resolve(schema);
  const branches = [...(whole.anyOf ?? []), ...(whole.oneOf ?? [])];
  if (branches.length > 0) return branches.flatMap(listStatuses);
  expect(whole.required).toContain('status');
  const { const: only, enum: several } = resolve(whole.properties?.status ?? {});
  return several ?? (only === undefined ? [] : [only]);
}

const answers = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.values(operations).flatMap(({ responses }) => {
    const schemaOf = (status: string) => responses?.[status]?.content?.['application/json']?.schema;
    const [whole, waits] = [schemaOf('200'), schemaOf('202')];
    return !path.startsWith('/v1/verif') || whole === undefined || waits === undefined ? [] : [{ path, whole, waits }];
  }),
);

test('the operations that may wait are known', () => {
  expect(answers.map(({ path }) => path)).toEqual(['/v1/verify/cpf', '/v1/verifications/{request_id}']);
});

test.each(answers)('$path says `pending` with 202 alone, so that `status` tells both apart', ({ whole, waits }) => {
  expect(listStatuses(waits)).toEqual(['pending']);
  expect(listStatuses(whole)).toContain('verified');
  expect(listStatuses(whole)).not.toContain('pending');
});
