import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareAtThresholds } from '../../bench/support/screening/kinds-quality.ts';
import { measureSmall, type QualityRow } from '../../bench/support/screening/quality.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const page = readFileSync(new URL('../../bench/screening/screening-quality.md', import.meta.url), 'utf8');

// A small form of `npm run bench screening-quality`: the set follows from its seed, so that its figures are the same everywhere.
test('as many listed people are found as rules of others find, half as many others at most, and the page says so of these rules', async () => {
  const {
    found,
    false: falseHits,
    published,
    kinds,
    fingerprint,
  } = await measureSmall(createTemporaryFolder('quality'));
  const figures = ({ perThousand }: QualityRow) => [...perThousand.values()] as [number, ...number[]];
  for (const row of found) {
    const [ours, ...theirs] = figures(row);
    expect(ours, row.set).toBeGreaterThanOrEqual(Math.max(...theirs));
  }
  for (const row of falseHits)
    expect(figures(row)[0], row.set).toBeLessThanOrEqual(Math.max(...figures(row).slice(1)) / 2);
  for (const each of kinds) {
    const [ours, ...theirs] = compareAtThresholds(each, 'ours');
    expect(ours?.falseHits, each.strangers.title).toBeLessThanOrEqual(
      Math.max(...theirs.map((their) => their.falseHits)),
    );
  }
  const right = [...(published[0]?.verdicts.keys() ?? [])].map(
    (name) => published.filter(({ verdicts, isSame }) => verdicts.get(name) === isSame).length,
  );
  expect(right[0], 'published cases').toBeGreaterThanOrEqual(Math.max(...right.slice(1)));
  const taken = published.filter(({ verdicts, isSame }) => !isSame && [...verdicts.values()][0]);
  expect(taken, 'published cases of others').toEqual([]);
  expect(page, 'the rules answer otherwise than those of the page: run `npm run bench screening-quality`').toContain(
    fingerprint,
  );
});
