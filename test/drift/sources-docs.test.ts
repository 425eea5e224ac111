import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { dateFormats } from '../../src/domain/dates/date-format.ts';
import { unavailableReasons } from '../../src/domain/person/evidence.ts';
import { companyPartySchema, meanings, personPartySchema } from '../../src/sources/describe/description.ts';
import { formatFaults, readSources } from '../../src/sources/describe/read-sources.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'sources.md'), 'utf8');
const everyKey = page.slice(page.indexOf('## Every key'));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Every key of a schema, such as `auth.token_url` or `outcomes[].status`. Free keys (headers, codes) end a path. */
function keysOf(schema: Schema, prefix = ''): string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((branch) => keysOf(branch, prefix));
  if (schema.items !== undefined) return keysOf(schema.items, prefix.replace(/\.$/, '[].'));
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const isSecret = key === 'env' || key === 'file';
    return isSecret ? [] : [`${prefix}${key}`, ...keysOf(child, `${prefix}${key}.`)];
  });
}

function namedIn(text: string, column = 0): Set<string> {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return new Set(
    rows.flatMap((row) => [...(row.split(' | ')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => String(name))),
  );
}

describe('docs/sources.md', () => {
  it('lists every key of the description, and no other', () => {
    const keys = [personPartySchema, companyPartySchema].flatMap((schema: TSchema) => keysOf(schema as Schema));
    expect([...namedIn(everyKey)].sort()).toEqual([...new Set(keys)].sort());
  });

  it('lists every reason for which a source is unavailable, and no other', () => {
    const section = page.slice(page.indexOf('| reason |'), page.indexOf('## Placeholders'));
    expect([...namedIn(section)].sort()).toEqual([...unavailableReasons].sort());
  });

  it('describes its example party without a fault', async () => {
    const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => parse(String(text)).sources);
    const party = blocks.find((sources) => sources.bureau_b !== undefined).bureau_b;
    const registry = { ...party, mapping: { fraud_alert: 'alert' }, codes: {} };
    const folder = mkdtempSync(join(tmpdir(), 'confere-sources-docs-'));
    const file = join(folder, 'confere.yaml');
    writeFileSync(file, stringify({ sources: { bureau_a: party, bureau_b: party, fraud_registry: registry } }));
    const reading = await readSources({ file, findVariable: () => 'secret' });
    rmSync(folder, { recursive: true });
    expect(reading.kind === 'invalid' ? formatFaults(reading.faults) : []).toEqual([]);
  });

  it('names every meaning and every form of a date', () => {
    for (const word of [...meanings, ...dateFormats]) expect(page).toContain(`\`${word}\``);
  });
});
