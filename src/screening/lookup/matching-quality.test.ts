import { expect, test } from 'vitest';
import { measureQuality, type QualityRow } from '../../../bench/support/screening/quality.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';

// A small form of `npm run bench screening-quality`: the set follows from its seed, so that its figures are the same everywhere.
const sizes = { listed: 150, others: 12, entries: 240 };

test('nearly all listed people are found that rules of others find, and at most half as many people who are not listed', async () => {
  const { found, false: falseHits } = await measureQuality(createTemporaryFolder('quality'), sizes);
  const figures = ({ perThousand }: QualityRow) => [...perThousand.values()] as [number, ...number[]];
  for (const row of found) {
    const [ours, ...theirs] = figures(row);
    // Two of three words that half of Brazil has are not looked for: that costs some of the people and spares most of the false hits.
    expect(ours, row.set).toBeGreaterThanOrEqual(Math.max(...theirs) - 30);
  }
  for (const row of falseHits)
    expect(figures(row)[0], row.set).toBeLessThanOrEqual(Math.max(...figures(row).slice(1)) / 2);
});
