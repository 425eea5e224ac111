import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { dateFormats } from '../../../src/domain/dates/date-format.ts';
import { unavailableReasons } from '../../../src/domain/person/evidence.ts';
import { createXmlFormat } from '../../../src/sources/answer/xml/xml-body.ts';
import { formatFaults, readSources } from '../../../src/sources/read/read-sources.ts';
import { meanings } from '../../../src/sources/schema/calls/outcome.ts';
import { companyPartySchema, personPartySchema } from '../../../src/sources/schema/party.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');
const page = read('sources.md');
const fromEveryKey = (text: string) => text.slice(text.indexOf('## Every key'));
const everyKey = fromEveryKey(page);
/** Keys that have a page of their own. */
const fixedKeys = /^(request|response)\.fixed\./;

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** These have the keys of the party's own `request`, `response` and `outcomes`, or of its usual layout. */
const keysAsElsewhere =
  /^((calls\[\]|async\.poll)\.(request|response|outcomes)|response\.fixed\.other_layouts\[\]\.(header|records))\b./;

/** Every key of a schema, such as `auth.token_url` or `outcomes[].status`. Free keys (headers, codes) end a path. */
function keysOf(schema: Schema, prefix = ''): string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((branch) => keysOf(branch, prefix));
  if (schema.items !== undefined) return keysOf(schema.items, prefix.replace(/\.$/, '[].'));
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const isSecret = key === 'env' || key === 'file';
    const below = keysOf(child, `${prefix}${key}.`).filter((each) => !keysAsElsewhere.test(each));
    return isSecret ? [] : [`${prefix}${key}`, ...below];
  });
}

function namedIn(text: string, column = 0): Set<string> {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return new Set(
    rows.flatMap((row) => [...(row.split(' | ')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => String(name))),
  );
}

/** Of a confere.yaml with this text. */
async function findFaults(
  text: string,
  options: { readonly followSecrets?: boolean } = {},
): Promise<readonly string[]> {
  const file = join(createTemporaryFolder('sources-docs'), 'confere.yaml');
  writeFileSync(file, text);
  const reading = await readSources({ file, findVariable: () => 'secret', ...options });
  return reading.kind === 'invalid' ? formatFaults(reading.faults) : [];
}

describe('docs/sources.md', () => {
  it('lists every key of the description, and no other', () => {
    const keys = [personPartySchema, companyPartySchema].flatMap((schema: TSchema) => keysOf(schema as Schema));
    const here = keys.filter((key) => !fixedKeys.test(key));
    expect([...namedIn(everyKey)].sort()).toEqual([...new Set(here)].sort());
    const strings = keys.filter((key) => fixedKeys.test(key));
    const named = namedIn(fromEveryKey(read('positional-strings.md')));
    expect([...named].sort()).toEqual([...new Set(strings)].sort());
  });

  it('lists every reason for which a source is unavailable, and no other', () => {
    const section = page.slice(page.indexOf('| reason |'), page.indexOf('## Placeholders'));
    expect([...namedIn(section)].sort()).toEqual([...unavailableReasons].sort());
  });

  it('describes its example party without a fault', async () => {
    const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => parse(String(text)).sources);
    const party = blocks.find((sources) => sources.bureau_b !== undefined).bureau_b;
    const registry = { ...party, mapping: { fraud_alert: 'alert' }, codes: {} };
    const sources = { bureau_a: party, bureau_b: party, fraud_registry: registry };
    expect(await findFaults(stringify({ sources }))).toEqual([]);
  });

  it('describes a party that speaks XML without a fault, and tells the rule by which it is read', async () => {
    const xmlPage = read('sources-xml.md');
    expect(await findFaults(String(/```yaml\n(.*?)```/s.exec(xmlPage)?.[1]))).toEqual([]);
    const { parse: readXml } = createXmlFormat({ lists: [] });
    const rule = [...xmlPage.matchAll(/^\| `(<[^`]*>)` \| `(\{[^`]*\})`/gm)];
    expect(rule.length).toBeGreaterThan(4);
    for (const [, text, tree] of rule) {
      // Inside another element, because an empty document says nothing.
      const body = readXml(Buffer.from(`<d xmlns:x="urn:x">${text}</d>`), undefined);
      expect(body, text).toMatchObject({ sent: { d: JSON.parse(String(tree)) } });
    }
  });

  it('names every meaning and every form of a date', () => {
    for (const word of [...meanings, ...dateFormats]) expect(page).toContain(`\`${word}\``);
  });

  it('and docs/tokens.md show only authentication that the check accepts', async () => {
    const parties = [...read('tokens.md').matchAll(/```yaml\n(.*?)```/gs)].map(
      ([, text]) => parse(String(text)).sources.bureau_a,
    );
    expect(parties.length).toBeGreaterThan(3);
    for (const party of parties) {
      const base = { base_url: 'https://a.example', request: { path: '/' }, mapping: { name: 'name' } };
      const text = stringify({ sources: { bureau_a: { ...base, ...party } } });
      expect(await findFaults(text, { followSecrets: false })).toEqual([]);
    }
  });
});
