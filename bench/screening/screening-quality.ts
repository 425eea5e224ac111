// `npm run bench screening-quality`: how many listed people are found and how many others are taken for one, beside the published rules
// of two other programs. Writes `screening-quality.md`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareAtThresholds, type KindRow, type KindsQuality } from '../support/screening/kinds-quality.ts';
import { peerScorers } from '../support/screening/peers.ts';
import type { JudgedCase } from '../support/screening/published-quality.ts';
import { measureQuality, measureSmall, ours, type Quality, type QualityRow } from '../support/screening/quality.ts';

const sizes = { listed: 1000, others: 50, entries: 2000, kinds: { pairs: 200, others: 200 } };

export async function run(folder: string): Promise<void> {
  const quality = await measureQuality(join(folder, 'whole'), sizes);
  const page = toPage(quality, await measureSmall(join(folder, 'small')));
  writeFileSync(join(import.meta.dirname, 'screening-quality.md'), page);
  process.stdout.write(page);
}

function toPage({ found, false: falseHits, published, kinds }: Quality, { fingerprint }: Quality): string {
  return `# How well names match

\`npm run bench screening-quality\` writes this page.
All people are invented, so that we know who is listed.
The set has ${sizes.entries} entries with a whole CPF, ${sizes.entries} with a masked one and ${sizes.entries} foreign ones.

The other columns are rules that we wrote from what two programs publish: moov-io/watchman and opensanctions.
They are not their code, so read them as "such rules", not as a release of theirs.
Ours go through the index, as a request does.
All lists here are judged at the sensitivity \`balanced\`, \`ofac\` among them.

## Listed people who are found, of 1,000

${toTable(found)}

## Others for whom something is found, of 1,000

${toTable(falseHits)}

A namesake here has the full name of a listed person, and another CPF and birth date.

## Names that differ in one way

Here nothing is known but a name, of half Brazilians and half foreigners, and each pair differs in one way.
The rules of the others get the same entries.
Those of opensanctions know the numbers in words and the few short forms that its published tables have.

### People who are found, of 1,000

${toKindsTable(kinds, 'person', ({ found }) => found)}

### Companies that are found, of 1,000

${toKindsTable(kinds, 'company', ({ found }) => found)}

### Others for whom something is found, of 1,000

${toKindsTable(kinds, 'person', ({ strangers, neighbours }) => [strangers, ...neighbours])}

${toKindsTable(kinds, 'company', ({ strangers, neighbours }) => [strangers, ...neighbours])}

### At equal false hits

A rule that finds everybody is worth little if it takes every stranger for one.
So the last row of each program has the threshold at which it takes as few strangers for somebody listed as Confere does.

${kinds.map(toThresholdsTable).join('\n\n')}

## By what Confere found them

| people | kind of match and strength |
|---|---|
${[...found, ...falseHits].map(({ set, kinds }) => `| ${set} | ${[...kinds].map(([kind, count]) => `${kind}: ${count}`).join('; ') || 'none'} |`).join('\n')}

## Their own cases

Both projects publish pairs of names with their tests, and what they expect of each.
These are pairs of that kind about other names, with the same difference between the two; only the names are known.
The figures say how many come out as the project expects.

${toCasesTable(published)}

Confere answers otherwise than the project expects for these:

${listOtherwise(published)}

## Whether this page is of today's rules

The set follows from its seed, so that every run gives the same figures.
The answers to a smaller set have the fingerprint \`${fingerprint}\`.
\`npm run check\` makes them again, and fails where the rules answer otherwise: then write this page again.
`;
}

function toTable(rows: readonly QualityRow[]): string {
  const names = [...(rows[0]?.perThousand.keys() ?? [])];
  return [
    `| people | how many | ${names.join(' | ')} |`,
    `|---|---:|${names.map(() => '---:|').join('')}`,
    ...rows.map(
      ({ set, customers, perThousand }) =>
        `| ${set} | ${customers} | ${names.map((name) => (perThousand.get(name) ?? 0).toFixed(0)).join(' | ')} |`,
    ),
  ].join('\n');
}

function toKindsTable(
  kinds: readonly KindsQuality[],
  kind: KindsQuality['of'],
  listRows: (of: KindsQuality) => readonly KindRow[],
): string {
  const rows = kinds.filter(({ of }) => of === kind).flatMap(listRows);
  const thousandth = (count: number, { asked }: KindRow) => ((count * 1000) / asked).toFixed(0);
  return [
    `| ${kind === 'person' ? 'people' : 'companies'} | how many | ${[ours, ...peerScorers.map(({ name }) => name)].join(' | ')} |`,
    `|---|---:|${'---:|'.repeat(peerScorers.length + 1)}`,
    ...rows.map((row) => {
      const theirs = peerScorers.map(({ rules, threshold }) =>
        thousandth((row.scores.get(rules) ?? []).filter((score) => score >= threshold).length, row),
      );
      return `| ${row.title} | ${row.asked} | ${[thousandth(row.found, row), ...theirs].join(' | ')} |`;
    }),
  ].join('\n');
}

function toThresholdsTable(kinds: KindsQuality): string {
  return [
    `| ${kinds.of === 'person' ? 'people' : 'companies'} | threshold | strangers taken for one, of 1,000 | listed who are found, of 1,000 |`,
    '|---|---:|---:|---:|',
    ...compareAtThresholds(kinds, ours).map(
      ({ rules, threshold, falseHits, found }) =>
        `| ${rules} | ${threshold === null ? 'its own' : Number(threshold.toFixed(3))} | ${falseHits.toFixed(0)} | ${found.toFixed(0)} |`,
    ),
  ].join('\n');
}

function toCasesTable(cases: readonly JudgedCase[]): string {
  const names = [...(cases[0]?.verdicts.keys() ?? [])];
  const rows = (['person', 'company'] as const).flatMap((kind) =>
    [true, false].flatMap((isSame) =>
      (['watchman', 'opensanctions'] as const).map((by) => {
        const some = cases.filter((each) => each.kind === kind && each.isSame === isSame && each.by === by);
        const right = names.map((name) => some.filter(({ verdicts }) => verdicts.get(name) === isSame).length);
        const what = `${isSame ? 'the same' : 'another'} ${kind}, by ${by}`;
        return `| ${what} | ${some.length} | ${right.join(' | ')} |`;
      }),
    ),
  );
  const all = names.map((name) => cases.filter(({ verdicts, isSame }) => verdicts.get(name) === isSame).length);
  return [
    `| cases | how many | ${names.join(' | ')} |`,
    `|---|---:|${names.map(() => '---:|').join('')}`,
    ...rows,
    `| all | ${cases.length} | ${all.join(' | ')} |`,
  ].join('\n');
}

function listOtherwise(cases: readonly JudgedCase[]): string {
  const otherwise = cases.filter(({ verdicts, isSame }) => [...verdicts.values()][0] !== isSame);
  return otherwise
    .map(({ asked, listed, isSame, by }) => `- \`${asked}\` and \`${listed}\`: ${isSame ? 'not ' : ''}found (${by})`)
    .join('\n');
}
