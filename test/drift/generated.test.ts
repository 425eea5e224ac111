import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contractPath, isContractOfToday } from '../../scripts/client-contract.ts';
import { fillBlock, generatedBlocks, generatedFiles, generatedOfPages } from '../../scripts/generated.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('pages made from code are what the code says (else: npm run generate)', () => {
  test.each(Object.entries({ ...generatedFiles, ...generatedOfPages }))('%s', async (path, render) => {
    expect(read(path)).toBe(await render());
  });

  test(`${contractPath}, by its hashes`, () => {
    expect(isContractOfToday(read(contractPath))).toBe(true);
    expect(isContractOfToday(`${read(contractPath)}// by hand\n`)).toBe(false);
  });

  test.each(Object.entries(generatedBlocks))('the generated part of %s', (path, render) => {
    expect(read(path)).toBe(fillBlock(read(path), render()));
  });
});

describe('the documentation', () => {
  const pages = [
    'README.md',
    'README.pt-BR.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'SECURITY.pt-BR.md',
    'packages/client/README.md',
    'console/README.md',
    ...globSync('src/**/README.md', { cwd: root }),
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];

  test('has an index that names every page', () => {
    const index = read('docs/README.md');
    const unlisted = readdirSync(join(root, 'docs')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md' && !index.includes(`](${name})`),
    );
    expect(unlisted, 'give it a line in docs/README.md and docs/pt-BR/README.md').toEqual([]);
  });

  test.each(pages)('%s links only to pages that exist', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) => match[1] as string);
    for (const target of targets) expect(existsSync(join(root, page, '..', target)), target).toBe(true);
  });

  test('names in every npm command a script that exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const page of pages) {
      for (const [, name] of read(page).matchAll(/npm run ([a-z-]+(?::[a-z-]+)?)/g))
        expect(Object.keys(scripts), page).toContain(name);
    }
  });
});
