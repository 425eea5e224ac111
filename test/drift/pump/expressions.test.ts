// No regular expression takes time that grows faster than the text. One text of 64 kB once held the whole process up for seconds.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findAttack } from './find-attack.ts';
import { listExpressions } from './list-expressions.ts';

const root = join(import.meta.dirname, '../../..');
const isOurs = (path: string) => !/(?:^|\/)(?:node_modules|dist)\/|\.test\.tsx?$/.test(path);
const judged = new Map<string, string | undefined>();

function judge(source: string, flags: string): string | undefined {
  const name = `/${source}/${flags}`;
  if (!judged.has(name)) {
    const attack = findAttack(source, flags);
    judged.set(name, attack && `${name} takes far more time on ${JSON.stringify(attack)}`);
  }
  return judged.get(name);
}

test.each(['src', 'console', 'packages/client/src'])('every expression of %s is linear', (folder) => {
  const files = globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }).filter(isOurs);
  const found = files.flatMap((file) =>
    listExpressions(file, readFileSync(join(root, file), 'utf8')).map((each) => ({ file, ...each })),
  );
  expect(found.length).toBeGreaterThan(5);
  const faults = found.flatMap(({ file, line, source, flags }) => {
    const fault = judge(source, flags);
    return fault === undefined ? [] : [`${file}:${line}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

describe('the check notices', () => {
  test.each([
    ['an end that is tried from everywhere', '\\d+$', ''],
    ['blanks in front of a sign', '\\s*\\n\\s*', 'g'],
    ['a text without its end', '\\[[^\\]]*\\]', 'g'],
    ['a tag without its end', '<link rel="a"[^>]*>', 'g'],
    ['what may be taken in two ways', '^\\d+[.,]?\\d*e\\+?\\d+$', 'i'],
    ['a repeated group', '^(?:a|aa)+$', ''],
    ['a repeated repetition', '^(?:[a-z]+\\s?)*:', ''],
    ['what it looks ahead to', '\\B(?=(\\d{3})+$)', 'g'],
    ['what it looks back to', '(?<=a+)b', ''],
    ['labels in front of a number', '^(?:(?:CPF|CNPJ)[\\s/:.-]+)+(?=[\\d\\s.\\-/]+$)', 'i'],
    ['a text that is found again', '(a+)b\\1c', ''],
  ])('%s', (_, source, flags) => {
    expect(findAttack(source, flags)).toBeDefined();
  });

  test.each([
    ['^\\d+(?:[.,]\\d*)?e\\+?\\d+$', 'i'],
    ['(?<!-)-+$', ''],
    ['<[^<>]*>', 'g'],
    ['[^a-z]{1,64}$', ''],
    ['^(?<year>\\d{4})-\\k<year>$', 'u'],
  ])('nothing where there is nothing: %s', (source, flags) => {
    expect(findAttack(source, flags)).toBeUndefined();
  });

  test('expressions that are put together', () => {
    const code = [
      "const step = '[a-z]+';",
      'const all = new RegExp(`^$' + '{step}(?:,$' + "{step})*$`, 'i');",
      'const raw = new RegExp(String.raw`\\d$' + '{other}`);',
      "const schema = { pattern: '^a$' };",
    ].join('\n');
    expect(
      listExpressions('a.ts', code)
        .map(({ source, flags }) => `/${source}/${flags}`)
        .toSorted(),
    ).toEqual(['/\\dword/', '/^[a-z]+(?:,[a-z]+)*$/i', '/^a$/u']);
  });
});
