import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../test/support/temporary-folder.ts';
import { toStack, toStackFrames } from './errors.ts';
import { toSourceStack } from './source-stack.ts';

/** The third line of the generated code comes from the eighth line of `../src/thrower.ts`. */
const map = { version: 3, names: [], sources: ['../src/thrower.ts'], mappings: ';;AAOA' };

async function catchThrown(name: string, beside: string | undefined): Promise<{ thrown: unknown; file: string }> {
  const path = join(createTemporaryFolder('stack'), `${name}.js`);
  writeFileSync(path, `// bundled\n\nexport function fail() { throw new Error('of the bundle'); }\n`);
  if (beside !== undefined) writeFileSync(`${path}.map`, beside);
  const file = pathToFileURL(path).href;
  const { fail } = (await import(file)) as { fail(): void };
  try {
    fail();
  } catch (thrown) {
    return { thrown, file };
  }
  throw new Error('It must fail.');
}

test('a place in a bundled file is told as the place in its source', async () => {
  const { thrown, file } = await catchThrown('mapped', JSON.stringify(map));
  const place = `at fail (${new URL('../src/thrower.ts', file)}:8:1)`;
  expect(toStackFrames(thrown)[0]).toBe(place);
  expect(toStack(thrown)).toContain(`Error: of the bundle\n    ${place}\n`);
  expect(toStack(thrown)).not.toContain(file);
});

test.each([
  ['missing', undefined],
  ['broken', '{"version":3'],
  ['of something else', '{}'],
])('with a map that is %s, the place in the bundle is told', async (name, beside) => {
  const { thrown, file } = await catchThrown(name.replaceAll(' ', '-'), beside);
  expect(toStackFrames(thrown)[0]).toContain(`at fail (${file}:3:`);
});

test('what is no stack stays as it is', () => {
  expect(toStack('only words')).toBe('only words');
  expect(toStack(undefined)).toBe('undefined');
  // Whatever somebody threw may hold anything: the log is told of frames alone.
  expect(toStackFrames('\n    at the door of Ana')).toEqual([]);
  expect(toSourceStack('at read (/a/b.js:1:2) and node:fs:3:4')).toBe('at read (/a/b.js:1:2) and node:fs:3:4');
});
