import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseChecks } from '../../../src/domain/checks/parse-checks.ts';
import { plainTopicNames } from '../../../src/domain/checks/topics.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/checks.md'), 'utf8');

test('the plan of docs/checks.md is accepted as it stands there', () => {
  const [, text = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  const roles = {
    ...{ receita: ['identity'], bureau_a: ['identity', 'debts'], bureau_b: ['identity', 'score'] },
    ...{ bureau_c: ['identity', 'score'], fraud_registry: ['fraud'] },
  };
  const sources = Object.fromEntries(Object.entries(roles).map(([name, of]) => [name, { roles: of, signals: {} }]));
  expect(parseChecks(parse(text).checks, sources)).toMatchObject({ kind: 'valid' });
});

test('docs/checks.md lists every topic of a condition, and no other', () => {
  const section = page.slice(page.indexOf('## Conditions'), page.indexOf('## Not asked'));
  const keys = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key);
  expect(keys).toEqual([...plainTopicNames, 'signals', 'sources']);
});
